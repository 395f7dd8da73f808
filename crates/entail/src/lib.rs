//! Entail finds what the constraints entail: state a problem, get answers that were checked.
//!
//! There are two ways to state one. [`Csp`] takes any variables, any values and any code as constraint, and needs ten
//! minutes to learn. [`Model`] has integers, sums and a catalogue of constraints that the engine knows well, and is much faster
//! on hard problems. Both run on one engine, which learns from every dead end.
//!
//! ```
//! use entail::prelude::*;
//!
//! // SEND + MORE = MONEY: each letter a digit, different letters different digits.
//! let mut model = Model::new();
//! let [s, e, n, d, m, o, r, y] = ["S", "E", "N", "D", "M", "O", "R", "Y"].map(|letter| model.int(letter, 0..=9));
//! let send = 1000 * s + 100 * e + 10 * n + d;
//! let more = 1000 * m + 100 * o + 10 * r + e;
//! let money = 10_000 * m + 1000 * o + 100 * n + 10 * e + y;
//! model.post((send + more).eq(money));
//! model.post(all_different([s, e, n, d, m, o, r, y]));
//! model.post(s.ge(1));
//! model.post(m.ge(1));
//!
//! for answer in model.answers() {
//!     let answer = answer?;
//!     assert_eq!([s, e, n, d, m, o, r, y].map(|letter| answer[letter]), [9, 5, 6, 7, 1, 0, 8, 2]);
//! }
//! assert_eq!(model.count()?, 1);
//! # Ok::<(), Error>(())
//! ```
//!
//! The guide in `docs/guide` starts with `Csp`, goes on to `Model` and ends with writing a propagator; `examples` beside this
//! crate has whole problems.
//!
//! # Errors
//!
//! Whatever comes from outside is answered with an error value that names the variable or the constraint: an empty domain, an
//! unknown variable, a sum that leaves the supported range, a predicate that panics. Every answer is checked by
//! [`check`], which reads only the model, before anybody sees it.

mod csp;
mod solve;

pub use entail_engine::{Assumption, Count, Error, Limits, Options, Outcome, Progress, Solver, Statistics, Step, Stop};
/// The model's crate; its enum of constraints is `entail::model::Constraint`.
pub use entail_model as model;
pub use entail_model::{
    Answer, Bool, Direction, Domain, Hints, Linear, MAX_VALUE, MIN_VALUE, Model, ModelError, Objective, Phase, Posted,
    Relation, Restart, Strength, Term, ValueOrder, Var, VarOrder, Variable, Violation, When, check,
};
pub use entail_model::{
    abs, all_different, all_different_except, among, and, at_least, at_most, at_most_one, bin_packing, cage, circuit,
    count, cumulative, disjunctive, div, element, element2, exactly, exactly_one, forbidden, global_cardinality,
    global_cardinality_closed, iff, implies, increasing, inverse, lex_less, lex_less_eq, max, member, min, modulo,
    no_overlap, not, nvalues, or, pow, precede, regular, strictly_increasing, subcircuit, table, times, xor,
};

/// The README and the guide's chapters; their code is run with the doctests.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/guide/README.md")]
    mod contents {}
    #[doc = include_str!("../../../docs/guide/csp.md")]
    mod csp {}
    #[doc = include_str!("../../../docs/guide/model.md")]
    mod model {}
    #[doc = include_str!("../../../docs/guide/propagator.md")]
    mod propagator {}
}

pub use csp::{Assignment, Constraint, Csp, CspError, Solutions};
pub use solve::{Answers, Solve};

/// All that a problem needs: `use entail::prelude::*;`.
pub mod prelude {
    pub use crate::{
        Answer, Assignment, Assumption, Bool, Constraint, Csp, CspError, Domain, Error, Limits, Linear, Model,
        ModelError, Options, Outcome, Phase, Progress, Solve, Solver, Stop, Strength, ValueOrder, Var, VarOrder,
    };
    pub use crate::{
        abs, all_different, all_different_except, among, and, at_least, at_most, at_most_one, bin_packing, cage,
        circuit, count, cumulative, disjunctive, div, element, element2, exactly, exactly_one, forbidden,
        global_cardinality, global_cardinality_closed, iff, implies, increasing, inverse, lex_less, lex_less_eq, max,
        member, min, modulo, no_overlap, not, nvalues, or, pow, precede, regular, strictly_increasing, subcircuit,
        table, times, xor,
    };
}
