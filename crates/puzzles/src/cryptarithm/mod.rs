//! Cryptarithms: equations between words, in which every letter stands for a digit of the base. Different letters are
//! different digits, and a word of two or more letters does not start with 0 unless that is allowed.
//!
//! ```text
//!   SEND + MORE = MONEY         9567 + 1085 = 10652
//! ```

mod columns;
mod draw;
mod exact;
mod format;
mod generate;
mod kernel;
mod kind;
mod model;
mod text;
mod walk;

use std::fmt;
use std::sync::Arc;

use columns::Columns;
use exact::Exact;
pub use format::Reader;
pub use kind::KIND;

/// Words multiplied with each other, to be added or subtracted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Whether it is subtracted. The first of a side never is.
    pub negative: bool,
    /// The words, at least one. Letters are upper case where there is such a thing.
    pub factors: Vec<String>,
}

/// An equation: the terms of the left side add up to what those of the right side do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The terms before `=`, at least one.
    pub left: Vec<Term>,
    /// The terms behind `=`, at least one.
    pub right: Vec<Term>,
}

/// How letters are read as digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The base, from 2 to 36.
    pub base: u32,
    /// Whether a word may start with 0.
    pub leading_zero: bool,
}

/// A letter of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// How it is written.
    pub letter: char,
    /// Whether it may be 0.
    pub zero: bool,
}

/// A puzzle: equations that share their letters.
#[derive(Clone, Debug)]
pub struct Cryptarithm {
    equations: Vec<Equation>,
    rules: Rules,
    /// In the order of their characters.
    letters: Vec<Letter>,
    /// What the equations say column by column. Empty where there are more letters than digits, or products too large.
    columns: Columns,
    /// The equations once more where products are too large for columns; otherwise nothing.
    exact: Vec<Arc<Exact>>,
}

impl Cryptarithm {
    /// The puzzle of these equations; or in which way it is too large.
    pub fn new(equations: Vec<Equation>, rules: Rules) -> Result<Self, String> {
        let mut letters: Vec<char> = equations.iter().flat_map(Equation::words).flat_map(str::chars).collect();
        letters.sort_unstable();
        letters.dedup();
        let mut letters: Vec<Letter> = letters.into_iter().map(|letter| Letter { letter, zero: true }).collect();
        for word in equations.iter().flat_map(Equation::words).filter(|_| !rules.leading_zero) {
            let mut characters = word.chars();
            if let (Some(first), Some(_)) = (characters.next(), characters.next()) {
                let place = place_of(&letters, first);
                letters[place].zero = false;
            }
        }
        let (mut columns, mut exact) = (Columns::default(), Vec::new());
        if letters.len() <= rules.base as usize {
            match Columns::new(&equations, &letters, rules.base)? {
                Some(expanded) => columns = expanded,
                None => {
                    let equation = |equation| Arc::new(Exact::new(equation, &letters, rules.base));
                    exact = equations.iter().map(equation).collect();
                }
            }
        }
        Ok(Self { equations, rules, letters, columns, exact })
    }

    /// The equations.
    pub fn equations(&self) -> &[Equation] {
        &self.equations
    }

    /// The letters, in the order of their characters; an answer starts with their digits.
    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }
}

/// The place of a letter that is among the letters.
fn place_of(letters: &[Letter], letter: char) -> usize {
    letters.binary_search_by_key(&letter, |known| known.letter).expect("every letter of a word is known")
}

impl Equation {
    /// Its words in the order in which they are written.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.left.iter().chain(&self.right).flat_map(|term| &term.factors).map(String::as_str)
    }

    /// The equation with each of its words written as something else, one blank around every operator.
    fn written(&self, word: impl Fn(&str) -> String) -> String {
        let side = |terms: &[Term]| {
            let mut text = String::new();
            for (place, term) in terms.iter().enumerate() {
                if place > 0 {
                    text += if term.negative { " - " } else { " + " };
                }
                let factors: Vec<String> = term.factors.iter().map(|factor| word(factor)).collect();
                text += &factors.join(" * ");
            }
            text
        };
        format!("{} = {}", side(&self.left), side(&self.right))
    }
}

/// `SEND + MORE = MONEY`.
impl fmt::Display for Equation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(str::to_owned))
    }
}
