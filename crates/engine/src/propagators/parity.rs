//! An odd (or even) number of literals is true: the last open one follows from the others.

use crate::atom::Atom;
use crate::propagator::{Conflict, Cost, Cx, Propagator, Subscriptions, Why, event};

pub(crate) struct Parity {
    atoms: Box<[Atom]>,
    odd: bool,
    reason: Vec<Atom>,
}

impl Parity {
    pub fn new(atoms: Vec<Atom>, odd: bool) -> Parity {
        Parity { atoms: atoms.into(), odd, reason: Vec::new() }
    }
}

impl Propagator for Parity {
    fn subscribe(&self, to: &mut Subscriptions) {
        for atom in &self.atoms {
            to.on(atom.var(), event::making(*atom) | event::making(!*atom));
        }
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let mut open = None;
        let mut missing = self.odd;
        self.reason.clear();
        for &atom in &self.atoms {
            if cx.is_true(atom) {
                missing = !missing;
                self.reason.push(atom);
            } else if cx.is_false(atom) {
                self.reason.push(!atom);
            } else if open.replace(atom).is_some() {
                return Ok(());
            }
        }
        match open {
            Some(atom) => cx.assert(if missing { atom } else { !atom }, Why::All(&self.reason)),
            None if missing => Err(cx.fail(&self.reason)),
            None => Ok(()),
        }
    }
}
