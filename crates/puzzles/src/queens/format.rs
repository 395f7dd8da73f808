//! The text of the problem, and that of its answer.
//!
//! A problem is a number, the size of the board. Numbers stand on lines, one or several to a line; each is a case. A line
//! with a mistake gives no case, and the next line goes on. Blank lines and lines that start with `#` say nothing.
//!
//! An answer is the list of rows; behind it, for boards of up to 40 × 40, the board.

use std::collections::VecDeque;
use std::fmt::Write;
use std::io::BufRead;

use super::{LARGEST, LARGEST_PRINTED, Queens};
use crate::place::{Found, ReadError};
use crate::scan::{Line, Scanner};

/// Reads the sizes of a text in order.
pub struct Reader<R> {
    scanner: Scanner<R>,
    /// What is left of the line at hand.
    waiting: VecDeque<Queens>,
    /// Whether a line with a problem was met.
    any: bool,
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the start of a text.
    pub fn new(input: R) -> Self {
        Self { scanner: Scanner::new(input), waiting: VecDeque::new(), any: false, over: false }
    }

    fn next_case(&mut self) -> Result<Option<Queens>, ReadError> {
        if self.waiting.is_empty() {
            match self.scanner.problem_line()? {
                Some(line) => {
                    self.any = true;
                    self.waiting = sizes(&line)?;
                }
                None if self.any => {}
                None => {
                    let place = self.scanner.place();
                    return Err(self.scanner.malformed(place, 1, Found::End, expected())?.into());
                }
            }
        }
        Ok(self.waiting.pop_front())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Queens, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let case = self.next_case();
        // A line that is no text, or no number, is behind us; after the end or a broken stream there is nothing more.
        self.over = match &case {
            Ok(case) => case.is_none(),
            Err(ReadError::Malformed(malformed)) => malformed.found == Found::End,
            Err(_) => true,
        };
        self.any |= case.is_err();
        case.transpose()
    }
}

fn expected() -> String {
    format!("the size of a board, from 1 to {LARGEST}")
}

/// The sizes on a line.
fn sizes(line: &Line) -> Result<VecDeque<Queens>, ReadError> {
    let size = |word: &str| {
        let size = word.parse().ok().filter(|size| (1..=LARGEST).contains(size))?;
        word.bytes().all(|b| b.is_ascii_digit()).then_some(Queens { size: size as usize })
    };
    let words = line.text.split_whitespace();
    words
        .map(|word| {
            size(word).ok_or_else(|| {
                let start = word.as_ptr() as usize - line.text.as_ptr() as usize;
                let before = line.text[..start].chars().count();
                line.malformed(before, word.chars().count(), Found::Text(shortened(word)), expected()).into()
            })
        })
        .collect()
}

/// A word of the text as a message shows it.
fn shortened(word: &str) -> String {
    let mut shown: String = word.chars().take(64).collect();
    if shown.len() < word.len() {
        shown.push('…');
    }
    shown
}

impl Queens {
    /// An answer as text: the list, and the board where it is not too large.
    pub fn answer_text(&self, rows: &[i64]) -> String {
        let mut text = String::with_capacity(9 * rows.len() + 4);
        text.push('[');
        for (column, row) in rows.iter().enumerate() {
            let comma = if column == 0 { "" } else { ", " };
            write!(text, "{comma}{row}").expect("a string takes everything");
        }
        text.push_str("]\n");
        if self.size <= LARGEST_PRINTED {
            (1..=self.size as i64).for_each(|row| text += &board_line(rows, row));
        }
        text
    }

    /// Reads an answer as [`Queens::answer_text`] writes it. The board may be missing; if it is there, it must show what
    /// the list says.
    pub fn read_rows<R: BufRead>(&self, text: &mut Scanner<R>) -> Result<Result<Vec<i64>, String>, ReadError> {
        let Some(line) = text.problem_line()? else {
            let place = text.place();
            return Err(text.malformed(place, 1, Found::End, self.expected_list())?.into());
        };
        let rows = self.list(&line)?;
        let mut wrong = (rows.len() != self.size)
            .then(|| format!("the list has {}, the board {} columns", numbers(rows.len()), self.size));
        if self.size <= LARGEST_PRINTED && !text.rest_of_line_is_blank()? {
            for row in 1..=self.size as i64 {
                let line = self.read_board_line(text)?;
                if wrong.is_none() && line != board_line(&rows, row) {
                    wrong = Some(format!("row {row} of the board is not what the list says"));
                }
            }
        }
        Ok(wrong.map_or(Ok(rows), Err))
    }

    fn expected_list(&self) -> String {
        format!("an answer: {} rows such as [2, 4, 1, 3]", self.size)
    }

    /// The numbers of `[2, 4, 1, 3]`. One that is too large for 64 bits is the largest that is not.
    fn list(&self, line: &Line) -> Result<Vec<i64>, ReadError> {
        let text = line.text.trim();
        let list = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).map(|list| {
            list.split(',').map(|number| {
                let number = number.trim();
                let digits = number.strip_prefix('-').unwrap_or(number);
                let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                plain.then(|| number.parse().unwrap_or(i64::MAX))
            })
        });
        list.and_then(|numbers| numbers.collect()).ok_or_else(|| {
            let before = line.text.chars().take_while(|c| c.is_whitespace()).count();
            let found = Found::Text(shortened(text));
            line.malformed(before, text.chars().count(), found, self.expected_list()).into()
        })
    }

    /// A row of a board, with single blanks.
    fn read_board_line<R: BufRead>(&self, text: &mut Scanner<R>) -> Result<String, ReadError> {
        let expected = || format!("a row of the board: {} times '.' or 'Q', with blanks between", self.size);
        let Some(line) = text.line()? else {
            let place = text.place();
            return Err(text.malformed(place, 1, Found::End, expected())?.into());
        };
        let cells: Vec<&str> = line.text.split_whitespace().collect();
        if cells.len() == self.size && cells.iter().all(|cell| [".", "Q"].contains(cell)) {
            return Ok(cells.join(" ") + "\n");
        }
        let width = line.text.chars().count();
        Err(line.malformed(0, width, Found::Text(shortened(&line.text)), expected()).into())
    }
}

