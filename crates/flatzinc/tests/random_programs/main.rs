//! Small random programs of all builtins: what `-a` prints is what enumeration by the meaning of each builtin finds.

mod generate;
mod meaning;

use std::collections::BTreeSet;
use std::time::Instant;

use entail_flatzinc::ast::{Goal, Program};
use entail_flatzinc::protocol::{Settings, Shared, run};
use entail_flatzinc::read;

use crate::generate::Generator;

/// What a run prints.
fn printed(text: &str, settings: &Settings) -> String {
    let shared = Shared::new(Vec::new());
    run(text.as_bytes(), settings, &shared, &|_| {}).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    String::from_utf8(shared.printer().written().clone()).expect("output is text")
}

fn settings() -> Settings {
    Settings {
        all: true,
        answers: 1,
        free: false,
        statistics: false,
        verbose: false,
        threads: 1,
        seed: 0,
        started: Instant::now(),
        time: None,
    }
}

/// The answers as they are printed, and the last line.
fn answers(printed: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> = printed.split("----------\n").map(str::to_owned).collect();
    let last = parts.pop().unwrap_or_default();
    (parts, last)
}

fn program(text: &str) -> Program {
    read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn every_answer_is_printed_once() {
    let mut generator = Generator::new(1);
    for number in 0..5000 {
        let text = generator.program();
        let expected: BTreeSet<String> = meaning::answers(&program(&text)).into_iter().map(|a| a.printed).collect();
        let (found, last) = answers(&printed(&text, &Settings { free: number % 2 == 1, ..settings() }));
        let set: BTreeSet<String> = found.iter().cloned().collect();
        assert_eq!(set, expected, "program {number}:\n{text}");
        assert_eq!(found.len(), set.len(), "an answer of program {number} is printed twice:\n{text}");
        let end = if expected.is_empty() { "=====UNSATISFIABLE=====\n" } else { "==========\n" };
        assert_eq!(last, end, "program {number}:\n{text}");
    }
}

#[test]
fn the_last_answer_of_an_optimisation_is_the_best() {
    let mut generator = Generator::new(2);
    for number in 0..1000 {
        let text = generator.optimisation();
        let read = program(&text);
        let threads = if number % 50 == 0 { 2 } else { 1 };
        let (found, last) = answers(&printed(&text, &Settings { all: false, threads, ..settings() }));
        let expected = meaning::answers(&read);
        let objectives = expected.iter().map(|a| a.objective.expect("it asks for the best"));
        let best = match read.solve.goal {
            Goal::Minimize(_) => objectives.min(),
            _ => objectives.max(),
        };
        let of = |printed: &String| expected.iter().find(|a| a.printed == *printed).and_then(|a| a.objective);
        assert_eq!(found.last().and_then(of), best, "program {number}:\n{text}");
        let end = if best.is_none() { "=====UNSATISFIABLE=====\n" } else { "==========\n" };
        assert_eq!(last, end, "program {number}:\n{text}");
    }
}
