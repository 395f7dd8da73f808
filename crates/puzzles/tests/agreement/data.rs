//! The puzzles of the folder that ENTAIL_DATA names, by kernel and engine: of the kinds whose files hold a text of theirs and
//! whose puzzles the engine can answer within minutes.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::{Board, agree, kind};

/// Broken on purpose, or of another kind.
const NOT_PUZZLES: [&str; 2] = ["malformed", "cryptic-kakuro-pe424"];

/// Asks about the puzzles in all files of a kind that have this ending.
fn puzzles_of_the_folder(name: &str, ending: &str) {
    let Some(folder) = std::env::var_os("ENTAIL_DATA").filter(|folder| !folder.is_empty()) else {
        println!("skipped: ENTAIL_DATA is not set, so no {name} but random ones was asked");
        return;
    };
    let entries = fs::read_dir(Path::new(&folder).join(name)).expect("the folder has this kind");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files.into_iter().filter(|file| file.extension().is_some_and(|it| it == ending)) {
        let stem = file.file_stem().expect("it has an ending").to_string_lossy().into_owned();
        if NOT_PUZZLES.contains(&stem.as_str()) {
            continue;
        }
        let mut text = fs::read_to_string(&file).expect("it is text");
        if name == "sudoku" {
            // Behind a puzzle some files say what is special about it.
            text = text.lines().map(|line| line.split(' ').next().unwrap_or(line).to_owned() + "\n").collect();
        }
        let board = Board { text, flags: Vec::new() };
        let started = Instant::now();
        let mut cases = 0;
        for puzzle in board.puzzles(kind(name)) {
            cases += 1;
            if let Err(why) = agree(kind(name), &*puzzle) {
                wrong.push(format!("{stem}, case {cases}: {why}"));
            }
        }
        println!("{name}/{stem}: {cases} cases in {:.1} s", started.elapsed().as_secs_f64());
    }
    assert!(wrong.is_empty(), "{name}: no agreement on\n{}", wrong.join("\n"));
}

#[test]
fn kernel_and_engine_agree_on_every_kakuro_of_the_folder() {
    puzzles_of_the_folder("kakuro", "in");
}

#[test]
fn kernel_and_engine_agree_on_every_sudoku_of_the_folder() {
    puzzles_of_the_folder("sudoku", "txt");
}

#[test]
fn kernel_and_engine_agree_on_every_boardcover_of_the_folder() {
    puzzles_of_the_folder("boardcover", "in");
}

#[test]
fn kernel_and_engine_agree_on_every_cryptarithm_of_the_folder() {
    puzzles_of_the_folder("cryptarithm", "txt");
}
