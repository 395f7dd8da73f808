//! The texts that puzzles come in: each is known by its first line, and each can be written.
//!
//! | format   | known by                   | cases of a text        |
//! |----------|----------------------------|------------------------|
//! | kakuro2  | anything else              | as many as it says     |
//! | puzzlink | `kakuro/` or `://`         | one a line             |
//! | pzprv3   | `pzprv3`                   | one from each `pzprv3` |
//! | csv      | `\`, `,`, `\|` or `x`      | a blank line between   |
//! | dzn      | `%`, or a name and `=`     | one                    |
//!
//! KAKURO1 holds answers instead of puzzles, so it is asked for and not recognised.

mod backslash;
mod board;
mod counted;
mod kakuro1;
mod kakuro2;
mod minizinc;
mod puzzlink;
mod pzprv3;

use std::io::{self, BufRead, Cursor, Read};

use self::board::{Blocks, Cut};
pub use self::counted::Reader;
use super::{Direction, Kakuro};
use crate::kind::{Format, Input};
use crate::place::ReadError;

/// What a puzzle can be written as.
pub const FORMATS: &[Format] = &[
    Format { name: "kakuro2", about: "numbers, the contest format", counted: true, single: false, between: "" },
    Format { name: "puzzlink", about: "an address of puzz.link", counted: false, single: false, between: "" },
    Format {
        name: "pzprv3",
        about: "the file format of puzz.link and pzprv3",
        counted: false,
        single: false,
        between: "",
    },
    Format { name: "csv", about: "a grid with down\\across clues", counted: false, single: false, between: "\n" },
    Format { name: "dzn", about: "MiniZinc data, one puzzle a file", counted: false, single: true, between: "\n" },
];

/// The cases of a text.
type Puzzles = Box<dyn Iterator<Item = Result<Kakuro, ReadError>> + Send>;

/// Reads puzzles in whatever format the text is in; one in no known format is taken for KAKURO2.
pub fn read(input: Input) -> Puzzles {
    let (format, input) = match detect(input) {
        Ok(detected) => detected,
        Err(error) => return Box::new(std::iter::once(Err(error.into()))),
    };
    match format {
        "puzzlink" => Box::new(Blocks::new(input, Cut::Lines, puzzlink::read)),
        "pzprv3" => Box::new(Blocks::new(input, Cut::Headed("pzprv3"), pzprv3::read)),
        "csv" => Box::new(Blocks::new(input, Cut::Paragraphs, backslash::read)),
        "dzn" => Box::new(Blocks::new(input, Cut::Whole, minizinc::read)),
        _ => Box::new(Reader::new(input)),
    }
}

/// A puzzle in a format, without the number of cases; or why it cannot be written so.
pub fn write(kakuro: &Kakuro, format: &str) -> Result<String, String> {
    match format {
        "kakuro2" => Ok(kakuro2::write(kakuro)),
        "puzzlink" => puzzlink::write(kakuro),
        "pzprv3" => pzprv3::write(kakuro),
        "csv" => Ok(backslash::write(kakuro)),
        "dzn" => Ok(minizinc::write(kakuro)),
        _ => Err(format!("there is no format {format}")),
    }
}

/// The format of a text by its first line that is neither blank nor a comment, and the text again from its start.
fn detect(mut input: Input) -> io::Result<(&'static str, Input)> {
    /// No comment in front of a puzzle is longer, and no line needs more to be recognised.
    const ENOUGH: usize = 1 << 16;
    let mut head = Vec::new();
    loop {
        let buffer = input.fill_buf()?;
        let ended = buffer.is_empty() || head.len() >= ENOUGH;
        let taken = buffer.len().min(4096);
        head.extend_from_slice(&buffer[..taken]);
        input.consume(taken);
        if let Some(format) = format_of(&String::from_utf8_lossy(&head), ended) {
            return Ok((format, Box::new(Cursor::new(head).chain(input))));
        }
    }
}

/// The format of a text that starts like this; `None` where more of it must be seen and there may be more.
fn format_of(head: &str, ended: bool) -> Option<&'static str> {
    let head = head.strip_prefix('\u{FEFF}').unwrap_or(head);
    let mut lines = head.split_inclusive('\n').filter(|line| ended || line.ends_with('\n')).map(str::trim);
    let Some(line) = lines.find(|line| !line.is_empty() && !line.starts_with('#')) else {
        return ended.then_some("kakuro2");
    };
    let name = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let set = line.starts_with(|c: char| c.is_ascii_alphabetic()) && name.trim_start().starts_with('=');
    Some(match line {
        _ if line.starts_with("pzprv3") => "pzprv3",
        _ if line.contains("kakuro/") || line.contains("://") => "puzzlink",
        _ if line.starts_with('%') || set => "dzn",
        _ if line.contains(['\\', ',', '|']) || line.eq_ignore_ascii_case("x") => "csv",
        _ => "kakuro2",
    })
}

