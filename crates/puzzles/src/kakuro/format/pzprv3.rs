//! pzprv3 files: lines `pzprv3`, `kakuro`, the number of rows, that of columns; then the board with its clue row and
//! column, and then perhaps the digits of a player, which are no part of the puzzle.
//!
//! ```text
//! 0 4 6     the corner; the sums below the clue row
//! 3 . .     the sum to the right of the clue column; a white cell is `.`,
//! 7 . .     a black one `right,down`, and -1 or 0 stands for no sum
//! ```
//!
//! A file on one line, with `/` for the ends of its lines, is read too.

use super::board::{Block, Board, Span, shape, sums, whole};
use crate::kakuro::{Direction, Kakuro};
use crate::place::ReadError;

/// A word with its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: Span,
}

/// The rows of a file that hold anything, in order.
struct Rows<'a> {
    block: &'a Block,
    rows: std::iter::Peekable<Box<dyn Iterator<Item = Vec<Word<'a>>> + 'a>>,
}

impl<'a> Rows<'a> {
    fn new(block: &'a Block) -> Self {
        let rows = block.lines.iter().enumerate().flat_map(|(line, text)| rows_of(line, &text.text));
        let rows: Box<dyn Iterator<Item = Vec<Word<'a>>>> = Box::new(rows.filter(|row| !row.is_empty()));
        Self { block, rows: rows.peekable() }
    }

    /// The next row, which must have so many words; `what` names one of them.
    fn row(&mut self, length: u64, what: &str) -> Result<Vec<Word<'a>>, ReadError> {
        let Some(row) = self.rows.next() else { return Err(self.block.ends(what)) };
        let Some(last) = row.last() else { return Ok(row) };
        match row.len() as u64 {
            found if found < length => {
                let at = Span { before: last.at.before + last.at.width, width: 1, ..last.at };
                let expected = format!("{length} in this row, each {what}");
                Err(self.block.mistake(at, format!("the end of the row after {found}"), expected))
            }
            found if found > length => {
                let more = row[length as usize];
                Err(self.block.wrong_text(more.at, more.text, "the end of the row"))
            }
            _ => Ok(row),
        }
    }

    /// The next row, which must hold one number from 1.
    fn side(&mut self, what: &str) -> Result<u64, ReadError> {
        let word = self.row(1, what)?[0];
        let side = whole(word.text).filter(|side| (1..=u64::from(u32::MAX)).contains(side));
        side.ok_or_else(|| self.block.wrong_text(word.at, word.text, format!("{what}, from 1")))
    }
}

/// The rows on a line, each the words between two slashes.
fn rows_of(line: usize, text: &str) -> Vec<Vec<Word<'_>>> {
    let mut rows = Vec::new();
    let mut before = 0;
    for row in text.split('/') {
        let mut words = Vec::new();
        for word in row.split(char::is_whitespace) {
            let width = word.chars().count();
            if width > 0 {
                words.push(Word { text: word, at: Span { line, before, width } });
            }
            // The blank or slash behind it counts too.
            before += width + 1;
        }
        rows.push(words);
    }
    rows
}

/// Reads one file.
pub fn read(block: &Block) -> Result<Kakuro, ReadError> {
    let mut rows = Rows::new(block);
    let head = rows.row(1, "pzprv3")?[0];
    if head.text != "pzprv3" && !head.text.starts_with("pzprv3.") {
        return Err(block.wrong_text(head.at, head.text, "pzprv3"));
    }
    let kind = rows.row(1, "kakuro")?[0];
    if kind.text != "kakuro" {
        return Err(block.wrong_text(kind.at, kind.text, "kakuro"));
    }
    let height = rows.side("the number of rows")?;
    let width = rows.side("the number of columns")?;
    let mut board = Board { columns: width as usize + 1, ..Board::default() };
    for row in 0..=height {
        let words = rows.row(width + 1, "a cell of the board")?;
        for (column, word) in words.into_iter().enumerate() {
            cell(&mut board, block, (row as usize, column), word)?;
        }
    }
    if rows.rows.peek().is_some() {
        for _ in 0..height {
            for word in rows.row(width, "a digit of the player, or . for none")? {
                digit(block, word)?;
            }
        }
    }
    if let Some(more) = rows.rows.next().and_then(|row| row.into_iter().next()) {
        return Err(block.wrong_text(more.at, more.text, "the end of the puzzle"));
    }
    board.finish(block)
}

/// One cell of the board.
fn cell(board: &mut Board, block: &Block, (row, column): (usize, usize), word: Word<'_>) -> Result<(), ReadError> {
    let wrong = |expected: &str| block.wrong_text(word.at, word.text, expected);
    let sum = |text: &str| match (text, whole(text)) {
        ("-1", _) | (_, Some(0)) => Some(None),
        (_, Some(sum @ ..=45)) => Some(Some(sum as u8)),
        _ => None,
    };
    let (across, down) = match (row, column) {
        (0, 0) if word.text == "0" => (None, None),
        (0, 0) => return Err(wrong("0 in the corner")),
        (0, _) => (None, sum(word.text).ok_or_else(|| wrong("a sum from 1 to 45, or -1 or 0 for none"))?),
        (_, 0) => (sum(word.text).ok_or_else(|| wrong("a sum from 1 to 45, or -1 or 0 for none"))?, None),
        _ if word.text == "." => return board.cell(block, (row, column), true, word.at),
        _ => {
            let both = word.text.split_once(',').and_then(|(across, down)| Some((sum(across)?, sum(down)?)));
            both.ok_or_else(|| wrong(". for a white cell, or right,down with sums from 1 to 45, or -1 or 0 for none"))?
        }
    };
    board.clue(Direction::Across, (row, column), across, word.at);
    board.clue(Direction::Down, (row, column), down, word.at);
    board.cell(block, (row, column), false, word.at)
}

/// One digit of the player, or a mark, with small digits in brackets behind it.
fn digit(block: &Block, word: Word<'_>) -> Result<(), ReadError> {
    let (digit, small) = word.text.split_at(word.text.find('[').unwrap_or(word.text.len()));
    let known = matches!(digit.as_bytes(), [b'.' | b'+' | b'-' | b'=' | b'%' | b'c' | b'0'..=b'9']);
    if known && (small.is_empty() || small.ends_with(']')) {
        return Ok(());
    }
    Err(block.wrong_text(word.at, word.text, "a digit of the player, or . for none"))
}

/// The file of a puzzle, without digits of a player.
pub fn write(kakuro: &Kakuro) -> Result<String, String> {
    let (rows, columns) = shape(kakuro);
    if rows == 1 || columns == 1 {
        return Err("a pzprv3 file has at least one cell besides the clue row and column".to_owned());
    }
    let sums = sums(kakuro);
    let cell = |row: usize, column: usize| {
        let [across, down] = sums[row * kakuro.size() + column].map(|sum| sum.map_or(-1, i16::from));
        match (row, column) {
            (0, 0) => "0".to_owned(),
            (0, _) => down.to_string(),
            (_, 0) => across.to_string(),
            _ if kakuro.is_white(row, column) => ".".to_owned(),
            _ => format!("{across},{down}"),
        }
    };
    let mut text = format!("pzprv3\nkakuro\n{}\n{}\n", rows - 1, columns - 1);
    for row in 0..rows {
        text += &(0..columns).map(|column| cell(row, column)).collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    text += &format!("{}\n", vec!["."; columns - 1].join(" ")).repeat(rows - 1);
    Ok(text)
}
