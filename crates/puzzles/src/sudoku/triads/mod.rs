//! A search for boards of nine made for vector registers: boxes and bands as words of nine bits, one for each digit.
//!
//! ```text
//!   a box   c c c r     c  the digits that a cell may have
//!           c c c r     r  the digits that may be missing in a row of the box
//!           c c c r     k  the digits that may be missing in a column of the box
//!           k k k *     *  all digits
//!
//!   a band  p p p p p p for each permutation the digits that may lie so that box j has them in its row p(j)
//! ```
//!
//! In a box every digit is in one word of each `c c c r` and each `c c c k`, and in two of three `r` and of three `k`. What
//! boxes know of each other goes through bands; three boxes in a column are a band as well, with columns for rows. To
//! reason with the digits of three cells, and with permutations, is the idea of T. Dillon's tdoku (2019).

mod lanes;
#[cfg(test)]
mod plain;
mod x86;

use std::ops::ControlFlow;

use self::lanes::{Eight, Level, Sixteen, Table, from};
use self::x86::{Avx2, Bitalg};
use super::kernel::{Ended, LOOK};
use crate::search::How;

/// All digits.
const ALL: u16 = 0x1ff;

/// The row of each of three boxes that a digit lies in: the even permutations, then the odd ones.
const PERMUTATIONS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// Takes the digits of an answer.
type Take<'a> = dyn FnMut(&[u8; 81]) -> ControlFlow<()> + 'a;

