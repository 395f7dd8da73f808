//! Weights of cells, as a bound: where every block weighs at least one, no more blocks fit than all cells weigh.
//!
//! The best weights are the dual of packing blocks in fractions. A primal-dual method comes near them, each cell and
//! block with a step of its own (Pock and Chambolle, "Diagonal preconditioning for first order primal-dual algorithms",
//! 2011). Whatever it comes to is made whole numbers of which each block has at least `one`: the bound holds whatever
//! floating point did.

use super::part::Part;

/// The weight of a block in whole numbers.
const ONE: u32 = 1 << 16;
/// Parts that stretch over more places than this are not weighed: their sum would not fit.
const MOST_PLACES: usize = 1 << 14;

/// A weight for each cell, so that each block has at least `one`.
pub(super) struct Weights {
    pub cells: Vec<u32>,
    pub one: u32,
}

impl Weights {
    /// All cells alike: the bound is how many blocks the cells have room for.
    pub fn alike(part: &Part) -> Self {
        Self { cells: vec![1; part.cells], one: part.size as u32 }
    }

    /// What all cells weigh.
    pub fn total(&self) -> u64 {
        self.cells.iter().map(|weight| u64::from(*weight)).sum()
    }

    /// As many blocks as all cells weigh.
    pub fn bound(&self) -> f64 {
        self.total() as f64 / f64::from(self.one)
    }

    /// No cover has more blocks.
    pub fn at_most(&self) -> usize {
        (self.total() / u64::from(self.one)) as usize
    }

    /// What a block weighs beyond `one`.
    pub fn surplus(&self, block: &[u32]) -> u64 {
        block.iter().map(|cell| u64::from(self.cells[*cell as usize])).sum::<u64>() - u64::from(self.one)
    }
}

/// The search for the best weights, which can go on where it was.
///
/// It goes over the board as it is, blocked cells and all: a block is a turn and the place of its first cell, and what all
/// blocks of a turn weigh is a sum of as many shifted copies of the weights as it has cells. Such sums need no lookups.
pub(super) struct Weighing<'a> {
    part: &'a Part,
    /// For each place from the first cell of the part on, and some more behind the last.
    weights: Vec<f32>,
    /// How far each weight moves: less where more blocks lie.
    steps: Vec<f32>,
    /// How much lies on each place.
    load: Vec<f32>,
    turns: Vec<Turned>,
    /// What blocks of a turn weigh, and then how far they are ahead of how much of them is packed.
    sums: Vec<f32>,
}

/// The blocks of a turn, by the places of their first cells.
struct Turned {
    /// The places of their cells, from that of the first on.
    cells: Vec<usize>,
    /// The step of a block; 0 where there is none.
    steps: Vec<f32>,
    /// How much of each block is packed.
    packed: Vec<f32>,
}

impl<'a> Weighing<'a> {
    /// From cells that are all alike; `None` for a part that is too large.
    pub fn new(part: &'a Part) -> Option<Self> {
        let (first, last) = (*part.ranks.first()?, *part.ranks.last()?);
        let places = (last - first) as usize + 1;
        if places > MOST_PLACES {
            return None;
        }
        let place = |cell: u32| (part.ranks[cell as usize] - first) as usize;
        let mut turns: Vec<Turned> = Vec::new();
        let mut by_turn = [None; 4];
        let mut over = vec![0u32; part.cells];
        let mut behind = 0;
        for (block, turn) in part.blocks().zip(&part.turned) {
            block.iter().for_each(|cell| over[*cell as usize] += 1);
            let turn = *by_turn[usize::from(*turn)].get_or_insert_with(|| {
                let cells: Vec<usize> = block.iter().map(|cell| place(*cell) - place(block[0])).collect();
                behind = behind.max(cells[part.size - 1]);
                turns.push(Turned { cells, steps: vec![0.0; places], packed: vec![0.0; places] });
                turns.len() - 1
            });
            turns[turn].steps[place(block[0])] = 1.0 / part.size as f32;
        }
        let mut steps = vec![0.0; places + behind];
        (0..).zip(&over).for_each(|(cell, over)| steps[place(cell)] = 1.0 / *over as f32);
        let weights = vec![1.0 / part.size as f32; places + behind];
        Some(Self { part, weights, steps, load: vec![0.0; places + behind], turns, sums: vec![0.0; places] })
    }

    /// Goes on for some rounds: blocks that weigh too little are packed, cells with too much on them get heavier.
    pub fn improve(&mut self, rounds: usize) {
        let Self { weights, steps, load, turns, sums, .. } = self;
        for _ in 0..rounds {
            load.fill(-1.0);
            for turn in turns.iter_mut() {
                sums.fill(0.0);
                for cell in &turn.cells {
                    sums.iter_mut().zip(&weights[*cell..]).for_each(|(sum, weight)| *sum += weight);
                }
                for ((sum, packed), step) in sums.iter_mut().zip(&mut turn.packed).zip(&turn.steps) {
                    let now = (*packed + step * (1.0 - *sum)).max(0.0);
                    *sum = 2.0 * now - *packed;
                    *packed = now;
                }
                for cell in &turn.cells {
                    load[*cell..].iter_mut().zip(&*sums).for_each(|(load, ahead)| *load += ahead);
                }
            }
            for ((weight, load), step) in weights.iter_mut().zip(&*load).zip(&*steps) {
                *weight = (*weight + step * load).max(0.0);
            }
        }
    }

    /// The weights as whole numbers: blocks that are too light make their cells heavier.
    pub fn weights(&self) -> Weights {
        let whole = |weight: &f32| (weight * ONE as f32).ceil().clamp(0.0, ONE as f32) as u32;
        let first = self.part.ranks.first().copied().unwrap_or(0);
        let mut cells: Vec<u32> =
            self.part.ranks.iter().map(|rank| whole(&self.weights[(rank - first) as usize])).collect();
        let weigh = |cells: &[u32], block: &[u32]| block.iter().map(|cell| u64::from(cells[*cell as usize])).sum();
        for block in self.part.blocks() {
            let missing = u64::from(ONE).saturating_sub(weigh(&cells, block));
            if missing > 0 {
                let share = missing.div_ceil(self.part.size as u64) as u32;
                block.iter().for_each(|cell| cells[*cell as usize] += share);
            }
        }
        Weights { cells, one: ONE }
    }
}
