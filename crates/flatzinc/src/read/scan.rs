//! The words, numbers, strings and signs of FlatZinc text, taken straight from its bytes.
//!
//! Nothing is looked up twice and nothing is copied but names: reading is linear in the length of the text.

use std::borrow::Cow;
use std::ops::Range;

use entail_model::place::Found;

use super::{Mistake, Parsed};

/// A number of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// `-7`, `0x1F`, `0o17`
    Int(i64),
    /// `1.5`, `2e-3`
    Float(f64),
}

/// A place in the text that moves forward.
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Whether `%` starts a comment.
    comments: bool,
}

impl<'a> Scanner<'a> {
    /// At the start of a text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, comments: true }
    }

    /// At the start of a text in JSON, which has no comments.
    pub fn of_json(text: &'a str) -> Self {
        Self { text, at: 0, comments: false }
    }

    /// Goes on at another place of the text.
    pub fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// Passes blanks and comments; the byte where the next sign starts.
    pub fn at(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            match bytes.get(self.at) {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                Some(b'%') if self.comments => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ => return self.at,
            }
        }
    }

    /// The byte behind the last sign.
    pub fn passed(&self) -> usize {
        self.at
    }

    /// The first byte of the next sign, or none at the end.
    pub fn peek(&mut self) -> Option<u8> {
        let at = self.at();
        self.text.as_bytes().get(at).copied()
    }

    /// Passes this sign if it is the next.
    pub fn eat(&mut self, sign: &str) -> bool {
        let at = self.at();
        let here = self.text.as_bytes()[at..].starts_with(sign.as_bytes());
        if here {
            self.at += sign.len();
        }
        here
    }

    /// Passes this sign, which must be the next; `what` tells why it must.
    pub fn expect(&mut self, sign: &str, what: &str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected(format!("`{sign}` {what}"))) }
    }

    /// The next word, if it is one: a name, also one in single quotes, which are kept.
    pub fn word(&mut self) -> Option<&'a str> {
        let word = self.peek_word()?;
        self.at += word.len();
        Some(word)
    }

    /// The next word, which stays where it is.
    pub fn peek_word(&mut self) -> Option<&'a str> {
        let at = self.at();
        let rest = &self.text.as_bytes()[at..];
        let length = match rest.first()? {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len()),
            b'\'' => rest.iter().skip(1).position(|byte| matches!(byte, b'\'' | b'\n')).map(|end| end + 2)?,
            _ => return None,
        };
        let word = &self.text[at..at + length];
        (!word.ends_with('\n')).then_some(word)
    }

    /// The next sign, which must be a number.
    pub fn number(&mut self, what: &str) -> Parsed<Number> {
        let start = self.at();
        let bytes = self.text.as_bytes();
        let digits = |from: usize| {
            from + bytes[from..].iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len() - from)
        };
        let negative = bytes.get(start) == Some(&b'-');
        let first = start + usize::from(negative);
        let radix = match bytes.get(first..first + 2) {
            Some(b"0x") => 16,
            Some(b"0o") => 8,
            _ => 10,
        };
        if radix != 10 {
            let rest = &bytes[first + 2..];
            let end = first + 2 + rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
            return self.int(start..end, &self.text[first + 2..end], negative, radix);
        }
        let mut end = digits(first);
        if end == first {
            return Err(self.unexpected(what.to_owned()));
        }
        let mut float = false;
        if bytes.get(end) == Some(&b'.') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit) {
            float = true;
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
                float = true;
                end = digits(end + 1 + sign);
            }
        }
        if bytes.get(end).is_some_and(|byte| is_word(*byte)) {
            return Err(self.unexpected(what.to_owned()));
        }
        if !float && end - first <= 18 {
            // What fits in any case, as nearly all numbers do.
            let value = bytes[first..end].iter().fold(0, |value, digit| 10 * value + i64::from(digit - b'0'));
            self.at = end;
            return Ok(Number::Int(if negative { -value } else { value }));
        }
        if !float {
            return self.int(start..end, &self.text[first..end], negative, 10);
        }
        match self.text[start..end].parse::<f64>() {
            Ok(value) if value.is_finite() => {
                self.at = end;
                Ok(Number::Float(value))
            }
            _ => Err(self.unexpected("a float of at most 64 bits".to_owned())),
        }
    }

    fn int(&mut self, span: Range<usize>, digits: &str, negative: bool, radix: u32) -> Parsed<Number> {
        // Parsed in 128 bits, so that the least value needs no case of its own.
        let value = if digits.is_empty() { None } else { i128::from_str_radix(digits, radix).ok() };
        match value.map(|value| i64::try_from(if negative { -value } else { value })) {
            Some(Ok(value)) => {
                self.at = span.end;
                Ok(Number::Int(value))
            }
            _ => Err(self.unexpected("an integer of at most 64 bits".to_owned())),
        }
    }

    /// The next sign, which must be a whole number.
    pub fn whole(&mut self, what: &str) -> Parsed<i64> {
        let start = self.at();
        match self.number(what)? {
            Number::Int(value) => Ok(value),
            Number::Float(_) => {
                self.at = start;
                Err(self.unexpected(what.to_owned()))
            }
        }
    }

    /// A string, whose opening quote is the next sign.
    pub fn string(&mut self) -> Parsed<Cow<'a, str>> {
        let start = self.at();
        let content = &self.text[start + 1..];
        let mut end = 0;
        let mut escapes = false;
        loop {
            match content.as_bytes().get(end) {
                Some(b'"') => break,
                Some(b'\\') => {
                    escapes = true;
                    end += 2;
                }
                Some(b'\n') | None => {
                    let found = Found::Described("a string without end".to_owned());
                    return Err(Mistake::new(start..start + 1, found, "a closing quote on the same line"));
                }
                Some(_) => end += 1,
            }
        }
        self.at = start + 1 + end + 1;
        let content = &content[..end];
        Ok(if escapes { Cow::Owned(unescaped(content)) } else { Cow::Borrowed(content) })
    }

    /// What stands between `start` and here is not what should stand there.
    pub fn since(&self, start: usize, expected: &str) -> Box<Mistake> {
        let at = start..self.at;
        Mistake::new(at.clone(), Found::Text(shortened(&self.text[at])), expected)
    }

    /// The next sign is not what should stand there.
    pub fn unexpected(&mut self, expected: String) -> Box<Mistake> {
        let start = self.at();
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Mistake::new(start..start, Found::End, expected);
        };
        let bytes = rest.as_bytes();
        let goes_on = |at: &usize| match bytes[*at] {
            b'.' => bytes.get(at + 1).is_some_and(u8::is_ascii_digit),
            byte => is_word(byte),
        };
        let length = match first {
            '-' | '0'..='9' => (1..bytes.len()).find(|at| !goes_on(at)).unwrap_or(bytes.len()),
            _ => self.peek_word().map_or(first.len_utf8(), str::len),
        };
        Mistake::new(start..start + length, Found::Text(shortened(&rest[..length])), expected)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Enough of a sign to know it again.
fn shortened(sign: &str) -> String {
    const LONGEST: usize = 40;
    match sign.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &sign[..end]),
        None => sign.to_owned(),
    }
}

/// What a string with backslashes stands for, in text as in JSON.
fn unescaped(content: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(content.len());
    let mut rest = content.chars();
    while let Some(character) = rest.next() {
        let escaped = if character == '\\' { rest.next() } else { None };
        let plain = match escaped {
            None => character,
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{C}',
            Some('u') => {
                let code = rest.as_str().get(..4).and_then(|code| u16::from_str_radix(code, 16).ok());
                if let Some(unit) = code {
                    units.push(unit);
                    rest = rest.as_str()[4..].chars();
                    continue;
                }
                'u'
            }
            Some(other) => other,
        };
        units.extend_from_slice(plain.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16_lossy(&units)
}