/// Finds the answers of a board, 0 for blanks; also says how many nodes were searched. `None` where the machine has no
/// vectors for it.
#[allow(unsafe_code)]
pub(super) fn search(given: &[u8; 81], how: &How, take: &mut Take<'_>) -> Option<(Ended, u64)> {
    if let Some(level) = Bitalg::detect() {
        // SAFETY: what it enables was detected.
        return Some(unsafe { by_bitalg(level, given, how, take) });
    }
    // SAFETY: what it enables was detected.
    Avx2::detect().map(|level| unsafe { by_avx2(level, given, how, take) })
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn by_avx2(level: Avx2, given: &[u8; 81], how: &How, take: &mut Take<'_>) -> (Ended, u64) {
    search_at(level, given, how, take)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512bitalg")]
fn by_bitalg(level: Bitalg, given: &[u8; 81], how: &How, take: &mut Take<'_>) -> (Ended, u64) {
    search_at(level, given, how, take)
}

#[inline(always)]
fn search_at<L: Level>(level: L, given: &[u8; 81], how: &How, take: &mut Take<'_>) -> (Ended, u64) {
    let Some(mut board) = Board::new(level, given) else {
        return (Ended::Complete, 0);
    };
    // The boards where the first permutation of a digit was tried: what is left of them, and the band that changed.
    let mut open: Vec<(Board<L::Words>, usize)> = Vec::new();
    let (mut boxes, mut bands) = (u32::from(ALL), 0);
    let mut nodes = 0;
    loop {
        nodes += 1;
        if nodes % LOOK == 0
            && let Some(stop) = how.stopped()
        {
            return (Ended::Stopped(stop), nodes);
        }
        if board.propagate(level, boxes, bands) {
            if let Some((band, digit)) = board.choice() {
                if open.capacity() == 0 {
                    open.reserve(32);
                }
                let [first, others] = halves(level, board.bands[band], digit);
                open.push((board, band));
                let last = open.len() - 1;
                open[last].0.bands[band] = others;
                board.bands[band] = first;
                (boxes, bands) = (0, 1 << band);
                continue;
            }
            if board.is_answer() && take(&board.digits()).is_break() {
                return (Ended::Enough, nodes);
            }
        }
        let Some((other, band)) = open.pop() else {
            return (Ended::Complete, nodes);
        };
        board = other;
        (boxes, bands) = (0, 1 << band);
    }
}

/// A node of the search.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Board<W: Sixteen> {
    boxes: [W; 9],
    /// Three of boxes in a row, three of boxes in a column.
    bands: [W::Half; 6],
}

impl<W: Sixteen> Board<W> {
    #[inline(always)]
    fn new(level: impl Level<Words = W>, given: &[u8; 81]) -> Option<Self> {
        const SETS: [u16; 10] = [ALL, 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8];
        const BAND: Table = Table([ALL, ALL, ALL, ALL, ALL, ALL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let mut boxes = [Table([ALL; 16]); 9];
        for (at, words) in boxes.iter_mut().enumerate() {
            for (cell, word) in cells_of(at) {
                words.0[word] = SETS[usize::from(given[cell])];
            }
        }
        let mut board = Self { boxes: boxes.map(|words| level.load(&words)), bands: [level.load(&BAND).low(); 6] };
        // Bands first hear of boxes that know what their givens say.
        for words in &mut board.boxes {
            *words = settle(level, *words)?.0;
        }
        Some(board)
    }

    /// Everything that follows from the boxes and bands that changed; `false` where a contradiction does.
    #[inline(always)]
    fn propagate(&mut self, level: impl Level<Words = W>, mut boxes: u32, mut bands: u32) -> bool {
        // One step for all that changed, instead of one box to its end: what they do overlaps in the processor, and
        // there is no branch on what happened in each.
        while boxes | bands != 0 {
            let mut again = 0;
            while boxes != 0 {
                let at = boxes.trailing_zeros() as usize;
                boxes &= boxes - 1;
                let Some((left, seen)) = settle(level, self.boxes[at]) else {
                    return false;
                };
                again |= u32::from(!left.covers(self.boxes[at])) << at;
                self.boxes[at] = left;
                let told = tell_bands(level, at, seen);
                for (band, told) in [(at / 3, told.low()), (3 + at % 3, told.high())] {
                    let left = self.bands[band].and(told);
                    bands |= u32::from(!left.covers(self.bands[band])) << band;
                    self.bands[band] = left;
                }
            }
            boxes = again;
            while bands != 0 {
                let at = bands.trailing_zeros() as usize;
                bands &= bands - 1;
                let Some(band) = settle_band(level, self.bands[at]) else {
                    return false;
                };
                self.bands[at] = band;
                for (j, told) in tell_boxes(level, band, at / 3).into_iter().enumerate() {
                    let the_box = if at < 3 { at * 3 + j } else { at - 3 + j * 3 };
                    let left = self.boxes[the_box].and(told);
                    boxes |= u32::from(!left.covers(self.boxes[the_box])) << the_box;
                    self.boxes[the_box] = left;
                }
            }
        }
        true
    }

    /// A band and a digit in it to choose a permutation for: in the band with the fewest, the digit with the fewest.
    /// `None` where no band has more than nine.
    #[inline(always)]
    fn choice(&self) -> Option<(usize, u16)> {
        let mut fewest = u32::MAX;
        for (at, band) in self.bands.iter().enumerate() {
            let [low, high] = band.quads();
            let count = low.count_ones() + high.count_ones();
            if count > 9 {
                fewest = fewest.min(count << 3 | at as u32);
            }
        }
        if fewest == u32::MAX {
            return None;
        }
        let band = (fewest & 7) as usize;
        let [low, high] = self.bands[band].quads();
        let (mut once, mut twice, mut thrice, mut more) = (0, 0, 0, 0);
        for digits in [low, low >> 16, low >> 32, low >> 48, high, high >> 16] {
            let digits = digits as u16;
            more |= thrice & digits;
            thrice |= twice & digits;
            twice |= once & digits;
            once |= digits;
        }
        let digits = match (twice & !thrice, thrice & !more) {
            (0, 0) => more,
            (0, three) => three,
            (two, _) => two,
        };
        Some((band, digits & digits.wrapping_neg()))
    }

    /// Whether every digit has a permutation in every band, where there is no choice. Then it has one, and so one cell in
    /// each box; and because no cell is empty, each has one digit.
    #[inline(always)]
    fn is_answer(&self) -> bool {
        self.bands.iter().all(|band| {
            let [low, high] = band.quads();
            let digits = low | low >> 16 | low >> 32 | low >> 48 | high | high >> 16;
            digits as u16 & ALL == ALL
        })
    }

    #[inline(always)]
    fn digits(&self) -> [u8; 81] {
        let mut digits = [0; 81];
        for (at, words) in self.boxes.iter().enumerate() {
            let words = words.to_array();
            for (cell, word) in cells_of(at) {
                digits[cell] = words[word].trailing_zeros() as u8 + 1;
            }
        }
        digits
    }
}

/// The cells of a box in the board, each with its word in the box.
#[inline(always)]
fn cells_of(at: usize) -> impl Iterator<Item = (usize, usize)> {
    let corner = at / 3 * 27 + at % 3 * 3;
    (0..9).map(move |i| (corner + i / 3 * 9 + i % 3, i / 3 * 4 + i % 3))
}

/// A band with the first permutation of a digit only, and with the others only.
#[inline(always)]
fn halves<L: Level>(level: L, band: Half<L>, digit: u16) -> [Half<L>; 2] {
    let here = band.and(level.load(&Table([digit; 16])).low());
    let [low, high] = here.quads();
    let first = if low != 0 { [low & low.wrapping_neg(), 0] } else { [0, high & high.wrapping_neg()] };
    let first = level.load(&Table(std::array::from_fn(|at| (first[at / 4 % 2] >> (at % 4 * 16)) as u16))).low();
    [band.without(here.without(first)), band.without(first)]
}

type Half<L> = <<L as Level>::Words as Sixteen>::Half;

/// A step inside a box: what is left of it, and the digits that each of its rows and columns may have then, in the last
/// column and the last row. `None` where it contradicts itself.
#[inline(always)]
fn settle<L: Level>(level: L, words: L::Words) -> Option<(L::Words, L::Words)> {
    /// A cell has a digit, and six of nine are missing in a row.
    const LEAST: Table = Table([1, 1, 1, 6, 1, 1, 1, 6, 1, 1, 1, 6, 6, 6, 6, 0]);
    const CELLS: Table = Table([ALL, ALL, ALL, 0, ALL, ALL, ALL, 0, ALL, ALL, ALL, 0, 0, 0, 0, 0]);
    const CORNER: Table = Table([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ALL]);
    const NONE: Table = Table([0; 16]);
    let [least, cells, corner, none] = [&LEAST, &CELLS, &CORNER, &NONE].map(|table| level.load(table));

    let counts = level.counts(words);
    if counts.any_less(least) {
        return None;
    }
    // True are: what no other word of a group has, the digits missing here because another row has them, and all of a
    // word that has no more than it needs.
    let (rows, columns) = (words.turned_rows(), words.turned_columns());
    let open = any(rows).with_last_row(all(rows)).and(any(columns).with_last_column(all(columns)));
    let sure = words.without(open.without(counts.equal(least)).or(corner));
    // They leave the other words of their groups, and a cell that has its digit loses the others.
    let gone_in_rows = any(sure.turned_rows()).with_last_row(none);
    let gone_in_columns = any(sure.turned_columns()).with_last_column(none);
    let alone = sure.or(sure.and(cells).equal(none));
    let left = words.and(alone).without(gone_in_rows.or(gone_in_columns));
    Some((left, any(left.turned_rows()).with_last_row(any(left.turned_columns()))))
}

/// What is in one of the three.
#[inline(always)]
fn any<W: Sixteen>([first, second, third]: [W; 3]) -> W {
    first.or(second).or(third)
}

/// What is in all three.
#[inline(always)]
fn all<W: Sixteen>([first, second, third]: [W; 3]) -> W {
    first.and(second).and(third)
}

/// What a box allows its bands: that of boxes in a row in the low half, that of boxes in a column in the high half.
#[inline(always)]
fn tell_bands<L: Level>(level: L, at: usize, seen: L::Words) -> L::Words {
    /// For each box the words of the same half and of the other: rows are seen in 3, 7 and 11, columns in 12, 13 and 14.
    const SEEN: [[Table; 2]; 9] = {
        let mut tables = [[NOTHING; 2]; 9];
        let mut i = 0;
        while i < 9 * 6 {
            let (at, p) = (i / 6, i % 6);
            let [same, other] = &mut tables[at];
            let (row, column) = (PERMUTATIONS[p][at % 3], PERMUTATIONS[p][at / 3]);
            if row < 2 {
                same.0[p] = from(row * 4 + 3);
            } else {
                other.0[p] = from(3);
            }
            same.0[8 + p] = from(4 + column);
            i += 1;
        }
        tables
    };
    let [same, other] = &SEEN[at];
    seen.shuffle(level.load(same)).or(seen.exchanged().shuffle(level.load(other)))
}

/// A shuffle that takes nothing.
const NOTHING: Table = Table([from(usize::MAX); 16]);

/// The digits that each row of each box of a band may have, that of row `i` of box `j` in word `4j + i`; all digits in
/// words 3, 7 and the last five.
#[inline(always)]
fn rows_of<L: Level>(level: L, band: Half<L>) -> L::Words {
    const EVEN_AND_ODD: [Table; 2] = {
        let mut tables = [NOTHING; 2];
        let mut i = 0;
        while i < 3 * 6 {
            let (j, p) = (i / 6, i % 6);
            tables[p / 3].0[j * 4 + PERMUTATIONS[p][j]] = from(p);
            i += 1;
        }
        tables
    };
    const REST: Table = Table([0, 0, 0, ALL, 0, 0, 0, ALL, 0, 0, 0, ALL, ALL, ALL, ALL, ALL]);
    let band = band.twice();
    let [even, odd] = EVEN_AND_ODD.map(|table| band.shuffle(level.load(&table)));
    even.or(odd).or(level.load(&REST))
}

/// A step inside a band: three digits that may lie in a row of a box lie there. `None` where there are fewer.
#[inline(always)]
fn settle_band<L: Level>(level: L, band: Half<L>) -> Option<Half<L>> {
    /// The two other rows of the same box.
    const OTHERS: [Table; 2] = {
        let mut tables = [NOTHING; 2];
        let mut i = 0;
        while i < 3 * 3 {
            let (j, row) = (i / 3, i % 3);
            tables[0].0[j * 4 + row] = from(j % 2 * 4 + (row + 1) % 3);
            tables[1].0[j * 4 + row] = from(j % 2 * 4 + (row + 2) % 3);
            i += 1;
        }
        tables
    };
    /// The row of each box in each permutation.
    const ROW: [Table; 3] = {
        let mut tables = [NOTHING; 3];
        let mut i = 0;
        while i < 3 * 6 {
            let (j, p) = (i / 6, i % 6);
            tables[j].0[p] = from(j % 2 * 4 + PERMUTATIONS[p][j]);
            i += 1;
        }
        tables
    };
    const THREE: Table = Table([3; 16]);
    let three = level.load(&THREE);
    let rows = rows_of(level, band);
    let counts = level.counts(rows);
    if counts.any_less(three) {
        return None;
    }
    let sure = rows.and(counts.equal(three));
    let elsewhere = sure.shuffle(level.load(&OTHERS[0])).or(sure.shuffle(level.load(&OTHERS[1])));
    let [first, second, third] = ROW.map(|table| level.load(&table).low());
    let (low, high) = (elsewhere.low(), elsewhere.high());
    Some(band.without(low.shuffle(first).or(low.shuffle(second)).or(high.shuffle(third))))
}

/// What a band allows each of its boxes, which lie in a column if `turned`.
#[inline(always)]
fn tell_boxes<L: Level>(level: L, band: Half<L>, turned: usize) -> [L::Words; 3] {
    /// For a band and a turned one, for boxes in the first half of its low or high rows and in the second: the two words
    /// whose union is allowed. A digit may be missing in a row if it may be in another.
    const ROWS: [[[Table; 2]; 2]; 2] = {
        let mut tables = [[[Table([from(3); 16]); 2]; 2]; 2];
        let mut i = 0;
        while i < 2 * 2 * 3 * 2 {
            let (turned, j, row, side) = (i / 12, i / 6 % 2, i / 2 % 3, i % 2);
            let (down, right) = if turned == 0 { (4, 1) } else { (1, 4) };
            let words = &mut tables[turned][j][side].0;
            let mut cell = 0;
            while cell < 3 {
                words[row * down + cell * right] = from(j * 4 + row);
                cell += 1;
            }
            words[row * down + 3 * right] = from(j * 4 + (row + 1 + side) % 3);
            i += 1;
        }
        tables
    };
    let rows = rows_of(level, band);
    let (low, high) = (rows.low().twice(), rows.high().twice());
    let [first, second] = &ROWS[turned];
    [(low, first), (low, second), (high, first)]
        .map(|(rows, [one, other])| rows.shuffle(level.load(one)).or(rows.shuffle(level.load(other))))
}

#[cfg(test)]
mod tests {
    use super::super::kernel;
    use super::super::shuffle::Shuffle;
    use super::plain::Plain;
    use super::*;
    use crate::random::Random;

    const EMPTY: [u8; 81] = [0; 81];

    /// An answer, as regular as can be.
    fn pattern() -> [u8; 81] {
        std::array::from_fn(|cell| ((cell / 9 * 3 + cell / 27 + cell % 9) % 9) as u8 + 1)
    }

    /// The answers that a search hands out, at most so many, in their order; and what it says.
    fn collected<T>(limit: usize, search: impl FnOnce(&mut Take<'_>) -> T) -> (Vec<[u8; 81]>, T) {
        let mut answers = Vec::new();
        let said = search(&mut |digits| {
            answers.push(*digits);
            if answers.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (answers, said)
    }

    /// Compares with the kernel for all sizes: as many answers up to the limit, and the same ones if these are all. Says
    /// how many; `None` where the machine has no vectors.
    fn compared(given: &[u8; 81], limit: usize) -> Option<usize> {
        let how = How::default();
        let (mut ours, said) = collected(limit, |take| search(given, &how, take));
        let (ended, _) = said?;
        let (mut others, (other_ended, _)) = collected(limit, |take| {
            kernel::search(3, given, u64::MAX, &how, &mut |cells| {
                take(&kernel::digits(cells).collect::<Vec<_>>().try_into().expect("81 digits"))
            })
        });
        assert_eq!((ours.len(), ended), (others.len(), other_ended), "{given:?}");
        if ended == Ended::Complete {
            ours.sort_unstable();
            others.sort_unstable();
            assert_eq!(ours, others, "{given:?}");
        } else {
            ours.sort_unstable();
            ours.dedup();
            assert_eq!(ours.len(), limit, "an answer comes once: {given:?}");
        }
        Some(ours.len())
    }

    #[test]
    fn random_boards_have_the_answers_that_the_kernel_for_all_sizes_finds() {
        let mut random = Random::new(5, 9);
        let mut boards_with = [0; 4];
        for _ in 0..20_000 {
            let answer = Shuffle::random(3, &mut random).apply(&pattern());
            let mut order: Vec<usize> = (0..81).collect();
            random.shuffle(&mut order);
            let mut given = EMPTY;
            let clues = 20 + random.below(30);
            for &cell in &order[..clues] {
                given[cell] = answer[cell];
            }
            // Some lose their answers, often so that only a search can see it.
            if random.chance(1, 4) {
                given[order[0]] = given[order[0]] % 9 + 1;
            }
            let Some(answers) = compared(&given, 40) else { return };
            boards_with[answers.min(3)] += 1;
        }
        assert!(boards_with.iter().all(|boards| *boards > 500), "{boards_with:?}");
    }

    #[test]
    fn boards_without_givens_and_with_clashing_ones_end() {
        let Some(answers) = compared(&EMPTY, 1000) else { return };
        assert_eq!(answers, 1000);
        for other in (1..81).filter(|other| other / 9 == 0 || other % 9 == 0 || (other / 27 == 0 && other % 9 < 3)) {
            let mut clashing = EMPTY;
            (clashing[0], clashing[other]) = (7, 7);
            assert_eq!(compared(&clashing, 3), Some(0));
        }
        assert_eq!(compared(&pattern(), 3), Some(1));
    }

    #[test]
    fn boards_of_the_data_have_the_answers_that_the_kernel_for_all_sizes_finds() {
        let Some(data) = std::env::var_os("ENTAIL_DATA") else {
            println!("ENTAIL_DATA is not set: no data");
            return;
        };
        for file in std::fs::read_dir(std::path::Path::new(&data).join("sudoku")).expect("a folder of boards") {
            let path = file.expect("a file").path();
            if path.extension().is_none_or(|ext| ext != "txt") {
                continue;
            }
            for line in std::fs::read_to_string(&path).expect("a text").lines() {
                let digits =
                    line.bytes().take(81).map(|byte| if byte == b'.' { Some(0) } else { byte.checked_sub(b'0') });
                let digits: Option<Vec<u8>> = digits.map(|digit| digit.filter(|digit| *digit <= 9)).collect();
                if let Some(given) = digits.and_then(|digits| digits.try_into().ok()) {
                    compared(&given, 3);
                }
            }
        }
    }

    #[test]
    #[allow(unsafe_code)]
    fn all_levels_search_the_same_nodes() {
        let mut random = Random::new(5, 10);
        let how = How::default();
        for _ in 0..200 {
            let answer = Shuffle::random(3, &mut random).apply(&pattern());
            let given = std::array::from_fn(|cell| if random.chance(1, 3) { answer[cell] } else { 0 });
            let plain = collected(40, |take| search_at(Plain, &given, &how, take));
            if let Some(level) = Avx2::detect() {
                // SAFETY: what it enables was detected.
                assert_eq!(collected(40, |take| unsafe { by_avx2(level, &given, &how, take) }), plain);
            }
            if let Some(level) = Bitalg::detect() {
                // SAFETY: what it enables was detected.
                assert_eq!(collected(40, |take| unsafe { by_bitalg(level, &given, &how, take) }), plain);
            }
        }
    }
}
