//! The watch lists: for each literal the clauses to visit when it becomes false, all in one pool.
//!
//! ```text
//!  lists   one for each literal: start, length, class          a list of class k has room for 2ᵏ watches
//!  pool    │ w w w · │ w w │ w · · · · · · · │ …
//!  free    for each class the places of rooms that a list outgrew
//! ```
//!
//! A list that outgrows its room moves to one twice as large; the room it leaves is used again. So a search allocates
//! only while the pool as a whole still grows.

use crate::clause::ClauseRef;
use crate::literal::Lit;

/// In the watch list of a literal: a clause to visit when the literal becomes false.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    /// Another literal of the clause; while it is true the clause need not be visited.
    pub blocker: Lit,
    reference: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    pub fn new(blocker: Lit, clause: ClauseRef, binary: bool) -> Watch {
        assert!(clause < BINARY, "clause arena below 2³¹ words");
        Watch { blocker, reference: clause | if binary { BINARY } else { 0 } }
    }

    pub fn is_binary(self) -> bool {
        self.reference & BINARY != 0
    }

    pub fn reference(self) -> ClauseRef {
        self.reference & !BINARY
    }
}

#[derive(Clone, Copy, Default)]
struct List {
    start: u32,
    len: u32,
    /// One more than the class; 0 for a list that never had room.
    class: u32,
}

#[derive(Default)]
pub(crate) struct Watches {
    lists: Vec<List>,
    pool: Vec<Watch>,
    free: Vec<Vec<u32>>,
}

impl Watches {
    /// Makes lists for so many literals.
    pub fn make_room(&mut self, literals: usize) {
        if self.lists.len() < literals {
            self.lists.resize(literals, List::default());
        }
    }

    #[inline]
    pub fn len(&self, lit: Lit) -> usize {
        self.lists[lit.index()].len as usize
    }

    /// Where the list lies in the pool: it stays there while nothing is added to it.
    #[inline]
    pub fn range(&self, lit: Lit) -> std::ops::Range<usize> {
        let list = self.lists[lit.index()];
        list.start as usize..(list.start + list.len) as usize
    }

    /// The watch at a place of the pool.
    #[inline]
    pub fn get(&self, place: usize) -> Watch {
        self.pool[place]
    }

    #[inline]
    pub fn set(&mut self, place: usize, watch: Watch) {
        self.pool[place] = watch;
    }

    /// Takes the watches between two places of the pool out of the list.
    pub fn close_gap(&mut self, lit: Lit, gap: std::ops::Range<usize>) {
        let end = self.range(lit).end;
        self.pool.copy_within(gap.end..end, gap.start);
        self.lists[lit.index()].len -= gap.len() as u32;
    }

    #[inline]
    pub fn push(&mut self, lit: Lit, watch: Watch) {
        let list = self.lists[lit.index()];
        if list.class == 0 || list.len == 1 << (list.class - 1) {
            self.grow(lit);
        }
        let list = &mut self.lists[lit.index()];
        self.pool[(list.start + list.len) as usize] = watch;
        list.len += 1;
    }

    #[cold]
    fn grow(&mut self, lit: Lit) {
        let old = self.lists[lit.index()];
        // The first room has four places.
        let class = if old.class == 0 { 3 } else { old.class + 1 };
        if self.free.len() <= class as usize {
            self.free.resize_with(class as usize + 1, Vec::new);
        }
        let start = self.free[class as usize].pop().unwrap_or_else(|| {
            let start = u32::try_from(self.pool.len()).expect("watch pool below 2³² places");
            self.pool.resize(self.pool.len() + (1 << (class - 1)), Watch { blocker: Lit(0), reference: 0 });
            start
        });
        self.pool.copy_within(old.start as usize..(old.start + old.len) as usize, start as usize);
        if old.class > 0 {
            self.free[old.class as usize].push(old.start);
        }
        self.lists[lit.index()] = List { start, len: old.len, class };
    }

    /// Drops the watches for which `keep` is false; lists that become empty give their room back.
    pub fn retain(&mut self, keep: impl Fn(Watch) -> bool) {
        for list in &mut self.lists {
            let start = list.start as usize;
            let mut kept = 0;
            for at in 0..list.len as usize {
                let watch = self.pool[start + at];
                if keep(watch) {
                    self.pool[start + kept] = watch;
                    kept += 1;
                }
            }
            list.len = kept as u32;
            if kept == 0 && list.class > 0 {
                self.free[list.class as usize].push(list.start);
                *list = List::default();
            }
        }
    }

    /// Gives each clause its new place.
    pub fn rename(&mut self, new: impl Fn(ClauseRef) -> ClauseRef) {
        for list in &self.lists {
            for watch in &mut self.pool[list.start as usize..(list.start + list.len) as usize] {
                watch.reference = new(watch.reference()) | (watch.reference & BINARY);
            }
        }
    }
}
