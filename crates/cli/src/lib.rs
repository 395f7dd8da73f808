//! The commands `entail` and `fzn-entail`: each reads its arguments, does what they say, ends with the status of the
//! contract.

mod args;
mod check;
mod draw;
mod flatzinc;
mod input;
mod interrupt;
mod minizinc;
mod ordered;
mod progress;
mod report;
mod serve;
mod solve;
mod status;
mod turns;
mod write;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use entail_puzzles::{KINDS, Verb};

use crate::status::Status;

/// `entail VERB …`
pub fn entail() -> ExitCode {
    let started = Instant::now();
    let mut typed = std::env::args().skip(1);
    if let (Some(verb), Some(kind)) = (typed.next(), typed.next())
        && let Some(message) = args::missing(&verb, &kind)
    {
        return report::usage(&message).into();
    }
    let matches = args::command().get_matches();
    let (name, matches) = matches.subcommand().expect("a verb is required");
    let Some(verb) = args::verb(name) else {
        return match (name, matches.try_get_one::<clap_complete::Shell>("shell")) {
            ("minizinc", _) => minizinc::run(matches),
            ("serve", _) => serve::run(matches),
            (_, Ok(Some(shell))) => completion(*shell),
            _ => kinds(),
        }
        .into();
    };
    let (kind, matches) = matches.subcommand().expect("a kind is required");
    if kind == args::MODEL {
        return flatzinc::run(matches, started).into();
    }
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

/// `fzn-entail FILE`
pub fn fzn_entail() -> ExitCode {
    let started = Instant::now();
    flatzinc::run(&flatzinc::command().get_matches(), started).into()
}

/// `entail kinds`.
fn kinds() -> Status {
    let mut text = String::new();
    for kind in KINDS {
        let verbs: Vec<&str> = args::verbs_of(kind).collect();
        text += &format!("{:<12} {}\n{:<12} {}\n", kind.name, kind.about, "", verbs.join(", "));
    }
    text += &format!("{:<12} {}\n{:<12} solve\n", args::MODEL, args::ABOUT_MODEL, "");
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
