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
