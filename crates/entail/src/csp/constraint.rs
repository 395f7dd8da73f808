//! What a constraint of a [`Csp`](crate::Csp) is: a test on values, as a closure or as a type of the user's.

use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use super::assignment::{Assignment, Names};

/// A constraint that can look at an assignment while values are still missing.
///
/// The engine learns from what [`satisfied`](Constraint::satisfied) says, so it must be a function of the values alone.
pub trait Constraint<V, D> {
    /// The variables that the constraint is on, each once. Asked once, when the constraint is posted.
    fn variables(&self) -> Vec<V>;

    /// Whether the constraint holds, or still can: **`false` must mean that no way to fill in the missing values
    /// satisfies it**. Clauses are learnt from that, so a `false` that is too early loses answers.
    ///
    /// On a full assignment, whether it holds. On a partial one `true` is always right and never prunes; `false` as early
    /// as possible saves search. The assignment has values of this constraint's variables only.
    fn satisfied(&self, assignment: &Assignment<V, D>) -> bool;
}

/// The values of a constraint's variables, in the order of its scope: places in domains.
pub(super) struct Chosen<'a, D> {
    pub domains: &'a [Rc<[Arc<D>]>],
    pub places: &'a [Option<i64>],
}

impl<'a, D> Chosen<'a, D> {
    fn get(&self, at: usize) -> Option<&'a Arc<D>> {
        self.places[at].map(|place| &self.domains[at][place as usize])
    }

    fn is_full(&self) -> bool {
        self.places.iter().all(Option::is_some)
    }

    fn full(&self, at: usize) -> &'a D {
        self.get(at).expect("asked of full assignments only")
    }
}

/// Whether the values can be part of an answer.
pub(super) type Test<D> = Rc<dyn Fn(&Chosen<'_, D>) -> bool>;

/// A closure on so many values; not called while one is missing.
pub(super) fn of_array<D: 'static, const N: usize>(holds: impl Fn([&D; N]) -> bool + 'static) -> Test<D> {
    Rc::new(move |chosen| !chosen.is_full() || holds(std::array::from_fn(|at| chosen.full(at))))
}

/// A closure on any number of values; not called while one is missing.
pub(super) fn of_slice<D: 'static>(holds: impl Fn(&[&D]) -> bool + 'static) -> Test<D> {
    Rc::new(move |chosen| {
        if !chosen.is_full() {
            return true;
        }
        let values: SmallVec<[&D; 8]> = (0..chosen.places.len()).map(|at| chosen.full(at)).collect();
        holds(&values)
    })
}

/// A user's type, shown the assignment of its variables.
pub(super) fn of_type<V, D>(scope: &[V], constraint: impl Constraint<V, D> + 'static) -> Test<D>
where
    V: Clone + Eq + Hash + 'static,
    D: 'static,
{
    let mut names = Names::default();
    for variable in scope {
        names.push(variable.clone());
    }
    // One assignment for all calls: only values change.
    let shown = RefCell::new(Assignment { names: Arc::new(names), values: vec![None; scope.len()] });
    Rc::new(move |chosen| {
        let mut shown = shown.borrow_mut();
        for (at, value) in shown.values.iter_mut().enumerate() {
            *value = chosen.get(at).cloned();
        }
        constraint.satisfied(&shown)
    })
}
