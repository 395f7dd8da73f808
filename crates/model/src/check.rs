//! The checker: reads a model and an answer, and says which constraint the answer breaks first.

use thiserror::Error;

use crate::{Answer, Model, When};

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
    let holds = |posted: &crate::Posted| posted.constraint.holds(values, model.predicates());
    let broken = model.constraints().iter().position(|posted| match posted.when {
        When::Always => !holds(posted),
        When::If(b) => answer.is_true(b) && !holds(posted),
        When::Iff(b) => answer.is_true(b) != holds(posted),
    });
    match broken {
        Some(index) => Err(Violation::Constraint { index, constraint: model.constraint_name(index) }),
        None => Ok(()),
    }
}
