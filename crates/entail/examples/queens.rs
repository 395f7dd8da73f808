//! Eight queens on a chessboard, none attacking another: how many ways, and the first of them in order.

use std::fmt::Write;

use entail::prelude::*;

/// A queen in each column; the variables are their rows.
fn queens(n: i64) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let rows: Vec<Var> = (1..=n).map(|column| model.int(format!("queen {column}"), 1..=n)).collect();
    model.post(all_different(&rows)).named("rows");
    model.post(all_different((0..n).zip(&rows).map(|(column, &row)| row + column))).named("rising diagonals");
    model.post(all_different((0..n).zip(&rows).map(|(column, &row)| row - column))).named("falling diagonals");
    (model, rows)
}

/// The number of answers, and a board.
pub fn run() -> Result<String, Error> {
    let (model, rows) = queens(8);
    let mut placements = Vec::new();
    for answer in model.answers() {
        let answer = answer?;
        placements.push(rows.iter().map(|&row| answer[row]).collect::<Vec<_>>());
    }
    placements.sort();

    let mut out = String::new();
    let _ = writeln!(out, "{} ways", placements.len());
    for row in 1..=8 {
        let line: Vec<&str> = placements[0].iter().map(|&queen| if queen == row { "Q" } else { "." }).collect();
        let _ = writeln!(out, "{}", line.join(" "));
    }
    Ok(out)
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}
