//! From a model to propagators and clauses.
//!
//! Operands that are more than a variable get a variable of their own. A constraint that must hold only under a literal is
//! posted with that literal as guard; one that is equivalent to a literal is posted under it, and its negation under the
//! literal's.
//!
//! A Boolean that says whether a variable has a value, or is beyond one, has a variable of its own for sums, but as a literal
//! it is the atom itself: clauses and guards see through it.

mod arithmetic;
mod counting;
mod distinct;
mod graph;
mod linear;
mod logic;
mod negation;
mod packing;
mod presolve;
mod scheduling;
mod sequence;
mod tables;

use entail_model::{Bool, Constraint, Domain, Linear, Model, PartialPredicate, Var, When};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagator::Propagator;
use crate::propagators::{Checked, NoOverlap};
use crate::solver::Assumption;
use presolve::Plan;

/// How many constraints are compiled between looks at the clock.
const WATCH: usize = 64;

/// What was compiled so far.
#[derive(Default)]
pub(crate) struct Compiler {
    vars: Vec<VarId>,
    constraints: usize,
    /// Variables made for expressions.
    operands: FxHashMap<Linear, VarId>,
    /// Variables made for the values of functions, by the kind of constraint and its operands.
    functions: FxHashMap<(std::mem::Discriminant<Constraint>, Vec<VarId>), VarId>,
    /// Atoms of other variables that say the same as `[b ≥ 1]`.
    truths: FxHashMap<VarId, Atom>,
    predicates: Vec<PartialPredicate>,
    /// The constraint being compiled, for messages.
    current: u32,
}

impl Compiler {
    /// Compiles what the model has beyond what was compiled before. False where the engine's watchdog ended it halfway: then
    /// the variables are all there, but not all constraints.
    pub fn compile(&mut self, model: &Model, engine: &mut Engine) -> bool {
        let mut plan = Plan::new(model, self.vars.len(), self.constraints);
        plan.add_variables(&mut self.vars, |domain| engine.add_variable(&intervals(domain)));
        self.predicates = model.predicates().to_vec();
        let start = self.constraints;
        let new = || model.constraints().iter().enumerate().skip(start).filter(|(at, _)| !plan.dropped.contains(at));
        let mut definitions = FxHashSet::default();
        for (at, posted) in new() {
            if let When::Iff(b) = posted.when
                && self.define(engine, b, &posted.constraint)
            {
                definitions.insert(at);
            }
        }
        for (done, (index, posted)) in new().enumerate() {
            if done.is_multiple_of(WATCH) && engine.watchdog.check(0).is_some() {
                return false;
            }
            self.current = index as u32;
            let was_dead = engine.dead;
            match posted.when {
                When::Always => self.constraint(engine, &posted.constraint, None),
                When::If(b) => self.constraint(engine, &posted.constraint, Some(self.atom(b))),
                When::Iff(b) => {
                    let b = if definitions.contains(&index) { self.own_atom(b) } else { self.atom(b) };
                    self.constraint(engine, &posted.constraint, Some(b));
                    self.negation(engine, &posted.constraint, Some(!b));
                }
            }
            engine.sign_compiled(index, was_dead);
        }
        for (index, constraint) in &plan.added {
            self.current = *index as u32;
            let was_dead = engine.dead;
            self.constraint(engine, constraint, None);
            engine.sign_compiled(*index, was_dead);
        }
        self.constraints = model.constraints().len();
        true
    }

    /// Notes which atom the literal is the same as, where the constraint that it is equivalent to is an atom.
    fn define(&mut self, engine: &Engine, b: Bool, constraint: &Constraint) -> bool {
        let atom = match constraint {
            Constraint::Linear { expr, relation } => match expr.terms[..] {
                [term] if term.coef != 0 => {
                    let x = self.var(term.var);
                    let bounds = (engine.lo(x).into(), engine.hi(x).into());
                    linear::single(bounds, term.coef, x, *relation, -expr.constant)
                }
                _ => return false,
            },
            Constraint::In { of, set } => match of.as_var().and_then(|x| self.interval(engine, self.var(x), set)) {
                Some(atom) => atom,
                None => return false,
            },
            _ => return false,
        };
        let own = self.var(b.var);
        let open = !engine.trail.domains.is_true(atom) && !engine.trail.domains.is_false(atom);
        if !open || atom.var() == own || self.truths.contains_key(&own) {
            return false;
        }
        self.truths.insert(own, if b.negated { !atom } else { atom });
        true
    }

