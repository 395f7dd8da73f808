//! The largest number of blocks: part by part, wider and wider layers of partial covers, and weights as a bound.
//!
//! Blocks wherever the next one fits are a first cover, so that large boards have one at once. A pass over the cells of a
//! part keeps a number of covers at each; where none had to go for that, the best one is proved to be the best. Else the
//! layers are made wider, and the weights, which tell the covers that can still win from those that cannot, better.
//! Where that takes too much the engine is asked for more blocks than were found.

mod layers;
mod part;
mod weights;
mod window;

use std::ops::ControlFlow;

use entail_engine::{Error, Stop};
use entail_model::Model;

use self::layers::{Layers, Pass};
use self::part::Part;
use self::weights::{Weighing, Weights};
use self::window::Window;
use super::{Boardcover, blocks_fit};
use crate::search::{self, Choice, Effort, End, Found, How};

/// How many covers the first layers keep.
const NARROW: usize = 8;
/// How much wider the next layers are.
const WIDER: usize = 8;
/// How many covers are looked at before the engine is asked.
const MOST_COVERS: u64 = 1 << 30;
/// The most rounds to make weights better before a pass, and after how many they are looked at.
const MOST_ROUNDS: usize = 1024;
const ROUNDS: usize = 16;

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

    /// Hands over the best cover, or the best so far.
    pub fn hand_over(self, puzzle: &Boardcover, found: &mut Found<'_>) -> End {
        let _ = found(puzzle.answer(self.best.iter().copied()));
        let unknown = self.stop.map(|_| self.open(self.best.len() as u64 + 1));
        End { stop: self.stop, unknown, best: self.stop.is_none(), effort: self.effort }
    }
}

impl Boardcover {
    /// What the kernel, the engine, or the one after the other find out about the best cover.
    pub(super) fn known_of_best(&self, how: &How) -> Result<Known, Error> {
        if how.choice == Choice::Learning {
            return self.known_by_engine(&self.to_model(), how);
        }
        let mut known = self.known_by_kernel(how);
        if how.choice == Choice::Auto && known.stop == Some(Stop::Memory) {
            let beyond = self.model_of_numbers(known.best.len() + 1..=known.at_most);
            let more = self.known_by_engine(&beyond, how)?;
            known.stop = more.stop;
            known.effort.engine = more.effort.engine;
            if more.best.len() > known.best.len() {
                known.best = more.best;
            }
        }
        if known.stop.is_none() || known.best.len() == known.at_most {
            known.stop = None;
            known.at_most = known.best.len();
        }
        Ok(known)
    }

    /// What the engine finds out about the best cover by a model of the puzzle.
    pub(super) fn known_by_engine(&self, model: &Model, how: &How) -> Result<Known, Error> {
        let mut best = Vec::new();
        let end = search::by_engine(model, None, how, &mut |answer| {
            best = (0..self.placements.len()).filter(|index| answer.values()[*index] == 1).collect();
            ControlFlow::Break(())
        })?;
        let at_most = if end.stop.is_none() { best.len() } else { self.at_most() };
        Ok(Known { best, at_most, stop: end.stop, effort: end.effort })
    }

    /// No cover has more blocks: those that the cells have room for which a block can cover at all.
    pub(super) fn at_most(&self) -> usize {
        part::parts(self).iter().map(|part| Weights::alike(part).at_most()).sum()
    }

