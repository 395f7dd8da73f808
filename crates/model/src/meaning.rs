//! What each constraint means, as a function of values and of nothing else. Arithmetic is exact: 128 bits hold every
//! intermediate value that the ranges of a valid model allow, and a power that would not fit equals no result.

use crate::{Bool, Constraint, Linear, PartialPredicate, Value, Var};

/// Calls `$each` with every integer operand of `$constraint`, which is a shared or a mutable reference.
macro_rules! operands {
    ($constraint:ident, $each:ident) => {
        match $constraint {
            Constraint::Or(_)
            | Constraint::And(_)
            | Constraint::Xor(_)
            | Constraint::AtMostOne(_)
            | Constraint::ExactlyOne(_) => {}
            Constraint::Linear { expr, .. } => $each(expr),
            Constraint::In { of, .. } => $each(of),
            Constraint::Abs { result, of } => [result, of].into_iter().for_each($each),
            Constraint::Times { result, a, b }
            | Constraint::Div { result, a, b }
            | Constraint::Mod { result, a, b }
            | Constraint::Pow { result, a, b } => [result, a, b].into_iter().for_each($each),
            Constraint::Min { result, of } | Constraint::Max { result, of } => {
                $each(result);
                of.into_iter().for_each($each);
            }
            Constraint::AllDifferent { of, .. }
            | Constraint::Cage { cells: of, .. }
            | Constraint::Table { of, .. }
            | Constraint::Increasing { of, .. }
            | Constraint::Predicate { of, .. } => of.into_iter().for_each($each),
            Constraint::Element { result, index, array } => {
                $each(result);
                $each(index);
                array.into_iter().for_each($each);
            }
            Constraint::Element2 { result, row, column, matrix } => {
                [result, row, column].into_iter().for_each(&mut $each);
                matrix.into_iter().flatten().for_each($each);
            }
            Constraint::Count { of, times, .. } => {
                of.into_iter().for_each(&mut $each);
                $each(times);
            }
            Constraint::GlobalCardinality { of, counts, .. } => of.into_iter().chain(counts).for_each($each),
            Constraint::Inverse { forward, backward } => forward.into_iter().chain(backward).for_each($each),
        }
    };
}

impl Bool {
    fn holds(self, values: &[i64]) -> bool {
        (values[self.var.index()] != 0) != self.negated
    }
}

