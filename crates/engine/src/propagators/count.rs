//! `n` is how many of the atoms are true: domain consistency by counting those that must and those that may be.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cx, Past, Propagator, Subscriptions, Why, event};

pub(crate) struct Count {
    atoms: Box<[Atom]>,
    n: VarId,
}

/// What a lazy reason is about: `n` at least the true ones, `n` at most those not false, or an atom's turn because the
/// count is reached from below or from above.
const AT_LEAST: u32 = 0;
const AT_MOST: u32 = 1;
const FULL: u32 = 2;
const NEEDED: u32 = 3;

impl Count {
    pub fn new(atoms: Vec<Atom>, n: VarId) -> Count {
        Count { atoms: atoms.into(), n }
    }
}

impl Propagator for Count {
    fn subscribe(&self, to: &mut Subscriptions) {
        for atom in &self.atoms {
            to.on(atom.var(), event::DOMAIN);
        }
        to.on(self.n, event::BOUNDS);
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let must = self.atoms.iter().filter(|&&a| cx.is_true(a)).count() as i32;
        let may = self.atoms.iter().filter(|&&a| !cx.is_false(a)).count() as i32;
        cx.assert(self.n.ge(must), Why::Lazy(AT_LEAST))?;
        cx.assert(self.n.le(may), Why::Lazy(AT_MOST))?;
        if must == may {
            return Ok(());
        }
        if cx.hi(self.n) == must {
            return self.settle(cx, |atom| !atom, FULL);
        }
        if cx.lo(self.n) == may {
            return self.settle(cx, |atom| atom, NEEDED);
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let trues = self.atoms.iter().copied().filter(|&a| past.is_true(a));
        let falses = self.atoms.iter().map(|&a| !a).filter(|&a| past.is_true(a));
        match data {
            AT_LEAST => out.extend(trues.take(atom.value().max(0) as usize)),
            AT_MOST => out.extend(falses.take((self.atoms.len() as i32 - atom.value()).max(0) as usize)),
            FULL => {
                let hi = past.hi(self.n);
                out.push(self.n.le(hi));
                out.extend(trues.take(hi as usize));
            }
            _ => {
                let lo = past.lo(self.n);
                out.push(self.n.ge(lo));
                out.extend(falses.take(self.atoms.len().saturating_sub(lo as usize)));
            }
        }
    }
}

impl Count {
    /// All open atoms go the same way.
    fn settle(&self, cx: &mut Cx<'_>, way: impl Fn(Atom) -> Atom, data: u32) -> Result<(), Conflict> {
        for &atom in &self.atoms {
            if !cx.is_true(atom) && !cx.is_false(atom) {
                cx.assert(way(atom), Why::Lazy(data))?;
            }
        }
        Ok(())
    }
}
