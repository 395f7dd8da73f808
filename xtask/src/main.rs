//! The chores of the project: `cargo xtask test` is the one test command.

mod quoted;
mod test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The chores of the project
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run everything that must pass: format, clippy, tests, examples, quoted commands, whole data
    Test,
}

fn main() -> ExitCode {
    match Cli::parse().chore {
        Chore::Test => test::run(),
    }
}
