//! The trail: every change of a domain in order, with its reason, so that it can be undone and asked about.
//!
//! An entry is one asserted atom. Skipping holes belongs to the same entry: asserting `[x ≥ 4]` where 4 is a hole moves
//! the bound to 5, and `[x ≥ 5]` became true there too. Each variable lists its entries, so that its past is a binary search.

use crate::atom::{Atom, Kind, VarId};
use crate::domains::Domains;
use crate::propagator::Moved;
use crate::reason::{Reason, ReasonArena, Tag};

/// No entry: true since before the trail began.
pub(crate) const NONE: u32 = u32::MAX;

/// More nested choices than this have no place in an entry.
const MOST_LEVELS: usize = (1 << 24) - 1;

/// One change of one domain.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub var: VarId,
    pub value: i32,
    pub old_lo: i32,
    pub old_hi: i32,
    /// The bound that the change led to (both bounds for `=`; of no meaning for a hole inside).
    pub new: i32,
    /// Level, kind of the asserted atom and tag of the reason: 24 + 2 + 3 bits.
    packed: u32,
    word: u64,
}

impl Entry {
    pub fn level(&self) -> u32 {
        self.packed >> 8
    }

    pub fn kind(&self) -> Kind {
        Kind::from_bits(self.packed >> 4)
    }

    pub fn reason(&self) -> Reason {
        Reason { tag: Tag::from_bits(self.packed), word: self.word }
    }

    pub fn set_clause(&mut self, reference: u32) {
        self.word = reference.into();
    }

    /// The atom that was asserted.
    pub fn atom(&self) -> Atom {
        Atom::new(self.var, self.kind(), self.value)
    }

    /// The value that the change left as the only one.
    pub fn fixed(&self) -> Option<i32> {
        let fixed = match self.kind() {
            Kind::Eq => true,
            _ if self.raised_lo() => self.new == self.old_hi,
            _ if self.lowered_hi() => self.new == self.old_lo,
            _ => false,
        };
        fixed.then_some(self.new)
    }

    /// How far the change moved the bounds.
    pub fn moved(&self) -> Moved {
        let (new, lo, hi) = (i64::from(self.new), i64::from(self.old_lo), i64::from(self.old_hi));
        let is = self.kind() == Kind::Eq;
        Moved {
            raised: if is || self.raised_lo() { new - lo } else { 0 },
            lowered: if is || self.lowered_hi() { hi - new } else { 0 },
        }
    }

    /// Whether the change raised the lower bound (and left the upper one alone).
    pub fn raised_lo(&self) -> bool {
        match self.kind() {
            Kind::Ge => true,
            Kind::Ne => self.value == self.old_lo,
            _ => false,
        }
    }

    /// Whether the change lowered the upper bound (and left the lower one alone).
    pub fn lowered_hi(&self) -> bool {
        match self.kind() {
            Kind::Le => true,
            Kind::Ne => self.value == self.old_hi,
            _ => false,
        }
    }
}

/// Domains with their history.
#[derive(Default)]
pub(crate) struct Trail {
    pub domains: Domains,
    pub entries: Vec<Entry>,
    pub reasons: ReasonArena,
    /// The entries of each variable, ascending.
    history: Vec<Vec<u32>>,
    levels: Vec<(u32, u32)>,
    /// The value each variable had when it was last fixed: what the search tries first.
    pub saved: Vec<i32>,
}

/// The asserted atom contradicts what is known; `why` would have been its reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash {
    pub atom: Atom,
    pub why: Reason,
}

impl Trail {
    pub fn add_variable(&mut self, intervals: &[(i32, i32)]) -> VarId {
        self.history.push(Vec::new());
        self.saved.push(intervals[0].0);
        self.domains.add(intervals)
    }

    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub fn push_level(&mut self) {
        assert!(self.levels.len() < MOST_LEVELS, "an entry has 24 bits for its level");
        self.levels.push((self.entries.len() as u32, self.reasons.len() as u32));
    }

    /// Where the entries of `level` (at least 1) begin; the first of them, if any, is its decision.
    pub fn level_start(&self, level: u32) -> u32 {
        self.levels[level as usize - 1].0
    }

