//! All different, over views `x + c`: a taken value leaves the others ([`Value`]), Hall intervals ([`Bounds`]), Hall sets
//! ([`Domain`]). The cheap one is posted beside a stronger one and runs before it.

mod bounds;
mod domain;
mod value;

pub(crate) use bounds::Bounds;
pub(crate) use domain::Domain;
pub(crate) use value::Value;

use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagator::{Cx, Past};

/// The expression `x + c`; its values are in the range of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    pub x: VarId,
    pub c: i32,
}

/// Atoms about values far outside of what the variable can take saturate to ends that no variable reaches.
impl View {
    /// Its bounds in an engine.
    pub fn bounds(self, engine: &Engine) -> (i32, i32) {
        (engine.lo(self.x) + self.c, engine.hi(self.x) + self.c)
    }

    pub fn lo(self, cx: &Cx<'_>) -> i32 {
        cx.lo(self.x) + self.c
    }

    pub fn hi(self, cx: &Cx<'_>) -> i32 {
        cx.hi(self.x) + self.c
    }

    pub fn contains(self, cx: &Cx<'_>, v: i32) -> bool {
        cx.contains(self.x, v.saturating_sub(self.c))
    }

    pub fn ge(self, v: i32) -> Atom {
        self.x.ge(v.saturating_sub(self.c))
    }

    pub fn le(self, v: i32) -> Atom {
        self.x.le(v.saturating_sub(self.c))
    }

    pub fn ne(self, v: i32) -> Atom {
        self.x.ne(v.saturating_sub(self.c))
    }

    pub fn eq(self, v: i32) -> Atom {
        self.x.eq(v.saturating_sub(self.c))
    }

    /// Pushes why it took none but these ascending values, which is so; `root` are its bounds at the root.
    pub fn explain_inside(self, past: &Past<'_>, root: (i32, i32), values: &[i32], out: &mut Vec<Atom>) {
        let (lo, hi) = past.bounds(self.x);
        let (lo, hi) = (lo + self.c, hi + self.c);
        // The weakest bounds that leave out what lies below and above and is none of the values.
        let mut below = lo - 1;
        let mut next = values.partition_point(|&v| v < lo);
        while next > 0 && values[next - 1] == below {
            below -= 1;
            next -= 1;
        }
        let mut above = hi + 1;
        let mut next = values.partition_point(|&v| v <= hi);
        while next < values.len() && values[next] == above {
            above += 1;
            next += 1;
        }
        match (below >= root.0, above <= root.1) {
            (true, true) if lo == hi => out.push(self.eq(lo)),
            (bounded_below, bounded_above) => {
                out.extend(bounded_below.then(|| self.ge(below + 1)));
                out.extend(bounded_above.then(|| self.le(above - 1)));
            }
        }
        if hi.saturating_sub(lo) >= 2 {
            past.for_each_hole(self.x, (lo - self.c + 1, hi - self.c - 1), |v| {
                if values.binary_search(&(v + self.c)).is_err() {
                    out.push(self.x.ne(v));
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::brute_force::{Claim, Random, try_out};

    /// Random domains and offsets; `post` is given the views.
    fn random_instances(seed: u64, claim: Claim, post: impl Fn(&mut Engine, &[View])) {
        let mut random = Random(seed);
        for round in 0..300 {
            let n = 2 + random.below(4);
            // Now and then values too far apart for a mask.
            let stretch = if round % 3 == 2 && claim != Claim::Bounds { 3000 } else { 1 };
            let domains: Vec<Vec<i32>> = (0..n)
                .map(|_| {
                    let from = random.below(4) as i32 - 3;
                    let span = 2 + random.below(5);
                    random.domain(from, span).into_iter().map(|v| v * stretch).collect()
                })
                .collect();
            let offsets: Vec<i32> = (0..n).map(|_| (random.below(3) as i32 - 1) * stretch).collect();
            let views = |xs: &[VarId]| xs.iter().zip(&offsets).map(|(&x, &c)| View { x, c }).collect::<Vec<_>>();
            let differ = |values: &[i32]| {
                let mut moved: Vec<i32> = values.iter().zip(&offsets).map(|(v, c)| v + c).collect();
                moved.sort_unstable();
                moved.windows(2).all(|w| w[0] != w[1])
            };
            try_out(&domains, |engine, xs| post(engine, &views(xs)), differ, claim, &mut random);
        }
    }

    #[test]
    fn every_bound_is_in_a_solution_within_the_bounds_and_hall_intervals_say_why() {
        random_instances(3, Claim::Bounds, |engine, views| {
            let value = Value::new(views, None, &mut engine.store);
            engine.post(Box::new(value), None, 0);
            let bounds = Bounds::new(views, views.iter().map(|w| w.bounds(engine)).collect());
            engine.post(Box::new(bounds), None, 0);
        });
    }

    #[test]
    fn a_taken_value_leaves_the_others_for_a_reason() {
        random_instances(1, Claim::Sound, |engine, views| {
            let value = Value::new(views, None, &mut engine.store);
            engine.post(Box::new(value), None, 0);
        });
    }

    #[test]
    fn every_value_left_is_in_a_solution_and_hall_sets_say_why() {
        random_instances(2, Claim::Domain, |engine, views| {
            let dense = views.iter().all(|w| engine.trail.domains.is_dense(w.x));
            let root = views.iter().map(|w| w.bounds(engine)).collect();
            let domain = Domain::new(views, dense, root, &mut engine.store);
            engine.post(Box::new(domain), None, 0);
        });
    }
}
