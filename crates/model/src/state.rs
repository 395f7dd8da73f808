//! Constructors of constraints: `model.post(all_different(&row))`.

use crate::{Bool, Constraint, Domain, Linear, Relation, Strength};

fn exprs<E: Into<Linear>>(of: impl IntoIterator<Item = E>) -> Vec<Linear> {
    of.into_iter().map(Into::into).collect()
}

fn bools<B: std::borrow::Borrow<Bool>>(of: impl IntoIterator<Item = B>) -> Vec<Bool> {
    of.into_iter().map(|b| *b.borrow()).collect()
}

/// At least one of the literals is true: a clause.
pub fn or<B: std::borrow::Borrow<Bool>>(of: impl IntoIterator<Item = B>) -> Constraint {
    Constraint::Or(bools(of))
}

/// All literals are true.
pub fn and<B: std::borrow::Borrow<Bool>>(of: impl IntoIterator<Item = B>) -> Constraint {
    Constraint::And(bools(of))
}

/// An odd number of the literals is true.
pub fn xor<B: std::borrow::Borrow<Bool>>(of: impl IntoIterator<Item = B>) -> Constraint {
    Constraint::Xor(bools(of))
}

/// The literal is false.
pub fn not(b: Bool) -> Constraint {
    Constraint::Or(vec![!b])
}

/// If `a` is true, so is `b`.
pub fn implies(a: Bool, b: Bool) -> Constraint {
    Constraint::Or(vec![!a, b])
}

/// `a` and `b` are both true or both false.
pub fn iff(a: Bool, b: Bool) -> Constraint {
    Constraint::Xor(vec![a, !b])
}

/// At most one of the literals is true.
pub fn at_most_one<B: std::borrow::Borrow<Bool>>(of: impl IntoIterator<Item = B>) -> Constraint {
    Constraint::AtMostOne(bools(of))
}

/// Exactly one of the literals is true.
pub fn exactly_one<B: std::borrow::Borrow<Bool>>(of: impl IntoIterator<Item = B>) -> Constraint {
    Constraint::ExactlyOne(bools(of))
}

/// `of` lies in `set`.
pub fn member(of: impl Into<Linear>, set: impl Into<Domain>) -> Constraint {
    Constraint::In { of: of.into(), set: set.into() }
}

/// `result = |of|`
pub fn abs(result: impl Into<Linear>, of: impl Into<Linear>) -> Constraint {
    Constraint::Abs { result: result.into(), of: of.into() }
}

/// `result = a · b`
pub fn times(result: impl Into<Linear>, a: impl Into<Linear>, b: impl Into<Linear>) -> Constraint {
    Constraint::Times { result: result.into(), a: a.into(), b: b.into() }
}

/// `result = a / b`, rounded toward zero; `b` is not 0.
pub fn div(result: impl Into<Linear>, a: impl Into<Linear>, b: impl Into<Linear>) -> Constraint {
    Constraint::Div { result: result.into(), a: a.into(), b: b.into() }
}

/// `result` is the remainder of `a / b`, with the sign of `a`; `b` is not 0.
pub fn modulo(result: impl Into<Linear>, a: impl Into<Linear>, b: impl Into<Linear>) -> Constraint {
    Constraint::Mod { result: result.into(), a: a.into(), b: b.into() }
}

/// `result = aᵇ`
pub fn pow(result: impl Into<Linear>, a: impl Into<Linear>, b: impl Into<Linear>) -> Constraint {
    Constraint::Pow { result: result.into(), a: a.into(), b: b.into() }
}

/// `result` is the least of them.
pub fn min<E: Into<Linear>>(result: impl Into<Linear>, of: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::Min { result: result.into(), of: exprs(of) }
}

/// `result` is the greatest of them.
pub fn max<E: Into<Linear>>(result: impl Into<Linear>, of: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::Max { result: result.into(), of: exprs(of) }
}

/// No two are equal.
pub fn all_different<E: Into<Linear>>(of: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::AllDifferent { of: exprs(of), except: None, strength: Strength::Auto }
}

/// No two are equal unless both have the value `except`.
pub fn all_different_except<E: Into<Linear>>(of: impl IntoIterator<Item = E>, except: i64) -> Constraint {
    Constraint::AllDifferent { of: exprs(of), except: Some(except), strength: Strength::Auto }
}

/// No two cells are equal and they add up to `sum`.
pub fn cage<E: Into<Linear>>(cells: impl IntoIterator<Item = E>, sum: i64) -> Constraint {
    Constraint::Cage { cells: exprs(cells), sum }
}

