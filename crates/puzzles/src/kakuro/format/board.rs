//! What the formats of lines share: a text cut into cases, the lines of a case with the places in them, and a board of
//! any shape that becomes a square one.

use std::io::BufRead;

use super::{give_clue, outside};
use crate::kakuro::{Direction, Kakuro};
use crate::place::{Found, Malformed, ReadError};
use crate::scan::{Line, Scanner};

/// How a text is cut into cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Each line is one, but for blank ones and comments.
    Lines,
    /// A blank line stands between two.
    Paragraphs,
    /// Each starts with a line that starts with this.
    Headed(&'static str),
    /// It is all one.
    Whole,
}

/// Reads the cases of a text in order. A case ends where its lines end, so the next one is read whatever was wrong.
pub struct Blocks<R> {
    scanner: Scanner<R>,
    cut: Cut,
    read: fn(&Block) -> Result<Kakuro, ReadError>,
    /// The first line of the next case, where it had to be read to find the end of the last one.
    waiting: Option<Line>,
    /// Nothing more can be read.
    over: bool,
}

impl<R: BufRead> Blocks<R> {
    /// A reader at the start of a text.
    pub fn new(input: R, cut: Cut, read: fn(&Block) -> Result<Kakuro, ReadError>) -> Self {
        Self { scanner: Scanner::new(input), cut, read, waiting: None, over: false }
    }

    fn line(&mut self) -> Result<Option<Line>, ReadError> {
        if let Some(line) = self.waiting.take() {
            return Ok(Some(line));
        }
        if self.over {
            return Ok(None);
        }
        let line = self.scanner.line();
        self.over = matches!(line, Ok(None) | Err(ReadError::Io(_)));
        line
    }

    /// The lines of the next case; none at the end of the text.
    fn block(&mut self) -> Result<Block, ReadError> {
        let mut lines: Vec<Line> = Vec::new();
        let mut mistake = None;
        loop {
            match self.line() {
                Ok(None) => break,
                Ok(Some(line)) => {
                    let text = line.text.trim_start();
                    let meaningless = text.is_empty() || text.starts_with('#');
                    let started = !lines.is_empty() || mistake.is_some();
                    match self.cut {
                        Cut::Paragraphs if text.is_empty() && started => break,
                        Cut::Headed(head) if text.starts_with(head) && started => {
                            self.waiting = Some(line);
                            break;
                        }
                        Cut::Lines if !meaningless => {
                            lines.push(line);
                            break;
                        }
                        // A comment in front of a case is none of its lines.
                        _ if meaningless && !started => {}
                        _ => lines.push(line),
                    }
                }
                Err(error) => {
                    mistake.get_or_insert(error);
                    if self.over || self.cut == Cut::Lines {
                        break;
                    }
                }
            }
        }
        let ends_text = self.over && self.waiting.is_none();
        mistake.map_or(Ok(Block { lines, ends_text }), Err)
    }
}

impl<R: BufRead> Iterator for Blocks<R> {
    type Item = Result<Kakuro, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.block() {
            Ok(block) if block.lines.is_empty() => None,
            Ok(block) => Some((self.read)(&block)),
            Err(error) => Some(Err(error)),
        }
    }
}

/// Where something stands in a block: characters of one of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Which line of the block, from 0.
    pub line: usize,
    /// How many characters of the line stand before it.
    pub before: usize,
    /// How many characters it has.
    pub width: usize,
}

/// The lines of a case, at least one.
pub struct Block {
    /// The lines.
    pub lines: Vec<Line>,
    /// Whether the text ends with them.
    ends_text: bool,
}

impl Block {
    /// A mistake: these words say what was found.
    pub fn mistake(&self, at: Span, found: impl Into<String>, expected: impl Into<String>) -> ReadError {
        self.malformed(at, Found::Described(found.into()), expected)
    }

    /// A mistake: this text was found, which stands at the place.
    pub fn wrong_text(&self, at: Span, text: &str, expected: impl Into<String>) -> ReadError {
        const SHOWN: usize = 40;
        let found = match text.char_indices().nth(SHOWN) {
            _ if text.is_empty() => Found::Described("nothing".to_owned()),
            None => Found::Text(text.to_owned()),
            Some((end, _)) => Found::Described(format!("{:?}…", &text[..end])),
        };
        self.malformed(at, found, expected)
    }

