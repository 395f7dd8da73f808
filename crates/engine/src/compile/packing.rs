//! Constraints that pack: boxes that do not overlap, items in bins.

use entail_model::{Linear, Relation};

use super::Compiler;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::propagators::{Boxes, Count, NoOverlap};

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
        let [origins, sizes] =
            [origins, sizes].map(|all| all.iter().flat_map(|of| self.operand_vars(engine, of)).collect::<Vec<_>>());
        for &size in &sizes {
            self.require(engine, size.ge(0), guard);
        }
        if engine.dead {
            return;
        }
        let bounds = |x| (engine.trail.domains.lo(x), engine.trail.domains.hi(x));
        let boxes = Boxes { dims, origins, sizes };
        let no_overlap = NoOverlap::new(boxes, strict, bounds, &mut engine.store);
        self.post(engine, no_overlap, guard);
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
            let items = sizes.iter().zip(&bins).map(|(&size, &bin)| (size, bin.eq(place)));
            let sum = Count::weighted(items, load, &mut engine.store);
            self.post(engine, sum, guard);
        }
        // A total that no loads reach may as well be less.
        let total = sizes.iter().fold(0i64, |sum, &size| sum.saturating_add(size)).min(UNREACHED);
        self.linear(engine, &(loads.iter().sum::<Linear>() - total), Relation::Eq, guard);
    }
}
