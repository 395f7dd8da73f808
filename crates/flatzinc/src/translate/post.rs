//! Constraints on their way into the model: what is known already is used up, the rest is kept once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use entail_model::{Bool, Constraint, Domain, Model, Objective, Posted, Relation, Var, When};

use crate::Mistake;
use crate::ast::{At, Call};
use crate::translate::args::{Truth, mistake};
use crate::translate::bounds::Cut;
use crate::translate::scope::Scope;
use crate::translate::{Meaning, bounds, name_of};

/// When a constraint must hold.
#[derive(Clone, Copy)]
pub(crate) enum Condition {
    Always,
    If(Truth),
    Iff(Truth),
}

/// The model as far as it is posted.
pub(crate) struct Posting<'a> {
    pub scope: Scope<'a>,
    names: Vec<String>,
    posted: Vec<Posted>,
    /// Where the call of each posted constraint stands.
    places: Vec<At>,
    /// Posted constraints by the hash of what they say.
    seen: HashMap<u64, Vec<u32>>,
    unsatisfiable: bool,
}

impl<'a> Posting<'a> {
    pub fn new(scope: Scope<'a>, names: Vec<String>, unsatisfiable: bool) -> Self {
        let (posted, places, seen) = Default::default();
        Self { scope, names, posted, places, seen, unsatisfiable }
    }

    /// Posts what a call says under a condition.
    pub fn post_meaning(&mut self, call: &Call, meaning: Meaning, condition: Condition) -> Result<(), Box<Mistake>> {
        match (meaning, condition) {
            (Meaning::Holds(constraint), condition) => self.post(call, constraint, condition),
            (Meaning::Iff(truth, constraint), Condition::Always | Condition::If(Truth::Known(true))) => {
                self.post(call, constraint, Condition::Iff(truth))
            }
            (Meaning::Iff(truth, constraint), condition) => {
                let own = self.literal(format!("{} at {}", call.name, call.at));
                self.post(call, constraint, Condition::Iff(Truth::Open(own)))?;
                let agree = super::sum([(1, own.into()), (-1, truth.into())], 0).expect("two terms");
                self.post(call, Constraint::Linear { expr: agree, relation: Relation::Eq }, condition)
            }
        }
    }

    /// A Boolean variable of our own.
    fn literal(&mut self, name: String) -> Bool {
        let var = Var(self.names.len() as u32);
        self.names.push(name);
        self.scope.domains.push((0..=1).into());
        Bool { var, negated: false }
    }

    fn post(&mut self, call: &Call, constraint: Constraint, condition: Condition) -> Result<(), Box<Mistake>> {
        let when = match condition {
            Condition::Always | Condition::If(Truth::Known(true)) | Condition::Iff(Truth::Known(true)) => When::Always,
            Condition::If(Truth::Known(false)) => return Ok(()),
            Condition::If(Truth::Open(literal)) => When::If(literal),
            Condition::Iff(Truth::Open(literal)) => When::Iff(literal),
            Condition::Iff(Truth::Known(false)) => match negation(&constraint) {
                Some(negation) => return self.post(call, negation, Condition::Always),
                None => {
                    let never = self.literal("false".into());
                    self.restrict(never.var, &[0].into());
                    When::Iff(never)
                }
            },
        };
        if let Some(truth) = self.known(&constraint) {
            match when {
                When::Always => self.unsatisfiable |= !truth,
                When::If(literal) if !truth => self.fix(!literal),
                When::If(_) => {}
                When::Iff(literal) => self.fix(if truth { literal } else { !literal }),
            }
            return Ok(());
        }
        if when == When::Always && self.use_up(&constraint) {
            return Ok(());
        }
        let key = fingerprint(&constraint, when);
        let same = self.seen.entry(key).or_default();
        if same
            .iter()
            .any(|&i| self.posted[i as usize].when == when && self.posted[i as usize].constraint == constraint)
        {
            return Ok(());
        }
        same.push(self.posted.len() as u32);
        self.posted.push(Posted { name: name_of(call), when, constraint });
        self.places.push(call.at);
        Ok(())
    }

    /// Whether the constraint holds, where that depends on no variable.
    fn known(&self, constraint: &Constraint) -> Option<bool> {
        let mut constants = constraint.bools().is_empty();
        constraint.for_each_operand(|e| constants &= e.terms.is_empty());
        constants.then(|| constraint.holds(&[], &[]))
    }

