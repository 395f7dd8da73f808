//! The parts into which the open cells of a board fall, and which cell of a part is tried next.
//!
//! Two open cells of one run depend on each other; what is not linked that way is independent, because the cells between
//! them are settled. The cells of a part that is searched are kept in buckets by the number of their candidates:
//!
//! ```text
//!   buckets   1 │ settled …      place[cell] is where the cell stands in its bucket. A cell belongs to the part
//!             2 │ 17 4 23        exactly if it stands there, so changes elsewhere cost one look.
//!             3 │ 5 …
//! ```

use std::ops::Range;

use super::propagate::Network;
use super::sets::Digits;

/// Cells that depend on no open cell outside.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where they stand in the list of the cells of parts. They were all open when the part was made.
    pub cells: Range<usize>,
    /// Which part it is: no other ever has this number.
    number: u64,
}

/// The cells of all parts, and the buckets of one of them.
#[derive(Clone, Debug)]
pub struct Parts {
    pub(super) cells: Vec<u32>,
    buckets: [Vec<u32>; 10],
    place: Vec<u32>,
    /// The part in the buckets; 0 for none.
    inside: u64,
    /// For each cell, and for each run, the number of the last split that saw it.
    cell_seen: Vec<u64>,
    line_seen: Vec<u64>,
    splits: u64,
    made: u64,
    /// How many cells were open or settled, counted when the last part was split.
    settled: u64,
}

/// Parts up to this size are split after every choice; larger ones after a quarter as many cells were settled as they have,
/// so that splitting takes no more time than propagation does.
const SMALL: usize = 256;

/// Among how many cells with the fewest candidates the next one is chosen.
const TIES: usize = 16;

impl Parts {
    pub(super) fn new(cells: usize, lines: usize) -> Self {
        Self {
            cells: Vec::new(),
            buckets: Default::default(),
            place: vec![0; cells],
            inside: 0,
            cell_seen: vec![0; cells],
            line_seen: vec![0; lines],
            splits: 0,
            made: 0,
            settled: 0,
        }
    }

    /// Forgets all parts.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        self.inside = 0;
    }

    /// A cell has another number of candidates.
    #[inline]
    pub(super) fn moved(&mut self, cell: u32, before: u32, now: u32) {
        let place = self.place[cell as usize] as usize;
        let bucket = &mut self.buckets[before as usize];
        if bucket.get(place) != Some(&cell) {
            return;
        }
        bucket.swap_remove(place);
        if let Some(&other) = bucket.get(place) {
            self.place[other as usize] = place as u32;
        }
        self.put(cell, now);
    }

    fn put(&mut self, cell: u32, count: u32) {
        let bucket = &mut self.buckets[count as usize];
        self.place[cell as usize] = bucket.len() as u32;
        bucket.push(cell);
    }

    fn fill(&mut self, part: &Part, candidates: &[Digits]) {
        self.buckets.iter_mut().for_each(Vec::clear);
        for place in part.cells.clone() {
            let cell = self.cells[place];
            self.put(cell, candidates[cell as usize].count_ones());
        }
        self.inside = part.number;
    }
}

impl Network {
    /// The open cell of a part with the fewest candidates; among several one whose runs led to most dead ends.
    pub fn choose(&mut self, part: &Part) -> Option<u32> {
        if self.parts.inside != part.number {
            self.parts.fill(part, &self.candidates);
        }
        let fewest = self.parts.buckets[2..].iter().find(|bucket| !bucket.is_empty())?;
        let weight =
            |cell: u32| -> u32 { self.through[cell as usize].iter().map(|&line| self.weight[line as usize]).sum() };
        let ties = &fewest[fewest.len().saturating_sub(TIES)..];
        ties.iter().copied().max_by_key(|&cell| weight(cell))
    }

    /// Adds the independent parts of all open cells to `parts`, the smallest first.
    pub fn split_all(&mut self, parts: &mut Vec<Part>) {
        self.parts.splits += 1;
        let first = parts.len();
        for cell in 0..self.candidates.len() as u32 {
            self.gather(cell, parts);
        }
        parts[first..].sort_by_key(|part| (part.cells.len(), part.cells.start));
    }

    /// Adds the independent parts of what is open of a part to `parts`, the smallest first; or the part as it is, where
    /// looking for them does not pay yet.
    pub fn split(&mut self, part: &Part, parts: &mut Vec<Part>) {
        let since = self.settled - self.parts.settled;
        if part.cells.len() > SMALL && since < part.cells.len() as u64 / 4 {
            parts.push(part.clone());
            return;
        }
        self.parts.settled = self.settled;
        self.parts.splits += 1;
        let first = parts.len();
        for place in part.cells.clone() {
            self.gather(self.parts.cells[place], parts);
        }
        parts[first..].sort_by_key(|part| (part.cells.len(), part.cells.start));
    }

    /// The part that an open cell belongs to, unless this split has it already.
    fn gather(&mut self, cell: u32, parts: &mut Vec<Part>) {
        let start = self.parts.cells.len();
        self.reach(cell);
        let mut next = start;
        while next < self.parts.cells.len() {
            let cell = self.parts.cells[next];
            next += 1;
            for line in self.through[cell as usize] {
                if self.parts.line_seen[line as usize] != self.parts.splits {
                    self.parts.line_seen[line as usize] = self.parts.splits;
                    for place in self.lines[line as usize].members() {
                        self.reach(self.members[place]);
                    }
                }
            }
        }
        if next > start {
            self.parts.made += 1;
            parts.push(Part { cells: start..next, number: self.parts.made });
        }
    }

    fn reach(&mut self, cell: u32) {
        let seen = &mut self.parts.cell_seen[cell as usize];
        if *seen != self.parts.splits && self.candidates[cell as usize].count_ones() > 1 {
            *seen = self.parts.splits;
            self.parts.cells.push(cell);
        }
    }
}