    /// The decision of a level; none where an assumption was true already.
    pub fn decision(&self, level: u32) -> Option<Atom> {
        let start = self.level_start(level);
        let entry = self.entries.get(start as usize)?;
        (entry.level() == level && entry.reason().tag == Tag::Decision).then(|| entry.atom())
    }

    /// Makes the atom true. `Ok(false)` where it was true before.
    #[inline]
    pub fn assert(&mut self, atom: Atom, why: Reason) -> Result<bool, Clash> {
        let (x, v) = (atom.var(), atom.value());
        let old = self.domains.bounds[x.index()];
        let new = match atom.kind() {
            Kind::Ge => {
                if v <= old.lo {
                    return Ok(false);
                }
                if v > old.hi {
                    return Err(Clash { atom, why });
                }
                let lo = self.domains.at_or_above(x, v);
                self.domains.bounds[x.index()].lo = lo;
                lo
            }
            Kind::Le => {
                if v >= old.hi {
                    return Ok(false);
                }
                if v < old.lo {
                    return Err(Clash { atom, why });
                }
                let hi = self.domains.at_or_below(x, v);
                self.domains.bounds[x.index()].hi = hi;
                hi
            }
            Kind::Ne => {
                if !self.domains.contains(x, v) {
                    return Ok(false);
                }
                if old.lo == old.hi {
                    return Err(Clash { atom, why });
                }
                self.domains.punch(x, v, self.entries.len() as u32);
                if v == old.lo {
                    let lo = self.domains.at_or_above(x, v + 1);
                    self.domains.bounds[x.index()].lo = lo;
                    lo
                } else if v == old.hi {
                    let hi = self.domains.at_or_below(x, v - 1);
                    self.domains.bounds[x.index()].hi = hi;
                    hi
                } else {
                    v
                }
            }
            Kind::Eq => {
                if !self.domains.contains(x, v) {
                    return Err(Clash { atom, why });
                }
                if old.lo == old.hi {
                    return Ok(false);
                }
                let bounds = &mut self.domains.bounds[x.index()];
                (bounds.lo, bounds.hi) = (v, v);
                v
            }
        };
        let packed = self.level() << 8 | (atom.kind() as u32) << 4 | why.tag as u32;
        self.history[x.index()].push(self.entries.len() as u32);
        self.entries.push(Entry { var: x, value: v, old_lo: old.lo, old_hi: old.hi, new, packed, word: why.word });
        Ok(true)
    }

    /// Undoes everything above `level`, calling `each` with every entry, the last first, before it is undone.
    pub fn undo(&mut self, level: u32, remember: bool, mut each: impl FnMut(usize, &Entry, &Domains)) {
        if level >= self.level() {
            return;
        }
        let (start, reasons) = self.levels[level as usize];
        self.levels.truncate(level as usize);
        while self.entries.len() > start as usize {
            let entry = self.entries.pop().expect("longer than start");
            each(self.entries.len(), &entry, &self.domains);
            let x = entry.var;
            let bounds = &mut self.domains.bounds[x.index()];
            if remember && bounds.lo == bounds.hi {
                self.saved[x.index()] = bounds.lo;
            }
            (bounds.lo, bounds.hi) = (entry.old_lo, entry.old_hi);
            if entry.kind() == Kind::Ne {
                self.domains.fill(x, entry.value);
            }
            self.history[x.index()].pop();
        }
        self.reasons.truncate(reasons as usize);
    }

    /// Forgets the history of the root, where nothing will be undone or explained any more.
    pub fn forget_root(&mut self) {
        debug_assert_eq!(self.level(), 0);
        for entry in self.entries.drain(..) {
            self.history[entry.var.index()].clear();
        }
        self.reasons.truncate(0);
    }

    /// The entry at which a true atom became true.
    pub fn position(&self, atom: Atom) -> u32 {
        debug_assert!(self.domains.is_true(atom), "{atom:?} is not true");
        let v = atom.value();
        let history = &self.history[atom.var().index()];
        match atom.kind() {
            Kind::Eq => history.last().copied().unwrap_or(NONE),
            Kind::Ge => self.last_where(history, |e| e.old_lo < v),
            Kind::Le => self.last_where(history, |e| e.old_hi > v),
            // A hole was made while the value was inside the bounds, or it would not have been made.
            Kind::Ne if self.domains.is_hole_within(atom.var(), v) => self.removal(atom.var(), v),
            Kind::Ne => self.last_where(history, |e| e.old_lo <= v && v <= e.old_hi),
        }
    }

