//! The command `entail`.

use std::process::ExitCode;

fn main() -> ExitCode {
    entail_cli::entail()
}
