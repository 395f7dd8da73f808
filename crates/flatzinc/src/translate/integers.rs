//! The builtins on integers and constant sets: what each says without its condition.

use entail_model::{Constraint, Domain, Linear, Relation};

use crate::Mistake;
use crate::translate::args::{Args, mistake};
use crate::translate::sum;

/// The constraint of that name, or nothing where there is none here.
pub(crate) fn constraint(name: &str, args: &Args<'_>) -> Result<Option<Constraint>, Box<Mistake>> {
    let compare = |relation| {
        args.expect(2)?;
        linear(args, [(1, args.linear(0)?), (-1, args.linear(1)?)], 0, relation)
    };
    let operands = || {
        args.expect(3)?;
        Ok::<_, Box<Mistake>>((args.linear(0)?, args.linear(1)?, args.linear(2)?))
    };
    Ok(Some(match name {
        "int_eq" => compare(Relation::Eq)?,
        "int_ne" => compare(Relation::Ne)?,
        "int_le" => compare(Relation::Le)?,
        "int_lt" => compare(Relation::Lt)?,
        "int_ge" => compare(Relation::Ge)?,
        "int_gt" => compare(Relation::Gt)?,
        "int_lin_eq" => weighted(args, Relation::Eq)?,
        "int_lin_ne" => weighted(args, Relation::Ne)?,
        "int_lin_le" => weighted(args, Relation::Le)?,
        "int_lin_lt" => weighted(args, Relation::Lt)?,
        "int_lin_ge" => weighted(args, Relation::Ge)?,
        "int_lin_gt" => weighted(args, Relation::Gt)?,
        "int_plus" => {
            let (a, b, result) = operands()?;
            linear(args, [(1, a), (1, b), (-1, result)], 0, Relation::Eq)?
        }
        "int_minus" => {
            let (a, b, result) = operands()?;
            linear(args, [(1, a), (-1, b), (-1, result)], 0, Relation::Eq)?
        }
        "int_negate" => {
            args.expect(2)?;
            linear(args, [(1, args.linear(0)?), (1, args.linear(1)?)], 0, Relation::Eq)?
        }
        "int_times" => {
            let (a, b, result) = operands()?;
            match (a.as_constant(), b.as_constant()) {
                (Some(factor), _) => linear(args, [(factor, b), (-1, result)], 0, Relation::Eq)?,
                (_, Some(factor)) => linear(args, [(factor, a), (-1, result)], 0, Relation::Eq)?,
                (None, None) => Constraint::Times { result, a, b },
            }
        }
        "int_div" => {
            let (a, b, result) = operands()?;
            Constraint::Div { result, a, b }
        }
        "int_mod" => {
            let (a, b, result) = operands()?;
            Constraint::Mod { result, a, b }
        }
        "int_pow" | "int_pow_fixed" => {
            let (a, b, result) = operands()?;
            Constraint::Pow { result, a, b }
        }
        "int_max" => {
            let (a, b, result) = operands()?;
            Constraint::Max { result, of: vec![a, b] }
        }
        "int_min" => {
            let (a, b, result) = operands()?;
            Constraint::Min { result, of: vec![a, b] }
        }
        "int_abs" => {
            args.expect(2)?;
            Constraint::Abs { result: args.linear(1)?, of: args.linear(0)? }
        }
        "array_int_maximum" => {
            args.expect(2)?;
            Constraint::Max { result: args.linear(0)?, of: some(args)? }
        }
        "array_int_minimum" => {
            args.expect(2)?;
            Constraint::Min { result: args.linear(0)?, of: some(args)? }
        }
        "array_int_element" | "array_var_int_element" => {
            args.expect(3)?;
            element(args, args.linears(1)?, args.linear(2)?)?
        }
        "set_in" => {
            args.expect(2)?;
            Constraint::In { of: args.linear(0)?, set: args.set(1)? }
        }
        "set_card" => {
            args.expect(2)?;
            let size = i64::try_from(args.set(0)?.size()).unwrap_or(i64::MAX);
            linear(args, [(1, args.linear(1)?)], -size, Relation::Eq)?
        }
        "set_eq" => sets(args, |a, b| a == b)?,
        "set_ne" => sets(args, |a, b| a != b)?,
        "set_subset" => sets(args, |a, b| a.intersection(b) == *a)?,
        "set_superset" => sets(args, |a, b| a.intersection(b) == *b)?,
        "set_le" => sets(args, |a, b| a.iter().le(b.iter()))?,
        "set_lt" => sets(args, |a, b| a.iter().lt(b.iter()))?,
        "array_set_element" => {
            args.expect(3)?;
            let (sets, chosen) = (args.sets(1)?, args.set(2)?);
            let places = sets.iter().zip(1..).filter(|(set, _)| **set == chosen).map(|(_, place): (_, i64)| place);
            Constraint::In { of: args.linear(0)?, set: places.collect() }
        }
        _ => return Ok(None),
    }))
}

