//! What can go wrong with a [`Csp`](crate::Csp), as values that carry the variable.

use thiserror::Error;

/// A mistake in a [`Csp`](crate::Csp), or in the code of one of its constraints.
///
/// It carries the variables themselves; printing it needs `V: Debug`, and nothing else does.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CspError<V> {
    /// A variable was listed, but no domain for it.
    #[error("variable {variable:?} has no domain")]
    NoDomain {
        /// The variable.
        variable: V,
    },
    /// A variable without values.
    #[error("variable {variable:?} has an empty domain")]
    EmptyDomain {
        /// The variable.
        variable: V,
    },
    /// A constraint, a domain or a partial assignment on a variable that was not added.
    #[error("{variable:?} is not a variable of this problem")]
    UnknownVariable {
        /// The unknown one.
        variable: V,
    },
    /// A variable was added a second time.
    #[error("variable {variable:?} was added twice")]
    AddedTwice {
        /// The variable.
        variable: V,
    },
    /// A constraint names a variable twice.
    #[error("a constraint names variable {variable:?} twice")]
    NamedTwice {
        /// The variable.
        variable: V,
    },
    /// The code of a constraint panicked.
    #[error("the constraint on {variables:?} panicked: {message}")]
    Panicked {
        /// The variables of the constraint.
        variables: Vec<V>,
        /// What it said.
        message: String,
    },
    /// A constraint accepted values during the search and refused the same values afterwards.
    #[error("the constraint on {variables:?} accepted values and then refused them")]
    Fickle {
        /// The variables of the constraint.
        variables: Vec<V>,
    },
    /// The engine gave up, for instance on a domain of more values than are supported.
    #[error(transparent)]
    Engine(#[from] entail_engine::Error),
}
