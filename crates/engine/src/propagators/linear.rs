//! `guard → Σ aᵢ·xᵢ ≤ c`: bounds consistency by slack.
//!
//! A reason need not take the bounds as they were: what a bound may be loosened by without the sum losing the conclusion is
//! spent, first on dropping whole terms, then on the next one. The guard is handled here, not on trial: while it is open
//! only the sum of lower bounds matters.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cx, Past, Propagator, Subscriptions, Why, event};

/// One term, its variable's side chosen so that raising the term means `coef > 0` raising the variable.
#[derive(Clone, Copy)]
struct Term {
    coef: i64,
    x: VarId,
    /// The bound at the root: weaker atoms than this need not be stated.
    root: i32,
}

pub(crate) struct LinearLe {
    terms: Box<[Term]>,
    limit: i64,
    guard: Option<Atom>,
}

/// The data of a lazy reason for the guard being false.
const GUARD: u32 = u32::MAX;

impl LinearLe {
    /// `bounds` gives the bounds of a variable at the root.
    pub fn new(
        terms: &[(i64, VarId)],
        limit: i64,
        guard: Option<Atom>,
        bounds: impl Fn(VarId) -> (i32, i32),
    ) -> LinearLe {
        let term = |&(coef, x): &(i64, VarId)| Term { coef, x, root: if coef > 0 { bounds(x).0 } else { bounds(x).1 } };
        let mut terms: Box<[Term]> = terms.iter().map(term).collect();
        // Large coefficients first: they are the first to be pruned.
        terms.sort_by_key(|t| std::cmp::Reverse(t.coef.abs()));
        LinearLe { terms, limit, guard }
    }

    /// Pushes bounds of all terms but `except` whose least sum, less `surplus`, still leads to the conclusion.
    fn explain_sum(&self, past: &Past<'_>, except: usize, mut surplus: i64, out: &mut Vec<Atom>) {
        debug_assert!(surplus >= 0);
        let start = out.len();
        for (i, t) in self.terms.iter().enumerate() {
            let (lo, hi) = past.bounds(t.x);
            let bound = if t.coef > 0 { lo } else { hi };
            let height = t.coef.abs() * (i64::from(bound) - i64::from(t.root)).abs();
            if i == except || height == 0 {
                continue;
            }
            if height <= surplus {
                surplus -= height;
            } else {
                out.push(if t.coef > 0 { t.x.ge(bound) } else { t.x.le(bound) });
            }
        }
        // Loosen what is left.
        let mut stated = start;
        for t in &self.terms {
            if surplus == 0 || stated == out.len() {
                break;
            }
            if out[stated].var() == t.x {
                let steps = surplus / t.coef.abs();
                surplus -= steps * t.coef.abs();
                let bound = i64::from(out[stated].value()) - steps * t.coef.signum();
                out[stated] = if t.coef > 0 { t.x.ge(bound as i32) } else { t.x.le(bound as i32) };
                stated += 1;
            }
        }
        out.extend(self.guard.filter(|_| except != GUARD as usize));
    }

    fn least_sum(&self, bounds: impl Fn(VarId) -> (i32, i32)) -> i64 {
        let least = |t: &Term| {
            let (lo, hi) = bounds(t.x);
            t.coef * i64::from(if t.coef > 0 { lo } else { hi })
        };
        self.terms.iter().map(least).sum()
    }
}

impl Propagator for LinearLe {
    fn subscribe(&self, to: &mut Subscriptions) {
        for t in &self.terms {
            to.on(t.x, if t.coef > 0 { event::LO } else { event::HI });
        }
        if let Some(guard) = self.guard {
            to.on(guard.var(), event::DOMAIN);
        }
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let open_guard = match self.guard {
            Some(guard) if cx.is_false(guard) => return Ok(()),
            Some(guard) if !cx.is_true(guard) => Some(guard),
            _ => None,
        };
        let slack = self.limit - self.least_sum(|x| (cx.lo(x), cx.hi(x)));
        if slack < 0 {
            return match open_guard {
                Some(guard) => cx.assert(!guard, Why::Lazy(GUARD)),
                None => Err(cx.fail_with(|past, out| self.explain_sum(past, self.terms.len(), -slack - 1, out))),
            };
        }
        if open_guard.is_some() {
            return Ok(());
        }
        for (i, t) in self.terms.iter().enumerate() {
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
        let sum = self.least_sum(|x| past.bounds(x));
        if data == GUARD {
            return self.explain_sum(past, GUARD as usize, sum - self.limit - 1, out);
        }
        // Were the atom false, the term would be at least this; then the sum exceeds the limit.
        let t = self.terms[data as usize];
        let (lo, hi) = past.bounds(t.x);
        let now = t.coef * i64::from(if t.coef > 0 { lo } else { hi });
        let beyond = t.coef * (i64::from(atom.value()) + t.coef.signum());
        self.explain_sum(past, data as usize, sum - now + beyond - self.limit - 1, out);
    }
}
