//! The check of one instance: the engine's whole search tree under random decisions, compared with brute force at every
//! node.
//!
//! - The answers are the solutions.
//! - No propagation removes a value of a solution that agrees with the decisions.
//! - What the constraint claims to remove is removed.
//! - Every reason consists of atoms that were true before, and no solution satisfies the reason but not the atom. This is
//!   asked for the asserted atom and for weaker ones that became true with it, right after and again deeper in the tree.
//! - No solution satisfies the atoms of a conflict, and all of them are true.

use std::fmt;

use entail_model::{Model, Phase};

use super::claim::{Claim, Claimed};
use super::instance::Rng;
use super::solutions::{Set, Solutions, brute_force};
use crate::atom::{Atom, Kind, VarId};
use crate::compile::Compiler;
use crate::engine::Engine;
use crate::reason::{Reason, Tag};
use crate::trail::NONE;

/// Extensions of one solution to variables that compilation added: at most this many are looked at.
const EXTENSIONS: usize = 64;
/// Old entries of the trail that are explained again at a leaf.
const OLD: usize = 6;

/// An instance: the first constraint of the model is the one under test.
pub(super) struct Case {
    pub model: Model,
    pub claim: Claim,
    /// For the decisions.
    pub seed: u64,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Report {
    pub nodes: u64,
    pub answers: u64,
    pub reasons: u64,
}

/// What is wrong, and where in the tree.
pub(super) struct Failure {
    pub what: String,
    pub decisions: Vec<Atom>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  decisions: {:?}", self.what, self.decisions)
    }
}

/// An engine with the engine's variables of the model's.
pub(super) struct Built {
    pub engine: Engine,
    pub vars: Vec<VarId>,
}

/// The engine as a solver has it of a model that says in which order to branch: then each variable has its own values in it.
pub(super) fn compiled(model: &Model) -> Built {
    let mut engine = Engine::new();
    let mut compiler = Compiler::default();
    let mut model = model.clone();
    model.hints.phases = vec![Phase { vars: model.vars().collect(), ..Phase::default() }];
    compiler.compile(&model, &mut engine);
    Built { engine, vars: model.vars().map(|x| compiler.var(x)).collect() }
}

/// Checks one instance against brute force.
pub(super) fn check(case: &Case, build: &dyn Fn(&Model) -> Built) -> Result<Report, Failure> {
    let expected = brute_force(&case.model);
    let Built { mut engine, vars } = build(&case.model);
    let failure = |what: String| Err(Failure { what, decisions: Vec::new() });
    let mut rng = Rng::seeded(case.seed);
    // Reasons of the root are forgotten there; asked for one level up, which is never left, they can be checked too.
    if rng.percent(50) {
        engine.trail.push_level();
        engine.store.push_level();
    }
    let base = engine.trail.level();
    let from = engine.trail.entries.len() as u32;
    if engine.dead || engine.propagate().is_err() {
        return match expected.first() {
            Some(solution) => failure(format!("there is no answer, says the engine; {solution:?} is one")),
            None => Ok(Report { nodes: 1, ..Report::default() }),
        };
    }
    let solutions = match extended(&mut engine, &vars, &expected) {
        Ok(rows) => Solutions::new(rows, engine.trail.domains.len()),
        Err(what) => return failure(what),
    };
    let mut explorer = Explorer {
        model: &case.model,
        claimed: Claimed::new(case.claim, &case.model),
        engine,
        vars,
        solutions,
        rng,
        decisions: Vec::new(),
        on_added: 0,
        found: Vec::new(),
        reason: Vec::new(),
        report: Report::default(),
    };
    let all = explorer.solutions.all();
    let outcome = explorer.fixpoint(if base == 0 { 0 } else { from }, &all).and_then(|_| explorer.missing(&expected));
    match outcome {
        Ok(()) => Ok(explorer.report),
        Err(what) => Err(Failure { what, decisions: explorer.decisions }),
    }
}

/// The solutions with the values of variables that compilation added.
fn extended(engine: &mut Engine, vars: &[VarId], solutions: &[Vec<i64>]) -> Result<Vec<Vec<i32>>, String> {
    let level = engine.trail.level();
    let mut rows = Vec::new();
    for solution in solutions {
        engine.push_level();
        for (&x, &v) in vars.iter().zip(solution) {
            if engine.trail.assert(x.eq(v as i32), Reason::DECISION).is_err() {
                return Err(format!("{x:?} = {v} was removed at the root, but {solution:?} is a solution"));
            }
        }
        let before = rows.len();
        extend(engine, &mut rows, before + EXTENSIONS);
        if rows.len() == before {
            return Err(format!("{solution:?} is a solution, but refused once all its values are given"));
        }
        engine.backtrack(level);
    }
    Ok(rows)
}

