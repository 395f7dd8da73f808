//! Cryptarithms: the stated digits, the stated number of answers.

use std::fs;

use crate::run::entail_on;
use crate::table::{Table, Verdict, data};

/// The lines of a table without its header, as fields.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines().skip(1).map(|line| line.split('\t').collect()).collect()
}

#[test]
fn every_equation_has_the_stated_answers() {
    let Some(folder) = data("cryptarithm") else { return };
    let read = |name: &str| fs::read_to_string(folder.join(format!("{name}.tsv"))).unwrap();
    let equations = |rows: &[Vec<&str>]| rows.iter().map(|row| format!("{}\n", row[0])).collect::<String>();
    let mut table = Table::new("cryptarithm");
    for name in ["unique", "doubly-true"] {
        let text = read(name);
        let rows = rows(&text);
        table.file(name, || {
            let ran = entail_on(&["solve", "cryptarithm", "--unique"], equations(&rows).as_bytes());
            assert_eq!((ran.status, ran.out.lines().count()), (0, 2 * rows.len()), "{name}: {}", ran.err);
            let letters = ran.out.lines().skip(1).step_by(2);
            letters.zip(&rows).map(|(ours, row)| Verdict::of(ours == row[3].replace(',', " "))).collect()
        });
    }
    for (name, column) in [("multiple", Some(2)), ("nosolution", None), ("other-operators", Some(2))] {
        let text = read(name);
        let rows = rows(&text);
        table.file(name, || {
            let ran = entail_on(&["solve", "cryptarithm", "--count"], equations(&rows).as_bytes());
            assert_eq!(ran.out.lines().count(), rows.len(), "{name}: {}", ran.err);
            let stated = rows.iter().map(|row| column.map_or("0", |column| row[column]));
            ran.out.lines().zip(stated).map(|(ours, theirs)| Verdict::of(ours == theirs)).collect()
        });
    }
    table.end_all_answered(76 + 29 + 49 + 54 + 13);
}
