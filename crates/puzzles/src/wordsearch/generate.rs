//! New word searches, for people: every word of the list is in the grid exactly once, in whatever direction one reads.
//!
//! How hard one is lies in the directions of its words: right and down are easy, diagonals are harder, and hardest are
//! all eight with words that share letters. That each word is there once is shown by reading the whole grid.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

use super::format::{grid_size, word};
use super::kernel::LISTED;
use super::search::{Ended, Slot};
use super::{Board, Direction, NONE, Placement, WordSearch};
use crate::Random;
use crate::kind::{Generated, NotMade, Settings};
use crate::search::How;

/// How many fillings are tried before the generator gives up.
const ATTEMPTS: u64 = 400;
/// After so many attempts that found no room the complete search places the words.
const THROWN: u64 = 40;
/// How often a word is put somewhere at random before an attempt has failed.
const THROWS: usize = 300;
/// The nodes of the complete search for one attempt.
const NODES: u64 = 20_000;

/// Makes puzzle number `nth` of a seed from a list of words.
pub(super) fn make(words: &[String], settings: &Settings, nth: u64, how: &How) -> Result<Generated, NotMade> {
    let (rows, columns) = grid_size(settings).map_err(|error| NotMade::Usage(error.to_string()))?;
    let words = letters(words)?;
    let difficulty = settings.text("difficulty").unwrap_or("medium");
    let (ways, directions): (&str, &[Direction]) = match difficulty {
        "easy" => ("to the right and down", &Direction::ALL[..2]),
        "hard" => ("in all eight directions, sharing letters", &Direction::ALL),
        _ => ("to the right, down and down the diagonals", &Direction::ALL[..4]),
    };
    let overlap = difficulty == "hard";
    let mut puzzle = WordSearch::new(rows, columns, words, overlap, false, settings.seed);
    let inside = words_inside(&puzzle)?;
    puzzle.to_model().map_err(|impossible| NotMade::Impossible(impossible.to_string()))?;
    let mut random = Random::new(settings.seed, nth.wrapping_add(100));
    let mut failed = 0;
    for _ in 0..ATTEMPTS {
        if how.stopped().is_some() {
            return Err(NotMade::Stopped);
        }
        puzzle.seed = random.next();
        let key = if failed < THROWN { throw(&puzzle, directions, &inside, &mut random) } else { None };
        let key = match key {
            Some(key) => key,
            None if failed < THROWN => {
                failed += 1;
                continue;
            }
            None => match place(&puzzle, directions, &mut random, how)? {
                Some(key) => key,
                None => continue,
            },
        };
        let board = puzzle.filled(&key);
        let once = puzzle.occurrences(&board).is_some_and(|places| places.iter().all(|places| places.len() == 1));
        if once {
            let (used, cells) = (key.letters(), puzzle.size());
            let count = puzzle.words.len();
            let difficulty = format!("{difficulty}: {count} words {ways}, in {used} of {cells} cells");
            return Ok(Generated { puzzle: Box::new(WordSearch::within(board, puzzle.words)), difficulty });
        }
    }
    Err(NotMade::Usage(format!(
        "no grid of {rows}x{columns} with each word exactly once was found: give a larger --grid, fewer words, or --difficulty hard"
    )))
}

/// The words in upper case, each given once.
fn letters(words: &[String]) -> Result<Vec<Vec<char>>, NotMade> {
    let mut all: Vec<Vec<char>> = Vec::new();
    let mut seen = HashSet::new();
    for item in words.iter().flat_map(|words| words.split_whitespace()) {
        let letters = word(item).map_err(|at| {
            let found = item.chars().nth(at).unwrap_or(NONE);
            NotMade::Usage(format!("{item:?} is no word: found {found:?}, expected a letter"))
        })?;
        if !seen.insert(letters.clone()) {
            return Err(NotMade::Usage(format!(
                "{} is given twice, and would be in the grid twice",
                item.to_uppercase()
            )));
        }
        all.push(letters);
    }
    if all.is_empty() { Err(NotMade::Usage("words are needed to make a word search".to_owned())) } else { Ok(all) }
}

/// Which words lie inside another, read forward or backward, so that they need no place of their own.
fn words_inside(puzzle: &WordSearch) -> Result<Vec<bool>, NotMade> {
    let mut inside = vec![false; puzzle.words.len()];
    for (outer, word) in puzzle.words.iter().enumerate() {
        let line = Board::new(word.len(), word.clone());
        let mut times: BTreeMap<usize, usize> = BTreeMap::new();
        puzzle.trie().occurrences(&line, |inner, _, direction| {
            // No word is given twice, so the distinct words are numbered as the words are.
            let inner = inner as usize;
            if inner != outer && WordSearch::directions(&puzzle.words[inner]).contains(&direction) {
                *times.entry(inner).or_insert(0) += 1;
            }
        });
        for (inner, times) in times {
            let (name, other) = (puzzle.name(inner), puzzle.name(outer));
            if times > 1 {
                return Err(NotMade::Impossible(format!("{name} is in {other} {times} times")));
            }
            if !puzzle.overlap {
                return Err(NotMade::Impossible(format!(
                    "{name} is in {other}, so it would be in the grid twice; with --difficulty hard it may lie there"
                )));
            }
            // Of two that read each other backward one needs its place.
            inside[inner] |= puzzle.words[inner].len() < word.len() || outer < inner;
        }
    }
    Ok(inside)
}

