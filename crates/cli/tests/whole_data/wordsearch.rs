//! Word search: every stated status, and grids in which every word is found, apart from the others where that is asked.

use std::collections::BTreeSet;
use std::fs;

use crate::run::entail_on;
use crate::table::{Table, Verdict, data, limit};

#[test]
fn every_list_of_words_is_placed_or_proved_not_to_fit() {
    let Some(folder) = data("wordsearch") else { return };
    let index = fs::read_to_string(folder.join("INDEX.tsv")).unwrap();
    let mut table = Table::new("wordsearch");
    let mut cases = 0;
    for row in index.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let (name, status) = (fields[0], fields[6]);
        let text = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        let mut fields = text.split_whitespace();
        let mut number = || fields.next().unwrap().parse::<usize>().unwrap();
        let (height, width, overlap) = (number(), number(), number() == 1);
        let words: Vec<&str> = fields.skip(1).collect();
        let (grid, limit) = (format!("{height}x{width}"), limit());
        let mut arguments = vec!["solve", "wordsearch", "--grid", &grid, "--key", "--time-limit", &limit];
        if overlap {
            arguments.push("--overlap");
        }
        table.file(name, || {
            let ran = entail_on(&arguments, format!("{}\n", words.join(" ")).as_bytes());
            let verdict = match (ran.status, status) {
                (0, "FEASIBLE" | "OPEN" | "UNKNOWN") => Verdict::of(placed(&ran.out, height, width, &words, overlap)),
                (1, "INFEASIBLE" | "OPEN" | "UNKNOWN") => Verdict::Right,
                (4, _) => Verdict::Unanswered(status.to_lowercase()),
                _ => Verdict::Wrong,
            };
            vec![verdict]
        });
        cases += 1;
    }
    assert_eq!(cases, 35);
    table.end(cases);
}

type Cells = BTreeSet<(usize, usize)>;

/// Whether the grid has that size and every word a place in it, with no cell used twice unless words may overlap.
fn placed(out: &str, height: usize, width: usize, words: &[&str], overlap: bool) -> bool {
    let grid: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    if grid.len() != height || grid.iter().any(|row| row.len() != width) {
        return false;
    }
    let mut ways: Vec<Vec<Cells>> = words.iter().map(|word| ways(&grid, word)).collect();
    ways.sort_by_key(Vec::len);
    if overlap { ways.iter().all(|ways| !ways.is_empty()) } else { apart(&ways, &mut Cells::new()) }
}

/// The sets of cells where the word stands.
fn ways(grid: &[Vec<&str>], word: &str) -> Vec<Cells> {
    let letters: Vec<String> = word.chars().map(String::from).collect();
    let mut ways = Vec::new();
    for row in 0..grid.len() as i64 {
        for column in 0..grid[0].len() as i64 {
            for (dy, dx) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
                let cell = |i: i64| (row + i * dy, column + i * dx);
                let stands = letters.iter().zip(0..).all(|(letter, i)| {
                    let (y, x) = cell(i);
                    let row = usize::try_from(y).ok().and_then(|y| grid.get(y));
                    usize::try_from(x).ok().and_then(|x| row?.get(x)).is_some_and(|found| found == letter)
                });
                if stands {
                    ways.push((0..letters.len() as i64).map(|i| (cell(i).0 as usize, cell(i).1 as usize)).collect());
                }
            }
        }
    }
    ways
}

/// Whether a way for each word can be chosen so that no two share a cell.
fn apart(ways: &[Vec<Cells>], used: &mut Cells) -> bool {
    let Some((first, rest)) = ways.split_first() else { return true };
    first.iter().any(|cells| {
        if !cells.is_disjoint(used) {
            return false;
        }
        used.extend(cells);
        let found = apart(rest, used);
        if !found {
            used.retain(|cell| !cells.contains(cell));
        }
        found
    })
}
