//! Search: choose, propagate, learn, return; one loop for satisfaction, enumeration and optimisation.
//!
//! Enumeration is chronological below `base`: every answer under the choices up to that level that came before the current
//! one was found, so the search never returns below it except by turning the choice of that level round. Answers are never
//! stored or forbidden by clauses, and none comes twice. Plain backtracking is the same with `base` at every conflict.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use entail_model::Restart;

use crate::atom::Atom;
use crate::decide::Brancher;
use crate::engine::Engine;
use crate::reason::{Reason, Tag};
use crate::trail::NONE;
use crate::worth::Worth;

/// When the search starts over unless told. The library's own tests have small models: there it does so, and forgets
/// clauses, every few conflicts.
pub(crate) const RESTART: Restart = Restart::Luby(if cfg!(test) { 2 } else { 100 });
/// Learnt clauses before the first reduction, and how many more before each further one.
const FIRST_REDUCTION: u64 = if cfg!(test) { 6 } else { 3000 };
const REDUCTION_STEP: u64 = if cfg!(test) { 2 } else { 300 };
/// The most that the number grows to, so that memory stays bounded however long the search is.
const MOST_CLAUSES: u64 = 10_000;
/// The same while further answers are sought.
const ENUMERATION_REDUCTION: u64 = if cfg!(test) { 3 } else { 300 };

/// When to stop without a final result.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Wall-clock time for one call.
    pub time: Option<Duration>,
    /// Conflicts in one call.
    pub conflicts: Option<u64>,
    /// Answers in one call: of an enumeration, or better and better ones of an optimisation.
    pub answers: Option<u64>,
    /// Stops the search once another thread sets it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// What stopped a search before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The limit on conflicts.
    Conflicts,
    /// The limit on answers.
    Answers,
    /// The stop flag.
    Asked,
    /// The history of one branch outgrew what memory allows.
    Memory,
}

/// What stops a search, looked at now and then from inside the propagation loop too.
#[derive(Clone, Default)]
pub(crate) struct Watchdog {
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    /// Entries of the trail that one branch may have, where it is not [`MAX_ENTRIES`].
    pub most_entries: Option<usize>,
}

/// Entries of the trail that one branch may have.
const MAX_ENTRIES: usize = 1 << 26;

impl Watchdog {
    pub fn new(limits: &Limits) -> Watchdog {
        let deadline = limits.time.and_then(|t| Instant::now().checked_add(t));
        Watchdog { deadline, stop: limits.stop.clone(), most_entries: None }
    }

    pub fn check(&self, entries: usize) -> Option<Stop> {
        if self.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed)) {
            return Some(Stop::Asked);
        }
        if entries > self.most_entries.unwrap_or(MAX_ENTRIES) {
            return Some(Stop::Memory);
        }
        self.deadline.is_some_and(|d| Instant::now() >= d).then_some(Stop::Time)
    }
}

/// How a run of the search ended.
pub(crate) enum End {
    /// All variables are fixed and every propagator agrees.
    Answer,
    /// There is no (further) answer.
    Exhausted,
    /// The root knows a better bound of the objective; the search can go on.
    Bound,
    /// The run took as many conflicts as it was given; the search can go on.
    Paused,
    Stopped(Stop),
    /// A user's code panicked.
    Panicked,
}

pub(crate) struct Search {
    pub brancher: Brancher,
    pub assumptions: Vec<Atom>,
    learning: bool,
    /// Whether learning pays at present.
    worth: Worth,
    /// Never return below this level except chronologically.
    base: u32,
    last_conflict: Option<u64>,
    /// Pause at the first restart after so many conflicts.
    pub pause_at: u64,
    last_answer: Option<u64>,
    restart: Restart,
    restarts: u64,
    restart_at: u64,
    reduce_at: u64,
    reduce_step: u64,
    /// The assumptions that cannot hold together, where that is why there is no answer.
    pub core: Vec<Atom>,
}

impl Search {
    pub fn new(engine: &mut Engine, brancher: Brancher, learning: bool, restart: Restart, limits: &Limits) -> Search {
        let conflicts = engine.statistics.conflicts;
        Search {
            brancher,
            assumptions: Vec::new(),
            learning,
            worth: Worth::new(conflicts),
            base: 0,
            last_conflict: limits.conflicts.map(|n| conflicts.saturating_add(n)),
            pause_at: u64::MAX,
            last_answer: limits.answers.map(|n| engine.statistics.answers.saturating_add(n)),
            restart,
            restarts: 0,
            restart_at: conflicts.saturating_add(run_length(restart, 1)),
            reduce_at: engine.statistics.learnt + FIRST_REDUCTION,
            reduce_step: FIRST_REDUCTION,
            core: Vec::new(),
        }
    }

