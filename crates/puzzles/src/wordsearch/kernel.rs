//! The search made for word searches: quick ways for one answer, the complete search for all of them and for proofs.

use std::ops::ControlFlow;

use entail_engine::{Error, Stop};
use entail_model::Answer;

use super::search::{Ended, Leaf, Search, Slot};
use super::{Board, NONE, WordSearch};
use crate::Random;
use crate::search::{Choice, Effort, End, Found, How, by_engine};

/// How many placements are listed at most; with more, words are placed without lists.
pub(super) const LISTED: usize = 4_000_000;
/// How many words the complete search places, each of which takes a frame of the stack.
const MOST_WORDS: usize = 1_000;
/// How many placements the engine is given at most.
const FOR_ENGINE: usize = 300_000;
/// How many placements scattering looks at without lists, and then with them.
const THROWN: u64 = 20_000;
const SCATTERED: u64 = 4_000_000;
/// The nodes of the first attempt of the complete search, before the longer quick way.
const FIRST_NODES: u64 = 2_000;
/// The nodes that attempts in random order have together before the engine takes over; with many placements fewer, since
/// each node looks at all of them.
const RANDOM_NODES: u64 = 200_000;
const RANDOM_WORK: u64 = 500_000_000;

impl WordSearch {
    /// Finds answers, every key once.
    pub(super) fn find(&self, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        if how.choice == Choice::Learning {
            return self.find_by_engine(how, found);
        }
        let mut nodes = 0;
        // On a printed grid there is little to choose from.
        let one = if self.printed.is_some() { None } else { Some(self.one(how, &mut nodes)) };
        let end = match one {
            Some(One::None) => ControlFlow::Continue(()),
            Some(One::Found(numbers)) => {
                let first = self.first_of_its_key(numbers, how);
                if found(answer_of(&first)).is_break() || how.wanted == 1 {
                    ControlFlow::Continue(())
                } else {
                    self.all(Some(&first), how, &mut nodes, found)
                }
            }
            Some(One::Unknown) if how.choice == Choice::Auto && how.wanted == 1 && self.suits_engine() => {
                let mut end = self.find_by_engine(how, found)?;
                end.effort.nodes = nodes;
                return Ok(end);
            }
            Some(One::Unknown) | None => self.all(None, how, &mut nodes, found),
        };
        let stop = match end {
            ControlFlow::Break(Ended::Stopped(stop)) => Some(stop),
            _ => None,
        };
        Ok(End { stop, effort: Effort { nodes, engine: None }, ..End::default() })
    }

    /// One answer by everything that ends after a number of steps.
    pub(super) fn one(&self, how: &How, nodes: &mut u64) -> One {
        let mut random = Random::new(how.seed, 0);
        let mut answer = self.scatter(None, THROWN, &mut random, how);
        let lists = if answer.is_none() { self.slots(LISTED) } else { None };
        answer = answer.or_else(|| self.scatter(lists.as_deref(), SCATTERED, &mut random, how));
        if answer.is_none() && !self.overlap {
            answer = self.pack(&mut random);
        }
        if let (None, Some(lists)) = (&answer, lists.filter(|_| self.words.len() <= MOST_WORDS)) {
            let placements = lists.iter().map(Vec::len).sum::<usize>() as u64;
            let mut search = self.search_in(lists.clone(), None, how);
            let mut left = (RANDOM_WORK / placements.max(1)).clamp(1, RANDOM_NODES);
            let mut limit = FIRST_NODES.min(left);
            let mut recreated = false;
            while left > 0 {
                search.shuffle(&mut random);
                search.limit(limit);
                let end = search.run(&mut |chosen, _| {
                    answer = Some(chosen.to_vec());
                    ControlFlow::Break(())
                });
                *nodes = search.nodes();
                match end {
                    ControlFlow::Continue(()) => return One::None,
                    ControlFlow::Break(Ended::Budget) => {}
                    ControlFlow::Break(Ended::Enough | Ended::Stopped(_)) => break,
                }
                if !std::mem::replace(&mut recreated, true) {
                    answer = self.ruin_and_recreate(&lists, &mut random, how);
                    if answer.is_some() {
                        break;
                    }
                }
                left = left.saturating_sub(limit);
                limit *= 2;
            }
        }
        answer.map_or(One::Unknown, One::Found)
    }

