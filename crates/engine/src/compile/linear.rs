//! Linear constraints, and variables for linear expressions.

use entail_model::{Linear, Relation};

use super::Compiler;
use super::presolve::MOST_SHIFT;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::{AtMostOne, LinearLe, LinearNe, Offset};

/// Variables for expressions over one variable list their values up to this many.
const LISTED: u64 = 4096;
/// Of this many literals, each pair that excludes each other is a clause.
const FEW: usize = 6;

impl Compiler {
    /// `expr relation 0` where the guard holds.
    pub(super) fn linear(&mut self, engine: &mut Engine, expr: &Linear, relation: Relation, guard: Option<Atom>) {
        let (terms, constant) = self.normalized(engine, expr);
        self.sum(engine, &terms, relation, -constant, guard);
    }

    /// `x relation expr` where the guard holds.
    pub(super) fn compare(
        &mut self,
        engine: &mut Engine,
        x: VarId,
        relation: Relation,
        expr: &Linear,
        guard: Option<Atom>,
    ) {
        let (mut terms, constant) = self.normalized(engine, expr);
        terms.iter_mut().for_each(|t| t.0 = -t.0);
        match terms.iter_mut().find(|t| t.1 == x) {
            Some(own) => own.0 += 1,
            None => terms.push((1, x)),
        }
        terms.retain(|t| t.0 != 0);
        self.sum(engine, &terms, relation, constant, guard);
    }

    /// `Σ terms relation c` where the guard holds; no variable occurs twice and none is fixed.
    pub(crate) fn sum(
        &mut self,
        engine: &mut Engine,
        terms: &[(i64, VarId)],
        relation: Relation,
        c: i64,
        guard: Option<Atom>,
    ) {
        let negated = || terms.iter().map(|&(a, x)| (-a, x)).collect::<Vec<_>>();
        let divisible = c % terms.iter().fold(0, |g, t| gcd(g, t.0)).max(1) == 0;
        match (terms, relation) {
            ([], _) => {
                if !relation.holds(0, c) {
                    self.require(engine, Atom::FALSE, guard);
                }
            }
            (&[(a, x)], _) => {
                let atom = single((engine.lo(x).into(), engine.hi(x).into()), a, x, relation, c);
                self.require(engine, atom, guard);
            }
            (_, Relation::Eq) if !divisible => self.require(engine, Atom::FALSE, guard),
            (_, Relation::Ne) if !divisible => {}
            (&[(a, x), (b, y)], Relation::Eq)
                if a.abs() == 1 && b.abs() == 1 && !(is_boolean(engine, x) && is_boolean(engine, y)) =>
            {
                // a·x + b·y = c  ⇒  x = -a·b·y + a·c
                self.post(engine, Offset::new(x, y, a * b == 1, a * c), guard);
            }
            (_, Relation::Lt) => self.at_most(engine, terms, c - 1, guard),
            (_, Relation::Le) => self.at_most(engine, terms, c, guard),
            (_, Relation::Ge) => self.at_most(engine, &negated(), -c, guard),
            (_, Relation::Gt) => self.at_most(engine, &negated(), -c - 1, guard),
            (_, Relation::Eq) => {
                self.at_most(engine, terms, c, guard);
                self.at_most(engine, &negated(), -c, guard);
            }
            (&[(a, x), (b, y)], Relation::Ne) if is_boolean(engine, x) && is_boolean(engine, y) => {
                for (v, w) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if a * i64::from(v) + b * i64::from(w) == c {
                        let other = |x: VarId, v: i32| if v == 0 { self.truth(x) } else { !self.truth(x) };
                        let clause: Vec<Atom> =
                            [other(x, v), other(y, w)].into_iter().chain(guard.map(|g| !g)).collect();
                        engine.add_clause(&clause);
                    }
                }
            }
            (_, Relation::Ne) => self.post(engine, LinearNe::new(terms.to_vec(), c, guard), None),
        }
    }

    /// `Σ terms ≤ limit` where the guard holds; no variable occurs twice and none is fixed.
    fn at_most(&mut self, engine: &mut Engine, terms: &[(i64, VarId)], limit: i64, guard: Option<Atom>) {
        if guard.is_some_and(|g| engine.trail.domains.is_false(g)) {
            return;
        }
        let guard = guard.filter(|&g| !engine.trail.domains.is_true(g));
        let divisor = terms.iter().fold(0, |g, t| gcd(g, t.0)).max(1);
        let terms: Vec<(i64, VarId)> = terms.iter().map(|&(a, x)| (a / divisor, x)).collect();
        let limit = limit.div_euclid(divisor);
        let end =
            |a: i64, x: VarId, least: bool| a * i64::from(if (a > 0) == least { engine.lo(x) } else { engine.hi(x) });
        let least: i64 = terms.iter().map(|&(a, x)| end(a, x, true)).sum();
        let greatest: i64 = terms.iter().map(|&(a, x)| end(a, x, false)).sum();
        if least > limit {
            return self.require(engine, Atom::FALSE, guard);
        }
        if greatest <= limit {
            return;
        }
        if terms.iter().all(|t| is_boolean(engine, t.1)) && self.at_most_literals(engine, &terms, limit - least, guard)
        {
            return;
        }
        let domains = &engine.trail.domains;
        let propagator = LinearLe::new(&terms, limit, guard, |x| (domains.lo(x), domains.hi(x)), &mut engine.store);
        // The propagator sees to its guard itself.
        self.post(engine, propagator, None);
    }

    /// Weighted literals, the terms that are not at their least value, may add up to `room`: as clauses or a set of
    /// literals that exclude each other, where that says the same.
    fn at_most_literals(
        &mut self,
        engine: &mut Engine,
        terms: &[(i64, VarId)],
        room: i64,
        guard: Option<Atom>,
    ) -> bool {
        let mut literals: Vec<(i64, Atom)> =
            terms.iter().map(|&(a, x)| (a.abs(), if a > 0 { self.truth(x) } else { !self.truth(x) })).collect();
        let unless = guard.map(|g| !g);
        let total: i64 = literals.iter().map(|l| l.0).sum();
        literals.sort_unstable();
        if total - literals[0].0 <= room {
            let clause: Vec<Atom> = literals.iter().map(|l| !l.1).chain(unless).collect();
            engine.add_clause(&clause);
            return true;
        }
        if literals[0].0 + literals[1].0 <= room {
            return false;
        }
        let exclusive = literals.partition_point(|l| l.0 <= room);
        if literals.len() <= FEW {
            for (i, a) in literals[..exclusive].iter().enumerate() {
                for b in &literals[..i] {
                    let clause: Vec<Atom> = [!a.1, !b.1].into_iter().chain(unless).collect();
                    engine.add_clause(&clause);
                }
            }
        } else if guard.is_none() {
            self.post(engine, AtMostOne::new(literals[..exclusive].iter().map(|l| l.1).collect()), None);
        } else {
            return false;
        }
        for too_heavy in &literals[exclusive..] {
            self.require(engine, !too_heavy.1, guard);
        }
        true
    }

    /// The terms with each open variable once, and the constant with what is fixed.
    fn normalized(&mut self, engine: &mut Engine, expr: &Linear) -> (Vec<(i64, VarId)>, i64) {
        let mut constant = expr.constant;
        let mut terms = Vec::with_capacity(expr.terms.len());
        for t in &expr.terms {
            let (x, c) = self.place(t.var);
            if c != 0 && t.coef.abs() > MOST_SHIFT {
                terms.push((t.coef, self.operand(engine, &t.var.into())));
            } else {
                constant += t.coef * c;
                terms.push((t.coef, x));
            }
        }
        merged(engine, terms, constant)
    }

    /// A new variable that equals the expression.
    pub(super) fn expression(&mut self, engine: &mut Engine, expr: &Linear) -> VarId {
        let (terms, constant) = self.normalized(engine, expr);
        if let [(1, x)] = terms[..]
            && constant == 0
        {
            return x;
        }
        if let [(a, x)] = terms[..]
            && engine.trail.domains.is_dense(x)
            && engine.trail.domains.size(x) <= LISTED
        {
            let values = engine.trail.domains.values(x).map(|v| a * i64::from(v) + constant);
            let domain: entail_model::Domain = values.collect();
            let result = engine.add_variable(&super::intervals(&domain));
            self.equate(engine, &terms, constant, result);
            return result;
        }
        let (mut lo, mut hi) = (constant, constant);
        for &(a, x) in &terms {
            let ends = [a * i64::from(engine.lo(x)), a * i64::from(engine.hi(x))];
            lo += ends[0].min(ends[1]);
            hi += ends[0].max(ends[1]);
        }
        let result = engine.add_variable(&[(lo as i32, hi as i32)]);
        self.equate(engine, &terms, constant, result);
        result
    }

    fn equate(&mut self, engine: &mut Engine, terms: &[(i64, VarId)], constant: i64, result: VarId) {
        if terms.is_empty() {
            return;
        }
        let mut terms = terms.to_vec();
        terms.push((-1, result));
        self.sum(engine, &terms, Relation::Eq, -constant, None);
    }
}