    /// The engine's variable, and what is added to it to have the value of the model's.
    pub fn place(&self, x: Var) -> (VarId, i64) {
        (self.vars[x.index()], 0)
    }

    /// The engine's variable.
    pub fn var(&self, x: Var) -> VarId {
        self.vars[x.index()]
    }

    /// The atom of a literal.
    fn atom(&self, b: Bool) -> Atom {
        let truth = self.truth(self.var(b.var));
        if b.negated { !truth } else { truth }
    }

    /// The atom of a literal on its own variable.
    fn own_atom(&self, b: Bool) -> Atom {
        let x = self.var(b.var);
        if b.negated { x.le(0) } else { x.ge(1) }
    }

    /// The atom that says that a variable with values 0 and 1 is 1.
    fn truth(&self, x: VarId) -> Atom {
        self.truths.get(&x).copied().unwrap_or(x.ge(1))
    }

    /// The atom of an assumption; values that no variable can have are within reach of no domain.
    pub fn assumption(&self, a: Assumption, engine: &Engine) -> Atom {
        let (x, v) = match a {
            Assumption::Is(x, v) | Assumption::Not(x, v) | Assumption::AtLeast(x, v) | Assumption::AtMost(x, v) => {
                (x, v)
            }
        };
        let x = self.var(x);
        let (lo, hi) = (i64::from(engine.lo(x)), i64::from(engine.hi(x)));
        match a {
            Assumption::Is(..) if v < lo || v > hi => Atom::FALSE,
            Assumption::Not(..) if v < lo || v > hi => Atom::TRUE,
            Assumption::Is(..) => x.eq(v as i32),
            Assumption::Not(..) => x.ne(v as i32),
            Assumption::AtLeast(..) => x.ge(v.clamp(lo - 1, hi + 1) as i32),
            Assumption::AtMost(..) => x.le(v.clamp(lo - 1, hi + 1) as i32),
        }
    }

    /// Posts a propagator for the constraint being compiled.
    fn post(&self, engine: &mut Engine, propagator: impl Propagator + 'static, guard: Option<Atom>) {
        engine.post(Box::new(propagator), guard, self.current);
    }

