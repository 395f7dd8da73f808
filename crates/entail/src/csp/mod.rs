//! A constraint problem over any variables and any values, with constraints that are ordinary code.
//!
//! It runs on the same engine as [`Model`](crate::Model): a domain of k values becomes the integers 0 to k − 1, a constraint
//! becomes a predicate on them.

mod assignment;
mod constraint;
mod error;
mod solutions;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

pub use assignment::Assignment;
pub use constraint::Constraint;
pub use error::CspError;
pub use solutions::Solutions;

use assignment::Names;
use constraint::Test;

/// A constraint problem with variables of type `V` and values of type `D`.
///
/// Any `V: Clone + Eq + Hash` and any `D: Clone` will do; values need not be comparable. Both are `'static`, as the closures
/// are: move or clone into a closure what it looks at.
///
/// ```
/// use entail::prelude::*;
///
/// let mut csp = Csp::new();
/// csp.variables(["WA", "NT", "SA"], ["red", "green", "blue"])?;
/// for border in [["WA", "NT"], ["WA", "SA"], ["NT", "SA"]] {
///     csp.constraint(border, |[a, b]| a != b)?;
/// }
/// assert_eq!(csp.count()?, 6);
///
/// let solution = csp.solve_from(&Assignment::from([("WA", "red"), ("NT", "blue")]))?;
/// assert_eq!(solution.unwrap()["SA"], "green");
/// # Ok::<(), CspError<&str>>(())
/// ```
///
/// # How often a constraint is called
///
/// Let *n* be the number of combinations of values of the constraint's variables.
///
/// - *n* ≤ 4096: each time solving starts, at most once for each combination, and not during the search.
///   A [`Constraint`] type is also asked about each beginning of a combination (a value for its first variable, for its
///   first two, …), once each, and not about what begins with a refused one.
/// - *n* > 4096: during the search, when one of its variables is left open, once for each value that this one still has
///   (where these are at most 4096), and once when none is open. A type is also asked each time that more of its variables
///   became known.
/// - In both cases once more for each solution, which is checked before anybody sees it.
///
/// So `a != b` on two variables with three values each is called 9 times, and once for each solution. A small constraint
/// that panics while the combinations are gone through counts as a large one: the error comes if the search gets there.
pub struct Csp<V, D> {
    names: Arc<Names<V>>,
    domains: Vec<Rc<[Arc<D>]>>,
    constraints: Vec<Posted<D>>,
}

struct Posted<D> {
    /// Places of its variables.
    scope: Vec<usize>,
    test: Test<D>,
}

impl<V, D> Csp<V, D> {
    /// A problem without variables and constraints.
    pub fn new() -> Self {
        Self { names: Arc::default(), domains: Vec::new(), constraints: Vec::new() }
    }
}

impl<V, D> Default for Csp<V, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Clone + Eq + Hash + 'static, D: Clone + 'static> Csp<V, D> {
    /// A problem with these variables, each with its domain from the map. An error names a variable without a domain, with
    /// an empty one, or listed twice, and a domain for a variable that is not listed.
    pub fn with_domains(
        variables: impl IntoIterator<Item = V>,
        domains: &HashMap<V, Vec<D>>,
    ) -> Result<Self, CspError<V>> {
        let mut csp = Self::new();
        for variable in variables {
            match domains.get(&variable) {
                Some(domain) => csp.variable(variable, domain.iter().cloned())?,
                None => return Err(CspError::NoDomain { variable }),
            }
        }
        match domains.keys().find(|variable| csp.names.place(*variable).is_none()) {
            Some(variable) => Err(CspError::UnknownVariable { variable: variable.clone() }),
            None => Ok(csp),
        }
    }

    /// Adds a variable with the values it may take.
    pub fn variable(&mut self, variable: V, domain: impl IntoIterator<Item = D>) -> Result<(), CspError<V>> {
        self.add(variable, domain.into_iter().map(Arc::new).collect())
    }

