//! Queens: counting all answers against plain bit masks, and a first answer on large boards.

use crate::Bench;
use crate::race::{ms, race, ratio, runner};

pub fn run(bench: &Bench) -> Result<(), String> {
    println!(
        "\n### Queens\n\n| queens, all counted | answers | Entail, ms | bit masks, ms | ratio | runs of each |\n|--:|--:|--:|--:|--:|--:|"
    );
    for n in ["12", "14", "16"] {
        let book = runner(&bench.book, &["queens", n]);
        let [entail, book] = &race(&mut [bench.solve(&["queens", n, "--count"]), book])?[..] else {
            unreachable!("two ran")
        };
        let count = book.first.text("book queens")?.trim().to_owned();
        if entail.first.text("entail solve queens")?.trim() != count {
            return Err(format!("queens {n}: {count} answers, not {}", String::from_utf8_lossy(&entail.first.stdout)));
        }
        let (ours, theirs) = (ms(entail.seconds), ms(book.seconds));
        println!(
            "| {n} | {count} | {ours} | {theirs} | {} | {}, {} |",
            ratio(book.seconds / entail.seconds),
            entail.runs,
            book.runs
        );
    }
    println!("\n| queens, one answer printed | Entail, ms | ns for a queen |\n|--:|--:|--:|");
    for n in [10_000_u32, 100_000, 1_000_000] {
        let raced = &race(&mut [bench.solve(&["queens", &n.to_string()])])?[0];
        raced.first.text("entail solve queens")?;
        println!("| {n} | {} | {:.0} |", ms(raced.seconds), raced.seconds * 1e9 / f64::from(n));
    }
    Ok(())
}
