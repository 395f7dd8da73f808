//! The engine: lazy clause generation. Propagators remove values, every removal has a reason, every conflict becomes a
//! clause. This is the only room that knows of trails, literals and clauses.

mod activity;
mod analyze;
mod atom;
mod authors;
mod clause;
mod compile;
#[cfg(test)]
mod conformance;
mod cores;
mod decide;
mod domains;
mod engine;
mod literal;
mod neighbourhood;
mod optimize;
mod plan;
mod propagator;
mod propagators;
mod reason;
mod search;
mod solver;
mod statistics;
mod store;
mod trace;
mod trail;
mod watch;
mod worth;

pub use search::{Limits, Stop};
pub use solver::{Answers, Assumption, Count, Error, Options, Outcome, Progress, Solver};
pub use statistics::Statistics;
pub use trace::Step;
