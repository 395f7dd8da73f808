//! Malformed text of every kind: status 2, a message with file, line, column, what was found and what was expected, and
//! nothing on standard output but the answers of other cases. Well-formed text may have other line ends and blanks.

use crate::command::{Ran, entail, entail_on, file};
use crate::problems::{PROBLEMS, Problem, problem};

/// The message must name this place and what was found there.
fn refused(ran: &Ran, place: &str, context: &str) {
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{context}: {}", ran.err);
    let start = format!("entail: <stdin>, {place}");
    assert!(ran.err.starts_with(&start), "{context}: expected {start:?} in {}", ran.err);
    let first = ran.err.lines().next().unwrap();
    assert!(first.split(", expected ").nth(1).is_some_and(|expected| !expected.is_empty()), "{context}: {first}");
}

/// Texts of a kind with their place, each also with other line ends and a mark of byte order.
fn all_refused(kind: &str, flags: &[&str], texts: &[(&str, &str)]) {
    for (text, place) in texts {
        for text in [(*text).to_owned(), text.replace('\n', "\r\n"), format!("\u{FEFF}{text}")] {
            let ran = entail_on(&[&["solve", kind], flags].concat(), text.as_bytes());
            refused(&ran, place, &format!("{kind} {flags:?} {text:?}"));
        }
    }
}

#[test]
fn mistakes_in_the_other_formats_of_kakuro_have_their_place() {
    all_refused(
        "kakuro",
        &[],
        &[
            ("https://puzz.link/p?kakuro/2/2/n46", "line 1, column 35: found the end of the address"),
            ("https://puzz.link/p?kakuro/2/2/n46378", "line 1, column 37: found \"8\""),
            ("https://puzz.link/p?kakuro/2/2/n4!37", "line 1, column 34: found \"!\""),
            ("https://puzz.link/p?kakuro/10000/10000/n4637", "line 1, column 45: found the end of the address"),
            ("https://puzz.link/p?kakuro/99999999999999999999/2/n4637", "line 1, column 28: found \"9999"),
            ("https://puzz.link/p?kakuro/0/2/", "line 1, column 28: found \"0\""),
            ("https://puzz.link/p?sudoku/9/9/g", "line 1, column "),
            ("pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n7 .\n", "line 7, column 4: found the end of the row"),
            ("pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n", "line 6, column 6: found the end of the text"),
            ("pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n46 . .\n", "line 7, column 1: found \"46\""),
            ("pzprv3\nsudoku\n2\n2\n", "line 2, column 1: found \"sudoku\""),
            ("pzprv3\nkakuro\n10000\n10000\n0 4 6\n", "line 5, column 6: found the end of the row"),
            ("pzprv3\nkakuro\n99999999999999999999\n2\n", "line 3, column 1: found \"99999999999999999999\""),
            ("x,4\\,6\\\n\\3,0,0\n\\7,0\n", "line 3, column "),
            ("x,4\\,6\\\n\\3,0,0\n\\46,0,0\n", "line 3, column 2: found \"46\""),
            ("x,4\\,6\\\n\\3,0,?\n\\7,0,0\n", "line 2, column 6: found \"?\""),
            ("x,4\\6\n", "line 1, column 3: found a clue in row 1, column 2 without a run"),
            ("h = 2; w = 2;\n", "line 1, column 14: found the end of the text"),
            ("h = 3; w = 3; grid_data = [| 0, 0 |];\n", "line 1, column "),
        ],
    );
}

