//! The command `fzn-entail`, which MiniZinc calls.

use std::process::ExitCode;

fn main() -> ExitCode {
    entail_cli::fzn_entail()
}
