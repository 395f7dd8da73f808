//! KAKURO2: the number of cases; each case its size N, N lines of N cells (0 black, 1 white), the number of clues, and
//! a line `row column direction sum` for each clue. Any white space separates numbers.
//!
//! Cases are read one at a time. After a malformed case reading goes on only where its end is beyond doubt: its size and
//! number of clues were read, and every line of it holds exactly what the format puts there.

use std::io::BufRead;
use std::ops::RangeInclusive;

use super::{Direction, Kakuro};
use crate::place::{Found, Malformed, Place, ReadError};
use crate::scan::{Number, Scanner};

/// The largest N and number of clues; a board of that size has more cells than any disk.
const LARGEST: u64 = u32::MAX as u64;

/// Reads the cases of a KAKURO2 text in order. It ends after the last case, or after a mistake behind which the next
/// case cannot be found.
pub struct Reader<R> {
    scanner: Scanner<R>,
    /// How many cases are still to come; `None` before the first line was read.
    left: Option<u64>,
    /// Nothing more can be read.
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the start of a text.
    pub fn new(input: R) -> Self {
        Self { scanner: Scanner::new(input), left: None, over: false }
    }

    fn next_case(&mut self) -> Result<Option<Kakuro>, ReadError> {
        let left = match self.left {
            Some(left) => left,
            None => self.scanner.number("the number of cases", 0..=u64::MAX)??.value,
        };
        if left == 0 {
            self.scanner.end("the end of the text after the last case")?;
            return Ok(None);
        }
        self.left = Some(left - 1);
        let mut case = Case::start(&mut self.scanner);
        let read = case.read();
        match (case.mistake, read) {
            (None, Ok(kakuro)) => Ok(Some(kakuro)),
            (None, Err(error)) => Err(error),
            (Some(mistake), Err(_)) => Err(mistake.into()),
            (Some(mistake), Ok(_)) => {
                self.over = !(case.laid_out && self.scanner.rest_of_line_is_blank()?);
                Err(mistake.into())
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Kakuro, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        self.over = true;
        match self.next_case() {
            Ok(Some(kakuro)) => {
                self.over = false;
                Some(Ok(kakuro))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// A case while it is read. The first mistake is kept and reading goes on to find the end of the case.
struct Case<'a, R> {
    scanner: &'a mut Scanner<R>,
    mistake: Option<Box<Malformed>>,
    /// So far every line holds exactly what the format puts there.
    laid_out: bool,
    /// The line of the last number.
    line: u64,
}

impl<'a, R: BufRead> Case<'a, R> {
    fn start(scanner: &'a mut Scanner<R>) -> Self {
        let line = scanner.place().line;
        Self { scanner, mistake: None, laid_out: true, line }
    }

    /// Reads to the end of the case. With a mistake noted on the way the result means only that the end was found.
    fn read(&mut self) -> Result<Kakuro, ReadError> {
        let size = self.count("the size of the board", 1..=LARGEST)?;
        let white = self.cells(size)?;
        let mut kakuro = if self.mistake.is_none() {
            Kakuro::without_clues(size as usize, white)
        } else {
            Kakuro::without_clues(0, Vec::new())
        };
        let clues = self.count("the number of clues", 0..=LARGEST)?;
        let mut lines_of_clues = Vec::new();
        for _ in 0..clues {
            self.clue(size, &mut kakuro, &mut lines_of_clues)?;
        }
        Ok(kakuro)
    }

    /// The next number, which the format puts at the start of a line or not; `None` where it is a mistake.
    fn number(
        &mut self,
        starts_line: bool,
        what: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<Number>, ReadError> {
        let number = self.scanner.number(what, range)?;
        let place = number.as_ref().map_or_else(|mistake| mistake.place, |number| number.place);
        self.laid_out &= starts_line == (place.line != self.line);
        self.line = place.line;
        match number {
            Ok(number) => Ok(Some(number)),
            Err(mistake) => {
                self.mistake.get_or_insert(mistake);
                Ok(None)
            }
        }
    }

    /// A number without which the end of the case cannot be found.
    fn count(&mut self, what: &str, range: RangeInclusive<u64>) -> Result<u64, ReadError> {
        let number = self.scanner.number(what, range)??;
        self.laid_out &= number.place.line != self.line;
        self.line = number.place.line;
        Ok(number.value)
    }

    /// The board row by row; it grows with the cells that are really there.
    fn cells(&mut self, size: u64) -> Result<Vec<bool>, ReadError> {
        let mut white = Vec::new();
        for row in 0..size {
            for column in 0..size {
                let Some(cell) = self.number(column == 0, "a cell", 0..=1)? else { continue };
                if self.mistake.is_some() {
                    continue;
                }
                let side = match (row, column) {
                    _ if cell.value == 0 => None,
                    (0, _) => Some(("first row", "above")),
                    (_, 0) => Some(("first column", "left of")),
                    _ => None,
                };
                match side {
                    Some((first, side)) => {
                        let found = Found::Described(format!("a white cell in the {first}"));
                        self.mistake(cell.place, found, format!("0, because no clue cell can stand {side} it"))?;
                    }
                    None => white.push(cell.value == 1),
                }
            }
        }
        Ok(white)
    }

    /// One clue. `lines_of_clues` keeps the line of the clue of each run that has one.
    fn clue(
        &mut self,
        size: u64,
        kakuro: &mut Kakuro,
        lines_of_clues: &mut Vec<(Direction, u64, u64, u64)>,
    ) -> Result<(), ReadError> {
        let row = self.number(true, "the row of a clue", 1..=size)?;
        let column = self.number(false, "the column of a clue", 1..=size)?;
        let direction = self.number(false, "the direction of a clue (0 right, 1 down)", 0..=1)?;
        let sum = self.number(false, "the sum of a clue", 1..=45)?;
        let (None, Some(row), Some(column), Some(direction), Some(sum)) = (&self.mistake, row, column, direction, sum)
        else {
            return Ok(());
        };
        let place = row.place;
        let (row, column) = (row.value, column.value);
        let cell = format!("row {row}, column {column}");
        let (direction, side) =
            if direction.value == 0 { (Direction::Across, "to the right of") } else { (Direction::Down, "below") };
        if kakuro.is_white(row as usize - 1, column as usize - 1) {
            let found = Found::Described(format!("a clue on the white cell in {cell}"));
            return self.mistake(place, found, "a clue on a black cell".to_owned());
        }
        let Some(run) = kakuro.run_from(direction, row as usize - 1, column as usize - 1) else {
            let found = Found::Described(format!("a clue in {cell} without a run"));
            return self.mistake(place, found, format!("a white cell {side} it"));
        };
        if run.sum.is_some() {
            let first = lines_of_clues.iter().find(|clue| (clue.0, clue.1, clue.2) == (direction, row, column));
            let line = first.map_or(0, |clue| clue.3);
            let found = Found::Described(format!("a second clue for the run {side} {cell}"));
            return self.mistake(place, found, format!("one clue for a run; its first is on line {line}"));
        }
        run.sum = Some(sum.value as u8);
        lines_of_clues.push((direction, row, column, place.line));
        Ok(())
    }

    /// Notes a mistake that starts at a place and ends with the last number read.
    fn mistake(&mut self, place: Place, found: Found, expected: String) -> Result<(), ReadError> {
        let end = self.scanner.place();
        let width = if end.line == place.line { end.column - place.column } else { 1 };
        self.mistake = Some(Box::new(self.scanner.malformed(place, width as usize, found, expected)?));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n";

    /// What reading gives: "ok", or the message, for each case.
    fn read(text: &str) -> Vec<String> {
        let outcome = |case: Result<Kakuro, ReadError>| case.map_or_else(|e| e.to_string(), |_| "ok".to_owned());
        Reader::new(text.as_bytes()).map(outcome).collect()
    }

    #[test]
    fn a_case_is_read_with_its_clues() {
        let text = format!("1\n{SMALL}");
        let kakuro = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let runs: Vec<_> = kakuro.runs().iter().map(|r| (r.direction, r.row, r.column, r.length, r.sum)).collect();
        use Direction::{Across, Down};
        let expected = [
            (Across, 1, 0, 2, Some(3)),
            (Across, 2, 0, 2, Some(7)),
            (Down, 0, 1, 2, Some(4)),
            (Down, 0, 2, 2, Some(6)),
        ];
        assert_eq!(runs, expected);
    }

    #[test]
    fn any_white_space_separates_numbers() {
        let text = format!("1\n{SMALL}");
        for blank in [" ", "\t", "\r\n", "\n\n", " \x0B\x0C"] {
            assert_eq!(read(&text.replace('\n', blank)), ["ok"]);
        }
        assert_eq!(read(&format!("\u{FEFF}{text}")), ["ok"]);
        assert_eq!(read(text.trim_end()), ["ok"]);
        assert_eq!(read("0"), Vec::<String>::new());
    }

    #[test]
    fn every_mistake_has_its_place_and_says_what_was_expected() {
        let cases = [
            (
                "2 1 0 3",
                "2 2 0 3",
                "line 7, column 1: found a clue on the white cell in row 2, column 2, expected a clue on a black cell",
            ),
            (
                "2 1 0 3",
                "1 1 0 3",
                "line 7, column 1: found a clue in row 1, column 1 without a run, expected a white cell to the right of it",
            ),
            (
                "1 2 1 4",
                "1 1 1 4",
                "line 9, column 1: found a clue in row 1, column 1 without a run, expected a white cell below it",
            ),
            (
                "3 1 0 7",
                "2 1 0 7",
                "line 8, column 1: found a second clue for the run to the right of row 2, column 1, expected one clue for a run; its first is on line 7",
            ),
            ("2 1 0 3", "2 1 0 46", "line 7, column 7: found \"46\", expected the sum of a clue, from 1 to 45"),
            ("2 1 0 3", "2 1 0 0", "line 7, column 7: found \"0\", expected the sum of a clue, from 1 to 45"),
            (
                "2 1 0 3",
                "2 1 2 3",
                "line 7, column 5: found \"2\", expected the direction of a clue (0 right, 1 down), 0 or 1",
            ),
            ("2 1 0 3", "4 1 0 3", "line 7, column 1: found \"4\", expected the row of a clue, from 1 to 3"),
            ("2 1 0 3", "2 0 0 3", "line 7, column 3: found \"0\", expected the column of a clue, from 1 to 3"),
            ("2 1 0 3", "2 1 0 x", "line 7, column 7: found \"x\", expected the sum of a clue, from 1 to 45"),
            (
                "2 1 0 3",
                "2 1 0 99999999999999999999",
                "line 7, column 7: found \"99999999999999999999\", expected the sum of a clue, from 1 to 45",
            ),
            (
                "0 0 0",
                "0 0 1",
                "line 3, column 5: found a white cell in the first row, expected 0, because no clue cell can stand above it",
            ),
            (
                "0 1 1\n0",
                "1 1 1\n0",
                "line 4, column 1: found a white cell in the first column, expected 0, because no clue cell can stand left of it",
            ),
            ("0 0 0", "0 0 2", "line 3, column 5: found \"2\", expected a cell, 0 or 1"),
            ("1\n3\n", "1\n0\n", "line 2, column 1: found \"0\", expected the size of the board, from 1 to 4294967295"),
            (
                "1\n3\n",
                "one\n3\n",
                "line 1, column 1: found \"one\", expected the number of cases, a whole number of at most 64 bits",
            ),
            (
                "1\n4\n2",
                "1\n-4\n2",
                "line 6, column 1: found \"-4\", expected the number of clues, from 0 to 4294967295",
            ),
            (
                "1 3 1 6\n",
                "1 3 1",
                "line 10, column 6: found the end of the text, expected the sum of a clue, from 1 to 45",
            ),
            (
                "1\n3\n",
                "2\n3\n",
                "line 11, column 1: found the end of the text, expected the size of the board, from 1 to 4294967295",
            ),
        ];
        for (part, by, message) in cases {
            let text = format!("1\n{SMALL}").replacen(part, by, 1);
            assert_eq!(read(&text).last().map(String::as_str), Some(message), "{by:?}");
        }
        assert_eq!(
            read(""),
            [
                "line 1, column 1: found the end of the text, expected the number of cases, a whole number of at most 64 bits"
            ]
        );
        assert_eq!(
            read(&format!("1\n{SMALL}1\n")),
            ["ok", "line 11, column 1: found \"1\", expected the end of the text after the last case"]
        );
    }

    #[test]
    fn after_a_mistake_the_next_case_is_read_where_the_lines_still_fit() {
        let bad_sum = SMALL.replace("2 1 0 3", "2 1 0 99");
        let outcomes = read(&format!("3\n{SMALL}{bad_sum}{SMALL}"));
        assert_eq!((outcomes.len(), outcomes[0].as_str(), outcomes[2].as_str()), (3, "ok", "ok"));
        assert!(outcomes[1].starts_with("line 16, column 7"), "{}", outcomes[1]);
    }

    #[test]
    fn after_a_mistake_that_moves_the_numbers_nothing_more_is_read() {
        let missing = SMALL.replace("2 1 0 3", "2 1 3");
        let extra = SMALL.replace("1 3 1 6", "1 3 3 6 1");
        let size = SMALL.replacen("3\n", "x\n", 1);
        for bad in [missing, extra, size] {
            assert_eq!(read(&format!("3\n{SMALL}{bad}{SMALL}")).len(), 2, "{bad}");
        }
    }

    #[test]
    fn a_large_header_on_a_short_text_costs_nothing() {
        for header in ["1 10000 0 0", "1 4294967295", "18446744073709551615 4000000000 0", "1 1 0 4294967295 1 1"] {
            let outcomes = read(header);
            assert!(outcomes.len() == 1 && outcomes[0].contains("found the end of the text"), "{outcomes:?}");
        }
    }

    #[test]
    fn the_excerpt_underlines_the_whole_clue() {
        let text = format!("1\n{SMALL}").replace("3 1 0 7", "2 1 0 7");
        let error = Reader::new(text.as_bytes()).next().unwrap().unwrap_err();
        let excerpt = &error.malformed().unwrap().excerpt;
        assert_eq!((excerpt.text.as_str(), excerpt.before, excerpt.width), ("2 1 0 7", 0, 7));
    }
}
