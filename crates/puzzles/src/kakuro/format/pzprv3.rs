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

#[cfg(test)]
mod tests {
    use crate::kakuro::format::tests::outcomes;

    const SMALL: &str = "pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n7 . .\n";
    const GRID: &str = "x,4\\,6\\\n\\3,0,0\n\\7,0,0\n";

    #[test]
    fn the_digits_of_a_player_are_no_part_of_the_puzzle() {
        for digits in ["", ". .\n. .\n", "1 2 \n3 4 \n\n", "+ -\n.[1,2] c\n"] {
            assert_eq!(outcomes(&format!("{SMALL}{digits}")), [Ok(GRID.to_owned())], "{digits}");
        }
    }

    #[test]
    fn slashes_end_lines_too() {
        let text = SMALL.replace('\n', " /") + ". . /. . /";
        assert_eq!(outcomes(&format!("{text}\n{text}")), [Ok(GRID.to_owned()), Ok(GRID.to_owned())]);
    }

    #[test]
    fn rows_come_before_columns_and_right_before_down() {
        let text = "pzprv3.1\nkakuro\n2\n3\n0 0 5 -1\n-1 2,9 . 0,0\n3 . . 0,-1\n";
        assert_eq!(outcomes(text), [Ok("x,x,5\\,x\nx,9\\2,0,x\n\\3,0,0,x\nx,x,x,x\n".to_owned())]);
    }

    #[test]
    fn every_mistake_has_its_place_and_the_next_puzzle_is_read() {
        let sum = "a sum from 1 to 45, or -1 or 0 for none";
        let cell = ". for a white cell, or right,down with sums from 1 to 45, or -1 or 0 for none";
        let cases = [
            ("kakuro\n", "sudoku\n", "line 2, column 1: found \"sudoku\", expected kakuro".to_owned()),
            ("2\n2\n", "0\n2\n", "line 3, column 1: found \"0\", expected the number of rows, from 1".to_owned()),
            ("2\n2\n", "2\nx\n", "line 4, column 1: found \"x\", expected the number of columns, from 1".to_owned()),
            ("0 4 6", "1 4 6", "line 5, column 1: found \"1\", expected 0 in the corner".to_owned()),
            ("0 4 6", "0 46 6", format!("line 5, column 3: found \"46\", expected {sum}")),
            ("3 . .", ". . .", format!("line 6, column 1: found \".\", expected {sum}")),
            ("3 . .", "3 . 1", format!("line 6, column 5: found \"1\", expected {cell}")),
            ("3 . .", "3 . 1,x", format!("line 6, column 5: found \"1,x\", expected {cell}")),
            ("3 . .", "3 . . .", "line 6, column 7: found \".\", expected the end of the row".to_owned()),
            (
                "3 . .",
                "3 .",
                "line 6, column 4: found the end of the row after 2, expected 3 in this row, each a cell of the board"
                    .to_owned(),
            ),
            ("7 . .\n", "", "line 6, column 6: found the end of the puzzle, expected a cell of the board".to_owned()),
            (
                "7 . .\n",
                "7 . .\n. .\n. x\n",
                "line 9, column 3: found \"x\", expected a digit of the player, or . for none".to_owned(),
            ),
            (
                "7 . .\n",
                "7 . .\n. .\n. .\n. .\n",
                "line 10, column 1: found \".\", expected the end of the puzzle".to_owned(),
            ),
            (
                "7 . .",
                "7 . 2,-1",
                "line 7, column 5: found a clue in row 3, column 3 without a run, expected a white cell to the right of it"
                    .to_owned(),
            ),
        ];
        for (part, by, message) in cases {
            let outcomes = outcomes(&format!("{}{SMALL}", SMALL.replacen(part, by, 1)));
            assert_eq!(outcomes, [Err(message), Ok(GRID.to_owned())], "{by}");
        }
    }

    #[test]
    fn a_large_header_on_a_short_text_costs_nothing() {
        let outcomes = outcomes("pzprv3\nkakuro\n10000\n4294967295\n0 0\n");
        assert!(outcomes[0].as_ref().is_err_and(|message| message.contains("the end of the row after 2")));
    }
}
