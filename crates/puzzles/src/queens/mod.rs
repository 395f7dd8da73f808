//! Queens: N queens on a board of N × N, none of which attacks another. An answer is the row of the queen of each column,
//! both counted from 1, row 1 at the top.
//!
//! ```text
//!   . . Q .
//!   Q . . .       [2, 4, 1, 3]
//!   . . . Q
//!   . Q . .
//! ```

mod construct;
mod count;
mod draw;
mod format;
mod kernel;
mod kind;
mod model;

pub use format::Reader;
pub use kind::KIND;

/// The largest board: its model takes a few hundred megabytes.
pub const LARGEST: u64 = 1_000_000;

/// Up to this size the board is printed behind the list.
const LARGEST_PRINTED: usize = 40;

/// The problem for one size of board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queens {
    /// From 1 to [`LARGEST`].
    size: usize,
}

impl Queens {
    /// Rows and columns of the board, and queens on it.
    pub fn size(&self) -> usize {
        self.size
    }
}
