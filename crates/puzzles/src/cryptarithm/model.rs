//! Cryptarithms as constraints: a digit for each letter, a variable for each product of letters and for each carry. All of
//! these follow from the letters, so there is one answer of the model for each answer of the puzzle.
//!
//! Besides the columns each equation is stated as one sum where that fits, which bounds its leading letters. Where products
//! are too large for columns, an equation is a predicate of its letters.

use std::sync::Arc;

use entail_model::{Answer, Linear, MAX_VALUE, Model, Phase, ValueOrder, Var, VarOrder, all_different, times};

use super::Cryptarithm;
use super::columns::Expanded;
use crate::puzzle::Impossible;

/// An equation longer than this is named by its start.
const LONGEST_NAME: usize = 60;
/// Sums stated as one stay below this.
const LARGEST_SUM: i128 = 1 << 58;

impl Cryptarithm {
    /// The puzzle stated as constraints: the letters, then products of letters, then the carries of each equation.
    pub fn to_model(&self) -> Result<Model, Impossible> {
        let base = i64::from(self.rules.base);
        if self.letters.len() as i64 > base {
            let count = self.letters.len();
            return Err(Impossible(format!("there are {count} different letters and only {base} digits")));
        }
        let mut model = Model::new();
        let mut monomials: Vec<Var> = Vec::new();
        for letter in &self.letters {
            let least = i64::from(!letter.zero);
            monomials.push(model.int(letter.letter, least..=base - 1));
        }
        let letters = monomials.clone();
        model.post(all_different(&letters)).named("different letters are different digits");
        for (place, of) in self.columns.monomials.iter().enumerate().skip(letters.len()) {
            let name: Vec<String> = of.iter().map(|letter| self.letters[*letter].letter.to_string()).collect();
            let name = name.join("·");
            let greatest = self.columns.greatest(place, self.rules.base).min(MAX_VALUE);
            let product = model.int(name.clone(), 0..=greatest);
            let (shorter, last) = self.split(of);
            model.post(times(product, monomials[shorter], letters[last])).named(format!("the product {name}"));
            monomials.push(product);
        }
        for (equation, expanded) in self.equations.iter().zip(&self.columns.equations) {
            let name = shortened(equation.to_string());
            if let Some(sum) = self.whole(expanded, &monomials) {
                model.post(sum.eq(0)).named(name.clone());
            }
            let mut carry = Linear::default();
            for (column, terms) in expanded.columns.iter().enumerate() {
                let sum = carry + Linear::weighted(terms.iter().map(|(times, of)| (*times, monomials[*of])));
                carry = match expanded.carries.get(column) {
                    Some((least, greatest)) => {
                        let name = format!("{name}, carry from column {} from the right", column + 1);
                        model.int(name, *least..=*greatest).into()
                    }
                    None => Linear::default(),
                };
                let name = format!("{name}, column {} from the right", column + 1);
                model.post(sum.eq(carry.clone() * base)).named(name);
            }
        }
        for (equation, exact) in self.equations.iter().zip(&self.exact) {
            let exact = Arc::clone(exact);
            let name = shortened(equation.to_string());
            model.predicate(letters.iter().copied(), move |digits| exact.holds(digits)).named(name);
        }
        model.hints.phases = vec![Phase::on(letters, VarOrder::Free, ValueOrder::Min)];
        Ok(model)
    }

    /// A monomial of several letters as the place of the one without its last letter, and that letter.
    fn split(&self, of: &[usize]) -> (usize, usize) {
        let (last, shorter) = of.split_last().expect("a monomial has a letter");
        (self.columns.place_of(shorter), *last)
    }

