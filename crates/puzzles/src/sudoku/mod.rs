//! Sudoku: every row, column and box of an n × n board holds each of n digits once; n is 4, 9, 16 or 25.
//!
//! ```text
//!   5 3 . | . 7 . | . . .      A digit is a number from 1 to n, written 1–9, then A–P; 0 is a blank cell, written `.`.
//!   6 . . | 1 9 5 | . . .      Cells are counted row by row from 0. Units are the things that hold each digit once:
//!   . 9 8 | . . . | . 6 .      all rows, then all columns, then all boxes, each n of them.
//!   ------+-------+------
//! ```

mod bands;
mod difficulty;
mod draw;
mod format;
mod generate;
mod kernel;
mod kind;
mod line;
mod literals;
mod model;
mod puzzlink;
mod shuffle;
#[cfg(target_arch = "x86_64")]
mod triads;

pub use format::Reader;
pub use kind::KIND;

/// A puzzle, or an answer where no cell is blank.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sudoku {
    /// The side of a box: 2 to 5. The board has its square as side.
    block: usize,
    /// The digits row by row, 0 for a blank.
    cells: Vec<u8>,
}

/// Two equal digits in one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clash {
    /// The unit: rows, then columns, then boxes.
    unit: usize,
    /// The two cells, the earlier one first.
    cells: [usize; 2],
}

impl Sudoku {
    /// The board with these cells, of which there must be as many as a board has, with digits that it has.
    fn new(block: usize, cells: Vec<u8>) -> Self {
        debug_assert_eq!(cells.len(), block.pow(4));
        debug_assert!(cells.iter().all(|digit| usize::from(*digit) <= block * block));
        Self { block, cells }
    }

    /// How many rows and columns it has.
    pub fn size(&self) -> usize {
        self.block * self.block
    }

    /// The side of its boxes.
    pub fn block(&self) -> usize {
        self.block
    }

    /// The digits row by row, 0 for a blank.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.cells.chunks(self.size())
    }

    /// All cells in one line, as the contract writes puzzles and answers.
    pub fn line(&self) -> String {
        line_of(self.cells.iter().copied())
    }

    /// The first two equal digits in a unit.
    fn clash(&self) -> Option<Clash> {
        let size = self.size();
        (0..3 * size).find_map(|unit| {
            let mut seen = [None; 26];
            unit_cells(self.block, unit).find_map(|cell| {
                let digit = usize::from(self.cells[cell]);
                if digit == 0 {
                    return None;
                }
                let earlier = seen[digit].replace(cell)?;
                Some(Clash { unit, cells: [earlier, cell] })
            })
        })
    }
}

/// The side of the boxes of a board with this side.
fn block_of(size: usize) -> Option<usize> {
    (2..=5).find(|block| block * block == size)
}

/// The cells of a unit: all rows, then all columns, then all boxes.
fn unit_cells(block: usize, unit: usize) -> impl Iterator<Item = usize> {
    let size = block * block;
    let (sort, at) = (unit / size, unit % size);
    (0..size).map(move |i| match sort {
        0 => at * size + i,
        1 => i * size + at,
        _ => (at / block * block + i / block) * size + at % block * block + i % block,
    })
}

/// What a person calls a unit: "row 3", "column 7", "box 1" (boxes are counted like the words of a text).
fn unit_name(size: usize, unit: usize) -> String {
    format!("{} {}", ["row", "column", "box"][unit / size], unit % size + 1)
}

/// What a person calls a cell: "row 3, column 7".
fn cell_name(size: usize, cell: usize) -> String {
    format!("row {}, column {}", cell / size + 1, cell % size + 1)
}

/// How a digit is written.
fn symbol(digit: u8) -> char {
    match digit {
        0 => '.',
        1..=9 => (b'0' + digit) as char,
        _ => (b'A' - 10 + digit) as char,
    }
}

/// Digits as the contract writes puzzles and answers, with room for the end of the line.
fn line_of(digits: impl ExactSizeIterator<Item = u8>) -> String {
    let mut line = Vec::with_capacity(digits.len() + 1);
    line.extend(digits.map(|digit| symbol(digit) as u8));
    String::from_utf8(line).expect("symbols are text")
}

/// The digit that a character stands for on the largest board, 0 for a blank.
fn digit_of(character: char) -> Option<u8> {
    match character {
        '.' | '0' => Some(0),
        '1'..='9' => Some(character as u8 - b'0'),
        'A'..='P' => Some(character as u8 - b'A' + 10),
        'a'..='p' => Some(character as u8 - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_lies_in_one_row_one_column_and_one_box() {
        for block in 2..=5 {
            let size = block * block;
            for sort in 0..3 {
                let mut cells: Vec<usize> =
                    (sort * size..(sort + 1) * size).flat_map(|u| unit_cells(block, u)).collect();
                cells.sort_unstable();
                assert_eq!(cells, (0..size * size).collect::<Vec<_>>());
            }
        }
        assert_eq!(unit_cells(3, 18 + 5).collect::<Vec<_>>(), [33, 34, 35, 42, 43, 44, 51, 52, 53]);
    }

    #[test]
    fn digits_are_read_as_they_are_written() {
        for digit in 0..=25 {
            assert_eq!(digit_of(symbol(digit)), Some(digit));
            assert_eq!(digit_of(symbol(digit).to_ascii_lowercase()), Some(digit));
        }
        for no_digit in ['q', 'Q', '-', '*', ' ', '١', '\0'] {
            assert_eq!(digit_of(no_digit), None);
        }
    }
}
