//! Verbs that write puzzles: `pose` from answers, `convert` from another format, `generate` out of nothing.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::ArgMatches;
use entail_puzzles::search::How;
use entail_puzzles::{Cases, Format, Generated, Kind, NotMade, Puzzle, ReadError, Verb, WordList};

use crate::args;
use crate::input;
use crate::interrupt::Interrupt;
use crate::ordered::{self, Ended, Threads};
use crate::report;
use crate::solve::{deadline, threads};
use crate::status::Status;

/// `entail pose KIND`.
pub fn pose(kind: &'static Kind, matches: &ArgMatches) -> Status {
    let interrupt = Interrupt::install();
    let settings = args::settings(kind, Verb::Pose, matches);
    let input = match input::open(input::path(matches, "file"), &interrupt) {
        Ok(input) => input,
        Err(message) => return report::usage(&message),
    };
    let pose = kind.pose.expect("the arguments offer only what there is");
    write(pose(input.text, &settings), &input.name, &kind.formats[0], &interrupt)
}

/// `entail convert KIND --to FORMAT`.
pub fn convert(kind: &'static Kind, matches: &ArgMatches) -> Status {
    let interrupt = Interrupt::install();
    let settings = args::settings(kind, Verb::Convert, matches);
    let input = match input::problems(kind, matches, &interrupt) {
        Ok(input) => input,
        Err(message) => return report::usage(&message),
    };
    let to = matches.get_one::<String>("to").expect("it is required");
    let format = kind.formats.iter().find(|format| format.name == to).expect("only these are allowed");
    write((kind.read)(input.text, &settings), &input.name, format, &interrupt)
}

/// Writes the puzzles as they are read. A text that starts with their number is written when all are known: those that
/// could be read, and how many they are.
fn write(cases: Cases, name: &str, format: &'static Format, interrupt: &Interrupt) -> Status {
    let written = |case: Result<Box<dyn Puzzle>, ReadError>, number: u64| match case {
        Err(error) => Err(report::read_error(name, &error)),
        Ok(puzzle) => puzzle.write(format.name).map_err(|reason| {
            format!("entail: {name}, case {number}: cannot be written as {}: {reason}\n", format.name)
        }),
    };
    if !format.counted {
        // What stands between two cases is known only in their order, so one thread writes.
        let first = AtomicBool::new(true);
        return ordered::run(
            cases.zip(1..),
            "cases",
            Threads::Exactly(1),
            interrupt,
            |(case, number), out| match written(case, number) {
                Ok(_) if format.single && !first.load(Ordering::Relaxed) => {
                    let to = format.name;
                    out.message(&format!(
                        "entail: {name}, case {number}: cannot be written as {to}: such a text holds one puzzle only\n"
                    ));
                    Ok(Ended::Last(Status::Malformed))
                }
                Ok(text) => {
                    if !first.swap(false, Ordering::Relaxed) {
                        out.print(format.between)?;
                    }
                    out.print(&text)?;
                    Ok(Ended::Done(Status::Answered))
                }
                Err(message) => {
                    out.message(&message);
                    Ok(Ended::Done(Status::Malformed))
                }
            },
        );
    }
    let (mut texts, mut messages) = (Vec::new(), Vec::new());
    for (case, number) in cases.zip(1..) {
        match written(case, number) {
            Ok(text) => texts.push(text),
            Err(message) => messages.push(message),
        }
    }
    counted(&texts, format, messages, interrupt)
}

/// Writes a text that starts with the number of its puzzles.
fn counted(texts: &[String], format: &Format, messages: Vec<String>, interrupt: &Interrupt) -> Status {
    ordered::run(std::iter::once(()), "files", Threads::Exactly(1), interrupt, |(), out| {
        for message in &messages {
            out.message(message);
        }
        if !texts.is_empty() || messages.is_empty() {
            out.print(&format!("{}\n{}", texts.len(), texts.join(format.between)))?;
        }
        Ok(Ended::Done(if messages.is_empty() { Status::Answered } else { Status::Malformed }))
    })
}

