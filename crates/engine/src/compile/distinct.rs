//! Constraints that keep values apart: all different, cages, inverse permutations.

use entail_model::{Linear, Relation, Strength};
use rustc_hash::FxHashSet;

use super::Compiler;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::propagators::all_different::{self, View};
use crate::propagators::{Cage, Inverse};

/// The widest span of values for which domain consistency is chosen.
const WIDEST: i64 = 128;

impl Compiler {
    /// No two are equal unless they have the value `except`, where the guard holds.
    pub(super) fn all_different(
        &mut self,
        engine: &mut Engine,
        of: &[Linear],
        except: Option<i64>,
        strength: Strength,
        guard: Option<Atom>,
    ) {
        let mut views: Vec<View> = of.iter().map(|e| self.view(engine, e)).collect();
        // A value that no operand can have excepts nothing.
        let except = except.and_then(|v| i32::try_from(v).ok());
        let mut seen = FxHashSet::default();
        let twice: Vec<View> = views.extract_if(.., |view| !seen.insert(*view)).collect();
        for view in twice {
            // The same operand twice: nothing but the excepted value is left for it.
            let only = except.map(|v| view.eq(v)).filter(|&atom| !engine.trail.domains.is_false(atom));
            self.require(engine, only.unwrap_or(Atom::FALSE), guard);
            if engine.dead {
                return;
            }
        }
        if views.len() < 2 {
            return;
        }
        let value = all_different::Value::new(&views, except, &mut engine.store);
        self.post(engine, value, guard);
        if except.is_some() {
            return;
        }
        let root: Box<[(i32, i32)]> = views.iter().map(|w| w.bounds(engine)).collect();
        let dense = views.iter().all(|w| engine.trail.domains.is_dense(w.x));
        let strength = if strength == Strength::Auto { suitable(&root, dense) } else { strength };
        match strength {
            Strength::Domain => {
                let domain = all_different::Domain::new(&views, dense, root, &mut engine.store);
                self.post(engine, domain, guard);
            }
            Strength::Bounds => self.post(engine, all_different::Bounds::new(&views, root), guard),
            Strength::Value | Strength::Auto => {}
        }
    }

    /// All different and a sum, where the guard holds: by sets of digits where the values are digits, else one by one.
    pub(super) fn cage(&mut self, engine: &mut Engine, cells: &[Linear], sum: i64, guard: Option<Atom>) {
        let xs = self.operand_vars(engine, cells);
        let least: i64 = xs.iter().map(|&x| i64::from(engine.lo(x))).sum();
        let greatest: i64 = xs.iter().map(|&x| i64::from(engine.hi(x))).sum();
        if sum < least || sum > greatest {
            return self.require(engine, Atom::FALSE, guard);
        }
        if xs.iter().any(|&x| engine.lo(x) < 1 || engine.hi(x) > 9) {
            self.all_different(engine, cells, None, Strength::Auto, guard);
            return self.linear(engine, &(cells.iter().sum::<Linear>() - sum), Relation::Eq, guard);
        }
        // The sets see to everything, but a taken digit is a shorter reason.
        self.all_different(engine, cells, None, Strength::Value, guard);
        if engine.dead {
            return;
        }
        let root = xs.iter().map(|&x| engine.trail.domains.window(x, 1) as u16).collect();
        match Cage::new(&xs, root, sum) {
            Some(cage) => self.post(engine, cage, guard),
            None => self.require(engine, Atom::FALSE, guard),
        }
    }

    /// `forward[i] = j` exactly when `backward[j] = i`, where the guard holds.
    pub(super) fn inverse(
        &mut self,
        engine: &mut Engine,
        forward: &[Linear],
        backward: &[Linear],
        guard: Option<Atom>,
    ) {
        let forward = self.operand_vars(engine, forward);
        let backward = self.operand_vars(engine, backward);
        let inverse = Inverse::new(forward, backward, &mut engine.store);
        self.post(engine, inverse, guard);
    }

    /// The operand as `x + c`, with a variable of its own only where it is more than that.
    fn view(&mut self, engine: &mut Engine, expr: &Linear) -> View {
        if let ([term], Ok(c)) = (expr.terms.as_slice(), i32::try_from(expr.constant))
            && term.coef == 1
        {
            return View { x: self.var(term.var), c };
        }
        View { x: self.operand(engine, expr), c: 0 }
    }
}

/// Domain consistency where values are few enough for short bit rows, bounds consistency beyond.
fn suitable(root: &[(i32, i32)], dense: bool) -> Strength {
    let least = root.iter().map(|r| i64::from(r.0)).min().unwrap_or(0);
    let greatest = root.iter().map(|r| i64::from(r.1)).max().unwrap_or(0);
    if dense && greatest - least < WIDEST { Strength::Domain } else { Strength::Bounds }
}
