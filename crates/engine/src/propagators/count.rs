//! `n` is the sum of the weights of the true atoms; with weights 1, how many are true. What must be and what may be in the
//! sum bound `n`; an open atom too heavy for what is left is false, one without which too little is left is true.
//!
//! ```text
//!  order   │ decided, in the sums │ open │
//!          0                    done     n
//! ```
//! `done` and the sums are restored on backtracking; the order need not be: what lies before a smaller `done` stays there.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cx, Now, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

/// Weights beyond this are as good as this: no variable gets as far.
const HEAVIEST: i64 = 1 << 40;

pub(crate) struct Count {
    /// Weights and atoms, the heaviest first: a reason takes few.
    items: Box<[(i64, Atom)]>,
    n: VarId,
    total: i64,
    order: Box<[u32]>,
    done: Cell,
    /// The weights of true and of false atoms before `done`.
    sums: Cell,
}

/// What a lazy reason is about: `n` at least the true ones, `n` at most those not false; or, with the item's place in
/// higher bits, an item that is too heavy or that is needed.
const AT_LEAST: u32 = 0;
const AT_MOST: u32 = 1;
const TOO_HEAVY: u32 = 2;
const NEEDED: u32 = 3;

impl Count {
    /// How many of the atoms are true.
    pub fn new(atoms: Vec<Atom>, n: VarId, store: &mut Store) -> Count {
        Count::weighted(atoms.into_iter().map(|a| (1, a)), n, store)
    }

    /// The sum of the weights, none of them negative.
    pub fn weighted(items: impl Iterator<Item = (i64, Atom)>, n: VarId, store: &mut Store) -> Count {
        let mut items: Vec<(i64, Atom)> = items.filter(|i| i.0 > 0).map(|(w, a)| (w.min(HEAVIEST), a)).collect();
        items.sort_by_key(|i| std::cmp::Reverse(i.0));
        Count {
            total: items.iter().map(|i| i.0).sum(),
            order: (0..items.len() as u32).collect(),
            items: items.into(),
            n,
            done: store.alloc(1, 0),
            sums: store.alloc(2, 0),
        }
    }

    /// Takes atoms that were decided since into the sums: the weights of all true ones and of all that are not false.
    fn update(&mut self, cx: &mut Cx<'_>) -> (i64, i64) {
        let mut done = cx.store.get(self.done) as usize;
        let mut sums = [0, 1].map(|side| cx.store.get(self.sums.at(side)) as i64);
        for at in done..self.order.len() {
            let (weight, atom) = self.items[self.order[at] as usize];
            let side = if cx.is_true(atom) {
                0
            } else if cx.is_false(atom) {
                1
            } else {
                continue;
            };
            sums[side] += weight;
            self.order.swap(done, at);
            done += 1;
        }
        cx.store.set(self.done, done as u64);
        (0..2).for_each(|side| cx.store.set(self.sums.at(side), sums[side] as u64));
        (sums[0], self.total - sums[1])
    }

    /// Pushes `way` of the heaviest items for which it was true, until they weigh `least`. What they weigh beyond that.
    fn push(&self, past: &Past<'_>, way: impl Fn(Atom) -> Atom, least: i64, out: &mut Vec<Atom>) -> i64 {
        let mut missing = least;
        for &(weight, atom) in &self.items {
            if missing <= 0 {
                break;
            }
            if past.is_true(way(atom)) {
                out.push(way(atom));
                missing -= weight;
            }
        }
        -missing
    }
}

impl Propagator for Count {
    fn subscribe(&self, to: &mut Subscriptions) {
        for (slot, (_, atom)) in self.items.iter().enumerate() {
            to.filtered(atom.var(), event::DOMAIN, slot);
        }
        to.on(self.n, event::BOUNDS);
    }

    /// A change that leaves the atom open changes nothing.
    fn wakes(&mut self, slot: u32, now: &Now<'_>) -> bool {
        let atom = self.items[slot as usize].1;
        now.is_true(atom) || now.is_true(!atom)
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let (must, may) = self.update(cx);
        let (lo, hi) = (i64::from(cx.lo(self.n)), i64::from(cx.hi(self.n)));
        cx.assert(self.n.ge(must.min(hi + 1) as i32), Why::Lazy(AT_LEAST))?;
        cx.assert(self.n.le(may.max(lo - 1) as i32), Why::Lazy(AT_MOST))?;
        let (room, spare) = (i64::from(cx.hi(self.n)) - must, may - i64::from(cx.lo(self.n)));
        let done = cx.store.get(self.done) as usize;
        if self.items.first().is_none_or(|heaviest| heaviest.0 <= room.min(spare)) {
            return Ok(());
        }
        for at in done..self.order.len() {
            let item = self.order[at];
            let (weight, atom) = self.items[item as usize];
            // `n` itself may be what an atom is about.
            if cx.is_true(atom) || cx.is_false(atom) {
                continue;
            }
            if weight > room {
                cx.assert(!atom, Why::Lazy(item << 2 | TOO_HEAVY))?;
            } else if weight > spare {
                cx.assert(atom, Why::Lazy(item << 2 | NEEDED))?;
            }
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let weight = self.items.get((data >> 2) as usize).map_or(0, |i| i.0);
        let (lo, hi) = past.bounds(self.n);
        match data & 3 {
            AT_LEAST => {
                self.push(past, |a| a, atom.value().into(), out);
            }
            AT_MOST => {
                self.push(past, |a| !a, self.total - i64::from(atom.value()), out);
            }
            TOO_HEAVY => {
                let beyond = self.push(past, |a| a, i64::from(hi) + 1 - weight, out);
                out.push(self.n.le((i64::from(hi) + beyond).min((i32::MAX - 1).into()) as i32));
            }
            _ => {
                let beyond = self.push(past, |a| !a, self.total - weight - i64::from(lo) + 1, out);
                out.push(self.n.ge((i64::from(lo) - beyond).max((i32::MIN + 1).into()) as i32));
            }
        }
    }
}
