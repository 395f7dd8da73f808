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
//! In a band a digit takes another box in each row, so of the nine bits of rows and boxes only those on a permutation stay;
//! in a stack of boxes the same for columns and bands. This is all that hidden singles and locked candidates say of one
//! digit. (Words by digit and band, and guesses in cells with two digits: zhouyundong, JCZSolve, 2012.)

use std::ops::ControlFlow;

use super::kernel::{Ended, LOOK};
use crate::search::How;

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The first row of a band: as bits of columns, see the drawing.
const COLUMNS: u32 = 0o007_007_007;
/// The first box of a band.
const BOX: u32 = 0o111_111_111;
/// The first column of a band.
const COLUMN: u32 = 0o111;
/// Makes a cell of the first column of boxes the whole row of its box.
const ACROSS: u32 = 0o001_001_001;

/// For each set of boxes that the rows of a band may take a digit in (bit 3 · row + box): the cells of those on a
/// permutation, and above 32 bits the rows that are left one box.
static PERMUTED: [u64; 512] = {
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
        let mut single = 0;
        let mut row = 0;
        while row < 3 {
            if (kept >> (3 * row) & 7_u32).is_power_of_two() {
                single |= 7 << (3 * row);
            }
            row += 1;
        }
        table[set as usize] = (kept * ACROSS) as u64 | ((single * ACROSS) as u64) << 32;
        set += 1;
    }
    table
};

/// For each cell of a band: those that can have its digit when it has, and the cell itself.
static WITH: [u32; 32] = {
    let mut table = [0; 32];
    let mut bit = 0;
    while bit < 27 {
        table[bit] = BAND & !(COLUMNS << (bit / 3 % 3 * 3)) & !(BOX << (bit % 3)) | 1 << bit;
        bit += 1;
    }
    table
};

/// The bit of each cell of a band, the cells counted row by row.
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

/// Finds the answers of a board, 0 for blanks, each once, and says how many nodes were searched.
pub(super) fn search(given: &[u8; 81], how: &How, take: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>) -> (Ended, u64) {
    let Ok(mut board) = Board::new(given) else { return (Ended::Complete, 0) };
    let mut search = Search { how, take, nodes: 0 };
    let ended = search.below(&mut board).break_value().unwrap_or(Ended::Complete);
    (ended, search.nodes)
}

/// A search under way.
struct Search<'a> {
    how: &'a How,
    take: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
    nodes: u64,
}

impl Search<'_> {
    /// Finds the answers of a board, which is lost; `Break` where the search ends before it is through. Every call has
    /// a cell more with one digit than the call that made it, so they never stand deep.
    fn below(&mut self, board: &mut Board) -> ControlFlow<Ended> {
        loop {
            self.nodes += 1;
            if self.nodes.is_multiple_of(LOOK)
                && let Some(stop) = self.how.stopped()
            {
                return ControlFlow::Break(Ended::Stopped(stop));
            }
            let Ok(pairs) = board.propagate() else { return ControlFlow::Continue(()) };
            if board.open == [0; 2] {
                return (self.take)(&board.digits()).map_break(|()| Ended::Enough);
            }
            let (band, bit, mut digits) = board.choice(if pairs == [0; 2] { board.with_fewest() } else { pairs });
            while digits & (digits - 1) != 0 {
                let digit = digits.trailing_zeros() as usize;
                let mut with = *board;
                with.place(digit, band, bit);
                self.below(&mut with)?;
                board.remove(digit, band, 1 << bit);
                digits &= digits - 1;
            }
            board.place(digits.trailing_zeros() as usize, band, bit);
        }
    }
}

/// No answer below here.
struct Dead;

/// Cells of the board: bands 0 and 1 in the low and the high half of the first word, band 2 in the second.
type Cells = [u64; 2];

fn pack([a, b, c]: [u32; 3]) -> Cells {
    [u64::from(b) << 32 | u64::from(a), u64::from(c)]
}

fn unpack([ab, c]: Cells) -> [u32; 3] {
    [ab as u32, (ab >> 32) as u32, c as u32]
}

/// A node of the search.
#[derive(Clone, Copy)]
struct Board {
    /// The cells that each digit may take.
    places: [Cells; 9],
    /// The cells that have not got their digit yet. All others are a place of this digit only.
    open: Cells,
    /// The digits whose places have changed since it was asked what follows from them.
    pending: u32,
}

