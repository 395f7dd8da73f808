//! The chores of the project: `cargo xtask test` is the one test command.

mod bench;
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
    /// Measure beside the solvers that people use now, and write docs/benchmarks.md
    Bench {
        /// What to measure
        #[command(subcommand)]
        what: Bench,
    },
}

#[derive(Subcommand)]
enum Bench {
    /// The engine and Pumpkin on the same ten models
    Engine {
        /// Passed on, after `--`: a part of the run, which is shown and not written (`--only queens`, `--memory`)
        #[arg(last = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    match Cli::parse().chore {
        Chore::Test => test::run(),
        Chore::Bench { what: Bench::Engine { arguments } } => match bench::engine(&arguments) {
            Ok(()) => ExitCode::SUCCESS,
            Err(message) => {
                eprintln!("{message}");
                ExitCode::FAILURE
            }
        },
    }
}
