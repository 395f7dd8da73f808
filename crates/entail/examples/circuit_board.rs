//! Circuit-board layout: chips of given sizes on a board, none overlapping another, each turned either way.

use std::fmt::Write;

use entail::prelude::*;

const BOARD: (i32, i32) = (7, 6);
/// Name, width and height.
const CHIPS: [(char, i32, i32); 6] = [('A', 4, 4), ('B', 3, 3), ('C', 5, 1), ('D', 2, 2), ('E', 3, 1), ('F', 5, 1)];

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    y: i32,
    x: i32,
    width: i32,
    height: i32,
}

impl Place {
    fn is_clear_of(self, other: Place) -> bool {
        self.x + self.width <= other.x
            || other.x + other.width <= self.x
            || self.y + self.height <= other.y
            || other.y + other.height <= self.y
    }

    fn covers(self, x: i32, y: i32) -> bool {
        (self.x..self.x + self.width).contains(&x) && (self.y..self.y + self.height).contains(&y)
    }
}

/// Everywhere a chip fits on the board, upright and turned.
fn places(width: i32, height: i32) -> Vec<Place> {
    let mut places = Vec::new();
    for (width, height) in [(width, height), (height, width)] {
        for (y, x) in (0..=BOARD.1 - height).flat_map(|y| (0..=BOARD.0 - width).map(move |x| (y, x))) {
            places.push(Place { y, x, width, height });
        }
    }
    places.sort();
    places.dedup();
    places
}

/// The number of layouts and the first of them in order, drawn.
pub fn run() -> Result<String, CspError<char>> {
    let mut board = Csp::new();
    for (chip, width, height) in CHIPS {
        board.variable(chip, places(width, height))?;
    }
    for (i, (a, ..)) in CHIPS.into_iter().enumerate() {
        for (b, ..) in CHIPS.into_iter().skip(i + 1) {
            board.constraint([a, b], |[a, b]| a.is_clear_of(*b))?;
        }
    }

    let mut layouts = board.solutions().collect::<Result<Vec<_>, _>>()?;
    layouts.sort_by(|a, b| a.values().cmp(b.values()));
    let mut out = String::new();
    let _ = writeln!(out, "{} layouts", layouts.len());
    let Some(layout) = layouts.first() else { return Ok(out) };
    for y in 0..BOARD.1 {
        let chip_at = |x| layout.iter().find(|(_, place)| place.covers(x, y)).map_or('.', |(chip, _)| *chip);
        let line: Vec<String> = (0..BOARD.0).map(|x| chip_at(x).to_string()).collect();
        let _ = writeln!(out, "{}", line.join(" "));
    }
    Ok(out)
}

fn main() -> Result<(), CspError<char>> {
    print!("{}", run()?);
    Ok(())
}
