//! A search made for 9×9 boards: for each digit the cells that it may still take, 27 bits for each band of three rows,
//! so a handful of word operations says what follows for one digit in the whole board.
//!
//! ```text
//!   a band      box 0     box 1     box 2       bit of a cell = 9 · (column in its box) + 3 · (row in the band) + box
//!   row 0      0  9 18 | 1 10 19 | 2 11 20
//!   row 1      3 12 21 | 4 13 22 | 5 14 23      w | w >> 9 | w >> 18: the three cells of a box in a row made one bit,
//!   row 2      6 15 24 | 7 16 25 | 8 17 26      w | w >> 3 | w >> 6: those of a box in a column
//! ```
//!
//! A digit takes one box in each row of a band, so of the 3×3 bits of a band only those on a permutation stay; likewise
//! those of a stack of boxes. That is every hidden single and every locked candidate of the digit (the words by digit and
//! band are zhouyundong's, in JCZSolve, 2012).

use std::ops::ControlFlow;

use super::kernel::Ended;
use crate::search::How;

/// How often the limits are looked at, in nodes.
const LOOK: u64 = 1024;
/// All cells of a band.
const ALL: u32 = (1 << 27) - 1;
/// The first row of each box, as columns are counted in [`columns`].
const COLUMNS: u32 = 0o007_007_007;
/// All digits.
const DIGITS: u32 = (1 << 9) - 1;

/// For each set of the boxes that the rows of a band may take a digit in (bit 3 · row + box): the cells of those that lie
/// on a permutation, and above 32 bits the rows that have but one of these.
static BAND: [u64; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut kept = 0;
        let mut i = 0;
        while i < 6 {
            let permutation = [0o421, 0o241, 0o412, 0o142, 0o214, 0o124][i];
            if set & permutation == permutation {
                kept |= permutation;
            }
            i += 1;
        }
        let mut single_rows = 0;
        let mut row = 0;
        while row < 3 {
            if (kept >> (3 * row) & 7_usize).is_power_of_two() {
                single_rows |= 7 << (3 * row);
            }
            row += 1;
        }
        table[set] = (kept * 0o001_001_001) as u64 | ((single_rows * 0o001_001_001_u64) << 32);
        set += 1;
    }
    table
};

/// For each cell of a band those that may hold its digit together with it.
static WITH: [u32; 32] = {
    let mut table = [0; 32];
    let mut cell = 0;
    while cell < 27 {
        let (row, box_) = (cell / 3 % 3, cell % 3);
        table[cell] = ALL & !(0o007_007_007 << (3 * row)) & !(0o111_111_111 << box_) | 1 << cell;
        cell += 1;
    }
    table
};

/// The first bit of the column of each cell.
static COLUMN: [u8; 32] = {
    let mut table = [0; 32];
    let mut cell = 0;
    while cell < 27 {
        table[cell] = (cell / 9 * 9 + cell % 3) as u8;
        cell += 1;
    }
    table
};

/// The bit of each cell of a band, row by row.
static BIT: [u8; 27] = {
    let mut table = [0; 27];
    let mut cell = 0;
    while cell < 27 {
        table[cell] = (9 * (cell % 3) + 3 * (cell / 9) + cell % 9 / 3) as u8;
        cell += 1;
    }
    table
};

/// The cell of each bit.
static CELL: [u8; 32] = {
    let mut table = [0; 32];
    let mut cell = 0;
    while cell < 27 {
        table[BIT[cell] as usize] = cell as u8;
        cell += 1;
    }
    table
};

/// No answer below here.
struct Dead;

/// Cells of the board: bands 0 and 1 in the low and high half of the first word, band 2 in the second.
type Cells = [u64; 2];

const EVERY: Cells = [(ALL as u64) << 32 | ALL as u64, ALL as u64];

/// A node of the search.
#[derive(Clone, Copy)]
struct Board {
    /// The cells that each digit may take.
    places: [Cells; 9],
    /// The cells that may take several digits. Those of the others were taken from all digits but one.
    open: Cells,
    /// The digits whose cells have changed since they were looked at.
    pending: u32,
}

impl Board {
    /// The board with these givens.
    fn new(given: &[u8; 81]) -> Result<Self, Dead> {
        let mut places = [[ALL; 4]; 16];
        let mut own = [[0_u32; 4]; 16];
        for band in 0..3 {
            for cell in 0..27 {
                let digit = given[27 * band + cell] as usize & 15;
                let bit = BIT[cell];
                own[digit][band] |= 1 << bit;
                places[digit][band] &= WITH[bit as usize & 31];
            }
        }
        let open = own[0];
        let mut board = Self { places: [EVERY; 9], open: pack(open), pending: DIGITS };
        for digit in 0..9 {
            let (own, mut places) = (own[digit + 1], places[digit + 1]);
            for band in 0..3 {
                places[band] &= open[band] | own[band];
                if places[band] & own[band] != own[band] {
                    return Err(Dead);
                }
            }
            board.places[digit] = pack(places);
        }
        Ok(board)
    }