    /// Whether the constraint says no more than which values a variable may have; then it has been obeyed.
    fn use_up(&mut self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::And(of) => {
                of.iter().for_each(|b| self.fix(*b));
                true
            }
            Constraint::Or(of) if of.len() == 1 => {
                self.fix(of[0]);
                true
            }
            Constraint::Linear { expr, relation } => match expr.terms.as_slice() {
                [term] => {
                    let allowed = solutions(term.coef, expr.constant, *relation);
                    self.restrict(term.var, &allowed);
                    true
                }
                _ => false,
            },
            Constraint::In { of, set } => match of.as_var() {
                Some(x) => {
                    self.restrict(x, set);
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    fn fix(&mut self, literal: Bool) {
        self.restrict(literal.var, &[i64::from(!literal.negated)].into());
    }

    fn restrict(&mut self, x: Var, to: &Domain) {
        let domain = &mut self.scope.domains[x.index()];
        *domain = domain.intersection(to);
        self.unsatisfiable |= domain.is_empty();
    }

    /// Gives every variable a range that a model may have. The variables that had to be cut for that, with what is left
    /// of them, and the best objective that an answer can have all the same.
    pub fn bound(&mut self, objective: Option<&Objective>) -> (Vec<String>, Option<i64>) {
        self.unsatisfiable |= self.scope.domains.iter().any(Domain::is_empty);
        if self.unsatisfiable {
            return (Vec::new(), None);
        }
        let Cut { vars, best } = bounds::bound(&mut self.scope.domains, &self.posted, objective);
        let mut without =
            (0..).map(Var).zip(&self.scope.domains).filter(|(_, d)| d.is_empty()).map(|(x, _)| x).peekable();
        self.unsatisfiable |= without.peek().is_some();
        // That a cut left nothing of a range proves nothing, and the caller must hear of it.
        if without.any(|x| !vars.contains(&x)) {
            return (Vec::new(), None);
        }
        let cut =
            vars.iter().map(|x| format!("{} are cut to {}", self.names[x.index()], self.scope.domains[x.index()]));
        (cut.collect(), best)
    }

    /// The model, and whether it was seen to have no answer.
    pub fn into_model(self) -> Result<(Model, bool), Box<Mistake>> {
        let mut model = Model::new();
        if self.unsatisfiable {
            return Ok((model, true));
        }
        for (posted, at) in self.posted.iter().zip(&self.places) {
            let domains = &self.scope.domains;
            let in_range = posted.constraint.in_range(|x| &domains[x.index()]);
            in_range.map_err(|found| mistake(*at, found, "a constraint within the ranges that Entail supports"))?;
        }
        for (name, domain) in self.names.into_iter().zip(self.scope.domains) {
            model.int(name, domain);
        }
        for posted in self.posted {
            *model.post(Constraint::And(Vec::new())) = posted;
        }
        Ok((model, false))
    }
}

/// The values of `x` for which `coef · x + constant` stands in the relation to 0.
fn solutions(coef: i64, constant: i64, relation: Relation) -> Domain {
    let (coef, constant) = (i128::from(coef), i128::from(constant));
    let clamped = |v: i128| v.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
    // With a positive coefficient: x ≤ ⌊-constant / coef⌋.
    let (coef, constant, relation) =
        if coef < 0 { (-coef, -constant, turned(relation)) } else { (coef, constant, relation) };
    let floor = (-constant).div_euclid(coef);
    let exact = (-constant).rem_euclid(coef) == 0;
    let at_most = |v: i128| match v < i128::from(i64::MIN) {
        true => Domain::empty(),
        false => Domain::from(i64::MIN..=clamped(v)),
    };
    let at_least = |v: i128| match v > i128::from(i64::MAX) {
        true => Domain::empty(),
        false => Domain::from(clamped(v)..=i64::MAX),
    };
    let value = i64::try_from(floor).ok().filter(|_| exact);
    match relation {
        Relation::Eq => value.map_or(Domain::empty(), |v| [v].into()),
        Relation::Ne => match value {
            None => Domain::from(i64::MIN..=i64::MAX),
            Some(v) => {
                let below = v.checked_sub(1).map(|b| (i64::MIN, b));
                let above = v.checked_add(1).map(|a| (a, i64::MAX));
                Domain::from_intervals(below.into_iter().chain(above))
            }
        },
        Relation::Le => at_most(floor),
        Relation::Lt => at_most(if exact { floor - 1 } else { floor }),
        Relation::Ge => at_least(if exact { floor } else { floor + 1 }),
        Relation::Gt => at_least(floor + 1),
    }
}

/// The relation of `-a` to `-b`, where `a` stands in this one to `b`.
fn turned(relation: Relation) -> Relation {
    match relation {
        Relation::Le => Relation::Ge,
        Relation::Lt => Relation::Gt,
        Relation::Ge => Relation::Le,
        Relation::Gt => Relation::Lt,
        same => same,
    }
}

/// What holds exactly where the constraint does not, where that is a constraint of the same kind.
fn negation(constraint: &Constraint) -> Option<Constraint> {
    let turned = |of: &[Bool]| of.iter().map(|&b| !b).collect();
    Some(match constraint {
        Constraint::Or(of) => Constraint::And(turned(of)),
        Constraint::And(of) => Constraint::Or(turned(of)),
        Constraint::Linear { expr, relation } => {
            let relation = match relation {
                Relation::Eq => Relation::Ne,
                Relation::Ne => Relation::Eq,
                Relation::Le => Relation::Gt,
                Relation::Lt => Relation::Ge,
                Relation::Ge => Relation::Lt,
                Relation::Gt => Relation::Le,
            };
            Constraint::Linear { expr: expr.clone(), relation }
        }
        _ => return None,
    })
}

/// A number that equal constraints share.
fn fingerprint(constraint: &Constraint, when: When) -> u64 {
    let mut hasher = DefaultHasher::new();
    std::mem::discriminant(constraint).hash(&mut hasher);
    constraint.bools().hash(&mut hasher);
    constraint.for_each_operand(|e| e.hash(&mut hasher));
    if let When::If(literal) | When::Iff(literal) = when {
        literal.hash(&mut hasher);
    }
    hasher.finish()
}