#[test]
fn mistakes_in_a_sudoku_have_their_place() {
    let line = ".7....4.623..5..9..1...73....6..89.25..2.6..47.23..6....81...4..2..6..899.7....6.";
    all_refused(
        "sudoku",
        &[],
        &[
            ("", "line 1, column 1: found the end of the text"),
            ("# a comment alone\n", "line 2, column 1: found the end of the text"),
            ("[Puzzle]\n", "line 2, column 1: found the end of the text"),
            (&line[..80], "line 1, column 1: found 80 cells"),
            (&format!("{line}1"), "line 1, column 1: found 82 cells"),
            (&line.replacen("23", "2x", 1), "line 1, column 11: found \"x\""),
            (&line.replacen("23", "2A", 1), "line 1, column 11: found \"A\""),
            ("1234\n3412\n2143\n", "line 3, column 1: found 3 rows of 4 cells"),
            ("|12|34|\n", "line 1, column 1: found 1 row of 4 cells"),
            ("https://puzz.link/p?sudoku/10000/10000/g", "line 1, column 28: found \"10000\""),
            ("https://puzz.link/p?sudoku/9/9/g7", "line 1, column 34: found the end of the address"),
            ("https://puzz.link/p?sudoku/99999999999999999999/9/g", "line 1, column 28: found \"9999"),
            ("99999999999999999999\n", "line 1, column 1: found 20 cells"),
        ],
    );
}

#[test]
fn mistakes_in_a_number_of_queens_have_their_place() {
    all_refused(
        "queens",
        &[],
        &[
            ("", "line 1, column 1: found the end of the text"),
            ("0\n", "line 1, column 1: found \"0\""),
            ("\t-4\n", "line 1, column 2: found \"-4\""),
            ("4.0\n", "line 1, column 1: found \"4.0\""),
            ("# eight\nacht\n", "line 2, column 1: found \"acht\""),
            ("99999999999999999999\n", "line 1, column 1: found \"99999999999999999999\""),
        ],
    );
}

#[test]
fn mistakes_in_a_graph_have_their_place() {
    all_refused(
        "coloring",
        &[],
        &[
            ("", "line 1, column 1: found the end of the text"),
            ("# a comment alone\n", "line 2, column 1: found the end of the text"),
            ("c a comment\np edge 3 3\ne 1 2\ne 2", "line 4, column 4: found the end of the line"),
            ("p edge 3 3\ne 1 2\ne 2 3\n", "line 4, column 1: found the end of the text"),
            ("p edge 3 1\ne 2 4\n", "line 2, column 5: found \"4\""),
            ("p edge 3 1\ne 0 1\n", "line 2, column 3: found \"0\""),
            ("p edge 3 1\ne 1 2 3\n", "line 2, column 7: found \"3\""),
            ("p edge 3 1\nf 1 2\n", "line 2, column 1: found \"f\""),
            ("p edge 3\n", "line 1, column 9: found the end of the line"),
            ("p edge 3 1 4\n", "line 1, column 12: found \"4\""),
            ("p cnf 3 1\n", "line 1, column 3: found \"cnf\""),
            ("p edge 1 0\np edge 1 0\n", "line 2, column 1: found a second line `p`"),
            ("e 1 2\np edge 3 1\n", "line 1, column 1: found an edge"),
            ("p edge 10000000000 1\ne 1 2\n", "line 1, column 8: found \"10000000000\""),
            ("p edge 99999999999999999999 1\n", "line 1, column 8: found \"99999999999999999999\""),
            ("a,b,c\n", "line 1, column 5: found \"c\""),
            ("a b\na b c\n", "line 2, column 5: found \"c\""),
            ("a,b\n\"a,b\n", "line 2, column 1: found a quote that does not end"),
            ("a,\n", "line 1, column 3: found nothing beside a comma"),
        ],
    );
    for flags in [["--colors", "0"], ["--colors", "99999999999999999999"], ["--colors", "x"], ["--palette", "a,a"]] {
        let ran = entail_on(&[&["solve", "coloring"], &flags[..]].concat(), b"a b\n");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{flags:?}");
        assert!(ran.err.contains(flags[0]), "{}", ran.err);
    }
}

