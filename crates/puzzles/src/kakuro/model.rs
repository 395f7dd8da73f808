//! Kakuro as constraints: a variable from 1 to 9 for each white cell, a cage for each run with a clue, all different for
//! each run without.
//!
//! A run that no digits can fill has no model: it is reported by its name instead.

use entail_model::{Answer, Model, Var, all_different, cage};

use super::{Grid, Kakuro, Run, push_count_of_cells, push_number};
use crate::puzzle::Impossible;

impl Kakuro {
    /// The puzzle stated as constraints, a variable for each white cell row by row; or the first run that cannot be filled.
    pub fn to_model(&self) -> Result<Model, Impossible> {
        let names = self.run_names();
        if let Some((run, reason)) =
            self.runs.iter().zip(&names).find_map(|(run, name)| Some((name, why_impossible(run)?)))
        {
            return Err(Impossible(format!("{run}: {reason}")));
        }
        let mut model = Model::new();
        let cell_name = |cell: usize| {
            let mut name = String::with_capacity(24);
            name.push_str("row ");
            push_number(&mut name, cell / self.size + 1);
            name.push_str(", column ");
            push_number(&mut name, cell % self.size + 1);
            name
        };
        let cells: Vec<Option<Var>> = (self.white.iter().enumerate())
            .map(|(cell, white)| white.then(|| model.int(cell_name(cell), 1..=9)))
            .collect();
        for (run, name) in self.runs.iter().zip(names) {
            let of = self.cells(run).map(|cell| cells[cell].expect("the cells of a run are white"));
            let constraint = match run.sum {
                Some(sum) => cage(of, i64::from(sum)),
                None if run.length == 1 => continue,
                None => all_different(of),
            };
            model.post(constraint).named(name);
        }
        Ok(model)
    }

    /// The board that an answer of the model fills.
    pub fn grid(&self, answer: &Answer) -> Grid {
        let mut digits = answer.values().iter().map(|digit| *digit as u8);
        let digit =
            |white: &bool| if *white { digits.next().expect("an answer has a digit for each white cell") } else { 0 };
        Grid { size: self.size, digits: self.white.iter().map(digit).collect() }
    }
}

/// Why no digits fill the run, whatever stands around it.
fn why_impossible(run: &Run) -> Option<String> {
    let length = run.length as u64;
    if length > 9 {
        return Some("there are only nine different digits".to_owned());
    }
    // The least sum is 1 + 2 + …, the greatest 9 + 8 + …; every sum between them is in reach.
    let (least, greatest) = (length * (length + 1) / 2, length * (19 - length) / 2);
    let sum = u64::from(run.sum?);
    (sum < least || sum > greatest).then(|| {
        let mut cells = String::new();
        push_count_of_cells(&mut cells, run.length);
        format!("different digits in {cells} add up to {least} at least and {greatest} at most")
    })
}

#[cfg(test)]
mod tests {
    use entail_model::check;

    use super::*;
    use crate::kakuro::Reader;

    fn puzzle(text: &str) -> Kakuro {
        Reader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    /// A board with one row of `length` white cells and a clue for it.
    fn one_row(length: usize, sum: u8) -> Kakuro {
        let size = length + 1;
        let black = "0 ".repeat(size);
        let white = format!("0 {}", "1 ".repeat(length));
        let rest = black.repeat(size - 2);
        puzzle(&format!("1\n{size}\n{black}\n{white}\n{rest}\n1\n2 1 0 {sum}"))
    }

    #[test]
    fn every_run_is_a_named_constraint() {
        let text = "1\n3\n0 0 0\n0 1 1\n0 1 1\n3\n2 1 0 3\n3 1 0 7\n1 2 1 4\n";
        let model = puzzle(text).to_model().unwrap();
        let names: Vec<_> = (0..model.constraints().len()).map(|index| model.constraint_name(index)).collect();
        assert_eq!(
            names,
            [
                "row 2, 3 in two cells",
                "row 3, 7 in two cells",
                "column 2, 4 in two cells",
                "column 3, two cells without a clue"
            ]
        );
        assert_eq!(model.variables()[2].name, "row 3, column 2");
    }

    #[test]
    fn runs_that_look_alike_are_named_by_their_first_cell() {
        let text = "1\n5\n0 0 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n3\n2 1 0 4\n2 3 0 4\n1 2 1 4\n";
        let names = puzzle(text).run_names();
        assert_eq!(names[0], "row 2 from column 2, 4 in one cell");
        assert_eq!(names[1], "row 2 from column 4, 4 in one cell");
        assert_eq!(names[2], "column 2, 4 in one cell");
        assert_eq!(names[3], "column 4, one cell without a clue");
    }

    #[test]
    fn the_sample_board_satisfies_its_model() {
        let text = "1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n";
        let puzzle = puzzle(text);
        let model = puzzle.to_model().unwrap();
        let answer = Answer::new(vec![1, 2, 3, 4]);
        assert_eq!(check(&model, &answer), Ok(()));
        assert_eq!(puzzle.grid(&answer).to_string(), "0 0 0\n0 1 2\n0 3 4\n");
        let wrong = check(&model, &Answer::new(vec![2, 1, 3, 4])).unwrap_err();
        assert_eq!(wrong.to_string(), "column 2, 4 in two cells does not hold");
    }

    #[test]
    fn the_rules_and_the_model_agree_about_answers() {
        let text = "1\n4\n0 0 0 0\n0 1 1 0\n0 1 1 1\n0 0 1 1\n5\n2 1 0 3\n3 1 0 13\n1 2 1 4\n1 3 1 12\n2 4 1 7\n";
        let puzzle = puzzle(text);
        let model = puzzle.to_model().unwrap();
        let right = [1, 2, 3, 4, 6, 6, 1];
        assert!(puzzle.keeps_the_rules(&right));
        for cell in 0..7 {
            for digit in -1..=11 {
                for other in 0..7 {
                    let mut digits = right;
                    digits.swap(cell, other);
                    digits[cell] = digit;
                    let agreed = check(&model, &Answer::new(digits.to_vec())).is_ok();
                    assert_eq!(puzzle.keeps_the_rules(&digits), agreed, "{digits:?}");
                }
            }
        }
        assert!(!puzzle.keeps_the_rules(&right[1..]));
        assert!(!puzzle.keeps_the_rules(&[1, 2, 3, 4, 6, 6, 1, 1]));
    }

    #[test]
    fn sums_are_in_reach_exactly_when_some_digits_have_them() {
        for length in 1..=9_u32 {
            let in_reach = |sum: u32| {
                (0..512_u32).any(|set| {
                    set.count_ones() == length && (1..=9).filter(|d| set >> (d - 1) & 1 == 1).sum::<u32>() == sum
                })
            };
            for sum in 1..=45 {
                assert_eq!(one_row(length as usize, sum as u8).to_model().is_ok(), in_reach(sum), "{sum} in {length}");
            }
        }
    }

    #[test]
    fn an_impossible_run_is_named() {
        let why = |kakuro: Kakuro| kakuro.to_model().err().map(|impossible| impossible.to_string());
        assert_eq!(
            why(one_row(2, 18)).as_deref(),
            Some("row 2, 18 in two cells: different digits in two cells add up to 3 at least and 17 at most")
        );
        assert_eq!(
            why(one_row(10, 45)).as_deref(),
            Some("row 2, 45 in 10 cells: there are only nine different digits")
        );
    }
}
