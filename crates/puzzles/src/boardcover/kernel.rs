//! The largest number of blocks, cell by cell: a layer of partial covers for each cell, wider and wider layers.
//!
//! Cells are decided in order along the shorter side of the board. A cell that is free and not yet taken is covered by a
//! block whose first cell it is, or stays empty for good. So what the decided cells mean for the rest is only which of
//! the next cells are taken, the `window`:
//!
//! ```text
//!   decided cells │ window: bit 0 is the next cell, taken cells are 1 │ nothing placed yet
//!   . . A A . A B │ B 1 1 0 1 0 … 0                                  │ . . . .
//! ```
//!
//! Of covers with the same window the one with the least waste survives. With `best` blocks known, a cover that wastes
//! more cells than `best + 1` blocks leave over is dropped. A layer keeps a number of covers, those with the least waste;
//! where none had to go for that, the best one is proved to be the best. Else the layers are made wider.
//! Before all that, blocks wherever the next one fits are a first cover, so that large boards have one at once.

use std::ops::ControlFlow;

use entail_engine::{Error, Stop};
use entail_model::Model;

use super::{Boardcover, blocks_fit};
use crate::search::{self, Choice, Effort, End, Found, How};

/// How many covers the first layers keep.
const NARROW: usize = 4;
/// How much wider the next layers are.
const WIDER: usize = 8;
/// The widest layer, and the most choices kept to tell how a cover came about.
const WIDEST: usize = 1 << 22;
const MOST_CHOICES: usize = 1 << 26;
/// No choice was made yet.
const NONE: u32 = u32::MAX;

/// Which of the next cells are taken.
type Window<const WORDS: usize> = [u64; WORDS];

/// A placement as the search sees it.
struct Block<const WORDS: usize> {
    /// The place of its first cell in the order of the search.
    first: usize,
    /// Its cells from there on.
    window: Window<WORDS>,
    placement: u32,
}

/// A cover of the decided cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cover<const WORDS: usize> {
    window: Window<WORDS>,
    /// The cells left empty.
    waste: u32,
    /// The last placement, among the choices.
    last: u32,
}

/// How a pass over the board ended.
enum Pass {
    /// A cover with more blocks than were known.
    Better(Vec<usize>),
    /// There is none among the covers that were kept.
    Worse,
    Stopped(Stop),
}

/// What is known of the largest number of blocks.
pub(super) struct Known {
    /// The placements of the best cover, by their numbers.
    pub best: Vec<usize>,
    /// No cover has more blocks.
    pub at_most: usize,
    /// What ended the search before both were the same.
    pub stop: Option<Stop>,
    /// Covers looked at, and what the engine did.
    pub effort: Effort,
}

impl Known {
    /// What is not known where it is open whether so many blocks fit.
    pub fn open(&self, blocks: u64) -> String {
        let whether = format!("whether {} is not known", blocks_fit(blocks));
        match self.at_most as u64 {
            most if most <= blocks => format!("{whether}; more do not"),
            most => format!("{whether}; at most {most}"),
        }
    }
}

impl Boardcover {
    /// Hands over the best cover, or the best so far.
    pub(super) fn best_cover(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let known = self.known_of_best(model, how)?;
        let _ = found(self.answer(known.best.iter().copied()));
        let unknown = known.stop.map(|_| known.open(known.best.len() as u64 + 1));
        Ok(End { stop: known.stop, unknown, effort: known.effort, best: false })
    }

    /// What the kernel, the engine, or the one after the other find out about the best cover.
    pub(super) fn known_of_best(&self, model: &Model, how: &How) -> Result<Known, Error> {
        let mut known = Known { best: Vec::new(), at_most: self.at_most(), stop: None, effort: Effort::default() };
        if how.choice != Choice::Learning {
            known.best = self.first_cover();
            self.search_kernel(how, &mut known);
        }
        let handed_over = how.choice == Choice::Auto && known.stop == Some(Stop::Memory);
        if how.choice == Choice::Learning || handed_over {
            let end = search::by_engine(model, None, how, &mut |best| {
                let best: Vec<usize> = (0..self.placements.len()).filter(|index| best.values()[*index] == 1).collect();
                if best.len() > known.best.len() {
                    known.best = best;
                }
                ControlFlow::Break(())
            })?;
            known.stop = end.stop;
            known.effort.engine = end.effort.engine;
        }
        if known.stop.is_none() || known.best.len() == known.at_most {
            known.stop = None;
            known.at_most = known.best.len();
        }
        Ok(known)
    }

    /// No cover has more blocks: those that the cells have room for which a block can cover at all.
    pub(super) fn at_most(&self) -> usize {
        let mut free = vec![false; self.board.marked.len()];
        for placement in &self.placements {
            self.cells(*placement).for_each(|cell| free[cell] = true);
        }
        free.iter().filter(|free| **free).count() / self.size()
    }

