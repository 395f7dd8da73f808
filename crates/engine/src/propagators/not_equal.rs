//! `guard → Σ aᵢ·xᵢ ≠ c`: two open variables are watched; when one is left, it loses one value.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Now, Propagator, Subscriptions, Why, event};

pub(crate) struct LinearNe {
    terms: Box<[(i64, VarId)]>,
    not: i64,
    guard: Option<Atom>,
    /// Two places among the terms, and the guard as the place after the last, that were open when last seen.
    watched: [usize; 2],
    reason: Vec<Atom>,
}

impl LinearNe {
    pub fn new(terms: Vec<(i64, VarId)>, not: i64, guard: Option<Atom>) -> LinearNe {
        LinearNe { terms: terms.into(), not, guard, watched: [0, 1], reason: Vec::new() }
    }

    fn is_open(&self, place: usize, now: &Now<'_>) -> bool {
        match self.terms.get(place) {
            Some(&(_, x)) => !now.is_fixed(x),
            None => self.guard.is_some_and(|g| !now.is_true(g) && !now.is_false(g)),
        }
    }

    fn places(&self) -> usize {
        self.terms.len() + usize::from(self.guard.is_some())
    }

    /// Watches open places: those watched so far may have been fixed while a run was due, when nobody is asked.
    fn watch_open(&mut self, now: &Now<'_>) {
        for at in 0..2 {
            if !self.is_open(self.watched[at], now) {
                let other = (0..self.places()).find(|&p| p != self.watched[1 - at] && self.is_open(p, now));
                self.watched[at] = other.unwrap_or(self.watched[at]);
            }
        }
    }
}

impl Propagator for LinearNe {
    fn subscribe(&self, to: &mut Subscriptions) {
        for (slot, &(_, x)) in self.terms.iter().enumerate() {
            to.filtered(x, event::FIX, slot);
        }
        if let Some(guard) = self.guard {
            to.on(guard.var(), event::making(guard) | event::making(!guard));
        }
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn wakes(&mut self, slot: u32, now: &Now<'_>) -> bool {
        let slot = slot as usize;
        if !self.watched.contains(&slot) {
            return false;
        }
        // Look for another open place to watch.
        let other = (0..self.places()).find(|p| !self.watched.contains(p) && self.is_open(*p, now));
        match other {
            Some(place) => {
                let at = usize::from(self.watched[1] == slot);
                self.watched[at] = place;
                // The other watched place may be fixed already, where an earlier run came to nothing.
                !self.is_open(self.watched[1 - at], now)
            }
            None => true,
        }
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let guard_open = match self.guard {
            Some(guard) if cx.is_false(guard) => return Ok(()),
            Some(guard) => !cx.is_true(guard),
            None => false,
        };
        self.watch_open(&cx.now());
        let mut open = self.terms.iter().filter(|t| !cx.is_fixed(t.1));
        let last = open.next().copied();
        if open.next().is_some() || (last.is_some() && guard_open) {
            return Ok(());
        }
        let sum: i64 = self.terms.iter().filter(|t| Some(**t) != last).map(|&(a, x)| a * i64::from(cx.lo(x))).sum();
        let rest = self.not - sum;
        let concluded = match last {
            Some((a, x)) if rest % a == 0 && i32::try_from(rest / a).is_ok_and(|v| cx.contains(x, v)) => {
                Some(x.ne((rest / a) as i32))
            }
            None if rest == 0 => self.guard.map_or(Some(Atom::FALSE), |g| Some(!g)),
            _ => None,
        };
        let Some(concluded) = concluded else { return Ok(()) };
        self.reason.clear();
        self.reason.extend(self.terms.iter().filter(|t| Some(**t) != last).map(|&(_, x)| x.eq(cx.lo(x))));
        self.reason.extend(self.guard.filter(|g| *g != !concluded));
        cx.assert(concluded, Why::All(&self.reason))
    }
}
