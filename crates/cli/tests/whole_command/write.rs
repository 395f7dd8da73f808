//! The verbs that write puzzles: `convert`, `pose` and `generate`. What they write is read again, and means the same.

use crate::command::{Ran, entail, entail_on, file};

const KAKURO: &str = "2\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n\
                      3\n0 0 0\n0 1 1\n0 1 1\n3\n2 1 0 4\n1 2 1 4\n1 3 1 4\n";
const ONE_KAKURO: &str = "1\n4\n0 0 0 0\n0 1 1 0\n0 1 1 1\n0 0 0 0\n3\n2 1 0 3\n3 1 0 19\n1 3 1 11\n";
const SUDOKU: &str = ".7....4.623..5..9..1...73....6..89.25..2.6..47.23..6....81...4..2..6..899.7....6.\n\
                      785439126612875349493621578857943261261758934934162785578394612126587493349216857\n";
const COVER: &str = "2\n4 7 2 3\n##.##..\n#......\n#....##\n#..####\n###\n#..\n2 2 1 1\n..\n..\n#\n";

/// Each kind with formats: its flags, a text, its formats, and what each of its cases has for an answer.
type Written = (&'static str, &'static [&'static str], &'static str, &'static [&'static str]);

const WRITTEN: [Written; 10] = [
    ("kakuro", &[], KAKURO, &["kakuro2", "puzzlink", "pzprv3", "csv"]),
    ("kakuro", &[], ONE_KAKURO, &["kakuro2", "puzzlink", "pzprv3", "csv", "dzn"]),
    ("sudoku", &[], SUDOKU, &["line", "grid", "sdk", "puzzlink"]),
    ("sudoku", &[], ".....41.214.....\n", &["line", "grid", "puzzlink"]),
    ("coloring", &[], "p edge 4 4\ne 1 2\ne 1 3\ne 2 3\ne 3 4\n", &["dimacs", "pairs"]),
    ("coloring", &[], "\"노던 준주\",퀸즐랜드\n\"노던 준주\",남호주\n태즈메이니아\n", &["pairs"]),
    ("wordsearch", &[], "C A T\nX Y Z\nG O D\n\nCAT\nDOG\n", &["grid"]),
    ("cryptarithm", &[], "SEND + MORE = MONEY\nA * B = C; A + B = D\n", &["line"]),
    ("layout", &["--board", "9x9"], "6x1 4x4 3x3\n2x2 2x5\n", &["line"]),
    ("boardcover", &[], COVER, &["boardcover2"]),
];

fn run(verb: &[&str], flags: &[&str], text: &str) -> Ran {
    entail_on(&[verb, flags].concat(), text.as_bytes())
}

/// What a successful run printed.
fn printed(ran: Ran) -> String {
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
    ran.out
}

/// Without the comments of DIMACS, where names are kept.
fn plain(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with("c ")).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_format_is_read_back_as_the_same_puzzle() {
    for (kind, flags, text, formats) in WRITTEN {
        let convert = |text: &str, to: &str| printed(run(&["convert", kind, "--to", to], flags, text));
        let solve = |text: &str| printed(run(&["solve", kind], flags, text));
        for from in formats {
            let first = convert(text, from);
            assert_eq!(solve(&first), solve(text), "{kind} as {from}:\n{first}");
            for to in formats {
                assert_eq!(plain(&convert(&first, to)), plain(&convert(text, to)), "{kind} from {from} to {to}");
            }
            assert_eq!(convert(&first, from), first, "{kind} as {from} is written in one way");
        }
    }
}

#[test]
fn a_puzzle_in_its_first_format_stays_as_it_is() {
    for (kind, flags, text, formats) in WRITTEN {
        assert_eq!(printed(run(&["convert", kind, "--to", formats[0]], flags, text)), text, "{kind}");
    }
}

