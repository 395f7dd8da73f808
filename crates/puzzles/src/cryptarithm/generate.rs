//! New cryptarithms from a list of words: sums of different words, with exactly one answer.
//!
//! Where there are few sums, each is tried once, in an order that the seed decides; the puzzle number `nth` is the one
//! found after so many others, so no puzzle comes twice. Of many sums some are drawn at random.
//!
//! How hard a puzzle is is measured by the digits that the search by columns tries until it knows that there is one answer.

use std::ops::{ControlFlow, RangeInclusive};

use super::format::capital;
use super::{Cryptarithm, Equation, Rules, Term};
use crate::kind::{Generated, NotMade, Settings};
use crate::random::Random;
use crate::search::How;

/// Words to take where none are given.
const WORDS: [&str; 40] = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "EAST", "WEST", "NORTH", "SOUTH",
    "EARTH", "MARS", "VENUS", "SATURN", "MOON", "STAR", "SUN", "WATER", "FIRE", "STONE", "TREE", "RIVER", "HORSE",
    "SHEEP", "SEND", "MORE", "MONEY", "TEA", "COFFEE", "BREAD", "APPLE", "LEMON", "RED", "GREEN", "WHITE", "BLACK",
];
/// Where there are no more sums than this, all are tried.
const FEW: u64 = 1_000_000;
/// How many sums are drawn where there are more.
const DRAWN: u64 = 5_000_000;
/// A sum that takes longer than this is left alone.
const MOST_NODES: u64 = 20_000_000;

/// Addends and the result, as places in the list of words.
type Sum = Vec<usize>;

/// Makes a puzzle.
pub fn make(words: &[String], settings: &Settings, nth: u64, how: &How) -> Result<Generated, NotMade> {
    let rules = Rules::of(settings);
    let operands = settings.number("operands").map_or(2..=4, |count| count as usize..=count as usize);
    let words = List::new(words, rules, operands)?;
    let sums = words.count();
    if sums <= FEW { words.nth_of_all(sums, settings.seed, nth, how) } else { words.drawn(settings.seed, nth, how) }
}

struct List {
    words: Vec<String>,
    rules: Rules,
    operands: RangeInclusive<usize>,
}

impl List {
    fn new(words: &[String], rules: Rules, operands: RangeInclusive<usize>) -> Result<Self, NotMade> {
        let mut list: Vec<String> = Vec::new();
        for word in words.iter().map(|word| word.trim()) {
            if word.is_empty() || !word.chars().all(char::is_alphabetic) {
                return Err(NotMade::Usage(format!("{word:?} is no word: expected letters only")));
            }
            list.push(word.chars().map(capital).collect());
        }
        if words.is_empty() {
            list = WORDS.map(str::to_owned).to_vec();
        }
        list.sort_unstable();
        list.dedup();
        let needed = operands.start() + 1;
        if list.len() < needed {
            let found = list.len();
            return Err(NotMade::Usage(format!("a sum takes at least {needed} different words; there are {found}")));
        }
        Ok(Self { words: list, rules, operands })
    }

    /// How many sums there are: addends in any order, and another word.
    fn count(&self) -> u64 {
        let count = self.words.len() as u64;
        let sums = |operands: usize| {
            let mut sums = 1_u64;
            for taken in 0..operands as u64 {
                sums = sums.saturating_mul(count.saturating_sub(taken)) / (taken + 1);
            }
            sums.saturating_mul(count.saturating_sub(operands as u64))
        };
        self.operands.clone().map(sums).fold(0, u64::saturating_add)
    }