    /// Searches for the next answer.
    pub fn run(&mut self, engine: &mut Engine) -> End {
        if self.last_answer.is_some_and(|n| engine.statistics.answers >= n) {
            return End::Stopped(Stop::Answers);
        }
        loop {
            if engine.dead {
                return End::Exhausted;
            }
            if engine.propagate().is_err() {
                if engine.panicked.is_some() {
                    return End::Panicked;
                }
                if let Some(stop) = engine.interrupted.take() {
                    return End::Stopped(stop);
                }
                engine.statistics.conflicts += 1;
                if !self.resolve(engine) {
                    // Plain backtracking cannot tell which of the assumptions were to blame.
                    if !engine.dead && !self.learning {
                        self.core = self.assumptions.clone();
                    }
                    return End::Exhausted;
                }
                if self.last_conflict.is_some_and(|n| engine.statistics.conflicts >= n) {
                    return End::Stopped(Stop::Conflicts);
                }
                if let Some(stop) = engine.watchdog.check(engine.trail.entries.len()) {
                    return End::Stopped(stop);
                }
                continue;
            }
            if engine.trail.level() == 0 && self.brancher.bound_moved(engine) {
                return End::Bound;
            }
            if let Some(stop) = engine.watchdog.check(engine.trail.entries.len()) {
                return End::Stopped(stop);
            }
            self.maintain(engine);
            if engine.statistics.conflicts >= self.pause_at {
                return End::Paused;
            }
            let level = engine.trail.level() as usize;
            let choice = match self.assumptions.get(level) {
                Some(&atom) if engine.trail.domains.is_false(atom) => {
                    self.core = core(engine, atom);
                    return End::Exhausted;
                }
                Some(&atom) => Some(atom),
                None => self.brancher.next(engine),
            };
            let Some(atom) = choice else { return End::Answer };
            engine.statistics.decisions += 1;
            engine.push_level();
            engine.statistics.depth = engine.statistics.depth.max(engine.trail.level().into());
            // An assumption may be true already: its level has no entry of its own.
            let _ = engine.trail.assert(atom, Reason::DECISION);
        }
    }

    /// Back to the root of an optimisation, where other assumptions may be made. What was closed on the way held no better
    /// answer, so learning may leave it as it likes.
    pub fn start_over(&mut self, engine: &mut Engine) {
        engine.backtrack(0);
        self.brancher.backtracked(engine, 0);
        self.base = 0;
        self.assumptions.clear();
        self.core.clear();
    }

    /// Leaves the answer just found behind: the next one differs in a variable for which `counts` holds.
    pub fn exclude_answer(&mut self, engine: &mut Engine, counts: impl Fn(Atom) -> bool) -> bool {
        // What is learnt in a part of the search that will be left for good helps little elsewhere: keep less of it.
        if self.reduce_step > ENUMERATION_REDUCTION {
            self.reduce_step = ENUMERATION_REDUCTION;
            self.reduce_at = engine.statistics.learnt + ENUMERATION_REDUCTION;
        }
        self.worth.answered();
        let floor = self.assumptions.len() as u32;
        let level = (floor + 1..=engine.trail.level()).rev().find(|&l| engine.trail.decision(l).is_some_and(&counts));
        level.is_some_and(|level| self.turn_round(engine, level))
    }

    /// Leaves the best answer so far behind: treats `atom`, which is true in it, as impossible from now on. False at the end.
    pub fn refuse(&mut self, engine: &mut Engine, atom: Atom) -> bool {
        self.brancher.remember_best(engine);
        // The new bound takes the place of the last one.
        engine.axioms.retain(|&a| a.var() != atom.var() || !(!atom).implies(a));
        engine.axioms.push(!atom);
        engine.nogood.clear();
        engine.nogood.push(atom);
        self.resolve(engine)
    }

    /// Leaves the conflict behind: learns and returns, or turns a choice round. False where nothing is left.
    fn resolve(&mut self, engine: &mut Engine) -> bool {
        if !self.learns(engine) {
            return self.turn_round(engine, engine.trail.level());
        }
        let level = engine.conflict_level();
        if level == 0 {
            engine.dead = true;
            return false;
        }
        if level <= self.base {
            return self.turn_round(engine, self.base);
        }
        engine.backtrack(level);
        let learnt = engine.analyze();
        let target = learnt.level.max(self.base);
        self.worth.learnt(level, target);
        engine.statistics.backjumps += u64::from(target + 1 < level);
        engine.backtrack(target);
        self.brancher.backtracked(engine, target);
        let atoms = std::mem::take(&mut engine.analysis.learnt);
        let asserted = !atoms[0];
        if let [_] = atoms[..] {
            engine.axioms.push(asserted);
        } else {
            let reference = engine.learn(&atoms, learnt.lbd);
            let why = match atoms[..] {
                [_, other] => Reason::binary(engine.literal(!other).0),
                _ => Reason::clause(reference),
            };
            engine.trail.assert(asserted, why).expect("a learnt clause asserts an open atom");
        }
        engine.analysis.learnt = atoms;
        engine.activity.decay();
        engine.clauses.decay();
        true
    }

