//! The reader of all Sudoku formats, told apart line by line: lines that are a puzzle, rows that stand together, frames
//! around them, addresses of puzz.link.
//!
//! A line of 81, 256 or 625 characters is a case at once. Rows are held back until the next line shows that no more stand
//! with them: at most n + 1 of them, so memory is flat however long the text is. Lines of 16 characters are a puzzle each
//! unless exactly 16 stand together.

use std::collections::VecDeque;
use std::io::BufRead;

use super::puzzlink;
use super::{Sudoku, block_of, digit_of, symbol};
use crate::place::{Excerpt, Found, Malformed, ReadError};
use crate::scan::{Line, Scanner};

/// With more cells than this a line is no row, however wrong.
const LONGEST_ROW: usize = 32;
const EXPECTED: &str =
    "a line of 16, 81, 256 or 625 cells, n rows of n cells (n = 4, 9, 16 or 25), or an address of puzz.link";

/// A puzzle and where its cells stand in the text.
pub(super) struct Written {
    pub(super) sudoku: Sudoku,
    lines: Vec<Cells>,
}

impl Written {
    /// A mistake in a cell.
    pub(super) fn malformed(&self, cell: usize, found: Found, expected: &str) -> ReadError {
        let per_line = self.sudoku.cells.len() / self.lines.len();
        let Cells { line, columns, .. } = &self.lines[cell / per_line];
        line.malformed(columns[cell % per_line] as usize, 1, found, expected.to_owned()).into()
    }
}

/// The cells on a line: each with its digit on the largest board, and its column from 0.
struct Cells {
    line: Line,
    digits: Vec<u8>,
    columns: Vec<u32>,
    /// Nothing but cells stands on the line.
    dense: bool,
}

