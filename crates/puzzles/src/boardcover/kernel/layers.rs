//! Covers cell by cell: a layer of partial covers for each cell.
//!
//! Cells are decided in order. A cell that is not yet taken is covered by a block whose first cell it is, or stays empty
//! for good. So what the decided cells mean for the rest is only which of the next cells are taken, the window:
//!
//! ```text
//!   decided cells │ window: bit 0 is the next cell, taken cells are 1 │ nothing placed yet
//!   . . A A . A B │ B 1 1 0 1 0 … 0                                  │ . . . .
//! ```
//!
//! A cover has lost what its empty cells weigh and what its blocks weigh beyond one. Of covers with the same window the
//! one that lost least has most blocks, and survives. One that lost more than the wanted number of blocks leaves over goes.
//!
//! A layer is in the order of its windows, as numbers. Adding a block keeps that order among the covers it fits on
//! (nothing is carried), so the next layer is a merge of as many sorted lists as there are choices: nothing is sorted or
//! hashed.

use entail_engine::Stop;

use super::part::Part;
use super::weights::Weights;
use super::window::Window;
use crate::search::How;

/// The most memory for a layer, in bytes.
const MOST_OF_LAYER: usize = 1 << 27;
/// The most choices kept to tell how the covers came about.
const MOST_CHOICES: usize = 1 << 24;
/// No choice was made yet, or none has to be remembered.
const NONE: u32 = u32::MAX;

/// A cover of the decided cells.
#[derive(Clone, Copy)]
struct Cover<W> {
    window: W,
    lost: u32,
    /// The last block, among the choices.
    last: u32,
}

/// A block that some cover has, and what that cover had before.
#[derive(Clone, Copy)]
struct Chosen {
    before: u32,
    block: u32,
}

/// How a pass over the board ended.
pub(super) enum Pass {
    /// The best cover with at least the wanted number of blocks among those that were kept; `cut` tells whether any
    /// were left out.
    Through {
        found: Option<Vec<u32>>,
        cut: bool,
    },
    Stopped(Stop),
}

/// What can be done about the next cell, and the covers it can be done to, one after the other.
struct Choice<W> {
    /// The cells it takes. For a cell that stays empty or is taken already it is this cell, to the same effect.
    cells: W,
    /// Whether it is for covers that these cells are taken in; else for those where none of them is.
    taken: bool,
    loses: u32,
    block: u32,
    /// The next cover, and its window after the choice.
    at: usize,
    head: W,
}

impl<W: Window> Choice<W> {
    /// Goes to the next cover, from this one on; `false` when there is no more.
    fn seek(&mut self, layer: &[Cover<W>], from: usize, allowed: u32) -> bool {
        let fits =
            |cover: &Cover<W>| cover.window.meets(self.cells) == self.taken && cover.lost + self.loses <= allowed;
        let Some(skipped) = layer[from..].iter().position(fits) else { return false };
        self.at = from + skipped;
        self.head = layer[self.at].window.union(self.cells).shifted();
        true
    }
}

/// Passes over the cells of a part.
pub(super) struct Layers<'a, W> {
    part: &'a Part,
    /// The cells of each block from its first one on.
    windows: Vec<W>,
    layer: Vec<Cover<W>>,
    next: Vec<Cover<W>>,
    chosen: Vec<Chosen>,
    /// The choices at a cell.
    choices: Vec<Choice<W>>,
    /// What the covers of a layer lost, to find the best of them.
    lost: Vec<u32>,
    /// How many covers there were in all layers.
    pub covers: u64,
    most_covers: u64,
}

impl<'a, W: Window> Layers<'a, W> {
    pub fn new(part: &'a Part, most_covers: u64) -> Self {
        let window = |block: &[u32]| block.iter().fold(W::NONE, |window, cell| window.with((cell - block[0]) as usize));
        Self {
            part,
            windows: part.blocks().map(window).collect(),
            layer: Vec::new(),
            next: Vec::new(),
            chosen: Vec::new(),
            choices: Vec::new(),
            lost: Vec::new(),
            covers: 0,
            most_covers,
        }
    }

