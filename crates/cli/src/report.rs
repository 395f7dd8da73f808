//! Messages on standard error: one line each, and for a malformed text the line it is on with a caret below.

use std::io::{self, IsTerminal, Write};

use entail_puzzles::{Excerpt, Malformed, Place, ReadError};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};
use thiserror::Error;

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
        ReadError::Malformed(malformed) => self::malformed(name, malformed),
        ReadError::Usage(message) => format!("entail: {message}\n"),
        ReadError::Io(error) => format!("entail: {name}: {error}\n"),
    }
}

/// What is wrong with a text, as lines for standard error.
pub fn malformed(name: &str, malformed: &Malformed) -> String {
    malformed_text(name, malformed, Look::of(io::stderr().is_terminal()))
}

/// ```text
/// entail: puzzle.txt, line 7, column 7: found "46", expected the sum of a clue, from 1 to 45
///    ,-[puzzle.txt:7:7]
///  7 | 2 1 0 46
///    :       ^^
///    `----
/// ```
fn malformed_text(name: &str, malformed: &Malformed, look: Look) -> String {
    let report = Report { name, malformed, line: malformed.excerpt.text.chars().map(shown).collect() };
    let mut theme = if look.colour { GraphicalTheme::ascii() } else { GraphicalTheme::none() };
    theme.characters.error = "entail:".to_owned();
    let mut text = String::new();
    GraphicalReportHandler::new_themed(theme)
        .with_wrap_lines(false)
        .with_context_lines(0)
        .with_links(false)
        .without_syntax_highlighting()
        .render_report(&mut text, &report)
        .expect("a string takes everything");
    format!("{}\n", text.trim())
}

/// A mistake as miette shows it. The source is the one line that is still known.
#[derive(Debug, Error)]
#[error("{name}, {malformed}")]
struct Report<'a> {
    name: &'a str,
    malformed: &'a Malformed,
    /// That line, as it may be shown.
    line: String,
}

impl Report<'_> {
    /// Which bytes of the line to underline; behind its end there is an empty place.
    fn span(&self) -> SourceSpan {
        let Excerpt { before, width, .. } = self.malformed.excerpt;
        let byte = |character: usize| self.line.char_indices().nth(character).map_or(self.line.len(), |(byte, _)| byte);
        let start = byte(before);
        (start, byte(before + width) - start).into()
    }
}

impl Diagnostic for Report<'_> {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.line.is_empty()).then_some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(None, self.span()))))
    }
}

impl SourceCode for Report<'_> {
    fn read_span<'a>(
        &'a self,
        _span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let Place { line, column } = self.malformed.place;
        let all = (0, self.line.len()).into();
        let (line, column) = (line.saturating_sub(1) as usize, column.saturating_sub(1) as usize);
        let contents = MietteSpanContents::new_named(self.name.to_owned(), self.line.as_bytes(), all, line, column, 1);
        Ok(Box::new(contents))
    }
}

/// A character as it may be shown: a terminal must not obey what stands in a file.
fn shown(character: char) -> char {
    match character {
        '\t' => ' ',
        character if character.is_control() => '\u{FFFD}',
        character => character,
    }
}

#[cfg(test)]
mod tests {
    use entail_puzzles::Found;

    use super::*;

    const PIPE: Look = Look { terminal: false, colour: false };
    const COLOUR: Look = Look { terminal: true, colour: true };

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
        let text = malformed_text("a.txt", &malformed("1 x", 2, 1), PIPE);
        let expected = "entail: a.txt, line 12, column 3: found \"x\", expected a digit\n    ,-[a.txt:12:3]\n 12 | 1 x\n    :   ^\n    `----\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn wide_characters_move_the_caret() {
        let text = malformed_text("a.txt", &malformed("한글 x", 3, 1), PIPE);
        assert!(text.ends_with(" 12 | 한글 x\n    :      ^\n    `----\n"), "{text}");
    }

    #[test]
    fn control_characters_are_not_passed_on() {
        let text = malformed_text("a.txt", &malformed("\u{1b}[2J\tx", 5, 1), PIPE);
        assert!(!text.contains('\u{1b}') && !text.contains('\t'), "{text:?}");
    }

    #[test]
    fn colour_only_adds_escapes() {
        let coloured = malformed_text("a.txt", &malformed("1 x", 2, 1), COLOUR);
        let mut stripped = coloured.clone();
        while let Some((before, (_, after))) =
            stripped.split_once('\x1b').and_then(|(before, rest)| Some((before, rest.split_once('m')?)))
        {
            stripped = format!("{before}{after}");
        }
        assert_eq!(stripped, malformed_text("a.txt", &malformed("1 x", 2, 1), PIPE));
        assert_ne!(coloured, stripped);
    }
}
