//! The text of the problem: on each line an equation, or several separated by `;` that share their letters.
//!
//! ```text
//!   equation = sum "=" sum        sum = product { ("+" | "-") product }        product = word { "*" word }
//! ```
//!
//! A word is made of letters, of any script; small letters are read as capitals. Blanks may stand around everything. A
//! line with a mistake gives no case, and the next line goes on. Blank lines and lines that start with `#` say nothing.

use std::io::BufRead;

use super::{Cryptarithm, Equation, Rules, Term};
use crate::place::{Found, ReadError};
use crate::scan::{Line, Scanner};

/// Reads the puzzles of a text in order.
pub struct Reader<R> {
    scanner: Scanner<R>,
    rules: Rules,
    /// Whether a line with a problem was met.
    any: bool,
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the start of a text.
    pub fn new(input: R, rules: Rules) -> Self {
        Self { scanner: Scanner::new(input), rules, any: false, over: false }
    }

    fn next_case(&mut self) -> Result<Option<Cryptarithm>, ReadError> {
        let line = match self.scanner.problem_line() {
            Ok(Some(line)) => line,
            Ok(None) => {
                self.over = true;
                if self.any {
                    return Ok(None);
                }
                let expected = "an equation such as SEND + MORE = MONEY".to_owned();
                let place = self.scanner.place();
                return Err(self.scanner.malformed(place, 1, Found::End, expected)?.into());
            }
            Err(error) => {
                self.over = matches!(error, ReadError::Io(_));
                return Err(error);
            }
        };
        Cryptarithm::new(equations(&line)?, self.rules).map(Some).map_err(ReadError::Usage)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Cryptarithm, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let case = self.next_case();
        self.any = true;
        case.transpose()
    }
}

/// What a line is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Word(String),
    /// One of `+ - * = ;`
    Sign(char),
    End,
}

/// A token with the characters before it and its width.
struct Placed {
    token: Token,
    before: usize,
    width: usize,
}

/// The equations on a line.
fn equations(line: &Line) -> Result<Vec<Equation>, ReadError> {
    let tokens = tokens(line)?;
    let mistake = |at: &Placed, expected: &str| -> ReadError {
        let found = match &at.token {
            Token::Word(_) => Found::Text(line.text.chars().skip(at.before).take(at.width.min(64)).collect()),
            Token::Sign(sign) => Found::Text(sign.to_string()),
            Token::End => Found::Described("the end of the line".to_owned()),
        };
        line.malformed(at.before, at.width, found, expected.to_owned()).into()
    };
    let mut equations = Vec::new();
    let mut sides: Vec<Vec<Term>> = vec![Vec::new()];
    let mut before = '+';
    for pair in tokens.chunks(2) {
        let Token::Word(word) = &pair[0].token else { return Err(mistake(&pair[0], "a word")) };
        let side = sides.last_mut().expect("an equation starts with a side");
        match (before, side.last_mut()) {
            ('*', Some(term)) => term.factors.push(word.clone()),
            _ => side.push(Term { negative: before == '-', factors: vec![word.clone()] }),
        }
        let sign = &pair[1];
        match (&sign.token, sides.len()) {
            (Token::Sign(operator @ ('+' | '-' | '*')), _) => before = *operator,
            (Token::Sign('='), 1) => {
                sides.push(Vec::new());
                before = '+';
            }
            (Token::Sign(';') | Token::End, 2) => {
                let right = sides.pop().unwrap_or_default();
                let left = sides.pop().unwrap_or_default();
                equations.push(Equation { left, right });
                sides.push(Vec::new());
                before = '+';
            }
            (_, 1) => return Err(mistake(sign, "+, -, * or = and a word")),
            _ => return Err(mistake(sign, "+, - or * and a word, or ; and an equation, or the end of the line")),
        }
    }
    Ok(equations)
}

/// The tokens of a line in pairs: a word (or what stands in its place), and what comes behind it.
fn tokens(line: &Line) -> Result<Vec<Placed>, ReadError> {
    let mut tokens: Vec<Placed> = Vec::new();
    let mut open = false;
    for (before, character) in line.text.chars().enumerate() {
        match character {
            character if character.is_alphabetic() => match tokens.last_mut() {
                Some(Placed { token: Token::Word(word), width, .. }) if open => {
                    word.push(capital(character));
                    *width += 1;
                }
                _ => tokens.push(Placed { token: Token::Word(capital(character).to_string()), before, width: 1 }),
            },
            '+' | '-' | '*' | '=' | ';' => tokens.push(Placed { token: Token::Sign(character), before, width: 1 }),
            character if character.is_whitespace() => {}
            character => {
                let found = Found::Text(character.to_string());
                return Err(line.malformed(before, 1, found, "a letter, +, -, *, = or ;".to_owned()).into());
            }
        }
        open = character.is_alphabetic();
    }
    // Past the last sign, and again where a word is missing, stands the end.
    let end = line.text.trim_end().chars().count();
    for _ in 0..2 {
        tokens.push(Placed { token: Token::End, before: end, width: 1 });
    }
    // A word at an odd place, or a sign at an even one, is the mistake that the reader of pairs will find first.
    tokens.truncate(tokens.len() / 2 * 2);
    Ok(tokens)
}

