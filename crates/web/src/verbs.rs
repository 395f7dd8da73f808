//! Requests that are answered in one piece: parse, check, generate, convert, draw and watch.

use std::io::Cursor;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use entail_puzzles::search::Failure;
use entail_puzzles::{Format, Generated, Kind, NotMade, Puzzle, Scanner, Verb, Verdict, WordList};
use serde_json::{Value, json};

use crate::fields::{Fields, shortened};
use crate::model;
use crate::problem::{self, Problem, Text};
use crate::refusal::{Refusal, json_type};
use crate::work::Job;

/// How many pixels of a PNG a unit of the drawing has, as the command draws it.
const SCALE: f32 = 2.0;

/// The most steps of a search that are told.
const MOST_STEPS: u64 = 10_000;

/// `POST /api/parse`: what a text says.
pub fn parse(body: &Bytes, _: Duration, _: &Job) -> Result<Response, Refusal> {
    let mut fields = Fields::of(body)?;
    let problem = Problem::of(&mut fields, Verb::Solve)?;
    fields.end()?;
    let opened = match problem {
        Problem::Puzzle(text) => {
            let (puzzle, cases) = text.read(true)?;
            let Text { kind, text, case, .. } = text;
            // What came in opens this puzzle for certain; a format may lose something, the names of a map for example.
            let text = if cases == 1 { text } else { first_format(kind, &*puzzle).unwrap_or(text) };
            opened(kind, &*puzzle, (cases, case), text)
        }
        Problem::Model { text, .. } => {
            model::look_at(&text)?;
            json!({ "cases": 1, "case": 1, "view": null, "svg": null, "text": text, "share": null })
        }
    };
    Ok(answered(&opened))
}

/// A puzzle as the page shows it.
fn opened(kind: &Kind, puzzle: &dyn Puzzle, (cases, case): (u64, u64), text: String) -> Value {
    let link = kind.formats.iter().find(|format| format.name == "puzzlink");
    let share = link.and_then(|format| puzzle.write(format.name).ok()).map(|text| text.trim().to_owned());
    json!({
        "cases": cases,
        "case": case,
        "view": puzzle.view(),
        "svg": puzzle.draw(None).svg(),
        "text": text,
        "share": share,
    })
}

/// A text with this puzzle only, in the first format of its kind.
fn first_format(kind: &Kind, puzzle: &dyn Puzzle) -> Option<String> {
    kind.formats.first().and_then(|format| written(puzzle, format).ok())
}

/// A text with this puzzle only.
fn written(puzzle: &dyn Puzzle, format: &Format) -> Result<String, String> {
    let text = puzzle.write(format.name)?;
    Ok(if format.counted { format!("1\n{text}") } else { text })
}

/// `POST /api/check`: whether an answer is right.
pub fn check(body: &Bytes, time: Duration, job: &Job) -> Result<Response, Refusal> {
    let mut fields = Fields::of(body)?;
    let text = Text::of(&mut fields, Verb::Check)?;
    let answer = fields.required("answer")?;
    fields.end()?;
    let (puzzle, _) = text.read(false)?;
    let mut scanner = scanner(answer);
    let verdict = puzzle.judge(&mut scanner, &job.how(text.settings.seed, time))?;
    scanner.end("the end of the text after the answer")?;
    let (verdict, reason) = match verdict {
        Verdict::Right => ("right", None),
        Verdict::Wrong(reason) => ("wrong", Some(reason)),
        Verdict::Unknown(reason) => ("unknown", Some(reason)),
    };
    Ok(answered(&json!({ "verdict": verdict, "reason": reason })))
}

fn scanner(text: String) -> Scanner<entail_puzzles::Input> {
    Scanner::new(Box::new(Cursor::new(text.into_bytes())))
}

