//! At most one of the literals is true: once one is, the others are false for that reason alone.

use crate::atom::Atom;
use crate::propagator::{Conflict, Cost, Cx, Now, Propagator, Subscriptions, Why, event};

pub(crate) struct AtMostOne {
    atoms: Box<[Atom]>,
}

impl AtMostOne {
    pub fn new(atoms: Vec<Atom>) -> AtMostOne {
        AtMostOne { atoms: atoms.into() }
    }
}

impl Propagator for AtMostOne {
    fn subscribe(&self, to: &mut Subscriptions) {
        for (slot, atom) in self.atoms.iter().enumerate() {
            to.filtered(atom.var(), event::making(*atom), slot);
        }
    }

    /// A literal that became false changes nothing.
    fn wakes(&mut self, slot: u32, now: &Now<'_>) -> bool {
        now.is_true(self.atoms[slot as usize])
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let Some(chosen) = self.atoms.iter().position(|&a| cx.is_true(a)) else { return Ok(()) };
        let why = Why::One(self.atoms[chosen]);
        for (i, &atom) in self.atoms.iter().enumerate() {
            if i != chosen {
                cx.assert(!atom, why)?;
            }
        }
        Ok(())
    }
}
