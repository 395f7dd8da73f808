//! The chores of the project: `cargo xtask test` is the one test command.

mod bench;
mod browser;
mod pictures;
mod quoted;
mod spec;
mod test;

use std::path::PathBuf;
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
    /// Run everything that must pass: format, clippy, tests, examples, quoted commands, the page in a browser, whole data
    Test,
    /// Draw the pictures of README and guide again
    Pictures,
    /// Run the scenarios of the page in a real browser
    Browser {
        /// Only those whose names match this pattern
        pattern: Option<String>,
    },
    /// Take the screenshots of the page again
    Screenshots,
    /// Ask every instance of a folder and print tables of right, wrong and not answered
    Data {
        /// The folder, laid out as the tests expect it
        folder: PathBuf,
        /// How long the command may think about one instance
        #[arg(long, default_value = "60s")]
        limit: String,
    },
    /// Ask kernel and learning engine about many random boards of every kind: the same answers, and the same best ones
    Agree {
        /// How many boards of each kind
        #[arg(long, default_value_t = 100_000)]
        boards: u64,
        /// Also ask about every puzzle of this folder
        #[arg(long)]
        data: Option<PathBuf>,
        /// Only this kind
        #[arg(long)]
        kind: Option<String>,
    },
    /// Run the specification models of the public MiniZinc repository with Entail as the solver
    Spec {
        /// Its folder `tests/spec`, at the version of the MiniZinc that is installed
        folder: PathBuf,
        /// The solver, as MiniZinc knows it
        #[arg(long, default_value = "org.entail.entail")]
        solver: String,
        /// A solver that judges answers which are not among those that a test lists
        #[arg(long)]
        judge: Option<String>,
        /// How many seconds one test may take
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// A thousand connections to `entail serve`, hostile ones among them; figures are printed
    Load,
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
    /// Entail and its peers on the same MiniZinc instances; `--help` lists what can be asked for
    #[command(disable_help_flag = true)]
    Minizinc {
        /// Passed on
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Failures with each native propagator and with the standard decomposition in its place
    #[command(disable_help_flag = true)]
    Strength {
        /// Passed on
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Entail's kernels, the algorithms of the book and Sudoku solvers on the same puzzles; `--help` lists what can be asked for
    #[command(disable_help_flag = true)]
    Puzzles {
        /// Passed on
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Instructions from the start of `entail solve kakuro` to its end, beside a program that only reads and prints
    Start,
}

fn main() -> ExitCode {
    let done = match Cli::parse().chore {
        Chore::Test => return test::run(),
        Chore::Pictures => pictures::write(&test::root()).map_err(|failure| failure.to_string()),
        Chore::Browser { pattern } => {
            browser::scenarios(&test::root(), pattern.as_deref()).map_err(|failure| failure.to_string())
        }
        Chore::Screenshots => browser::screenshots(&test::root()).map_err(|failure| failure.to_string()),
        Chore::Data { folder, limit } => {
            test::data_tables(&test::root(), &folder, Some(&limit)).map_err(|failure| failure.to_string())
        }
        Chore::Agree { boards, data, kind } => test::agreement(&test::root(), boards, data.as_deref(), kind.as_deref())
            .map_err(|failure| failure.to_string()),
        Chore::Spec { folder, solver, judge, seconds } => spec::run(&spec::Run { folder, solver, judge, seconds }),
        Chore::Load => test::load(&test::root()).map_err(|failure| failure.to_string()),
        Chore::Bench { what: Bench::Engine { arguments } } => bench::engine(&arguments),
        Chore::Bench { what: Bench::Minizinc { arguments } } => bench::minizinc(&arguments),
        Chore::Bench { what: Bench::Strength { arguments } } => bench::strength(&arguments),
        Chore::Bench { what: Bench::Puzzles { arguments } } => bench::puzzles(&arguments),
        Chore::Bench { what: Bench::Start } => bench::start(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
