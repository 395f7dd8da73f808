//! The constraints of `share/minizinc/entail/entail_predicates.mzn` as those of a model.
//!
//! MiniZinc counts places from 1 or from wherever an array begins, a model counts from 0. What a predicate means is
//! what the standard library of MiniZinc says of the constraint that the library folder leads to it.

use entail_model::{Constraint, Domain, Linear, Relation, Strength};

use crate::Mistake;
use crate::translate::args::Args;

/// The constraint of that name; none where it is not one of ours.
pub(crate) fn constraint(name: &str, args: &Args<'_>) -> Result<Option<Constraint>, Box<Mistake>> {
    let Some(name) = name.strip_prefix("entail_") else { return Ok(None) };
    let constraint = match name {
        "all_different" => all_different(args, None, 1)?,
        "all_different_except" => all_different(args, Some(args.int(1)?), 2)?,
        "increasing" => increasing(args, false)?,
        "strictly_increasing" => increasing(args, true)?,
        "lex_less" => lex(args, true)?,
        "lex_lesseq" => lex(args, false)?,
        "value_precede_chain" => value_precede_chain(args)?,
        "count_eq" => count(args, Relation::Eq)?,
        "count_neq" => count(args, Relation::Ne)?,
        "count_leq" => count(args, Relation::Ge)?,
        "count_lt" => count(args, Relation::Gt)?,
        "count_geq" => count(args, Relation::Le)?,
        "count_gt" => count(args, Relation::Lt)?,
        "among" => among(args)?,
        "nvalue" => nvalue(args)?,
        "global_cardinality" => global_cardinality(args, false)?,
        "global_cardinality_closed" => global_cardinality(args, true)?,
        "cumulative" => cumulative(args)?,
        "disjunctive" => boxes(args, &[0], &[1], false)?,
        "disjunctive_strict" => boxes(args, &[0], &[1], true)?,
        "diffn" => boxes(args, &[0, 1], &[2, 3], true)?,
        "diffn_nonstrict" => boxes(args, &[0, 1], &[2, 3], false)?,
        "diffn_k" => boxes_in_rows(args, true)?,
        "diffn_nonstrict_k" => boxes_in_rows(args, false)?,
        "bin_packing_load" => bin_packing_load(args)?,
        "circuit" => circuit(args, false)?,
        "subcircuit" => circuit(args, true)?,
        "inverse" => inverse(args)?,
        "table" => table(args)?,
        "regular" => regular(args)?,
        "element" => element(args, args.linears(2)?, args.linear(3)?)?,
        "element_bool" => element(args, from_truths(args, 2)?, args.truth(3)?.into())?,
        "element2d" => element2d(args, args.linears(5)?, args.linear(6)?)?,
        "element2d_bool" => element2d(args, from_truths(args, 5)?, args.truth(6)?.into())?,
        _ => return Ok(None),
    };
    Ok(Some(constraint))
}

fn all_different(args: &Args<'_>, except: Option<i64>, arity: usize) -> Result<Constraint, Box<Mistake>> {
    args.expect(arity)?;
    Ok(Constraint::AllDifferent { of: args.linears(0)?, except, strength: Strength::Auto })
}

fn increasing(args: &Args<'_>, strict: bool) -> Result<Constraint, Box<Mistake>> {
    args.expect(1)?;
    Ok(Constraint::Increasing { of: args.linears(0)?, strict })
}

fn lex(args: &Args<'_>, strict: bool) -> Result<Constraint, Box<Mistake>> {
    args.expect(2)?;
    Ok(Constraint::Lex { a: args.linears(0)?, b: args.linears(1)?, strict })
}

fn value_precede_chain(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(2)?;
    Ok(Constraint::Precede { of: args.linears(1)?, values: different(args, 0)? })
}

/// How often the value occurs stands in the relation to the last argument.
fn count(args: &Args<'_>, relation: Relation) -> Result<Constraint, Box<Mistake>> {
    args.expect(3)?;
    let values = Domain::from([args.int(1)?]);
    Ok(Constraint::Count { of: args.linears(0)?, values, relation, times: args.linear(2)? })
}

