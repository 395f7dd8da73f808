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
use std::slice;

use super::propagate::Network;
use super::sets::{Digits, total};

/// Cells that depend on no open cell outside.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where they stand in the list of the cells of parts. They were all open when the part was made.
    pub cells: Range<usize>,
    /// Which part it is: no other ever has this number.
    number: u64,
}

/// The cells of all parts, and the buckets of one of them. It takes no memory before there is a part.
#[derive(Clone, Debug, Default)]
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
    /// How many cells had been settled when a part was split last.
    settled: u64,
}

/// Parts up to this size are split after every choice; larger ones after a quarter as many cells were settled as they have,
/// so that splitting takes no more time than propagation does.
const SMALL: usize = 256;

impl Parts {
    /// Forgets all parts.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
        self.inside = 0;
    }

    /// A cell has other candidates.
    #[inline]
    pub(super) fn moved(&mut self, cell: u32, before: Digits, now: Digits) {
        if self.inside != 0 {
            self.move_inside(cell, before.count_ones(), now.count_ones());
        }
    }

    fn move_inside(&mut self, cell: u32, before: u32, now: u32) {
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
    /// The open cell of a part to try next: one with few candidates in runs that often could not be filled, after Boussemart
    /// and others, "Boosting systematic search by weighting constraints" (2004); at first the first on the board, so that a
    /// search goes over it as one reads and leaves no holes. In a large part only cells with the fewest candidates are
    /// looked at, and of very many it is the one that came to have so few last.
    pub fn choose(&mut self, part: &Part) -> Option<u32> {
        if self.parts.inside != part.number {
            self.parts.fill(part, &self.candidates);
        }
        let open = &self.parts.buckets[2..];
        let fewest = open.iter().find(|bucket| !bucket.is_empty())?;
        if fewest.len() > SMALL {
            return fewest.last().copied();
        }
        let looked_at = if part.cells.len() > SMALL { slice::from_ref(fewest) } else { open };
        let rank = |cell: u32| {
            let candidates = u64::from(self.candidates[cell as usize].count_ones());
            let weight = |line: &u32| u64::from(self.lines[*line as usize].weight);
            let weight: u64 = self.through[cell as usize].iter().map(weight).sum();
            (((candidates * candidates) << 32) / weight, cell)
        };
        looked_at.iter().flatten().copied().min_by_key(|&cell| rank(cell))
    }

    /// Adds the independent parts of all open cells to `parts`, the smallest first. False if one cannot be filled.
    pub fn split_all(&mut self, parts: &mut Vec<Part>) -> bool {
        if self.candidates.iter().all(|digits| digits.is_power_of_two()) {
            return true;
        }
        self.begin_split();
        let first = parts.len();
        let balanced = (0..self.candidates.len() as u32).all(|cell| self.gather(cell, parts));
        parts[first..].sort_by_key(|part| (part.cells.len(), part.cells.start));
        balanced
    }

    /// Adds the independent parts that have an open cell in some runs to `parts`. False if one cannot be filled.
    pub fn split_around(&mut self, runs: &[usize], parts: &mut Vec<Part>) -> bool {
        self.begin_split();
        let cells = runs.iter().flat_map(|&run| self.lines[run].members());
        cells.collect::<Vec<_>>().into_iter().all(|place| self.gather(self.members[place], parts))
    }

    fn begin_split(&mut self) {
        self.parts.place.resize(self.candidates.len(), 0);
        self.parts.cell_seen.resize(self.candidates.len(), 0);
        self.parts.line_seen.resize(self.lines.len(), 0);
        self.parts.splits += 1;
    }

    /// Adds the independent parts of what is open of a part to `parts`, the smallest first; or the part as it is, where
    /// looking for them does not pay yet. False if one cannot be filled.
    pub fn split(&mut self, part: &Part, parts: &mut Vec<Part>) -> bool {
        let since = self.settled - self.parts.settled;
        if part.cells.len() > SMALL && since < part.cells.len() as u64 / 4 {
            parts.push(part.clone());
            return true;
        }
        self.parts.settled = self.settled;
        self.parts.splits += 1;
        let first = parts.len();
        let balanced = part.cells.clone().all(|place| self.gather(self.parts.cells[place], parts));
        parts[first..].sort_by_key(|part| (part.cells.len(), part.cells.start));
        balanced
    }

    /// The part that an open cell belongs to, unless this split has it already. False if its runs across and its runs down
    /// do not have the same sum, though they have the same cells.
    fn gather(&mut self, cell: u32, parts: &mut Vec<Part>) -> bool {
        let start = self.parts.cells.len();
        self.reach(cell);
        let mut next = start;
        let mut sums = [Some(0), Some(0)];
        while next < self.parts.cells.len() {
            let cell = self.parts.cells[next];
            next += 1;
            for (line, sum) in self.through[cell as usize].into_iter().zip(&mut sums) {
                if self.parts.line_seen[line as usize] != self.parts.splits {
                    self.parts.line_seen[line as usize] = self.parts.splits;
                    let mut used = 0;
                    for place in self.lines[line as usize].members() {
                        let cell = self.members[place];
                        self.reach(cell);
                        let digits = self.candidates[cell as usize];
                        used |= if digits.is_power_of_two() { digits } else { 0 };
                    }
                    // Without a clue the sum is not known.
                    let rest = self.sum_of(line as usize).map(|sum| i64::from(sum) - i64::from(total(used)));
                    *sum = sum.zip(rest).map(|(sum, rest)| sum + rest);
                }
            }
        }
        if next > start {
            self.parts.made += 1;
            parts.push(Part { cells: start..next, number: self.parts.made });
        }
        sums[0].zip(sums[1]).is_none_or(|(across, down)| across == down)
    }

    fn reach(&mut self, cell: u32) {
        let seen = &mut self.parts.cell_seen[cell as usize];
        if *seen != self.parts.splits && !self.candidates[cell as usize].is_power_of_two() {
            *seen = self.parts.splits;
            self.parts.cells.push(cell);
        }
    }
}
