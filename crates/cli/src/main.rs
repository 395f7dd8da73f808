//! The command `entail`: reads its arguments, does what the verb says, ends with the status of the contract.

mod args;
mod check;
mod draw;
mod input;
mod interrupt;
mod ordered;
mod progress;
mod report;
mod solve;
mod status;
mod write;

use std::io::{self, Write};
use std::process::ExitCode;

use entail_puzzles::{KINDS, Verb};

use crate::status::Status;

fn main() -> ExitCode {
    let mut typed = std::env::args().skip(1);
    if let (Some(verb), Some(kind)) = (typed.next(), typed.next())
        && let Some(message) = args::missing(&verb, &kind)
    {
        return report::usage(&message).into();
    }
    let matches = args::command().get_matches();
    let (name, matches) = matches.subcommand().expect("a verb is required");
    let Some(verb) = args::verb(name) else {
        return match matches.try_get_one::<clap_complete::Shell>("shell") {
            Ok(Some(shell)) => completion(*shell),
            _ => kinds(),
        }
        .into();
    };
    let (kind, matches) = matches.subcommand().expect("a kind is required");
    let kind = args::kind(kind);
    let status = match verb {
        Verb::Solve => solve::run(kind, matches),
        Verb::Pose => write::pose(kind, matches),
        Verb::Check => check::run(kind, matches),
        Verb::Generate => write::generate(kind, matches),
        Verb::Convert => write::convert(kind, matches),
        Verb::Draw => draw::run(kind, matches),
    };
    status.into()
}

/// `entail kinds`.
fn kinds() -> Status {
    let mut text = String::new();
    for kind in KINDS {
        let verbs: Vec<&str> = args::verbs_of(kind).collect();
        text += &format!("{:<12} {}\n{:<12} {}\n", kind.name, kind.about, "", verbs.join(", "));
    }
    print(text.as_bytes())
}

/// `entail completion`.
fn completion(shell: clap_complete::Shell) -> Status {
    let mut command = args::command();
    command.build();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "entail", &mut script);
    print(&script)
}

fn print(text: &[u8]) -> Status {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => report::usage(&format!("cannot write: {error}")),
        _ => Status::Answered,
    }
}
