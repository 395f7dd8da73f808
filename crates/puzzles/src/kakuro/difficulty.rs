//! How hard a Kakuro is: what it takes to solve it, looking no further than needed.
//!
//! The weakest reasoning that still gets on is used at every step, and steps of each strength are counted. What the
//! grades mean is written in docs/design/difficulty.md.

use std::collections::BTreeSet;
use std::fmt;

use super::Kakuro;
use super::propagate::{Network, Strength};
use super::sets::{Digits, places};

/// What a puzzle asks of whoever solves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Knowing the combinations of each sum is enough.
    Easy,
    /// One must see where the digits of a run can go.
    Medium,
    /// One must suppose a digit and see what comes of it.
    Hard,
}

impl Grade {
    /// The names that `--difficulty` knows.
    pub const NAMES: &[&str] = &["easy", "medium", "hard"];

    /// The grade of a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Easy, Self::Medium, Self::Hard].into_iter().find(|grade| grade.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// What it took to solve a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Difficulty {
    /// White cells.
    pub cells: usize,
    /// Cells that combinations alone leave open.
    pub beyond_combinations: usize,
    /// Cells that exact runs leave open.
    pub beyond_runs: usize,
    /// Times that a run had to be gone through way by way.
    pub looks: u64,
    /// Digits that were refuted by supposing them.
    pub suppositions: u64,
    /// Cells that are open even so.
    pub beyond_suppositions: usize,
}

impl Difficulty {
    /// What it takes to solve a puzzle; `None` if it has no answer.
    pub fn of(kakuro: &Kakuro) -> Option<Self> {
        let mut network = Network::new(kakuro);
        let cells = network.candidates().len();
        if !network.start(Strength::Combinations) {
            return None;
        }
        let mut difficulty = Self { cells, beyond_combinations: network.open(), ..Self::default() };
        let mut exact = network.clone();
        if !exact.start(Strength::Exact) {
            return None;
        }
        difficulty.beyond_runs = exact.open();
        let mut solving = Solving::new(network);
        loop {
            if solving.look()? {
                difficulty.looks += 1;
            } else if solving.refute() {
                difficulty.suppositions += 1;
            } else {
                break;
            }
            if !solving.network.propagate(Strength::Combinations) {
                return None;
            }
            solving.note_changes();
        }
        difficulty.beyond_suppositions = solving.network.open();
        Some(difficulty)
    }

    /// The grade that this belongs to.
    pub fn grade(&self) -> Grade {
        match (self.beyond_combinations, self.beyond_runs) {
            (0, _) => Grade::Easy,
            (_, 0) => Grade::Medium,
            _ => Grade::Hard,
        }
    }

    /// One number for comparing puzzles: a point for each cell, 5 for each look at a run, 50 for each supposition, 200 for
    /// each cell that is open after all.
    pub fn score(&self) -> u64 {
        self.cells as u64 + 5 * self.looks + 50 * self.suppositions + 200 * self.beyond_suppositions as u64
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cells, beyond_combinations, beyond_runs, looks, suppositions, beyond_suppositions } = self;
        write!(f, "{}, score {}: {cells} white cells", self.grade().name(), self.score())?;
        write!(f, ", {beyond_combinations} not by combinations alone, {beyond_runs} not by exact runs")?;
        write!(f, "; {looks} looks at a run, {suppositions} suppositions")?;
        if *beyond_suppositions > 0 {
            write!(f, ", {beyond_suppositions} cells by search")?;
        }
        Ok(())
    }
}

/// A puzzle on the way to its answer. What was looked at or supposed in vain is not tried again before something changed
/// that it rests on.
struct Solving {
    network: Network,
    /// The runs that may have something to say beyond combinations.
    unseen: BTreeSet<u32>,
    /// The open cells in which supposing a digit may lead to a contradiction, those with the fewest candidates first.
    untried: BTreeSet<(u32, u32)>,
    /// For each run the cells that were tried in vain with a look at it.
    in_vain: Vec<Vec<u32>>,
    /// Up to where on the trail changes are noted.
    noted: usize,
}

impl Solving {
    fn new(network: Network) -> Self {
        let lines = network.lines.len();
        let open = (0..).zip(network.candidates()).filter(|(_, digits)| digits.count_ones() > 1);
        let untried = open.map(|(cell, digits)| (digits.count_ones(), cell)).collect();
        let unseen = (0..lines as u32).collect();
        Self { noted: network.mark(), network, unseen, untried, in_vain: vec![Vec::new(); lines] }
    }

