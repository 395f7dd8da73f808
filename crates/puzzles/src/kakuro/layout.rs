//! Layouts that look printed: white cells that hang together, runs of two to nine cells, mostly short ones, the same after
//! half a turn, no dark corners without use.
//!
//! A layout starts white and darkens bite by bite. A bite is a cell, its mirror image and whatever would be left alone
//! beside them; it is taken only if what remains is still a layout.

use crate::Random;

/// White and black cells without the clue row and column, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    rows: usize,
    columns: usize,
    white: Vec<bool>,
    /// How many cells are white, and how many pairs of them are beside each other.
    count: usize,
    pairs: usize,
    half_turn: bool,
    /// The number of the last look at what hangs together, and for each cell that of the last one that reached it.
    looks: u32,
    seen: Vec<u32>,
}

/// What a layout should be like.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Rows and columns, without those of the clues.
    pub rows: usize,
    /// As many as rows, or not.
    pub columns: usize,
    /// Whether it looks the same after half a turn.
    pub half_turn: bool,
    /// Ten times the mean length of its runs, as a most.
    pub tenths: usize,
    /// The longest run.
    pub longest: usize,
}

/// The most cells that a bite takes, and how many if it breaks a run that is too long.
const BITE: usize = 4;
const BREAK: usize = 6;

/// The most black cells in a line.
const WALL: usize = 4;

/// How many of a hundred cells stay white.
const LIGHT: usize = 62;

impl Layout {
    /// A random layout; `None` if this way did not lead to one.
    pub fn random(wish: Wish, random: &mut Random) -> Option<Self> {
        let Wish { rows, columns, half_turn, .. } = wish;
        let count = rows * columns;
        let (white, seen) = (vec![true; count], vec![0; count]);
        let pairs = 2 * count - rows - columns;
        let mut layout = Self { rows, columns, white, count, pairs, half_turn, looks: 0, seen };
        // Long runs first, wherever they can be broken; then anywhere, until runs are short enough. No bite makes a run
        // longer.
        let mut short = false;
        // Whether the mean length is right is asked again only after a bite.
        let mut changed = true;
        for _ in 0..40 {
            let mut cells: Vec<usize> = (0..rows * columns).collect();
            random.shuffle(&mut cells);
            short |= layout.longest() <= wish.longest;
            let mut bitten = false;
            for cell in cells {
                let [across, down] = layout.lengths(cell);
                let mut bit = false;
                if across.max(down) > wish.longest {
                    bit = layout.bite(cell, BREAK, random);
                } else if short {
                    if changed && layout.has_short_runs(wish.tenths) {
                        return Some(layout);
                    }
                    changed = false;
                    // Among ordinary cells those in longer runs are more welcome.
                    if random.below(12) < across + down {
                        bit = layout.bite(cell, BITE, random);
                    }
                }
                changed |= bit;
                bitten |= bit;
            }
            if short && !bitten {
                break;
            }
        }
        short.then_some(layout)
    }

    /// The whole board with its clue row and column, square: black rows or columns at its end make it so.
    pub fn board(&self) -> (usize, Vec<bool>) {
        let size = self.rows.max(self.columns) + 1;
        let mut white = vec![false; size * size];
        for cell in (0..self.white.len()).filter(|&cell| self.white[cell]) {
            white[(cell / self.columns + 1) * size + cell % self.columns + 1] = true;
        }
        (size, white)
    }

