//! Watching a puzzle being solved: the steps of a plain search on its model as JSON, for a page that goes through them forwards
//! and backwards.
//!
//! ```text
//!  {"do": "propagate", "because": "row 3", "removed": [{"cell": [2, 0], "name": "row 3, column 1", "values": [4, 7]}, …]}
//!  {"do": "choose", "depth": 1, "cell": [0, 1], "name": "row 1, column 2", "relation": "=", "value": 5}
//!  {"do": "conflict", "depth": 1, "because": "box 2"}      no answer under these choices
//!  {"do": "back", "depth": 0}                              the choice of depth 1 is undone and wrong
//!  {"do": "answer", "depth": 0}
//! ```

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use entail_engine::{Assumption, Options, Solver, Step};
use entail_model::{Domain, Model, Var};
use serde_json::{Map, Value, json};

use crate::puzzle::Puzzle;
use crate::search::{Failure, How};

/// Larger models are not watched: nobody would see anything.
const MOST_VARIABLES: usize = 10_000;
/// After so many removals a trace is cut, however few steps they belong to.
const MOST_REMOVALS: usize = 200_000;
/// More values than this are told by their bounds, in `ranges` instead of `values`.
const MOST_VALUES: u64 = 200;

/// At most so many steps of a search for all answers of a puzzle: `{"names": {"cells": […]}, "steps": […], "complete": true}`.
/// The names are those of all unknowns. It is not complete where there are more steps, or where a limit came first.
pub fn watch(puzzle: &dyn Puzzle, most: usize, how: &How) -> Result<Value, Failure> {
    let model = puzzle.model()?;
    if model.variables().len() > MOST_VARIABLES {
        return Ok(json!({"names": {"cells": []}, "steps": [], "complete": false}));
    }
    let mut solver = Solver::with_options(&model, Options { seed: how.seed, ..Options::default() })?;
    *solver.limits() = how.limits();
    let cells = puzzle.cells_of_variables();
    let mut told = Told { model: &model, cells, steps: Vec::new(), removals: None, removed: 0 };
    let ended = solver.trace(|step| {
        told.take(step);
        let enough = told.steps.len() > most || told.removed > MOST_REMOVALS;
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    told.close();
    let complete = ended && told.steps.len() <= most;
    told.steps.truncate(most);
    let names: Vec<&str> = model.variables().iter().map(|x| x.name.as_str()).collect();
    Ok(json!({"names": {"cells": names}, "steps": told.steps, "complete": complete}))
}

/// Steps as they are told.
struct Told<'a> {
    model: &'a Model,
    /// The cell of each variable, where all have one.
    cells: Option<Vec<(usize, usize)>>,
    steps: Vec<Value>,
    /// What one constraint removed last: it may go on.
    removals: Option<(Option<usize>, BTreeMap<Var, Domain>)>,
    /// How many removals there were.
    removed: usize,
}

impl Told<'_> {
    fn take(&mut self, step: Step) {
        let step = match step {
            Step::Removed { variable, values, constraint } => return self.remove(variable, values, constraint),
            Step::Chosen { depth, choice } => {
                let (relation, value) = match choice {
                    Assumption::Is(_, value) => ("=", value),
                    Assumption::Not(_, value) => ("!=", value),
                    Assumption::AtLeast(_, value) => (">=", value),
                    Assumption::AtMost(_, value) => ("<=", value),
                };
                let mut step = self.named(choice.var());
                step.extend(pairs(json!({"do": "choose", "depth": depth, "relation": relation, "value": value})));
                Value::Object(step)
            }
            Step::Conflict { depth, constraint } => {
                json!({"do": "conflict", "depth": depth, "because": self.because(constraint)})
            }
            Step::Back { depth } => json!({"do": "back", "depth": depth}),
            Step::Answer { depth, .. } => json!({"do": "answer", "depth": depth}),
        };
        self.close();
        self.steps.push(step);
    }

    fn remove(&mut self, x: Var, values: Domain, constraint: Option<usize>) {
        if self.removals.as_ref().is_some_and(|(by, _)| *by != constraint) {
            self.close();
        }
        let (_, removed) = self.removals.get_or_insert_with(|| (constraint, BTreeMap::new()));
        let all = removed.entry(x).or_insert_with(Domain::empty);
        *all = Domain::from_intervals(all.intervals().iter().chain(values.intervals()).copied());
        self.removed += 1;
    }

    /// Tells what one constraint removed.
    fn close(&mut self) {
        let Some((constraint, removed)) = self.removals.take() else { return };
        let removed: Vec<Value> = (removed.into_iter())
            .map(|(x, values)| {
                let mut removal = self.named(x);
                removal.extend(match values.size() {
                    ..=MOST_VALUES => pairs(json!({"values": values.iter().collect::<Vec<_>>()})),
                    _ => pairs(json!({"ranges": values.intervals()})),
                });
                Value::Object(removal)
            })
            .collect();
        let because = self.because(constraint);
        self.steps.push(json!({"do": "propagate", "because": because, "removed": removed}));
    }

    fn because(&self, constraint: Option<usize>) -> Option<String> {
        constraint.map(|at| self.model.constraint_name(at))
    }

    fn named(&self, x: Var) -> Map<String, Value> {
        let cell = self.cells.as_ref().map(|cells| cells[x.index()]);
        pairs(json!({"cell": cell, "name": self.model.variables()[x.index()].name}))
    }
}