    fn known_by_kernel(&self, how: &How) -> Known {
        let mut known = Known { best: Vec::new(), at_most: 0, stop: None, effort: Effort::default() };
        for part in part::parts(self) {
            let of_part = match part.reach() {
                cells if cells <= <u64 as Window>::CELLS => Search::new(&part, how).run::<u64>(),
                cells if cells <= <u128 as Window>::CELLS => Search::new(&part, how).run::<u128>(),
                cells if cells <= <[u64; 4] as Window>::CELLS => Search::new(&part, how).run::<[u64; 4]>(),
                cells if cells <= <[u64; 16] as Window>::CELLS => Search::new(&part, how).run::<[u64; 16]>(),
                _ => Search { stop: Some(Stop::Memory), ..Search::new(&part, how) },
            };
            known.best.extend(of_part.best.iter().map(|block| part.placement(*block)));
            known.at_most += of_part.at_most;
            known.stop = of_part.stop.or(known.stop);
            known.effort.nodes += of_part.covers;
        }
        // A part that is too large to search may be covered as well as its cells allow.
        known.stop = known.stop.filter(|_| known.best.len() < known.at_most);
        known
    }
}

/// The search for the best cover of a part.
struct Search<'a> {
    part: &'a Part,
    how: &'a How,
    best: Vec<u32>,
    at_most: usize,
    stop: Option<Stop>,
    covers: u64,
}

impl<'a> Search<'a> {
    fn new(part: &'a Part, how: &'a How) -> Self {
        let at_most = Weights::alike(part).at_most();
        Self { part, how, best: part.first_cover(), at_most, stop: None, covers: 0 }
    }

    /// Passes until the best cover is known or there is no more room.
    fn run<W: Window>(mut self) -> Self {
        if self.best.len() == self.at_most {
            return self;
        }
        let most_covers = if self.how.choice == Choice::Auto { MOST_COVERS } else { u64::MAX };
        let mut layers = Layers::<W>::new(self.part, most_covers);
        let mut weights = Weights::alike(self.part);
        let mut weighing = None;
        let mut width = NARROW;
        loop {
            match layers.pass(&weights, self.best.len() + 1, width, self.how) {
                Pass::Through { found, cut } => {
                    self.best = found.unwrap_or(self.best);
                    if !cut {
                        self.at_most = self.best.len();
                    }
                }
                Pass::Stopped(stop) => self.stop = Some(stop),
            }
            width *= WIDER;
            if self.best.len() < self.at_most && self.stop.is_none() {
                let weighing = weighing.get_or_insert_with(|| Weighing::new(self.part));
                if let Some(weighing) = weighing {
                    self.weigh(weighing, width, &mut weights);
                }
            }
            if self.best.len() == self.at_most || self.stop.is_some() {
                self.covers = layers.covers;
                return self;
            }
        }
    }