impl Constraint {
    /// Whether the constraint holds where the model's variables have these values.
    pub fn holds(&self, values: &[i64], predicates: &[PartialPredicate]) -> bool {
        let v = |e: &Linear| e.value(values);
        let trues = |of: &[Bool]| of.iter().filter(|b| b.holds(values)).count();
        match self {
            Self::Or(of) => of.iter().any(|b| b.holds(values)),
            Self::And(of) => of.iter().all(|b| b.holds(values)),
            Self::Xor(of) => trues(of) % 2 == 1,
            Self::AtMostOne(of) => trues(of) <= 1,
            Self::ExactlyOne(of) => trues(of) == 1,
            Self::Linear { expr, relation } => relation.holds(v(expr), 0),
            Self::In { of, set } => i64::try_from(v(of)).is_ok_and(|x| set.contains(x)),
            Self::Abs { result, of } => v(result) == v(of).abs(),
            Self::Times { result, a, b } => v(a).checked_mul(v(b)) == Some(v(result)),
            Self::Div { result, a, b } => v(b) != 0 && v(result) == v(a) / v(b),
            Self::Mod { result, a, b } => v(b) != 0 && v(result) == v(a) % v(b),
            Self::Pow { result, a, b } => power(v(a), v(b)) == Some(v(result)),
            Self::Min { result, of } => of.iter().map(v).min() == Some(v(result)),
            Self::Max { result, of } => of.iter().map(v).max() == Some(v(result)),
            Self::AllDifferent { of, except, .. } => {
                let except = except.map(Value::from);
                all_differ(of.iter().map(v).filter(|x| Some(*x) != except))
            }
            Self::Cage { cells, sum } => {
                all_differ(cells.iter().map(v)) && cells.iter().map(v).sum::<Value>() == Value::from(*sum)
            }
            Self::Element { result, index, array } => at(array, v(index)).is_some_and(|e| v(e) == v(result)),
            Self::Element2 { result, row, column, matrix } => {
                at(matrix, v(row)).and_then(|r| at(r, v(column))).is_some_and(|e| v(e) == v(result))
            }
            Self::Table { of, rows, forbidden } => {
                let tuple: Vec<Value> = of.iter().map(v).collect();
                let found = match tuple.len() {
                    0 => false,
                    n => rows.chunks_exact(n).any(|row| row.iter().zip(&tuple).all(|(r, t)| Value::from(*r) == *t)),
                };
                found != *forbidden
            }
            Self::Count { of, values: counted, relation, times } => {
                let n = of.iter().filter(|e| i64::try_from(v(e)).is_ok_and(|x| counted.contains(x))).count();
                relation.holds(n as Value, v(times))
            }
            Self::GlobalCardinality { of, values: counted, counts, closed } => {
                let occurs = |value: &i64| of.iter().filter(|e| v(e) == Value::from(*value)).count();
                counted.iter().zip(counts).all(|(value, n)| occurs(value) as Value == v(n))
                    && (!closed || of.iter().all(|e| counted.iter().any(|value| v(e) == Value::from(*value))))
            }
            Self::Inverse { forward, backward } => {
                let points_back = |from: &[Linear], to: &[Linear]| {
                    from.iter().enumerate().all(|(i, e)| at(to, v(e)).is_some_and(|back| v(back) == i as Value))
                };
                points_back(forward, backward) && points_back(backward, forward)
            }
            Self::Increasing { of, strict } => {
                of.windows(2).all(|w| if *strict { v(&w[0]) < v(&w[1]) } else { v(&w[0]) <= v(&w[1]) })
            }
            Self::Predicate { of, predicate } => {
                let tuple: Vec<Option<i64>> = of.iter().map(|e| i64::try_from(v(e)).ok()).collect();
                predicates[*predicate](&tuple)
            }
        }
    }

    /// Calls `each` with every integer operand.
    pub fn for_each_operand<'a>(&'a self, mut each: impl FnMut(&'a Linear)) {
        operands!(self, each)
    }

    /// The same constraint on other variables.
    pub fn map_vars(&self, mut to: impl FnMut(Var) -> Var) -> Constraint {
        let mut mapped = self.clone();
        if let Self::Or(of) | Self::And(of) | Self::Xor(of) | Self::AtMostOne(of) | Self::ExactlyOne(of) = &mut mapped {
            of.iter_mut().for_each(|b| b.var = to(b.var));
        }
        let mut each = |e: &mut Linear| e.terms.iter_mut().for_each(|t| t.var = to(t.var));
        let this = &mut mapped;
        operands!(this, each);
        mapped
    }

    /// The variables, each once, in the order in which they first occur.
    pub fn scope(&self) -> Vec<Var> {
        let mut all: Vec<Var> = self.bools().iter().map(|b| b.var).collect();
        self.for_each_operand(|e| all.extend(e.terms.iter().map(|t| t.var)));
        let mut seen = std::collections::HashSet::new();
        all.retain(|x| seen.insert(*x));
        all
    }

    /// The Boolean operands.
    pub fn bools(&self) -> &[Bool] {
        match self {
            Self::Or(of) | Self::And(of) | Self::Xor(of) | Self::AtMostOne(of) | Self::ExactlyOne(of) => of,
            _ => &[],
        }
    }
}

fn at<T>(array: &[T], index: Value) -> Option<&T> {
    usize::try_from(index).ok().and_then(|i| array.get(i))
}

fn all_differ(values: impl Iterator<Item = Value>) -> bool {
    let mut values: Vec<Value> = values.collect();
    values.sort_unstable();
    values.windows(2).all(|w| w[0] != w[1])
}

/// `aᵇ`, or nothing where it is undefined or leaves 128 bits.
fn power(a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (_, 0) | (1, _) => Some(1),
        (-1, _) => Some(if b % 2 == 0 { 1 } else { -1 }),
        (0, _) => (b > 0).then_some(0),
        (_, ..0) => Some(0),
        _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
    }
}
