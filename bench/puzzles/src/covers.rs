//! Board cover: the command against both of the book's algorithms, the slowest case, and boards past the contest's size.

use crate::race::{ms, race, ratio, runner};
use crate::{Bench, read};

const FILES: [&str; 3] = ["boardcover2", "large", "random40"];
/// After so many seconds the book's algorithms are cut in a case.
const LIMIT: &str = "10";
/// Blocks of four and five cells.
const BLOCKS: [(&str, &[&str]); 5] = [
    ("L of 4", &["#.", "#.", "##"]),
    ("T of 4", &["###", ".#."]),
    ("S of 4", &[".##", "##."]),
    ("P of 5", &["##", "##", "#."]),
    ("W of 5", &["#..", "##.", ".##"]),
];
const SIZES: [usize; 3] = [10, 12, 15];

pub fn run(bench: &Bench) -> Result<(), String> {
    println!(
        "\n### Board cover\n\n| file | Entail, ms | plain, ms (cut) | with memory, ms (cut) | ratio to the better | slowest case, ms |\n|---|--:|--:|--:|--:|--:|"
    );
    let mut sums = [0.0; 3];
    for name in FILES {
        let file = bench.file(&format!("boardcover/{name}.in"));
        let book = |more: &[&str]| runner(&bench.book, &[&["boardcover", &file, "--limit", LIMIT], more].concat());
        let raced = race(&mut [bench.solve(&["boardcover", &file]), book(&[]), book(&["--memory"])])?;
        if raced[0].first.text(name)? != read(&bench.file(&format!("boardcover/{name}.out")))? {
            return Err(format!("boardcover/{name}: not the answers of the file"));
        }
        for (sum, raced) in sums.iter_mut().zip(&raced) {
            *sum += raced.seconds;
        }
        let shown = |at: usize| {
            let cut = String::from_utf8_lossy(&raced[at].first.stderr).matches("cut").count();
            if cut > 0 { format!("{} ({cut})", ms(raced[at].seconds)) } else { ms(raced[at].seconds) }
        };
        let better = raced[1].seconds.min(raced[2].seconds) / raced[0].seconds;
        let (slowest, number) = bench.slowest("boardcover", &file)?;
        println!(
            "| {name} | {} | {} | {} | {} | {}, case {number} |",
            shown(0),
            shown(1),
            shown(2),
            ratio(better),
            ms(slowest)
        );
    }
    let [ours, plain, memory] = sums;
    println!("| sum | {} | {} | {} | {} | |", ms(ours), ms(plain), ms(memory), ratio(plain.min(memory) / ours));
    println!("\nA case of the book's algorithms is cut after {LIMIT} s, so sums with cuts are too small.");
    growth(bench)
}

/// Boards without and with blocked cells, each proved optimal within a minute or not.
fn growth(bench: &Bench) -> Result<(), String> {
    println!("\nThe best proved, ms and blocks (open board; one cell in ten blocked):\n");
    println!(
        "| block | {} |\n|---|{}",
        SIZES.map(|size| format!("{size}×{size}")).join(" | "),
        "--:|".repeat(SIZES.len())
    );
    for (name, block) in BLOCKS {
        let mut cells = Vec::new();
        for size in SIZES {
            let mut shown = Vec::new();
            for blocked in [false, true] {
                let file = bench.make("cover.in", board(size, blocked, block))?;
                let raced = &race(&mut [bench.solve(&["boardcover", &file, "--time-limit", "60s"])])?[0];
                let best = String::from_utf8_lossy(&raced.first.stdout).trim().to_owned();
                shown.push(match raced.first.code {
                    Some(0) => format!("{} ({best})", ms(raced.seconds)),
                    _ => format!("not in 60 s ({best})"),
                });
            }
            cells.push(shown.join("; "));
        }
        println!("| {name} | {} |", cells.join(" | "));
    }
    Ok(())
}

/// A board as a file of one case; every tenth cell or so blocked, the same ones in every run.
fn board(size: usize, blocked: bool, block: &[&str]) -> String {
    let mut text = format!("1\n{size} {size} {} {}\n", block.len(), block[0].len());
    for y in 0..size {
        text.extend((0..size).map(|x| if blocked && (7 * x + 13 * y + x * y) % 10 == 0 { '#' } else { '.' }));
        text.push('\n');
    }
    text + &block.join("\n") + "\n"
}
