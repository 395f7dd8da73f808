//! Small problems of each kind with what is known of them, for facts that hold of every kind.

use crate::command::{Ran, entail_on};

/// What is known of a kind.
pub struct Problem {
    pub kind: &'static str,
    /// What the kind needs besides its text.
    pub flags: &'static [&'static str],
    /// A problem with exactly one answer, and that answer.
    pub one: &'static str,
    pub answer: &'static str,
    /// A problem with more answers, and how many.
    pub several: Option<(&'static str, u64)>,
    /// A problem without an answer.
    pub none: Option<&'static str>,
    /// A problem that no machine is done with in a moment, and what to ask about it.
    pub hard: (fn() -> String, &'static [&'static str]),
}

impl Problem {
    /// Runs a verb on a text of the kind.
    pub fn run(&self, verb: &str, flags: &[&str], text: impl AsRef<[u8]>) -> Ran {
        entail_on(&[&[verb, self.kind], self.flags, flags].concat(), text.as_ref())
    }
}

/// Every kind.
pub const PROBLEMS: [Problem; 8] = [
    Problem {
        kind: "kakuro",
        flags: &[],
        one: "1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n",
        answer: "0 0 0\n0 1 2\n0 3 4\n",
        several: Some(("1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 4\n3 1 0 4\n1 2 1 4\n1 3 1 4\n", 2)),
        none: Some("1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 7\n"),
        // Six by six white cells without a clue.
        hard: (|| format!("1\n7\n{}\n{}0\n", "0 ".repeat(7), "0 1 1 1 1 1 1\n".repeat(6)), &["--count"]),
    },
    Problem {
        kind: "sudoku",
        flags: &[],
        one: ".....41.214.....\n",
        answer: "1234341221434321\n",
        several: Some(("................\n", 288)),
        none: Some("1..1............\n"),
        hard: (|| ".".repeat(625), &["--count"]),
    },
    Problem {
        kind: "queens",
        flags: &[],
        one: "1\n",
        answer: "[1]\nQ\n",
        several: Some(("6\n", 4)),
        none: Some("3\n"),
        hard: (|| "30\n".to_owned(), &["--count"]),
    },
    Problem {
        kind: "coloring",
        flags: &[],
        one: "p edge 2 0\n",
        answer: "s col 1\nl 1 1\nl 2 1\n",
        several: Some(("p edge 3 2\ne 1 2\ne 2 3\n", 2)),
        none: Some("p edge 2 2\ne 1 2\ne 2 2\n"),
        hard: (queens_graph, &[]),
    },
    Problem {
        kind: "wordsearch",
        flags: &[],
        one: "A B\nC D\n\nAD\n",
        answer: "A .\n. D\n",
        several: Some(("A A\nD D\n\nAD\n", 4)),
        none: Some("A B\nC D\n\nAX\n"),
        hard: (
            || format!("{}\nA\nAA\nAAA\nAAAA\n", format!("{}A\n", "A ".repeat(8)).repeat(9)),
            &["--overlap", "--count"],
        ),
    },
    Problem {
        kind: "cryptarithm",
        flags: &[],
        one: "SEND + MORE = MONEY\n",
        answer: "9567 + 1085 = 10652\nD=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n",
        several: Some(("TWO + TWO = FOUR\n", 7)),
        none: Some("SEND + MORE = MON\n"),
        hard: (|| "A + B + C + D + E + F = G + H + I + J + K + L\n".to_owned(), &["--base", "36", "--count"]),
    },
    Problem {
        kind: "layout",
        flags: &["--board", "2x12"],
        one: "2x12\n",
        answer: "1 1 1 1 1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1 1 1 1 1\n",
        several: Some(("2x11\n", 2)),
        none: Some("3x1\n"),
        hard: (|| "1x1 1x1 1x1 1x1 1x1 1x1 1x2 1x2 1x3 1x3 2x1\n".to_owned(), &["--count"]),
    },
    Problem {
        kind: "boardcover",
        flags: &[],
        one: "1\n2 3 1 2\n.#.\n...\n##\n",
        answer: "2\n",
        several: None,
        none: None,
        hard: (|| format!("1\n40 40 3 3\n{}.#.\n###\n..#\n", format!("{}\n", ".".repeat(40)).repeat(40)), &[]),
    },
];

/// The problem of a kind.
pub fn problem(kind: &str) -> &'static Problem {
    PROBLEMS.iter().find(|problem| problem.kind == kind).expect("every kind has one")
}

/// The fields of a board of 12 × 12, neighbours when a queen goes from one to the other: nobody proves its number of
/// colours in a moment.
fn queens_graph() -> String {
    let cells = 0..144_i32;
    let edges: Vec<(i32, i32)> = cells
        .flat_map(|a| (a + 1..144).map(move |b| (a, b)))
        .filter(|(a, b)| {
            let (rows, columns) = ((b / 12 - a / 12).abs(), (b % 12 - a % 12).abs());
            rows == 0 || columns == 0 || rows == columns
        })
        .collect();
    let lines: String = edges.iter().map(|(a, b)| format!("e {} {}\n", a + 1, b + 1)).collect();
    format!("p edge 144 {}\n{lines}", edges.len())
}
