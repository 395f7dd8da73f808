//! The kernel: proofs by bounds, a simple packing, then the skyline search along either side of the board in turns.
//!
//! Each turn of the search may take twice as many nodes as the one before; every other turn tries the pieces in a random
//! order, which finds packings that the search in the order of size comes to late.

use std::collections::BTreeMap;

use entail_engine::Stop;

use super::skyline::{Laid, Outcome, Skyline, Stock, Task};
use super::{Layout, Packing, Spot};
use crate::random::Random;
use crate::search::How;

/// The nodes of the first turn.
const FIRST_TURN: u64 = 20_000;
/// More pieces than this have a simple packing or are left to the engine: the search goes as deep as there are pieces.
pub(super) const MOST_PIECES: usize = 500;

/// What is known of packings on a board of some height.
pub(super) enum Decision {
    Packed(Packing),
    Impossible,
    Stopped(Stop),
}

/// The question whether the pieces fit on a board of some height, to be worked on in turns.
pub(super) struct Question<'a> {
    layout: &'a Layout,
    height: u64,
    /// The pieces of each stock.
    pieces: Vec<Vec<usize>>,
    /// Pieces of one cell that are laid down last.
    single_cells: Vec<usize>,
    /// The search with the board as it is, and with rows and columns exchanged.
    searches: Vec<Skyline>,
    random: Random,
    turn: usize,
    limit: u64,
}

impl Layout {
    /// Whether the pieces fit on the board.
    pub(super) fn decide(&self, how: &How, nodes: &mut u64) -> Decision {
        if self.proved_impossible(self.board.height) {
            return Decision::Impossible;
        }
        if let Some(packing) = self.simple_packing(how) {
            return Decision::Packed(packing);
        }
        let Some(mut question) = self.question(self.board.height, how) else {
            return Decision::Stopped(Stop::Memory);
        };
        loop {
            let decision = question.turn(how);
            *nodes = question.nodes();
            if let Some(decision) = decision {
                return decision;
            }
        }
    }

    /// The question for a board of this height, on which the pieces are not larger than the board.
    pub(super) fn question(&self, height: u64, how: &How) -> Option<Question<'_>> {
        if self.pieces.len() > MOST_PIECES {
            return None;
        }
        let mut by_size: BTreeMap<(u64, u64), Vec<usize>> = BTreeMap::new();
        for piece in 0..self.pieces.len() {
            let size = self.size_in_stock(piece);
            by_size.entry((size.height, size.width)).or_default().push(piece);
        }
        // Where cells stay empty anyway, pieces of one cell fit into what the others leave.
        let area: u128 = self.pieces.iter().map(|size| size.area()).sum();
        let spare = area < u128::from(height) * u128::from(self.board.width) && by_size.len() > 1;
        let single_cells = if spare { by_size.remove(&(1, 1)).unwrap_or_default() } else { Vec::new() };
        let task = |exchanged: bool| {
            let exchange = |(high, wide): (u64, u64)| if exchanged { (wide, high) } else { (high, wide) };
            let stocks = by_size.iter().map(|(size, pieces)| {
                let (high, wide) = exchange(*size);
                Stock {
                    width: wide as usize,
                    height: high as usize,
                    turns: self.rotate && high != wide,
                    count: pieces.len(),
                }
            });
            let (high, wide) = exchange((height, self.board.width));
            Task { width: wide as usize, height: high as usize, stocks: stocks.collect() }
        };
        // A square board looks the same from both sides if all pieces do.
        let alike = height == self.board.width && (self.rotate || by_size.keys().all(|(high, wide)| high == wide));
        let searches =
            [false, true].into_iter().take(2 - usize::from(alike)).map(|side| Skyline::new(task(side))).collect();
        let random = Random::new(how.seed, height);
        let pieces = by_size.into_values().collect();
        // Filling along the shorter side sees sooner what cannot be.
        let turn = usize::from(height < self.board.width);
        Some(Question { layout: self, height, pieces, single_cells, searches, random, turn, limit: FIRST_TURN })
    }
}

impl Question<'_> {
    /// Works on for a turn; `None` when it is still open.
    pub fn turn(&mut self, how: &How) -> Option<Decision> {
        let sides = self.searches.len();
        let (exchanged, shuffled) = (self.turn % sides == 1, self.turn / sides % 2 == 1);
        let random = shuffled.then_some(&mut self.random);
        let outcome = self.searches[usize::from(exchanged)].search(self.limit, random, how);
        self.turn += 1;
        if self.turn.is_multiple_of(2 * sides) {
            self.limit *= 2;
        }
        match outcome {
            Outcome::Packed(laid) => Some(Decision::Packed(self.packing(&laid, exchanged))),
            Outcome::Impossible => Some(Decision::Impossible),
            Outcome::Stopped(stop) => Some(Decision::Stopped(stop)),
            Outcome::Exhausted => None,
        }
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.searches.iter().map(Skyline::nodes).sum()
    }

    fn packing(&self, laid: &[Laid], exchanged: bool) -> Packing {
        let mut open = self.pieces.clone();
        let mut packing = vec![Spot { row: 0, column: 0, turned: false }; self.layout.pieces.len()];
        for &Laid { stock, x, y, turned } in laid {
            let piece = open[stock].pop().expect("no more are laid down than there are");
            let (row, column) = if exchanged { (x, y) } else { (y, x) };
            // The stock has the size in a fixed order of its sides; the piece may have the other one.
            let in_stock = self.layout.size_in_stock(piece);
            let turned = turned != (self.layout.pieces[piece] != in_stock);
            packing[piece] = Spot { row: row as u64, column: column as u64, turned };
        }
        if !self.single_cells.is_empty() {
            self.lay_single_cells(&mut packing);
        }
        packing
    }

    /// Lays the pieces of one cell on the first cells that are free.
    fn lay_single_cells(&self, packing: &mut [Spot]) {
        let width = self.layout.board.width as usize;
        let mut used = vec![false; self.height as usize * width];
        for &piece in self.pieces.iter().flatten() {
            let size = self.layout.laid(piece, packing[piece].turned);
            for row in packing[piece].row..packing[piece].row + size.height {
                let start = row as usize * width + packing[piece].column as usize;
                used[start..start + size.width as usize].fill(true);
            }
        }
        let free = used.iter().enumerate().filter(|(_, used)| !**used).map(|(cell, _)| cell);
        for (&piece, cell) in self.single_cells.iter().zip(free) {
            packing[piece] = Spot { row: (cell / width) as u64, column: (cell % width) as u64, turned: false };
        }
    }
}
