//! Random models against brute force: a few variables of mixed shapes, a few constraints of all kinds, plain and reified.
//! Every question that a solver answers is asked: all answers, under assumptions, the best, a projection, and again after
//! the model grew.

use std::collections::BTreeSet;

use entail_model::{Answer, Bool, Direction, Linear, Model, Var, When};

use super::instance::{Gen, Rng, Shape};
use super::shrink::{rebuilt, show, shrink};
use super::solutions::{brute_force, for_each_combination, satisfies};
use super::table::TABLE;
use super::{hints, in_parallel, message, same_answers, soak};
use crate::solver::{Assumption, Options, Outcome, Progress, Solver};

/// Models of a run.
const MODELS: usize = 20_000;
/// Combinations of values of all variables.
const ROOM: usize = 500;

/// The model with this number; the same every time.
pub(super) fn random_model(number: u64) -> Model {
    let mut rng = Rng::named("random model", number);
    loop {
        let mut made = Gen::new(Rng::seeded(rng.word()), Shape::Dense, ROOM);
        let (ints, bools) = (2 + made.rng.below(4), 1 + made.rng.below(3));
        made.expect(ints + bools);
        for _ in 0..bools {
            made.bool();
        }
        for _ in 0..ints {
            let shape = made.rng.pick(&Shape::ALL);
            made.set_shape(shape);
            made.int(0, 4);
        }
        made.reuse = true;
        let domains: Vec<Vec<i64>> = made.model.variables().iter().map(|v| v.domain.iter().collect()).collect();
        let mut left = Vec::new();
        for_each_combination(&domains, |values| left.push(values.to_vec()));
        let constraints = 2 + made.rng.below(5);
        let mut tries = 0;
        while made.model.constraints().len() < constraints && tries < 30 {
            tries += 1;
            add_constraint(&mut made, &mut left);
        }
        made.model.hints = hints(&made.model, &mut made.rng);
        if made.model.constraints().len() == constraints {
            return made.model;
        }
    }
}

/// Posts one more constraint, mostly one that leaves some of the combinations.
fn add_constraint(made: &mut Gen, left: &mut Vec<Vec<i64>>) {
    let row = &TABLE[made.rng.below(TABLE.len())];
    let constraint = (row.make)(made);
    let b: Bool = made.bool();
    let when = made.rng.pick(&[When::Always, When::Always, When::If(b), When::Iff(b)]);
    let mut model = made.model.clone();
    constraint.post(&mut model, when);
    if model.validate().is_err() {
        return;
    }
    let last = rebuilt(&model, model.constraints().last().into_iter(), |_, domain| domain.clone());
    let mut rest = left.clone();
    rest.retain(|values| satisfies(&last, values));
    if rest.is_empty() && made.rng.percent(90) {
        return;
    }
    *left = rest;
    made.model = model;
}

fn examine(model: &Model, seed: u64) -> Result<(), String> {
    let all = || {
        let mut rng = Rng::seeded(seed);
        let expected = brute_force(model);
        for learning in [true, false] {
            same_answers(model, &expected, learning)?;
            assumptions(model, &expected, learning, &mut rng).map_err(|e| format!("learning {learning}: {e}"))?;
            best(model, &expected, learning, &mut rng).map_err(|e| format!("learning {learning}: {e}"))?;
        }
        projection(model, &expected, &mut rng)?;
        growth(model, &expected, &mut rng)
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(all))
        .unwrap_or_else(|panic| Err(format!("panicked: {}", message(&*panic))))
}

fn solver(model: &Model, learning: bool) -> Result<Solver, String> {
    Solver::with_options(
        model,
        Options { learning, free: model.variables().len().is_multiple_of(2), ..Options::default() },
    )
    .map_err(|e| e.to_string())
}

fn holds(assumption: Assumption, values: &[i64]) -> bool {
    match assumption {
        Assumption::Is(x, v) => values[x.index()] == v,
        Assumption::Not(x, v) => values[x.index()] != v,
        Assumption::AtLeast(x, v) => values[x.index()] >= v,
        Assumption::AtMost(x, v) => values[x.index()] <= v,
    }
}

