//! How hard a Kakuro is: what it takes to solve it, looking no further than needed.
//!
//! The weakest reasoning that still gets on is used at every step, and steps of each strength are counted. What the
//! grades mean is written in docs/design/difficulty.md.

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
        while network.open() > 0 {
            if network.look(Strength::Exact)? {
                difficulty.looks += 1;
            } else if refute(&mut network)? {
                difficulty.suppositions += 1;
            } else {
                difficulty.beyond_suppositions = network.open();
                break;
            }
            if !network.propagate(Strength::Combinations) {
                return None;
            }
        }
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

/// Finds a candidate from which a contradiction follows and takes it away; false if there is none. Cells with the fewest
/// candidates are tried first. None if a cell has no candidate left.
fn refute(network: &mut Network) -> Option<bool> {
    let mut cells: Vec<(u32, u32)> = (network.candidates().iter().zip(0..))
        .filter(|(digits, _)| digits.count_ones() > 1)
        .map(|(digits, cell)| (digits.count_ones(), cell))
        .collect();
    cells.sort_unstable();
    for (_, cell) in cells {
        let digits = network.candidates()[cell as usize];
        for place in places(u64::from(digits)) {
            let supposed: Digits = 1 << place;
            let mark = network.mark();
            network.narrow(cell, supposed);
            let consistent = network.propagate(Strength::Exact);
            network.undo(mark);
            if !consistent {
                network.narrow(cell, digits & !supposed);
                return Some(true);
            }
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kakuro::Reader;

    #[test]
    #[ignore]
    fn data() {
        let folder = std::path::Path::new("/work/shared/data/kakuro");
        for name in ["janko-n20", "krazydad", "krazydad-pe424", "gecode-nikoli", "hardened", "cx16"] {
            let text = std::fs::read(folder.join(name).with_extension("in")).unwrap();
            let mut grades = [0; 3];
            let mut parts = [0.0; 3];
            for kakuro in Reader::new(text.as_slice()) {
                let d = Difficulty::of(&kakuro.unwrap()).unwrap();
                grades[d.grade() as usize] += 1;
                parts[0] += d.beyond_combinations as f64 / d.cells as f64;
                parts[1] += d.looks as f64 / d.cells as f64;
                if name != "janko-n20" && d.grade() == Grade::Hard || d.grade() == Grade::Medium && d.cells % 37 == 0 {
                    eprintln!("{d}");
                }
            }
            let all: i32 = grades.iter().sum();
            eprintln!("{name}: {grades:?} {:.2} {:.2}", parts[0] / all as f64, parts[1] / all as f64);
        }
    }
}
