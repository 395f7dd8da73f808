//! Kakuro as one of the kinds.

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::{Value, json};

use super::{Direction, Kakuro, Reader, format, generate};
use crate::kind::{Cases, Generate, Input, Kind, Source, WordList};
use crate::place::ReadError;
use crate::puzzle::{Impossible, Puzzle};
use crate::scan::Scanner;
use crate::search::{Choice, End, Found, How};
use crate::svg::Drawing;

/// Runs of different digits that add up to their clues.
pub const KIND: Kind = Kind {
    name: "kakuro",
    about: "Runs of different digits that add up to their clues",
    source: Source::File,
    text: "\
The puzzle is in the KAKURO2 format: the number of cases; for each case its size N, N lines of N
cells (0 black, 1 white), the number of clues, and a line `row column direction sum` for each clue
(direction 0 right, 1 down). Also read: puzz.link addresses, one a line; pzprv3 files; grids of
`down\\across` clues, `x` black, `0` white, with a blank line between two; MiniZinc data.
An answer to pose is in the KAKURO1 format: the number of cases; for each its size N and N lines of
N digits, 0 for black.",
    flags: &generate::FLAGS,
    examples: &[
        "solve kakuro examples/kakuro.txt",
        "solve kakuro --count < examples/kakuro.txt",
        "pose kakuro examples/kakuro_answer.txt",
        "generate kakuro --size 9 --seed 7 --difficulty medium",
        "convert kakuro examples/kakuro.txt --to puzzlink",
    ],
    enumerable: true,
    kernel: true,
    read: |input, _| boxed(format::read(input)),
    pose: Some(|input, _| boxed(Reader::of_answers(input))),
    formats: format::FORMATS,
    generate: Some(Generate {
        words: WordList::None,
        make: |_, settings, nth, how| generate::make(settings, nth, how),
    }),
};

/// Puzzles of any kind, of these.
fn boxed(cases: impl Iterator<Item = Result<Kakuro, ReadError>> + Send + 'static) -> Cases {
    Box::new(cases.map(|case| Ok(Box::new(case?) as Box<dyn Puzzle>)))
}

impl Puzzle for Kakuro {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn kernel(&self, how: &How, found: &mut Found<'_>) -> Option<Result<End, Error>> {
        (how.choice != Choice::Learning).then(|| self.find(how, found))
    }

    fn holds(&self, answer: &Answer) -> bool {
        self.keeps_the_rules(answer.values())
    }

    fn count(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        self.count_answers(how, limit)
    }

    fn extent(&self) -> u64 {
        (self.size() * self.size()) as u64
    }

    fn text(&self, answer: &Answer) -> String {
        self.grid(answer).text()
    }

    fn terminal(&self, answer: &Answer, colour: bool) -> Option<String> {
        self.on_terminal(&self.grid(answer), colour)
    }

    fn json(&self, answer: &Answer) -> Value {
        json!(self.grid(answer).rows().collect::<Vec<_>>())
    }

    /// `{"rows": 3, "columns": 3, "cells": [[null, {"down": 4, "right": null}, …], …]}`: 0 for a white cell, null for a black
    /// one without a clue.
    fn view(&self) -> Value {
        let cell = |white: &bool| if *white { json!(0) } else { Value::Null };
        let mut cells: Vec<Value> = self.white.iter().map(cell).collect();
        for run in self.runs().iter().filter(|run| run.sum.is_some()) {
            let clues = &mut cells[run.row * self.size() + run.column];
            if clues.is_null() {
                *clues = json!({"right": null, "down": null});
            }
            clues[if run.direction == Direction::Across { "right" } else { "down" }] = json!(run.sum);
        }
        let rows: Vec<&[Value]> = cells.chunks(self.size().max(1)).collect();
        json!({"rows": self.size(), "columns": self.size(), "cells": rows})
    }

    fn cells_of_variables(&self) -> Option<Vec<(usize, usize)>> {
        let white = (0..self.white.len()).filter(|cell| self.white[*cell]);
        Some(white.map(|cell| (cell / self.size(), cell % self.size())).collect())
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer.map(|answer| self.grid(answer)).as_ref())
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        let mut digits = Vec::new();
        let mut wrong = None;
        for row in 0..self.size() {
            for column in 0..self.size() {
                let digit = text.number("a digit of the answer", 0..=9)??.value;
                match (self.is_white(row, column), digit) {
                    (true, 1..) => digits.push(digit as i64),
                    (false, 0) => {}
                    (white, _) => {
                        let (what, place) =
                            if white { ("white", "holds no digit") } else { ("black", "holds a digit") };
                        let (row, column) = (row + 1, column + 1);
                        wrong.get_or_insert(format!("the {what} cell in row {row}, column {column} {place}"));
                    }
                }
            }
        }
        Ok(wrong.map_or(Ok(Answer::new(digits)), Err))
    }

    fn write(&self, format: &str) -> Result<String, String> {
        format::write(self, format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_view_has_white_cells_clues_and_plain_black_cells() {
        let text = "1\n3\n0 0 0\n0 1 1\n0 1 0\n3\n2 1 0 3\n3 1 0 3\n1 2 1 4\n";
        let puzzle = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let view = json!({"rows": 3, "columns": 3, "cells": [
            [null, {"right": null, "down": 4}, null],
            [{"right": 3, "down": null}, 0, 0],
            [{"right": 3, "down": null}, 0, null],
        ]});
        assert_eq!(puzzle.view(), view);
    }
}
