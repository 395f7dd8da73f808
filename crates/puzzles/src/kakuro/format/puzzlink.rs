//! Addresses of puzz.link, one a line: `kakuro/<columns>/<rows>/<body>`, with or without a host in front.
//!
//! ```text
//! kakuro/2/2/n4637      n = 4 white cells; 4 6 below the clue row; 3 7 right of the clue column
//! ```
//!
//! The board leaves out the clue row and column. The body has its cells row by row: `k` to `z` are 1 to 16 white cells,
//! `.` a black one, and two values a black one with the sums of the run below it and the run to its right. Then comes a
//! value for each white cell of the first row (the sum down), and one for each of the first column (the sum across).

use std::str::Chars;

use super::board::{Block, Board, Span, shape, sums, whole};
use crate::kakuro::{Direction, Kakuro};
use crate::place::ReadError;

/// An address while it is read.
struct Cursor<'a> {
    block: &'a Block,
    rest: Chars<'a>,
    /// How many characters stand before the rest.
    before: usize,
}

impl<'a> Cursor<'a> {
    fn next(&mut self) -> Option<char> {
        self.before += 1;
        self.rest.next()
    }

    /// The last characters read.
    fn last(&self, width: usize) -> Span {
        Span { line: 0, before: self.before.saturating_sub(width), width }
    }

    /// A mistake about the character that was just read, if there was one.
    fn wrong(&self, found: Option<char>, expected: impl Into<String>) -> ReadError {
        match found {
            None => self.block.mistake(self.last(1), "the end of the address", expected),
            Some(character) => self.block.wrong_text(self.last(1), &character.to_string(), expected),
        }
    }

    /// Everything up to the next slash, which is skipped.
    fn part(&mut self) -> (&'a str, Span) {
        let text = self.rest.as_str();
        let part = text.split('/').next().unwrap_or_default();
        let width = part.chars().count();
        let at = Span { line: 0, before: self.before, width };
        self.rest = text[part.len()..].chars();
        self.before += width;
        if self.rest.clone().next().is_some() {
            self.next();
        }
        (part, at)
    }

    /// The next part, which must be a number of columns or rows.
    fn side(&mut self, what: &str) -> Result<u64, ReadError> {
        let (part, at) = self.part();
        let side = whole(part).filter(|side| (1..=u64::from(u32::MAX)).contains(side));
        side.ok_or_else(|| self.block.wrong_text(at, part, format!("the number of {what}, from 1")))
    }

    /// The value of a character: a sum, or none.
    fn value(&mut self, what: &str) -> Result<Option<u8>, ReadError> {
        let character = self.next();
        let value = match character {
            Some('-') => 0,
            Some(digit @ '0'..='9') => digit as u8 - b'0',
            Some(small @ 'a'..='j') => small as u8 - b'a' + 10,
            Some(large @ 'A'..='Z') => large as u8 - b'A' + 20,
            _ => return Err(self.wrong(character, format!("{what}: 0 to 9, a to j, A to Z, or - for none"))),
        };
        Ok((value > 0).then_some(value))
    }
}

/// Reads the address on a line.
pub fn read(block: &Block) -> Result<Kakuro, ReadError> {
    let line = &block.lines[0].text;
    let text = line.trim_end();
    let text = text.strip_suffix('/').unwrap_or(text);
    let start = match (text.rfind('?'), text.find("kakuro/")) {
        (Some(mark), _) => mark + 1,
        (None, Some(start)) => start,
        (None, None) => text.len() - text.trim_start().len(),
    };
    let mut cursor = Cursor { block, rest: text[start..].chars(), before: text[..start].chars().count() };
    let (kind, at) = cursor.part();
    if kind != "kakuro" {
        return Err(block.wrong_text(at, kind, "an address such as kakuro/2/2/n4637"));
    }
    let columns = cursor.side("columns")?;
    let rows = cursor.side("rows")?;
    let mut clues = Board::default();
    let cells = cells(&mut cursor, columns, rows, &mut clues)?;
    let (columns, rows) = (columns as usize, rows as usize);
    for column in (0..columns).filter(|column| cells[*column]) {
        let sum = cursor.value(&format!("the sum below the top of column {}", column + 1))?;
        clues.clue(Direction::Down, (0, column + 1), sum, cursor.last(1));
    }
    for row in (0..rows).filter(|row| cells[row * columns]) {
        let sum = cursor.value(&format!("the sum at the left of row {}", row + 1))?;
        clues.clue(Direction::Across, (row + 1, 0), sum, cursor.last(1));
    }
    if let Some(more) = cursor.next() {
        return Err(cursor.wrong(Some(more), "the end of the address"));
    }
    let with_clue_cells = |row: usize| {
        let row = row.checked_sub(1).map(|row| &cells[row * columns..][..columns]);
        std::iter::once(false).chain((0..columns).map(move |column| row.is_some_and(|row| row[column])))
    };
    let white = (0..=rows).flat_map(with_clue_cells).collect();
    Board { columns: columns + 1, white, clues: clues.clues }.finish(block)
}