impl Cells {
    /// Whether all digits exist on a board of this size; or the first that does not.
    fn fit(&self, size: usize) -> Result<(), Box<Malformed>> {
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
    fn into_puzzle(self) -> Result<Written, Box<Malformed>> {
        let size = (2..=5).map(|block| block * block).find(|size| size * size == self.digits.len());
        let size = size.expect("only lines with the cells of a board come here");
        self.fit(size)?;
        let block = block_of(size).expect("the size of a board");
        Ok(Written { sudoku: Sudoku::new(block, self.digits.clone()), lines: vec![self] })
    }
}

/// What a cell of a board may be.
fn cell_of(size: usize) -> String {
    match size {
        4 | 9 => format!("a digit from 1 to {size}, or . or 0 for a blank"),
        _ => format!("a cell: 1 to 9, A to {}, or . or 0 for a blank", symbol(size as u8)),
    }
}

/// What a line is.
enum Content {
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

/// What the line says, whatever stands around it.
fn content(line: Line) -> Content {
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
    let unframed = block_of(text.chars().filter(|c| !is_frame(*c)).count());
    // A frame without blanks stands on both sides of every box: *12*34*
    let framed = text.trim_start().starts_with(['*', '+'])
        && text.ends_with(['*', '+'])
        && unframed.is_some_and(|block| length == block * block + block + 1);
    // As many characters as a board has are meant as its cells unless they are a row; blanks among them are a mistake.
    let board = (2..=5).map(|block: usize| block.pow(2)).find(|size| size * size == length && unframed.is_none());
    let skipped = |c: char| match c {
        _ if c.is_whitespace() => board.is_none(),
        '|' => true,
        '*' | '+' => framed || spaced,
        '-' => framed,
        _ => false,
    };
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
            let found = Found::Described(format!("{cells} cell{}", if cells == 1 { "" } else { "s" }));
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

/// Lines that stand together.
#[derive(Default)]
struct Together {
    rows: Vec<Result<Cells, Box<Malformed>>>,
    /// A line of a frame stood among them, and this is the first.
    frame: Option<Line>,
    /// They are too many for one board, so every line of 16 cells is a puzzle.
    lines: bool,
}

impl Together {
    /// Whether all of them may be puzzles of 16 cells.
    fn may_be_lines(&self) -> bool {
        let lines_of_16 = |row: &Result<Cells, _>| row.as_ref().is_ok_and(|row| row.dense && row.digits.len() == 16);
        self.frame.is_none()
            && self.rows.iter().any(lines_of_16)
            && self.rows.iter().all(|row| row.is_err() || lines_of_16(row))
    }

    /// What they turned out to be.
    fn end(self, ready: &mut VecDeque<Result<Written, ReadError>>) {
        let mut first_mistake = None;
        if self.lines || self.may_be_lines() && self.rows.len() != 16 {
            ready.extend(self.rows.into_iter().map(|row| Ok(row?.into_puzzle()?)));
            return;
        }
        let mut rows: Vec<Cells> = Vec::new();
        for row in self.rows {
            let mistake = match row {
                Err(mistake) => Some(mistake),
                Ok(row) => {
                    let mistake = match rows.first().map_or(row.digits.len(), |first| first.digits.len()) {
                        size if row.digits.len() != size => {
                            let found = Found::Described(format!("a row of {} cells", row.digits.len()));
                            let width = row.line.text.chars().count();
                            Some(Box::new(row.line.malformed(
                                0,
                                width,
                                found,
                                format!("{size} cells, as in the first row"),
                            )))
                        }
                        size if rows.len() == size => {
                            let found = Found::Described(format!("more than {size} rows of {size} cells"));
                            let width = row.line.text.chars().count();
                            let expected = format!("exactly {size} rows, then an empty line");
                            Some(Box::new(row.line.malformed(0, width, found, expected)))
                        }
                        size => row.fit(size).err(),
                    };
                    rows.push(row);
                    mistake
                }
            };
            first_mistake = first_mistake.or(mistake);
        }
        let short = |row: &Cells| {
            let size = row.digits.len();
            let found = Found::Described(format!(
                "{} row{} of {size} cells",
                rows.len(),
                if rows.len() == 1 { "" } else { "s" }
            ));
            Box::new(row.line.malformed(
                0,
                row.line.text.chars().count(),
                found,
                format!("{size} rows that stand together"),
            ))
        };
        let end = rows.last();
        let too_few = end.filter(|row| rows.len() < row.digits.len()).map(short);
        let no_rows = || {
            let line = self.frame.as_ref()?;
            let found = Found::Described("a frame without rows".to_owned());
            Some(Box::new(line.malformed(0, line.text.chars().count(), found, "rows of cells".to_owned())))
        };
        match first_mistake.or(too_few).or_else(|| if rows.is_empty() { no_rows() } else { None }) {
            Some(mistake) => ready.push_back(Err(mistake.into())),
            None if rows.is_empty() => {}
            None => {
                let block = block_of(rows[0].digits.len()).expect("rows have the size of a board");
                let cells = rows.iter().flat_map(|row| &row.digits).copied().collect();
                ready.push_back(Ok(Written { sudoku: Sudoku::new(block, cells), lines: rows }));
            }
        }
    }
}

/// Reads the cases of a text in order. After a mistake the next line goes on, or the next rows that stand together.
pub(super) struct Cases<R> {
    scanner: Scanner<R>,
    together: Together,
    ready: VecDeque<Result<Written, ReadError>>,
    /// A case was read, right or wrong.
    any: bool,
    over: bool,
}

impl<R: BufRead> Cases<R> {
    /// At the start of a text.
    pub(super) fn new(input: R) -> Self {
        let (together, ready) = (Together::default(), VecDeque::new());
        Self { scanner: Scanner::new(input), together, ready, any: false, over: false }
    }

    /// The rows so far have no more rows with them.
    fn apart(&mut self) {
        std::mem::take(&mut self.together).end(&mut self.ready);
    }

    /// One more row, right or wrong.
    fn row(&mut self, row: Result<Cells, Box<Malformed>>) {
        self.together.rows.push(row);
        let rows = self.together.rows.len();
        if self.together.lines || rows == 17 && self.together.may_be_lines() {
            Together { lines: true, ..std::mem::take(&mut self.together) }.end(&mut self.ready);
            self.together.lines = true;
        } else if rows > 27 {
            // Too many already: what is wrong stands in the ones before.
            self.together.rows.pop();
        }
    }

    /// Reads a line and what follows from it.
    fn advance(&mut self) {
        let line = match self.scanner.line() {
            Ok(Some(line)) => line,
            Ok(None) => {
                self.apart();
                self.over = true;
                return;
            }
            Err(error) => {
                self.apart();
                // Behind an error in the middle of a line there is no next line.
                let line = error.malformed().map(|malformed| malformed.place.line);
                self.over = line.is_none_or(|line| line == self.scanner.place().line);
                self.ready.push_back(Err(error));
                return;
            }
        };
        match content(line) {
            Content::Between => self.apart(),
            Content::Frame(line) => drop(self.together.frame.get_or_insert(line)),
            Content::Row(cells) => self.row(Ok(cells)),
            Content::WrongRow(mistake) => self.row(Err(mistake)),
            Content::Board(cells) => {
                self.apart();
                self.ready.push_back(cells.into_puzzle().map_err(Into::into));
            }
            Content::Address(written) => {
                self.apart();
                self.ready.push_back(written.map_err(Into::into));
            }
            Content::Wrong(mistake) => {
                self.apart();
                self.ready.push_back(Err(mistake.into()));
            }
        }
    }
}

impl<R: BufRead> Iterator for Cases<R> {
    type Item = Result<Written, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.over {
            self.advance();
        }
        let next = self.ready.pop_front();
        if next.is_none() && !self.any {
            self.any = true;
            let place = self.scanner.place();
            let (found, expected, excerpt) = (Found::End, EXPECTED.to_owned(), Excerpt::default());
            return Some(Err(Malformed { place, found, expected, excerpt }.into()));
        }
        self.any = true;
        next
    }
}

/// Reads the puzzles of a text in order. A malformed one is an error; the next line goes on.
pub struct Reader<R>(Cases<R>);

impl<R: BufRead> Reader<R> {
    /// A reader at the start of a text.
    pub fn new(input: R) -> Self {
        Self(Cases::new(input))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Sudoku, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map(|written| written.sudoku))
    }
}