#[test]
fn the_running_example_has_the_stated_forms() {
    let sample = "1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n";
    let convert = |to: &str| printed(run(&["convert", "kakuro", "--to", to], &[], sample));
    assert_eq!(convert("puzzlink"), "https://puzz.link/p?kakuro/2/2/n4637\n");
    assert_eq!(convert("csv"), "x,4\\,6\\\n\\3,0,0\n\\7,0,0\n");
    assert_eq!(convert("pzprv3"), "pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n7 . .\n. .\n. .\n");
    assert_eq!(convert("kakuro2"), sample);
    for other in ["x | 4\\ | 6\\\n\\3 | _ | -\n\\7 | | \n", "# a comment\nx,4\\,6\\\n\\3,_,-\n\\7,,0\n"] {
        assert_eq!(run(&["solve", "kakuro"], &[], other).out, "0 0 0\n0 1 2\n0 3 4\n", "{other}");
    }
}

#[test]
fn a_board_that_a_format_cannot_hold_is_named() {
    let ran = entail_on(&["convert", "sudoku", "--to", "sdk"], b".....41.214.....\n");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("entail: <stdin>, case 1: cannot be written as sdk: "), "{}", ran.err);
    let ran = entail_on(&["convert", "kakuro", "--to", "xml"], b"");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("puzzlink") && ran.err.contains("kakuro2"), "{}", ran.err);
}

#[test]
fn only_one_puzzle_is_written_where_a_text_holds_no_more() {
    let one = printed(run(&["convert", "kakuro", "--to", "dzn"], &[], ONE_KAKURO));
    let two = ONE_KAKURO.replacen("1\n", "2\n", 1) + ONE_KAKURO.split_once('\n').unwrap().1;
    let ran = run(&["convert", "kakuro", "--to", "dzn"], &[], &two);
    assert_eq!((ran.status, ran.out), (2, one));
    assert_eq!(ran.err, "entail: <stdin>, case 2: cannot be written as dzn: such a text holds one puzzle only\n");
}

#[test]
fn what_is_not_found_is_not_called_impossible() {
    let ran = entail(&["generate", "kakuro", "--size", "4", "--seed", "1", "--difficulty", "hard"]);
    assert_eq!((ran.status, ran.out.as_str()), (4, ""));
    assert!(
        ran.err.starts_with("entail: puzzle 1: none was found: none of 40 layouts led to a hard puzzle"),
        "{}",
        ran.err
    );
}

#[test]
fn a_line_that_cannot_be_converted_does_not_hinder_the_next() {
    let ran = entail_on(&["convert", "cryptarithm", "--to", "line"], b"A+B=C\nA+=C\nx+y=z\n");
    assert_eq!((ran.status, ran.out.as_str()), (2, "A + B = C\nX + Y = Z\n"));
    assert!(ran.err.starts_with("entail: <stdin>, line 2, column 3: found \"=\", expected "), "{}", ran.err);
}

#[test]
fn a_posed_kakuro_has_the_given_answer_and_its_clues_in_order() {
    let answer = "2\n3\n0 0 0\n0 1 2\n0 3 4\n2\n0 0\n0 7\n";
    let posed = printed(run(&["pose", "kakuro"], &[], answer));
    let expected = "2\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n\
                    2\n0 0\n0 1\n2\n2 1 0 7\n1 2 1 7\n";
    assert_eq!(posed, expected);
    assert_eq!(printed(run(&["solve", "kakuro"], &[], &posed)), "0 0 0\n0 1 2\n0 3 4\n0 0\n0 7\n");
}

#[test]
fn a_posed_sudoku_has_its_answer_as_the_only_one() {
    let answers =
        "785439126612875349493621578857943261261758934934162785578394612126587493349216857\n1234341221434321\n";
    for flags in [&[][..], &["--seed", "5"], &["--symmetry", "half-turn"]] {
        let posed = printed(run(&["pose", "sudoku"], flags, answers));
        assert!(posed.lines().all(|line| line.contains('.')), "{posed}");
        assert_eq!(printed(run(&["solve", "sudoku"], &["--unique"], &posed)), answers);
        assert_eq!(printed(run(&["pose", "sudoku"], flags, answers)), posed, "the same seed poses the same puzzle");
    }
}

