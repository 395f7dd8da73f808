//! Runs the command and keeps what it printed.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a run of the command left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs `entail` with nothing on standard input.
pub fn entail(arguments: &[&str]) -> Ran {
    entail_on(arguments, b"")
}

/// Runs `entail` with this standard input.
pub fn entail_on(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = start(arguments).stdin(Stdio::piped()).spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_vec();
    // The command may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("writing does not panic");
    Ran {
        status: output.status.code().expect("no signal ended the command"),
        out: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        err: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
    }
}

/// The command with its outputs as pipes.
pub fn start(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_entail"));
    command.args(arguments).env_remove("NO_COLOR").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A case of 25 white cells that touch no other and have no clue: 9²⁵ answers, more than anybody can wait for.
pub fn open_board() -> String {
    let black = "0 ".repeat(10);
    let rows = format!("{black}\n{}\n", "0 1 ".repeat(5)).repeat(5);
    format!("10\n{rows}0\n")
}

/// Writes a file that no other test writes, and gives its path.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = path(name);
    std::fs::write(&path, text).expect("the folder for tests can be written");
    path
}

/// A path for a file that no other test writes, with this end.
pub fn path(name: &str) -> String {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let nth = FILES.fetch_add(1, Ordering::Relaxed);
    let path = format!("{}/{nth}-{name}", env!("CARGO_TARGET_TMPDIR"));
    // An earlier run of the tests may have left one.
    let _ = std::fs::remove_file(&path);
    path
}
