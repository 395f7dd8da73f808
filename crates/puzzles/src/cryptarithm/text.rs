//! The text of an answer: each equation with digits on a line of its own, then a line with the digit of each letter.
//!
//! ```text
//!   9567 + 1085 = 10652
//!   D=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2
//! ```
//!
//! Digits above 9 are the letters A to Z.

use std::io::BufRead;

use super::format::capital;
use super::{Cryptarithm, Equation, place_of};
use crate::place::{Found, ReadError};
use crate::scan::{Line, Scanner};

/// A digit as it is written.
pub fn digit(value: i64) -> char {
    u32::try_from(value).ok().and_then(|value| char::from_digit(value, 36)).unwrap_or('?').to_ascii_uppercase()
}

impl Cryptarithm {
    /// An equation with digits in place of letters.
    pub fn with_digits(&self, equation: &Equation, digits: &[i64]) -> String {
        equation.written(|word| word.chars().map(|letter| digit(digits[place_of(&self.letters, letter)])).collect())
    }

    /// An answer as text.
    pub fn answer_text(&self, digits: &[i64]) -> String {
        let mut text: String =
            self.equations.iter().map(|equation| self.with_digits(equation, digits) + "\n").collect();
        let letters = self.letters.iter().zip(digits);
        let letters: Vec<String> =
            letters.map(|(letter, value)| format!("{}={}", letter.letter, digit(*value))).collect();
        text += &letters.join(" ");
        text.push('\n');
        text
    }

    /// Reads the digits of an answer as [`Cryptarithm::answer_text`] writes it. The equations must say the same as the
    /// letters.
    pub fn read_digits<R: BufRead>(&self, text: &mut Scanner<R>) -> Result<Result<Vec<i64>, String>, ReadError> {
        let mut lines = Vec::new();
        for _ in &self.equations {
            lines.push(equation_line(&next_line(text, "an equation with digits")?)?);
        }
        let line = next_line(text, "the digit of each letter, as in A=1 B=2")?;
        let read = self.letters_line(&line)?;
        Ok(read.and_then(|digits| {
            for (equation, found) in self.equations.iter().zip(lines) {
                let right = self.with_digits(equation, &digits);
                if right.replace(' ', "") != found {
                    return Err(format!("with these digits {equation} is {right}, but the answer says {found}"));
                }
            }
            Ok(digits)
        }))
    }

    fn letters_line(&self, line: &Line) -> Result<Result<Vec<i64>, String>, ReadError> {
        let mut digits: Vec<Option<i64>> = vec![None; self.letters.len()];
        let mut wrong = None;
        for word in line.text.split_whitespace() {
            let characters: Vec<char> = word.chars().collect();
            let (letter, value) = match characters[..] {
                [letter, '=', value] if letter.is_alphabetic() && value.is_ascii_alphanumeric() => {
                    (capital(letter), value)
                }
                _ => {
                    let start = word.as_ptr() as usize - line.text.as_ptr() as usize;
                    let before = line.text[..start].chars().count();
                    let found = Found::Text(word.chars().take(64).collect());
                    let expected = "a letter and its digit, as in A=1".to_owned();
                    return Err(line.malformed(before, characters.len(), found, expected).into());
                }
            };
            let value = value.to_digit(36).map_or(0, i64::from);
            match self.letters.binary_search_by_key(&letter, |known| known.letter) {
                Ok(place) if digits[place].is_none_or(|known| known == value) => digits[place] = Some(value),
                Ok(_) => drop(wrong.get_or_insert(format!("{letter} has two digits"))),
                Err(_) => drop(wrong.get_or_insert(format!("there is no letter {letter}"))),
            }
        }
        let missing = self.letters.iter().zip(&digits).find(|(_, digit)| digit.is_none());
        Ok(match (wrong, missing) {
            (Some(wrong), _) => Err(wrong),
            (None, Some((letter, _))) => Err(format!("{} has no digit", letter.letter)),
            (None, None) => Ok(digits.into_iter().flatten().collect()),
        })
    }
}

fn next_line<R: BufRead>(text: &mut Scanner<R>, expected: &str) -> Result<Line, ReadError> {
    match text.problem_line()? {
        Some(line) => Ok(line),
        None => {
            let place = text.place();
            Err(text.malformed(place, 1, Found::End, expected.to_owned())?.into())
        }
    }
}

/// An equation with digits, without blanks.
fn equation_line(line: &Line) -> Result<String, ReadError> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c.is_whitespace() || "+-*=".contains(c);
    match line.text.chars().enumerate().find(|(_, c)| !fits(*c)) {
        None if line.text.contains('=') => {
            Ok(line.text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect())
        }
        unfit => {
            let (before, found) = match unfit {
                Some((before, character)) => (before, Found::Text(character.to_string())),
                None => (line.text.chars().count(), Found::Described("the end of the line".to_owned())),
            };
            Err(line.malformed(before, 1, found, "an equation with digits".to_owned()).into())
        }
    }
}
