//! New Kakuro with exactly one answer, of the difficulty that is asked for.
//!
//! A layout is filled with digits, whose sums are the clues. Digits are changed until reasoning settles every cell, which
//! proves that there is one answer; then until weaker reasoning no longer does, which makes it harder. A hard puzzle goes
//! beyond what propagation settles, so the kernel counts its answers after every change.

use std::cmp::Reverse;

use super::Kakuro;
use super::difficulty::{Difficulty, Grade};
use super::filling::Filling;
use super::layout::{Layout, Wish};
use super::propagate::Strength;
use crate::kind::{Flag, Generated, NotMade, Settings, Takes, Verb};
use crate::random::Random;
use crate::search::{Choice, How};

/// The flags of `generate kakuro`.
pub const FLAGS: [Flag; 3] = [
    Flag {
        name: "size",
        takes: Takes::Size { square: true },
        help: "Rows x columns with the clue row and column, 4 to 200 [default: 9]",
        verbs: &[Verb::Generate],
    },
    Flag {
        name: "difficulty",
        takes: Takes::OneOf(Grade::NAMES),
        help: "What it takes to solve it [default: medium]",
        verbs: &[Verb::Generate],
    },
    Flag {
        name: "symmetry",
        takes: Takes::OneOf(&["half-turn", "none"]),
        help: "How the layout looks the same [default: half-turn]",
        verbs: &[Verb::Generate],
    },
];

/// The smallest and the largest number of rows and columns, with those of the clues.
const LEAST: u64 = 4;
const MOST: u64 = 200;

/// How many layouts are tried.
const ATTEMPTS: u64 = 40;

/// Of a hundred cells, how many weaker reasoning must leave open in a medium and in a hard puzzle.
const OPEN: usize = 20;

/// With more cells, black or white, a board is large: somewhere on it chance goes wrong, and all of it would have to be made
/// again. So changes go on for longer, and no run has nine cells. Such a run holds every digit, so that its sum says nothing;
/// two of them beside each other can hardly be told apart.
const LARGE: usize = 47 * 47;

/// How many dead ends the kernel may meet when it proves that a puzzle has one answer. People meet fewer.
const DEAD_ENDS: u64 = 500;

/// Makes puzzle number `nth` of a seed.
pub fn make(settings: &Settings, nth: u64, how: &How) -> Result<Generated, NotMade> {
    let (rows, columns) = size(settings)?;
    let grade = settings.text("difficulty").and_then(Grade::named).unwrap_or(Grade::Medium);
    let half_turn = settings.text("symmetry") != Some("none");
    // Longer runs leave more room for doubt.
    let (tenths, longest) = match grade {
        Grade::Easy => (30, 7),
        Grade::Medium => (32, 9),
        Grade::Hard => (34, 9),
    };
    let mut wish = Wish { rows: rows - 1, columns: columns - 1, half_turn, tenths, longest };
    if is_large(wish) {
        wish.longest = longest.min(8);
    }
    // What comes nearest is named where none is good enough.
    let rank = |difficulty: &Difficulty| (missing(difficulty, grade), Reverse(difficulty.score()));
    let mut best: Option<(Kakuro, Difficulty)> = None;
    for attempt in 0..ATTEMPTS {
        // Every attempt has a stream of its own, whatever happened in those before.
        let mut random = Random::new(settings.seed, nth.wrapping_mul(ATTEMPTS).wrapping_add(attempt));
        let Some((kakuro, difficulty)) = attempt_at(wish, grade, &mut random, how)? else { continue };
        let met = missing(&difficulty, grade) == 0;
        if best.as_ref().is_none_or(|(_, best)| rank(&difficulty) < rank(best)) {
            best = Some((kakuro, difficulty));
        }
        if met {
            break;
        }
    }
    let Some((kakuro, difficulty)) = best else {
        return Err(NotMade::NotFound(format!("none of {ATTEMPTS} layouts led to one; try another seed or size")));
    };
    if missing(&difficulty, grade) > 0 {
        let grade = grade.name();
        return Err(NotMade::NotFound(format!(
            "none of {ATTEMPTS} layouts led to a {grade} puzzle, the nearest was {difficulty}; try another seed or size"
        )));
    }
    Ok(Generated { puzzle: Box::new(kakuro), difficulty: difficulty.to_string() })
}

