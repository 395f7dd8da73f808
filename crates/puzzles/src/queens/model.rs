//! Queens as constraints: the row of the queen of each column, all different; and so are row + column and row - column,
//! which name the diagonals.

use entail_model::{Model, Var, all_different};

use super::Queens;
use crate::puzzle::Impossible;

impl Queens {
    /// The problem stated as constraints, a variable for each column from the left.
    pub fn to_model(&self) -> Result<Model, Impossible> {
        if matches!(self.size, 2 | 3) {
            let size = self.size;
            return Err(Impossible(format!("of {size} queens on a board of {size} × {size} two attack each other")));
        }
        let mut model = Model::new();
        let columns: Vec<Var> =
            (1..=self.size).map(|column| model.int(format!("column {column}"), 1..=self.size as i64)).collect();
        let numbered = || columns.iter().zip(1_i64..);
        model.post(all_different(&columns)).named("one queen in a row");
        model
            .post(all_different(numbered().map(|(row, column)| *row + column)))
            .named("one queen in a rising diagonal");
        model
            .post(all_different(numbered().map(|(row, column)| *row - column)))
            .named("one queen in a falling diagonal");
        Ok(model)
    }
}

#[cfg(test)]
mod tests {
    use entail_model::{Answer, check};

    use super::*;

    #[test]
    fn the_checker_names_the_line_with_two_queens() {
        let model = Queens { size: 4 }.to_model().unwrap();
        let verdict = |rows: [i64; 4]| check(&model, &Answer::new(rows.to_vec())).map_err(|wrong| wrong.to_string());
        assert_eq!(verdict([2, 4, 1, 3]), Ok(()));
        assert_eq!(verdict([2, 4, 1, 1]), Err("one queen in a row does not hold".to_owned()));
        assert_eq!(verdict([3, 2, 1, 4]), Err("one queen in a rising diagonal does not hold".to_owned()));
        assert_eq!(verdict([1, 2, 3, 4]), Err("one queen in a falling diagonal does not hold".to_owned()));
        assert_eq!(verdict([2, 4, 1, 5]).unwrap_err(), "variable column 4 is 5, which is not in its domain {1..4}");
    }

    #[test]
    fn two_and_three_queens_are_known_to_be_too_close() {
        for size in [2, 3] {
            assert!(Queens { size }.to_model().is_err());
        }
    }
}
