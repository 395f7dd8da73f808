//! Bounds of a sum from below: assume that every term is as good as it can be, and learn from why that is not so.
//!
//! Terms that cannot all be at their best together form a core. The part of the sum that they share is replaced by a new
//! variable for their sum, whose best is one worse than all of theirs together. Heavy terms come first. After Gange, Berg,
//! Demirović and Stuckey, "Core-guided and core-boosted search for CP" (2020).

use std::collections::BTreeMap;

use entail_model::{Constraint, Linear, Model, Relation, When};

use crate::atom::{Atom, VarId};
use crate::compile::Compiler;
use crate::engine::Engine;

/// `weight · x`, which is to be small, or to be large where `weight` is negative.
type Term = (i64, VarId);

/// An objective to be made small: `constant + Σ terms`.
pub(crate) struct Cores {
    terms: Vec<Term>,
    constant: i64,
    /// Terms of at least this weight are assumed to be at their best.
    stratum: i64,
}

impl Cores {
    /// The terms of the objective: its own, or where it is a variable, those of an equality that defines it. The sum of the
    /// terms, or its negation where it is to be large, is what is made small.
    pub fn new(model: &Model, objective: &Linear, minimize: bool, compiler: &Compiler) -> Cores {
        let sum = objective.as_var().and_then(|x| definition(model, x)).unwrap_or_else(|| objective.clone());
        let sign = if minimize { 1 } else { -1 };
        // Two variables of the model may be one here.
        let mut weights: BTreeMap<VarId, i64> = BTreeMap::new();
        let mut constant = sum.constant;
        for term in &sum.terms {
            let (x, c) = compiler.place(term.var);
            *weights.entry(x).or_default() += sign * term.coef;
            constant = match term.coef.checked_mul(c).and_then(|more| constant.checked_add(more)) {
                Some(constant) => constant,
                None => return Cores { terms: Vec::new(), constant: 0, stratum: 0 },
            };
        }
        let terms: Vec<Term> = weights.into_iter().map(|(x, w)| (w, x)).filter(|t| t.0 != 0).collect();
        let stratum = terms.iter().map(|t| t.0.abs()).max().unwrap_or(0);
        Cores { terms, constant: sign * constant, stratum }
    }

    /// Whether there are several terms.
    pub fn is_sum(&self) -> bool {
        self.terms.len() > 1
    }

    /// What is assumed: each heavy term at its best.
    pub fn assumptions(&self, engine: &Engine) -> Vec<Atom> {
        let heavy = self.terms.iter().filter(|t| t.0.abs() >= self.stratum && engine.lo(t.1) < engine.hi(t.1));
        heavy.map(|&(weight, x)| if weight > 0 { x.le(engine.lo(x)) } else { x.ge(engine.hi(x)) }).collect()
    }

    /// No answer has a smaller objective than this, as far as the root knows.
    pub fn bound(&self, engine: &Engine) -> i64 {
        let best = |&(weight, x): &Term| weight * i64::from(if weight > 0 { engine.lo(x) } else { engine.hi(x) });
        self.constant + self.terms.iter().map(best).sum::<i64>()
    }

    /// There is an answer with all heavy terms at their best: lighter ones are next.
    pub fn go_lighter(&mut self) {
        let lighter = self.terms.iter().map(|t| t.0.abs()).filter(|&w| w < self.stratum).max();
        self.stratum = lighter.map_or(0, |w| w.min(self.stratum.div_euclid(2).max(1)));
    }

    /// At the root: these assumptions cannot hold together.
    pub fn split(&mut self, engine: &mut Engine, compiler: &mut Compiler, core: &[Atom]) {
        let in_core = |t: &Term| core.iter().any(|atom| atom.var() == t.1);
        let weight = self.terms.iter().filter(|t| in_core(t)).map(|t| t.0.abs()).min().unwrap_or(0);
        let shared: Vec<Term> = self.terms.iter().filter(|t| in_core(t)).map(|t| (t.0.signum(), t.1)).collect();
        if shared.len() < 2 {
            return;
        }
        let end = |worst: bool| {
            let of =
                |&(sign, x): &Term| sign * i64::from(if (sign > 0) == worst { engine.hi(x) } else { engine.lo(x) });
            shared.iter().map(of).sum::<i64>()
        };
        let (lo, hi) = (end(false) + 1, end(true));
        let (Ok(lo), Ok(hi)) = (i32::try_from(lo), i32::try_from(hi)) else { return };
        if lo > hi {
            return;
        }
        let sum = engine.add_variable(&[(lo, hi)]);
        let mut equation = shared;
        equation.push((-1, sum));
        compiler.sum(engine, &equation, Relation::Eq, 0, None);
        for term in self.terms.iter_mut().filter(|t| in_core(t)) {
            term.0 -= weight * term.0.signum();
        }
        self.terms.retain(|t| t.0 != 0);
        self.terms.push((weight, sum));
    }
}

/// The sum that equals `x` in every answer, from a linear equality with `x` in it.
fn definition(model: &Model, x: entail_model::Var) -> Option<Linear> {
    model.constraints().iter().find_map(|posted| {
        let Constraint::Linear { expr, relation: Relation::Eq } = &posted.constraint else { return None };
        let own = expr.terms.iter().find(|t| t.var == x).filter(|t| t.coef.abs() == 1)?;
        if posted.when != When::Always || expr.terms.iter().filter(|t| t.var == x).count() > 1 {
            return None;
        }
        // own · x + rest = 0, so x = -own · rest.
        let mut rest = expr.clone();
        rest.terms.retain(|t| t.var != x);
        Some(rest * -own.coef)
    })
}