impl Board {
    /// The board with these givens.
    fn new(given: &[u8; 81]) -> Result<Self, Dead> {
        // By digit, and 0 for blanks. A branch on each cell would cost more than what it saves.
        let (mut own, mut places) = ([[0; 3]; 16], [[BAND; 3]; 16]);
        for (band, cells) in given.chunks_exact(27).enumerate() {
            for (digit, bit) in cells.iter().zip(BIT) {
                let digit = usize::from(digit & 15);
                own[digit][band] |= 1 << bit;
                places[digit][band] &= WITH[usize::from(bit)];
            }
        }
        let open = own[0];
        let mut board = Self { places: [[0; 2]; 9], open: pack(open), pending: (1 << 9) - 1 };
        for (board, (own, places)) in board.places.iter_mut().zip(own.iter().zip(&places).skip(1)) {
            if (0..3).any(|band| own[band] & !places[band] != 0) {
                return Err(Dead);
            }
            *board = pack([0, 1, 2].map(|band| places[band] & (open[band] | own[band])));
        }
        Ok(board)
    }

    /// Takes places in a band from a digit.
    #[inline(always)]
    fn remove(&mut self, digit: usize, band: usize, places: u32) {
        self.places[digit][band / 2] &= !(u64::from(places) << (band % 2 * 32));
        self.pending |= 1 << digit;
    }

    /// Gives a cell a digit; what follows is for [`Board::propagate`] to find.
    #[inline(always)]
    fn place(&mut self, digit: usize, band: usize, bit: u32) {
        self.remove(digit, band, BAND & !WITH[bit as usize % 32]);
    }

    /// What follows without a choice. Says which cells may have just two digits.
    #[inline(always)]
    fn propagate(&mut self) -> Result<Cells, Dead> {
        loop {
            while self.pending != 0 {
                let digit = self.pending.trailing_zeros();
                self.pending &= self.pending - 1;
                self.settle(digit as usize)?;
            }
            // Cells that at least so many digits may take.
            let (mut one, mut two, mut three) = ([0; 2], [0; 2], [0; 2]);
            for places in &self.places {
                for i in 0..2 {
                    three[i] |= two[i] & places[i];
                    two[i] |= one[i] & places[i];
                    one[i] |= places[i];
                }
            }
            if one != pack([BAND; 3]) {
                return Err(Dead);
            }
            let single = [self.open[0] & !two[0], self.open[1] & !two[1]];
            if single == [0; 2] {
                return Ok([two[0] & !three[0], two[1] & !three[1]]);
            }
            self.place_singles(unpack(single))?;
        }
    }

    /// Gives each of these cells the only digit that it may take.
    fn place_singles(&mut self, single: [u32; 3]) -> Result<(), Dead> {
        for digit in 0..9 {
            for (band, single) in single.into_iter().enumerate() {
                let mut left = unpack(self.places[digit])[band] & single;
                while left != 0 {
                    let bit = left.trailing_zeros();
                    // Another cell that this one sees may have taken the digit.
                    if unpack(self.places[digit])[band] >> bit & 1 == 0 {
                        return Err(Dead);
                    }
                    self.place(digit, band, bit);
                    left &= left - 1;
                }
            }
        }
        Ok(())
    }

