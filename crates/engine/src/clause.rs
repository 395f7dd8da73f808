//! The clause database: one arena, two watches a clause with a blocker, binary clauses inside the watch lists, learnt
//! clauses in three tiers by how many levels they span (LBD).
//!
//! ```text
//!  arena   … │ length │ tier and LBD │ activity │ lit lit lit … │ length │ …        a reference points at `length`
//! ```

use crate::literal::Lit;
use crate::watch::{Watch, Watches};

/// A clause: where it starts in the arena.
pub(crate) type ClauseRef = u32;

const HEADER: usize = 3;
/// Clauses that span at most this many levels are kept for good.
const CORE_LBD: u32 = 2;
/// Clauses that span at most this many levels are kept while they are used.
const MID_LBD: u32 = 6;
/// Words of deleted clauses below which compaction does not pay; tests of small models compact all the same.
const LEAST_WASTE: usize = if cfg!(test) { 0 } else { 1024 };
const LEARNT: u32 = 1 << 31;
const USED: u32 = 1 << 30;
const DELETED: u32 = 1 << 29;
const LBD_MASK: u32 = (1 << 24) - 1;

#[derive(Default)]
pub(crate) struct Clauses {
    arena: Vec<u32>,
    pub watches: Watches,
    learnt: Vec<ClauseRef>,
    wasted: usize,
    increment: f32,
}

impl Clauses {
    /// Stores and watches a clause of at least two literals; the first two are watched.
    pub fn add(&mut self, lits: &[Lit], learnt: Option<u32>) -> ClauseRef {
        debug_assert!(lits.len() >= 2);
        let reference = self.arena.len() as u32;
        let head = learnt.map_or(0, |lbd| LEARNT | USED | lbd.min(LBD_MASK));
        self.arena.extend([lits.len() as u32, head, self.increment.to_bits()]);
        self.arena.extend(lits.iter().map(|l| l.0));
        for (lit, blocker) in [(lits[0], lits[1]), (lits[1], lits[0])] {
            self.watches.push(lit, Watch::new(blocker, reference, lits.len() == 2));
        }
        if learnt.is_some() {
            self.learnt.push(reference);
        }
        reference
    }

    /// Where the next clause will start.
    pub fn end(&self) -> ClauseRef {
        self.arena.len() as u32
    }

    pub fn len_of(&self, clause: ClauseRef) -> usize {
        self.arena[clause as usize] as usize
    }

