//! `entail solve kakuro` as a user meets it: what it prints, what it says, how it ends.

use crate::command::{Ran, entail, entail_on, open_board};

const SMALL: &str = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n";
const SMALL_ANSWER: &str = "0 0 0\n0 1 2\n0 3 4\n";
/// 1 + 3 and 3 + 1 in both directions: two answers.
const TWO: &str = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 4\n3 1 0 4\n1 2 1 4\n1 3 1 4\n";
/// Each run can be filled, but not all of them together.
const NONE: &str = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 7\n";

fn kakuro(flags: &[&str], cases: &[&str]) -> Ran {
    let text = format!("{}\n{}", cases.len(), cases.concat());
    entail_on(&[&["solve", "kakuro"], flags].concat(), text.as_bytes())
}

#[test]
fn the_sample_is_answered_byte_for_byte() {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/kakuro.txt");
    let ran = entail(&["solve", "kakuro", sample]);
    let answer = "0 0 0 0 0 0 0 0\n0 9 7 0 0 8 7 9\n0 8 9 0 8 9 5 7\n0 6 8 5 9 7 0 0\n\
                  0 0 6 1 0 2 6 0\n0 0 0 4 6 1 3 2\n0 8 9 3 1 0 1 4\n0 3 1 2 0 0 2 1\n";
    assert_eq!(ran, Ran { status: 0, out: answer.to_owned(), err: String::new() });
}

#[test]
fn standard_input_is_read_without_a_file_and_with_a_dash() {
    let expected = Ran { status: 0, out: SMALL_ANSWER.to_owned(), err: String::new() };
    assert_eq!(kakuro(&[], &[SMALL]), expected);
    assert_eq!(kakuro(&["-"], &[SMALL]), expected);
}

#[test]
fn many_cases_are_answered_in_order_and_the_worst_status_counts() {
    let ran = kakuro(&[], &[SMALL, NONE, SMALL]);
    assert_eq!((ran.status, ran.out), (1, SMALL_ANSWER.repeat(2)));
    assert_eq!(ran.err, "entail: <stdin>, case 2: no answer\n");

    let ran = kakuro(&["--unique"], &[NONE, TWO, SMALL]);
    assert_eq!(ran.status, 3);
    let bad = SMALL.replace("2 1 0 3", "2 1 0 99");
    let ran = kakuro(&["--unique"], &[SMALL, TWO, &bad, NONE, SMALL]);
    assert_eq!(ran.status, 2);
    assert!(ran.out.starts_with(SMALL_ANSWER) && ran.out.ends_with(SMALL_ANSWER));
    assert!(ran.err.contains("case 2: not unique") && ran.err.contains("line 25, column 7"), "{}", ran.err);
    assert!(ran.err.contains("case 4: no answer"), "{}", ran.err);
}

#[test]
fn all_answers_have_a_blank_line_between() {
    let ran = kakuro(&["--all"], &[TWO, SMALL]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let (two, small) = ran.out.split_at(ran.out.len() - SMALL_ANSWER.len());
    let mut answers: Vec<&str> = two.trim_end().split("\n\n").collect();
    answers.sort_unstable();
    assert_eq!(answers, ["0 0 0\n0 1 3\n0 3 1", "0 0 0\n0 3 1\n0 1 3"]);
    assert!(two.ends_with("\n\n") && small == SMALL_ANSWER, "also between two cases: {}", ran.out);
}

#[test]
fn a_limit_cuts_the_list_with_status_0() {
    let ran = kakuro(&["--all", "--limit", "1"], &[TWO]);
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (0, 3, ""));
    assert_eq!(kakuro(&["--limit", "2"], &[TWO]).out.lines().count(), 7);
    assert_eq!(kakuro(&["--count", "--limit", "1"], &[TWO]).out, "1\n");
    assert_eq!(kakuro(&["--limit", "0"], &[TWO]).status, 2);
}

#[test]
fn a_count_is_one_number_per_case() {
    let ran = kakuro(&["--count"], &[TWO, SMALL]);
    assert_eq!(ran, Ran { status: 0, out: "2\n1\n".to_owned(), err: String::new() });
    let ran = kakuro(&["--count"], &[TWO, NONE]);
    assert_eq!((ran.status, ran.out.as_str()), (1, "2\n0\n"));
}

