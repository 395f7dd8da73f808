//! One line of a Sudoku text, whatever stands around it: a board, a row, a piece of a frame, an address, or a mistake.

use super::format::Written;
use super::puzzlink;
use super::{Sudoku, block_of, digit_of, symbol};
use crate::place::{Found, Malformed};
use crate::scan::Line;

/// With more cells than this a line is no row, however wrong.
const LONGEST_ROW: usize = 32;
pub(super) const EXPECTED: &str =
    "a line of 16, 81, 256 or 625 cells, n rows of n cells (n = 4, 9, 16 or 25), or an address of puzz.link";

/// The cells on a line: each with its digit on the largest board, and its column from 0.
pub(super) struct Cells {
    pub(super) line: Line,
    pub(super) digits: Vec<u8>,
    pub(super) columns: Vec<u32>,
    /// Nothing but cells stands on the line.
    pub(super) dense: bool,
}

impl Cells {
    /// Whether all digits exist on a board of this size; or the first that does not.
    pub(super) fn fit(&self, size: usize) -> Result<(), Box<Malformed>> {
        match self.digits.iter().position(|digit| usize::from(*digit) > size) {
            None => Ok(()),
            Some(at) => {
                let column = self.columns[at] as usize;
                let found = self.line.text.chars().skip(column).take(1).collect();
                Err(Box::new(self.line.malformed(column, 1, Found::Text(found), cell_of(size))))
            }
        }
    }

    /// These cells as a board.
    pub(super) fn into_puzzle(self) -> Result<Written, Box<Malformed>> {
        let Some(block) = (2..=5).find(|block: &usize| block.pow(4) == self.digits.len()) else {
            return Err(self.malformed(count_of(self.digits.len()), EXPECTED.to_owned()));
        };
        self.fit(block * block)?;
        Ok(Written { sudoku: Sudoku::new(block, self.digits.clone()), lines: vec![self] })
    }

    /// A mistake of the whole line.
    pub(super) fn malformed(&self, found: String, expected: String) -> Box<Malformed> {
        let indent = self.line.text.chars().take_while(|c| c.is_whitespace()).count();
        let width = self.line.text.trim().chars().count();
        Box::new(self.line.malformed(indent, width, Found::Described(found), expected))
    }
}

/// "9 cells".
pub(super) fn count_of(cells: usize) -> String {
    format!("{cells} cell{}", if cells == 1 { "" } else { "s" })
}

/// What a cell of a board may be.
fn cell_of(size: usize) -> String {
    match size {
        4 | 9 => format!("a digit from 1 to {size}, or . or 0 for a blank"),
        _ => format!("a cell: 1 to 9, A to {}, or . or 0 for a blank", symbol(size as u8)),
    }
}

/// What a line is.
pub(super) enum Content {
    /// White space, a comment, or `[Puzzle]`: what stands before it and behind it does not stand together.
    Between,
    /// A piece of a frame.
    Frame(Line),
    /// As many cells as a row has.
    Row(Cells),
    /// As many cells as a board has, and more than a row.
    Board(Cells),
    /// An address.
    Address(Result<Written, Box<Malformed>>),
    /// A mistake in what may have been a row.
    WrongRow(Box<Malformed>),
    /// A mistake in what was no row.
    Wrong(Box<Malformed>),
}

/// What the line says.
pub(super) fn content(line: Line) -> Content {
    let text = before_comment(&line.text).trim_end();
    if text.is_empty() || text.trim_start().eq_ignore_ascii_case("[puzzle]") {
        return Content::Between;
    }
    if text.contains(puzzlink::MARK) {
        let line = Line { text: text.to_owned(), number: line.number };
        return Content::Address(puzzlink::read(&line).map(|(sudoku, columns)| {
            let digits = sudoku.cells.clone();
            Written { sudoku, lines: vec![Cells { line, digits, columns, dense: false }] }
        }));
    }
    let is_frame = |c: char| matches!(c, '|' | '-' | '+' | '*') || c.is_whitespace();
    if text.chars().all(is_frame) {
        return Content::Frame(line);
    }
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let length = text.chars().count() - indent;
    let spaced = text.trim_start().contains(|c: char| c == '|' || c.is_whitespace());
    let unframed = text.chars().filter(|c| !is_frame(*c)).count();
    // A frame without blanks stands on both sides of every box: *12*34*
    let framed = text.trim_start().starts_with(['*', '+'])
        && text.ends_with(['*', '+'])
        && block_of(unframed).is_some_and(|block| length == unframed + block + 1);
    // As many characters as a board has are meant as its cells unless they are a row.
    let is_row = block_of(unframed).is_some();
    let board = (2..=5).map(|block: usize| block.pow(2)).find(|size| size * size == length && !is_row);
    // Blanks and frames stand in rows only.
    let short = unframed <= LONGEST_ROW;
    let skipped = |c: char| match c {
        _ if c.is_whitespace() => short && board.is_none(),
        '|' => short,
        '*' | '+' => framed || spaced && short,
        '-' => framed,
        _ => false,
    };
    let word = text.trim_start().split(char::is_whitespace).next().map_or(0, |word| word.chars().count());
    if matches!(word, 81 | 256 | 625) && word < length {
        let rest: String = text.chars().skip(indent + word).skip_while(|c| c.is_whitespace()).collect();
        let before = text.chars().count() - rest.chars().count();
        let expected = format!("the end of the line after {word} cells, or a comment behind #");
        let found = rest.split(char::is_whitespace).next().unwrap_or_default().to_owned();
        let width = found.chars().count();
        return Content::Wrong(Box::new(line.malformed(before, width, Found::Text(found), expected)));
    }
    let (mut digits, mut columns) = (Vec::with_capacity(length.min(625)), Vec::with_capacity(length.min(625)));
    let mut wrong = None;
    let mut cells = 0;
    for (column, character) in text.chars().enumerate().skip(indent) {
        if skipped(character) {
            continue;
        }
        cells += 1;
        match digit_of(character) {
            Some(digit) if cells <= 625 => {
                digits.push(digit);
                columns.push(column as u32);
            }
            Some(_) => {}
            None => drop(wrong.get_or_insert((column, character))),
        }
    }
    let size = board.or_else(|| block_of(cells).map(|block| block * block));
    if let Some((column, character)) = wrong {
        let mistake = line.malformed(column, 1, Found::Text(character.into()), cell_of(size.unwrap_or(25)));
        return if cells <= LONGEST_ROW {
            Content::WrongRow(Box::new(mistake))
        } else {
            Content::Wrong(Box::new(mistake))
        };
    }
    match cells {
        4 | 9 | 16 | 25 => Content::Row(Cells { line, digits, columns, dense: !spaced && !framed }),
        81 | 256 | 625 => Content::Board(Cells { line, digits, columns, dense: !spaced }),
        _ => {
            let found = Found::Described(count_of(cells));
            let mistake = Box::new(line.malformed(indent, length, found, EXPECTED.to_owned()));
            if cells <= LONGEST_ROW { Content::WrongRow(mistake) } else { Content::Wrong(mistake) }
        }
    }
}

/// The line up to a `#` that starts it or stands behind white space.
fn before_comment(text: &str) -> &str {
    let starts = |(at, _): &(usize, &str)| text[..*at].chars().next_back().is_none_or(char::is_whitespace);
    text.match_indices('#').find(starts).map_or(text, |(at, _)| &text[..at])
}