    /// Makes the weights better before a pass of this width, until they prove the best cover, or hardly change, which is
    /// less the more a wide pass has to lose.
    fn weigh(&mut self, weighing: &mut Weighing<'_>, width: usize, weights: &mut Weights) {
        for _ in 0..(width / 2).min(MOST_ROUNDS).div_ceil(ROUNDS) {
            if self.best.len() == self.at_most || self.how.stopped().is_some() {
                return;
            }
            weighing.improve(ROUNDS);
            let better = weighing.weights();
            let gain = weights.bound() - better.bound();
            if gain > 0.0 {
                *weights = better;
                self.at_most = self.at_most.min(weights.at_most());
            }
            if gain < 1.0 / width as f64 {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::boardcover::{Grid, Reader};
    use crate::puzzle::Puzzle;

    fn best(puzzle: &Boardcover, choice: Choice) -> usize {
        let mut best = None;
        let how = How { choice, ..How::default() };
        let end = search::solve(puzzle, &how, &mut |answer| {
            best = Some(puzzle.chosen(&answer).len());
            ControlFlow::Break(())
        });
        let end = end.unwrap();
        assert_eq!((end.stop, end.best), (None, true));
        best.unwrap()
    }

    /// The largest number of placements from this one on that share no cell with each other and with those taken.
    fn by_trying(puzzle: &Boardcover, from: usize, taken: u64) -> usize {
        let Some(placement) = puzzle.placements.get(from) else { return 0 };
        let cells = puzzle.cells(*placement).fold(0, |cells, cell| cells | 1 << cell);
        let without = by_trying(puzzle, from + 1, taken);
        if cells & taken == 0 { without.max(1 + by_trying(puzzle, from + 1, taken | cells)) } else { without }
    }

    fn grid(random: &mut Random, (height, width): (usize, usize), marked_of_ten: usize) -> Grid {
        Grid { height, width, marked: (0..height * width).map(|_| random.below(10) < marked_of_ten).collect() }
    }

    /// A board and a block with sides up to these, often with holes, in pieces, of one cell or larger than the board.
    fn random_puzzle(random: &mut Random, (height, width): (usize, usize), block: usize) -> Boardcover {
        let sides = (1 + random.below(height), 1 + random.below(width));
        let blocked = random.below(4);
        let board = grid(random, sides, blocked);
        let sides = (1 + random.below(block), 1 + random.below(block));
        let marked = 4 + random.below(7);
        let mut block = grid(random, sides, marked);
        block.marked[0] = true;
        Boardcover::new(board, block, false).unwrap()
    }

    fn puzzle(text: &str) -> Boardcover {
        Reader::new(text.as_bytes(), false).next().unwrap().unwrap()
    }

    fn empty(height: usize, width: usize, block: &str) -> Boardcover {
        let (rows, columns) = (block.lines().count(), block.lines().next().unwrap().len());
        let board = (".".repeat(width) + "\n").repeat(height);
        puzzle(&format!("1\n{height} {width} {rows} {columns}\n{board}{block}\n"))
    }

    #[test]
    fn small_boards_have_the_number_that_trying_everything_finds() {
        let mut random = Random::new(1, 0);
        let mut compared = 0;
        for round in 0..3000 {
            let sides = [(4, 5), (1, 16), (16, 1), (6, 6)][round % 4];
            let puzzle = random_puzzle(&mut random, sides, 4);
            if puzzle.placements.len() > 18 {
                continue;
            }
            let expected = by_trying(&puzzle, 0, 0);
            assert_eq!(best(&puzzle, Choice::Kernel), expected, "{puzzle:?}");
            if round % 8 < 4 {
                assert_eq!(best(&puzzle, Choice::Learning), expected, "{puzzle:?}");
            }
            compared += 1;
        }
        assert!(compared > 1500, "{compared}");
    }

    #[test]
    fn kernel_and_engine_find_the_same_number_on_boards_of_some_size() {
        let mut random = Random::new(2, 0);
        for _ in 0..200 {
            let puzzle = random_puzzle(&mut random, (8, 9), 3);
            if puzzle.placements.len() > 40 {
                continue;
            }
            assert_eq!(best(&puzzle, Choice::Kernel), best(&puzzle, Choice::Learning), "{puzzle:?}");
        }
    }

    #[test]
    fn windows_of_every_length_lead_to_the_same_number() {
        let mut random = Random::new(3, 0);
        let how = How::default();
        for _ in 0..200 {
            for part in part::parts(&random_puzzle(&mut random, (8, 8), 3)) {
                let search = || Search::new(&part, &how);
                let expected = search().run::<u64>().best.len();
                assert_eq!(search().run::<u128>().best.len(), expected);
                assert_eq!(search().run::<[u64; 4]>().best.len(), expected);
                assert_eq!(search().run::<[u64; 16]>().best.len(), expected);
            }
        }
    }

    #[test]
    fn boards_that_need_long_windows_are_solved() {
        // A bar lies along one side only: the cells between are as many as the window is long.
        assert_eq!(best(&empty(70, 70, &["#"; 2].join("\n")), Choice::Auto), 2450);
        assert_eq!(best(&empty(40, 40, &["#"; 5].join("\n")), Choice::Auto), 320);
        assert_eq!(best(&empty(9, 200, &"#".repeat(20)), Choice::Auto), 90);
    }

    #[test]
    fn parts_that_no_block_connects_are_apart() {
        let islands = "1\n3 7 1 2\n..#..#.\n..#..#.\n..#..#.\n##\n";
        assert_eq!(part::parts(&puzzle(islands)).iter().map(|part| part.cells).collect::<Vec<_>>(), [6, 6, 3]);
        // A bar of three with a hole connects every other cell of a row.
        let parts = part::parts(&empty(1, 9, "#.#"));
        assert_eq!(parts.iter().map(|part| part.cells).collect::<Vec<_>>(), [5, 4]);
        assert_eq!(best(&empty(1, 9, "#.#"), Choice::Kernel), 4);
    }

    #[test]
    fn every_block_weighs_at_least_one_however_long_weights_were_looked_for() {
        let mut random = Random::new(4, 0);
        for _ in 0..100 {
            let puzzle = random_puzzle(&mut random, (9, 9), 4);
            for part in part::parts(&puzzle) {
                let mut weighing = Weighing::new(&part).unwrap();
                for rounds in [0, 1, 3, 30, 300] {
                    weighing.improve(rounds);
                    let weights = weighing.weights();
                    let weigh = |block: &[u32]| block.iter().map(|cell| weights.cells[*cell as usize]).sum::<u32>();
                    assert!(part.blocks().all(|block| weigh(block) >= weights.one), "{puzzle:?}");
                }
            }
        }
    }

    #[test]
    fn weights_prove_that_squares_leave_the_odd_row_and_column_empty() {
        let puzzle = empty(7, 7, "##\n##");
        let parts = part::parts(&puzzle);
        let mut weighing = Weighing::new(&parts[0]).unwrap();
        weighing.improve(300);
        assert_eq!((Weights::alike(&parts[0]).at_most(), weighing.weights().at_most()), (12, 9));
    }

    #[test]
    fn the_engine_goes_on_where_the_kernel_stops() {
        let mut random = Random::new(5, 0);
        for _ in 0..40 {
            let puzzle = random_puzzle(&mut random, (6, 6), 3);
            if !(1..=18).contains(&puzzle.placements.len()) {
                continue;
            }
            let number = best(&puzzle, Choice::Kernel);
            for known in 0..=number {
                let beyond = puzzle.model_of_numbers(known + 1..=puzzle.at_most());
                let more = puzzle.known_by_engine(&beyond, &How::default()).unwrap();
                assert_eq!((more.best.len(), more.stop), (if known < number { number } else { 0 }, None), "{puzzle:?}");
            }
        }
    }

    #[test]
    fn what_shares_a_cell_does_not_hold() {
        let puzzle = empty(1, 4, "##");
        assert!(puzzle.holds(&puzzle.answer([0, 2])));
        assert!(!puzzle.holds(&puzzle.answer([0, 1])));
        assert!(!puzzle.holds(&entail_model::Answer::new(vec![2, 0, 0])));
        assert!(!puzzle.holds(&entail_model::Answer::new(vec![1, 0])));
    }

    #[test]
    fn a_large_board_has_a_cover_before_any_search() {
        let puzzle = empty(120, 120, ".#.\n###\n.#.");
        let how = How::default();
        how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut blocks = 0;
        let end = search::solve(&puzzle, &how, &mut |answer| {
            blocks = puzzle.chosen(&answer).len();
            ControlFlow::Break(())
        });
        let end = end.unwrap();
        assert!(blocks >= 1440, "{blocks}");
        assert_eq!((end.stop, end.best), (Some(Stop::Asked), false));
        assert_eq!(end.unknown, Some(format!("whether {} blocks fit is not known; at most 2879", blocks + 1)));
    }

    #[test]
    fn a_board_too_large_to_search_that_is_covered_whole_needs_no_engine() {
        let puzzle = empty(60, 60, &"#".repeat(20));
        assert!(puzzle.known_by_kernel(&How::default()).stop.is_none());
        assert_eq!(best(&puzzle, Choice::Auto), 180);
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
