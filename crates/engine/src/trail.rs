//! The trail: every change of a domain in order, with its reason, so that it can be undone and asked about.
//!
//! An entry is one asserted atom. Skipping holes belongs to the same entry: asserting `[x ≥ 4]` where 4 is a hole moves
//! the bound to 5, and `[x ≥ 5]` became true there too. Entries of one variable are linked backwards.

use crate::atom::{Atom, Kind, VarId};
use crate::domains::Domains;
use crate::reason::{Reason, ReasonArena, Tag};

/// No entry: true since before the trail began.
pub(crate) const NONE: u32 = u32::MAX;

/// One change of one domain.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub var: VarId,
    pub value: i32,
    pub old_lo: i32,
    pub old_hi: i32,
    /// The bound that the change led to (both bounds for `=`; of no meaning for a hole inside).
    pub new: i32,
    /// The variable's previous entry.
    pub prev: u32,
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
    last: Vec<u32>,
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
        self.last.push(NONE);
        self.saved.push(intervals[0].0);
        self.domains.add(intervals)
    }

    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub fn push_level(&mut self) {
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
                self.domains.punch(x, v);
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
        let prev = std::mem::replace(&mut self.last[x.index()], self.entries.len() as u32);
        self.entries.push(Entry {
            var: x,
            value: v,
            old_lo: old.lo,
            old_hi: old.hi,
            new,
            prev,
            packed,
            word: why.word,
        });
        Ok(true)
    }

    /// Undoes everything above `level`; the search will try the values again that variables had.
    pub fn backtrack(&mut self, level: u32) {
        self.undo(level, true);
    }

    /// Undoes everything above `level` as if it had not been.
    pub fn undo_trial(&mut self, level: u32) {
        self.undo(level, false);
    }

    fn undo(&mut self, level: u32, remember: bool) {
        if level >= self.level() {
            return;
        }
        let (start, reasons) = self.levels[level as usize];
        self.levels.truncate(level as usize);
        while self.entries.len() > start as usize {
            let entry = self.entries.pop().expect("longer than start");
            let x = entry.var;
            let bounds = &mut self.domains.bounds[x.index()];
            if remember && bounds.lo == bounds.hi {
                self.saved[x.index()] = bounds.lo;
            }
            (bounds.lo, bounds.hi) = (entry.old_lo, entry.old_hi);
            if entry.kind() == Kind::Ne {
                self.domains.fill(x, entry.value);
            }
            self.last[x.index()] = entry.prev;
        }
        self.reasons.truncate(reasons as usize);
    }

    /// Forgets the history of the root, where nothing will be undone or explained any more.
    pub fn forget_root(&mut self) {
        debug_assert_eq!(self.level(), 0);
        for entry in self.entries.drain(..) {
            self.last[entry.var.index()] = NONE;
        }
        self.reasons.truncate(0);
    }

    /// The entry at which a true atom became true.
    pub fn position(&self, atom: Atom) -> u32 {
        debug_assert!(self.domains.is_true(atom), "{atom:?} is not true");
        let x = atom.var();
        let v = atom.value();
        let mut at = self.last[x.index()];
        match atom.kind() {
            Kind::Eq => {}
            Kind::Ge => {
                while at != NONE && self.entries[at as usize].old_lo >= v {
                    at = self.entries[at as usize].prev;
                }
            }
            Kind::Le => {
                while at != NONE && self.entries[at as usize].old_hi <= v {
                    at = self.entries[at as usize].prev;
                }
            }
            Kind::Ne => {
                // Outside the bounds of every entry: never a value since the trail began.
                while at != NONE && !(self.entries[at as usize].old_lo..=self.entries[at as usize].old_hi).contains(&v)
                {
                    at = self.entries[at as usize].prev;
                }
                if at == NONE || !self.domains.is_hole(x, v) {
                    return at;
                }
                while at != NONE {
                    let e = &self.entries[at as usize];
                    if e.kind() == Kind::Ne && e.value == v {
                        break;
                    }
                    at = e.prev;
                }
            }
        }
        at
    }

    /// The level at which a true atom became true.
    pub fn level_of(&self, atom: Atom) -> u32 {
        match self.position(atom) {
            NONE => 0,
            at => self.entries[at as usize].level(),
        }
    }

    /// The bounds of a variable just before the entry `before`.
    pub fn bounds_before(&self, x: VarId, before: u32) -> (i32, i32) {
        let b = self.domains.bounds[x.index()];
        let (mut lo, mut hi) = (b.lo, b.hi);
        let mut at = self.last[x.index()];
        while at != NONE && at >= before {
            let e = &self.entries[at as usize];
            (lo, hi) = (e.old_lo, e.old_hi);
            at = e.prev;
        }
        (lo, hi)
    }

    /// Whether `v` was a value of the variable just before the entry `before`.
    pub fn contained_before(&self, x: VarId, v: i32, before: u32) -> bool {
        let (lo, hi) = self.bounds_before(x, before);
        if v < lo || v > hi {
            return false;
        }
        if !self.domains.is_hole(x, v) {
            return true;
        }
        let mut at = self.last[x.index()];
        while at != NONE && at >= before {
            let e = &self.entries[at as usize];
            if e.kind() == Kind::Ne && e.value == v {
                return true;
            }
            at = e.prev;
        }
        false
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
        trail.backtrack(0);
        assert_eq!(trail.domains.values(x).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        assert_eq!(trail.saved[x.index()], 6);
    }
}
