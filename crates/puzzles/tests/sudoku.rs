//! Sudoku as a whole: the kernel and the engine agree, puzzles made are what was asked for, and every puzzle of the folder
//! that ENTAIL_DATA names has its stated answer.

use std::fs;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use entail_puzzles::search::{self, Choice, How};
use entail_puzzles::sudoku::{KIND, Reader, Sudoku};
use entail_puzzles::{Given, NotMade, Puzzle, Random, Settings};

fn puzzle(line: &str) -> Sudoku {
    Reader::new(line.as_bytes()).next().unwrap().unwrap()
}

/// Up to `limit` answers as text, in order.
fn answers(puzzle: &dyn Puzzle, choice: Choice, limit: usize) -> Vec<String> {
    if puzzle.model().is_err() {
        return Vec::new();
    }
    let how = How { choice, wanted: limit as u64, ..How::default() };
    let mut texts = Vec::new();
    let end = search::solve(puzzle, &how, &mut |answer| {
        texts.push(puzzle.text(&answer));
        if texts.len() >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(end.unwrap().stop.is_none());
    texts.sort_unstable();
    texts
}

fn count(puzzle: &Sudoku, limit: u64) -> u64 {
    let how = How { choice: Choice::Kernel, ..How::default() };
    puzzle.count(&how, limit).unwrap().0
}

fn settings(seed: u64, flags: &[(&'static str, &str)]) -> Settings {
    let mut settings = Settings::default();
    settings.seed = seed;
    for (name, value) in flags {
        let flag = KIND.flags.iter().find(|flag| flag.name == *name).unwrap();
        settings.set(flag.name, flag.takes.parse(value).unwrap());
    }
    settings
}

/// A full board from a pattern, with rows, columns and digits in any order that keeps it one, and part of its cells blank.
fn shuffled_board(block: usize, blank_of_100: usize, random: &mut Random) -> (String, String) {
    const SYMBOLS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";
    let size = block * block;
    let order = |random: &mut Random| {
        let mut bands: Vec<Vec<usize>> = (0..block).map(|band| (band * block..(band + 1) * block).collect()).collect();
        bands.iter_mut().for_each(|band| random.shuffle(band));
        random.shuffle(&mut bands);
        bands.concat()
    };
    let (rows, columns) = (order(random), order(random));
    let mut symbols = SYMBOLS[..size].to_vec();
    random.shuffle(&mut symbols);
    let cell = |(row, column): (usize, usize)| symbols[(row * block + row / block + column) % size] as char;
    let full: String =
        rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column))).map(cell).collect();
    let blank = |c: char, random: &mut Random| if random.chance(blank_of_100, 100) { '.' } else { c };
    let puzzle = full.chars().map(|c| blank(c, random)).collect();
    (puzzle, full)
}

#[test]
fn kernel_and_engine_find_the_same_answers() {
    let mut random = Random::new(1, 0);
    let mut several = 0;
    for (block, blank, rounds) in [(2, 70, 60), (2, 100, 1), (3, 62, 25), (3, 50, 10), (4, 40, 4)] {
        for _ in 0..rounds {
            let (text, full) = shuffled_board(block, blank, &mut random);
            let puzzle = puzzle(&text);
            let by_kernel = answers(&puzzle, Choice::Kernel, 400);
            assert!(by_kernel.contains(&format!("{full}\n")) || by_kernel.len() == 400, "{text}");
            several += usize::from(by_kernel.len() > 1);
            if by_kernel.len() < 400 {
                assert_eq!(by_kernel, answers(&puzzle, Choice::Learning, 400), "{text}");
                assert_eq!(count(&puzzle, 400), by_kernel.len() as u64);
            }
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn the_empty_board_of_4_has_288_answers() {
    let empty = puzzle("................");
    assert_eq!(answers(&empty, Choice::Auto, 1000).len(), 288);
    assert_eq!(answers(&empty, Choice::Learning, 1000).len(), 288);
    assert_eq!(count(&empty, u64::MAX), 288);
    assert_eq!(count(&empty, 5), 5);
}

#[test]
fn large_boards_are_solved() {
    let mut random = Random::new(2, 0);
    for (block, blank) in [(4, 55), (4, 60), (5, 50), (5, 55), (5, 60)] {
        let (text, _) = shuffled_board(block, blank, &mut random);
        let puzzle = puzzle(&text);
        let started = Instant::now();
        let found = answers(&puzzle, Choice::Auto, 1);
        println!("{0}x{0}, {blank}% blank: {1:.2?}", puzzle.size(), started.elapsed());
        assert_eq!(found.len(), 1);
    }
}

/// Makes a puzzle, and checks that it is the same once more and that the engine finds one answer only.
fn made(flags: &[(&'static str, &str)], seed: u64, nth: u64) -> (Sudoku, String) {
    let settings = settings(seed, flags);
    let make = KIND.generate.as_ref().unwrap().make;
    let how = How::default();
    let (one, again) = (make(&[], &settings, nth, &how).unwrap(), make(&[], &settings, nth, &how).unwrap());
    let text = one.puzzle.write("line").unwrap();
    assert_eq!(text, again.puzzle.write("line").unwrap());
    assert_eq!(answers(&*one.puzzle, Choice::Learning, 2).len(), 1, "{text}");
    (puzzle(&text), one.difficulty)
}

#[test]
fn puzzles_made_have_one_answer_and_the_difficulty_asked_for() {
    let mut texts = std::collections::HashSet::new();
    for (level, ends) in [("easy", "hidden single"), ("medium", "pair"), ("hard", "node")] {
        for nth in 0..100 {
            let (puzzle, difficulty) = made(&[("difficulty", level)], 7, nth);
            assert!(difficulty.starts_with(&format!("{level}: ")), "{difficulty}");
            assert!(difficulty.trim_end_matches('s').ends_with(ends), "{difficulty}");
            let cells = puzzle.cells();
            assert!((0..81).all(|cell| (cells[cell] == 0) == (cells[80 - cell] == 0)), "half-turn by default");
            texts.insert(puzzle.line());
        }
    }
    assert_eq!(texts.len(), 300);
}

#[test]
fn a_seed_gives_its_puzzle_on_every_machine() {
    let lines = [
        (
            &[("difficulty", "hard")][..],
            "..843.5.2.....2.48....6.....7..93..48...7...91..84..2.....2....34.6.....5.6.842..",
        ),
        (&[("size", "4")], "12..4......3..12"),
    ];
    for (flags, line) in lines {
        assert_eq!(made(flags, 7, 0).0.line(), line);
    }
}

#[test]
fn no_given_of_a_minimal_puzzle_can_be_left_out() {
    for nth in 0..40 {
        let level = ["easy", "medium", "hard"][nth as usize % 3];
        let (puzzle, _) = made(&[("minimal", ""), ("difficulty", level)], 1, nth);
        for given in (0..81).filter(|cell| puzzle.cells()[*cell] > 0) {
            let fewer =
                puzzle.line().char_indices().map(|(cell, c)| if cell == given { '.' } else { c }).collect::<String>();
            assert_eq!(count(&self::puzzle(&fewer), 2), 2);
        }
    }
}

#[test]
fn givens_follow_the_symmetry() {
    type Image = fn(usize, usize) -> (usize, usize);
    let places: [(&str, Image); 4] = [
        ("half-turn", |r, c| (8 - r, 8 - c)),
        ("quarter-turn", |r, c| (c, 8 - r)),
        ("mirror", |r, c| (r, 8 - c)),
        ("diagonal", |r, c| (c, r)),
    ];
    for (symmetry, image) in places {
        for nth in 0..5 {
            let (puzzle, _) = made(&[("symmetry", symmetry)], 3, nth);
            let given = |(row, column): (usize, usize)| puzzle.cells()[9 * row + column] > 0;
            assert!((0..81).all(|cell| given((cell / 9, cell % 9)) == given(image(cell / 9, cell % 9))), "{symmetry}");
        }
    }
}

#[test]
fn boards_of_4_and_16_are_made() {
    for nth in 0..10 {
        assert_eq!(made(&[("size", "4")], 5, nth).0.size(), 4);
    }
    for level in ["easy", "medium", "hard"] {
        let started = Instant::now();
        let (puzzle, difficulty) = made(&[("size", "16"), ("difficulty", level)], 5, 0);
        assert_eq!(puzzle.size(), 16);
        println!("16x16 {difficulty}, {:.2?} for two", started.elapsed());
    }
    let hard = settings(1, &[("size", "4"), ("difficulty", "hard")]);
    let make = KIND.generate.as_ref().unwrap().make;
    assert!(matches!(make(&[], &hard, 0, &How::default()), Err(NotMade::Impossible(_))));
}

#[test]
fn making_stops_when_it_is_told_to() {
    let how = How::default();
    how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let make = KIND.generate.as_ref().unwrap().make;
    assert!(matches!(make(&[], &Settings::default(), 0, &how), Err(NotMade::Stopped)));
}

/// What posing a text gives: the line of each puzzle, or the message.
fn posed(text: &str, settings: &Settings) -> Vec<String> {
    let cases = KIND.pose.unwrap()(Box::new(Cursor::new(text.to_owned())), settings);
    cases.map(|case| case.map_or_else(|e| e.to_string(), |puzzle| puzzle.write("line").unwrap())).collect()
}

#[test]
fn a_full_board_is_posed_as_a_minimal_puzzle() {
    let mut random = Random::new(3, 0);
    for block in [2, 3, 4, 5] {
        let (_, full) = shuffled_board(block, 0, &mut random);
        let started = Instant::now();
        let lines = posed(&format!("{full}\n{full}\n"), &settings(1, &[]));
        println!("two boards with boxes of {block} posed in {:.2?}", started.elapsed());
        assert_eq!(lines, posed(&format!("{full}\n{full}\n"), &settings(1, &[])));
        assert_ne!(lines[0], lines[1]);
        for line in &lines {
            let posed = puzzle(line);
            assert_eq!(answers(&posed, Choice::Kernel, 2), [format!("{full}\n")]);
            let minimal = |given: usize| {
                let fewer: String = line.char_indices().map(|(cell, c)| if cell == given { '.' } else { c }).collect();
                count(&puzzle(&fewer), 2) == 2
            };
            assert!(block > 3 || (0..full.len()).filter(|cell| posed.cells()[*cell] > 0).all(minimal));
        }
        let half_turn = posed(&full, &settings(1, &[("symmetry", "half-turn")]));
        let given: Vec<bool> = half_turn[0].trim_end().chars().map(|c| c != '.').collect();
        assert!(given.iter().eq(given.iter().rev()));
    }
}

#[test]
fn what_is_no_full_board_cannot_be_posed() {
    let full = "1234341221434321";
    let wrong = [
        (
            "1.34341221434321",
            "line 2, column 2: found a blank in row 1, column 2, expected a digit: only a full board can be posed",
        ),
        (
            "1231341221434321",
            "line 2, column 4: found a second 1 in row 1, expected each digit once; its first 1 is in row 1, column 1",
        ),
        (
            "1234341221432143",
            "line 2, column 13: found a second 2 in column 1, expected each digit once; its first 2 is in row 3, column 1",
        ),
        (
            "1234234134124123",
            "line 2, column 5: found a second 2 in box 1, expected each digit once; its first 2 is in row 1, column 2",
        ),
    ];
    for (line, message) in wrong {
        let lines = posed(&format!("{full}\n{line}\n{full}\n"), &settings(1, &[]));
        assert_eq!((lines.len(), lines[1].as_str()), (3, message));
    }
    let rows = "1234\n3412\n2143\n 4322\n";
    assert!(posed(rows, &settings(1, &[]))[0].starts_with("line 4, column 5: found a second 2 in row 4"));
    let mut unknown = Settings::default();
    unknown.set("symmetry", Given::Text("none".to_owned()));
    assert_eq!(posed(full, &unknown), posed(full, &Settings::default()));
}

/// The folder with data, where there is one.
fn data() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("ENTAIL_DATA") else {
        println!("skipped: ENTAIL_DATA is not set, so no whole-data test of sudoku was run");
        return None;
    };
    Some(Path::new(&folder).join("sudoku"))
}

/// Every how manyth puzzle of a file the engine solves as well.
const SAMPLE: usize = 40;

#[test]
fn every_puzzle_with_one_answer_has_the_stated_one() {
    let Some(folder) = data() else { return };
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "sol"));
    files.sort();
    println!("{:<28} {:>6} {:>12} {:>12}", "file", "right", "kernel 1/s", "checked 1/s");
    let mut all = 0;
    for file in files {
        let stated = fs::read_to_string(&file).unwrap();
        let stated: Vec<&str> = stated.lines().collect();
        let text = fs::read_to_string(file.with_extension("txt")).unwrap();
        let puzzles: Vec<Sudoku> = Reader::new(text.as_bytes()).map(|case| case.unwrap()).collect();
        assert_eq!(puzzles.len(), stated.len());
        let started = Instant::now();
        assert!(puzzles.iter().all(|puzzle| count(puzzle, 2) == 1));
        let kernel = puzzles.len() as f64 / started.elapsed().as_secs_f64();
        let started = Instant::now();
        for (puzzle, stated) in puzzles.iter().zip(&stated) {
            assert_eq!(answers(puzzle, Choice::Auto, 2), [format!("{stated}\n")]);
        }
        let checked = puzzles.len() as f64 / started.elapsed().as_secs_f64();
        for (puzzle, stated) in puzzles.iter().zip(&stated).step_by(SAMPLE) {
            assert_eq!(answers(puzzle, Choice::Learning, 2), [format!("{stated}\n")]);
        }
        println!("{:<28} {:>6} {kernel:>12.0} {checked:>12.0}", file.file_stem().unwrap().display(), puzzles.len());
        all += puzzles.len();
    }
    assert_eq!(all, 15_593);
}

#[test]
fn odd_puzzles_are_what_they_are_said_to_be() {
    let Some(folder) = data() else { return };
    let lines = |name: &str| -> Vec<String> {
        fs::read_to_string(folder.join(name)).unwrap().lines().map(str::to_owned).collect()
    };
    for (nth, line) in lines("multi.txt").iter().enumerate() {
        let (board, stated) = line.split_once(' ').unwrap();
        let stated: u64 = stated.trim_start_matches(">=").parse().unwrap();
        assert_eq!(count(&puzzle(board), stated.max(5000)), stated, "{line}");
        if nth % 8 == 1 && stated < 500 {
            assert_eq!(answers(&puzzle(board), Choice::Learning, 5000), answers(&puzzle(board), Choice::Auto, 5000));
        }
    }
    for (nth, line) in lines("nosolution.txt").iter().enumerate() {
        assert_eq!(count(&puzzle(line), 2), 0);
        assert!(nth % 8 != 0 || answers(&puzzle(line), Choice::Learning, 1).is_empty());
    }
    for line in lines("conflict.txt") {
        let (board, stated) = line.split_once(' ').unwrap();
        let puzzle = puzzle(board);
        let reason = puzzle.to_model().err().unwrap().to_string();
        println!("{stated}: {reason}");
        assert!(reason.starts_with("two "), "{reason}");
        assert_eq!(count(&puzzle, 1), 0);
    }
    for line in lines("malformed.txt") {
        let (text, what) = line.rsplit_once('\t').unwrap();
        let read: Vec<_> = Reader::new(text.as_bytes()).collect();
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].is_ok(), what.starts_with("VALID"), "{what}");
        if let Err(error) = &read[0] {
            println!("{what}: {error}");
        }
    }
}
