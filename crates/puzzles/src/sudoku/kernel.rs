//! A search made for Sudoku of any size: a set of candidates for each cell as bits, singles and locked candidates to a
//! fixpoint, then a choice between two halves. Every answer is found once, because the halves share none. Boards of 9×9 are
//! the business of `triads` and [`bands`], but for what must be the same on every machine: the full boards that a seed
//! stands for, and the nodes that say how hard a puzzle is.
//!
//! ```text
//!   a band (b rows of boxes)          segment (i, j) = union of the candidates of its b cells
//!   row 0 | seg 00 | seg 01 | seg 02  pointing: what box j has in row i only leaves the rest of row i
//!   row 1 | seg 10 | seg 11 | seg 12  claiming: what row i has in box j only leaves the rest of box j
//!   row 2 | seg 20 | seg 21 | seg 22  (both for all digits at once; columns the same way)
//! ```

use std::ops::ControlFlow;

use entail_engine::Stop;

use super::bands;
#[cfg(target_arch = "x86_64")]
use super::triads;
use crate::search::How;

/// How often the limits are looked at, in nodes.
pub(super) const LOOK: u64 = 1024;

/// After more answers than this a search with a budget goes on to the end: who starts anew has to leave them all out.
pub(super) const REMEMBERED: u64 = 64;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// All answers were found.
    Complete,
    /// No more answers were wanted.
    Enough,
    /// A limit was reached.
    Stopped(Stop),
    /// The budget was spent.
    OverBudget,
}

/// Takes an answer as its cells, each a set of one digit.
pub(super) type Take<'a> = dyn FnMut(&[u32]) -> ControlFlow<()> + 'a;

/// The digits of an answer.
pub(super) fn digits(cells: &[u32]) -> impl Iterator<Item = u8> {
    cells.iter().map(|set| set.trailing_zeros() as u8 + 1)
}

/// Finds the answers of a board with boxes of side `block`, 0 for blanks. It gives up after `budget` nodes without
/// an answer, unless it has found more than [`REMEMBERED`]. Also says how many nodes were searched.
pub(super) fn search(block: usize, given: &[u8], budget: u64, how: &How, take: &mut Take<'_>) -> (Ended, u64) {
    match block {
        2 => Search::<2, 4, 16>::run(given, budget, how, take),
        3 => Search::<3, 9, 81>::run(given, budget, how, take),
        4 => Search::<4, 16, 256>::run(given, budget, how, take),
        _ => Search::<5, 25, 625>::run(given, budget, how, take),
    }
}

