//! The pictures of README and guide: drawn by the command, and compared with what is committed by the test run.

use std::fs;
use std::path::Path;

use crate::test::{Failure, cargo, must_succeed};

/// Where they are kept.
const FOLDER: &str = "docs/pictures";

/// Each picture, and what `entail draw` is told to draw it.
const PICTURES: &[(&str, &[&str])] = &[
    ("kakuro.svg", &["kakuro", "examples/kakuro.txt", "--answer"]),
    ("kakuro-20.svg", &["kakuro", "examples/kakuro-20.txt"]),
    ("sudoku.svg", &["sudoku", "examples/sudoku.txt", "--answer"]),
    ("sudoku-25.svg", &["sudoku", "examples/sudoku-25.txt", "--answer"]),
    ("queens.svg", &["queens", "8", "--answer"]),
    ("australia.svg", &["coloring", "examples/australia.txt", "--answer"]),
    ("graph-100.svg", &["coloring", "examples/graph-100.col", "--answer"]),
    (
        "wordsearch.svg",
        &["wordsearch", "MATTHEW", "JOE", "MARY", "SARAH", "SALLY", "--grid", "9x9", "--seed", "1", "--answer"],
    ),
    ("cryptarithm.svg", &["cryptarithm", "SEND + MORE = MONEY", "--answer"]),
    ("layout.svg", &["layout", "6x1", "4x4", "3x3", "2x2", "2x5", "--board", "9x9", "--answer"]),
    ("boardcover.svg", &["boardcover", "examples/boardcover.txt", "--answer"]),
    ("kakuro.png", &["kakuro", "examples/kakuro.txt", "--answer"]),
];

/// Draws all of them into `docs/pictures`: `cargo xtask pictures`.
pub fn write(root: &Path) -> Result<(), Failure> {
    draw(root, &root.join(FOLDER))
}

/// Draws all of them elsewhere and compares.
pub fn compare(root: &Path) -> Result<(), Failure> {
    let fresh = root.join("target/pictures");
    draw(root, &fresh)?;
    for (name, _) in PICTURES {
        let same = fs::read(fresh.join(name)).ok() == fs::read(root.join(FOLDER).join(name)).ok();
        if !same {
            let problem = format!("{FOLDER}/{name} is not what it draws now; look at it, then `cargo xtask pictures`");
            return Err(Failure { command: "cargo xtask pictures".to_owned(), problem });
        }
    }
    println!("{} pictures are what is committed", PICTURES.len());
    Ok(())
}

fn draw(root: &Path, folder: &Path) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure { command: format!("mkdir {}", folder.display()), problem: error.to_string() };
    fs::create_dir_all(folder).map_err(failed)?;
    for (name, arguments) in PICTURES {
        let mut command = cargo(root, &["run", "--quiet", "--release", "-p", "entail-cli", "--", "draw"]);
        must_succeed(command.args(*arguments).arg("-o").arg(folder.join(name)))?;
    }
    Ok(())
}
