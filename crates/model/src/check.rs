//! The checker: reads a model and an answer, and says which constraint the answer breaks first.

use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

use crate::{Answer, Constraint, Model, Posted, When};

/// Why an answer is none.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Violation {
    /// It has too few or too many values.
    #[error("the answer has {found} values, the model {expected} variables")]
    Length {
        /// The number of variables of the model.
        expected: usize,
        /// The number of values of the answer.
        found: usize,
    },
    /// A variable has a value outside its domain.
    #[error("variable {variable} is {value}, which is not in its domain {domain}")]
    Domain {
        /// The variable's name.
        variable: String,
        /// Its value in the answer.
        value: i64,
        /// Its domain.
        domain: String,
    },
    /// A constraint does not hold.
    #[error("{constraint} does not hold")]
    Constraint {
        /// Its place among the constraints of the model.
        index: usize,
        /// Its name.
        constraint: String,
    },
    /// A user's predicate panicked, so that nothing is known.
    #[error("the predicate of {constraint} panicked: {message}")]
    Panicked {
        /// Its place among the constraints of the model.
        index: usize,
        /// Its name.
        constraint: String,
        /// What it said.
        message: String,
    },
}

/// Whether the answer satisfies the model: every value in its domain, every constraint as [`crate::Constraint::holds`]
/// states it, under its condition. Names the first thing that fails.
pub fn check(model: &Model, answer: &Answer) -> Result<(), Violation> {
    let values = answer.values();
    let variables = model.variables();
    if values.len() != variables.len() {
        return Err(Violation::Length { expected: variables.len(), found: values.len() });
    }
    if let Some((variable, value)) = variables.iter().zip(values).find(|(x, v)| !x.domain.contains(**v)) {
        let domain = variable.domain.to_string();
        return Err(Violation::Domain { variable: variable.name.clone(), value: *value, domain });
    }
    for (index, posted) in model.constraints().iter().enumerate() {
        let constraint = || model.constraint_name(index);
        if matches!(posted.when, When::If(b) if !answer.is_true(b)) {
            continue;
        }
        let holds = holds(model, posted, values).map_err(|message| Violation::Panicked {
            index,
            constraint: constraint(),
            message,
        })?;
        let expected = match posted.when {
            When::Always | When::If(_) => true,
            When::Iff(b) => answer.is_true(b),
        };
        if holds != expected {
            return Err(Violation::Constraint { index, constraint: constraint() });
        }
    }
    Ok(())
}

/// Whether the constraint holds, or the message of the predicate that panicked.
fn holds(model: &Model, posted: &Posted, values: &[i64]) -> Result<bool, String> {
    let holds = || posted.constraint.holds(values, model.predicates());
    match posted.constraint {
        Constraint::Predicate { .. } => catch_unwind(AssertUnwindSafe(holds)).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().copied();
            text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message").into()
        }),
        _ => Ok(holds()),
    }
}
