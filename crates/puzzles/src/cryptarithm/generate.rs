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
        for (tried, sum) in sums.iter().enumerate() {
            if tried.is_multiple_of(256) && how.stopped().is_some() {
                return Err(NotMade::Stopped);
            }
            if let Some(made) = self.with_one_answer(sum, how)? {
                if found == nth {
                    return Ok(made);
                }
                found += 1;
            }
        }
        let found = match found {
            0 => "none has".to_owned(),
            1 => "only 1 has".to_owned(),
            _ => format!("only {found} have"),
        };
        Err(NotMade::Impossible(format!("of all {count} sums of these words {found} exactly one answer")))
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
            if drawn.is_multiple_of(4096) && how.stopped().is_some() {
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
            0..6_000 => "easy",
            6_000..20_000 => "medium",
            _ => "hard",
        };
        let difficulty = format!("{difficulty}: {nodes} digits tried column by column");
        Ok(Some(Generated { puzzle: Box::new(puzzle), difficulty }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Given;

    fn puzzle(words: &[&str], seed: u64, nth: u64, operands: Option<u64>) -> Result<String, NotMade> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let mut settings = Settings::default();
        settings.seed = seed;
        if let Some(operands) = operands {
            settings.set("operands", Given::Number(operands));
        }
        make(&words, &settings, nth, &How::default()).map(|made| made.puzzle.write("line").unwrap())
    }

    #[test]
    fn the_same_seed_gives_the_same_puzzle_and_every_number_another() {
        let all: Vec<String> = (0..5).map(|nth| puzzle(&[], 7, nth, Some(2)).unwrap()).collect();
        assert_eq!(puzzle(&[], 7, 3, Some(2)).unwrap(), all[3]);
        assert!((1..5).all(|place| !all[..place].contains(&all[place])), "{all:?}");
        assert_ne!(puzzle(&[], 8, 0, Some(2)).unwrap(), all[0]);
    }

    #[test]
    fn a_puzzle_has_as_many_operands_as_asked_and_one_answer() {
        for operands in 2..=4 {
            for seed in 0..3 {
                let text = puzzle(&[], seed, 0, Some(operands)).unwrap();
                assert_eq!(text.matches('+').count() as u64 + 1, operands, "{text}");
                let rules = Rules { base: 10, leading_zero: false };
                let puzzle = super::super::Reader::new(text.as_bytes(), rules).next().unwrap().unwrap();
                let mut answers = 0;
                puzzle.search_by_columns(&How::default(), &mut |_| {
                    answers += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!(answers, 1, "{text}");
            }
        }
    }

    #[test]
    fn a_short_list_is_tried_to_the_end() {
        assert_eq!(puzzle(&["send", "more", "money"], 1, 0, None).unwrap(), "MORE + SEND = MONEY\n");
        let none = NotMade::Impossible("of all 3 sums of these words only 1 has exactly one answer".to_owned());
        assert_eq!(puzzle(&["SEND", "MORE", "MONEY"], 1, 1, None), Err(none));
        let none = NotMade::Impossible("of all 3 sums of these words none has exactly one answer".to_owned());
        assert_eq!(puzzle(&["A", "B", "C"], 1, 0, None), Err(none));
    }

    #[test]
    fn a_long_list_is_drawn_from() {
        let words: Vec<String> = (0..200).map(|n| WORDS[n % 40].to_owned() + &WORDS[n / 40 + 3][..1]).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let first = puzzle(&words, 7, 0, None).unwrap();
        assert_eq!(puzzle(&words, 7, 0, None).unwrap(), first);
        assert_ne!(puzzle(&words, 7, 1, None).unwrap(), first);
    }

    #[test]
    fn what_is_no_word_is_refused() {
        assert!(matches!(puzzle(&["ONE", "2", "THREE"], 1, 0, None), Err(NotMade::Usage(_))));
        assert!(matches!(puzzle(&["ONE", "one", "TWO"], 1, 0, None), Err(NotMade::Usage(_))));
        assert!(matches!(puzzle(&["ONE", "TWO", "SIX"], 1, 0, Some(3)), Err(NotMade::Usage(_))));
    }

    #[test]
    fn making_stops_when_asked() {
        let how = How::default();
        how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let made = make(&[], &Settings::default(), 1_000_000, &how);
        assert!(matches!(made, Err(NotMade::Stopped)));
    }
}
