//! How hard a Sudoku is: which steps of reasoning it takes, the simplest first, and whether they are enough.
//!
//! The steps are those that people use: naked singles, hidden singles, locked candidates, pairs. After each one the
//! simplest are tried again. What they leave open needs a search.

use std::fmt;

use super::{kernel, unit_cells};
use crate::search::How;

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Naked and hidden singles are enough.
    Easy,
    /// It takes locked candidates or pairs as well.
    Medium,
    /// It takes a search.
    Hard,
}

impl Level {
    /// What the flag calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// The steps that were taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    naked_singles: usize,
    hidden_singles: usize,
    locked_candidates: usize,
    pairs: usize,
    /// They filled every cell.
    pub(super) solved: bool,
}

/// How hard a puzzle turned out to be, and why.
pub(super) struct Difficulty {
    pub(super) level: Level,
    steps: Steps,
    /// Of the search, where one was needed.
    nodes: u64,
}

/// `medium: 31 naked singles, 20 hidden singles, 2 locked candidates, 1 pair`
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let Steps { naked_singles, hidden_singles, locked_candidates, pairs, .. } = self.steps;
        write!(f, "{}: {}", self.level.name(), counted(naked_singles, "naked single"))?;
        write!(f, ", {}", counted(hidden_singles, "hidden single"))?;
        if self.level > Level::Easy {
            write!(f, ", {}, {}", counted(locked_candidates, "locked candidate"), counted(pairs, "pair"))?;
        }
        if self.level == Level::Hard {
            write!(f, ", then a search of {}", counted(self.nodes as usize, "node"))?;
        }
        Ok(())
    }
}

/// The units and neighbours of a board, made once for many puzzles.
pub(super) struct Geometry {
    pub(super) block: usize,
    units: Vec<Vec<usize>>,
    /// The three units of each cell.
    units_of: Vec<[usize; 3]>,
}

impl Geometry {
    pub(super) fn new(block: usize) -> Self {
        let size = block * block;
        let units: Vec<Vec<usize>> = (0..3 * size).map(|unit| unit_cells(block, unit).collect()).collect();
        let mut units_of = vec![[0; 3]; size * size];
        for (unit, cells) in units.iter().enumerate() {
            for &cell in cells {
                units_of[cell][unit / size] = unit;
            }
        }
        Self { block, units, units_of }
    }

    pub(super) fn size(&self) -> usize {
        self.block * self.block
    }

    /// The level of a puzzle with one answer.
    pub(super) fn difficulty(&self, given: &[u8], how: &How) -> Difficulty {
        let steps = self.reason(given, Level::Medium);
        let level = match steps {
            Steps { solved: false, .. } => Level::Hard,
            Steps { locked_candidates: 0, pairs: 0, .. } => Level::Easy,
            _ => Level::Medium,
        };
        let mut nodes = 0;
        if level == Level::Hard {
            // By the kernel for all sizes: its nodes are the same on every machine.
            let mut go_on = |_: &[u32]| std::ops::ControlFlow::Continue(());
            nodes = kernel::search(self.block, given, u64::MAX, how, &mut go_on).1;
        }
        Difficulty { level, steps, nodes }
    }

    /// Reasons with the steps of a level until nothing more follows.
    pub(super) fn reason(&self, given: &[u8], level: Level) -> Steps {
        let all = (1_u32 << self.size()) - 1;
        let mut board = Reasoner { geometry: self, cells: vec![all; given.len()], open: given.len() };
        for (cell, digit) in given.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            board.place(cell, 1 << (digit - 1));
        }
        let mut steps = Steps::default();
        loop {
            let singles = board.naked_singles();
            steps.naked_singles += singles;
            if singles > 0 {
                continue;
            }
            if board.hidden_single() {
                steps.hidden_singles += 1;
            } else if level >= Level::Medium && board.locked_candidates() {
                steps.locked_candidates += 1;
            } else if level >= Level::Medium && board.pair() {
                steps.pairs += 1;
            } else {
                break;
            }
        }
        steps.solved = board.open == 0;
        steps
    }
}

/// Candidates of the open cells as bits; 0 for a cell that has its digit.
struct Reasoner<'a> {
    geometry: &'a Geometry,
    cells: Vec<u32>,
    open: usize,
}