    /// Placements wherever they fit next to those before them, from the upper left on.
    fn first_cover(&self) -> Vec<usize> {
        let mut taken = vec![false; self.board.marked.len()];
        let mut cover = Vec::new();
        for (index, &placement) in self.placements.iter().enumerate() {
            if self.cells(placement).all(|cell| !taken[cell]) {
                self.cells(placement).for_each(|cell| taken[cell] = true);
                cover.push(index);
            }
        }
        cover
    }

    fn search_kernel(&self, how: &How, known: &mut Known) {
        if known.best.len() == known.at_most {
            return;
        }
        match self.window_length().div_ceil(64) {
            0..=1 => Layers::<1>::new(self).search(how, known),
            2 => Layers::<2>::new(self).search(how, known),
            3..=4 => Layers::<4>::new(self).search(how, known),
            5..=8 => Layers::<8>::new(self).search(how, known),
            9..=16 => Layers::<16>::new(self).search(how, known),
            _ => known.stop = Some(Stop::Memory),
        }
    }

    /// The place of a cell in the order of the search: along the shorter side.
    fn rank(&self, cell: usize) -> usize {
        let (row, column) = (cell / self.board.width, cell % self.board.width);
        if self.board.width > self.board.height { column * self.board.height + row } else { cell }
    }

    /// How many cells after its first one a block can reach, and that one.
    fn window_length(&self) -> usize {
        let line = self.board.width.min(self.board.height);
        let turned = self.board.width > self.board.height;
        let lengths = self.turns.iter().map(|turn| {
            let (long, short) = if turned { (turn.width, turn.height) } else { (turn.height, turn.width) };
            (long - 1) * line + short
        });
        lengths.max().unwrap_or(1)
    }
}

struct Layers<const WORDS: usize> {
    /// Whether a cell can be covered at all, in the order of the search.
    free: Vec<bool>,
    /// The placements by their first cells.
    blocks: Vec<Block<WORDS>>,
    size: usize,
    /// How many cells can be covered.
    cells: usize,
}

impl<const WORDS: usize> Layers<WORDS> {
    fn new(puzzle: &Boardcover) -> Self {
        let mut free = vec![false; puzzle.board.marked.len()];
        let mut blocks: Vec<Block<WORDS>> = (puzzle.placements.iter().enumerate())
            .map(|(index, &placement)| {
                let ranks = || puzzle.cells(placement).map(|cell| puzzle.rank(cell));
                let first = ranks().min().expect("a block has a cell");
                let mut window = [0; WORDS];
                for rank in ranks() {
                    free[rank] = true;
                    window[(rank - first) / 64] |= 1 << ((rank - first) % 64);
                }
                Block { first, window, placement: index as u32 }
            })
            .collect();
        blocks.sort_by_key(|block| (block.first, block.placement));
        let cells = free.iter().filter(|free| **free).count();
        Self { free, blocks, size: puzzle.size(), cells }
    }

    fn search(&self, how: &How, known: &mut Known) {
        let mut width = NARROW;
        while known.best.len() < known.at_most {
            let mut cut = false;
            match self.pass(known.best.len() + 1, width, &mut cut, how, &mut known.effort.nodes) {
                Pass::Better(best) => known.best = best,
                Pass::Worse => {}
                Pass::Stopped(stop) => {
                    known.stop = Some(stop);
                    return;
                }
            }
            if !cut {
                known.at_most = known.best.len();
            }
            width *= WIDER;
        }
    }