    /// What follows from the places of a digit: for itself, and for others in the cells that it gets.
    #[inline(always)]
    fn settle(&mut self, digit: usize) -> Result<(), Dead> {
        let [mut a, mut b, mut c] = unpack(self.places[digit]);
        let single_rows = loop {
            let [in_a, in_b, in_c] = [a, b, c].map(|w| PERMUTED[((w | w >> 9 | w >> 18) & 511) as usize]);
            a &= in_a as u32;
            b &= in_b as u32;
            c &= in_c as u32;
            let [p, q, r] = [a, b, c].map(|w| u64::from((w | w >> 3 | w >> 6) & COLUMNS));
            // Twice in a row, so that a shift by 9 or 18 is another column of the same box.
            let [pp, qq, rr] = [p, q, r].map(|w| w | w << 27);
            let p_kept = p & ((qq >> 9 & rr >> 18) | (qq >> 18 & rr >> 9));
            let q_kept = q & ((pp >> 9 & rr >> 18) | (pp >> 18 & rr >> 9));
            let r_kept = r & ((pp >> 9 & qq >> 18) | (pp >> 18 & qq >> 9));
            if (p ^ p_kept) | (q ^ q_kept) | (r ^ r_kept) == 0 {
                break [in_a, in_b, in_c].map(|entry| (entry >> 32) as u32);
            }
            a &= p_kept as u32 * COLUMN;
            b &= q_kept as u32 * COLUMN;
            c &= r_kept as u32 * COLUMN;
        };
        // A band without a place has left the others none.
        if a == 0 {
            return Err(Dead);
        }
        let alone = |w: u32, single_rows: u32| {
            let several_columns = ((w & w >> 9) | (w & w >> 18) | (w >> 9 & w >> 18)) & 511;
            w & single_rows & !(several_columns * ACROSS)
        };
        let got = pack([alone(a, single_rows[0]), alone(b, single_rows[1]), alone(c, single_rows[2])]);
        let new = [got[0] & self.open[0], got[1] & self.open[1]];
        if new != [0; 2] {
            self.open = [self.open[0] ^ new[0], self.open[1] ^ new[1]];
            let mut changed = 0;
            for (other, places) in self.places.iter_mut().enumerate() {
                changed |= u32::from(places[0] & new[0] | places[1] & new[1] != 0) << other;
                *places = [places[0] & !new[0], places[1] & !new[1]];
            }
            self.pending |= changed & !(1 << digit);
        }
        self.places[digit] = pack([a, b, c]);
        Ok(())
    }

    /// The cells with the fewest digits, where none has two.
    #[cold]
    fn with_fewest(&self) -> Cells {
        // Cells that at least so many digits may take.
        let mut at_least = [[0; 2]; 11];
        at_least[0] = self.open;
        for places in &self.places {
            for count in (1..=9).rev() {
                for i in 0..2 {
                    at_least[count][i] |= at_least[count - 1][i] & places[i];
                }
            }
        }
        let exactly = |count: usize| [0, 1].map(|i| at_least[count][i] & !at_least[count + 1][i]);
        (3..9).map(exactly).find(|cells| *cells != [0; 2]).unwrap_or(self.open)
    }

