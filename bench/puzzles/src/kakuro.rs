//! Kakuro: the command against the book's algorithm, the slowest board, growth with the size, and what proving that an answer is
//! the only one costs.

use std::process::Command;

use crate::race::{ms, race, ratio, runner};
use crate::{Bench, process, read};

/// The files that are raced, and after how many seconds the book's algorithm is cut in a case of each.
const RACED: [(&str, &str); 6] = [
    ("janko-n20", "20"),
    ("janko-large", "20"),
    ("krazydad", "20"),
    ("krazydad-pe424", "20"),
    ("hardened", "20"),
    ("parts", "10"),
];
/// Boards of people, among which the slowest is looked for.
const REAL: [&str; 14] = [
    "janko-n20",
    "janko-large",
    "krazydad",
    "krazydad-pe424",
    "cx16",
    "gecode-nikoli",
    "adi7em",
    "minizinc-benchmarks",
    "marcizhu",
    "hakank",
    "johnbfarmer",
    "matzsoft",
    "xcsp3",
    "incomplete-hints",
];
const SIZES: [usize; 3] = [20, 60, 200];

pub fn run(bench: &Bench) -> Result<(), String> {
    println!(
        "\n### Kakuro\n\n| file | Entail, ms | the book's, ms | ratio | runs of it | cases cut |\n|---|--:|--:|--:|--:|--:|"
    );
    for (name, limit) in RACED {
        let file = bench.file(&format!("kakuro/{name}.in"));
        let book = runner(&bench.book, &["kakuro", &file, "--limit", limit]);
        let [entail, book] = &race(&mut [bench.solve(&["kakuro", &file]), book])?[..] else { unreachable!("two ran") };
        if entail.first.text(name)? != read(&bench.file(&format!("kakuro/{name}.out")))? {
            return Err(format!("kakuro/{name}: not the answers of the file"));
        }
        book.first.text(name)?;
        let cut = String::from_utf8_lossy(&book.first.stderr).matches("cut").count();
        let (ours, theirs) = (ms(entail.seconds), ms(book.seconds));
        let ratio = ratio(book.seconds / entail.seconds);
        let cut = if cut > 0 { format!("{cut} after {limit} s") } else { "0".to_owned() };
        println!("| {name} | {ours} | {theirs} | {ratio} | {} | {cut} |", book.runs);
    }
    slowest(bench)?;
    let made = SIZES.map(|size| (size, generated(bench, size)));
    growth(bench, &made)?;
    uniqueness(bench, &made)
}

fn slowest(bench: &Bench) -> Result<(), String> {
    let mut slowest = (0.0, String::new());
    for name in REAL {
        let (seconds, number) = bench.slowest("kakuro", &bench.file(&format!("kakuro/{name}.in")))?;
        if seconds > slowest.0 {
            slowest = (seconds, format!("board {number} of {name}"));
        }
    }
    println!("\nThe slowest board that a person made takes {} ms: {}.", ms(slowest.0), slowest.1);
    Ok(())
}

/// A connected board of our own generator, and how long it took to make; or why there is none.
fn generated(bench: &Bench, size: usize) -> Result<(String, f64), String> {
    let size = size.to_string();
    let mut command = Command::new(&bench.entail);
    command.args([
        "generate",
        "kakuro",
        "--size",
        &size,
        "--seed",
        "1",
        "--difficulty",
        "medium",
        "--time-limit",
        "600s",
    ]);
    let ran = process::run(&mut command)?;
    let text = ran.text("entail generate kakuro")?;
    Ok((bench.make(&format!("kakuro-{size}.in"), text)?, ran.seconds))
}

type Made = (usize, Result<(String, f64), String>);

fn growth(bench: &Bench, made: &[Made]) -> Result<(), String> {
    println!(
        "\n| generated board | white cells | made in, s | solved in, ms | µs for a white cell |\n|---|--:|--:|--:|--:|"
    );
    for (size, board) in made {
        match board {
            Ok((file, seconds)) => {
                let solved = &race(&mut [bench.solve(&["kakuro", file])])?[0];
                let answer = solved.first.text(file)?;
                let white = answer.split_whitespace().filter(|digit| *digit != "0").count();
                let each = solved.seconds * 1e6 / white as f64;
                println!("| {size}×{size} | {white} | {seconds:.1} | {} | {each:.2} |", ms(solved.seconds));
            }
            Err(why) => println!("| {size}×{size} | not made: {} | | | |", why.trim().replace('\n', " ")),
        }
    }
    Ok(())
}

fn uniqueness(bench: &Bench, made: &[Made]) -> Result<(), String> {
    println!("\n| file | an answer, ms | and that it is the only one, ms | ratio |\n|---|--:|--:|--:|");
    let files = RACED.map(|(name, _)| (name.to_owned(), bench.file(&format!("kakuro/{name}.in"))));
    let made = made
        .iter()
        .filter_map(|(size, board)| Some((format!("generated {size}×{size}"), board.as_ref().ok()?.0.clone())));
    for (name, file) in files.into_iter().chain(made) {
        let mut runners = [bench.solve(&["kakuro", &file]), bench.solve(&["kakuro", &file, "--unique"])];
        let [answer, unique] = &race(&mut runners)?[..] else { unreachable!("two ran") };
        unique.first.text(&name)?;
        let ratio = ratio(unique.seconds / answer.seconds);
        println!("| {name} | {} | {} | {ratio} |", ms(answer.seconds), ms(unique.seconds));
    }
    Ok(())
}
