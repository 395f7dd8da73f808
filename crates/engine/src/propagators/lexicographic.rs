//! `a` comes before `b` in the order of a dictionary: domain consistent (Frisch, Hnich, Kiziltan, Miguel and Walsh, 2006).
//!
//! Before `alpha` both have the same values. At `alpha` the one is at most the other; less, where after it nothing can make
//! up for a tie. `beta` is a place that can make up for it, or the last one that was looked at: what happens behind it is
//! of no interest.

use crate::atom::{Atom, Kind, VarId};
use crate::propagator::{Conflict, Cx, Now, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

pub(crate) struct Lexicographic {
    /// What is compared, place by place.
    pairs: Box<[(VarId, VarId)]>,
    /// Whether all of them may be equal.
    tie: bool,
    alpha: Cell,
    beta: usize,
}

impl Lexicographic {
    /// No variable is compared with itself.
    pub fn new(pairs: Vec<(VarId, VarId)>, tie: bool, store: &mut Store) -> Lexicographic {
        Lexicographic { beta: pairs.len(), pairs: pairs.into(), tie, alpha: store.alloc(1, 0) }
    }

    /// What is compared before a place is no less in `a`.
    fn before(&self, past: &Past<'_>, place: usize, out: &mut Vec<Atom>) {
        for &(a, b) in &self.pairs[..place] {
            let v = past.lo(a);
            out.extend([a.ge(v), b.le(v)]);
        }
    }

    /// What is compared from a place on is not less in `a`, nor equal where a tie would do.
    fn behind(&self, past: &Past<'_>, place: usize, out: &mut Vec<Atom>) {
        for &(a, b) in &self.pairs[place..] {
            let (least, most) = (past.lo(a), past.hi(b));
            out.push(a.ge(least));
            if least > most {
                return out.push(b.le(least - 1));
            }
            out.push(b.le(least));
        }
    }
}

impl Propagator for Lexicographic {
    fn subscribe(&self, to: &mut Subscriptions) {
        for (place, &(a, b)) in self.pairs.iter().enumerate() {
            to.filtered(a, event::LO, place);
            to.filtered(b, event::HI, place);
        }
    }

    fn wakes(&mut self, slot: u32, _now: &Now<'_>) -> bool {
        slot as usize <= self.beta
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let mut place = cx.store.get(self.alpha) as usize;
        let (a, b) = loop {
            let Some(&(a, b)) = self.pairs.get(place) else {
                return if self.tie { Ok(()) } else { Err(cx.fail_with(|past, out| self.before(past, place, out))) };
            };
            cx.assert(a.le(cx.hi(b)), Why::Lazy(2 * place as u32))?;
            cx.assert(b.ge(cx.lo(a)), Why::Lazy(2 * place as u32))?;
            if cx.lo(a) < cx.hi(b) {
                break (a, b);
            }
            place += 1;
        };
        cx.store.set(self.alpha, place as u64);
        let undecided = self.pairs[place + 1..].iter().position(|&(a, b)| cx.lo(a) != cx.hi(b));
        let end = undecided.map_or(self.pairs.len(), |after| place + 1 + after);
        match self.pairs.get(end) {
            // Also with the wider domains of earlier levels `a` can be less here.
            Some(&(a, b)) if cx.lo(a) < cx.hi(b) => self.beta = end,
            None if self.tie => self.beta = end,
            _ => {
                self.beta = self.beta.max(end);
                cx.assert(a.le(cx.hi(b) - 1), Why::Lazy(2 * place as u32 + 1))?;
                cx.assert(b.ge(cx.lo(a) + 1), Why::Lazy(2 * place as u32 + 1))?;
            }
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let (place, less) = ((data / 2) as usize, data % 2 == 1);
        let (a, b) = self.pairs[place];
        let v = atom.value();
        out.push(if atom.kind() == Kind::Le { b.le(v + i32::from(less)) } else { a.ge(v - i32::from(less)) });
        self.before(past, place, out);
        if less {
            self.behind(past, place + 1, out);
        }
    }
}
