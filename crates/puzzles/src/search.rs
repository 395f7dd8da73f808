//! Searching for the answers of a puzzle, by the learning engine or by a kernel of the kind, within limits.
//!
//! [`solve`] is the only door: whatever found an answer, other code checks it before anybody sees it. What the engine
//! found is checked against the model; what a kernel found without a model, against the rules of the puzzle.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use entail_engine::{Error, Limits, Options, Outcome, Solver, Statistics, Stop};
use entail_model::{Answer, Model, Var};
use thiserror::Error as Failing;

use crate::puzzle::{Impossible, Puzzle};

/// Who searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// The kernel while its budget lasts, then the engine.
    #[default]
    Auto,
    /// The kernel of the kind, to the end.
    Kernel,
    /// The engine that learns from conflicts.
    Learning,
}

/// How to search, and for how long.
#[derive(Clone, Debug, Default)]
pub struct How {
    /// Who searches.
    pub choice: Choice,
    /// Where random choices start.
    pub seed: u64,
    /// How many answers will be taken at most; 1 allows a search for one answer that could not list them all.
    pub wanted: u64,
    /// How many threads one puzzle may take; 0 stands for as many as there are cores.
    pub threads: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set from outside when the search should stop.
    pub stop: Arc<AtomicBool>,
}

impl How {
    /// Whether a limit has been reached. Costs a look at the clock: not for every node.
    pub fn stopped(&self) -> Option<Stop> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Stop::Asked);
        }
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Stop::Time)
    }

    /// How many threads one puzzle may take, at least 1. Costs a look at the machine.
    pub fn threads(&self) -> usize {
        match self.threads {
            0 => thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads,
        }
    }

    /// The same limits for the engine.
    pub fn limits(&self) -> Limits {
        let time = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        Limits { time, stop: Some(self.stop.clone()), ..Limits::default() }
    }

    /// These limits, and a deadline not later than this from now.
    pub fn at_most(&self, time: Duration) -> Self {
        let latest = Instant::now() + time;
        Self { deadline: Some(self.deadline.map_or(latest, |deadline| deadline.min(latest))), ..self.clone() }
    }
}

/// Takes an answer; `Break` when it was the last one wanted.
pub type Found<'a> = dyn FnMut(Answer) -> ControlFlow<()> + 'a;

/// How a search ended.
#[derive(Clone, Debug, Default)]
pub struct End {
    /// What ended it before it was through; `None` also when no more answers were wanted.
    pub stop: Option<Stop>,
    /// What was found is the best there is, which is all there is to find.
    pub best: bool,
    /// After a stop with an objective: what is not known about the best answer so far.
    pub unknown: Option<String>,
    /// What was done.
    pub effort: Effort,
}

/// What a search did.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Nodes of a kernel's search.
    pub nodes: u64,
    /// What the engine did, where it was asked.
    pub engine: Option<Statistics>,
}

/// Why a search says nothing about a puzzle that was well-formed.
#[derive(Debug, Failing)]
pub enum Failure {
    /// There is no answer, for a reason that is plain to see.
    #[error("{0}")]
    Impossible(#[from] Impossible),
    /// A kernel found what is no answer. It is an error, never output.
    #[error("an answer that does not keep the rules of its puzzle was found")]
    Wrong,
    /// The engine failed.
    #[error("{0}")]
    Engine(#[from] Error),
}

/// The answers of a puzzle, each checked and handed to `found`, see [`Puzzle::search`].
pub fn solve(puzzle: &dyn Puzzle, how: &How, found: &mut Found<'_>) -> Result<End, Failure> {
    let mut any = false;
    let mut wrong = false;
    let by_kernel = puzzle.kernel(how, &mut |answer| {
        any = true;
        wrong = !puzzle.holds(&answer);
        if wrong { ControlFlow::Break(()) } else { found(answer) }
    });
    match by_kernel {
        Some(_) if wrong => Err(Failure::Wrong),
        // Only the model knows why there is none.
        Some(Ok(End { stop: None, .. })) if !any && let Err(impossible) = puzzle.model() => Err(impossible.into()),
        Some(end) => Ok(end?),
        None => {
            let model = puzzle.model()?;
            let end = by_model(puzzle, &model, how, found)?;
            Ok(End { best: end.stop.is_none() && model.objective().is_some(), ..end })
        }
    }
}

/// The answers of a puzzle whose model this is, each checked against it.
fn by_model(puzzle: &dyn Puzzle, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
    let mut wrong = None;
    let end = puzzle.search(model, how, &mut |answer| match entail_model::check(model, &answer) {
        Ok(()) => found(answer),
        Err(violation) => {
            wrong = Some(violation);
            ControlFlow::Break(())
        }
    })?;
    match wrong {
        Some(violation) => Err(Error::WrongAnswer(violation)),
        None => Ok(end),
    }
}

/// The answers of a model by the engine; with a projection those that differ in its variables, each once.
pub fn by_engine(model: &Model, projection: Option<&[Var]>, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
    if let Some(stop) = how.stopped() {
        return Ok(End { stop: Some(stop), ..End::default() });
    }
    let mut solver = Solver::with_options(model, Options { seed: how.seed, ..Options::default() })?;
    *solver.limits() = how.limits();
    let mut stop = None;
    if model.objective().is_some() {
        match solver.optimize(|_| {})? {
            Outcome::Satisfied(best) | Outcome::Optimal(best) => drop(found(best)),
            Outcome::Unsatisfiable { .. } => {}
            Outcome::Unknown { best, stop: by, .. } => {
                stop = Some(by);
                if let Some(best) = best {
                    let _ = found(best);
                }
            }
        }
    } else {
        let mut answers = match projection {
            Some(projection) => solver.answers_of(projection),
            None => solver.answers(),
        };
        loop {
            match answers.next() {
                Some(answer) => {
                    if found(answer?).is_break() {
                        break;
                    }
                }
                None => {
                    stop = answers.stop();
                    break;
                }
            }
        }
    }
    let effort = Effort { nodes: 0, engine: Some(solver.statistics()) };
    Ok(End { stop, effort, ..End::default() })
}
