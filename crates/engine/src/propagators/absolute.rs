//! `result = |x|`: bounds for wide domains, every value for dense ones.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};

pub(crate) struct Absolute {
    result: VarId,
    x: VarId,
    removed: Vec<i32>,
}

/// What a lazy reason is about: the result is at most both of x and -x; at least x; at least -x; x leaves the gap between
/// -result and result upwards; or downwards.
const AT_MOST: u32 = 0;
const AT_LEAST: u32 = 1;
const AT_LEAST_NEGATED: u32 = 2;
const ABOVE_GAP: u32 = 3;
const BELOW_GAP: u32 = 4;
/// x lies between -result and result.
const BETWEEN: u32 = 5;

impl Absolute {
    pub fn new(result: VarId, x: VarId) -> Absolute {
        Absolute { result, x, removed: Vec::new() }
    }

    fn bounds(&self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let Absolute { result, x, .. } = *self;
        let (lo, hi) = (cx.lo(x), cx.hi(x));
        cx.assert(result.le(hi.max(-lo)), Why::Lazy(AT_MOST))?;
        cx.assert(result.ge(0), Why::All(&[]))?;
        cx.assert(result.ge(lo), Why::Lazy(AT_LEAST))?;
        cx.assert(result.ge(-hi), Why::Lazy(AT_LEAST_NEGATED))?;
        let (least, most) = (cx.lo(result), cx.hi(result));
        cx.assert(x.le(most), Why::Lazy(BETWEEN))?;
        cx.assert(x.ge(-most), Why::Lazy(BETWEEN))?;
        if cx.lo(x) > -least {
            cx.assert(x.ge(least), Why::Lazy(ABOVE_GAP))?;
        }
        if cx.hi(x) < least {
            cx.assert(x.le(-least), Why::Lazy(BELOW_GAP))?;
        }
        Ok(())
    }

    /// Removes values without partner. Not asked of values outside the bounds, which are done with.
    fn values(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let Absolute { result, x, .. } = *self;
        let mut removed = std::mem::take(&mut self.removed);
        removed.clear();
        removed.extend(cx.values(result).filter(|&v| !cx.contains(x, v) && !cx.contains(x, -v)));
        for &v in &removed {
            cx.assert(result.ne(v), Why::All(&[x.ne(v), x.ne(-v)]))?;
        }
        removed.clear();
        removed.extend(cx.values(x).filter(|&v| !cx.contains(result, v.abs())));
        for &v in &removed {
            cx.assert(x.ne(v), Why::One(result.ne(v.abs())))?;
        }
        self.removed = removed;
        Ok(())
    }
}

impl Propagator for Absolute {
    fn subscribe(&self, to: &mut Subscriptions) {
        to.on(self.x, event::DOMAIN);
        to.on(self.result, event::DOMAIN);
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.bounds(cx)?;
        if cx.is_dense(self.x) && cx.is_dense(self.result) {
            self.values(cx)?;
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let Absolute { result, x, .. } = *self;
        let v = atom.value();
        match data {
            AT_MOST => out.extend([x.le(v), x.ge(-v)]),
            AT_LEAST => out.push(x.ge(v)),
            AT_LEAST_NEGATED => out.push(x.le(-v)),
            ABOVE_GAP => {
                // The least width of the gap that x, above its lower end, must leave.
                let w = v.max(1 - past.lo(x));
                out.extend([result.ge(w), x.ge(1 - w)]);
            }
            BELOW_GAP => {
                let w = (-v).max(past.hi(x) + 1);
                out.extend([result.ge(w), x.le(w - 1)]);
            }
            _ => out.push(result.le(v.abs())),
        }
    }
}
