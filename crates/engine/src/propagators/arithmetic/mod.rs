//! `f(a, b) = c` by bounds, for the arithmetic of two operands: each file here says what intervals of two of the variables
//! leave of the third.
//!
//! A reason is found by relaxing: bounds are dropped, or loosened as far as the same narrowing still leads to the
//! conclusion. So reasons are as general as the narrowing is strong, for any function. This needs narrowing to be
//! monotone: from smaller intervals follows no less.

mod division;
mod interval;
mod power;
mod times;

pub(crate) use division::{div, modulo};
pub(crate) use power::power;
pub(crate) use times::times;

use self::interval::Interval;
use crate::atom::{Atom, Kind, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};

/// What is left of the variable at a place when the three lie in these intervals.
pub(crate) type Narrow = fn(usize, [Interval; 3]) -> Interval;

pub(crate) struct Arithmetic {
    /// a, b and c; they need not differ.
    vars: [VarId; 3],
    /// Their bounds at the root, which no reason needs to state.
    root: [Interval; 3],
    narrow: Narrow,
}

impl Arithmetic {
    /// `narrow` must leave exactly the solutions where all three are fixed. `bounds` gives the bounds at the root.
    pub fn new(vars: [VarId; 3], narrow: Narrow, bounds: impl Fn(VarId) -> (i32, i32)) -> Arithmetic {
        Arithmetic { vars, root: vars.map(|x| interval(bounds(x))), narrow }
    }

    /// Pushes bounds as loose as possible from which narrowing concludes that the variable at `target` satisfies `atom`,
    /// or, without one, that it has no value.
    fn relax(&self, past: &Past<'_>, target: usize, atom: Option<Atom>, out: &mut Vec<Atom>) {
        let mut of = self.vars.map(|x| interval(past.bounds(x)));
        let concludes = |of: [Interval; 3]| {
            let left = (self.narrow)(target, of);
            left.is_empty()
                || atom.is_some_and(|atom| match atom.kind() {
                    Kind::Ge => left.lo >= atom.value().into(),
                    _ => left.hi <= atom.value().into(),
                })
        };
        debug_assert!(concludes(of), "{of:?} do not lead to {atom:?}");
        // The variable itself first: what others say of it makes the better reason.
        for place in (0..3).map(|i| (target + i) % 3) {
            for lower in [true, false] {
                let with = |bound: i64| {
                    let mut of = of;
                    of[place] = of[place].with_end(lower, bound);
                    of
                };
                let (mut tight, mut loose) = (of[place].end(lower), self.root[place].end(lower));
                if concludes(with(loose)) {
                    of = with(loose);
                    continue;
                }
                while (tight - loose).abs() > 1 {
                    let middle = tight + (loose - tight) / 2;
                    if concludes(with(middle)) { tight = middle } else { loose = middle }
                }
                of = with(tight);
                let (x, v) = (self.vars[place], tight as i32);
                out.push(if lower { x.ge(v) } else { x.le(v) });
            }
        }
    }
}

/// The function's value, where it has one that a variable may take.
pub(crate) fn value(narrow: Narrow, a: i32, b: i32) -> Option<i32> {
    let any = Interval::new(i32::MIN.into(), i32::MAX.into());
    let left = narrow(2, [Interval::point(a.into()), Interval::point(b.into()), any]);
    left.is_point().then_some(left.lo as i32)
}

fn interval((lo, hi): (i32, i32)) -> Interval {
    Interval::new(lo.into(), hi.into())
}

impl Propagator for Arithmetic {
    fn subscribe(&self, to: &mut Subscriptions) {
        for x in self.vars {
            to.on(x, event::BOUNDS);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        for target in [2, 0, 1] {
            let of = self.vars.map(|x| interval((cx.lo(x), cx.hi(x))));
            let left = (self.narrow)(target, of);
            if left.is_empty() {
                return Err(cx.fail_with(|past, out| self.relax(past, target, None, out)));
            }
            let x = self.vars[target];
            cx.assert(x.ge(left.lo as i32), Why::Lazy(target as u32))?;
            cx.assert(x.le(left.hi as i32), Why::Lazy(target as u32))?;
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        self.relax(past, data as usize, Some(atom), out);
    }
}

#[cfg(test)]
mod tests {
    use entail_model::{Constraint, Linear, Var};

    use super::*;

    type Case = (&'static str, Narrow, fn([Linear; 3]) -> Constraint);

    const CASES: [Case; 4] = [
        ("times", times, |[a, b, c]| entail_model::times(c, a, b)),
        ("div", div, |[a, b, c]| entail_model::div(c, a, b)),
        ("mod", modulo, |[a, b, c]| entail_model::modulo(c, a, b)),
        ("pow", power, |[a, b, c]| entail_model::pow(c, a, b)),
    ];

    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, lo: i64, hi: i64) -> i64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            lo + ((self.0 >> 33) % (hi - lo + 1) as u64) as i64
        }

        fn interval(&mut self, lo: i64, hi: i64) -> Interval {
            let (a, b) = (self.roll(lo, hi), self.roll(lo, hi));
            Interval::new(a.min(b), a.max(b))
        }

        fn inside(&mut self, of: Interval) -> Interval {
            self.interval(of.lo, of.hi)
        }
    }