    /// Draws the conclusions of the first run, from the top, that has any; whether there was one. `None` if a run cannot be
    /// filled.
    fn look(&mut self) -> Option<bool> {
        while let Some(line) = self.unseen.pop_first() {
            if self.network.look_at(line, Strength::Exact)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Finds a candidate from which a contradiction follows and takes it away; false if there is none. Cells with the fewest
    /// candidates are tried first.
    fn refute(&mut self) -> bool {
        while let Some((_, cell)) = self.untried.first().copied() {
            let digits = self.network.candidates()[cell as usize];
            let mut seen = BTreeSet::new();
            for place in places(u64::from(digits)) {
                let supposed: Digits = 1 << place;
                let mark = self.network.mark();
                self.network.narrow(cell, supposed);
                let mut contradiction = false;
                while let Some((line, consistent)) = self.network.look_at_next(Strength::Exact) {
                    seen.insert(line);
                    contradiction |= !consistent;
                }
                self.network.undo(mark);
                if contradiction {
                    self.network.narrow(cell, digits & !supposed);
                    return true;
                }
            }
            self.untried.pop_first();
            for line in seen {
                self.in_vain[line as usize].push(cell);
            }
        }
        false
    }

    /// What changed may make looks and suppositions useful that were not.
    fn note_changes(&mut self) {
        for &(cell, before) in &self.network.trail[self.noted..] {
            self.untried.remove(&(before.count_ones(), cell));
            let lines = self.network.through[cell as usize];
            let again = lines.into_iter().flat_map(|line| std::mem::take(&mut self.in_vain[line as usize]));
            for cell in again.chain([cell]) {
                let count = self.network.candidates()[cell as usize].count_ones();
                if count > 1 {
                    self.untried.insert((count, cell));
                }
            }
            self.unseen.extend(lines);
        }
        self.noted = self.network.mark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kakuro::Reader;

    const MEDIUM: &str = "5\n0 0 0 0 0\n0 0 1 1 0\n0 1 1 1 1\n0 1 1 1 1\n0 0 1 1 0\n8\n\
        2 2 0 14\n3 1 0 11\n4 1 0 23\n5 2 0 8\n1 3 1 20\n1 4 1 13\n2 2 1 10\n2 5 1 13\n";
    const HARD: &str = "5\n0 0 0 0 0\n0 0 1 1 0\n0 1 1 1 1\n0 1 1 1 1\n0 0 1 1 0\n8\n\
        2 2 0 11\n3 1 0 23\n4 1 0 29\n5 2 0 4\n1 3 1 23\n1 4 1 12\n2 2 1 15\n2 5 1 17\n";

    fn difficulty(case: &str) -> Option<Difficulty> {
        Difficulty::of(&Reader::new(format!("1\n{case}").as_bytes()).next().unwrap().unwrap())
    }

    #[test]
    fn magic_sums_are_easy() {
        // 4 = 1 + 3 and 3 = 1 + 2 share the 1, and so on around the square.
        let case = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 4\n3 1 0 7\n1 2 1 3\n1 3 1 8\n";
        let easy = difficulty(case).unwrap();
        let expected = Difficulty { cells: 4, ..Difficulty::default() };
        assert_eq!((easy, easy.grade(), easy.score()), (expected, Grade::Easy, 4));
    }

    #[test]
    fn what_only_the_ways_to_fill_a_run_show_is_medium() {
        let medium = difficulty(MEDIUM).unwrap();
        assert_eq!(medium.grade(), Grade::Medium);
        assert!(medium.looks > 0 && medium.suppositions == 0 && medium.beyond_combinations > 0, "{medium}");
    }

    #[test]
    fn what_no_single_run_shows_is_hard() {
        let hard = difficulty(HARD).unwrap();
        assert_eq!(hard.grade(), Grade::Hard);
        assert!(hard.suppositions > 0 && hard.beyond_suppositions == 0, "{hard}");
    }

    #[test]
    fn cells_of_several_answers_are_left_to_search() {
        let case = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 3\n1 2 1 3\n1 3 1 3\n";
        assert_eq!(difficulty(case).unwrap().beyond_suppositions, 4);
    }

    #[test]
    fn a_puzzle_without_an_answer_has_no_difficulty() {
        let case = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 17\n1 2 1 3\n1 3 1 17\n";
        assert_eq!(difficulty(case), None);
    }

    #[test]
    fn grades_have_names() {
        for name in Grade::NAMES {
            assert_eq!(Grade::named(name).unwrap().name(), *name);
        }
        assert_eq!(Grade::named("fiendish"), None);
    }
}
