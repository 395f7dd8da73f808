//! Layout: rectangles on a board so that no two overlap, turned by a quarter only where that is allowed.
//!
//! Pieces and board are height × width. A [`Packing`] says where each piece lies; the model has its row and column (and
//! whether it is turned) as variables, from 1. With `--minimize-height` the board is only as high as it must be.

mod bounds;
mod draw;
mod enumerate;
mod format;
mod grid;
mod height;
mod heuristic;
mod kernel;
mod kind;
mod model;
mod skyline;

pub use kind::KIND;

/// Pieces and a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pieces: Vec<Size>,
    board: Size,
    rotate: bool,
    minimize_height: bool,
}

/// A height and a width, both at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Size {
    height: u64,
    width: u64,
}

/// Where a piece lies: its upper left corner, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    row: u64,
    column: u64,
    turned: bool,
}

/// Where each piece lies, in the order of the pieces.
type Packing = Vec<Spot>;

impl Size {
    fn area(self) -> u128 {
        u128::from(self.height) * u128::from(self.width)
    }

    fn turned(self) -> Self {
        Self { height: self.width, width: self.height }
    }

    fn fits(self, board: Size) -> bool {
        self.height <= board.height && self.width <= board.width
    }
}

impl Layout {
    /// Whether a turned piece is another one.
    fn can_turn(&self, piece: usize) -> bool {
        self.rotate && self.pieces[piece].height != self.pieces[piece].width
    }

    /// A piece as it lies.
    fn laid(&self, piece: usize, turned: bool) -> Size {
        if turned { self.pieces[piece].turned() } else { self.pieces[piece] }
    }

    /// The ways to lay a piece down that the board is large enough for: turned or not, and its size then.
    fn ways(&self, piece: usize) -> impl Iterator<Item = (bool, Size)> + '_ {
        let turns: &[bool] = if self.can_turn(piece) { &[false, true] } else { &[false] };
        let ways = turns.iter().map(move |turned| (*turned, self.laid(piece, *turned)));
        ways.filter(|(_, size)| size.fits(self.board))
    }

    /// The area of the board that no piece covers; `None` where the pieces have more.
    fn slack(&self) -> Option<u128> {
        let area = self.pieces.iter().try_fold(0_u128, |sum, piece| sum.checked_add(piece.area()))?;
        self.board.area().checked_sub(area)
    }
}
