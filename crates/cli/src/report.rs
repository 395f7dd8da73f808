//! Messages on standard error: one line each, and for a malformed text the line it is on with a caret below.

use std::io::{self, IsTerminal, Write};

use entail_puzzles::{Malformed, ReadError};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::status::Status;

/// How standard output looks to whoever reads it.
#[derive(Clone, Copy)]
pub struct Look {
    /// A person at a terminal.
    pub terminal: bool,
    /// With colours.
    pub colour: bool,
}

impl Look {
    /// Of standard output.
    pub fn of_stdout() -> Self {
        Self::of(io::stdout().is_terminal())
    }

    fn of(terminal: bool) -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { terminal, colour: terminal && !no_colour }
    }
}

/// Prints a message. That standard error is closed is no reason to stop.
pub fn message(text: &str) {
    raw(&format!("entail: {text}\n"));
}

/// Prints lines to standard error as they are.
pub fn raw(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints what is wrong with the way the command was called.
pub fn usage(text: &str) -> Status {
    message(text);
    Status::Malformed
}

/// What is wrong with an input, as lines for standard error.
pub fn read_error(name: &str, error: &ReadError) -> String {
    match error {
        ReadError::Malformed(malformed) => malformed_text(name, malformed, Look::of(io::stderr().is_terminal()).colour),
        ReadError::Usage(message) => format!("entail: {message}\n"),
        ReadError::Io(error) => format!("entail: {name}: {error}\n"),
    }
}

/// ```text
/// entail: puzzle.txt, line 7, column 7: found "46", expected the sum of a clue, from 1 to 45
///  --> puzzle.txt:7:7
///   |
/// 7 | 2 1 0 46
///   |       ^^
/// ```
fn malformed_text(name: &str, malformed: &Malformed, colour: bool) -> String {
    let (red, bold, plain) = if colour { ("\x1b[31m", "\x1b[1m", "\x1b[0m") } else { ("", "", "") };
    let place = malformed.place;
    let mut text = format!("{bold}entail: {name}, {malformed}{plain}\n");
    let excerpt = &malformed.excerpt;
    if excerpt.text.is_empty() {
        return text;
    }
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let line: String = excerpt.text.chars().map(shown).collect();
    let blanks: usize = line.chars().take(excerpt.before).map(columns).sum();
    // Behind the end of the line there is nothing to measure.
    let blanks = blanks + excerpt.before.saturating_sub(line.chars().count());
    let marked: String = line.chars().skip(excerpt.before).take(excerpt.width).collect();
    let caret = "^".repeat(marked.width().max(1));
    text += &format!("{margin}--> {name}:{}:{}\n", place.line, place.column);
    text += &format!("{margin} |\n{number} | {line}\n{margin} | {}{red}{caret}{plain}\n", " ".repeat(blanks));
    text
}

/// A character as it may be shown: a terminal must not obey what stands in a file.
fn shown(character: char) -> char {
    match character {
        '\t' => ' ',
        character if character.is_control() => '\u{FFFD}',
        character => character,
    }
}

fn columns(character: char) -> usize {
    character.width().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use entail_puzzles::{Excerpt, Found, Place};

    use super::*;

    fn malformed(text: &str, before: usize, width: usize) -> Malformed {
        Malformed {
            place: Place { line: 12, column: before as u64 + 1 },
            found: Found::Text("x".to_owned()),
            expected: "a digit".to_owned(),
            excerpt: Excerpt { text: text.to_owned(), before, width },
        }
    }

    #[test]
    fn the_caret_stands_below_the_place() {
        let text = malformed_text("a.txt", &malformed("1 x", 2, 1), false);
        let expected = "entail: a.txt, line 12, column 3: found \"x\", expected a digit\n  --> a.txt:12:3\n   |\n12 | 1 x\n   |   ^\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn wide_characters_move_the_caret() {
        let text = malformed_text("a.txt", &malformed("한글 x", 3, 1), false);
        assert!(text.ends_with("12 | 한글 x\n   |      ^\n"), "{text}");
    }

    #[test]
    fn control_characters_are_not_passed_on() {
        let text = malformed_text("a.txt", &malformed("\u{1b}[2J\tx", 5, 1), false);
        assert!(!text.contains('\u{1b}') && !text.contains('\t'), "{text:?}");
    }

    #[test]
    fn colour_only_adds_escapes() {
        let coloured = malformed_text("a.txt", &malformed("1 x", 2, 1), true);
        let stripped = coloured.replace("\x1b[31m", "").replace("\x1b[1m", "").replace("\x1b[0m", "");
        assert_eq!(stripped, malformed_text("a.txt", &malformed("1 x", 2, 1), false));
        assert_ne!(coloured, stripped);
    }
}
