//! The text of word searches: a list of words for a grid whose size is a flag, or a printed grid with its words.
//!
//! ```text
//!   MATTHEW JOE MARY      A problem on each line. But where every line holds one word and there are several, they
//!                         are one problem. Blank lines and lines that start with # are skipped.
//!
//!   T B J                 Without --grid: a printed grid, its letters separated by blanks; a blank line; its words.
//!   A O X                 After another blank line the next grid may follow.
//!   E C Z
//!
//!   JOE CAT
//! ```

use std::collections::VecDeque;
use std::io::BufRead;

use super::{Board, NONE, WordSearch};
use crate::kind::Settings;
use crate::place::{Found, Malformed, ReadError};
use crate::scan::{Line, Scanner};

/// The largest grid, in cells. Larger ones are no puzzles, and their text alone would fill the memory of some machines.
pub(super) const LARGEST: u64 = 1_000_000;
/// More words than any grid has room for where none is inside another.
const MOST_WORDS: usize = 2_000_000;
/// After so many lines that are no text nobody looks whether the others hold one word each.
const MOST_MISTAKES: usize = 100;

/// A list of words with the line of each.
type Words = Vec<Vec<char>>;

/// Reads word searches in order.
pub struct Reader<R> {
    scanner: Scanner<R>,
    settings: Settings,
    /// Lines read ahead, to see whether the text is one problem with a word on each line.
    ahead: VecDeque<Result<Line, ReadError>>,
    started: bool,
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the start of a text.
    pub fn new(input: R, settings: &Settings) -> Self {
        Self {
            scanner: Scanner::new(input),
            settings: settings.clone(),
            ahead: VecDeque::new(),
            started: false,
            over: false,
        }
    }

