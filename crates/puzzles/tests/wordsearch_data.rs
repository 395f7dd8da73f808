//! The word searches of a data folder, named by `ENTAIL_DATA`: each is answered as its index says, or found to be open.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use entail_puzzles::search::{How, solve};
use entail_puzzles::wordsearch::KIND;
use entail_puzzles::{Given, Settings};

/// How long one instance may take, and one of which nobody knows the answer.
const LIMIT: Duration = Duration::from_secs(60);
const OPEN_LIMIT: Duration = Duration::from_secs(5);

/// What became of an instance: "FEASIBLE", "INFEASIBLE" or "UNKNOWN".
fn answer(text: &str, limit: Duration) -> &'static str {
    let mut items = text.split_whitespace();
    let mut number = || items.next().and_then(|item| item.parse::<u64>().ok()).expect("rows, columns, overlap, count");
    let mut settings = Settings::default();
    settings.seed = 1;
    settings.set("grid", Given::Size(number(), number()));
    if number() == 1 {
        settings.set("overlap", Given::Nothing);
    }
    number();
    let words = items.collect::<Vec<_>>().join(" ");
    let mut cases = (KIND.read)(Box::new(std::io::Cursor::new(words.into_bytes())), &settings);
    let puzzle = cases.next().expect("a case").expect("a well-formed case");
    if puzzle.model().is_err() {
        return "INFEASIBLE";
    }
    let how = How { seed: 1, wanted: 1, ..How::default() }.at_most(limit);
    let mut found = false;
    let end = solve(&*puzzle, &how, &mut |_| {
        found = true;
        ControlFlow::Break(())
    })
    .expect("every answer is right");
    match (found, end.stop) {
        (true, _) => "FEASIBLE",
        (false, None) => "INFEASIBLE",
        (false, Some(_)) => "UNKNOWN",
    }
}

#[test]
fn every_word_search_of_the_data_is_answered_as_its_index_says() {
    let Some(folder) = std::env::var_os("ENTAIL_DATA").map(|data| PathBuf::from(data).join("wordsearch")) else {
        println!("ENTAIL_DATA is not set: no data to run");
        return;
    };
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).expect("the index");
    let (mut right, mut open, mut wrong) = (0, Vec::new(), Vec::new());
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, stated) = (fields[0], fields[6]);
        let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).expect("the instance");
        let start = Instant::now();
        let got = answer(&text, if stated == "UNKNOWN" { OPEN_LIMIT } else { LIMIT });
        println!("{name:24} {stated:12} {got:12} {:8.3} s", start.elapsed().as_secs_f64());
        match got {
            "UNKNOWN" => open.push(name),
            _ if stated == "UNKNOWN" || got == stated => right += 1,
            _ => wrong.push(name),
        }
    }
    println!("{right} right, {} wrong, {} not answered within the limit: {open:?}", wrong.len(), open.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}
