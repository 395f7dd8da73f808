//! A board cover as a picture: dark blocked cells, blocks in colours, and the block itself beside an empty board.

use super::{Boardcover, Grid, Placement};
use crate::svg::{Drawing, FAINT, INK, distinct_colour};

/// The side of a cell.
const CELL: f64 = 32.0;
const MARGIN: f64 = 12.0;
const DARK: &str = "#3a4450";

impl Boardcover {
    /// The board and the block, or the board covered by blocks.
    pub(super) fn picture(&self, chosen: Option<&[Placement]>) -> Drawing {
        let (height, width) = (self.board.height as f64 * CELL, self.board.width as f64 * CELL);
        let mut drawing = match chosen {
            Some(_) => Drawing::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN),
            None => {
                let block = (self.block.height as f64 * CELL, self.block.width as f64 * CELL);
                Drawing::new(width + block.1 + 4.0 * MARGIN, height.max(block.0) + 2.0 * MARGIN)
            }
        };
        grid(&mut drawing, MARGIN, &self.board, DARK, "#ffffff");
        match chosen {
            Some(chosen) => {
                for (index, &placement) in chosen.iter().enumerate() {
                    self.block_on(&mut drawing, placement, &distinct_colour(index));
                }
            }
            None => {
                // Cells of the box around the block that are not part of it stay white without lines.
                let x = width + 3.0 * MARGIN;
                for (cell, _) in self.block.marked.iter().enumerate().filter(|(_, marked)| **marked) {
                    let (row, column) = (cell / self.block.width, cell % self.block.width);
                    let (x, y) = (x + column as f64 * CELL, MARGIN + row as f64 * CELL);
                    drawing.rect(x, y, CELL, CELL, &distinct_colour(0));
                    drawing.frame(x, y, CELL, CELL, INK, 1.0);
                }
            }
        }
        drawing.frame(MARGIN, MARGIN, width, height, INK, 2.0);
        drawing
    }

    /// A block with a line around it.
    fn block_on(&self, drawing: &mut Drawing, placement: Placement, colour: &str) {
        let width = self.board.width;
        let cells: Vec<usize> = self.cells(placement).collect();
        let inside = |row: usize, column: usize| column < width && cells.binary_search(&(row * width + column)).is_ok();
        for cell in &cells {
            let (row, column) = (cell / width, cell % width);
            drawing.rect(MARGIN + column as f64 * CELL, MARGIN + row as f64 * CELL, CELL, CELL, colour);
        }
        for cell in &cells {
            let (row, column) = (cell / width, cell % width);
            let (left, top) = (MARGIN + column as f64 * CELL, MARGIN + row as f64 * CELL);
            let (right, bottom) = (left + CELL, top + CELL);
            let sides = [
                (row > 0 && inside(row - 1, column), (left, top), (right, top)),
                (inside(row + 1, column), (left, bottom), (right, bottom)),
                (column > 0 && inside(row, column - 1), (left, top), (left, bottom)),
                (inside(row, column + 1), (right, top), (right, bottom)),
            ];
            for (_, from, to) in sides.into_iter().filter(|(inside, ..)| !inside) {
                drawing.line(from, to, INK, 1.5);
            }
        }
    }
}

fn grid(drawing: &mut Drawing, left: f64, grid: &Grid, marked: &str, plain: &str) {
    for (row, cells) in grid.rows().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (x, y) = (left + column as f64 * CELL, MARGIN + row as f64 * CELL);
            drawing.rect(x, y, CELL, CELL, if *cell { marked } else { plain });
            drawing.frame(x, y, CELL, CELL, FAINT, 1.0);
        }
    }
}