#[test]
fn unique_says_whether_there_is_a_second_answer() {
    assert_eq!(kakuro(&["--unique"], &[SMALL]), Ran { status: 0, out: SMALL_ANSWER.to_owned(), err: String::new() });
    let ran = kakuro(&["--unique"], &[TWO]);
    assert_eq!((ran.status, ran.out.lines().count()), (3, 3));
    assert_eq!(ran.err, "entail: <stdin>, case 1: not unique: there is a second answer\n");
}

#[test]
fn json_is_one_object_per_case_on_one_line() {
    let ran = kakuro(&["--format", "json", "--all"], &[TWO, NONE]);
    assert_eq!(ran.status, 1);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["answers"].as_array().unwrap().len(), 2);
    assert_eq!(lines[0]["answers"][0][0], serde_json::json!([0, 0, 0]));
    assert_eq!((&lines[0]["case"], &lines[0]["complete"]), (&1.into(), &true.into()));
    assert_eq!((&lines[1]["status"], &lines[1]["answers"]), (&"no answer".into(), &serde_json::json!([])));

    let ran = kakuro(&["--format", "json", "--count"], &[TWO]);
    let expected = "{\"kind\":\"kakuro\",\"case\":1,\"count\":2,\"complete\":true,\"status\":\"answered\"}\n";
    assert_eq!((ran.status, ran.out.as_str()), (0, expected));
}

#[test]
fn a_run_that_nothing_fills_is_named() {
    let high = SMALL.replace("2 1 0 3", "2 1 0 18");
    let ran = kakuro(&[], &[&high, SMALL]);
    assert_eq!((ran.status, ran.out.as_str()), (1, SMALL_ANSWER));
    assert!(ran.err.starts_with("entail: <stdin>, case 1: no answer: row 2, 18 in two cells: "), "{}", ran.err);

    let black = "0 ".repeat(11);
    let white = format!("0 {}", "1 ".repeat(10));
    let long = format!("11\n{black}\n{white}\n{}\n0\n", black.repeat(9));
    let ran = kakuro(&["--count"], &[&long]);
    assert_eq!((ran.status, ran.out.as_str()), (1, "0\n"));
    assert!(ran.err.contains("row 2, 10 cells without a clue: there are only nine"), "{}", ran.err);
}

#[test]
fn runs_without_a_clue_and_runs_of_one_cell_work() {
    let one_cell = "2\n0 0\n0 1\n1\n2 1 0 7\n";
    assert_eq!(kakuro(&["--unique"], &[one_cell]).out, "0 0\n0 7\n");
    assert_eq!(kakuro(&["--count"], &["2\n0 0\n0 1\n0\n"]).out, "9\n");
    assert_eq!(kakuro(&["--count"], &["3\n0 0 0\n0 1 1\n0 0 0\n0\n"]).out, "72\n");
    assert_eq!(kakuro(&["--count"], &["1\n0\n0\n"]).out, "1\n");
}

#[test]
fn a_time_limit_ends_with_status_4_and_says_what_is_not_known() {
    let ran = kakuro(&["--time-limit", "0s"], &[SMALL, SMALL]);
    assert_eq!((ran.status, ran.out.as_str()), (4, ""));
    let expected = "entail: <stdin>, case 1: stopped by the time limit: whether there is an answer is not known; later cases were not tried\n";
    assert_eq!(ran.err, expected);
    // Far more answers than a moment is enough for, one by one.
    let ran = kakuro(&["--count", "--engine", "learning", "--time-limit", "20ms"], &[&open_board()]);
    assert_eq!(ran.status, 4);
    assert!(ran.out.trim().parse::<u64>().is_ok() && ran.err.contains("is not known"), "{ran:?}");
    assert_eq!(kakuro(&["--time-limit", "1h"], &[SMALL]).status, 0);
}

#[test]
fn more_answers_than_fit_a_number_are_not_passed_off_as_counted() {
    let ran = kakuro(&["--count"], &[&open_board(), SMALL]);
    assert_eq!((ran.status, ran.out.lines().nth(1)), (4, Some("1")), "the next case is counted: {ran:?}");
    assert!(ran.err.contains("there are at least 18446744073709551615 answers"), "{}", ran.err);
}

#[test]
fn the_same_seed_gives_the_same_run_and_statistics_go_to_standard_error() {
    let ran = kakuro(&["--stats", "--seed", "7"], &[SMALL]);
    assert_eq!((ran.status, ran.out.as_str()), (0, SMALL_ANSWER));
    assert!(ran.err.contains("case 1: ") && ran.err.contains(" nodes, "), "{}", ran.err);
    assert_eq!(kakuro(&["--seed", "7"], &[TWO]).out, kakuro(&["--seed", "7"], &[TWO]).out);
}