/// A sum that stands in the relation to 0.
pub(crate) fn linear(
    args: &Args<'_>,
    terms: impl IntoIterator<Item = (i64, Linear)>,
    constant: i64,
    relation: Relation,
) -> Result<Constraint, Box<Mistake>> {
    match sum(terms, constant) {
        Some(expr) => Ok(Constraint::Linear { expr, relation }),
        None => Err(mistake(args.call.at, "a sum whose numbers leave 64 bits", "numbers that add up within 64 bits")),
    }
}

/// `int_lin_…(coefficients, variables, constant)`
fn weighted(args: &Args<'_>, relation: Relation) -> Result<Constraint, Box<Mistake>> {
    args.expect(3)?;
    let (coefficients, terms) = (args.ints(0)?, args.linears(1)?);
    weighted_sum(args, coefficients, terms, args.linear(2)?, relation)
}

/// The sum of coefficients times terms in its relation to a total.
pub(crate) fn weighted_sum(
    args: &Args<'_>,
    coefficients: Vec<i64>,
    terms: Vec<Linear>,
    total: Linear,
    relation: Relation,
) -> Result<Constraint, Box<Mistake>> {
    if coefficients.len() != terms.len() {
        let found = format!("{} coefficients with {} variables", coefficients.len(), terms.len());
        return Err(args.mistake(0, found, "as many coefficients as variables"));
    }
    linear(args, coefficients.into_iter().zip(terms).chain([(-1, total)]), 0, relation)
}

/// `result = array[index]`, counted from 1 as everything in FlatZinc.
pub(crate) fn element(args: &Args<'_>, array: Vec<Linear>, result: Linear) -> Result<Constraint, Box<Mistake>> {
    let index = args.linear(0)?;
    let from_one = index.as_var().is_some_and(|x| args.scope().domains[x.index()].min() >= Some(1));
    if from_one {
        // A place that the index never takes saves the engine a variable for `index - 1`.
        let array = [array.first().cloned().unwrap_or_default()].into_iter().chain(array).collect();
        return Ok(Constraint::Element { result, index, array });
    }
    match sum([(1, index)], -1) {
        Some(index) => Ok(Constraint::Element { result, index, array }),
        None => Err(args.mistake(0, "an index of the least integer", "an index within the range of the array")),
    }
}

/// Operands of which there is at least one.
fn some(args: &Args<'_>) -> Result<Vec<Linear>, Box<Mistake>> {
    let of = args.linears(1)?;
    if of.is_empty() { Err(args.mistake(1, "an empty array", "at least one element")) } else { Ok(of) }
}

/// A relation between two constant sets.
fn sets(args: &Args<'_>, holds: impl Fn(&Domain, &Domain) -> bool) -> Result<Constraint, Box<Mistake>> {
    args.expect(2)?;
    Ok(known(holds(&args.set(0)?, &args.set(1)?)))
}

/// A constraint that always holds, or never.
pub(crate) fn known(truth: bool) -> Constraint {
    if truth { Constraint::And(Vec::new()) } else { Constraint::Or(Vec::new()) }
}
