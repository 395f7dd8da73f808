//! Sudoku as constraints, a variable for each cell row by row, all different in each row, column and box; and the search
//! for its answers: the kernel, and the engine where a large board is too much for it.
//!
//! Givens are domains of one value. Givens that clash have no model: they are reported by their unit instead.

use std::collections::HashSet;
use std::ops::ControlFlow;

use entail_engine::Error;
use entail_model::{Answer, Constraint, Model, Strength, Var, all_different};

use super::kernel::{self, Ended, REMEMBERED};
use super::shuffle::Shuffle;
use super::{Clash, Sudoku, cell_name, literals, symbol, unit_cells, unit_name};
use crate::puzzle::Impossible;
use crate::random::Random;
use crate::search::{Choice, Effort, End, Found, How, by_engine};

/// How many nodes without an answer the kernel may search on a large board, start by start, before the engine takes over.
/// A large board is often easy from one side and hopeless from another, so the first starts are short (Luby, Sinclair,
/// Zuckerman: Optimal speedup of Las Vegas algorithms, 1993).
const BUDGETS: &[u64] = &[
    1000, 1000, 2000, 1000, 1000, 2000, 4000, 1000, 1000, 2000, 1000, 1000, 2000, 4000, 8000, 1000, 1000, 2000, 1000,
    1000, 2000, 4000, 1000, 1000, 2000, 1000, 1000, 2000, 4000, 8000, 16000,
];

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

    /// Finds the answers without a model, see [`Puzzle::kernel`](crate::Puzzle::kernel).
    pub(super) fn by_kernel(&self, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let Some(given) = self.cells.as_array() else {
            let hands_over = how.choice == Choice::Auto && self.size() > 9;
            return self.within_budgets(if hands_over { BUDGETS } else { &[] }, how, found);
        };
        let (ended, nodes) = kernel::search_nine(given, how, &mut |digits| {
            found(Answer::new(digits.iter().map(|digit| i64::from(*digit)).collect()))
        });
        Ok(end(ended, nodes))
    }

    /// The kernel to the end; with budgets it starts anew on a shuffled board when one is spent, and after the last of
    /// them the engine goes on.
    fn within_budgets(&self, budgets: &[u64], how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let mut random = Random::new(how.seed, 0);
        // What was found and would be found again.
        let mut known: HashSet<Answer> = HashSet::new();
        let mut effort = Effort::default();
        for &budget in if budgets.is_empty() { &[u64::MAX] } else { budgets } {
            // The first start is on the board as it is.
            let shuffle = (effort.nodes > 0).then(|| Shuffle::random(self.block, &mut random));
            let cells = shuffle.as_ref().map_or_else(|| self.cells.clone(), |shuffle| shuffle.apply(&self.cells));
            let mut answers = 0;
            let (ended, nodes) = kernel::search(self.block, &cells, budget, how, &mut |cells| {
                let mut digits: Vec<u8> = kernel::digits(cells).collect();
                if let Some(shuffle) = &shuffle {
                    digits = shuffle.undo(&digits);
                }
                let answer = Answer::new(digits.into_iter().map(i64::from).collect());
                if known.contains(&answer) {
                    answers += 1;
                    return ControlFlow::Continue(());
                }
                // After more answers this start is the last, and nobody finds them again.
                if budget < u64::MAX && answers <= REMEMBERED {
                    known.insert(answer.clone());
                }
                answers += 1;
                found(answer)
            });
            effort.nodes += nodes;
            match ended {
                Ended::OverBudget => {}
                _ => return Ok(end(ended, effort.nodes)),
            }
        }
        let mut end = literals::search(self, how, &mut |answer| match known.contains(&answer) {
            true => ControlFlow::Continue(()),
            false => found(answer),
        })?;
        end.effort.nodes = effort.nodes;
        Ok(end)
    }

    /// Finds the answers by the engine, in literals where the board is large.
    pub(super) fn by_engine(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        if self.size() > 9 { literals::search(self, how, found) } else { by_engine(model, None, how, found) }
    }

    /// How many answers the kernel counts, up to a limit.
    pub(super) fn count_answers(&self, how: &How, limit: u64) -> (u64, End) {
        let (count, ended, nodes) = kernel::count(self.block, &self.cells, limit, u64::MAX, how);
        (count, end(ended, nodes))
    }

    /// Whether the cells of an answer are the givens, and every row, column and box holds each digit.
    pub(super) fn is_answered_by(&self, answer: &Answer) -> bool {
        let (given, values) = (&self.cells[..], answer.values());
        match self.block {
            2 => keeps_the_rules::<2, 4>(given, values),
            3 => keeps_the_rules::<3, 9>(given, values),
            4 => keeps_the_rules::<4, 16>(given, values),
            _ => keeps_the_rules::<5, 25>(given, values),
        }
    }
}

/// The same with boxes of `B` and rows of `N` cells. It runs to the end without a branch, because answers are right.
fn keeps_the_rules<const B: usize, const N: usize>(given: &[u8], values: &[i64]) -> bool {
    if values.len() != given.len() || values.iter().fold(0, |bits, value| bits | value) & !31 != 0 {
        return false;
    }
    let is_given = |(given, value): (&u8, &i64)| *given == 0 || i64::from(*given) == *value;
    let mut right = given.iter().zip(values).fold(true, |all, cell| all & is_given(cell));
    // The digits of a unit as bits: as many digits as cells are each there once.
    let each = (2_u32 << N) - 2;
    let mut columns = [0; N];
    for band in values.chunks_exact(B * N) {
        let mut in_band = [0; N];
        for row in band.chunks_exact(N) {
            let digits: [u32; N] = std::array::from_fn(|column| 1 << row[column]);
            in_band.iter_mut().zip(&digits).for_each(|(column, digit)| *column |= digit);
            right &= union(&digits) == each;
        }
        right &= in_band.chunks_exact(B).fold(true, |all, of_box| all & (union(of_box) == each));
        columns.iter_mut().zip(&in_band).for_each(|(column, digits)| *column |= digits);
    }
    right & (columns == [each; N])
}

