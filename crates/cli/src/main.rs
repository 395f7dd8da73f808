//! The command `entail`: reads its arguments, does what the verb says, ends with the status of the contract.

mod args;
mod interrupt;
mod report;
mod solve;
mod status;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, SolveKind, Verb};

fn main() -> ExitCode {
    let Verb::Solve { kind: SolveKind::Kakuro(args) } = Cli::parse().verb;
    solve::kakuro(&args).into()
}
