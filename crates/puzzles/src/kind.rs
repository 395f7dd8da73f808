//! What a kind of puzzle is to everybody else: a name, its flags, and what one can do with it.
//!
//! A kind is data and functions. The command builds its arguments, its help and `entail kinds` from this; a new kind is
//! a folder with a `Kind` in it and one line in [`KINDS`](crate::KINDS).

use std::collections::BTreeMap;
use std::io::BufRead;
use std::ops::RangeInclusive;

use crate::place::ReadError;
use crate::puzzle::Puzzle;
use crate::search::How;

/// A text to read from.
pub type Input = Box<dyn BufRead + Send>;

/// The cases of a text in order. After a mistake behind which the next case cannot be found there are no more.
pub type Cases = Box<dyn Iterator<Item = Result<Box<dyn Puzzle>, ReadError>> + Send>;

/// A kind of puzzle.
pub struct Kind {
    /// What the command line calls it.
    pub name: &'static str,
    /// One line for `entail kinds` and for help, without a full stop.
    pub about: &'static str,
    /// Where its problem stands.
    pub source: Source,
    /// What its text looks like, for help.
    pub text: &'static str,
    /// Flags of its own.
    pub flags: &'static [Flag],
    /// Command lines that work, for help: after `entail`.
    pub examples: &'static [&'static str],
    /// Whether one can ask for all answers, count them, or ask whether there is only one.
    pub enumerable: bool,
    /// Whether there is a search made for this kind, next to the learning engine.
    pub kernel: bool,
    /// Reads puzzles, in any of its formats.
    pub read: fn(Input, &Settings) -> Cases,
    /// Reads answers and makes of each the puzzle that it answers.
    pub pose: Option<fn(Input, &Settings) -> Cases>,
    /// What a puzzle can be written as; the first is what `pose` and `generate` write.
    pub formats: &'static [Format],
    /// Makes new puzzles.
    pub generate: Option<Generate>,
}

/// Where the problem of a kind stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// In a file, or on standard input.
    File,
    /// In the arguments, which have this name in help; without any, a problem on each line of standard input.
    Arguments(&'static str),
}

/// A format that puzzles are written in.
pub struct Format {
    /// What `--to` calls it.
    pub name: &'static str,
    /// One line for help.
    pub about: &'static str,
    /// Whether a text starts with the number of its cases, on a line of its own.
    pub counted: bool,
    /// Whether a text holds one case only.
    pub single: bool,
    /// What stands between two cases.
    pub between: &'static str,
}

/// How new puzzles are made.
pub struct Generate {
    /// Whether it makes puzzles from a list of words.
    pub words: WordList,
    /// Makes puzzle number `nth` (from 0) of a seed. The same words, settings and number give the same puzzle.
    pub make: fn(words: &[String], settings: &Settings, nth: u64, how: &How) -> Result<Generated, NotMade>,
}

/// Whether puzzles are made from a list of words, and what a word is called in help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordList {
    /// They are not.
    None,
    /// They are, from the arguments or standard input.
    Needed(&'static str),
    /// They are; without any in the arguments the kind takes words of its own.
    Optional(&'static str),
}

/// A new puzzle.
pub struct Generated {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// How hard it is and how that was measured, for `--stats`.
    pub difficulty: String,
}

/// Why there is no new puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMade {
    /// What was asked for makes no sense: wrong usage.
    Usage(String),
    /// There is none, which is proved, and this is why.
    Impossible(String),
    /// None was found, though there may be one; and this is what was tried.
    NotFound(String),
    /// A limit or Ctrl-C came first.
    Stopped,
}

/// A verb of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Find answers.
    Solve,
    /// Make the puzzle of an answer.
    Pose,
    /// Check an answer.
    Check,
    /// Make new puzzles.
    Generate,
    /// Write puzzles in another format.
    Convert,
    /// Draw puzzles.
    Draw,
}

/// Everything that reads puzzles.
pub const READING: &[Verb] = &[Verb::Solve, Verb::Check, Verb::Convert, Verb::Draw];

