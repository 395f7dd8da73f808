//! The builtins on Booleans: what each says without its condition.
//!
//! Many of them have the truth of a formula as their last argument: `bool_and(a, b, r)` is `r ↔ a ∧ b`. Their forms
//! with a condition have it in the same place: `bool_and_imp(a, b, r)` is `r → a ∧ b`.

use entail_model::{Bool, Constraint, Relation};

use crate::Mistake;
use crate::translate::Meaning;
use crate::translate::args::{Args, Truth};
use crate::translate::integers::{element, known, linear, weighted_sum};

/// What the constraint of that name says, or nothing where there is none here.
pub(crate) fn meaning(name: &str, args: &Args<'_>) -> Result<Option<Meaning>, Box<Mistake>> {
    let pair = || {
        args.expect(2)?;
        Ok::<_, Box<Mistake>>((args.truth(0)?, args.truth(1)?))
    };
    Ok(Some(Meaning::Holds(match name {
        "array_bool_and" => return of_array(args, and).map(Some),
        "array_bool_or" => return of_array(args, or).map(Some),
        "bool_and" => return of_pair(args, and).map(Some),
        "bool_or" => return of_pair(args, or).map(Some),
        "bool_xor" if args.len() == 3 => xor([args.truth(0)?, args.truth(1)?, !args.truth(2)?]),
        "array_bool_xor" => {
            args.expect(1)?;
            xor(args.truths(0)?)
        }
        "bool_clause" => {
            args.expect(2)?;
            let negative = args.truths(1)?;
            or(args.truths(0)?.into_iter().chain(negative.into_iter().map(|b| !b)))
        }
        "bool_eq" => {
            let (a, b) = pair()?;
            xor([a, !b])
        }
        "bool_not" | "bool_ne" | "bool_xor" => {
            let (a, b) = pair()?;
            xor([a, b])
        }
        "bool_le" => {
            let (a, b) = pair()?;
            or([!a, b])
        }
        "bool_lt" => {
            let (a, b) = pair()?;
            and([!a, b])
        }
        "bool2int" => {
            args.expect(2)?;
            linear(args, [(1, args.truth(0)?.into()), (-1, args.linear(1)?)], 0, Relation::Eq)?
        }
        "bool_lin_eq" => weighted(args, Relation::Eq)?,
        "bool_lin_ne" => weighted(args, Relation::Ne)?,
        "bool_lin_le" => weighted(args, Relation::Le)?,
        "bool_lin_lt" => weighted(args, Relation::Lt)?,
        "bool_lin_ge" => weighted(args, Relation::Ge)?,
        "bool_lin_gt" => weighted(args, Relation::Gt)?,
        "array_bool_element" | "array_var_bool_element" => {
            args.expect(3)?;
            element(args, args.truths(1)?.into_iter().map(Into::into).collect(), args.truth(2)?.into())?
        }
        _ => return Ok(None),
    })))
}

/// `array_bool_…(of, truth)`, or under a condition `array_bool_…_imp(of, condition)`.
fn of_array(args: &Args<'_>, formula: fn(Vec<Truth>) -> Constraint) -> Result<Meaning, Box<Mistake>> {
    if args.len() == 1 && args.call.args.len() == 2 {
        return Ok(Meaning::Holds(formula(args.truths(0)?)));
    }
    args.expect(2)?;
    Ok(Meaning::Iff(args.truth(1)?, formula(args.truths(0)?)))
}

/// `bool_…(a, b, truth)`, or under a condition `bool_…_imp(a, b, condition)`.
fn of_pair(args: &Args<'_>, formula: fn(Vec<Truth>) -> Constraint) -> Result<Meaning, Box<Mistake>> {
    let both = || Ok::<_, Box<Mistake>>(vec![args.truth(0)?, args.truth(1)?]);
    if args.len() == 2 && args.call.args.len() == 3 {
        return Ok(Meaning::Holds(formula(both()?)));
    }
    args.expect(3)?;
    Ok(Meaning::Iff(args.truth(2)?, formula(both()?)))
}

/// `bool_lin_…(coefficients, Booleans, total)`
fn weighted(args: &Args<'_>, relation: Relation) -> Result<Constraint, Box<Mistake>> {
    args.expect(3)?;
    let terms = args.truths(1)?.into_iter().map(Into::into).collect();
    weighted_sum(args, args.ints(0)?, terms, args.linear(2)?, relation)
}

/// At least one is true.
fn or(of: impl IntoIterator<Item = Truth>) -> Constraint {
    match open(of, true) {
        Some(literals) => Constraint::Or(literals),
        None => known(true),
    }
}

/// All are true.
fn and(of: impl IntoIterator<Item = Truth>) -> Constraint {
    match open(of, false) {
        Some(literals) => Constraint::And(literals),
        None => known(false),
    }
}

/// The literals, each once; nothing where the `decisive` value is among them, or a literal and its negation.
fn open(of: impl IntoIterator<Item = Truth>, decisive: bool) -> Option<Vec<Bool>> {
    let mut literals = Vec::new();
    for truth in of {
        match truth {
            Truth::Known(value) if value == decisive => return None,
            Truth::Known(_) => {}
            Truth::Open(literal) => literals.push(literal),
        }
    }
    literals.sort_unstable();
    literals.dedup();
    if literals.windows(2).any(|w| w[0].var == w[1].var) { None } else { Some(literals) }
}

/// An odd number of them is true. A literal twice is no literal, a negation is one more true.
fn xor(of: impl IntoIterator<Item = Truth>) -> Constraint {
    let mut odd = true;
    let mut vars = Vec::new();
    for truth in of {
        match truth {
            Truth::Known(value) => odd ^= value,
            Truth::Open(literal) => {
                odd ^= literal.negated;
                vars.push(literal.var);
            }
        }
    }
    vars.sort_unstable();
    let mut literals: Vec<Bool> = Vec::with_capacity(vars.len());
    for var in vars {
        if literals.last().is_some_and(|last| last.var == var) {
            literals.pop();
        } else {
            literals.push(Bool { var, negated: false });
        }
    }
    match literals.as_mut_slice() {
        [] => known(!odd),
        [only] => Constraint::Or(vec![if odd { *only } else { !*only }]),
        [first, ..] => {
            first.negated = !odd;
            Constraint::Xor(literals)
        }
    }
}
