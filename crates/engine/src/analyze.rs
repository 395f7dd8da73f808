//! Conflict analysis: from true atoms that cannot hold together to a clause that the search would have needed (first unique
//! implication point), made shorter by dropping what follows from the rest.
//!
//! Each entry of the trail carries at most one required atom. Where two atoms became true at the same entry, the weakest
//! atom that implies both and became true there takes their place.

use crate::atom::{Atom, Kind};
use crate::engine::Engine;
use crate::reason::Tag;
use crate::trail::{Entry, NONE};

/// How deep minimisation follows reasons.
const DEPTH: u32 = 24;
/// How many reasons minimisation asks for in one conflict.
const MINIMIZE_BUDGET: u32 = 400;
/// A reason of so many atoms counts as one more.
const LONG_REASON: u32 = 16;

/// Memory of the analysis, kept between conflicts so that none is allocated.
#[derive(Default)]
pub(crate) struct Scratch {
    /// The required atom of each entry, 0 for none.
    required: Vec<u64>,
    /// Atoms of an entry that minimisation found redundant, or not.
    redundant: Vec<u64>,
    needed: Vec<u64>,
    touched: Vec<u32>,
    /// Entries below the current level with a required atom.
    lower: Vec<u32>,
    reason: Vec<Atom>,
    /// The learnt nogood: true atoms that cannot hold together, the asserting one first.
    pub learnt: Vec<Atom>,
    stack: Vec<Atom>,
    place: Vec<u32>,
    /// For counting distinct levels.
    level_stamp: Vec<u64>,
    stamp: u64,
    budget: u32,
}

/// What to do with the learnt nogood in [`Scratch::learnt`].
pub(crate) struct Learnt {
    /// The level to return to, where the nogood makes its first atom false.
    pub level: u32,
    /// How many levels the nogood spans.
    pub lbd: u32,
}

impl Engine {
    /// The highest level among the atoms of the conflict.
    pub fn conflict_level(&self) -> u32 {
        self.nogood.iter().map(|&a| self.trail.level_of(a)).max().unwrap_or(0)
    }

    /// Learns from the conflict in `nogood`, whose highest level is the current one.
    pub fn analyze(&mut self) -> Learnt {
        let level = self.trail.level();
        let mut scratch = std::mem::take(&mut self.analysis);
        let size = self.trail.entries.len();
        if scratch.required.len() < size {
            scratch.required.resize(size, 0);
            scratch.redundant.resize(size, 0);
            scratch.needed.resize(size, 0);
        }
        scratch.lower.clear();
        let mut open = 0;
        for i in 0..self.nogood.len() {
            let atom = self.nogood[i];
            self.activity.weigh(atom.var());
            self.require(&mut scratch, atom, level, &mut open);
        }
        let mut at = size;
        let asserting = loop {
            at -= 1;
            if scratch.required[at] == 0 {
                continue;
            }
            let atom = Atom::from_word(scratch.required[at]);
            if open == 1 {
                break atom;
            }
            debug_assert!(open > 0, "no atom of the current level left");
            open -= 1;
            scratch.required[at] = 0;
            let why = self.trail.entries[at].reason();
            if why.tag == Tag::Clause {
                self.bump_clause(&mut scratch, why.word as u32);
            }
            let mut reason = std::mem::take(&mut scratch.reason);
            reason.clear();
            self.explain(at as u32, atom, &mut reason);
            for &atom in &reason {
                self.require(&mut scratch, atom, level, &mut open);
            }
            scratch.reason = reason;
        };
        self.minimize(&mut scratch, asserting);
        for &at in &scratch.lower {
            scratch.required[at as usize] = 0;
        }
        scratch.required[at] = 0;
        let learnt = self.finish(&mut scratch);
        self.analysis = scratch;
        learnt
    }

    /// Notes that the conflict needs a true atom.
    fn require(&self, scratch: &mut Scratch, atom: Atom, level: u32, open: &mut u32) {
        let at = self.trail.position(atom);
        if at == NONE {
            return;
        }
        let entry = &self.trail.entries[at as usize];
        if entry.level() == 0 {
            return;
        }
        let word = &mut scratch.required[at as usize];
        if *word != 0 {
            *word = strongest(entry, Atom::from_word(*word), atom).bits();
            return;
        }
        *word = atom.bits();
        if entry.level() == level {
            *open += 1;
        } else {
            scratch.lower.push(at);
        }
    }

    fn bump_clause(&mut self, scratch: &mut Scratch, clause: u32) {
        let (trail, literals) = (&self.trail, &self.literals);
        // The levels are counted over the false literals; the asserted one shares the level of the last of them.
        let learnt = self.clauses.bump(clause, |lits| {
            scratch.stamp += 1;
            lits.skip(1).filter(|&l| scratch.is_new_level(trail.level_of(!literals.atom(l)))).count() as u32
        });
        self.statistics.reused += u64::from(learnt);
    }

    /// Leaves in `learnt` the asserting atom and those of `lower` that do not follow from the rest.
    fn minimize(&mut self, scratch: &mut Scratch, asserting: Atom) {
        let mut levels = 0u64;
        for &at in &scratch.lower {
            levels |= 1 << (self.trail.entries[at as usize].level() & 63);
        }
        scratch.budget = MINIMIZE_BUDGET;
        scratch.learnt.clear();
        scratch.learnt.push(asserting);
        for i in 0..scratch.lower.len() {
            let at = scratch.lower[i];
            let atom = Atom::from_word(scratch.required[at as usize]);
            if self.follows(scratch, at, atom, levels, 0) {
                self.statistics.minimized_literals += 1;
            } else {
                scratch.learnt.push(atom);
            }
        }
        for at in scratch.touched.drain(..) {
            scratch.redundant[at as usize] = 0;
            scratch.needed[at as usize] = 0;
        }
    }

