//! Which of the next cells are taken, as a number whose bit 0 is the next cell: 64 or 128 of them, or several words.

/// A set of the next cells. Ordered as the number it is, so that adding the same cells to each keeps their order.
pub(super) trait Window: Copy + Ord {
    /// How many cells it has room for.
    const CELLS: usize;
    /// No cell.
    const NONE: Self;

    /// With this cell.
    fn with(self, cell: usize) -> Self;
    /// The cells of both.
    fn union(self, other: Self) -> Self;
    /// Whether they share a cell.
    fn meets(self, other: Self) -> bool;
    /// The same cells seen from one cell further on.
    fn shifted(self) -> Self;
}

macro_rules! one_number {
    ($($number:ty),*) => {$(
        impl Window for $number {
            const CELLS: usize = <$number>::BITS as usize;
            const NONE: Self = 0;

            fn with(self, cell: usize) -> Self {
                self | 1 << cell
            }

            fn union(self, other: Self) -> Self {
                self | other
            }

            fn meets(self, other: Self) -> bool {
                self & other != 0
            }

            fn shifted(self) -> Self {
                self >> 1
            }
        }
    )*};
}

one_number!(u64, u128);

/// Several words, the highest first, so that they compare as one number.
impl<const WORDS: usize> Window for [u64; WORDS] {
    const CELLS: usize = 64 * WORDS;
    const NONE: Self = [0; WORDS];

    fn with(mut self, cell: usize) -> Self {
        self[WORDS - 1 - cell / 64] |= 1 << (cell % 64);
        self
    }

    fn union(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] | other[word])
    }

    fn meets(self, other: Self) -> bool {
        (0..WORDS).any(|word| self[word] & other[word] != 0)
    }

    fn shifted(self) -> Self {
        std::array::from_fn(|word| self[word] >> 1 | if word > 0 { self[word - 1] << 63 } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_words_are_the_same_number_as_one() {
        let cells = [0, 1, 5, 63, 64, 65, 100, 126];
        let sets =
            || (0..1u32 << cells.len()).map(|of| cells.iter().enumerate().filter(move |(i, _)| of >> i & 1 == 1));
        let words = |set: [u64; 2]| u128::from(set[0]) << 64 | u128::from(set[1]);
        let mut before = <[u64; 2]>::NONE;
        for set in sets() {
            let of = set.clone().fold(<[u64; 2]>::NONE, |set, (_, cell)| set.with(*cell));
            let number = set.fold(u128::NONE, |set, (_, cell)| set.with(*cell));
            assert_eq!(words(of), number);
            assert_eq!(words(of.shifted()), number.shifted());
            assert_eq!(of.meets(before), number.meets(words(before)));
            assert_eq!(words(of.union(before)), number.union(words(before)));
            assert_eq!(of.cmp(&before), number.cmp(&words(before)));
            before = of;
        }
    }
}
