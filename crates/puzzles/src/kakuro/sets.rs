//! Sets of digits, and sets of those: what a run may hold, and what remains of its cells when every way to fill it is
//! looked at.
//!
//! ```text
//!   digits   9 bits, digit d is bit d - 1                     {1, 3}     = 000000101 = 5
//!   family   512 bits, bit S says whether the digits S belong {{1, 3}}   = bit 5 of word 0
//!            word 0: subsets of 1…6; word w: the same with the digits of 7, 8, 9 that w has as bits
//! ```
//!
//! Adding a digit to every set of a family is a shift by `2^(d - 1)`, so going through all ways to fill a run, cell by cell,
//! costs a few word operations for each candidate. With two or three open cells there is a shorter way.

/// The most cells that a run can have.
pub const LONGEST: usize = 9;

/// A set of digits.
pub type Digits = u16;

/// A set of sets of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family([u64; 8]);

/// The sums that a clue can have, and 0 for no clue.
const SUMS: usize = 46;

/// For each length and sum the sets of digits that have them; for the sum 0 all sets of that length.
static BY_LENGTH_AND_SUM: [[Family; SUMS]; LONGEST + 1] = by_length_and_sum();

const fn by_length_and_sum() -> [[Family; SUMS]; LONGEST + 1] {
    let mut table = [[Family::EMPTY; SUMS]; LONGEST + 1];
    let mut set = 0;
    while set < 512 {
        let (mut length, mut sum, mut digit) = (0, 0, 1);
        while digit <= 9 {
            if set >> (digit - 1) & 1 == 1 {
                length += 1;
                sum += digit;
            }
            digit += 1;
        }
        table[length][0].0[set / 64] |= 1 << (set % 64);
        if sum > 0 {
            table[length][sum].0[set / 64] |= 1 << (set % 64);
        }
        set += 1;
    }
    table
}

/// For each length and sum the digits that occur in any of its sets.
static DIGITS: [[Digits; SUMS]; LONGEST + 1] = digits_by_length_and_sum();

const fn digits_by_length_and_sum() -> [[Digits; SUMS]; LONGEST + 1] {
    let table = by_length_and_sum();
    let mut digits = [[0; SUMS]; LONGEST + 1];
    let mut length = 0;
    while length <= LONGEST {
        let mut sum = 0;
        while sum < SUMS {
            let mut set = 0;
            while set < 512 {
                if table[length][sum].0[set / 64] >> (set % 64) & 1 == 1 {
                    digits[length][sum] |= set as Digits;
                }
                set += 1;
            }
            sum += 1;
        }
        length += 1;
    }
    digits
}

/// For each of the digits 1 to 6 the places in a word of sets without it.
const WITHOUT: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0F0F_0F0F_0F0F_0F0F,
    0x00FF_00FF_00FF_00FF,
    0x0000_FFFF_0000_FFFF,
    0x0000_0000_FFFF_FFFF,
];

impl Family {
    const EMPTY: Self = Self([0; 8]);

    /// The sets of so many digits with this sum; without one all of that many digits.
    pub fn of(length: usize, sum: Option<u8>) -> &'static Self {
        match (BY_LENGTH_AND_SUM.get(length), sum) {
            (Some(sums), None) => &sums[0],
            (Some(sums), Some(sum @ 1..)) if usize::from(sum) < SUMS => &sums[usize::from(sum)],
            _ => &Self::EMPTY,
        }
    }

    /// The digits that occur in the sets of [`Family::of`].
    pub fn digits_of(length: usize, sum: Option<u8>) -> Digits {
        let sum = sum.map_or(Some(0), |sum| (sum > 0).then_some(usize::from(sum)));
        sum.and_then(|sum| DIGITS.get(length)?.get(sum)).copied().unwrap_or(0)
    }

    /// How many sets there are in it.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn only(set: Digits) -> Self {
        let mut family = Self::EMPTY;
        family.0[usize::from(set) / 64] = 1 << (set % 64);
        family
    }

    fn has(&self, set: Digits) -> bool {
        self.0[usize::from(set) / 64] >> (set % 64) & 1 == 1
    }

    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// The sets without the digit at this place, each with it added.
    #[inline]
    fn with(&self, place: u32) -> Self {
        let w = &self.0;
        Self(match place {
            0..=5 => w.map(|word| (word & WITHOUT[place as usize]) << (1 << place)),
            6 => [0, w[0], 0, w[2], 0, w[4], 0, w[6]],
            7 => [0, 0, w[0], w[1], 0, 0, w[4], w[5]],
            _ => [0, 0, 0, 0, w[0], w[1], w[2], w[3]],
        })
    }

    /// The sets with the digit at this place, each with it taken away.
    #[inline]
    fn less(&self, place: u32) -> Self {
        let w = &self.0;
        Self(match place {
            0..=5 => w.map(|word| word >> (1 << place) & WITHOUT[place as usize]),
            6 => [w[1], 0, w[3], 0, w[5], 0, w[7], 0],
            7 => [w[2], w[3], 0, 0, w[6], w[7], 0, 0],
            _ => [w[4], w[5], w[6], w[7], 0, 0, 0, 0],
        })
    }

    #[inline]
    fn join(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    #[inline]
    fn meet(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word &= more;
        }
    }

    /// The sets in it.
    fn sets(&self) -> impl Iterator<Item = Digits> {
        self.0.iter().zip(0..).flat_map(|(&word, w)| places(word).map(move |place| (w * 64 + place) as Digits))
    }
}