/// What is in an object.
fn pairs(object: Value) -> Map<String, Value> {
    match object {
        Value::Object(pairs) => pairs,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::kind::{Given, Kind, Settings};

    fn read(kind: &Kind, text: &str) -> Box<dyn Puzzle> {
        let mut settings = Settings::new(0);
        settings.set("board", Given::Size(2, 3));
        settings.set("grid", Given::Size(2, 3));
        (kind.read)(Box::new(Cursor::new(text.to_owned())), &settings).next().unwrap().unwrap()
    }

    fn watched(kind: &Kind, text: &str, most: usize) -> Value {
        watch(&*read(kind, text), most, &How::default()).unwrap()
    }

    #[test]
    fn a_small_kakuro_is_solved_by_its_runs() {
        let text = "1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n";
        let seen = watched(&crate::kakuro::KIND, text, 100);
        let removed = |at: usize, cell: [usize; 2], values: &[i64]| json!({"cell": cell, "name": seen["names"]["cells"][at], "values": values});
        let by = |run: &str, removed: &[Value]| json!({"do": "propagate", "because": run, "removed": removed});
        let large = [3, 4, 5, 6, 7, 8, 9];
        let expected = json!({
            "names": {"cells": ["row 2, column 2", "row 2, column 3", "row 3, column 2", "row 3, column 3"]},
            "steps": [
                by("row 2, 3 in two cells", &[removed(0, [1, 1], &large), removed(1, [1, 2], &large)]),
                by("row 3, 7 in two cells", &[removed(2, [2, 1], &large[4..]), removed(3, [2, 2], &large[4..])]),
                by("column 2, 4 in two cells", &[removed(0, [1, 1], &[2]), removed(2, [2, 1], &[1, 2, 4, 5, 6])]),
                by("row 3, 7 in two cells", &[removed(3, [2, 2], &[3])]),
                by("row 2, 3 in two cells", &[removed(1, [1, 2], &[1])]),
                by("column 3, 6 in two cells", &[removed(3, [2, 2], &[1, 2, 5, 6])]),
                {"do": "answer", "depth": 0},
            ],
            "complete": true,
        });
        assert_eq!(seen, expected);
    }

    /// The digits that are left in each cell of a 4 × 4 Sudoku.
    type Board = [[Vec<i64>; 4]; 4];

    /// The cells of a unit by its name.
    fn cells_of(unit: &str) -> Vec<(usize, usize)> {
        let (sort, number) = unit.split_once(' ').unwrap();
        let at = number.parse::<usize>().unwrap() - 1;
        let cell = |i: usize| match sort {
            "row" => (at, i),
            "column" => (i, at),
            "box" => (at / 2 * 2 + i / 2, at % 2 * 2 + i % 2),
            other => panic!("{other} is no unit"),
        };
        (0..4).map(cell).collect()
    }

    /// Whether the cells can be filled with different digits of theirs.
    fn can_differ(cells: &[&[i64]], taken: &mut Vec<i64>) -> bool {
        let Some((first, rest)) = cells.split_first() else { return true };
        first.iter().any(|digit| {
            if taken.contains(digit) {
                return false;
            }
            taken.push(*digit);
            let can = can_differ(rest, taken);
            taken.pop();
            can
        })
    }

    /// Goes through the steps as a page does. Every removal must follow from its unit alone.
    fn answers_seen(givens: &str, steps: &[Value]) -> Vec<String> {
        let given = |row: usize, column: usize| match givens.as_bytes()[4 * row + column] {
            b'.' => (1..=4).collect(),
            digit => vec![i64::from(digit - b'0')],
        };
        let mut board: Board = std::array::from_fn(|row| std::array::from_fn(|column| given(row, column)));
        let mut levels: Vec<Board> = Vec::new();
        let mut answers = Vec::new();
        let place = |of: &Value| (of["cell"][0].as_u64().unwrap() as usize, of["cell"][1].as_u64().unwrap() as usize);
        for step in steps {
            match step["do"].as_str().unwrap() {
                "propagate" => {
                    let unit = step["because"].as_str().map(cells_of);
                    for removal in step["removed"].as_array().unwrap() {
                        let (row, column) = place(removal);
                        assert_eq!(removal["name"], format!("row {}, column {}", row + 1, column + 1));
                        for digit in removal["values"].as_array().unwrap() {
                            let digit = digit.as_i64().unwrap();
                            assert!(board[row][column].contains(&digit), "{step}");
                            if let Some(unit) = &unit {
                                assert!(unit.contains(&(row, column)), "{step}");
                                let only = [digit];
                                let left = unit.iter().map(|&(r, c)| match (r, c) == (row, column) {
                                    true => &only[..],
                                    false => &board[r][c],
                                });
                                assert!(!can_differ(&left.collect::<Vec<_>>(), &mut Vec::new()), "{step}");
                            }
                            board[row][column].retain(|d| *d != digit);
                        }
                    }
                }
                "choose" => {
                    let (row, column) = place(step);
                    levels.push(board.clone());
                    assert_eq!(step["relation"], "=");
                    let digit = step["value"].as_i64().unwrap();
                    assert!(board[row][column].len() > 1 && board[row][column].contains(&digit));
                    board[row][column] = vec![digit];
                }
                "conflict" => {
                    let unit = cells_of(step["because"].as_str().unwrap());
                    let left: Vec<&[i64]> = unit.iter().map(|&(r, c)| &board[r][c][..]).collect();
                    assert!(!can_differ(&left, &mut Vec::new()), "{step}");
                }
                "back" => board = levels.pop().unwrap(),
                _ => answers.push(board.iter().flatten().map(|d| format!("{d:?}")).collect::<String>()),
            }
            if step["do"] != "propagate" {
                assert_eq!(step["depth"], levels.len());
            }
        }
        answers
    }

    #[test]
    fn a_sudoku_that_needs_choices_is_watched_to_its_last_answer() {
        for givens in ["1234............", "12..34....2.....", "1..............2"] {
            let seen = watched(&crate::sudoku::KIND, givens, 10_000);
            assert_eq!((&seen["complete"], &seen["names"]["cells"][5]), (&json!(true), &json!("row 2, column 2")));
            let steps = seen["steps"].as_array().unwrap();
            assert!(steps.iter().any(|step| step["do"] == "choose"));
            let mut answers = answers_seen(givens, steps);
            assert!(answers.iter().all(|answer| answer.len() == 48), "one digit in each cell");
            let all = answers.len();
            answers.sort_unstable();
            answers.dedup();
            assert_eq!(answers.len(), all, "an answer twice");
            let count = read(&crate::sudoku::KIND, givens).count(&How::default(), u64::MAX).unwrap().0;
            assert_eq!(answers.len() as u64, count, "{givens}");
        }
    }

    #[test]
    fn a_long_search_is_cut() {
        let seen = watched(&crate::sudoku::KIND, "................", 5);
        assert_eq!((&seen["complete"], seen["steps"].as_array().unwrap().len()), (&json!(false), 5));
        let whole = watched(&crate::sudoku::KIND, "................", 50);
        assert_eq!(seen["steps"].as_array().unwrap()[..], whole["steps"].as_array().unwrap()[..5]);
    }

    #[test]
    fn every_kind_is_watched() {
        for kind in crate::KINDS {
            let text = match kind.name {
                "kakuro" => "1\n2\n0 0\n0 1\n1\n2 1 0 3\n",
                "sudoku" => "1234............",
                "queens" => "4",
                "coloring" => "A, B\nB, C\n",
                "wordsearch" => "ABC CB",
                "cryptarithm" => "AB + BA = CC",
                "layout" => "2x1 1x2",
                _ => "1\n1 3 1 2\n...\n##\n",
            };
            let seen = watched(kind, text, 20_000);
            assert_eq!(seen["complete"], true, "{}", kind.name);
            assert!(seen["steps"].as_array().unwrap().iter().any(|step| step["do"] == "answer"), "{}", kind.name);
        }
    }
}
