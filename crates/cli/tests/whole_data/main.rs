//! Every instance of the folder that ENTAIL_DATA names, through the command: how many are right, wrong or not answered
//! within the limit (ENTAIL_DATA_LIMIT, five seconds without it), file by file. Answers are judged here, by code of
//! their own. Without ENTAIL_DATA there is nothing to read: each test says so and passes.

mod coloring;
mod cryptarithm;
mod kakuro;
mod packing;
#[path = "../whole_command/run.rs"]
mod run;
mod sudoku;
mod table;
mod wordsearch;