fn extend(engine: &mut Engine, rows: &mut Vec<Vec<i32>>, most: usize) {
    if engine.propagate().is_err() || rows.len() >= most {
        return;
    }
    let all = || (0..engine.trail.domains.len() as u32).map(VarId);
    let Some(x) = all().find(|&x| !engine.trail.domains.is_fixed(x)) else {
        rows.push(all().map(|x| engine.lo(x)).collect());
        return;
    };
    let level = engine.trail.level();
    let least = x.le(engine.lo(x));
    for atom in [least, !least] {
        engine.push_level();
        engine.trail.assert(atom, Reason::DECISION).expect("an open variable has two values");
        extend(engine, rows, most);
        engine.backtrack(level);
    }
}

struct Explorer<'a> {
    model: &'a Model,
    claimed: Claimed<'a>,
    engine: Engine,
    vars: Vec<VarId>,
    solutions: Solutions,
    rng: Rng,
    decisions: Vec<Atom>,
    /// How many of the decisions are on variables that compilation added.
    on_added: u32,
    found: Vec<Vec<i64>>,
    reason: Vec<Atom>,
    report: Report,
}

impl Explorer<'_> {
    /// Whether every solution was found.
    fn missing(&mut self, expected: &[Vec<i64>]) -> Result<(), String> {
        self.found.sort_unstable();
        self.found.dedup();
        self.report.answers = self.found.len() as u64;
        match expected.iter().find(|s| self.found.binary_search(s).is_err()) {
            Some(solution) => Err(format!("the solution {solution:?} was not found")),
            None => Ok(()),
        }
    }

    /// Decides, propagates and explores what is below. `agreeing` solutions satisfy the decisions so far. True where an
    /// answer was found.
    fn decide(&mut self, atom: Atom, agreeing: &Set) -> Result<bool, String> {
        let mut agreeing = agreeing.clone();
        self.solutions.keep(&mut agreeing, atom);
        let level = self.engine.trail.level();
        self.engine.push_level();
        self.decisions.push(atom);
        let from = self.engine.trail.entries.len() as u32;
        self.engine.trail.assert(atom, Reason::DECISION).expect("the decision is open");
        let found = match self.engine.propagate() {
            Ok(()) => self.fixpoint(from, &agreeing)?,
            Err(_) => {
                self.conflict(from, &agreeing)?;
                false
            }
        };
        self.engine.backtrack(level);
        self.decisions.pop();
        Ok(found)
    }

    fn conflict(&mut self, from: u32, agreeing: &Set) -> Result<(), String> {
        self.report.nodes += 1;
        if let Some((_, message)) = &self.engine.panicked {
            return Err(format!("a predicate panicked: {message}"));
        }
        let nogood = self.engine.nogood.clone();
        if let Some(i) = agreeing.first() {
            return Err(format!("a conflict {nogood:?} where {} is a solution", self.show(i)));
        }
        let mut satisfying = self.solutions.all();
        for &atom in &nogood {
            if !self.engine.trail.domains.is_true(atom) {
                return Err(format!("the conflict {nogood:?} has {atom:?}, which is not true"));
            }
            self.solutions.keep(&mut satisfying, atom);
        }
        if let Some(i) = satisfying.first() {
            return Err(format!("the conflict {nogood:?} holds in the solution {}", self.show(i)));
        }
        self.new_reasons(from)?;
        self.old_reasons()
    }

    /// Checks a node where propagation succeeded, and explores what is below. True where an answer was found.
    fn fixpoint(&mut self, from: u32, agreeing: &Set) -> Result<bool, String> {
        self.report.nodes += 1;
        let variables = self.engine.trail.domains.len() as u32;
        for x in (0..variables).map(VarId) {
            let mut allowed = agreeing.clone();
            self.solutions.keep_allowed(&mut allowed, x, &self.engine);
            if allowed != *agreeing {
                let lost = agreeing.without(&allowed).first().expect("the sets differ");
                return Err(format!("a value of {x:?} was removed that the solution {} has", self.show(lost)));
            }
        }
        self.new_reasons(from)?;
        if self.on_added == 0 {
            self.claimed.check(&self.engine, &self.vars, &self.solutions)?;
        }
        let is_open = |x: &VarId| !self.engine.trail.domains.is_fixed(*x);
        let open: Vec<VarId> = self.vars.iter().copied().filter(is_open).collect();
        let added: Vec<VarId> = (0..variables).map(VarId).filter(|x| is_open(x) && !open.contains(x)).collect();
        if open.is_empty() && added.is_empty() {
            return self.answer().map(|()| true);
        }
        let below = open.is_empty();
        let on_added = below || (!added.is_empty() && self.rng.percent(4));
        let x = if on_added { self.rng.pick(&added) } else { self.rng.pick(&open) };
        let atom = self.choice(x);
        self.on_added += u32::from(on_added);
        let first = self.decide(atom, agreeing)?;
        // With the model's variables fixed, one way to fix the others is enough.
        let second = if first && below { false } else { self.decide(!atom, agreeing)? };
        self.on_added -= u32::from(on_added);
        Ok(first || second)
    }

    fn answer(&mut self) -> Result<(), String> {
        let values: Vec<i64> = self.vars.iter().map(|&x| self.engine.lo(x).into()).collect();
        if !super::solutions::satisfies(self.model, &values) {
            return Err(format!("{values:?} is no solution, but was given as an answer"));
        }
        self.found.push(values);
        self.old_reasons()
    }

    /// A random decision on an open variable.
    fn choice(&mut self, x: VarId) -> Atom {
        let domains = &self.engine.trail.domains;
        let (lo, hi) = (domains.lo(x), domains.hi(x));
        let values: Vec<i32> = domains.values(x).take(64).collect();
        let v = self.rng.pick(&values);
        match self.rng.below(6) {
            0 => x.le(lo),
            1 => x.ge(hi),
            2 => x.le(if v == hi { lo } else { v }),
            3 => x.ge(if v == lo { hi } else { v }),
            4 => x.ne(v),
            _ => x.eq(v),
        }
    }

    /// Checks the reasons of all entries since `from`.
    fn new_reasons(&mut self, from: u32) -> Result<(), String> {
        for at in from..self.engine.trail.entries.len() as u32 {
            self.entry(at)?;
        }
        Ok(())
    }

    /// Checks the reasons of some older entries, as conflict analysis asks for them.
    fn old_reasons(&mut self) -> Result<(), String> {
        let entries = self.engine.trail.entries.len();
        for _ in 0..OLD.min(entries) {
            let at = self.rng.below(entries) as u32;
            self.entry(at)?;
        }
        Ok(())
    }

    /// Checks the reasons of the atoms that became true at an entry.
    fn entry(&mut self, at: u32) -> Result<(), String> {
        let entry = self.engine.trail.entries[at as usize];
        if matches!(entry.reason().tag, Tag::Decision | Tag::Axiom) {
            return Ok(());
        }
        let x = entry.var;
        self.reason_of(at, entry.atom())?;
        let (lo, hi) = match entry.kind() {
            Kind::Eq => (entry.new, entry.new),
            _ if entry.raised_lo() => (entry.new, entry.old_hi),
            _ if entry.lowered_hi() => (entry.old_lo, entry.new),
            _ => return Ok(()),
        };
        if lo == hi {
            self.reason_of(at, x.eq(lo))?;
        }
        let mut weaker = Vec::new();
        for (from, to, upward) in [(entry.old_lo, lo, true), (hi, entry.old_hi, false)] {
            if from == to {
                continue;
            }
            let mut values = vec![from, to];
            values.extend(self.solutions.values(x).iter().copied().filter(|v| (from..=to).contains(v)).take(3));
            values.push(self.rng.range(from.into(), to.into()) as i32);
            values.push(entry.value.clamp(from, to));
            for v in values {
                weaker.push(if upward { x.ge(v) } else { x.le(v) });
                weaker.push(x.ne(v));
            }
        }
        weaker.sort_unstable();
        weaker.dedup();
        for atom in weaker {
            if self.engine.trail.domains.is_true(atom) && self.engine.trail.position(atom) == at {
                self.reason_of(at, atom)?;
            }
        }
        Ok(())
    }

    /// Checks the reason of an atom that became true at an entry.
    fn reason_of(&mut self, at: u32, atom: Atom) -> Result<(), String> {
        self.report.reasons += 1;
        let mut reason = std::mem::take(&mut self.reason);
        reason.clear();
        self.engine.explain(at, atom, &mut reason);
        let mut satisfying = self.solutions.all();
        self.solutions.keep(&mut satisfying, !atom);
        let why = || {
            format!("the reason {reason:?} of {atom:?} (asserted: {:?})", self.engine.trail.entries[at as usize].atom())
        };
        for &part in &reason {
            if !self.engine.trail.domains.is_true(part) {
                return Err(format!("{} has {part:?}, which is not true", why()));
            }
            let since = self.engine.trail.position(part);
            if since != NONE && since >= at {
                return Err(format!("{} has {part:?}, which was not true before", why()));
            }
            self.solutions.keep(&mut satisfying, part);
        }
        if let Some(i) = satisfying.first() {
            return Err(format!("{} holds in the solution {}, the atom does not", why(), self.show(i)));
        }
        self.reason = reason;
        Ok(())
    }

    fn show(&self, solution: usize) -> String {
        let row = self.solutions.row(solution);
        let values: Vec<String> = (1..row.len()).map(|x| format!("x{x} = {}", row[x])).collect();
        values.join(", ")
    }
}