fn among(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(3)?;
    let (times, of, values) = (args.linear(0)?, args.linears(1)?, args.set(2)?);
    Ok(Constraint::Count { of, values, relation: Relation::Eq, times })
}

fn nvalue(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(2)?;
    Ok(Constraint::NValues { of: args.linears(1)?, count: args.linear(0)? })
}

fn global_cardinality(args: &Args<'_>, closed: bool) -> Result<Constraint, Box<Mistake>> {
    args.expect(3)?;
    let (of, values, counts) = (args.linears(0)?, different(args, 1)?, args.linears(2)?);
    expect_length(args, 2, counts.len(), values.len())?;
    Ok(Constraint::GlobalCardinality { of, values, counts, closed })
}

fn cumulative(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(4)?;
    let (starts, durations, demands) = (args.linears(0)?, args.linears(1)?, args.linears(2)?);
    expect_length(args, 1, durations.len(), starts.len())?;
    expect_length(args, 2, demands.len(), starts.len())?;
    Ok(Constraint::Cumulative { starts, durations, demands, capacity: args.linear(3)? })
}

/// Boxes whose coordinates stand in one argument for each dimension.
fn boxes(args: &Args<'_>, origins: &[usize], sizes: &[usize], strict: bool) -> Result<Constraint, Box<Mistake>> {
    args.expect(origins.len() + sizes.len())?;
    let count = args.linears(origins[0])?.len();
    let transposed = |dimensions: &[usize]| -> Result<Vec<Vec<Linear>>, Box<Mistake>> {
        let mut corners = vec![Vec::with_capacity(dimensions.len()); count];
        for &argument in dimensions {
            let coordinates = args.linears(argument)?;
            expect_length(args, argument, coordinates.len(), count)?;
            corners.iter_mut().zip(coordinates).for_each(|(corner, x)| corner.push(x));
        }
        Ok(corners)
    };
    Ok(Constraint::NoOverlap { origins: transposed(origins)?, sizes: transposed(sizes)?, strict })
}

/// Boxes whose coordinates stand one box after the other.
fn boxes_in_rows(args: &Args<'_>, strict: bool) -> Result<Constraint, Box<Mistake>> {
    args.expect(3)?;
    let (origins, sizes, dimensions) = (args.linears(0)?, args.linears(1)?, args.int(2)?);
    expect_length(args, 1, sizes.len(), origins.len())?;
    let rows = |list: Vec<Linear>| in_rows(args, 0, list, dimensions);
    Ok(Constraint::NoOverlap { origins: rows(origins)?, sizes: rows(sizes)?, strict })
}

fn bin_packing_load(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(4)?;
    let (loads, bins, sizes) = (args.linears(0)?, places(args, 1, 2)?, args.ints(3)?);
    expect_length(args, 3, sizes.len(), bins.len())?;
    match sizes.iter().find(|&&size| size < 0) {
        Some(size) => Err(args.mistake(3, size.to_string(), "sizes that are at least 0")),
        None => Ok(Constraint::BinPacking { bins, sizes, loads }),
    }
}

fn circuit(args: &Args<'_>, optional: bool) -> Result<Constraint, Box<Mistake>> {
    args.expect(2)?;
    Ok(Constraint::Circuit { next: places(args, 0, 1)?, optional })
}

/// The places of each side are counted from where the other side begins; sides of different lengths have no answer.
fn inverse(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(4)?;
    let (forward, backward) = (places(args, 0, 3)?, places(args, 2, 1)?);
    if forward.len() != backward.len() {
        return Ok(Constraint::Or(Vec::new()));
    }
    Ok(Constraint::Inverse { forward, backward })
}

fn table(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(2)?;
    let (of, rows) = (args.linears(0)?, args.ints(1)?);
    if of.is_empty() || !rows.len().is_multiple_of(of.len()) {
        let found = format!("{} numbers for {} columns", rows.len(), of.len());
        return Err(args.mistake(1, found, "whole rows of a table"));
    }
    Ok(Constraint::Table { of, rows, forbidden: false })
}

