//! `x = s·y + c` with `s` 1 or -1: domain consistency, each removal for the one removal that caused it.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Propagator, Subscriptions, Why, event};

pub(crate) struct Offset {
    x: VarId,
    y: VarId,
    negated: bool,
    c: i64,
    removed: Vec<i32>,
}

impl Offset {
    pub fn new(x: VarId, y: VarId, negated: bool, c: i64) -> Offset {
        Offset { x, y, negated, c, removed: Vec::new() }
    }

    /// The value of `x` for a value of `y`, wherever it lies.
    fn to_x(&self, v: i32) -> i64 {
        if self.negated { self.c - i64::from(v) } else { self.c + i64::from(v) }
    }

    /// The value of `y` for a value of `x`.
    fn to_y(&self, v: i32) -> i64 {
        if self.negated { self.c - i64::from(v) } else { i64::from(v) - self.c }
    }

    /// Removes from `to` what has no partner in `from`.
    fn channel(&mut self, cx: &mut Cx<'_>, from: VarId, to: VarId) -> Result<(), Conflict> {
        let forward = to == self.x;
        let map = |this: &Self, v: i32| if forward { this.to_x(v) } else { this.to_y(v) };
        let back = |this: &Self, v: i32| if forward { this.to_y(v) } else { this.to_x(v) };
        let (lo, hi) = (cx.lo(from), cx.hi(from));
        let (a, b) = (map(self, lo), map(self, hi));
        let (low, high) =
            if self.negated { ((b, from.le(hi)), (a, from.ge(lo))) } else { ((a, from.ge(lo)), (b, from.le(hi))) };
        assert_bound(cx, to, low.0, true, low.1)?;
        assert_bound(cx, to, high.0, false, high.1)?;
        if cx.is_dense(from) && cx.is_dense(to) {
            let mut removed = std::mem::take(&mut self.removed);
            removed.clear();
            removed.extend(cx.values(to).filter(|&v| {
                let partner = back(self, v);
                i32::try_from(partner).is_ok_and(|p| p >= lo && p <= hi && !cx.contains(from, p))
            }));
            for &v in &removed {
                cx.assert(to.ne(v), Why::One(from.ne(back(self, v) as i32)))?;
            }
            self.removed = removed;
        }
        Ok(())
    }
}

/// Asserts a bound that may lie beyond all values.
fn assert_bound(cx: &mut Cx<'_>, x: VarId, bound: i64, lower: bool, why: Atom) -> Result<(), Conflict> {
    let bound = bound.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    cx.assert(if lower { x.ge(bound) } else { x.le(bound) }, Why::One(why))
}

impl Propagator for Offset {
    fn subscribe(&self, to: &mut Subscriptions) {
        to.on(self.x, event::DOMAIN);
        to.on(self.y, event::DOMAIN);
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let (x, y) = (self.x, self.y);
        self.channel(cx, y, x)?;
        self.channel(cx, x, y)
    }
}
