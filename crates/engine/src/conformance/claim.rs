//! What a constraint claims to remove, and whether it did.

use entail_model::{Constraint, Model, When};

use super::solutions::{Set, Solutions, for_each_combination};
use crate::atom::VarId;
use crate::engine::Engine;

/// How much is removed at a fixpoint, where the constraint must hold and its operands are variables of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// A violation is noticed once all variables are fixed.
    Fixed,
    /// Where the result is all that is open, it is fixed.
    Result,
    /// The bounds of the last open variable satisfy the constraint.
    LastBounds,
    /// The last open variable keeps only values that satisfy the constraint.
    Forward,
    /// Bounds of a linear equation are supported by real numbers between the bounds of the others.
    BoundsR,
    /// Bounds are supported by integers between the bounds of the others.
    BoundsZ,
    /// Bounds are supported by values of the others.
    BoundsD,
    /// Every value is supported by values of the others.
    Domain,
}

/// The combinations of a hull go up to this many; beyond, nothing is claimed of an instance.
const HULL: i64 = 3000;

/// The claim of the first constraint of a model.
pub(super) struct Claimed<'a> {
    claim: Claim,
    model: &'a Model,
    constraint: &'a Constraint,
    when: When,
    scope: Vec<usize>,
    /// Solutions of the constraint over the hulls of its variables' domains, by the model's numbers of variables.
    hull: Option<Solutions>,
}

impl<'a> Claimed<'a> {
    pub fn new(claim: Claim, model: &'a Model) -> Claimed<'a> {
        let posted = &model.constraints()[0];
        let scope: Vec<usize> = posted.constraint.scope().iter().map(|x| x.index()).collect();
        let mut this = Claimed { claim, model, constraint: &posted.constraint, when: posted.when, scope, hull: None };
        if claim == Claim::BoundsZ {
            this.hull = this.hull_solutions();
        }
        this
    }

    fn hull_solutions(&self) -> Option<Solutions> {
        let mut combinations = 1i64;
        let mut domains = Vec::new();
        for (i, variable) in self.model.variables().iter().enumerate() {
            let (min, max) = variable.domain.min().zip(variable.domain.max())?;
            let max = if self.scope.contains(&i) { max } else { min };
            combinations = combinations.checked_mul(max - min + 1).filter(|&n| n <= HULL)?;
            domains.push((min..=max).collect());
        }
        let mut rows = Vec::new();
        for_each_combination(&domains, |values| {
            if self.constraint.holds(values, self.model.predicates()) {
                rows.push(values.iter().map(|&v| v as i32).collect());
            }
        });
        Some(Solutions::new(rows, domains.len()))
    }

    /// Compares the domains at a fixpoint with the claim. `vars` are the engine's variables of the model's.
    pub fn check(&self, engine: &Engine, vars: &[VarId], solutions: &Solutions) -> Result<(), String> {
        let domains = &engine.trail.domains;
        let open = self.scope.iter().filter(|&&i| !domains.is_fixed(vars[i])).count();
        if open == 0 {
            self.check_condition(engine, vars)?;
        }
        let must_hold = match self.when {
            When::Always => true,
            When::If(b) | When::Iff(b) => {
                let x = vars[b.var.index()];
                domains.is_fixed(x) && (domains.lo(x) == 1) != b.negated
            }
        };
        if !must_hold {
            return Ok(());
        }
        let mut allowed = solutions.all();
        vars.iter().for_each(|&x| solutions.keep_allowed(&mut allowed, x, engine));
        let scope = self.scope.iter().map(|&i| (i, vars[i]));
        match self.claim {
            Claim::Fixed => {}
            Claim::Forward | Claim::LastBounds if open != 1 => {}
            Claim::Result => {
                let result = vars[self.scope[0]];
                if open == 1 && !domains.is_fixed(result) {
                    return Err(format!("the result follows from the operands, but {result:?} is open"));
                }
            }
            Claim::Forward | Claim::Domain => {
                for (_, x) in scope {
                    let missing = domains.values(x).find(|&v| !solutions.supports(&allowed, x, v));
                    if let Some(v) = missing {
                        return Err(format!("{:?} is claimed, but {x:?} = {v} has no support", self.claim));
                    }
                }
            }
            Claim::BoundsD | Claim::LastBounds => {
                for (_, x) in scope {
                    for v in [domains.lo(x), domains.hi(x)] {
                        if !solutions.supports(&allowed, x, v) {
                            return Err(format!(
                                "{:?} is claimed, but the bound {x:?} = {v} has no support",
                                self.claim
                            ));
                        }
                    }
                }
            }
            Claim::BoundsZ => {
                let Some(hull) = &self.hull else { return Ok(()) };
                let inside = self.inside(hull, engine, vars);
                for (i, x) in scope {
                    for v in [domains.lo(x), domains.hi(x)] {
                        if !hull.supports(&inside, VarId(i as u32), v) {
                            return Err(format!("bounds(Z) is claimed, but the bound {x:?} = {v} has no support"));
                        }
                    }
                }
            }
            Claim::BoundsR => self.check_real_bounds(engine, vars)?,
        }
        Ok(())
    }

    /// The solutions over the hull that lie between the bounds.
    fn inside(&self, hull: &Solutions, engine: &Engine, vars: &[VarId]) -> Set {
        let mut inside = hull.all();
        for &i in &self.scope {
            let own = VarId(i as u32);
            hull.keep(&mut inside, own.ge(engine.lo(vars[i])));
            hull.keep(&mut inside, own.le(engine.hi(vars[i])));
        }
        inside
    }

    /// Once all operands are fixed, the condition is known as far as it follows.
    fn check_condition(&self, engine: &Engine, vars: &[VarId]) -> Result<(), String> {
        let values: Vec<i64> = vars.iter().map(|&x| engine.lo(x).into()).collect();
        let (b, full) = match self.when {
            When::Always => return Ok(()),
            When::If(b) => (b, false),
            When::Iff(b) => (b, true),
        };
        let holds = self.constraint.holds(&values, self.model.predicates());
        let x = vars[b.var.index()];
        if !engine.trail.domains.is_fixed(x) && (full || !holds) {
            return Err(format!("all operands are fixed and {x:?} follows from them, but is open"));
        }
        Ok(())
    }

    fn check_real_bounds(&self, engine: &Engine, vars: &[VarId]) -> Result<(), String> {
        let Constraint::Linear { expr, .. } = self.constraint else {
            panic!("bounds(R) is claimed of linear equations")
        };
        let ends: Vec<(i64, i64)> = expr
            .terms
            .iter()
            .map(|t| {
                let x = vars[t.var.index()];
                let (a, b) = (t.coef * i64::from(engine.lo(x)), t.coef * i64::from(engine.hi(x)));
                (a.min(b), a.max(b))
            })
            .collect();
        let (least, most) = ends.iter().fold((expr.constant, expr.constant), |s, e| (s.0 + e.0, s.1 + e.1));
        for (t, e) in expr.terms.iter().zip(&ends) {
            for v in [e.0, e.1] {
                if least - e.0 + v > 0 || most - e.1 + v < 0 {
                    let x = vars[t.var.index()];
                    return Err(format!("bounds(R) is claimed, but the bound {x:?} = {} has no support", v / t.coef));
                }
            }
        }
        Ok(())
    }
}
