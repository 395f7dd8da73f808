//! What is wrong with a text, and where: the one error of every reader.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

/// A place in a text, counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character within the line.
    pub column: u64,
}

/// `line 3, column 7`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// These characters.
    Text(String),
    /// Nothing: the text ends there.
    End,
    /// Something that only words describe: "a clue on a white cell".
    Described(String),
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "{text:?}"),
            Self::End => write!(f, "the end of the text"),
            Self::Described(words) => write!(f, "{words}"),
        }
    }
}

/// The part of a line around a place: what a message shows above its caret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// The line, or the part of a very long line that is near the place; without its end-of-line characters.
    pub text: String,
    /// How many characters of `text` stand before the place.
    pub before: usize,
    /// How many characters to underline, at least 1.
    pub width: usize,
}

/// A text that does not follow its format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: found {found}, expected {expected}")]
pub struct Malformed {
    /// Where.
    pub place: Place,
    /// What stands there.
    pub found: Found,
    /// What should stand there.
    pub expected: String,
    /// The line it is on.
    pub excerpt: Excerpt,
}

impl Malformed {
    /// A mistake at these bytes of a text that is known as a whole. A byte-order mark is no part of the text: neither
    /// these bytes nor the columns count it.
    pub fn at(text: &[u8], bytes: Range<usize>, found: Found, expected: String) -> Self {
        /// How many bytes of the line are shown before the place, and twice as many behind it.
        const NEAR: usize = 100;
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let starts_character = |at: usize| text.get(at).is_none_or(|byte| byte & 0xC0 != 0x80);
        let start = bytes.start.min(text.len());
        let line_start = text[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let line_end = text[start..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |end| start + end);
        let from =
            (line_start.max(start.saturating_sub(NEAR))..start).find(|at| starts_character(*at)).unwrap_or(start);
        let to = (start..=line_end.min(start + 2 * NEAR)).rfind(|at| starts_character(*at)).unwrap_or(start);
        let characters = |bytes: Range<usize>| String::from_utf8_lossy(&text[bytes]).chars().count();
        Self {
            place: Place {
                line: text[..line_start].iter().filter(|byte| **byte == b'\n').count() as u64 + 1,
                column: (line_start..start).filter(|at| starts_character(*at)).count() as u64 + 1,
            },
            found,
            expected,
            excerpt: Excerpt {
                text: String::from_utf8_lossy(&text[from..to]).trim_end().to_owned(),
                before: characters(from..start),
                width: characters(start..bytes.end.clamp(start, to)).max(1),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &[u8], bytes: Range<usize>) -> (u64, u64, String, usize, usize) {
        let Malformed { place, excerpt, .. } = Malformed::at(text, bytes, Found::End, String::new());
        (place.line, place.column, excerpt.text, excerpt.before, excerpt.width)
    }

    #[test]
    fn a_place_is_counted_in_characters_of_its_line() {
        assert_eq!(shown("a\r\n\u{FEFF}é xy\r\nb".as_bytes(), 9..11), (2, 4, "\u{FEFF}é xy".to_owned(), 3, 2));
        assert_eq!(shown("\u{FEFF}é xy".as_bytes(), 3..5), (1, 3, "é xy".to_owned(), 2, 2));
        assert_eq!(shown(b"ab\n", 3..3), (2, 1, String::new(), 0, 1));
        assert_eq!(shown(b"ab", 9..12), (1, 3, "ab".to_owned(), 2, 1));
    }

    #[test]
    fn of_a_long_line_the_part_near_the_place_is_shown() {
        let text = format!("{}xy{}\nnext", "é".repeat(5000), "ü".repeat(5000));
        let (line, column, near, before, width) = shown(text.as_bytes(), 10_000..10_002);
        assert_eq!((line, column, before, width), (1, 5001, 50, 2));
        assert!(near.len() <= 301 && near.contains("éxyü"), "{near}");
    }

    #[test]
    fn bytes_that_are_no_text_still_have_a_place() {
        assert_eq!(shown(b"ab\xFF\xFE", 2..3), (1, 3, "ab\u{FFFD}\u{FFFD}".to_owned(), 2, 1));
    }
}
