//! The command as a whole, run as a process: one module for each thing that a user meets.

mod bad_input;
mod command;
mod flags;
mod kakuro;
mod problems;
mod random_boards;
mod samples;
