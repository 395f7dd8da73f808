//! New cryptarithms from a list of words: sums of different words, with exactly one answer.
//!
//! All sums of the words are numbered, and the seed decides in which order they are walked through; puzzle number `nth`
//! is the one found after so many others, so no puzzle comes twice and a short list is tried to its end. How far the last
//! walk went is kept, since one who asks for a puzzle will ask for the next.
//!
//! How hard a puzzle is is measured by the digits that the search by columns tries until it knows that there is one answer.

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::{Mutex, PoisonError};

use super::format::capital;
use super::walk::{Numbered, Order};
use super::{Cryptarithm, Equation, Rules, Term};
use crate::kind::{Generated, NotMade, Settings};
use crate::search::How;

/// Words to take where none are given.
const WORDS: [&str; 40] = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN", "EAST", "WEST", "NORTH", "SOUTH",
    "EARTH", "MARS", "VENUS", "SATURN", "MOON", "STAR", "SUN", "WATER", "FIRE", "STONE", "TREE", "RIVER", "HORSE",
    "SHEEP", "SEND", "MORE", "MONEY", "TEA", "COFFEE", "BREAD", "APPLE", "LEMON", "RED", "GREEN", "WHITE", "BLACK",
];
/// How many digits are tried from one puzzle to the next before the walk ends. A sum counts as some as well.
const MOST_NODES: u64 = 200_000_000;
const NODES_OF_A_SUM: u64 = 100;
/// A sum that takes longer than this is left alone, where there are many.
const MOST_NODES_OF_A_SUM: u64 = 2_000_000;
/// How many sums are looked at between looks at the clock.
const BETWEEN_LOOKS: u64 = 4096;

/// The walk of the last puzzle that was made: the same words, rules and seed go on from there.
static LAST: Mutex<Option<Walk>> = Mutex::new(None);

/// Makes a puzzle.
pub fn make(words: &[String], settings: &Settings, nth: u64, how: &How) -> Result<Generated, NotMade> {
    let rules = Rules::of(settings);
    let operands = settings.number("operands").map_or(2..=4, |count| count as usize..=count as usize);
    let list = List::new(words, rules, operands)?;
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let walk = match last.take() {
        Some(walk) if walk.seed == settings.seed && walk.list == list => last.insert(walk),
        _ => last.insert(Walk::new(list, settings.seed)),
    };
    walk.nth(nth, how)
}

/// The words that sums are made of, and how.
#[derive(PartialEq, Eq)]
struct List {
    words: Vec<Word>,
    rules: Rules,
    operands: RangeInclusive<usize>,
}

#[derive(PartialEq, Eq)]
struct Word {
    text: String,
    length: usize,
    /// A bit for each letter. Letters may share a bit, so there are at least as many as bits.
    letters: u128,
}

/// What is known of a sum.
enum Known {
    /// It has exactly one answer, after so many digits tried.
    OneAnswer(u64),
    /// It has none, or several.
    NotOne(u64),
    /// It was left alone.
    TooLong,
}

