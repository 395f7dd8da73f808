//! `fzn-entail` and `entail solve model`: the MiniZinc protocol.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use crate::command::{Ran, entail_on, file};
use crate::run::{run, with_pipes};

/// Two numbers below 3 that add up to 2.
const PAIRS: &str = "\
var 0..2: x :: output_var;
var 0..2: y :: output_var;
constraint int_lin_eq([1, 1], [x, y], 2);
solve satisfy;
";

/// Marks of a ruler, whose length is to be small.
const BEST: &str = "\
var 0..9: a :: output_var;
var bool: b :: output_var;
array [1..2] of var int: xs :: output_array([1..2]) = [a, 7];
array [1..4] of var bool: bs :: output_array([1..2, 0..1]) = [b, true, false, b];
constraint int_lin_le_reif([-1], [a], -4, b);
constraint bool_eq(b, true);
solve :: int_search([a], input_order, indomain_max, complete) minimize a;
";

/// Pigeons without enough holes, as clauses: no constraint sees it at once.
fn pigeons(holes: usize) -> String {
    let mut text = String::new();
    for i in 0..=holes {
        (0..holes).for_each(|h| text += &format!("var bool: p{i}_{h} :: output_var;\n"));
    }
    for i in 0..=holes {
        let all: Vec<String> = (0..holes).map(|h| format!("p{i}_{h}")).collect();
        text += &format!("constraint bool_clause([{}], []);\n", all.join(", "));
        for j in 0..i {
            (0..holes).for_each(|h| text += &format!("constraint bool_clause([], [p{i}_{h}, p{j}_{h}]);\n"));
        }
    }
    text + "solve satisfy;\n"
}

/// A hundred variables that only grow: better answers without end.
const LONG: &str = "\
array [1..3] of int: w = [7919, 6007, 5003];
var 0..100000: a :: output_var;
var 0..100000: b :: output_var;
var 0..100000: c :: output_var;
var 0..2000000000: z :: output_var;
constraint int_lin_eq([7919, 6007, -5003, -1], [a, b, c, z], 0);
constraint int_times(a, b, c);
solve :: int_search([a, b, c, z], input_order, indomain_min, complete) maximize z;
";

/// Runs `fzn-entail` with this standard input.
fn fzn_entail_on(arguments: &[&str], input: &[u8]) -> Ran {
    run(start_fzn_entail(arguments), input)
}

fn start_fzn_entail(arguments: &[&str]) -> Command {
    with_pipes(Command::new(env!("CARGO_BIN_EXE_fzn-entail")), arguments)
}

fn answered(out: &str) -> Ran {
    Ran { status: 0, out: out.to_owned(), err: String::new() }
}

#[test]
fn one_answer_is_printed_unless_more_are_asked_for() {
    let one = fzn_entail_on(&[], PAIRS.as_bytes());
    assert_eq!((one.status, one.err.as_str()), (0, ""));
    assert_eq!(one.out.matches("----------\n").count(), 1);
    assert!(!one.out.contains("=========="), "{}", one.out);
    for flags in [&["-a"][..], &["-n", "0"], &["--all-solutions"], &["-n", "7"], &["-a", "-f"], &["-a", "-p", "2"]] {
        let all = fzn_entail_on(flags, PAIRS.as_bytes());
        let mut answers: Vec<&str> = all.out.split("----------\n").collect();
        assert_eq!(answers.pop(), Some("==========\n"), "{flags:?}");
        answers.sort_unstable();
        assert_eq!(answers, ["x = 0;\ny = 2;\n", "x = 1;\ny = 1;\n", "x = 2;\ny = 0;\n"], "{flags:?}");
    }
    let two = fzn_entail_on(&["-n", "2"], PAIRS.as_bytes());
    assert_eq!((two.out.matches("----------\n").count(), two.out.contains("==========")), (2, false));
}

#[test]
fn a_program_comes_from_a_file_a_dash_or_standard_input_by_either_command() {
    let path = file("pairs.fzn", BEST);
    let expected = answered(
        "a = 4;\nb = true;\nxs = array1d(1..2, [4,7]);\nbs = array2d(1..2, 0..1, [true,true,false,true]);\n\
         ----------\n==========\n",
    );
    let last = |ran: Ran| {
        let at = ran.out.trim_end_matches("----------\n==========\n").rfind("----------\n").map_or(0, |at| at + 11);
        Ran { out: ran.out[at..].to_owned(), ..ran }
    };
    assert_eq!(last(fzn_entail_on(&[&path], b"")), expected);
    assert_eq!(last(fzn_entail_on(&["-"], BEST.as_bytes())), expected);
    assert_eq!(last(fzn_entail_on(&["-p", "3"], BEST.as_bytes())), expected);
    assert_eq!(last(entail_on(&["solve", "model", &path], b"")), expected);
    assert_eq!(last(entail_on(&["solve", "model", "-f"], BEST.as_bytes())), expected);
}