    /// Adds variables that may take the same values.
    pub fn variables(
        &mut self,
        variables: impl IntoIterator<Item = V>,
        domain: impl IntoIterator<Item = D>,
    ) -> Result<(), CspError<V>> {
        let domain: Rc<[Arc<D>]> = domain.into_iter().map(Arc::new).collect();
        variables.into_iter().try_for_each(|variable| self.add(variable, domain.clone()))
    }

    fn add(&mut self, variable: V, domain: Rc<[Arc<D>]>) -> Result<(), CspError<V>> {
        if self.names.place(&variable).is_some() {
            return Err(CspError::AddedTwice { variable });
        }
        if domain.is_empty() {
            return Err(CspError::EmptyDomain { variable });
        }
        Arc::make_mut(&mut self.names).push(variable);
        self.domains.push(domain);
        Ok(())
    }

    /// Adds a constraint on the values of the variables, in their order: `csp.constraint([a, b], |[a, b]| a != b)`.
    pub fn constraint<const N: usize>(
        &mut self,
        variables: [V; N],
        holds: impl Fn([&D; N]) -> bool + 'static,
    ) -> Result<(), CspError<V>> {
        let scope = self.scope(&variables)?;
        self.constraints.push(Posted { scope, test: constraint::of_array(holds) });
        Ok(())
    }

    /// Adds a constraint on a list of variables whose length is not known beforehand.
    pub fn constraint_on(
        &mut self,
        variables: impl IntoIterator<Item = V>,
        holds: impl Fn(&[&D]) -> bool + 'static,
    ) -> Result<(), CspError<V>> {
        let variables: Vec<V> = variables.into_iter().collect();
        let scope = self.scope(&variables)?;
        self.constraints.push(Posted { scope, test: constraint::of_slice(holds) });
        Ok(())
    }

    /// Adds a constraint of a type of its own, which also sees partial assignments.
    pub fn post(&mut self, constraint: impl Constraint<V, D> + 'static) -> Result<(), CspError<V>> {
        let variables = constraint.variables();
        let scope = self.scope(&variables)?;
        self.constraints.push(Posted { scope, test: constraint::of_type(&variables, constraint) });
        Ok(())
    }

    /// The places of variables, each known and named once.
    fn scope(&self, variables: &[V]) -> Result<Vec<usize>, CspError<V>> {
        let mut seen = HashSet::with_capacity(variables.len());
        let place = |variable: &V| {
            let unknown = || CspError::UnknownVariable { variable: variable.clone() };
            let place = self.names.place(variable).ok_or_else(unknown)?;
            if !seen.insert(place) {
                return Err(CspError::NamedTwice { variable: variable.clone() });
            }
            Ok(place)
        };
        variables.iter().map(place).collect()
    }

    /// A solution, if there is one.
    pub fn solve(&self) -> Result<Option<Assignment<V, D>>, CspError<V>> {
        self.solutions().next().transpose()
    }

    /// A solution that has the given values, if there is one; see [`Csp::solutions_from`].
    pub fn solve_from(&self, given: &Assignment<V, D>) -> Result<Option<Assignment<V, D>>, CspError<V>> {
        self.solutions_from(given).next().transpose()
    }

    /// Every solution once, in no particular order, found one by one as they are asked for. After an error nothing follows.
    ///
    /// Two places of a domain count as different values, even where they hold equal ones.
    pub fn solutions(&self) -> Solutions<V, D> {
        self.solutions_from(&Assignment::new())
    }

    /// Every solution that has the given values.
    ///
    /// A given value takes the place of the variable's domain. Values need not be comparable, so whether it was in the
    /// domain is not asked.
    pub fn solutions_from(&self, given: &Assignment<V, D>) -> Solutions<V, D> {
        Solutions::new(self, given)
    }

    /// How many solutions there are.
    pub fn count(&self) -> Result<u64, CspError<V>> {
        self.count_from(&Assignment::new())
    }

    /// How many solutions have the given values; see [`Csp::solutions_from`].
    pub fn count_from(&self, given: &Assignment<V, D>) -> Result<u64, CspError<V>> {
        let mut count = 0;
        for solution in self.solutions_from(given) {
            solution?;
            count += 1;
        }
        Ok(count)
    }
}
