//! A Sudoku as a picture, with thick lines around boxes, and as a framed grid of text.

use super::{Sudoku, symbol};
use crate::svg::{ANSWER, Anchor, Drawing, FAINT, INK};

const MARGIN: f64 = 14.0;
/// The colour of an answer's digits on a terminal, and what ends it.
const COLOUR: (&str, &str) = ("\u{1b}[34m", "\u{1b}[0m");

impl Sudoku {
    /// The board, with the digits of an answer if there is one.
    pub fn picture(&self, answer: Option<&Sudoku>) -> Drawing {
        let size = self.size();
        // Large boards get smaller cells, so that a page still holds them.
        let cell = if size > 9 { 36.0 } else { 48.0 };
        let board = size as f64 * cell;
        let mut drawing = Drawing::new(board + 2.0 * MARGIN, board + 2.0 * MARGIN);
        for (place, &given) in self.cells.iter().enumerate() {
            let filled = answer.map_or(0, |answer| answer.cells[place]);
            let (x, y) = (MARGIN + (place % size) as f64 * cell, MARGIN + (place / size) as f64 * cell);
            let middle = (x + cell / 2.0, y + cell / 2.0);
            if given > 0 {
                drawing.bold(&symbol(given).to_string(), middle, 0.56 * cell, Anchor::Middle, INK);
            } else if filled > 0 {
                drawing.text(&symbol(filled).to_string(), middle, 0.56 * cell, Anchor::Middle, ANSWER);
            }
        }
        // Thin lines first, so that none is drawn over a thick one.
        let thick = (0..=size).filter(|line| line % self.block == 0);
        let thin = (0..=size).filter(|line| line % self.block != 0);
        let lines = thin.map(|line| (line, FAINT, 1.0)).chain(thick.map(|line| (line, INK, 2.5)));
        for (line, colour, width) in lines {
            let at = MARGIN + line as f64 * cell;
            drawing.line((MARGIN, at), (MARGIN + board, at), colour, width);
            drawing.line((at, MARGIN), (at, MARGIN + board), colour, width);
        }
        drawing
    }

    /// The board in a frame of plain characters, as the reader takes it; `show` writes a cell.
    pub(super) fn framed(&self, show: impl Fn(usize, u8) -> String) -> String {
        let size = self.size();
        let rule = format!("{}+\n", format!("+{}", "-".repeat(2 * self.block + 1)).repeat(self.block));
        let mut text = String::new();
        for (row, cells) in self.rows().enumerate() {
            if row % self.block == 0 {
                text += &rule;
            }
            for (column, digit) in cells.iter().enumerate() {
                text += if column % self.block == 0 { "| " } else { "" };
                text += &show(row * size + column, *digit);
                text.push(' ');
            }
            text += "|\n";
        }
        text + &rule
    }

    /// An answer of this puzzle in a frame; with colour, its digits are told from the givens.
    pub(super) fn on_terminal(&self, answer: &Sudoku, colour: bool) -> String {
        answer.framed(|cell, digit| match (symbol(digit), colour && self.cells[cell] == 0) {
            (symbol, true) => format!("{}{symbol}{}", COLOUR.0, COLOUR.1),
            (symbol, false) => symbol.to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_givens() {
        let puzzle = Sudoku::new(2, vec![1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 1]);
        let answer = Sudoku::new(2, vec![1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
        let svg = puzzle.picture(Some(&answer)).svg();
        assert_eq!((svg.matches("font-weight=\"bold\"").count(), svg.matches(ANSWER).count()), (4, 12));
        assert_eq!(puzzle.picture(None).svg().matches("<text").count(), 4);
        let grid =
            "+-----+-----+\n| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n+-----+-----+\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |\n+-----+-----+\n";
        assert_eq!(puzzle.on_terminal(&answer, false), grid);
        assert_eq!(puzzle.on_terminal(&answer, true).matches(COLOUR.0).count(), 12);
    }
}
