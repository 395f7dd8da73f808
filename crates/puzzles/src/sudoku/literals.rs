//! A board as the engine searches it best when it is large: a literal for each candidate of each blank cell. Exactly one
//! is true in a cell, and exactly one for a digit that a unit still misses.
//!
//! Clauses over these literals are short and say hidden singles at once; all-different over 25 cells has long reasons.

use entail_engine::Error;
use entail_model::{Answer, Bool, Model, exactly_one};

use super::{Sudoku, cell_name, unit_cells};
use crate::search::{End, Found, How, by_engine};

/// Finds the answers by the engine. They are answers of the puzzle's own model.
pub(super) fn search(sudoku: &Sudoku, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
    let mut model = Model::new();
    let candidates = candidates(sudoku, &mut model);
    for (cell, literals) in candidates.iter().enumerate().filter(|(cell, _)| sudoku.cells[*cell] == 0) {
        let one = exactly_one(literals.iter().map(|(_, literal)| *literal));
        model.post(one).named(cell_name(sudoku.size(), cell));
    }
    for unit in 0..3 * sudoku.size() {
        let mut places: Vec<Vec<Bool>> = vec![Vec::new(); sudoku.size() + 1];
        let mut missing = vec![true; sudoku.size() + 1];
        for cell in unit_cells(sudoku.block, unit) {
            missing[usize::from(sudoku.cells[cell])] = false;
            for (digit, literal) in &candidates[cell] {
                places[usize::from(*digit)].push(*literal);
            }
        }
        for digit in (1..=sudoku.size()).filter(|digit| missing[*digit]) {
            model.post(exactly_one(&places[digit]));
        }
    }
    by_engine(&model, None, how, &mut |answer| {
        let chosen = |literals: &[(u8, Bool)]| {
            literals.iter().find(|(_, literal)| answer.is_true(*literal)).map_or(0, |(digit, _)| *digit)
        };
        let digits =
            sudoku.cells.iter().zip(&candidates).map(|(given, literals)| given.max(&chosen(literals)).to_owned());
        found(Answer::new(digits.map(i64::from).collect()))
    })
}

/// The digits that no given excludes from each blank cell, with their literals.
fn candidates(sudoku: &Sudoku, model: &mut Model) -> Vec<Vec<(u8, Bool)>> {
    let size = sudoku.size();
    // The digits given in the units of each cell, as bits.
    let mut excluded = vec![0_u32; size * size];
    for unit in 0..3 * size {
        let given = unit_cells(sudoku.block, unit).fold(0, |set, cell| set | 1 << sudoku.cells[cell]);
        unit_cells(sudoku.block, unit).for_each(|cell| excluded[cell] |= given);
    }
    let digits_of = |cell: usize, model: &mut Model| -> Vec<(u8, Bool)> {
        let digits = (1..=size as u8).filter(|digit| sudoku.cells[cell] == 0 && excluded[cell] >> digit & 1 == 0);
        digits.map(|digit| (digit, model.bool(format!("{} is {digit}", cell_name(size, cell))))).collect()
    };
    (0..size * size).map(|cell| digits_of(cell, model)).collect()
}