/// The places of the bits of a number, from the lowest.
pub fn places(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros())?;
        bits &= bits - 1;
        Some(place)
    })
}

/// Removes every candidate of the open cells of a run that no way to fill it uses. `sum` is that of the whole run, of which
/// `family` holds the sets; `used` are the digits of its other cells. False if there is no way.
pub fn filter(family: &Family, sum: Option<u8>, used: Digits, open: &mut [Digits]) -> bool {
    // One to three cells with a sum make up most of all filtering and need no families.
    let rest = sum.map(|sum| i32::from(sum) - total(used));
    match (open, rest) {
        ([], _) => family.has(used),
        ([cell], Some(rest)) => {
            *cell &= digit(rest) & !used;
            *cell != 0
        }
        ([one, other], Some(rest)) => {
            (*one, *other) = pair(*one & !used, *other & !used, rest);
            *one != 0
        }
        ([first, one, other], Some(rest)) => {
            let mut kept = [0; 3];
            for place in places(u64::from(*first & !used)) {
                let used = used | 1 << place;
                let (one, other) = pair(*one & !used, *other & !used, rest - place as i32 - 1);
                kept[0] |= Digits::from(one != 0) << place;
                kept[1] |= one;
                kept[2] |= other;
            }
            [*first, *one, *other] = kept;
            kept[0] != 0
        }
        (open, _) => filter_by_families(family, used, open),
    }
}

/// For each set of digits its sum, and the set with 10 - d for each digit d.
static OF_SET: [(u8, Digits); 512] = of_set();

const fn of_set() -> [(u8, Digits); 512] {
    let mut table = [(0, 0); 512];
    let mut set = 1;
    while set < 512 {
        // What the set has without its lowest digit, and that digit.
        let (sum, backwards) = table[set & (set - 1)];
        let place = set.trailing_zeros();
        table[set] = (sum + place as u8 + 1, backwards | 1 << (8 - place));
        set += 1;
    }
    table
}

/// The sum of some digits.
pub fn total(digits: Digits) -> i32 {
    i32::from(OF_SET[usize::from(digits)].0)
}

/// The digit as a set; empty if it is none.
fn digit(digit: i32) -> Digits {
    if (1..=9).contains(&digit) { 1 << (digit - 1) } else { 0 }
}

/// What two cells keep if they differ and have this sum.
fn pair(one: Digits, other: Digits, sum: i32) -> (Digits, Digits) {
    if !(3..=17).contains(&sum) {
        return (0, 0);
    }
    // The partner of d is sum - d: the digits backwards, moved.
    let partners = |digits: Digits| {
        let backwards = u32::from(OF_SET[usize::from(digits)].1);
        ((backwards << 10 >> (20 - sum)) & 0x1FF) as Digits
    };
    let twice = if sum % 2 == 0 { digit(sum / 2) } else { 0 };
    (one & partners(other) & !twice, other & partners(one) & !twice)
}

/// The same for any number of cells. It needs much room on the stack, which the others should not pay for.
#[inline(never)]
fn filter_by_families(family: &Family, used: Digits, open: &mut [Digits]) -> bool {
    // completed[i]: what the first i cells and the used digits may be together so that the others can complete it.
    let mut completed = [Family::EMPTY; LONGEST + 1];
    completed[open.len()] = *family;
    for i in (1..open.len()).rev() {
        let mut before = Family::EMPTY;
        for place in places(u64::from(open[i] & !used)) {
            before.join(&completed[i + 1].less(place));
        }
        completed[i] = before;
    }
    let mut reached = Family::only(used);
    for (cell, completed) in open.iter_mut().zip(&completed[1..]) {
        let (mut kept, mut next) = (0, Family::EMPTY);
        for place in places(u64::from(*cell & !used)) {
            let mut with = reached.with(place);
            with.meet(completed);
            if !with.is_empty() {
                kept |= 1 << place;
                next.join(&with);
            }
        }
        if kept == 0 {
            return false;
        }
        *cell = kept;
        reached = next;
    }
    true
}

