//! Mutated and made-up texts: no reader of any kind panics, hangs or reads on for ever, whatever the text.
//!
//! Each kind starts from a few good texts. How many texts are tried is a number, not a time, so every run is the same.

use std::io::{self, Cursor};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use entail_puzzles::{Cases, Excerpt, Found, Given, Input, KINDS, Kind, Random, Settings, Source, Takes, Verb};

/// How many texts each reader gets.
const TEXTS: usize = 12_000;

/// Good texts of a kind to start from.
struct Seeds {
    kind: &'static str,
    puzzles: &'static [&'static str],
    /// Answers to pose; small ones, because posing may have to search.
    answers: &'static [&'static str],
}

const SEEDS: &[Seeds] = &[
    Seeds {
        kind: "kakuro",
        puzzles: &[
            include_str!("../../../examples/kakuro.txt"),
            "2\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n1\n0\n0\n",
            "https://puzz.link/p?kakuro/2/2/n4637\nkakuro/4/2/-ak-Ak-Zk-jk34\n",
            "pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n7 . .\n. .\n1 .\npzprv3\nkakuro\n1\n2\n0 5 -1\n-1 . 0,0\n",
            "x,4\\,6\\\n\\3,0,0\n\\7,0,0\n\n# two\n| x |17\\ | 3\\ |\n| \\12| - | _ |\n| \\8 |   | x |\n",
            "h = 3;\nw = 3;\ngrid_data = [| 0, 0, 0 | 0, 1, 1 | 0, 1, 1 |];\nn_h = 2;\nh_clue = [| 2, 1, 2, 3 | 3, 1, 2, 7 |];\n\
             n_v = 1; % one\nv_clue = array2d(1..1, 1..4, [1, 2, 2, 4]);\n",
        ],
        answers: &[
            "1\n8\n0 0 0 0 0 0 0 0\n0 9 7 0 0 8 7 9\n0 8 9 0 8 9 5 7\n0 6 8 5 9 7 0 0\n0 0 6 1 0 2 6 0\n0 0 0 4 6 1 3 2\n\
             0 8 9 3 1 0 1 4\n0 3 1 2 0 0 2 1\n",
            "2\n3\n0 0 0\n0 1 2\n0 3 4\n1\n0\n",
        ],
    },
    Seeds {
        kind: "sudoku",
        puzzles: &[
            "# two\n.5..83.17...1..4..3.4..56.8....3...9.9.8245....6....7...9....5...729..861.36.72.4\n\
             4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......\n",
            "[Puzzle]\n#A somebody\n..|3.\n3.|..\n--+--\n.1|..\n..|.2\n",
            "https://puzz.link/p?sudoku/4/4/1g2h3i4l\n",
            "1.3.\n..12\n2...\n.4..\n",
        ],
        answers: &["1234341221434321\n"],
    },
    Seeds { kind: "queens", puzzles: &["4\n# eight\n8\n\n12\n"], answers: &[] },
    Seeds {
        kind: "coloring",
        puzzles: &[
            "c a triangle and more\np edge 5 6\ne 1 2\ne 1 3\ne 2 3\ne 3 4\ne 3 4\ne 4 5\n",
            "# neighbours\n노던 준주, 퀸즐랜드\n\"New, South\",퀸즐랜드\n태즈메이니아\n",
            "a b\nb c # more\na c\n",
        ],
        answers: &[],
    },
    Seeds {
        kind: "wordsearch",
        puzzles: &["JOE MARY SARAH\nMATTHEW SALLY\n", "# a word a line\nJOE\nMARY\n서울\n"],
        answers: &[],
    },
    Seeds {
        kind: "cryptarithm",
        puzzles: &["SEND + MORE = MONEY\nA*B - C = DE; AB + C = DA\n# more\nTWO + TWO = FOUR\n"],
        answers: &[],
    },
    Seeds { kind: "layout", puzzles: &["6x1 4x4 3x3 2x2\n2x5\n", "# a piece a line\n6x1\n4x4\n"], answers: &[] },
    Seeds {
        kind: "boardcover",
        puzzles: &[
            "2\n4 7 2 3\n##.##..\n#......\n#....##\n#..####\n###\n#..\n5 10 3 3\n..........\n..........\n..........\n\
             ..........\n..........\n.#.\n###\n..#\n",
            "1\n2 2 1 1\n..\n.#\n#\n",
        ],
        answers: &[],
    },
];