/// A row of the board with its end of line.
fn board_line(rows: &[i64], row: i64) -> String {
    let cells: Vec<&str> = rows.iter().map(|of| if *of == row { "Q" } else { "." }).collect();
    cells.join(" ") + "\n"
}

fn numbers(count: usize) -> String {
    if count == 1 { "1 number".to_owned() } else { format!("{count} numbers") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sizes and messages that reading gives.
    fn read(text: &[u8]) -> Vec<Result<usize, String>> {
        Reader::new(text).take(50).map(|case| case.map(|q| q.size()).map_err(|e| e.to_string())).collect()
    }

    fn read_answer(size: usize, text: &str) -> Result<Result<Vec<i64>, String>, String> {
        Queens { size }.read_rows(&mut Scanner::new(text.as_bytes())).map_err(|e| e.to_string())
    }

    #[test]
    fn every_number_is_a_case() {
        assert_eq!(read(b"\xEF\xBB\xBF8\r\n# boards\n\n 4\t1000000 \n1"), [8, 4, 1_000_000, 1].map(Ok));
    }

    #[test]
    fn a_line_with_a_mistake_gives_nothing_and_the_next_goes_on() {
        let expected = "expected the size of a board, from 1 to 1000000";
        let wrong = |found: &str| Err(format!("line 2, column 3: found {found:?}, {expected}"));
        for word in ["0", "-4", "+4", "x", "4.5", "99999999999999999999999", "1000001", "8x8", "４"] {
            assert_eq!(read(format!("1\n2 {word} 4\n5").as_bytes()), [Ok(1), wrong(word), Ok(5)]);
        }
        let binary = read(b"4\n\xFF\xFE\n5");
        assert_eq!((binary.len(), &binary[0], &binary[2]), (3, &Ok(4), &Ok(5)));
    }

    #[test]
    fn an_empty_text_says_what_was_expected() {
        for text in ["", "\n", "# nothing\n", "\u{FEFF}"] {
            let read = read(text.as_bytes());
            assert_eq!(read.len(), 1, "{text:?}");
            assert!(read[0].as_ref().is_err_and(|e| e.contains("found the end of the text, expected the size")));
        }
    }

    #[test]
    fn the_sample_is_printed_byte_for_byte() {
        let text = Queens { size: 4 }.answer_text(&[2, 4, 1, 3]);
        assert_eq!(text, "[2, 4, 1, 3]\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n");
        assert_eq!(Queens { size: 1 }.answer_text(&[1]), "[1]\nQ\n");
    }

    #[test]
    fn the_board_is_printed_up_to_40() {
        let lines = |size: usize| Queens { size }.answer_text(&(1..=size as i64).collect::<Vec<_>>()).lines().count();
        assert_eq!((lines(40), lines(41)), (41, 1));
    }

    #[test]
    fn an_answer_is_read_as_it_is_written() {
        for rows in [&[1][..], &[2, 4, 1, 3]] {
            let queens = Queens { size: rows.len() };
            assert_eq!(read_answer(rows.len(), &queens.answer_text(rows)), Ok(Ok(rows.to_vec())));
        }
        assert_eq!(read_answer(4, "[2, 4, 1, 3]\n\n[9]"), Ok(Ok(vec![2, 4, 1, 3])), "the board may be missing");
        let text = "\n[2,4,1,3]\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n\n[3, 1, 4, 2]\n";
        let mut scanner = Scanner::new(text.as_bytes());
        let queens = Queens { size: 4 };
        assert_eq!(queens.read_rows(&mut scanner).unwrap(), Ok(vec![2, 4, 1, 3]));
        assert_eq!(queens.read_rows(&mut scanner).unwrap(), Ok(vec![3, 1, 4, 2]));
    }

    #[test]
    fn a_list_that_does_not_fit_is_wrong_and_a_text_that_is_no_list_malformed() {
        assert_eq!(read_answer(4, "[1]"), Ok(Err("the list has 1 number, the board 4 columns".to_owned())));
        let other = "[2, 4, 1, 3]\n. . Q .\nQ . . .\n. Q . .\n. . . Q\n";
        assert_eq!(read_answer(4, other), Ok(Err("row 3 of the board is not what the list says".to_owned())));
        let huge = "[2, 4, 1, 99999999999999999999]\n";
        assert_eq!(read_answer(4, huge), Ok(Ok(vec![2, 4, 1, i64::MAX])), "for the checker to refuse");
        for text in ["", "2 4 1 3", "[2 4 1 3]", "[2, 4, 1, 3", "[]", "[2, 4, 1, x]", "[2, 4, 1, 3]\n. . Q .\n"] {
            assert!(read_answer(4, text).is_err(), "{text:?}");
        }
        assert_eq!(
            read_answer(4, "[2, 4, 1, 3]\n. . Q .\n. . Q\n").unwrap_err(),
            "line 3, column 1: found \". . Q\", expected a row of the board: 4 times '.' or 'Q', with blanks between"
        );
    }
}
