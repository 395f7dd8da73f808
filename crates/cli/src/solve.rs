//! `entail solve`: case by case, as they are read, each answered before the next one is looked at.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::num::NonZeroU64;
use std::path::Path;
use std::time::{Duration, Instant};

use entail_engine::{Limits, Options, Solver, Statistics, Stop};
use entail_model::{Answer, Model};
use entail_puzzles::kakuro::{Grid, Reader};

use crate::args::{Format, SolveFile, SolveFlags};
use crate::interrupt::Interrupt;
use crate::report;
use crate::status::Status;

/// `entail solve kakuro`.
pub fn kakuro(args: &SolveFile) -> Status {
    let interrupt = Interrupt::install();
    let (name, input) = match open(args.file.as_deref()) {
        Ok(opened) => opened,
        Err(message) => {
            report::message(&message);
            return Status::Malformed;
        }
    };
    let reader = Reader::new(BufReader::new(interrupt.watch(input)));
    let mut run = Run::new("kakuro", name, &args.flags, interrupt);
    for (number, case) in (1..).zip(reader) {
        run.case = number;
        let written = match case {
            Err(error) => {
                report::read_error(&run.name, &error);
                run.ended(Status::Malformed)
            }
            Ok(kakuro) => match kakuro.model() {
                Err(impossible) => run.impossible(&impossible.to_string()),
                Ok(stated) => run.answer(&stated.model, |answer, format| shown(&stated.grid(answer), format)),
            },
        };
        if !run.goes_on(written) {
            break;
        }
    }
    run.worst
}

/// An answer of a Kakuro as text or JSON.
fn shown(grid: &Grid, format: Format) -> String {
    match format {
        Format::Text => grid.to_string(),
        Format::Json => {
            let rows: Vec<&[u8]> = grid.rows().collect();
            serde_json::to_string(&rows).expect("numbers can always be written")
        }
    }
}

/// The input and its name in messages.
fn open(file: Option<&Path>) -> Result<(String, Box<dyn Read>), String> {
    match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
            Ok((name, Box::new(file)))
        }
        _ => Ok(("<stdin>".to_owned(), Box::new(io::stdin()))),
    }
}

/// One run of `solve` over the cases of an input, whatever their kind.
struct Run<'a> {
    kind: &'static str,
    name: String,
    flags: &'a SolveFlags,
    interrupt: Interrupt,
    started: Instant,
    out: BufWriter<io::StdoutLock<'static>>,
    /// The number of the case at hand, from 1.
    case: u64,
    worst: Status,
    /// What ended the search of the case at hand too early; nothing comes after that.
    stopped: Option<Stop>,
}

impl<'a> Run<'a> {
    fn new(kind: &'static str, name: String, flags: &'a SolveFlags, interrupt: Interrupt) -> Self {
        let out = BufWriter::new(io::stdout().lock());
        Self {
            kind,
            name,
            flags,
            interrupt,
            started: Instant::now(),
            out,
            case: 0,
            worst: Status::Answered,
            stopped: None,
        }
    }

    /// Notes how a case ended; what was printed for it is on its way from here on.
    fn ended(&mut self, status: Status) -> io::Result<()> {
        self.worst = self.worst.max(status);
        self.out.flush()
    }

    /// Whether the next case may be tried.
    fn goes_on(&mut self, written: io::Result<()>) -> bool {
        match written {
            Ok(()) => self.stopped.is_none(),
            // Nobody reads any more: not our mistake, and nobody to tell.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => false,
            Err(error) => {
                report::message(&format!("cannot write the answer: {error}"));
                self.worst = Status::Malformed;
                false
            }
        }
    }

    fn message(&self, text: &str) {
        report::message(&format!("{}, case {}: {text}", self.name, self.case));
    }

    /// A case that has no answer for a reason known without a search.
    fn impossible(&mut self, reason: &str) -> io::Result<()> {
        self.message(&format!("no answer: {reason}"));
        self.begin()?;
        self.end(Tally { found: 0, complete: true }, Status::NoAnswer)
    }

