//! The native predicates of Entail's MiniZinc library.

use entail_model::Constraint;

use crate::Mistake;
use crate::translate::args::Args;

/// The constraint of that name, without its condition, or nothing where there is none here.
pub(crate) fn constraint(_name: &str, _args: &Args<'_>) -> Result<Option<Constraint>, Box<Mistake>> {
    Ok(None)
}
