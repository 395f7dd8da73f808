//! Boxes that do not overlap, pair by pair. Two boxes have a way to be apart for each dimension and order (`f` ends before
//! `s` begins) and, where boxes of size 0 are nowhere, for each size that can be 0. Once one way is left it is enforced; the
//! reason is why each other way is impossible, loosened as far as it stays impossible.
//!
//! A pair is looked at when one of its boxes changed since: the widths of what matters of a box only shrink, so their sum,
//! restored on backtracking, tells.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

/// A variable with its bounds at the root: weaker atoms need not be stated.
#[derive(Clone, Copy)]
struct Rooted {
    x: VarId,
    root: (i32, i32),
}

/// The origins and sizes of boxes, `dims` of each for each box.
pub(crate) struct Boxes {
    pub dims: usize,
    pub origins: Vec<VarId>,
    pub sizes: Vec<VarId>,
}

pub(crate) struct NoOverlap {
    dims: usize,
    count: usize,
    origins: Box<[Rooted]>,
    sizes: Box<[Rooted]>,
    /// Ways to be apart of each pair.
    ways: usize,
    /// For each box the sum of its widths when its pairs were last looked at, and 1.
    seen: Cell,
}

/// A way for two boxes to be apart.
#[derive(Clone, Copy)]
enum Way {
    /// One ends before the other begins: `origin + size ≤ next`.
    Before { origin: Rooted, size: Rooted, next: Rooted },
    /// One is nowhere: its size is 0.
    Nowhere { size: Rooted },
}

/// One side of a bound in a reason: `[x ≥ bound]` or `[x ≤ bound]`.
#[derive(Clone, Copy)]
enum Side {
    Ge(Rooted),
    Le(Rooted),
}

/// What a way, once it is the only one, says: the next begins late enough, the first early enough, or is small enough.
const PARTS: usize = 3;

impl NoOverlap {
    /// The most boxes for which a reason fits its number.
    pub fn most(dims: usize) -> usize {
        ((u32::MAX as usize) / (4 * dims * PARTS)).isqrt()
    }

    /// `bounds` gives the bounds of a variable at the root.
    pub fn new(boxes: Boxes, strict: bool, bounds: impl Fn(VarId) -> (i32, i32), store: &mut Store) -> NoOverlap {
        let rooted = |all: Vec<VarId>| all.into_iter().map(|x| Rooted { x, root: bounds(x) }).collect::<Box<[_]>>();
        let (origins, mut sizes) = (rooted(boxes.origins), rooted(boxes.sizes));
        sizes.iter_mut().for_each(|s| s.root.0 = s.root.0.max(0));
        let empty = !strict && sizes.iter().any(|s| s.root.0 <= 0);
        let count = origins.len() / boxes.dims;
        let ways = if empty { 4 } else { 2 } * boxes.dims;
        NoOverlap { dims: boxes.dims, count, origins, sizes, ways, seen: store.alloc(count, 0) }
    }

    fn way(&self, (i, j): (usize, usize), number: usize) -> Way {
        let d = number / 2 % self.dims;
        let (first, second) = if number.is_multiple_of(2) { (i, j) } else { (j, i) };
        let size = self.sizes[first * self.dims + d];
        if number >= 2 * self.dims {
            return Way::Nowhere { size };
        }
        Way::Before { origin: self.origins[first * self.dims + d], size, next: self.origins[second * self.dims + d] }
    }

    /// The sum of the widths that matter, at least 1.
    fn widths(&self, cx: &Cx<'_>, place: usize) -> u64 {
        let of = place * self.dims..(place + 1) * self.dims;
        let origin = |o: &Rooted| i64::from(cx.hi(o.x)) - i64::from(cx.lo(o.x));
        let size = |s: &Rooted| i64::from(s.root.1) - i64::from(cx.lo(s.x));
        let sum: i64 = self.origins[of.clone()].iter().map(origin).chain(self.sizes[of].iter().map(size)).sum();
        sum as u64 + 1
    }

