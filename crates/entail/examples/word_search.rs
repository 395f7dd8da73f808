//! A word search: words hidden in a grid, across, down or along a diagonal, sharing cells only where their letters agree;
//! the cells left over get letters by a seed.

use std::fmt::Write;

use entail::prelude::*;

const SIZE: usize = 5;
const WORDS: [&str; 5] = ["LOGIC", "TRAIL", "CLUE", "FACT", "PROOF"];

/// The cells of a word, letter by letter.
type Cells = Vec<(usize, usize)>;

/// Everywhere a word of this length fits: across, down, and down to the right.
fn places(length: usize) -> Vec<Cells> {
    let mut places = Vec::new();
    for (down, right) in [(0, 1), (1, 0), (1, 1)] {
        let (rows, columns) = (SIZE - down * (length - 1), SIZE - right * (length - 1));
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            places.push((0..length).map(|i| (row + i * down, column + i * right)).collect());
        }
    }
    places
}

/// Whether two words agree wherever they cross. Words along the same line would hide each other.
fn agree((a, at): (&str, &Cells), (b, bt): (&str, &Cells)) -> bool {
    let shared = at.iter().zip(a.chars()).flat_map(|(cell, letter)| {
        bt.iter().zip(b.chars()).filter(move |(other, _)| *other == cell).map(move |(_, other)| letter == other)
    });
    let shared: Vec<bool> = shared.collect();
    shared.len() <= 1 && shared.iter().all(|same| *same)
}

/// The number of layouts and the first of them in order, hidden and shown.
pub fn run() -> Result<String, CspError<&'static str>> {
    let mut search = Csp::new();
    for word in WORDS {
        search.variable(word, places(word.len()))?;
    }
    for (i, a) in WORDS.into_iter().enumerate() {
        for b in WORDS.into_iter().skip(i + 1) {
            search.constraint([a, b], move |[at, bt]| agree((a, at), (b, bt)))?;
        }
    }

    let mut layouts = search.solutions().collect::<Result<Vec<_>, _>>()?;
    layouts.sort_by(|a, b| a.values().cmp(b.values()));
    let Some(layout) = layouts.first() else { return Ok("no layout\n".into()) };
    let mut shown = vec![vec!['.'; SIZE]; SIZE];
    for (word, cells) in layout.iter() {
        for (&(row, column), letter) in cells.iter().zip(word.chars()) {
            shown[row][column] = letter;
        }
    }
    let mut seed = 7_u32;
    let mut hidden = shown.clone();
    for cell in hidden.iter_mut().flatten().filter(|cell| **cell == '.') {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *cell = char::from(b'A' + (seed >> 24) as u8 % 26);
    }

    let mut out = String::new();
    let _ = writeln!(out, "{} layouts", layouts.len());
    for (hidden, shown) in hidden.iter().zip(&shown) {
        let _ = writeln!(out, "{}   {}", spaced(hidden), spaced(shown));
    }
    Ok(out)
}

fn spaced(letters: &[char]) -> String {
    letters.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

fn main() -> Result<(), CspError<&'static str>> {
    print!("{}", run()?);
    Ok(())
}
