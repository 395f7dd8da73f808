//! Constraints that pack: boxes that do not overlap, items in bins.

use entail_model::{Linear, Relation};

use super::Compiler;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::{Boxes, Count, GREATEST, NoOverlap, SubsetSum};

/// Spans beyond this are no capacities: they may leave the range of a variable.
const FARTHEST: i64 = 1 << 30;
/// More than all loads together can be.
const UNREACHED: i64 = 1 << 60;

impl Compiler {
    /// No two boxes of at least two dimensions overlap, where the guard holds.
    pub(super) fn no_overlap(
        &mut self,
        engine: &mut Engine,
        origins: &[Vec<Linear>],
        sizes: &[Vec<Linear>],
        strict: bool,
        guard: Option<Atom>,
    ) {
        let dims = origins[0].len();
        let vars = |this: &mut Self, engine: &mut Engine, all: &[Vec<Linear>]| -> Vec<VarId> {
            all.iter().flat_map(|of| this.operand_vars(engine, of)).collect()
        };
        let boxes = Boxes { dims, origins: vars(self, engine, origins), sizes: vars(self, engine, sizes) };
        for &size in &boxes.sizes {
            self.require(engine, size.ge(0), guard);
        }
        if engine.dead {
            return;
        }
        let bounds = |x| (engine.trail.domains.lo(x), engine.trail.domains.hi(x));
        let is_fixed = boxes.sizes.iter().all(|&size| engine.trail.domains.is_fixed(size));
        let spans: Vec<i64> = (0..dims).map(|d| boxes.span(d, bounds)).collect();
        let no_overlap = NoOverlap::new(boxes, strict, bounds, &mut engine.store);
        self.post(engine, no_overlap, guard);
        if dims == 2 && is_fixed && spans.iter().all(|&span| span <= FARTHEST) {
            // Seen from a side, the boxes share the span of the other.
            for d in 0..2 {
                let of = |all: &[Vec<Linear>], d: usize| all.iter().map(|of| of[d].clone()).collect::<Vec<_>>();
                let tasks = [of(origins, d), of(sizes, d), of(sizes, 1 - d)];
                let [starts, durations, demands] = &tasks;
                self.cumulative(engine, [starts, durations, demands], &spans[1 - d].into(), guard);
            }
        }
    }

    /// Each load is the sum of the sizes of the items in its bin, where the guard holds; and all loads together are the
    /// sum of all sizes.
    pub(super) fn bin_packing(
        &mut self,
        engine: &mut Engine,
        bins: &[Linear],
        sizes: &[i64],
        loads: &[Linear],
        guard: Option<Atom>,
    ) {
        let bins = self.operand_vars(engine, bins);
        for &bin in &bins {
            self.require(engine, bin.ge(0), guard);
            self.require(engine, bin.le(loads.len() as i32 - 1), guard);
        }
        if engine.dead {
            return;
        }
        for (place, load) in (0..).zip(loads) {
            let load = self.operand(engine, load);
            let items = || sizes.iter().zip(&bins).map(|(&size, &bin)| (size, bin.eq(place)));
            let sum = Count::weighted(items(), load, &mut engine.store);
            self.post(engine, sum, guard);
            if engine.hi(load) <= GREATEST {
                self.post(engine, SubsetSum::new(items(), load), guard);
            }
        }
        // A total that no loads reach may as well be less.
        let total = sizes.iter().fold(0i64, |sum, &size| sum.saturating_add(size)).min(UNREACHED);
        self.linear(engine, &(loads.iter().sum::<Linear>() - total), Relation::Eq, guard);
    }
}
