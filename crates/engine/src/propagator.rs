//! What a propagator is: it removes values that cannot be part of an answer, and says why.
//!
//! Every change is an asserted [`Atom`] with a [`Why`]: atoms that are true and together imply it. A lazy reason costs
//! nothing until a conflict needs it; then [`Propagator::explain`] is asked, with a view of the past.

use crate::atom::{Atom, VarId};
use crate::reason::Reason;
use crate::store::Store;
use crate::trail::{Clash, Trail};

/// Changes of a domain that a propagator can subscribe to; or them together.
pub mod event {
    /// The lower bound rose.
    pub const LO: u8 = 1;
    /// The upper bound fell.
    pub const HI: u8 = 2;
    /// One value is left.
    pub const FIX: u8 = 4;
    /// Any value was removed.
    pub const DOMAIN: u8 = 8;
    /// Either bound moved.
    pub const BOUNDS: u8 = LO | HI;

    /// The event with which an atom becomes true.
    pub(crate) fn making(atom: crate::atom::Atom) -> u8 {
        match atom.kind() {
            crate::atom::Kind::Ge => LO,
            crate::atom::Kind::Le => HI,
            crate::atom::Kind::Eq => FIX,
            crate::atom::Kind::Ne => DOMAIN,
        }
    }
}

/// What a call costs: cheap ones run first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cost {
    /// A few steps.
    Constant,
    /// About as many steps as there are variables.
    Linear,
    /// More.
    Quadratic,
    /// Much more.
    High,
}

/// The subscriptions of a propagator, collected when it is posted.
#[derive(Default)]
pub struct Subscriptions {
    pub(crate) all: Vec<Subscription>,
}

/// Whether and how a propagator is asked before an event makes it run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    No,
    Wakes,
    Counts,
}

pub(crate) struct Subscription {
    pub x: VarId,
    pub events: u8,
    pub slot: u32,
    pub asked: Asked,
}

impl Subscriptions {
    /// Run after any of these events on `x`.
    pub fn on(&mut self, x: VarId, events: u8) {
        self.all.push(Subscription { x, events, slot: 0, asked: Asked::No });
    }

    /// After any of these events on `x` ask [`Propagator::wakes`] with this slot first. A propagator that is due already
    /// is not asked, so what it watches must be set right again in `propagate`.
    pub fn filtered(&mut self, x: VarId, events: u8, slot: usize) {
        self.all.push(Subscription { x, events, slot: slot as u32, asked: Asked::Wakes });
    }

    /// Tell [`Propagator::counts`] with this slot of every such event on `x`, whether the propagator is due or not and
    /// whoever caused it. Events are told before the next run and while the level that they belong to is the last one, so
    /// that what the [`Store`] keeps of them agrees with the domains at each run.
    pub fn counted(&mut self, x: VarId, events: u8, slot: usize) {
        self.all.push(Subscription { x, events, slot: slot as u32, asked: Asked::Counts });
    }
}

/// The current state contradicts the constraint. The context it came from knows why.
#[derive(Debug)]
pub struct Conflict;

/// A filter for one constraint, with reasons.
///
/// It may keep state of its own; what must be undone on backtracking lives in the [`Store`]. `propagate` must be right
/// when called at any time with any domains: what `wakes` saw may only save work.
pub trait Propagator {
    /// Names the events that make it run again.
    fn subscribe(&self, to: &mut Subscriptions);

    /// When it runs, relative to others.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// Whether a second call right after the first could not remove anything more.
    fn idempotent(&self) -> bool {
        false
    }

    /// For a filtered subscription: whether the event calls for a run.
    fn wakes(&mut self, _slot: u32, _now: &Now<'_>) -> bool {
        true
    }

    /// For a counted subscription: notes how far the bounds moved. Whether that calls for a run.
    fn counts(&mut self, _slot: u32, _moved: Moved, _now: &Now<'_>, _store: &mut Store) -> bool {
        true
    }

    /// Removes values, each with its reason, or fails. Once all variables are fixed it must fail unless the constraint holds.
    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict>;

    /// For a lazy reason: pushes atoms that were true just before and imply `atom`.
    ///
    /// `atom` is what was asserted, or a weaker bound on the same side (asserted `[x ≥ 5]`, asked `[x ≥ 3]`): explaining
    /// just that much gives better clauses.
    fn explain(&mut self, _past: &Past<'_>, atom: Atom, _data: u32, _out: &mut Vec<Atom>) {
        unreachable!("{atom:?} has a lazy reason of a propagator that gives none")
    }
}

