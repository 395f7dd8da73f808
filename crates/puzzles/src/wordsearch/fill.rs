//! The letters that fill the grid around the words.
//!
//! They come from the seed, and from the letters that the words are written with (A to Z where they use any of those).
//! Wherever another letter will do, none is put where it would spell a word of the list once more; so whoever finds the
//! words has found what was hidden, and two different keys are not printed alike.

use std::collections::BTreeSet;

use super::{Board, NONE, WordSearch};
use crate::Random;

impl WordSearch {
    /// The letters that the grid is filled with.
    fn alphabet(&self) -> Vec<char> {
        let mut letters: BTreeSet<char> = self.words.iter().flatten().copied().collect();
        if letters.iter().any(char::is_ascii_alphabetic) {
            letters.extend('A'..='Z');
        }
        letters.into_iter().collect()
    }

    /// The grid with a letter in every cell. The same seed and key give the same letters.
    pub fn filled(&self, key: &Board) -> Board {
        let alphabet = self.alphabet();
        let trie = self.trie();
        let mut random = Random::new(self.seed, 1);
        let mut board = key.clone();
        for cell in 0..board.cells.len() {
            if board.cells[cell] != NONE {
                continue;
            }
            let first = random.below(alphabet.len());
            let mut letters = alphabet[first..].iter().chain(&alphabet[..first]);
            let fits = letters.any(|letter| {
                board.cells[cell] = *letter;
                !trie.is_crossed(&board, cell)
            });
            if !fits {
                board.cells[cell] = alphabet[first];
            }
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordsearch::{Direction, Placement};

    fn puzzle(words: &[&str], rows: usize, columns: usize, seed: u64) -> WordSearch {
        WordSearch::new(rows, columns, words.iter().map(|w| w.chars().collect()).collect(), false, false, seed)
    }

    #[test]
    fn the_filling_spells_no_word_again() {
        let puzzle = puzzle(&["ON", "IT", "ANT"], 12, 12, 3);
        let placed: Vec<Placement> =
            (0..3).map(|row| Placement { row, column: 2, direction: Direction::Right }).collect();
        let board = puzzle.filled(&puzzle.key_of(&placed));
        assert_eq!(board.letters(), 144);
        let mut found = Vec::new();
        puzzle.trie().occurrences(&board, |word, cell, direction| found.push((word, cell, direction)));
        assert_eq!(found, (0..3).map(|i| (i, 12 * i as usize + 2, Direction::Right)).collect::<Vec<_>>());
    }

    #[test]
    fn letters_are_of_the_script_of_the_words() {
        let key = Board::empty(5, 5);
        assert!(puzzle(&["CAT"], 5, 5, 1).filled(&key).cells.iter().all(char::is_ascii_uppercase));
        let korean = puzzle(&["사과", "바나나", "포도"], 5, 5, 1).filled(&key);
        assert!(korean.cells.iter().all(|letter| "사과바나포도".contains(*letter)));
    }

    #[test]
    fn where_every_letter_spells_a_word_the_grid_is_filled_all_the_same() {
        assert_eq!(puzzle(&["가"], 2, 2, 1).filled(&Board::empty(2, 2)).cells, ['가'; 4]);
    }

    #[test]
    fn the_seed_decides() {
        let key = Board::empty(9, 9);
        let filled = |seed| puzzle(&["CAT"], 9, 9, seed).filled(&key);
        assert_eq!(filled(1), filled(1));
        assert_ne!(filled(1), filled(2));
    }
}
