//! Kakuro: white cells in runs across and down; the digits 1 to 9 of a run differ and add up to its clue.
//!
//! ```text
//!        4\   6\          Every white cell lies in one run across and one run down. The cell before a run
//!   \3   1    2           (to its left, or above it) is black and holds the run's clue, if it has one.
//!   \7   3    4           So the first row and column are black.
//! ```

mod count;
mod difficulty;
mod draw;
mod filling;
mod format;
mod generate;
mod kernel;
mod kind;
mod layout;
mod model;
mod parts;
mod propagate;
mod reasoning;
mod sets;

use std::fmt;

pub use format::Reader;
pub use kind::KIND;

/// Which way a run goes from its clue cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the right: 0 in KAKURO2.
    Across,
    /// Downward: 1 in KAKURO2.
    Down,
}

/// White cells in a line, as many as there are before the next black one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Which way it goes.
    pub direction: Direction,
    /// The row of its clue cell, from 0.
    pub row: usize,
    /// The column of its clue cell, from 0.
    pub column: usize,
    /// How many cells it has, at least 1.
    pub length: usize,
    /// What they add up to, from 1 to 45, if that is given.
    pub sum: Option<u8>,
}

/// A puzzle. Its runs are those of its white cells: all across, then all down, each by row, then by column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kakuro {
    size: usize,
    white: Vec<bool>,
    runs: Vec<Run>,
}

impl Kakuro {
    /// The board of `size` × `size` cells, row by row, without clues. The first row and column must be black.
    fn without_clues(size: usize, white: Vec<bool>) -> Self {
        debug_assert_eq!(white.len(), size * size);
        debug_assert!((0..size).all(|i| !white[i] && !white[i * size]));
        let steps = [(Direction::Across, 1), (Direction::Down, size)];
        let starts = steps.map(|(_, step)| {
            let pairs = white.iter().zip(white.get(step..).unwrap_or_default());
            pairs.filter(|(before, cell)| **cell & !**before).count()
        });
        let mut runs: Vec<Run> = Vec::with_capacity(starts.iter().sum());
        // The last run down in each column.
        let mut down = vec![usize::MAX; size];
        for (direction, step) in steps {
            for (row, cells) in white.chunks(size.max(1)).enumerate() {
                for (column, _) in cells.iter().enumerate().filter(|(_, white)| **white) {
                    let clue = row * size + column - step;
                    if !white[clue] {
                        down[column] = runs.len();
                        let (row, column) =
                            if direction == Direction::Across { (row, column - 1) } else { (row - 1, column) };
                        runs.push(Run { direction, row, column, length: 1, sum: None });
                    } else {
                        let run = if direction == Direction::Across { runs.len() - 1 } else { down[column] };
                        runs[run].length += 1;
                    }
                }
            }
        }
        Self { size, white, runs }
    }

    /// How many rows and columns it has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether the cell is white, counted from 0.
    pub fn is_white(&self, row: usize, column: usize) -> bool {
        self.white[row * self.size + column]
    }

    /// The runs: all across, then all down, each by row, then by column.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The cells of a run, as places in the board read row by row.
    pub fn cells(&self, run: &Run) -> impl Iterator<Item = usize> + use<> {
        let step = match run.direction {
            Direction::Across => 1,
            Direction::Down => self.size,
        };
        let clue = run.row * self.size + run.column;
        (1..=run.length).map(move |i| clue + i * step)
    }

    /// Whether these digits, one for each white cell row by row, keep the rules: they are from 1 to 9, those of a run
    /// differ, and they add up to its clue if it has one.
    pub fn keeps_the_rules(&self, digits: &[i64]) -> bool {
        let mut digits = digits.iter();
        let mut board = Vec::with_capacity(self.white.len());
        for &white in &self.white {
            board.push(match white.then(|| digits.next()) {
                None => 0,
                Some(Some(&digit @ 1..=9)) => digit as u8,
                Some(_) => return false,
            });
        }
        let right = |run: &Run| {
            let (mut seen, mut sum, mut differ) = (0_u16, 0_u64, true);
            for cell in self.cells(run) {
                differ &= seen >> board[cell] & 1 == 0;
                seen |= 1 << board[cell];
                sum += u64::from(board[cell]);
            }
            differ && run.sum.is_none_or(|clue| sum == u64::from(clue))
        };
        digits.next().is_none() && self.runs.iter().all(right)
    }

    /// The run that starts at this clue cell; `near` is its place if clues come in the order of the runs.
    fn run_from(&mut self, direction: Direction, row: usize, column: usize, near: usize) -> Option<&mut Run> {
        let key = |run: &Run| (run.direction, run.row, run.column);
        let wanted = (direction, row, column);
        let at = match self.runs.get(near) {
            Some(run) if key(run) == wanted => near,
            _ => self.runs.binary_search_by_key(&wanted, key).ok()?,
        };
        self.runs.get_mut(at)
    }

    /// What a person calls each run: "row 3, 16 in two cells"; with its first cell where that fits another run as well.
    ///
    /// Every puzzle has its runs named before it is solved, so this does without formatting and hashing.
    pub fn run_names(&self) -> Vec<String> {
        let looks = |run: &Run| {
            let line = if run.direction == Direction::Across { run.row } else { run.column };
            (run.direction, line, run.length, run.sum)
        };
        let mut all: Vec<_> = self.runs.iter().map(looks).collect();
        all.sort_unstable();
        let mut alike: Vec<_> = all.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        alike.dedup();
        let name = |run: &Run| {
            let ((line, at), (from, first)) = match run.direction {
                Direction::Across => (("row ", run.row), (" from column ", run.column)),
                Direction::Down => (("column ", run.column), (" from row ", run.row)),
            };
            let mut name = String::with_capacity(40);
            name.push_str(line);
            push_number(&mut name, at + 1);
            if !alike.is_empty() && alike.binary_search(&looks(run)).is_ok() {
                name.push_str(from);
                push_number(&mut name, first + 2);
            }
            name.push_str(", ");
            if let Some(sum) = run.sum {
                push_number(&mut name, usize::from(sum));
                name.push_str(" in ");
            }
            push_count_of_cells(&mut name, run.length);
            if run.sum.is_none() {
                name.push_str(" without a clue");
            }
            name
        };
        self.runs.iter().map(name).collect()
    }
}

/// "two cells".
fn push_count_of_cells(text: &mut String, length: usize) {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    match WORDS.get(length) {
        Some(word) => text.push_str(word),
        None => push_number(text, length),
    }
    text.push_str(if length == 1 { " cell" } else { " cells" });
}

/// The number in plain digits.
fn push_number(text: &mut String, number: usize) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push((b'0' + (number % 10) as u8) as char);
}

/// An answer: a digit in each white cell, 0 in the black ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    size: usize,
    digits: Vec<u8>,
}

impl Grid {
    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.digits.chunks(self.size.max(1))
    }
}

/// The answer in its KAKURO2 form: a line for each row, numbers separated by one space.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Grid {
    fn text(&self) -> String {
        let mut text = vec![b' '; 2 * self.digits.len()];
        for (at, digit) in text.iter_mut().step_by(2).zip(&self.digits) {
            *at = b'0' + digit;
        }
        for row in text.chunks_mut(2 * self.size.max(1)) {
            row[row.len() - 1] = b'\n';
        }
        String::from_utf8(text).expect("digits, blanks and line ends")
    }
}
