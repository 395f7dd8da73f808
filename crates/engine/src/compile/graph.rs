//! Tours through a graph.

use entail_model::{Domain, Linear, Strength};

use super::Compiler;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::propagators::all_different::View;
use crate::propagators::circuit::{Chains, Reach};

impl Compiler {
    /// The successors make one tour, where the guard holds: through all places, or those that are not their own successors.
    pub(super) fn circuit(&mut self, engine: &mut Engine, next: &[Linear], optional: bool, guard: Option<Atom>) {
        if next.is_empty() {
            return;
        }
        let views: Vec<View> = next.iter().map(|e| self.view(engine, e)).collect();
        for (place, &view) in views.iter().enumerate() {
            let first = -i64::from(view.c);
            self.member(engine, view.x, &Domain::from_intervals([(first, first + views.len() as i64 - 1)]), guard);
            if !optional && views.len() > 1 {
                self.require(engine, view.ne(place as i32), guard);
            }
            if engine.dead {
                return;
            }
        }
        self.all_different(engine, next, None, Strength::Auto, guard);
        self.post(engine, Chains::new(views.clone(), optional), guard);
        if (3..=Reach::MOST).contains(&views.len()) {
            self.post(engine, Reach::new(views, optional), guard);
        }
    }
}

#[cfg(test)]
mod tests {
    use entail_model::{Model, Var, circuit, subcircuit};

    use crate::solver::Solver;

    #[test]
    fn there_are_as_many_tours_as_combinatorics_says() {
        // Of `n` places: all tours, and tours through any two or more of them, or none.
        for (n, whole, optional) in [(1, 1, 1), (2, 1, 2), (3, 2, 6), (4, 6, 21), (5, 24, 85), (6, 120, 410)] {
            for first in [0, 1] {
                let mut model = Model::new();
                let next: Vec<Var> = (0..n).map(|i| model.int(format!("after {i}"), first..first + n)).collect();
                let mut other = model.clone();
                model.post(circuit(next.iter().map(|&x| x - first)));
                other.post(subcircuit(next.iter().map(|&x| x - first)));
                assert_eq!(Solver::new(&model).unwrap().count().unwrap().answers, whole, "{n} places");
                assert_eq!(Solver::new(&other).unwrap().count().unwrap().answers, optional, "some of {n} places");
            }
        }
    }
}
