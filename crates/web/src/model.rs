//! Programs in FlatZinc: looked at before they are run, and what they print as events.
//!
//! A short program can ask for much: a constraint repeats an array by its name. So the size of what it stands for is counted
//! before anything is built of it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use entail_flatzinc::ast::{Expr, Program};
use entail_flatzinc::protocol::{self, Failure, Settings, Shared};
use entail_model::Model;
use entail_puzzles::search::How;
use serde_json::{Value, json};

use crate::events::Teller;
use crate::refusal::Refusal;
use crate::solve::{Want, failed};
use crate::work::Job;

/// The longest program.
const LONGEST: usize = 1 << 20;
/// The most arguments and elements of arrays that its constraints may have, each array counted wherever it is named.
const LARGEST: usize = 2_000_000;

/// Reads a program and refuses what is malformed or too large.
pub fn look_at(text: &str) -> Result<(), Refusal> {
    if text.len() > LONGEST {
        return Err(too_large());
    }
    // A model of ours as JSON names no array twice.
    if text.trim_start().starts_with('{') && Model::from_json(text).is_ok() {
        return Ok(());
    }
    let program = entail_flatzinc::read(text.as_bytes()).map_err(|malformed| Refusal::malformed(&malformed))?;
    if size(&program) > LARGEST {
        return Err(too_large());
    }
    let translated = entail_flatzinc::translate::translate(&program);
    translated.map(drop).map_err(|mistake| Refusal::malformed(&mistake.within(text.as_bytes())))
}

fn too_large() -> Refusal {
    Refusal::unfit("this program is too large for the page; the command has no such limit")
}

/// How much the constraints of a program stand for.
fn size(program: &Program) -> usize {
    let of = |expr: &Expr| match expr {
        Expr::Array(number) => program.arrays.get(*number as usize).map_or(1, |array| array.elements.len()),
        Expr::List(elements) => elements.len(),
        _ => 1,
    };
    program.constraints.iter().flat_map(|call| &call.args).map(|(_, expr)| of(expr)).fold(0, usize::saturating_add)
}

/// Runs a program; the last event.
pub fn run(text: &str, want: Want, seed: u64, time: Duration, job: &Job, teller: &mut Teller) -> Value {
    let settings = Settings {
        all: matches!(want, Want::Count),
        answers: want.answers(),
        free: false,
        statistics: true,
        verbose: false,
        threads: 1,
        seed,
        started: Instant::now(),
        time: Some(time),
    };
    let printed = Printed { teller, how: job.how(seed, time), want, found: 0, rest: String::new() };
    let mut shared = Shared::new(printed);
    shared.stop = job.stop();
    let ended = protocol::run(text.as_bytes(), &settings, &shared, &|_| {});
    let mut printer = shared.printer();
    printer.stop();
    let Printed { found, rest, .. } = printer.written();
    match ended {
        Ok(()) => end_event(*found, rest, want, job),
        Err(Failure::Write(_)) => end_event(*found, "", want, job),
        Err(Failure::Malformed(malformed)) => failed(&malformed.to_string()),
        Err(Failure::Model(mistake)) => failed(&mistake.to_string()),
        Err(Failure::Engine(entail_engine::Error::OutOfMemory)) => failed("stopped by the limit of memory"),
        Err(Failure::Engine(_)) => failed("a bug in entail, please report it with the program"),
    }
}

/// Takes what a run prints: each answer in one piece, then the last line and the statistics.
struct Printed<'a> {
    teller: &'a mut Teller,
    how: How,
    want: Want,
    found: u64,
    /// What is no answer.
    rest: String,
}

impl Write for Printed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let Some(answer) = text.strip_suffix("----------\n") else {
            self.rest += &text;
            return Ok(bytes.len());
        };
        self.found += 1;
        self.teller.found(self.found);
        if self.want == Want::Count {
            return Ok(bytes.len());
        }
        let objective = figure(answer, "objective").and_then(|value| value.parse::<i64>().ok());
        let shown: String =
            answer.lines().filter(|line| !line.starts_with("%%%")).map(|line| format!("{line}\n")).collect();
        let event = if objective.is_some() { "better" } else { "answer" };
        let data = json!({ "number": self.found, "text": shown, "values": null, "svg": null, "objective": objective });
        match self.teller.tell(event, &data, &self.how) {
            Ok(()) => Ok(bytes.len()),
            Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A figure of the statistics.
fn figure<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("%%%mzn-stat: ")?.strip_prefix(name)?.strip_prefix('='))
}

fn end_event(found: u64, rest: &str, want: Want, job: &Job) -> Value {
    let line = rest.lines().next().filter(|line| line.starts_with("=====")).unwrap_or_default();
    let complete = matches!(line, "==========" | "=====UNSATISFIABLE=====");
    let enough = found >= want.answers();
    let status = match (complete, found) {
        (true, 0) => "no answer",
        (false, _) if !enough => "stopped",
        _ if want == Want::Unique && found > 1 => "not unique",
        _ => "answered",
    };
    let message = match status {
        "stopped" => Some(format!("stopped by {}", job.why().unwrap_or("the time limit"))),
        _ => None,
    };
    let number = |name| figure(rest, name).and_then(|value| value.parse::<u64>().ok());
    json!({
        "status": status,
        "found": found,
        "complete": complete,
        "unique": if found > 1 { Some(false) } else { (found == 1 && complete).then_some(true) },
        "message": message,
        "line": line,
        "effort": {
            "decisions": number("nodes"),
            "conflicts": number("failures"),
            "restarts": number("restarts"),
            "propagations": number("propagations"),
            "learnt": number("nogoods"),
        },
    })
}