    /// Every answer with a key of its own, by the complete search; but for one that is known already.
    fn all(&self, known: Option<&[u32]>, how: &How, nodes: &mut u64, found: &mut Found<'_>) -> ControlFlow<Ended> {
        let lists = match &self.printed {
            Some(board) => self.slots_on(board),
            None => self.slots(LISTED),
        };
        let mut leaf = |chosen: &[u32], cells: &[char]| {
            let new = known != Some(chosen) && self.stands_for_its_key(chosen, cells, how);
            if new { found(answer_of(chosen)) } else { ControlFlow::Continue(()) }
        };
        let end = match lists.filter(|_| self.words.len() <= MOST_WORDS) {
            Some(lists) => {
                let mut search = self.search_in(lists, None, how);
                search.shuffle(&mut Random::new(how.seed, 2));
                let end = search.run(&mut leaf);
                *nodes += search.nodes();
                end
            }
            None if self.printed.is_some() || self.words.len() > MOST_WORDS => {
                ControlFlow::Break(Ended::Stopped(Stop::Memory))
            }
            None => {
                let cells = vec![NONE; self.size()];
                Unlisted { puzzle: self, how, cells, chosen: Vec::new(), nodes }.descend(&mut leaf)
            }
        };
        // A limit may have been reached while a key was looked at, whose answer is then missing.
        match (end, how.stopped()) {
            (ControlFlow::Continue(()), Some(stop)) => ControlFlow::Break(Ended::Stopped(stop)),
            (end, _) => end,
        }
    }

    fn suits_engine(&self) -> bool {
        self.words.iter().map(|word| self.placements(word)).sum::<usize>() <= FOR_ENGINE
    }

    fn find_by_engine(&self, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let Some(engine) = self.suits_engine().then(|| self.engine_model()).flatten() else {
            return Ok(End { stop: Some(how.stopped().unwrap_or(Stop::Memory)), ..End::default() });
        };
        by_engine(&engine.model, Some(&engine.letters), how, &mut |answer| {
            let place = |(first, numbers): &(usize, Vec<u32>)| {
                let places = &answer.values()[*first..first + numbers.len()];
                let chosen = places.iter().position(|here| *here == 1).expect("each word has one placement");
                i64::from(numbers[chosen])
            };
            found(Answer::new(engine.words.iter().map(place).collect()))
        })
    }

    /// The placements of every word that can be read on a board.
    fn slots_on(&self, board: &Board) -> Option<Vec<Vec<Slot>>> {
        let occurrences = self.occurrences(board)?;
        let of = |(word, same): (&Vec<char>, &u32)| {
            occurrences[*same as usize].iter().map(|number| self.slot(word, *number as usize)).collect()
        };
        let total: usize = self.trie().distinct().iter().map(|same| occurrences[*same as usize].len()).sum();
        (total <= LISTED).then(|| self.words.iter().zip(self.trie().distinct()).map(of).collect())
    }

    /// Where the words can lie on a board; with `whole` so that every letter of it belongs to one. The error is a limit
    /// that came first.
    pub(super) fn places_on(&self, board: &Board, whole: bool, how: &How) -> Result<Option<Vec<u32>>, Stop> {
        let slots = self.slots_on(board).filter(|_| self.words.len() <= MOST_WORDS).ok_or(Stop::Memory)?;
        let letters = board.letters();
        let total: usize = self.words.iter().map(Vec::len).sum();
        if whole && (letters > total || (!self.overlap && letters < total)) || slots.iter().any(Vec::is_empty) {
            return Ok(None);
        }
        let mut search: Search = self.search_in(slots, whole.then_some(letters), how);
        let mut places = None;
        let end = search.run(&mut |chosen, _| {
            places = Some(chosen.to_vec());
            ControlFlow::Break(())
        });
        match end {
            ControlFlow::Break(Ended::Stopped(stop)) => Err(stop),
            _ => Ok(places),
        }
    }

