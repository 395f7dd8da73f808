//! The same models through Entail's engine.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use entail_engine::{Limits, Options, Outcome, Progress, Solver, Statistics};
use entail_model::{Answer, Model, Value};

use crate::measure::{Clock, Found, Run, allocations};

/// A run of ours tells more than a peer's.
pub struct Told {
    pub run: Run,
    pub statistics: Statistics,
    pub allocations: u64,
}

/// Solves the model with the engine's defaults, but for the seed.
pub fn solve(model: &Model, seed: u64, conflicts: Option<u64>, stop: Arc<AtomicBool>) -> Told {
    let before = allocations();
    let clock = Clock::start();
    let mut solver = Solver::with_options(model, Options { seed, ..Options::default() }).expect("the model is valid");
    *solver.limits() = Limits { conflicts, stop: Some(stop), ..Limits::default() };
    let mut first = None;
    let outcome = solver
        .optimize(|progress| {
            if let Progress::Better { .. } = progress {
                first.get_or_insert_with(|| clock.seconds());
            }
        })
        .expect("the engine answers");
    let seconds = clock.seconds();
    let value = |answer: &Answer| -> Value { answer.value(&model.objective().expect("an objective").expr) };
    let found = match &outcome {
        Outcome::Satisfied(_) => Found::Satisfied,
        Outcome::Optimal(answer) => Found::Optimal(value(answer)),
        Outcome::Unsatisfiable { .. } => Found::Unsatisfiable,
        Outcome::Unknown { best: Some(answer), .. } => Found::Better(value(answer)),
        Outcome::Unknown { best: None, .. } => Found::Nothing,
    };
    let statistics = solver.statistics().clone();
    let run = Run { found, first: first.unwrap_or(seconds), seconds, conflicts: statistics.conflicts };
    Told { run, statistics, allocations: allocations() - before }
}
