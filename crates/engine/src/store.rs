//! Words of propagators' state that are restored on backtracking.

/// A word in the store.
#[derive(Clone, Copy, Debug)]
pub struct Cell(u32);

impl Cell {
    /// The cell `offset` places further, in the same allocation.
    pub fn at(self, offset: usize) -> Cell {
        Cell(self.0 + offset as u32)
    }
}

/// Reversible words: a change is undone when its level is.
#[derive(Default)]
pub struct Store {
    words: Vec<u64>,
    saved: Vec<(u32, u64)>,
    saved_at: Vec<u64>,
    levels: Vec<u32>,
    epoch: u64,
}

impl Store {
    /// New words with a starting value.
    pub fn alloc(&mut self, count: usize, value: u64) -> Cell {
        let start = self.words.len();
        self.words.resize(start + count, value);
        self.saved_at.resize(start + count, u64::MAX);
        Cell(start as u32)
    }

    /// The word's value.
    #[inline]
    pub fn get(&self, cell: Cell) -> u64 {
        self.words[cell.0 as usize]
    }

    /// Changes the word until its level is undone.
    #[inline]
    pub fn set(&mut self, cell: Cell, value: u64) {
        let at = cell.0 as usize;
        if self.words[at] == value {
            return;
        }
        if self.saved_at[at] != self.epoch {
            self.saved_at[at] = self.epoch;
            self.saved.push((cell.0, self.words[at]));
        }
        self.words[at] = value;
    }

    pub(crate) fn push_level(&mut self) {
        self.levels.push(self.saved.len() as u32);
        self.epoch += 1;
    }

    pub(crate) fn backtrack(&mut self, level: u32) {
        if level as usize >= self.levels.len() {
            return;
        }
        let start = self.levels[level as usize] as usize;
        self.levels.truncate(level as usize);
        for (at, old) in self.saved.drain(start..).rev() {
            self.words[at as usize] = old;
        }
        self.epoch += 1;
    }

    /// At the root nothing is undone any more.
    pub(crate) fn forget_root(&mut self) {
        debug_assert!(self.levels.is_empty());
        self.saved.clear();
        self.epoch += 1;
    }
}
