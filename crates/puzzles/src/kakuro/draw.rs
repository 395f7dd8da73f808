//! A Kakuro as a picture and on a terminal: dark cells, clues on either side of a diagonal, digits in the white cells.
//!
//! Black rows and columns at the end, which only make a board square, are left out.

use super::{Direction, Grid, Kakuro};
use crate::svg::{ANSWER, Anchor, Drawing, INK};

/// The side of a cell.
const CELL: f64 = 44.0;
const MARGIN: f64 = 12.0;
const DARK: &str = "#3a4450";
const DIAGONAL: &str = "#8a96a3";
const BETWEEN: &str = "#8a939d";

/// The widest board that fits a terminal of 80 columns with its clues, and without them.
const WITH_CLUES: usize = 13;
const WITHOUT_CLUES: usize = 40;

/// Dark cells and digits on a terminal with colours.
const DARK_CELL: &str = "\x1b[97;48;5;239m";
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

impl Kakuro {
    /// The board, with the digits of an answer if there is one.
    pub fn picture(&self, answer: Option<&Grid>) -> Drawing {
        let (rows, columns) = self.extent();
        let (width, height) = (columns as f64 * CELL, rows as f64 * CELL);
        let mut drawing = Drawing::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        let corner = |row: usize, column: usize| (MARGIN + column as f64 * CELL, MARGIN + row as f64 * CELL);
        for row in 0..rows {
            // Black cells beside each other are one rectangle: no seams.
            let mut column = 0;
            while column < columns {
                let length = (column..columns).take_while(|&column| !self.is_white(row, column)).count();
                if length > 0 {
                    let (x, y) = corner(row, column);
                    drawing.rect(x, y, length as f64 * CELL, CELL, DARK);
                }
                column += length.max(1);
            }
        }
        for row in 1..rows {
            let (x, y) = corner(row, 0);
            drawing.line((x, y), (x + width, y), BETWEEN, 1.0);
        }
        for column in 1..columns {
            let (x, y) = corner(0, column);
            drawing.line((x, y), (x, y + height), BETWEEN, 1.0);
        }
        for (row, column, [across, down]) in self.clues() {
            let (x, y) = corner(row, column);
            drawing.line((x + 2.0, y + 2.0), (x + CELL - 2.0, y + CELL - 2.0), DIAGONAL, 1.0);
            for (sum, at) in [(across, (x + 0.7 * CELL, y + 0.28 * CELL)), (down, (x + 0.3 * CELL, y + 0.74 * CELL))] {
                if let Some(sum) = sum {
                    drawing.text(&sum.to_string(), at, 0.32 * CELL, Anchor::Middle, "#ffffff");
                }
            }
        }
        for (row, digits) in answer.iter().flat_map(|grid| grid.rows().enumerate()) {
            for (column, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
                let (x, y) = corner(row, column);
                let middle = (x + CELL / 2.0, y + CELL / 2.0);
                drawing.text(&digit.to_string(), middle, 0.55 * CELL, Anchor::Middle, ANSWER);
            }
        }
        drawing.frame(MARGIN, MARGIN, width, height, INK, 2.0);
        drawing
    }

    /// The answered board in characters: with frames and clues, or without where a terminal would be too narrow for them;
    /// nothing where it is too narrow for the board.
    pub fn on_terminal(&self, answer: &Grid, colour: bool) -> Option<String> {
        match self.extent() {
            (rows, columns) if columns <= WITH_CLUES => Some(self.framed(answer, rows, columns, colour)),
            (rows, columns) if columns <= WITHOUT_CLUES => Some(compact(answer, rows, columns, colour)),
            _ => None,
        }
    }

    fn framed(&self, answer: &Grid, rows: usize, columns: usize, colour: bool) -> String {
        let mut clues = vec![[None; 2]; self.size * self.size];
        for (row, column, clue) in self.clues() {
            clues[row * self.size + column] = clue;
        }
        let rule =
            |left: &str, cross: &str, right: &str| format!("{left}{}{right}\n", vec!["─────"; columns].join(cross));
        let mut text = rule("┌", "┬", "┐");
        for (row, digits) in answer.rows().take(rows).enumerate() {
            if row > 0 {
                text += &rule("├", "┼", "┤");
            }
            for (column, digit) in digits.iter().take(columns).enumerate() {
                let number = |sum: Option<u8>| sum.map_or(String::new(), |sum| sum.to_string());
                let cell = match (digit, clues[row * self.size + column]) {
                    (1.., _) => format!("  {digit}  "),
                    (_, [None, None]) => " ".repeat(5),
                    (_, [across, down]) => format!("{:>2}\\{:<2}", number(down), number(across)),
                };
                let style = if *digit > 0 { BOLD } else { DARK_CELL };
                text.push('│');
                text += &if colour { format!("{style}{cell}{PLAIN}") } else { cell };
            }
            text += "│\n";
        }
        text + &rule("└", "┴", "┘")
    }