/// Puts the words somewhere at random, longest first; `None` where one found no room.
fn throw(puzzle: &WordSearch, directions: &[Direction], inside: &[bool], random: &mut Random) -> Option<Board> {
    let mut order: Vec<usize> = (0..puzzle.words.len()).filter(|i| !inside[*i]).collect();
    random.shuffle(&mut order);
    order.sort_by_key(|i| std::cmp::Reverse(puzzle.words[*i].len()));
    let mut board = Board::empty(puzzle.rows, puzzle.columns);
    for i in order {
        let word = &puzzle.words[i];
        // Where words share letters, some are put where they share most of a few places that fit.
        let choices = if puzzle.overlap && random.chance(2, 3) { 12 } else { 1 };
        let mut best: Option<(usize, Placement)> = None;
        let mut fitting = 0;
        for _ in 0..THROWS {
            let Some(placement) = any_placement(puzzle, word, directions, random) else { continue };
            let mut shared = 0;
            let fits = placement.cells(puzzle.columns, word.len()).zip(word).all(|(cell, letter)| {
                let here = board.cells[cell];
                shared += usize::from(here == *letter);
                here == NONE || (puzzle.overlap && here == *letter)
            });
            if fits && shared < word.len() {
                fitting += 1;
                if best.is_none_or(|(most, _)| shared > most) {
                    best = Some((shared, placement));
                }
                if fitting == choices {
                    break;
                }
            }
        }
        board.write(word, best?.1);
    }
    Some(board)
}

/// Any placement of a word in any of these directions that have room for it.
fn any_placement(
    puzzle: &WordSearch,
    word: &[char],
    directions: &[Direction],
    random: &mut Random,
) -> Option<Placement> {
    let direction = *random.pick(directions);
    let (rows, columns) = puzzle.starts(word.len(), direction);
    if rows.is_empty() || columns.is_empty() {
        return None;
    }
    let (row, column) = (rows.start + random.below(rows.len()), columns.start + random.below(columns.len()));
    Some(Placement { row, column, direction })
}

