//! `entail draw`: puzzles as pictures, with their answers if asked.
//!
//! SVG and PNG hold all puzzles of the input on one sheet. A PDF has pages with puzzles and, with answers, pages with
//! those at the end.

use std::ops::ControlFlow;
use std::path::Path;

use clap::ArgMatches;
use entail_model::Answer;
use entail_puzzles::search::{self, Failure, How};
use entail_puzzles::svg::Drawing;
use entail_puzzles::{Kind, Puzzle, Verb};

use crate::args;
use crate::input;
use crate::interrupt::Interrupt;
use crate::report;
use crate::solve::{by, deadline};
use crate::status::Status;

/// How many pixels of a PNG a unit of the drawing has: enough for print.
const SCALE: f32 = 2.0;

/// What the end of the name asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Picture {
    Svg,
    Png,
    Pdf,
}

/// `entail draw KIND -o OUT`.
pub fn run(kind: &'static Kind, matches: &ArgMatches) -> Status {
    let out = input::path(matches, "out").expect("it is required");
    let picture = match out.extension().and_then(|end| end.to_str()).map(str::to_lowercase).as_deref() {
        Some("svg") => Picture::Svg,
        Some("png") => Picture::Png,
        Some("pdf") => Picture::Pdf,
        _ => return report::usage(&format!("{}: expected a name that ends in .svg, .png or .pdf", out.display())),
    };
    let interrupt = Interrupt::install();
    let settings = args::settings(kind, Verb::Draw, matches);
    let input = match input::problems(kind, matches, &interrupt) {
        Ok(input) => input,
        Err(message) => return report::usage(&message),
    };
    let how = How {
        choice: args::choice(matches),
        seed: settings.seed,
        wanted: 1,
        deadline: deadline(matches),
        stop: interrupt.stop.clone(),
        ..How::default()
    };
    let with_answers = matches.get_flag("answer");
    let mut worst = Status::Answered;
    let (mut puzzles, mut answers) = (Vec::new(), Vec::new());
    for (case, number) in (kind.read)(input.text, &settings).zip(1..) {
        let puzzle = match case {
            Ok(puzzle) => puzzle,
            Err(error) => {
                report::raw(&report::read_error(&input.name, &error));
                worst = Status::Malformed;
                continue;
            }
        };
        let (answer, problem) = if with_answers { answer(&*puzzle, &how) } else { (None, None) };
        if let Some((status, why)) = problem {
            let drawn = if answer.is_some() { "the best so far is drawn" } else { "drawn without it" };
            report::message(&format!("{}, case {number}: {why}; {drawn}", input.name));
            worst = worst.max(status);
        }
        // In a PDF the puzzle comes first and its answer at the end; elsewhere there is one picture of both.
        if picture == Picture::Pdf || answer.is_none() {
            puzzles.push(puzzle.draw(None));
        }
        match answer {
            Some(answer) if picture == Picture::Pdf => answers.push(puzzle.draw(Some(&answer))),
            Some(answer) => puzzles.push(puzzle.draw(Some(&answer))),
            None => {}
        }
    }
    if puzzles.is_empty() {
        report::message("there is nothing to draw");
        return worst.max(Status::NoAnswer);
    }
    match write(out, picture, &puzzles, &answers) {
        Ok(()) => worst,
        Err(message) => report::usage(&format!("{}: {message}", out.display())),
    }
}

/// The first answer of a puzzle; and where its search did not end with that, how it did, with a message.
fn answer(puzzle: &dyn Puzzle, how: &How) -> (Option<Answer>, Option<(Status, String)>) {
    let mut first = None;
    let end = search::solve(puzzle, how, &mut |answer| {
        first = Some(answer);
        ControlFlow::Break(())
    });
    let problem = match (end, &first) {
        (Err(Failure::Impossible(why)), _) => Some((Status::NoAnswer, format!("no answer: {why}"))),
        (Err(error), _) => Some((Status::Stopped, format!("no answer is known: {error}"))),
        (Ok(end), _) if end.stop.is_some() => {
            let unknown = end.unknown.unwrap_or_else(|| "whether there is an answer is not known".to_owned());
            end.stop.map(|stop| (Status::Stopped, format!("stopped by {}: {unknown}", by(stop))))
        }
        (Ok(_), None) => Some((Status::NoAnswer, "no answer".to_owned())),
        (Ok(_), Some(_)) => None,
    };
    (first, problem)
}

fn write(out: &Path, picture: Picture, puzzles: &[Drawing], answers: &[Drawing]) -> Result<(), String> {
    let sheet = || match puzzles {
        [one] => one.clone(),
        many => entail_picture::sheet(many),
    };
    let bytes = match picture {
        Picture::Svg => entail_picture::portable_svg(&sheet().svg()).map(String::into_bytes),
        Picture::Png => entail_picture::png(&sheet().svg(), SCALE),
        Picture::Pdf => entail_picture::pdf(&entail_picture::pages(puzzles, answers)),
    };
    std::fs::write(out, bytes.map_err(|error| error.to_string())?).map_err(|error| error.to_string())
}
