//! Words separated by white space, or whole lines, read piece by piece from a stream, each with its place.
//!
//! Memory is bounded whatever the input: the scanner keeps the word at hand (at most [`LONGEST_WORD`] bytes of it) and
//! the last part of the current line, which a message shows above its caret. A line has [`LONGEST_LINE`] bytes at most.

use std::io::{self, BufRead};
use std::ops::RangeInclusive;

use crate::place::{Excerpt, Found, Malformed, Place, ReadError};

/// A longer word is never a number or a name here; the rest of it is not read.
const LONGEST_WORD: usize = 64;
/// A longer line is malformed.
const LONGEST_LINE: usize = 1 << 24;
/// How much of the current line is kept before the scanner, and shown after it.
const EXCERPT: usize = 100;

/// A word of the text, before anybody asked what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    text: String,
    place: Place,
}

/// A line of the text, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What stands on it.
    pub text: String,
    /// Which one it is, from 1.
    pub number: u64,
}

impl Line {
    /// A mistake on this line, behind so many of its characters and of that width in characters.
    pub fn malformed(&self, before: usize, width: usize, found: Found, expected: String) -> Malformed {
        // Of a very long line the part near the place is enough.
        let dropped = before.saturating_sub(EXCERPT);
        Malformed {
            place: Place { line: self.number, column: before as u64 + 1 },
            found,
            expected,
            excerpt: Excerpt {
                text: self.text.chars().skip(dropped).take(3 * EXCERPT).collect::<String>().trim_end().to_owned(),
                before: before - dropped,
                width: width.clamp(1, 2 * EXCERPT),
            },
        }
    }
}

/// A whole number of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its value.
    pub value: u64,
    /// Where it stands.
    pub place: Place,
}

/// Reads words and numbers from a stream.
pub struct Scanner<R> {
    input: R,
    /// Where the next character stands.
    place: Place,
    /// The line up to `place`, without the `dropped` characters at its start.
    line: Vec<u8>,
    dropped: u64,
    /// A line was too long to be read: there are no more.
    endless: bool,
}

impl<R: BufRead> Scanner<R> {
    /// A scanner at the start of the text. A byte-order mark there is no part of the text.
    pub fn new(input: R) -> Self {
        Self { input, place: Place { line: 1, column: 1 }, line: Vec::new(), dropped: 0, endless: false }
    }

    /// Where the next character stands.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The next word, or `None` at the end.
    pub fn word(&mut self) -> io::Result<Option<Word>> {
        loop {
            self.skip(is_space)?;
            let place = self.place;
            let mut text = Vec::new();
            loop {
                let buffer = self.input.fill_buf()?;
                let room = &buffer[..buffer.len().min(LONGEST_WORD + 1 - text.len())];
                let length = room.iter().position(|b| is_space(*b)).unwrap_or(room.len());
                text.extend_from_slice(&room[..length]);
                let ended = length == 0 || length < room.len() || text.len() > LONGEST_WORD;
                pass(&mut self.place, &mut self.line, &mut self.dropped, &room[..length]);
                self.input.consume(length);
                if ended {
                    break;
                }
            }
            if place == (Place { line: 1, column: 1 }) && text.starts_with(b"\xEF\xBB\xBF") {
                text.drain(..3);
                self.line.drain(..3);
                self.place.column -= 1;
                if text.is_empty() {
                    continue;
                }
            }
            if text.is_empty() {
                return Ok(None);
            }
            let mut shown = String::from_utf8_lossy(&text[..text.len().min(LONGEST_WORD)]).into_owned();
            if text.len() > LONGEST_WORD {
                shown.push('…');
            }
            return Ok(Some(Word { text: shown, place }));
        }
    }