/// The cells of the board without its clue row and column; their clues go to `clues`.
fn cells(cursor: &mut Cursor<'_>, columns: u64, rows: u64, clues: &mut Board) -> Result<Vec<bool>, ReadError> {
    let all = columns * rows;
    let mut cells: Vec<bool> = Vec::new();
    while (cells.len() as u64) < all {
        let here = cells.len() as u64;
        match cursor.rest.clone().next() {
            Some(run @ 'k'..='z') => {
                cursor.next();
                let length = run as u64 - 'k' as u64 + 1;
                if length > all - here {
                    let expected = format!("no more than the {} cells that are left", all - here);
                    return Err(cursor.block.mistake(cursor.last(1), format!("{length} white cells"), expected));
                }
                cells.resize(cells.len() + length as usize, true);
            }
            Some('.') => {
                cursor.next();
                cells.push(false);
            }
            None => {
                cursor.next();
                return Err(cursor.wrong(None, format!("{} more of {columns} × {rows} cells", all - here)));
            }
            Some(_) => {
                let cell = ((here / columns) as usize + 1, (here % columns) as usize + 1);
                let what = format!("the cell in row {}, column {}", cell.0, cell.1);
                let down = cursor.value(&format!("{what} (k to z white, . black) or the sum below it"))?;
                clues.clue(Direction::Down, cell, down, cursor.last(1));
                let across = cursor.value(&format!("{what}, the sum to its right"))?;
                clues.clue(Direction::Across, cell, across, cursor.last(1));
                cells.push(false);
            }
        }
    }
    Ok(cells)
}

/// The address of a puzzle.
pub fn write(kakuro: &Kakuro) -> Result<String, String> {
    let (rows, columns) = shape(kakuro);
    if rows == 1 || columns == 1 {
        return Err("an address has at least one cell besides the clue row and column".to_owned());
    }
    let sums = sums(kakuro);
    let sums = |row: usize, column: usize| sums[row * kakuro.size() + column];
    let mut text = format!("https://puzz.link/p?kakuro/{}/{}/", columns - 1, rows - 1);
    let mut white = 0;
    for row in 1..rows {
        for column in 1..columns {
            if kakuro.is_white(row, column) {
                white += 1;
                if white == 16 {
                    text.push(run(&mut white));
                }
                continue;
            }
            if white > 0 {
                text.push(run(&mut white));
            }
            match sums(row, column) {
                [None, None] => text.push('.'),
                [across, down] => text.extend([value(down), value(across)]),
            }
        }
    }
    if white > 0 {
        text.push(run(&mut white));
    }
    text.extend((1..columns).filter(|column| kakuro.is_white(1, *column)).map(|column| value(sums(0, column)[1])));
    text.extend((1..rows).filter(|row| kakuro.is_white(*row, 1)).map(|row| value(sums(row, 0)[0])));
    text.push('\n');
    Ok(text)
}

/// The letter of so many white cells, of which there are none any more.
fn run(white: &mut u8) -> char {
    (b'k' + std::mem::take(white) - 1) as char
}

fn value(sum: Option<u8>) -> char {
    match sum {
        None => '-',
        Some(sum @ ..10) => (b'0' + sum) as char,
        Some(sum @ ..20) => (b'a' + sum - 10) as char,
        Some(sum) => (b'A' + sum - 20) as char,
    }
}

