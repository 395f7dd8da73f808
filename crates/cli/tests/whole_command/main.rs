//! The command as a whole, run as a process: one module for each thing that a user meets.

mod bad_input;
mod batch;
mod check;
mod command;
mod draw;
mod flags;
mod help;
mod kakuro;
mod malformed;
mod minizinc;
mod model;
mod problems;
mod random_boards;
mod run;
mod samples;
mod serve;
mod write;
