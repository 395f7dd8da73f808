//! A cryptarithm as a picture: a sum written out in columns, any other equation on a line; below it a box for the digit of
//! each letter. With an answer the digits stand beside the letters and in the boxes.

use super::text::digit;
use super::{Cryptarithm, Equation, place_of};
use crate::svg::{ANSWER, Anchor, Drawing, FAINT, INK};

const MARGIN: f64 = 24.0;
/// The room of a letter.
const WIDTH: f64 = 32.0;
const HEIGHT: f64 = 42.0;
const SIZE: f64 = 28.0;
/// The side of the box of a letter, and the room it takes.
const BOX: f64 = 34.0;
const STEP: f64 = 44.0;

/// Longer lines, and more of them, are cut.
const LONGEST_LINE: usize = 200;
const MOST_LINES: usize = 100;

/// Lines of characters, each in a room of its own, and rules below lines.
#[derive(Default)]
struct Block {
    lines: Vec<String>,
    /// The lines that have a rule below.
    ruled: Vec<usize>,
    /// Whether lines end below each other, as in a sum; otherwise they start so, and blanks are narrow.
    right: bool,
}

impl Block {
    /// The room of a character.
    fn room(&self, character: char) -> f64 {
        if character == ' ' && !self.right { 0.4 * WIDTH } else { WIDTH }
    }

    fn length(&self, line: &str) -> f64 {
        line.chars().map(|character| self.room(character)).sum()
    }

    fn width(&self) -> f64 {
        self.lines.iter().map(|line| self.length(line)).fold(0.0, f64::max)
    }

    fn draw(&self, drawing: &mut Drawing, x: f64, y: f64, fill: &str) {
        let width = self.width();
        for (row, line) in self.lines.iter().enumerate() {
            let mut left = if self.right { x + width - self.length(line) } else { x };
            for character in line.chars() {
                if character != ' ' {
                    let at = (left + WIDTH / 2.0, y + row as f64 * HEIGHT + HEIGHT / 2.0);
                    drawing.text(&character.to_string(), at, SIZE, Anchor::Middle, fill);
                }
                left += self.room(character);
            }
            if self.ruled.contains(&row) {
                let below = y + (row + 1) as f64 * HEIGHT;
                drawing.line((x, below), (x + width, below), INK, 2.0);
            }
        }
    }
}

impl Cryptarithm {
    /// The equations, with the digits of an answer if there is one.
    pub fn picture(&self, digits: Option<&[i64]>) -> Drawing {
        let letters = self.block(&|letter| letter);
        let solved = digits.map(|digits| self.block(&|letter| digit(digits[place_of(&self.letters, letter)])));
        let (width, height) = (letters.width(), letters.lines.len() as f64 * HEIGHT);
        // Digits stand beside a sum, and below lines of equations.
        let beside = letters.right;
        let (dx, dy) = if beside { (width + 2.0 * WIDTH, 0.0) } else { (0.0, height + 0.3 * HEIGHT) };
        let (dx, dy) = if solved.is_some() { (dx, dy) } else { (0.0, 0.0) };
        let per_row = self.letters.len().min(10);
        let rows = self.letters.len().div_ceil(per_row.max(1));
        let boxes = per_row as f64 * STEP - (STEP - BOX);
        let content = (width + dx).max(boxes);
        let top = MARGIN + height + dy + 0.6 * HEIGHT;
        let row_height = BOX + 34.0;
        let mut drawing = Drawing::new(content + 2.0 * MARGIN, top + rows as f64 * row_height - 8.0 + MARGIN);
        let x = MARGIN + (content - width - dx) / 2.0;
        letters.draw(&mut drawing, x, MARGIN, INK);
        if let Some(solved) = solved {
            solved.draw(&mut drawing, x + dx, MARGIN + dy, ANSWER);
        }
        for (place, letter) in self.letters.iter().enumerate() {
            let in_row = per_row.min(self.letters.len() - place / per_row * per_row) as f64;
            let left = MARGIN + (content - (in_row * STEP - (STEP - BOX))) / 2.0;
            let (x, y) = (left + (place % per_row) as f64 * STEP, top + (place / per_row) as f64 * row_height);
            drawing.text(&letter.letter.to_string(), (x + BOX / 2.0, y + 9.0), 18.0, Anchor::Middle, INK);
            drawing.frame(x, y + 22.0, BOX, BOX, FAINT, 1.5);
            if let Some(digits) = digits {
                let middle = (x + BOX / 2.0, y + 22.0 + BOX / 2.0);
                drawing.text(&digit(digits[place]).to_string(), middle, 22.0, Anchor::Middle, ANSWER);
            }
        }
        drawing
    }