fn random_assumption(model: &Model, rng: &mut Rng) -> Assumption {
    let x = Var(rng.below(model.variables().len()) as u32);
    let values: Vec<i64> = model.variables()[x.index()].domain.iter().collect();
    let v = rng.pick(&values) + rng.pick(&[0, 0, 0, 0, 1, -1]);
    match rng.below(4) {
        0 => Assumption::Is(x, v),
        1 => Assumption::Not(x, v),
        2 => Assumption::AtLeast(x, v),
        _ => Assumption::AtMost(x, v),
    }
}

/// One solver under several assumptions in turn.
fn assumptions(model: &Model, expected: &[Vec<i64>], learning: bool, rng: &mut Rng) -> Result<(), String> {
    let mut solver = solver(model, learning)?;
    for _ in 0..3 {
        let assumed: Vec<Assumption> = (0..rng.below(5)).map(|_| random_assumption(model, rng)).collect();
        let possible = expected.iter().any(|values| assumed.iter().all(|&a| holds(a, values)));
        let outcome = solver.solve_assuming(&assumed).map_err(|e| e.to_string())?;
        let wrong = |what: &str| Err(format!("{what}: assuming {assumed:?}, {outcome:?}"));
        match &outcome {
            Outcome::Satisfied(answer) => {
                if !satisfies(model, answer.values()) || !assumed.iter().all(|&a| holds(a, answer.values())) {
                    return wrong("a wrong answer");
                }
            }
            Outcome::Unsatisfiable { core } => {
                if possible {
                    return wrong("there are answers");
                }
                if core.iter().any(|a| !assumed.contains(a)) {
                    return wrong("the core has what was not assumed");
                }
                if let Some(values) = expected.iter().find(|values| core.iter().all(|&a| holds(a, values))) {
                    return wrong(&format!("the core holds in {values:?}"));
                }
            }
            _ => return wrong("an outcome that does not belong here"),
        }
    }
    Ok(())
}

/// The best answer by a random objective, and the news on the way.
fn best(model: &Model, expected: &[Vec<i64>], learning: bool, rng: &mut Rng) -> Result<(), String> {
    let mut model = model.clone();
    let of: Vec<Var> = model.vars().collect();
    let terms: Vec<(i64, Var)> = (0..1 + rng.below(4)).map(|_| (rng.pick(&[1, 1, -1, 2, -3]), rng.pick(&of))).collect();
    let expr = Linear::weighted(terms) + rng.range(-2, 2);
    let minimize = rng.percent(50);
    let set = |model: &mut Model, expr: &Linear| {
        if minimize { model.minimize(expr.clone()) } else { model.maximize(expr.clone()) }
    };
    set(&mut model, &expr);
    if model.validate().is_err() {
        set(&mut model, &rng.pick(&of).into());
    }
    let objective = model.objective().expect("just set").clone();
    debug_assert_eq!(objective.direction == Direction::Minimize, minimize);
    let values = expected.iter().map(|values| objective.expr.value(values) as i64);
    let best = if minimize { values.min() } else { values.max() };
    let better = |a: i64, b: i64| if minimize { a < b } else { a > b };
    let mut wrong = None;
    let mut last: Option<i64> = None;
    let mut solver = solver(&model, learning)?;
    let outcome = solver
        .optimize(|progress| match progress {
            Progress::Better { answer, objective: value } => {
                let stated = answer.value(&objective.expr) as i64;
                if stated != value || last.is_some_and(|last| !better(value, last)) {
                    wrong = Some(format!("{value} after {last:?} for an answer with {stated}"));
                }
                last = Some(value);
            }
            Progress::Bound(bound) => {
                if best.is_some_and(|best| better(best, bound)) {
                    wrong = Some(format!("the bound {bound} is past the best, {best:?}"));
                }
            }
        })
        .map_err(|e| e.to_string())?;
    if let Some(wrong) = wrong {
        return Err(format!("{objective:?}: {wrong}"));
    }
    let right = match (&outcome, best) {
        (Outcome::Optimal(answer), Some(best)) => {
            satisfies(&model, answer.values()) && answer.value(&objective.expr) == i128::from(best)
        }
        (Outcome::Unsatisfiable { core }, None) => core.is_empty(),
        _ => false,
    };
    if right { Ok(()) } else { Err(format!("{objective:?}: {outcome:?}, but the best is {best:?}")) }
}

