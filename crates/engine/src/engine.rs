//! The engine's state and its propagation loop: clauses to fixpoint first, then propagators by cost.
//!
//! A propagator with a guard must hold only where the guard is true (half-reification). While the guard is open the
//! propagator runs on trial: if it fails, what it failed on is the reason for the guard to be false, and nothing of
//! the trial stays.

use std::collections::VecDeque;

use crate::activity::Activity;
use crate::atom::{Atom, VarId};
use crate::authors::Authors;
use crate::clause::Clauses;
use crate::literal::{Lit, Literals, Truth};
use crate::propagator::{Asked, Conflict, Cx, Now, Past, Propagator, Subscriptions, event};
use crate::reason::{Reason, Tag, unpack};
use crate::search::{Stop, Watchdog};
use crate::statistics::Statistics;
use crate::store::Store;
use crate::trail::{Clash, Entry, NONE, Trail};
use crate::watch::Watch;

/// How many calls of propagators there are between looks at the clock.
const WATCH: u64 = 64;

struct Posted {
    propagator: Box<dyn Propagator>,
    guard: Option<Atom>,
    /// The model's constraint that it belongs to.
    constraint: u32,
    cost: u8,
    idempotent: bool,
    queued: bool,
}

#[derive(Clone, Copy)]
struct Subscription {
    propagator: u32,
    slot: u32,
    events: u8,
    asked: Asked,
}

#[derive(Default)]
pub(crate) struct Engine {
    pub trail: Trail,
    pub store: Store,
    pub literals: Literals,
    pub clauses: Clauses,
    pub activity: Activity,
    pub statistics: Statistics,
    propagators: Vec<Posted>,
    subscriptions: Vec<Vec<Subscription>>,
    /// All events of each variable that any propagator subscribed to.
    wanted: Vec<u8>,
    queues: [VecDeque<u32>; 4],
    /// Entries of the trail before this one were told to clauses and propagators.
    head: usize,
    /// True atoms that cannot hold together: why the last propagation failed.
    pub nogood: Vec<Atom>,
    /// Facts of the root that were found at a deeper level, to be asserted again after backtracking.
    pub axioms: Vec<Atom>,
    pub panicked: Option<(u32, String)>,
    /// Who made the entries of the trail, where somebody wants to know: then those of the root stay.
    pub authors: Option<Box<Authors>>,
    pub watchdog: Watchdog,
    /// Propagation itself took too long.
    pub interrupted: Option<Stop>,
    /// A contradiction at the root: there is no answer any more.
    pub dead: bool,
    on_trial: bool,
    falsified: Vec<Lit>,
    pub learnt_lits: Vec<Lit>,
    pub(crate) analysis: crate::analyze::Scratch,
}

impl Engine {
    pub fn new() -> Engine {
        let mut engine = Engine::default();
        engine.add_variable(&[(1, 1)]);
        engine
    }

    pub fn add_variable(&mut self, intervals: &[(i32, i32)]) -> VarId {
        let x = self.trail.add_variable(intervals);
        self.literals.add_variable(intervals[0].0, intervals[intervals.len() - 1].1);
        self.subscriptions.push(Vec::new());
        self.wanted.push(0);
        self.activity.add_variable();
        self.note_variable(intervals);
        x
    }

    pub fn lo(&self, x: VarId) -> i32 {
        self.trail.domains.lo(x)
    }

    pub fn hi(&self, x: VarId) -> i32 {
        self.trail.domains.hi(x)
    }

    pub fn propagator_count(&self) -> usize {
        self.propagators.len()
    }

    /// Posts a propagator at the root, to hold where `guard` does.
    pub fn post(&mut self, propagator: Box<dyn Propagator>, guard: Option<Atom>, constraint: u32) {
        debug_assert_eq!(self.trail.level(), 0);
        if guard.is_some_and(|g| self.trail.domains.is_false(g)) {
            return;
        }
        let guard = guard.filter(|&g| !self.trail.domains.is_true(g));
        let id = self.propagators.len() as u32;
        let mut to = Subscriptions::default();
        propagator.subscribe(&mut to);
        if let Some(g) = guard {
            to.on(g.var(), event::DOMAIN);
        }
        for s in to.all {
            let subscription = Subscription { propagator: id, slot: s.slot, events: s.events, asked: s.asked };
            self.subscriptions[s.x.index()].push(subscription);
            self.wanted[s.x.index()] |= s.events;
        }
        let cost = propagator.cost() as u8;
        let idempotent = propagator.idempotent();
        self.propagators.push(Posted { propagator, guard, constraint, cost, idempotent, queued: false });
        self.enqueue(id);
    }