/// Rows and columns as asked for, or why not.
fn size(settings: &Settings) -> Result<(usize, usize), NotMade> {
    let (rows, columns) = settings.size("size").unwrap_or((9, 9));
    let (short, long) = (rows.min(columns), rows.max(columns));
    let wrong = if short < LEAST {
        format!("with the clue row and column there must be at least {LEAST} rows and columns for runs to cross")
    } else if long > MOST {
        format!("at most {MOST} rows and columns")
    } else if short == 4 && long > 10 {
        "the middle one of three lines cannot be broken without leaving a cell alone, and has more than nine cells"
            .to_owned()
    } else {
        return Ok((rows as usize, columns as usize));
    };
    Err(NotMade::Usage(format!("--size {rows}x{columns}: {wrong}")))
}

fn is_large(wish: Wish) -> bool {
    wish.rows * wish.columns > LARGE
}

/// A puzzle with one answer, as near to a grade as it came; `None` if this way did not lead to one.
fn attempt_at(
    wish: Wish,
    grade: Grade,
    random: &mut Random,
    how: &How,
) -> Result<Option<(Kakuro, Difficulty)>, NotMade> {
    let Some(layout) = Layout::random(wish, random) else { return Ok(None) };
    let (size, white) = layout.board();
    let Some(mut filling) = Filling::random(Kakuro::without_clues(size, white), random) else { return Ok(None) };
    let steps = 1500 + filling.cells() * if is_large(wish) { 20 } else { 8 };
    let strength = if grade == Grade::Easy { Strength::Combinations } else { Strength::Exact };
    if !filling.climb(strength, steps, random, how)? {
        return Ok(None);
    }
    match grade {
        Grade::Easy => {}
        Grade::Medium => filling.harden(Strength::Combinations, OPEN + 5, steps, random, how, |filling| {
            filling.reasoning(Strength::Exact).excess() == 0
        })?,
        Grade::Hard => filling.harden(Strength::Exact, OPEN + 5, steps, random, how, |filling| {
            filling.reasoning(Strength::Exact).has_one_answer(DEAD_ENDS, how)
        })?,
    }
    let kakuro = filling.into_puzzle();
    if !has_one_answer(&kakuro, how) {
        return if how.stopped().is_some() { Err(NotMade::Stopped) } else { Ok(None) };
    }
    Ok(Difficulty::of(&kakuro).map(|difficulty| (kakuro, difficulty)))
}

/// Whether it is proved that there is exactly one answer.
fn has_one_answer(kakuro: &Kakuro, how: &How) -> bool {
    let how = How { choice: Choice::Auto, ..how.clone() };
    kakuro.count_within(DEAD_ENDS, false, &how, 2).is_some_and(|(count, end)| count == 1 && end.stop.is_none())
}