/// An automaton with states from 1, of which a model's has the first one as its start: the two change places.
fn regular(args: &Args<'_>) -> Result<Constraint, Box<Mistake>> {
    args.expect(6)?;
    let (of, next, accepting) = (args.linears(0)?, args.ints(3)?, args.set(5)?);
    let (states, symbols, start) = (args.int(1)?, args.int(2)?, args.int(4)?);
    if symbols < 1 || i128::from(states) * i128::from(symbols) != next.len() as i128 {
        let found = format!("an array of {} elements", next.len());
        return Err(args.mistake(3, found, format!("{states} rows of {symbols} elements")));
    }
    if !(1..=states).contains(&start) {
        return Err(args.mistake(4, format!("state {start}"), format!("a state from 1 to {states}")));
    }
    if let Some(state) = next.iter().find(|state| !(0..=states).contains(state)) {
        return Err(args.mistake(3, format!("state {state}"), format!("states from 0 to {states}")));
    }
    let place = |state: i64| {
        let state = if state == start {
            1
        } else if state == 1 {
            start
        } else {
            state
        };
        (state - 1) as usize
    };
    let rows = (1..=states).zip(next.chunks_exact(symbols as usize));
    let transitions = rows.flat_map(|(from, row)| {
        let reached = row.iter().zip(1..).filter(|(to, _)| **to != 0);
        reached.map(move |(&to, symbol)| (place(from), symbol, place(to)))
    });
    let transitions = transitions.collect();
    let accepting = (1..=states).filter(|&state| accepting.contains(state)).map(place).collect();
    Ok(Constraint::Regular { of, states: states as usize, transitions, accepting })
}

/// The index and where it starts are the first two arguments.
fn element(args: &Args<'_>, array: Vec<Linear>, result: Linear) -> Result<Constraint, Box<Mistake>> {
    args.expect(4)?;
    Ok(Constraint::Element { result, index: args.linear(0)? - args.int(1)?, array })
}

/// The row, the column and where they start are the first four arguments, the number of columns is the fifth.
fn element2d(args: &Args<'_>, array: Vec<Linear>, result: Linear) -> Result<Constraint, Box<Mistake>> {
    args.expect(7)?;
    let (row, column) = (args.linear(0)? - args.int(1)?, args.linear(2)? - args.int(3)?);
    let matrix = in_rows(args, 5, array, args.int(4)?)?;
    Ok(Constraint::Element2 { result, row, column, matrix })
}

/// Places counted from where another argument says, as places counted from 0.
fn places(args: &Args<'_>, index: usize, first: usize) -> Result<Vec<Linear>, Box<Mistake>> {
    let first = args.int(first)?;
    Ok(args.linears(index)?.into_iter().map(|place| place - first).collect())
}

fn from_truths(args: &Args<'_>, index: usize) -> Result<Vec<Linear>, Box<Mistake>> {
    Ok(args.truths(index)?.into_iter().map(Linear::from).collect())
}

/// A list as rows of that length.
fn in_rows(args: &Args<'_>, index: usize, list: Vec<Linear>, length: i64) -> Result<Vec<Vec<Linear>>, Box<Mistake>> {
    match usize::try_from(length) {
        Ok(0) if list.is_empty() => Ok(Vec::new()),
        Ok(length) if length > 0 && list.len().is_multiple_of(length) => {
            Ok(list.chunks_exact(length).map(<[Linear]>::to_vec).collect())
        }
        _ => {
            let found = format!("an array of {} elements", list.len());
            Err(args.mistake(index, found, format!("whole rows of {length} elements")))
        }
    }
}

/// Numbers of which no two are equal.
fn different(args: &Args<'_>, index: usize) -> Result<Vec<i64>, Box<Mistake>> {
    let numbers = args.ints(index)?;
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|w| w[0] == w[1]) {
        Some(twice) => Err(args.mistake(index, format!("{} twice", twice[0]), "numbers that are all different")),
        None => Ok(numbers),
    }
}

fn expect_length(args: &Args<'_>, index: usize, found: usize, expected: usize) -> Result<(), Box<Mistake>> {
    if found == expected {
        return Ok(());
    }
    Err(args.mistake(index, format!("an array of {found} elements"), format!("one of {expected}")))
}
