//! Our model, constraint by constraint in the same order, in Pumpkin.
//!
//! Where Pumpkin has no such constraint it is decomposed as its MiniZinc library does: counting is a sum of
//! `x[i] = v` literals (the standard library's `fzn_count_*`; Pumpkin redefines none of them), membership in a set is
//! a disjunction of such literals (`set_in_reif`). Its `all_different` is pairwise `≠` and its `table` is clauses over
//! one literal per row: that is what its own functions post.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use entail_model::{
    Answer, Bool, Constraint as Stated, Direction, Domain, Linear, Model, Relation, Value, Var, When, check,
};
use pumpkin_solver::conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::conflict_resolving::{ConflictAnalysisContext, ConflictResolver};
use pumpkin_solver::core::constraints::Constraint;
use pumpkin_solver::core::optimisation::OptimisationDirection;
use pumpkin_solver::core::optimisation::linear_sat_unsat::LinearSatUnsat;
use pumpkin_solver::core::options::SolverOptions;
use pumpkin_solver::core::proof::ConstraintTag;
use pumpkin_solver::core::rand::SeedableRng;
use pumpkin_solver::core::rand::rngs::SmallRng;
use pumpkin_solver::core::results::{OptimisationResult, ProblemSolution, SatisfactionResult, SolutionReference};
use pumpkin_solver::core::termination::TerminationCondition;
use pumpkin_solver::core::variables::{AffineView, DomainId, Literal, TransformableVariable};
use pumpkin_solver::core::{DefaultBrancher, Solver, predicate};

use crate::measure::{Clock, Found, Run};

/// Solves the model with Pumpkin's defaults: its default brancher, resolver and options, but for the seed.
pub fn solve(model: &Model, seed: u64, stop: Arc<AtomicBool>) -> Run {
    let clock = Clock::start();
    let options = SolverOptions { random_generator: SmallRng::seed_from_u64(seed), ..SolverOptions::default() };
    let mut post = Posting::new(model, options);
    let objective = model.objective().map(|o| (o.direction, post.view(&o.expr)));
    for posted in model.constraints() {
        post.constraint(&posted.constraint, posted.when);
    }
    let Posting { mut solver, variables, .. } = post;

    let mut brancher = solver.default_brancher();
    let mut resolver = Counting { resolver: ResolutionResolver::default(), conflicts: 0 };
    let mut stop = Flag(stop);
    let mut first = None;
    let (found, answer) = match objective {
        None => match solver.satisfy(&mut brancher, &mut stop, &mut resolver) {
            SatisfactionResult::Satisfiable(s) => (Found::Satisfied, Some(read(&variables, &s.solution()))),
            SatisfactionResult::Unsatisfiable(..) => (Found::Unsatisfiable, None),
            SatisfactionResult::Unknown(..) => (Found::Nothing, None),
        },
        Some((direction, objective)) => {
            let direction = match direction {
                Direction::Minimize => OptimisationDirection::Minimise,
                Direction::Maximize => OptimisationDirection::Maximise,
            };
            let on_answer = |_: &Solver, _: SolutionReference, _: &DefaultBrancher, _: &Counting| {
                first.get_or_insert_with(|| clock.seconds());
                ControlFlow::<()>::Continue(())
            };
            let procedure = LinearSatUnsat::new(direction, objective, on_answer);
            let value = |answer: &Answer| -> Value { answer.value(&model.objective().expect("minimises").expr) };
            match solver.optimise(&mut brancher, &mut stop, &mut resolver, procedure) {
                OptimisationResult::Optimal(s) => {
                    let answer = read(&variables, &s);
                    (Found::Optimal(value(&answer)), Some(answer))
                }
                OptimisationResult::Satisfiable(s) | OptimisationResult::Stopped(s, ()) => {
                    let answer = read(&variables, &s);
                    (Found::Better(value(&answer)), Some(answer))
                }
                OptimisationResult::Unsatisfiable => (Found::Unsatisfiable, None),
                OptimisationResult::Unknown => (Found::Nothing, None),
            }
        }
    };
    let seconds = clock.seconds();
    if let Some(answer) = &answer {
        check(model, answer).expect("Pumpkin's answer satisfies the model as we stated it");
    }
    Run { found, first: first.unwrap_or(seconds), seconds, conflicts: resolver.conflicts }
}

fn read(variables: &[DomainId], solution: &impl ProblemSolution) -> Answer {
    Answer::new(variables.iter().map(|&x| solution.get_integer_value(x).into()).collect())
}

/// Stops when the flag is set.
struct Flag(Arc<AtomicBool>);