/// How many cells are open that should not be, or settled too early, for a grade.
fn missing(difficulty: &Difficulty, grade: Grade) -> usize {
    let wanted = (difficulty.cells * OPEN).div_ceil(100);
    match grade {
        Grade::Easy => difficulty.beyond_combinations,
        Grade::Medium => wanted.saturating_sub(difficulty.beyond_combinations) + difficulty.beyond_runs,
        Grade::Hard => wanted.saturating_sub(difficulty.beyond_runs),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::KINDS;
    use crate::kind::Given;
    use crate::search::by_engine;

    fn settings(seed: u64, size: (u64, u64), difficulty: &str, symmetry: &str) -> Settings {
        let mut settings = Settings::default();
        settings.seed = seed;
        settings.set("size", Given::Size(size.0, size.1));
        settings.set("difficulty", Given::Text(difficulty.to_owned()));
        settings.set("symmetry", Given::Text(symmetry.to_owned()));
        settings
    }

    /// The puzzle as others see it: read from the text that is written for it.
    fn made(settings: &Settings, nth: u64) -> (String, Kakuro, String) {
        let Ok(Generated { puzzle, difficulty }) = make(settings, nth, &How::default()) else { panic!("{settings:?}") };
        let text = puzzle.write("kakuro2").unwrap();
        let case = crate::kakuro::Reader::new(format!("1\n{text}").as_bytes()).next().unwrap().unwrap();
        (text, case, difficulty)
    }

    /// The number of answers, at most 2, found by nobody's cleverness.
    fn brute_force(kakuro: &Kakuro) -> u64 {
        fn go(kakuro: &Kakuro, cell: usize, digits: &mut [u8], found: &mut u64) {
            let Some(cell) = (cell..digits.len()).find(|&cell| kakuro.white[cell]) else {
                *found += 1;
                return;
            };
            for digit in 1..=9 {
                digits[cell] = digit;
                let fits = kakuro.runs.iter().all(|run| {
                    let digits: Vec<u8> = kakuro.cells(run).map(|cell| digits[cell]).collect();
                    let filled: Vec<u8> = digits.iter().copied().filter(|digit| *digit > 0).collect();
                    let sum: u8 = filled.iter().sum();
                    let differ = (1..=9).all(|digit| filled.iter().filter(|other| **other == digit).count() <= 1);
                    let clue = run.sum.unwrap();
                    differ && if filled.len() == digits.len() { sum == clue } else { sum < clue }
                });
                if fits && *found < 2 {
                    go(kakuro, cell + 1, digits, found);
                }
            }
            digits[cell] = 0;
        }
        let mut found = 0;
        go(kakuro, 0, &mut vec![0; kakuro.white.len()], &mut found);
        found
    }

    fn count_by_engine(kakuro: &Kakuro) -> u64 {
        let mut found = 0;
        let end = by_engine(&kakuro.to_model().unwrap(), None, &How::default(), &mut |_| {
            found += 1;
            if found < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(end.unwrap().stop.is_none());
        found
    }

    fn assert_looks_printed(kakuro: &Kakuro, (rows, columns): (u64, u64), half_turn: bool) {
        let (rows, columns) = (rows as usize, columns as usize);
        assert_eq!(kakuro.size(), rows.max(columns));
        assert!(kakuro.runs.iter().all(|run| (2..=9).contains(&run.length) && run.sum.is_some()));
        let white = |row: usize, column: usize| kakuro.is_white(row, column);
        let cells = || (0..kakuro.size()).flat_map(|row| (0..kakuro.size()).map(move |column| (row, column)));
        let all: Vec<_> = cells().filter(|&(row, column)| white(row, column)).collect();
        assert!(all.len() * 100 >= 60 * (rows - 1) * (columns - 1), "too dark");
        let mut reached = vec![all[0]];
        let mut next = 0;
        while next < reached.len() {
            let (row, column) = reached[next];
            next += 1;
            for near in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
                if near.0 < kakuro.size() && near.1 < kakuro.size() && white(near.0, near.1) && !reached.contains(&near)
                {
                    reached.push(near);
                }
            }
        }
        assert_eq!(reached.len(), all.len(), "not connected");
        for (row, column) in all {
            assert!(row < rows && column < columns);
            assert!(!half_turn || white(rows - row, columns - column), "not symmetric");
        }
    }

    #[test]
    fn three_hundred_puzzles_have_one_answer_and_look_printed() {
        let mut grades = [0; 3];
        for number in 0..300 {
            let grade = Grade::NAMES[number as usize % 3];
            let rows = 6 + number / 3 % 10;
            let columns = if number % 4 == 0 { 6 + number % 10 } else { rows };
            let symmetry = if number % 10 == 9 { "none" } else { "half-turn" };
            let settings = settings(number, (rows, columns), grade, symmetry);
            let (text, kakuro, difficulty) = made(&settings, number % 2);
            assert_looks_printed(&kakuro, (rows, columns), symmetry == "half-turn");
            assert_eq!(count_by_engine(&kakuro), 1, "{text}");
            if rows * columns <= 42 {
                assert_eq!(brute_force(&kakuro), 1, "{text}");
            }
            assert!(difficulty.starts_with(grade) && !difficulty.contains('('), "{difficulty}");
            grades[Difficulty::of(&kakuro).unwrap().grade() as usize] += 1;
            if number % 3 == 0 {
                assert_eq!(made(&settings, number % 2).0, text);
            }
        }
        assert_eq!(grades, [100; 3]);
    }

    #[test]
    fn a_seed_gives_this_puzzle_on_every_machine() {
        let (text, _, difficulty) = made(&settings(7, (5, 6), "medium", "half-turn"), 0);
        let board = "6\n0 0 0 0 0 0\n0 0 0 1 1 1\n0 0 1 1 1 1\n0 1 1 1 1 0\n0 1 1 1 0 0\n0 0 0 0 0 0\n";
        let clues = "9\n2 3 0 6\n3 2 0 28\n4 1 0 24\n5 1 0 20\n1 4 1 24\n1 5 1 20\n1 6 1 9\n2 3 1 9\n3 2 1 16\n";
        assert_eq!(text, format!("{board}{clues}"));
        let measured = "medium, score 29: 14 white cells, 13 not by combinations alone, 0 not by exact runs; \
            3 looks at a run, 0 suppositions";
        assert_eq!(difficulty, measured);
        // Many more choices, in one number.
        let (text, ..) = made(&settings(7, (12, 14), "hard", "none"), 1);
        let mixed = text.bytes().fold(0_u32, |mixed, byte| mixed.wrapping_mul(31).wrapping_add(byte.into()));
        assert_eq!(mixed, 104_556_718);
    }

    #[test]
    fn numbers_and_seeds_give_different_puzzles() {
        let settings = [1, 2].map(|seed| settings(seed, (9, 9), "easy", "half-turn"));
        let mut texts: Vec<String> =
            settings.iter().flat_map(|settings| [0, 1].map(|nth| made(settings, nth).0)).collect();
        texts.sort();
        texts.dedup();
        assert_eq!(texts.len(), 4);
    }

    #[test]
    fn sizes_that_make_no_sense_are_wrong_usage() {
        for (size, why) in [
            (
                (3, 9),
                "--size 3x9: with the clue row and column there must be at least 4 rows and columns for runs to cross",
            ),
            ((9, 201), "--size 9x201: at most 200 rows and columns"),
            (
                (4, 11),
                "--size 4x11: the middle one of three lines cannot be broken without leaving a cell alone, and has more than nine cells",
            ),
        ] {
            let refused = make(&settings(1, size, "easy", "none"), 0, &How::default());
            assert_eq!(refused.err(), Some(NotMade::Usage(why.to_owned())));
        }
        for size in [(4, 4), (4, 10), (10, 4), (5, 40), (40, 5)] {
            let (text, kakuro, _) = made(&settings(1, size, "easy", "half-turn"), 0);
            assert_looks_printed(&kakuro, size, true);
            assert_eq!(count_by_engine(&kakuro), 1, "{text}");
        }
    }

    #[test]
    fn a_puzzle_of_another_grade_is_not_passed_off() {
        let refused = make(&settings(1, (4, 4), "hard", "half-turn"), 0, &How::default());
        let Some(NotMade::NotFound(why)) = refused.err() else { panic!("on nine cells nothing is hard") };
        assert!(why.starts_with("none of 40 layouts led to a hard puzzle, the nearest was "), "{why}");
    }

    #[test]
    fn the_kind_knows_the_flags() {
        let kind = KINDS.iter().find(|kind| kind.name == "kakuro").unwrap();
        let names: Vec<_> = kind.flags.iter().map(|flag| flag.name).collect();
        assert!(["size", "difficulty", "symmetry"].iter().all(|name| names.contains(name)));
        let made = (kind.generate.as_ref().unwrap().make)(&[], &Settings::default(), 0, &How::default()).unwrap();
        assert!(made.puzzle.write("kakuro2").unwrap().starts_with("9\n0 0 0 0 0 0 0 0 0\n"));
        assert!(made.difficulty.starts_with("medium, score "));
    }
}
