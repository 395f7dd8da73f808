//! For tests of propagators: random decisions in the engine, with every removal, reason and conflict compared with the
//! list of all solutions.

use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::reason::{Reason, Tag};
use crate::trail::NONE;

/// How much the propagators claim to remove.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// Nothing but solutions among fixed values.
    Sound,
    /// Both bounds of each variable are in a solution within the bounds of all.
    Bounds,
    /// Every value is in a solution.
    Domain,
}

/// A small generator of numbers that look random (xorshift).
pub(crate) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n
    }

    /// A non-empty random subset of `from..from + span`.
    pub fn domain(&mut self, from: i32, span: usize) -> Vec<i32> {
        let keep = 1 + self.below(4);
        let mut values: Vec<i32> = (from..from + span as i32).filter(|_| self.below(4) < keep).collect();
        if values.is_empty() {
            values.push(from + self.below(span) as i32);
        }
        values
    }
}

pub(crate) fn intervals(values: &[i32]) -> Vec<(i32, i32)> {
    values.iter().map(|&v| (v, v)).collect()
}

/// All assignments of values to the variables that the test allows.
fn solutions(domains: &[Vec<i32>], holds: &dyn Fn(&[i32]) -> bool) -> Vec<Vec<i32>> {
    let mut all = vec![Vec::new()];
    for domain in domains {
        all = all
            .into_iter()
            .flat_map(|tuple: Vec<i32>| domain.iter().map(move |&v| tuple.iter().copied().chain([v]).collect()))
            .collect();
    }
    all.retain(|tuple| holds(tuple));
    all
}

/// Posts by `post` on variables with these domains, then decides at random down to a conflict or an answer.
pub(crate) fn try_out(
    domains: &[Vec<i32>],
    post: impl Fn(&mut Engine, &[VarId]),
    holds: impl Fn(&[i32]) -> bool,
    claim: Claim,
    random: &mut Random,
) {
    let all = solutions(domains, &holds);
    for _ in 0..4 {
        let mut engine = Engine::new();
        let xs: Vec<VarId> = domains.iter().map(|d| engine.add_variable(&intervals(d))).collect();
        post(&mut engine, &xs);
        // The root forgets why: decide before the first run, to see reasons of it too.
        loop {
            let result = if engine.dead { Err(()) } else { engine.propagate().map_err(|_| ()) };
            let place = |x: VarId| xs.iter().position(|&y| y == x);
            let allows = |atom: Atom, tuple: &[i32]| place(atom.var()).is_none_or(|i| atom.allows(tuple[i]));
            if result.is_err() {
                let nogood = engine.nogood.clone();
                let is_root = engine.trail.level() == 0;
                let left = all.iter().find(|t| is_root || nogood.iter().all(|&a| allows(a, t)));
                assert!(left.is_none(), "conflict {nogood:?} against {left:?}");
                assert!(is_root || nogood.iter().all(|&a| engine.trail.domains.is_true(a)));
                break;
            }
            check_reasons(&mut engine, &all, &allows);
            let inside = |t: &[i32]| xs.iter().zip(t).all(|(&x, &v)| engine.trail.domains.contains(x, v));
            let left: Vec<&Vec<i32>> = all.iter().filter(|t| inside(t)).collect();
            check_claim(&engine, &xs, &holds, &left, claim);
            let open: Vec<VarId> = xs.iter().copied().filter(|&x| !engine.trail.domains.is_fixed(x)).collect();
            if open.is_empty() {
                assert!(!left.is_empty(), "an answer that is none");
                break;
            }
            engine.push_level();
            let x = open[random.below(open.len())];
            let values: Vec<i32> = engine.trail.domains.values(x).collect();
            let v = values[random.below(values.len())];
            let atom = [x.eq(v), x.ne(v), x.ge(v), x.le(v)][random.below(4)];
            engine.trail.assert(atom, Reason::DECISION).expect("a value left");
        }
    }
}

fn check_reasons(engine: &mut Engine, all: &[Vec<i32>], allows: &dyn Fn(Atom, &[i32]) -> bool) {
    for at in 0..engine.trail.entries.len() as u32 {
        let entry = engine.trail.entries[at as usize];
        if entry.level() == 0 || entry.reason().tag == Tag::Decision {
            continue;
        }
        let mut reason = Vec::new();
        engine.explain(at, entry.atom(), &mut reason);
        for &a in &reason {
            assert!(engine.trail.domains.is_true(a), "{a:?} is no true reason");
            let since = engine.trail.position(a);
            assert!(since == NONE || since < at, "{a:?} is younger than {:?}", entry.atom());
        }
        let against = all.iter().find(|t| !allows(entry.atom(), t) && reason.iter().all(|&a| allows(a, t)));
        assert!(against.is_none(), "{reason:?} does not imply {:?}: {against:?}", entry.atom());
    }
}

fn check_claim(engine: &Engine, xs: &[VarId], holds: &dyn Fn(&[i32]) -> bool, left: &[&Vec<i32>], claim: Claim) {
    match claim {
        Claim::Sound => {}
        Claim::Domain => {
            for (i, &x) in xs.iter().enumerate() {
                for v in engine.trail.domains.values(x) {
                    assert!(left.iter().any(|t| t[i] == v), "{x:?} = {v} is in no solution");
                }
            }
        }
        Claim::Bounds => {
            let ranges: Vec<Vec<i32>> = xs.iter().map(|&x| (engine.lo(x)..=engine.hi(x)).collect()).collect();
            let within = solutions(&ranges, holds);
            for (i, &x) in xs.iter().enumerate() {
                for v in [engine.lo(x), engine.hi(x)] {
                    assert!(within.iter().any(|t| t[i] == v), "{x:?} = {v} is in no solution within the bounds");
                }
            }
        }
    }
}
