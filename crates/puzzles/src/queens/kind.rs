//! Queens as a kind of puzzle.

use std::mem;
use std::ops::{ControlFlow, RangeInclusive};

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::{Value, json};

use super::construct::images;
use super::{Queens, Reader};
use crate::kind::{Input, Kind, Source};
use crate::place::ReadError;
use crate::puzzle::{Impossible, Puzzle};
use crate::scan::Scanner;
use crate::search::{self, Choice, End, Found, How};
use crate::svg::Drawing;

/// Queens, for the command.
pub const KIND: Kind = Kind {
    name: "queens",
    about: "N queens on a board of N × N, none of which attacks another",
    source: Source::Arguments("N"),
    text: "\
The problem is a number, the size of the board; several numbers are several cases. The answer is the
row of the queen of each column, from 1; behind it, for N up to 40, the board. JSON: the list.",
    flags: &[],
    examples: &[
        "solve queens 8",
        "solve queens 8 --count",
        "solve queens 6 --all",
        "draw queens 8 --answer -o queens.svg",
    ],
    enumerable: true,
    kernel: true,
    read: |input, _| Box::new(Reader::new(input).map(|case| Ok(Box::new(case?) as Box<dyn Puzzle>))),
    pose: None,
    formats: &[],
    generate: None,
};

/// On these boards the search by columns finds a second answer late or never, and the engine soon; larger ones it takes
/// too long to take in.
const BY_ENGINE: RangeInclusive<usize> = 31..=10_000;
/// From this size on there are more answers than anybody lists, and this many of them are found sooner one by one.
const MANY_ANSWERS: usize = 30;
const FEW: u64 = 10_000;

impl Queens {
    /// The constructed answer and its mirror images, then the others by a search.
    fn construct_then_search(&self, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let wanted = how.wanted.max(1);
        let answer = |rows: Vec<u32>| Answer::new(rows.into_iter().map(i64::from).collect());
        let first: Vec<Answer> = images(self.size, wanted).into_iter().map(answer).collect();
        for answer in &first {
            if found(answer.clone()).is_break() {
                return Ok(End::default());
            }
        }
        if first.len() as u64 >= wanted {
            return Ok(End::default());
        }
        let mut others =
            |answer: Answer| if first.contains(&answer) { ControlFlow::Continue(()) } else { found(answer) };
        if BY_ENGINE.contains(&self.size)
            && let Ok(model) = self.to_model()
        {
            search::by_engine(&model, None, how, &mut others)
        } else {
            Ok(self.search_by_columns(how, &mut others))
        }
    }
}

impl Puzzle for Queens {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn kernel(&self, how: &How, found: &mut Found<'_>) -> Option<Result<End, Error>> {
        match how.choice {
            Choice::Auto if self.size >= *BY_ENGINE.start() => Some(self.construct_then_search(how, found)),
            Choice::Auto | Choice::Kernel => Some(Ok(self.search_by_columns(how, found))),
            Choice::Learning => None,
        }
    }

    fn holds(&self, answer: &Answer) -> bool {
        let rows = answer.values();
        let size = self.size;
        let (mut taken, mut rising, mut falling) = (vec![false; size], vec![false; 2 * size], vec![false; 2 * size]);
        rows.len() == size
            && rows.iter().enumerate().all(|(column, row)| match usize::try_from(*row) {
                Ok(row) if (1..=size).contains(&row) => {
                    let lines =
                        [&mut taken[row - 1], &mut rising[row + column - 1], &mut falling[row + size - column - 1]];
                    lines.into_iter().all(|line| !mem::replace(line, true))
                }
                _ => false,
            })
    }

    fn count(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        match how.choice {
            // Of so many answers a few are listed at once, where a count may come to its first ones late.
            Choice::Auto | Choice::Kernel if self.size >= MANY_ANSWERS && limit <= FEW => None,
            Choice::Auto | Choice::Kernel => self.count_by_masks(how, limit),
            Choice::Learning => None,
        }
    }

    fn extent(&self) -> u64 {
        (self.size * self.size) as u64
    }

    fn text(&self, answer: &Answer) -> String {
        self.answer_text(answer.values())
    }

