//! Colouring: the chromatic number with a colouring that has it, checked edge by edge.

use std::fs;

use crate::run::entail_on;
use crate::table::{Table, Verdict, data, limit};

#[test]
fn every_graph_has_its_chromatic_number() {
    let Some(folder) = data("coloring") else { return };
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().to_str()?.strip_suffix(".col").map(str::to_owned))
        .collect();
    names.sort_unstable();
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut table = Table::new("coloring");
    for name in &names {
        let graph = fs::read_to_string(folder.join(format!("{name}.col"))).unwrap();
        let row = readme.lines().find(|line| line.starts_with(&format!("| {name} |"))).unwrap();
        let chromatic: u32 = row.split('|').nth(5).unwrap().trim().parse().unwrap();
        table.file(name, || {
            let ran = entail_on(&["solve", "coloring", "--time-limit", &limit()], graph.as_bytes());
            let colours = colours(&ran.out);
            let proper = proper(&graph, &colours);
            let used = colours.iter().copied().max().unwrap_or(0);
            vec![match ran.status {
                0 => Verdict::of(proper && used == chromatic && ran.out.starts_with(&format!("s col {used}\n"))),
                // Stopped: what there is must still be a colouring, and not one with fewer colours than possible.
                4 if colours.is_empty() || proper && used >= chromatic => {
                    Verdict::Unanswered(format!("{used} colours so far, {chromatic} stated"))
                }
                _ => Verdict::Wrong,
            }]
        });
    }
    table.end(34);
}

/// The colour of each node, in order.
fn colours(out: &str) -> Vec<u32> {
    out.lines().filter_map(|line| line.strip_prefix("l ")?.split_once(' ')?.1.parse().ok()).collect()
}

/// Whether the ends of every edge differ, and every node has a colour.
fn proper(graph: &str, colours: &[u32]) -> bool {
    graph.lines().all(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| words[at].parse::<usize>().unwrap();
        match words.first() {
            Some(&"p") => number(2) == colours.len(),
            Some(&"e") => colours.get(number(1) - 1) != colours.get(number(2) - 1),
            _ => true,
        }
    })
}
