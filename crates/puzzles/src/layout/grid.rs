//! A packing as rows of labels, `*` where there is no piece; and back again.

use super::{Layout, Packing, Size, Spot};
use crate::kind::Input;
use crate::place::{Found, ReadError};
use crate::scan::{Line, Scanner};

const LABELS: &[u8; 61] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl Layout {
    /// What a piece is called: a character, or its number where there are more pieces than characters.
    pub(super) fn label(&self, piece: usize) -> String {
        match LABELS.get(piece) {
            Some(label) if self.pieces.len() <= LABELS.len() => char::from(*label).to_string(),
            _ => (piece + 1).to_string(),
        }
    }

    fn piece_labelled(&self, label: &str) -> Option<usize> {
        let piece = if self.pieces.len() <= LABELS.len() {
            let &[label] = label.as_bytes() else { return None };
            LABELS.iter().position(|l| *l == label)?
        } else {
            let digits = label.bytes().all(|b| b.is_ascii_digit()) && !label.starts_with('0');
            digits.then(|| label.parse::<usize>().ok())??.checked_sub(1)?
        };
        (piece < self.pieces.len()).then_some(piece)
    }

    /// How many rows a packing is printed with: those of the board, or as many as it needs.
    pub(super) fn rows(&self, packing: &[Spot]) -> u64 {
        if !self.minimize_height {
            return self.board.height;
        }
        let bottoms = packing.iter().enumerate().map(|(piece, spot)| spot.row + self.laid(piece, spot.turned).height);
        bottoms.max().unwrap_or(1)
    }

    /// The rows of a packing, each with its end of line.
    pub(super) fn grid(&self, packing: &[Spot]) -> String {
        let (rows, columns) = (self.rows(packing) as usize, self.board.width as usize);
        let mut cells = vec![u32::MAX; rows * columns];
        for (piece, spot) in packing.iter().enumerate() {
            let size = self.laid(piece, spot.turned);
            for row in spot.row..spot.row + size.height {
                let start = row as usize * columns + spot.column as usize;
                cells[start..start + size.width as usize].fill(piece as u32);
            }
        }
        let labels: Vec<String> = (0..self.pieces.len()).map(|piece| self.label(piece)).collect();
        let wide = labels.last().map_or(1, String::len);
        let mut text = String::with_capacity(cells.len() * (wide + 1));
        for row in cells.chunks(columns) {
            for (column, cell) in row.iter().enumerate() {
                let label = labels.get(*cell as usize).map_or("*", String::as_str);
                text.extend(std::iter::repeat_n(' ', usize::from(column > 0) + wide - label.len()));
                text.push_str(label);
            }
            text.push('\n');
        }
        text
    }

    /// Reads rows of labels. The inner error says why they show no packing of these pieces.
    pub(super) fn read_grid(&self, text: &mut Scanner<Input>) -> Result<Result<Packing, String>, ReadError> {
        text.peek()?;
        // Of each piece the rows and columns where it was seen, and its cells.
        let mut seen: Vec<Option<Seen>> = vec![None; self.pieces.len()];
        let mut row = 0;
        while row < self.board.height {
            let place = text.place();
            let line = match text.line()? {
                Some(line) if !line.text.trim().is_empty() => line,
                _ if self.minimize_height && row > 0 => break,
                _ => {
                    let expected = format!("row {} of the board", row + 1);
                    return Err(text.malformed(place, 1, Found::End, expected)?.into());
                }
            };
            self.read_row(row, &line, (place.column - 1) as usize, &mut seen)?;
            row += 1;
        }
        Ok((0..self.pieces.len()).map(|piece| self.spot(piece, seen[piece].as_ref())).collect())
    }

    fn read_row(&self, row: u64, line: &Line, skipped: usize, seen: &mut [Option<Seen>]) -> Result<(), ReadError> {
        let mut column = 0;
        let mut before = 0;
        for part in line.text.split_inclusive(char::is_whitespace) {
            let label = part.trim_end();
            if !label.is_empty() {
                match self.piece_labelled(label) {
                    Some(piece) => Seen::add(&mut seen[piece], row, column),
                    None if label == "*" => {}
                    None => {
                        let found = Found::Text(label.chars().take(64).collect());
                        let expected = "the label of a piece or *".to_owned();
                        return Err(line.malformed(skipped + before, label.chars().count(), found, expected).into());
                    }
                }
                column += 1;
            }
            before += part.chars().count();
        }
        if column != self.board.width {
            let found = Found::Described(format!("{column} cells"));
            let expected = format!("row {} of the board, {} cells", row + 1, self.board.width);
            return Err(line.malformed(0, before, found, expected).into());
        }
        Ok(())
    }

    /// Where a piece lies whose cells were seen there.
    fn spot(&self, piece: usize, seen: Option<&Seen>) -> Result<Spot, String> {
        let label = self.label(piece);
        let Some(seen) = seen else { return Err(format!("piece {label} is missing")) };
        let size = Size { height: seen.bottom - seen.top + 1, width: seen.right - seen.left + 1 };
        let Size { height, width } = self.pieces[piece];
        if size.area() != u128::from(seen.cells) {
            return Err(format!("piece {label} is not a full rectangle"));
        }
        let turned = size != self.pieces[piece];
        if turned && !(self.can_turn(piece) && size == self.pieces[piece].turned()) {
            return Err(format!("piece {label} is {}x{}, not {height}x{width}", size.height, size.width));
        }
        Ok(Spot { row: seen.top, column: seen.left, turned })
    }
}

/// Where the cells of a piece were seen.
#[derive(Clone)]
struct Seen {
    top: u64,
    bottom: u64,
    left: u64,
    right: u64,
    cells: u64,
}

impl Seen {
    fn add(seen: &mut Option<Seen>, row: u64, column: u64) {
        let seen = seen.get_or_insert(Seen { top: row, bottom: row, left: column, right: column, cells: 0 });
        seen.bottom = row;
        seen.left = seen.left.min(column);
        seen.right = seen.right.max(column);
        seen.cells += 1;
    }
}
