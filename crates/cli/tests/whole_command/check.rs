//! `entail check`: what `solve` prints is right, what was changed is wrong, and what is no answer is malformed.

use crate::command::{Ran, entail, entail_on, file};
use crate::problems::PROBLEMS;

/// Problems of each kind: the kind with its flags, the text, a right answer, and wrong ones with what is said of them.
type Judged = (&'static [&'static str], &'static str, &'static str, &'static [(&'static str, &'static str)]);

const JUDGED: [Judged; 9] = [
    (
        &["kakuro"],
        "1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n",
        "0 0 0\n0 1 2\n0 3 4\n",
        &[
            ("0 0 0\n0 2 1\n0 3 4\n", "column 2, 4 in two cells does not hold"),
            ("0 0 0\n0 1 2\n1 3 4\n", "the black cell in row 3, column 1 holds a digit"),
            ("0 0 0\n0 1 2\n0 0 4\n", "the white cell in row 3, column 2 holds no digit"),
        ],
    ),
    (
        &["sudoku"],
        ".....41.214.....\n",
        "1234341221434321\n",
        &[
            ("1234341221434312\n", "does not hold"),
            ("1234312421434321\n", "row 2, column 2 is given as 4, and the answer has 1"),
        ],
    ),
    (
        &["queens"],
        "4\n",
        "[3, 1, 4, 2]\n",
        &[
            ("[1, 2, 3, 4]\n", "one queen in a falling diagonal does not hold"),
            ("[3, 1, 4, 2]\n. Q . .\n. . . Q\n. . Q .\nQ . . .\n", "row 3 of the board is not what the list says"),
        ],
    ),
    (
        &["coloring"],
        "p edge 3 2\ne 1 2\ne 2 3\n",
        "s col 2\nl 1 2\nl 2 1\nl 3 2\n",
        &[
            ("s col 2\nl 1 1\nl 2 1\nl 3 2\n", "1 and 2 are neighbours and both 1"),
            ("s col 3\nl 1 1\nl 2 2\nl 3 3\n", "fewest"),
        ],
    ),
    (
        &["wordsearch", "--grid", "3x3"],
        "CAT DOG\n",
        "C A T\nX Y Z\nG O D\n",
        &[("C A T\nX Y Z\nG O X\n", "DOG is not in the grid"), ("T X D\nO A G\nX O C\n", "DOG is not in the grid")],
    ),
    (&["wordsearch"], "A B\nC D\n\nAD\n", "A .\n. D\n", &[("A B\n. .\n", "AD"), ("A .\n. C\n", "")]),
    (
        &["cryptarithm"],
        "SEND + MORE = MONEY\n",
        "9567 + 1085 = 10652\nD=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n",
        &[
            ("9567 + 1085 = 10652\nD=3 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n", "but the answer says"),
            ("9568 + 1085 = 10653\nD=8 E=5 M=1 N=6 O=0 R=8 S=9 Y=3\n", "different letters are different digits"),
            ("9562 + 1085 = 10657\nD=2 E=5 M=1 N=6 O=0 R=8 S=9 Y=7\n", "SEND + MORE = MONEY"),
        ],
    ),
    (
        &["layout", "--board", "2x3"],
        "2x1 1x2\n",
        "1 * *\n1 2 2\n",
        &[("1 1 1\n1 2 2\n", "piece 1"), ("1 2 *\n1 2 *\n", "piece 2 is 2x1, not 1x2"), ("1 * *\n1 * *\n", "piece 2")],
    ),
    (
        &["boardcover"],
        "1\n2 3 1 2\n.#.\n...\n##\n",
        "2\nA#B\nA.B\n",
        &[
            ("1\n", "2 blocks fit, not only 1"),
            ("3\n", "2 blocks fit, not 3"),
            ("2\nA#.\nA..\n", "the board shows 1 block, not 2"),
            ("2\nA#B\nAB.\n", "row"),
        ],
    ),
];

fn check(nth: usize, answer: &str) -> Ran {
    let (kind, text, ..) = JUDGED[nth];
    let puzzle = file("puzzle.txt", text);
    entail_on(&[&["check", kind[0]], &[puzzle.as_str(), "-"][..], &kind[1..]].concat(), answer.as_bytes())
}