    /// Prints the answers of a model, or counts them, as the flags ask.
    fn answer(&mut self, model: &Model, show: impl Fn(&Answer, Format) -> String) -> io::Result<()> {
        self.begin()?;
        let options = Options { seed: self.flags.seed, ..Options::default() };
        let mut solver = match Solver::with_options(model, options) {
            Ok(solver) => solver,
            Err(error) => return self.broken(&error),
        };
        let started = Instant::now();
        let time = self.flags.time_limit.map(|limit| limit.saturating_sub(self.started.elapsed()));
        *solver.limits() = Limits { time, stop: Some(self.interrupt.stop.clone()), ..Limits::default() };
        let many = self.flags.all || self.flags.count;
        let wanted = self.flags.limit.map_or(if many { u64::MAX } else { 1 }, NonZeroU64::get);
        let searched = if self.flags.unique { wanted.max(2) } else { wanted };

        let mut tally = Tally { found: 0, complete: false };
        if self.interrupt.seen() {
            self.stopped = Some(Stop::Asked);
        } else if time == Some(Duration::ZERO) {
            self.stopped = Some(Stop::Time);
        } else {
            let mut answers = solver.answers();
            while tally.found < searched {
                match answers.next() {
                    Some(Ok(answer)) => {
                        tally.found += 1;
                        if tally.found <= wanted && !self.flags.count {
                            self.print(tally.found, &show(&answer, self.flags.format))?;
                        }
                    }
                    Some(Err(error)) => return self.broken(&error),
                    None => {
                        self.stopped = answers.stop();
                        tally.complete = self.stopped.is_none();
                        break;
                    }
                }
            }
        }
        let status = self.conclude(tally);
        if self.flags.stats {
            self.message(&statistics(&solver.statistics(), started.elapsed()));
        }
        self.end(Tally { found: tally.found.min(wanted), ..tally }, status)
    }

    /// The status of a case after its search, with a message for whatever is not an answer.
    fn conclude(&self, tally: Tally) -> Status {
        let unknown = match tally.found {
            0 => "whether there is an answer is not known".to_owned(),
            1 if self.flags.unique => "whether there is a second answer is not known".to_owned(),
            found => format!("whether there are more answers than these {found} is not known"),
        };
        match self.stopped {
            Some(stop) => {
                let by = match stop {
                    Stop::Time => "the time limit",
                    Stop::Asked => "Ctrl-C",
                    _ => "a limit",
                };
                self.message(&format!("stopped by {by}: {unknown}; later cases were not tried"));
                Status::Stopped
            }
            None if tally.found == 0 => {
                self.message("no answer");
                Status::NoAnswer
            }
            None if self.flags.unique && tally.found > 1 => {
                self.message("not unique: there is a second answer");
                Status::NotUnique
            }
            None => Status::Answered,
        }
    }

    /// A bug of ours, caught before it reached a user. Nothing is known about the case.
    fn broken(&mut self, error: &entail_engine::Error) -> io::Result<()> {
        self.message(&format!("a bug in entail, please report it: {error}; no answer of this case is known"));
        self.end(Tally { found: 0, complete: false }, Status::Stopped)
    }

    /// Opens the JSON object of a case.
    fn begin(&mut self) -> io::Result<()> {
        match self.flags.format {
            Format::Json => {
                write!(self.out, "{{\"kind\":\"{}\",\"case\":{}", self.kind, self.case)?;
                if self.flags.count { Ok(()) } else { write!(self.out, ",\"answers\":[") }
            }
            Format::Text => Ok(()),
        }
    }

    /// Prints the `nth` answer of a case.
    fn print(&mut self, nth: u64, answer: &str) -> io::Result<()> {
        let between = match self.flags.format {
            _ if nth == 1 => "",
            Format::Text => "\n",
            Format::Json => ",",
        };
        write!(self.out, "{between}{answer}")
    }

    /// Ends the output of a case.
    fn end(&mut self, tally: Tally, status: Status) -> io::Result<()> {
        let Tally { found, complete } = tally;
        match (self.flags.format, self.flags.count) {
            (Format::Text, false) => {}
            (Format::Text, true) => writeln!(self.out, "{found}")?,
            (Format::Json, false) => write!(self.out, "]")?,
            (Format::Json, true) => write!(self.out, ",\"count\":{found}")?,
        }
        if self.flags.format == Format::Json {
            writeln!(self.out, ",\"complete\":{complete},\"status\":\"{}\"}}", status.name())?;
        }
        self.ended(status)
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

fn statistics(statistics: &Statistics, elapsed: Duration) -> String {
    let Statistics { decisions, conflicts, restarts, propagations, learnt, .. } = statistics;
    format!(
        "{decisions} decisions, {conflicts} conflicts, {restarts} restarts, {propagations} propagations, {learnt} learnt clauses, {:.6} s",
        elapsed.as_secs_f64()
    )
}