/// Places the words by the complete search; `None` where it took too long.
fn place(
    puzzle: &WordSearch,
    directions: &[Direction],
    random: &mut Random,
    how: &How,
) -> Result<Option<Board>, NotMade> {
    let Some(mut slots) = puzzle.slots(LISTED) else { return Ok(None) };
    for (word, slots) in puzzle.words.iter().zip(&mut slots) {
        slots.retain(|slot: &Slot| {
            let placement = puzzle.placement(word, slot.number as usize);
            word.len() == 1 || placement.is_some_and(|placement| directions.contains(&placement.direction))
        });
    }
    let mut search = puzzle.search_in(slots, None, how);
    search.shuffle(random);
    search.limit(NODES);
    let mut key = None;
    let end = search.run(&mut |_, cells| {
        key = Some(Board::new(puzzle.columns, cells.to_vec()));
        ControlFlow::Break(())
    });
    match end {
        ControlFlow::Continue(()) => {
            Err(NotMade::Impossible("the words do not fit in the directions of this difficulty".to_owned()))
        }
        ControlFlow::Break(Ended::Stopped(_)) => Err(NotMade::Stopped),
        ControlFlow::Break(Ended::Enough | Ended::Budget) => Ok(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Given;

    fn settings(rows: u64, columns: u64, seed: u64, difficulty: &'static str) -> Settings {
        let mut settings = Settings::default();
        settings.seed = seed;
        settings.set("grid", Given::Size(rows, columns));
        settings.set("difficulty", Given::Text(difficulty.to_owned()));
        settings
    }

    fn words(words: &str) -> Vec<String> {
        words.split(' ').map(str::to_owned).collect()
    }

    fn made(list: &str, settings: &Settings, nth: u64) -> Result<String, NotMade> {
        make(&words(list), settings, nth, &How::default()).map(|made| made.puzzle.write("grid").unwrap())
    }

    /// How often a word stands in a written grid, read from every cell in every direction; cells and not directions
    /// tell a palindrome from itself.
    fn times(written: &str, word: &str) -> usize {
        let grid = written.split("\n\n").next().unwrap();
        let grid: Vec<Vec<char>> = grid.lines().map(|line| line.split(' ').flat_map(str::chars).collect()).collect();
        let mut found = HashSet::new();
        for (row, column) in (0..grid.len()).flat_map(|row| (0..grid[0].len()).map(move |column| (row, column))) {
            for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
                let cell = |i: usize| {
                    let row = row.checked_add_signed(i as isize * down)?;
                    let column = column.checked_add_signed(i as isize * right)?;
                    grid.get(row)?.get(column).map(|letter| (*letter, (row, column)))
                };
                let cells: Option<Vec<_>> = (0..word.chars().count()).map(cell).collect();
                if let Some(mut cells) = cells.filter(|cells| cells.iter().map(|c| c.0).eq(word.chars())) {
                    cells.sort_unstable();
                    cells.dedup();
                    if cells.len() == word.chars().count() {
                        found.insert(cells);
                    }
                }
            }
        }
        found.len()
    }

    #[test]
    fn every_word_is_in_the_grid_exactly_once() {
        let list = "LOGIC TRAIL CLUE PROOF LEVEL AXIOM";
        for difficulty in ["easy", "medium", "hard"] {
            for seed in 0..20 {
                let written = made(list, &settings(10, 12, seed, difficulty), 0).unwrap();
                for word in list.split(' ') {
                    assert_eq!(times(&written, word), 1, "{word} in\n{written}");
                }
                assert!(written.ends_with("\n\nLOGIC\nTRAIL\nCLUE\nPROOF\nLEVEL\nAXIOM\n"), "{written}");
            }
        }
    }

    #[test]
    fn the_seed_and_the_number_decide() {
        let settings_7 = settings(9, 9, 7, "hard");
        let list = "CAT DOG HORSE";
        assert_eq!(made(list, &settings_7, 0), made(list, &settings_7, 0));
        assert_ne!(made(list, &settings_7, 0), made(list, &settings_7, 1));
        assert_ne!(made(list, &settings_7, 0), made(list, &settings(9, 9, 8, "hard"), 0));
    }

    #[test]
    fn directions_follow_the_difficulty() {
        for seed in 0..20 {
            let made = make(&words("HORSE TIGER"), &settings(8, 8, seed, "easy"), 0, &How::default()).unwrap();
            let how = How { wanted: 1, ..How::default() };
            let mut directions = Vec::new();
            let _ = crate::search::solve(&*made.puzzle, &how, &mut |answer| {
                let words = made.puzzle.json(&answer)["words"].as_array().unwrap().clone();
                directions.extend(words.iter().map(|word| word["direction"].as_str().unwrap().to_owned()));
                ControlFlow::Continue(())
            });
            assert_eq!(directions.len(), 2);
            assert!(directions.iter().all(|direction| ["right", "down"].contains(&direction.as_str())));
        }
    }

    #[test]
    fn a_word_within_another_lies_there() {
        let written = made("CATTLE CAT TAC", &settings(8, 8, 1, "hard"), 0).unwrap();
        assert_eq!(["CATTLE", "CAT", "TAC"].map(|word| times(&written, word)), [1, 1, 1]);
        let message = "CAT is in CATTLE, so it would be in the grid twice; with --difficulty hard it may lie there";
        let refused = made("CATTLE CAT", &settings(8, 8, 1, "easy"), 0);
        assert_eq!(refused, Err(NotMade::Impossible(message.to_owned())));
        // Two of them backward.
        let twice = made("BANANA AN", &settings(8, 8, 1, "hard"), 0);
        assert_eq!(twice, Err(NotMade::Impossible("AN is in BANANA 4 times".to_owned())));
    }

    #[test]
    fn what_cannot_be_made_says_why() {
        let no = |list: &str, rows, columns| made(list, &settings(rows, columns, 1, "easy"), 0).unwrap_err();
        assert_eq!(
            no("CAT cat", 9, 9),
            NotMade::Usage("CAT is given twice, and would be in the grid twice".to_owned())
        );
        assert!(matches!(no("O'BRIEN", 9, 9), NotMade::Usage(_)));
        assert!(matches!(no("", 9, 9), NotMade::Usage(_)));
        assert!(matches!(no("MATTHEW", 6, 6), NotMade::Impossible(_)));
        // Two rows of four hold neither a third word nor one across.
        assert!(matches!(no("ABC DEF GHI", 2, 5), NotMade::Impossible(_)));
        assert!(matches!(made("CAT", &Settings::default(), 0), Err(NotMade::Usage(_))));
    }

    #[test]
    fn a_full_grid_is_made_as_well() {
        let written = made("ABCD EFGH IJKL MNOP", &settings(4, 4, 1, "easy"), 0).unwrap();
        assert_eq!(times(&written, "ABCD"), 1);
    }
}
