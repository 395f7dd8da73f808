//! Equations by the values of their words, where products are too large to be multiplied out into columns.
//!
//! Whether an equation can hold is known from the right: the last letters of its words decide its last digits. With all
//! letters known the two sides are compared modulo a prime first, and as numbers of any size if that agrees.

use super::{Equation, Letter, Term, place_of};

/// A prime that large sides hardly ever agree by unless they are equal.
const PRIME: u64 = (1 << 61) - 1;
/// The largest power of the base that last digits are compared by.
const LARGEST_POWER: u64 = 1 << 60;

/// An equation with its letters as places in the list of letters.
#[derive(Clone, Debug)]
pub struct Exact {
    base: u32,
    /// What is added on the left or subtracted on the right, then the others: terms of words, letters from the right.
    sides: [Vec<Vec<Vec<usize>>>; 2],
}

impl Exact {
    /// The equation, whose letters are all known.
    pub fn new(equation: &Equation, letters: &[Letter], base: u32) -> Self {
        let word = |word: &String| word.chars().rev().map(|letter| place_of(letters, letter)).collect();
        let term = |term: &Term| term.factors.iter().map(word).collect();
        let side = |left: bool| {
            let left_terms = equation.left.iter().filter(|term| term.negative != left);
            let right_terms = equation.right.iter().filter(|term| term.negative == left);
            left_terms.chain(right_terms).map(term).collect()
        };
        Self { base, sides: [side(true), side(false)] }
    }

    /// How many columns from the right can be compared.
    pub fn last_columns(&self) -> usize {
        LARGEST_POWER.ilog(u64::from(self.base)) as usize
    }

    /// The letters of a column from the right.
    pub fn letters_of(&self, column: usize) -> impl Iterator<Item = usize> {
        let words = self.sides.iter().flatten().flatten();
        words.filter_map(move |word| word.get(column).copied())
    }

    /// How many letters the words have.
    pub fn length(&self) -> usize {
        self.sides.iter().flatten().flatten().map(Vec::len).sum()
    }

    /// Whether the sides have the same last digits, so many of them. Other letters need not be known.
    pub fn ends_hold(&self, columns: usize, digits: &[i64]) -> bool {
        let modulus = u64::from(self.base).pow(columns as u32);
        self.residue(0, columns, modulus, digits) == self.residue(1, columns, modulus, digits)
    }

    /// Whether the equation holds.
    pub fn holds(&self, digits: &[i64]) -> bool {
        let all = usize::MAX;
        self.residue(0, all, PRIME, digits) == self.residue(1, all, PRIME, digits)
            && self.value(0, digits) == self.value(1, digits)
    }

    /// A side of which only the last columns of each word are seen, modulo something.
    fn residue(&self, side: usize, columns: usize, modulus: u64, digits: &[i64]) -> u64 {
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
        let word = |word: &Vec<usize>| {
            let seen = word[..word.len().min(columns)].iter().rev();
            seen.fold(0, |value, letter| (times(value, self.base.into()) + digits[*letter] as u64) % modulus)
        };
        let term = |term: &Vec<Vec<usize>>| term.iter().map(word).fold(1 % modulus, times);
        self.sides[side].iter().map(term).fold(0, |sum, value| (sum + value) % modulus)
    }

    fn value(&self, side: usize, digits: &[i64]) -> Natural {
        let word = |word: &Vec<usize>| {
            let mut value = Natural::default();
            word.iter().rev().for_each(|letter| value.append(self.base, digits[*letter] as u32));
            value
        };
        let mut sum = Natural::default();
        for term in &self.sides[side] {
            let mut words = term.iter().map(word);
            let first = words.next().unwrap_or_default();
            sum.add(&words.fold(first, |product, word| product.times(&word)));
        }
        sum
    }
}

/// A natural number of any size: its digits in base 2³², the lowest first, without zeros in front.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Natural(Vec<u32>);

impl Natural {
    /// Becomes `base` times itself, and a digit.
    fn append(&mut self, base: u32, digit: u32) {
        let mut carry = u64::from(digit);
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(base);
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut carry = 0;
        for (place, part) in self.0.iter_mut().enumerate() {
            carry += u64::from(*part) + u64::from(other.0.get(place).copied().unwrap_or(0));
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = vec![0_u32; self.0.len() + other.0.len()];
        for (place, part) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (sum, times) in product[place..].iter_mut().zip(other.0.iter().chain([&0])) {
                carry += u64::from(*sum) + u64::from(*part) * u64::from(*times);
                *sum = carry as u32;
                carry >>= 32;
            }
        }
        while product.last() == Some(&0) {
            product.pop();
        }
        Self(product)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn natural(mut value: u128) -> Natural {
        let mut parts = Vec::new();
        while value > 0 {
            parts.push(value as u32);
            value >>= 32;
        }
        Natural(parts)
    }

    #[test]
    fn numbers_of_any_size_are_added_and_multiplied() {
        let mut random = crate::Random::new(1, 0);
        for _ in 0..10_000 {
            let mut draw = || u128::from(random.next() >> random.below(64));
            let (a, b, c) = (draw(), draw(), draw() >> 1);
            assert_eq!(natural(a).times(&natural(b)), natural(a * b));
            let mut sum = natural(a * c);
            sum.add(&natural(b));
            assert_eq!(sum, natural(a * c + b));
            let mut appended = natural(a);
            appended.append(36, 35);
            assert_eq!(appended, natural(a * 36 + 35));
        }
    }
}