#[test]
fn better_answers_are_printed_as_they_are_found() {
    let ran = fzn_entail_on(&[], BEST.as_bytes());
    let objectives: Vec<&str> = ran.out.lines().filter_map(|line| line.strip_prefix("a = ")).collect();
    assert_eq!(objectives, ["9;", "8;", "7;", "6;", "5;", "4;"]);
}

#[test]
fn no_answer_is_said_and_is_no_error() {
    let expected = answered("=====UNSATISFIABLE=====\n");
    assert_eq!(fzn_entail_on(&[], pigeons(4).as_bytes()), expected);
    assert_eq!(fzn_entail_on(&["-a"], pigeons(4).as_bytes()), expected);
    assert_eq!(fzn_entail_on(&[], b"var 1..2: x;\nconstraint int_le(3, x);\nsolve satisfy;\n"), expected);
    assert_eq!(fzn_entail_on(&[], b"var 1..2: x;\nconstraint int_le(3, x);\nsolve minimize x;\n"), expected);
}

#[test]
fn statistics_have_the_names_that_minizinc_knows() {
    let ran = fzn_entail_on(&["-s"], BEST.as_bytes());
    for name in [
        "nodes",
        "failures",
        "restarts",
        "variables",
        "intVariables",
        "boolVariables",
        "propagators",
        "propagations",
        "peakDepth",
        "nogoods",
        "backjumps",
        "objective",
        "objectiveBound",
        "initTime",
        "solveTime",
    ] {
        assert!(ran.out.contains(&format!("%%%mzn-stat: {name}=")), "{name}: {}", ran.out);
    }
    assert!(ran.out.ends_with("%%%mzn-stat-end\n"), "{}", ran.out);
    assert!(ran.out.contains("%%%mzn-stat: objective=4\n"));
}

#[test]
fn a_log_goes_to_standard_error() {
    let ran = fzn_entail_on(&["-v"], BEST.as_bytes());
    assert!(ran.err.contains("variables") && ran.err.contains("objective 4"), "{}", ran.err);
}

#[test]
fn a_range_that_had_to_be_cut_proves_nothing() {
    let text = "var int: x :: output_var;\nvar int: y :: output_var;\n\
                constraint int_ne(x, y);\nconstraint int_lt(x, y);\nconstraint int_lt(y, x);\nsolve satisfy;\n";
    let ran = fzn_entail_on(&["-t", "2000"], text.as_bytes());
    assert_eq!((ran.status, ran.out.as_str()), (0, "=====UNKNOWN=====\n"));
    assert!(ran.err.contains("the values of x"), "{}", ran.err);
}

#[test]
fn an_answer_at_the_bound_of_the_program_is_the_best_even_where_ranges_were_cut() {
    let text = "var int: x :: output_var;\nconstraint int_le(10, x);\nsolve minimize x;\n";
    let ran = fzn_entail_on(&[], text.as_bytes());
    assert!(ran.out.ends_with("x = 10;\n----------\n==========\n"), "{}", ran.out);
    let ran = fzn_entail_on(&[], text.replace("minimize", "maximize").as_bytes());
    assert!(ran.out.ends_with("----------\n"), "{}", ran.out);
}

#[test]
fn a_range_of_which_a_cut_leaves_nothing_proves_nothing() {
    let beyond = "var 3000000000..3000000005: x :: output_var;\nsolve satisfy;\n";
    let sum = "var -1000000000..-999999999: x :: output_var;\nvar int: y :: output_var;\n\
               constraint int_lin_eq([3, -1], [x, y], 0);\nsolve maximize y;\n";
    for text in [beyond, sum] {
        let ran = fzn_entail_on(&[], text.as_bytes());
        assert_eq!((ran.status, ran.out.as_str()), (0, "=====UNKNOWN=====\n"), "{text}");
        assert!(ran.err.contains("nothing is proved"), "{}", ran.err);
    }
}

