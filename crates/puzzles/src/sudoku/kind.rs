//! Sudoku as one of the kinds.

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::{Value, json};

use super::generate::{self, LEVELS, SYMMETRIES};
use super::{Reader, Sudoku, cell_name, digit_of, puzzlink, symbol};
use crate::kind::{Flag, Format, Generate, Input, Kind, Source, Takes, Verb};
use crate::place::{Found, ReadError};
use crate::puzzle::{Impossible, Puzzle};
use crate::scan::Scanner;
use crate::search::{self, Choice, End, How};
use crate::svg::Drawing;

/// Rows, columns and boxes that hold each digit once.
pub const KIND: Kind = Kind {
    name: "sudoku",
    about: "Rows, columns and boxes that hold each digit once",
    source: Source::File,
    text: "\
A line of 81 characters is a puzzle: its cells row by row, 1-9, and . or 0 for a blank; with 16, 256
or 625 characters (1-9, then A-P) it is one of 4x4, 16x16 or 25x25. Nine rows of nine characters that
stand together are a puzzle too (.sdk), with or without a frame of | - + *; so is an address of
puzz.link. Lines that start with # are comments.",
    flags: &[
        Flag {
            name: "difficulty",
            takes: Takes::OneOf(LEVELS),
            help: "How hard it is: singles only, locked candidates and pairs as well, or a search",
            verbs: &[Verb::Generate],
        },
        Flag { name: "minimal", takes: Takes::Nothing, help: "No given can be left out", verbs: &[Verb::Generate] },
        Flag {
            name: "size",
            takes: Takes::OneOf(&["4", "9", "16"]),
            help: "Rows and columns of the board [default: 9]",
            verbs: &[Verb::Generate],
        },
        Flag {
            name: "symmetry",
            takes: Takes::OneOf(SYMMETRIES),
            help: "How the givens are placed [default: half-turn for generate without --minimal, else none]",
            verbs: &[Verb::Generate, Verb::Pose],
        },
    ],
    examples: &[
        "solve sudoku examples/sudoku.txt",
        "solve sudoku --unique < examples/sudoku.txt",
        "generate sudoku --seed 7 --difficulty hard --count 3",
        "convert sudoku examples/sudoku.txt --to grid",
    ],
    enumerable: true,
    kernel: true,
    read: |input, _| Box::new(Reader::new(input).map(|case| Ok(Box::new(case?) as Box<dyn Puzzle>))),
    pose: Some(generate::pose),
    formats: &[
        Format { name: "line", about: "all cells on one line", counted: false, between: "" },
        Format { name: "grid", about: "rows in a frame", counted: false, between: "\n" },
        Format { name: "sdk", about: "nine rows under [Puzzle]", counted: false, between: "\n" },
        Format { name: "puzzlink", about: "an address of puzz.link", counted: false, between: "" },
    ],
    generate: Some(Generate { words: None, make: generate::make }),
};

impl Puzzle for Sudoku {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn search(&self, model: &Model, how: &How, found: &mut search::Found<'_>) -> Result<End, Error> {
        self.search_answers(model, how, found)
    }

    fn count(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        let by_kernel = match how.choice {
            Choice::Auto => self.size() <= 9,
            Choice::Kernel => true,
            Choice::Learning => false,
        };
        by_kernel.then(|| self.count_answers(how, limit))
    }

    fn text(&self, answer: &Answer) -> String {
        self.filled(answer).line() + "\n"
    }

    fn terminal(&self, answer: &Answer, colour: bool) -> Option<String> {
        Some(self.on_terminal(&self.filled(answer), colour))
    }

    /// An array of rows, each an array of numbers from 1.
    fn json(&self, answer: &Answer) -> Value {
        json!(self.filled(answer).rows().collect::<Vec<_>>())
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer.map(|answer| self.filled(answer)).as_ref())
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        let cells = self.cells.len();
        let expected = format!("an answer: a line of {cells} digits");
        let line = loop {
            match text.line()? {
                Some(line) if line.text.trim().is_empty() || line.text.starts_with('#') => {}
                Some(line) => break line,
                None => return Err(text.malformed(text.place(), 1, Found::End, expected)?.into()),
            }
        };
        let indent = line.text.chars().take_while(|c| c.is_whitespace()).count();
        let length = line.text.trim().chars().count();
        let mut digits = Vec::with_capacity(cells);
        for (at, character) in line.text.trim().chars().enumerate().take(cells) {
            match digit_of(character).filter(|digit| (1..=self.size()).contains(&usize::from(*digit))) {
                Some(digit) => digits.push(digit),
                None => {
                    let expected = format!("a digit from 1 to {}", symbol(self.size() as u8));
                    return Err(line.malformed(indent + at, 1, Found::Text(character.into()), expected).into());
                }
            }
        }
        if length != cells {
            let found = Found::Described(format!("a line of {length} characters"));
            return Err(line.malformed(indent, length, found, expected).into());
        }
        let changed = self.cells.iter().zip(&digits).position(|(given, digit)| *given > 0 && given != digit);
        Ok(match changed {
            None => Ok(Answer::new(digits.into_iter().map(i64::from).collect())),
            Some(cell) => {
                let (given, digit) = (symbol(self.cells[cell]), symbol(digits[cell]));
                Err(format!("{} is given as {given}, and the answer has {digit}", cell_name(self.size(), cell)))
            }
        })
    }

    fn write(&self, format: &str) -> Result<String, String> {
        match format {
            "grid" => Ok(self.framed(|_, digit| symbol(digit).to_string())),
            "sdk" if self.size() != 9 => {
                Err(format!("an .sdk file has nine rows of nine, and this board is {0}x{0}", self.size()))
            }
            "sdk" => {
                let row = |row: &[u8]| row.iter().map(|digit| symbol(*digit)).chain(['\n']).collect::<String>();
                Ok(format!("[Puzzle]\n{}", self.rows().map(row).collect::<String>()))
            }
            "puzzlink" => Ok(puzzlink::write(self) + "\n"),
            _ => Ok(self.line() + "\n"),
        }
    }
}
