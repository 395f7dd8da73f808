//! BOARDCOVER2: the number of cases; each case `H W R C`, H lines of W characters (`#` blocked, `.` free) and R lines of
//! C characters, the block.
//!
//! Cases are read one at a time, and a board grows with the lines that are really there. After a malformed case reading
//! goes on only where its end is beyond doubt: its four numbers were read and every line of it has its length.

use std::io::BufRead;

use super::{Boardcover, Grid, TooLarge};
use crate::place::{Found, Malformed, Place, ReadError};
use crate::scan::Scanner;

/// The largest side of a board or block.
const LARGEST: u64 = u32::MAX as u64;

/// Reads the cases of a BOARDCOVER2 text in order. It ends after the last case, or after a mistake behind which the
/// next case cannot be found.
pub struct Reader<R> {
    scanner: Scanner<R>,
    show: bool,
    /// How many cases are still to come; `None` before the first line was read.
    left: Option<u64>,
    /// Nothing more can be read.
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the start of a text; with `show`, answers are printed with their boards.
    pub fn new(input: R, show: bool) -> Self {
        Self { scanner: Scanner::new(input), show, left: None, over: false }
    }

    /// The next case, and whether the one behind it can be found.
    fn next_case(&mut self) -> (Option<Result<Boardcover, ReadError>>, bool) {
        match self.case_to_come() {
            Ok(true) => {}
            Ok(false) => return (None, false),
            Err(error) => return (Some(Err(error)), false),
        }
        let mut case = Case { scanner: &mut self.scanner, mistake: None };
        match (case.read(), case.mistake) {
            (Ok((header, board, block)), None) => {
                let too_large = |TooLarge { found, expected }| {
                    ReadError::from(Malformed { found: Found::Described(found), expected, ..header })
                };
                (Some(Boardcover::new(board, block, self.show).map_err(too_large)), true)
            }
            (Ok(_), Some(mistake)) => (Some(Err(mistake.into())), true),
            (Err(_), Some(mistake)) => (Some(Err(mistake.into())), false),
            (Err(error), None) => (Some(Err(error)), false),
        }
    }

    fn case_to_come(&mut self) -> Result<bool, ReadError> {
        let left = match self.left {
            Some(left) => left,
            None => self.scanner.number("the number of cases", 0..=u64::MAX)??.value,
        };
        if left == 0 {
            self.scanner.end("the end of the text after the last case")?;
            return Ok(false);
        }
        self.left = Some(left - 1);
        Ok(true)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Boardcover, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let (case, more) = self.next_case();
        self.over = !more;
        case
    }
}

/// A case while it is read. A mistake that leaves its end in sight is kept and reading goes on.
struct Case<'a, R> {
    scanner: &'a mut Scanner<R>,
    mistake: Option<Malformed>,
}

impl<R: BufRead> Case<'_, R> {
    /// The place of the four numbers, for what is wrong with all of them; the board and the block.
    fn read(&mut self) -> Result<(Malformed, Grid, Grid), ReadError> {
        let mut sides = [0; 4];
        let mut first = None;
        let names =
            ["the height of the board", "the width of the board", "the height of the block", "the width of the block"];
        for (side, name) in sides.iter_mut().zip(names) {
            let number = self.scanner.number(name, 1..=LARGEST)??;
            *side = number.value;
            first.get_or_insert(number.place);
        }
        let (end, first) = (self.scanner.place(), first.unwrap_or(self.scanner.place()));
        let width = if first.line == end.line { (end.column - first.column) as usize } else { 1 };
        let header = self.scanner.malformed(first, width, Found::End, String::new())?;
        if !self.scanner.rest_of_line_is_blank()? {
            self.scanner.end("the end of the line after the four numbers of a case")?;
        }
        let [height, width, block_height, block_width] = sides;
        let board = self.grid("the board", height, width)?;
        let first = self.scanner.place();
        let block = self.grid("the block", block_height, block_width)?;
        if self.mistake.is_none() && !block.marked.contains(&true) {
            let place = Place { line: first.line + u64::from(first.column > 1), column: 1 };
            let found = Found::Described("a block without a cell".to_owned());
            self.mistake = Some(self.scanner.malformed(place, 1, found, "at least one # in the block".to_owned())?);
        }
        Ok((header, board, block))
    }

    fn grid(&mut self, what: &str, height: u64, width: u64) -> Result<Grid, ReadError> {
        let mut marked = Vec::new();
        for row in 1..=height {
            let line = loop {
                let place = self.scanner.place();
                match self.scanner.line()? {
                    Some(line) if line.text.trim().is_empty() => {}
                    Some(line) => break line,
                    None => {
                        let expected = format!("row {row} of {what}, {width} cells");
                        return Err(self.scanner.malformed(place, 1, Found::End, expected)?.into());
                    }
                }
            };
            let text = line.text.trim_end();
            let cells = text.trim_start();
            let before = text.chars().count() - cells.chars().count();
            let found = cells.chars().count();
            if found as u64 != width || cells.contains(char::is_whitespace) {
                let expected = format!("row {row} of {what}, {width} cells");
                let found_cells = Found::Described(format!("{found} characters"));
                return Err(line.malformed(before, found, found_cells, expected).into());
            }
            match cells.chars().position(|cell| cell != '#' && cell != '.') {
                None if self.mistake.is_none() => marked.extend(cells.bytes().map(|cell| cell == b'#')),
                None => {}
                Some(at) => {
                    let found = cells.chars().skip(at).take(1).collect();
                    let expected = format!("a cell of {what}, # or .");
                    self.mistake.get_or_insert(line.malformed(before + at, 1, Found::Text(found), expected));
                }
            }
        }
        Ok(Grid { height: height as usize, width: width as usize, marked })
    }
}