    /// Gives a cell a digit. What follows is for [`Board::propagate`].
    #[inline(always)]
    fn place(&mut self, digit: usize, band: usize, bit: u32) {
        self.places[digit][band / 2] &= !(u64::from(!WITH[bit as usize & 31]) << (band % 2 * 32));
        self.pending |= 1 << digit;
    }

    /// What follows for single digits.
    #[inline(always)]
    fn settle(&mut self) -> Result<(), Dead> {
        while self.pending != 0 {
            let digit = self.pending.trailing_zeros() as usize % 16;
            self.pending &= self.pending - 1;
            if digit >= 9 {
                unreachable!()
            }
            self.settle_digit(digit)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn settle_digit(&mut self, digit: usize) -> Result<(), Dead> {
        let [ab, c] = self.places[digit];
        let (mut a, mut b, mut c) = (ab as u32, (ab >> 32) as u32, c as u32);
        let singles = loop {
            let [in_a, in_b, in_c] = [a, b, c].map(|w| BAND[((w | w >> 9 | w >> 18) & 511) as usize]);
            a &= in_a as u32;
            b &= in_b as u32;
            c &= in_c as u32;
            let [p, q, r] = [a, b, c].map(|w| u64::from((w | w >> 3 | w >> 6) & COLUMNS));
            let [pp, qq, rr] = [p, q, r].map(|w| w | w << 27);
            let p1 = p & ((qq >> 9 & rr >> 18) | (qq >> 18 & rr >> 9));
            let q1 = q & ((pp >> 9 & rr >> 18) | (pp >> 18 & rr >> 9));
            let r1 = r & ((pp >> 9 & qq >> 18) | (pp >> 18 & qq >> 9));
            if (p1 ^ p) | (q1 ^ q) | (r1 ^ r) == 0 {
                break [in_a, in_b, in_c].map(|entry| (entry >> 32) as u32);
            }
            a &= p1 as u32 * 0o111;
            b &= q1 as u32 * 0o111;
            c &= r1 as u32 * 0o111;
        };
        if a == 0 {
            return Err(Dead);
        }
        let mut solved = [0; 4];
        for (i, w) in [a, b, c].into_iter().enumerate() {
            // The boxes of a row that have two columns left.
            let two = (w & w >> 9) | (w & w >> 18) | (w >> 9 & w >> 18);
            solved[i] = w & singles[i] & !((two & 511) * 0o001_001_001);
        }
        let solved = pack(solved);
        let new = [solved[0] & self.open[0], solved[1] & self.open[1]];
        if new != [0; 2] {
            let mut pending = 0;
            for (other, places) in self.places.iter_mut().enumerate() {
                let changed = places[0] & new[0] | places[1] & new[1];
                pending |= u32::from(changed != 0) << other;
                places[0] &= !new[0];
                places[1] &= !new[1];
            }
            self.pending = (self.pending | pending) & !(1 << digit);
            self.open[0] &= !new[0];
            self.open[1] &= !new[1];
        }
        self.places[digit] = pack([a, b, c, 0]);
        Ok(())
    }

    /// What follows without a choice; the cells with two digits left.
    #[inline(always)]
    fn propagate(&mut self) -> Result<Cells, Dead> {
        loop {
            self.settle()?;
            let (mut once, mut twice, mut thrice) = ([0; 2], [0; 2], [0; 2]);
            for places in &self.places {
                for i in 0..2 {
                    thrice[i] |= twice[i] & places[i];
                    twice[i] |= once[i] & places[i];
                    once[i] |= places[i];
                }
            }
            if once != EVERY {
                return Err(Dead);
            }
            let single = [!twice[0] & self.open[0], !twice[1] & self.open[1]];
            if single == [0; 2] {
                return Ok([twice[0] & !thrice[0], twice[1] & !thrice[1]]);
            }
            for digit in 0..9 {
                for i in 0..2 {
                    let mut here = self.places[digit][i] & single[i];
                    while here != 0 {
                        let bit = here.trailing_zeros();
                        if self.places[digit][i] >> bit & 1 == 0 {
                            return Err(Dead);
                        }
                        self.place(digit, 2 * i + bit as usize / 32, bit % 32);
                        here &= here - 1;
                    }
                }
            }
        }
    }

    /// The digits of a board without open cells.
    fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (digit, places) in (1..).zip(&self.places) {
            for (cells, word) in digits.chunks_exact_mut(27).zip(unpack(*places)) {
                let mut left = word;
                while left != 0 {
                    cells[usize::from(CELL[left.trailing_zeros() as usize & 31])] = digit;
                    left &= left - 1;
                }
            }
        }
        digits
    }
}

#[inline(always)]
fn pack([a, b, c, _]: [u32; 4]) -> Cells {
    [u64::from(b) << 32 | u64::from(a), u64::from(c)]
}

#[inline(always)]
fn unpack([ab, c]: Cells) -> [u32; 4] {
    [ab as u32, (ab >> 32) as u32, c as u32, 0]
}

/// A search under way.
struct Search<'a> {
    how: &'a How,
    take: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    nodes: u64,
}

