//! Sudoku: every row, column and box has each digit once.

use std::fmt::Write;

use entail::prelude::*;

/// Arto Inkala's grid of 2010.
const GIVEN: [&str; 9] = [
    "..53.....",
    "8......2.",
    ".7..1.5..",
    "4....53..",
    ".1..7...6",
    "..32...8.",
    ".6.5....9",
    "..4....3.",
    ".....97..",
];

/// The grid filled in, and how many ways there are to do so.
pub fn run() -> Result<String, Error> {
    let mut model = Model::new();
    let cells: Vec<Vec<Var>> = (1..=9)
        .map(|row| (1..=9).map(|column| model.int(format!("row {row}, column {column}"), 1..=9)).collect())
        .collect();
    for i in 0..9 {
        let row = (0..9).map(|j| cells[i][j]);
        let column = (0..9).map(|j| cells[j][i]);
        let block = (0..9).map(|j| cells[i / 3 * 3 + j / 3][i % 3 * 3 + j % 3]);
        model.post(all_different(row)).named(format!("row {}", i + 1));
        model.post(all_different(column)).named(format!("column {}", i + 1));
        model.post(all_different(block)).named(format!("box {}", i + 1));
    }
    for (row, line) in cells.iter().zip(GIVEN) {
        for (&cell, given) in row.iter().zip(line.chars()) {
            if let Some(digit) = given.to_digit(10) {
                model.post(cell.eq(i64::from(digit))).named("given");
            }
        }
    }

    let mut out = String::new();
    let mut ways = 0;
    for answer in model.answers() {
        let answer = answer?;
        ways += 1;
        for row in &cells {
            let digits: Vec<String> = row.iter().map(|&cell| answer[cell].to_string()).collect();
            let _ = writeln!(out, "{}", digits.join(" "));
        }
    }
    let _ = writeln!(out, "{ways} way");
    Ok(out)
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}