/// A grid as the format writes it.
pub(super) fn write(grid: &Grid) -> String {
    let mut text = String::with_capacity(grid.marked.len() + grid.height);
    for row in grid.rows() {
        text.extend(row.iter().map(|marked| if *marked { '#' } else { '.' }));
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    const SMALL: &str = "2 3 1 2\n..#\n...\n##\n";

    fn read(text: &str) -> Vec<String> {
        Reader::new(text.as_bytes(), false)
            .map(|case| case.map_or_else(|e| e.to_string(), |_| "ok".to_owned()))
            .collect()
    }

    #[test]
    fn what_was_read_is_written_again() {
        let case = Reader::new(format!("1\n{SMALL}").as_bytes(), false).next().unwrap().unwrap();
        assert_eq!(case.write("boardcover2").as_deref(), Ok(SMALL));
    }

    #[test]
    fn windows_line_ends_marks_and_blanks_at_line_ends_are_no_mistake() {
        let text = format!("\u{FEFF}2\n{SMALL}\n{SMALL}").replace('\n', " \t\r\n");
        assert_eq!(read(&text), ["ok", "ok"]);
    }

    #[test]
    fn a_mistake_is_named_with_its_place() {
        let cases = [
            ("..#", "..x", "line 3, column 3: found \"x\", expected a cell of the board, # or ."),
            ("..#", "..", "line 3, column 1: found 2 characters, expected row 1 of the board, 3 cells"),
            ("...\n", "", "line 4, column 1: found 2 characters, expected row 2 of the board, 3 cells"),
            ("##", "..", "line 5, column 1: found a block without a cell, expected at least one # in the block"),
            ("##\n", "", "line 5, column 1: found the end of the text, expected row 1 of the block, 2 cells"),
            ("##\n", "##\n##", "line 6, column 1: found \"##\", expected the end of the text after the last case"),
            ("2 3", "0 3", "line 2, column 1: found \"0\", expected the height of the board, from 1 to 4294967295"),
            ("1 2", "1 -2", "line 2, column 7: found \"-2\", expected the width of the block, from 1 to 4294967295"),
            (
                "1 2",
                "1 2 9",
                "line 2, column 9: found \"9\", expected the end of the line after the four numbers of a case",
            ),
            (
                "1\n",
                "2\n",
                "line 6, column 1: found the end of the text, expected the height of the board, from 1 to 4294967295",
            ),
        ];
        for (part, by, message) in cases {
            let text = format!("1\n{SMALL}").replacen(part, by, 1);
            assert_eq!(read(&text).last().map(String::as_str), Some(message), "{by:?}");
        }
        let message = "line 1, column 1: found the end of the text, expected the number of cases, a whole number of at most 64 bits";
        assert_eq!(read(""), [message]);
    }

    #[test]
    fn after_a_mistake_the_next_case_is_read_where_its_start_is_beyond_doubt() {
        for (part, by, cases) in [("..#", "..x", 3), ("##", "..", 3), ("..#", "..", 2), ("2 3", "3 3", 2)] {
            let text = format!("3\n{SMALL}{}{SMALL}", SMALL.replacen(part, by, 1));
            let outcomes = read(&text);
            assert_eq!((outcomes.len(), outcomes[0].as_str()), (cases, "ok"), "{by:?}: {outcomes:?}");
        }
    }

    #[test]
    fn a_board_with_too_many_places_is_named_with_its_place_and_the_next_case_goes_on() {
        let rows = (".".repeat(1100) + "\n").repeat(1100);
        let text = format!("2\n1100 1100 1 2\n{rows}##\n{SMALL}");
        let mut cases = Reader::new(text.as_bytes(), false);
        let error = cases.next().unwrap().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 1: found a board on which the block fits in more than 2000000 places, \
             expected at most 2000000 places for this block"
        );
        assert_eq!(error.malformed().unwrap().excerpt.text, "1100 1100 1 2");
        assert!(cases.next().unwrap().is_ok());
    }

    #[test]
    fn a_large_header_on_a_short_text_costs_nothing() {
        for header in
            ["1 10000 10000 1 1", "1 4294967295 4294967295 4294967295 4294967295", "18446744073709551615 9 9 1 1"]
        {
            let outcomes = read(header);
            assert!(outcomes.len() == 1 && outcomes[0].contains("found the end of the text"), "{outcomes:?}");
        }
    }
}