    /// The next word, which must be a whole number in the range: `what` names it in the message.
    ///
    /// The outer error means that no word was there to read; after the inner one the scanner stands behind the word.
    pub fn number(
        &mut self,
        what: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Result<Number, Box<Malformed>>, ReadError> {
        let expected = || match (*range.start(), *range.end()) {
            (0, u64::MAX) => format!("{what}, a whole number of at most 64 bits"),
            (low, u64::MAX) => format!("{what}, a whole number from {low}"),
            (low, high) if high == low + 1 => format!("{what}, {low} or {high}"),
            (low, high) => format!("{what}, from {low} to {high}"),
        };
        if let Some([number]) = self.plain_numbers(|[number]| range.contains(&number.value))? {
            return Ok(Ok(number));
        }
        let Some(word) = self.word()? else {
            return Err(self.malformed(self.place, 1, Found::End, expected())?.into());
        };
        let digits = word.text.bytes().all(|b| b.is_ascii_digit());
        match word.text.parse::<u64>() {
            Ok(value) if digits && range.contains(&value) => Ok(Ok(Number { value, place: word.place })),
            _ => {
                let width = word.text.chars().count();
                Ok(Err(Box::new(self.malformed(word.place, width, Found::Text(word.text), expected())?)))
            }
        }
    }

    /// The next numbers of one line, where they lie whole in the buffer with one blank between two and are wanted, as nearly
    /// all are; otherwise nothing is read, and [`Scanner::number`] can say what is wrong.
    pub fn plain_numbers<const N: usize>(
        &mut self,
        wanted: impl FnOnce(&[Number; N]) -> bool,
    ) -> io::Result<Option<[Number; N]>> {
        let buffer = self.input.fill_buf()?;
        let line_end = line_end(buffer);
        let start = if line_end > 0 { Place { line: self.place.line + 1, column: 1 } } else { self.place };
        let mut at = if buffer.first() == Some(&b' ') { 1 } else { line_end };
        let mut numbers = [Number { value: 0, place: start }; N];
        for (Number { value, place }, left) in numbers.iter_mut().zip((0..N).rev()) {
            let first = at;
            while let Some(digit) = buffer.get(at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit <= 9) {
                *value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
                at += 1;
            }
            let ended = buffer.get(at).is_some_and(|byte| if left > 0 { *byte == b' ' } else { is_space(*byte) });
            // Nineteen digits fit 64 bits.
            if !ended || !(1..=19).contains(&(at - first)) {
                return Ok(None);
            }
            place.column += (first - line_end) as u64;
            at += usize::from(left > 0);
        }
        if !wanted(&numbers) {
            return Ok(None);
        }
        pass_plain(&mut self.place, &mut self.line, &mut self.dropped, line_end, &buffer[..at]);
        self.input.consume(at);
        Ok(Some(numbers))
    }

    /// Reads digits of the next line while `accept` takes them, where it holds so many of them with one blank between two and
    /// lies whole in the buffer; otherwise nothing is read.
    pub fn digits(&mut self, count: usize, mut accept: impl FnMut(u8) -> bool) -> io::Result<()> {
        let buffer = self.input.fill_buf()?;
        let line_end = line_end(buffer);
        let Some((line, behind)) = buffer[line_end..].split_at_checked(count.saturating_mul(2).saturating_sub(1))
        else {
            return Ok(());
        };
        if line_end == 0 || !behind.first().is_some_and(|byte| is_space(*byte)) {
            return Ok(());
        }
        let plain = |pair: &&[u8]| pair[0].is_ascii_digit() && pair.get(1).is_none_or(|blank| *blank == b' ');
        let taken = line.chunks(2).take_while(plain).take_while(|pair| accept(pair[0] - b'0')).count();
        if taken > 0 {
            let read = line_end + 2 * taken - 1;
            pass_plain(&mut self.place, &mut self.line, &mut self.dropped, line_end, &buffer[..read]);
            self.input.consume(read);
        }
        Ok(())
    }

    /// The rest of the line at hand, or `None` at the end of the text. Blanks stay as they are. After a line that is no text
    /// the next one can be read; after one that is too long there are no more.
    pub fn line(&mut self) -> Result<Option<Line>, ReadError> {
        if self.endless {
            return Ok(None);
        }
        let number = self.place.line;
        let start = self.place.column;
        let mut bytes = Vec::new();
        io::Read::take(&mut self.input, LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        if bytes.last() == Some(&b'\n') {
            self.place = Place { line: number + 1, column: 1 };
            self.line.clear();
            self.dropped = 0;
        } else {
            pass(&mut self.place, &mut self.line, &mut self.dropped, &bytes);
        }
        if bytes.len() > LONGEST_LINE {
            self.endless = true;
            let found = Found::Described("a line without end".to_owned());
            let expected = format!("lines of {LONGEST_LINE} bytes at most");
            let excerpt = Excerpt::default();
            return Err(Malformed { place: Place { line: number, column: start }, found, expected, excerpt }.into());
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        }
        if (number, start) == (1, 1) && bytes.starts_with(b"\xEF\xBB\xBF") {
            bytes.drain(..3);
            // Where the text ends with this line, the mark is no column of it.
            if self.place.line == number && self.dropped == 0 {
                self.line.drain(..3);
                self.place.column -= 1;
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(Line { text, number })),
            Err(error) => {
                let before =
                    String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).chars().count();
                let line = Line { text: String::from_utf8_lossy(error.as_bytes()).into_owned(), number };
                let found = Found::Described("bytes that are no text".to_owned());
                Err(line.malformed(before, 1, found, "text in UTF-8".to_owned()).into())
            }
        }
    }

    /// What `read` makes of the next line, where this has `N` bytes and lies whole in the buffer, as nearly all of a long text
    /// do: nothing is copied then. Where `read` makes nothing of it, or it is another line, it is still to be read.
    pub fn plain_line<const N: usize, T>(&mut self, read: impl FnOnce(&[u8; N]) -> Option<T>) -> io::Result<Option<T>> {
        if self.endless || self.place.column > 1 {
            return Ok(None);
        }
        let Some((line, rest)) = self.input.fill_buf()?.split_first_chunk() else { return Ok(None) };
        let end = match rest {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return Ok(None),
        };
        let what = read(line);
        if what.is_some() {
            self.input.consume(N + end);
            self.place = Place { line: self.place.line + 1, column: 1 };
            self.line.clear();
            self.dropped = 0;
        }
        Ok(what)
    }

    /// The next line that states a problem: neither blank nor a comment that starts with `#`. `None` at the end.
    pub fn problem_line(&mut self) -> Result<Option<Line>, ReadError> {
        while let Some(line) = self.line()? {
            let start = line.text.trim_start();
            if !start.is_empty() && !start.starts_with('#') {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The text must end here, but for white space.
    pub fn end(&mut self, expected: &str) -> Result<(), ReadError> {
        match self.word()? {
            None => Ok(()),
            Some(word) => {
                let width = word.text.chars().count();
                Err(self.malformed(word.place, width, Found::Text(word.text), expected.to_owned())?.into())
            }
        }
    }

    /// The first byte of the next word, or `None` at the end; skips the white space before it.
    pub fn peek(&mut self) -> io::Result<Option<u8>> {
        self.skip(is_space)?;
        Ok(self.input.fill_buf()?.first().copied())
    }

    /// Whether nothing but blanks stands before the end of the line; skips those blanks.
    pub fn rest_of_line_is_blank(&mut self) -> io::Result<bool> {
        self.skip(|b| is_space(b) && b != b'\n')?;
        Ok(self.input.fill_buf()?.first().is_none_or(|b| *b == b'\n'))
    }

    /// An error at a place that the scanner has passed, with the line around it as far as it is still known.
    pub fn malformed(&mut self, place: Place, width: usize, found: Found, expected: String) -> io::Result<Malformed> {
        let excerpt = self.excerpt(place, width)?;
        Ok(Malformed { place, found, expected, excerpt })
    }

    fn excerpt(&mut self, place: Place, width: usize) -> io::Result<Excerpt> {
        if place.line != self.place.line || place.column <= self.dropped {
            return Ok(Excerpt::default());
        }
        let rest = self.input.fill_buf()?;
        let end = rest.iter().take(EXCERPT).position(|b| *b == b'\n').unwrap_or(rest.len().min(EXCERPT));
        let text = [&self.line[..], &rest[..end]].concat();
        Ok(Excerpt {
            text: String::from_utf8_lossy(&text).trim_end().to_owned(),
            before: (place.column - 1 - self.dropped) as usize,
            width: width.max(1),
        })
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) -> io::Result<()> {
        loop {
            let buffer = self.input.fill_buf()?;
            let length = buffer.iter().position(|b| !skipped(*b)).unwrap_or(buffer.len());
            let ended = length == 0 || length < buffer.len();
            pass(&mut self.place, &mut self.line, &mut self.dropped, &buffer[..length]);
            self.input.consume(length);
            if ended {
                return Ok(());
            }
        }
    }
}

/// How many bytes end a line at the start of a text; 0 where none ends there.
fn line_end(text: &[u8]) -> usize {
    match text {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C)
}

/// Moves the place over these bytes and keeps the end of the line.
fn pass(place: &mut Place, line: &mut Vec<u8>, dropped: &mut u64, bytes: &[u8]) {
    for part in bytes.split_inclusive(|byte| *byte == b'\n') {
        if part.last() == Some(&b'\n') {
            *place = Place { line: place.line + 1, column: 1 };
            line.clear();
            *dropped = 0;
            continue;
        }
        place.column += characters(part);
        keep(line, dropped, part);
    }
}

/// The same where the first so many bytes end a line, and the others are a character each.
fn pass_plain(place: &mut Place, line: &mut Vec<u8>, dropped: &mut u64, line_end: usize, bytes: &[u8]) {
    if line_end > 0 {
        *place = Place { line: place.line + 1, column: 1 };
        line.clear();
        *dropped = 0;
    }
    place.column += (bytes.len() - line_end) as u64;
    keep(line, dropped, &bytes[line_end..]);
}

/// Adds to the line at hand, of which only the end is kept.
fn keep(line: &mut Vec<u8>, dropped: &mut u64, part: &[u8]) {
    line.extend_from_slice(part);
    if line.len() >= 4 * EXCERPT {
        let gone = line.len() - 2 * EXCERPT;
        let gone = (gone..line.len()).find(|i| starts_character(line[*i])).unwrap_or(line.len());
        *dropped += characters(&line[..gone]);
        line.drain(..gone);
    }
}

/// How many characters start in these bytes.
fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| starts_character(**byte)).count() as u64
}

/// Whether a byte of UTF-8 is the first of its character.
fn starts_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<(String, u64, u64)> {
        let mut scanner = Scanner::new(text.as_bytes());
        std::iter::from_fn(|| scanner.word().unwrap()).map(|w| (w.text, w.place.line, w.place.column)).collect()
    }

    fn first_mistake(text: &str, range: RangeInclusive<u64>) -> String {
        let mut scanner = Scanner::new(text.as_bytes());
        loop {
            match scanner.number("a number", range.clone()) {
                Ok(Ok(_)) => {}
                Ok(Err(malformed)) => return malformed.to_string(),
                Err(error) => return error.to_string(),
            }
        }
    }

    #[test]
    fn words_have_their_line_and_column_in_characters() {
        let expected = [("1", 1, 1), ("é2", 1, 3), ("3", 1, 6), ("4", 2, 2), ("5", 4, 1)];
        let expected = expected.map(|(text, line, column)| (text.to_owned(), line, column));
        assert_eq!(words("1 é2 3\r\n\t4\n\n5"), expected);
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        assert_eq!(words("\u{FEFF}1 2"), [("1".to_owned(), 1, 1), ("2".to_owned(), 1, 3)]);
        assert_eq!(words("\u{FEFF} 2"), [("2".to_owned(), 1, 2)]);
        assert_eq!(words("\u{FEFF}"), []);
    }

    #[test]
    fn words_do_not_depend_on_how_the_stream_is_cut() {
        let text = "\u{FEFF}12 345\n x";
        for capacity in 1..8 {
            let mut scanner = Scanner::new(io::BufReader::with_capacity(capacity, text.as_bytes()));
            let read: Vec<_> = std::iter::from_fn(|| scanner.word().unwrap()).map(|w| (w.text, w.place)).collect();
            let whole: Vec<_> =
                words(text).into_iter().map(|(text, line, column)| (text, Place { line, column })).collect();
            assert_eq!(read, whole);
        }
    }

    #[test]
    fn lines_end_with_either_end_of_line_or_none() {
        let mut scanner = Scanner::new("\u{FEFF}a b\r\n\nc".as_bytes());
        let lines: Vec<Line> = std::iter::from_fn(|| scanner.line().unwrap()).collect();
        let expected = [("a b", 1), ("", 2), ("c", 3)];
        assert_eq!(lines, expected.map(|(text, number)| Line { text: text.to_owned(), number }));
    }

    #[test]
    fn a_line_that_is_no_text_is_a_mistake_at_its_place() {
        let mut scanner = Scanner::new(&b"ok\n\xC3\xA9x\xFFy\nafter"[..]);
        assert!(scanner.line().is_ok());
        let message = scanner.line().unwrap_err().to_string();
        assert_eq!(message, "line 2, column 3: found bytes that are no text, expected text in UTF-8");
        assert_eq!(scanner.line().unwrap().unwrap().text, "after");
    }

    #[test]
    fn a_line_without_end_is_not_read_to_its_end() {
        let mut scanner = Scanner::new(io::BufReader::new(io::repeat(b'x')));
        assert!(scanner.line().is_err());
        assert_eq!(scanner.line().unwrap(), None);
    }

    #[test]
    fn numbers_name_what_was_found_and_expected() {
        assert_eq!(first_mistake("1 x", 0..=9), "line 1, column 3: found \"x\", expected a number, from 0 to 9");
        assert_eq!(first_mistake("1\n12", 0..=9), "line 2, column 1: found \"12\", expected a number, from 0 to 9");
        assert_eq!(first_mistake("-1", 0..=1), "line 1, column 1: found \"-1\", expected a number, 0 or 1");
        assert_eq!(first_mistake("+1", 0..=1), "line 1, column 1: found \"+1\", expected a number, 0 or 1");
        assert_eq!(
            first_mistake("1 ", 0..=1),
            "line 1, column 3: found the end of the text, expected a number, 0 or 1"
        );
        assert_eq!(
            first_mistake("18446744073709551615 18446744073709551616", 0..=u64::MAX),
            "line 1, column 22: found \"18446744073709551616\", expected a number, a whole number of at most 64 bits"
        );
    }

    #[test]
    fn plain_numbers_of_a_line_are_read_together_or_not_at_all() {
        let values = |numbers: [Number; 2]| numbers.map(|n| (n.value, n.place.line, n.place.column));
        for end in ["\n", "\r\n"] {
            let text = format!("7 18{end}9 10{end}11  12 13\t14 15x 16 17");
            for capacity in 1..30 {
                let mut scanner = Scanner::new(io::BufReader::with_capacity(capacity, text.as_bytes()));
                let mut pair = || {
                    let both = scanner.plain_numbers(|numbers: &[Number; 2]| numbers[1].value < 100).unwrap();
                    both.unwrap_or_else(|| [(); 2].map(|()| scanner.number("a number", 0..=99).unwrap().unwrap()))
                };
                assert_eq!(values(pair()), [(7, 1, 1), (18, 1, 3)]);
                assert_eq!(values(pair()), [(9, 2, 1), (10, 2, 3)]);
                assert_eq!(values(pair()), [(11, 3, 1), (12, 3, 5)]);
                assert_eq!(values(pair()), [(13, 3, 8), (14, 3, 11)]);
                let refused = scanner.number("a number", 0..=99).unwrap().unwrap_err();
                assert_eq!(refused.to_string(), "line 3, column 14: found \"15x\", expected a number, from 0 to 99");
                assert!(refused.excerpt.text.starts_with("11  12 13\t14 15x"), "{:?}", refused.excerpt);
                assert_eq!(refused.excerpt.before, 13);
                assert!(scanner.plain_numbers(|[number]| number.value != 16).unwrap().is_none());
                assert_eq!(scanner.number("a number", 16..=16).unwrap().unwrap().value, 16);
                // What follows the last one is not known yet.
                assert!(scanner.plain_numbers(|[_]| true).unwrap().is_none());
            }
        }
    }

    #[test]
    fn digits_are_read_up_to_what_is_refused_where_a_line_holds_so_many() {
        let mut scanner = Scanner::new("3\r\n1 2 3\r\n4 9 6\n7 8\n\n1 2 3\n".as_bytes());
        let mut digits = |before: &str| {
            before.split(' ').for_each(|word| assert_eq!(scanner.word().unwrap().unwrap().text, word));
            let mut read = Vec::new();
            let accept = |digit| {
                read.extend((digit < 9).then_some(digit));
                digit < 9
            };
            scanner.digits(3, accept).unwrap();
            (read, scanner.place().line, scanner.place().column)
        };
        assert_eq!(digits("3"), (vec![1, 2, 3], 2, 6));
        assert_eq!(digits("4 9"), (vec![], 3, 4));
        assert_eq!(digits("6"), (vec![], 3, 6));
        assert_eq!(digits("7 8"), (vec![], 4, 4));
        let mut scanner = Scanner::new("3\n4 9 6\n".as_bytes());
        scanner.word().unwrap();
        scanner.digits(3, |digit| digit < 9).unwrap();
        assert_eq!(scanner.place(), Place { line: 2, column: 2 });
        assert_eq!(scanner.word().unwrap().unwrap().text, "9");
    }

    #[test]
    fn a_word_without_end_is_not_read_to_its_end() {
        let mut scanner = Scanner::new(io::BufReader::new(io::repeat(0)));
        assert!(scanner.number("a number", 0..=9).unwrap().is_err());
    }

    #[test]
    fn the_excerpt_of_a_long_line_is_the_part_near_the_place() {
        let text = format!("{}x é\nnext", "1 ".repeat(5000));
        let mut scanner = Scanner::new(text.as_bytes());
        let malformed = loop {
            if let Err(malformed) = scanner.number("a number", 0..=9).unwrap() {
                break malformed;
            }
        };
        assert_eq!(malformed.place, Place { line: 1, column: 10_001 });
        let Excerpt { text, before, width } = malformed.excerpt;
        assert!(text.len() < 1000 && text.ends_with(" x é"));
        assert_eq!(text.chars().skip(before).take(width).collect::<String>(), "x");
    }
}