    fn meaning(constraint: fn([Linear; 3]) -> Constraint) -> impl Fn([i64; 3]) -> bool {
        let constraint = constraint([0, 1, 2].map(|i| Linear::from(Var(i))));
        move |values| constraint.holds(&values, &[])
    }

    #[test]
    fn narrowing_loses_no_solution_and_is_exact_on_points() {
        for (name, narrow, constraint) in CASES {
            let holds = meaning(constraint);
            let mut dice = Dice(7);
            let (mut exact, mut all) = (0, 0);
            for _ in 0..20_000 {
                let of = [dice.interval(-7, 7), dice.interval(-4, 5), dice.interval(-30, 30)];
                let mut hull = [Interval::EMPTY; 3];
                for a in of[0].lo..=of[0].hi {
                    for b in of[1].lo..=of[1].hi {
                        for c in (of[2].lo..=of[2].hi).filter(|&c| holds([a, b, c])) {
                            for (hull, v) in hull.iter_mut().zip([a, b, c]) {
                                *hull = hull.hull(Interval::point(v));
                            }
                        }
                    }
                }
                for target in 0..3 {
                    let left = narrow(target, of);
                    assert_eq!(
                        left.hull(hull[target]),
                        left,
                        "{name} {target} {of:?} loses some of {:?}",
                        hull[target]
                    );
                    assert!(
                        left.is_empty() || left.intersect(of[target]) == left,
                        "{name} {target} {of:?} adds values"
                    );
                    all += 1;
                    exact += usize::from(left == hull[target] || (left.is_empty() && hull[target].is_empty()));
                }
                if of.iter().all(|i| i.is_point()) {
                    assert_eq!(narrow(2, of).is_empty(), hull[2].is_empty(), "{name} {of:?}");
                }
                let points = of.map(|i| Interval::point(dice.inside(i).lo));
                assert_eq!(narrow(2, points).is_empty(), !holds(points.map(|p| p.lo)), "{name} {points:?}");
            }
            // How much of it is as tight as bounds can be; a weaker rule would show here.
            assert!(exact * 100 >= all * 70, "{name}: only {exact} of {all} are exact");
        }
    }

    #[test]
    fn narrowing_is_monotone() {
        for (name, narrow, _) in CASES {
            let mut dice = Dice(11);
            for round in 0..200_000 {
                let size = [8, 40, 2_000_000_000][round % 3];
                let of = [dice.interval(-size, size), dice.interval(-size, size), dice.interval(-size, size)];
                let inner = of.map(|i| dice.inside(i));
                for target in 0..3 {
                    let (left, less) = (narrow(target, of), narrow(target, inner));
                    assert!(
                        less.is_empty() || left.hull(less) == left,
                        "{name} {target}: {of:?} {left:?}, {inner:?} {less:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn narrowing_keeps_large_solutions() {
        for (name, narrow, constraint) in CASES {
            let holds = meaning(constraint);
            let mut dice = Dice(3);
            let mut solutions = 0;
            for round in 0..200_000 {
                let size = [3, 40, 46_340, 2_147_483_645][round % 4];
                let other = [2_147_483_645, 46_341, 12, 2_147_483_645][round / 4 % 4];
                let (a, b) = (dice.roll(-size, size), dice.roll(-other, other));
                let Some(c) = value(narrow, a as i32, b as i32).filter(|&c| c.abs() <= 2_147_483_645) else { continue };
                assert!(holds([a, b, c.into()]), "{name} {a} {b} {c}");
                solutions += 1;
                let around = |dice: &mut Dice, v: i64| {
                    let reach = [0, 5, 100_000, 4_294_967_290][dice.roll(0, 3) as usize];
                    let lo = dice.roll(-reach, 0) + v;
                    let hi = dice.roll(0, reach) + v;
                    Interval::new(lo.max(-2_147_483_645), hi.min(2_147_483_645))
                };
                let of = [a, b, c.into()].map(|v| around(&mut dice, v));
                for (target, v) in [a, b, c.into()].into_iter().enumerate() {
                    assert!(narrow(target, of).contains(v), "{name} {target} {of:?} loses {v}");
                }
            }
            assert!(solutions > 10_000, "{name}: {solutions}");
        }
    }
}
