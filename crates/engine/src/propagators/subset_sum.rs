//! `n` is the sum of the weights of the true atoms: its bounds are sums that open atoms can still make up, on bit rows (Trick
//! 2003). It runs after [`Count`](super::Count), which sees to the atoms.
//!
//! The reason of a bound is a gap that no choice of open atoms leads into. A decided atom is part of it only where the
//! other choice would.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Now, Past, Propagator, Subscriptions, Why, event};

/// The greatest sum that is looked at.
pub(crate) const GREATEST: i32 = 2048;

pub(crate) struct SubsetSum {
    items: Box<[(u32, Atom)]>,
    n: VarId,
    sums: Vec<u64>,
    /// For explanations: which items are stated.
    stated: Vec<bool>,
}

impl SubsetSum {
    /// `n` is at most [`GREATEST`], and so are the weights that matter.
    pub fn new(items: impl Iterator<Item = (i64, Atom)>, n: VarId) -> SubsetSum {
        let most = i64::from(GREATEST) + 1;
        let items: Box<[_]> = items.filter(|i| i.0 > 0).map(|(w, a)| (w.min(most) as u32, a)).collect();
        SubsetSum { stated: vec![false; items.len()], items, n, sums: vec![0; most as usize / 64 + 1] }
    }

    /// Lists the sums that can be made up, where `choice` tells which atoms are true, false or open.
    fn add_up(&mut self, choice: impl Fn(usize, Atom) -> Option<bool>) {
        self.sums.fill(0);
        self.sums[0] = 1;
        for (i, &(weight, atom)) in self.items.iter().enumerate() {
            match choice(i, atom) {
                Some(false) => {}
                Some(true) => shift(&mut self.sums, weight, false),
                None => shift(&mut self.sums, weight, true),
            }
        }
    }

    fn can_be(&self, sum: i32) -> bool {
        self.sums[sum as usize / 64] >> (sum % 64) & 1 == 1
    }
}

/// Adds a weight to every sum, keeping the sums without it too where it is a choice.
fn shift(sums: &mut [u64], weight: u32, keep: bool) {
    let (words, bits) = ((weight / 64) as usize, weight % 64);
    for k in (0..sums.len()).rev() {
        let from = |k: usize| if k >= words { sums[k - words] } else { 0 };
        let low = if bits > 0 && k > words { from(k - 1) >> (64 - bits) } else { 0 };
        let moved = from(k) << bits | low;
        sums[k] = if keep { sums[k] | moved } else { moved };
    }
}

impl Propagator for SubsetSum {
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

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.add_up(|_, atom| if cx.is_true(atom) { Some(true) } else { cx.is_false(atom).then_some(false) });
        let (lo, hi) = (cx.lo(self.n).max(0), cx.hi(self.n));
        let least = (lo..=hi).find(|&sum| self.can_be(sum)).unwrap_or(hi + 1);
        cx.assert(self.n.ge(least), Why::Lazy(0))?;
        let greatest = (lo..=hi).rfind(|&sum| self.can_be(sum)).unwrap_or(lo);
        cx.assert(self.n.le(greatest), Why::Lazy(0))
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, _data: u32, out: &mut Vec<Atom>) {
        let (lo, hi) = past.bounds(self.n);
        let upward = atom.kind() == crate::atom::Kind::Ge;
        // No sum of the gap can be made up.
        let (a, b) = if upward { (lo.max(0), atom.value() - 1) } else { (atom.value() + 1, hi) };
        let mut stated = std::mem::take(&mut self.stated);
        let was = |atom: Atom| if past.is_true(atom) { Some(true) } else { past.is_true(!atom).then_some(false) };
        stated.iter_mut().zip(&self.items).for_each(|(stated, i)| *stated = was(i.1).is_some());
        for i in 0..stated.len() {
            if std::mem::replace(&mut stated[i], false) {
                self.add_up(|j, atom| was(atom).filter(|_| stated[j]));
                stated[i] = (a..=b).any(|sum| self.can_be(sum));
            }
        }
        self.add_up(|j, atom| was(atom).filter(|_| stated[j]));
        // The gap may be wider than what is asked for: the bound that it starts from need not be as it was.
        if upward {
            let from = (0..a).rfind(|&sum| self.can_be(sum)).map_or(0, |sum| sum + 1);
            out.extend((from > 0).then(|| self.n.ge(from)));
        } else {
            let to = (b + 1..=GREATEST).find(|&sum| self.can_be(sum)).unwrap_or(GREATEST + 1) - 1;
            out.push(self.n.le(to));
        }
        for (&(_, atom), _) in self.items.iter().zip(&stated).filter(|s| *s.1) {
            out.push(if past.is_true(atom) { atom } else { !atom });
        }
        self.stated = stated;
    }
}
