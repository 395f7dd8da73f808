//! The transcripts of the contract, byte for byte.

use crate::command::{Ran, entail, entail_on};

fn answered(out: &str) -> Ran {
    Ran { status: 0, out: out.to_owned(), err: String::new() }
}

/// The solved board of the contest, as KAKURO1 has it.
const KAKURO1: &str = "1\n8\n0 0 0 0 0 0 0 0\n0 9 7 0 0 8 7 9\n0 8 9 0 8 9 5 7\n0 6 8 5 9 7 0 0\n0 0 6 1 0 2 6 0\n\
                       0 0 0 4 6 1 3 2\n0 8 9 3 1 0 1 4\n0 3 1 2 0 0 2 1\n";

/// The clues of that board, in their order.
const CLUES: &str = "2 1 0 16, 2 5 0 24, 3 1 0 17, 3 4 0 29, 4 1 0 35, 5 2 0 7, 5 5 0 8, 6 3 0 16, 7 1 0 21, 7 6 0 5, \
                     8 1 0 6, 8 6 0 3, 1 2 1 23, 1 3 1 30, 1 6 1 27, 1 7 1 12, 1 8 1 16, 2 5 1 17, 3 4 1 15, 4 7 1 12, \
                     5 5 1 7, 5 8 1 7, 6 2 1 11, 6 3 1 10";

