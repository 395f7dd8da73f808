//! Ways to find one answer quickly, none of which can show that there is none.
//!
//! Words are scattered at random where there is room; whole words are packed into rows or columns where there is
//! hardly any; and between these, some words are taken out and all that are missing put back, again and again
//! (ruin and recreate: Schrimpf and others, Record breaking optimization results, 2000). All of them spend a number of
//! steps, not of seconds, so that a seed gives the same answer on every machine.

use super::search::Slot;
use super::{Direction, NONE, Placement, WordSearch};
use crate::Random;
use crate::search::How;

/// How often a word is put somewhere at random before the placements that fit are listed.
const THROWS: usize = 40;
/// How many throws a word gets in a grid whose placements are too many to list.
const THROWS_WITHOUT_LIST: usize = 4_000;
/// More pieces than this are packed only line by line: each takes a frame of the stack.
const MOST_PIECES: usize = 1_000;
/// How many placements are looked at while words are taken out and put back.
const RUIN_STEPS: u64 = 60_000_000;
/// How many choices packing makes.
const PACK_STEPS: u64 = 300_000;

/// Some words placed on a board.
#[derive(Clone)]
struct Layout {
    cells: Vec<char>,
    /// How many words use each cell.
    uses: Vec<u32>,
    at: Vec<Option<Slot>>,
}

impl Layout {
    fn new(puzzle: &WordSearch) -> Self {
        let (size, words) = (puzzle.size(), puzzle.words.len());
        Self { cells: vec![NONE; size], uses: vec![0; size], at: vec![None; words] }
    }

    /// How many cells the word would share with others, if it can lie there at all.
    fn shared(&self, word: &[char], slot: Slot, overlap: bool) -> Option<usize> {
        let mut shared = 0;
        for (i, letter) in word.iter().enumerate() {
            match self.cells[slot.cell(i)] {
                NONE => {}
                here if overlap && here == *letter => shared += 1,
                _ => return None,
            }
        }
        Some(shared)
    }

    fn put(&mut self, index: usize, word: &[char], slot: Slot) {
        for (i, letter) in word.iter().enumerate() {
            self.cells[slot.cell(i)] = *letter;
            self.uses[slot.cell(i)] += 1;
        }
        self.at[index] = Some(slot);
    }

    fn take(&mut self, index: usize, word: &[char]) {
        let Some(slot) = self.at[index].take() else { return };
        for i in 0..word.len() {
            let cell = slot.cell(i);
            self.uses[cell] -= 1;
            if self.uses[cell] == 0 {
                self.cells[cell] = NONE;
            }
        }
    }

    /// The numbers of all placements, where every word has one.
    fn answer(&self) -> Option<Vec<u32>> {
        self.at.iter().map(|slot| slot.map(|slot| slot.number)).collect()
    }
}

impl WordSearch {
    /// Places each word at random, longest first, from the start again where one has no room left, until so many
    /// placements were looked at.
    pub(super) fn scatter(
        &self,
        lists: Option<&[Vec<Slot>]>,
        most: u64,
        random: &mut Random,
        how: &How,
    ) -> Option<Vec<u32>> {
        let sizes: Vec<usize> = self.words.iter().map(|word| self.placements(word)).collect();
        let mut order: Vec<usize> = (0..self.words.len()).collect();
        let mut steps = 0;
        while steps < most && how.stopped().is_none() {
            random.shuffle(&mut order);
            order.sort_by_key(|i| std::cmp::Reverse(self.words[*i].len()));
            let mut layout = Layout::new(self);
            for &i in &order {
                let word = &self.words[i];
                let throws = if lists.is_some() { THROWS } else { THROWS_WITHOUT_LIST };
                let mut slot = (0..throws).find_map(|_| {
                    steps += 1;
                    let slot = self.slot(word, random.below(sizes[i]));
                    layout.shared(word, slot, self.overlap).map(|_| slot)
                });
                if let (None, Some(lists)) = (slot, lists) {
                    steps += sizes[i] as u64;
                    let fits = |slot: &&Slot| layout.shared(word, **slot, self.overlap).is_some();
                    let fitting: Vec<&Slot> = lists[i].iter().filter(fits).collect();
                    slot = (!fitting.is_empty()).then(|| **random.pick(&fitting));
                }
                let Some(slot) = slot else { break };
                layout.put(i, word, slot);
            }
            // Even an attempt that fails at once counts, and the grid is cleared each time.
            steps += 1 + self.size() as u64 / 16;
            if let Some(answer) = layout.answer() {
                return Some(answer);
            }
        }
        None
    }

