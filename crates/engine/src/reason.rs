//! Why an atom became true, in eight bytes: a decision, a clause, a propagator that explains when asked, or atoms.

use crate::atom::Atom;

/// The kind of a reason; its meaning decides what the accompanying word holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    /// A choice of the search.
    Decision,
    /// True without condition, although asserted below the root (an objective bound).
    Axiom,
    /// One atom: the word is that atom.
    Atom,
    /// Atoms in the arena: the word is start and length.
    Atoms,
    /// A clause whose first literal was asserted: the word is its reference.
    Clause,
    /// A clause of two literals: the word is the literal that is false.
    Binary,
    /// A propagator explains on demand: the word is the propagator and its data.
    Lazy,
    /// The other side of a decision below which every answer was found: all decisions up to the entry's level.
    Exhausted,
}

impl Tag {
    const ALL: [Tag; 8] =
        [Tag::Decision, Tag::Axiom, Tag::Atom, Tag::Atoms, Tag::Clause, Tag::Binary, Tag::Lazy, Tag::Exhausted];

    pub(crate) fn from_bits(bits: u32) -> Tag {
        Tag::ALL[(bits & 7) as usize]
    }
}

/// A reason: a tag and a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub tag: Tag,
    pub word: u64,
}

impl Reason {
    pub const DECISION: Reason = Reason { tag: Tag::Decision, word: 0 };
    pub const AXIOM: Reason = Reason { tag: Tag::Axiom, word: 0 };
    pub const EXHAUSTED: Reason = Reason { tag: Tag::Exhausted, word: 0 };

    pub fn atom(atom: Atom) -> Reason {
        Reason { tag: Tag::Atom, word: atom.bits() }
    }

    pub fn clause(reference: u32) -> Reason {
        Reason { tag: Tag::Clause, word: reference.into() }
    }

    pub fn binary(other: u32) -> Reason {
        Reason { tag: Tag::Binary, word: other.into() }
    }

    pub fn lazy(propagator: u32, data: u32) -> Reason {
        Reason { tag: Tag::Lazy, word: pack(propagator, data) }
    }
}

pub(crate) fn pack(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

pub(crate) fn unpack(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}

/// The arena of reasons with more than one atom: grows along the trail and is cut with it.
#[derive(Default)]
pub(crate) struct ReasonArena {
    atoms: Vec<Atom>,
}

impl ReasonArena {
    pub fn add(&mut self, atoms: &[Atom], extra: Option<Atom>) -> Reason {
        let start = self.atoms.len();
        self.atoms.extend_from_slice(atoms);
        self.atoms.extend(extra);
        let len = (self.atoms.len() - start) as u32;
        Reason { tag: Tag::Atoms, word: pack(u32::try_from(start).expect("reason arena below 2³² atoms"), len) }
    }

    pub fn get(&self, word: u64) -> &[Atom] {
        let (start, len) = unpack(word);
        &self.atoms[start as usize..(start + len) as usize]
    }

    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    pub fn truncate(&mut self, len: usize) {
        self.atoms.truncate(len);
    }
}
