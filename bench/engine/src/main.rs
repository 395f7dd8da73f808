//! The engine against Pumpkin: ten models at three sizes, in the same run, as Markdown.
//!
//! ```text
//! entail-bench-engine [--runs N] [--limit SECONDS] [--only MODEL] [--size small|medium|large] [--solver NAME]
//! entail-bench-engine --memory
//! ```
//!
//! Run `r` gives both solvers seed `r`, one after the other; a figure is the median of the runs. The two must agree on
//! what they found, or the command fails.

mod measure;
mod memory;
mod models;
mod ours;
mod pumpkin;
mod report;

use std::process::ExitCode;

use entail_model::Model;

use measure::{Found, Run, within};
use ours::Told;
use report::{Row, Summary};

#[global_allocator]
static ALLOCATOR: measure::Counted = measure::Counted;

const SIZES: [&str; 3] = ["small", "medium", "large"];

/// A model at one of its sizes: what it is, and how it is made.
type Case = (&'static str, fn() -> Model);

/// The sizes were chosen by Pumpkin's time: about 10–50 ms, 0.2–1 s and 2–10 s.
const CASES: [(&str, [Case; 3]); 10] = [
    ("queens", [("30", || models::queens(30)), ("60", || models::queens(60)), ("200", || models::queens(200))]),
    (
        "latin square",
        [
            ("20, 42 % holes", || models::latin_square(20, 42, 1)),
            ("25, 42 % holes", || models::latin_square(25, 42, 1)),
            ("28, 42 % holes", || models::latin_square(28, 42, 1)),
        ],
    ),
    (
        "colouring",
        [
            ("60 vertices, 4 colours", || models::colouring(60, 265, 4, 1)),
            ("80 vertices, 4 colours", || models::colouring(80, 350, 4, 1)),
            ("80 vertices, 5 colours", || models::colouring(80, 480, 5, 1)),
        ],
    ),
    (
        "job shop",
        [
            ("8 × 5", || models::job_shop(8, 5, 1)),
            ("10 × 5", || models::job_shop(10, 5, 1)),
            ("12 × 5", || models::job_shop(12, 5, 1)),
        ],
    ),
    (
        "golomb",
        [("7 marks", || models::golomb(7)), ("8 marks", || models::golomb(8)), ("9 marks", || models::golomb(9))],
    ),
    (
        "magic square",
        [("5", || models::magic_square(5)), ("7", || models::magic_square(7)), ("9", || models::magic_square(9))],
    ),
    (
        "car sequencing",
        [
            ("20 cars", || models::car_sequencing(20, 6, 1)),
            ("30 cars", || models::car_sequencing(30, 8, 1)),
            ("35 cars", || models::car_sequencing(35, 8, 3)),
        ],
    ),
    (
        "tables",
        [
            ("20 variables", || models::random_tables(20, 5, 46, 50, 1)),
            ("25 variables", || models::random_tables(25, 5, 58, 50, 2)),
            ("40 variables", || models::random_tables(40, 5, 93, 50, 1)),
        ],
    ),
    (
        "pigeonhole",
        [("8", || models::pigeonhole(8)), ("10", || models::pigeonhole(10)), ("12", || models::pigeonhole(12))],
    ),
    (
        "wide linear",
        [
            ("4 × 2", || models::wide_linear(4, 2, 1)),
            ("8 × 3", || models::wide_linear(8, 3, 1)),
            ("10 × 3", || models::wide_linear(10, 3, 1)),
        ],
    ),
];

struct Args {
    runs: u64,
    limit: f64,
    only: Option<String>,
    size: Option<String>,
    solver: Option<String>,
    memory: bool,
    peak: Option<u64>,
}

fn args() -> Result<Args, String> {
    let mut args = Args { runs: 3, limit: 20.0, only: None, size: None, solver: None, memory: false, peak: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        fn number<T: std::str::FromStr>(text: String) -> Result<T, String> {
            text.parse().map_err(|_| format!("{text} is not a number"))
        }
        match word.as_str() {
            "--runs" => args.runs = number::<u64>(value()?)?.max(1),
            "--limit" => args.limit = number(value()?)?,
            "--only" => args.only = Some(value()?),
            "--size" => args.size = Some(value()?),
            "--solver" => args.solver = Some(value()?),
            "--memory" => args.memory = true,
            "--peak" => args.peak = Some(number(value()?)?),
            _ => return Err(format!("no such argument: {word}")),
        }
    }
    Ok(args)
}

fn main() -> ExitCode {
    let done = args().and_then(|args| match (args.peak, args.memory) {
        (Some(conflicts), _) => memory::peak(conflicts),
        (None, true) => memory::run(),
        (None, false) => compare(&args),
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn compare(args: &Args) -> Result<(), String> {
    report::heading(args.runs, args.limit);
    let mut summary = Summary::default();
    let mut alike = vec![];
    for (name, sizes) in &CASES {
        if args.only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        for (size, (what, model)) in SIZES.iter().zip(sizes) {
            if args.size.as_ref().is_none_or(|asked| asked == size) {
                let model = model();
                let row = measure_one(&model, args, &format!("{name} {what}"))?;
                row.print(name, what);
                summary.add(name, &row);
                if let Some(model) = models::by_value(&model).filter(|_| row.time_ratio().is_some()) {
                    let run = within(args.limit, |stop| ours::solve(&model, 1, None, stop)).run;
                    alike.push((*name, *what, run, row));
                }
            }
        }
    }
    summary.print();
    report::alike(&alike);
    Ok(())
}

fn measure_one(model: &Model, args: &Args, what: &str) -> Result<Row, String> {
    let asked = |solver: &str| args.solver.as_deref().is_none_or(|s| s == solver);
    let mut ours: Vec<Told> = vec![];
    let mut theirs: Vec<Run> = vec![];
    for seed in 1..=args.runs {
        if asked("entail") {
            ours.push(within(args.limit, |stop| ours::solve(model, seed, None, stop)));
        }
        if asked("pumpkin") {
            theirs.push(within(args.limit, |stop| pumpkin::solve(model, seed, stop)));
        }
    }
    let finished = ours.iter().map(|told| told.run).chain(theirs.iter().copied()).filter(|run| run.found.finished());
    let mut found: Option<Found> = None;
    for run in finished {
        if *found.get_or_insert(run.found) != run.found {
            return Err(format!("{what}: {:?} in one run and {:?} in another", found, run.found));
        }
    }
    // The second half of a run is its steady state: the same run again, stopped after half of its conflicts.
    let allocations = ours.first().filter(|told| told.run.conflicts >= 1000).map(|whole| {
        let conflicts = whole.run.conflicts / 2;
        let half = within(args.limit, |stop| ours::solve(model, 1, Some(conflicts), stop));
        (whole.allocations.saturating_sub(half.allocations)) as f64 / (whole.run.conflicts - conflicts) as f64
    });
    Ok(Row { found: found.unwrap_or(Found::Nothing), limit: args.limit, ours, theirs, allocations })
}