/// `POST /api/generate`: a new puzzle.
pub fn generate(body: &Bytes, time: Duration, job: &Job) -> Result<Response, Refusal> {
    let mut fields = Fields::of(body)?;
    let kind = problem::kind(&fields.required("kind")?)?;
    let Some(generate) = &kind.generate else {
        return Err(Refusal::unfit(format!("\"kind\": {} cannot be generated", kind.name)));
    };
    let given = fields.number("seed", 0..=u64::MAX)?;
    let mut settings = problem::settings(&mut fields, kind, Verb::Generate)?;
    let words = fields.text("words")?.unwrap_or_default();
    fields.end()?;
    let words: Vec<String> = words
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    if generate.words == WordList::None && !words.is_empty() {
        return Err(Refusal::unfit(format!("\"words\": {} is not made from words", kind.name)));
    }
    settings.seed = given.unwrap_or_else(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos());
        now as u64 % 1_000_000_000
    });
    match (generate.make)(&words, &settings, 0, &job.how(settings.seed, time)) {
        Ok(Generated { puzzle, difficulty }) => {
            let text = first_format(kind, &*puzzle).ok_or_else(Refusal::bug)?;
            let mut made = opened(kind, &*puzzle, (1, 1), text);
            made["seed"] = json!(settings.seed);
            made["difficulty"] = json!(difficulty);
            Ok(answered(&made))
        }
        Err(NotMade::Usage(message)) => Err(Refusal::unfit(message)),
        Err(NotMade::Impossible(reason)) => Err(Refusal::unfit(format!("there is none: {reason}"))),
        Err(NotMade::NotFound(reason)) => Err(Refusal::unfit(format!("none was found: {reason}"))),
        Err(NotMade::Stopped) => {
            let by = job.why().unwrap_or("the time limit");
            Err(Refusal::stopped(format!("stopped by {by} before a puzzle was made")))
        }
    }
}

/// `POST /api/convert`: the puzzle in another format.
pub fn convert(body: &Bytes, _: Duration, _: &Job) -> Result<Response, Refusal> {
    let mut fields = Fields::of(body)?;
    let text = Text::of(&mut fields, Verb::Convert)?;
    let to = fields.required("to")?;
    fields.end()?;
    let Some(format) = text.kind.formats.iter().find(|format| format.name == to) else {
        let known: Vec<&str> = text.kind.formats.iter().map(|format| format.name).collect();
        let (kind, to) = (text.kind.name, shortened(&to));
        return Err(Refusal::unfit(match &known[..] {
            [] => format!("\"to\": {kind} has no formats to write"),
            known => format!("\"to\": {kind} has no format {to:?}, only {}", known.join(", ")),
        }));
    };
    let (puzzle, _) = text.read(false)?;
    let text = written(&*puzzle, format)
        .map_err(|reason| Refusal::unfit(format!("cannot be written as {}: {reason}", format.name)))?;
    Ok(answered(&json!({ "text": text })))
}

/// `POST /api/draw`: the puzzle, with an answer if there is one, as a picture to keep.
pub fn draw(body: &Bytes, _: Duration, _: &Job) -> Result<Response, Refusal> {
    let mut fields = Fields::of(body)?;
    let text = Text::of(&mut fields, Verb::Draw)?;
    let format = fields.word("format", &["svg", "png", "pdf"])?;
    let answer = fields.text("answer")?;
    fields.end()?;
    let (puzzle, _) = text.read(false)?;
    let answer = match answer {
        None => None,
        Some(answer) => {
            let mut scanner = scanner(answer);
            Some(puzzle.read_answer(&mut scanner)?.map_err(|wrong| Refusal::unfit(format!("\"answer\": {wrong}")))?)
        }
    };
    let drawing = puzzle.draw(answer.as_ref());
    let (kind, bytes) = match format {
        "png" => ("image/png", entail_picture::png(&drawing.svg(), SCALE)),
        "pdf" => {
            let answers = answer.map(|_| drawing.clone());
            let pages = entail_picture::pages(&[puzzle.draw(None)], answers.as_slice());
            ("application/pdf", entail_picture::pdf(&pages))
        }
        _ => ("image/svg+xml", entail_picture::portable_svg(&drawing.svg()).map(String::into_bytes)),
    };
    let bytes = bytes.map_err(|error| Refusal::unfit(error.to_string()))?;
    let name = format!("attachment; filename=\"{}.{format}\"", text.kind.name);
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

/// `POST /api/watch`: the steps of a plain search.
pub fn watch(body: &Bytes, time: Duration, job: &Job) -> Result<Response, Refusal> {
    let mut fields = Fields::of(body)?;
    let text = Text::of(&mut fields, Verb::Solve)?;
    let steps = fields.number("steps", 1..=MOST_STEPS)?.unwrap_or(2_000);
    fields.end()?;
    let (puzzle, _) = text.read(false)?;
    let how = job.how(text.settings.seed, time);
    match entail_puzzles::watch(&*puzzle, steps as usize, &how) {
        Ok(steps) => Ok(answered(&steps)),
        Err(Failure::Impossible(impossible)) => Err(Refusal::unfit(format!("no answer: {impossible}"))),
        Err(_) => Err(Refusal::bug()),
    }
}

/// An answer as JSON.
pub fn answered(value: &Value) -> Response {
    (json_type(), value.to_string()).into_response()
}
