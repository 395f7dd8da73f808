//! All sums of the words of a list, numbered, in an order that a seed decides.
//!
//! Sums with the same number of addends are numbered from 0: which words are added (as a number of the combinatorial
//! number system), times how many words are left for the result, plus the place of the result among those. The order
//! goes from each number to the one that is some stride further on, around a circle. The stride has no divisor in common
//! with the number of sums, so every sum comes once; and sums of two, three, … addends take turns.

use std::ops::RangeInclusive;

use crate::random::Random;

/// A sum: places in the list of words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Numbered {
    /// The words that are added, in order.
    pub addends: Vec<usize>,
    /// The word that they add up to, another one.
    pub result: usize,
}

/// An order of all sums, and a place in it.
pub struct Order {
    words: usize,
    circles: Vec<Circle>,
    /// The circle whose turn it is.
    turn: usize,
}

/// The sums with so many addends.
struct Circle {
    addends: usize,
    count: u128,
    left: u128,
    at: u128,
    stride: u128,
}

impl Order {
    /// The sums of so many words, with so many addends.
    pub fn new(words: usize, addends: RangeInclusive<usize>, seed: u64) -> Self {
        let mut random = Random::new(seed, 0);
        let mut below = |bound: u128| (u128::from(random.next()) << 64 | u128::from(random.next())) % bound;
        let circle = |addends: usize| {
            let count = choices(words, addends) * words.saturating_sub(addends) as u128;
            if count == 0 {
                return None;
            }
            let mut stride = below(count);
            while divisor(stride, count) > 1 {
                stride += 1;
            }
            Some(Circle { addends, count, left: count, at: below(count), stride })
        };
        Self { words, circles: addends.filter_map(circle).collect(), turn: 0 }
    }

    /// How many sums there are.
    pub fn count(&self) -> u128 {
        self.circles.iter().map(|circle| circle.count).sum()
    }

    /// The sum at this place; nothing behind the last.
    pub fn sum(&self) -> Option<Numbered> {
        let circle = self.circles.get(self.turn)?;
        let results = (self.words - circle.addends) as u128;
        let (mut number, mut result) = (circle.at / results, (circle.at % results) as usize);
        let mut addends = Vec::with_capacity(circle.addends);
        for more in (1..=circle.addends).rev() {
            // The greatest word before which there are no more choices than the number.
            let (mut least, mut beyond) = (more - 1, self.words);
            while beyond - least > 1 {
                let middle = least.midpoint(beyond);
                *(if choices(middle, more) <= number { &mut least } else { &mut beyond }) = middle;
            }
            number -= choices(least, more);
            addends.push(least);
        }
        addends.reverse();
        for addend in &addends {
            result += usize::from(result >= *addend);
        }
        Some(Numbered { addends, result })
    }

    /// Goes to the next place.
    pub fn go_on(&mut self) {
        let Some(circle) = self.circles.get_mut(self.turn) else { return };
        circle.left -= 1;
        circle.at = (circle.at + circle.stride) % circle.count;
        if circle.left == 0 {
            self.circles.remove(self.turn);
        } else {
            self.turn += 1;
        }
        if self.turn >= self.circles.len() {
            self.turn = 0;
        }
    }
}

/// How many ways there are to choose some of so many words. Few are chosen, so the number is not too large.
fn choices(words: usize, chosen: usize) -> u128 {
    (0..chosen).fold(1, |ways, taken| ways * words.saturating_sub(taken) as u128 / (taken as u128 + 1))
}

/// The greatest common divisor.
fn divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sum_comes_once_in_another_order_for_another_seed() {
        let all = |words: usize, addends: RangeInclusive<usize>, seed: u64| {
            let mut order = Order::new(words, addends, seed);
            let count = order.count();
            let mut sums = Vec::new();
            while let Some(sum) = order.sum() {
                sums.push(sum);
                order.go_on();
            }
            assert_eq!(sums.len() as u128, count);
            sums
        };
        for words in 3..=8 {
            for addends in [2..=2, 3..=3, 2..=4] {
                let mut sums = all(words, addends.clone(), 1);
                assert!(sums.len() < 20 || sums != all(words, addends.clone(), 2));
                let ways = |chosen: usize| choices(words, chosen) as usize * words.saturating_sub(chosen);
                assert_eq!(sums.len(), addends.clone().map(ways).sum::<usize>());
                for Numbered { addends, result } in &sums {
                    assert!(addends.is_sorted_by(|a, b| a < b) && !addends.contains(result));
                    assert!(addends.iter().chain([result]).all(|word| *word < words));
                }
                sums.sort_unstable();
                assert!(sums.is_sorted_by(|a, b| a < b), "a sum comes twice");
            }
        }
    }

    #[test]
    fn there_is_an_order_of_the_sums_of_very_many_words() {
        let mut order = Order::new(10_000_000, 4..=4, 7);
        let first = order.sum();
        order.go_on();
        assert_ne!(order.sum(), first);
    }
}
