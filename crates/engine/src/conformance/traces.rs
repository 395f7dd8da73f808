//! Traces of random models against brute force: whoever applies the steps to the domains of the model keeps the values of every
//! answer that no choice excludes, and ends with each answer once.

use std::ops::ControlFlow;

use entail_model::{Domain, Model, check};

use super::random_models::random_model;
use super::shrink::show;
use super::solutions::brute_force;
use super::{in_parallel, soak};
use crate::solver::{Assumption, Solver};
use crate::trace::Step;

/// Models of a run.
const MODELS: usize = 4_000;

/// The state of somebody who watches, and what brute force says of it.
struct Replay<'a> {
    model: &'a Model,
    domains: Vec<Domain>,
    /// The answers for which the choices hold and no refuted choice does.
    left: Vec<Vec<i64>>,
    /// Domains and answers before each choice, and the choice.
    levels: Vec<(Vec<Domain>, Vec<Vec<i64>>, Assumption)>,
    found: Vec<Vec<i64>>,
}

fn holds(choice: Assumption, value: i64) -> bool {
    match choice {
        Assumption::Is(_, v) => value == v,
        Assumption::Not(_, v) => value != v,
        Assumption::AtLeast(_, v) => value >= v,
        Assumption::AtMost(_, v) => value <= v,
    }
}

impl Replay<'_> {
    fn apply(&mut self, step: &Step) -> Result<(), &'static str> {
        let right = |is: bool, otherwise: &'static str| if is { Ok(()) } else { Err(otherwise) };
        match step {
            Step::Removed { variable, values, constraint } => {
                let at = variable.index();
                let domain = &mut self.domains[at];
                right(!values.is_empty() && values.iter().all(|v| domain.contains(v)), "removed what was not there")?;
                right(!self.left.iter().any(|a| values.contains(a[at])), "removed a value of an answer")?;
                right(constraint.is_none_or(|c| c < self.model.constraints().len()), "a constraint that is none")?;
                let rest: Vec<_> = domain.iter().filter(|v| !values.contains(*v)).map(|v| (v, v)).collect();
                *domain = Domain::from_intervals(rest);
            }
            Step::Chosen { depth, choice } => {
                let at = choice.var().index();
                self.levels.push((self.domains.clone(), self.left.clone(), *choice));
                right(*depth as usize == self.levels.len(), "the depth of a choice")?;
                let domain = &mut self.domains[at];
                let rest: Vec<_> = domain.iter().filter(|v| holds(*choice, *v)).map(|v| (v, v)).collect();
                let open = !rest.is_empty() && rest.len() < domain.size() as usize;
                *domain = Domain::from_intervals(rest);
                self.left.retain(|a| holds(*choice, a[at]));
                right(open, "a choice that is none")?;
            }
            Step::Conflict { depth, constraint } => {
                right(*depth as usize == self.levels.len(), "the depth of a conflict")?;
                right(self.left.is_empty(), "a conflict where there is an answer")?;
                right(constraint.is_none_or(|c| c < self.model.constraints().len()), "a constraint that is none")?;
            }
            Step::Back { depth } => {
                let Some((domains, left, choice)) = self.levels.pop() else { return Err("back from the root") };
                (self.domains, self.left) = (domains, left);
                right(*depth as usize == self.levels.len(), "the depth after a return")?;
                let (under, rest): (Vec<_>, Vec<_>) =
                    self.left.drain(..).partition(|a| holds(choice, a[choice.var().index()]));
                self.left = rest;
                right(under.iter().all(|a| self.found.contains(a)), "a choice left before all its answers were found")?;
            }
            Step::Answer { depth, answer } => {
                right(*depth as usize == self.levels.len(), "the depth of an answer")?;
                let values: Option<Vec<i64>> = self.domains.iter().map(|d| d.min().filter(|_| d.size() == 1)).collect();
                right(values.as_deref() == Some(answer.values()), "an answer that is not what is left")?;
                right(check(self.model, answer).is_ok(), "a wrong answer")?;
                right(!self.found.contains(&answer.values().to_vec()), "an answer twice")?;
                self.found.push(answer.values().to_vec());
            }
        }
        Ok(())
    }
}

/// The number of steps; or what is wrong with them.
fn examine(model: &Model) -> Result<usize, String> {
    let answers = brute_force(model);
    let solver = Solver::new(model).map_err(|e| e.to_string())?;
    let mut steps = Vec::new();
    let complete = solver.trace(|step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    if complete != Ok(true) {
        return Err(format!("the trace ended with {complete:?}"));
    }
    let domains = model.variables().iter().map(|x| x.domain.clone()).collect();
    let mut replay = Replay { model, domains, left: answers.clone(), levels: Vec::new(), found: Vec::new() };
    for (at, step) in steps.iter().enumerate() {
        replay.apply(step).map_err(|what| format!("step {at}, {step:?}: {what}\n{steps:#?}"))?;
    }
    if replay.found.len() != answers.len() || !replay.levels.is_empty() {
        return Err(format!(
            "{} of {} answers, {} levels left",
            replay.found.len(),
            answers.len(),
            replay.levels.len()
        ));
    }
    // Broken off anywhere, it is the beginning of the same.
    let most = steps.len() / 2;
    let mut first = Vec::new();
    let complete = solver.trace(|step| {
        first.push(step);
        if first.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if complete != Ok(false) || first != steps[..=most] {
        return Err(format!("broken off behind {most} steps: {complete:?}, {first:?} instead of {steps:?}"));
    }
    Ok(steps.len())
}

#[test]
fn traces_of_random_models_agree_with_brute_force() {
    let outcomes = in_parallel(MODELS * soak() as usize, |number| {
        let model = random_model(number as u64);
        examine(&model).map_err(|what| format!("model {number}: {what}\n{}", show(&model)))
    });
    let failures: Vec<&String> = outcomes.iter().filter_map(|o| o.as_ref().err()).collect();
    assert!(failures.is_empty(), "{} failures, the first: {}", failures.len(), failures[0]);
    let steps: usize = outcomes.iter().flatten().sum();
    assert!(steps > 20 * outcomes.len(), "{steps} steps in {} models", outcomes.len());
}
