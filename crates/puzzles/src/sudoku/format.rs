//! The reader of all Sudoku formats, told apart line by line: lines that are a puzzle, rows that stand together, frames
//! around them, addresses of puzz.link.
//!
//! A line of 81, 256 or 625 characters is a case at once. Rows are held back until the next line shows that no more stand
//! with them: at most n + 1 of them, so memory is flat however long the text is. Lines of 16 characters are a puzzle each
//! unless exactly 16 stand together.

use std::collections::VecDeque;
use std::io::BufRead;

use super::line::{Cells, Content, EXPECTED, content, count_of};
use super::{Sudoku, block_of};
use crate::place::{Excerpt, Found, Malformed, ReadError};
use crate::scan::{Line, Scanner};

/// No board has more rows; those behind them need not be kept to know that there are too many.
const MOST_ROWS: usize = 26;

/// A puzzle and where its cells stand in the text.
pub(super) struct Written {
    pub(super) sudoku: Sudoku,
    pub(super) lines: Vec<Cells>,
}

impl Written {
    /// A mistake in a cell.
    pub(super) fn malformed(&self, cell: usize, found: Found, expected: &str) -> ReadError {
        let per_line = self.sudoku.cells.len() / self.lines.len();
        let Cells { line, columns, .. } = &self.lines[cell / per_line];
        line.malformed(columns[cell % per_line] as usize, 1, found, expected.to_owned()).into()
    }
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

    /// Whether there is no row among them: then each is a mistake of its own.
    fn all_wrong(&self) -> bool {
        !self.rows.is_empty() && self.rows.iter().all(Result::is_err)
    }

