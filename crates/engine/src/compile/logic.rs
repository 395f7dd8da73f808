//! Boolean constraints, membership and counting.

use entail_model::{Bool, Domain, Linear, Relation};

use super::Compiler;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::{AtMostOne, Count, Parity};

/// Membership in a set is stated value by value up to this many values, by intervals beyond.
const BY_VALUE: u64 = 64;

impl Compiler {
    pub(super) fn parity(&mut self, engine: &mut Engine, of: &[Bool], odd: bool, guard: Option<Atom>) {
        let atoms = of.iter().map(|&b| self.atom(b)).collect();
        self.post(engine, Parity::new(atoms, odd), guard);
    }

    pub(super) fn at_most_one(&mut self, engine: &mut Engine, of: &[Bool], guard: Option<Atom>) {
        let atoms = of.iter().map(|&b| self.atom(b)).collect();
        self.post(engine, AtMostOne::new(atoms), guard);
    }

    /// `x` lies in `set` where the guard holds.
    pub(super) fn member(&mut self, engine: &mut Engine, x: VarId, set: &Domain, guard: Option<Atom>) {
        let domain = Domain::from_intervals([(engine.lo(x).into(), engine.hi(x).into())]);
        let inside = domain.intersection(set);
        let (Some(min), Some(max)) = (inside.min(), inside.max()) else {
            return self.require(engine, Atom::FALSE, guard);
        };
        self.require(engine, x.ge(min as i32), guard);
        self.require(engine, x.le(max as i32), guard);
        if engine.dead {
            return;
        }
        if engine.trail.domains.is_dense(x) && engine.trail.domains.size(x) <= BY_VALUE {
            let values: Vec<i32> = engine.trail.domains.values(x).collect();
            let mut support: Vec<Atom> = guard.map(|g| !g).into_iter().collect();
            for v in values {
                if inside.contains(v.into()) {
                    support.push(x.eq(v));
                } else {
                    self.require(engine, x.ne(v), guard);
                }
            }
            if guard.is_some() {
                engine.add_clause(&support);
            }
            return;
        }
        for w in inside.intervals().windows(2) {
            let gap = [x.le(w[0].1 as i32), x.ge(w[1].0 as i32)];
            let clause: Vec<Atom> = gap.into_iter().chain(guard.map(|g| !g)).collect();
            engine.add_clause(&clause);
        }
    }

    /// An atom that is true exactly where `x` lies in `set`.
    fn membership(&mut self, engine: &mut Engine, x: VarId, set: &Domain) -> Atom {
        if let Some(atom) = self.interval(engine, x, set) {
            return atom;
        }
        let outside = complement(set, engine.lo(x).into(), engine.hi(x).into());
        let b = engine.add_variable(&[(0, 1)]);
        self.member(engine, x, set, Some(b.ge(1)));
        self.member(engine, x, &outside, Some(b.le(0)));
        b.ge(1)
    }

    /// The atom of `x` that is true exactly where `x` lies in `set`, if there is one.
    pub(super) fn interval(&self, engine: &Engine, x: VarId, set: &Domain) -> Option<Atom> {
        let (lo, hi) = (engine.lo(x), engine.hi(x));
        match *Domain::from_intervals([(lo.into(), hi.into())]).intersection(set).intervals() {
            [] => Some(Atom::FALSE),
            [(a, b)] if a == b => Some(x.eq(a as i32)),
            [(a, b)] if a <= lo.into() => Some(x.le(b as i32)),
            [(a, b)] if b >= hi.into() => Some(x.ge(a as i32)),
            _ => None,
        }
    }

    /// How many of them lie in `values` stands in the relation to `times`, where the guard holds. The count itself is
    /// a variable that exists in any case.
    pub(super) fn count(
        &mut self,
        engine: &mut Engine,
        of: &[Linear],
        values: &Domain,
        relation: Relation,
        times: &Linear,
        guard: Option<Atom>,
    ) {
        let xs = self.operand_vars(engine, of);
        let atoms: Vec<Atom> = xs.iter().map(|&x| self.membership(engine, x, values)).collect();
        if relation == Relation::Eq
            && guard.is_none()
            && let Some(n) = self.own(times)
        {
            let count = Count::new(atoms, n, &mut engine.store);
            return self.post(engine, count, None);
        }
        let n = engine.add_variable(&[(0, atoms.len() as i32)]);
        let count = Count::new(atoms, n, &mut engine.store);
        self.post(engine, count, None);
        self.compare(engine, n, relation, times, guard);
    }
}

/// The values from `lo` to `hi`, values of variables, that are not in the set.
pub(super) fn complement(set: &Domain, lo: i64, hi: i64) -> Domain {
    let set = set.intersection(&Domain::from_intervals([(lo, hi)]));
    let starts = std::iter::once(lo).chain(set.intervals().iter().map(|i| i.1 + 1));
    let ends = set.intervals().iter().map(|i| i.0 - 1).chain([hi]);
    Domain::from_intervals(starts.zip(ends))
}
