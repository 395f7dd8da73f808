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
            Constraint::Cumulative { starts, durations, demands, capacity } => {
                starts.into_iter().chain(durations).chain(demands).for_each(&mut $each);
                $each(capacity);
            }
            Constraint::NoOverlap { origins, sizes, .. } => {
                origins.into_iter().chain(sizes).flatten().for_each($each);
            }
            Constraint::Circuit { next: of, .. } | Constraint::Regular { of, .. } | Constraint::Precede { of, .. } => {
                of.into_iter().for_each($each)
            }
            Constraint::Lex { a, b, .. } => a.into_iter().chain(b).for_each($each),
            Constraint::BinPacking { bins, loads, .. } => bins.into_iter().chain(loads).for_each($each),
            Constraint::NValues { of, count } => {
                of.into_iter().for_each(&mut $each);
                $each(count);
            }
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
            Self::Cumulative { starts, durations, demands, capacity } => {
                let of = |list: &[Linear]| list.iter().map(v).collect::<Vec<_>>();
                cumulative_holds(&of(starts), &of(durations), &of(demands), v(capacity))
            }
            Self::NoOverlap { origins, sizes, strict } => {
                let of = |list: &[Vec<Linear>]| -> Vec<Vec<Value>> {
                    list.iter().map(|corner| corner.iter().map(v).collect()).collect()
                };
                no_overlap_holds(&of(origins), &of(sizes), *strict)
            }
            Self::Circuit { next, optional } => {
                let next: Option<Vec<usize>> = next.iter().map(|e| usize::try_from(v(e)).ok()).collect();
                next.is_some_and(|next| circuit_holds(&next, *optional))
            }
            Self::Regular { of, transitions, accepting, .. } => {
                let step = |state: usize, e: &Linear| {
                    let value = v(e);
                    transitions.iter().find(|t| t.0 == state && Value::from(t.1) == value).map(|t| t.2)
                };
                of.iter().try_fold(0, step).is_some_and(|last| accepting.contains(&last))
            }
            Self::Lex { a, b, strict } => {
                let order = a.iter().map(v).cmp(b.iter().map(v));
                order.is_lt() || (order.is_eq() && !strict)
            }
            Self::BinPacking { bins, sizes, loads } => {
                let mut found = vec![0; loads.len()];
                bins.iter().zip(sizes).all(|(bin, size)| {
                    let place = usize::try_from(v(bin)).ok().and_then(|bin| found.get_mut(bin));
                    place.map(|load| *load += Value::from(*size)).is_some()
                }) && loads.iter().map(v).eq(found.iter().copied())
            }
            Self::NValues { of, count } => {
                let distinct: std::collections::HashSet<Value> = of.iter().map(v).collect();
                distinct.len() as Value == v(count)
            }
            Self::Precede { of, values } => {
                let mut seen = 0;
                of.iter().all(|e| {
                    let place = values.iter().position(|&value| Value::from(value) == v(e));
                    seen += usize::from(place == Some(seen));
                    place.is_none_or(|place| place < seen)
                })
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

/// The resource is used most at some task's start.
fn cumulative_holds(starts: &[Value], durations: &[Value], demands: &[Value], capacity: Value) -> bool {
    let runs = |task: usize, time| starts[task] <= time && time < starts[task] + durations[task];
    durations.iter().chain(demands).all(|&x| x >= 0)
        && capacity >= 0
        && starts.iter().all(|&time| {
            let used: Value = (0..starts.len()).filter(|&task| runs(task, time)).map(|task| demands[task]).sum();
            used <= capacity
        })
}

fn no_overlap_holds(origins: &[Vec<Value>], sizes: &[Vec<Value>], strict: bool) -> bool {
    let apart = |i: usize, j: usize| {
        let dimensions = 0..origins[i].len();
        let nowhere = |i: usize| !strict && sizes[i].contains(&0);
        nowhere(i)
            || nowhere(j)
            || dimensions
                .into_iter()
                .any(|d| origins[i][d] + sizes[i][d] <= origins[j][d] || origins[j][d] + sizes[j][d] <= origins[i][d])
    };
    sizes.iter().flatten().all(|&size| size >= 0)
        && (0..origins.len()).all(|i| (i + 1..origins.len()).all(|j| apart(i, j)))
}

fn circuit_holds(next: &[usize], optional: bool) -> bool {
    let in_tour: Vec<usize> = (0..next.len()).filter(|&i| !optional || next[i] != i).collect();
    let Some(&first) = in_tour.first() else { return true };
    let mut place = first;
    for length in 1..=in_tour.len() {
        let Some(&after) = next.get(place).filter(|&&after| after < next.len()) else { return false };
        place = after;
        if place == first {
            return length == in_tour.len();
        }
    }
    false
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
