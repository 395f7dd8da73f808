//! A word search as a picture: the grid of letters, the words below it in columns; in an answer each word has a ring
//! of its own colour, and the letters around the words are faint.

use entail_model::Answer;

use super::kernel::{One, answer_of};
use super::{Board, NONE, WordSearch};
use crate::search::How;
use crate::svg::{Anchor, Drawing, FAINT, INK, distinct_colour};

/// The side of a cell.
const CELL: f64 = 36.0;
const MARGIN: f64 = 16.0;
/// The size of the words below the grid, and how far they are apart.
const WORD: f64 = 16.0;
const LINE: f64 = 26.0;

impl WordSearch {
    /// The filled grid of a problem without an answer, as far as one is found quickly.
    pub(super) fn made(&self) -> Option<Board> {
        let how = How { seed: self.seed, wanted: 1, ..How::default() };
        match self.to_model().ok().map(|_| self.one(&how, &mut 0))? {
            One::Found(numbers) => Some(self.filled(&self.key_of(&self.placed(&answer_of(&numbers))))),
            One::None | One::Unknown => None,
        }
    }

    /// The grid and its words, with rings where an answer has the words.
    pub(super) fn picture(&self, answer: Option<&Answer>) -> Drawing {
        let placed = answer.map(|answer| self.placed(answer));
        let key = placed.as_ref().map(|placed| self.key_of(placed));
        let letters = match (&self.printed, &key) {
            (Some(printed), _) => printed.clone(),
            (None, Some(key)) => self.filled(key),
            (None, None) => self.made().unwrap_or_else(|| Board::empty(self.rows, self.columns)),
        };
        let (wide, high) = (self.columns as f64 * CELL, self.rows as f64 * CELL);
        let column = self.words().map(|word| width(&word)).fold(0.0, f64::max) + 2.0 * WORD;
        let width = wide.max(column);
        let columns = ((width / column) as usize).clamp(1, self.words.len().max(1));
        let lines = self.words.len().div_ceil(columns);
        let mut drawing = Drawing::new(width + 2.0 * MARGIN, high + 3.0 * MARGIN + lines as f64 * LINE);
        let left = MARGIN + (width - wide) / 2.0;
        let middle =
            |(row, column): (usize, usize)| (left + (column as f64 + 0.5) * CELL, MARGIN + (row as f64 + 0.5) * CELL);
        drawing.frame(left, MARGIN, wide, high, FAINT, 1.5);
        for (i, placement) in placed.iter().flatten().enumerate() {
            let last = placement.letter(self.words[i].len() - 1);
            drawing.ring(middle(placement.letter(0)), middle(last), 0.4 * CELL, &distinct_colour(i), 3.0);
        }
        for (row, line) in letters.lines().enumerate() {
            for (column, letter) in line.iter().enumerate().filter(|(_, letter)| **letter != NONE) {
                let of_word = key.as_ref().is_none_or(|key| key.cells[row * self.columns + column] != NONE);
                let fill = if of_word { INK } else { FAINT };
                drawing.text(&letter.to_string(), middle((row, column)), 0.5 * CELL, Anchor::Middle, fill);
            }
        }
        let top = high + 2.0 * MARGIN + LINE / 2.0;
        for (i, word) in self.words().enumerate() {
            let (x, y) = (MARGIN + (i / lines) as f64 * (width / columns as f64), top + (i % lines) as f64 * LINE);
            if placed.is_some() {
                drawing.disc((x + 0.4 * WORD, y), 0.3 * WORD, &distinct_colour(i), &distinct_colour(i), 1.0);
            }
            let indent = if placed.is_some() { WORD } else { 0.0 };
            drawing.text(&word, (x + indent, y), WORD, Anchor::Start, INK);
        }
        drawing
    }
}

/// About how wide a word is drawn: letters of East Asia are square, capitals three quarters as wide.
fn width(word: &str) -> f64 {
    word.chars().map(|letter| if letter >= '\u{1100}' { WORD } else { 0.75 * WORD }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn an_answer_has_a_ring_for_each_word_and_a_problem_none() {
        let words = ["사과", "바나나", "포도"].map(|word| word.chars().collect()).to_vec();
        let puzzle = WordSearch::new(4, 5, words, false, false, 1);
        let problem = puzzle.draw(None).svg();
        assert_eq!((problem.matches("<path").count(), problem.matches("<text").count()), (0, 20 + 3));
        let One::Found(numbers) = puzzle.one(&How::default(), &mut 0) else { panic!("there is room") };
        let answer = puzzle.draw(Some(&answer_of(&numbers))).svg();
        assert_eq!((answer.matches("<path").count(), answer.matches("<text").count()), (3, 20 + 3));
        assert!(answer.contains(">바나나</text>"));
    }

    #[test]
    fn words_that_do_not_fit_are_drawn_below_an_empty_grid() {
        let puzzle = WordSearch::new(2, 2, vec!["ABC".chars().collect()], false, false, 1);
        assert_eq!(puzzle.draw(None).svg().matches("<text").count(), 1);
    }
}
