//! Tables, and predicates over few enough tuples to become tables.

use entail_model::{Constraint, Linear};

use super::Compiler;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::propagators::Checked;

impl Compiler {
    /// The tuple is (or is not) a row, where the guard holds.
    pub(super) fn table(
        &mut self,
        engine: &mut Engine,
        of: &[Linear],
        rows: &[i64],
        forbidden: bool,
        guard: Option<Atom>,
    ) {
        let constraint = Constraint::Table { of: of.to_vec(), rows: rows.to_vec(), forbidden };
        self.checked(engine, &constraint, true, guard);
    }

    /// A user's predicate, where the guard holds.
    pub(super) fn predicate(&mut self, engine: &mut Engine, of: &[Linear], predicate: usize, guard: Option<Atom>) {
        let mut scope = Vec::new();
        let places: Vec<usize> = self
            .operand_vars(engine, of)
            .into_iter()
            .map(|x| {
                scope.iter().position(|&y| y == x).unwrap_or_else(|| {
                    scope.push(x);
                    scope.len() - 1
                })
            })
            .collect();
        let test = self.predicates[predicate].clone();
        let mut values = vec![None; places.len()];
        let test = Box::new(move |given: &[Option<i64>]| {
            for (value, &place) in values.iter_mut().zip(&places) {
                *value = given[place];
            }
            test(&values)
        });
        self.post(engine, Checked::new(scope, true, test), guard);
    }
}
