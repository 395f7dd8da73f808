//! The arguments of the command. Only what works is here.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Solves constraint puzzles, and checks every answer before it is printed.
#[derive(Parser)]
#[command(
    version,
    after_help = "Exit status: 0 answered, 1 no answer, 2 malformed input or wrong usage,\n\
    3 not unique (with --unique), 4 stopped by a limit or Ctrl-C."
)]
pub struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Subcommand)]
pub enum Verb {
    /// Find the answers of a puzzle
    Solve {
        #[command(subcommand)]
        kind: SolveKind,
    },
}

#[derive(Subcommand)]
pub enum SolveKind {
    /// Runs of different digits that add up to their clues
    #[command(after_help = "Example: entail solve kakuro examples/kakuro.txt\n\n\
        The puzzle is in the KAKURO2 format: the number of cases; for each case its size N, N lines of N\n\
        cells (0 black, 1 white), the number of clues, and a line `row column direction sum` for each clue\n\
        (direction 0 right, 1 down).")]
    Kakuro(SolveFile),
}

#[derive(Args)]
pub struct SolveFile {
    /// The puzzles; `-` or none is standard input
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub flags: SolveFlags,
}

#[derive(Args)]
pub struct SolveFlags {
    /// Print every answer, a blank line between
    #[arg(long)]
    pub all: bool,
    /// Print or count at most N answers of a case
    #[arg(long, value_name = "N")]
    pub limit: Option<NonZeroU64>,
    /// Print only how many answers each case has
    #[arg(long)]
    pub count: bool,
    /// Ask whether the answer is the only one (status 3 if not)
    #[arg(long)]
    pub unique: bool,
    /// How answers are printed; `json` is one object per case on one line
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Stop the whole command after this long: 500ms, 10s, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
    /// Where random choices start; the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print what the search did to standard error
    #[arg(long)]
    pub stats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// `500ms`, `10s`, `1.5s`, `2m`, `1h`.
fn duration(text: &str) -> Result<Duration, String> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a number with its unit, as in 500ms, 10s, 2m or 1h".to_owned()),
    };
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = number.parse().ok().filter(|_| plain).ok_or("expected a number before the unit, as in 10s")?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "that is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_number_and_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
        for wrong in ["", "10", "s", "-1s", "1 s", "ten", "1e400s", "99999999999999999999999h", "infs", "1.2.3s"] {
            assert!(duration(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_arguments_are_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
