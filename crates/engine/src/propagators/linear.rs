//! `guard → Σ aᵢ·xᵢ ≤ c`: bounds consistency by slack.
//!
//! A long sum is not added up again at each call: every move of a bound adds to a reversible word, and the propagator runs
//! only where what is left could cut the widest open term. Terms are sorted by how far they reach, so that a run stops at
//! the first one that fits in the slack.
//!
//! A reason need not take the bounds as they were: what a bound may be loosened by without the sum losing the conclusion is
//! spent, first on dropping whole terms, then on the next one. The guard is handled here, not on trial: while it is open
//! only the sum of lower bounds matters.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Moved, Now, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

/// Sums up to this long are added up at each call.
const SHORT: usize = 4;

/// One term, its variable's side chosen so that raising the term means `coef > 0` raising the variable.
#[derive(Clone, Copy)]
struct Term {
    coef: i64,
    x: VarId,
    /// The bound at the root: weaker atoms than this need not be stated.
    root: i32,
    /// The most that the term can rise above its least value.
    reach: i64,
}

impl Term {
    /// The bound that the term is least at.
    #[inline]
    fn bound(&self, (lo, hi): (i32, i32)) -> i32 {
        if self.coef > 0 { lo } else { hi }
    }

    /// How far a bound is above the one at the root, in units of the sum.
    #[inline]
    fn height(&self, bound: i32) -> i64 {
        self.coef * (i64::from(bound) - i64::from(self.root))
    }

    /// The atom that says the term is at least what it is at `bound`.
    fn at_least(&self, bound: i32) -> Atom {
        if self.coef > 0 { self.x.ge(bound) } else { self.x.le(bound) }
    }
}

/// What is kept of a long sum.
#[derive(Clone, Copy)]
struct Kept {
    /// The sum of least values less that at the root, UNKNOWN before the first run.
    height: Cell,
    /// The terms before this one are fixed.
    open: Cell,
}

const UNKNOWN: u64 = u64::MAX;

pub(crate) struct LinearLe {
    terms: Box<[Term]>,
    /// The limit less the least sum at the root.
    room: i64,
    guard: Option<Atom>,
    kept: Option<Kept>,
    /// For reasons: terms above their root bound, with that bound.
    raised: Vec<(u32, i32)>,
}

/// The data of a lazy reason for the guard being false, and of the reason of a failure.
const GUARD: u32 = u32::MAX;
const FAILURE: u32 = u32::MAX - 1;

impl LinearLe {
    /// `bounds` gives the bounds of a variable at the root.
    pub fn new(
        terms: &[(i64, VarId)],
        limit: i64,
        guard: Option<Atom>,
        bounds: impl Fn(VarId) -> (i32, i32),
        store: &mut Store,
    ) -> LinearLe {
        let term = |&(coef, x): &(i64, VarId)| {
            let (lo, hi) = bounds(x);
            let reach = coef.abs() * (i64::from(hi) - i64::from(lo));
            Term { coef, x, root: if coef > 0 { lo } else { hi }, reach }
        };
        let mut terms: Box<[Term]> = terms.iter().map(term).collect();
        terms.sort_by_key(|t| std::cmp::Reverse(t.reach));
        let room = limit - terms.iter().map(|t| t.coef * i64::from(t.root)).sum::<i64>();
        let kept = (terms.len() > SHORT).then(|| Kept { height: store.alloc(1, UNKNOWN), open: store.alloc(1, 0) });
        LinearLe { terms, room, guard, kept, raised: Vec::new() }
    }

    /// The sum of least values less that at the root.
    #[inline]
    fn height(&self, cx: &mut Cx<'_>) -> i64 {
        let known = self.kept.map_or(UNKNOWN, |kept| cx.store.get(kept.height));
        if known != UNKNOWN {
            return known as i64;
        }
        let height = self.terms.iter().map(|t| t.height(t.bound((cx.lo(t.x), cx.hi(t.x))))).sum();
        if let Some(kept) = self.kept {
            cx.store.set(kept.height, height as u64);
        }
        height
    }

    /// The first term that may be open.
    fn first_open(&self, cx: &mut Cx<'_>) -> usize {
        let Some(kept) = self.kept else { return 0 };
        let mut open = cx.store.get(kept.open) as usize;
        while self.terms.get(open).is_some_and(|t| cx.is_fixed(t.x)) {
            open += 1;
        }
        cx.store.set(kept.open, open as u64);
        open
    }