/// `result = array[index]`, counted from 0.
pub fn element<E: Into<Linear>>(
    result: impl Into<Linear>,
    array: impl IntoIterator<Item = E>,
    index: impl Into<Linear>,
) -> Constraint {
    Constraint::Element { result: result.into(), index: index.into(), array: exprs(array) }
}

/// `result = matrix[row][column]`, counted from 0.
pub fn element2<E: Into<Linear>, R: IntoIterator<Item = E>>(
    result: impl Into<Linear>,
    matrix: impl IntoIterator<Item = R>,
    row: impl Into<Linear>,
    column: impl Into<Linear>,
) -> Constraint {
    let matrix = matrix.into_iter().map(exprs).collect();
    Constraint::Element2 { result: result.into(), row: row.into(), column: column.into(), matrix }
}

/// The tuple of values is one of the rows.
pub fn table<E: Into<Linear>, R: AsRef<[i64]>>(
    of: impl IntoIterator<Item = E>,
    rows: impl IntoIterator<Item = R>,
) -> Constraint {
    rows_of(exprs(of), rows, false)
}

/// The tuple of values is none of the rows.
pub fn forbidden<E: Into<Linear>, R: AsRef<[i64]>>(
    of: impl IntoIterator<Item = E>,
    rows: impl IntoIterator<Item = R>,
) -> Constraint {
    rows_of(exprs(of), rows, true)
}

fn rows_of<R: AsRef<[i64]>>(of: Vec<Linear>, rows: impl IntoIterator<Item = R>, forbidden: bool) -> Constraint {
    let mut flat = Vec::new();
    for row in rows {
        flat.extend_from_slice(row.as_ref());
    }
    Constraint::Table { of, rows: flat, forbidden }
}

fn counted<E: Into<Linear>>(
    of: impl IntoIterator<Item = E>,
    values: Domain,
    relation: Relation,
    times: impl Into<Linear>,
) -> Constraint {
    Constraint::Count { of: exprs(of), values, relation, times: times.into() }
}

/// `value` occurs exactly `times` times; `times` may be a variable.
pub fn count<E: Into<Linear>>(of: impl IntoIterator<Item = E>, value: i64, times: impl Into<Linear>) -> Constraint {
    counted(of, [value].into(), Relation::Eq, times)
}

/// `value` occurs exactly `times` times.
pub fn exactly<E: Into<Linear>>(times: i64, of: impl IntoIterator<Item = E>, value: i64) -> Constraint {
    counted(of, [value].into(), Relation::Eq, times)
}

/// `value` occurs at least `times` times.
pub fn at_least<E: Into<Linear>>(times: i64, of: impl IntoIterator<Item = E>, value: i64) -> Constraint {
    counted(of, [value].into(), Relation::Ge, times)
}

/// `value` occurs at most `times` times.
pub fn at_most<E: Into<Linear>>(times: i64, of: impl IntoIterator<Item = E>, value: i64) -> Constraint {
    counted(of, [value].into(), Relation::Le, times)
}

/// Exactly `times` of them lie in `values`; `times` may be a variable.
pub fn among<E: Into<Linear>>(
    times: impl Into<Linear>,
    of: impl IntoIterator<Item = E>,
    values: impl Into<Domain>,
) -> Constraint {
    counted(of, values.into(), Relation::Eq, times)
}

/// `values[i]` occurs `counts[i]` times; other values may occur.
pub fn global_cardinality<E: Into<Linear>, C: Into<Linear>>(
    of: impl IntoIterator<Item = E>,
    values: impl Into<Vec<i64>>,
    counts: impl IntoIterator<Item = C>,
) -> Constraint {
    Constraint::GlobalCardinality { of: exprs(of), values: values.into(), counts: exprs(counts), closed: false }
}

/// `values[i]` occurs `counts[i]` times, and no other value occurs.
pub fn global_cardinality_closed<E: Into<Linear>, C: Into<Linear>>(
    of: impl IntoIterator<Item = E>,
    values: impl Into<Vec<i64>>,
    counts: impl IntoIterator<Item = C>,
) -> Constraint {
    Constraint::GlobalCardinality { of: exprs(of), values: values.into(), counts: exprs(counts), closed: true }
}

/// `forward[i] = j` exactly when `backward[j] = i`, counted from 0.
pub fn inverse<E: Into<Linear>, F: Into<Linear>>(
    forward: impl IntoIterator<Item = E>,
    backward: impl IntoIterator<Item = F>,
) -> Constraint {
    Constraint::Inverse { forward: exprs(forward), backward: exprs(backward) }
}

