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

use super::count::{Kernel, Watch};
use super::kernel::allowance;
use super::propagate::{Network, Strength};
use super::sets::{Digits, places};
use crate::Random;
use crate::search::{Choice, How};

/// A cell lost candidates.
#[derive(Clone, Copy, Debug)]
struct Conclusion {
    time: u64,
    run: usize,
    before: Digits,
}

/// What happened to the conclusions of a cell, for going back.
enum Step {
    Drew,
    /// The conclusion, and what the cell could be after it.
    Fell(Conclusion, Digits),
}

/// What reasoning of a strength concludes from the sums.
pub struct Reasoning {
    network: Network,
    strength: Strength,
    conclusions: Vec<Vec<Conclusion>>,
    /// How many looks at a run there were.
    time: u64,
    /// The sums that the conclusions rest on, and the runs that may have others now.
    sums: Vec<Option<u8>>,
    changed: Vec<usize>,
    /// A bit for each open cell, and how many candidates all cells have too many.
    open: Vec<u64>,
    excess: u32,
    last: Revision,
}

/// What a revision did: the sums before it, the steps in cells, and the runs that were looked at.
#[derive(Default)]
struct Revision {
    sums: Vec<(usize, Option<u8>)>,
    steps: Vec<(u32, Step)>,
    looked_at: Vec<usize>,
}

impl Reasoning {
    /// The reasoning about a board, before anything is concluded.
    pub fn new(network: &Network, strength: Strength) -> Self {
        let mut network = network.clone();
        network.candidates.fill(0x1FF);
        network.trail.clear();
        network.parts.clear();
        let (cells, runs) = (network.candidates.len(), network.lines.len());
        let mut open = vec![u64::MAX; cells / 64];
        open.extend((!cells.is_multiple_of(64)).then(|| (1 << (cells % 64)) - 1));
        Self {
            network,
            strength,
            conclusions: vec![Vec::new(); cells],
            time: 0,
            sums: vec![None; runs],
            changed: Vec::new(),
            open,
            excess: 8 * cells as u32,
            last: Revision::default(),
        }
    }

    /// Gives a run a sum. All must have one before the first revision.
    pub fn set_sum(&mut self, run: usize, sum: u8) {
        if self.sums[run] == self.network.sum_of(run) {
            self.changed.push(run);
        }
        self.network.set_sum(run, sum);
    }

    /// Concludes what follows from the sums as they are now. They must be those of some digits.
    pub fn revise(&mut self) {
        self.changed.retain(|&run| self.sums[run] != self.network.sum_of(run));
        if self.changed.is_empty() {
            return;
        }
        self.last = Revision::default();
        let mut falling = Vec::new();
        for run in std::mem::take(&mut self.changed) {
            let now = self.network.sum_of(run);
            let before = std::mem::replace(&mut self.sums[run], now);
            // It may have been named twice.
            if before != now {
                self.last.sums.push((run, before));
                self.network.wake(run as u32);
                self.fall(run, 0, &mut falling);
            }
        }
        while let Some((cell, time)) = falling.pop() {
            let mut fell = false;
            while let Some(conclusion) = self.conclusions[cell as usize].pop_if(|last| last.time >= time) {
                let now = self.network.candidates[cell as usize];
                self.network.reopen(cell, conclusion.before);
                self.count(cell, now, conclusion.before);
                self.last.steps.push((cell, Step::Fell(conclusion, now)));
                fell = true;
            }
            if fell {
                for run in self.network.runs_through(cell) {
                    self.fall(run, time + 1, &mut falling);
                }
            }
        }
        while let Some((run, consistent)) = self.network.look_at_next(self.strength) {
            debug_assert!(consistent, "the digits satisfy their own sums");
            let run = run as usize;
            self.last.looked_at.push(run);
            self.time += 1;
            for at in 0..self.network.trail.len() {
                let (cell, before) = self.network.trail[at];
                let conclusions = &mut self.conclusions[cell as usize];
                // One look may narrow a cell more than once.
                if conclusions.last().is_none_or(|last| last.time < self.time) {
                    conclusions.push(Conclusion { time: self.time, run, before });
                    self.count(cell, before, self.network.candidates[cell as usize]);
                    self.last.steps.push((cell, Step::Drew));
                }
            }
            self.network.trail.clear();
        }
    }

    /// Goes back to the conclusions before the last revision, if the sums are again those of that time.
    pub fn go_back(&mut self) {
        if self.last.sums.iter().any(|&(run, sum)| sum != self.network.sum_of(run)) {
            return;
        }
        let Revision { sums, steps, .. } = std::mem::take(&mut self.last);
        for (run, sum) in sums {
            self.sums[run] = sum;
        }
        for (cell, step) in steps.into_iter().rev() {
            let conclusions = &mut self.conclusions[cell as usize];
            let digits = match step {
                Step::Drew => conclusions.pop().map(|conclusion| conclusion.before),
                Step::Fell(conclusion, digits) => {
                    conclusions.push(conclusion);
                    Some(digits)
                }
            };
            let Some(digits) = digits else { unreachable!("what was drawn is there") };
            let now = std::mem::replace(&mut self.network.candidates[cell as usize], digits);
            self.count(cell, now, digits);
        }
    }

    /// A cell has other candidates.
    fn count(&mut self, cell: u32, before: Digits, now: Digits) {
        self.excess = self.excess + now.count_ones() - before.count_ones();
        let open = u64::from(now.count_ones() > 1) << (cell % 64);
        let word = &mut self.open[cell as usize / 64];
        *word = *word & !(1 << (cell % 64)) | open;
    }

    /// Adds the cells in which a conclusion from a run falls that was drawn since some time, with the time of the first.
    fn fall(&self, run: usize, since: u64, falling: &mut Vec<(u32, u64)>) {
        for &cell in self.network.cells_of(run) {
            let first = self.conclusions[cell as usize]
                .iter()
                .find(|conclusion| conclusion.run == run && conclusion.time >= since);
            falling.extend(first.map(|conclusion| (cell, conclusion.time)));
        }
    }

    /// Whether it is proved, with so many dead ends for a part at most, that there is one answer, if there was one before the
    /// last revision. Only what is open in the runs that it looked at is searched, with all that depends on it.
    pub fn has_one_answer(&mut self, dead_ends: u64, how: &How) -> bool {
        self.revise();
        let how = How { choice: Choice::Auto, ..how.clone() };
        let mut watch = Watch::new(&how, false);
        watch.counting = true;
        let mut parts = Vec::new();
        let balanced = self.network.split_around(&self.last.looked_at, &mut parts);
        let mut kernel = Kernel { network: std::mem::take(&mut self.network), first: Vec::new() };
        let proved = balanced
            && parts.into_iter().all(|part| {
                watch.allow(allowance(dead_ends, part.cells.len()));
                matches!(kernel.count(part, 2, false, &mut watch), Ok(1))
            });
        self.network = kernel.network;
        self.network.undo(0);
        self.network.parts.clear();
        proved
    }

    /// The candidates of all white cells, row by row.
    #[cfg(test)]
    pub fn candidates(&self) -> &[Digits] {
        self.network.candidates()
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