    /// Goes over all cells for a cover with at least `wanted` blocks, which the weights allow, with layers of at most
    /// `width` covers, those that lost least.
    pub fn pass(&mut self, weights: &Weights, wanted: usize, width: usize, how: &How) -> Pass {
        let allowed = (weights.total() - wanted as u64 * u64::from(weights.one)) as u32;
        let mut cut = false;
        self.chosen.clear();
        self.layer.clear();
        self.layer.push(Cover { window: W::NONE, lost: 0, last: NONE });
        for cell in 0..self.part.cells {
            self.choose(cell, weights, allowed);
            let has_room = self.merge(allowed) && self.has_room_for_choices();
            self.covers += self.next.len() as u64;
            if !has_room || self.covers > self.most_covers {
                return Pass::Stopped(Stop::Memory);
            }
            if let Some(stop) = how.stopped() {
                return Pass::Stopped(stop);
            }
            if self.next.len() > width {
                cut = true;
                self.keep_best(width);
            }
            std::mem::swap(&mut self.layer, &mut self.next);
        }
        let best = self.layer.iter().min_by_key(|cover| cover.lost);
        Pass::Through { found: best.map(|best| self.blocks_of(best)), cut }
    }

    /// The blocks of a cover.
    fn blocks_of(&self, cover: &Cover<W>) -> Vec<u32> {
        let mut blocks = Vec::new();
        let mut at = cover.last;
        while let Some(chosen) = self.chosen.get(at as usize) {
            blocks.push(chosen.block);
            at = chosen.before;
        }
        blocks
    }

    /// What can be done about a cell.
    fn choose(&mut self, cell: usize, weights: &Weights, allowed: u32) {
        let here = W::NONE.with(0);
        let choice = |cells, taken, loses, block| Choice { cells, taken, loses, block, at: 0, head: W::NONE };
        self.choices.clear();
        self.choices.push(choice(here, true, 0, NONE));
        self.choices.push(choice(here, false, weights.cells[cell], NONE));
        for block in self.part.starting_at(cell) {
            let loses = weights.surplus(self.part.covered_by(block)).min(u64::from(allowed) + 1) as u32;
            self.choices.push(choice(self.windows[block], false, loses, block as u32));
        }
        self.choices.retain_mut(|choice| choice.seek(&self.layer, 0, allowed));
    }

    /// Makes the next layer; `false` if it is too large.
    fn merge(&mut self, allowed: u32) -> bool {
        let Self { layer, next, chosen, choices, .. } = self;
        let room = MOST_OF_LAYER / size_of::<Cover<W>>();
        next.clear();
        while let Some(window) = choices.iter().map(|choice| choice.head).min() {
            let mut best = Cover { window, lost: u32::MAX, last: NONE };
            let mut by = NONE;
            let mut index = 0;
            while let Some(choice) = choices.get_mut(index) {
                if choice.head != window {
                    index += 1;
                    continue;
                }
                let cover = &layer[choice.at];
                let lost = cover.lost + choice.loses;
                if lost < best.lost {
                    best = Cover { window, lost, last: cover.last };
                    by = choice.block;
                }
                if choice.seek(layer, choice.at + 1, allowed) {
                    index += 1;
                } else {
                    choices.swap_remove(index);
                }
            }
            if by != NONE {
                chosen.push(Chosen { before: best.last, block: by });
                best.last = chosen.len() as u32 - 1;
            }
            if next.len() == room {
                return false;
            }
            next.push(best);
        }
        true
    }

    /// Keeps so many covers of the next layer, in their order.
    fn keep_best(&mut self, width: usize) {
        self.lost.clear();
        self.lost.extend(self.next.iter().map(|cover| cover.lost));
        let (less, &mut limit, _) = self.lost.select_nth_unstable(width);
        let mut at_limit = less.iter().filter(|lost| **lost == limit).count();
        self.next.retain(|cover| {
            let last_ones = cover.lost == limit && at_limit > 0;
            at_limit -= usize::from(last_ones);
            cover.lost < limit || last_ones
        });
    }

    /// Forgets choices that led to no cover of the next layer, once there are many; `false` if too many are left.
    fn has_room_for_choices(&mut self) -> bool {
        if self.chosen.len() < MOST_CHOICES {
            return true;
        }
        const USED: u32 = 0;
        let mut moved = vec![NONE; self.chosen.len()];
        for cover in self.next.iter().filter(|cover| cover.last != NONE) {
            moved[cover.last as usize] = USED;
        }
        // A choice comes after those before it.
        for at in (0..self.chosen.len()).rev().filter(|at| self.chosen[*at].before != NONE) {
            if moved[at] == USED {
                moved[self.chosen[at].before as usize] = USED;
            }
        }
        let mut kept = 0;
        for at in 0..self.chosen.len() {
            if moved[at] == USED {
                let Chosen { before, block } = self.chosen[at];
                let before = if before == NONE { NONE } else { moved[before as usize] };
                self.chosen[kept] = Chosen { before, block };
                moved[at] = kept as u32;
                kept += 1;
            }
        }
        self.chosen.truncate(kept);
        for cover in self.next.iter_mut().filter(|cover| cover.last != NONE) {
            cover.last = moved[cover.last as usize];
        }
        kept < MOST_CHOICES / 2
    }
}