    /// Whether to learn from the conflict at hand.
    fn learns(&mut self, engine: &mut Engine) -> bool {
        if !self.learning {
            return false;
        }
        // Only learning tells which assumptions cannot hold together, or that the blame is on none.
        if !self.assumptions.is_empty() {
            return true;
        }
        // Without restarts a given order is followed as it is: there clauses must save choices, or they only cost.
        let follows = self.restart == Restart::Never;
        let did = self.worth.pays();
        let pays = self.worth.look(&engine.statistics, follows);
        if did && !pays {
            engine.forget_learnt();
        } else if pays && !did && !self.worth.has_answers() {
            // What plain backtracking closed has no answer (or no better one): learning may leave it as it likes.
            self.base = 0;
        }
        if !pays {
            engine.weigh_conflict();
        }
        pays
    }

    /// Whether parts of the search were closed by plain backtracking: what the root knows then bounds only the rest.
    pub fn was_plain(&self) -> bool {
        !self.learning || self.worth.was_plain()
    }

    /// Turns the choice of `level` round, or of the nearest level below where that is possible. False at the end.
    fn turn_round(&mut self, engine: &mut Engine, level: u32) -> bool {
        for level in (self.assumptions.len() as u32 + 1..=level).rev() {
            let Some(choice) = engine.trail.decision(level) else { continue };
            engine.backtrack(level - 1);
            self.brancher.backtracked(engine, level - 1);
            self.base = level - 1;
            if engine.trail.assert(!choice, Reason::EXHAUSTED).is_ok() {
                return true;
            }
        }
        false
    }

    /// Restarts and forgets clauses when it is time.
    fn maintain(&mut self, engine: &mut Engine) {
        if !self.learning {
            return;
        }
        if engine.statistics.conflicts >= self.restart_at {
            self.restarts += 1;
            let run = run_length(self.restart, self.restarts + 1);
            self.restart_at = engine.statistics.conflicts.saturating_add(run);
            if engine.trail.level() > self.base {
                engine.statistics.restarts += 1;
                engine.backtrack(self.base);
                self.brancher.backtracked(engine, self.base);
            }
            self.brancher.restarted(engine);
        }
        if engine.statistics.learnt >= self.reduce_at {
            let step = if self.reduce_step < FIRST_REDUCTION { 1 } else { REDUCTION_STEP };
            self.reduce_step = (self.reduce_step + step).min(MOST_CLAUSES);
            self.reduce_at = engine.statistics.learnt + self.reduce_step;
            engine.reduce_clauses(self.reduce_step as usize);
        }
    }
}

impl Engine {
    /// Stores a learnt nogood as a clause; its first atom is open, its second became true last.
    fn learn(&mut self, atoms: &[Atom], lbd: u32) -> u32 {
        let mut lits = std::mem::take(&mut self.learnt_lits);
        lits.clear();
        for &atom in atoms {
            lits.push(self.literal(!atom));
        }
        for &lit in &lits {
            self.literals.retain(lit);
            self.activity.bump(lit.item());
        }
        let reference = self.clauses.add(&lits, Some(lbd));
        self.learnt_lits = lits;
        reference
    }
}

/// The assumptions that make `assumption` false, itself among them.
fn core(engine: &mut Engine, assumption: Atom) -> Vec<Atom> {
    let mut core = vec![assumption];
    let mut open = vec![!assumption];
    let mut seen = std::collections::HashSet::new();
    while let Some(atom) = open.pop() {
        let at = engine.trail.position(atom);
        if at == NONE || engine.trail.entries[at as usize].level() == 0 || !seen.insert(atom) {
            continue;
        }
        let entry = engine.trail.entries[at as usize];
        if entry.reason().tag == Tag::Decision {
            core.push(entry.atom());
            // With holes that earlier assumptions made, an assumption leads further than it says.
            engine.explain_skipping(at, atom, &mut open);
        } else {
            engine.explain(at, atom, &mut open);
        }
    }
    core.sort_unstable();
    core.dedup();
    core
}

/// How many conflicts the `n`th run has, counted from 1.
fn run_length(restart: Restart, n: u64) -> u64 {
    match restart {
        Restart::Never => u64::MAX,
        Restart::Constant(scale) => scale.max(1),
        Restart::Linear(scale) => scale.saturating_mul(n).max(1),
        // A float beyond the range becomes the largest number.
        Restart::Geometric { base, scale } => ((scale.max(1) as f64) * base.max(1.0).powf(n as f64 - 1.0)) as u64,
        Restart::Luby(scale) => scale.saturating_mul(luby(n)).max(1),
    }
}

/// 1, 1, 2, 1, 1, 2, 4, …
fn luby(mut i: u64) -> u64 {
    loop {
        let size = (i + 1).next_power_of_two();
        if size == i + 1 {
            return size / 2;
        }
        i -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn luby_runs() {
        let runs: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(runs, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