impl Search<'_> {
    /// Finds the answers of a board; `Break` where the search ends before it is through.
    fn below(&mut self, board: &mut Board) -> ControlFlow<Ended> {
        loop {
            self.nodes += 1;
            if self.nodes % LOOK == 0
                && let Some(stop) = self.how.stopped()
            {
                return ControlFlow::Break(Ended::Stopped(stop));
            }
            let Ok(pairs) = board.propagate() else { return ControlFlow::Continue(()) };
            if board.open == [0; 2] {
                return match (self.take)(&board.digits()) {
                    ControlFlow::Continue(()) => ControlFlow::Continue(()),
                    ControlFlow::Break(()) => ControlFlow::Break(Ended::Enough),
                };
            }
            let cells = if pairs == [0; 2] { fewest(board) } else { pairs };
            let (mut digits, band, bit) = busiest(board, cells);
            while digits & (digits - 1) != 0 {
                let digit = digits.trailing_zeros() as usize % 9;
                let mut with = *board;
                with.place(digit, band, bit);
                self.below(&mut with)?;
                board.places[digit][band / 2] ^= 1 << (bit + band as u32 % 2 * 32);
                board.pending |= 1 << digit;
                digits &= digits - 1;
            }
            board.place(digits.trailing_zeros() as usize % 9, band, bit);
        }
    }
}

/// The cell among these whose digits have the most places that see it, above all among these cells themselves.
fn busiest(board: &Board, cells: Cells) -> (u32, usize, u32) {
    let words = board.places.map(unpack);
    let among = unpack(cells);
    let mut best = (0, 0, 0);
    for band in 0..3 {
        let (next, last) = ([1, 2, 0][band], [2, 0, 1][band]);
        let mut left = among[band];
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let column = COLUMN[bit as usize & 31] & 31;
            let peers = !WITH[bit as usize & 31];
            // The cells that see this one, of one digit.
            let seen = |words: &[u32; 4]| {
                let outside = (words[next] >> column & 0o111) << 9 | words[last] >> column & 0o111;
                u64::from(words[band] & peers) | u64::from(outside) << 27
            };
            let among = seen(&among);
            let (mut all, mut those) = (0, 0);
            let mut digits = digits_of(&words, band, bit);
            while digits != 0 {
                let word = seen(&words[digits.trailing_zeros() as usize % 9]);
                all += nibbles(word);
                those += nibbles(word & among);
                digits &= digits - 1;
            }
            let low = 0x0F0F_0F0F_0F0F_0F0F;
            let [all, those] = [all, those].map(|word: u64| (word & low) + (word >> 4 & low));
            let score = (all + 2 * those).wrapping_mul(0x0101_0101_0101_0101) >> 56;
            if score >= best.0 {
                best = (score, band, bit);
            }
        }
    }
    let (_, band, bit) = best;
    (digits_of(&words, band, bit), band, bit)
}

/// The digits that may take a cell.
#[inline(always)]
fn digits_of(words: &[[u32; 4]; 9], band: usize, bit: u32) -> u32 {
    (0..9).fold(0, |digits, digit| digits | (words[digit][band] >> bit & 1) << digit)
}

/// The number of bits in each four.
fn nibbles(word: u64) -> u64 {
    let twos = word - (word >> 1 & 0x5555_5555_5555_5555);
    (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333)
}

/// The open cells with the fewest digits, if that is more than two.
#[cold]
fn fewest(board: &Board) -> Cells {
    for count in 3..9 {
        let mut cells = [0; 2];
        for half in 0..2 {
            let mut open = board.open[half];
            while open != 0 {
                let bit = open.trailing_zeros();
                let n: u32 = board.places.iter().map(|places| (places[half] >> bit) as u32 & 1).sum();
                if n == count {
                    cells[half] |= 1 << bit;
                }
                open &= open - 1;
            }
        }
        if cells != [0; 2] {
            return cells;
        }
    }
    board.open
}

/// Finds the answers of a board, 0 for blanks, and says how many nodes were searched.
pub(super) fn search(given: &[u8; 81], how: &How, take: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>) -> (Ended, u64) {
    let Ok(mut board) = Board::new(given) else { return (Ended::Complete, 0) };
    let mut search = Search { how, take, nodes: 0 };
    let ended = match search.below(&mut board) {
        ControlFlow::Continue(()) => Ended::Complete,
        ControlFlow::Break(ended) => ended,
    };
    (ended, search.nodes)
}
