//! The words of `lanes` written plainly, without vectors: what those are tested against.

use super::lanes::{Eight, Level, Sixteen, Table};

/// No vectors.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Level for Plain {
    type Words = [u16; 16];

    fn load(self, table: &Table) -> [u16; 16] {
        table.0
    }

    fn counts(self, words: [u16; 16]) -> [u16; 16] {
        words.map(|word| word.count_ones() as u16)
    }
}

/// The words made of each pair of words.
fn pairs<const N: usize>(some: [u16; N], others: [u16; N], made: impl Fn(u16, u16) -> u16) -> [u16; N] {
    std::array::from_fn(|at| made(some[at], others[at]))
}

/// The word that a shuffle takes from a half.
fn taken(half: &[u16], from: u16) -> u16 {
    if from & 0x80 == 0 { half[usize::from(from as u8) / 2 % 8] } else { 0 }
}

impl Sixteen for [u16; 16] {
    type Half = [u16; 8];

    fn and(self, other: Self) -> Self {
        pairs(self, other, |a, b| a & b)
    }

    fn or(self, other: Self) -> Self {
        pairs(self, other, |a, b| a | b)
    }

    fn without(self, other: Self) -> Self {
        pairs(self, other, |a, b| a & !b)
    }

    fn equal(self, other: Self) -> Self {
        pairs(self, other, |a, b| if a == b { u16::MAX } else { 0 })
    }

    fn any_less(self, other: Self) -> bool {
        pairs(self, other, |a, b| u16::from(a < b)).iter().fold(0, |any, less| any | less) != 0
    }

    fn covers(self, other: Self) -> bool {
        other.without(self).iter().fold(0, |any, word| any | word) == 0
    }

    fn turned_rows(self) -> [Self; 3] {
        [3, 2, 1].map(|by| std::array::from_fn(|at| self[at / 4 * 4 + (at + by) % 4]))
    }

    fn turned_columns(self) -> [Self; 3] {
        [12, 8, 4].map(|by| std::array::from_fn(|at| self[(at + by) % 16]))
    }

    fn with_last_row(self, other: Self) -> Self {
        std::array::from_fn(|at| if at / 4 == 3 { other[at] } else { self[at] })
    }

    fn with_last_column(self, other: Self) -> Self {
        std::array::from_fn(|at| if at % 4 == 3 { other[at] } else { self[at] })
    }

    fn shuffle(self, words: Self) -> Self {
        std::array::from_fn(|at| taken(&self[at / 8 * 8..][..8], words[at]))
    }

    fn exchanged(self) -> Self {
        std::array::from_fn(|at| self[(at + 8) % 16])
    }

    fn low(self) -> [u16; 8] {
        std::array::from_fn(|at| self[at])
    }

    fn high(self) -> [u16; 8] {
        std::array::from_fn(|at| self[at + 8])
    }

    fn to_array(self) -> [u16; 16] {
        self
    }
}

impl Eight for [u16; 8] {
    type Words = [u16; 16];

    fn and(self, other: Self) -> Self {
        pairs(self, other, |a, b| a & b)
    }

    fn or(self, other: Self) -> Self {
        pairs(self, other, |a, b| a | b)
    }

    fn without(self, other: Self) -> Self {
        pairs(self, other, |a, b| a & !b)
    }

    fn covers(self, other: Self) -> bool {
        other.without(self).iter().fold(0, |any, word| any | word) == 0
    }

    fn shuffle(self, words: Self) -> Self {
        words.map(|from| taken(&self, from))
    }

    fn twice(self) -> [u16; 16] {
        std::array::from_fn(|at| self[at % 8])
    }

    fn quads(self) -> [u64; 2] {
        let quad = |from: usize| (0..4).fold(0, |quad, at| quad | u64::from(self[from + at]) << (16 * at));
        [quad(0), quad(4)]
    }
}

mod tests {
    use super::super::lanes::from;
    use super::*;
    use crate::random::Random;
    use crate::sudoku::triads::x86::{Avx2, Bitalg};

    /// Every operation on these words, as arrays.
    fn all_results<L: Level>(level: L, [one, two, shuffle]: [&Table; 3]) -> Vec<Vec<u16>> {
        let (a, b, by) = (level.load(one), level.load(two), level.load(shuffle));
        let [low, high] = [a.low(), b.high()];
        let whole = [a.and(b), a.or(b), a.without(b), a.equal(b), level.counts(a), a.shuffle(by), a.exchanged()];
        let parts = [a.with_last_row(b), a.with_last_column(b)];
        let turned = [a.turned_rows(), a.turned_columns()].concat();
        let halves = [low.and(high), low.or(high), low.without(high), low.shuffle(by.low())].map(Eight::twice);
        let flags = [a.any_less(b), a.covers(b), a.covers(a.and(b)), low.covers(high), low.covers(low.and(high))];
        let mut all: Vec<Vec<u16>> =
            [&whole[..], &parts, &turned, &halves].concat().iter().map(|words| words.to_array().to_vec()).collect();
        all.push(flags.map(u16::from).to_vec());
        all.push(
            low.quads()
                .into_iter()
                .chain(high.quads())
                .flat_map(|quad| (0..4).map(move |i| (quad >> (16 * i)) as u16))
                .collect(),
        );
        all
    }

    #[test]
    fn vectors_do_what_plain_words_do() {
        let mut random = Random::new(7, 0);
        for round in 0..2000 {
            // Equal words, and words with few bits, must occur.
            let mask = [0x1ff, 0x3, 0x101][round % 3];
            let mut words = || Table(std::array::from_fn(|_| random.next() as u16 & mask));
            let (one, two) = (words(), words());
            let shuffle = Table(std::array::from_fn(|_| from(random.below(9))));
            let tables = [&one, &two, &shuffle];
            let plain = all_results(Plain, tables);
            if let Some(level) = Avx2::detect() {
                assert_eq!(all_results(level, tables), plain);
            }
            if let Some(level) = Bitalg::detect() {
                assert_eq!(all_results(level, tables), plain);
            }
        }
    }
}
