//! The complete search: depth first, always the word with the fewest placements left (fail first), with the placements
//! of every other word looked through after each choice.
//!
//! ```text
//!   slots[word]   [ a  d  f | b  e | c ]      The placements still possible stand first; how many there are is in
//!                  possible   gone            `possible`. What a choice excludes is swapped behind them, and going
//!                                             back is setting the number again.
//! ```

use std::ops::ControlFlow;

use entail_engine::Stop;

use super::{NONE, WordSearch};
use crate::Random;
use crate::search::How;

/// How often limits are looked at, in nodes.
const LOOK: u64 = 1 << 4;

/// A placement as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// The cell of the first letter.
    pub start: u32,
    /// From each cell to the next.
    pub stride: i32,
    /// Its number.
    pub number: u32,
}

impl Slot {
    /// The cell behind so many letters.
    pub fn cell(self, behind: usize) -> usize {
        (self.start as usize).wrapping_add_signed(behind as isize * self.stride as isize)
    }
}

/// Takes the placements of all words and the cells with their letters.
pub(super) type Leaf<'a> = dyn FnMut(&[u32], &[char]) -> ControlFlow<()> + 'a;

/// Why a search ended before it was through.
pub(super) enum Ended {
    /// Nobody wants more.
    Enough,
    /// It used up its nodes.
    Budget,
    /// A limit was reached.
    Stopped(Stop),
}

/// A search through all placements of some words.
pub(super) struct Search<'a> {
    words: &'a [Vec<char>],
    /// Words with the same number are the same; their placements ascend.
    same: &'a [u32],
    overlap: bool,
    how: &'a How,
    slots: Vec<Vec<Slot>>,
    possible: Vec<usize>,
    /// The words that are not placed.
    open: Vec<usize>,
    /// The cells with the letters placed so far, and how many hold one.
    cells: Vec<char>,
    filled: usize,
    /// How many cells must hold a letter in the end, where that is known.
    letters: Option<usize>,
    /// The number of the placement of each placed word.
    chosen: Vec<u32>,
    /// Which cells were seen in the count of this number.
    seen: (Vec<u32>, u32),
    nodes: u64,
    budget: u64,
}

impl WordSearch {
    /// All placements of every word, or `None` where they are more than this.
    pub(super) fn slots(&self, most: usize) -> Option<Vec<Vec<Slot>>> {
        let sizes: Vec<usize> = self.words.iter().map(|word| self.placements(word)).collect();
        (sizes.iter().sum::<usize>() <= most).then(|| {
            let of = |(word, size): (&Vec<char>, usize)| (0..size).map(|number| self.slot(word, number)).collect();
            self.words.iter().zip(sizes).map(of).collect()
        })
    }

    /// The placement of a word with this number.
    pub(super) fn slot(&self, word: &[char], number: usize) -> Slot {
        let placement = self.placement(word, number).expect("the number of a placement");
        let (start, stride) = placement.line(self.columns);
        Slot { start: start as u32, stride: stride as i32, number: number as u32 }
    }

    /// A search through these placements of the words. With `whole` letters must stand in that many cells in the end.
    pub(super) fn search_in<'a>(&'a self, slots: Vec<Vec<Slot>>, whole: Option<usize>, how: &'a How) -> Search<'a> {
        let total: usize = self.words.iter().map(Vec::len).sum();
        Search {
            words: &self.words,
            same: self.trie().distinct(),
            overlap: self.overlap,
            how,
            possible: slots.iter().map(Vec::len).collect(),
            slots,
            open: (0..self.words.len()).collect(),
            cells: vec![NONE; self.size()],
            filled: 0,
            letters: if self.overlap { whole } else { Some(total) },
            chosen: vec![0; self.words.len()],
            seen: (vec![0; self.size()], 0),
            nodes: 0,
            budget: u64::MAX,
        }
    }
}

