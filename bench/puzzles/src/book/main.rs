//! The algorithms that a contestant learns from the book, for the benchmark: what Entail's kernels are measured against.
//!
//! They read and print what `entail solve` reads and prints, and do each what the book says, in plain code that a good
//! contestant would write: no propagation, no parts, no bound that the book does not have.

mod boardcover;
mod kakuro;
mod queens;

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use cpu_time::ProcessTime;

const USAGE: &str = "book kakuro FILE [--limit SECONDS]
book boardcover FILE [--memory] [--limit SECONDS]
book queens N

A case is cut after --limit seconds of processor time; standard error says which.";

/// The numbers and words of a file, one after the other.
pub struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    pub fn word(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "the file ends too early".to_owned())
    }

    pub fn number(&mut self) -> Result<usize, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("{word:?} is not a number"))
    }
}

/// When a case is cut. The clock is a system call, so it is asked once in a thousand nodes.
pub struct Limit {
    seconds: f64,
    started: ProcessTime,
    nodes: u32,
    over: bool,
}

impl Limit {
    pub fn start(seconds: f64) -> Self {
        Self { seconds, started: ProcessTime::now(), nodes: 0, over: false }
    }

    /// Counts a node; whether the time is over.
    pub fn reached(&mut self) -> bool {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(1024) {
            self.over = self.started.elapsed().as_secs_f64() > self.seconds;
        }
        self.over
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<(), String> {
    let mut plain = Vec::new();
    let (mut memory, mut limit) = (false, f64::INFINITY);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--memory" => memory = true,
            "--limit" => limit = rest.next().and_then(|n| n.parse().ok()).ok_or(USAGE)?,
            _ => plain.push(arg.as_str()),
        }
    }
    let [what, of] = plain[..] else { return Err(USAGE.to_owned()) };
    let mut out = BufWriter::new(std::io::stdout().lock());
    match what {
        "queens" => {
            let n = of.parse().ok().filter(|n| (1..=32).contains(n)).ok_or("queens: a number from 1 to 32")?;
            writeln!(out, "{}", queens::count(n)).map_err(|e| e.to_string())?;
        }
        "kakuro" | "boardcover" => {
            let text = std::fs::read_to_string(of).map_err(|e| format!("{of}: {e}"))?;
            let mut words = Words(text.split_ascii_whitespace());
            let table = (what == "kakuro").then(kakuro::Table::new);
            for case in 1..=words.number()? {
                let limit = Limit::start(limit);
                let answer = match &table {
                    Some(table) => kakuro::case(&mut words, table, limit)?,
                    None => boardcover::case(&mut words, memory, limit)?,
                };
                match answer {
                    Answer::Text(text) => out.write_all(text.as_bytes()).map_err(|e| e.to_string())?,
                    Answer::None => eprintln!("case {case}: no answer"),
                    Answer::Cut => eprintln!("case {case}: cut"),
                }
            }
        }
        _ => return Err(USAGE.to_owned()),
    }
    out.flush().map_err(|e| e.to_string())
}

/// What became of a case.
pub enum Answer {
    Text(String),
    None,
    Cut,
}
