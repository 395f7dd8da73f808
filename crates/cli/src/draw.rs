//! `entail draw`: puzzles as pictures, with their answers if asked.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use entail_puzzles::search::{self, How};
use entail_puzzles::svg::Drawing;
use entail_puzzles::{Kind, Puzzle, Verb};

use crate::args;
use crate::input;
use crate::interrupt::Interrupt;
use crate::report;
use crate::solve::{by, deadline};
use crate::status::Status;

/// `entail draw KIND -o OUT`.
pub fn run(kind: &'static Kind, matches: &ArgMatches) -> Status {
    let interrupt = Interrupt::install();
    let settings = args::settings(kind, Verb::Draw, matches);
    let _ = (interrupt, settings);
    report::usage("not yet")
}
