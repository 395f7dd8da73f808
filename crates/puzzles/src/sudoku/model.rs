//! Sudoku as constraints, a variable for each cell row by row, all different in each row, column and box; and the search
//! for its answers: the kernel, and the engine where a large board is too much for it.
//!
//! Givens are domains of one value. Givens that clash have no model: they are reported by their unit instead.

use std::collections::HashSet;
use std::ops::ControlFlow;

use entail_engine::Error;
use entail_model::{Answer, Constraint, Model, Strength, Var, all_different};

use super::kernel::{self, Ended, REMEMBERED};
use super::{Clash, Sudoku, cell_name, symbol, unit_cells, unit_name};
use crate::puzzle::Impossible;
use crate::search::{Choice, Effort, End, Found, How, by_engine};

/// How many nodes without an answer the kernel may search on a large board before the engine takes over.
const BUDGET: u64 = 20_000;

impl Sudoku {
    /// The puzzle stated as constraints; or the givens that clash.
    pub fn to_model(&self) -> Result<Model, Impossible> {
        if let Some(Clash { unit, cells: [first, second] }) = self.clash() {
            let size = self.size();
            let [first_name, second_name] = [first, second].map(|cell| cell_name(size, cell));
            let digit = symbol(self.cells[first]);
            let unit = unit_name(size, unit);
            return Err(Impossible(format!("two {digit}s in {unit}: {first_name} and {second_name}")));
        }
        let size = self.size();
        let mut model = Model::new();
        let all = 1..=size as i64;
        let cells: Vec<Var> = (self.cells.iter().enumerate())
            .map(|(cell, &digit)| match digit {
                0 => model.int(cell_name(size, cell), all.clone()),
                _ => model.int(cell_name(size, cell), i64::from(digit)..=i64::from(digit)),
            })
            .collect();
        for unit in 0..3 * size {
            let mut different = all_different(unit_cells(self.block, unit).map(|cell| cells[cell]));
            if let Constraint::AllDifferent { strength, .. } = &mut different {
                *strength = Strength::Domain;
            }
            model.post(different).named(unit_name(size, unit));
        }
        Ok(model)
    }

    /// The board that an answer of the model fills.
    pub fn filled(&self, answer: &Answer) -> Sudoku {
        Sudoku::new(self.block, answer.values().iter().map(|digit| *digit as u8).collect())
    }

    /// Finds the answers by the kernel or the engine, see [`Puzzle::search`](crate::Puzzle::search).
    pub(super) fn search_answers(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        if how.choice == Choice::Learning {
            return by_engine(model, None, how, found);
        }
        let hands_over = how.choice == Choice::Auto && self.size() > 9;
        let budget = if hands_over { BUDGET } else { u64::MAX };
        // What the kernel finds and the engine would find again.
        let mut known = HashSet::new();
        let (ended, nodes) = kernel::search(self.block, &self.cells, budget, how, &mut |cells| {
            let answer = Answer::new(kernel::digits(cells).map(i64::from).collect());
            if hands_over && known.len() as u64 <= REMEMBERED {
                known.insert(answer.clone());
            }
            found(answer)
        });
        if ended == Ended::OverBudget {
            let mut end = by_engine(model, None, how, &mut |answer| match known.contains(&answer) {
                true => ControlFlow::Continue(()),
                false => found(answer),
            })?;
            end.effort.nodes = nodes;
            return Ok(end);
        }
        let stop = if let Ended::Stopped(stop) = ended { Some(stop) } else { None };
        Ok(End { stop, unknown: None, effort: Effort { nodes, engine: None } })
    }

    /// How many answers the kernel counts, up to a limit.
    pub(super) fn count_answers(&self, how: &How, limit: u64) -> (u64, End) {
        let mut count = 0;
        let mut take = |_: &[u32]| {
            count += 1;
            if count >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let (ended, nodes) = kernel::search(self.block, &self.cells, u64::MAX, how, &mut take);
        let stop = if let Ended::Stopped(stop) = ended { Some(stop) } else { None };
        (count, End { stop, unknown: None, effort: Effort { nodes, engine: None } })
    }
}