    /// Darkens a cell and what goes with it, if a layout remains.
    fn bite(&mut self, cell: usize, most: usize, random: &mut Random) -> bool {
        if !self.white[cell] {
            return false;
        }
        let mut bitten = vec![cell];
        let mut next = 0;
        self.white[cell] = false;
        while next < bitten.len() && bitten.len() <= most {
            let at = bitten[next];
            next += 1;
            let mirrored = self.half_turn.then(|| self.white.len() - 1 - at);
            let beside: Vec<usize> = self.beside(at).collect();
            let alone = beside.into_iter().filter(|&near| self.white[near] && self.lengths(near).contains(&1));
            let more: Vec<usize> = mirrored.into_iter().chain(alone).collect();
            for cell in more {
                if std::mem::replace(&mut self.white[cell], false) {
                    bitten.push(cell);
                }
            }
        }
        let fits = next == bitten.len()
            && (self.count - bitten.len()) * 100 >= LIGHT * self.white.len()
            && bitten.iter().all(|&cell| match self.dark_squares(cell) {
                0 => true,
                1 => random.chance(1, 8),
                _ => false,
            })
            && bitten.iter().all(|&cell| self.wall(cell) <= WALL)
            && self.still_hangs_together(&bitten);
        if fits {
            let beside = || bitten.iter().flat_map(|&cell| self.beside(cell));
            let outside = beside().filter(|&near| self.white[near]).count();
            let inside = beside().filter(|near| bitten.contains(near)).count() / 2;
            self.pairs -= outside + inside;
            self.count -= bitten.len();
        } else {
            for cell in bitten {
                self.white[cell] = true;
            }
        }
        fits
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        let (row, column) = (cell / columns, cell % columns);
        let up = (row > 0).then(|| cell - columns);
        let down = (row + 1 < rows).then(|| cell + columns);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < columns).then(|| cell + 1);
        [up, down, left, right].into_iter().flatten()
    }

    /// How many squares of two by two black cells a black cell belongs to.
    fn dark_squares(&self, cell: usize) -> usize {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let black = |row: usize, column: usize| {
            row < self.rows && column < self.columns && !self.white[row * self.columns + column]
        };
        let squares = [(1, 1), (1, 0), (0, 1), (0, 0)].into_iter().filter(|&(up, left)| {
            row >= up && column >= left && {
                let (row, column) = (row - up, column - left);
                black(row, column) && black(row + 1, column) && black(row, column + 1) && black(row + 1, column + 1)
            }
        });
        squares.count()
    }

    /// The longest line of black cells through a black one.
    fn wall(&self, cell: usize) -> usize {
        self.stretch(cell).into_iter().max().unwrap_or(0)
    }

    /// The lengths of the runs through a cell; 0 for a black one.
    fn lengths(&self, cell: usize) -> [usize; 2] {
        if self.white[cell] { self.stretch(cell) } else { [0, 0] }
    }

    /// How many cells of the same colour stand in a line with a cell, across and down.
    fn stretch(&self, cell: usize) -> [usize; 2] {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let alike = |other: usize| self.white[other] == self.white[cell];
        let ahead = |step: usize, room: usize| (1..=room).take_while(|i| alike(cell + i * step)).count();
        let behind = |step: usize, room: usize| (1..=room).take_while(|i| alike(cell - i * step)).count();
        [
            1 + ahead(1, self.columns - 1 - column) + behind(1, column),
            1 + ahead(self.columns, self.rows - 1 - row) + behind(self.columns, row),
        ]
    }

    fn longest(&self) -> usize {
        (0..self.white.len()).flat_map(|cell| self.lengths(cell)).max().unwrap_or(0)
    }

    /// Whether the mean length of runs is at most so many tenths.
    fn has_short_runs(&self, tenths: usize) -> bool {
        // Every white cell starts a run across and one down, unless it is the second of a pair.
        let runs = 2 * self.count - self.pairs;
        20 * self.count <= tenths * runs
    }

    /// Whether the white cells still hang together without the bitten ones: whether those around each piece of the bite do.
    fn still_hangs_together(&mut self, bitten: &[usize]) -> bool {
        let mut left = bitten.to_vec();
        while let Some(cell) = left.pop() {
            let mut piece = vec![cell];
            let mut next = 0;
            while next < piece.len() {
                let beside: Vec<usize> = self.beside(piece[next]).collect();
                piece.extend(left.extract_if(.., |cell| beside.contains(cell)));
                next += 1;
            }
            if !self.meet_again(&piece) {
                return false;
            }
        }
        true
    }

    /// Whether the white cells around some cells hang together. Mostly they meet again nearby, and what is cut off is mostly
    /// small: going only so far from each of them at first, this does not take longer on a large board.
    fn meet_again(&mut self, piece: &[usize]) -> bool {
        let mut around: Vec<usize> = piece.iter().flat_map(|&cell| self.beside(cell)).collect();
        around.retain(|&cell| self.white[cell]);
        around.sort_unstable();
        around.dedup();
        if around.is_empty() {
            return false;
        }
        let mut far = 32;
        loop {
            for &start in &around {
                if let Some(all) = self.reaches(start, &around, far) {
                    return all;
                }
            }
            far *= 8;
        }
    }

    /// Whether one reaches all of some cells from one of them; `None` if going on from so many cells did not show it.
    fn reaches(&mut self, start: usize, all: &[usize], far: usize) -> Option<bool> {
        self.looks += 1;
        self.seen[start] = self.looks;
        let mut reached = vec![start];
        let (mut next, mut met) = (0, 1);
        while met < all.len() {
            if next == reached.len() {
                return Some(false);
            }
            if next == far {
                return None;
            }
            for near in self.beside(reached[next]) {
                if self.white[near] && self.seen[near] != self.looks {
                    self.seen[near] = self.looks;
                    reached.push(near);
                    met += usize::from(all.binary_search(&near).is_ok());
                }
            }
            next += 1;
        }
        Some(true)
    }
}