    /// What they turned out to be.
    fn end(self, ready: &mut VecDeque<Result<Written, ReadError>>) {
        if self.lines || self.may_be_lines() && self.rows.len() != 16 || self.all_wrong() {
            ready.extend(self.rows.into_iter().map(|row| Ok(row?.into_puzzle()?)));
            return;
        }
        let mut first_mistake = None;
        let mut rows: Vec<Cells> = Vec::new();
        for row in self.rows {
            let mistake = match row {
                Err(mistake) => Some(mistake),
                Ok(row) => {
                    let mistake = match rows.first().map_or(row.digits.len(), |first| first.digits.len()) {
                        size if row.digits.len() != size => {
                            let found = format!("a row of {}", count_of(row.digits.len()));
                            Some(row.malformed(found, format!("{size} cells, as in the first row")))
                        }
                        size if rows.len() == size => {
                            let found = format!("more than {size} rows of {size} cells");
                            Some(row.malformed(found, format!("exactly {size} rows, then an empty line")))
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
            let found = format!("{} row{} of {size} cells", rows.len(), if rows.len() == 1 { "" } else { "s" });
            row.malformed(found, format!("{size} rows that stand together"))
        };
        let too_few = rows.last().filter(|row| rows.len() < row.digits.len()).map(short);
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
        } else if rows > MOST_ROWS && self.together.all_wrong() {
            self.apart();
        } else if rows > MOST_ROWS {
            // Too many already: what is wrong stands in the ones before.
            self.together.rows.pop();
        }
    }

    /// The next case, where it is a line of 81 digits, dots and nothing else, and no case is held back: what most texts
    /// consist of, and what it means needs no second look.
    fn plain(&mut self) -> Option<Result<Sudoku, ReadError>> {
        if self.over || !self.ready.is_empty() || !self.together.rows.is_empty() || self.together.frame.is_some() {
            return None;
        }
        let case = match self.scanner.plain_line(plain_digits) {
            Ok(digits) => Ok(Sudoku::new(3, digits?.to_vec())),
            Err(error) => {
                self.over = true;
                Err(error.into())
            }
        };
        (self.any, self.together.lines) = (true, false);
        Some(case)
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

/// The digits of a line that has nothing but the cells of a 9×9 board.
fn plain_digits(line: &[u8; 81]) -> Option<[u8; 81]> {
    let digits = line.map(|byte| if byte == b'.' { 0 } else { byte.wrapping_sub(b'0') });
    // Without a way out, which would keep the compiler from looking at many at once.
    (digits.iter().fold(0, |most, digit| *digit.max(&most)) <= 9).then_some(digits)
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
        self.0.plain().or_else(|| Some(self.0.next()?.map(|written| written.sudoku)))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, BufReader, Read};

    use super::*;
    use crate::Random;
    use crate::sudoku::{digit_of, puzzlink};

    const LINE: &str = ".7....4.623..5..9..1...73....6..89.25..2.6..47.23..6....81...4..2..6..899.7....6.";

    /// What reading gives: the line of each puzzle, or the message.
    fn read(text: &str) -> Vec<String> {
        Reader::new(text.as_bytes()).map(|case| case.map_or_else(|e| e.to_string(), |sudoku| sudoku.line())).collect()
    }

    /// The rows of a line with something at the start, the end and between the boxes.
    fn rows(line: &str, block: usize, between: &str) -> String {
        let row = |row: &[u8]| {
            let boxes: Vec<&str> = row.chunks(block).map(|part| std::str::from_utf8(part).unwrap()).collect();
            format!("{between}{}{between}\n", boxes.join(between))
        };
        line.as_bytes().chunks(block * block).map(row).collect()
    }

    #[test]
    fn a_line_is_a_puzzle() {
        assert_eq!(read(LINE), [LINE]);
        assert_eq!(read(&LINE.replace('.', "0")), [LINE]);
        assert_eq!(read(&format!("\u{FEFF}# two\r\n{LINE}\r\n\t{LINE} # comment\r\n\r\n")), [LINE, LINE]);
        let large = "123456789ABCDEFG".repeat(16);
        assert_eq!(read(&large.to_lowercase()), [large]);
        let largest = "123456789ABCDEFGHIJKLMNOP".repeat(25);
        assert_eq!(read(&largest), [largest]);
        assert_eq!(read("1234............\n....4...0000...1"), ["1234............", "....4..........1"]);
    }

    #[test]
    fn every_wrong_line_has_its_place_and_the_next_goes_on() {
        let cell = "a digit from 1 to 9, or . or 0 for a blank";
        let any_cell = "a cell: 1 to 9, A to P, or . or 0 for a blank";
        let with =
            |at: usize, by: &str| LINE.chars().take(at).chain(by.chars()).chain(LINE.chars().skip(at + 1)).collect();
        let cases: [(String, String); 11] = [
            (LINE[..80].to_owned(), format!("column 1: found 80 cells, expected {EXPECTED}")),
            (format!("{LINE}."), format!("column 1: found 82 cells, expected {EXPECTED}")),
            (with(40, "x"), format!("column 41: found \"x\", expected {cell}")),
            (with(40, "a"), format!("column 41: found \"a\", expected {cell}")),
            (with(40, " "), format!("column 41: found \" \", expected {cell}")),
            (with(40, "١"), format!("column 41: found \"١\", expected {cell}")),
            (with(0, "-"), format!("column 1: found \"-\", expected {cell}")),
            (LINE.replace('.', "*"), format!("column 1: found \"*\", expected {cell}")),
            (
                format!("{LINE} 17 x"),
                "column 83: found \"17\", expected the end of the line after 81 cells, or a comment behind #"
                    .to_owned(),
            ),
            (format!(". {}", &LINE[1..]), format!("column 2: found \" \", expected {any_cell}")),
            (format!("|{LINE}|"), format!("column 1: found \"|\", expected {any_cell}")),
        ];
        for (wrong, message) in cases {
            let expected = [LINE.to_owned(), format!("line 2, {message}"), LINE.to_owned()];
            assert_eq!(read(&format!("{LINE}\n{wrong}\n{LINE}\n")), expected);
        }
        assert_eq!(read("what?"), [format!("line 1, column 1: found \"w\", expected {any_cell}")]);
        let outcomes = read(&format!("what?\nwhy?\n{LINE}\n"));
        assert_eq!((outcomes.len(), outcomes[2].as_str()), (3, LINE));
        assert_eq!(read(&"what?\n".repeat(1000)).len(), 1000);
        assert_eq!(read(&"1".repeat(1000)), [format!("line 1, column 1: found 1000 cells, expected {EXPECTED}")]);
    }

    #[test]
    fn a_text_without_a_puzzle_is_a_mistake() {
        for (text, place) in
            [("", "line 1, column 1"), ("\n\n", "line 3, column 1"), ("# nothing", "line 1, column 10")]
        {
            assert_eq!(read(text), [format!("{place}: found the end of the text, expected {EXPECTED}")]);
        }
        let frame = "found a frame without rows, expected rows of cells";
        assert_eq!(read("+---+---+"), [format!("line 1, column 1: {frame}")]);
    }

    #[test]
    fn rows_that_stand_together_are_a_puzzle() {
        let plain = rows(LINE, 3, "");
        assert_eq!(read(&plain), [LINE]);
        assert_eq!(
            read(&format!("#A me\n#D of me\n[Puzzle]\n{plain}\n#A you\n{plain}#L x\n[puzzle]\n{plain}{LINE}")),
            [LINE; 4]
        );
        for between in ["|", " ", "*", " | ", "+", " * "] {
            assert_eq!(read(&rows(LINE, 3, between)), [LINE], "{between:?}");
        }
        let spaced: String = plain.replace("", " ").replace("\n ", "\n");
        assert_eq!(read(&spaced), [LINE]);
        let framed = plain.lines().enumerate().map(|(i, row)| match i % 3 {
            0 => format!("*---+---+---*\n|{row}|\n"),
            _ => format!("|{row}|\n"),
        });
        assert_eq!(read(&framed.collect::<String>()), [LINE]);
        for block in [2, 4, 5] {
            let line = "123456789ABCDEFGHIJKLMNOP"[..block * block].repeat(block * block);
            assert_eq!(read(&rows(&line, block, "")), [line.as_str()], "{block}");
            assert_eq!(read(&rows(&line, block, "|")), [line.as_str()], "{block}");
        }
    }

    #[test]
    fn a_malformed_row_makes_the_whole_grid_malformed() {
        let plain = rows(LINE, 3, "");
        let mistakes = [
            (
                "23..5..9.",
                "23..5..x.",
                "line 2, column 8: found \"x\", expected a digit from 1 to 9, or . or 0 for a blank",
            ),
            (
                "23..5..9.",
                "23..5..A.",
                "line 2, column 8: found \"A\", expected a digit from 1 to 9, or . or 0 for a blank",
            ),
            ("23..5..9.", "23..5..9", &format!("line 2, column 1: found 8 cells, expected {EXPECTED}")),
            (".7....4.6", ".7....4.66", &format!("line 1, column 1: found 10 cells, expected {EXPECTED}")),
            ("23..5..9.", "23..", "line 2, column 1: found a row of 4 cells, expected 9 cells, as in the first row"),
            ("9.7....6.\n", "", "line 8, column 1: found 8 rows of 9 cells, expected 9 rows that stand together"),
            (
                "23..5..9.",
                "23..5..9.\n123......",
                "line 10, column 1: found more than 9 rows of 9 cells, expected exactly 9 rows, then an empty line",
            ),
        ];
        for (row, by, message) in mistakes {
            let wrong = plain.replace(row, by);
            assert_eq!(read(&format!("{wrong}\n{LINE}\n")), [message, LINE]);
        }
        assert_eq!(read(&plain.repeat(1000)).len(), 1);
    }

    #[test]
    fn lines_of_16_are_a_puzzle_each_unless_there_are_exactly_16() {
        let line = "1234............";
        for count in [1, 15, 17, 18, 100] {
            assert_eq!(read(&format!("{line}\n").repeat(count)), vec![line; count]);
        }
        assert_eq!(read(&format!("{line}\n").repeat(16)), [line.repeat(16)]);
        let mut outcomes = read(&format!("{line}\n123456..........\n{line}\n123\n{line}\n"));
        assert_eq!(
            outcomes.remove(1),
            "line 2, column 5: found \"5\", expected a digit from 1 to 4, or . or 0 for a blank"
        );
        assert_eq!(outcomes.remove(2), format!("line 4, column 1: found 3 cells, expected {EXPECTED}"));
        assert_eq!(outcomes, [line; 3]);
    }

    /// Gives one line at a time and counts them.
    struct Slow<'a>(std::str::Lines<'a>, Vec<u8>, std::rc::Rc<std::cell::Cell<usize>>);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.1.is_empty() {
                let Some(line) = self.0.next() else { return Ok(0) };
                self.1 = format!("{line}\n").into_bytes();
                self.2.set(self.2.get() + 1);
            }
            let length = buffer.len().min(self.1.len());
            buffer[..length].copy_from_slice(&self.1.drain(..length).collect::<Vec<_>>());
            Ok(length)
        }
    }

    #[test]
    fn a_line_is_a_case_before_the_next_is_read() {
        let text = format!("{LINE}\n").repeat(5);
        let given = std::rc::Rc::default();
        let slow = Slow(text.lines(), Vec::new(), std::rc::Rc::clone(&given));
        for (nth, case) in Reader::new(BufReader::new(slow)).enumerate() {
            assert!(case.is_ok());
            assert_eq!(given.get(), nth + 1);
        }
    }

    #[test]
    fn addresses_are_lines() {
        let sudoku = Sudoku::new(3, LINE.chars().map(|c| digit_of(c).unwrap()).collect());
        let address = puzzlink::write(&sudoku);
        let short = &address[address.find("sudoku").unwrap()..];
        assert_eq!(read(&format!("{address}\n  {short} # the same\n{LINE}\n")), [LINE; 3]);
        assert!(read(&format!("{address}\n{short}zz\n{LINE}\n"))[1].starts_with("line 2, column"));
    }

    #[test]
    fn bytes_that_are_no_text_are_a_mistake_of_their_line() {
        let bytes = [b"\xFF\xFE\n".as_slice(), LINE.as_bytes(), b"\n\0\0\0\n"].concat();
        let read: Vec<bool> = Reader::new(&bytes[..]).map(|case| case.is_ok()).collect();
        assert_eq!(read, [false, true, false]);
        let endless = BufReader::new(io::repeat(b'.'));
        assert_eq!(Reader::new(endless).filter(Result::is_err).count(), 1);
    }

    #[test]
    fn no_mutation_makes_the_reader_panic_or_lose_the_place() {
        let samples = [
            format!("{LINE}\n{LINE}\n"),
            format!("#A me\n[Puzzle]\n{}", rows(LINE, 3, "|")),
            "1234............\n".repeat(17),
            format!("+--+\n{}", rows(&"1234".repeat(4), 2, " | ")),
            "https://puzz.link/p?sudoku/4/4/1g2m4k\n".to_owned(),
        ];
        let pieces =
            ["0", ".", "-", "|", "\n", "\r\n", "#", "\u{FEFF}", "한", "\t", "sudoku/", "[Puzzle]", "x", "\0", "-1"];
        let mut random = Random::new(1, 0);
        let (mut puzzles, mut mistakes) = (0, 0);
        for round in 0..20_000 {
            let mut text = samples[round % samples.len()].clone().into_bytes();
            for _ in 0..=random.below(4) {
                let from = random.below(text.len().max(1));
                let to = (from + random.below(12)).min(text.len());
                match random.below(5) {
                    0 => drop(text.drain(from.min(to)..to)),
                    1 => text.truncate(from),
                    2 => text.extend_from_within(from.min(to)..to),
                    3 => drop(text.splice(from.min(to)..to, random.pick(&pieces).bytes())),
                    _ => text.iter_mut().skip(from).take(1).for_each(|byte| *byte = random.below(256) as u8),
                }
            }
            // No line lies whole in a buffer that is shorter.
            let mut in_pieces = Reader::new(BufReader::with_capacity(7, &text[..]));
            let shown = |case: &Result<Sudoku, ReadError>| case.as_ref().map_err(ToString::to_string).cloned();
            for case in Reader::new(&text[..]) {
                assert_eq!(in_pieces.next().as_ref().map(shown), Some(shown(&case)));
                let Err(error) = case else {
                    puzzles += 1;
                    continue;
                };
                mistakes += 1;
                let malformed = error.malformed().expect("memory can always be read");
                let lines = text.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
                assert!((1..=lines).contains(&malformed.place.line), "{malformed} of {lines} lines");
                if let (Found::Text(found), Ok(_)) = (&malformed.found, std::str::from_utf8(&text)) {
                    let Excerpt { text, before, width } = &malformed.excerpt;
                    assert_eq!(text.chars().skip(*before).take(*width).collect::<String>(), *found);
                }
            }
        }
        assert!(puzzles > 1000 && mistakes > 1000, "{puzzles} puzzles, {mistakes} mistakes");
    }
}
