//! What can be wrong with a model, as values that name the variable or constraint.

use thiserror::Error;

/// A mistake in a model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A variable without values.
    #[error("variable {variable} has an empty domain")]
    EmptyDomain {
        /// Its name.
        variable: String,
    },
    /// A variable with a value that is too small or too large.
    #[error(
        "variable {variable} has values {domain}; values from {} to {} are supported",
        crate::MIN_VALUE,
        crate::MAX_VALUE
    )]
    ValueOutOfRange {
        /// Its name.
        variable: String,
        /// Its domain.
        domain: String,
    },
    /// A constraint, objective or hint on a variable that the model does not have.
    #[error("{place} is on variable number {index}, but the model has {count} variables")]
    UnknownVariable {
        /// The constraint's name, or "the objective", or "the hints".
        place: String,
        /// The number used.
        index: usize,
        /// How many variables there are.
        count: usize,
    },
    /// A Boolean literal on a variable with values other than 0 and 1.
    #[error("{place} uses variable {variable} as a Boolean, but its values are {domain}")]
    NotBoolean {
        /// The constraint's name.
        place: String,
        /// The variable's name.
        variable: String,
        /// Its domain.
        domain: String,
    },
    /// Parts of a constraint whose numbers do not fit together.
    #[error("{constraint}: {problem}")]
    Arity {
        /// The constraint's name.
        constraint: String,
        /// What does not fit.
        problem: String,
    },
    /// A coefficient, constant or sum that is too large.
    #[error("{place}: {problem}")]
    OutOfRange {
        /// The constraint's name, or "the objective".
        place: String,
        /// What is too large.
        problem: String,
    },
    /// A constraint on a predicate that the model does not have (as after reading a model from JSON).
    #[error("{constraint} names predicate number {index}, but the model has {count}")]
    UnknownPredicate {
        /// The constraint's name.
        constraint: String,
        /// The number used.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A model with a user's predicate cannot be written as JSON.
    #[error("{constraint} is a user's predicate, which is code and cannot be written as JSON")]
    NotSerializable {
        /// The constraint's name.
        constraint: String,
    },
    /// A text that is not the JSON of a model.
    #[error("not a model in JSON: {0}")]
    Json(String),
}