/// A walk through all sums of a list.
struct Walk {
    list: List,
    seed: u64,
    order: Order,
    count: u128,
    /// The sums with one answer so far, and how many digits were tried for each.
    found: Vec<(Numbered, u64)>,
    looked_at: u64,
    too_long: u64,
    /// Digits tried since the last one was found.
    nodes: u64,
    /// Why no more are found.
    over: Option<NotMade>,
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
        let word = |text: String| {
            let letters = text.chars().fold(0, |letters, letter| letters | 1 << (u32::from(letter) % u128::BITS));
            Word { length: text.chars().count(), letters, text }
        };
        Ok(Self { words: list.into_iter().map(word).collect(), rules, operands })
    }

    /// Whether the letters may be few enough and the result has a length that the addends can reach. Otherwise the sum has
    /// no answer.
    fn may_have_answer(&self, sum: &Numbered) -> bool {
        let base = self.rules.base;
        let words = || sum.addends.iter().chain([&sum.result]).map(|word| &self.words[*word]);
        if words().fold(0, |letters, word| letters | word.letters).count_ones() > base {
            return false;
        }
        let longest = sum.addends.iter().map(|word| self.words[*word].length).max().unwrap_or(0);
        let result = self.words[sum.result].length;
        // Without zeros in front the result is not shorter than the longest addend, and it is less than the base to the
        // power of that length times the number of addends.
        let reached = || (longest + 1..result).try_fold(1_u32, |power, _| power.checked_mul(base));
        let addends = sum.addends.len() as u32;
        self.rules.leading_zero || result == longest || result > longest && reached().is_some_and(|p| p < addends)
    }

    fn puzzle(&self, sum: &Numbered) -> Result<Cryptarithm, NotMade> {
        let term = |word: &usize| Term { negative: false, factors: vec![self.words[*word].text.clone()] };
        let equation = Equation { left: sum.addends.iter().map(term).collect(), right: vec![term(&sum.result)] };
        Cryptarithm::new(vec![equation], self.rules).map_err(NotMade::Usage)
    }

    fn look_at(&self, sum: &Numbered, most_nodes: u64, how: &How) -> Result<Known, NotMade> {
        let mut answers = 0;
        let end = self.puzzle(sum)?.search_within(most_nodes, how, &mut |_| {
            answers += 1;
            if answers < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let nodes = end.effort.nodes;
        match (end.stop, answers) {
            (Some(_), _) => Err(NotMade::Stopped),
            (None, 2) => Ok(Known::NotOne(nodes)),
            (None, _) if nodes > most_nodes => Ok(Known::TooLong),
            (None, 1) => Ok(Known::OneAnswer(nodes)),
            (None, _) => Ok(Known::NotOne(nodes)),
        }
    }
}

impl Walk {
    fn new(list: List, seed: u64) -> Self {
        let order = Order::new(list.words.len(), list.operands.clone(), seed);
        let count = order.count();
        Self { list, seed, order, count, found: Vec::new(), looked_at: 0, too_long: 0, nodes: 0, over: None }
    }

    /// The puzzle that is found after so many others.
    fn nth(&mut self, nth: u64, how: &How) -> Result<Generated, NotMade> {
        while self.found.len() as u64 <= nth {
            if let Some(over) = &self.over {
                return Err(over.clone());
            }
            self.step(how)?;
        }
        let (sum, nodes) = &self.found[nth as usize];
        let difficulty = match nodes {
            0..6_000 => "easy",
            6_000..20_000 => "medium",
            _ => "hard",
        };
        let difficulty = format!("{difficulty}: {nodes} digits tried column by column");
        Ok(Generated { puzzle: Box::new(self.list.puzzle(sum)?), difficulty })
    }

    /// Looks at the next sum. Where a limit comes first, that sum is still the next.
    fn step(&mut self, how: &How) -> Result<(), NotMade> {
        if self.looked_at.is_multiple_of(BETWEEN_LOOKS) && how.stopped().is_some() {
            return Err(NotMade::Stopped);
        }
        let Some(sum) = self.order.sum() else {
            self.over = Some(self.all_looked_at());
            return Ok(());
        };
        if self.nodes > MOST_NODES {
            let (looked_at, count) = (self.looked_at, self.count);
            let found = how_many(self.found.len());
            self.over = Some(NotMade::NotFound(format!(
                "of {looked_at} sums of these words, {count} in all, {found} to have exactly one answer"
            )));
            return Ok(());
        }
        self.nodes += 1;
        if self.list.may_have_answer(&sum) {
            // A few sums can take their time.
            let most_nodes = u64::try_from(u128::from(MOST_NODES) / self.count).unwrap_or(0).max(MOST_NODES_OF_A_SUM);
            self.nodes += NODES_OF_A_SUM;
            match self.list.look_at(&sum, most_nodes, how)? {
                Known::OneAnswer(nodes) => {
                    self.found.push((sum, nodes));
                    self.nodes = 0;
                }
                Known::NotOne(nodes) => self.nodes += nodes,
                Known::TooLong => {
                    self.nodes += most_nodes;
                    self.too_long += 1;
                }
            }
        }
        self.looked_at += 1;
        self.order.go_on();
        Ok(())
    }

    fn all_looked_at(&self) -> NotMade {
        let (count, too_long) = (self.count, self.too_long);
        if too_long > 0 {
            let found = how_many(self.found.len());
            return NotMade::NotFound(format!(
                "of all {count} sums of these words {found} to have exactly one answer; {too_long} would take too long"
            ));
        }
        let found = match self.found.len() {
            0 => "none has".to_owned(),
            1 => "only 1 has".to_owned(),
            found => format!("only {found} have"),
        };
        NotMade::Impossible(format!("of all {count} sums of these words {found} exactly one answer"))
    }
}

fn how_many(found: usize) -> String {
    match found {
        0 => "none was seen".to_owned(),
        1 => "only 1 was seen".to_owned(),
        found => format!("only {found} were seen"),
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
    fn words_that_may_start_with_0_have_any_length() {
        let words = ["B", "CAC", "A"].map(str::to_owned);
        let mut settings = Settings::default();
        settings.set("operands", Given::Number(2));
        settings.set("leading-zero", Given::Nothing);
        let made = make(&words, &settings, 0, &How::default()).map(|made| made.puzzle.write("line").unwrap());
        // 1 + 9 = 010
        assert_eq!(made, Ok("A + B = CAC\n".to_owned()));
    }

    #[test]
    fn no_sum_with_an_answer_is_left_out() {
        let mut random = crate::Random::new(3, 0);
        for round in 0..300 {
            let base = 2 + random.below(3) as u32;
            let rules = Rules { base, leading_zero: random.chance(1, 2) };
            let letters: Vec<char> = "ABCD".chars().take(base as usize).collect();
            let words: Vec<String> =
                (0..5).map(|_| (0..=random.below(4)).map(|_| *random.pick(&letters)).collect()).collect();
            let Ok(list) = List::new(&words, rules, 2..=4) else { continue };
            let mut order = Order::new(list.words.len(), 2..=4, round);
            while let Some(sum) = order.sum() {
                let mut answers = 0;
                list.puzzle(&sum).unwrap().search_by_columns(&How::default(), &mut |_| {
                    answers += 1;
                    ControlFlow::Break(())
                });
                assert!(
                    answers == 0 || list.may_have_answer(&sum),
                    "{} in base {base}",
                    list.puzzle(&sum).unwrap().equations[0]
                );
                order.go_on();
            }
        }
    }

    #[test]
    fn many_puzzles_of_a_seed_are_all_different() {
        let mut all: Vec<String> = (0..60).map(|nth| puzzle(&[], 7, nth, None).unwrap()).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 60);
    }

    #[test]
    fn what_was_not_proved_is_not_called_impossible() {
        let mut settings = Settings::default();
        settings.set("base", Given::Number(36));
        let list = List::new(&[], Rules::of(&settings), 2..=4).unwrap();
        let mut walk = Walk::new(list, 1);
        walk.nodes = MOST_NODES + 1;
        let why = "of 0 sums of these words, 3685240 in all, none was seen to have exactly one answer";
        assert_eq!(walk.nth(0, &How::default()).err(), Some(NotMade::NotFound(why.to_owned())));
        (walk.over, walk.too_long) = (None, 2);
        let why = "of all 3685240 sums of these words none was seen to have exactly one answer; 2 would take too long";
        assert_eq!(walk.all_looked_at(), NotMade::NotFound(why.to_owned()));
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
