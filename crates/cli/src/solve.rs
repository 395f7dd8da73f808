//! `entail solve`: each case answered, printed and checked, whatever its kind.

use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use entail_engine::{Statistics, Stop};
use entail_model::Answer;
use entail_puzzles::search::{self, End, Failure, How};
use entail_puzzles::{Impossible, Kind, Puzzle, ReadError, Verb};

use crate::args;
use crate::input;
use crate::interrupt::Interrupt;
use crate::ordered::{self, Ended, Output, Threads};
use crate::report::{self, Look};
use crate::status::Status;

/// How answers are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Svg,
}

/// One run of `solve` over the cases of an input.
struct Run {
    kind: &'static Kind,
    /// The input in messages.
    name: String,
    format: Format,
    look: Look,
    /// Only the number of answers.
    count: bool,
    unique: bool,
    /// How many answers to print or count.
    wanted: u64,
    stats: bool,
    how: How,
}

/// `entail solve KIND`.
pub fn run(kind: &'static Kind, matches: &ArgMatches) -> Status {
    let interrupt = Interrupt::install();
    let deadline = deadline(matches);
    let settings = args::settings(kind, Verb::Solve, matches);
    let input = match input::problems(kind, matches, &interrupt) {
        Ok(input) => input,
        Err(message) => return report::usage(&message),
    };
    let flag = |name| kind.enumerable && matches.get_flag(name);
    let (all, count, unique) = (flag("all"), flag("count"), flag("unique"));
    let wanted = matches.get_one("limit").copied().unwrap_or(if all || count { u64::MAX } else { 1 });
    let choice = args::choice(matches);
    if choice == search::Choice::Kernel && !kind.kernel {
        report::message(&format!("{} has no kernel of its own; the learning engine answers", kind.name));
    }
    let run = Run {
        kind,
        name: input.name,
        format: match matches.get_one::<String>("format").map(String::as_str) {
            Some("json") => Format::Json,
            Some("svg") => Format::Svg,
            _ => Format::Text,
        },
        look: Look::of_stdout(),
        count,
        unique,
        wanted,
        stats: matches.get_flag("stats"),
        how: How {
            choice,
            seed: settings.seed,
            wanted: if unique { wanted.max(2) } else { wanted },
            threads: match threads(matches) {
                Threads::Cores => 0,
                Threads::Exactly(threads) => threads,
            },
            deadline,
            stop: interrupt.stop.clone(),
        },
    };
    let cases = (1..).zip((kind.read)(input.text, &settings));
    ordered::run(cases, "cases", threads(matches), &interrupt, |(number, case), out| {
        Case { run: &run, number, out }.answer(case)
    })
}

/// When the command must end.
pub fn deadline(matches: &ArgMatches) -> Option<Instant> {
    matches.get_one::<Duration>("time-limit").map(|limit| Instant::now() + *limit)
}

/// How many cases are worked on at the same time.
pub fn threads(matches: &ArgMatches) -> Threads {
    let threads = matches.get_one::<u64>("threads");
    threads.map_or(Threads::Cores, |threads| Threads::Exactly((*threads).min(1024) as usize))
}

/// What stopped a search, in a message.
pub fn by(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "the time limit",
        Stop::Asked => "Ctrl-C",
        Stop::Memory => "the limit of memory",
        Stop::Answers => "the limit of numbers",
        Stop::Conflicts => "a limit",
    }
}

/// Whether what stopped one case stops all of them.
fn ends_all(stop: Stop) -> bool {
    matches!(stop, Stop::Time | Stop::Asked)
}

/// One case.
struct Case<'a> {
    run: &'a Run,
    /// Its number, from 1.
    number: u64,
    out: &'a mut dyn Output,
}