    /// A mistake: the case ends too early.
    pub fn ends(&self, expected: impl Into<String>) -> ReadError {
        let line = self.lines.len() - 1;
        let before = self.lines[line].text.trim_end().chars().count();
        let found = if self.ends_text { Found::End } else { Found::Described("the end of the puzzle".to_owned()) };
        self.malformed(Span { line, before, width: 1 }, found, expected)
    }

    fn malformed(&self, at: Span, found: Found, expected: impl Into<String>) -> ReadError {
        let malformed: Malformed = self.lines[at.line].malformed(at.before, at.width, found, expected.into());
        malformed.into()
    }
}

/// A clue where it was read.
pub struct Clue {
    /// Which way its run goes.
    pub direction: Direction,
    /// The row of its cell, from 0.
    pub row: usize,
    /// The column of its cell, from 0.
    pub column: usize,
    /// From 1 to 45.
    pub sum: u8,
    /// Where it stands.
    pub at: Span,
}

/// A board of any shape while it is read, with its clue row and column.
#[derive(Default)]
pub struct Board {
    /// How many columns it has.
    pub columns: usize,
    /// Its cells row by row.
    pub white: Vec<bool>,
    /// Its clues in the order of the text.
    pub clues: Vec<Clue>,
}

impl Board {
    /// A cell of a row that is being read; a white one must not be in the first row or column.
    pub fn cell(
        &mut self,
        block: &Block,
        (row, column): (usize, usize),
        white: bool,
        at: Span,
    ) -> Result<(), ReadError> {
        if let Some((found, why)) = outside(row as u64, column as u64, white) {
            return Err(block.mistake(at, found.to_owned(), format!("a black cell, {why}")));
        }
        self.white.push(white);
        Ok(())
    }

    /// A clue, if there is one.
    pub fn clue(&mut self, direction: Direction, (row, column): (usize, usize), sum: Option<u8>, at: Span) {
        self.clues.extend(sum.map(|sum| Clue { direction, row, column, sum, at }));
    }

    /// The puzzle: black rows or columns are added at the bottom or on the right to make the board square.
    pub fn finish(self, block: &Block) -> Result<Kakuro, ReadError> {
        /// A board with longer sides must not grow to more than a few times its own size.
        const LONG: usize = 4096;
        let Self { columns, white, clues } = self;
        let rows = white.len() / columns;
        let size = rows.max(columns);
        if size > LONG && size.saturating_mul(size) > 4 * white.len() {
            let expected = format!("sides of at most {LONG} cells, or nearly a square");
            let at = Span { line: 0, before: 0, width: 1 };
            return Err(block.mistake(at, format!("a board of {rows} × {columns} cells"), expected));
        }
        let mut square = vec![false; size * size];
        for (row, cells) in white.chunks(columns).enumerate() {
            square[row * size..][..columns].copy_from_slice(cells);
        }
        let mut kakuro = Kakuro::without_clues(size, square);
        for (index, clue) in clues.iter().enumerate() {
            let key = |clue: &Clue| (clue.direction, clue.row, clue.column);
            let first = || {
                let first = clues[..index].iter().find(|other| key(other) == key(clue));
                first.map_or(0, |first| block.lines[first.at.line].number)
            };
            give_clue(&mut kakuro, key(clue), clue.sum, 0, first)
                .map_err(|(found, expected)| block.mistake(clue.at, found, expected))?;
        }
        Ok(kakuro)
    }
}

/// The rows and columns to write, where a board need not be square.
///
/// Reading adds black rows or black columns, never both; so as many are left out as reading adds again.
pub fn shape(kakuro: &Kakuro) -> (usize, usize) {
    let size = kakuro.size();
    let needed = |white: &dyn Fn(usize, usize) -> bool| {
        (0..size).rev().find(|line| (0..size).any(|cell| white(*line, cell))).map_or(1, |last| last + 1)
    };
    let rows = needed(&|row, column| kakuro.is_white(row, column));
    let columns = needed(&|column, row| kakuro.is_white(row, column));
    match rows.cmp(&columns) {
        std::cmp::Ordering::Less => (rows, size),
        std::cmp::Ordering::Equal => (size, size),
        std::cmp::Ordering::Greater => (size, columns),
    }
}

/// The sums of the runs to the right of and below each cell of a board, row by row.
pub fn sums(kakuro: &Kakuro) -> Vec<[Option<u8>; 2]> {
    let mut sums = vec![[None; 2]; kakuro.size() * kakuro.size()];
    for run in kakuro.runs() {
        sums[run.row * kakuro.size() + run.column][usize::from(run.direction == Direction::Down)] = run.sum;
    }
    sums
}

/// A whole number in plain digits.
pub fn whole(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