    /// All sums that may have an answer, in a random order, and of these number `nth` with exactly one.
    fn nth_of_all(&self, count: u64, seed: u64, nth: u64, how: &How) -> Result<Generated, NotMade> {
        let mut sums = Vec::new();
        for operands in self.operands.clone() {
            self.choose(operands, 0, &mut Vec::new(), &mut sums);
        }
        Random::new(seed, 0).shuffle(&mut sums);
        let mut found = 0;
        for sum in &sums {
            if let Some(made) = self.with_one_answer(sum, how)? {
                if found == nth {
                    return Ok(made);
                }
                found += 1;
            }
        }
        let found = if found == 0 { "none".to_owned() } else { format!("only {found}") };
        Err(NotMade::Impossible(format!("of all {count} sums of these words {found} has exactly one answer")))
    }

    fn choose(&self, operands: usize, from: usize, addends: &mut Sum, sums: &mut Vec<Sum>) {
        if addends.len() == operands {
            for result in (0..self.words.len()).filter(|result| !addends.contains(result)) {
                let mut sum = addends.clone();
                sum.push(result);
                if self.is_likely(&sum) {
                    sums.push(sum);
                }
            }
            return;
        }
        for next in from..self.words.len() {
            addends.push(next);
            if self.letters(addends) <= self.rules.base as usize {
                self.choose(operands, next + 1, addends, sums);
            }
            addends.pop();
        }
    }

    /// Sums at random until one has exactly one answer.
    fn drawn(&self, seed: u64, nth: u64, how: &How) -> Result<Generated, NotMade> {
        let mut random = Random::new(seed, nth.wrapping_add(1));
        let most = (*self.operands.end()).min(self.words.len() - 1);
        for drawn in 0..DRAWN {
            if drawn % 4096 == 0 && how.stopped().is_some() {
                return Err(NotMade::Stopped);
            }
            let operands = self.operands.start() + random.below(most - self.operands.start() + 1);
            let sum: Sum = (0..=operands).map(|_| random.below(self.words.len())).collect();
            let differ = (1..sum.len()).all(|place| !sum[..place].contains(&sum[place]));
            if differ
                && self.is_likely(&sum)
                && let Some(made) = self.with_one_answer(&sum, how)?
            {
                return Ok(made);
            }
        }
        let count = self.count();
        Err(NotMade::Impossible(format!(
            "of {count} sums of these words {DRAWN} were tried; none has exactly one answer"
        )))
    }

    /// Whether the result has a length that the addends can reach, and the letters are not too many.
    fn is_likely(&self, sum: &[usize]) -> bool {
        let length = |word: &usize| self.words[*word].chars().count();
        let Some((result, addends)) = sum.split_last() else { return false };
        let longest = addends.iter().map(length).max().unwrap_or(0);
        (longest..=longest + 1).contains(&length(result)) && self.letters(sum) <= self.rules.base as usize
    }

    /// How many different letters the words have.
    fn letters(&self, words: &[usize]) -> usize {
        let mut letters: Vec<char> = words.iter().flat_map(|word| self.words[*word].chars()).collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len()
    }

    /// The puzzle of a sum, if it has exactly one answer.
    fn with_one_answer(&self, sum: &[usize], how: &How) -> Result<Option<Generated>, NotMade> {
        let term = |word: &usize| Term { negative: false, factors: vec![self.words[*word].clone()] };
        let Some((result, addends)) = sum.split_last() else { return Ok(None) };
        let equation = Equation { left: addends.iter().map(term).collect(), right: vec![term(result)] };
        let puzzle = Cryptarithm::new(vec![equation], self.rules).map_err(NotMade::Usage)?;
        let mut answers = 0;
        let end = puzzle.search_within(MOST_NODES, how, &mut |_| {
            answers += 1;
            if answers < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let nodes = end.effort.nodes;
        if end.stop.is_some() {
            return Err(NotMade::Stopped);
        }
        if answers != 1 || nodes > MOST_NODES {
            return Ok(None);
        }
        let difficulty = match nodes {
            ..3_000 => "easy",
            ..30_000 => "medium",
            _ => "hard",
        };
        let difficulty = format!("{difficulty}: {nodes} digits tried column by column");
        Ok(Some(Generated { puzzle: Box::new(puzzle), difficulty }))
    }
}
