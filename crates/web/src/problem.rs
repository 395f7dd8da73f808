//! What a request is about: a kind, a text, which of its puzzles, and settings as the command takes them.

use std::io::Cursor;

use entail_puzzles::{Given, KINDS, Kind, Puzzle, Settings, Takes, Verb};
use serde_json::Value;

use crate::fields::{Fields, shortened};
use crate::refusal::Refusal;

/// The name of what is no puzzle but a program in FlatZinc.
pub const MODEL: &str = "model";

/// The largest puzzle that is opened, by [`Puzzle::extent`]: a board of 200 × 200.
const LARGEST: u64 = 40_000;

/// The largest board that a setting may ask for.
const LARGEST_ASKED: u64 = 10_000;

/// What a request is about.
pub enum Problem {
    /// A puzzle of this kind.
    Puzzle(Text),
    /// A program in FlatZinc.
    Model {
        /// The program.
        text: String,
        /// Where random choices start.
        seed: u64,
    },
}

/// A text with puzzles of one kind.
pub struct Text {
    /// The kind.
    pub kind: &'static Kind,
    /// What stands in it.
    pub text: String,
    /// Which of its puzzles, from 1.
    pub case: u64,
    /// The flags of the kind.
    pub settings: Settings,
}

impl Problem {
    /// Takes the problem out of a request.
    pub fn of(fields: &mut Fields, verb: Verb) -> Result<Self, Refusal> {
        let name = fields.required("kind")?;
        let text = fields.required("text")?;
        if name == MODEL && verb == Verb::Solve {
            let seed = fields.number("seed", 0..=u64::MAX)?.unwrap_or(0);
            fields.number("case", 1..=1)?;
            if !fields.object("settings")?.is_empty() {
                return Err(Refusal::unfit("\"settings\": a program in FlatZinc has none"));
            }
            return Ok(Self::Model { text, seed });
        }
        let kind = kind(&name)?;
        let case = fields.number("case", 1..=u64::MAX)?.unwrap_or(1);
        Ok(Self::Puzzle(Text { kind, text, case, settings: settings(fields, kind, verb)? }))
    }
}

impl Text {
    /// Takes the problem out of a request about a puzzle.
    pub fn of(fields: &mut Fields, verb: Verb) -> Result<Self, Refusal> {
        match Problem::of(fields, verb)? {
            Problem::Puzzle(text) => Ok(text),
            Problem::Model { .. } => Err(Refusal::unfit("a program in FlatZinc can be solved, and nothing else")),
        }
    }

    /// The puzzle that is meant; with how many there are, if every one of them should be looked at.
    pub fn read(&self, whole: bool) -> Result<(Box<dyn Puzzle>, u64), Refusal> {
        let input = Box::new(Cursor::new(self.text.clone().into_bytes()));
        let mut chosen = None;
        let mut cases = 0;
        for case in (self.kind.read)(input, &self.settings) {
            let puzzle = case?;
            cases += 1;
            if cases == self.case {
                chosen = Some(puzzle);
                if !whole {
                    break;
                }
            }
        }
        let puzzle = chosen.ok_or_else(|| match cases {
            0 => Refusal::unfit("there is no puzzle in the text"),
            cases => Refusal::unfit(format!("\"case\": there are {cases} puzzles in the text")),
        })?;
        match puzzle.extent() {
            ..=LARGEST => Ok((puzzle, cases)),
            extent => Err(Refusal::unfit(format!(
                "this is too large for the page: {extent} cells, and {LARGEST} are the most; the command has no such limit"
            ))),
        }
    }
}

/// The kind of that name.
pub fn kind(name: &str) -> Result<&'static Kind, Refusal> {
    KINDS.iter().find(|kind| kind.name == name).copied().ok_or_else(|| match name {
        MODEL => Refusal::unfit("a program in FlatZinc can be opened and solved, and nothing else"),
        name => Refusal::unfit(format!("\"kind\": there is no kind {:?}", shortened(name))),
    })
}

/// The settings and the seed of a request.
pub fn settings(fields: &mut Fields, kind: &'static Kind, verb: Verb) -> Result<Settings, Refusal> {
    let mut settings = Settings::new(fields.number("seed", 0..=u64::MAX)?.unwrap_or(0));
    for (name, value) in fields.object("settings")? {
        let Some(flag) = kind.flags.iter().find(|flag| flag.name == name) else {
            let name = shortened(&name);
            return Err(Refusal::unfit(format!("\"settings\": {} has no setting {name:?}", kind.name)));
        };
        let wrong = |expected: &str| Refusal::unfit(format!("\"settings\": {name:?}: {expected}"));
        let given = match (&flag.takes, value) {
            (_, Value::Null | Value::Bool(false)) => continue,
            (Takes::Nothing, Value::Bool(true)) => Given::Nothing,
            (Takes::Nothing, _) => return Err(wrong("expected true or false")),
            (takes, Value::String(text)) => takes.parse(&text).map_err(|expected| wrong(&expected))?,
            (takes, Value::Number(number)) => takes.parse(&number.to_string()).map_err(|expected| wrong(&expected))?,
            _ => return Err(wrong("expected a text or a number")),
        };
        if let Given::Size(rows, columns) = given
            && rows.saturating_mul(columns) > LARGEST_ASKED
        {
            return Err(wrong(&format!("at most {LARGEST_ASKED} cells; the command has no such limit")));
        }
        // A setting of another verb is no mistake: the page keeps those of a kind together.
        if flag.verbs.contains(&verb) {
            settings.set(flag.name, given);
        }
    }
    Ok(settings)
}
