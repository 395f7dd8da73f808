//! Tours through a graph.

use entail_model::{Domain, Linear, Strength};

use super::Compiler;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::circuit::{Chains, Reach};

impl Compiler {
    /// The successors make one tour, where the guard holds: through all places, or those that are not their own successors.
    pub(super) fn circuit(&mut self, engine: &mut Engine, next: &[Linear], optional: bool, guard: Option<Atom>) {
        if next.is_empty() {
            return;
        }
        let xs: Vec<VarId> = self.operand_vars(engine, next);
        let places = Domain::from_intervals([(0, xs.len() as i64 - 1)]);
        for (place, &x) in xs.iter().enumerate() {
            self.member(engine, x, &places, guard);
            if !optional && xs.len() > 1 {
                self.require(engine, x.ne(place as i32), guard);
            }
            if engine.dead {
                return;
            }
        }
        self.all_different(engine, next, None, Strength::Auto, guard);
        self.post(engine, Chains::new(xs.clone(), optional), guard);
        if (3..=Reach::MOST).contains(&xs.len()) {
            self.post(engine, Reach::new(xs, optional), guard);
        }
    }
}