impl TerminationCondition for Flag {
    fn should_stop(&mut self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Pumpkin's own resolver, counted.
#[derive(Clone, Debug)]
struct Counting {
    resolver: ResolutionResolver,
    conflicts: u64,
}

impl ConflictResolver for Counting {
    fn resolve_conflict(&mut self, context: &mut ConflictAnalysisContext) {
        self.conflicts += 1;
        self.resolver.resolve_conflict(context);
    }
}

type View = AffineView<DomainId>;

struct Posting {
    solver: Solver,
    variables: Vec<DomainId>,
    /// The literal of `x = v`, made once: MiniZinc's common-subexpression elimination does the same.
    equal: HashMap<(View, i64), Literal>,
    /// The literal of `x ∈ S`, likewise.
    member: HashMap<(View, Domain), Literal>,
}

impl Posting {
    fn new(model: &Model, options: SolverOptions) -> Self {
        let mut solver = Solver::with_options(options);
        let variables = model
            .variables()
            .iter()
            .map(|v| match v.domain.intervals() {
                &[(lo, hi)] => solver.new_bounded_integer(int(lo), int(hi)),
                _ => solver.new_sparse_integer(v.domain.iter().map(int).collect::<Vec<_>>()),
            })
            .collect();
        Self { solver, variables, equal: HashMap::new(), member: HashMap::new() }
    }

    fn var(&self, var: Var) -> DomainId {
        self.variables[var.index()]
    }

    fn literal(&self, b: Bool) -> Literal {
        let literal = Literal::new(self.var(b.var));
        if b.negated { !literal } else { literal }
    }

    /// An expression of one variable as a view of it.
    fn view(&self, expr: &Linear) -> View {
        match expr.terms.as_slice() {
            [term] => self.var(term.var).scaled(int(term.coef)).offset(int(expr.constant)),
            _ => unreachable!("no model here has an operand with several variables"),
        }
    }

    fn views(&self, of: &[Linear]) -> Vec<View> {
        of.iter().map(|expr| self.view(expr)).collect()
    }

    fn post(&mut self, constraint: impl Constraint, when: When) {
        match when {
            When::Always => self.solver.add_constraint(constraint).post(),
            When::If(b) => {
                let b = self.literal(b);
                self.solver.add_constraint(constraint).implied_by(b);
            }
            When::Iff(_) => unreachable!("no model here has a full reification"),
        }
    }

    fn constraint(&mut self, constraint: &Stated, when: When) {
        let tag = self.solver.new_constraint_tag();
        match constraint {
            Stated::Linear { expr, relation } => {
                let terms: Vec<View> = expr.terms.iter().map(|t| self.var(t.var).scaled(int(t.coef))).collect();
                self.linear(terms, *relation, -expr.constant, when, tag);
            }
            Stated::AllDifferent { of, except: None, .. } => {
                self.post(pumpkin_solver::all_different(self.views(of), tag), when);
            }
            Stated::Table { of, rows, forbidden: false } => {
                let rows = rows.chunks(of.len()).map(|row| row.iter().map(|&v| int(v)).collect()).collect();
                self.post(pumpkin_solver::table(self.views(of), rows, tag), when);
            }
            Stated::Count { of, values, relation, times } => {
                let times = times.as_constant().expect("a constant count");
                let members: Vec<View> =
                    self.views(of).iter().map(|x| self.member(x, values, tag).get_integer_variable()).collect();
                self.linear(members, *relation, times, when, tag);
            }
            other => unreachable!("no model here has {other:?}"),
        }
    }

    /// `∑ terms` in the relation to `right`.
    fn linear(&mut self, terms: Vec<View>, relation: Relation, right: i64, when: When, tag: ConstraintTag) {
        let right = int(right);
        match relation {
            Relation::Eq => self.post(pumpkin_solver::equals(terms, right, tag), when),
            Relation::Ne => self.post(pumpkin_solver::not_equals(terms, right, tag), when),
            Relation::Le => self.post(pumpkin_solver::less_than_or_equals(terms, right, tag), when),
            Relation::Lt => self.post(pumpkin_solver::less_than(terms, right, tag), when),
            Relation::Ge => self.post(pumpkin_solver::greater_than_or_equals(terms, right, tag), when),
            Relation::Gt => self.post(pumpkin_solver::greater_than(terms, right, tag), when),
        }
    }

    fn equal(&mut self, x: &View, value: i64, tag: ConstraintTag) -> Literal {
        if let Some(&literal) = self.equal.get(&(*x, value)) {
            return literal;
        }
        let literal = self.solver.new_literal_for_predicate(predicate![x == int(value)], tag);
        self.equal.insert((*x, value), literal);
        literal
    }

    fn member(&mut self, x: &View, values: &Domain, tag: ConstraintTag) -> Literal {
        if values.size() == 1 {
            return self.equal(x, values.min().expect("one value"), tag);
        }
        if let Some(&literal) = self.member.get(&(*x, values.clone())) {
            return literal;
        }
        let literal = self.solver.new_literal();
        let any: Vec<Literal> = values.iter().map(|v| self.equal(x, v, tag)).collect();
        self.solver.add_constraint(pumpkin_solver::clause(any, tag)).reify(literal);
        self.member.insert((*x, values.clone()), literal);
        literal
    }
}

fn int(value: i64) -> i32 {
    value.try_into().expect("Pumpkin's numbers have 32 bits")
}
