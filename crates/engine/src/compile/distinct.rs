//! Constraints that keep values apart: all different, cages, inverse permutations.

use entail_model::{Linear, Strength};
use rustc_hash::FxHashSet;

use super::Compiler;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::propagators::all_different::{self, View};

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
        let bounds = |w: View| (engine.trail.domains.lo(w.x) + w.c, engine.trail.domains.hi(w.x) + w.c);
        let dense = views.iter().all(|w| engine.trail.domains.is_dense(w.x));
        let strength = strength;
        if strength == Strength::Domain {
            let domain = all_different::Domain::new(&views, dense, bounds, &mut engine.store);
            self.post(engine, domain, guard);
        }
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