    /// How many rows and columns there are before those that are black to the end.
    fn extent(&self) -> (usize, usize) {
        let white = || (0..self.white.len()).filter(|&cell| self.white[cell]);
        let rows = white().map(|cell| cell / self.size + 1).max();
        let columns = white().map(|cell| cell % self.size + 1).max();
        (rows.unwrap_or(self.size), columns.unwrap_or(self.size))
    }

    /// The cells with clues: row, column, and the sums across and down.
    fn clues(&self) -> Vec<(usize, usize, [Option<u8>; 2])> {
        let mut runs: Vec<_> = self.runs.iter().filter(|run| run.sum.is_some()).collect();
        runs.sort_by_key(|run| (run.row, run.column));
        let cells = runs.chunk_by(|one, other| (one.row, one.column) == (other.row, other.column));
        let sum = |cell: &[&super::Run], direction: Direction| cell.iter().find(|run| run.direction == direction)?.sum;
        cells
            .map(|cell| (cell[0].row, cell[0].column, [sum(cell, Direction::Across), sum(cell, Direction::Down)]))
            .collect()
    }
}

/// The digits, two characters a cell, without clues.
fn compact(answer: &Grid, rows: usize, columns: usize, colour: bool) -> String {
    let mut text = String::new();
    for digits in answer.rows().take(rows) {
        for &digit in digits.iter().take(columns) {
            match (digit, colour) {
                (0, true) => text += &format!("{DARK_CELL}  {PLAIN}"),
                (0, false) => text += "░░",
                (_, true) => text += &format!(" {BOLD}{digit}{PLAIN}"),
                (_, false) => text += &format!(" {digit}"),
            }
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use entail_model::Answer;

    use super::*;
    use crate::kakuro::Reader;

    /// Two by two white cells, and a black row and column at the end.
    fn small() -> (Kakuro, Grid) {
        let text = "1\n4\n0 0 0 0\n0 1 1 0\n0 1 1 0\n0 0 0 0\n3\n2 1 0 3\n3 1 0 7\n1 2 1 4\n";
        let kakuro = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let grid = kakuro.grid(&Answer::new(vec![1, 2, 3, 4]));
        (kakuro, grid)
    }

    #[test]
    fn a_terminal_shows_the_board_with_its_clues() {
        let (kakuro, grid) = small();
        let expected = "\
┌─────┬─────┬─────┐
│     │ 4\\  │     │
├─────┼─────┼─────┤
│  \\3 │  1  │  2  │
├─────┼─────┼─────┤
│  \\7 │  3  │  4  │
└─────┴─────┴─────┘
";
        assert_eq!(kakuro.on_terminal(&grid, false).as_deref(), Some(expected));
        let coloured = kakuro.on_terminal(&grid, true).unwrap();
        let plain = [DARK_CELL, BOLD, PLAIN].iter().fold(coloured, |text, code| text.replace(code, ""));
        assert_eq!(plain, expected);
    }

    #[test]
    fn a_wide_board_is_shown_without_clues_and_a_very_wide_one_not_at_all() {
        let row = |size: usize| {
            let mut white = vec![false; size * size];
            white[2 * size - 2..2 * size].fill(true);
            let kakuro = Kakuro::without_clues(size, white);
            let grid = kakuro.grid(&Answer::new(vec![1, 2]));
            kakuro.on_terminal(&grid, false)
        };
        let dark = "░░";
        assert_eq!(row(14), Some(format!("{}\n{} 1 2\n", dark.repeat(14), dark.repeat(12))));
        assert_eq!(row(41), None);
    }

    #[test]
    fn a_picture_holds_every_clue_and_digit_and_nothing_of_the_padding() {
        let (kakuro, grid) = small();
        let texts = |drawing: Drawing| drawing.svg().matches("</text>").count();
        assert_eq!(texts(kakuro.picture(None)), 3);
        assert_eq!(texts(kakuro.picture(Some(&grid))), 7);
        assert_eq!(kakuro.picture(None).width(), 3.0 * CELL + 2.0 * MARGIN);
    }
}