    /// The next line that is neither blank nor a comment.
    fn line(&mut self) -> Result<Option<Line>, ReadError> {
        while let Some(line) = self.scanner.line()? {
            if !is_blank(&line) && !line.text.trim_start().starts_with('#') {
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// Reads on while each line holds one word: the whole text as one problem, if that is what it is.
    fn one_word_a_line(&mut self) -> Option<Result<Words, ReadError>> {
        let mut mistakes = 0;
        loop {
            match self.line() {
                Ok(Some(line)) => {
                    let one = line.text.split_whitespace().nth(1).is_none();
                    self.ahead.push_back(Ok(line));
                    if !one {
                        return None;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    mistakes += 1;
                    let readable = !matches!(error, ReadError::Io(_));
                    self.ahead.push_back(Err(error));
                    if !readable || mistakes == MOST_MISTAKES {
                        break;
                    }
                }
            }
            if self.ahead.len() > MOST_WORDS {
                let message = format!("the list is too long: it may have {MOST_WORDS} words at most");
                return Some(Err(ReadError::Usage(message)));
            }
        }
        if self.ahead.len() < 2 {
            return None;
        }
        let words = self.ahead.drain(..).map(|line| words_of(&line?)).collect::<Result<Vec<_>, _>>();
        Some(words.map(|words| words.concat()))
    }

    /// The next problem of a text that holds word lists.
    fn next_list(&mut self) -> Result<Option<WordSearch>, ReadError> {
        let (rows, columns) = grid_size(&self.settings)?;
        let first = !self.started;
        self.started = true;
        let words = match first.then(|| self.one_word_a_line()).flatten() {
            Some(words) => words?,
            None => match self.ahead.pop_front().map_or_else(|| self.line(), |line| line.map(Some))? {
                Some(line) => words_of(&line)?,
                None if first => return Err(self.end("words, separated by blanks")?),
                None => return Ok(None),
            },
        };
        let (overlap, key) = (self.settings.has("overlap"), self.settings.has("key"));
        Ok(Some(WordSearch::new(rows, columns, words, overlap, key, self.settings.seed)))
    }

    /// The next printed grid with its words. Whatever is wrong with it, the grid after it cannot be found.
    fn next_printed(&mut self) -> Result<Option<WordSearch>, ReadError> {
        let first = !self.started;
        self.started = true;
        self.over = true;
        let Some(top) = self.line()? else {
            return if first { Err(self.end("words, or a grid of letters")?) } else { Ok(None) };
        };
        if first && !looks_printed(&top) {
            let words = words_of(&top)?;
            let size = words.iter().map(Vec::len).max().unwrap_or(1).max(8);
            return Err(ReadError::Usage(format!(
                "the words need a grid: give its rows and columns, as in --grid {size}x{size}"
            )));
        }
        let mut cells = letters_of(&top, None)?;
        let columns = cells.len();
        loop {
            let Some(line) = self.scanner.line()? else {
                return Err(self.end("a blank line after the grid, and then its words")?);
            };
            if is_blank(&line) {
                break;
            }
            cells.extend(letters_of(&line, Some(columns))?);
            if cells.len() as u64 > LARGEST {
                return Err(too_large());
            }
        }
        let mut words = match self.line()? {
            Some(line) => words_of(&line)?,
            None => return Err(self.end("the words of the grid")?),
        };
        while let Some(line) = self.scanner.line()?.filter(|line| !is_blank(line)) {
            words.extend(words_of(&line)?);
        }
        self.over = false;
        Ok(Some(WordSearch::within(Board::new(columns, cells), words)))
    }

    /// The text ends where something is missing.
    fn end(&mut self, expected: &str) -> Result<ReadError, ReadError> {
        let place = self.scanner.place();
        Ok(self.scanner.malformed(place, 1, Found::End, expected.to_owned())?.into())
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<WordSearch, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let printed = self.settings.size("grid").is_none();
        let case = if printed { self.next_printed() } else { self.next_list() };
        // Wrong flags are wrong for every line, and a stream that cannot be read will not be readable later.
        self.over |= matches!(case, Err(ReadError::Usage(_) | ReadError::Io(_)) | Ok(None));
        case.transpose()
    }
}

/// The rows and columns of the grid that the flag asks for.
pub(super) fn grid_size(settings: &Settings) -> Result<(usize, usize), ReadError> {
    let Some((rows, columns)) = settings.size("grid") else {
        return Err(ReadError::Usage("the words need a grid: give its rows and columns, as in --grid 9x9".to_owned()));
    };
    match rows.checked_mul(columns) {
        Some(cells) if cells <= LARGEST => Ok((rows as usize, columns as usize)),
        _ => Err(too_large()),
    }
}

fn too_large() -> ReadError {
    ReadError::Usage(format!("the grid is too large: it may have {LARGEST} cells at most"))
}

fn is_blank(line: &Line) -> bool {
    line.text.trim().is_empty()
}

/// Whether a line looks like a row of a printed grid: letters that stand apart.
fn looks_printed(line: &Line) -> bool {
    line.text.split_whitespace().all(|item| item.chars().nth(1).is_none())
}

/// The items of a line with the number of characters before each.
fn items(line: &Line) -> impl Iterator<Item = (usize, &str)> {
    let text = &line.text;
    let mut before = 0;
    let mut counted = 0;
    text.split_whitespace().map(move |item| {
        let at = item.as_ptr() as usize - text.as_ptr() as usize;
        before += text[counted..at].chars().count();
        counted = at;
        (before, item)
    })
}

/// The words of a line, in upper case.
fn words_of(line: &Line) -> Result<Words, ReadError> {
    items(line).map(|(before, item)| word(item).map_err(|at| no_letter(line, before + at, item, at).into())).collect()
}

/// A word in upper case; or how many letters stand before the character that is none.
pub(super) fn word(text: &str) -> Result<Vec<char>, usize> {
    match text.chars().position(|letter| !letter.is_alphabetic()) {
        Some(at) => Err(at),
        None => Ok(text.chars().flat_map(upper_case).collect()),
    }
}

/// A letter in upper case, which may be two letters (SS for ß); itself where that would need marks of their own.
fn upper_case(letter: char) -> impl Iterator<Item = char> {
    let upper = letter.to_uppercase();
    let letters = upper.clone().all(char::is_alphabetic);
    upper.filter(move |_| letters).chain((!letters).then_some(letter))
}

fn no_letter(line: &Line, before: usize, item: &str, at: usize) -> Malformed {
    let found = item.chars().nth(at).map_or(Found::End, |character| Found::Text(character.to_string()));
    line.malformed(before, 1, found, "a letter: words have nothing else".to_owned())
}

/// The cells of a row of a printed grid, in upper case.
pub(super) fn letters_of(line: &Line, columns: Option<usize>) -> Result<Vec<char>, ReadError> {
    let mut letters = Vec::new();
    for (before, item) in items(line) {
        let mut upper = item.chars().flat_map(upper_case);
        let (first, second) = (upper.next(), upper.next());
        match (first, second) {
            _ if columns == Some(letters.len()) => {
                let expected = format!("the end of a row of {}", letters.len());
                let width = item.chars().count();
                return Err(line.malformed(before, width, Found::Text(item.to_owned()), expected).into());
            }
            (Some(letter), None) if letter == NONE || letter.is_alphabetic() => letters.push(letter),
            _ => {
                let expected = format!("one letter, or {NONE:?} where there is none");
                let width = item.chars().count();
                return Err(line.malformed(before, width, Found::Text(item.to_owned()), expected).into());
            }
        }
    }
    match columns {
        Some(columns) if letters.len() < columns => {
            let before = line.text.trim_end().chars().count();
            let expected = format!("{columns} letters in a row, of which there are {}", letters.len());
            Err(line.malformed(before, 1, Found::Described("the end of the line".to_owned()), expected).into())
        }
        _ => Ok(letters),
    }
}

impl WordSearch {
    /// The printed grid, a blank line, and the words, one to a line.
    pub(super) fn grid_text(&self, board: &Board) -> String {
        let mut text = board.text();
        text.push('\n');
        for word in self.words() {
            text += &word;
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Given;

    fn settings(grid: Option<(u64, u64)>) -> Settings {
        let mut settings = Settings::default();
        if let Some((rows, columns)) = grid {
            settings.set("grid", Given::Size(rows, columns));
        }
        settings
    }

    /// The words of each case, or its message.
    fn read(text: &str, grid: Option<(u64, u64)>) -> Vec<String> {
        let words = |case: WordSearch| case.words().collect::<Vec<_>>().join(" ");
        Reader::new(text.as_bytes(), &settings(grid)).map(|case| case.map_or_else(|e| e.to_string(), words)).collect()
    }

    fn lists(text: &str) -> Vec<String> {
        read(text, Some((9, 9)))
    }

    #[test]
    fn a_line_is_a_problem() {
        assert_eq!(lists("MATTHEW joe"), ["MATTHEW JOE"]);
        assert_eq!(lists("A B\n# no\n\nc\r\n\td  é\n"), ["A B", "C", "D É"]);
        assert_eq!(lists("a\nb c\nd"), ["A", "B C", "D"]);
    }

    #[test]
    fn a_word_on_each_line_is_one_problem() {
        assert_eq!(lists("\u{FEFF}one\n# two\n\n three \r\nStraße"), ["ONE THREE STRASSE"]);
        assert_eq!(lists("사과\n바나나\n"), ["사과 바나나"]);
        assert_eq!(lists("one\n"), ["ONE"]);
        assert_eq!(lists("ΐα\n"), ["ΐΑ"]);
    }

    #[test]
    fn what_is_no_letter_has_its_place_and_the_next_line_goes_on() {
        assert_eq!(
            lists("A B\nJOE O'BRIEN\nC D"),
            ["A B", "line 2, column 6: found \"'\", expected a letter: words have nothing else", "C D"]
        );
        assert_eq!(
            lists("사과 B4\nC D")[0],
            "line 1, column 5: found \"4\", expected a letter: words have nothing else"
        );
        assert_eq!(lists("a\nb2\nc").len(), 1);
        let mut reader = Reader::new(&b"a b\n\xFF\nc d"[..], &settings(Some((3, 3))));
        assert!(reader.next().unwrap().is_ok() && reader.next().unwrap().is_err() && reader.next().unwrap().is_ok());
        // One word on each line: a line that is no text spoils the one problem that they are.
        let mut reader = Reader::new(&b"a\nb\n\xFF\nc\n"[..], &settings(Some((3, 3))));
        assert!(reader.next().unwrap().is_err() && reader.next().is_none());
    }

    #[test]
    fn an_empty_text_is_a_mistake() {
        for empty in ["", "\n\n", "# nothing\n"] {
            let message = lists(empty).concat();
            assert!(message.contains("found the end of the text, expected words, separated by blanks"), "{message}");
        }
    }

    #[test]
    fn the_grid_is_needed_and_not_too_large() {
        assert_eq!(read("MATTHEW JOE", None), ["the words need a grid: give its rows and columns, as in --grid 8x8"]);
        let large = "the grid is too large: it may have 1000000 cells at most";
        assert_eq!(read("A B\nC D", Some((10_000, 10_000))), [large]);
        assert_eq!(read("A", Some((u64::MAX, u64::MAX))), [large]);
        assert_eq!(read("A", Some((1000, 1000))), ["A"]);
    }

    #[test]
    fn a_printed_grid_comes_with_its_words() {
        let text = "T B J\nA O X\nE C Z\n\nJOE\nCAT\n\nA\nB\n\nAB\n";
        let cases: Vec<WordSearch> = Reader::new(text.as_bytes(), &settings(None)).map(|case| case.unwrap()).collect();
        let written: Vec<String> = cases.iter().map(|case| case.grid_text(case.printed.as_ref().unwrap())).collect();
        assert_eq!(written.join("\n"), text);
    }

    #[test]
    fn a_printed_grid_with_a_mistake_says_where() {
        let cases = [
            (
                "A B\nC\n\nAB",
                "line 2, column 2: found the end of the line, expected 2 letters in a row, of which there are 1",
            ),
            ("A B\nC D E\n\nAB", "line 2, column 5: found \"E\", expected the end of a row of 2"),
            ("A B\nC 4\n\nAB", "line 2, column 3: found \"4\", expected one letter, or '.' where there is none"),
            ("A B\nC DE\n\nAB", "line 2, column 3: found \"DE\", expected one letter, or '.' where there is none"),
            (
                "A B\nC D",
                "line 2, column 4: found the end of the text, expected a blank line after the grid, and then its words",
            ),
            ("A B\nC D\n\n", "line 4, column 1: found the end of the text, expected the words of the grid"),
            ("", "line 1, column 1: found the end of the text, expected words, or a grid of letters"),
        ];
        for (text, message) in cases {
            assert_eq!(read(text, None), [message], "{text:?}");
        }
    }

    #[test]
    fn no_text_is_too_strange_to_read() {
        let mut random = crate::Random::new(9, 0);
        let pieces =
            ["A B\n", "CAT", " ", "\n", "\n\n", "\r\n", "\t", "#", "é", "바나나", "\u{FEFF}", "\0", ".", "4", "ß"];
        for round in 0..4_000 {
            let mut text: Vec<u8> =
                (0..random.below(12)).flat_map(|_| random.pick(&pieces).bytes().collect::<Vec<_>>()).collect();
            if round % 3 == 0 && !text.is_empty() {
                let at = random.below(text.len());
                text[at] = random.next() as u8;
            }
            for grid in [None, Some((3, 4))] {
                let cases: Vec<_> = Reader::new(&text[..], &settings(grid)).collect();
                assert!(!cases.is_empty(), "{text:?}");
                for mistake in cases.iter().filter_map(|case| case.as_ref().err()?.malformed()) {
                    assert!(mistake.place.line >= 1 && mistake.place.column >= 1 && mistake.excerpt.width >= 1);
                }
            }
        }
    }

    #[test]
    fn a_hundred_thousand_words_are_read() {
        assert_eq!(lists(&"word ".repeat(100_000)).len(), 1);
        assert_eq!(lists(&"word\n".repeat(100_000)).len(), 1);
    }
}
