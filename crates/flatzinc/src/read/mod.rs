//! FlatZinc, as text or as JSON, into a [`Program`]: every name resolved, every declaration checked.
//!
//! A mistake has its place in bytes; lines and columns are counted once somebody wants to see it.

mod json;
mod names;
mod scan;
#[cfg(test)]
mod tests;
mod text;

use std::ops::Range;

use entail_model::place::{Found, Malformed};

use crate::ast::Program;

/// How deep brackets may be nested. Compilers write five or so; more than the stack holds must be a message.
const DEEPEST: usize = 200;

/// What is wrong, and at which bytes of the text (without its byte-order mark).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where.
    pub at: Range<usize>,
    /// What stands there.
    pub found: Found,
    /// What should stand there.
    pub expected: String,
}

impl Mistake {
    /// A mistake at these bytes.
    pub fn new(at: Range<usize>, found: Found, expected: impl Into<String>) -> Box<Self> {
        Box::new(Self { at, found, expected: expected.into() })
    }

    /// The same with its line and column in the text that was read.
    pub fn within(self, source: &[u8]) -> Malformed {
        Malformed::at(source, self.at, self.found, self.expected)
    }
}

type Parsed<T> = Result<T, Box<Mistake>>;

/// Reads a program: JSON if it starts with a brace, text otherwise.
pub fn read(source: &[u8]) -> Result<Program, Box<Malformed>> {
    let bytes = source.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(source);
    let parsed = match std::str::from_utf8(bytes) {
        Ok(text) if text.trim_start().starts_with('{') => json::program(text),
        Ok(text) => text::program(text),
        Err(error) => {
            let at = error.valid_up_to();
            let found = Found::Described("bytes that are no text".to_owned());
            Err(Mistake::new(at..at + 1, found, "text in UTF-8"))
        }
    };
    parsed.map_err(|mistake| Box::new(mistake.within(source)))
}
