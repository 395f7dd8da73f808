//! Instructions for a puzzle, as callgrind counts them in the command: the same in every run, whatever else the machine does. What
//! the start of the process costs is taken off, as the same command on few puzzles shows it.

use std::path::Path;
use std::process::Command;

use crate::{Bench, process, read};

pub fn run(bench: &Bench) -> Result<(), String> {
    println!("\n### Instructions\n\n| puzzle | instructions for one, read and printed |\n|---|--:|");
    for (name, lines) in [("17clue-sample-10000", 2000), ("hard-forum-hardest-1106", 200), ("graded-medium-300", 300)] {
        let text = read(&bench.file(&format!("sudoku/{name}.txt")))?;
        let first = |lines: usize| -> String { text.lines().take(lines).flat_map(|line| [line, "\n"]).collect() };
        let few = bench.make("few.txt", first(lines / 2))?;
        let many = bench.make("many.txt", first(lines))?;
        let each = (count(bench, &["sudoku", &many])? - count(bench, &["sudoku", &few])?) / (lines - lines / 2) as f64;
        println!("| Sudoku, {name} | {each:.0} |");
    }
    for (kind, name, sample, cases) in [
        ("kakuro", "janko-n20", "algospot-sample", 927 - 1),
        ("kakuro", "krazydad", "algospot-sample", 200 - 1),
        ("boardcover", "boardcover2", "sample", 67 - 2),
        ("boardcover", "random40", "sample", 40 - 2),
    ] {
        let [all, few] = [name, sample].map(|name| bench.file(&format!("{kind}/{name}.in")));
        let each = (count(bench, &[kind, &all])? - count(bench, &[kind, &few])?) / f64::from(cases);
        println!("| {kind}, {name} | {each:.0} |");
    }
    let queens = count(bench, &["queens", "12", "--count"])? - count(bench, &["queens", "4", "--count"])?;
    println!("| queens, 12 counted | {queens:.0} |");
    Ok(())
}

/// What valgrind says it saw of `entail solve …`.
fn count(bench: &Bench, args: &[&str]) -> Result<f64, String> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(Path::new(&bench.entail));
    let ran = process::run(command.arg("solve").args(args).args(["--threads", "1"]))?;
    let text = String::from_utf8_lossy(&ran.stderr);
    let counted = text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    counted.ok_or_else(|| format!("valgrind did not say how many instructions there were:\n{text}"))
}