    /// Whether the atom, true since the entry `at`, follows from required atoms of earlier entries.
    fn follows(&mut self, scratch: &mut Scratch, at: u32, atom: Atom, levels: u64, depth: u32) -> bool {
        let entry = &self.trail.entries[at as usize];
        let opaque = matches!(entry.reason().tag, Tag::Decision | Tag::Exhausted);
        if opaque || depth > DEPTH || scratch.budget == 0 || levels >> (entry.level() & 63) & 1 == 0 {
            return false;
        }
        if scratch.redundant[at as usize] == atom.bits() {
            return true;
        }
        if scratch.needed[at as usize] == atom.bits() {
            return false;
        }
        scratch.budget -= 1;
        let start = scratch.stack.len();
        let mut stack = std::mem::take(&mut scratch.stack);
        self.explain(at, atom, &mut stack);
        scratch.stack = stack;
        // Long reasons take long and hardly ever follow.
        scratch.budget = scratch.budget.saturating_sub((scratch.stack.len() - start) as u32 / LONG_REASON);
        let mut all = true;
        for i in start..scratch.stack.len() {
            let part = scratch.stack[i];
            let part_at = self.trail.position(part);
            if part_at == NONE || self.trail.entries[part_at as usize].level() == 0 {
                continue;
            }
            let required = scratch.required[part_at as usize];
            if required != 0 && Atom::from_word(required).implies(part) {
                continue;
            }
            if !self.follows(scratch, part_at, part, levels, depth + 1) {
                all = false;
                break;
            }
        }
        scratch.stack.truncate(start);
        scratch.touched.push(at);
        let memory = if all { &mut scratch.redundant } else { &mut scratch.needed };
        memory[at as usize] = atom.bits();
        all
    }

    /// Merges atoms of one variable, finds the level to return to and puts an atom of that level second.
    fn finish(&mut self, scratch: &mut Scratch) -> Learnt {
        merge_variables(&mut scratch.learnt, &mut scratch.place);
        scratch.stamp += 1;
        let mut lbd = 1;
        let mut back = (0, 1);
        for i in 1..scratch.learnt.len() {
            let level = self.trail.level_of(scratch.learnt[i]);
            lbd += u32::from(scratch.is_new_level(level));
            if level > back.0 {
                back = (level, i);
            }
        }
        if scratch.learnt.len() > 1 {
            scratch.learnt.swap(1, back.1);
        }
        self.statistics.learnt += 1;
        self.statistics.learnt_literals += scratch.learnt.len() as u64;
        Learnt { level: back.0, lbd }
    }
}

impl Scratch {
    fn is_new_level(&mut self, level: u32) -> bool {
        let at = level as usize;
        if self.level_stamp.len() <= at {
            self.level_stamp.resize(at + 1, 0);
        }
        std::mem::replace(&mut self.level_stamp[at], self.stamp) != self.stamp
    }
}

/// The weakest atom that implies two atoms which became true at the same entry, and became true there itself.
fn strongest(entry: &Entry, a: Atom, b: Atom) -> Atom {
    if a.implies(b) {
        return a;
    }
    if b.implies(a) {
        return b;
    }
    let x = entry.var;
    // The least bound that an atom asks for, seen from the side that moved.
    let above = |atom: Atom| if atom.kind() == Kind::Ne { atom.value() + 1 } else { atom.value() };
    let below = |atom: Atom| if atom.kind() == Kind::Ne { atom.value() - 1 } else { atom.value() };
    let is_eq = |atom: Atom| atom.kind() == Kind::Eq;
    if entry.kind() == Kind::Eq || is_eq(a) || is_eq(b) {
        x.eq(entry.new)
    } else if entry.raised_lo() {
        x.ge(above(a).max(above(b)))
    } else {
        x.le(below(a).min(below(b)))
    }
}

/// Replaces atoms of one variable by fewer that say the same. The first atom's variable keeps its place in front.
/// `place` remembers where a variable was last seen; what it holds from earlier calls does not matter.
fn merge_variables(atoms: &mut Vec<Atom>, place: &mut Vec<u32>) {
    let mut kept = 0;
    for i in 0..atoms.len() {
        let x = atoms[i].var();
        if place.len() <= x.index() {
            place.resize(x.index() + 1, 0);
        }
        let before = place[x.index()] as usize;
        if before < kept
            && atoms[before].var() == x
            && let Some(both) = conjunction(atoms[before], atoms[i])
        {
            atoms[before] = both;
        } else {
            place[x.index()] = kept as u32;
            atoms[kept] = atoms[i];
            kept += 1;
        }
    }
    atoms.truncate(kept);
}

/// One atom that says what two atoms of the same variable say together, if there is one.
fn conjunction(a: Atom, b: Atom) -> Option<Atom> {
    let x = a.var();
    let (v, w) = (a.value(), b.value());
    if a.implies(b) {
        return Some(a);
    }
    if b.implies(a) {
        return Some(b);
    }
    match (a.kind(), b.kind()) {
        (Kind::Ge, Kind::Le) | (Kind::Le, Kind::Ge) if v == w => Some(x.eq(v)),
        (Kind::Ge, Kind::Ne) | (Kind::Ne, Kind::Ge) if v == w => Some(x.ge(v + 1)),
        (Kind::Le, Kind::Ne) | (Kind::Ne, Kind::Le) if v == w => Some(x.le(v - 1)),
        _ => None,
    }
}