#[test]
fn right_answers_are_right_and_wrong_ones_say_what_is_wrong() {
    for (nth, (kind, _, right, wrong)) in JUDGED.into_iter().enumerate() {
        let ran = check(nth, right);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "case 1: right\n", ""), "{kind:?}");
        for (answer, why) in wrong {
            let ran = check(nth, answer);
            assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{kind:?} {answer:?}: {}", ran.out);
            assert!(
                ran.out.starts_with("case 1: wrong: ") && ran.out.contains(why),
                "{kind:?} {answer:?}: {}",
                ran.out
            );
        }
    }
}

#[test]
fn what_solve_prints_is_right() {
    for problem in &PROBLEMS {
        for text in [Some(problem.one), problem.several.map(|(text, _)| text)].into_iter().flatten() {
            for engine in ["auto", "learning"] {
                let puzzle = file("puzzle.txt", text);
                let solved = problem.run("solve", &["--engine", engine], text);
                let answer = file("answer.txt", &solved.out);
                let ran = problem.run("check", &[&puzzle, &answer], "");
                assert_eq!((ran.status, ran.out.as_str()), (0, "case 1: right\n"), "{}: {}", problem.kind, ran.err);
            }
        }
    }
}

#[test]
fn shown_boards_and_keys_are_right_too() {
    for (kind, text, flags) in [
        ("boardcover", "1\n2 3 1 2\n.#.\n...\n##\n", &["--show"][..]),
        ("wordsearch", "CAT DOG\n", &["--grid", "5x5", "--key"]),
        ("wordsearch", "CAT COT TOAST\n", &["--grid", "5x5", "--overlap"]),
        ("coloring", "\"노던 준주\", 퀸즐랜드\n", &["--palette", "빨강,초록,파랑"]),
        ("coloring", "a b\nb c\n", &["--colors", "3"]),
        ("cryptarithm", "A * B = C; A + B = D\n", &["--base", "8"]),
        ("cryptarithm", "AB + BA = CDC\n", &["--leading-zero"]),
        ("layout", "2x1 1x2\n", &["--board", "1x4", "--rotate"]),
        ("layout", "2x1 1x2\n", &["--board", "4x4", "--minimize-height"]),
    ] {
        let puzzle = file("puzzle.txt", text);
        let solved = entail_on(&[&["solve", kind], flags].concat(), text.as_bytes());
        assert_eq!((solved.status, solved.err.as_str()), (0, ""), "{kind} {flags:?}");
        let flags: Vec<&str> = flags.iter().copied().filter(|flag| !["--show", "--key"].contains(flag)).collect();
        let ran = entail_on(&[&["check", kind, &puzzle, "-"], &flags[..]].concat(), solved.out.as_bytes());
        assert_eq!((ran.status, ran.out.as_str()), (0, "case 1: right\n"), "{kind} {flags:?}: {}", ran.err);
    }
}

#[test]
fn an_answer_that_is_cut_has_status_2_and_a_place() {
    for (nth, (kind, _, right, _)) in JUDGED.into_iter().enumerate() {
        let whole = right.trim_end();
        for cut in (0..whole.len()).map(|at| &whole[..at]) {
            let ran = check(nth, cut);
            match kind[0] {
                // The number stands alone as well as with its board.
                "boardcover" if cut.trim() == "2" => assert_eq!(ran.status, 0),
                // What is there can be read, and a letter has no digit.
                "cryptarithm" if cut.contains('D') && cut.trim_end().ends_with(|c: char| c.is_ascii_digit()) => {
                    assert_eq!(ran.status, 1);
                    assert!(ran.out.ends_with(" has no digit\n"), "{cut:?}: {}", ran.out);
                }
                _ => {
                    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{kind:?} {cut:?}: {}", ran.err);
                    let place = ran.err.starts_with("entail: <stdin>, line ") && ran.err.contains(", expected ");
                    assert!(place, "{kind:?} {cut:?}: {}", ran.err);
                }
            }
        }
    }
}