/// Why an asserted atom is true.
#[derive(Clone, Copy)]
pub enum Why<'a> {
    /// The propagator explains when asked; the number is its own.
    Lazy(u32),
    /// This atom implies it.
    One(Atom),
    /// These atoms together imply it.
    All(&'a [Atom]),
}

/// The state as a propagator sees it, and may change it.
pub struct Cx<'a> {
    pub(crate) trail: &'a mut Trail,
    /// The propagators' reversible words.
    pub store: &'a mut Store,
    pub(crate) me: u32,
    /// The literal under which the constraint must hold, true now: part of every reason.
    pub(crate) guard: Option<Atom>,
    pub(crate) nogood: &'a mut Vec<Atom>,
    pub(crate) clash: &'a mut Option<Clash>,
    pub(crate) panicked: &'a mut Option<String>,
}

/// How far one change moved the bounds of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Moved {
    /// The lower bound up.
    pub raised: i64,
    /// The upper bound down.
    pub lowered: i64,
}

/// The state as it is now, to look at.
pub struct Now<'a> {
    pub(crate) trail: &'a Trail,
}

/// The state as it was just before an atom became true.
pub struct Past<'a> {
    pub(crate) trail: &'a Trail,
    pub(crate) before: u32,
}

impl Now<'_> {
    /// The bounds.
    #[inline]
    pub fn bounds(&self, x: VarId) -> (i32, i32) {
        (self.trail.domains.lo(x), self.trail.domains.hi(x))
    }

    /// Whether the atom cannot hold any more.
    pub fn is_false(&self, atom: Atom) -> bool {
        self.trail.domains.is_false(atom)
    }

    /// Whether the atom holds.
    pub fn is_true(&self, atom: Atom) -> bool {
        self.trail.domains.is_true(atom)
    }

    /// Whether one value is left.
    pub fn is_fixed(&self, x: VarId) -> bool {
        self.trail.domains.is_fixed(x)
    }
}

impl Cx<'_> {
    /// The state, only to look at.
    pub fn now(&self) -> Now<'_> {
        Now { trail: self.trail }
    }

    /// The least value.
    #[inline]
    pub fn lo(&self, x: VarId) -> i32 {
        self.trail.domains.lo(x)
    }

    /// The greatest value.
    #[inline]
    pub fn hi(&self, x: VarId) -> i32 {
        self.trail.domains.hi(x)
    }

    /// Whether one value is left.
    #[inline]
    pub fn is_fixed(&self, x: VarId) -> bool {
        self.trail.domains.is_fixed(x)
    }

    /// Whether `v` is a value.
    #[inline]
    pub fn contains(&self, x: VarId, v: i32) -> bool {
        self.trail.domains.contains(x, v)
    }

    /// Whether the domain is stored value by value (its first bounds spanned at most a few thousand values).
    pub fn is_dense(&self, x: VarId) -> bool {
        self.trail.domains.is_dense(x)
    }

    /// The number of values; for a wide domain, of those that the bounds span.
    pub fn size(&self, x: VarId) -> u64 {
        self.trail.domains.size(x)
    }

    /// The number of values where it is at most `limit`, else `limit`.
    pub fn count_up_to(&self, x: VarId, limit: u64) -> u64 {
        let size = self.size(x);
        if self.is_dense(x) { size.min(limit) } else { self.values(x).take(limit as usize).count() as u64 }
    }

    /// The values of a dense domain from `from` to `from + 63`, as bits.
    #[inline]
    pub fn window(&self, x: VarId, from: i64) -> u64 {
        self.trail.domains.window(x, from)
    }

    /// The values, ascending. Collect them first to change the domain while going over it.
    pub fn values(&self, x: VarId) -> impl Iterator<Item = i32> + '_ {
        self.trail.domains.values(x)
    }

    /// The least value ≥ `v` (which is at most `hi`).
    pub fn at_or_above(&self, x: VarId, v: i32) -> i32 {
        self.trail.domains.at_or_above(x, v)
    }

    /// Whether the atom holds now.
    #[inline]
    pub fn is_true(&self, atom: Atom) -> bool {
        self.trail.domains.is_true(atom)
    }

    /// Whether the atom cannot hold any more.
    #[inline]
    pub fn is_false(&self, atom: Atom) -> bool {
        self.trail.domains.is_false(atom)
    }

    /// Makes the atom true, for a reason.
    #[inline]
    pub fn assert(&mut self, atom: Atom, why: Why<'_>) -> Result<(), Conflict> {
        if self.trail.domains.is_true(atom) {
            return Ok(());
        }
        let why = match (why, self.guard) {
            (Why::Lazy(data), _) => Reason::lazy(self.me, data),
            (Why::One(atom), None) => Reason::atom(atom),
            (Why::One(atom), guard) => self.trail.reasons.add(&[atom], guard),
            (Why::All([]), Some(guard)) => Reason::atom(guard),
            (Why::All(atoms), guard) => self.trail.reasons.add(atoms, guard),
        };
        match self.trail.assert(atom, why) {
            Ok(_) => Ok(()),
            Err(clash) => {
                *self.clash = Some(clash);
                Err(Conflict)
            }
        }
    }

    /// Fails because these atoms, true now, cannot hold together.
    pub fn fail(&mut self, atoms: &[Atom]) -> Conflict {
        self.fail_with(|_, out| out.extend_from_slice(atoms))
    }

    /// Fails because the atoms that `explain` pushes, true now, cannot hold together.
    pub fn fail_with(&mut self, explain: impl FnOnce(&Past<'_>, &mut Vec<Atom>)) -> Conflict {
        self.nogood.clear();
        let past = Past { trail: self.trail, before: self.trail.entries.len() as u32 };
        explain(&past, self.nogood);
        self.nogood.extend(self.guard);
        Conflict
    }

    /// The state as it is, as an explanation sees it.
    pub fn past(&self) -> Past<'_> {
        Past { trail: self.trail, before: self.trail.entries.len() as u32 }
    }

    /// Stops the search: a user's code panicked.
    pub(crate) fn user_panicked(&mut self, message: String) -> Conflict {
        *self.panicked = Some(message);
        self.fail(&[])
    }
}