    /// Takes some words out and puts back what is missing, where it shares most, until all are placed.
    pub(super) fn ruin_and_recreate(&self, lists: &[Vec<Slot>], random: &mut Random, how: &How) -> Option<Vec<u32>> {
        let missing = |layout: &Layout| -> usize {
            let open = layout.at.iter().zip(&self.words).filter(|(slot, _)| slot.is_none());
            open.map(|(_, word)| word.len() * word.len()).sum()
        };
        let mut layout = Layout::new(self);
        let mut best = missing(&layout);
        let mut steps = 0;
        let mut round = 0_u64;
        while steps < RUIN_STEPS {
            round += 1;
            if round.is_multiple_of(8) && how.stopped().is_some() {
                return None;
            }
            let mut next = layout.clone();
            let placed: Vec<usize> = (0..self.words.len()).filter(|i| next.at[*i].is_some()).collect();
            for _ in 0..random.below(4).min(placed.len()) {
                let i = *random.pick(&placed);
                next.take(i, &self.words[i]);
            }
            let mut open: Vec<usize> = (0..self.words.len()).filter(|i| next.at[*i].is_none()).collect();
            random.shuffle(&mut open);
            if random.chance(1, 2) {
                open.sort_by_key(|i| std::cmp::Reverse(self.words[*i].len()));
            }
            for i in open {
                let word = &self.words[i];
                steps += lists[i].len() as u64;
                // The one that shares most; each of those that share as much is as likely.
                let (mut most, mut as_many, mut chosen) = (0, 0, None);
                for slot in &lists[i] {
                    let Some(shared) = next.shared(word, *slot, self.overlap) else { continue };
                    if chosen.is_none() || shared > most {
                        (most, as_many, chosen) = (shared, 1, Some(*slot));
                    } else if shared == most {
                        as_many += 1;
                        if random.chance(1, as_many) {
                            chosen = Some(*slot);
                        }
                    }
                }
                if let Some(slot) = chosen {
                    next.put(i, word, slot);
                }
            }
            steps += self.size() as u64 / 8;
            if let Some(answer) = next.answer() {
                return Some(answer);
            }
            let now = missing(&next);
            // Now and then something slightly worse, so as not to stay where nothing better is near.
            if now <= best || random.chance(1, 200) {
                (layout, best) = (next, now);
            }
        }
        None
    }

    /// Packs the words into rows, or into columns, where they share no cell.
    pub(super) fn pack(&self, random: &mut Random) -> Option<Vec<u32>> {
        let sides = [(self.rows, self.columns, Direction::Right), (self.columns, self.rows, Direction::Down)];
        let first = random.below(2);
        [sides[first], sides[1 - first]].into_iter().find_map(|(lines, length, direction)| {
            let mut order: Vec<usize> = (0..self.words.len()).collect();
            random.shuffle(&mut order);
            order.sort_by_key(|i| std::cmp::Reverse(self.words[*i].len()));
            let lengths: Vec<usize> = order.iter().map(|i| self.words[*i].len()).collect();
            let line_of = Packing::new(&lengths, lines, length).solve()?;
            let mut of_line = vec![Vec::new(); lines];
            for (i, line) in order.into_iter().zip(line_of) {
                of_line[line].push(i);
            }
            random.shuffle(&mut of_line);
            let mut answer = vec![0; self.words.len()];
            for (line, mut words) in of_line.into_iter().enumerate() {
                random.shuffle(&mut words);
                let mut gap = length - words.iter().map(|i| self.words[*i].len()).sum::<usize>();
                let mut at = 0;
                for i in words {
                    let skipped = random.below(gap + 1);
                    gap -= skipped;
                    at += skipped;
                    answer[i] = self.number_in_line(&self.words[i], line, at, direction, random)?;
                    at += self.words[i].len();
                }
            }
            Some(answer)
        })
    }

    /// The number of the placement in a row or column from this cell of it on, read forward or backward.
    fn number_in_line(
        &self,
        word: &[char],
        line: usize,
        at: usize,
        way: Direction,
        random: &mut Random,
    ) -> Option<u32> {
        let end = at + word.len() - 1;
        let backward = Self::directions(word).len() == 8 && random.chance(1, 2);
        let at = if backward { end } else { at };
        let (row, column, direction) = match (way, backward) {
            (Direction::Right, false) => (line, at, Direction::Right),
            (Direction::Right, true) => (line, at, Direction::Left),
            // A single letter has one direction only.
            (_, false) if word.len() == 1 => (at, line, Direction::Right),
            (_, false) => (at, line, Direction::Down),
            (_, true) => (at, line, Direction::Up),
        };
        self.number_of(word, Placement { row, column, direction }).map(|number| number as u32)
    }
}

