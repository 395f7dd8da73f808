//! Sudoku: the stated answer of every line, proved to be the only one; counts, impossible and malformed lines.

use std::fs;

use crate::run::entail_on;
use crate::table::{Table, Verdict, data};

const GROUPS: [&str; 14] = [
    "17clue-sample-10000",
    "hard-magictour-top1465",
    "hard-forum-hardest-1106",
    "hard-forum-1905-sample-1000",
    "hard-top95",
    "hard-hardest",
    "mixed-msk009",
    "easy-50",
    "graded-kids-300",
    "graded-easy-300",
    "graded-medium-300",
    "graded-expert-300",
    "graded-evil-300",
    "newspaper-kleinezeitung",
];

#[test]
fn every_puzzle_has_its_stated_answer_and_no_other() {
    let Some(folder) = data("sudoku") else { return };
    let mut table = Table::new("sudoku, one answer");
    for name in GROUPS {
        let read = |end: &str| fs::read_to_string(folder.join(format!("{name}.{end}"))).unwrap();
        let (puzzles, stated) = (read("txt"), read("sol"));
        table.file(name, || {
            let ran = entail_on(&["solve", "sudoku", "--unique"], puzzles.as_bytes());
            assert_eq!((ran.status, ran.out.lines().count()), (0, stated.lines().count()), "{name}: {}", ran.err);
            ran.out.lines().zip(stated.lines()).map(|(ours, theirs)| Verdict::of(ours == theirs)).collect()
        });
    }
    table.end_all_answered(15_593);
}

#[test]
fn puzzles_with_several_answers_none_or_clashing_givens() {
    let Some(folder) = data("sudoku") else { return };
    let mut table = Table::new("sudoku, several or none");
    let read = |name: &str| fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    let first_words = |text: &str| -> String {
        text.lines().map(|line| format!("{}\n", line.split_whitespace().next().unwrap())).collect()
    };
    let multi = read("multi");
    table.file("multi", || {
        let ran = entail_on(&["solve", "sudoku", "--count", "--limit", "5000"], first_words(&multi).as_bytes());
        let stated = multi.lines().map(|line| line.split_whitespace().nth(1).unwrap().trim_start_matches(">="));
        assert_eq!(ran.out.lines().count(), multi.lines().count(), "{}", ran.err);
        ran.out.lines().zip(stated).map(|(ours, theirs)| Verdict::of(ours == theirs)).collect()
    });
    for name in ["nosolution", "conflict"] {
        let text = read(name);
        table.file(name, || {
            let ran = entail_on(&["solve", "sudoku", "--count"], first_words(&text).as_bytes());
            assert_eq!((ran.status, ran.out.lines().count()), (1, text.lines().count()), "{name}: {}", ran.err);
            ran.out.lines().map(|count| Verdict::of(count == "0")).collect()
        });
    }
    table.end_all_answered(179 + 80 + 30);
}

#[test]
fn a_malformed_line_is_refused_and_says_where() {
    let Some(folder) = data("sudoku") else { return };
    let mut table = Table::new("sudoku, malformed");
    table.file("malformed", || {
        let text = fs::read_to_string(folder.join("malformed.txt")).unwrap();
        let judged = text.lines().map(|line| {
            let (puzzle, what) = line.split_once('\t').unwrap();
            let ran = entail_on(&["solve", "sudoku"], format!("{puzzle}\n").as_bytes());
            // `*` and `-` frame a grid, so both readings of those two lines are allowed.
            let allowed: &[i32] = match what {
                valid if valid.starts_with("VALID") => &[0],
                other if other.contains("for empty") => &[0, 2],
                _ => &[2],
            };
            Verdict::of(allowed.contains(&ran.status) && (ran.status == 0 || ran.err.contains(", column ")))
        });
        judged.collect()
    });
    table.end_all_answered(10);
}
