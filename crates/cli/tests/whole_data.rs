//! Every puzzle of the folder that ENTAIL_DATA names, through the command: how many are right, file by file.
//!
//! Without ENTAIL_DATA there is nothing to read: each test says so and passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

/// The folder of a kind, where there is one.
fn data(kind: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("ENTAIL_DATA") else {
        println!("skipped: ENTAIL_DATA is not set, so no whole-data test of {kind} was run");
        return None;
    };
    let folder = Path::new(&folder).join(kind);
    assert!(folder.is_dir(), "ENTAIL_DATA is set, but {} is no folder", folder.display());
    Some(folder)
}

/// The JSON objects that the command prints for a file, one a case.
fn solve(kind: &str, file: &Path, flags: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_entail"));
    let output = command.args(["solve", kind, "--format", "json"]).args(flags).arg(file).output().unwrap();
    assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    let out = String::from_utf8(output.stdout).unwrap();
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The boards of an answer file: lines of N numbers, N lines a board.
fn boards(text: &str) -> Vec<Value> {
    let rows: Vec<Vec<u8>> =
        text.lines().map(|line| line.split_whitespace().map(|digit| digit.parse().unwrap()).collect()).collect();
    let mut boards = Vec::new();
    let mut rest = &rows[..];
    while let Some(first) = rest.first() {
        let (board, others) = rest.split_at(first.len());
        boards.push(serde_json::to_value(board).unwrap());
        rest = others;
    }
    boards
}

/// How many cases of each file are right.
struct Table {
    right: usize,
    wrong: usize,
}

impl Table {
    fn new(title: &str) -> Self {
        println!("\n{title:<24} {:>6} {:>6} {:>9}", "right", "wrong", "seconds");
        Self { right: 0, wrong: 0 }
    }

    /// A line of the table: one truth for each case, from the function that is timed.
    fn file(&mut self, name: &str, judge: impl FnOnce() -> Vec<bool>) {
        let started = Instant::now();
        let judged = judge();
        let right = judged.iter().filter(|right| **right).count();
        let wrong = judged.len() - right;
        println!("{name:<24} {right:>6} {wrong:>6} {:>9.2}", started.elapsed().as_secs_f64());
        self.right += right;
        self.wrong += wrong;
    }

    fn end(self, expected: usize) {
        println!("{:<24} {:>6} {:>6}", "all", self.right, self.wrong);
        assert_eq!((self.right, self.wrong), (expected, 0), "right and wrong");
    }
}

/// Whether each case has exactly the stated answer, proved to be the only one.
fn only_answers(folder: &Path, name: &str) -> Vec<bool> {
    let stated = boards(&fs::read_to_string(folder.join(format!("{name}.out"))).unwrap());
    let solved = solve("kakuro", &folder.join(format!("{name}.in")), &["--unique"]);
    assert_eq!(solved.len(), stated.len(), "{name}: as many cases as answers");
    let right = |(case, board): (&Value, &Value)| {
        case["status"] == "answered" && case["complete"] == true && case["answers"] == serde_json::json!([board])
    };
    solved.iter().zip(&stated).map(right).collect()
}

#[test]
fn kakuro_boards_with_one_answer() {
    let Some(folder) = data("kakuro") else { return };
    let mut table = Table::new("kakuro, one answer");
    for name in [
        "algospot-sample",
        "xcsp3",
        "matzsoft",
        "johnbfarmer",
        "hakank",
        "marcizhu",
        "minizinc-benchmarks",
        "adi7em",
        "gecode-nikoli",
        "cx16",
        "krazydad-pe424",
        "krazydad",
        "janko-large",
        "janko-n20",
    ] {
        table.file(name, || only_answers(&folder, name));
    }
    table.end(1468);
}

#[test]
fn kakuro_boards_made_hard_or_of_parts_or_with_a_clue_missing() {
    let Some(folder) = data("kakuro") else { return };
    let mut table = Table::new("kakuro, hard ones");
    for name in ["hardened", "parts", "incomplete-hints"] {
        table.file(name, || only_answers(&folder, name));
    }
    table.end(16);
}

#[test]
fn kakuro_boards_with_several_answers_or_none() {
    let Some(folder) = data("kakuro") else { return };
    let mut table = Table::new("kakuro, several or none");
    table.file("nonunique", || {
        let cases = solve("kakuro", &folder.join("nonunique.in"), &["--count", "--limit", "2"]);
        cases.iter().map(|case| case["count"] == 2).collect()
    });
    table.file("unsolvable", || {
        let cases = solve("kakuro", &folder.join("unsolvable.in"), &["--count"]);
        cases.iter().map(|case| case["count"] == 0 && case["status"] == "no answer").collect()
    });
    table.end(66 + 21);
}

#[test]
fn kakuro_answers_are_printed_byte_for_byte() {
    let Some(folder) = data("kakuro") else { return };
    for name in ["gecode-nikoli", "krazydad", "minizinc-benchmarks"] {
        let file = folder.join(format!("{name}.in"));
        let output = Command::new(env!("CARGO_BIN_EXE_entail")).args(["solve", "kakuro"]).arg(file).output().unwrap();
        assert!(output.stdout == fs::read(folder.join(format!("{name}.out"))).unwrap(), "{name}");
    }
}