impl Past<'_> {
    /// The bounds by now: none is weaker than then.
    #[inline]
    pub fn bounds_now(&self, x: VarId) -> (i32, i32) {
        (self.trail.domains.lo(x), self.trail.domains.hi(x))
    }

    /// The bounds then.
    pub fn bounds(&self, x: VarId) -> (i32, i32) {
        self.trail.bounds_before(x, self.before)
    }

    /// The least value then.
    pub fn lo(&self, x: VarId) -> i32 {
        self.bounds(x).0
    }

    /// The greatest value then.
    pub fn hi(&self, x: VarId) -> i32 {
        self.bounds(x).1
    }

    /// Whether `v` was a value then.
    pub fn contains(&self, x: VarId, v: i32) -> bool {
        self.trail.contained_before(x, v, self.before)
    }

    /// [`Past::contains`] where the bounds then are known: for many values of one variable.
    pub fn contains_within(&self, x: VarId, v: i32, (lo, hi): (i32, i32)) -> bool {
        v >= lo && v <= hi && self.trail.was_no_hole(x, v, self.before)
    }

    /// Calls `each` with values between the bounds that were removed one by one, then or since.
    pub fn for_each_hole(&self, x: VarId, bounds: (i32, i32), each: impl FnMut(i32)) {
        self.trail.domains.for_each_hole(x, bounds, each);
    }

    /// Pushes atoms, true then, that rule these ascending values out, none of which `x` had: each by itself where they
    /// are few, else by the bounds or the value that `x` had.
    pub fn rule_out(&self, x: VarId, values: &[i32], out: &mut Vec<Atom>) {
        let (lo, hi) = self.bounds(x);
        let below = values.partition_point(|&v| v < lo);
        let above = values.len() - values.partition_point(|&v| v <= hi);
        if lo == hi && below > 0 && above > 0 && values.len() > 2 {
            return out.push(x.eq(lo));
        }
        let (mut from, mut to) = (0, values.len());
        if below > 1 {
            out.push(x.ge(values[below - 1] + 1));
            from = below;
        }
        if above > 1 {
            to -= above;
            out.push(x.le(values[to] - 1));
        }
        out.extend(values[from..to].iter().map(|&v| x.ne(v)));
    }

    /// Whether the atom held then.
    pub fn is_true(&self, atom: Atom) -> bool {
        let (lo, hi) = self.bounds(atom.var());
        match atom.kind() {
            crate::atom::Kind::Ge => lo >= atom.value(),
            crate::atom::Kind::Le => hi <= atom.value(),
            crate::atom::Kind::Eq => lo == hi && lo == atom.value(),
            crate::atom::Kind::Ne => !self.contains(atom.var(), atom.value()),
        }
    }
}