    /// The equations with each letter written as something.
    fn block(&self, character: &dyn Fn(char) -> char) -> Block {
        let word = |word: &str| word.chars().map(character).collect::<String>();
        match &self.equations[..] {
            [equation] if in_columns(equation) => {
                let longest = equation.words().map(|word| word.chars().count()).max().unwrap_or(0);
                let mut lines = Vec::new();
                for (place, term) in equation.left.iter().enumerate() {
                    let sign = match (place, term.negative) {
                        (0, _) => ' ',
                        (_, true) => '−',
                        (_, false) => '+',
                    };
                    let of = word(&term.factors[0]);
                    lines.push(format!("{sign} {}{of}", " ".repeat(longest - of.chars().count())));
                }
                lines.push(word(&equation.right[0].factors[0]));
                Block { ruled: vec![lines.len() - 2], lines, right: true }
            }
            equations => {
                let line = |equation: &Equation| equation.written(word).replace(" * ", " × ").replace(" - ", " − ");
                let mut lines: Vec<String> = equations.iter().take(MOST_LINES).map(|of| cut(line(of))).collect();
                lines.extend((equations.len() > MOST_LINES).then(|| "…".to_owned()));
                Block { lines, ruled: Vec::new(), right: false }
            }
        }
    }
}

/// Whether an equation looks best written in columns: words added or subtracted, and one word.
fn in_columns(equation: &Equation) -> bool {
    let plain = equation.left.iter().chain(&equation.right).all(|term| term.factors.len() == 1);
    let short = || equation.words().all(|word| word.chars().count() <= LONGEST_LINE);
    plain && equation.right.len() == 1 && (2..=12).contains(&equation.left.len()) && short()
}

/// A line that is not too long to draw.
fn cut(line: String) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cryptarithm::{Reader, Rules};

    fn puzzle(text: &str) -> Cryptarithm {
        Reader::new(text.as_bytes(), Rules { base: 10, leading_zero: false }).next().unwrap().unwrap()
    }

    #[test]
    fn a_sum_is_written_in_columns_and_anything_else_on_lines() {
        let lines = |text: &str| puzzle(text).block(&|letter| letter).lines;
        assert_eq!(lines("SEND+MORE=MONEY"), ["   SEND", "+  MORE", "MONEY"]);
        assert_eq!(lines("AB*C=DE"), ["AB × C = DE"]);
        assert_eq!(lines("A+B=C;C-B=A"), ["A + B = C", "C − B = A"]);
    }

    #[test]
    fn digits_are_drawn_with_an_answer_only() {
        let puzzle = puzzle("SEND+MORE=MONEY");
        assert!(!puzzle.picture(None).svg().contains(ANSWER));
        assert_eq!(puzzle.picture(Some(&[7, 5, 1, 6, 0, 8, 9, 2])).svg().matches(ANSWER).count(), 13 + 1 + 8);
    }

    #[test]
    fn a_picture_stays_small_however_long_the_words_and_many_the_equations() {
        for text in ["AB".repeat(1_000) + " + A = B", "A = B;".repeat(5_000) + "A = B", "A + ".repeat(5_000) + "A = B"]
        {
            assert!(puzzle(&text).picture(Some(&[1, 2])).svg().len() < 1 << 20);
        }
    }
}
