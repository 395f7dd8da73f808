//! A run of the command as a process, for every test that needs one.

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the command left behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Ran {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs `entail` with this standard input.
pub fn entail_on(arguments: &[&str], input: &[u8]) -> Ran {
    run(start(arguments), input)
}

/// Runs a command with this standard input.
pub fn run(mut command: Command, input: &[u8]) -> Ran {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("the command starts");
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
    with_pipes(Command::new(env!("CARGO_BIN_EXE_entail")), arguments)
}

/// A command with its outputs as pipes.
pub fn with_pipes(mut command: Command, arguments: &[&str]) -> Command {
    command.args(arguments).env_remove("NO_COLOR").stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}
