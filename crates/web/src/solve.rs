//! `POST /api/solve`: the answers of a problem as a stream of events, the last of which says what is known.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::response::Response;
use entail_engine::{Error, Stop};
use entail_model::Answer;
use entail_puzzles::search::{self, Choice, Effort, End, Failure, How};
use entail_puzzles::{Puzzle, Verb};
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::events::{self, Teller};
use crate::fields::Fields;
use crate::model;
use crate::problem::Problem;
use crate::refusal::Refusal;
use crate::routes::Taken;
use crate::work::{Job, Work};

/// The most answers that one request lists.
const MOST_ANSWERS: u64 = 1_000;
/// How many of them are drawn.
const DRAWN: u64 = 100;

/// What is asked about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// An answer.
    Answer,
    /// Whether there is one answer only.
    Unique,
    /// How many there are.
    Count,
    /// So many of them.
    All(u64),
}

impl Want {
    fn of(fields: &mut Fields) -> Result<Self, Refusal> {
        let limit = fields.number("limit", 1..=MOST_ANSWERS)?;
        Ok(match fields.word("want", &["answer", "unique", "count", "all"])? {
            "unique" => Self::Unique,
            "count" => Self::Count,
            "all" => Self::All(limit.unwrap_or(100)),
            _ => Self::Answer,
        })
    }

    /// How many answers a search must look for.
    pub fn answers(self) -> u64 {
        match self {
            Self::Answer => 1,
            Self::Unique => 2,
            Self::Count => u64::MAX,
            Self::All(limit) => limit,
        }
    }
}

/// Answers a request, or refuses it before the first event.
pub async fn solve(work: Arc<Work>, body: Taken) -> Result<Response, Refusal> {
    let (teller, listener) = events::stream();
    let (begin, begun) = oneshot::channel();
    let time_limit = work.time_limit;
    let running = work
        .start(move |job| match Search::of(&body.bytes, time_limit) {
            Err(refusal) => drop(begin.send(Err(refusal))),
            Ok(search) => {
                drop(body);
                if begin.send(Ok(())).is_ok() {
                    search.run(job, teller);
                }
            }
        })
        .await?;
    match begun.await {
        Ok(Ok(())) => Ok(listener.response(running)),
        Ok(Err(refusal)) => Err(refusal),
        Err(_) => Err(Refusal::bug()),
    }
}

/// A request that has been read.
struct Search {
    what: What,
    want: Want,
    time: Duration,
}

enum What {
    Puzzle { puzzle: Box<dyn Puzzle>, seed: u64, choice: Choice },
    Model { text: String, seed: u64 },
}

impl Search {
    fn of(body: &[u8], time_limit: Duration) -> Result<Self, Refusal> {
        let mut fields = Fields::of(body)?;
        let problem = Problem::of(&mut fields, Verb::Solve)?;
        let want = Want::of(&mut fields)?;
        let choice = match fields.word("engine", &["auto", "kernel", "learning"])? {
            "kernel" => Choice::Kernel,
            "learning" => Choice::Learning,
            _ => Choice::Auto,
        };
        let time = fields
            .seconds("time")?
            .map_or(time_limit, |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(time_limit).min(time_limit));
        fields.end()?;
        let what = match problem {
            Problem::Model { text, seed } => {
                model::look_at(&text)?;
                What::Model { text, seed }
            }
            Problem::Puzzle(text) => {
                if want != Want::Answer && !text.kind.enumerable {
                    return Err(Refusal::unfit(format!("\"want\": {} has one best answer", text.kind.name)));
                }
                What::Puzzle { puzzle: text.read(false)?.0, seed: text.settings.seed, choice }
            }
        };
        Ok(Self { what, want, time })
    }

    /// Searches, and tells how it ended whatever happens.
    fn run(self, job: &Job, mut teller: Teller) {
        let Self { what, want, time } = self;
        let started = Instant::now();
        let ended = catch_unwind(AssertUnwindSafe(|| match what {
            What::Puzzle { puzzle, seed, choice } => {
                let how = How { choice, wanted: want.answers(), ..job.how(seed, time) };
                puzzle_answers(&*puzzle, want, &how, &mut teller).event(want, job)
            }
            What::Model { text, seed } => model::run(&text, want, seed, time, job, &mut teller),
        }));
        let mut end = ended.unwrap_or_else(|_| failed("a bug in entail, please report it with the problem"));
        end["seconds"] = json!(started.elapsed().as_secs_f64());
        teller.end(&end);
    }
}

