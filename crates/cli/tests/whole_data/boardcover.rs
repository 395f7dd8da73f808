//! Board cover: the stated largest numbers, and placements that really have as many blocks.

use std::fs;

use crate::table::{Table, Verdict, ask, data};

#[test]
fn every_board_has_the_stated_number_of_blocks() {
    let Some(folder) = data("boardcover") else { return };
    let mut table = Table::new("boardcover");
    for name in ["sample", "boardcover2", "large", "random40"] {
        let read = |end: &str| fs::read_to_string(folder.join(format!("{name}.{end}"))).unwrap();
        let (cases, stated) = (read("in"), read("out"));
        table.file(name, || {
            let ran = ask(&["solve", "boardcover"], cases.as_bytes());
            assert_eq!(ran.out.lines().count(), stated.lines().count(), "{name}: {}", ran.err);
            ran.out.lines().zip(stated.lines()).map(|(ours, theirs)| Verdict::of(ours == theirs.trim())).collect()
        });
    }
    table.end_all_answered(2 + 67 + 10 + 40);
}