/// What is put into a text.
const PIECES: &[&str] = &[
    "0",
    "1",
    "2",
    "-1",
    "46",
    "99999999999999999999",
    "4294967295",
    "10000",
    "x",
    "\u{FEFF}",
    "\u{0}",
    "\t",
    "\r\n",
    "\n\n",
    "한",
    "#",
    "%",
    ",",
    "|",
    "\\",
    "/",
    ";",
    "=",
    "\"",
    ".",
    "-",
    "p edge 3 2",
    "kakuro/9/9/",
    "pzprv3",
    "[|",
];

/// The text with one to four changes: bytes dropped, repeated, replaced, moved, or a piece put in.
fn mutated(text: &str, random: &mut Random) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let from = random.below(text.len() + 1);
        let to = (from + random.below(12)).min(text.len());
        match random.below(6) {
            0 => drop(text.drain(from..to)),
            1 => text.truncate(from),
            2 => text.extend_from_within(from..to),
            3 => drop(text.splice(from..to, random.pick(PIECES).bytes())),
            4 => drop(text.splice(from..from, format!(" {} ", random.pick(PIECES)).bytes())),
            _ => text.iter_mut().skip(from).take(1).for_each(|byte| *byte = random.below(256) as u8),
        }
    }
    text
}

/// A text made of words of good ones and of pieces, or of any bytes.
fn made_up(seeds: &[&str], random: &mut Random) -> Vec<u8> {
    let length = random.below(30);
    if random.chance(1, 8) {
        return (0..length).map(|_| random.below(256) as u8).collect();
    }
    let mut text = Vec::new();
    for _ in 0..length {
        let words: Vec<&str> = random.pick(seeds).split_inclusive([' ', '\n']).collect();
        let word = if random.chance(1, 4) { random.pick(PIECES) } else { random.pick(&words) };
        text.extend_from_slice(word.as_bytes());
    }
    text
}

fn input(text: &[u8]) -> Input {
    Box::new(Cursor::new(text.to_vec()))
}

/// What the kind's sizes are set to, without which some kinds have no problem.
fn settings(kind: &Kind) -> Settings {
    let mut settings = Settings::default();
    let of_solve = kind.flags.iter().filter(|flag| flag.verbs.contains(&Verb::Solve));
    for flag in of_solve.filter(|flag| matches!(flag.takes, Takes::Size { .. })) {
        settings.set(flag.name, Given::Size(9, 9));
    }
    settings
}

/// Reads a text to its end, looks at everything that comes of it and counts the puzzles and the mistakes.
fn look(kind: &Kind, read: fn(Input, &Settings) -> Cases, text: &[u8]) -> (usize, usize) {
    let settings = settings(kind);
    let mut cases = read(input(text), &settings);
    let (mut puzzles, mut mistakes) = (0, 0);
    let mut at_end = false;
    for case in cases.by_ref() {
        assert!(!at_end, "a case behind the end of the text");
        assert!(puzzles + mistakes <= text.len(), "more cases than characters");
        match case {
            Err(error) => {
                mistakes += 1;
                let Some(malformed) = error.malformed() else { continue };
                at_end = malformed.found == Found::End;
                let lines = text.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
                assert!((1..=lines).contains(&malformed.place.line), "{malformed}, of {lines} lines");
                // Columns count characters, so the text must have them for the caret to be checked.
                if let (Found::Text(found), Ok(_)) = (&malformed.found, std::str::from_utf8(text)) {
                    let Excerpt { text, before, width } = &malformed.excerpt;
                    let shown: String = text.chars().skip(*before).take(*width).collect();
                    assert!(shown == *found || found.ends_with('…'), "{malformed}, but the caret is at {shown:?}");
                }
            }
            Ok(puzzle) => {
                puzzles += 1;
                // What a kind writes it reads again; from arguments it reads less than it writes.
                for format in kind.formats.iter().filter(|_| kind.source == Source::File) {
                    let Ok(written) = puzzle.write(format.name) else { continue };
                    let whole = if format.counted { format!("1\n{written}") } else { written };
                    let mut again = (kind.read)(input(whole.as_bytes()), &settings);
                    let first = again.next().expect("what was written is one puzzle");
                    let first = first.unwrap_or_else(|error| panic!("{error}: {whole}"));
                    assert!(first.write(format.name).is_ok(), "it cannot be written again: {whole}");
                    assert!(again.next().is_none(), "what was written is more than one puzzle: {whole}");
                }
            }
        }
    }
    assert!(cases.next().is_none(), "a case behind the last one");
    (puzzles, mistakes)
}