    /// Asserts an atom at the root.
    pub fn assert_root(&mut self, atom: Atom) {
        debug_assert_eq!(self.trail.level(), 0);
        if self.trail.assert(atom, Reason::AXIOM).is_err() {
            self.dead = true;
        }
    }

    /// Adds a clause of the problem at the root.
    pub fn add_clause(&mut self, atoms: &[Atom]) {
        debug_assert_eq!(self.trail.level(), 0);
        if atoms.iter().any(|&a| self.trail.domains.is_true(a)) {
            return;
        }
        let mut open: Vec<Atom> = atoms.iter().copied().filter(|&a| !self.trail.domains.is_false(a)).collect();
        open.sort_unstable();
        open.dedup();
        match open[..] {
            [] => self.dead = true,
            [unit] => self.assert_root(unit),
            _ => {
                let mut lits: Vec<Lit> = open.iter().map(|&a| self.literal(a)).collect();
                // A literal and its negation are neighbours, and so are two forms of one atom.
                lits.sort_unstable();
                lits.dedup();
                if lits.windows(2).any(|w| w[0] == !w[1]) {
                    return;
                }
                if let [unit] = lits[..] {
                    return self.assert_root(self.literals.atom(unit));
                }
                lits.iter().for_each(|&l| self.literals.retain(l));
                self.clauses.add(&lits, None);
            }
        }
    }

    /// The literal of an atom, with room for its watches.
    pub fn literal(&mut self, atom: Atom) -> Lit {
        let lit = self.literals.literal(atom, &self.trail.domains);
        self.clauses.watches.make_room(self.literals.len());
        lit
    }

    fn enqueue(&mut self, id: u32) {
        let posted = &mut self.propagators[id as usize];
        if !posted.queued {
            posted.queued = true;
            self.queues[posted.cost as usize].push_back(id);
        }
    }

    /// How many propagators listen to the variable.
    pub fn subscriptions_of(&self, x: VarId) -> usize {
        self.subscriptions[x.index()].len()
    }

    /// Opens a level. Everything before it was told to clauses and propagators, so that what these keep of an entry is
    /// undone together with the entry.
    pub fn push_level(&mut self) {
        debug_assert_eq!(self.head, self.trail.entries.len());
        self.trail.push_level();
        self.store.push_level();
    }

    pub fn backtrack(&mut self, level: u32) {
        self.undo(level, true);
    }

    /// Undoes everything above `level`; with `remember`, the search will try the values again that variables had.
    fn undo(&mut self, level: u32, remember: bool) {
        if level >= self.trail.level() {
            return;
        }
        let (literals, head) = (&mut self.literals, self.head);
        self.trail.undo(level, remember, |at, entry, domains| {
            if at < head {
                literals.unassign(entry, entry.fixed(), domains);
            }
        });
        self.unsign();
        self.store.backtrack(level);
        self.head = self.head.min(self.trail.entries.len());
    }

    /// Everything that follows now, or a conflict: then `nogood` holds true atoms that cannot hold together.
    pub fn propagate(&mut self) -> Result<(), Conflict> {
        let result = self.assert_axioms().and_then(|()| self.fixpoint());
        if self.interrupted.is_some() {
            // What is queued stays queued: a later call goes on from here.
        } else if result.is_err() {
            self.dead |= self.trail.level() == 0 && self.panicked.is_none();
            for queue in &mut self.queues {
                for id in queue.drain(..) {
                    self.propagators[id as usize].queued = false;
                }
            }
            // The entries not told to the clauses are of the current level and will be undone.
        } else {
            self.forget_root();
        }
        result
    }

    /// At the root nothing will be undone or explained: its history goes.
    fn forget_root(&mut self) {
        if self.trail.level() == 0 && self.head == self.trail.entries.len() && self.authors.is_none() {
            self.trail.forget_root();
            self.store.forget_root();
            self.head = 0;
        }
    }

