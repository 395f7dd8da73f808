//! From a program to a model: variables that are equal become one, calls become constraints, annotations become hints.
//!
//! Constants, constraints on one variable and repeated constraints are used up here; what is left goes to the engine. The
//! answers of the model are those of the program unless the range of a variable had to be cut, which is told.

mod alias;
pub mod args;
mod bools;
mod bounds;
mod integers;
mod post;
mod scope;
mod search;

use entail_model::{Constraint, Direction, Linear, Model, Objective, Var};

use crate::Mistake;
use crate::ast::{Call, Expr, Goal, Program};
use crate::output::Output;
use crate::translate::alias::{annotated, annotation};
use crate::translate::args::{Args, Truth, describe, mistake};
use crate::translate::post::{Condition, Posting};
pub use crate::translate::scope::Scope;

/// A program as a model.
pub struct Translated {
    /// The model. Its answers are those of the program.
    pub model: Model,
    /// What is printed of an answer.
    pub output: Output,
    /// The variables in which two answers must differ to be two: those that the modeller wrote or sees.
    pub projection: Vec<Var>,
    /// There is no answer, which was seen without a search; the model does not say so.
    pub unsatisfiable: bool,
    /// Variables whose values had to be cut, with what was left of them: that the model has no (better) answer then
    /// says nothing of the program.
    pub cut: Vec<String>,
    /// Where values had to be cut: no answer of the program has a better objective than this.
    pub best: Option<i64>,
}

/// What a call says: a constraint, or that a literal is true exactly where a constraint holds.
pub(crate) enum Meaning {
    Holds(Constraint),
    Iff(Truth, Constraint),
}

/// Translates a program.
pub fn translate(program: &Program) -> Result<Translated, Box<Mistake>> {
    let classes = alias::classes(program)?;
    let scope = Scope { program, places: classes.places, domains: classes.domains };
    let mut posting = Posting::new(scope, classes.names, classes.contradiction);
    for (call, absorbed) in program.constraints.iter().zip(classes.absorbed) {
        if !absorbed {
            translate_call(call, &mut posting)?;
        }
    }
    let objective = objective(program, &posting.scope)?;
    let (cut, best) = posting.bound(objective.as_ref());
    let output = Output::new(&posting.scope)?;
    let projection = projection(&posting.scope, &output);
    let hints = search::hints(&posting.scope);
    let (mut model, unsatisfiable) = posting.into_model()?;
    model.hints = hints;
    match objective {
        Some(Objective { direction: Direction::Minimize, expr }) => model.minimize(expr),
        Some(Objective { direction: Direction::Maximize, expr }) => model.maximize(expr),
        None => {}
    }
    if !unsatisfiable {
        model.validate().map_err(|error| {
            mistake(program.solve.at, error.to_string(), "a model within the ranges that Entail supports")
        })?;
    }
    Ok(Translated { model, output, projection, unsatisfiable, cut, best })
}

fn translate_call(call: &Call, posting: &mut Posting<'_>) -> Result<(), Box<Mistake>> {
    let own = |suffix| call.name.strip_suffix(suffix).filter(|_| !call.args.is_empty());
    let (name, suffix) = match (own("_reif"), own("_imp")) {
        (Some(name), _) => (name, Some(true)),
        (None, Some(name)) => (name, Some(false)),
        (None, None) => (call.name.as_str(), None),
    };
    let args = Args::new(call, call.args.len() - usize::from(suffix.is_some()), &posting.scope);
    let condition = match suffix {
        None => Condition::Always,
        Some(full) => {
            let literal = Args::new(call, call.args.len(), &posting.scope).truth(call.args.len() - 1)?;
            if full { Condition::Iff(literal) } else { Condition::If(literal) }
        }
    };
    let meaning = match integers::constraint(name, &args)? {
        None => match bools::meaning(name, &args)? {
            None => crate::globals::constraint(name, &args)?.map(Meaning::Holds),
            found => found,
        },
        Some(constraint) => Some(Meaning::Holds(constraint)),
    };
    let Some(meaning) = meaning else {
        let expected = "a constraint of FlatZinc or of Entail's library: flatten the model with `--solver entail`";
        return Err(mistake(call.at, format!("the unknown constraint {}", call.name), expected));
    };
    posting.post_meaning(call, meaning, condition)
}

fn objective(program: &Program, scope: &Scope<'_>) -> Result<Option<Objective>, Box<Mistake>> {
    let (direction, expr) = match &program.solve.goal {
        Goal::Satisfy => return Ok(None),
        Goal::Minimize(expr) => (Direction::Minimize, expr),
        Goal::Maximize(expr) => (Direction::Maximize, expr),
    };
    // A Boolean may be an objective as well.
    let expr = match (scope.linear(expr), scope.truth(expr)) {
        (Some(expr), _) => expr,
        (None, Some(truth)) => truth.into(),
        (None, None) => {
            let found = describe(expr, program);
            return Err(mistake(program.solve.at, found, "an integer variable to minimise or maximise"));
        }
    };
    Ok(Some(Objective { direction, expr }))
}

/// The variables that the modeller wrote, and those that are printed.
fn projection(scope: &Scope<'_>, output: &Output) -> Vec<Var> {
    let written = scope.program.variables.iter().zip(&scope.places);
    let written = written.filter(|(v, _)| !annotated(&v.annotations, "var_is_introduced")).map(|(_, place)| place.var);
    let mut chosen = vec![false; scope.domains.len()];
    written.chain(output.vars()).for_each(|x| chosen[x.index()] = true);
    let chosen =
        chosen.iter().enumerate().filter(|(index, chosen)| **chosen && scope.fixed(Var(*index as u32)).is_none());
    chosen.map(|(index, _)| Var(index as u32)).collect()
}

/// What a person calls a constraint: the name given in the model, or else the path to it.
fn name_of(call: &Call) -> Option<String> {
    ["mzn_constraint_name", "mzn_path"].iter().find_map(|key| match annotation(&call.annotations, key) {
        Some(Expr::Text(text)) => Some(text.clone()),
        _ => None,
    })
}

/// The expression without variables that occur twice and with constants added up; nothing where it leaves 64 bits.
pub(crate) fn sum(terms: impl IntoIterator<Item = (i64, Linear)>, constant: i64) -> Option<Linear> {
    let mut total = i128::from(constant);
    let mut coefficients: Vec<(Var, i128)> = Vec::new();
    for (coefficient, expr) in terms {
        let coefficient = i128::from(coefficient);
        total = total.checked_add(coefficient * i128::from(expr.constant))?;
        coefficients.extend(expr.terms.iter().map(|t| (t.var, coefficient * i128::from(t.coef))));
    }
    if coefficients.len() > 1 {
        coefficients.sort_by_key(|(x, _)| *x);
        let mut merged: Vec<(Var, i128)> = Vec::with_capacity(coefficients.len());
        for (x, coefficient) in coefficients {
            match merged.last_mut() {
                Some((last, sum)) if *last == x => *sum += coefficient,
                _ => merged.push((x, coefficient)),
            }
        }
        coefficients = merged;
    }
    coefficients.retain(|(_, c)| *c != 0);
    let pairs: Option<Vec<(i64, Var)>> =
        coefficients.iter().map(|(x, c)| Some((i64::try_from(*c).ok()?, *x))).collect();
    let mut sum = Linear::weighted(pairs?);
    sum.constant = i64::try_from(total).ok()?;
    Some(sum)
}
