//! A layout as a picture: the board with its pieces in colours; without an answer the pieces lie beside the board.

use super::{Layout, Size, Spot};
use crate::svg::{Anchor, Drawing, FAINT, INK, distinct_colour};

/// The longer side of the board, unless its cells become too large or too small to see.
const SIDE: f64 = 560.0;
const MARGIN: f64 = 12.0;
/// More lines than this are not drawn: they would be all that one sees.
const MOST_LINES: u64 = 120;

impl Layout {
    /// The board with a packing, or the empty board and the pieces beside it.
    pub(super) fn picture(&self, packing: Option<&[Spot]>) -> Drawing {
        let rows = packing.map_or(self.board.height, |packing| self.rows(packing));
        let board = Size { height: rows, width: self.board.width };
        let cell = (SIDE / rows.max(board.width) as f64).clamp(0.01, 40.0);
        let (height, width) = (rows as f64 * cell, board.width as f64 * cell);
        let shelves = match packing {
            Some(_) => Vec::new(),
            None => self.shelves(cell, height),
        };
        let right = shelves.iter().map(|(x, _, size)| x + size.width as f64 * cell).fold(0.0, f64::max);
        let bottom = shelves.iter().map(|(_, y, size)| y + size.height as f64 * cell).fold(height, f64::max);
        let aside = if shelves.is_empty() { 0.0 } else { right + 2.0 * MARGIN };
        let mut drawing = Drawing::new(width + aside + 2.0 * MARGIN, bottom + 2.0 * MARGIN);
        self.empty_board(&mut drawing, board, cell);
        for (piece, spot) in packing.unwrap_or_default().iter().enumerate() {
            let at = (MARGIN + spot.column as f64 * cell, MARGIN + spot.row as f64 * cell);
            self.piece(&mut drawing, piece, at, self.laid(piece, spot.turned), cell);
        }
        for (piece, (x, y, size)) in shelves.into_iter().enumerate() {
            self.piece(&mut drawing, piece, (3.0 * MARGIN + width + x, MARGIN + y), size, cell);
        }
        drawing.frame(MARGIN, MARGIN, width, height, INK, 2.0);
        drawing
    }

    fn empty_board(&self, drawing: &mut Drawing, board: Size, cell: f64) {
        let (height, width) = (board.height as f64 * cell, board.width as f64 * cell);
        if board.height.max(board.width) > MOST_LINES {
            return;
        }
        for row in 1..board.height {
            let y = MARGIN + row as f64 * cell;
            drawing.line((MARGIN, y), (MARGIN + width, y), FAINT, 0.5);
        }
        for column in 1..board.width {
            let x = MARGIN + column as f64 * cell;
            drawing.line((x, MARGIN), (x, MARGIN + height), FAINT, 0.5);
        }
    }

    /// Places for all pieces beside the board: in rows from the top, each as wide as half of the board at least.
    fn shelves(&self, cell: f64, height: f64) -> Vec<(f64, f64, Size)> {
        let gap = 8.0;
        let area: f64 =
            self.pieces.iter().map(|size| (size.height as f64 * cell + gap) * (size.width as f64 * cell + gap)).sum();
        let widest = self.pieces.iter().map(|size| size.width as f64 * cell).fold(0.0, f64::max);
        let room = widest.max(1.4 * area / height.max(1.0));
        let (mut x, mut y, mut high) = (0.0, 0.0, 0.0_f64);
        let place = |size: &Size| {
            let (wide, tall) = (size.width as f64 * cell, size.height as f64 * cell);
            if x > 0.0 && x + wide > room {
                (x, y, high) = (0.0, y + high + gap, 0.0);
            }
            let at = (x, y, *size);
            x += wide + gap;
            high = high.max(tall);
            at
        };
        self.pieces.iter().map(place).collect()
    }

    fn piece(&self, drawing: &mut Drawing, piece: usize, (x, y): (f64, f64), size: Size, cell: f64) {
        let (height, width) = (size.height as f64 * cell, size.width as f64 * cell);
        drawing.rect(x, y, width, height, &distinct_colour(piece));
        drawing.frame(x, y, width, height, INK, if height.min(width) < 8.0 { 0.5 } else { 1.2 });
        let label = self.label(piece);
        let text = (0.6 * height).min(0.8 * width / label.len() as f64).min(22.0);
        if text >= 3.0 {
            drawing.text(&label, (x + width / 2.0, y + height / 2.0), text, Anchor::Middle, INK);
        }
    }
}