/// What is wrong about a white cell in the first row or column: what was found, and why black is expected.
fn outside(row: u64, column: u64, white: bool) -> Option<(&'static str, &'static str)> {
    match (row, column) {
        _ if !white => None,
        (0, _) => Some(("a white cell in the first row", "because no clue cell can stand above it")),
        (_, 0) => Some(("a white cell in the first column", "because no clue cell can stand left of it")),
        _ => None,
    }
}

/// Gives the run that starts at a cell its sum; or says what is wrong about that: what was found and what was expected.
/// `near` is the place of the run if clues come in order, `first` the line of the clue that the run has already.
fn give_clue(
    kakuro: &mut Kakuro,
    (direction, row, column): (Direction, usize, usize),
    sum: u8,
    near: usize,
    first: impl FnOnce() -> u64,
) -> Result<(), (String, String)> {
    let cell = || format!("row {}, column {}", row + 1, column + 1);
    let side = if direction == Direction::Across { "to the right of" } else { "below" };
    if kakuro.is_white(row, column) {
        return Err((format!("a clue on the white cell in {}", cell()), "a clue on a black cell".to_owned()));
    }
    match kakuro.run_from(direction, row, column, near) {
        None => Err((format!("a clue in {} without a run", cell()), format!("a white cell {side} it"))),
        Some(run) if run.sum.is_some() => {
            let expected = format!("one clue for a run; its first is on line {}", first());
            Err((format!("a second clue for the run {side} {}", cell()), expected))
        }
        Some(run) => {
            run.sum = Some(sum);
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The running example: answer 1 2 / 3 4.
    const SMALL: [(&str, &str); 5] = [
        ("kakuro2", "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n"),
        ("puzzlink", "https://puzz.link/p?kakuro/2/2/n4637\n"),
        ("pzprv3", "pzprv3\nkakuro\n2\n2\n0 4 6\n3 . .\n7 . .\n. .\n. .\n"),
        ("csv", "x,4\\,6\\\n\\3,0,0\n\\7,0,0\n"),
        (
            "dzn",
            "h = 3;\nw = 3;\ngrid_data = [| 0, 0, 0\n | 0, 1, 1\n | 0, 1, 1 |];\nn_h = 2;\nh_clue = [| 2, 1, 2, 3\n | 3, 1, 2, 7 |];\n\
             n_v = 2;\nv_clue = [| 1, 2, 2, 4\n | 1, 3, 2, 6 |];\n",
        ),
    ];

    fn read_all(text: &str) -> Vec<Result<Kakuro, ReadError>> {
        read(Box::new(Cursor::new(text.as_bytes().to_vec()))).collect()
    }

    /// What reading gives for each case: the puzzle as a grid, or the message.
    pub fn outcomes(text: &str) -> Vec<Result<String, String>> {
        let outcome = |case: Result<Kakuro, ReadError>| case.map(|k| backslash::write(&k)).map_err(|e| e.to_string());
        read_all(text).into_iter().map(outcome).collect()
    }

    /// The only puzzle of a text.
    fn only(text: &str) -> Kakuro {
        let mut cases = read_all(text);
        assert_eq!(cases.len(), 1, "{text:?}");
        cases.remove(0).unwrap_or_else(|error| panic!("{error}: {text:?}"))
    }

    /// The text of one puzzle as a whole file.
    fn file(kakuro: &Kakuro, format: &Format) -> String {
        format!("{}{}", if format.counted { "1\n" } else { "" }, write(kakuro, format.name).unwrap())
    }

    /// A board with some cells white and most of its runs with a clue, some of which are impossible.
    fn random_puzzle(random: &mut Random) -> Kakuro {
        let size = 2 + random.below(9);
        let (rows, columns) = match random.below(3) {
            0 => (size, size),
            1 => (2 + random.below(size - 1), size),
            _ => (size, 2 + random.below(size - 1)),
        };
        let density = 1 + random.below(9);
        let mut cell =
            |row, column| (1..rows).contains(&row) && (1..columns).contains(&column) && random.chance(density, 10);
        let white = (0..size * size).map(|at| cell(at / size, at % size)).collect();
        let mut kakuro = Kakuro::without_clues(size, white);
        for run in &mut kakuro.runs {
            run.sum = random.chance(4, 5).then(|| 1 + random.below(45) as u8);
        }
        kakuro
    }

    #[test]
    fn the_running_example_is_the_same_in_every_format() {
        let kakuro = only(&format!("1\n{}", SMALL[0].1));
        for (name, text) in SMALL {
            assert_eq!(write(&kakuro, name).as_deref(), Ok(text));
            if name != "kakuro2" {
                assert_eq!(only(text), kakuro, "{name}");
            }
        }
        assert_eq!(FORMATS.iter().map(|format| format.name).collect::<Vec<_>>(), SMALL.map(|small| small.0));
        assert!(write(&kakuro, "sdk").is_err());
    }

    #[test]
    fn every_board_comes_back_from_every_format() {
        let mut random = Random::new(3, 0);
        let mut without_clue = 0;
        for _ in 0..2000 {
            let kakuro = random_puzzle(&mut random);
            without_clue += kakuro.runs().iter().filter(|run| run.sum.is_none() || run.length == 1).count();
            for format in FORMATS {
                let text = file(&kakuro, format);
                assert_eq!(only(&text), kakuro, "{text}");
                assert_eq!(only(&text.replace('\n', "\r\n")), kakuro, "{text}");
                assert_eq!(only(&format!("\u{FEFF}{}", text.trim_end())), kakuro, "{text}");
            }
        }
        assert!(without_clue > 1000);
    }

    #[test]
    fn a_board_without_white_cells_comes_back_unless_it_has_no_cell_to_write() {
        for size in 1..4 {
            let kakuro = Kakuro::without_clues(size, vec![false; size * size]);
            for format in FORMATS {
                match write(&kakuro, format.name) {
                    Ok(_) => assert_eq!(only(&file(&kakuro, format)), kakuro),
                    Err(reason) => assert!(size == 1 && reason.contains("at least one cell"), "{reason}"),
                }
            }
        }
    }

    #[test]
    fn several_puzzles_stand_in_one_text_except_of_minizinc() {
        let mut random = Random::new(4, 0);
        let puzzles: Vec<Kakuro> = (0..5).map(|_| random_puzzle(&mut random)).collect();
        for format in FORMATS.iter().filter(|format| format.name != "dzn") {
            let texts: Vec<String> = puzzles.iter().map(|kakuro| write(kakuro, format.name).unwrap()).collect();
            let count = if format.counted { "5\n" } else { "" };
            let read = read_all(&format!("{count}{}", texts.join(format.between)));
            assert_eq!(read.into_iter().map(Result::unwrap).collect::<Vec<_>>(), puzzles, "{}", format.name);
        }
    }

    #[test]
    fn a_text_is_known_by_its_first_line() {
        let cases = [
            ("1\n3\n", "kakuro2"),
            ("", "kakuro2"),
            ("# only a comment", "kakuro2"),
            ("\u{FEFF}\n \t\n1", "kakuro2"),
            ("\u{0}\u{1}", "kakuro2"),
            ("http://pzv.jp/p.html?kakuro/2/2/n4637", "puzzlink"),
            ("\u{FEFF}kakuro/2/2/n4637", "puzzlink"),
            ("https://puzz.link/p?sudoku/9/9/", "puzzlink"),
            ("\npzprv3\n", "pzprv3"),
            ("pzprv3/kakuro/2/2/", "pzprv3"),
            ("# a comment, with a comma\n\nx|4\\|6\\\n", "csv"),
            ("x\nx\n", "csv"),
            ("\\\n", "csv"),
            ("% a comment\nh = 3;", "dzn"),
            ("grid_data=[|", "dzn"),
        ];
        for (text, format) in cases {
            assert_eq!(format_of(text, true), Some(format), "{text:?}");
        }
        assert_eq!(format_of("# a comment\nx", false), None);
        assert_eq!(format_of("# a comment\nx\n", false), Some("csv"));
    }

    #[test]
    fn the_format_does_not_depend_on_how_the_stream_is_cut() {
        for (name, text) in SMALL {
            let text = if name == "kakuro2" { format!("1\n{text}") } else { format!("\n# comment\n{text}") };
            for capacity in [1, 2, 3, 7] {
                let stream = io::BufReader::with_capacity(capacity, Cursor::new(text.clone().into_bytes()));
                assert!(read(Box::new(stream)).next().unwrap().is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn a_text_that_cannot_be_read_is_an_error_and_ends() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut cases = read(Box::new(io::BufReader::new(Broken)));
        assert!(matches!(cases.next(), Some(Err(ReadError::Io(_)))));
        assert!(cases.next().is_none());
    }
}
