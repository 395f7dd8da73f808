//! Constraints on how often values are taken, and on how many are.

use entail_model::{Constraint, Domain, Linear, Relation};

use super::Compiler;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::propagators::all_different::View;
use crate::propagators::{Capacity, Cardinality, NValues};

/// The most operands and the most values for which a flow is looked for.
const OPERANDS: usize = 256;
pub(super) const VALUES: usize = 256;

impl Compiler {
    /// Each value occurs as often as its count says, where the guard holds; in a closed one no other value does.
    pub(super) fn global_cardinality(
        &mut self,
        engine: &mut Engine,
        of: &[Linear],
        values: &[i64],
        counts: &[Linear],
        closed: bool,
        guard: Option<Atom>,
    ) {
        for (value, count) in values.iter().zip(counts) {
            self.count(engine, of, &[*value].into(), Relation::Eq, count, guard);
        }
        let xs = self.operand_vars(engine, of);
        if closed {
            let set = values.iter().copied().collect::<Domain>();
            xs.iter().for_each(|&x| self.member(engine, x, &set, guard));
        }
        let relation = if closed { Relation::Eq } else { Relation::Le };
        self.linear(engine, &(counts.iter().sum::<Linear>() - of.len() as i64), relation, guard);
        if engine.dead {
            return;
        }
        let counted = values.iter().zip(counts).filter_map(|(&v, count)| Some((i32::try_from(v).ok()?, count)));
        let mut values: Vec<(i32, Capacity)> =
            counted.map(|(v, count)| (v, Capacity::Is(self.operand(engine, count)))).collect();
        values.sort_unstable_by_key(|v| v.0);
        let views: Vec<View> = xs.iter().map(|&x| View { x, c: 0 }).collect();
        self.cardinality(engine, &views, &values, guard);
    }

    /// Values, ascending, are taken as often as they may be, where the guard holds; nothing where there are too many.
    pub(super) fn cardinality(
        &mut self,
        engine: &mut Engine,
        views: &[View],
        values: &[(i32, Capacity)],
        guard: Option<Atom>,
    ) {
        if views.len() <= OPERANDS && values.len() <= VALUES {
            let root = views.iter().map(|w| w.bounds(engine)).collect();
            let cardinality = Cardinality::new(views, root, values, &mut engine.store);
            self.post(engine, cardinality, guard);
        }
    }

    /// They take `count` different values, where the guard holds.
    pub(super) fn nvalues(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        let Constraint::NValues { of, count } = constraint else { unreachable!("of this constraint") };
        let xs = self.operand_vars(engine, of);
        let n = self.operand(engine, count);
        if xs.is_empty() {
            return self.require(engine, n.eq(0), guard);
        }
        let mut values: Vec<i32> = xs.iter().flat_map(|&x| engine.trail.domains.values(x).take(VALUES + 1)).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() > VALUES {
            return self.checked(engine, constraint, true, guard);
        }
        let bounds = |x| (engine.trail.domains.lo(x), engine.trail.domains.hi(x));
        let nvalues = NValues::new(n, &xs, values.into(), bounds, &mut engine.store);
        self.post(engine, nvalues, guard);
    }
}