    /// The entry that removed a value which is a hole; none where it was one before the history began.
    fn removal(&self, x: VarId, v: i32) -> u32 {
        let at = self.domains.removed_at(x, v);
        match self.entries.get(at as usize) {
            Some(e) if e.var == x && e.kind() == Kind::Ne && e.value == v => at,
            _ => NONE,
        }
    }

    /// The last entry of a variable's history for which a property of the domain before it holds; the property holds
    /// for a beginning of the history.
    fn last_where(&self, history: &[u32], holds: impl Fn(&Entry) -> bool) -> u32 {
        let holds = |&at: &u32| holds(&self.entries[at as usize]);
        if history.len() <= 8 {
            return history.iter().rev().find(|at| holds(at)).copied().unwrap_or(NONE);
        }
        match history.partition_point(holds) {
            0 => NONE,
            n => history[n - 1],
        }
    }

    /// The level at which a true atom became true.
    pub fn level_of(&self, atom: Atom) -> u32 {
        match self.position(atom) {
            NONE => 0,
            at => self.entries[at as usize].level(),
        }
    }

    /// The entries of a variable from the entry `before` on.
    fn history_from(&self, x: VarId, before: u32) -> &[u32] {
        let history = &self.history[x.index()];
        let mut start = history.len();
        if start > 8 {
            start = history.partition_point(|&at| at < before);
        } else {
            while start > 0 && history[start - 1] >= before {
                start -= 1;
            }
        }
        &history[start..]
    }

    /// The bounds of a variable just before the entry `before`.
    pub fn bounds_before(&self, x: VarId, before: u32) -> (i32, i32) {
        match self.history_from(x, before).first() {
            Some(&at) => (self.entries[at as usize].old_lo, self.entries[at as usize].old_hi),
            None => (self.domains.lo(x), self.domains.hi(x)),
        }
    }

    /// Whether `v` was a value of the variable just before the entry `before`.
    pub fn contained_before(&self, x: VarId, v: i32, before: u32) -> bool {
        let (lo, hi) = self.bounds_before(x, before);
        v >= lo && v <= hi && self.was_no_hole(x, v, before)
    }

    /// Whether a value between the bounds had not been removed by itself before the entry `before`.
    pub fn was_no_hole(&self, x: VarId, v: i32, before: u32) -> bool {
        let removed_later = || {
            let at = self.removal(x, v);
            at != NONE && at >= before
        };
        !self.domains.is_hole(x, v) || removed_later()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atom_became_true_at_the_entry_that_made_it_so() {
        let mut trail = Trail::default();
        let x = trail.add_variable(&[(0, 9)]);
        for (level, atom) in [x.ne(4), x.ge(3), x.ne(3), x.le(6), x.eq(6)].into_iter().enumerate() {
            trail.push_level();
            assert!(trail.assert(atom, Reason::DECISION).unwrap());
            assert_eq!(trail.level(), level as u32 + 1);
        }
        for (atom, level) in [
            (x.ne(4), 1),
            (x.ge(1), 2),
            (x.ge(3), 2),
            (x.ne(0), 2),
            (x.ne(3), 3),
            (x.ge(4), 3),
            (x.ge(5), 3),
            (x.le(8), 4),
            (x.ne(7), 4),
            (x.le(6), 4),
            (x.ge(6), 5),
            (x.ne(5), 5),
            (x.eq(6), 5),
            (x.ge(0), 0),
            (x.ne(12), 0),
        ] {
            assert_eq!(trail.level_of(atom), level, "{atom:?}");
        }
        assert_eq!(trail.bounds_before(x, 2), (3, 9));
        assert!(trail.contained_before(x, 3, 2) && !trail.contained_before(x, 3, 3));
        assert!(!trail.contained_before(x, 4, 2) && trail.contained_before(x, 4, 0));
        trail.undo(0, true, |_, _, _| {});
        assert_eq!(trail.domains.values(x).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        assert_eq!(trail.saved[x.index()], 6);
    }
}