/// The terms with each open variable once, and the constant with what is fixed.
pub(super) fn merged(engine: &Engine, mut terms: Vec<(i64, VarId)>, mut constant: i64) -> (Vec<(i64, VarId)>, i64) {
    terms.sort_by_key(|t| t.1);
    let mut merged: Vec<(i64, VarId)> = Vec::with_capacity(terms.len());
    for (a, x) in terms {
        if engine.trail.domains.is_fixed(x) {
            constant += a * i64::from(engine.lo(x));
            continue;
        }
        match merged.last_mut() {
            Some(last) if last.1 == x => last.0 += a,
            _ => merged.push((a, x)),
        }
    }
    merged.retain(|t| t.0 != 0);
    (merged, constant)
}

fn is_boolean(engine: &Engine, x: VarId) -> bool {
    (engine.lo(x), engine.hi(x)) == (0, 1)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// `a·x relation c` as an atom, where `x` lies between the bounds.
pub(super) fn single((lo, hi): (i64, i64), a: i64, x: VarId, relation: Relation, c: i64) -> Atom {
    let at_most = |v: i64| x.le(v.clamp(lo - 1, hi) as i32);
    let at_least = |v: i64| x.ge(v.clamp(lo, hi + 1) as i32);
    let is = || {
        let v = c / a;
        if c % a == 0 && (lo..=hi).contains(&v) { x.eq(v as i32) } else { Atom::FALSE }
    };
    let floor = |c: i64| c.div_euclid(a.abs());
    match (relation, a > 0) {
        (Relation::Eq, _) => is(),
        (Relation::Ne, _) => !is(),
        (Relation::Le, true) => at_most(floor(c)),
        (Relation::Lt, true) => at_most(floor(c - 1)),
        (Relation::Ge, true) => at_least(-floor(-c)),
        (Relation::Gt, true) => at_least(-floor(-c - 1)),
        (Relation::Le, false) => at_least(-floor(c)),
        (Relation::Lt, false) => at_least(-floor(c - 1)),
        (Relation::Ge, false) => at_most(floor(-c)),
        (Relation::Gt, false) => at_most(floor(-c - 1)),
    }
}
