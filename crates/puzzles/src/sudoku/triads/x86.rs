//! The words of `lanes` in the vector registers of x86-64.
//!
//! A vector exists only where its instructions do: every one comes from a [`Level::load`] of [`Avx2`] or [`Bitalg`], and
//! those come from `detect` alone. That is what makes each intrinsic here sound to call. Everything is inlined into the
//! function that enables the instructions, which is what makes them fast.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::lanes::{Eight, Level, Sixteen, Table};

/// Says that the machine has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

/// Says that it also counts the bits of words: AVX-512 VL, BW and BITALG.
#[derive(Clone, Copy)]
pub(super) struct Bitalg(());

#[derive(Clone, Copy)]
pub(super) struct Words(__m256i);

#[derive(Clone, Copy)]
pub(super) struct Half(__m128i);

impl Avx2 {
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

impl Bitalg {
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bitalg");
        Avx2::detect().filter(|_| has).map(|_| Self(()))
    }
}

impl Level for Avx2 {
    type Words = Words;

    #[inline(always)]
    fn load(self, table: &Table) -> Words {
        // SAFETY: `self` says that there is AVX2; a table is 32 bytes, aligned to 32.
        unsafe { Words(_mm256_load_si256(table.0.as_ptr().cast())) }
    }

    #[inline(always)]
    fn counts(self, words: Words) -> Words {
        const OF_NIBBLE: Table = Table([
            0x0100, 0x0201, 0x0201, 0x0302, 0x0201, 0x0302, 0x0302, 0x0403, 0x0100, 0x0201, 0x0201, 0x0302, 0x0201,
            0x0302, 0x0302, 0x0403,
        ]);
        let of_nibble = self.load(&OF_NIBBLE);
        // SAFETY: `self` says that there is AVX2.
        unsafe {
            // The ninth bit is alone in its byte.
            let low = _mm256_shuffle_epi8(of_nibble.0, _mm256_and_si256(words.0, _mm256_set1_epi16(0x010f)));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(words.0), _mm256_set1_epi16(0x0f));
            let counts = _mm256_add_epi8(low, _mm256_shuffle_epi8(of_nibble.0, high));
            // Both bytes of each word added up.
            Words(_mm256_maddubs_epi16(counts, _mm256_set1_epi8(1)))
        }
    }
}

impl Level for Bitalg {
    type Words = Words;

    #[inline(always)]
    fn load(self, table: &Table) -> Words {
        Avx2(()).load(table)
    }

    #[inline(always)]
    fn counts(self, words: Words) -> Words {
        // SAFETY: `self` says that there is AVX-512 VL and BITALG.
        unsafe { Words(_mm256_popcnt_epi16(words.0)) }
    }
}

// SAFETY of every block below: a vector was made where there is AVX2.

impl Words {
    /// Each row, which is 64 bits, turned by so many bits; `REST` makes 64 with them.
    #[inline(always)]
    fn turned<const BITS: i32, const REST: i32>(self) -> Self {
        unsafe { Self(_mm256_or_si256(_mm256_slli_epi64::<BITS>(self.0), _mm256_srli_epi64::<REST>(self.0))) }
    }

    /// The rows in another order, two bits for each, that of the first lowest.
    #[inline(always)]
    fn ordered<const ORDER: i32>(self) -> Self {
        unsafe { Self(_mm256_permute4x64_epi64::<ORDER>(self.0)) }
    }
}

impl Sixteen for Words {
    type Half = Half;

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Self(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Self(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        unsafe { Self(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        unsafe { Self(_mm256_cmpeq_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn any_less(self, other: Self) -> bool {
        unsafe { _mm256_movemask_epi8(_mm256_cmpgt_epi16(other.0, self.0)) != 0 }
    }

    #[inline(always)]
    fn covers(self, other: Self) -> bool {
        unsafe { _mm256_testc_si256(self.0, other.0) != 0 }
    }

    #[inline(always)]
    fn turned_rows(self) -> [Self; 3] {
        [self.turned::<16, 48>(), self.turned::<32, 32>(), self.turned::<48, 16>()]
    }

    #[inline(always)]
    fn turned_columns(self) -> [Self; 3] {
        [self.ordered::<0b10_01_00_11>(), self.ordered::<0b01_00_11_10>(), self.ordered::<0b00_11_10_01>()]
    }

    #[inline(always)]
    fn with_last_row(self, other: Self) -> Self {
        unsafe { Self(_mm256_blend_epi32::<0b1100_0000>(self.0, other.0)) }
    }

    #[inline(always)]
    fn with_last_column(self, other: Self) -> Self {
        unsafe { Self(_mm256_blend_epi16::<0b1000_1000>(self.0, other.0)) }
    }

    #[inline(always)]
    fn shuffle(self, words: Self) -> Self {
        unsafe { Self(_mm256_shuffle_epi8(self.0, words.0)) }
    }

    #[inline(always)]
    fn exchanged(self) -> Self {
        self.ordered::<0b01_00_11_10>()
    }

    #[inline(always)]
    fn low(self) -> Half {
        unsafe { Half(_mm256_castsi256_si128(self.0)) }
    }

    #[inline(always)]
    fn high(self) -> Half {
        unsafe { Half(_mm256_extracti128_si256::<1>(self.0)) }
    }

    #[inline(always)]
    fn to_array(self) -> [u16; 16] {
        let mut table = Table([0; 16]);
        // A table is 32 bytes, aligned to 32.
        unsafe { _mm256_store_si256(table.0.as_mut_ptr().cast(), self.0) };
        table.0
    }
}

impl Eight for Half {
    type Words = Words;

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Self(_mm_and_si128(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Self(_mm_or_si128(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        unsafe { Self(_mm_andnot_si128(other.0, self.0)) }
    }

    #[inline(always)]
    fn covers(self, other: Self) -> bool {
        unsafe { _mm_testc_si128(self.0, other.0) != 0 }
    }

    #[inline(always)]
    fn shuffle(self, words: Self) -> Self {
        unsafe { Self(_mm_shuffle_epi8(self.0, words.0)) }
    }

    #[inline(always)]
    fn twice(self) -> Words {
        unsafe { Words(_mm256_broadcastsi128_si256(self.0)) }
    }

    #[inline(always)]
    fn quads(self) -> [u64; 2] {
        unsafe { [_mm_cvtsi128_si64(self.0) as u64, _mm_extract_epi64::<1>(self.0) as u64] }
    }
}
