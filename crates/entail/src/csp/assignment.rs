//! Values for some or all variables: what a constraint is shown, what solving can start from, and what it gives back.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;
use std::ops::Index;
use std::sync::Arc;

/// The variables in the order in which they were added, and the place of each.
#[derive(Clone)]
pub(super) struct Names<V> {
    order: Vec<V>,
    places: HashMap<V, usize>,
}

impl<V> Default for Names<V> {
    fn default() -> Self {
        Self { order: Vec::new(), places: HashMap::new() }
    }
}

impl<V: Clone + Eq + Hash> Names<V> {
    pub fn place<Q: Eq + Hash + ?Sized>(&self, variable: &Q) -> Option<usize>
    where
        V: Borrow<Q>,
    {
        self.places.get(variable).copied()
    }

    pub fn name(&self, place: usize) -> &V {
        &self.order[place]
    }

    /// The place of a variable that was not there before.
    pub fn push(&mut self, variable: V) -> usize {
        let place = self.order.len();
        self.places.insert(variable.clone(), place);
        self.order.push(variable);
        place
    }
}

/// Values for some or all of the variables of a [`Csp`](crate::Csp).
///
/// Values are shared, not copied, between a problem and its assignments.
///
/// ```
/// use entail::Assignment;
///
/// let given = Assignment::from([("WA", "red"), ("NT", "green")]);
/// assert_eq!(given.get("WA"), Some(&"red"));
/// assert_eq!(given["NT"], "green");
/// assert!(!given.contains("SA"));
/// ```
#[derive(Clone)]
pub struct Assignment<V, D> {
    pub(super) names: Arc<Names<V>>,
    /// By place; a variable without a value has `None`, or lies beyond the end.
    pub(super) values: Vec<Option<Arc<D>>>,
}

impl<V, D> Assignment<V, D> {
    /// No values.
    pub fn new() -> Self {
        Self { names: Arc::default(), values: Vec::new() }
    }

    /// How many variables have a value.
    pub fn len(&self) -> usize {
        self.values.iter().flatten().count()
    }

    /// Whether no variable has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The variables that have a value, with it, in the order in which the variables were added.
    pub fn iter(&self) -> impl Iterator<Item = (&V, &D)> {
        let given = self.names.order.iter().zip(&self.values);
        given.filter_map(|(name, value)| value.as_deref().map(|value| (name, value)))
    }

    /// The values, in the order in which the variables were added.
    pub fn values(&self) -> impl Iterator<Item = &D> {
        self.values.iter().filter_map(Option::as_deref)
    }
}

impl<V: Clone + Eq + Hash, D> Assignment<V, D> {
    /// The value of a variable, if it has one.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, variable: &Q) -> Option<&D>
    where
        V: Borrow<Q>,
    {
        self.values.get(self.names.place(variable)?)?.as_deref()
    }

    /// Whether the variable has a value.
    pub fn contains<Q: Eq + Hash + ?Sized>(&self, variable: &Q) -> bool
    where
        V: Borrow<Q>,
    {
        self.get(variable).is_some()
    }

    /// Gives a variable a value, in place of the one it may have had.
    pub fn insert(&mut self, variable: V, value: D) {
        let place = match self.names.place(&variable) {
            Some(place) => place,
            None => Arc::make_mut(&mut self.names).push(variable),
        };
        if self.values.len() <= place {
            self.values.resize_with(place + 1, || None);
        }
        self.values[place] = Some(Arc::new(value));
    }

    /// The variables with a value and their values, shared.
    pub(super) fn shared(&self) -> impl Iterator<Item = (&V, &Arc<D>)> {
        let given = self.names.order.iter().zip(&self.values);
        given.filter_map(|(name, value)| value.as_ref().map(|value| (name, value)))
    }
}

impl<V, D> Default for Assignment<V, D> {
    fn default() -> Self {
        Self::new()
    }
}

/// The value of a variable that has one; use [`Assignment::get`] where it may have none.
impl<V: Clone + Eq + Hash + Borrow<Q>, D, Q: Eq + Hash + ?Sized> Index<&Q> for Assignment<V, D> {
    type Output = D;
    fn index(&self, variable: &Q) -> &D {
        self.get(variable).expect("the variable has a value")
    }
}

impl<V: Clone + Eq + Hash, D> FromIterator<(V, D)> for Assignment<V, D> {
    fn from_iter<I: IntoIterator<Item = (V, D)>>(given: I) -> Self {
        let mut assignment = Self::new();
        given.into_iter().for_each(|(variable, value)| assignment.insert(variable, value));
        assignment
    }
}

impl<V: Clone + Eq + Hash, D, const N: usize> From<[(V, D); N]> for Assignment<V, D> {
    fn from(given: [(V, D); N]) -> Self {
        given.into_iter().collect()
    }
}

/// The same variables have values, and the same ones, whatever the order.
impl<V: Clone + Eq + Hash, D: PartialEq> PartialEq for Assignment<V, D> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(variable, value)| other.get(variable) == Some(value))
    }
}

impl<V: fmt::Debug, D: fmt::Debug> fmt::Debug for Assignment<V, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
