//! Kakuro: every case has the stated answer, proved to be the only one, and posing the answer gives the puzzle back.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::entail_on;
use crate::table::{Table, Verdict, data, solve};

/// The files whose puzzles have exactly one answer.
const GROUPS: [&str; 14] = [
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
];

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

/// Whether each case has exactly the stated answer, proved to be the only one.
fn only_answers(folder: &Path, name: &str) -> Vec<Verdict> {
    let stated = boards(&fs::read_to_string(folder.join(format!("{name}.out"))).unwrap());
    let solved = solve("kakuro", &folder.join(format!("{name}.in")), &["--unique"]);
    assert_eq!(solved.len(), stated.len(), "{name}: as many cases as answers");
    let right = |(case, board): (&Value, &Value)| {
        let only = case["status"] == "answered" && case["complete"] == true;
        Verdict::of(only && case["answers"] == serde_json::json!([board]))
    };
    solved.iter().zip(&stated).map(right).collect()
}

#[test]
fn kakuro_boards_with_one_answer() {
    let Some(folder) = data("kakuro") else { return };
    let mut table = Table::new("kakuro, one answer");
    for name in GROUPS {
        table.file(name, || only_answers(&folder, name));
    }
    table.end_all_answered(1468);
}

#[test]
fn kakuro_boards_made_hard_or_of_parts_or_with_a_clue_missing() {
    let Some(folder) = data("kakuro") else { return };
    let mut table = Table::new("kakuro, hard ones");
    for name in ["hardened", "parts", "incomplete-hints"] {
        table.file(name, || only_answers(&folder, name));
    }
    table.end_all_answered(16);
}

#[test]
fn kakuro_boards_with_several_answers_or_none() {
    let Some(folder) = data("kakuro") else { return };
    let mut table = Table::new("kakuro, several or none");
    table.file("nonunique", || {
        let cases = solve("kakuro", &folder.join("nonunique.in"), &["--count", "--limit", "2"]);
        cases.iter().map(|case| Verdict::of(case["count"] == 2)).collect()
    });
    table.file("unsolvable", || {
        let cases = solve("kakuro", &folder.join("unsolvable.in"), &["--count"]);
        cases.iter().map(|case| Verdict::of(case["count"] == 0 && case["status"] == "no answer")).collect()
    });
    table.end_all_answered(66 + 21);
}

#[test]
fn kakuro_answers_are_printed_byte_for_byte_and_posed_again() {
    let Some(folder) = data("kakuro") else { return };
    let mut table = Table::new("kakuro, solved and posed");
    for name in GROUPS.into_iter().chain(["hardened", "parts"]) {
        let read = |end: &str| fs::read_to_string(folder.join(format!("{name}.{end}"))).unwrap();
        let (puzzles, answers) = (read("in"), read("out"));
        let solved = entail_on(&["solve", "kakuro"], puzzles.as_bytes());
        let posed = entail_on(&["pose", "kakuro"], format!("{}{}", count_line(&puzzles), sized(&answers)).as_bytes());
        table.file(name, || vec![Verdict::of(solved.out == answers), Verdict::of(posed.out == puzzles)]);
    }
    table.end_all_answered(2 * 16);
}

/// The line with the number of cases.
fn count_line(text: &str) -> String {
    format!("{}\n", text.lines().next().unwrap())
}

/// Answers with the size of the board before each: a KAKURO1 text.
fn sized(answers: &str) -> String {
    let mut text = String::new();
    let mut lines = answers.lines().peekable();
    while let Some(first) = lines.peek() {
        let size = first.split_whitespace().count();
        text += &format!("{size}\n");
        for line in lines.by_ref().take(size) {
            text += &format!("{line}\n");
        }
    }
    text
}