/// The same for a board of nine, to the end: by vectors where the machine has them.
pub(super) fn search_nine(
    given: &[u8; 81],
    how: &How,
    take: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> (Ended, u64) {
    #[cfg(target_arch = "x86_64")]
    if let Some(ended) = triads::search(given, how, take) {
        return ended;
    }
    bands::search(given, how, take)
}

/// How many answers there are up to `limit`, how the search for them ended, and how many nodes it took.
pub(super) fn count(block: usize, given: &[u8], limit: u64, budget: u64, how: &How) -> (u64, Ended, u64) {
    let mut count = 0;
    let mut one_more = || {
        count += 1;
        if count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (ended, nodes) = match given.as_array() {
        Some(given) => search_nine(given, how, &mut |_| one_more()),
        None => search(block, given, budget, how, &mut |_| one_more()),
    };
    (count, ended, nodes)
}

/// How many answers there are up to `limit`, or `None` where the budget or another limit came first.
pub(super) fn count_to(block: usize, given: &[u8], limit: u64, budget: u64, how: &How) -> Option<u64> {
    let (count, ended, _) = self::count(block, given, limit, budget, how);
    matches!(ended, Ended::Complete | Ended::Enough).then_some(count)
}

/// No answer below here.
struct Dead;

/// A node of the search. `B` is the side of a box, `N` of the board.
#[derive(Clone)]
struct Board<const B: usize, const N: usize, const CELLS: usize> {
    /// The candidates of each cell, bit 0 for digit 1.
    cells: [u32; CELLS],
    /// The digits that rows, columns and boxes still miss.
    missing: [[u32; N]; 3],
    /// How many cells have their digit, and the others in their units know.
    placed: usize,
}

/// Cells that have one candidate left, which their units do not know yet. No cell comes here twice in a branch.
type Pending = Vec<u16>;

impl<const B: usize, const N: usize, const CELLS: usize> Board<B, N, CELLS> {
    const ALL: u32 = (1 << N) - 1;

    /// The board with these givens, and what their units leave to the other cells.
    fn new(given: &[u8], pending: &mut Pending) -> Result<Self, Dead> {
        let mut board = Self { cells: [0; CELLS], missing: [[Self::ALL; N]; 3], placed: 0 };
        let the_box = |cell: usize| cell / N / B * B + cell % N / B;
        for (cell, digit) in given.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let digit = 1 << (digit - 1);
            let [rows, columns, boxes] = &mut board.missing;
            for missing in [&mut rows[cell / N], &mut columns[cell % N], &mut boxes[the_box(cell)]] {
                if *missing & digit == 0 {
                    return Err(Dead);
                }
                *missing ^= digit;
            }
            board.cells[cell] = digit;
            board.placed += 1;
        }
        let [rows, columns, boxes] = &board.missing;
        for (cell, set) in board.cells.iter_mut().enumerate().filter(|(_, set)| **set == 0) {
            *set = rows[cell / N] & columns[cell % N] & boxes[the_box(cell)];
            if *set == 0 {
                return Err(Dead);
            }
            if *set & (*set - 1) == 0 {
                pending.push(cell as u16);
            }
        }
        Ok(board)
    }

    /// Leaves a cell only those of its candidates that are in the set.
    #[inline(always)]
    fn keep(&mut self, cell: usize, set: u32, pending: &mut Pending) -> Result<(), Dead> {
        let before = self.cells[cell];
        let left = before & set;
        if left == before {
            return Ok(());
        }
        if left == 0 {
            return Err(Dead);
        }
        self.cells[cell] = left;
        if left & (left - 1) == 0 {
            pending.push(cell as u16);
        }
        Ok(())
    }

    /// Tells the units of every pending cell its digit.
    fn place(&mut self, pending: &mut Pending) -> Result<(), Dead> {
        while let Some(cell) = pending.pop() {
            let cell = usize::from(cell);
            let digit = self.cells[cell];
            let (row, column) = (cell / N, cell % N);
            let (top, left) = (row / B * B, column / B * B);
            self.missing[0][row] &= !digit;
            self.missing[1][column] &= !digit;
            self.missing[2][top + column / B] &= !digit;
            self.placed += 1;
            for i in 0..N {
                if i != column {
                    self.keep(row * N + i, !digit, pending)?;
                }
                if i != row {
                    self.keep(i * N + column, !digit, pending)?;
                }
            }
            for i in top..top + B {
                if i == row {
                    continue;
                }
                for j in left..left + B {
                    self.keep(i * N + j, !digit, pending)?;
                }
            }
        }
        Ok(())
    }

    /// The `i`th cell of a unit: rows, columns, boxes.
    #[inline(always)]
    fn cell(sort: usize, unit: usize, i: usize) -> usize {
        match sort {
            0 => unit * N + i,
            1 => i * N + unit,
            _ => (unit / B * B + i / B) * N + unit % B * B + i % B,
        }
    }

    /// Gives every digit with one place left in a unit that place; says whether there was one.
    fn hidden_singles(&mut self, pending: &mut Pending) -> Result<bool, Dead> {
        let in_rows = self.hidden_singles_in::<0>(pending)?;
        let in_columns = self.hidden_singles_in::<1>(pending)?;
        let in_boxes = self.hidden_singles_in::<2>(pending)?;
        Ok(in_rows || in_columns || in_boxes)
    }

    /// The same for one sort of units.
    fn hidden_singles_in<const SORT: usize>(&mut self, pending: &mut Pending) -> Result<bool, Dead> {
        let mut found = false;
        for unit in 0..N {
            let missing = self.missing[SORT][unit];
            if missing == 0 {
                continue;
            }
            let (mut once, mut twice) = (0, 0);
            for i in 0..N {
                let set = self.cells[Self::cell(SORT, unit, i)];
                twice |= once & set;
                once |= set;
            }
            if once != Self::ALL {
                return Err(Dead);
            }
            let single = once & !twice & missing;
            if single == 0 {
                continue;
            }
            found = true;
            for i in 0..N {
                let cell = Self::cell(SORT, unit, i);
                let here = self.cells[cell] & single;
                if here & here.wrapping_sub(1) != 0 {
                    return Err(Dead);
                }
                if here != 0 {
                    self.keep(cell, here, pending)?;
                }
            }
            self.place(pending)?;
        }
        Ok(found)
    }

    /// Pointing and claiming, see the drawing above; says whether anything left.
    fn locked_candidates(&mut self, pending: &mut Pending) -> Result<bool, Dead> {
        let mut changed = false;
        for sort in 0..2 {
            for band in 0..B {
                let at = |i: usize, j: usize, k: usize| Self::cell(sort, band * B + i, j * B + k);
                let mut segment = [[0; B]; B];
                for (i, row) in segment.iter_mut().enumerate() {
                    for (j, union) in row.iter_mut().enumerate() {
                        *union = (0..B).fold(0, |union, k| union | self.cells[at(i, j, k)]);
                    }
                }
                // What occurs in one row of box j, and in one box of row i.
                let (mut one_row, mut one_box) = ([0; B], [0; B]);
                for j in 0..B {
                    let (mut once, mut twice) = (0, 0);
                    for row in &segment {
                        twice |= once & row[j];
                        once |= row[j];
                    }
                    one_row[j] = once & !twice;
                }
                for (row, one_box) in segment.iter().zip(&mut one_box) {
                    let (mut once, mut twice) = (0, 0);
                    for union in row {
                        twice |= once & union;
                        once |= union;
                    }
                    *one_box = once & !twice;
                }
                for i in 0..B {
                    for j in 0..B {
                        let pointed = (0..B).filter(|k| *k != j).fold(0, |set, k| set | segment[i][k] & one_row[k]);
                        let claimed = (0..B).filter(|k| *k != i).fold(0, |set, k| set | segment[k][j] & one_box[k]);
                        let gone = segment[i][j] & (pointed | claimed);
                        if gone != 0 {
                            changed = true;
                            for k in 0..B {
                                self.keep(at(i, j, k), !gone, pending)?;
                            }
                        }
                    }
                }
            }
        }
        self.place(pending)?;
        Ok(changed)
    }

    /// Everything that follows without a choice.
    fn propagate(&mut self, pending: &mut Pending) -> Result<(), Dead> {
        self.place(pending)?;
        while self.placed < CELLS && (self.hidden_singles(pending)? || self.locked_candidates(pending)?) {}
        Ok(())
    }

    /// A cell and some of its candidates, to be tried before the others: one of two in a cell, or in one of the two
    /// places of a digit in a unit; else one in the cell with the fewest.
    fn choice(&self) -> (usize, u32) {
        let lowest = |set: u32| set & set.wrapping_neg();
        let mut fewest = (u32::MAX, 0);
        for (cell, &set) in self.cells.iter().enumerate() {
            let rest = set & (set - 1);
            if rest == 0 {
                continue;
            }
            if rest & (rest - 1) == 0 {
                return (cell, lowest(set));
            }
            fewest = fewest.min((set.count_ones(), cell));
        }
        for sort in 0..3 {
            for unit in 0..N {
                let (mut once, mut twice, mut more) = (0, 0, 0);
                for i in 0..N {
                    let set = self.cells[Self::cell(sort, unit, i)];
                    more |= twice & set;
                    twice |= once & set;
                    once |= set;
                }
                let two = twice & !more;
                if two != 0 {
                    let digit = lowest(two);
                    let cells = (0..N).map(|i| Self::cell(sort, unit, i));
                    let place =
                        cells.filter(|cell| self.cells[*cell] & digit != 0).min_by_key(|c| self.cells[*c].count_ones());
                    return (place.expect("a digit with two places has a place"), digit);
                }
            }
        }
        (fewest.1, lowest(self.cells[fewest.1]))
    }
}

struct Search<const B: usize, const N: usize, const CELLS: usize>;

impl<const B: usize, const N: usize, const CELLS: usize> Search<B, N, CELLS> {
    fn run(given: &[u8], budget: u64, how: &How, take: &mut Take<'_>) -> (Ended, u64) {
        let mut pending = Pending::with_capacity(CELLS);
        let Ok(mut board) = Board::<B, N, CELLS>::new(given, &mut pending) else {
            return (Ended::Complete, 0);
        };
        // Boards whose first half was tried and what is left to try of them: nothing was propagated in them since.
        let mut open: Vec<(Board<B, N, CELLS>, usize, u32)> = Vec::new();
        let (mut nodes, mut since_answer, mut answers) = (0, 0, 0);
        loop {
            nodes += 1;
            since_answer += 1;
            if since_answer > budget && answers <= REMEMBERED {
                return (Ended::OverBudget, nodes);
            }
            if nodes % LOOK == 0
                && let Some(stop) = how.stopped()
            {
                return (Ended::Stopped(stop), nodes);
            }
            let dead = board.propagate(&mut pending).is_err();
            if !dead && board.placed < CELLS {
                let (cell, half) = board.choice();
                let other = board.cells[cell] & !half;
                open.push((board.clone(), cell, other));
                board.keep(cell, half, &mut pending).unwrap_or_else(|Dead| unreachable!("a candidate of the cell"));
                continue;
            }
            if !dead {
                since_answer = 0;
                answers += 1;
                if take(&board.cells).is_break() {
                    return (Ended::Enough, nodes);
                }
            }
            pending.clear();
            match open.pop() {
                None => return (Ended::Complete, nodes),
                Some((next, cell, other)) => {
                    board = next;
                    board.keep(cell, other, &mut pending).unwrap_or_else(|Dead| unreachable!("candidates of the cell"));
                }
            }
        }
    }
}