    /// Compiles a constraint that must hold where the guard does.
    fn constraint(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        match constraint {
            Constraint::Or(of) => {
                let clause = of.iter().map(|&b| self.atom(b)).chain(guard.map(|g| !g)).collect::<Vec<_>>();
                engine.add_clause(&clause);
            }
            Constraint::And(of) => {
                for &b in of {
                    self.require(engine, self.atom(b), guard);
                }
            }
            Constraint::Xor(of) => self.parity(engine, of, true, guard),
            Constraint::AtMostOne(of) => self.at_most_one(engine, of, guard),
            Constraint::ExactlyOne(of) => {
                self.at_most_one(engine, of, guard);
                self.constraint(engine, &Constraint::Or(of.clone()), guard);
            }
            Constraint::Linear { expr, relation } => self.linear(engine, expr, *relation, guard),
            Constraint::In { of, set } => {
                let x = self.operand(engine, of);
                self.member(engine, x, set, guard);
            }
            Constraint::Count { of, values, relation, times } => {
                self.count(engine, of, values, *relation, times, guard);
            }
            Constraint::GlobalCardinality { of, values, counts, closed } => {
                self.global_cardinality(engine, of, values, counts, *closed, guard);
            }
            Constraint::NValues { .. } => self.nvalues(engine, constraint, guard),
            Constraint::Increasing { of, strict } => {
                let relation = if *strict { entail_model::Relation::Lt } else { entail_model::Relation::Le };
                for w in of.windows(2) {
                    self.linear(engine, &(w[0].clone() - &w[1]), relation, guard);
                }
            }
            Constraint::Predicate { of, predicate } => self.predicate(engine, of, *predicate, guard),
            Constraint::Table { of, rows, forbidden } => self.table(engine, of, rows, *forbidden, guard),
            Constraint::AllDifferent { of, except, strength } => {
                self.all_different(engine, of, *except, *strength, guard);
            }
            Constraint::Cage { cells, sum } => self.cage(engine, cells, *sum, guard),
            Constraint::Inverse { forward, backward } => self.inverse(engine, forward, backward, guard),
            Constraint::Element { result, index, array } => {
                let matrix: Vec<&[Linear]> = array.iter().map(std::slice::from_ref).collect();
                self.element(engine, result, index, None, &matrix, guard);
            }
            Constraint::Element2 { result, row, column, matrix } => {
                let matrix: Vec<&[Linear]> = matrix.iter().map(Vec::as_slice).collect();
                self.element(engine, result, row, Some(column), &matrix, guard);
            }
            Constraint::Abs { .. }
            | Constraint::Times { .. }
            | Constraint::Div { .. }
            | Constraint::Mod { .. }
            | Constraint::Pow { .. }
            | Constraint::Min { .. }
            | Constraint::Max { .. } => self.arithmetic(engine, constraint, guard),
            Constraint::Cumulative { starts, durations, demands, capacity } => {
                self.cumulative(engine, [starts, durations, demands], capacity, guard);
            }
            Constraint::NoOverlap { origins, .. } if origins.iter().all(|o| o.len() == 1) => {
                self.disjunctive(engine, constraint, guard);
            }
            Constraint::Circuit { next, optional } => self.circuit(engine, next, *optional, guard),
            Constraint::Regular { .. } => self.regular(engine, constraint, true, guard),
            Constraint::Lex { a, b, strict } => self.lexicographic(engine, a, b, *strict, guard),
            Constraint::Precede { of, values } => self.precede(engine, of, values, guard),
            Constraint::NoOverlap { origins, sizes, strict }
                if origins.first().is_some_and(|o| o.len() > 1 && origins.len() <= NoOverlap::most(o.len())) =>
            {
                self.no_overlap(engine, origins, sizes, *strict, guard);
            }
            Constraint::BinPacking { bins, sizes, loads } => self.bin_packing(engine, bins, sizes, loads, guard),
            _ => self.checked(engine, constraint, true, guard),
        }
    }

    /// The atom holds where the guard does.
    fn require(&self, engine: &mut Engine, atom: Atom, guard: Option<Atom>) {
        match guard {
            None => engine.add_clause(&[atom]),
            Some(guard) => engine.add_clause(&[atom, !guard]),
        }
    }

    /// The constraint holds (or does not), by asking it what it means.
    fn checked(&mut self, engine: &mut Engine, constraint: &Constraint, holds: bool, guard: Option<Atom>) {
        let (scope, local) = self.localized(constraint);
        let predicates = self.predicates.clone();
        let mut values = vec![0; scope.len()];
        let test = Box::new(move |given: &[Option<i64>]| {
            for (value, v) in values.iter_mut().zip(given) {
                *value = v.expect("asked of full assignments only");
            }
            local.holds(&values, &predicates) == holds
        });
        self.post(engine, Checked::new(scope, false, test), guard);
    }

    /// The engine's variables of a constraint, each once, and the constraint with its variables numbered by their places.
    fn localized(&self, constraint: &Constraint) -> (Vec<VarId>, Constraint) {
        let mut scope = Vec::new();
        let mut places: FxHashMap<VarId, Var> = FxHashMap::default();
        for x in constraint.scope() {
            places.entry(self.var(x)).or_insert_with(|| {
                scope.push(self.var(x));
                Var(scope.len() as u32 - 1)
            });
        }
        (scope, constraint.map_vars(|x| places[&self.var(x)]))
    }

    /// The variable of an operand: its own, or one made for it.
    pub fn operand(&mut self, engine: &mut Engine, expr: &Linear) -> VarId {
        if let Some(x) = expr.as_var() {
            return self.var(x);
        }
        if let Some(&x) = self.operands.get(expr) {
            return x;
        }
        let x = self.expression(engine, expr);
        self.operands.insert(expr.clone(), x);
        x
    }

    fn operand_vars(&mut self, engine: &mut Engine, of: &[Linear]) -> Vec<VarId> {
        of.iter().map(|e| self.operand(engine, e)).collect()
    }
}

/// A validated domain as 32-bit intervals.
fn intervals(domain: &Domain) -> Vec<(i32, i32)> {
    domain.intervals().iter().map(|&(a, b)| (a as i32, b as i32)).collect()
}
