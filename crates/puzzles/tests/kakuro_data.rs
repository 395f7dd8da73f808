//! Every Kakuro of the folder that ENTAIL_DATA names: posed from its answer, and written and read again in every format.
//!
//! Without ENTAIL_DATA there is nothing to read: each test says so and passes.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use entail_puzzles::{Cases, Input, Settings, kakuro};

/// The files of the folder with this ending, by their names without it.
fn files(ending: &str) -> Option<BTreeMap<String, PathBuf>> {
    let Some(folder) = std::env::var_os("ENTAIL_DATA") else {
        println!("skipped: ENTAIL_DATA is not set, so no whole-data test of kakuro was run");
        return None;
    };
    let folder = Path::new(&folder).join("kakuro");
    let name = |path: &Path| path.file_stem().unwrap().to_string_lossy().into_owned();
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == ending));
    Some(paths.map(|path| (name(&path), path)).collect())
}

fn input(text: &str) -> Input {
    Box::new(Cursor::new(text.as_bytes().to_vec()))
}

/// The cases in a format, all of which must be well-formed and fit it.
fn write(cases: Cases, name: &str) -> String {
    let format = kakuro::KIND.formats.iter().find(|format| format.name == name).unwrap();
    let texts: Vec<String> = cases.map(|case| case.unwrap().write(name).unwrap()).collect();
    let count = if format.counted { format!("{}\n", texts.len()) } else { String::new() };
    count + &texts.join(format.between)
}

/// A file of answers as KAKURO1: the number of boards first, and its size before each.
fn answers(text: &str) -> String {
    let mut lines = text.lines();
    let mut boards = Vec::new();
    while let Some(first) = lines.next() {
        let size = first.split_whitespace().count();
        let rest: Vec<&str> = lines.by_ref().take(size - 1).collect();
        boards.push(format!("{size}\n{first}\n{}\n", rest.join("\n")));
    }
    format!("{}\n{}", boards.len(), boards.concat())
}

#[test]
fn every_answer_is_posed_as_the_puzzle_it_answers() {
    let (Some(puzzles), Some(solved)) = (files("in"), files("out")) else { return };
    let pose = kakuro::KIND.pose.unwrap();
    for (name, path) in &solved {
        let posed = write(pose(input(&answers(&fs::read_to_string(path).unwrap())), &Settings::default()), "kakuro2");
        let puzzle = fs::read_to_string(&puzzles[name]).unwrap();
        // Its puzzle lacks a clue, which posing adds.
        assert_eq!(posed == puzzle, name != "incomplete-hints", "{name}");
        println!("{name:<24} posed {}", if posed == puzzle { "as it is" } else { "with the clue that it lacks" });
    }
    assert!(!solved.is_empty());
}

#[test]
fn every_puzzle_comes_back_from_every_format() {
    let Some(puzzles) = files("in") else { return };
    let read = kakuro::KIND.read;
    for (name, path) in &puzzles {
        let text = fs::read_to_string(path).unwrap();
        let mut cases = 0;
        for puzzle in read(input(&text), &Settings::default()).map(Result::unwrap) {
            cases += 1;
            let kakuro2 = puzzle.write("kakuro2").unwrap();
            for format in kakuro::KIND.formats.iter().filter(|format| !format.counted) {
                let other = puzzle.write(format.name).unwrap();
                let again = read(input(&other), &Settings::default());
                assert_eq!(write(again, "kakuro2"), format!("1\n{kakuro2}"), "{name}: {}", format.name);
            }
        }
        assert_eq!(write(read(input(&text), &Settings::default()), "kakuro2"), text, "{name}");
        println!("{name:<24} {cases:>4} cases come back from every format");
    }
    assert!(!puzzles.is_empty());
}