    /// Looks at a pair: fails where no way is left, enforces the last one.
    fn pair(&self, cx: &mut Cx<'_>, pair: (usize, usize)) -> Result<(), Conflict> {
        let mut last = None;
        for number in 0..self.ways {
            if self.way(pair, number).is_possible(cx) && last.replace(number).is_some() {
                return Ok(());
            }
        }
        let Some(number) = last else {
            return Err(cx.fail_with(|past, out| self.explain_others(past, pair, self.ways, out)));
        };
        let data = ((pair.0 * self.count + pair.1) * self.ways + number) * PARTS;
        match self.way(pair, number) {
            Way::Nowhere { size } => cx.assert(size.x.le(0), Why::Lazy(data as u32)),
            Way::Before { origin, size, next } => {
                let [o, s, n] = [origin, size, next].map(|v| v.x);
                let end = i64::from(cx.lo(o)) + i64::from(cx.lo(s));
                cx.assert(n.ge(end as i32), Why::Lazy(data as u32))?;
                let start = i64::from(cx.hi(n)) - i64::from(cx.lo(s));
                cx.assert(o.le(start as i32), Why::Lazy(data as u32 + 1))?;
                let most = i64::from(cx.hi(n)) - i64::from(cx.lo(o));
                let most = most.min(cx.hi(s).into());
                cx.assert(s.le(most as i32), Why::Lazy(data as u32 + 2))
            }
        }
    }

    /// Pushes why all ways but one are impossible.
    fn explain_others(&self, past: &Past<'_>, pair: (usize, usize), except: usize, out: &mut Vec<Atom>) {
        for number in (0..self.ways).filter(|&number| number != except) {
            match self.way(pair, number) {
                Way::Nowhere { size } => out.push(size.x.ge(1)),
                Way::Before { origin, size, next } => {
                    let [o, s] = [origin, size].map(|v| i64::from(past.lo(v.x)));
                    let spare = o + s - i64::from(past.hi(next.x)) - 1;
                    loosened(past, &[Side::Ge(size), Side::Ge(origin), Side::Le(next)], spare, out);
                }
            }
        }
    }
}

impl Way {
    fn is_possible(self, cx: &Cx<'_>) -> bool {
        match self {
            Way::Nowhere { size } => cx.lo(size.x) <= 0,
            Way::Before { origin, size, next } => {
                i64::from(cx.lo(origin.x)) + i64::from(cx.lo(size.x)) <= i64::from(cx.hi(next.x))
            }
        }
    }
}

/// Pushes the bounds, loosened by `spare` together: first those that need not be stated at all.
fn loosened(past: &Past<'_>, sides: &[Side], mut spare: i64, out: &mut Vec<Atom>) {
    debug_assert!(spare >= 0, "the bounds do not say it");
    let bound = |side: Side| match side {
        Side::Ge(v) => (i64::from(past.lo(v.x)), i64::from(past.lo(v.x)) - i64::from(v.root.0)),
        Side::Le(v) => (i64::from(past.hi(v.x)), i64::from(v.root.1) - i64::from(past.hi(v.x))),
    };
    let mut stated = [false; PARTS];
    for (side, stated) in sides.iter().zip(&mut stated) {
        let (_, height) = bound(*side);
        *stated = height > spare;
        spare -= if *stated { 0 } else { height };
    }
    for (side, _) in sides.iter().zip(stated).filter(|s| s.1) {
        let (at, _) = bound(*side);
        out.push(match *side {
            Side::Ge(v) => v.x.ge((at - spare) as i32),
            Side::Le(v) => v.x.le((at + spare) as i32),
        });
        spare = 0;
    }
}

impl Propagator for NoOverlap {
    fn subscribe(&self, to: &mut Subscriptions) {
        self.origins.iter().for_each(|o| to.on(o.x, event::BOUNDS));
        self.sizes.iter().for_each(|s| to.on(s.x, event::LO));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        // On trial nobody else has seen to it.
        for size in &self.sizes {
            cx.assert(size.x.ge(0), Why::All(&[]))?;
        }
        loop {
            let mut changed = false;
            for i in 0..self.count {
                let widths = self.widths(cx, i);
                if cx.store.get(self.seen.at(i)) == widths {
                    continue;
                }
                cx.store.set(self.seen.at(i), widths);
                changed = true;
                for j in (0..self.count).filter(|&j| j != i) {
                    self.pair(cx, (i, j))?;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let data = data as usize;
        let (part, number) = (data % PARTS, data / PARTS % self.ways);
        let pair = data / (PARTS * self.ways);
        let pair = (pair / self.count, pair % self.count);
        self.explain_others(past, pair, number, out);
        let Way::Before { origin, size, next } = self.way(pair, number) else { return };
        let asked = i64::from(atom.value());
        let (o, s, n) = (i64::from(past.lo(origin.x)), i64::from(past.lo(size.x)), i64::from(past.hi(next.x)));
        match part {
            0 => loosened(past, &[Side::Ge(size), Side::Ge(origin)], o + s - asked, out),
            1 => loosened(past, &[Side::Ge(size), Side::Le(next)], asked - n + s, out),
            _ => loosened(past, &[Side::Ge(origin), Side::Le(next)], asked - n + o, out),
        }
    }
}