/// A flag of a kind.
pub struct Flag {
    /// Without its dashes.
    pub name: &'static str,
    /// What comes behind it.
    pub takes: Takes,
    /// One line for help.
    pub help: &'static str,
    /// The verbs that know it.
    pub verbs: &'static [Verb],
}

/// What comes behind a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing: it is there or not.
    Nothing,
    /// A whole number in this range.
    Number(RangeInclusive<u64>),
    /// Two numbers from 1, `9x13`: rows and columns, or height and width. With `square`, `9` is short for `9x9`.
    Size {
        /// Whether one number is enough.
        square: bool,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Any text, called this in help.
    Text(&'static str),
}

/// What the flags of a kind were set to.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Where random choices start.
    pub seed: u64,
    given: BTreeMap<&'static str, Given>,
}

/// What a flag was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// It was there.
    Nothing,
    /// A number in the range of the flag.
    Number(u64),
    /// Rows and columns, or height and width.
    Size(u64, u64),
    /// A text, or one of the words of the flag.
    Text(String),
}

impl Settings {
    /// No flag was given.
    pub fn new(seed: u64) -> Self {
        Self { seed, given: BTreeMap::new() }
    }

    /// Sets a flag.
    pub fn set(&mut self, flag: &'static str, given: Given) {
        self.given.insert(flag, given);
    }

    /// Whether the flag was there.
    pub fn has(&self, flag: &str) -> bool {
        self.given.contains_key(flag)
    }

    /// The number of a flag.
    pub fn number(&self, flag: &str) -> Option<u64> {
        match self.given.get(flag)? {
            Given::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The size of a flag: rows and columns, or height and width.
    pub fn size(&self, flag: &str) -> Option<(u64, u64)> {
        match self.given.get(flag)? {
            Given::Size(rows, columns) => Some((*rows, *columns)),
            _ => None,
        }
    }

    /// The text of a flag.
    pub fn text(&self, flag: &str) -> Option<&str> {
        match self.given.get(flag)? {
            Given::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl Takes {
    /// What a text behind the flag means.
    pub fn parse(&self, text: &str) -> Result<Given, String> {
        match self {
            Self::Nothing => Ok(Given::Nothing),
            Self::Number(range) => match number(text).filter(|number| range.contains(number)) {
                Some(number) => Ok(Given::Number(number)),
                None if *range.end() == u64::MAX => Err(format!("expected a whole number from {}", range.start())),
                None => Err(format!("expected a number from {} to {}", range.start(), range.end())),
            },
            Self::Size { square } => {
                let (rows, columns) =
                    text.split_once(['x', 'X', '×']).unwrap_or((text, if *square { text } else { "" }));
                match (number(rows), number(columns)) {
                    (Some(rows @ 1..), Some(columns @ 1..)) => Ok(Given::Size(rows, columns)),
                    _ if *square => {
                        Err("expected a size such as 9 or 9x13, rows x columns, both at least 1".to_owned())
                    }
                    _ => Err("expected a size such as 9x13, both at least 1".to_owned()),
                }
            }
            Self::OneOf(words) if words.contains(&text) => Ok(Given::Text(text.to_owned())),
            Self::OneOf(words) => Err(format!("expected one of {}", words.join(", "))),
            Self::Text(_) => Ok(Given::Text(text.to_owned())),
        }
    }
}

/// A whole number in plain digits.
fn number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_from_1() {
        let size = Takes::Size { square: false };
        assert_eq!(size.parse("9x13"), Ok(Given::Size(9, 13)));
        assert_eq!(Takes::Size { square: true }.parse("9"), Ok(Given::Size(9, 9)));
        for wrong in ["9", "", "x", "9x", "0x9", "9x0", "9x9x9", "-1x2", "+1x2", "99999999999999999999x1", "a"] {
            assert!(size.parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_number_lies_in_its_range() {
        let number = Takes::Number(2..=36);
        assert_eq!(number.parse("36"), Ok(Given::Number(36)));
        for wrong in ["1", "37", "", "-2", "+2", "2.0", "ten"] {
            assert!(number.parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