#[test]
fn bounds_of_unbounded_integers_follow_from_the_constraints() {
    let text = "var int: s :: output_var;\nvar int: p :: output_var;\nvar 1..3: x :: output_var;\n\
                constraint int_lin_eq([1, -2, -1], [s, x, p], 0);\nconstraint int_times(x, x, p);\nsolve maximize s;\n";
    let ran = fzn_entail_on(&[], text.as_bytes());
    assert!(ran.out.ends_with("s = 15;\np = 9;\nx = 3;\n----------\n==========\n"), "{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn a_model_of_ours_is_read_as_well() {
    let text = r#"{"variables": [{"name": "x", "domain": [[0, 3]]}], "objective": {"direction": "maximize", "expr": {"terms": [{"coef": 1, "var": 0}]}}}"#;
    let ran = entail_on(&["solve", "model"], text.as_bytes());
    assert!(ran.out.ends_with("x = 3;\n----------\n==========\n"), "{ran:?}");
    let ran = entail_on(&["solve", "model"], br#"{"variables": [{"name": "x", "domain": []}]}"#);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("empty domain"), "{}", ran.err);
}

#[test]
fn bad_programs_end_with_a_message_that_has_a_place() {
    let deep = format!("constraint bool_clause({}", "[".repeat(100_000));
    let long_line = format!("array [1..2000000] of int: a = [{}1 2];\nsolve satisfy;\n", "1, ".repeat(3_500_000));
    let cases: &[(&str, &str, &str)] = &[
        ("var 1..3: x :: output_var;\nconstraint int_le(x, ", "line 2", ""),
        ("var 1..3: x;\nconstraint magic_square(x);\nsolve satisfy;\n", "line 2, column 12", "magic_square"),
        ("var 1..3: x;\nconstraint int_le(x);\nsolve satisfy;\n", "line 2, column 12", "arguments"),
        ("var 1..3: x;\nconstraint int_le(x, true);\nsolve satisfy;\n", "line 2, column 22", "integer"),
        ("var 1..3: x;\nconstraint bool_not(x, x);\nsolve satisfy;\n", "line 2, column 21", "Boolean"),
        ("var 1..3: x;\nconstraint int_lin_le([1, 2], [x], 3);\nsolve satisfy;\n", "line 2", "2 coefficients"),
        ("var 1..3: x;\nconstraint int_le(x, y);\nsolve satisfy;\n", "line 2, column 22", "y"),
        ("var 1..3: x = y;\nvar 1..3: y = x;\nsolve satisfy;\n", "line 1, column 15", "y"),
        ("var 1..3: x;\nconstraint int_le(x, 99999999999999999999);\nsolve satisfy;\n", "line 2, column 22", "64 bits"),
        ("var 1..3: x;\nconstraint array_int_maximum(x, []);\nsolve satisfy;\n", "line 2, column 33", "empty"),
        ("var 1..3: x;\nconstraint int_times(x, x, 9000000000);\nsolve satisfy;\n", "line 2, column 12", "9000000000"),
        (&deep, "line 1", ""),
        (&long_line, "line 1", ""),
        ("", "line 1", ""),
    ];
    for (text, place, word) in cases {
        let ran = fzn_entail_on(&[], text.as_bytes());
        let start = &text[..text.len().min(60)];
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{start:?}");
        assert!(ran.err.contains(place) && ran.err.contains(word), "{start:?}: {}", ran.err);
    }
    let ran = fzn_entail_on(&["no/such/file.fzn"], b"");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
}

#[test]
fn a_time_limit_leaves_what_is_known() {
    let unknown = fzn_entail_on(&["-t", "200"], pigeons(14).as_bytes());
    assert_eq!(unknown, answered("=====UNKNOWN=====\n"));
    let best = fzn_entail_on(&["-t", "300"], LONG.as_bytes());
    assert_eq!((best.status, best.err.as_str()), (0, ""));
    assert!(best.out.ends_with("----------\n"), "{}", best.out);
}

#[cfg(unix)]
#[test]
fn signals_end_with_what_is_known() {
    for signal in ["-INT", "-TERM"] {
        let send = |id: u32| {
            let sent = Command::new("kill").args([signal, &id.to_string()]).status().unwrap();
            assert!(sent.success());
        };
        let mut child = start_fzn_entail(&[]).stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(LONG.as_bytes()).unwrap();
        // With its first answer printed it is searching, and the handler stands.
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0; 4]).unwrap();
        send(child.id());
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert!(rest.ends_with("----------\n"), "{rest}");

        // Before the program is read there is nothing to know. The log says when the handler stands.
        let mut child = start_fzn_entail(&["-v"]).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"var 1..3: x;\n").unwrap();
        child.stderr.take().unwrap().read_exact(&mut [0; 4]).unwrap();
        send(child.id());
        let mut rest = String::new();
        child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
        assert_eq!((child.wait().unwrap().code(), rest.as_str()), (Some(0), "=====UNKNOWN=====\n"));
        drop(input);
    }
}

#[test]
fn help_and_version_are_there() {
    for flag in ["-h", "--help", "--version"] {
        let ran = fzn_entail_on(&[flag], b"");
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{flag}");
    }
    assert!(fzn_entail_on(&["--help"], b"").out.contains("Examples:"));
    assert_eq!(fzn_entail_on(&["--frobnicate"], b"").status, 2);
}