    /// The equation as one sum that is 0, where its terms are not too large.
    fn whole(&self, expanded: &Expanded, monomials: &[Var]) -> Option<Linear> {
        let mut weights = vec![0_i128; monomials.len()];
        let mut weight = 1_i128;
        for column in &expanded.columns {
            for (times, of) in column {
                weights[*of] += weight * i128::from(*times);
            }
            weight *= i128::from(self.rules.base);
            if weight > LARGEST_SUM {
                return None;
            }
        }
        let reach = |(place, weight): (usize, &i128)| {
            weight.checked_mul(self.columns.greatest(place, self.rules.base).into()).map(i128::abs)
        };
        let reach = weights.iter().enumerate().map(reach).try_fold(0_i128, |sum, reach| sum.checked_add(reach?))?;
        let terms = weights.iter().zip(monomials).filter(|(weight, _)| **weight != 0);
        (reach <= LARGEST_SUM).then(|| Linear::weighted(terms.map(|(weight, of)| (*weight as i64, *of))))
    }

    /// The answer of the model in which the letters have these digits. The checker finds out whether it is one.
    pub fn complete(&self, digits: &[i64]) -> Answer {
        let mut values = digits.to_vec();
        let products = digits.len()..self.columns.monomials.len();
        values.extend(products.map(|monomial| self.columns.monomial(monomial, digits)));
        for expanded in &self.columns.equations {
            let mut carry = 0;
            for column in expanded.columns.iter().take(expanded.carries.len()) {
                carry = (carry + self.columns.value(column, digits)).div_euclid(self.rules.base.into());
                values.push(carry);
            }
        }
        Answer::new(values)
    }

    /// The first equation that does not hold with these digits.
    pub fn first_wrong(&self, digits: &[i64]) -> Option<String> {
        let base = i64::from(self.rules.base);
        let holds = |expanded: &Expanded| {
            let sums = expanded.columns.iter().map(|column| self.columns.value(column, digits));
            let last =
                sums.into_iter().try_fold(0, |carry, sum| ((carry + sum) % base == 0).then(|| (carry + sum) / base));
            last == Some(0)
        };
        let by_columns = self.columns.equations.iter().position(|expanded| !holds(expanded));
        let wrong = by_columns.or_else(|| self.exact.iter().position(|exact| !exact.holds(digits)))?;
        let equation = &self.equations[wrong];
        Some(format!("{equation} does not hold: {} is wrong", self.with_digits(equation, digits)))
    }
}

fn shortened(name: String) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use entail_model::check;

    use super::*;
    use crate::cryptarithm::{Reader, Rules};

    fn puzzle(text: &str) -> Cryptarithm {
        Reader::new(text.as_bytes(), Rules { base: 10, leading_zero: false }).next().unwrap().unwrap()
    }

    #[test]
    fn every_column_is_a_named_constraint() {
        let model = puzzle("AB + C = DE").to_model().unwrap();
        let names: Vec<_> = (0..model.constraints().len()).map(|index| model.constraint_name(index)).collect();
        let expected = [
            "different letters are different digits",
            "AB + C = DE",
            "AB + C = DE, column 1 from the right",
            "AB + C = DE, column 2 from the right",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn digits_are_completed_to_an_answer_of_the_model() {
        for (text, digits) in [("SEND + MORE = MONEY", vec![7, 5, 1, 6, 0, 8, 9, 2]), ("HE * HE = SHE", vec![5, 2, 6])]
        {
            let puzzle = puzzle(text);
            let model = puzzle.to_model().unwrap();
            assert_eq!(model.validate(), Ok(()));
            assert_eq!(check(&model, &puzzle.complete(&digits)), Ok(()));
            assert_eq!(puzzle.first_wrong(&digits), None);
            let mut wrong = digits.clone();
            wrong.swap(0, 1);
            assert!(check(&model, &puzzle.complete(&wrong)).is_err());
            assert!(puzzle.first_wrong(&wrong).is_some());
        }
    }

    #[test]
    fn a_long_equation_has_a_model_that_grows_with_it() {
        let word = "ABC".repeat(10_000);
        let model = puzzle(&format!("{word} + {word} = {word}")).to_model().unwrap();
        assert_eq!(model.validate(), Ok(()));
        assert!(model.constraints().iter().all(|posted| posted.name.as_ref().unwrap().len() < 120));
    }
}
