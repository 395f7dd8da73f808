//! The flags that every `solve` has, with every kind.

use serde_json::Value;

use crate::command::{Ran, entail, entail_on, file};
use crate::problems::{PROBLEMS, Problem, problem};

fn answered(out: &str) -> Ran {
    Ran { status: 0, out: out.to_owned(), err: String::new() }
}

/// The kinds whose answers can be counted, with a text of several answers and their number.
fn countable() -> impl Iterator<Item = (&'static Problem, &'static str, u64)> {
    PROBLEMS.iter().filter_map(|problem| problem.several.map(|(text, count)| (problem, text, count)))
}

fn json(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

#[test]
fn a_problem_comes_from_standard_input_a_dash_or_a_file() {
    for problem in &PROBLEMS {
        let expected = answered(problem.answer);
        assert_eq!(problem.run("solve", &[], problem.one), expected, "{}", problem.kind);
        assert_eq!(problem.run("solve", &["-"], problem.one), expected, "{}", problem.kind);
        let by_name = matches!(problem.kind, "kakuro" | "sudoku" | "coloring" | "boardcover");
        let path = file("problem.txt", problem.one);
        let arguments: &[&str] = if by_name { &[&path] } else { &["--file", &path] };
        assert_eq!(problem.run("solve", arguments, ""), expected, "{}", problem.kind);
    }
}

#[test]
fn a_problem_is_in_the_arguments_or_in_a_file_not_in_both() {
    let four = file("four.txt", "4\n");
    let ran = entail(&["solve", "queens", "4", "--file", &four]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--file"), "{}", ran.err);
}

#[test]
fn every_answer_is_listed_once_with_a_blank_line_between() {
    for (problem, text, count) in countable() {
        let ran = problem.run("solve", &["--all"], text);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", problem.kind);
        let mut answers: Vec<&str> = ran.out.trim_end().split("\n\n").collect();
        answers.sort_unstable();
        answers.dedup();
        assert_eq!(answers.len() as u64, count, "{}: {}", problem.kind, ran.out);
    }
}

#[test]
fn a_count_is_the_number_of_answers_whoever_searches() {
    for (problem, text, count) in countable() {
        for engine in ["auto", "kernel", "learning"] {
            let ran = problem.run("solve", &["--count", "--engine", engine], text);
            assert_eq!((ran.status, ran.out), (0, format!("{count}\n")), "{} by {engine}: {}", problem.kind, ran.err);
        }
    }
}

#[test]
fn every_engine_gives_the_only_answer() {
    for problem in &PROBLEMS {
        for engine in ["auto", "kernel", "learning"] {
            let ran = problem.run("solve", &["--engine", engine], problem.one);
            assert_eq!((ran.status, ran.out.as_str()), (0, problem.answer), "{} by {engine}", problem.kind);
        }
    }
}

#[test]
fn a_count_of_0_has_status_1_and_a_message() {
    for problem in &PROBLEMS {
        let Some(none) = problem.none else { continue };
        for engine in ["auto", "kernel", "learning"] {
            let ran = problem.run("solve", &["--count", "--engine", engine], none);
            assert_eq!((ran.status, ran.out.as_str()), (1, "0\n"), "{} by {engine}: {}", problem.kind, ran.err);
            assert!(ran.err.contains("<stdin>, case 1: no answer"), "{}: {}", problem.kind, ran.err);
        }
    }
}

#[test]
fn no_answer_prints_nothing_but_a_message_with_status_1() {
    for problem in &PROBLEMS {
        let Some(none) = problem.none else { continue };
        for flags in [&[][..], &["--all"], &["--unique"], &["--format", "svg"]] {
            let ran = problem.run("solve", flags, none);
            assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{} {flags:?}: {}", problem.kind, ran.err);
            assert!(ran.err.starts_with("entail: <stdin>, case 1: no answer"), "{}: {}", problem.kind, ran.err);
        }
    }
}

#[test]
fn a_limit_cuts_the_list_and_the_count_with_status_0() {
    for (problem, text, count) in countable() {
        for (flags, answers) in [
            (&[][..], 1),
            (&["--limit", "1"], 1),
            (&["--limit", "2"], 2),
            (&["--all", "--limit", "2"], 2),
            (&["--limit", "1000000"], count),
        ] {
            let ran = problem.run("solve", &[&["--format", "json"], flags].concat(), text);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{} {flags:?}", problem.kind);
            let listed = json(&ran)[0]["answers"].as_array().unwrap().len() as u64;
            assert_eq!(listed, answers, "{} {flags:?}", problem.kind);
        }
        let ran = problem.run("solve", &["--count", "--limit", "2"], text);
        assert_eq!((ran.status, ran.out.as_str()), (0, "2\n"), "{}", problem.kind);
        assert_eq!(problem.run("solve", &["--limit", "0"], text).status, 2, "{}", problem.kind);
    }
}

#[test]
fn unique_has_status_0_for_the_only_answer_and_3_for_the_first_of_several() {
    for (problem, text, _) in countable() {
        assert_eq!(problem.run("solve", &["--unique"], problem.one), answered(problem.answer), "{}", problem.kind);
        let first = problem.run("solve", &[], text).out;
        let ran = problem.run("solve", &["--unique"], text);
        assert_eq!((ran.status, ran.out.lines().count()), (3, first.lines().count()), "{}", problem.kind);
        assert_eq!(ran.err, "entail: <stdin>, case 1: not unique: there is a second answer\n", "{}", problem.kind);
    }
}

#[test]
fn board_cover_has_no_counting_flags() {
    let cover = problem("boardcover");
    for flag in ["--count", "--all", "--unique"] {
        let ran = cover.run("solve", &[flag], cover.one);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{flag}");
        assert!(ran.err.contains(flag), "{}", ran.err);
    }
}

#[test]
fn json_has_the_kind_the_case_the_answers_and_how_it_ended() {
    for problem in &PROBLEMS {
        let flags: &[&str] = if problem.several.is_some() { &["--all"] } else { &[] };
        let ran = problem.run("solve", &[&["--format", "json"], flags].concat(), problem.one);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", problem.kind);
        let [case] = &json(&ran)[..] else { panic!("{}: one line: {}", problem.kind, ran.out) };
        assert_eq!((&case["kind"], &case["case"]), (&problem.kind.into(), &1.into()), "{case}");
        assert_eq!((&case["complete"], &case["status"]), (&true.into(), &"answered".into()), "{case}");
        assert_eq!(case["answers"].as_array().map(Vec::len), Some(1), "{case}");
    }
}

#[test]
fn json_counts_and_says_when_there_is_no_answer() {
    for (problem, text, count) in countable() {
        let ran = problem.run("solve", &["--format", "json", "--count"], text);
        let expected = serde_json::json!({
            "kind": problem.kind, "case": 1, "count": count, "complete": true, "status": "answered",
        });
        assert_eq!((ran.status, json(&ran)), (0, vec![expected]), "{}", ran.err);
        let ran = problem.run("solve", &["--format", "json", "--unique"], text);
        assert_eq!((ran.status, &json(&ran)[0]["status"]), (3, &"not unique".into()), "{}", problem.kind);
        let ran = problem.run("solve", &["--format", "json"], problem.none.unwrap());
        let case = &json(&ran)[0];
        assert_eq!((ran.status, &case["status"], &case["answers"]), (1, &"no answer".into(), &Value::Array(vec![])));
        assert_eq!(case["complete"], true, "{}", problem.kind);
    }
}

#[test]
fn json_of_each_kind_holds_its_answer() {
    let first = |kind: &str| {
        let problem = problem(kind);
        json(&problem.run("solve", &["--format", "json"], problem.one))[0]["answers"][0].clone()
    };
    assert_eq!(first("kakuro"), serde_json::json!([[0, 0, 0], [0, 1, 2], [0, 3, 4]]));
    assert_eq!(first("sudoku"), serde_json::json!([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]));
    assert_eq!(first("queens"), serde_json::json!([1]));
    assert_eq!(first("coloring")["colors"], 1);
    assert_eq!(first("coloring")["coloring"], serde_json::json!({"1": 1, "2": 1}));
    assert_eq!(first("wordsearch")["words"][0]["word"], "AD");
    assert_eq!(first("cryptarithm")["letters"]["M"], 1);
    assert_eq!(first("layout")["pieces"][0]["width"], 12);
    assert_eq!(first("boardcover")["blocks"], 2);
}

#[test]
fn svg_is_one_drawing_of_the_answer() {
    for problem in &PROBLEMS {
        let ran = problem.run("solve", &["--format", "svg"], problem.one);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", problem.kind);
        assert!(ran.out.starts_with("<svg xmlns=") && ran.out.trim_end().ends_with("</svg>"), "{}", ran.out);
        assert_eq!(ran.out.matches("<svg").count(), 1, "{}", problem.kind);
    }
}

/// Twenty cases of a kind, of all sorts.
fn many(problem: &Problem) -> String {
    let some = [Some(problem.one), problem.several.map(|(text, _)| text), problem.none];
    let cases: Vec<&str> = some.into_iter().flatten().cycle().take(20).collect();
    match problem.kind {
        "kakuro" | "boardcover" => {
            let cases: String = cases.iter().map(|case| case.strip_prefix("1\n").unwrap()).collect();
            format!("20\n{cases}")
        }
        "wordsearch" => cases.join("\n"),
        // A graph is a whole text.
        "coloring" => cases[1].to_owned(),
        // A line with one piece of each would be read as one problem.
        "layout" => cases.concat().replace("2x11\n", "2x5 2x6\n"),
        _ => cases.concat(),
    }
}

#[test]
fn more_threads_change_nothing() {
    for problem in &PROBLEMS {
        let flags: &[&[&str]] = if problem.several.is_some() {
            &[&[], &["--all"], &["--count"], &["--unique", "--format", "json"]]
        } else {
            &[&[], &["--show"]]
        };
        for flags in flags {
            let by = |threads| problem.run("solve", &[flags, &["--threads", threads][..]].concat(), many(problem));
            let (one, three) = (by("1"), by("3"));
            assert!(!one.out.is_empty(), "{}", one.err);
            assert_eq!(
                (one.status, one.out, one.err),
                (three.status, three.out, three.err),
                "{} {flags:?}",
                problem.kind
            );
        }
    }
    assert_eq!(entail(&["solve", "queens", "4", "--threads", "0"]).status, 2);
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for problem in &PROBLEMS {
        let text = problem.several.map_or(problem.one, |(text, _)| text);
        let ran = || problem.run("solve", &["--seed", "12", "--engine", "learning"], text);
        assert_eq!(ran(), ran(), "{}", problem.kind);
    }
}

#[test]
fn a_time_limit_has_status_4_and_says_what_is_not_known() {
    for problem in &PROBLEMS {
        let (text, flags) = (problem.hard.0(), problem.hard.1);
        for engine in ["auto", "learning"] {
            let flags = [flags, &["--time-limit", "1ms", "--engine", engine]].concat();
            let ran = problem.run("solve", &flags, &text);
            assert_eq!(ran.status, 4, "{} by {engine}: {}", problem.kind, ran.err);
            let start = "entail: <stdin>, case 1: stopped by the time limit: ";
            assert!(ran.err.starts_with(start) && ran.err.contains("is not known"), "{}: {}", problem.kind, ran.err);
            let ran = problem.run("solve", &[&flags[..], &["--format", "json"]].concat(), &text);
            let case = &json(&ran)[0];
            assert_eq!((&case["complete"], &case["status"]), (&false.into(), &"stopped".into()), "{}", problem.kind);
        }
    }
}

#[test]
fn the_best_answer_so_far_is_printed_when_a_limit_stops_the_search() {
    let graph = problem("coloring").hard.0();
    let ran = entail_on(&["solve", "coloring", "--time-limit", "200ms"], graph.as_bytes());
    assert_eq!(ran.status, 4);
    let path = file("queens-graph.col", &graph);
    let colours = ran.out.lines().next().unwrap().strip_prefix("s col ").unwrap();
    let answer = file("queens-graph.txt", &ran.out);
    let checked = entail(&["check", "coloring", &path, &answer, "--colors", colours]);
    assert_eq!((checked.status, checked.out.as_str()), (0, "case 1: right\n"), "{}", checked.err);
}

#[test]
fn statistics_go_to_standard_error_and_change_nothing_else() {
    for problem in &PROBLEMS {
        let ran = problem.run("solve", &["--stats"], problem.one);
        assert_eq!((ran.status, ran.out.as_str()), (0, problem.answer), "{}", problem.kind);
        assert!(ran.err.starts_with("entail: <stdin>, case 1: "), "{}: {}", problem.kind, ran.err);
    }
}