    /// Pushes bounds of all terms but `except` whose least sum, with `beyond` more, still exceeds the room.
    fn explain_sum(&mut self, past: &Past<'_>, except: u32, beyond: i64, out: &mut Vec<Atom>) {
        let mut surplus = beyond - self.room - 1;
        self.raised.clear();
        for (i, t) in self.terms.iter().enumerate() {
            // What has not moved until now had not moved then.
            if t.bound(past.bounds_now(t.x)) == t.root || i as u32 == except {
                continue;
            }
            let bound = t.bound(past.bounds(t.x));
            if bound != t.root {
                surplus += t.height(bound);
                self.raised.push((i as u32, bound));
            }
        }
        debug_assert!(surplus >= 0);
        self.raised.retain(|&(i, bound)| {
            let height = self.terms[i as usize].height(bound);
            let drop = height <= surplus;
            surplus -= if drop { height } else { 0 };
            !drop
        });
        for &(i, bound) in &self.raised {
            let t = &self.terms[i as usize];
            let steps = surplus / t.coef.abs();
            surplus -= steps * t.coef.abs();
            out.push(t.at_least((i64::from(bound) - steps * t.coef.signum()) as i32));
        }
        out.extend(self.guard.filter(|_| except != GUARD));
    }
}

impl Propagator for LinearLe {
    fn subscribe(&self, to: &mut Subscriptions) {
        for (slot, t) in self.terms.iter().enumerate() {
            let events = if t.coef > 0 { event::LO } else { event::HI };
            match (self.kept, self.guard) {
                (Some(_), _) => to.counted(t.x, events, slot),
                (None, Some(_)) => to.filtered(t.x, events, slot),
                (None, None) => to.on(t.x, events),
            }
        }
        if let Some(guard) = self.guard {
            to.on(guard.var(), event::DOMAIN);
        }
    }

    fn cost(&self) -> Cost {
        if self.kept.is_some() { Cost::Linear } else { Cost::Constant }
    }

    fn idempotent(&self) -> bool {
        true
    }

    /// For a short sum with a guard: a false guard asks for nothing, an open one only whether the sum is too great.
    fn wakes(&mut self, _slot: u32, now: &Now<'_>) -> bool {
        let Some(guard) = self.guard else { return true };
        let height = || self.terms.iter().map(|t| t.height(t.bound(now.bounds(t.x)))).sum::<i64>();
        now.is_true(guard) || (!now.is_false(guard) && height() > self.room)
    }

    fn counts(&mut self, slot: u32, moved: Moved, now: &Now<'_>, store: &mut Store) -> bool {
        let Some(kept) = self.kept else { return true };
        let known = store.get(kept.height);
        if known == UNKNOWN {
            return true;
        }
        let coef = self.terms[slot as usize].coef;
        let height = known as i64 + if coef > 0 { coef * moved.raised } else { -coef * moved.lowered };
        store.set(kept.height, height as u64);
        let slack = self.room - height;
        match self.guard {
            Some(guard) if !now.is_true(guard) => slack < 0,
            _ => self.terms.get(store.get(kept.open) as usize).is_none_or(|t| t.reach > slack),
        }
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let height = self.height(cx);
        let slack = self.room - height;
        let open_guard = match self.guard {
            Some(guard) if cx.is_false(guard) => return Ok(()),
            Some(guard) if !cx.is_true(guard) => Some(guard),
            _ => None,
        };
        if slack < 0 {
            return match open_guard {
                Some(guard) => cx.assert(!guard, Why::Lazy(GUARD)),
                None => Err(cx.fail_with(|past, out| self.explain_sum(past, FAILURE, 0, out))),
            };
        }
        if open_guard.is_some() {
            return Ok(());
        }
        let open = self.first_open(cx);
        for (i, t) in self.terms.iter().enumerate().skip(open) {
            if t.reach <= slack {
                break;
            }
            let (lo, hi) = (i64::from(cx.lo(t.x)), i64::from(cx.hi(t.x)));
            if t.coef.abs() * (hi - lo) <= slack {
                continue;
            }
            let room = slack / t.coef.abs();
            let atom = if t.coef > 0 { t.x.le((lo + room) as i32) } else { t.x.ge((hi - room) as i32) };
            cx.assert(atom, Why::Lazy(i as u32))?;
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        if data == GUARD {
            return self.explain_sum(past, GUARD, 0, out);
        }
        // Were the atom false, the term would be at least this; then the sum exceeds the limit.
        let t = self.terms[data as usize];
        let beyond = t.coef * (i64::from(atom.value()) + t.coef.signum() - i64::from(t.root));
        self.explain_sum(past, data, beyond, out);
    }
}