    /// Where the words can lie on a board, each in the first place that is left to it, those with the fewest first; `None`
    /// where that does not do. A board that was made for the words mostly has each of them once.
    pub(super) fn plain_places_on(&self, occurrences: &[Vec<u32>], key: Option<&Board>) -> Option<Vec<u32>> {
        let distinct = self.trie().distinct();
        let mut order: Vec<usize> = (0..self.words.len()).collect();
        order.sort_by_key(|i| occurrences[distinct[*i] as usize].len());
        let mut used = vec![false; self.size()];
        let mut places = vec![0; self.words.len()];
        for i in order {
            let word = &self.words[i];
            let cells = |number: u32| {
                let slot = self.slot(word, number as usize);
                (0..word.len()).map(move |behind| slot.cell(behind))
            };
            let mut numbers = occurrences[distinct[i] as usize].iter().copied();
            places[i] = numbers.find(|number| self.overlap || cells(*number).all(|cell| !used[cell]))?;
            cells(places[i]).for_each(|cell| used[cell] = true);
        }
        let whole = key.is_none_or(|key| key.cells.iter().zip(&used).all(|(letter, used)| *used || *letter == NONE));
        whole.then_some(places)
    }

    /// Of all answers with the same key one is taken: the one that is found first from the key alone.
    fn stands_for_its_key(&self, chosen: &[u32], cells: &[char], how: &How) -> bool {
        let board = Board::new(self.columns, cells.to_vec());
        self.places_on(&board, true, how).is_ok_and(|first| first.as_deref() == Some(chosen))
    }

    /// The answer that stands for the key of this one; this one itself where a limit came first.
    fn first_of_its_key(&self, numbers: Vec<u32>, how: &How) -> Vec<u32> {
        if how.wanted == 1 {
            return numbers;
        }
        let key = self.key_of(&self.placed(&answer_of(&numbers)));
        self.places_on(&key, true, how).ok().flatten().unwrap_or(numbers)
    }
}

/// What the quick ways and the bounded search found out.
pub(super) enum One {
    /// The placements of an answer.
    Found(Vec<u32>),
    /// There is none.
    None,
    /// They ended too early.
    Unknown,
}

pub(super) fn answer_of(numbers: &[u32]) -> Answer {
    Answer::new(numbers.iter().map(|number| i64::from(*number)).collect())
}

/// A search word by word that keeps no lists, for grids whose placements would fill the memory.
struct Unlisted<'a> {
    puzzle: &'a WordSearch,
    how: &'a How,
    cells: Vec<char>,
    chosen: Vec<u32>,
    nodes: &'a mut u64,
}