/// Tries texts around the seeds and says how many puzzles and mistakes there were.
fn try_all(kind: &Kind, read: fn(Input, &Settings) -> Cases, seeds: &[&str]) -> (usize, usize) {
    for seed in seeds {
        let (puzzles, mistakes) = look(kind, read, seed.as_bytes());
        assert!(puzzles > 0 && mistakes == 0, "{}: {puzzles} puzzles, {mistakes} mistakes in {seed}", kind.name);
    }
    let mut random = Random::new(1, 0);
    let (mut puzzles, mut mistakes) = (0, 0);
    for round in 0..TEXTS {
        let text =
            if round % 8 == 0 { made_up(seeds, &mut random) } else { mutated(seeds[round % seeds.len()], &mut random) };
        match catch_unwind(AssertUnwindSafe(|| look(kind, read, &text))) {
            Ok(counts) => (puzzles, mistakes) = (puzzles + counts.0, mistakes + counts.1),
            Err(_) => panic!("{}, the text {:?}", kind.name, String::from_utf8_lossy(&text)),
        }
    }
    (puzzles, mistakes)
}

#[test]
fn every_reader_survives_every_mutation() {
    for kind in KINDS {
        let seeds = SEEDS.iter().find(|seeds| seeds.kind == kind.name);
        let seeds = seeds.unwrap_or_else(|| panic!("{} has no good texts to start from", kind.name));
        let (puzzles, mistakes) = try_all(kind, kind.read, seeds.puzzles);
        assert!(puzzles > 1000 && mistakes > 1000, "{}: {puzzles} puzzles, {mistakes} mistakes", kind.name);
        if let Some(pose) = kind.pose {
            let (puzzles, mistakes) = try_all(kind, pose, seeds.answers);
            assert!(puzzles > 100 && mistakes > 1000, "{}: {puzzles} posed, {mistakes} mistakes", kind.name);
        }
    }
}

#[test]
fn a_line_without_end_is_a_mistake_before_memory_is_full() {
    for kind in KINDS {
        for byte in [b'1', b'x', b'.', 0] {
            let endless = io::BufReader::with_capacity(1 << 16, io::repeat(byte));
            let mut cases = (kind.read)(Box::new(endless), &settings(kind));
            assert!(cases.next().is_some_and(|case| case.is_err()), "{}: {:?}", kind.name, byte as char);
            assert!(cases.next().is_none(), "{}: {:?} is read on", kind.name, byte as char);
        }
    }
}

#[test]
fn empty_and_blank_texts_are_mistakes_that_say_what_was_expected() {
    for kind in KINDS {
        for text in ["", "\n", " \t\r\n\n", "\u{FEFF}"] {
            let cases: Vec<_> = (kind.read)(input(text.as_bytes()), &settings(kind)).collect();
            let [Err(error)] = &cases[..] else { panic!("{}: {} cases in {text:?}", kind.name, cases.len()) };
            assert_eq!(
                error.malformed().map(|malformed| &malformed.found),
                Some(&Found::End),
                "{}: {error}",
                kind.name
            );
        }
    }
}

#[test]
fn every_kind_has_a_fuzz_target() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    for kind in KINDS {
        assert!(targets.join(format!("{}.rs", kind.name)).is_file(), "{} has none in {}", kind.name, targets.display());
    }
}
