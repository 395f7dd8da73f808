//! A Kakuro as a picture: dark cells, clues on either side of a diagonal, digits in the white cells.

use super::{Direction, Grid, Kakuro};
use crate::svg::{ANSWER, Anchor, Drawing, INK};

/// The side of a cell.
const CELL: f64 = 44.0;
const MARGIN: f64 = 12.0;
const DARK: &str = "#3a4450";

impl Kakuro {
    /// The board, with the digits of an answer if there is one.
    pub fn picture(&self, answer: Option<&Grid>) -> Drawing {
        let side = self.size as f64 * CELL + 2.0 * MARGIN;
        let mut drawing = Drawing::new(side, side);
        let corner = |row: usize, column: usize| (MARGIN + column as f64 * CELL, MARGIN + row as f64 * CELL);
        for row in 0..self.size {
            for column in 0..self.size {
                let (x, y) = corner(row, column);
                let fill = if self.is_white(row, column) { "#ffffff" } else { DARK };
                drawing.rect(x, y, CELL, CELL, fill);
                drawing.frame(x, y, CELL, CELL, "#8a939d", 1.0);
            }
        }
        for run in &self.runs {
            let (x, y) = corner(run.row, run.column);
            drawing.line((x + 1.0, y + 1.0), (x + CELL - 1.0, y + CELL - 1.0), "#c9d0d8", 1.0);
            let at = match run.direction {
                Direction::Across => (x + 0.72 * CELL, y + 0.28 * CELL),
                Direction::Down => (x + 0.28 * CELL, y + 0.72 * CELL),
            };
            if let Some(sum) = run.sum {
                drawing.text(&sum.to_string(), at, 0.31 * CELL, Anchor::Middle, "#ffffff");
            }
        }
        for (row, digits) in answer.iter().flat_map(|grid| grid.rows().enumerate()) {
            for (column, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
                let (x, y) = corner(row, column);
                let middle = (x + CELL / 2.0, y + CELL / 2.0);
                drawing.text(&digit.to_string(), middle, 0.55 * CELL, Anchor::Middle, ANSWER);
            }
        }
        let board = self.size as f64 * CELL;
        drawing.frame(MARGIN, MARGIN, board, board, INK, 2.0);
        drawing
    }
}