    fn assert_axioms(&mut self) -> Result<(), Conflict> {
        for i in 0..self.axioms.len() {
            let atom = self.axioms[i];
            if let Err(clash) = self.trail.assert(atom, Reason::AXIOM) {
                return Err(self.clashed(clash));
            }
        }
        if self.trail.level() == 0 {
            self.axioms.clear();
        }
        Ok(())
    }

    fn fixpoint(&mut self) -> Result<(), Conflict> {
        // What an idempotent propagator changed itself, up to this entry, need not wake it.
        let mut own = (NONE, 0);
        loop {
            while self.head < self.trail.entries.len() {
                let entry = self.trail.entries[self.head];
                self.head += 1;
                self.visit_clauses(&entry)?;
                self.wake(&entry, if self.head <= own.1 { own.0 } else { NONE });
            }
            let Some(id) = self.queues.iter_mut().find_map(VecDeque::pop_front) else { return Ok(()) };
            self.propagators[id as usize].queued = false;
            self.statistics.propagations += 1;
            if self.statistics.propagations.is_multiple_of(WATCH) {
                self.forget_root();
                self.interrupted = self.watchdog.check(self.trail.entries.len());
                if self.interrupted.is_some() {
                    self.enqueue(id);
                    return Err(Conflict);
                }
            }
            let result = self.run(id);
            self.sign(Some(self.propagators[id as usize].constraint as usize));
            result?;
            own = if self.propagators[id as usize].idempotent { (id, self.trail.entries.len()) } else { (NONE, 0) };
        }
    }

    fn wake(&mut self, entry: &Entry, except: u32) {
        let x = entry.var.index();
        let (raised, lowered) = match entry.kind() {
            crate::atom::Kind::Eq => (entry.new > entry.old_lo, entry.new < entry.old_hi),
            _ => (entry.raised_lo(), entry.lowered_hi()),
        };
        let mut events = event::DOMAIN;
        if raised {
            events |= event::LO;
        }
        if lowered {
            events |= event::HI;
        }
        if entry.fixed().is_some() {
            events |= event::FIX;
        }
        if self.wanted[x] & events == 0 {
            return;
        }
        for i in 0..self.subscriptions[x].len() {
            let s = self.subscriptions[x][i];
            if s.events & events == 0 {
                continue;
            }
            let posted = &mut self.propagators[s.propagator as usize];
            let now = Now { trail: &self.trail };
            let due = match s.asked {
                Asked::Counts => {
                    let moved = entry.moved();
                    posted.propagator.counts(s.slot, moved, &now, &mut self.store) && s.propagator != except
                }
                _ if s.propagator == except || posted.queued => false,
                Asked::Wakes => posted.propagator.wakes(s.slot, &now),
                Asked::No => true,
            };
            if due {
                self.enqueue(s.propagator);
            }
        }
    }

    fn visit_clauses(&mut self, entry: &Entry) -> Result<(), Conflict> {
        let mut falsified = std::mem::take(&mut self.falsified);
        falsified.clear();
        let watches = &self.clauses.watches;
        self.literals.assign(entry, entry.fixed(), &self.trail.domains, |lit| {
            if watches.len(lit) > 0 {
                falsified.push(lit);
            }
        });
        let result = falsified.iter().try_for_each(|&lit| self.visit_watches(lit));
        self.falsified = falsified;
        result
    }