/// Pieces of these lengths, longest first, in lines of one length.
struct Packing<'a> {
    lengths: &'a [usize],
    room: Vec<usize>,
    line_of: Vec<usize>,
    steps: u64,
}

impl<'a> Packing<'a> {
    fn new(lengths: &'a [usize], lines: usize, length: usize) -> Self {
        Self { lengths, room: vec![length; lines], line_of: Vec::with_capacity(lengths.len()), steps: 0 }
    }

    /// The line of each piece, if a way to pack them was found.
    fn solve(mut self) -> Option<Vec<usize>> {
        let packed = self.first_fit() || (self.lengths.len() <= MOST_PIECES && self.descend());
        packed.then_some(self.line_of)
    }

    /// Each piece into the first line that has room.
    fn first_fit(&mut self) -> bool {
        let full = self.room.clone();
        // Lines before this one are full for whatever comes.
        let mut from = 0;
        let shortest = self.lengths.last().copied().unwrap_or(0);
        for &length in self.lengths {
            while from < self.room.len() && self.room[from] < shortest {
                from += 1;
            }
            match (from..self.room.len()).take(1_000).find(|line| self.room[*line] >= length) {
                Some(line) => {
                    self.room[line] -= length;
                    self.line_of.push(line);
                }
                None => {
                    self.room = full;
                    self.line_of.clear();
                    return false;
                }
            }
        }
        true
    }

    /// Every piece in every line, but only one of several lines with the same room, the fullest first.
    fn descend(&mut self) -> bool {
        let Some(&length) = self.lengths.get(self.line_of.len()) else { return true };
        let mut lines: Vec<usize> = (0..self.room.len()).filter(|line| self.room[*line] >= length).collect();
        lines.sort_by_key(|line| self.room[*line]);
        lines.dedup_by_key(|line| self.room[*line]);
        for line in lines {
            self.steps += 1 + self.room.len() as u64 / 16;
            if self.steps > PACK_STEPS {
                return false;
            }
            self.room[line] -= length;
            self.line_of.push(line);
            if self.descend() {
                return true;
            }
            self.line_of.pop();
            self.room[line] += length;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(words: &str, rows: usize, columns: usize) -> WordSearch {
        WordSearch::new(rows, columns, words.split(' ').map(|word| word.chars().collect()).collect(), false, true, 0)
    }

    /// Every word lies in the grid and shares no cell.
    fn is_right(puzzle: &WordSearch, numbers: &[u32]) -> bool {
        let answer = entail_model::Answer::new(numbers.iter().map(|number| i64::from(*number)).collect());
        entail_model::check(&puzzle.to_model().unwrap(), &answer).is_ok()
    }

    #[test]
    fn words_that_fill_the_rows_are_packed() {
        // 3 + 4, 5 + 2, 6 + 1 in rows of seven, and the same in columns.
        for (rows, columns) in [(3, 7), (7, 3)] {
            let puzzle = puzzle("ABC DEFG HIJKL MN OPQRST U", rows, columns);
            for seed in 0..20 {
                let packed = puzzle.pack(&mut Random::new(seed, 0)).unwrap();
                assert!(is_right(&puzzle, &packed));
            }
        }
        assert_eq!(puzzle("ABCD EFGH IJKL", 2, 7).pack(&mut Random::new(1, 0)), None);
    }

    #[test]
    fn packing_finds_a_way_wherever_there_is_one() {
        let mut random = Random::new(3, 0);
        for _ in 0..300 {
            let mut lengths: Vec<usize> = (0..1 + random.below(6)).map(|_| 1 + random.below(5)).collect();
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            let (lines, length) = (1 + random.below(3), 5 + random.below(3));
            let ways = lines.pow(lengths.len() as u32);
            let possible = (0..ways).any(|mut way| {
                let mut room = vec![length as isize; lines];
                for piece in &lengths {
                    room[way % lines] -= *piece as isize;
                    way /= lines;
                }
                room.iter().all(|room| *room >= 0)
            });
            assert_eq!(
                Packing::new(&lengths, lines, length).solve().is_some(),
                possible,
                "{lengths:?} {lines} {length}"
            );
        }
    }

    #[test]
    fn words_taken_out_and_put_back_end_in_a_right_answer() {
        let puzzle = puzzle("MERCURY VENUS EARTH MARS JUPITER SATURN URANUS NEPTUNE", 8, 8);
        let lists = puzzle.slots(usize::MAX).unwrap();
        let found = puzzle.ruin_and_recreate(&lists, &mut Random::new(1, 0), &How::default()).unwrap();
        assert!(is_right(&puzzle, &found));
    }
}