#[test]
fn anything_after_the_last_answer_has_status_2() {
    for (nth, (kind, _, right, _)) in JUDGED.into_iter().enumerate() {
        let ran = check(nth, &format!("{right}more\n"));
        assert_eq!(ran.status, 2, "{kind:?}: {}", ran.out);
        let place = format!("entail: <stdin>, line {}, column 1: found ", right.lines().count() + 1);
        assert!(ran.err.starts_with(&place) && ran.err.contains(", expected "), "{kind:?}: {}", ran.err);
    }
}

#[test]
fn line_ends_a_mark_of_byte_order_and_blank_lines_at_the_end_do_not_matter() {
    for (nth, (kind, _, right, _)) in JUDGED.into_iter().enumerate() {
        for answer in [right.replace('\n', "\r\n"), format!("\u{FEFF}{right}"), format!("{right}\n\n")] {
            let ran = check(nth, &answer);
            assert_eq!((ran.status, ran.out.as_str()), (0, "case 1: right\n"), "{kind:?} {answer:?}: {}", ran.err);
        }
    }
}

#[test]
fn text_that_is_no_answer_has_status_2() {
    for (nth, (kind, ..)) in JUDGED.into_iter().enumerate() {
        for answer in ["", "\n\n", "!\n", "99999999999999999999 x\n", "\u{0}\u{1}"] {
            let ran = check(nth, answer);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{kind:?} {answer:?}: {}", ran.err);
            assert!(ran.err.starts_with("entail: <stdin>, line ") && ran.err.contains(", expected "), "{}", ran.err);
        }
    }
}

#[test]
fn each_case_has_its_verdict_and_the_worst_status_counts() {
    let puzzles = file("many.txt", "2\n2 2 1 1\n..\n..\n#\n1 1 1 1\n.\n#\n");
    let check = |answers: &str| entail_on(&["check", "boardcover", &puzzles, "-"], answers.as_bytes());
    assert_eq!(check("4\n1\n").out, "case 1: right\ncase 2: right\n");
    let ran = check("3\n1\n");
    assert_eq!((ran.status, ran.out.as_str()), (1, "case 1: wrong: 4 blocks fit, not only 3\ncase 2: right\n"));
    let ran = check("3\n");
    assert_eq!((ran.status, ran.out.as_str()), (2, "case 1: wrong: 4 blocks fit, not only 3\n"));
}

#[test]
fn a_problem_may_stand_in_the_arguments_and_an_answer_in_standard_input() {
    let ran = entail_on(&["check", "queens", "4", "-"], b"[2, 4, 1, 3]\n");
    assert_eq!((ran.status, ran.out.as_str()), (0, "case 1: right\n"), "{}", ran.err);
    let ran = entail_on(&["check", "layout", "2x1", "1x2", "-", "--board", "2x3"], b"1 * *\n1 2 2\n");
    assert_eq!((ran.status, ran.out.as_str()), (0, "case 1: right\n"), "{}", ran.err);
    let ran = entail_on(&["check", "layout", "2x1", "--board", "2x3", "1x2", "-"], b"1 * *\n1 2 2\n");
    assert_eq!((ran.status, ran.out.as_str()), (0, "case 1: right\n"), "flags stand anywhere: {}", ran.err);
    let ran = entail(&["check", "kakuro", "-", "-"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("not both"), "{}", ran.err);
    for kind in ["sudoku", "queens"] {
        let ran = entail(&["check", kind, "-"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "the answer is missing");
    }
}

#[test]
fn a_malformed_puzzle_is_named_not_its_answer() {
    for (kind, flags) in [("kakuro", &[][..]), ("sudoku", &[]), ("queens", &[]), ("layout", &["--board", "2x2"])] {
        let puzzle = file("bad.txt", "!\n");
        let ran = entail_on(&[&["check", kind, &puzzle, "-"], flags].concat(), b"1\n");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{kind}");
        assert!(ran.err.starts_with(&format!("entail: {puzzle}, line 1, column 1: found ")), "{kind}: {}", ran.err);
    }
}
