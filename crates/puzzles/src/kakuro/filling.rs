//! Digits for a layout, changed one by one until their sums leave less and less open.

use super::Kakuro;
use super::propagate::{Network, Strength};
use super::reasoning::Reasoning;
use super::sets::{Digits, Family, places, total};
use crate::Random;
use crate::kind::NotMade;
use crate::search::How;

/// A filled layout: the puzzle of its sums, and what follows from them.
pub struct Filling {
    kakuro: Kakuro,
    network: Network,
    by_combinations: Reasoning,
    exact: Reasoning,
    /// A digit for each white cell, as a set.
    digits: Vec<Digits>,
}

/// After how many steps without anything better the cells around an open one get other digits.
const PATIENCE: usize = 200;

/// Among how many open cells the next one to fill is chosen.
const CHOICE: usize = 1024;

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
        let [by_combinations, exact] =
            [Strength::Combinations, Strength::Exact].map(|strength| Reasoning::new(&network, strength));
        let mut filling = Self { kakuro, network, by_combinations, exact, digits };
        for run in 0..filling.kakuro.runs.len() {
            filling.set_sum(run);
        }
        Some(filling)
    }

    /// The puzzle, without what was found out about it.
    pub fn into_puzzle(self) -> Kakuro {
        self.kakuro
    }

    /// The number of white cells.
    pub fn cells(&self) -> usize {
        self.digits.len()
    }

    /// What reasoning of a strength concludes from the sums as they are now.
    pub fn reasoning(&mut self, strength: Strength) -> &mut Reasoning {
        let reasoning = match strength {
            Strength::Combinations => &mut self.by_combinations,
            Strength::Exact => &mut self.exact,
        };
        reasoning.revise();
        reasoning
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
        self.by_combinations.go_back();
        self.exact.go_back();
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
        self.by_combinations.set_sum(run, sum);
        self.exact.set_sum(run, sum);
    }

    /// Changes digits near open cells until reasoning of a strength leaves nothing open, for so many steps at most. Whether
    /// it got there.
    pub fn climb(&mut self, strength: Strength, steps: usize, random: &mut Random, how: &How) -> Result<bool, NotMade> {
        let mut excess = self.reasoning(strength).excess();
        let (mut least, mut since) = (excess, 0);
        for step in 0..steps {
            if excess == 0 {
                return Ok(true);
            }
            stop(step, how)?;
            since += 1;
            // Where nothing has helped for long, much is changed at once, for better or worse.
            let kick = since > PATIENCE;
            let near = self.reasoning(strength).random_open(random);
            // One change often only moves the trouble; two or three together get around that.
            let several = 1 + usize::from(random.chance(1, 3)) + usize::from(random.chance(1, 6));
            let wanted = if kick { 8 } else { several };
            let changes: Vec<Change> = (0..wanted).filter_map(|_| self.change_near(near, random)).collect();
            if changes.is_empty() {
                continue;
            }
            let excess_now = self.reasoning(strength).excess();
            if kick || excess_now <= excess || (excess_now <= excess + 2 && random.chance(1, 20)) {
                excess = excess_now;
                if kick || excess < least {
                    (least, since) = (excess, 0);
                }
            } else {
                self.take_back(&changes);
            }
        }
        Ok(excess == 0)
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
        let reasoning = self.reasoning(strength);
        let (mut open, mut excess) = (reasoning.open(), reasoning.excess());
        for step in 0..steps {
            if open * 100 >= part * self.digits.len() {
                break;
            }
            stop(step, how)?;
            let near = random.below(self.digits.len()) as u32;
            let changes: Vec<Change> = self.change_near(near, random).into_iter().collect();
            if changes.is_empty() {
                continue;
            }
            let reasoning = self.reasoning(strength);
            let (open_now, excess_now) = (reasoning.open(), reasoning.excess());
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kakuro::layout::{Layout, Wish};

    fn filling(size: usize, random: &mut Random) -> Filling {
        let wish = Wish { rows: size, columns: size, half_turn: true, tenths: 34, longest: 9 };
        let (size, white) = Layout::random(wish, random).unwrap().board();
        Filling::random(Kakuro::without_clues(size, white), random).unwrap()
    }

    #[test]
    fn what_is_revised_is_what_follows_from_a_fresh_start() {
        let mut random = Random::new(3, 0);
        let mut filling = filling(14, &mut random);
        let mut kept = 0;
        for _ in 0..1500 {
            let near = random.below(filling.cells()) as u32;
            let changes: Vec<Change> = (0..2).filter_map(|_| filling.change_near(near, &mut random)).collect();
            // One kind of reasoning may miss some of the sums in between.
            for strength in [Strength::Combinations, Strength::Exact] {
                if random.chance(2, 3) {
                    let excess = filling.reasoning(strength).excess();
                    let mut fresh = Network::new(&filling.kakuro);
                    assert!(fresh.start(strength));
                    assert_eq!(filling.reasoning(strength).candidates(), fresh.candidates());
                    assert_eq!(filling.reasoning(strength).open(), fresh.open());
                    assert_eq!(excess, fresh.candidates().iter().map(|digits| digits.count_ones() - 1).sum::<u32>());
                }
            }
            if random.chance(1, 2) {
                filling.take_back(&changes);
            } else {
                kept += changes.len();
            }
        }
        assert!(kept > 300, "{kept}");
    }

    #[test]
    fn a_proof_near_what_changed_is_a_proof_for_the_board() {
        let how = How::default();
        let mut random = Random::new(5, 0);
        let mut filling = filling(12, &mut random);
        assert_eq!(filling.climb(Strength::Exact, 5000, &mut random, &how).ok(), Some(true));
        let mut verdicts = [0; 2];
        for _ in 0..400 {
            let near = random.below(filling.cells()) as u32;
            let changes: Vec<Change> = filling.change_near(near, &mut random).into_iter().collect();
            let proved = filling.reasoning(Strength::Exact).has_one_answer(500, &how);
            let count = filling.kakuro.count_within(500, false, &how, 2).map(|(count, _)| count);
            assert_eq!(proved, count == Some(1));
            verdicts[usize::from(proved)] += 1;
            if !proved {
                filling.take_back(&changes);
            }
        }
        assert!(verdicts.iter().all(|&times| times > 20), "{verdicts:?}");
    }
}
