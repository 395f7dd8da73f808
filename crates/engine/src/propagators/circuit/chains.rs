//! Places whose successors are fixed make chains. A chain that is not the whole tour must not be closed; one that was closed
//! leaves all other places out, where that is allowed. Everything is found by following the chains anew.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cx, Past, Propagator, Subscriptions, Why, event};

const NONE: u32 = u32::MAX;

pub(crate) struct Chains {
    next: Box<[VarId]>,
    /// Whether places may be left out of the tour.
    optional: bool,
    /// The place before each place, where it is known.
    before: Vec<u32>,
    /// Which places were met on chains.
    met: Vec<bool>,
}

impl Chains {
    pub fn new(next: Vec<VarId>, optional: bool) -> Chains {
        let n = next.len();
        Chains { next: next.into(), optional, before: vec![NONE; n], met: vec![false; n] }
    }

    /// The place after a place, if it is fixed and one of the tour.
    fn after(&self, cx: &Cx<'_>, place: usize) -> Option<usize> {
        let x = self.next[place];
        let after = usize::try_from(cx.lo(x)).ok().filter(|&after| cx.is_fixed(x) && after < self.next.len())?;
        (after != place || !self.optional).then_some(after)
    }

    fn must_visit(&self, cx: &Cx<'_>, place: usize) -> bool {
        !self.optional || !cx.contains(self.next[place], place as i32)
    }

    /// Pushes the successors from `start` on, up to the place before `end`; at least one.
    fn chain(&mut self, past: &Past<'_>, start: usize, end: impl Fn(usize) -> bool, out: &mut Vec<Atom>) {
        self.met.fill(false);
        let mut place = start;
        loop {
            self.met[place] = true;
            let after = past.lo(self.next[place]);
            out.push(self.next[place].eq(after));
            place = after as usize;
            if end(place) {
                self.met[place] = true;
                return;
            }
        }
    }
}

impl Propagator for Chains {
    fn subscribe(&self, to: &mut Subscriptions) {
        for &x in &self.next {
            // That a place cannot be left out any more matters too.
            to.on(x, if self.optional { event::DOMAIN } else { event::FIX });
        }
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let n = self.next.len();
        self.before.fill(NONE);
        self.met.fill(false);
        for place in 0..n {
            if let Some(after) = self.after(cx, place) {
                let other = std::mem::replace(&mut self.before[after], place as u32);
                if other != NONE {
                    let both = [place, other as usize].map(|p| self.next[p].eq(after as i32));
                    return Err(cx.fail(&both));
                }
            }
        }
        let to_visit = (0..n).filter(|&place| self.must_visit(cx, place)).count();
        for start in 0..n {
            if self.before[start] != NONE || self.after(cx, start).is_none() {
                continue;
            }
            let (mut end, mut visited) = (start, 0);
            while let Some(after) = self.after(cx, end) {
                self.met[end] = true;
                end = after;
                visited += 1;
            }
            self.met[end] = true;
            if visited + usize::from(self.must_visit(cx, end)) < to_visit {
                cx.assert(self.next[end].ne(start as i32), Why::Lazy(2 * start as u32))?;
            }
        }
        // What was entered and not met is closed.
        for start in 0..n {
            if self.before[start] == NONE || self.met[start] {
                continue;
            }
            let (mut place, mut visited) = (start, 0);
            while !self.met[place] {
                self.met[place] = true;
                place = self.before[place] as usize;
                visited += 1;
            }
            if visited == n {
                return Ok(());
            }
            if !self.optional {
                return Err(cx.fail_with(|past, out| self.chain(past, start, |place| place == start, out)));
            }
            let mut on_tour = vec![false; n];
            for _ in 0..visited {
                on_tour[place] = true;
                place = self.before[place] as usize;
            }
            for other in (0..n).filter(|&other| !on_tour[other]) {
                cx.assert(self.next[other].eq(other as i32), Why::Lazy(2 * start as u32 + 1))?;
            }
            return Ok(());
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let start = (data / 2) as usize;
        if data % 2 == 1 {
            return self.chain(past, start, |place| place == start, out);
        }
        let ends: Vec<bool> = self.next.iter().map(|&x| x == atom.var()).collect();
        self.chain(past, start, |place| ends[place], out);
        if self.optional {
            let outside = |place: usize| !self.met[place] && !past.contains(self.next[place], place as i32);
            let place = (0..self.next.len()).find(|&place| outside(place)).expect("a place that must be visited");
            out.push(self.next[place].ne(place as i32));
        }
    }
}
