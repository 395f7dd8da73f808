//! Cryptarithms as a kind of puzzle.

use entail_engine::Error;
use entail_model::{Answer, Model, Var};
use serde_json::{Map, Value, json};

use super::{Cryptarithm, Equation, Reader, Rules, generate};
use crate::kind::{Flag, Format, Generate, Input, Kind, Settings, Source, Takes, Verb, WordList};
use crate::place::ReadError;
use crate::puzzle::{Impossible, Puzzle};
use crate::scan::Scanner;
use crate::search::{self, Choice, End, Found, How};
use crate::svg::Drawing;

/// Everything that reads puzzles or makes them.
const ALL: &[Verb] = &[Verb::Solve, Verb::Check, Verb::Convert, Verb::Draw, Verb::Generate];

/// Cryptarithms, for the command.
pub const KIND: Kind = Kind {
    name: "cryptarithm",
    about: "Equations between words, a digit for each letter",
    source: Source::Arguments("EQUATION"),
    text: "\
The problem is an equation between words with + - * and one =; several equations separated by ; share
their letters. Small letters are read as capitals. Different letters are different digits, and a word of
two or more letters does not start with 0. The answer is each equation with digits on a line, then the
digit of each letter. JSON: {\"equations\": [\"9567 + 1085 = 10652\"], \"letters\": {\"D\": 7, …}}.",
    flags: &[
        Flag { name: "base", takes: Takes::Number(2..=36), help: "Base of the digits; 10 if not given", verbs: ALL },
        Flag { name: "leading-zero", takes: Takes::Nothing, help: "Let words start with 0", verbs: ALL },
        Flag {
            name: "operands",
            takes: Takes::Number(2..=4),
            help: "How many words are added; any of 2 to 4 if not given",
            verbs: &[Verb::Generate],
        },
    ],
    examples: &[
        "solve cryptarithm \"SEND + MORE = MONEY\"",
        "solve cryptarithm \"TWO + TWO = FOUR\" --count",
        "solve cryptarithm \"A * B = C; A + B = D\" --base 8 --all",
        "generate cryptarithm --operands 2 --seed 7",
    ],
    enumerable: true,
    kernel: true,
    read: |input, settings| {
        Box::new(Reader::new(input, Rules::of(settings)).map(|case| Ok(Box::new(case?) as Box<dyn Puzzle>)))
    },
    pose: None,
    formats: &[Format { name: "line", about: "a puzzle on each line", counted: false, single: false, between: "" }],
    generate: Some(Generate { words: WordList::Optional("WORD"), make: generate::make }),
};

impl Rules {
    /// What the flags say.
    pub fn of(settings: &Settings) -> Self {
        let base = settings.number("base").map_or(10, |base| base.clamp(2, 36) as u32);
        Self { base, leading_zero: settings.has("leading-zero") }
    }
}

impl Cryptarithm {
    /// The digits of the letters.
    fn digits<'a>(&self, answer: &'a Answer) -> &'a [i64] {
        &answer.values()[..self.letters.len()]
    }
}

impl Puzzle for Cryptarithm {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn search(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        match how.choice {
            Choice::Kernel => Ok(self.search_by_columns(how, found)),
            Choice::Auto if self.is_small() || !self.exact.is_empty() => Ok(self.search_by_columns(how, found)),
            Choice::Auto | Choice::Learning => {
                let letters: Vec<Var> = model.vars().take(self.letters.len()).collect();
                search::by_engine(model, Some(&letters), how, found)
            }
        }
    }

    fn extent(&self) -> u64 {
        self.equations.iter().flat_map(Equation::words).map(|word| word.len() as u64).sum()
    }

    fn text(&self, answer: &Answer) -> String {
        self.answer_text(self.digits(answer))
    }

    /// `{"equations": ["9567 + 1085 = 10652"], "letters": {"D": 7, …}}`: the equations as they are printed, the letters as
    /// numbers.
    fn json(&self, answer: &Answer) -> Value {
        let digits = self.digits(answer);
        let equations: Vec<String> = self.equations.iter().map(|equation| self.with_digits(equation, digits)).collect();
        let letters: Map<String, Value> =
            self.letters.iter().zip(digits).map(|(letter, digit)| (letter.letter.to_string(), json!(digit))).collect();
        json!({ "equations": equations, "letters": letters })
    }