    fn terminal(&self, answer: &Answer, colour: bool) -> Option<String> {
        colour.then(|| self.coloured(answer.values()))
    }

    /// The rows of the columns: `[2, 4, 1, 3]`.
    fn json(&self, answer: &Answer) -> Value {
        json!(answer.values())
    }

    /// `{"size": 8}`.
    fn view(&self) -> Value {
        json!({"size": self.size})
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer.map(Answer::values))
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        let on_board = 1..=self.size as i64;
        Ok(self.read_rows(text)?.and_then(|rows| match (1..).zip(&rows).find(|(_, row)| !on_board.contains(row)) {
            Some((column, row)) => Err(format!("column {column}: row {row} is not on the board")),
            None => Ok(Answer::new(rows)),
        }))
    }

    fn write(&self, format: &str) -> Result<String, String> {
        Err(format!("a board of queens is only a number; there is no format {format}"))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::puzzle::Verdict;
    use crate::queens::kernel::take_at_most;

    fn answers(size: usize, choice: Choice, most: usize) -> Vec<Vec<i64>> {
        let queens = Queens { size };
        if queens.model().is_err() {
            return Vec::new();
        }
        let how = How { choice, wanted: most as u64, ..How::default() };
        let mut answers = Vec::new();
        search::solve(&queens, &how, &mut take_at_most(&mut answers, most)).unwrap();
        answers
    }

    #[test]
    fn the_first_answer_for_4_is_that_of_the_contract() {
        assert_eq!(answers(4, Choice::Auto, 1), [[2, 4, 1, 3]]);
    }

    #[test]
    fn kernel_and_engine_find_the_same_answers() {
        for size in 1..=9 {
            let kernel = answers(size, Choice::Kernel, usize::MAX);
            assert_eq!(kernel, answers(size, Choice::Auto, usize::MAX), "{size} queens");
            let mut engine = answers(size, Choice::Learning, usize::MAX);
            engine.sort_unstable();
            assert_eq!(kernel, engine, "{size} queens");
        }
    }

    #[test]
    fn the_rules_hold_for_what_the_model_allows() {
        let queens = Queens { size: 4 };
        let model = queens.model().unwrap();
        for number in 0..6_i64.pow(4) {
            let answer = Answer::new((0..4).map(|column| number / 6_i64.pow(column) % 6).collect());
            assert_eq!(queens.holds(&answer), entail_model::check(&model, &answer).is_ok(), "{answer:?}");
        }
        for rows in [&[][..], &[2, 4, 1], &[2, 4, 1, 3, 5], &[2, 4, 1, -1], &[2, 4, 1, i64::MAX]] {
            assert!(!queens.holds(&Answer::new(rows.to_vec())), "{rows:?}");
        }
    }

    #[test]
    fn answers_of_large_boards_come_at_once_and_each_is_another() {
        for (size, most) in [(21, 1_000), (30, 50), (31, 50), (100, 50), (1_000, 2), (10_000, 4), (20_000, 2)] {
            let mut found = answers(size, Choice::Auto, most);
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), most, "{size} queens");
        }
    }

    #[test]
    fn an_answer_in_a_text_is_judged() {
        let judge = |size: usize, text: &'static str| {
            let mut scanner = Scanner::new(Box::new(Cursor::new(text)) as Input);
            Queens { size }.judge(&mut scanner, &How::default()).unwrap()
        };
        assert_eq!(judge(4, "[3, 1, 4, 2]"), Verdict::Right);
        assert_eq!(
            judge(4, "[1, 2, 3, 4]"),
            Verdict::Wrong("one queen in a falling diagonal does not hold".to_owned())
        );
        for (rows, why) in [
            ("[2, 4, 1, 5]", "column 4: row 5 is not on the board"),
            ("[0, 2, 3, 4]", "column 1: row 0 is not on the board"),
        ] {
            assert_eq!(judge(4, rows), Verdict::Wrong(why.to_owned()));
        }
        assert!(matches!(judge(3, "[1, 3, 2]"), Verdict::Wrong(_)));
    }

    #[test]
    fn the_view_is_the_size() {
        assert_eq!(Queens { size: 8 }.view(), json!({"size": 8}));
    }
}