#[test]
fn a_solved_kakuro_is_posed_and_solved_again() {
    let posed = entail_on(&["pose", "kakuro"], KAKURO1.as_bytes());
    let board: String = KAKURO1
        .lines()
        .skip(2)
        .map(|line| {
            line.split(' ').map(|digit| if digit == "0" { "0" } else { "1" }).collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    assert_eq!(posed, answered(&format!("1\n8\n{board}24\n{}\n", CLUES.replace(", ", "\n"))));
    let solved = entail_on(&["solve", "kakuro"], posed.out.as_bytes());
    assert_eq!(solved, answered(KAKURO1.strip_prefix("1\n8\n").unwrap()));
}

#[test]
fn four_queens_are_listed_and_drawn() {
    assert_eq!(entail(&["solve", "queens", "4"]), answered("[2, 4, 1, 3]\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n"));
    assert_eq!(entail(&["solve", "queens", "8", "--count"]), answered("92\n"));
    assert_eq!(entail(&["solve", "queens", "40"]).out.lines().count(), 41);
    assert_eq!(entail(&["solve", "queens", "41"]).out.lines().count(), 1);
    for none in ["2", "3"] {
        let ran = entail(&["solve", "queens", none]);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    }
}

#[test]
fn send_more_money() {
    let expected = answered("9567 + 1085 = 10652\nD=7 E=5 M=1 N=6 O=0 R=8 S=9 Y=2\n");
    assert_eq!(entail(&["solve", "cryptarithm", "SEND + MORE = MONEY"]), expected);
    assert_eq!(entail(&["solve", "cryptarithm", "SEND", "+", "MORE", "=", "MONEY"]), expected);
    assert_eq!(entail_on(&["solve", "cryptarithm"], b"SEND+MORE=MONEY\n"), expected);
    assert_eq!(entail(&["solve", "cryptarithm", "SEND+MORE=MONEY", "--count"]), answered("1\n"));
}

#[test]
fn a_triangle_needs_three_colours() {
    let triangle = b"c three nodes\np edge 3 3\ne 1 2\ne 2 3\ne 3 1\n";
    assert_eq!(entail_on(&["solve", "coloring"], triangle), answered("s col 3\nl 1 1\nl 2 2\nl 3 3\n"));
    let ran = entail_on(&["solve", "coloring", "--colors", "2"], triangle);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert_eq!(entail_on(&["solve", "coloring", "--colors", "3", "--count"], triangle), answered("6\n"));
    let zero = entail_on(&["solve", "coloring", "--colors", "0"], triangle);
    assert_eq!((zero.status, zero.out.as_str()), (2, ""));
}

#[test]
fn names_with_blanks_are_quoted_and_colours_have_names() {
    let map = "\"노던 준주\", 퀸즐랜드\n노던 준주, 남호주\n퀸즐랜드, 남호주\n";
    let ran = entail_on(&["solve", "coloring", "--palette", "빨강,초록,파랑"], map.as_bytes());
    assert_eq!(ran, answered("s col 3\nl \"노던 준주\" 빨강\nl 퀸즐랜드 초록\nl 남호주 파랑\n"));
}

#[test]
fn words_lie_in_the_grid_and_the_key_shows_them() {
    let words = ["MATTHEW", "JOE", "MARY", "SARAH", "SALLY"];
    let solve = |flags: &[&str]| {
        entail(&[&["solve", "wordsearch"], &words[..], &["--grid", "9x9", "--seed", "1"], flags].concat())
    };
    let (grid, key) = (solve(&[]), solve(&["--key"]));
    assert_eq!((grid.status, key.status), (0, 0), "{}", grid.err);
    for (filled, hidden) in grid.out.chars().zip(key.out.chars()) {
        assert!(filled == hidden || hidden == '.' && filled.is_ascii_uppercase(), "{}\n{}", grid.out, key.out);
    }
    let letters = key.out.chars().filter(char::is_ascii_uppercase).count();
    assert_eq!(letters, words.concat().len());
    let lines: Vec<&str> = grid.out.lines().collect();
    assert!(lines.len() == 9 && lines.iter().all(|line| line.len() == 17 && line.split(' ').count() == 9));
    assert_eq!(solve(&[]), grid, "the same seed gives the same grid");
}

#[test]
fn pieces_lie_on_the_board() {
    let ran = entail(&["solve", "layout", "6x1", "4x4", "3x3", "2x2", "2x5", "--board", "9x9"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.starts_with("1 2 2 2 2 3 3 3 *\n"), "{}", ran.out);
    for (label, cells) in [('1', 6), ('2', 16), ('3', 9), ('4', 4), ('5', 10), ('*', 36)] {
        assert_eq!(ran.out.chars().filter(|c| *c == label).count(), cells, "{label}\n{}", ran.out);
    }
}

/// The sample of the contest.
const BOARDS: &str = "2\n4 7 2 3\n##.##..\n#......\n#....##\n#..####\n###\n#..\n5 10 3 3\n..........\n..........\n\
                      ..........\n..........\n..........\n.#.\n###\n..#\n";

#[test]
fn blocks_are_counted_and_shown() {
    assert_eq!(entail_on(&["solve", "boardcover"], BOARDS.as_bytes()), answered("3\n8\n"));
    let shown = entail_on(&["solve", "boardcover", "--show"], BOARDS.as_bytes());
    let lines: Vec<&str> = shown.out.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[5]), (2 + 4 + 5, "3", "8"));
    for (row, line) in BOARDS.lines().skip(2).take(4).zip(&lines[1..5]) {
        assert!(row.chars().zip(line.chars()).all(|(board, shown)| (board == '#') == (shown == '#')), "{}", shown.out);
    }
    let cells = |lines: &[&str]| lines.concat().chars().filter(|c| c.is_ascii_alphabetic()).count();
    assert_eq!((cells(&lines[1..5]), cells(&lines[6..])), (3 * 4, 8 * 5));
    for flag in ["--count", "--all", "--unique"] {
        assert_eq!(entail_on(&["solve", "boardcover", flag], BOARDS.as_bytes()).status, 2);
    }
}

#[test]
fn a_sudoku_is_answered_on_one_line() {
    let answer = "785439126612875349493621578857943261261758934934162785578394612126587493349216857\n";
    let posed = entail_on(&["pose", "sudoku"], answer.as_bytes());
    assert_eq!((posed.status, posed.out.len()), (0, 82), "{}", posed.err);
    assert!(posed.out.contains('.'));
    assert_eq!(entail_on(&["solve", "sudoku", "--unique"], posed.out.as_bytes()), answered(answer));
}