    /// `{"equations": ["SEND + MORE = MONEY"], "letters": ["D", "E", …], "base": 10}`.
    fn view(&self) -> Value {
        let equations: Vec<String> = self.equations.iter().map(ToString::to_string).collect();
        let letters: Vec<char> = self.letters.iter().map(|letter| letter.letter).collect();
        json!({"equations": equations, "letters": letters, "base": self.rules.base})
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer.map(|answer| self.digits(answer)))
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        let read = self.read_digits(text)?;
        if self.letters.len() > self.rules.base as usize {
            // Judging it names the reason.
            return Ok(read.map(Answer::new));
        }
        let base = i64::from(self.rules.base);
        Ok(read.and_then(|digits| {
            if let Some((letter, digit)) = self.letters.iter().zip(&digits).find(|(_, digit)| **digit >= base) {
                return Err(format!("{} is {digit}, which is no digit in base {base}", letter.letter));
            }
            match self.first_wrong(&digits) {
                Some(wrong) => Err(wrong),
                None => Ok(self.complete(&digits)),
            }
        }))
    }

    fn write(&self, _format: &str) -> Result<String, String> {
        let equations: Vec<String> = self.equations.iter().map(ToString::to_string).collect();
        Ok(equations.join("; ") + "\n")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Cursor;
    use std::ops::ControlFlow;

    use super::*;
    use crate::puzzle::Verdict;
    use crate::random::Random;

    fn puzzle(text: &str, base: u32, leading_zero: bool) -> Cryptarithm {
        Reader::new(text.as_bytes(), Rules { base, leading_zero }).next().unwrap().unwrap()
    }

    /// The answers as text, each of which is found once.
    fn answers(puzzle: &Cryptarithm, choice: Choice) -> BTreeSet<String> {
        let mut answers = BTreeSet::new();
        if puzzle.model().is_err() {
            return answers;
        }
        let how = How { choice, wanted: u64::MAX, ..How::default() };
        let end = search::solve(puzzle, &how, &mut |answer| {
            assert!(answers.insert(puzzle.text(&answer)), "the same answer twice");
            ControlFlow::Continue(())
        });
        assert_eq!(end.unwrap().stop, None);
        answers
    }

    /// The answers by trying all ways to give digits to letters, with arithmetic on whole words.
    fn by_brute_force(puzzle: &Cryptarithm) -> BTreeSet<String> {
        fn side(puzzle: &Cryptarithm, terms: &[crate::cryptarithm::Term], digits: &[i64]) -> i128 {
            let word = |word: &String| {
                let place = |c: char| puzzle.letters.iter().position(|letter| letter.letter == c).unwrap();
                word.chars().fold(0, |n, c| n * i128::from(puzzle.rules.base) + i128::from(digits[place(c)]))
            };
            let sign = |negative: bool| if negative { -1 } else { 1 };
            terms.iter().map(|term| sign(term.negative) * term.factors.iter().map(word).product::<i128>()).sum()
        }
        fn try_all(puzzle: &Cryptarithm, digits: &mut Vec<i64>, answers: &mut BTreeSet<String>) {
            if digits.len() < puzzle.letters.len() {
                for digit in 0..i64::from(puzzle.rules.base) {
                    if !digits.contains(&digit) {
                        digits.push(digit);
                        try_all(puzzle, digits, answers);
                        digits.pop();
                    }
                }
                return;
            }
            let leads = |word: &str, digits: &[i64]| {
                let first = puzzle.letters.iter().position(|letter| word.starts_with(letter.letter)).unwrap();
                word.chars().count() > 1 && digits[first] == 0
            };
            let zero = puzzle.equations.iter().flat_map(|e| e.words()).any(|word| leads(word, digits));
            let equal =
                |e: &crate::cryptarithm::Equation| side(puzzle, &e.left, digits) == side(puzzle, &e.right, digits);
            if (puzzle.rules.leading_zero || !zero) && puzzle.equations.iter().all(equal) {
                answers.insert(puzzle.answer_text(digits));
            }
        }
        let mut answers = BTreeSet::new();
        try_all(puzzle, &mut Vec::new(), &mut answers);
        answers
    }

    #[test]
    fn the_sample_is_answered_byte_for_byte() {
        let puzzle = puzzle("SEND + MORE = MONEY", 10, false);
        let expected = "9567 + 1085 = 10652\nD=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n";
        for choice in [Choice::Auto, Choice::Kernel, Choice::Learning] {
            assert_eq!(answers(&puzzle, choice), BTreeSet::from([expected.to_owned()]));
        }
        let answer = puzzle.complete(&[7, 5, 1, 6, 0, 8, 9, 2]);
        let json =
            r#"{"equations":["9567 + 1085 = 10652"],"letters":{"D":7,"E":5,"M":1,"N":6,"O":0,"R":8,"S":9,"Y":2}}"#;
        assert_eq!(puzzle.json(&answer).to_string(), json);
        assert_eq!(puzzle.write("line"), Ok("SEND + MORE = MONEY\n".to_owned()));
    }

    #[test]
    fn random_equations_have_the_answers_that_brute_force_finds() {
        let mut random = Random::new(5, 0);
        let mut with_answer = 0;
        for round in 0..1_200 {
            let base = [2, 3, 4, 5, 6, 7, 10][random.below(7)];
            let alphabet = if base == 10 { "ABCD" } else { "ABCDE" };
            let mut text = String::new();
            for equation in 0..=random.below(8) / 7 {
                text += if equation > 0 { ";" } else { "" };
                for operand in 0..2 + random.below(3) {
                    text += if operand == 0 { "" } else { ["+", "+", "-", "*"][random.below(4)] };
                    (0..=random.below(3)).for_each(|_| text.push(*random.pick(&alphabet.chars().collect::<Vec<_>>())));
                }
                text.push('=');
                (0..=random.below(4)).for_each(|_| text.push(*random.pick(&alphabet.chars().collect::<Vec<_>>())));
                if random.chance(1, 4) {
                    text += ["+A", "-BA", "*C"][random.below(3)];
                }
            }
            let puzzle = puzzle(&text, base, random.chance(1, 2));
            let expected = by_brute_force(&puzzle);
            with_answer += usize::from(!expected.is_empty());
            assert_eq!(answers(&puzzle, Choice::Kernel), expected, "{text} in base {base}");
            if round % 3 == 0 {
                assert_eq!(answers(&puzzle, Choice::Learning), expected, "{text} in base {base}");
            }
        }
        assert!(with_answer > 100, "{with_answer}");
    }

    #[test]
    fn products_of_any_number_of_words_have_the_answers_that_brute_force_finds() {
        let nine = ["AB"; 9].join("*");
        let texts = [
            "A*A*A*A*A*A*A*A*A*A = B".to_owned(),
            format!("{nine} = C"),
            format!("{nine} + C = CD * {} + D", ["AB"; 8].join("*")),
            format!("{nine} * C = {nine} * A * D"),
            format!("{nine} - {} = C", ["BA"; 9].join("*")),
            "A*A*A*A*A*A*A*A*A*A*A*A = B*B*B*B*B*B; A + C = DB".to_owned(),
        ];
        for (text, base) in texts.iter().flat_map(|text| [(text, 4), (text, 10)]) {
            for leading_zero in [false, true] {
                let puzzle = puzzle(text, base, leading_zero);
                assert!(!puzzle.exact.is_empty() || base < 10, "{text}");
                let expected = by_brute_force(&puzzle);
                for choice in [Choice::Auto, Choice::Kernel, Choice::Learning] {
                    assert_eq!(answers(&puzzle, choice), expected, "{text} in base {base}");
                }
            }
        }
        let puzzle = puzzle("A*A*A*A*A*A*A*A*A*A = B", 10, false);
        assert_eq!(
            puzzle.first_wrong(&[2, 3]).unwrap().split(':').next(),
            Some("A * A * A * A * A * A * A * A * A * A = B does not hold")
        );
        assert!(entail_model::check(&puzzle.model().unwrap(), &puzzle.complete(&[2, 3])).is_err());
    }

    #[test]
    fn words_of_any_length_are_multiplied() {
        let word = "AB".repeat(2_000);
        let puzzle = puzzle(&format!("{word} * {word} = {word} * A{}", "C".repeat(3_999)), 10, false);
        assert!(!puzzle.exact.is_empty() && answers(&puzzle, Choice::Auto).is_empty());
        let other = Reader::new(format!("{word} * {word} = {word} * {word}").as_bytes(), puzzle.rules).next();
        assert_eq!(answers(&other.unwrap().unwrap(), Choice::Auto).len(), 81);
    }

    #[test]
    fn words_of_any_length_are_added() {
        let (ab, c) = ("AB".repeat(40), "C".repeat(80));
        let long = puzzle(&format!("{ab} + {} = {c}", "BA".repeat(40)), 10, false);
        let short = puzzle("AB + BA = CC", 10, false);
        let letters = |text: &String| text.lines().last().map(str::to_owned);
        let expected: Vec<_> = answers(&short, Choice::Kernel).iter().filter_map(letters).collect();
        assert!(!expected.is_empty());
        for choice in [Choice::Kernel, Choice::Learning] {
            assert_eq!(answers(&long, choice).iter().filter_map(letters).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_large_base_is_left_to_the_engine() {
        let puzzle = puzzle("SEND + MORE = MONEY; YES = NO + X", 16, false);
        assert!(!puzzle.is_small());
        assert_eq!(answers(&puzzle, Choice::Auto), answers(&puzzle, Choice::Kernel));
    }

    #[test]
    fn more_letters_than_digits_is_impossible_and_says_so() {
        let puzzle = puzzle("ABCDEF = GHIJK", 10, false);
        let why = puzzle.model().err().map(|impossible| impossible.to_string());
        assert_eq!(why.as_deref(), Some("there are 11 different letters and only 10 digits"));
    }

    #[test]
    fn several_equations_are_a_line_each_and_digits_above_9_are_letters() {
        let puzzle = puzzle("F+F=PQ;F-P=R", 16, false);
        let expected = "E + E = 1C\nE - 1 = D\nF=E P=1 Q=C R=D\n";
        assert!(answers(&puzzle, Choice::Auto).contains(expected), "{:?}", answers(&puzzle, Choice::Auto));
    }

    #[test]
    fn an_answer_in_a_text_is_judged() {
        let judge = |text: &'static str| {
            let mut scanner = Scanner::new(Box::new(Cursor::new(text)) as Input);
            let verdict = puzzle("SEND + MORE = MONEY", 10, false).judge(&mut scanner, &How::default());
            verdict.map_err(|error| error.to_string())
        };
        let wrong = |why: &str| Ok(Verdict::Wrong(why.to_owned()));
        let letters = "D=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2";
        let right = "9567 + 1085 = 10652\nD=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n";
        assert!(right.contains(letters));
        assert_eq!(judge(right), Ok(Verdict::Right));
        assert_eq!(
            judge("9567 + 1085 = 10653\nD=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=3\n"),
            wrong("SEND + MORE = MONEY does not hold: 9567 + 1085 = 10653 is wrong")
        );
        assert_eq!(
            judge("9567 + 1085 = 10653\nD=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n"),
            wrong("with these digits SEND + MORE = MONEY is 9567 + 1085 = 10652, but the answer says 9567+1085=10653")
        );
        assert_eq!(
            judge("0000 + 0000 = 00000\nD=0 E=0 M=0 N=0 O=0 R=0 S=0 Y=0\n"),
            wrong("variable M is 0, which is not in its domain {1..9}")
        );
        assert_eq!(judge("9567 + 1085 = 10652\nD=7 E=5 M=1 N=6 O=0 R=8 S=9"), wrong("Y has no digit"));
        assert_eq!(
            judge("9A67 + 1085 = 10652\nD=7 E=A M=1 N=6 O=0 R=8 S=9 Y=2\n"),
            wrong("with these digits SEND + MORE = MONEY is 9A67 + 108A = 106A2, but the answer says 9A67+1085=10652")
        );
        assert_eq!(
            judge("9Z67 + 108Z = 106Z2\nD=7 E=Z M=1 N=6 O=0 R=8 S=9 Y=2\n"),
            wrong("E is 35, which is no digit in base 10")
        );
        assert_eq!(judge("9567 + 1085 = 10652\nQ=7"), wrong("there is no letter Q"));
        assert_eq!(
            judge("9567 + 1085 = 10652\nD:7").unwrap_err(),
            "line 2, column 1: found \"D:7\", expected a letter and its digit, as in A=1"
        );
        for text in ["", "9567 + 1085 = 10652", "nothing", "9567 + 1085 / 10652\nD=7"] {
            assert!(judge(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_view_has_the_equations_and_their_letters() {
        let view = json!({"equations": ["A * BA = CC", "A + B = C"], "letters": ["A", "B", "C"], "base": 8});
        assert_eq!(puzzle("A*BA=CC;A+B=C", 8, false).view(), view);
    }
}