/// Each is at most the next.
pub fn increasing<E: Into<Linear>>(of: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::Increasing { of: exprs(of), strict: false }
}

/// Each is less than the next.
pub fn strictly_increasing<E: Into<Linear>>(of: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::Increasing { of: exprs(of), strict: true }
}

/// At every moment the demands of the tasks that run add up to at most `capacity`.
pub fn cumulative<S: Into<Linear>, D: Into<Linear>, R: Into<Linear>>(
    starts: impl IntoIterator<Item = S>,
    durations: impl IntoIterator<Item = D>,
    demands: impl IntoIterator<Item = R>,
    capacity: impl Into<Linear>,
) -> Constraint {
    Constraint::Cumulative {
        starts: exprs(starts),
        durations: exprs(durations),
        demands: exprs(demands),
        capacity: capacity.into(),
    }
}

/// No two tasks run at the same time; one of duration 0 may not start while another runs.
pub fn disjunctive<S: Into<Linear>, D: Into<Linear>>(
    starts: impl IntoIterator<Item = S>,
    durations: impl IntoIterator<Item = D>,
) -> Constraint {
    let single = |e: Linear| vec![e];
    let (origins, sizes) = (exprs(starts), exprs(durations));
    Constraint::NoOverlap {
        origins: origins.into_iter().map(single).collect(),
        sizes: sizes.into_iter().map(single).collect(),
        strict: true,
    }
}

/// No two boxes overlap: `origins[i]` is the least corner of a box, `sizes[i]` its size, each by dimension.
pub fn no_overlap<O: Into<Linear>, S: Into<Linear>>(
    origins: impl IntoIterator<Item = impl IntoIterator<Item = O>>,
    sizes: impl IntoIterator<Item = impl IntoIterator<Item = S>>,
) -> Constraint {
    let origins = origins.into_iter().map(exprs).collect();
    let sizes = sizes.into_iter().map(exprs).collect();
    Constraint::NoOverlap { origins, sizes, strict: true }
}

/// `next[i]`, counted from 0, is the place after place `i` on one tour through all places.
pub fn circuit<E: Into<Linear>>(next: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::Circuit { next: exprs(next), optional: false }
}

/// As [`circuit`], but places with `next[i] = i` are left out of the tour.
pub fn subcircuit<E: Into<Linear>>(next: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::Circuit { next: exprs(next), optional: true }
}

/// The values, read in order, lead an automaton from state 0 to an accepting state; a transition is
/// `(from, value, to)`.
pub fn regular<E: Into<Linear>>(
    of: impl IntoIterator<Item = E>,
    states: usize,
    transitions: impl Into<Vec<(usize, i64, usize)>>,
    accepting: impl Into<Vec<usize>>,
) -> Constraint {
    Constraint::Regular { of: exprs(of), states, transitions: transitions.into(), accepting: accepting.into() }
}

/// `a` comes before `b` in the order of a dictionary.
pub fn lex_less<E: Into<Linear>, F: Into<Linear>>(
    a: impl IntoIterator<Item = E>,
    b: impl IntoIterator<Item = F>,
) -> Constraint {
    Constraint::Lex { a: exprs(a), b: exprs(b), strict: true }
}

/// `a` comes before `b` in the order of a dictionary or is equal to it.
pub fn lex_less_eq<E: Into<Linear>, F: Into<Linear>>(
    a: impl IntoIterator<Item = E>,
    b: impl IntoIterator<Item = F>,
) -> Constraint {
    Constraint::Lex { a: exprs(a), b: exprs(b), strict: false }
}

/// Item `i` of size `sizes[i]` lies in bin `bins[i]`, counted from 0, and `loads[j]` is what bin `j` holds.
pub fn bin_packing<E: Into<Linear>, F: Into<Linear>>(
    bins: impl IntoIterator<Item = E>,
    sizes: impl Into<Vec<i64>>,
    loads: impl IntoIterator<Item = F>,
) -> Constraint {
    Constraint::BinPacking { bins: exprs(bins), sizes: sizes.into(), loads: exprs(loads) }
}

/// They take `count` different values.
pub fn nvalues<E: Into<Linear>>(count: impl Into<Linear>, of: impl IntoIterator<Item = E>) -> Constraint {
    Constraint::NValues { of: exprs(of), count: count.into() }
}

/// Where `values[i + 1]` occurs, `values[i]` occurs before it.
pub fn precede<E: Into<Linear>>(of: impl IntoIterator<Item = E>, values: impl Into<Vec<i64>>) -> Constraint {
    Constraint::Precede { of: exprs(of), values: values.into() }
}
