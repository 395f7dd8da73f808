//! A constraint problem as plain data: variables with domains, named constraints, an objective, search hints.
//!
//! Nothing here knows how a problem is solved. [`check`] states the exact meaning of every constraint and is run on
//! every answer before anybody sees it, so a mistake of a solver shows as an error and never as a wrong answer.

mod answer;
mod check;
mod constraint;
mod domain;
mod error;
mod hints;
mod linear;
mod meaning;
mod model;
pub mod place;
mod state;
mod validate;

pub use answer::{Answer, Value};
pub use check::{Violation, check};
pub use constraint::{Constraint, Posted, Relation, Strength, When};
pub use domain::{Domain, MAX_VALUE, MIN_VALUE};
pub use error::ModelError;
pub use hints::{Hints, Phase, Restart, ValueOrder, VarOrder};
pub use linear::{Bool, Linear, Term, Var};
pub use model::{Direction, Model, Objective, PartialPredicate, Variable};
pub use state::*;
