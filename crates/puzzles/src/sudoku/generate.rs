//! New puzzles: a full board from the seed, then givens taken away in a random order while the answer stays the only one
//! and the puzzle stays as easy as it should be.
//!
//! Every choice comes from the seed and every limit is a number of nodes, so the same seed gives the same puzzle on every
//! machine.

use std::ops::ControlFlow;

use super::difficulty::{Geometry, Level};
use super::format::{Cases, Written};
use super::shuffle::Shuffle;
use super::{Clash, Sudoku, block_of, cell_name, kernel, symbol, unit_name};
use crate::kind::{self, Generated, Input, NotMade, Settings};
use crate::place::{Found, ReadError};
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::search::How;

/// What `--difficulty` takes.
pub(super) const LEVELS: &[&str] = &["easy", "medium", "hard"];
/// What `--symmetry` takes.
pub(super) const SYMMETRIES: &[&str] = &["none", "half-turn", "quarter-turn", "mirror", "diagonal"];

/// How many full boards are tried before none of them is said to do.
const TRIES: u64 = 20_000;
/// How many nodes may fill a board before another start is tried.
const FILLING: u64 = 300;
/// How many nodes may prove that a given of a large board is not needed; one that takes more stays.
fn budget(block: usize) -> u64 {
    match block {
        ..4 => u64::MAX,
        4 => 300,
        _ => 40,
    }
}

/// Which cells are given together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetry {
    None,
    HalfTurn,
    QuarterTurn,
    Mirror,
    Diagonal,
}

impl Symmetry {
    fn of(settings: &Settings) -> Option<Self> {
        Some(match settings.text("symmetry")? {
            "half-turn" => Self::HalfTurn,
            "quarter-turn" => Self::QuarterTurn,
            "mirror" => Self::Mirror,
            "diagonal" => Self::Diagonal,
            _ => Self::None,
        })
    }