    #[inline]
    pub fn lits(&self, clause: ClauseRef) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + HEADER;
        self.arena[start..start + self.len_of(clause)].iter().map(|&l| Lit(l))
    }

    #[inline]
    pub fn lit(&self, clause: ClauseRef, at: usize) -> Lit {
        Lit(self.arena[clause as usize + HEADER + at])
    }

    #[inline]
    pub fn lits_mut(&mut self, clause: ClauseRef) -> &mut [u32] {
        let start = clause as usize + HEADER;
        let len = self.arena[clause as usize] as usize;
        &mut self.arena[start..start + len]
    }

    /// A learnt clause took part in a conflict; `count` counts the levels that its literals span now, which is asked
    /// where it can still move the clause to a better tier.
    ///
    /// Whether it is a learnt one.
    pub fn bump(&mut self, clause: ClauseRef, count: impl FnOnce(&mut dyn Iterator<Item = Lit>) -> u32) -> bool {
        let at = clause as usize;
        let head = self.arena[at + 1];
        if head & LEARNT == 0 {
            return false;
        }
        let old = head & LBD_MASK;
        let new = if old > CORE_LBD { count(&mut self.lits(clause)).min(old) } else { old };
        self.arena[at + 1] = head & !LBD_MASK | USED | new;
        let activity = f32::from_bits(self.arena[at + 2]) + self.increment;
        self.arena[at + 2] = activity.to_bits();
        if activity > 1e20 {
            for &c in &self.learnt {
                let word = &mut self.arena[c as usize + 2];
                *word = (f32::from_bits(*word) * 1e-20).to_bits();
            }
            self.increment *= 1e-20;
        }
        true
    }

    pub fn decay(&mut self) {
        self.increment = if self.increment == 0.0 { 1.0 } else { self.increment / 0.999 };
    }

    pub fn learnt_count(&self) -> usize {
        self.learnt.len()
    }

    /// Literals stored in learnt clauses.
    pub fn learnt_literals(&self) -> u64 {
        self.learnt.iter().map(|&c| self.len_of(c) as u64).sum()
    }

    /// Bytes of learnt clauses with their watches.
    pub fn learnt_bytes(&self) -> u64 {
        let watches = 2 * size_of::<Watch>() as u64;
        self.learnt.iter().map(|&c| 4 * (HEADER + self.len_of(c)) as u64 + watches).sum()
    }

    /// Deletes about half of the learnt clauses that span many levels: those that took part in the fewest conflicts. Of
    /// the others too, where more than `room` of them have come together: memory stays bounded. `locked` clauses are reasons and stay. Calls `deleted` with every literal of a deleted clause.
    pub fn reduce(
        &mut self,
        room: usize,
        locked: impl Fn(ClauseRef, Lit, Lit, bool) -> bool,
        mut deleted: impl FnMut(Lit),
    ) {
        let (mut candidates, mut spared) = (Vec::new(), Vec::new());
        for &c in &self.learnt {
            let head = self.arena[c as usize + 1];
            let lbd = head & LBD_MASK;
            let spare = lbd <= CORE_LBD || (lbd <= MID_LBD && head & USED != 0);
            if lbd <= MID_LBD {
                self.arena[c as usize + 1] &= !USED;
            }
            if locked(c, self.lit(c, 0), self.lit(c, 1), self.len_of(c) == 2) {
                continue;
            }
            if spare {
                spared.push(c);
            } else {
                candidates.push(c);
            }
        }
        let activity = |c: ClauseRef| f32::from_bits(self.arena[c as usize + 2]);
        for list in [&mut candidates, &mut spared] {
            list.sort_by(|&a, &b| activity(a).total_cmp(&activity(b)).then(a.cmp(&b)));
        }
        candidates.truncate(candidates.len() / 2);
        if spared.len() > room {
            candidates.extend_from_slice(&spared[..spared.len() / 2]);
        }
        for &c in &candidates {
            self.arena[c as usize + 1] |= DELETED;
            self.wasted += HEADER + self.len_of(c);
        }
        let arena = &self.arena;
        let alive = |c: ClauseRef| arena[c as usize + 1] & DELETED == 0;
        self.learnt.retain(|&c| alive(c));
        self.watches.retain(|w| alive(w.reference()));
        for &c in &candidates {
            self.lits(c).for_each(&mut deleted);
        }
    }

    /// Whether so much of the arena is deleted clauses that compaction pays.
    pub fn is_wasteful(&self) -> bool {
        self.wasted > LEAST_WASTE && self.wasted * 4 > self.arena.len()
    }

    /// Moves the clauses together, gives memory back and returns the old and new place of each clause, ascending.
    pub fn compact(&mut self) -> Vec<(ClauseRef, ClauseRef)> {
        let mut moves = Vec::new();
        let (mut from, mut to) = (0, 0);
        while from < self.arena.len() {
            let size = HEADER + self.arena[from] as usize;
            if self.arena[from + 1] & DELETED == 0 {
                self.arena.copy_within(from..from + size, to);
                moves.push((from as u32, to as u32));
                to += size;
            }
            from += size;
        }
        self.arena.truncate(to);
        if self.arena.capacity() > 2 * to {
            self.arena.shrink_to(to + to / 2);
        }
        self.wasted = 0;
        for c in &mut self.learnt {
            *c = new_place(&moves, *c);
        }
        self.watches.rename(|c| new_place(&moves, c));
        moves
    }
}

/// Where a clause is after compaction.
pub(crate) fn new_place(moves: &[(ClauseRef, ClauseRef)], old: ClauseRef) -> ClauseRef {
    moves[moves.binary_search_by_key(&old, |m| m.0).expect("the clause was kept")].1
}
