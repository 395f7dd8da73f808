//! Sudoku as one of the kinds.

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::{Value, json};

use super::generate::{self, LEVELS, SYMMETRIES};
use super::{Reader, Sudoku, cell_name, digit_of, line_of, puzzlink, symbol};
use crate::kind::{Flag, Format, Generate, Input, Kind, Source, Takes, Verb, WordList};
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
        "pose sudoku examples/sudoku_answer.txt",
        "convert sudoku examples/sudoku.txt --to grid",
    ],
    enumerable: true,
    kernel: true,
    read: |input, _| Box::new(Reader::new(input).map(|case| Ok(Box::new(case?) as Box<dyn Puzzle>))),
    pose: Some(generate::pose),
    formats: &[
        Format { name: "line", about: "all cells on one line", counted: false, single: false, between: "" },
        Format { name: "grid", about: "rows in a frame", counted: false, single: false, between: "\n" },
        Format { name: "sdk", about: "nine rows under [Puzzle]", counted: false, single: false, between: "\n" },
        Format { name: "puzzlink", about: "an address of puzz.link", counted: false, single: false, between: "" },
    ],
    generate: Some(Generate { words: WordList::None, make: generate::make }),
};

impl Puzzle for Sudoku {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn search(&self, model: &Model, how: &How, found: &mut search::Found<'_>) -> Result<End, Error> {
        self.by_engine(model, how, found)
    }

    fn kernel(&self, how: &How, found: &mut search::Found<'_>) -> Option<Result<End, Error>> {
        (how.choice != Choice::Learning).then(|| self.by_kernel(how, found))
    }

    fn holds(&self, answer: &Answer) -> bool {
        self.is_answered_by(answer)
    }

    fn count(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        let by_kernel = match how.choice {
            Choice::Auto => self.size() <= 9,
            Choice::Kernel => true,
            Choice::Learning => false,
        };
        by_kernel.then(|| self.count_answers(how, limit))
    }

    fn extent(&self) -> u64 {
        self.cells.len() as u64
    }

    fn text(&self, answer: &Answer) -> String {
        line_of(answer.values().iter().map(|digit| *digit as u8)) + "\n"
    }

    fn terminal(&self, answer: &Answer, colour: bool) -> Option<String> {
        Some(self.on_terminal(&self.filled(answer), colour))
    }

    /// An array of rows, each an array of numbers from 1.
    fn json(&self, answer: &Answer) -> Value {
        json!(self.filled(answer).rows().collect::<Vec<_>>())
    }

    /// `{"size": 9, "block": 3, "cells": [[5, 3, 0, …], …]}`: 0 for a blank.
    fn view(&self) -> Value {
        json!({"size": self.size(), "block": self.block(), "cells": self.rows().collect::<Vec<_>>()})
    }

    fn cells_of_variables(&self) -> Option<Vec<(usize, usize)>> {
        Some((0..self.cells.len()).map(|cell| (cell / self.size(), cell % self.size())).collect())
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

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::puzzle::Verdict;

    const PUZZLE: &str = ".7....4.623..5..9..1...73....6..89.25..2.6..47.23..6....81...4..2..6..899.7....6.";

    fn puzzle(text: &str) -> Sudoku {
        Reader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn first_answer(puzzle: &Sudoku) -> Answer {
        let mut first = None;
        search::solve(puzzle, &How::default(), &mut |answer| {
            first = Some(answer);
            std::ops::ControlFlow::Break(())
        })
        .unwrap();
        first.unwrap()
    }

    #[test]
    fn what_is_written_in_any_format_is_read_back() {
        let small = "1..4............";
        let large: String = "123456789ABCDEFG.".chars().cycle().take(256).collect();
        let largest: String = "123456789ABCDEFGHIJKLMNOP..".chars().cycle().take(625).collect();
        for line in [PUZZLE, small, &large, &largest] {
            let puzzle = puzzle(line);
            for format in KIND.formats {
                match puzzle.write(format.name) {
                    Ok(text) => assert_eq!(self::puzzle(&text), puzzle, "{}", format.name),
                    Err(why) => {
                        assert_eq!(format.name, "sdk");
                        assert!(puzzle.size() != 9 && why.starts_with("an .sdk file has nine rows"), "{why}");
                    }
                }
            }
            let twice = KIND.formats.iter().filter_map(|format| {
                let text = puzzle.write(format.name).ok()?;
                Some(Reader::new(format!("{text}{}{text}", format.between).as_bytes()).filter(Result::is_ok).count())
            });
            assert!(twice.into_iter().all(|count| count == 2));
        }
        assert_eq!(puzzle(PUZZLE).write("line").unwrap(), format!("{PUZZLE}\n"));
        assert!(puzzle(PUZZLE).write("sdk").unwrap().starts_with("[Puzzle]\n.7....4.6\n23..5..9.\n"));
    }

    #[test]
    fn an_answer_is_a_line_and_rows_of_numbers() {
        let puzzle = puzzle("1234............");
        let answer = first_answer(&puzzle);
        let text = puzzle.text(&answer);
        assert_eq!((text.len(), &text[..4], text.ends_with('\n')), (17, "1234", true));
        assert_eq!(puzzle.json(&answer)[0], json!([1, 2, 3, 4]));
        assert_eq!(puzzle.json(&answer).as_array().map(Vec::len), Some(4));
    }

    fn judged(answer: &str) -> String {
        let mut text = Scanner::new(Box::new(Cursor::new(answer.to_owned())) as Input);
        match puzzle("1234............").judge(&mut text, &How::default()) {
            Ok(Verdict::Right) => "right".to_owned(),
            Ok(Verdict::Unknown(what)) => what,
            Ok(Verdict::Wrong(why)) => why,
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn answers_are_judged() {
        assert_eq!(judged("\n1234341221434321\n"), "right");
        assert_eq!(judged("1234341221432143"), "column 1 does not hold");
        assert_eq!(judged("2134341221434321"), "row 1, column 1 is given as 1, and the answer has 2");
        assert_eq!(
            judged("123434122143432"),
            "line 1, column 1: found a line of 15 characters, expected an answer: a line of 16 digits"
        );
        assert_eq!(judged("123434122143432."), "line 1, column 16: found \".\", expected a digit from 1 to 4");
        assert_eq!(judged("1234341221434325"), "line 1, column 16: found \"5\", expected a digit from 1 to 4");
        assert_eq!(judged(""), "line 1, column 1: found the end of the text, expected an answer: a line of 16 digits");
    }

    #[test]
    fn the_view_has_the_givens_row_by_row() {
        let view = json!({"size": 4, "block": 2, "cells": [[1, 0, 0, 4], [0, 0, 0, 0], [0, 3, 0, 0], [0, 0, 0, 2]]});
        assert_eq!(puzzle("1..4.....3.....2").view(), view);
    }
}