#[test]
fn mistakes_in_a_list_of_words_have_their_place() {
    all_refused(
        "wordsearch",
        &["--grid", "5x5"],
        &[
            ("", "line 1, column 1: found the end of the text"),
            ("# a comment alone\n", "line 2, column 1: found the end of the text"),
            ("CAT D0G\n", "line 1, column 6: found \"0\""),
            ("CAT\nDOG\nC-T\n", "line 3, column 2: found \"-\""),
            ("99999999999999999999\n", "line 1, column 1: found \"9"),
        ],
    );
    all_refused(
        "wordsearch",
        &[],
        &[
            ("A B\nC D E\n\nAD\n", "line 2, column 5: found \"E\""),
            ("A B\nC\n\nAD\n", "line 2, column 2: found the end of the line"),
            ("A B\nC D\n", "line 3, column 1: found the end of the text"),
            ("A B\nC D\n\n", "line 4, column 1: found the end of the text"),
            ("A B\nC 1\n\nAD\n", "line 2, column 3: found \"1\""),
            ("A B\nC D\n\nA1\n", "line 4, column 2: found \"1\""),
        ],
    );
    for grid in ["0x3", "3", "3x", "axb", "-1x3", "99999999999999999999x3", "10000x10000"] {
        let ran = entail(&["solve", "wordsearch", "CAT", &format!("--grid={grid}")]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{grid}");
        assert!(ran.err.contains("grid"), "{}", ran.err);
    }
    let ran = entail(&["solve", "wordsearch", "CAT", "DOG"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--grid 8x8"), "the message says how it is given: {}", ran.err);
}

#[test]
fn mistakes_in_a_cryptarithm_have_their_place() {
    all_refused(
        "cryptarithm",
        &[],
        &[
            ("", "line 1, column 1: found the end of the text"),
            ("SEND + MORE\n", "line 1, column 12: found the end of the line"),
            ("SEND + MORE = \n", "line 1, column 14: found the end of the line"),
            ("A = B = C\n", "line 1, column 7: found \"=\""),
            ("A + = C\n", "line 1, column 5: found \"=\""),
            ("A + 99999999999999999999 = C\n", "line 1, column 5: found \"9"),
            ("A / B = C\n", "line 1, column 3: found \"/\""),
            ("A B = C\n", "line 1, column 3: found \"B\""),
            ("A = B;\n", "line 1, column 7: found the end of the line"),
            ("; A = B\n", "line 1, column 1: found \";\""),
            ("=\n", "line 1, column 1: found \"=\""),
        ],
    );
    for base in ["0", "1", "37", "x", "99999999999999999999"] {
        let ran = entail(&["solve", "cryptarithm", "A=B", "--base", base]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{base}");
        assert!(ran.err.contains("--base"), "{}", ran.err);
    }
}

#[test]
fn mistakes_in_a_list_of_pieces_have_their_place() {
    all_refused(
        "layout",
        &["--board", "3x3"],
        &[
            ("", "line 1, column 1: found the end of the text"),
            ("1x\n", "line 1, column 1: found \"1x\""),
            ("1x1 2\n", "line 1, column 5: found \"2\""),
            ("1x1\n2x2\n0x1\n", "line 3, column 1: found \"0x1\""),
            ("1x1x1\n", "line 1, column 1: found \"1x1x1\""),
            ("1x1\t-1x2\n", "line 1, column 5: found \"-1x2\""),
            ("99999999999999999999x1\n", "line 1, column 1: found \"99999999999999999999x1\""),
        ],
    );
    for board in ["0x3", "3", "3x", "99999999999999999999x3"] {
        let ran = entail(&["solve", "layout", "1x1", "--board", board]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{board}");
        assert!(ran.err.contains("--board"), "{}", ran.err);
    }
    let ran = entail(&["solve", "layout", "1x1"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("--board 9x9"), "the message says how it is given: {}", ran.err);
}

#[test]
fn mistakes_in_board_cover_have_their_place() {
    all_refused(
        "boardcover",
        &[],
        &[
            ("", "line 1, column 1: found the end of the text"),
            ("-1\n", "line 1, column 1: found \"-1\""),
            ("99999999999999999999\n", "line 1, column 1: found \"99999999999999999999\""),
            ("1\n2 2 1\n..\n..\n#\n", "line 3, column 1: found \"..\""),
            ("1\n2 2 1 1 1\n..\n..\n#\n", "line 2, column 9: found \"1\""),
            ("1\n0 2 1 1\n#\n", "line 2, column 1: found \"0\""),
            ("1\n2 99999999999999999999 1 1\n..\n", "line 2, column 3: found \"99999999999999999999\""),
            ("1\n10000 10000 1 1\n..\n#\n", "line 3, column 1: found 2 characters"),
            ("1\n2 2 1 1\n..\n.x\n#\n", "line 4, column 2: found \"x\""),
            ("1\n2 2 1 1\n...\n..\n#\n", "line 3, column 1: found 3 characters"),
            ("1\n2 2 1 1\n..\n", "line 4, column 1: found the end of the text"),
            ("1\n2 2 1 1\n..\n..\n", "line 5, column 1: found the end of the text"),
            ("1\n2 2 1 1\n..\n..\n.\n", "line 5, column 1: found a block without a cell"),
        ],
    );
    for (text, place) in [
        ("2\n2 2 1 1\n..\n..\n#\n", "line 6, column 1: found the end of the text"),
        ("1\n2 2 1 1\n..\n..\n#\n7\n", "line 6, column 1: found \"7\""),
    ] {
        let ran = entail_on(&["solve", "boardcover"], text.as_bytes());
        assert_eq!((ran.status, ran.out.as_str()), (2, "4\n"), "earlier answers stand");
        assert!(ran.err.contains(place), "{}", ran.err);
    }
}

#[test]
fn binary_and_empty_input_is_refused_by_every_verb_that_reads() {
    for problem in &PROBLEMS {
        let puzzle = file("binary.txt", b"\x7FELF\xFF\xFE\0\n");
        for input in [&b"\x7FELF\xFF\xFE\0\n"[..], b"\xFF\xD8\xFF\xE0 JFIF", b"\0\0\0\0", b"", b" \t\r\n\n"] {
            let ran = problem.run("solve", &[], input);
            refused(&ran, "line ", &format!("{} {input:?}", problem.kind));
            let shown = ran.err.chars().all(|c| c == '\n' || !c.is_control());
            assert!(shown, "{}: nothing that a terminal would obey: {:?}", problem.kind, ran.err);
        }
        let ran = problem.run("check", &[&puzzle, "-"], problem.answer);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", problem.kind);
        assert!(ran.err.starts_with(&format!("entail: {puzzle}, line 1, column ")), "{}: {}", problem.kind, ran.err);
    }
}

#[test]
fn a_text_cut_anywhere_is_refused_or_is_another_problem_but_never_half_answered() {
    for problem in &PROBLEMS {
        let text = problem.one.trim_end();
        for cut in (0..text.len()).map(|at| &text[..at]) {
            let ran = problem.run("solve", &["--format", "json"], cut);
            assert!(matches!(ran.status, 0..=2), "{} {cut:?}: {}", problem.kind, ran.err);
            if matches!(problem.kind, "kakuro" | "boardcover") || ran.status == 2 {
                refused(&ran, "line ", &format!("{} {cut:?}", problem.kind));
            }
        }
    }
}

/// The same text with other line ends, blanks and a mark of byte order.
fn disguised(text: &str) -> [String; 5] {
    [
        text.replace('\n', "\r\n"),
        format!("\u{FEFF}{text}"),
        text.replace(' ', "\t"),
        text.trim_end().to_owned(),
        format!("\u{FEFF}{}\r\n\r\n", text.trim_end().replace(' ', " \t").replace('\n', "\t\r\n")),
    ]
}

#[test]
fn line_ends_tabs_and_a_mark_of_byte_order_change_no_answer() {
    for problem in &PROBLEMS {
        let several = problem.several.map(|(text, _)| text);
        for text in [Some(problem.one), several].into_iter().flatten() {
            let expected = problem.run("solve", &[], text);
            assert_eq!((expected.status, expected.err.as_str()), (0, ""), "{}", problem.kind);
            for disguise in disguised(text) {
                assert_eq!(problem.run("solve", &[], &disguise), expected, "{} {disguise:?}", problem.kind);
            }
        }
    }
}

#[test]
fn every_format_of_kakuro_sudoku_and_coloring_may_have_other_line_ends() {
    for (kind, text) in [
        ("kakuro", "https://puzz.link/p?kakuro/2/2/n4637\n"),
        ("kakuro", "pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n7 . .\n. .\n. .\n"),
        ("kakuro", "x,4\\,6\\\n\\3,0,0\n\\7,0,0\n"),
        (
            "kakuro",
            "h = 3;\nw = 3;\ngrid_data = [| 0, 0, 0\n | 0, 1, 1\n | 0, 1, 1 |];\nn_h = 1;\nh_clue = [| 2, 1, 2, 3 |];\nn_v = 0;\nv_clue = [| |];\n",
        ),
        (
            "sudoku",
            "[Puzzle]\n.7....4.6\n23..5..9.\n.1...73..\n..6..89.2\n5..2.6..4\n7.23..6..\n..81...4.\n.2..6..89\n9.7....6.\n",
        ),
        ("sudoku", "+----+----+\n| .. | .. |\n| .4 | 1. |\n+----+----+\n| 21 | 4. |\n| .. | .. |\n+----+----+\n"),
        ("sudoku", "https://puzz.link/p?sudoku/4/4/k41g214k\n"),
        ("coloring", "a b\nb c\n"),
        ("coloring", "a,b\nb,c\n"),
    ] {
        let solve = |text: &str| entail_on(&["solve", kind], text.as_bytes());
        let expected = solve(text);
        assert_eq!((expected.status, expected.err.as_str()), (0, ""), "{text}");
        for disguise in [text.replace('\n', "\r\n"), format!("\u{FEFF}{text}"), text.trim_end().to_owned()] {
            assert_eq!(solve(&disguise), expected, "{disguise:?}");
        }
    }
}

/// A malformed line, a line that is answered, a line without an answer and again one that is answered.
fn lines(problem: &Problem) -> Option<String> {
    let bad = match problem.kind {
        "sudoku" => "123",
        "queens" => "four",
        "cryptarithm" => "A + = B",
        "layout" => "1x1 x",
        _ => return None,
    };
    // Pieces in pairs, for lines with one each would be one problem.
    let (one, none) = if problem.kind == "layout" { ("2x6 2x6\n", "3x1 1x1\n") } else { (problem.one, problem.none?) };
    Some(format!("{bad}\n{one}{none}{one}"))
}

#[test]
fn in_formats_of_lines_the_next_line_goes_on_after_a_malformed_one() {
    for problem in &PROBLEMS {
        let Some(text) = lines(problem) else { continue };
        let ran = problem.run("solve", &["--count"], &text);
        let one = if problem.kind == "layout" { "2\n" } else { "1\n" };
        assert_eq!((ran.status, ran.out), (2, format!("{one}0\n{one}")), "{}: {}", problem.kind, ran.err);
        assert!(ran.err.starts_with("entail: <stdin>, line 1, column "), "{}: {}", problem.kind, ran.err);
        assert!(ran.err.contains("entail: <stdin>, case 3: no answer"), "{}: {}", problem.kind, ran.err);
        let rest = text.split_once('\n').unwrap().1;
        assert_eq!(problem.run("solve", &["--count"], rest).status, 1, "{}", problem.kind);
    }
    let list = entail_on(&["solve", "wordsearch", "--grid", "4x4"], b"CAT DOG\nC4T DOG\nDOG CAT\n");
    assert_eq!((list.status, list.out.lines().count()), (2, 8), "{}", list.err);
    let addresses = "https://puzz.link/p?kakuro/2/2/n4637\nhttps://puzz.link/p?kakuro/2/2/n463\n".repeat(2);
    let ran = entail_on(&["solve", "kakuro"], addresses.as_bytes());
    assert_eq!((ran.status, ran.out), (2, "0 0 0\n0 1 2\n0 3 4\n".repeat(2)), "{}", ran.err);
}

#[test]
fn the_worst_status_is_2_then_4_then_3_then_1_then_0() {
    // The last is more than anybody can count.
    let cases = ["1\n", "3\n", "4\n", "30\n"];
    let flags = ["--count", "--unique", "--threads", "1", "--time-limit", "300ms"];
    let queens = |text: &str| problem("queens").run("solve", &flags, text).status;
    for (most, status) in [(1, 0), (2, 1), (3, 3)] {
        let text = cases[..most].concat();
        assert_eq!(queens(&text), status, "{text:?}");
        let text: String = cases[..most].iter().rev().copied().collect();
        assert_eq!(queens(&text), status, "{text:?}");
    }
    assert_eq!(queens(&cases.concat()), 4);
    assert_eq!(queens(&format!("x\n{}", cases.concat())), 2);
}

#[test]
fn well_formed_but_impossible_has_status_1_and_says_why() {
    for (arguments, text, why) in [
        (&["kakuro"][..], "1\n3\n0 0 0\n0 1 1\n0 1 1\n1\n2 1 0 18\n", "row 2, 18 in two cells"),
        (&["kakuro"], "1\n3\n0 0 0\n0 1 1\n0 1 1\n1\n1 3 1 2\n", "column 3, 2 in two cells"),
        (&["sudoku"], "1..1............\n", "two 1s in row 1"),
        (&["queens"], "2\n", "2 queens"),
        (&["coloring"], "a,b\nb,b\n", "b is its own neighbour"),
        (&["coloring", "--colors", "2"], "a,b\nb,c\nc,a\n", "no answer"),
        (&["wordsearch", "--grid", "3x3"], "CATS\n", "CATS has 4 letters"),
        (&["wordsearch", "--grid", "3x3"], "CAT DOG EEL BAT\n", "12 letters"),
        (&["cryptarithm"], "ABCDEF + GHIJK = L\n", "12 different letters"),
        (&["layout", "--board", "3x3"], "4x1\n", "larger than the board"),
        (&["layout", "--board", "3x3"], "3x3 1x1\n", "no answer"),
        (&["layout", "--board", "3x3"], "2x2 2x2\n", "no answer"),
    ] {
        let ran = entail_on(&[&["solve"], arguments].concat(), text.as_bytes());
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{arguments:?} {text:?}: {}", ran.err);
        assert!(ran.err.starts_with("entail: <stdin>, case 1: no answer") && ran.err.contains(why), "{}", ran.err);
    }
}

#[test]
fn a_hundred_thousand_words_are_read_and_answered() {
    let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
    let words: String = (0..100_000)
        .map(|n| format!("{}{}{}{}\n", letter(n / 17_576), letter(n / 676), letter(n / 26), letter(n)))
        .collect();
    let ran = entail_on(&["solve", "wordsearch", "--grid", "9x9"], words.as_bytes());
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("400000 letters"), "{}", ran.err);
    let path = file("words.txt", &words);
    let ran = entail(&["generate", "wordsearch", "--grid", "9x9", "--file", &path]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    let sum: String = words.replace('\n', "+") + "A=A";
    let ran = entail_on(&["solve", "cryptarithm"], sum.as_bytes());
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    let pairs = words.replace('\n', " ZZZZZ\n");
    let ran = entail_on(&["solve", "coloring", "--format", "json"], pairs.as_bytes());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("\"colors\":2"));
}

#[test]
fn the_file_is_named_in_the_message() {
    for problem in &PROBLEMS {
        let path = file("puzzle.txt", "\0\u{1}\n");
        let by_name = matches!(problem.kind, "kakuro" | "sudoku" | "coloring" | "boardcover");
        let arguments: &[&str] = if by_name { &[&path] } else { &["--file", &path] };
        let ran = problem.run("solve", arguments, "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", problem.kind);
        assert!(ran.err.starts_with(&format!("entail: {path}, line 1, column 1: found ")), "{}", ran.err);
        let missing: &[&str] = if by_name { &["no/such/file"] } else { &["--file", "no/such/file"] };
        let ran = problem.run("solve", missing, "");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", problem.kind);
        assert!(ran.err.starts_with("entail: no/such/file: "), "{}", ran.err);
    }
}

#[test]
fn arguments_are_named_as_the_place_of_a_mistake() {
    for (arguments, place) in [
        (&["queens", "four"][..], "column 1: found \"four\""),
        (&["cryptarithm", "SEND", "+", "MORE"], "column 12: found the end of the line"),
        (&["layout", "1x1", "2", "--board", "3x3"], "column 5: found \"2\""),
        (&["wordsearch", "CAT", "D0G", "--grid", "3x3"], "column 6: found \"0\""),
    ] {
        let ran = entail(&[&["solve"], arguments].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.starts_with(&format!("entail: <arguments>, line 1, {place}")), "{}", ran.err);
    }
}
