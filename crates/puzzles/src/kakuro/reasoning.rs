//! What follows from the sums of a board, kept up to date while sums change.
//!
//! Every conclusion is remembered with its cell: when it was drawn, from which run, and what the cell could be before.
//!
//! ```text
//!   cell 17   │ 3, run 5: 123456789 │ 8, run 40: 124 │ 11, run 5: 12 │      oldest first
//! ```
//!
//! When a run gets another sum, the conclusions from it fall. With a conclusion fall those that came later in its cell, and
//! those that were drawn later from a run through that cell. What stands rests on nothing that fell, so only the runs through
//! cells where something fell need another look. A run shows no less when more is known of its cells, so the end is the
//! same as from a fresh start; what it costs depends on how far a change reaches, not on the size of the board.

use super::propagate::{Network, Strength};
use super::sets::{Digits, places};
use crate::Random;

/// A cell lost candidates.
#[derive(Clone, Copy, Debug)]
struct Conclusion {
    time: u64,
    line: u32,
    before: Digits,
}

/// What reasoning of a strength concludes from the sums.
pub struct Reasoning {
    network: Network,
    strength: Strength,
    conclusions: Vec<Vec<Conclusion>>,
    /// How many looks at a run there were.
    time: u64,
    /// The runs with another sum than the conclusions rest on.
    changed: Vec<usize>,
    is_changed: Vec<bool>,
    /// A bit for each open cell, and how many candidates all cells have too many.
    open: Vec<u64>,
    excess: u32,
}

impl Reasoning {
    /// The reasoning about a board, before anything is concluded.
    pub fn new(network: &Network, strength: Strength) -> Self {
        let mut network = network.clone();
        network.candidates.fill(0x1FF);
        network.trail.clear();
        let cells = network.candidates().len();
        let mut open = vec![u64::MAX; cells / 64];
        open.extend((!cells.is_multiple_of(64)).then(|| (1 << (cells % 64)) - 1));
        let lines = network.lines.len();
        Self {
            strength,
            conclusions: vec![Vec::new(); cells],
            time: 0,
            changed: (0..lines).collect(),
            is_changed: vec![true; lines],
            open,
            excess: 8 * cells as u32,
            network,
        }
    }

    /// Gives a run another sum.
    pub fn set_sum(&mut self, run: usize, sum: u8) {
        self.network.set_sum(run, sum);
        if !std::mem::replace(&mut self.is_changed[run], true) {
            self.changed.push(run);
        }
    }

    /// Concludes what follows from the sums as they are now. They must be those of some digits.
    pub fn revise(&mut self) {
        let mut fallen = Vec::new();
        for run in std::mem::take(&mut self.changed) {
            self.is_changed[run] = false;
            self.network.wake(run as u32);
            self.fell_from(run, 0, &mut fallen);
        }
        while let Some((cell, time)) = fallen.pop() {
            let conclusions = &mut self.conclusions[cell as usize];
            let standing = conclusions.partition_point(|conclusion| conclusion.time < time);
            let Some(&Conclusion { before, .. }) = conclusions.get(standing) else { continue };
            conclusions.truncate(standing);
            let now = self.network.candidates()[cell as usize];
            self.excess += before.count_ones() - now.count_ones();
            self.open[cell as usize / 64] |= 1 << (cell % 64);
            self.network.reopen(cell, before);
            for run in self.network.runs_through(cell) {
                self.fell_from(run, time + 1, &mut fallen);
            }
        }
        while let Some((line, consistent)) = self.network.look_at_next(self.strength) {
            debug_assert!(consistent, "the digits satisfy their own sums");
            self.time += 1;
            for (cell, before) in self.network.trail.drain(..) {
                let conclusions = &mut self.conclusions[cell as usize];
                if conclusions.last().is_some_and(|last| last.time == self.time) {
                    continue;
                }
                conclusions.push(Conclusion { time: self.time, line, before });
                let now = self.network.candidates[cell as usize].count_ones();
                self.excess -= before.count_ones() - now;
                if now == 1 {
                    self.open[cell as usize / 64] &= !(1 << (cell % 64));
                }
            }
        }
    }

    /// Adds the cells in which a conclusion from a run falls that was drawn since some time, with the time of the first.
    fn fell_from(&self, run: usize, since: u64, fallen: &mut Vec<(u32, u64)>) {
        for &cell in self.network.cells_of(run) {
            let first = self.conclusions[cell as usize]
                .iter()
                .find(|conclusion| conclusion.line as usize == run && conclusion.time >= since);
            fallen.extend(first.map(|conclusion| (cell, conclusion.time)));
        }
    }

    /// How many candidates all cells together have too many.
    pub fn excess(&self) -> u32 {
        self.excess
    }

    /// How many cells are open.
    pub fn open(&self) -> usize {
        self.open.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// One of the open cells, of which there must be one.
    pub fn random_open(&self, random: &mut Random) -> u32 {
        let mut nth = random.below(self.open());
        let mut first = 0;
        for &word in &self.open {
            let count = word.count_ones() as usize;
            if nth < count {
                return places(word).nth(nth).map_or(first, |place| first + place);
            }
            nth -= count;
            first += 64;
        }
        unreachable!("there are more open cells")
    }
}