    /// Goes over all cells for a cover with at least `wanted` blocks; `cut` tells whether covers were left out.
    fn pass(&self, wanted: usize, width: usize, cut: &mut bool, how: &How, nodes: &mut u64) -> Pass {
        let allowed = (self.cells - wanted * self.size) as u32;
        let mut choices: Vec<(u32, u32)> = Vec::new();
        let mut layer = vec![Cover { window: [0; WORDS], waste: 0, last: NONE }];
        let mut next = Vec::new();
        let mut blocks = &self.blocks[..];
        for (cell, &free) in self.free.iter().enumerate() {
            let (here, later) = blocks.split_at(blocks.iter().take_while(|block| block.first == cell).count());
            blocks = later;
            for cover in &layer {
                let Cover { window, waste, last } = *cover;
                if !free || window[0] & 1 == 1 {
                    next.push(Cover { window: shifted(window), waste, last });
                    continue;
                }
                if waste < allowed {
                    next.push(Cover { window: shifted(window), waste: waste + 1, last });
                }
                for block in here {
                    if (0..WORDS).all(|word| block.window[word] & window[word] == 0) {
                        let taken = std::array::from_fn(|word| block.window[word] | window[word]);
                        choices.push((last, block.placement));
                        next.push(Cover { window: shifted(taken), waste, last: choices.len() as u32 - 1 });
                    }
                }
            }
            *nodes += next.len() as u64;
            if let Some(stop) = how.stopped() {
                return Pass::Stopped(stop);
            }
            next.sort_unstable();
            next.dedup_by_key(|cover| cover.window);
            if next.len() > width {
                *cut = true;
                next.select_nth_unstable_by_key(width, |cover| (cover.waste, cover.window));
                next.truncate(width);
            }
            if next.len() > WIDEST || choices.len() > MOST_CHOICES {
                return Pass::Stopped(Stop::Memory);
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        let Some(best) = layer.iter().min_by_key(|cover| cover.waste) else { return Pass::Worse };
        let mut placements = Vec::new();
        let mut at = best.last;
        while let Some((before, placement)) = choices.get(at as usize) {
            placements.push(*placement as usize);
            at = *before;
        }
        Pass::Better(placements)
    }
}

/// The window one cell further on.
fn shifted<const WORDS: usize>(window: Window<WORDS>) -> Window<WORDS> {
    std::array::from_fn(|word| window[word] >> 1 | window.get(word + 1).map_or(0, |next| next << 63))
}

#[cfg(test)]
mod tests {
    use entail_model::check;

    use super::*;
    use crate::Random;
    use crate::boardcover::{Grid, Reader};

    fn best(puzzle: &Boardcover, choice: Choice) -> usize {
        let model = puzzle.to_model();
        let mut best = None;
        let how = How { choice, ..How::default() };
        let end = puzzle.best_cover(&model, &how, &mut |answer| {
            assert_eq!(check(&model, &answer), Ok(()));
            best = Some(puzzle.chosen(&answer).len());
            ControlFlow::Break(())
        });
        assert_eq!(end.unwrap().stop, None);
        best.unwrap()
    }

    /// The largest number of placements from this one on that share no cell with each other and with those taken.
    fn by_trying(puzzle: &Boardcover, from: usize, taken: u64) -> usize {
        let Some(placement) = puzzle.placements.get(from) else { return 0 };
        let cells = puzzle.cells(*placement).fold(0, |cells, cell| cells | 1 << cell);
        let without = by_trying(puzzle, from + 1, taken);
        if cells & taken == 0 { without.max(1 + by_trying(puzzle, from + 1, taken | cells)) } else { without }
    }

    #[test]
    fn small_boards_have_the_number_that_trying_everything_finds() {
        let mut random = Random::new(1, 0);
        for _ in 0..300 {
            let grid = |random: &mut Random, height: usize, width: usize, marked: usize| Grid {
                height,
                width,
                marked: (0..height * width).map(|_| random.below(10) < marked).collect(),
            };
            let (height, width) = (1 + random.below(4), 1 + random.below(5));
            let board = grid(&mut random, height, width, 2);
            let (height, width) = (1 + random.below(3), 1 + random.below(3));
            let mut block = grid(&mut random, height, width, 5);
            block.marked[0] = true;
            let puzzle = Boardcover::new(board, block, false).unwrap();
            if puzzle.placements.len() > 25 {
                continue;
            }
            let expected = by_trying(&puzzle, 0, 0);
            assert_eq!(best(&puzzle, Choice::Kernel), expected, "{puzzle:?}");
            assert_eq!(best(&puzzle, Choice::Learning), expected, "{puzzle:?}");
        }
    }

    #[test]
    fn a_large_board_has_a_cover_before_any_search() {
        let text = "1\n120 120 3 3\n".to_owned() + &(".".repeat(120) + "\n").repeat(120) + ".#.\n###\n.#.\n";
        let puzzle = Reader::new(text.as_bytes(), false).next().unwrap().unwrap();
        let how = How::default();
        how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut blocks = 0;
        let end = puzzle.best_cover(&puzzle.to_model(), &how, &mut |answer| {
            blocks = puzzle.chosen(&answer).len();
            ControlFlow::Break(())
        });
        let end = end.unwrap();
        assert!(blocks >= 1440, "{blocks}");
        assert_eq!(end.stop, Some(Stop::Asked));
        assert_eq!(end.unknown, Some(format!("whether {} blocks fit is not known; at most 2879", blocks + 1)));
    }

    #[test]
    fn a_window_of_several_words_moves_over_their_borders() {
        assert_eq!(shifted([1, 1, 6]), [1 << 63, 0, 3]);
    }

    #[test]
    fn every_number_of_the_data_is_found() {
        let Ok(data) = std::env::var("ENTAIL_DATA") else { return };
        for name in ["sample", "boardcover2", "random40", "large"] {
            let read = |end: &str| std::fs::read_to_string(format!("{data}/boardcover/{name}.{end}")).unwrap();
            let (cases, numbers) = (read("in"), read("out"));
            let mut numbers = numbers.split_whitespace().map(|number| number.parse::<usize>().unwrap());
            for (case, puzzle) in Reader::new(cases.as_bytes(), false).enumerate() {
                assert_eq!(Some(best(&puzzle.unwrap(), Choice::Auto)), numbers.next(), "case {} of {name}", case + 1);
            }
            assert_eq!(numbers.next(), None, "{name}");
        }
    }
}