#[test]
fn an_answer_that_is_none_cannot_be_posed() {
    for (kind, text, place) in [
        ("kakuro", "", "line 1, column 1: found the end of the text"),
        ("kakuro", "1\n2\n0 0\n0 10\n", "line 4, column 3: found \"10\""),
        ("kakuro", "1\n2\n0 0\n0 -1\n", "line 4, column 3: found \"-1\""),
        ("kakuro", "1\n3\n0 0 0\n0 1 1\n0 2 3\n", "line 4, column 5: found a second 1"),
        ("kakuro", "1\n3\n0 0 0\n0 1 2\n0 1 3\n", "line 5, column 3: found a second 1"),
        ("kakuro", "1\n2\n0 1\n0 1\n", "line 3, column 3: found a white cell in the first row"),
        ("kakuro", "1\n2\n0 0\n1 1\n", "line 4, column 1: found a white cell in the first column"),
        ("kakuro", "1\n2\n0 0\n0", "line 4, column 2: found the end of the text"),
        ("kakuro", "1\n10000\n0 0\n", "line 4, column 1: found the end of the text"),
        ("kakuro", "99999999999999999999\n", "line 1, column 1: found \"99999999999999999999\""),
        ("sudoku", "", "line 1, column 1: found the end of the text"),
        ("sudoku", "1234341221434312\n", "line 1, column 15: found a second 1"),
        ("sudoku", "123434122143432.\n", "line 1, column 16: found a blank"),
        ("sudoku", "123434122143432\n", "line 1, column 1: found 15 cells"),
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r\n"), format!("\u{FEFF}{text}")] {
            let ran = run(&["pose", kind], &[], &text);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{kind} {text:?}");
            let start = format!("entail: <stdin>, {place}");
            assert!(ran.err.starts_with(&start) && ran.err.contains(", expected "), "{kind} {text:?}: {}", ran.err);
        }
    }
}

/// A `generate` for each kind that has one, with flags that keep it quick.
const GENERATED: [(&str, &[&str]); 4] = [
    ("kakuro", &["--size", "6"]),
    ("sudoku", &[]),
    ("wordsearch", &["LOGIC", "TRAIL", "CLUE", "PROOF", "--grid", "8x8"]),
    ("cryptarithm", &["--operands", "2"]),
];

fn generate(kind: &str, flags: &[&str], more: &[&str]) -> String {
    printed(entail(&[&["generate", kind], flags, more].concat()))
}

#[test]
fn the_same_seed_makes_the_same_puzzles_and_another_makes_others() {
    for (kind, flags) in GENERATED {
        let three = |seed, threads| generate(kind, flags, &["--seed", seed, "--count", "3", "--threads", threads]);
        assert_eq!(three("7", "1"), three("7", "3"), "{kind}");
        assert_ne!(three("7", "2"), three("8", "2"), "{kind}");
    }
}

#[test]
fn as_many_different_puzzles_are_made_as_were_asked_for() {
    for (kind, flags) in GENERATED {
        let made = generate(kind, flags, &["--seed", "7", "--count", "3"]);
        let converted = match kind {
            "kakuro" => printed(run(&["convert", kind, "--to", "puzzlink"], &[], &made)),
            "wordsearch" => made
                .split("PROOF\n")
                .filter(|part| !part.is_empty())
                .map(|part| part.replace('\n', "|") + "\n")
                .collect(),
            _ => made.clone(),
        };
        let mut puzzles: Vec<&str> = converted.lines().collect();
        puzzles.sort_unstable();
        puzzles.dedup();
        assert_eq!(puzzles.len(), 3, "{kind}:\n{made}");
        assert_eq!(made.starts_with("3\n"), kind == "kakuro", "only KAKURO2 starts with a number:\n{made}");
        let first = generate(kind, flags, &["--seed", "7"]);
        assert!(made.strip_prefix("3\n").unwrap_or(&made).starts_with(first.strip_prefix("1\n").unwrap_or(&first)));
    }
}