impl Case<'_> {
    fn answer(&mut self, case: Result<Box<dyn Puzzle>, ReadError>) -> io::Result<Ended> {
        let puzzle = match case {
            Ok(puzzle) => puzzle,
            Err(ReadError::Usage(message)) => {
                self.message(&message);
                return Ok(Ended::Done(Status::Malformed));
            }
            Err(error) => {
                self.out.message(&report::read_error(&self.run.name, &error));
                return Ok(Ended::Done(Status::Malformed));
            }
        };
        self.begin()?;
        self.search(&*puzzle)
    }

    /// Prints the answers of a puzzle, or counts them, as the flags ask.
    fn search(&mut self, puzzle: &dyn Puzzle) -> io::Result<Ended> {
        let Run { how, wanted, .. } = self.run;
        let started = self.run.stats.then(Instant::now);
        let mut found = 0;
        let mut written = Ok(());
        // A search that is over at once would not look at the clock, and there may be many of them.
        let counted = match how.stopped() {
            Some(stop) => Some((0, End { stop: Some(stop), ..End::default() })),
            None if self.run.count => puzzle.count(how, how.wanted),
            None => None,
        };
        let end = match counted {
            Some((0, End { stop: None, .. })) if let Err(impossible) = puzzle.model() => {
                return self.impossible(&impossible);
            }
            Some((count, mut end)) => {
                found = count;
                if count == u64::MAX && end.stop.is_none() {
                    end.stop = Some(Stop::Answers);
                }
                end
            }
            None => {
                let ended = search::solve(puzzle, how, &mut |answer| {
                    found += 1;
                    if found <= *wanted && !self.run.count {
                        written = self.print(puzzle, found, &answer);
                    }
                    if written.is_err() || found >= how.wanted {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                });
                match ended {
                    Ok(end) => end,
                    Err(Failure::Impossible(impossible)) => return self.impossible(&impossible),
                    Err(failure) => return self.broken(&failure),
                }
            }
        };
        written?;
        let enough = found >= how.wanted && end.stop.is_none();
        // With an objective the one answer asked for is the best, which is all there is to know.
        let best = how.wanted == 1 && end.best;
        let tally = Tally { found, complete: end.stop.is_none() && (!enough || best) };
        let status = self.conclude(tally, &end);
        if let Some(started) = started {
            self.message(&effort(&end, started.elapsed()));
        }
        self.end(Tally { found: found.min(*wanted), ..tally }, status)?;
        Ok(if end.stop.is_some_and(ends_all) { Ended::Last(status) } else { Ended::Done(status) })
    }

    /// The status of a case after its search, with a message for whatever is not an answer.
    fn conclude(&mut self, tally: Tally, end: &End) -> Status {
        let unique = self.run.unique;
        let unknown = || match (&end.unknown, tally.found) {
            (Some(unknown), _) => unknown.clone(),
            (None, u64::MAX) => format!("there are at least {} answers, more than can be counted", u64::MAX),
            (None, 0) => "whether there is an answer is not known".to_owned(),
            (None, 1) if unique => "whether there is a second answer is not known".to_owned(),
            (None, found) => format!("whether there are more answers than these {found} is not known"),
        };
        match end.stop {
            Some(stop) => {
                let later = if ends_all(stop) { "; later cases were not tried" } else { "" };
                self.message(&format!("stopped by {}: {}{later}", by(stop), unknown()));
                Status::Stopped
            }
            None if tally.found == 0 => {
                self.message("no answer");
                Status::NoAnswer
            }
            None if unique && tally.found > 1 => {
                self.message("not unique: there is a second answer");
                Status::NotUnique
            }
            None => Status::Answered,
        }
    }

    fn impossible(&mut self, why: &Impossible) -> io::Result<Ended> {
        self.message(&format!("no answer: {why}"));
        self.end(Tally { found: 0, complete: true }, Status::NoAnswer)?;
        Ok(Ended::Done(Status::NoAnswer))
    }

    /// A bug of ours, caught before it reached a user. Nothing is known about the case.
    fn broken(&mut self, failure: &Failure) -> io::Result<Ended> {
        let what = match failure {
            Failure::Engine(entail_engine::Error::OutOfMemory) => "stopped by the limit of memory".to_owned(),
            failure => format!("a bug in entail, please report it: {failure}"),
        };
        self.message(&format!("{what}; no answer of this case is known"));
        self.end(Tally { found: 0, complete: false }, Status::Stopped)?;
        Ok(Ended::Done(Status::Stopped))
    }

    fn message(&mut self, text: &str) {
        self.out.message(&format!("entail: {}, case {}: {text}\n", self.run.name, self.number));
    }

    /// Opens the JSON object of a case.
    fn begin(&mut self) -> io::Result<()> {
        if self.run.format != Format::Json {
            return Ok(());
        }
        let answers = if self.run.count { "" } else { ",\"answers\":[" };
        self.out.print(&format!("{{\"kind\":\"{}\",\"case\":{}{answers}", self.run.kind.name, self.number))
    }

    /// Prints the `nth` answer of a case.
    fn print(&mut self, puzzle: &dyn Puzzle, nth: u64, answer: &Answer) -> io::Result<()> {
        let text = match self.run.format {
            Format::Text if self.run.look.terminal => {
                puzzle.terminal(answer, self.run.look.colour).unwrap_or_else(|| puzzle.text(answer))
            }
            Format::Text => puzzle.text(answer),
            Format::Json => puzzle.json(answer).to_string(),
            Format::Svg => puzzle.draw(Some(answer)).svg(),
        };
        match self.run.format {
            Format::Text if self.run.wanted > 1 => self.out.separate()?,
            Format::Json if nth > 1 => self.out.print(",")?,
            _ => {}
        }
        self.out.print(&text)
    }

    /// Ends the output of a case.
    fn end(&mut self, tally: Tally, status: Status) -> io::Result<()> {
        let Tally { found, complete } = tally;
        if self.run.format != Format::Json {
            return if self.run.count { self.out.print(&format!("{found}\n")) } else { Ok(()) };
        }
        let answers = if self.run.count { format!(",\"count\":{found}") } else { "]".to_owned() };
        self.out.print(&format!("{answers},\"complete\":{complete},\"status\":\"{}\"}}\n", status.name()))
    }
}

/// How many answers a case has.
#[derive(Clone, Copy)]
struct Tally {
    /// At least this many.
    found: u64,
    /// And no more.
    complete: bool,
}

fn effort(end: &End, elapsed: Duration) -> String {
    let mut parts = Vec::new();
    if end.effort.nodes > 0 || end.effort.engine.is_none() {
        parts.push(format!("{} nodes", end.effort.nodes));
    }
    if let Some(Statistics { decisions, conflicts, restarts, propagations, learnt, .. }) = &end.effort.engine {
        parts.push(format!(
            "{decisions} decisions, {conflicts} conflicts, {restarts} restarts, {propagations} propagations, {learnt} learnt clauses"
        ));
    }
    parts.push(format!("{:.6} s", elapsed.as_secs_f64()));
    parts.join(", ")
}
