//! Queens as a picture: a chequered board with its rows and columns numbered, the queens drawn as crowns. Of a board with
//! more cells than a picture can show each mark stands for a block of cells.

use std::fmt::Write;

use super::{LARGEST_PRINTED, Queens};
use crate::svg::{Anchor, Drawing, INK};

const MARGIN: f64 = 16.0;
/// The longest side of a board, and the sides of a cell.
const LONGEST: f64 = 1000.0;
const LARGEST_CELL: f64 = 48.0;
/// More rows than this are drawn as blocks.
const MOST_ROWS: usize = 500;

const LIGHT: &str = "#f6f1e7";
const DARK: &str = "#c8ae8a";
const FRAME: &str = "#6d5a41";

/// A crown in a cell of 100 × 100: five points over a band, and a foot.
const CROWN: [(f64, f64); 11] = [
    (27.0, 70.0),
    (15.0, 36.0),
    (33.0, 52.0),
    (33.5, 25.0),
    (44.0, 48.0),
    (50.0, 20.0),
    (56.0, 48.0),
    (66.5, 25.0),
    (67.0, 52.0),
    (85.0, 36.0),
    (73.0, 70.0),
];
const POINTS: [(f64, f64); 5] = [(15.0, 33.0), (33.5, 22.0), (50.0, 17.0), (66.5, 22.0), (85.0, 33.0)];

impl Queens {
    /// The board, with the queens of an answer if there is one.
    pub fn picture(&self, rows: Option<&[i64]>) -> Drawing {
        let shown = self.size.min(MOST_ROWS);
        let cell = (LONGEST / shown as f64).min(LARGEST_CELL);
        let side = cell * shown as f64;
        let numbered = self.size <= LARGEST_PRINTED;
        let edge = MARGIN + if numbered { 0.5 * cell } else { 0.0 };
        let mut drawing = Drawing::new(edge + side + MARGIN, edge + side + MARGIN);
        drawing.rect(edge, edge, side, side, LIGHT);
        if self.size <= MOST_ROWS {
            drawing.path(&chequers(shown, cell, edge), DARK, "none", 0.0);
        }
        if numbered {
            for number in 1..=self.size {
                let middle = edge + (number as f64 - 0.5) * cell;
                let (number, before) = (number.to_string(), edge - 0.32 * cell);
                drawing.text(&number, (middle, before), 0.3 * cell, Anchor::Middle, FRAME);
                drawing.text(&number, (before, middle), 0.3 * cell, Anchor::Middle, FRAME);
            }
        }
        match rows {
            Some(rows) if self.size <= MOST_ROWS => {
                for (column, row) in rows.iter().enumerate() {
                    queen(&mut drawing, edge + column as f64 * cell, edge + (row - 1) as f64 * cell, cell);
                }
            }
            Some(rows) => drawing.path(&self.blocks(rows, cell, edge), INK, "none", 0.0),
            None => {}
        }
        let thick = (cell / 16.0).clamp(1.0, 2.0);
        drawing.frame(edge, edge, side, side, FRAME, thick);
        drawing
    }

    /// A square for each block of cells with a queen in it.
    fn blocks(&self, rows: &[i64], cell: f64, edge: f64) -> String {
        let block = |of: usize| of * MOST_ROWS / self.size;
        let places: std::collections::BTreeSet<(usize, usize)> =
            rows.iter().enumerate().map(|(column, row)| (block(*row as usize - 1), block(column))).collect();
        let mut path = String::new();
        for (row, column) in places {
            let (x, y) = (edge + column as f64 * cell, edge + row as f64 * cell);
            write!(path, "M{x:.2} {y:.2}h{cell:.2}v{cell:.2}h-{cell:.2}z").expect("a string takes everything");
        }
        path
    }

    /// An answer for a terminal: the list, and the board as coloured cells of two characters.
    pub fn coloured(&self, rows: &[i64]) -> String {
        let mut text = self.answer_text(rows);
        if self.size > LARGEST_PRINTED {
            return text;
        }
        text.truncate(text.find('\n').map_or(0, |end| end + 1));
        for row in 1..=self.size {
            for (column, of) in rows.iter().enumerate() {
                let background = if (row + column) % 2 == 1 { "\x1b[48;5;230m" } else { "\x1b[48;5;180m" };
                let cell = if *of == row as i64 { "♛ " } else { "  " };
                write!(text, "{background}\x1b[30m{cell}").expect("a string takes everything");
            }
            text.push_str("\x1b[0m\n");
        }
        text
    }
}

/// The dark cells as one path: every other column, and every other row run through the other way round. Where they meet
/// the turns cancel and the cell stays light.
fn chequers(count: usize, cell: f64, edge: f64) -> String {
    let side = count as f64 * cell;
    let mut path = String::new();
    for line in (1..count).step_by(2) {
        let at = edge + line as f64 * cell;
        write!(path, "M{at:.2} {edge:.2}h{cell:.2}v{side:.2}h-{cell:.2}z").expect("a string takes everything");
        write!(path, "M{edge:.2} {at:.2}v{cell:.2}h{side:.2}v-{cell:.2}z").expect("a string takes everything");
    }
    path
}

/// A queen in the cell with this corner.
fn queen(drawing: &mut Drawing, x: f64, y: f64, cell: f64) {
    let at = |(a, b): (f64, f64)| (x + a * cell / 100.0, y + b * cell / 100.0);
    if cell < 8.0 {
        return drawing.disc(at((50.0, 50.0)), 0.36 * cell, INK, "none", 0.0);
    }
    let outline = |points: &[(f64, f64)]| {
        let points: Vec<String> =
            points.iter().map(|point| at(*point)).map(|(x, y)| format!("{x:.2} {y:.2}")).collect();
        format!("M{}Z", points.join("L"))
    };
    let thick = 0.03 * cell;
    drawing.path(&outline(&CROWN), INK, INK, thick);
    drawing.path(&outline(&[(27.0, 76.0), (73.0, 76.0), (76.0, 84.0), (24.0, 84.0)]), INK, INK, thick);
    for point in POINTS {
        drawing.disc(at(point), 0.05 * cell, INK, INK, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_stays_small_however_large_the_board() {
        for size in [1, 4, 40, 41, 500, 501, 100_000] {
            let rows: Vec<i64> = (1..=size as i64).collect();
            let picture = Queens { size }.picture(Some(&rows));
            assert!(picture.width() < 1100.0, "{size}");
            assert!(picture.svg().len() < 1 << 20, "{size}");
        }
    }

    #[test]
    fn a_queen_stands_in_the_cell_of_its_row_and_column() {
        let board = |rows: &[i64]| Queens { size: rows.len() }.picture(Some(rows)).svg();
        assert_ne!(board(&[2, 4, 1, 3]), board(&[3, 1, 4, 2]));
        assert!(!Queens { size: 4 }.picture(None).svg().contains("<circle"));
    }
}
