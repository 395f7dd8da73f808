//! A puzzle of any kind: what it means as constraints, and how it and its answers look.
//!
//! An answer is an [`Answer`] of the puzzle's model, whoever found it, so one checker serves all kinds and searches.

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::Value;
use thiserror::Error;

use crate::kind::Input;
use crate::place::ReadError;
use crate::scan::Scanner;
use crate::search::{self, End, Found, How};
use crate::svg::Drawing;

/// A puzzle that is well-formed and has no answer, for a reason known without a search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Impossible(pub String);

/// What an answer in a text turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Right.
    Right,
    /// Wrong, and this is what does not hold.
    Wrong(String),
    /// Nothing is wrong with it, but a limit came before this was known: whether it is the best, for example.
    Unknown(String),
}

/// One case of a kind.
pub trait Puzzle: Send + Sync {
    /// The puzzle as constraints; or why it has no answer, where that is plain to see.
    fn model(&self) -> Result<Model, Impossible>;

    /// Finds answers of the model and hands each to `found`: every one once, until all are found, `found` has enough or a
    /// limit is reached. With an objective it is the best one only (the best so far when a limit came first).
    ///
    /// Nobody but [`search::solve`] calls this: it checks every answer first.
    fn search(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        search::by_engine(model, None, how, found)
    }

    /// Like [`Puzzle::search`], without a model: a kernel answers in less time than a model takes to build. `None` where
    /// the kind has no such kernel, or is asked for another search; a kernel that hands over builds the model itself.
    ///
    /// Nobody but [`search::solve`] calls this: it asks [`Puzzle::holds`] about every answer first.
    fn kernel(&self, _how: &How, _found: &mut Found<'_>) -> Option<Result<End, Error>> {
        None
    }

    /// Whether an answer keeps the rules of the puzzle, by the puzzle alone and by nothing that a search uses.
    fn holds(&self, answer: &Answer) -> bool {
        self.model().is_ok_and(|model| entail_model::check(&model, answer).is_ok())
    }

    /// How many answers there are, up to `limit`, where they can be counted without finding each.
    fn count(&self, _how: &How, _limit: u64) -> Option<(u64, End)> {
        None
    }

    /// How large it is: cells of a board, nodes and edges of a graph, letters. Whoever works for others looks at this first.
    fn extent(&self) -> u64;

    /// An answer as the contract prints it, with its last end of line.
    fn text(&self, answer: &Answer) -> String;

    /// An answer as a terminal shows it, if that is more than the text.
    fn terminal(&self, _answer: &Answer, _colour: bool) -> Option<String> {
        None
    }

    /// An answer as JSON.
    fn json(&self, answer: &Answer) -> Value;

    /// The puzzle itself as JSON, for a program that shows it in its own way.
    fn view(&self) -> Value;

    /// The cell that each variable of the model is about, its row and column from 0, where all are about cells.
    fn cells_of_variables(&self) -> Option<Vec<(usize, usize)>> {
        None
    }

    /// The puzzle, or the puzzle with its answer, as a picture.
    fn draw(&self, answer: Option<&Answer>) -> Drawing;

    /// Reads an answer as [`Puzzle::text`] writes it, and no further. The inner error is a text of the right form that
    /// cannot be an answer of this puzzle, and says why; the outer one a text that has not the form of an answer.
    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError>;

    /// Reads an answer and judges it. Whether the best is really the best is a question for the kind.
    fn judge(&self, text: &mut Scanner<Input>, _how: &How) -> Result<Verdict, ReadError> {
        let read = self.read_answer(text)?;
        Ok(match (self.model(), read) {
            (Err(impossible), _) => Verdict::Wrong(format!("there is no answer: {impossible}")),
            (_, Err(wrong)) => Verdict::Wrong(wrong),
            (Ok(model), Ok(answer)) => match entail_model::check(&model, &answer) {
                Ok(()) => Verdict::Right,
                Err(wrong) => Verdict::Wrong(wrong.to_string()),
            },
        })
    }

    /// The puzzle in one of the formats of its kind, without the number of cases; or why it cannot be written so.
    fn write(&self, format: &str) -> Result<String, String>;
}