/// What a person does with a table of combinations: strikes out those that some cell cannot be part of or that need a digit
/// which no cell can have, and then every candidate in none of the others. Where a digit goes is not looked at.
pub fn filter_by_combinations(family: &Family, used: Digits, open: &mut [Digits]) -> bool {
    let candidates = open.iter().fold(0, |all, cell| all | cell) & !used;
    let possible = |set: &Digits| {
        let new = set & !used;
        set & used == used && new & !candidates == 0 && open.iter().all(|cell| cell & new != 0)
    };
    let left = family.sets().filter(possible).fold(None, |all, set| Some(all.unwrap_or(0) | set));
    let Some(left) = left else { return false };
    for cell in open.iter_mut() {
        *cell &= left & !used;
    }
    open.iter().all(|cell| *cell != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// All ways to fill the open cells, one after the other.
    fn brute_force(length: usize, sum: Option<u8>, used: Digits, open: &[Digits]) -> Option<Vec<Digits>> {
        fn go(sum: Option<u8>, used: Digits, open: &[Digits], chosen: &mut Vec<u32>, kept: &mut Vec<Digits>) -> bool {
            let Some((&cell, rest)) = open.split_first() else {
                let total: u32 = places(u64::from(used)).map(|place| place + 1).sum();
                let good = sum.is_none_or(|sum| u32::from(sum) == total);
                if good {
                    for (kept, place) in kept.iter_mut().zip(chosen.iter()) {
                        *kept |= 1 << place;
                    }
                }
                return good;
            };
            let mut any = false;
            for place in places(u64::from(cell & !used)) {
                chosen.push(place);
                any |= go(sum, used | 1 << place, rest, chosen, kept);
                chosen.pop();
            }
            any
        }
        assert_eq!(length, used.count_ones() as usize + open.len());
        let mut kept = vec![0; open.len()];
        go(sum, used, open, &mut Vec::new(), &mut kept).then_some(kept)
    }

    #[test]
    fn filtering_keeps_exactly_what_some_way_to_fill_the_run_uses() {
        let mut random = Random::new(1, 0);
        let (mut filled, mut empty) = (0, 0);
        for _ in 0..20_000 {
            let length = 1 + random.below(7);
            let (least, greatest) = (length * (length + 1) / 2, length * (19 - length) / 2);
            let sum = random.chance(9, 10).then(|| (least + random.below(greatest - least + 1)) as u8);
            let mut digits: Vec<u32> = (0..9).collect();
            random.shuffle(&mut digits);
            let fixed = random.below(length + 1);
            let used = digits[..fixed].iter().fold(0, |set, digit| set | 1 << digit);
            let rich = 1 + random.below(9);
            let mask = |random: &mut Random| (0..9).fold(0, |m, d| m | Digits::from(random.chance(rich, 9)) << d);
            let mut open: Vec<Digits> = (fixed..length).map(|_| mask(&mut random)).collect();
            let mut weak = open.clone();
            let before = open.clone();
            let expected = brute_force(length, sum, used, &open);
            let good = filter(Family::of(length, sum), sum, used, &mut open);
            assert_eq!(good.then_some(open), expected, "{sum:?} {used:b} {before:?}");
            let good = filter_by_combinations(Family::of(length, sum), used, &mut weak);
            match expected {
                Some(exact) => {
                    filled += 1;
                    assert!(good && exact.iter().zip(&weak).all(|(exact, weak)| exact & !weak == 0));
                }
                None => empty += 1,
            }
        }
        assert!(filled > 3000 && empty > 3000, "{filled} {empty}");
    }

    #[test]
    fn digits_are_those_of_the_sets() {
        assert_eq!(Family::digits_of(2, Some(3)), 0b11);
        assert_eq!(Family::digits_of(2, Some(4)), 0b101);
        assert_eq!(Family::digits_of(3, None), 0b1_1111_1111);
        assert_eq!(Family::digits_of(9, Some(45)), 0b1_1111_1111);
        for (length, sum) in [(2, 18), (9, 44), (10, 45), (1, 10), (2, 0), (1, 200)] {
            assert_eq!(Family::digits_of(length, Some(sum)), 0);
            assert_eq!(Family::of(length, Some(sum)).sets().count(), 0);
        }
        assert_eq!(Family::of(5, Some(25)).sets().count(), 12);
    }
}