#[test]
fn a_generated_puzzle_has_exactly_one_answer() {
    for (kind, flags) in [
        ("kakuro", &["--size", "6"][..]),
        ("kakuro", &["--size", "7x9", "--difficulty", "hard"]),
        ("kakuro", &["--size", "8", "--difficulty", "easy"]),
        ("sudoku", &["--difficulty", "easy"]),
        ("sudoku", &["--difficulty", "hard", "--symmetry", "none"]),
        ("sudoku", &["--minimal", "--size", "4"]),
        ("cryptarithm", &["--operands", "2"]),
        ("cryptarithm", &["SEND", "MORE", "MONEY"]),
    ] {
        let made = generate(kind, flags, &["--seed", "3", "--count", if flags.contains(&"SEND") { "1" } else { "3" }]);
        for engine in ["auto", "learning"] {
            let ran = run(&["solve", kind], &["--unique", "--engine", engine], &made);
            assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{kind} {flags:?} by {engine}:\n{made}");
        }
    }
}

#[test]
fn a_generated_word_search_hides_each_word_once() {
    let made = generate(GENERATED[2].0, GENERATED[2].1, &["--seed", "3"]);
    let ran = run(&["solve", "wordsearch"], &["--unique"], &made);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{made}");
    assert_eq!(ran.out.chars().filter(char::is_ascii_uppercase).count(), "LOGICTRAILCLUEPROOF".len(), "{}", ran.out);
}

#[test]
fn a_kakuro_that_is_not_square_gets_black_rows_and_is_symmetric() {
    let made = generate("kakuro", &["--size", "7x9"], &["--seed", "3"]);
    let rows: Vec<&str> = made.lines().skip(2).take(9).collect();
    assert_eq!(made.lines().nth(1), Some("9"));
    assert!(rows[7..].iter().all(|row| !row.contains('1')), "{made}");
    let inner: String = rows[1..7].iter().map(|row| row[2..].replace(' ', "")).collect();
    assert_eq!(inner.chars().rev().collect::<String>(), inner, "a half turn changes nothing:\n{made}");
}

#[test]
fn words_come_from_the_arguments_a_file_or_standard_input() {
    let words = "send, more\n# not this\nmoney\n";
    let expected = generate("cryptarithm", &["SEND", "MORE", "MONEY"], &["--seed", "1"]);
    assert_eq!(expected, "MORE + SEND = MONEY\n");
    assert_eq!(printed(run(&["generate", "cryptarithm", "--seed", "1"], &[], words)), expected);
    let path = file("words.txt", words);
    assert_eq!(printed(entail(&["generate", "cryptarithm", "--seed", "1", "--file", &path])), expected);
}

#[test]
fn what_cannot_be_made_says_why() {
    for (arguments, status) in [
        (&["kakuro", "--size", "2"][..], 2),
        (&["kakuro", "--size", "0"], 2),
        (&["kakuro", "--size", "10000x10000"], 2),
        (&["kakuro", "--size", "99999999999999999999"], 2),
        (&["kakuro", "--difficulty", "extreme"], 2),
        (&["kakuro", "--count", "0"], 2),
        (&["sudoku", "--size", "10"], 2),
        (&["cryptarithm", "SEND", "MORE"], 2),
        (&["wordsearch", "LOGIC"], 2),
        (&["wordsearch", "L0GIC", "--grid", "5x5"], 2),
        (&["wordsearch", "ABCDEFGHIJ", "--grid", "3x3"], 1),
        (&["queens"], 2),
        (&["boardcover"], 2),
    ] {
        let ran = entail(&[&["generate"], arguments].concat());
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{arguments:?}: {}", ran.err);
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_difficulty_and_the_seed_are_in_the_statistics() {
    for (kind, flags) in GENERATED {
        let ran = entail(&[&["generate", kind, "--seed", "9", "--count", "2", "--stats"], flags].concat());
        assert_eq!(ran.status, 0, "{kind}: {}", ran.err);
        assert!(ran.err.starts_with("entail: seed 9\nentail: puzzle 1: "), "{kind}: {}", ran.err);
        assert!(ran.err.contains("\nentail: puzzle 2: "), "{kind}: {}", ran.err);
        assert_eq!(ran.out, generate(kind, flags, &["--seed", "9", "--count", "2"]), "{kind}");
    }
}
