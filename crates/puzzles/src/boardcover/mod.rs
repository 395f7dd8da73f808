//! Board cover: how many copies of a block fit on the free cells of a board. The block may be turned, not mirrored.
//!
//! A [`Placement`] is a turn of the block on free cells only. An answer is a set of placements that share no cell; its
//! model has a Boolean for each placement, in the order of [`Boardcover::placements`].

mod draw;
mod format;
mod kernel;
mod kind;
mod model;
mod show;

pub use format::Reader;
pub use kind::KIND;

/// More placements than this are not listed: their model would fill the memory.
const MOST_PLACEMENTS: usize = 2_000_000;
/// The same for the cells that all placements cover together.
const MOST_COVERED: usize = 20_000_000;
/// More cells than this are not looked at to list them.
const MOST_LOOKS: u128 = 2_000_000_000;

/// A board and a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boardcover {
    board: Grid,
    block: Grid,
    turns: Vec<Turn>,
    placements: Vec<Placement>,
    /// Whether an answer is printed with its board.
    show: bool,
}

/// A rectangle of cells, each of them marked or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    height: usize,
    width: usize,
    /// Row by row: `#`.
    marked: Vec<bool>,
}

/// A way to turn the block.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    /// Row and column of its cells, from the upper left corner of the smallest box around them; the first comes first.
    cells: Vec<(usize, usize)>,
    height: usize,
    width: usize,
}

/// A turn of the block somewhere on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Placement {
    /// The cell of the board where the box around the block starts.
    corner: u32,
    turn: u8,
}

/// A board that is too large for its block: what it is, and what would not be.
#[derive(Debug)]
struct TooLarge {
    found: String,
    expected: String,
}

impl Boardcover {
    /// The puzzle of a board and a block with at least one cell.
    fn new(board: Grid, block: Grid, show: bool) -> Result<Self, TooLarge> {
        let turns = turns_that_fit(&board, &block);
        let size = turns.first().map_or(0, |turn| turn.cells.len());
        let corners = |turn: &Turn| (board.height - turn.height + 1) * (board.width - turn.width + 1);
        let looks: u128 = turns.iter().map(|turn| corners(turn) as u128).sum::<u128>() * size as u128;
        if looks > MOST_LOOKS || board.marked.len() > u32::MAX as usize {
            return Err(TooLarge {
                found: format!(
                    "a board of {} x {} with {looks} cells in all places of the block",
                    board.height, board.width
                ),
                expected: format!("at most {MOST_LOOKS} cells in all places"),
            });
        }
        let mut placements = Vec::new();
        for corner in 0..board.marked.len() {
            let (row, column) = (corner / board.width, corner % board.width);
            for (index, turn) in turns.iter().enumerate() {
                if row + turn.height <= board.height
                    && column + turn.width <= board.width
                    && turn.cells.iter().all(|(r, c)| !board.is_marked(row + r, column + c))
                {
                    placements.push(Placement { corner: corner as u32, turn: index as u8 });
                }
            }
            if placements.len() > MOST_PLACEMENTS || placements.len() * size > MOST_COVERED {
                let most = MOST_PLACEMENTS.min(MOST_COVERED / size);
                return Err(TooLarge {
                    found: format!("a board on which the block fits in more than {most} places"),
                    expected: format!("at most {most} places for this block"),
                });
            }
        }
        Ok(Self { board, block, turns, placements, show })
    }

    /// The cells of the board that a placement covers, in order.
    fn cells(&self, placement: Placement) -> impl Iterator<Item = usize> + '_ {
        let corner = placement.corner as usize;
        self.turns[usize::from(placement.turn)].cells.iter().map(move |(row, column)| {
            let (row, column) = (corner / self.board.width + row, corner % self.board.width + column);
            row * self.board.width + column
        })
    }
}

/// "1 block", "3 blocks".
fn blocks(number: u64) -> String {
    if number == 1 { "1 block".to_owned() } else { format!("{number} blocks") }
}

/// "1 block fits", "3 blocks fit".
fn blocks_fit(number: u64) -> String {
    format!("{} {}", blocks(number), if number == 1 { "fits" } else { "fit" })
}

impl Grid {
    fn is_marked(&self, row: usize, column: usize) -> bool {
        self.marked[row * self.width + column]
    }

    fn rows(&self) -> impl Iterator<Item = &[bool]> {
        self.marked.chunks(self.width)
    }
}

/// The different turns of the block that the board is large enough for.
fn turns_that_fit(board: &Grid, block: &Grid) -> Vec<Turn> {
    let cells: Vec<(usize, usize)> = (0..block.height)
        .flat_map(|row| (0..block.width).map(move |column| (row, column)))
        .filter(|(row, column)| block.is_marked(*row, *column))
        .collect();
    let spread = |of: fn(&(usize, usize)) -> usize| {
        let all = || cells.iter().map(of);
        all().min().zip(all().max()).expect("a block has a cell")
    };
    let ((top, bottom), (left, right)) = (spread(|cell| cell.0), spread(|cell| cell.1));
    let (height, width) = (bottom - top + 1, right - left + 1);
    let mut turns: Vec<Turn> = Vec::new();
    for quarters in 0..4 {
        let (height, width) = if quarters % 2 == 0 { (height, width) } else { (width, height) };
        if height > board.height || width > board.width {
            continue;
        }
        let turned = |(row, column): &(usize, usize)| {
            let (row, column) = (row - top, column - left);
            match quarters {
                0 => (row, column),
                1 => (column, width - 1 - row),
                2 => (height - 1 - row, width - 1 - column),
                _ => (height - 1 - column, row),
            }
        };
        let mut cells: Vec<_> = cells.iter().map(turned).collect();
        cells.sort_unstable();
        let turn = Turn { cells, height, width };
        if !turns.contains(&turn) {
            turns.push(turn);
        }
    }
    turns
}