fn union(sets: &[u32]) -> u32 {
    sets.iter().fold(0, |union, set| union | set)
}

/// What the end of a kernel's search is to everybody else.
fn end(ended: Ended, nodes: u64) -> End {
    let stop = if let Ended::Stopped(stop) = ended { Some(stop) } else { None };
    End { stop, effort: Effort { nodes, engine: None }, ..End::default() }
}

#[cfg(test)]
mod tests {
    use entail_model::check;

    use super::*;
    use crate::sudoku::Reader;

    const FULL: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn puzzle(text: &str) -> Sudoku {
        Reader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn every_unit_is_a_named_constraint() {
        let model = puzzle("1...............").to_model().unwrap();
        let names: Vec<_> = (0..model.constraints().len()).map(|index| model.constraint_name(index)).collect();
        let expected = ["row", "column", "box"].map(|unit| (1..=4).map(move |i| format!("{unit} {i}")));
        assert_eq!(names, expected.into_iter().flatten().collect::<Vec<_>>());
        let wrong = Answer::new("1234234134124123".bytes().map(|b| i64::from(b - b'0')).collect());
        assert_eq!(check(&model, &wrong).unwrap_err().to_string(), "box 1 does not hold");
    }

    #[test]
    fn an_answer_has_the_givens_and_each_digit_in_every_unit() {
        for full in ["1234341221434321", FULL].map(puzzle) {
            let holds = |cells: &[u8]| full.is_answered_by(&Answer::new(cells.iter().map(|d| i64::from(*d)).collect()));
            assert!(holds(&full.cells));
            let empty = Sudoku::new(full.block, vec![0; full.cells.len()]);
            let model = empty.to_model().unwrap();
            for cell in 0..full.cells.len() {
                for digit in 0..=33 {
                    let mut cells = full.cells.clone();
                    cells[cell] = digit;
                    assert_eq!(holds(&cells), digit == full.cells[cell]);
                }
                // Two cells that change places break some units or none, as the model says of the empty board.
                for other in 0..cell {
                    let mut values: Vec<i64> = full.cells.iter().map(|digit| i64::from(*digit)).collect();
                    values.swap(cell, other);
                    let answer = Answer::new(values);
                    assert!(!full.is_answered_by(&answer) || full.cells[cell] == full.cells[other]);
                    assert_eq!(empty.is_answered_by(&answer), check(&model, &answer).is_ok());
                }
            }
            let values = full.cells.iter().map(|digit| i64::from(*digit));
            assert!(!full.is_answered_by(&Answer::new(values.clone().skip(1).collect())));
            assert!(!full.is_answered_by(&Answer::new(values.clone().map(|value| -value).collect())));
            assert!(!full.is_answered_by(&Answer::new(values.map(|value| value + (1 << 32)).collect())));
        }
    }

    #[test]
    fn givens_that_clash_are_named() {
        let why = |text: &str| puzzle(text).to_model().err().map(|impossible| impossible.to_string());
        assert_eq!(why("....1..1........").as_deref(), Some("two 1s in row 2: row 2, column 1 and row 2, column 4"));
        assert_eq!(why(".3...........3..").as_deref(), Some("two 3s in column 2: row 1, column 2 and row 4, column 2"));
        assert_eq!(why("..4....4........").as_deref(), Some("two 4s in box 2: row 1, column 3 and row 2, column 4"));
        assert_eq!(why("1234............"), None);
    }

    #[test]
    fn what_was_found_before_a_new_start_is_not_found_again() {
        for (text, count) in [("1234............", 12), ("................", 288)] {
            let puzzle = puzzle(text);
            for budgets in (1..12).flat_map(|budget| [vec![budget, 1, 5], vec![budget; 9]]) {
                let mut found = Vec::new();
                let how = How::default();
                let mut take = |answer: Answer| {
                    found.push(answer);
                    ControlFlow::Continue(())
                };
                let end = puzzle.within_budgets(&budgets, &how, &mut take).unwrap();
                assert!(end.stop.is_none());
                assert_eq!(found.len(), count, "{budgets:?}");
                assert_eq!(found.iter().collect::<HashSet<_>>().len(), count);
            }
        }
    }

    #[test]
    fn literals_have_the_answers_of_the_model() {
        for text in ["1234............", "................", "12..34....2.....", "123....4........"] {
            let puzzle = puzzle(text);
            let model = puzzle.to_model().unwrap();
            let answers = |search: &dyn Fn(&mut Found<'_>) -> Result<End, Error>| {
                let mut found = HashSet::new();
                search(&mut |answer| {
                    assert_eq!(check(&model, &answer), Ok(()));
                    assert!(found.insert(answer));
                    ControlFlow::Continue(())
                })
                .unwrap();
                found
            };
            let how = How::default();
            let by_literals = answers(&|found| literals::search(&puzzle, &how, found));
            assert_eq!(by_literals, answers(&|found| by_engine(&model, None, &how, found)), "{text}");
        }
    }

    #[test]
    fn a_search_stops_when_it_is_told_to() {
        let puzzle = puzzle(&".".repeat(81));
        let how = How::default();
        let mut left = 3000;
        let stop = how.stop.clone();
        let end = puzzle.by_kernel(&how, &mut |_| {
            left -= 1;
            stop.store(left <= 0, std::sync::atomic::Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert!(end.unwrap().stop.is_some());
        assert!(puzzle.count_answers(&how, u64::MAX).1.stop.is_some());
    }
}
