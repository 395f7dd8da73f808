//! Layout: every stated status, and packings whose pieces are all there, whole and apart. Board cover: the stated numbers.

use std::collections::BTreeMap;
use std::fs;

use crate::run::entail_on;
use crate::table::{Table, Verdict, data, limit};

#[test]
fn every_board_has_the_stated_number_of_blocks() {
    let Some(folder) = data("boardcover") else { return };
    let mut table = Table::new("boardcover");
    for name in ["sample", "boardcover2", "large", "random40"] {
        let read = |end: &str| fs::read_to_string(folder.join(format!("{name}.{end}"))).unwrap();
        let (cases, stated) = (read("in"), read("out"));
        table.file(name, || {
            let ran = entail_on(&["solve", "boardcover"], cases.as_bytes());
            assert_eq!(ran.out.lines().count(), stated.lines().count(), "{name}: {}", ran.err);
            ran.out.lines().zip(stated.lines()).map(|(ours, theirs)| Verdict::of(ours == theirs.trim())).collect()
        });
    }
    table.end_all_answered(2 + 67 + 10 + 40);
}

#[test]
fn every_board_is_packed_or_proved_too_small() {
    let Some(folder) = data("layout") else { return };
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let mut table = Table::new("layout");
    let mut cases = 0;
    for row in index.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (name, status) = (fields[0], fields[7]);
        let text = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let numbers: Vec<usize> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let (width, height, turned) = (numbers[0], numbers[1], numbers[2] == 1);
        // Height, then width: the file has it the other way round.
        let pieces: Vec<(usize, usize)> = numbers[4..].chunks(2).map(|piece| (piece[1], piece[0])).collect();
        let line: Vec<String> = pieces.iter().map(|(height, width)| format!("{height}x{width}")).collect();
        let (board, limit) = (format!("{height}x{width}"), limit());
        let mut arguments = vec!["solve", "layout", "--board", &board, "--time-limit", &limit];
        if turned {
            arguments.push("--rotate");
        }
        table.file(name, || {
            let ran = entail_on(&arguments, format!("{}\n", line.join(" ")).as_bytes());
            vec![match (ran.status, status) {
                (0, "FEASIBLE") => Verdict::of(packed(&ran.out, height, width, &pieces, turned)),
                (1, "INFEASIBLE") => Verdict::Right,
                (4, _) => Verdict::Unanswered(status.to_lowercase()),
                _ => Verdict::Wrong,
            }]
        });
        cases += 1;
    }
    assert_eq!(cases, 69);
    table.end(cases);
}

/// Whether the printed board has every piece once, as a whole rectangle of its size.
fn packed(out: &str, height: usize, width: usize, pieces: &[(usize, usize)], turned: bool) -> bool {
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return false;
    }
    // The corners and the number of cells of each label.
    let mut seen: BTreeMap<&str, (usize, usize, usize, usize, usize)> = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, label) in row.iter().enumerate().filter(|(_, label)| **label != "*") {
            let (top, left, bottom, right, cells) = seen.entry(label).or_insert((y, x, y, x, 0));
            (*top, *left, *bottom, *right) = ((*top).min(y), (*left).min(x), (*bottom).max(y), (*right).max(x));
            *cells += 1;
        }
    }
    seen.len() == pieces.len()
        && pieces.iter().enumerate().all(|(index, piece)| {
            let Some(&(top, left, bottom, right, cells)) = seen.get(label(index, pieces.len()).as_str()) else {
                return false;
            };
            let size = (bottom - top + 1, right - left + 1);
            size.0 * size.1 == cells && (size == *piece || turned && size == (piece.1, piece.0))
        })
}

/// 1–9, A–Z, a–z; numbers where there are more than 61 pieces.
fn label(index: usize, pieces: usize) -> String {
    const LABELS: &[u8] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    if pieces > LABELS.len() { (index + 1).to_string() } else { char::from(LABELS[index]).to_string() }
}
