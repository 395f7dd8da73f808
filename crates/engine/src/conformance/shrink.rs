//! A smaller model that still fails: constraints and values are left out one by one while the failure stays.

use entail_model::{Constraint, Domain, Model, Posted};

/// How often a smaller model is tried.
const TRIES: usize = 2000;

/// The smallest model found that fails; `keep` constraints at the front stay.
pub(super) fn shrink(model: &Model, keep: usize, mut fails: impl FnMut(&Model) -> bool) -> Model {
    let mut smallest = model.clone();
    let mut tries = 0;
    loop {
        let candidate = smaller(&smallest, keep).find(|m| {
            tries += 1;
            tries <= TRIES && fails(m)
        });
        match candidate {
            Some(model) => smallest = model,
            None => return smallest,
        }
    }
}

/// The models with one constraint or one value less.
fn smaller(model: &Model, keep: usize) -> impl Iterator<Item = Model> + '_ {
    let constraints = (keep..model.constraints().len()).map(|left_out| {
        let kept = model.constraints().iter().enumerate().filter(move |(i, _)| *i != left_out).map(|(_, p)| p);
        rebuilt(model, kept, |_, domain| domain.clone())
    });
    let values = model.variables().iter().enumerate().flat_map(move |(x, variable)| {
        let values: Vec<i64> = variable.domain.iter().collect();
        let several = values.len() > 1;
        values.clone().into_iter().filter(move |_| several).map(move |left_out| {
            let rest: Domain = values.iter().copied().filter(|&v| v != left_out).collect();
            rebuilt(model, model.constraints().iter(), |y, domain| if x == y { rest.clone() } else { domain.clone() })
        })
    });
    constraints.chain(values)
}

/// A model with some of the constraints and other domains.
pub(super) fn rebuilt<'a>(
    model: &Model,
    constraints: impl Iterator<Item = &'a Posted>,
    domain: impl Fn(usize, &Domain) -> Domain,
) -> Model {
    let mut rebuilt = Model::new();
    rebuilt.hints = model.hints.clone();
    for (x, variable) in model.variables().iter().enumerate() {
        rebuilt.int(variable.name.clone(), domain(x, &variable.domain));
    }
    for posted in constraints {
        let new = match &posted.constraint {
            Constraint::Predicate { of, predicate } => {
                let holds = model.predicates()[*predicate].clone();
                rebuilt.partial_predicate(of.clone(), move |values| holds(values))
            }
            other => rebuilt.post(other.clone()),
        };
        new.when = posted.when;
    }
    rebuilt
}

/// The model for a message.
pub(super) fn show(model: &Model) -> String {
    let mut text = String::new();
    for (i, variable) in model.variables().iter().enumerate() {
        text += &format!("  Var({i}), in the engine x{}: {}\n", i + 1, variable.domain);
    }
    for posted in model.constraints() {
        text += &format!("  {:?}: {:?}\n", posted.when, posted.constraint);
    }
    if let Some(objective) = model.objective() {
        text += &format!("  {objective:?}\n");
    }
    text
}