impl Unlisted<'_> {
    fn descend(&mut self, found: &mut Leaf<'_>) -> ControlFlow<Ended> {
        let index = self.chosen.len();
        let Some(word) = self.puzzle.words.get(index) else {
            let enough = found(&self.chosen, &self.cells).is_break();
            return if enough { ControlFlow::Break(Ended::Enough) } else { ControlFlow::Continue(()) };
        };
        let same = self.puzzle.trie().distinct();
        let twin = (0..index).rev().find(|other| same[*other] == same[index]);
        let first = twin.map_or(0, |other| self.chosen[other]) as usize;
        for number in first..self.puzzle.placements(word) {
            *self.nodes += 1;
            if self.nodes.is_multiple_of(1 << 12)
                && let Some(stop) = self.how.stopped()
            {
                return ControlFlow::Break(Ended::Stopped(stop));
            }
            let slot = self.puzzle.slot(word, number);
            let fits = word.iter().enumerate().all(|(i, letter)| {
                let here = self.cells[slot.cell(i)];
                here == NONE || (self.puzzle.overlap && here == *letter)
            });
            if !fits {
                continue;
            }
            let mut new = Vec::with_capacity(word.len());
            for (i, letter) in word.iter().enumerate() {
                if self.cells[slot.cell(i)] == NONE {
                    self.cells[slot.cell(i)] = *letter;
                    new.push(slot.cell(i));
                }
            }
            self.chosen.push(number as u32);
            self.descend(found)?;
            self.chosen.pop();
            new.into_iter().for_each(|cell| self.cells[cell] = NONE);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::puzzle::Puzzle;
    use crate::search::solve;
    use crate::wordsearch::Direction;

    fn puzzle(words: &[&str], rows: usize, columns: usize, overlap: bool) -> WordSearch {
        let words = words.iter().map(|word| word.chars().collect()).collect();
        WordSearch::new(rows, columns, words, overlap, true, 0)
    }

    /// All keys, by trying every cell and direction for every word.
    fn brute_force(puzzle: &WordSearch) -> BTreeSet<String> {
        fn place(puzzle: &WordSearch, word: usize, cells: &[char], keys: &mut BTreeSet<String>) {
            let Some(letters) = puzzle.words.get(word) else {
                keys.insert(Board::new(puzzle.columns, cells.to_vec()).text());
                return;
            };
            for start in 0..cells.len() {
                for direction in Direction::ALL {
                    let mut cells = cells.to_vec();
                    let (down, right) = direction.step();
                    let fits = letters.iter().enumerate().all(|(i, letter)| {
                        let row = (start / puzzle.columns) as isize + i as isize * down;
                        let column = (start % puzzle.columns) as isize + i as isize * right;
                        let inside =
                            (0..puzzle.rows as isize).contains(&row) && (0..puzzle.columns as isize).contains(&column);
                        inside && {
                            let cell = &mut cells[row as usize * puzzle.columns + column as usize];
                            let free = *cell == NONE || (puzzle.overlap && *cell == *letter);
                            *cell = *letter;
                            free
                        }
                    });
                    if fits {
                        place(puzzle, word + 1, &cells, keys);
                    }
                }
            }
        }
        let mut keys = BTreeSet::new();
        place(puzzle, 0, &vec![NONE; puzzle.size()], &mut keys);
        keys
    }

    /// The keys that a search finds, in its order.
    fn keys(puzzle: &WordSearch, choice: Choice, wanted: u64) -> Vec<String> {
        if puzzle.model().is_err() {
            return Vec::new();
        }
        let mut keys = Vec::new();
        let how = How { choice, wanted, ..How::default() };
        let end = solve(puzzle, &how, &mut |answer| {
            keys.push(puzzle.text(&answer));
            if keys.len() as u64 == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(end.unwrap().stop.is_none());
        keys
    }

    fn same_as_brute_force(puzzle: &WordSearch, engine: bool) {
        let expected = brute_force(puzzle);
        let choices = if engine { vec![Choice::Auto, Choice::Kernel, Choice::Learning] } else { vec![Choice::Kernel] };
        for choice in choices {
            let found = keys(puzzle, choice, u64::MAX);
            let distinct: BTreeSet<String> = found.iter().cloned().collect();
            assert_eq!(found.len(), distinct.len(), "{puzzle:?}: a key twice");
            assert_eq!(distinct, expected, "{puzzle:?} {choice:?}");
            let one = keys(puzzle, choice, 1);
            assert_eq!(one.len(), expected.len().min(1), "{puzzle:?} {choice:?}");
            assert!(one.iter().all(|key| expected.contains(key)));
        }
    }

    #[test]
    fn all_keys_of_small_grids_are_found_once() {
        let lists: [&[&str]; 12] = [
            &["A"],
            &["AB"],
            &["AA"],
            &["AB", "BA"],
            &["AB", "AB"],
            &["ABA", "AB"],
            &["AA", "AAA"],
            &["A", "B", "AB"],
            &["ABC", "CB", "B"],
            &["AB", "BC", "CA"],
            &["AA", "AA", "A"],
            &["AB", "AB", "BA"],
        ];
        for (rows, columns) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3)] {
            for words in lists {
                for overlap in [false, true] {
                    same_as_brute_force(&puzzle(words, rows, columns, overlap), rows * columns <= 6);
                }
            }
        }
    }

    #[test]
    fn random_lists_have_the_keys_of_brute_force() {
        let mut random = Random::new(5, 0);
        for round in 0..150 {
            let words: Vec<String> = (0..1 + random.below(3))
                .map(|_| (0..1 + random.below(4)).map(|_| *random.pick(&['A', 'B', 'C'])).collect())
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let (rows, columns) = (1 + random.below(3), 1 + random.below(4));
            same_as_brute_force(&puzzle(&words, rows, columns, round % 2 == 0), round % 5 == 0);
        }
    }

    #[test]
    fn one_answer_of_tight_grids_is_found_exactly_where_there_is_one() {
        let mut random = Random::new(6, 0);
        let mut none = 0;
        for round in 0..400 {
            let words: Vec<String> = (0..2 + random.below(3))
                .map(|_| (0..2 + random.below(3)).map(|_| *random.pick(&['A', 'B', 'C', 'D'])).collect())
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let puzzle = puzzle(&words, 2 + random.below(2), 3, round % 2 == 0);
            let exists = !brute_force(&puzzle).is_empty();
            none += usize::from(!exists);
            for choice in [Choice::Auto, Choice::Kernel] {
                assert_eq!(keys(&puzzle, choice, 1).len(), usize::from(exists), "{puzzle:?}");
            }
        }
        assert!((40..360).contains(&none), "{none} of 400 without an answer");
    }

    #[test]
    fn the_seed_decides_where_words_lie() {
        let puzzle = puzzle(&["MATTHEW", "JOE", "MARY", "SARAH", "SALLY"], 9, 9, false);
        let key = |seed| match puzzle.one(&How { seed, wanted: 1, ..How::default() }, &mut 0) {
            One::Found(numbers) => puzzle.text(&answer_of(&numbers)),
            _ => panic!("there is room"),
        };
        assert_eq!(key(1), key(1));
        let different: BTreeSet<String> = (0..20).map(key).collect();
        assert_eq!(different.len(), 20);
    }

    #[test]
    fn a_search_without_lists_finds_the_same_keys() {
        for overlap in [false, true] {
            let puzzle = puzzle(&["AB", "BA", "AB"], 2, 3, overlap);
            let mut keys = BTreeSet::new();
            let (how, mut nodes) = (How::default(), 0);
            let cells = vec![NONE; 6];
            let mut search = Unlisted { puzzle: &puzzle, how: &how, cells, chosen: Vec::new(), nodes: &mut nodes };
            let end = search.descend(&mut |chosen, cells| {
                if puzzle.stands_for_its_key(chosen, cells, &how) {
                    assert!(keys.insert(Board::new(3, cells.to_vec()).text()), "a key twice");
                }
                ControlFlow::Continue(())
            });
            assert!(end.is_continue());
            assert_eq!(keys, brute_force(&puzzle));
        }
    }

    #[test]
    fn words_on_a_printed_grid_are_found_by_every_search() {
        let board = Board::new(4, "ABABCABCBCCA".chars().collect());
        let list = ["AB", "BAB", "CC"].map(|word| word.chars().collect()).to_vec();
        let puzzle = WordSearch::within(board.clone(), list);
        let free = WordSearch::new(3, 4, puzzle.words.clone(), true, true, 0);
        // Of all ways to place the words those that agree with the grid.
        let agrees = |key: &String| {
            let letters = key.chars().filter(|letter| !letter.is_whitespace());
            letters.zip(&board.cells).all(|(letter, printed)| letter == NONE || letter == *printed)
        };
        let expected: BTreeSet<String> = brute_force(&free).into_iter().filter(agrees).collect();
        assert!(expected.len() > 1);
        for choice in [Choice::Auto, Choice::Kernel, Choice::Learning] {
            let found = keys(&puzzle, choice, u64::MAX);
            assert_eq!(found.len(), expected.len());
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
            assert_eq!(keys(&puzzle, choice, 1).len(), 1);
        }
        let absent = WordSearch::within(board, vec![vec!['C', 'C', 'C']]);
        for choice in [Choice::Auto, Choice::Kernel, Choice::Learning] {
            assert_eq!(keys(&absent, choice, 1), Vec::<String>::new());
        }
    }

    #[test]
    fn different_keys_are_printed_differently() {
        for overlap in [false, true] {
            let mut puzzle = puzzle(&["CAT", "A"], 3, 4, overlap);
            let number = keys(&puzzle, Choice::Auto, u64::MAX).len();
            puzzle.key = false;
            let printed: BTreeSet<String> = keys(&puzzle, Choice::Auto, u64::MAX).into_iter().collect();
            assert_eq!(printed.len(), number);
        }
    }

    #[test]
    fn few_words_in_the_largest_grid_take_no_lists() {
        let puzzle = puzzle(&["MATTHEW", "JOE", "MARY"], 1000, 1000, false);
        assert_eq!(keys(&puzzle, Choice::Auto, 1).len(), 1);
        assert_eq!(keys(&puzzle, Choice::Auto, 3).len(), 3);
    }
}
