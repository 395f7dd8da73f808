//! Why pieces cannot fit, without a search: sizes seen through functions that keep sums in bounds, and a colouring.
//!
//! A function is dual feasible where lengths that fit side by side into the board still fit after it, like
//! `x ↦ ⌊x / k⌋`. Then the areas after one such function of the widths and one of the heights must fit too (Fekete and
//! Schepers, A general framework for bounds for higher-dimensional orthogonal packing problems, 2004).
//! The colouring gives cell (r, c) the colour (r + c) mod k: a piece has some cells of each colour wherever it lies.

use super::{Layout, Size};

/// More kinds of sizes than this are not looked at.
const MOST_SIZES: usize = 64;

impl Layout {
    /// Whether there is a proof that the pieces do not fit on a board of this height.
    pub(super) fn proved_impossible(&self, height: u64) -> bool {
        let board = Size { height, ..self.board };
        let mut sizes = self.pieces.clone();
        sizes.sort_unstable();
        let mut counted: Vec<(Size, u128)> = Vec::new();
        for size in sizes {
            match counted.last_mut() {
                Some((last, count)) if *last == size => *count += 1,
                _ => counted.push((size, 1)),
            }
        }
        let area: u128 = counted.iter().map(|(size, count)| size.area() * count).sum();
        let fits = |size: Size| size.fits(board) || (self.rotate && size.turned().fits(board));
        if area > board.area() || counted.iter().any(|(size, _)| !fits(*size)) {
            return true;
        }
        counted.len() <= MOST_SIZES && (self.too_large_after_functions(board, &counted) || coloured(board, &counted))
    }

    fn too_large_after_functions(&self, board: Size, pieces: &[(Size, u128)]) -> bool {
        // With rotation every side can lie along either side of the board.
        let sides = |own: fn(&Size) -> u64, other: fn(&Size) -> u64| {
            let mut sides: Vec<u64> = pieces.iter().map(|(size, _)| own(size)).collect();
            if self.rotate {
                sides.extend(pieces.iter().map(|(size, _)| other(size)));
            }
            sides.sort_unstable();
            sides.dedup();
            sides
        };
        let heights = functions(board.height, &sides(|size| size.height, |size| size.width));
        let widths = functions(board.width, &sides(|size| size.width, |size| size.height));
        heights.iter().any(|high| {
            widths.iter().any(|wide| {
                let after = |size: Size| high.of(size.height, board.height) * wide.of(size.width, board.width);
                let area: u128 = (pieces.iter())
                    .map(|(size, count)| {
                        let least = [*size, size.turned()].into_iter().take(1 + usize::from(self.rotate));
                        least.filter(|size| size.fits(board)).map(after).min().expect("the piece fits somehow") * count
                    })
                    .sum();
                area > high.of(board.height, board.height) * wide.of(board.width, board.width)
            })
        })
    }
}

/// A dual feasible function.
#[derive(Clone, Copy)]
enum Function {
    /// Lengths below `k` vanish, those above the whole without `k` become the whole.
    Threshold(u64),
    /// Whole multiples of `k`.
    Multiples(u64),
    /// Twice the whole multiples of `k`, and for more than half of the whole what its rest leaves.
    Rest(u64),
}

impl Function {
    fn of(self, length: u64, whole: u64) -> u128 {
        let value = match self {
            Self::Threshold(k) if length < k => 0,
            Self::Threshold(k) if length > whole - k => whole,
            Self::Threshold(_) => length,
            Self::Multiples(k) => length / k,
            Self::Rest(k) if length > whole - length => 2 * (whole / k - (whole - length) / k),
            Self::Rest(k) if length == whole - length => whole / k,
            Self::Rest(k) => 2 * (length / k),
        };
        u128::from(value)
    }
}

/// The functions worth trying for these lengths.
fn functions(whole: u64, lengths: &[u64]) -> Vec<Function> {
    let mut functions = vec![Function::Multiples(1)];
    for &length in lengths.iter().filter(|length| **length <= whole) {
        functions.push(Function::Multiples(length));
        for k in [length, whole - length + 1] {
            functions.push(Function::Rest(k));
            if 2 * k <= whole {
                functions.push(Function::Threshold(k));
            }
        }
    }
    functions
}

/// Whether the pieces need more cells of a colour than there are, or cannot make up for the most frequent colour.
fn coloured(board: Size, pieces: &[(Size, u128)]) -> bool {
    let sides = pieces.iter().flat_map(|(size, _)| [size.height, size.width]);
    let waste = board.area() - pieces.iter().map(|(size, count)| size.area() * count).sum::<u128>();
    sides.filter(|k| *k > 1).any(|k| {
        let (least, most) = cells_of_a_colour(board, k);
        let sum = |of: fn((u128, u128)) -> u128| {
            pieces.iter().map(|(size, count)| of(cells_of_a_colour(*size, k)) * count).sum::<u128>()
        };
        sum(|(least, _)| least) > least || sum(|(_, most)| most) + waste < most
    })
}

/// The least and the most cells of a colour that a rectangle can have.
fn cells_of_a_colour(size: Size, k: u64) -> (u128, u128) {
    // Every strip of length k has each colour once; what counts is the corner that is left.
    let (high, wide) = (size.height % k, size.width % k);
    let strips = (size.area() - u128::from(high) * u128::from(wide)) / u128::from(k);
    (strips + u128::from((high + wide).saturating_sub(k)), strips + u128::from(high.min(wide)))
}