    /// The cells that go with a cell, itself among them, each once and in order.
    fn orbit(self, size: usize, cell: usize) -> Vec<usize> {
        let (row, column) = (cell / size, cell % size);
        let last = size - 1;
        let mut cells = vec![cell];
        match self {
            Self::None => {}
            Self::HalfTurn => cells.push((last - row) * size + last - column),
            Self::QuarterTurn => cells.extend([
                column * size + last - row,
                (last - row) * size + last - column,
                (last - column) * size + row,
            ]),
            Self::Mirror => cells.push(row * size + last - column),
            Self::Diagonal => cells.push(column * size + row),
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// All orbits of a board.
    fn orbits(self, size: usize) -> Vec<Vec<usize>> {
        (0..size * size)
            .map(|cell| self.orbit(size, cell))
            .enumerate()
            .filter(|(i, orbit)| orbit[0] == *i)
            .map(|(_, orbit)| orbit)
            .collect()
    }
}

/// A full board, any of a great many.
fn full_board(block: usize, random: &mut Random, how: &How) -> Option<Vec<u8>> {
    let size = block * block;
    let cells = loop {
        // The boxes on the diagonal share no unit: each can hold its digits in any order.
        let mut cells = vec![0; size * size];
        for corner in (0..size).step_by(block) {
            let mut digits: Vec<u8> = (1..=size as u8).collect();
            random.shuffle(&mut digits);
            for (i, digit) in digits.into_iter().enumerate() {
                cells[(corner + i / block) * size + corner + i % block] = digit;
            }
        }
        let mut full = None;
        let mut take = |answer: &[u32]| {
            full = Some(kernel::digits(answer).collect::<Vec<u8>>());
            ControlFlow::Break(())
        };
        kernel::search(block, &cells, FILLING, how, &mut take);
        match full {
            Some(full) => break full,
            None if how.stopped().is_some() => return None,
            None => {}
        }
    };
    Some(Shuffle::random(block, random).apply(&cells))
}

/// Takes givens away, orbit by orbit in a random order, as long as `stays` holds and more than `least` are left.
fn dig(
    full: &[u8],
    mut orbits: Vec<Vec<usize>>,
    least: usize,
    random: &mut Random,
    stays: impl Fn(&[u8]) -> bool,
) -> Vec<u8> {
    random.shuffle(&mut orbits);
    let mut cells = full.to_vec();
    let mut givens = cells.len();
    for orbit in orbits {
        if givens < least + orbit.len() {
            continue;
        }
        for &cell in &orbit {
            cells[cell] = 0;
        }
        if stays(&cells) {
            givens -= orbit.len();
        } else {
            for &cell in &orbit {
                cells[cell] = full[cell];
            }
        }
    }
    cells
}

/// Whether there is exactly one answer. With a budget `false` may also mean that it was spent.
fn has_one_answer(block: usize, cells: &[u8], budget: u64, how: &How) -> bool {
    kernel::count_to(block, cells, 2, budget, how) == Some(1)
}

/// Whether no given can be left out.
fn is_minimal(block: usize, cells: &[u8], how: &How) -> bool {
    let mut fewer = cells.to_vec();
    (0..cells.len()).filter(|cell| cells[*cell] > 0).all(|cell| {
        let given = std::mem::take(&mut fewer[cell]);
        let needed = kernel::count_to(block, &fewer, 2, u64::MAX, how) == Some(2);
        fewer[cell] = given;
        needed
    })
}

/// Makes puzzle number `nth` of a seed.
pub(super) fn make(_words: &[String], settings: &Settings, nth: u64, how: &How) -> Result<Generated, NotMade> {
    let size = settings.text("size").and_then(|size| size.parse().ok()).unwrap_or(9);
    let block = block_of(size).ok_or_else(|| NotMade::Usage(format!("there is no board of {size}x{size}")))?;
    let minimal = settings.has("minimal");
    let wanted = match settings.text("difficulty") {
        Some("easy") => Some(Level::Easy),
        Some("medium") => Some(Level::Medium),
        Some("hard") => Some(Level::Hard),
        _ => None,
    };
    if let (4, Some(level @ (Level::Medium | Level::Hard))) = (size, wanted) {
        let why = format!("no 4x4 puzzle is {}: singles are enough for all of them", level.name());
        return Err(NotMade::Impossible(why));
    }
    let symmetry = Symmetry::of(settings).unwrap_or(if minimal { Symmetry::None } else { Symmetry::HalfTurn });
    let geometry = Geometry::new(block);
    let orbits = symmetry.orbits(size);
    let budget = if minimal { u64::MAX } else { budget(block) };
    let mut random = Random::new(settings.seed, nth);
    for _ in 0..TRIES {
        let full = full_board(block, &mut random, how).ok_or(NotMade::Stopped)?;
        let cells = match wanted {
            // Steps that fill every cell prove that there is no other answer. Easy ones keep two cells in five.
            Some(level @ (Level::Easy | Level::Medium)) if !minimal => {
                let least = if level == Level::Easy { size * size * 2 / 5 } else { 0 };
                dig(&full, orbits.clone(), least, &mut random, |cells| geometry.reason(cells, level).solved)
            }
            _ => dig(&full, orbits.clone(), 0, &mut random, |cells| has_one_answer(block, cells, budget, how)),
        };
        let difficulty = geometry.difficulty(&cells, how);
        let right = wanted.is_none_or(|wanted| wanted == difficulty.level)
            && (!minimal || symmetry == Symmetry::None || is_minimal(block, &cells, how));
        if how.stopped().is_some() {
            return Err(NotMade::Stopped);
        }
        if right {
            let puzzle = Box::new(Sudoku::new(block, cells));
            return Ok(Generated { puzzle, difficulty: difficulty.to_string() });
        }
    }
    Err(NotMade::NotFound(format!("none of {TRIES} full boards gave such a puzzle")))
}

/// Reads full boards and takes givens away from each while it stays the only answer.
pub(super) fn pose(input: Input, settings: &Settings) -> kind::Cases {
    let seed = settings.seed;
    let symmetry = Symmetry::of(settings).unwrap_or(Symmetry::None);
    Box::new(Cases::new(input).zip(0..).map(move |(written, nth)| {
        let full = full(written?)?;
        let (block, size) = (full.block(), full.size());
        let how = How::default();
        let mut random = Random::new(seed, nth);
        let cells = dig(full.cells(), symmetry.orbits(size), 0, &mut random, |cells| {
            has_one_answer(block, cells, budget(block), &how)
        });
        Ok(Box::new(Sudoku::new(block, cells)) as Box<dyn Puzzle>)
    }))
}

/// The board, where it is a full one.
fn full(written: Written) -> Result<Sudoku, ReadError> {
    let sudoku = &written.sudoku;
    let size = sudoku.size();
    if let Some(blank) = sudoku.cells().iter().position(|digit| *digit == 0) {
        let found = Found::Described(format!("a blank in {}", cell_name(size, blank)));
        return Err(written.malformed(blank, found, "a digit: only a full board can be posed"));
    }
    if let Some(Clash { unit, cells: [first, second] }) = sudoku.clash() {
        let digit = symbol(sudoku.cells()[second]);
        let found = Found::Described(format!("a second {digit} in {}", unit_name(size, unit)));
        let expected = format!("each digit once; its first {digit} is in {}", cell_name(size, first));
        return Err(written.malformed(second, found, &expected));
    }
    Ok(written.sudoku)
}