/// The letter as a capital, where that is one letter.
pub fn capital(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) => capital,
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Rules = Rules { base: 10, leading_zero: false };

    /// The equations as they are written, or the message, of each line.
    fn read(text: &[u8]) -> Vec<String> {
        let written =
            |puzzle: Cryptarithm| puzzle.equations().iter().map(Equation::to_string).collect::<Vec<_>>().join("; ");
        Reader::new(text, TEN).take(50).map(|case| case.map_or_else(|e| e.to_string(), written)).collect()
    }

    #[test]
    fn words_and_operators_may_stand_close_or_apart() {
        let text = "\u{FEFF}send+more=money\r\n\n # a comment\n  A*B\t-C = D+E*F ;G=H\nSIX+SIX+SIX=NINE+NINE";
        let expected = ["SEND + MORE = MONEY", "A * B - C = D + E * F; G = H", "SIX + SIX + SIX = NINE + NINE"];
        assert_eq!(read(text.as_bytes()), expected);
    }

    #[test]
    fn letters_are_of_any_script() {
        assert_eq!(
            read("дом+Дом=город\n가나+나가=다다\nß+ß=a".as_bytes()),
            ["ДОМ + ДОМ = ГОРОД", "가나 + 나가 = 다다", "ß + ß = A"]
        );
    }

    #[test]
    fn every_mistake_has_its_place_and_says_what_was_expected() {
        let behind_left = "expected +, -, * or = and a word";
        let behind_right = "expected +, - or * and a word, or ; and an equation, or the end of the line";
        let cases = [
            ("SEND + MORE", format!("column 12: found the end of the line, {behind_left}")),
            ("SEND + = MONEY", "column 8: found \"=\", expected a word".to_owned()),
            ("SEND + MORE =", "column 14: found the end of the line, expected a word".to_owned()),
            ("= MONEY", "column 1: found \"=\", expected a word".to_owned()),
            ("-A = B", "column 1: found \"-\", expected a word".to_owned()),
            ("A + -B = C", "column 5: found \"-\", expected a word".to_owned()),
            ("A = B = C", format!("column 7: found \"=\", {behind_right}")),
            ("A = B c", format!("column 7: found \"c\", {behind_right}")),
            ("send more = A", format!("column 6: found \"more\", {behind_left}")),
            ("A ; B = C", format!("column 3: found \";\", {behind_left}")),
            ("A = B;", "column 7: found the end of the line, expected a word".to_owned()),
            ("A = B;; C = D", "column 7: found \";\", expected a word".to_owned()),
            ("é / B = C", "column 3: found \"/\", expected a letter, +, -, *, = or ;".to_owned()),
            ("S3ND = A", "column 2: found \"3\", expected a letter, +, -, *, = or ;".to_owned()),
        ];
        for (line, message) in cases {
            let expected = ["A = B".to_owned(), format!("line 2, {message}"), "C = D".to_owned()];
            assert_eq!(read(format!("A=B\n{line}\nC=D\n").as_bytes()), expected);
        }
    }

    #[test]
    fn an_empty_text_says_what_was_expected() {
        for text in ["", "\n", "# nothing"] {
            let read = read(text.as_bytes());
            assert_eq!(read.len(), 1);
            assert!(read[0].ends_with("found the end of the text, expected an equation such as SEND + MORE = MONEY"));
        }
        assert_eq!(read(b"A=B\n\xFF\xFE\0\nC=D").len(), 3);
    }

    #[test]
    fn words_are_long_and_factors_many_up_to_a_million_letters() {
        let word = "AB".repeat(2_000);
        assert_eq!(read(format!("{word} + {word} = {word}").as_bytes()).len(), 1);
        let factors = ["AB"; 12].join(" * ");
        assert_eq!(read(format!("{factors} = A").as_bytes()), [format!("{factors} = A")]);
        assert!(read(format!("{} = A", "A".repeat(1_000_000)).as_bytes())[0].contains("too long"));
    }

    #[test]
    fn no_mutated_line_is_read_without_end() {
        let mut random = crate::Random::new(3, 0);
        let pieces = ["A", "SEND", "+", "-", "*", "=", ";", " ", "\n", "#", "é", "1", "\u{0}", "\t"];
        let (mut good, mut bad) = (0, 0);
        for _ in 0..20_000 {
            let text: String = (0..random.below(14)).map(|_| *random.pick(&pieces)).collect();
            for line in Reader::new(text.as_bytes(), TEN) {
                *(if line.is_ok() { &mut good } else { &mut bad }) += 1;
            }
        }
        assert!(good > 20 && bad > 1_000, "{good} read, {bad} refused");
    }
}