/// `entail generate KIND`.
pub fn generate(kind: &'static Kind, matches: &ArgMatches) -> Status {
    let interrupt = Interrupt::install();
    let mut settings = args::settings(kind, Verb::Generate, matches);
    if matches.get_one::<u64>("seed").is_none() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
        settings.seed = now as u64 % 1_000_000_000;
    }
    let generate = kind.generate.as_ref().expect("the arguments offer only what there is");
    let wanted = match generate.words {
        WordList::None => false,
        WordList::Needed(_) => true,
        // Nobody should have to type words that are not needed.
        WordList::Optional(_) => {
            matches.contains_id("words") || matches.contains_id("from") || !io::stdin().is_terminal()
        }
    };
    let words = match wanted.then(|| word_list(matches, &interrupt)) {
        None => Vec::new(),
        Some(Ok(words)) => words,
        Some(Err(message)) => return report::usage(&message),
    };
    let count = matches.get_one::<u64>("count").copied().unwrap_or(1);
    let stats = matches.get_flag("stats");
    if stats {
        report::message(&format!("seed {}", settings.seed));
    }
    let how = How { deadline: deadline(matches), stop: interrupt.stop.clone(), seed: settings.seed, ..How::default() };
    let format = &kind.formats[0];
    // A text that starts with the number of its puzzles is printed when it is known how many were made.
    let made = Mutex::new(BTreeMap::new());
    let failed = AtomicBool::new(false);
    let status = ordered::run(0..count, "puzzles", threads(matches), &interrupt, |nth, out| {
        if failed.load(Ordering::Relaxed) {
            return Ok(Ended::Done(Status::Answered));
        }
        let status = match (generate.make)(&words, &settings, nth, &how) {
            Ok(Generated { puzzle, difficulty }) => {
                if stats {
                    out.message(&format!("entail: puzzle {}: {difficulty}\n", nth + 1));
                }
                let text = puzzle.write(format.name).map_err(io::Error::other)?;
                if format.counted {
                    made.lock().expect("nobody panics with it").insert(nth, text);
                } else {
                    out.print(&if nth == 0 { text } else { format!("{}{text}", format.between) })?;
                }
                return Ok(Ended::Done(Status::Answered));
            }
            Err(NotMade::Usage(message)) => {
                out.message(&format!("entail: {message}\n"));
                Status::Malformed
            }
            Err(NotMade::Impossible(reason)) => {
                out.message(&format!("entail: puzzle {}: there is none: {reason}\n", nth + 1));
                Status::NoAnswer
            }
            Err(NotMade::NotFound(reason)) => {
                out.message(&format!("entail: puzzle {}: none was found: {reason}\n", nth + 1));
                Status::Stopped
            }
            Err(NotMade::Stopped) => {
                out.message(&format!("entail: stopped before puzzle {} of {count} was made\n", nth + 1));
                Status::Stopped
            }
        };
        failed.store(true, Ordering::Relaxed);
        Ok(if format.counted { Ended::Done(status) } else { Ended::Last(status) })
    });
    if !format.counted {
        return status;
    }
    let made = made.into_inner().expect("nobody panics with it");
    let texts: Vec<String> =
        made.into_iter().zip(0..).take_while(|((nth, _), next)| nth == next).map(|((_, text), _)| text).collect();
    if texts.is_empty() { status } else { status.max(counted(&texts, format, Vec::new(), &interrupt)) }
}

/// The words to choose from: the arguments, or those of a file or standard input, separated by white space or commas.
fn word_list(matches: &ArgMatches, interrupt: &Interrupt) -> Result<Vec<String>, String> {
    use std::io::Read;
    let mut input = input::words(matches, interrupt)?;
    let mut text = String::new();
    input.text.read_to_string(&mut text).map_err(|error| format!("{}: {error}", input.name))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let words = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == ','));
    Ok(words.filter(|word| !word.is_empty()).map(str::to_owned).collect())
}
