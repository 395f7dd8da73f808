//! The harness finds mistakes: a propagator with a wrong bound, a wrong reason or a missing wake-up makes it fail, and the
//! same propagator without the mistake does not.

use entail_model::{Constraint, Linear, Model, Relation};

use super::check::{Built, Case, check, compiled};
use super::claim::Claim;
use super::instance::{Gen, Rng, Shape};
use super::shrink::rebuilt;
use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cx, Past, Propagator, Subscriptions, Why, event};

/// What is done wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    None,
    /// The bound is one too low.
    TooStrong,
    /// The bound is one too high.
    TooWeak,
    /// A reason misses one of its atoms, stated when the bound is.
    EagerReason,
    /// A reason misses one of its atoms, asked for later.
    LazyReason,
    /// A reason has the bounds as they are when it is asked for.
    LateReason,
    /// Nothing is removed, and a conflict misses one of its atoms.
    Nogood,
    /// One variable's changes go unnoticed.
    Deaf,
}

/// `Σ xs ≤ limit`, but for the mistake.
struct Sum {
    xs: Vec<VarId>,
    limit: i64,
    mistake: Mistake,
    /// The bounds when it last ran.
    seen: Vec<i32>,
}

impl Sum {
    /// The lower bounds of all but one, without the first of them where that is the mistake.
    fn reason(&self, lo: impl Fn(VarId) -> i32, except: usize, mistake: Mistake) -> Vec<Atom> {
        let others = self.xs.iter().enumerate().filter(|(i, _)| *i != except);
        let atoms = others.map(|(_, &x)| x.ge(lo(x)));
        atoms.skip(usize::from(self.mistake == mistake)).collect()
    }
}

impl Propagator for Sum {
    fn subscribe(&self, to: &mut Subscriptions) {
        let deaf = usize::from(self.mistake == Mistake::Deaf);
        self.xs.iter().skip(deaf).for_each(|&x| to.on(x, event::LO));
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let least: i64 = self.xs.iter().map(|&x| i64::from(cx.lo(x))).sum();
        self.seen = self.xs.iter().map(|&x| cx.lo(x)).collect();
        if least > self.limit {
            let nogood = self.reason(|x| cx.lo(x), usize::MAX, Mistake::Nogood);
            return Err(cx.fail(&nogood));
        }
        if self.mistake == Mistake::Nogood {
            return Ok(());
        }
        for i in 0..self.xs.len() {
            let x = self.xs[i];
            let mut bound = i64::from(cx.lo(x)) + self.limit - least;
            match self.mistake {
                Mistake::TooStrong => bound -= 1,
                Mistake::TooWeak => bound += 1,
                _ => {}
            }
            if bound >= cx.hi(x).into() {
                continue;
            }
            let reason = self.reason(|x| cx.lo(x), i, Mistake::EagerReason);
            let why = match self.mistake {
                Mistake::LazyReason | Mistake::LateReason => Why::Lazy(i as u32),
                _ => Why::All(&reason),
            };
            cx.assert(x.le(bound as i32), why)?;
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, _: Atom, data: u32, out: &mut Vec<Atom>) {
        let late = self.mistake == Mistake::LateReason;
        let seen = |x: VarId| self.seen[self.xs.iter().position(|&y| y == x).expect("its own")];
        let lo = |x: VarId| if late { seen(x) } else { past.lo(x) };
        out.extend(self.reason(lo, data as usize, Mistake::LazyReason));
    }
}

/// The model's variables, and in place of its constraint the propagator.
fn mistaken(model: &Model, mistake: Mistake) -> Built {
    let Built { mut engine, vars } = compiled(&rebuilt(model, [].into_iter(), |_, domain| domain.clone()));
    let Constraint::Linear { expr, .. } = &model.constraints()[0].constraint else { unreachable!("a sum") };
    let xs = expr.terms.iter().map(|t| vars[t.var.index()]).collect();
    engine.post(Box::new(Sum { xs, limit: -expr.constant, mistake, seen: Vec::new() }), None, 0);
    Built { engine, vars }
}

/// A sum of three or four variables with a limit that leaves some of the combinations.
fn sum(number: u64) -> Case {
    let mut made = Gen::new(Rng::named("sum", number), Shape::Dense, 200);
    let n = 3 + made.rng.below(2);
    made.expect(n);
    let of = made.ints(n, 0, 4);
    let expr: Linear = of.into_iter().sum();
    let limit = expr.value(&made.sample()) as i64;
    made.model.post(Constraint::Linear { expr: expr - limit, relation: Relation::Le });
    Case { model: made.model, claim: Claim::Domain, seed: number }
}

/// The failures of a hundred cases.
fn failures(mistake: Mistake) -> Vec<String> {
    let claim = if mistake == Mistake::Nogood { Claim::Fixed } else { Claim::Domain };
    let case = |number| Case { claim, ..sum(number) };
    let outcome = |number| check(&case(number), &|model| mistaken(model, mistake)).err().map(|f| f.what);
    (0..100).filter_map(outcome).collect()
}

#[test]
fn a_right_propagator_passes() {
    assert_eq!(failures(Mistake::None), Vec::<String>::new());
}

#[test]
fn every_mistake_is_found_and_told_apart() {
    let told: [(Mistake, &[&str]); 7] = [
        (Mistake::TooStrong, &["was removed", "there is no answer, says", "is a solution, but refused"]),
        (Mistake::TooWeak, &["has no support"]),
        (Mistake::EagerReason, &["the atom does not"]),
        (Mistake::LazyReason, &["the atom does not"]),
        (Mistake::LateReason, &["which was not true before", "which is not true"]),
        (Mistake::Nogood, &["holds in the solution"]),
        (Mistake::Deaf, &["has no support"]),
    ];
    for (mistake, words) in told {
        let failures = failures(mistake);
        assert!(!failures.is_empty(), "{mistake:?} goes unnoticed");
        for failure in failures {
            assert!(words.iter().any(|w| failure.contains(w)), "{mistake:?} is reported as: {failure}");
        }
    }
}