#[cfg(test)]
mod tests {
    use crate::kakuro::format::tests::outcomes;

    const GRID: &str = "x,4\\,6\\\n\\3,0,0\n\\7,0,0\n";

    #[test]
    fn the_host_in_front_and_a_slash_behind_do_not_matter() {
        for prefix in ["", "https://puzz.link/p?", "http://pzv.jp/p.html?", "puzz.link/p?", "https://puzz.link/"] {
            assert_eq!(outcomes(&format!(" {prefix}kakuro/2/2/n4637/ \r\n")), [Ok(GRID.to_owned())], "{prefix}");
        }
    }

    #[test]
    fn values_are_digits_then_small_then_large_letters() {
        let grid = "x,x,3\\,x,4\\\nx,\\10,0,\\20,0\nx,\\45,0,\\19,0\n";
        assert_eq!(outcomes("kakuro/4/2/-ak-Ak-Zk-jk34"), [Ok(grid.to_owned())]);
        assert_eq!(outcomes("kakuro/4/3/0ak0Ak0Zk0jk00--..34"), [Ok(grid.to_owned())], "as old addresses have it");
    }

    #[test]
    fn a_mistake_has_its_character_and_the_next_line_goes_on() {
        let values = "0 to 9, a to j, A to Z, or - for none";
        let cases = [
            ("kakuro/2/2/n463", 16, format!("the end of the address, expected the sum at the left of row 2: {values}")),
            ("kakuro/2/2/n46!7", 15, format!("\"!\", expected the sum at the left of row 1: {values}")),
            ("kakuro/2/2/n46377", 17, "\"7\", expected the end of the address".to_owned()),
            ("kakuro/2/2/m", 13, "the end of the address, expected 1 more of 2 × 2 cells".to_owned()),
            ("kakuro/2/2/o4637", 12, "5 white cells, expected no more than the 4 cells that are left".to_owned()),
            (
                "kakuro/2/2/-",
                13,
                format!("the end of the address, expected the cell in row 1, column 1, the sum to its right: {values}"),
            ),
            (
                "kakuro/2/2/-3.l1",
                13,
                "a clue in row 2, column 2 without a run, expected a white cell to the right of it".to_owned(),
            ),
            (
                "kakuro/2/2/l5-k461",
                13,
                "a clue in row 3, column 2 without a run, expected a white cell below it".to_owned(),
            ),
            ("kakuro/0/2/n4637", 8, "\"0\", expected the number of columns, from 1".to_owned()),
            ("kakuro/2/x/n4637", 10, "\"x\", expected the number of rows, from 1".to_owned()),
            ("kakuro/4294967296/2/n", 8, "\"4294967296\", expected the number of columns, from 1".to_owned()),
            ("kakuro//", 8, "nothing, expected the number of columns, from 1".to_owned()),
            (
                "https://puzz.link/p?sudoku/9/9/",
                21,
                "\"sudoku\", expected an address such as kakuro/2/2/n4637".to_owned(),
            ),
            (" 4", 2, "\"4\", expected an address such as kakuro/2/2/n4637".to_owned()),
        ];
        for (address, column, message) in cases {
            let good = Ok(GRID.to_owned());
            let outcomes = outcomes(&format!("# three\nkakuro/2/2/n4637\n\n{address}\nkakuro/2/2/n4637"));
            assert_eq!(outcomes, [good.clone(), Err(format!("line 4, column {column}: found {message}")), good]);
        }
    }

    #[test]
    fn a_large_header_on_a_short_text_costs_nothing() {
        for header in ["kakuro/10000/10000/", "kakuro/4294967295/4294967295/zzz"] {
            assert!(outcomes(header)[0].as_ref().is_err_and(|message| message.contains("the end of the address")));
        }
        let long = format!("kakuro/1000000/1/{}{}", "z".repeat(62_500), "-".repeat(1_000_001));
        let message = "line 1, column 1: found a board of 2 × 1000001 cells, \
                       expected sides of at most 4096 cells, or nearly a square";
        assert_eq!(outcomes(&long), [Err(message.to_owned())]);
    }
}
