//! What is measured inside a process of its own: how many Sudoku a second a solver does without reading and printing, and how
//! long the slowest puzzle of a file takes.

use std::hint::black_box;
use std::io::{BufWriter, Cursor, Write};
use std::ops::ControlFlow;

use clap::{Subcommand, ValueEnum};
use cpu_time::ProcessTime;
use entail_puzzles::search::{self, How};
use entail_puzzles::{Input, KINDS, Puzzle, Settings};
use sudoku::Sudoku;

/// A measurement inside this process.
#[derive(Subcommand)]
pub enum Inside {
    /// Puzzles a second: all lines again and again, until so much processor time has gone
    #[command(hide = true)]
    Rate { who: Who, file: String, seconds: f64, wanted: usize },
    /// The answers of the `sudoku` crate, a line each
    #[command(hide = true)]
    Crate { file: String },
    /// The puzzle that takes longest: milliseconds, and its number
    #[command(hide = true)]
    Slowest { kind: String, file: String },
}

/// Whose rate.
#[derive(Clone, Copy, ValueEnum)]
pub enum Who {
    Entail,
    Crate,
}

impl Inside {
    pub fn run(&self) -> Result<(), String> {
        match self {
            Self::Rate { who: Who::Entail, file, seconds, wanted } => {
                let puzzles = puzzles("sudoku", file)?;
                rate(&puzzles, *seconds, |puzzle| solve(&**puzzle, *wanted))
            }
            Self::Rate { who: Who::Crate, file, seconds, wanted } => rate(&lines(file)?, *seconds, |puzzle| {
                Ok(match wanted {
                    1 => usize::from(black_box(puzzle.some_solution()).is_some()),
                    _ => puzzle.solutions_count_up_to(*wanted),
                })
            }),
            Self::Crate { file } => {
                let mut out = BufWriter::new(std::io::stdout().lock());
                for answer in lines(file)?.iter().filter_map(|puzzle| puzzle.some_solution()) {
                    writeln!(out, "{}", answer.to_str_line()).map_err(|e| e.to_string())?;
                }
                out.flush().map_err(|e| e.to_string())
            }
            Self::Slowest { kind, file } => slowest(kind, file),
        }
    }
}

fn lines(file: &str) -> Result<Vec<Sudoku>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Sudoku::from_str_line(line).map_err(|e| format!("{file}: {e}"))).collect()
}

fn puzzles(kind: &str, file: &str) -> Result<Vec<Box<dyn Puzzle>>, String> {
    let kind = KINDS.iter().find(|known| known.name == kind).ok_or(format!("there is no kind {kind}"))?;
    let text: Input = Box::new(Cursor::new(std::fs::read(file).map_err(|e| format!("{file}: {e}"))?));
    (kind.read)(text, &Settings::new(1)).map(|case| case.map_err(|e| format!("{file}: {e:?}"))).collect()
}

/// Through the one door that the command uses too, with its check of every answer; how many answers there were.
fn solve(puzzle: &dyn Puzzle, wanted: usize) -> Result<usize, String> {
    let mut found = 0;
    let how = How { wanted: wanted as u64, ..How::default() };
    search::solve(puzzle, &how, &mut |answer| {
        black_box(answer);
        found += 1;
        if found == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .map_err(|e| e.to_string())?;
    Ok(found)
}

fn rate<P>(puzzles: &[P], seconds: f64, solve: impl Fn(&P) -> Result<usize, String>) -> Result<(), String> {
    let started = ProcessTime::now();
    let (mut solved, mut used) = (0, 0.0);
    while used < seconds {
        for puzzle in puzzles {
            if solve(puzzle)? == 0 {
                return Err("a puzzle without an answer".to_owned());
            }
        }
        solved += puzzles.len();
        used = started.elapsed().as_secs_f64();
    }
    println!("{:.1}", solved as f64 / used);
    Ok(())
}

/// The least of three times for each puzzle, since all that can go wrong with a time is that it is too long.
fn slowest(kind: &str, file: &str) -> Result<(), String> {
    let (mut longest, mut number) = (0.0, 0);
    for (puzzle, nth) in puzzles(kind, file)?.iter().zip(1..) {
        let mut least = f64::INFINITY;
        for _ in 0..3 {
            let started = ProcessTime::now();
            solve(&**puzzle, 1)?;
            least = f64::min(least, started.elapsed().as_secs_f64());
        }
        if least > longest {
            (longest, number) = (least, nth);
        }
    }
    println!("{:.3} {number}", longest * 1e3);
    Ok(())
}
