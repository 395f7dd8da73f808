//! `forward[i] = j` exactly when `backward[j] = i`: a value leaves one side when its partner leaves the other, and is taken on
//! one side when it is on the other. Values that are no place of the other side leave at once.
//!
//! The number of values that each variable had when it was last gone through is kept, restored on backtracking: a variable
//! with as many values as then has the same ones.

use crate::atom::VarId;
use crate::propagator::{Conflict, Cx, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

pub(crate) struct Inverse {
    /// The variables of both sides, `n` each.
    sides: [Box<[VarId]>; 2],
    sizes: Cell,
}

impl Inverse {
    /// Two sides of the same length.
    pub fn new(forward: Vec<VarId>, backward: Vec<VarId>, store: &mut Store) -> Inverse {
        let sizes = store.alloc(2 * forward.len(), 0);
        Inverse { sides: [forward.into(), backward.into()], sizes }
    }

    /// Tells the other side what the variable at a place of one side can still be.
    fn channel(&self, cx: &mut Cx<'_>, side: usize, place: usize) -> Result<(), Conflict> {
        let x = self.sides[side][place];
        let others = &self.sides[1 - side];
        let here = place as i32;
        cx.assert(x.ge(0), Why::All(&[]))?;
        cx.assert(x.le(others.len() as i32 - 1), Why::All(&[]))?;
        if cx.is_fixed(x) {
            let v = cx.lo(x);
            cx.assert(others[v as usize].eq(here), Why::One(x.eq(v)))?;
        }
        // A variable that can still be anything has nothing to tell.
        if self.count(cx, x) == others.len() as u64 {
            return Ok(());
        }
        for (v, &other) in others.iter().enumerate() {
            if !cx.contains(x, v as i32) {
                cx.assert(other.ne(here), Why::One(x.ne(v as i32)))?;
            }
        }
        Ok(())
    }
}

impl Propagator for Inverse {
    fn subscribe(&self, to: &mut Subscriptions) {
        for &x in self.sides.iter().flatten() {
            to.on(x, event::DOMAIN);
        }
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let n = self.sides[0].len();
        loop {
            let mut changed = false;
            for side in 0..2 {
                for place in 0..n {
                    let x = self.sides[side][place];
                    let cell = self.sizes.at(side * n + place);
                    // A wide domain gets bounds that make it countable first.
                    if cx.store.get(cell) != 0 && cx.store.get(cell) == self.count(cx, x) {
                        continue;
                    }
                    self.channel(cx, side, place)?;
                    let count = self.count(cx, x);
                    cx.store.set(cell, count);
                    changed = true;
                }
            }
            if !changed {
                return Ok(());
            }
        }
    }
}

impl Inverse {
    /// How many values a variable has, all of them places of the other side.
    fn count(&self, cx: &Cx<'_>, x: VarId) -> u64 {
        cx.count_up_to(x, self.sides[0].len() as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::brute_force::{Claim, Random, try_out};

    #[test]
    fn both_sides_lose_a_pair_together_for_one_atom() {
        let mut random = Random(11);
        for round in 0..200 {
            let n = 1 + random.below(4);
            let stretch = if round % 4 == 3 { 5000 } else { 0 };
            let domains: Vec<Vec<i32>> = (0..2 * n)
                .map(|_| {
                    let span = 1 + random.below(n + 1);
                    let from = random.below(2) as i32 - 1;
                    let mut values = random.domain(from, span);
                    values.extend((stretch > 0).then_some(stretch));
                    values
                })
                .collect();
            let holds = |values: &[i32]| {
                let (forward, backward) = values.split_at(n);
                let back =
                    |from: &[i32], to: &[i32]| (0..n).all(|i| to.get(from[i] as usize).is_some_and(|&b| b == i as i32));
                back(forward, backward) && back(backward, forward)
            };
            let post = |engine: &mut crate::engine::Engine, xs: &[VarId]| {
                let inverse = Inverse::new(xs[..n].to_vec(), xs[n..].to_vec(), &mut engine.store);
                engine.post(Box::new(inverse), None, 0);
            };
            try_out(&domains, post, holds, Claim::Sound, &mut random);
        }
    }
}
