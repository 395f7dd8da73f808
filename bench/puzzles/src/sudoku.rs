//! Sudoku: rates beside the `sudoku` crate and tdoku on every set, whole processes on the largest sets, and a stream of a million
//! lines.

use std::process::Command;

use crate::race::{Raced, median, ms, race, ratio, runner};
use crate::{Bench, process, read};

const LARGEST: &str = "17clue-sample-10000";
const SETS: [(&str, &[&str]); 3] = [
    ("17 clues", &[LARGEST]),
    (
        "hardest",
        &[
            "hard-magictour-top1465",
            "hard-forum-hardest-1106",
            "hard-forum-1905-sample-1000",
            "hard-top95",
            "hard-hardest",
        ],
    ),
    (
        "easy",
        &[
            "easy-50",
            "graded-kids-300",
            "graded-easy-300",
            "graded-medium-300",
            "graded-expert-300",
            "graded-evil-300",
            "newspaper-kleinezeitung",
        ],
    ),
];
/// Processor time for one measurement of a rate.
const SECONDS: &str = "0.3";

pub fn run(bench: &Bench) -> Result<(), String> {
    println!("\n### Sudoku, 9×9\n\nPuzzles a second; the ratio is to the better of the others.\n");
    println!(
        "| set | answer: Entail | `sudoku` crate | tdoku | ratio | only one: Entail | `sudoku` crate | tdoku | ratio |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    for (_, files) in SETS {
        for name in files {
            let file = bench.file(&format!("sudoku/{name}.txt"));
            println!("| {name} | {} | {} |", rates(bench, &file, "1")?, rates(bench, &file, "2")?);
        }
    }
    println!(
        "\nWhole processes, a set in one file:\n\n| set | puzzles | Entail, ms | `sudoku` crate, ms | tdoku, ms | ratio |\n|---|--:|--:|--:|--:|--:|"
    );
    for (set, files) in SETS {
        let all = |ending: &str| {
            files
                .iter()
                .map(|name| read(&bench.file(&format!("sudoku/{name}.{ending}"))))
                .collect::<Result<String, _>>()
        };
        let (text, answers) = (all("txt")?, all("sol")?);
        let file = bench.make(&format!("sudoku-{}.txt", set.replace(' ', "-")), &text)?;
        let raced = race(&mut runners(bench, bench.solve(&["sudoku", &file]), &["crate", &file], &["solve", &file]))?;
        for raced in &raced {
            if raced.first.text(set)? != answers {
                return Err(format!("sudoku, {set}: not the answers of the files"));
            }
        }
        let seconds: Vec<f64> = raced.iter().map(|raced| raced.seconds).collect();
        let best = seconds[1..].iter().copied().fold(f64::INFINITY, f64::min);
        let tdoku = seconds.get(2).map_or("–".to_owned(), |seconds| ms(*seconds));
        let ratio = ratio(best / seconds[0]);
        println!("| {set} | {} | {} | {} | {tdoku} | {ratio} |", text.lines().count(), ms(seconds[0]), ms(seconds[1]));
    }
    Ok(())
}

/// Entail, the crate, and tdoku where it is at hand.
fn runners(bench: &Bench, entail: Command, by_crate: &[&str], tdoku: &[&str]) -> Vec<Command> {
    let mut runners = vec![entail, runner(&bench.inside, by_crate)];
    runners.extend(bench.tdoku.as_ref().map(|program| runner(program, tdoku)));
    runners
}

/// Four cells of a table: the rates, and how ours compares.
fn rates(bench: &Bench, file: &str, wanted: &str) -> Result<String, String> {
    let entail = runner(&bench.inside, &["rate", "entail", file, SECONDS, wanted]);
    let raced =
        race(&mut runners(bench, entail, &["rate", "crate", file, SECONDS, wanted], &["rate", file, SECONDS, wanted]))?;
    let rate = |raced: &Raced| {
        raced.printed.ok_or_else(|| format!("no rate: {}", String::from_utf8_lossy(&raced.first.stderr)))
    };
    let rates = raced.iter().map(rate).collect::<Result<Vec<f64>, _>>()?;
    let best = rates[1..].iter().copied().fold(0.0, f64::max);
    let tdoku = rates.get(2).map_or("–".to_owned(), |rate| format!("{rate:.0}"));
    Ok(format!("{:.0} | {:.0} | {tdoku} | {}", rates[0], rates[1], ratio(rates[0] / best)))
}

/// A million lines through the command, beside the rate inside a process in turns with it.
pub fn stream(bench: &Bench) -> Result<(), String> {
    let file = bench.file(&format!("sudoku/{LARGEST}.txt"));
    let piece = read(&file)?.into_bytes();
    let lines = piece.iter().filter(|byte| **byte == b'\n').count();
    println!(
        "\n### A stream of Sudoku\n\n| lines | processor time, s | lines a second | rate of the kernel | share | peak of memory, MiB |\n|--:|--:|--:|--:|--:|--:|"
    );
    for total in [100_000, 1_000_000] {
        let times = total / lines;
        let (mut seconds, mut own, mut peak) = (Vec::new(), Vec::new(), 0);
        for _ in 0..3 {
            own.push(printed(&mut runner(&bench.inside, &["rate", "entail", &file, "1", "1"]))?);
            let mut command = Command::new(&bench.entail);
            let (used, bytes, most) =
                process::stream(command.args(["solve", "sudoku", "--threads", "1"]), piece.clone(), times)?;
            if bytes != times * lines * 82 {
                return Err(format!("{bytes} bytes are not {total} answers"));
            }
            seconds.push(used);
            peak = peak.max(most);
        }
        let (seconds, own) = (median(seconds), median(own));
        let rate = total as f64 / seconds;
        println!(
            "| {total} | {seconds:.2} | {rate:.0} | {own:.0} | {:.0} % | {:.1} |",
            100.0 * rate / own,
            peak as f64 / 1024.0
        );
    }
    println!(
        "\nThe median of three runs, in turns with the kernel's own rate on the same puzzles; the peak is the greatest of the three."
    );
    Ok(())
}

/// One measurement of a rate.
fn printed(command: &mut Command) -> Result<f64, String> {
    let ran = process::run(command)?;
    let text = ran.text("the rate")?;
    text.trim().parse().map_err(|_| format!("{text:?} is not a rate"))
}
