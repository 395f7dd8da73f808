//! Digits for a layout, changed one by one until their sums leave less and less open.

use super::Kakuro;
use super::propagate::{Network, Strength};
use super::sets::{Digits, Family, places, total};
use crate::Random;
use crate::kind::NotMade;
use crate::search::How;

/// A filled layout: the puzzle of its sums, and what follows from them.
pub struct Filling {
    kakuro: Kakuro,
    network: Network,
    /// A digit for each white cell, as a set.
    digits: Vec<Digits>,
}

/// After how many steps without anything better the cells around an open one get other digits.
const PATIENCE: usize = 200;

/// Among how many open cells the next one to fill is chosen.
const CHOICE: usize = 1024;

/// Boards with more cells are changed window by window; how many runs a window has, and how many steps are taken in it.
const LARGE: usize = 39 * 39;
const WINDOW: usize = 40;
const WINDOW_STEPS: usize = 60;

/// A digit and where it stood.
struct Change {
    cell: u32,
    before: Digits,
}

impl Filling {
    /// Random digits in a layout; `None` if this way did not lead to any.
    pub fn random(kakuro: Kakuro, random: &mut Random) -> Option<Self> {
        let mut network = Network::new(&kakuro);
        // Runs of mostly low or mostly high digits have sums that say more.
        let high: Vec<bool> = kakuro.runs.iter().map(|_| random.chance(1, 2)).collect();
        if !network.start(Strength::Exact) {
            return None;
        }
        let mut parts = Vec::new();
        network.split_all(&mut parts);
        let cells = network.parts.cells[parts.pop()?.cells].to_vec();
        let mut settled = 0;
        let mut choices: Vec<(usize, u32, Digits)> = Vec::new();
        let mut tries = cells.len();
        while let Some(cell) = fewest(&network, &cells, &mut settled) {
            let candidates: Vec<u32> = places(u64::from(network.candidates()[cell as usize])).collect();
            let [one, other] = [*random.pick(&candidates), *random.pick(&candidates)];
            let place = match network.runs_through(cell).map(|run| high[run]) {
                [true, true] => one.max(other),
                [false, false] => one.min(other),
                _ => one,
            };
            choices.push((network.mark(), cell, 1 << place));
            network.narrow(cell, 1 << place);
            while !network.propagate(Strength::Exact) {
                let (mark, cell, digit) = choices.pop().filter(|_| tries > 0)?;
                tries -= 1;
                settled = 0;
                network.undo(mark);
                network.narrow(cell, network.candidates()[cell as usize] & !digit);
            }
        }
        let digits = network.candidates().to_vec();
        let mut filling = Self { kakuro, network, digits };
        for run in 0..filling.kakuro.runs.len() {
            filling.set_sum(run);
        }
        Some(filling)
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Kakuro {
        &self.kakuro
    }

    /// The puzzle, without what was found out about it.
    pub fn into_puzzle(self) -> Kakuro {
        self.kakuro
    }

    /// The number of white cells.
    pub fn cells(&self) -> usize {
        self.digits.len()
    }

    /// The cells that reasoning of a strength leaves open, and how many candidates there are too many.
    pub fn left_open(&mut self, strength: Strength) -> (Vec<u32>, u32) {
        let consistent = self.network.start(strength);
        debug_assert!(consistent, "the digits satisfy their own sums");
        let candidates = self.network.candidates();
        let open = (0..).zip(candidates).filter(|(_, digits)| digits.count_ones() > 1).map(|(cell, _)| cell);
        (open.collect(), candidates.iter().map(|digits| digits.count_ones() - 1).sum())
    }

    /// Changes a random digit in a run of a cell, preferring sums that few sets of digits have; `None` if nothing else fits
    /// where it was tried.
    fn change_near(&mut self, cell: u32, random: &mut Random) -> Option<Change> {
        let run = self.network.runs_through(cell)[random.below(2)];
        let cell = if random.chance(1, 2) { cell } else { *random.pick(self.network.cells_of(run)) };
        self.change(cell, random)
    }

    /// Changes a digit.
    fn change(&mut self, cell: u32, random: &mut Random) -> Option<Change> {
        let runs = self.network.runs_through(cell);
        let taken = runs.map(|run| self.set_of(run));
        let free: Vec<u32> = places(u64::from(0x1FF & !taken[0] & !taken[1])).collect();
        if free.is_empty() {
            return None;
        }
        let before = self.digits[cell as usize];
        let sets = |place: u32| {
            let sum_of = |run: usize| {
                let sum = self.kakuro.runs[run].sum.map_or(0, u32::from);
                Family::of(self.kakuro.runs[run].length, Some((sum + place - before.trailing_zeros()) as u8)).len()
            };
            sum_of(runs[0]) * sum_of(runs[1])
        };
        let (one, other) = (*random.pick(&free), *random.pick(&free));
        let place = if sets(one) <= sets(other) { one } else { other };
        self.put(cell, 1 << place);
        Some(Change { cell, before })
    }

    /// Takes changes back.
    fn take_back(&mut self, changes: &[Change]) {
        for change in changes.iter().rev() {
            self.put(change.cell, change.before);
        }
    }

    fn put(&mut self, cell: u32, digit: Digits) {
        self.digits[cell as usize] = digit;
        for run in self.network.runs_through(cell) {
            self.set_sum(run);
        }
    }

    fn set_of(&self, run: usize) -> Digits {
        self.network.cells_of(run).iter().fold(0, |set, &cell| set | self.digits[cell as usize])
    }

    fn set_sum(&mut self, run: usize) {
        let sum = total(self.set_of(run)) as u8;
        self.kakuro.runs[run].sum = Some(sum);
        self.network.set_sum(run, sum);
    }

    /// Changes digits near open cells until reasoning of a strength leaves nothing open, for so many steps at most. Whether
    /// it got there.
    pub fn climb(&mut self, strength: Strength, steps: usize, random: &mut Random, how: &How) -> Result<bool, NotMade> {
        if self.cells() > LARGE {
            return self.climb_by_windows(strength, steps, random, how);
        }
        let (mut open, mut excess) = self.left_open(strength);
        let (mut least, mut since) = (excess, 0);
        for step in 0..steps {
            if open.is_empty() {
                return Ok(true);
            }
            stop(step, how)?;
            since += 1;
            // Where nothing has helped for long, much is changed at once, for better or worse.
            let kick = since > PATIENCE;
            let near = *random.pick(&open);
            // One change often only moves the trouble; two or three together get around that.
            let several = 1 + usize::from(random.chance(1, 3)) + usize::from(random.chance(1, 6));
            let wanted = if kick { 8 } else { several };
            let changes: Vec<Change> = (0..wanted).filter_map(|_| self.change_near(near, random)).collect();
            if changes.is_empty() {
                continue;
            }
            let (open_now, excess_now) = self.left_open(strength);
            if kick || excess_now <= excess || (excess_now <= excess + 2 && random.chance(1, 20)) {
                (open, excess) = (open_now, excess_now);
                if kick || excess < least {
                    (least, since) = (excess, 0);
                }
            } else {
                self.take_back(&changes);
            }
        }
        Ok(open.is_empty())
    }

    /// The same for a board that is too large to be looked at after every change: a few runs at a time, and all of it
    /// when these got better.
    fn climb_by_windows(
        &mut self,
        strength: Strength,
        steps: usize,
        random: &mut Random,
        how: &How,
    ) -> Result<bool, NotMade> {
        let (mut open, mut excess) = self.left_open(strength);
        for _ in 0..steps {
            if open.is_empty() {
                return Ok(true);
            }
            stop(0, how)?;
            let changes = self.change_window(*random.pick(&open), strength, random);
            if changes.is_empty() {
                continue;
            }
            let (open_now, excess_now) = self.left_open(strength);
            if excess_now <= excess {
                (open, excess) = (open_now, excess_now);
            } else {
                self.take_back(&changes);
                // What is known elsewhere is the start of the next window.
                self.left_open(strength);
            }
        }
        Ok(open.is_empty())
    }

    /// Changes digits in the runs near an open cell so that less is open there, as far as one can say without looking
    /// further: what is known about other cells is taken as it stands.
    fn change_window(&mut self, cell: u32, strength: Strength, random: &mut Random) -> Vec<Change> {
        let mut runs = self.network.runs_through(cell).to_vec();
        let mut next = 0;
        while next < runs.len() && runs.len() < WINDOW {
            for &cell in self.network.cells_of(runs[next]) {
                let new = self.network.runs_through(cell).into_iter().find(|run| !runs.contains(run));
                runs.extend(new);
            }
            next += 1;
        }
        let mut cells: Vec<u32> = runs.iter().flat_map(|&run| self.network.cells_of(run)).copied().collect();
        cells.sort_unstable();
        cells.dedup();
        let inside = |cell: &u32| self.network.runs_through(*cell).iter().all(|run| runs.contains(run));
        let inside: Vec<u32> = cells.iter().copied().filter(inside).collect();
        let elsewhere = self.network.candidates().to_vec();
        let mut changes = Vec::new();
        let mut excess = self.excess_of(&cells, &elsewhere, strength);
        for _ in 0..WINDOW_STEPS {
            let several = 1 + usize::from(random.chance(1, 3)) + usize::from(random.chance(1, 6));
            let new: Vec<Change> = (0..several).filter_map(|_| self.change(*random.pick(&inside), random)).collect();
            let excess_now = self.excess_of(&cells, &elsewhere, strength);
            if excess_now <= excess {
                excess = excess_now;
                changes.extend(new);
            } else {
                self.take_back(&new);
            }
            if excess == 0 {
                break;
            }
        }
        changes
    }

    /// How many candidates too many some cells have where others have these at most.
    fn excess_of(&mut self, cells: &[u32], elsewhere: &[Digits], strength: Strength) -> u32 {
        if !self.network.restart(cells, elsewhere, strength) {
            return u32::MAX;
        }
        cells.iter().map(|&cell| self.network.candidates()[cell as usize].count_ones() - 1).sum()
    }

    /// Changes digits anywhere so that reasoning of a strength leaves more open, while `proved` still holds, until `part` of
    /// a hundred cells are open, for so many steps at most.
    pub fn harden(
        &mut self,
        strength: Strength,
        part: usize,
        steps: usize,
        random: &mut Random,
        how: &How,
        mut proved: impl FnMut(&mut Self) -> bool,
    ) -> Result<(), NotMade> {
        let (mut open, mut excess) = self.left_open(strength);
        for step in 0..steps {
            if open.len() * 100 >= part * self.digits.len() {
                break;
            }
            stop(step, how)?;
            let near = random.below(self.digits.len()) as u32;
            let changes: Vec<Change> = self.change_near(near, random).into_iter().collect();
            if changes.is_empty() {
                continue;
            }
            let (open_now, excess_now) = self.left_open(strength);
            if excess_now >= excess && proved(self) {
                (open, excess) = (open_now, excess_now);
            } else {
                self.take_back(&changes);
            }
        }
        Ok(())
    }
}

/// The first open cell with the fewest candidates among the next open ones. Before `settled` there are none.
fn fewest(network: &Network, cells: &[u32], settled: &mut usize) -> Option<u32> {
    let count = |cell: &u32| network.candidates()[*cell as usize].count_ones();
    *settled += cells[*settled..].iter().take_while(|cell| count(cell) == 1).count();
    let open = || cells[*settled..].iter().filter(|cell| count(cell) > 1).take(CHOICE);
    open().find(|cell| count(cell) == 2).or_else(|| open().min_by_key(|cell| count(cell))).copied()
}

/// Looks at the clock now and then.
fn stop(step: usize, how: &How) -> Result<(), NotMade> {
    if step.is_multiple_of(64) && how.stopped().is_some() { Err(NotMade::Stopped) } else { Ok(()) }
}
