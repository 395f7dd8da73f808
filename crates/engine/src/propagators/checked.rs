//! A test on values: any constraint that can be asked whether it holds. It removes values of the last open variable, and,
//! where the test takes partial assignments, fails as early as the test does.
//!
//! How often the test is called: for a partial test once each time that at least one more variable became fixed; for either
//! kind, once for each value of the last open variable when one is left, and once when none is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Now, Propagator, Subscriptions, Why, event};

/// The last open variable is gone through value by value up to this many.
const LAST: u64 = 4096;

/// Whether values (unknown ones missing) can be part of an answer.
pub(crate) type Test = Box<dyn FnMut(&[Option<i64>]) -> bool>;

pub(crate) struct Checked {
    scope: Box<[VarId]>,
    test: Test,
    partial: bool,
    /// Two places that were open when last seen; a test of full assignments waits for one of them.
    watched: [usize; 2],
    values: Vec<Option<i64>>,
    reason: Vec<Atom>,
    removed: Vec<i32>,
}

impl Checked {
    /// The scope has each variable once.
    pub fn new(scope: Vec<VarId>, partial: bool, test: Test) -> Checked {
        let values = vec![None; scope.len()];
        Checked { scope: scope.into(), test, partial, watched: [0, 1], values, reason: Vec::new(), removed: Vec::new() }
    }

    fn ask(&mut self, cx: &mut Cx<'_>) -> Result<bool, Conflict> {
        let (test, values) = (&mut self.test, &self.values);
        catch_unwind(AssertUnwindSafe(|| test(values))).map_err(|panic| {
            let message = panic
                .downcast_ref::<&str>()
                .map(|s| (*s).to_string())
                .or_else(|| panic.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "no message".into());
            cx.user_panicked(message)
        })
    }
}

impl Propagator for Checked {
    fn subscribe(&self, to: &mut Subscriptions) {
        for (slot, &x) in self.scope.iter().enumerate() {
            if self.partial {
                to.on(x, event::FIX);
            } else {
                to.filtered(x, event::FIX, slot);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn wakes(&mut self, slot: u32, now: &Now<'_>) -> bool {
        let slot = slot as usize;
        if !self.watched.contains(&slot) {
            return false;
        }
        let other = (0..self.scope.len()).find(|p| !self.watched.contains(p) && !now.is_fixed(self.scope[*p]));
        match other {
            Some(place) => {
                let at = usize::from(self.watched[1] == slot);
                self.watched[at] = place;
                self.scope.get(self.watched[1 - at]).is_some_and(|&x| now.is_fixed(x))
            }
            None => true,
        }
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.reason.clear();
        let mut open = 0;
        let (mut first, mut last) = (0, 0);
        for (place, &x) in self.scope.iter().enumerate() {
            self.values[place] = cx.is_fixed(x).then(|| cx.lo(x).into());
            if cx.is_fixed(x) {
                self.reason.push(x.eq(cx.lo(x)));
            } else {
                if open == 0 {
                    first = place;
                }
                open += 1;
                last = place;
            }
        }
        // What is watched may have been fixed before the first event.
        if open > 1 {
            self.watched = [first, last];
        } else if open == 1 && !self.watched.contains(&last) {
            self.watched[0] = last;
        }
        let enumerable = open == 1 && cx.size(self.scope[last]) <= LAST;
        if (open == 0 || (self.partial && !enumerable)) && !self.ask(cx)? {
            return Err(cx.fail(&self.reason));
        }
        if !enumerable {
            return Ok(());
        }
        let x = self.scope[last];
        let mut removed = std::mem::take(&mut self.removed);
        removed.clear();
        removed.extend(cx.values(x));
        for &v in &removed {
            self.values[last] = Some(v.into());
            if !self.ask(cx)? {
                cx.assert(x.ne(v), Why::All(&self.reason))?;
            }
        }
        self.removed = removed;
        Ok(())
    }
}