/// The last event of a search of which nothing is known.
pub fn failed(message: &str) -> Value {
    json!({ "status": "failed", "found": 0, "complete": false, "unique": null, "message": message })
}

/// What is known after a search.
struct Known {
    found: u64,
    end: End,
    /// Why there is no answer, where that is plain to see; or why nothing is known.
    message: Option<String>,
    failed: bool,
    /// The client was sent enough.
    cut: bool,
}

/// Finds answers and tells them.
fn puzzle_answers(puzzle: &dyn Puzzle, want: Want, how: &How, teller: &mut Teller) -> Known {
    let mut known = Known { found: 0, end: End::default(), message: None, failed: false, cut: false };
    let counted = if want == Want::Count { puzzle.count(how, how.wanted) } else { None };
    if let Some((found, end)) = counted {
        if found == 0 && end.stop.is_none() {
            known.message = puzzle.model().err().map(|impossible| format!("no answer: {impossible}"));
        }
        return Known { found, end, ..known };
    }
    let ended = search::solve(puzzle, how, &mut |answer| {
        known.found += 1;
        teller.found(known.found);
        if want != Want::Count && teller.tell("answer", &answer_event(puzzle, known.found, &answer), how).is_err() {
            known.cut = true;
        }
        if known.cut || known.found >= how.wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match ended {
        Ok(end) => known.end = end,
        Err(Failure::Impossible(impossible)) => known.message = Some(format!("no answer: {impossible}")),
        Err(Failure::Engine(Error::OutOfMemory)) => known.end.stop = Some(Stop::Memory),
        Err(_) => known.failed = true,
    }
    known
}

fn answer_event(puzzle: &dyn Puzzle, number: u64, answer: &Answer) -> Value {
    let svg = (number <= DRAWN).then(|| puzzle.draw(Some(answer)).svg());
    json!({ "number": number, "text": puzzle.text(answer), "values": puzzle.json(answer), "svg": svg })
}

impl Known {
    /// The last event.
    fn event(self, want: Want, job: &Job) -> Value {
        let Self { found, end, message, failed, cut } = self;
        if failed {
            return self::failed("a bug in entail, please report it with the problem");
        }
        let enough = cut || found >= want.answers();
        let stop = end.stop.or((found == u64::MAX).then_some(Stop::Answers));
        let complete = stop.is_none() && (!enough || (want == Want::Answer && end.best));
        let unique = match found {
            2.. => Some(false),
            1 if complete && !end.best => Some(true),
            _ => None,
        };
        let (status, message) = match stop {
            Some(stop) => ("stopped", Some(stopped(stop, found, want, end.unknown, job))),
            None if found == 0 => ("no answer", message.or_else(|| Some("no answer".to_owned()))),
            None if cut => ("stopped", Some("enough was sent".to_owned())),
            None if want == Want::Unique && found > 1 => ("not unique", Some("there is a second answer".to_owned())),
            None => ("answered", None),
        };
        json!({
            "status": status,
            "found": found,
            "complete": complete,
            "unique": unique,
            "message": message,
            "effort": effort(&end.effort),
        })
    }
}

/// What stopped a search and what is not known for that reason.
fn stopped(stop: Stop, found: u64, want: Want, unknown: Option<String>, job: &Job) -> String {
    let by = match stop {
        Stop::Time => "the time limit",
        Stop::Asked => job.why().unwrap_or("request"),
        Stop::Memory => "the limit of memory",
        Stop::Answers => "the limit of numbers",
        Stop::Conflicts => "a limit",
    };
    let unknown = unknown.unwrap_or_else(|| match found {
        u64::MAX => format!("there are at least {found} answers, more than can be counted"),
        0 => "whether there is an answer is not known".to_owned(),
        1 if want == Want::Unique => "whether there is a second answer is not known".to_owned(),
        _ => format!("whether there are more answers than {found} is not known"),
    });
    format!("stopped by {by}: {unknown}")
}

fn effort(effort: &Effort) -> Value {
    let mut figures = json!({ "nodes": effort.nodes });
    if let Some(engine) = &effort.engine {
        for (name, figure) in [
            ("decisions", engine.decisions),
            ("conflicts", engine.conflicts),
            ("restarts", engine.restarts),
            ("propagations", engine.propagations),
            ("learnt", engine.learnt),
        ] {
            figures[name] = json!(figure);
        }
    }
    figures
}
