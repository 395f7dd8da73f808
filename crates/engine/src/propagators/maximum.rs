//! `result = max(x₁, …, xₙ)`, bounds consistent. The minimum is the same with every sign turned: all variables are seen
//! through a mirror, which costs nothing.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cx, Past, Propagator, Subscriptions, Why, event};

pub(crate) struct Maximum {
    result: VarId,
    of: Box<[VarId]>,
    mirrored: bool,
}

/// What a lazy reason is about: the result is at most what all are; at least what one is; an operand is at most the
/// result; or (the operand's place added) the only one that can still reach the result does.
const AT_MOST_ALL: u32 = 0;
const AT_LEAST_ONE: u32 = 1;
const BELOW_RESULT: u32 = 2;
const ONLY: u32 = 3;

impl Maximum {
    /// No operand occurs twice.
    pub fn new(result: VarId, of: Vec<VarId>) -> Maximum {
        Maximum { result, of: of.into(), mirrored: false }
    }

    /// `result = min(of)`
    pub fn minimum(result: VarId, of: Vec<VarId>) -> Maximum {
        Maximum { mirrored: true, ..Maximum::new(result, of) }
    }

    fn seen(&self, (lo, hi): (i32, i32)) -> (i32, i32) {
        if self.mirrored { (-hi, -lo) } else { (lo, hi) }
    }

    fn ge(&self, x: VarId, v: i32) -> Atom {
        if self.mirrored { x.le(-v) } else { x.ge(v) }
    }

    fn le(&self, x: VarId, v: i32) -> Atom {
        if self.mirrored { x.ge(-v) } else { x.le(v) }
    }
}

impl Propagator for Maximum {
    fn subscribe(&self, to: &mut Subscriptions) {
        to.on(self.result, event::BOUNDS);
        for &x in &self.of {
            to.on(x, event::BOUNDS);
        }
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let bounds = |cx: &Cx<'_>, x| self.seen((cx.lo(x), cx.hi(x)));
        let least = self.of.iter().map(|&x| bounds(cx, x).0).max().expect("at least one operand");
        let most = self.of.iter().map(|&x| bounds(cx, x).1).max().expect("at least one operand");
        cx.assert(self.le(self.result, most), Why::Lazy(AT_MOST_ALL))?;
        cx.assert(self.ge(self.result, least), Why::Lazy(AT_LEAST_ONE))?;
        let (lo, hi) = bounds(cx, self.result);
        let mut reaching = None;
        let mut several = false;
        for (place, &x) in self.of.iter().enumerate() {
            cx.assert(self.le(x, hi), Why::Lazy(BELOW_RESULT))?;
            if bounds(cx, x).1 >= lo {
                several |= reaching.replace(place).is_some();
            }
        }
        match reaching {
            Some(place) if !several => cx.assert(self.ge(self.of[place], lo), Why::Lazy(ONLY + place as u32)),
            Some(_) => Ok(()),
            // Holes took the last one away: the next run of this propagator fails at its first step.
            None => self.propagate(cx),
        }
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let v = if self.mirrored { -atom.value() } else { atom.value() };
        match data {
            AT_MOST_ALL => out.extend(self.of.iter().map(|&x| self.le(x, v))),
            AT_LEAST_ONE => {
                let x = self.of.iter().find(|&&x| self.seen(past.bounds(x)).0 >= v).expect("one is at least that");
                out.push(self.ge(*x, v));
            }
            BELOW_RESULT => out.push(self.le(self.result, v)),
            _ => {
                // Of all thresholds that the others miss and the result reaches, the highest asks least of the others.
                let (lo, _) = self.seen(past.bounds(self.result));
                out.push(self.ge(self.result, lo));
                let only = (data - ONLY) as usize;
                out.extend(self.of.iter().enumerate().filter(|(p, _)| *p != only).map(|(_, &x)| self.le(x, lo - 1)));
            }
        }
    }
}
