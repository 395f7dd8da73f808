//! Board cover as constraints: a Boolean for each placement, at most one of them true on each cell, as many as possible.

use std::ops::RangeInclusive;

use entail_model::{Answer, Bool, Linear, Model, at_most_one};

use super::{Boardcover, Placement};

impl Boardcover {
    /// The puzzle stated as constraints, a Boolean for each placement.
    pub fn to_model(&self) -> Model {
        self.stated().0
    }

    /// The same, with the number of blocks in a range.
    pub(super) fn model_of_numbers(&self, numbers: RangeInclusive<usize>) -> Model {
        let (mut model, blocks) = self.stated();
        model.post(blocks.ge(*numbers.start() as i64)).named("more blocks than are known to fit");
        model.post(blocks.le(*numbers.end() as i64)).named("as many blocks as there is room for");
        model
    }

    /// The model, and the number of blocks, which it maximizes.
    fn stated(&self) -> (Model, Linear) {
        let mut model = Model::new();
        let mut over: Vec<(usize, Bool)> = Vec::new();
        let place =
            |cell: usize| format!("row {}, column {}", cell / self.board.width + 1, cell % self.board.width + 1);
        let mut blocks = Vec::new();
        for &placement in &self.placements {
            let corner = place(placement.corner as usize);
            let block = model.bool(format!("block at {corner}, turn {}", placement.turn + 1));
            over.extend(self.cells(placement).map(|cell| (cell, block)));
            blocks.push((1, block.var));
        }
        over.sort_unstable();
        for here in over.chunk_by(|(a, _), (b, _)| a == b).filter(|here| here.len() > 1) {
            let blocks = here.iter().map(|(_, block)| block);
            model.post(at_most_one(blocks)).named(format!("at most one block on {}", place(here[0].0)));
        }
        let blocks = Linear::weighted(blocks);
        model.maximize(blocks.clone());
        (model, blocks)
    }

    /// The placements that an answer of the model chooses.
    pub(super) fn chosen(&self, answer: &Answer) -> Vec<Placement> {
        let chosen = self.placements.iter().zip(answer.values()).filter(|(_, value)| **value == 1);
        chosen.map(|(placement, _)| *placement).collect()
    }

    /// The answer that chooses the placements with these numbers.
    pub(super) fn answer(&self, chosen: impl IntoIterator<Item = usize>) -> Answer {
        let mut values = vec![0; self.placements.len()];
        chosen.into_iter().for_each(|placement| values[placement] = 1);
        Answer::new(values)
    }
}
