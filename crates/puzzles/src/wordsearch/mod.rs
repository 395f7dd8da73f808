//! Word search: words hidden in a grid of letters, in any of eight directions; the cells left over get random letters.
//!
//! ```text
//!   T . . J       JOE down-left from row 1, column 4: a placement is a cell and a direction. A word has its
//!   A . O .       placements numbered, direction by direction and row by row within each; a palindrome has four
//!   C E . .       directions, a single letter one. An answer is the number of the placement of each word.
//! ```
//!
//! A letter is one character (a precomposed one where there are marks), in upper case.

mod board;
mod draw;
mod fill;
mod format;
mod generate;
mod kernel;
mod kind;
mod model;
mod quick;
mod search;
mod trie;

use std::sync::OnceLock;

pub use board::{Board, Direction, NONE, Placement};
use entail_model::Answer;
pub use kind::KIND;
use trie::Trie;

/// A word search: words to place in a grid, or to find in one.
#[derive(Debug)]
pub struct WordSearch {
    rows: usize,
    columns: usize,
    words: Vec<Vec<char>>,
    /// Whether words may share cells where their letters agree.
    overlap: bool,
    /// Whether letters that belong to no word are printed as `.`.
    key: bool,
    /// Where the letters that fill the grid start.
    seed: u64,
    /// The letters of a grid in which the words are to be found.
    printed: Option<Board>,
    trie: OnceLock<Trie>,
}

impl WordSearch {
    /// Words to place in a grid. Every word has a letter, and the grid a cell.
    pub fn new(rows: usize, columns: usize, words: Vec<Vec<char>>, overlap: bool, key: bool, seed: u64) -> Self {
        Self { rows, columns, words, overlap, key, seed, printed: None, trie: OnceLock::new() }
    }

    /// Words to find in a grid.
    pub fn within(printed: Board, words: Vec<Vec<char>>) -> Self {
        let (rows, columns) = (printed.rows(), printed.columns());
        Self { printed: Some(printed), ..Self::new(rows, columns, words, true, true, 0) }
    }

    /// The words, in upper case.
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.words.iter().map(|word| word.iter().collect())
    }

    /// How many cells the grid has.
    fn size(&self) -> usize {
        self.rows * self.columns
    }

    /// The directions in which a word can lie so that no two of its placements look the same.
    fn directions(word: &[char]) -> &'static [Direction] {
        let symmetric = word.iter().eq(word.iter().rev());
        match word.len() {
            1 => &Direction::ALL[..1],
            _ if symmetric => &Direction::ALL[..4],
            _ => &Direction::ALL,
        }
    }

    /// The rows and the columns in which a word of this length can start in this direction.
    fn starts(&self, length: usize, direction: Direction) -> (std::ops::Range<usize>, std::ops::Range<usize>) {
        let reach = length - 1;
        let range = |step: isize, size: usize| match step {
            0 => 0..size,
            1 => 0..size.saturating_sub(reach),
            _ => reach.min(size)..size,
        };
        let (down, right) = direction.step();
        (range(down, self.rows), range(right, self.columns))
    }

    /// How many placements a word has.
    fn placements(&self, word: &[char]) -> usize {
        let of = |direction: &Direction| {
            let (rows, columns) = self.starts(word.len(), *direction);
            rows.len() * columns.len()
        };
        Self::directions(word).iter().map(of).sum()
    }

    /// The placement of a word with this number.
    fn placement(&self, word: &[char], mut index: usize) -> Option<Placement> {
        for &direction in Self::directions(word) {
            let (rows, columns) = self.starts(word.len(), direction);
            let size = rows.len() * columns.len();
            if index < size {
                let (row, column) = (rows.start + index / columns.len(), columns.start + index % columns.len());
                return Some(Placement { row, column, direction });
            }
            index -= size;
        }
        None
    }

    /// The number of a placement of a word, if it lies in the grid.
    fn number_of(&self, word: &[char], placement: Placement) -> Option<usize> {
        let mut before = 0;
        for &direction in Self::directions(word) {
            let (rows, columns) = self.starts(word.len(), direction);
            if direction == placement.direction {
                let inside = rows.contains(&placement.row) && columns.contains(&placement.column);
                let (row, column) = (placement.row, placement.column);
                return inside.then(|| before + (row - rows.start) * columns.len() + column - columns.start);
            }
            before += rows.len() * columns.len();
        }
        None
    }

    /// Where each word of an answer lies.
    pub fn placed(&self, answer: &Answer) -> Vec<Placement> {
        let place = |(word, index): (&Vec<char>, &i64)| {
            self.placement(word, *index as usize).expect("an answer was checked against the model")
        };
        self.words.iter().zip(answer.values()).map(place).collect()
    }

    /// The grid with the letters of the words and nothing else.
    pub fn key_of(&self, placed: &[Placement]) -> Board {
        let mut board = Board::empty(self.rows, self.columns);
        for (word, placement) in self.words.iter().zip(placed) {
            board.write(word, *placement);
        }
        board
    }

    /// The words for finding them all at once.
    fn trie(&self) -> &Trie {
        self.trie.get_or_init(|| Trie::new(&self.words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_has_one_number_and_lies_in_the_grid() {
        for (rows, columns) in [(1, 1), (1, 4), (3, 2), (4, 4), (5, 3)] {
            for word in ["A", "AB", "AA", "ABC", "ABA", "ABCD", "ABCDE"] {
                let word: Vec<char> = word.chars().collect();
                let puzzle = WordSearch::new(rows, columns, vec![word.clone()], false, false, 0);
                let mut seen = std::collections::BTreeSet::new();
                for index in 0..puzzle.placements(&word) {
                    let placement = puzzle.placement(&word, index).unwrap();
                    assert_eq!(puzzle.number_of(&word, placement), Some(index));
                    let cells: Vec<usize> = placement.cells(columns, word.len()).collect();
                    assert!(cells.iter().all(|cell| *cell < rows * columns), "{placement:?}");
                    let letters: std::collections::BTreeMap<usize, char> =
                        cells.into_iter().zip(word.iter().copied()).collect();
                    assert_eq!(letters.len(), word.len());
                    assert!(seen.insert(letters), "two placements that look the same");
                }
                assert_eq!(puzzle.placement(&word, seen.len()), None);
            }
        }
    }

    #[test]
    fn a_word_has_eight_directions_in_a_roomy_grid() {
        let word: Vec<char> = "ABC".chars().collect();
        let puzzle = WordSearch::new(4, 4, vec![word.clone()], false, false, 0);
        assert_eq!(puzzle.placements(&word), 4 * 8 + 4 * 4);
    }
}
