//! What is wrong with a text, and where: the one error of every reader.

use std::fmt;
use std::io;

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

/// Why a reader has no puzzle.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The text does not follow the format.
    #[error(transparent)]
    Malformed(#[from] Box<Malformed>),
    /// The flags do not fit the puzzle, or a necessary one is missing.
    #[error("{0}")]
    Usage(String),
    /// The text could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ReadError {
    /// The mistake in the text, if that is what it was.
    pub fn malformed(&self) -> Option<&Malformed> {
        match self {
            Self::Malformed(malformed) => Some(malformed),
            Self::Usage(_) | Self::Io(_) => None,
        }
    }
}

impl From<Malformed> for ReadError {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(Box::new(malformed))
    }
}