    /// Visits the clauses that watch a literal that became false.
    fn visit_watches(&mut self, lit: Lit) -> Result<(), Conflict> {
        // No watch of this literal is added on the way: a clause moves to literals that are not false.
        let watches = self.clauses.watches.range(lit);
        let mut kept = watches.start;
        let mut result = Ok(());
        let mut next = watches.start;
        'watches: while next < watches.end {
            let mut watch = self.clauses.watches.get(next);
            next += 1;
            if self.literals.truth(watch.blocker) == Truth::True {
                self.clauses.watches.set(kept, watch);
                kept += 1;
                continue;
            }
            let (asserted, why) = if watch.is_binary() {
                (watch.blocker, Reason::binary(lit.0))
            } else {
                let clause = watch.reference();
                let lits = self.clauses.lits_mut(clause);
                if lits[0] == lit.0 {
                    lits.swap(0, 1);
                }
                let first = Lit(lits[0]);
                if first != watch.blocker && self.literals.truth(first) == Truth::True {
                    watch.blocker = first;
                    self.clauses.watches.set(kept, watch);
                    kept += 1;
                    continue;
                }
                for at in 2..lits.len() {
                    let other = Lit(lits[at]);
                    if self.literals.truth(other) != Truth::False {
                        lits.swap(1, at);
                        self.clauses.watches.push(other, Watch::new(first, clause, false));
                        continue 'watches;
                    }
                }
                watch.blocker = first;
                (first, Reason::clause(clause))
            };
            self.clauses.watches.set(kept, watch);
            kept += 1;
            let done = self.trail.assert(self.literals.atom(asserted), why);
            self.sign_clause(watch.reference());
            if let Err(clash) = done {
                result = Err(self.clashed(clash));
                break;
            }
        }
        self.clauses.watches.close_gap(lit, kept..next);
        result
    }

    fn run(&mut self, id: u32) -> Result<(), Conflict> {
        match self.propagators[id as usize].guard {
            None => self.call(id, None),
            Some(guard) if self.trail.domains.is_true(guard) => self.call(id, Some(guard)),
            Some(guard) if self.trail.domains.is_false(guard) => Ok(()),
            Some(guard) => self.try_out(id, guard),
        }
    }

    fn call(&mut self, id: u32, guard: Option<Atom>) -> Result<(), Conflict> {
        let posted = &mut self.propagators[id as usize];
        let (mut clash, mut panicked) = (None, None);
        let mut cx = Cx {
            trail: &mut self.trail,
            store: &mut self.store,
            me: id,
            guard,
            nogood: &mut self.nogood,
            clash: &mut clash,
            panicked: &mut panicked,
        };
        let result = posted.propagator.propagate(&mut cx);
        if let Some(message) = panicked {
            self.panicked = Some((posted.constraint, message));
        }
        match clash {
            Some(clash) if result.is_err() => Err(self.clashed(clash)),
            _ => result,
        }
    }

    /// Runs a propagator whose guard is open, undoes what it did, and makes the guard false if it failed.
    fn try_out(&mut self, id: u32, guard: Atom) -> Result<(), Conflict> {
        let level = self.trail.level();
        let start = self.trail.entries.len() as u32;
        self.push_level();
        self.on_trial = true;
        let failed = loop {
            let before = self.trail.entries.len();
            if self.call(id, None).is_err() {
                break true;
            }
            if self.trail.entries.len() == before || self.propagators[id as usize].idempotent {
                break false;
            }
        };
        let mut open = std::mem::take(&mut self.nogood);
        let mut why = Vec::new();
        while failed && let Some(atom) = open.pop() {
            let at = self.trail.position(atom);
            if at == NONE || at < start {
                why.push(atom);
            } else {
                self.explain(at, atom, &mut open);
            }
        }
        self.on_trial = false;
        self.nogood = open;
        self.undo(level, false);
        if !failed || self.panicked.is_some() {
            return if failed { Err(Conflict) } else { Ok(()) };
        }
        let why = self.trail.reasons.add(&why, None);
        self.trail.assert(!guard, why).map(|_| ()).map_err(|clash| self.clashed(clash))
    }

    /// Turns a clash into a nogood: the reason of the atom, and its opposite.
    fn clashed(&mut self, clash: Clash) -> Conflict {
        let mut nogood = std::mem::take(&mut self.nogood);
        nogood.clear();
        nogood.push(!clash.atom);
        let before = self.trail.entries.len() as u32;
        self.reason_atoms(clash.why, clash.atom, before, self.trail.level(), &mut nogood);
        self.nogood = nogood;
        Conflict
    }

    /// Pushes atoms that were true before the entry `at` and imply `atom`, which became true there.
    pub fn explain(&mut self, at: u32, atom: Atom, out: &mut Vec<Atom>) {
        let asked = self.explain_skipping(at, atom, out);
        let entry = self.trail.entries[at as usize];
        self.reason_atoms(entry.reason(), asked, at, entry.level(), out);
    }

    /// What must have been asserted at the entry `at` for `atom` to become true there. Pushes the rest of why it did:
    /// holes that a bound skipped, the other bound of a fixed variable.
    pub fn explain_skipping(&self, at: u32, atom: Atom, out: &mut Vec<Atom>) -> Atom {
        use crate::atom::Kind::{Eq, Ge, Le, Ne};
        let entry = self.trail.entries[at as usize];
        let x = entry.var;
        let v = entry.value;
        match (entry.kind(), atom.kind()) {
            (Eq, _) => x.eq(v),
            (Ne, Ne) => x.ne(v),
            (Ge, Ne) => x.ge(atom.value() + 1),
            (Le, Ne) => x.le(atom.value() - 1),
            (_, kind) => {
                let w = atom.value();
                if entry.raised_lo() {
                    if kind == Eq {
                        out.push(x.le(w));
                    }
                    let from = if entry.kind() == Ne {
                        out.push(x.ge(v));
                        v + 1
                    } else {
                        v
                    };
                    self.trail.domains.for_each_hole(x, (from, w - 1), |u| out.push(x.ne(u)));
                    if entry.kind() == Ne { x.ne(v) } else { x.ge(w.min(v)) }
                } else {
                    if kind == Eq {
                        out.push(x.ge(w));
                    }
                    let from = if entry.kind() == Ne {
                        out.push(x.le(v));
                        v - 1
                    } else {
                        v
                    };
                    self.trail.domains.for_each_hole(x, (w + 1, from), |u| out.push(x.ne(u)));
                    if entry.kind() == Ne { x.ne(v) } else { x.le(w.max(v)) }
                }
            }
        }
    }

    /// Pushes the atoms of a reason for `atom`, asserted at the entry `before`.
    fn reason_atoms(&mut self, why: Reason, atom: Atom, before: u32, level: u32, out: &mut Vec<Atom>) {
        match why.tag {
            Tag::Axiom => {}
            Tag::Decision => unreachable!("a decision has no reason"),
            Tag::Atom => out.push(Atom::from_word(why.word)),
            Tag::Atoms => out.extend_from_slice(self.trail.reasons.get(why.word)),
            Tag::Binary => out.push(!self.literals.atom(Lit(why.word as u32))),
            Tag::Clause => {
                let clause = why.word as u32;
                out.extend(self.clauses.lits(clause).skip(1).map(|l| !self.literals.atom(l)));
            }
            Tag::Lazy => {
                let (id, data) = unpack(why.word);
                let posted = &mut self.propagators[id as usize];
                posted.propagator.explain(&Past { trail: &self.trail, before }, atom, data, out);
                if !self.on_trial {
                    out.extend(posted.guard);
                }
            }
            Tag::Exhausted => out.extend((1..=level).filter_map(|l| self.trail.decision(l))),
        }
    }

    /// The variables of the conflict at hand took part in one.
    pub fn weigh_conflict(&mut self) {
        for i in 0..self.nogood.len() {
            self.activity.weigh(self.nogood[i].var());
        }
    }

    /// Deletes all learnt clauses but those that are reasons now.
    pub fn forget_learnt(&mut self) {
        let mut before = usize::MAX;
        while self.clauses.learnt_count() < before {
            before = self.clauses.learnt_count();
            self.reduce_clauses(0);
        }
    }

    /// Deletes learnt clauses that help least, and gives their memory back.
    pub fn reduce_clauses(&mut self, room: usize) {
        let (trail, literals) = (&self.trail, &mut self.literals);
        let mut deleted = Vec::new();
        // The clause that asserted a literal is its reason; a binary one is known by its other literal.
        let asserted = |lit: Lit, by: Reason| {
            let atom = literals.atom(lit);
            trail.domains.is_true(atom)
                && trail.entries.get(trail.position(atom) as usize).is_some_and(|e| e.reason() == by)
        };
        let locked = |clause: u32, first: Lit, second: Lit, binary: bool| {
            if binary {
                asserted(first, Reason::binary(second.0)) || asserted(second, Reason::binary(first.0))
            } else {
                asserted(first, Reason::clause(clause))
            }
        };
        self.clauses.reduce(room, locked, |lit| deleted.push(lit));
        for lit in deleted {
            if literals.release(lit) {
                self.activity.forget(lit.item());
            }
        }
        if self.clauses.is_wasteful() {
            let moves = self.clauses.compact();
            for entry in &mut self.trail.entries {
                if entry.reason().tag == Tag::Clause {
                    entry.set_clause(crate::clause::new_place(&moves, entry.reason().word as u32));
                }
            }
        }
    }
}