/// Each combination of some variables once.
fn projection(model: &Model, expected: &[Vec<i64>], rng: &mut Rng) -> Result<(), String> {
    let chosen: Vec<Var> = model.vars().filter(|_| rng.percent(40)).collect();
    let project = |values: &[i64]| chosen.iter().map(|x| values[x.index()]).collect::<Vec<i64>>();
    let combinations: BTreeSet<Vec<i64>> = expected.iter().map(|values| project(values)).collect();
    let learning = rng.percent(60);
    let mut solver = solver(model, learning)?;
    let mut found = BTreeSet::new();
    for answer in solver.answers_of(&chosen) {
        let answer: Answer = answer.map_err(|e| e.to_string())?;
        if !found.insert(project(answer.values())) {
            return Err(format!("projection on {chosen:?}, learning {learning}: {answer:?} came twice"));
        }
    }
    if found == combinations {
        Ok(())
    } else {
        Err(format!("projection on {chosen:?}, learning {learning}: {found:?} instead of {combinations:?}"))
    }
}

/// A solver that takes in constraints, then a variable, between calls.
fn growth(model: &Model, expected: &[Vec<i64>], rng: &mut Rng) -> Result<(), String> {
    let all = model.constraints().len();
    let first = rebuilt(model, model.constraints()[..rng.below(all + 1)].iter(), |_, domain| domain.clone());
    let learning = rng.percent(70);
    let told = |e: String| format!("growing from {} constraints, learning {learning}: {e}", first.constraints().len());
    let mut solver = solver(&first, learning).map_err(told)?;
    let status = |solver: &mut Solver, possible: bool| match solver.solve() {
        Ok(Outcome::Satisfied(_)) if possible => Ok(()),
        Ok(Outcome::Unsatisfiable { core }) if !possible && core.is_empty() => Ok(()),
        other => Err(told(format!("{other:?}, and that there is an answer is {possible}"))),
    };
    status(&mut solver, !brute_force(&first).is_empty())?;
    if rng.percent(50) {
        let assumed = random_assumption(model, rng);
        solver.solve_assuming(&[assumed]).map_err(|e| told(e.to_string()))?;
    }
    solver.sync(model).map_err(|e| told(e.to_string()))?;
    status(&mut solver, !expected.is_empty())?;
    let mut grown = model.clone();
    let (x, y) = (Var(rng.below(model.variables().len()) as u32), grown.int("new", 0..=2));
    let least = model.variables()[x.index()].domain.min().expect("a value");
    grown.post((y + x).ge(least + 2));
    solver.sync(&grown).map_err(|e| told(e.to_string()))?;
    let pairs = |values: &Vec<i64>| (0..=2).filter(|y| y + values[x.index()] >= least + 2).count();
    let count = solver.count().map_err(|e| told(e.to_string()))?;
    let right = expected.iter().map(pairs).sum::<usize>() as u64;
    if count.complete && count.answers == right {
        Ok(())
    } else {
        Err(told(format!("{count:?} with a new variable, {right} by brute force")))
    }
}

#[test]
fn random_models_agree_with_brute_force() {
    let models = MODELS * soak() as usize;
    let outcomes = in_parallel(models, |number| {
        let (model, seed) = (random_model(number as u64), number as u64);
        let what = match examine(&model, seed) {
            Ok(()) => return Ok(!brute_force(&model).is_empty()),
            Err(what) => what,
        };
        let small = shrink(&model, 0, |model| examine(model, seed).is_err());
        let still = examine(&small, seed).expect_err("shrinking keeps the failure");
        Err(format!("model {number}: {what}\n{}smallest: {still}\n{}", show(&model), show(&small)))
    });
    let failures: Vec<&String> = outcomes.iter().filter_map(|o| o.as_ref().err()).collect();
    let satisfiable = outcomes.iter().filter(|o| matches!(o, Ok(true))).count();
    println!("{models} random models, {satisfiable} of them with answers, {} failures", failures.len());
    for failure in failures.iter().take(20) {
        println!("{failure}");
    }
    assert!(failures.is_empty(), "{} failures, the first: {}", failures.len(), failures[0]);
}