    /// Where to guess: the one of these cells whose digits have the most places that see it, those in these cells counted
    /// three times. Says its band, its bit and its digits. A guess that changes much ends soon either way.
    fn choice(&self, cells: Cells) -> (usize, u32, u32) {
        let cells = unpack(cells);
        let words = self.places.map(unpack);
        let digits_of = |band: usize, bit: u32| {
            words.iter().zip(0..).fold(0, |digits, (places, digit)| digits | (places[band] >> bit & 1) << digit)
        };
        let mut best = (0, 0, 0);
        for band in 0..3 {
            let [next, last] = [[1, 2], [2, 0], [0, 1]][band];
            let mut left = cells[band];
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let (seen, column) = (!WITH[bit as usize % 32], bit / 9 * 9 + bit % 3);
                let that_see_it = |places: &[u32; 3]| {
                    let outside = (places[next] >> column & COLUMN) << 9 | places[last] >> column & COLUMN;
                    u64::from(places[band] & seen) | u64::from(outside) << 27
                };
                let those = that_see_it(&cells);
                let mut score = 0;
                let mut digits = digits_of(band, bit);
                while digits != 0 {
                    let places = that_see_it(&words[digits.trailing_zeros() as usize]);
                    score += places.count_ones() + 2 * (places & those).count_ones();
                    digits &= digits - 1;
                }
                if score >= best.0 {
                    best = (score, band, bit);
                }
            }
        }
        let (_, band, bit) = best;
        (band, bit, digits_of(band, bit))
    }

    /// The digits of a board without open cells.
    fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (digit, places) in (1..).zip(&self.places) {
            for (cells, mut left) in digits.chunks_exact_mut(27).zip(unpack(*places)) {
                while left != 0 {
                    cells[usize::from(CELL[left.trailing_zeros() as usize])] = digit;
                    left &= left - 1;
                }
            }
        }
        digits
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::random::Random;
    use crate::sudoku::shuffle::Shuffle;
    use crate::sudoku::{kernel, unit_cells};

    /// Takes up to so many answers.
    fn up_to(limit: usize, answers: &mut Vec<Vec<u8>>, answer: Vec<u8>) -> ControlFlow<()> {
        answers.push(answer);
        if answers.len() >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn answers(given: &[u8; 81], limit: usize) -> Vec<Vec<u8>> {
        let mut answers = Vec::new();
        search(given, &How::default(), &mut |answer| up_to(limit, &mut answers, answer.to_vec()));
        answers
    }

    /// The same by the kernel for boards of all sizes.
    fn by_sets(given: &[u8; 81], limit: usize) -> Vec<Vec<u8>> {
        let mut answers = Vec::new();
        let mut take = |answer: &[u32]| up_to(limit, &mut answers, kernel::digits(answer).collect());
        kernel::search(3, given, u64::MAX, &How::default(), &mut take);
        answers
    }

    /// Whether two cells lie in one unit.
    fn see(one: usize, other: usize) -> bool {
        (0..27).any(|unit| [one, other].iter().all(|cell| unit_cells(3, unit).any(|of_unit| of_unit == *cell)))
    }

    /// The same by trying all digits in all cells.
    fn by_trying(cells: &mut [u8; 81], seen: &[Vec<usize>], limit: usize, answers: &mut Vec<Vec<u8>>) {
        let Some(blank) = cells.iter().position(|digit| *digit == 0) else {
            answers.push(cells.to_vec());
            return;
        };
        for digit in 1..=9 {
            if answers.len() < limit && seen[blank].iter().all(|cell| cells[*cell] != digit) {
                cells[blank] = digit;
                by_trying(cells, seen, limit, answers);
            }
        }
        cells[blank] = 0;
    }

    /// A full board, of which so many in a hundred cells are given; sometimes one of them is changed.
    fn random_board(given_of_100: usize, random: &mut Random) -> [u8; 81] {
        let full: Vec<u8> = (0..81).map(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as u8).collect();
        let mut cells = Shuffle::random(3, random).apply(&full);
        cells.iter_mut().for_each(|cell| *cell *= u8::from(random.chance(given_of_100, 100)));
        if random.chance(1, 4) {
            cells[random.below(81)] = random.below(9) as u8 + 1;
        }
        *cells.as_array().unwrap()
    }

    #[test]
    fn the_answers_are_those_of_the_other_kernel_each_once() {
        let mut random = Random::new(1, 0);
        let mut boards = [0; 4];
        for i in 0..4000 {
            let given = random_board(22 + i % 30, &mut random);
            let (mut answers, mut others) = (answers(&given, 100), by_sets(&given, 100));
            assert_eq!(answers.len(), others.len(), "{given:?}");
            boards[answers.len().min(3)] += 1;
            if answers.len() < 100 {
                answers.sort_unstable();
                others.sort_unstable();
                assert_eq!(answers, others, "{given:?}");
            }
        }
        assert!(boards.iter().all(|count| *count > 100), "with none, one, two and more answers: {boards:?}");
    }

    #[test]
    fn the_answers_are_those_that_trying_everything_finds() {
        let seen: Vec<Vec<usize>> =
            (0..81).map(|cell| (0..81).filter(|other| *other != cell && see(cell, *other)).collect()).collect();
        let mut random = Random::new(2, 0);
        for i in 0..300 {
            let given = random_board(40 + i % 30, &mut random);
            let clash =
                (0..81).any(|cell| given[cell] > 0 && seen[cell].iter().any(|other| given[*other] == given[cell]));
            let mut tried = Vec::new();
            if !clash {
                by_trying(&mut given.clone(), &seen, 50, &mut tried);
            }
            let mut answers = answers(&given, 50);
            answers.sort_unstable();
            assert!(answers == tried || tried.len() == 50 && answers.len() == 50, "{given:?}");
        }
    }

    #[test]
    fn two_equal_givens_have_an_answer_unless_they_see_each_other() {
        for one in 0..81 {
            for other in one + 1..81 {
                let mut given = [0; 81];
                (given[one], given[other]) = (5, 5);
                assert_eq!(answers(&given, 1).is_empty(), see(one, other), "{one} {other}");
            }
        }
    }

    #[test]
    fn the_empty_board_has_as_many_answers_as_are_wanted() {
        let answers = answers(&[0; 81], 1000);
        let right = |answer: &Vec<u8>| {
            (0..27).all(|unit| unit_cells(3, unit).fold(0, |set, cell| set | 1 << answer[cell]) == 0b11_1111_1110)
        };
        assert!(answers.iter().all(right));
        assert_eq!(answers.iter().collect::<HashSet<_>>().len(), 1000);
    }
}
