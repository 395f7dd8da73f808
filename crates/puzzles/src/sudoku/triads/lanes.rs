//! Sixteen and eight 16-bit words, and the few operations on them that the search needs.

/// Words of a constant, as vectors are loaded from them.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Table(pub(super) [u16; 16]);

/// The vectors of a machine.
pub(super) trait Level: Copy {
    type Words: Sixteen;

    fn load(self, table: &Table) -> Self::Words;
    /// How many bits of each word are set; only the low nine may be.
    fn counts(self, words: Self::Words) -> Self::Words;
}

/// Sixteen words: a 4×4 matrix row by row.
pub(super) trait Sixteen: Copy {
    type Half: Eight<Words = Self>;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What is here and not there.
    fn without(self, other: Self) -> Self;
    /// All bits of the words that are equal.
    fn equal(self, other: Self) -> Self;
    /// Whether a word is less than that of the other, both below 2^15.
    fn any_less(self, other: Self) -> bool;
    /// Whether every bit of the other is set here.
    fn covers(self, other: Self) -> bool;
    /// Each row turned right by one word, by two, and by three.
    fn turned_rows(self) -> [Self; 3];
    /// Each column turned down by one word, by two, and by three.
    fn turned_columns(self) -> [Self; 3];
    /// The last row from the other.
    fn with_last_row(self, other: Self) -> Self;
    /// The last column from the other.
    fn with_last_column(self, other: Self) -> Self;
    /// Each word from the same half of this, as the other says by [`from`].
    fn shuffle(self, words: Self) -> Self;
    /// Both halves exchanged.
    fn exchanged(self) -> Self;
    /// Words 0 to 7.
    fn low(self) -> Self::Half;
    /// Words 8 to 15.
    fn high(self) -> Self::Half;
    fn to_array(self) -> [u16; 16];
}

/// Eight words.
pub(super) trait Eight: Copy {
    type Words;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// What is here and not there.
    fn without(self, other: Self) -> Self;
    /// Whether every bit of the other is set here.
    fn covers(self, other: Self) -> bool;
    /// Each word from this, as the other says by [`from`].
    fn shuffle(self, words: Self) -> Self;
    /// This in both halves.
    fn twice(self) -> Self::Words;
    /// Words 0 to 3, and 4 to 7, the first lowest.
    fn quads(self) -> [u64; 2];
}

/// What a shuffle reads to take a word of a half: its two bytes; none, which makes it 0, for a number that no word has.
pub(super) const fn from(word: usize) -> u16 {
    if word < 8 { (word as u16 * 2) * 0x101 + 0x100 } else { 0x8080 }
}
