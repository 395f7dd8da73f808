//! Every packing once: cell by cell where little stays empty, piece by piece where much does.
//!
//! Cell by cell: the first cell (row by row) without a decision is the corner of a piece or stays empty, so every packing
//! comes about in one way. Piece by piece: all places of the first piece, of the second, and so on; a place that
//! overlaps another piece is left behind in one jump.

use std::ops::ControlFlow;

use entail_engine::Stop;

use super::kernel::MOST_PIECES;
use super::{Layout, Packing, Size, Spot};
use crate::search::How;

/// Larger boards are not filled cell by cell.
const MOST_CELLS: u128 = 1 << 20;

/// Takes each packing, by pieces in the order of the layout.
type Each<'a> = dyn FnMut(&[Spot]) -> ControlFlow<()> + 'a;

/// An enumeration under way.
struct Enumeration<'a> {
    layout: &'a Layout,
    /// The pieces, equal ones next to each other.
    order: Vec<usize>,
    /// For each of `order`: whether it equals the one before.
    equals_last: Vec<bool>,
    /// Whether equal pieces come in one order only.
    alike: bool,
    packing: Packing,
    used: Vec<bool>,
    how: &'a How,
    nodes: u64,
    stop: Option<Stop>,
}

impl Layout {
    /// Hands every packing to `each`, once; with `alike` those that differ only in which of equal pieces lies where count
    /// as one. Returns the nodes of the search and what stopped it, if anything did.
    pub(super) fn enumerate(&self, alike: bool, how: &How, each: &mut Each<'_>) -> (u64, Option<Stop>) {
        let Some(slack) = self.slack() else { return (0, None) };
        if self.pieces.len() > MOST_PIECES {
            return (0, Some(Stop::Memory));
        }
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by_key(|piece| {
            let size = self.size_in_stock(*piece);
            (std::cmp::Reverse(size.area()), size)
        });
        let equal = |at: &usize| *at > 0 && self.size_in_stock(order[at - 1]) == self.size_in_stock(order[*at]);
        let equals_last = (0..order.len()).map(|at| equal(&at)).collect();
        let mut enumeration = Enumeration {
            layout: self,
            order,
            equals_last,
            alike,
            packing: vec![Spot { row: 0, column: 0, turned: false }; self.pieces.len()],
            used: vec![false; self.pieces.len()],
            how,
            nodes: 0,
            stop: None,
        };
        if slack * 5 <= self.board.area() && self.board.area() <= MOST_CELLS {
            let mut cells = vec![false; self.board.area() as usize];
            let _ = enumeration.by_cells(0, slack as u64, self.pieces.len(), &mut cells, each);
        } else {
            let _ = enumeration.by_pieces(0, each);
        }
        (enumeration.nodes, enumeration.stop)
    }

    /// The size of a piece, the same for those that can be turned into each other.
    pub(super) fn size_in_stock(&self, piece: usize) -> Size {
        let size = self.pieces[piece];
        if self.rotate { size.min(size.turned()) } else { size }
    }
}

impl Enumeration<'_> {
    fn node(&mut self) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(4096) {
            self.stop = self.how.stopped();
        }
        if self.stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn by_cells(
        &mut self,
        from: usize,
        slack: u64,
        open: usize,
        cells: &mut [bool],
        each: &mut Each<'_>,
    ) -> ControlFlow<()> {
        self.node()?;
        if open == 0 {
            return each(&self.packing);
        }
        let board = self.layout.board;
        let width = board.width as usize;
        let mut slack = slack;
        for cell in from..cells.len() {
            if cells[cell] {
                continue;
            }
            let (row, column) = ((cell / width) as u64, (cell % width) as u64);
            for at in 0..self.order.len() {
                let piece = self.order[at];
                // Of equal pieces the first that is not used yet.
                if self.used[at] || (self.alike && self.equals_last[at] && !self.used[at - 1]) {
                    continue;
                }
                for (turned, size) in self.layout.ways(piece).collect::<Vec<_>>() {
                    let ends = row + size.height <= board.height && column + size.width <= board.width;
                    let first = || &cells[cell..cell + size.width as usize];
                    if !ends || first().contains(&true) {
                        continue;
                    }
                    mark(cells, width, cell, size, true);
                    self.used[at] = true;
                    self.packing[piece] = Spot { row, column, turned };
                    let flow = self.by_cells(cell + 1, slack, open - 1, cells, each);
                    self.used[at] = false;
                    mark(cells, width, cell, size, false);
                    flow?;
                }
            }
            if slack == 0 {
                break;
            }
            slack -= 1;
        }
        ControlFlow::Continue(())
    }

    fn by_pieces(&mut self, at: usize, each: &mut Each<'_>) -> ControlFlow<()> {
        self.node()?;
        let Some(&piece) = self.order.get(at) else { return each(&self.packing) };
        let board = self.layout.board;
        // Equal pieces come in the order of their corners.
        let after = (self.alike && self.equals_last[at]).then(|| self.packing[self.order[at - 1]]);
        let after = after.map(|spot| (spot.row, spot.column));
        for (turned, size) in self.layout.ways(piece).collect::<Vec<_>>() {
            for row in after.map_or(0, |(row, _)| row)..=board.height - size.height {
                let mut column = after.filter(|(after, _)| *after == row).map_or(0, |(_, column)| column + 1);
                while column + size.width <= board.width {
                    self.node()?;
                    if let Some(behind) = self.overlapped(at, row, column, size) {
                        column = behind;
                        continue;
                    }
                    self.packing[piece] = Spot { row, column, turned };
                    self.by_pieces(at + 1, each)?;
                    column += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The column behind a piece that lies in the way.
    fn overlapped(&self, at: usize, row: u64, column: u64, size: Size) -> Option<u64> {
        self.order[..at].iter().find_map(|&other| {
            let spot = self.packing[other];
            let laid = self.layout.laid(other, spot.turned);
            let overlap = row < spot.row + laid.height
                && spot.row < row + size.height
                && column < spot.column + laid.width
                && spot.column < column + size.width;
            overlap.then_some(spot.column + laid.width)
        })
    }
}

fn mark(cells: &mut [bool], width: usize, corner: usize, size: Size, used: bool) {
    for row in 0..size.height as usize {
        let start = corner + row * width;
        cells[start..start + size.width as usize].fill(used);
    }
}
