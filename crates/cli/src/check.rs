//! `entail check`: answers read back and judged, case by case.

use std::path::Path;

use clap::ArgMatches;
use entail_puzzles::search::How;
use entail_puzzles::{Kind, Scanner, Source, Verb, Verdict};

use crate::args;
use crate::input::{self, Named};
use crate::interrupt::Interrupt;
use crate::ordered::{self, Ended, Threads};
use crate::report;
use crate::solve::{by, deadline};
use crate::status::Status;

/// `entail check KIND PUZZLE ANSWER`.
pub fn run(kind: &'static Kind, matches: &ArgMatches) -> Status {
    let interrupt = Interrupt::install();
    let settings = args::settings(kind, Verb::Check, matches);
    let (puzzles, answers) = match inputs(kind, matches, &interrupt) {
        Ok(inputs) => inputs,
        Err(message) => return report::usage(&message),
    };
    let how = How { deadline: deadline(matches), stop: interrupt.stop.clone(), seed: settings.seed, ..How::default() };
    let mut scanner = Scanner::new(answers.text);
    let mut worst = Status::Answered;
    let mut stopped = false;
    let mut verdicts = Vec::new();
    for (case, number) in (kind.read)(puzzles.text, &settings).zip(1..) {
        if let Some(stop) = how.stopped() {
            report::message(&format!("stopped by {}: case {number} and what follows was not looked at", by(stop)));
            worst = worst.max(Status::Stopped);
            stopped = true;
            break;
        }
        // Without the puzzle nobody knows where its answer ends.
        let judged = match case {
            Err(error) => Err(report::read_error(&puzzles.name, &error)),
            Ok(puzzle) => puzzle.judge(&mut scanner, &how).map_err(|error| report::read_error(&answers.name, &error)),
        };
        match judged {
            Ok(Verdict::Right) => verdicts.push(format!("case {number}: right\n")),
            Ok(Verdict::Unknown(what)) => {
                verdicts.push(format!("case {number}: not known: {what}\n"));
                worst = worst.max(Status::Stopped);
            }
            Ok(Verdict::Wrong(reason)) => {
                verdicts.push(format!("case {number}: wrong: {reason}\n"));
                worst = worst.max(Status::NoAnswer);
            }
            Err(message) => {
                report::raw(&message);
                worst = Status::Malformed;
                break;
            }
        }
    }
    if !stopped
        && worst != Status::Malformed
        && let Err(error) = scanner.end("the end of the text after the last answer")
    {
        report::raw(&report::read_error(&answers.name, &error));
        worst = Status::Malformed;
    }
    let printed = ordered::run(verdicts.into_iter(), "cases", Threads::Exactly(1), &interrupt, |verdict, out| {
        out.print(&verdict)?;
        Ok(Ended::Done(Status::Answered))
    });
    worst.max(printed)
}

/// The puzzles and the answers.
fn inputs(kind: &Kind, matches: &ArgMatches, interrupt: &Interrupt) -> Result<(Named, Named), String> {
    let twice = || Err("standard input can be the puzzles or the answers, not both".to_owned());
    match kind.source {
        Source::File => {
            let file = |name| input::path(matches, name).expect("it is required");
            let (puzzle, answer) = (file("puzzle"), file("answer"));
            if puzzle == Path::new("-") && answer == Path::new("-") {
                return twice();
            }
            Ok((input::open(Some(puzzle), interrupt)?, input::open(Some(answer), interrupt)?))
        }
        Source::Arguments(_) => {
            let words: Vec<&str> = matches.get_many::<String>("words").expect("required").map(String::as_str).collect();
            let (answer, problem) = words.split_last().expect("required");
            // A problem of one word may be the name of a file.
            let puzzles = match problem {
                [] => return Err("expected a problem, then a file with its answer".to_owned()),
                ["-"] if *answer == "-" => return twice(),
                [file] if *file == "-" || Path::new(file).is_file() => input::open(Some(Path::new(file)), interrupt)?,
                problem => input::line(problem),
            };
            Ok((puzzles, input::open(Some(Path::new(answer)), interrupt)?))
        }
    }
}