impl Search<'_> {
    /// Tries placements in a random order.
    pub fn shuffle(&mut self, random: &mut Random) {
        self.slots.iter_mut().for_each(|slots| random.shuffle(slots));
    }

    /// Ends after so many more nodes.
    pub fn limit(&mut self, nodes: u64) {
        self.budget = self.nodes + nodes;
    }

    /// How many nodes there were.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Hands the placements of the words and the cells with their letters to `found`, for every way to place them;
    /// but not two ways that only exchange words that are the same. The search can run again afterwards.
    pub fn run(&mut self, found: &mut Leaf<'_>) -> ControlFlow<Ended> {
        let possible = self.possible.clone();
        let end = if self.can_be_filled() { self.descend(found) } else { ControlFlow::Continue(()) };
        if end.is_break() {
            self.open = (0..self.words.len()).collect();
            self.cells.fill(NONE);
            self.filled = 0;
        }
        self.possible = possible;
        end
    }

    fn descend(&mut self, found: &mut Leaf<'_>) -> ControlFlow<Ended> {
        let Some(at) = (0..self.open.len()).min_by_key(|at| (self.possible[self.open[*at]], self.open[*at])) else {
            let whole = self.letters.is_none_or(|letters| letters == self.filled);
            return match whole && found(&self.chosen, &self.cells).is_break() {
                true => ControlFlow::Break(Ended::Enough),
                false => ControlFlow::Continue(()),
            };
        };
        let word = self.open.swap_remove(at);
        let before = self.possible.clone();
        for i in 0..self.possible[word] {
            self.nodes += 1;
            if self.nodes > self.budget {
                return ControlFlow::Break(Ended::Budget);
            }
            if self.nodes.is_multiple_of(LOOK)
                && let Some(stop) = self.how.stopped()
            {
                return ControlFlow::Break(Ended::Stopped(stop));
            }
            let slot = self.slots[word][i];
            let new = self.place(word, slot);
            if self.look_through(word, slot.number) && self.can_be_filled() {
                self.descend(found)?;
            }
            self.possible.copy_from_slice(&before);
            for cell in new {
                self.cells[cell] = NONE;
                self.filled -= 1;
            }
        }
        self.open.push(word);
        let last = self.open.len() - 1;
        self.open.swap(at, last);
        ControlFlow::Continue(())
    }

    /// Writes a word and says which cells had no letter before.
    fn place(&mut self, word: usize, slot: Slot) -> Vec<usize> {
        self.chosen[word] = slot.number;
        let mut new = Vec::with_capacity(self.words[word].len());
        for (i, letter) in self.words[word].iter().enumerate() {
            let cell = slot.cell(i);
            if self.cells[cell] == NONE {
                self.cells[cell] = *letter;
                self.filled += 1;
                new.push(cell);
            }
        }
        new
    }

    /// Excludes what does not go with the word just placed; false where another word has no placement left.
    fn look_through(&mut self, placed: usize, number: u32) -> bool {
        for &word in &self.open {
            let (letters, slots) = (&self.words[word], &mut self.slots[word]);
            let twin = self.same[word] == self.same[placed];
            let mut possible = self.possible[word];
            let mut i = 0;
            while i < possible {
                let slot = slots[i];
                let in_order = !twin || if word > placed { slot.number >= number } else { slot.number <= number };
                let fits = in_order
                    && (letters.iter().enumerate()).all(|(i, letter)| {
                        let here = self.cells[slot.cell(i)];
                        here == NONE || (self.overlap && here == *letter)
                    });
                if fits {
                    i += 1;
                } else {
                    possible -= 1;
                    slots.swap(i, possible);
                }
            }
            self.possible[word] = possible;
            if possible == 0 {
                return false;
            }
        }
        true
    }

    /// Whether the words that are left can still reach as many empty cells as must get a letter.
    fn can_be_filled(&mut self) -> bool {
        let Some(needed) = self.letters.map(|letters| letters.saturating_sub(self.filled)).filter(|n| *n > 0) else {
            return true;
        };
        let (seen, mark) = &mut self.seen;
        *mark = mark.wrapping_add(1);
        let mut reached = 0;
        for &word in &self.open {
            for slot in &self.slots[word][..self.possible[word]] {
                for i in 0..self.words[word].len() {
                    let cell = slot.cell(i);
                    if self.cells[cell] == NONE && seen[cell] != *mark {
                        seen[cell] = *mark;
                        reached += 1;
                        if reached >= needed {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}