impl Reasoner<'_> {
    fn place(&mut self, cell: usize, digit: u32) {
        for unit in self.geometry.units_of[cell] {
            for &other in &self.geometry.units[unit] {
                self.cells[other] &= !digit;
            }
        }
        self.cells[cell] = 0;
        self.open -= 1;
    }

    /// Removes candidates from those cells that `only` holds for; says whether there were any.
    fn remove(&mut self, from: &[usize], digits: u32, only: impl Fn(usize) -> bool) -> bool {
        let mut removed = false;
        for &cell in from.iter().filter(|cell| only(**cell)) {
            removed |= self.cells[cell] & digits != 0;
            self.cells[cell] &= !digits;
        }
        removed
    }

    /// Fills every cell that has one candidate now, and says how many these are.
    fn naked_singles(&mut self) -> usize {
        let mut filled = 0;
        for cell in 0..self.cells.len() {
            if self.cells[cell].is_power_of_two() {
                self.place(cell, self.cells[cell]);
                filled += 1;
            }
        }
        filled
    }

    /// Fills a cell that is the only place for a digit in a unit.
    fn hidden_single(&mut self) -> bool {
        let geometry = self.geometry;
        for unit in geometry.units.iter().rev() {
            let (once, twice) = (unit.iter())
                .fold((0, 0), |(once, twice), &cell| (once | self.cells[cell], twice | once & self.cells[cell]));
            let single = once & !twice;
            if single != 0 {
                let digit = single & single.wrapping_neg();
                let cell = unit.iter().copied().find(|cell| self.cells[*cell] & digit != 0);
                self.place(cell.expect("the digit occurs in the unit"), digit);
                return true;
            }
        }
        false
    }

    /// Where a line and a box meet: what one of them has only there leaves the rest of the other.
    fn locked_candidates(&mut self) -> bool {
        let geometry = self.geometry;
        let size = geometry.size();
        let (lines, boxes) = geometry.units.split_at(2 * size);
        for (line, cells) in lines.iter().enumerate() {
            // A line meets a box in `block` cells that follow each other.
            for meeting in cells.chunks(geometry.block) {
                let in_box = geometry.units_of[meeting[0]][2];
                let in_line = |cell: usize| geometry.units_of[cell][line / size] == line;
                let outside = |cell: usize| geometry.units_of[cell][2] != in_box;
                let rest_of_box = |cell: usize| !in_line(cell);
                let union = |cells: &[usize], only: &dyn Fn(usize) -> bool| {
                    cells.iter().filter(|cell| only(**cell)).fold(0, |set, cell| set | self.cells[*cell])
                };
                let here = union(meeting, &|_| true);
                let the_box = &boxes[in_box - 2 * size];
                let pointing = here & !union(the_box, &rest_of_box);
                let claiming = here & !union(cells, &outside);
                if self.remove(cells, pointing, outside) || self.remove(the_box, claiming, rest_of_box) {
                    return true;
                }
            }
        }
        false
    }

    /// Two cells of a unit with the same two candidates, or two digits with the same two places.
    fn pair(&mut self) -> bool {
        let geometry = self.geometry;
        for unit in &geometry.units {
            for (i, &first) in unit.iter().enumerate() {
                let set = self.cells[first];
                if set.count_ones() != 2 {
                    continue;
                }
                let twin = unit[i + 1..].iter().copied().find(|cell| self.cells[*cell] == set);
                if let Some(twin) = twin
                    && self.remove(unit, set, |cell| cell != first && cell != twin)
                {
                    return true;
                }
            }
            // For each digit the places it has in the unit, as bits.
            let places = |digit: u32| {
                (unit.iter().enumerate()).fold(0_u32, |set, (i, cell)| set | (self.cells[*cell] >> digit & 1) << i)
            };
            let places: Vec<u32> = (0..geometry.size() as u32).map(places).collect();
            for (digit, &at) in places.iter().enumerate().filter(|(_, at)| at.count_ones() == 2) {
                let Some(other) = (digit + 1..places.len()).find(|other| places[*other] == at) else { continue };
                let pair = 1 << digit | 1 << other;
                let cells: Vec<usize> = (0..unit.len()).filter(|i| at >> i & 1 == 1).map(|i| unit[i]).collect();
                if self.remove(&cells, !pair, |_| true) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::sudoku::digit_of;

    fn cells(line: &str) -> Vec<u8> {
        line.chars().map(|c| digit_of(c).unwrap()).collect()
    }

    #[test]
    fn singles_are_enough_for_every_4x4_puzzle() {
        let geometry = Geometry::new(2);
        let how = How::default();
        let mut boards: Vec<Vec<u8>> = Vec::new();
        // Other names for the digits change nothing, so the first box may be fixed.
        kernel::search(2, &cells("12..34.........."), u64::MAX, &how, &mut |board| {
            boards.push(kernel::digits(board).collect());
            ControlFlow::Continue(())
        });
        assert_eq!(boards.len(), 12);
        let mut puzzles = 0;
        for board in boards {
            for given in 0..1_u32 << 16 {
                let puzzle: Vec<u8> = (0..16).map(|cell| board[cell] * (given >> cell & 1) as u8).collect();
                if kernel::count_to(2, &puzzle, 2, u64::MAX, &how) == Some(1) {
                    puzzles += 1;
                    assert!(geometry.reason(&puzzle, Level::Easy).solved, "{puzzle:?}");
                }
            }
        }
        assert!(puzzles > 100_000, "{puzzles}");
    }

    #[test]
    fn each_step_removes_what_it_should() {
        let geometry = Geometry::new(3);
        let mut board = Reasoner { geometry: &geometry, cells: vec![0b1_1111_1111; 81], open: 81 };
        // In box 1 a 1 is left in row 1 only: it leaves the rest of row 1.
        for cell in [9, 10, 11, 18, 19, 20] {
            board.cells[cell] &= !1;
        }
        assert!(board.locked_candidates());
        assert!((3..9).all(|cell| board.cells[cell] & 1 == 0));
        assert!(!board.locked_candidates());
        // Two cells of column 9 with the same two candidates.
        board.cells[35] = 0b110;
        board.cells[44] = 0b110;
        assert!(board.pair());
        assert!([8, 17, 26, 53, 62, 71, 80].iter().all(|cell| board.cells[*cell] & 0b110 == 0));
        // Two digits of row 9 with the same two places.
        for cell in 74..81 {
            board.cells[cell] &= !0b1_1000_0000;
        }
        while board.pair() {}
        assert_eq!((board.cells[72], board.cells[73]), (0b1_1000_0000, 0b1_1000_0000));
    }

    #[test]
    fn levels_follow_from_the_steps_that_were_needed() {
        let geometry = Geometry::new(3);
        let level = |line: &str| geometry.difficulty(&cells(line), &How::default()).to_string();
        // Arto Inkala's grid of 2010, and a full board with one blank.
        let hard = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";
        assert!(level(hard).starts_with("hard: 0 naked singles"), "{}", level(hard));
        let full = ".85439126612875349493621578857943261261758934934162785578394612126587493349216857";
        assert_eq!(level(full), "easy: 1 naked single, 0 hidden singles");
    }
}
