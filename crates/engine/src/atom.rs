//! Atoms: `[x ≥ v] [x ≤ v] [x ≠ v] [x = v]`, each packed in one word.
//!
//! ```text
//!  63            34 33 32 31                             0
//! ┌────────────────┬─────┬────────────────────────────────┐
//! │ variable       │kind │ value (i32)                    │
//! └────────────────┴─────┴────────────────────────────────┘
//! ```

use std::fmt;

/// A variable of the engine: a model's variable or one that compilation added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

impl VarId {
    /// Its place in the engine's arrays.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// `[x ≥ v]`
    pub fn ge(self, v: i32) -> Atom {
        Atom::new(self, Kind::Ge, v)
    }

    /// `[x ≤ v]`
    pub fn le(self, v: i32) -> Atom {
        Atom::new(self, Kind::Le, v)
    }

    /// `[x ≠ v]`
    pub fn ne(self, v: i32) -> Atom {
        Atom::new(self, Kind::Ne, v)
    }

    /// `[x = v]`
    pub fn eq(self, v: i32) -> Atom {
        Atom::new(self, Kind::Eq, v)
    }
}

impl fmt::Debug for VarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// What an atom says of its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// At least the value.
    Ge = 0,
    /// At most the value.
    Le = 1,
    /// Not the value.
    Ne = 2,
    /// The value.
    Eq = 3,
}

impl Kind {
    pub(crate) fn from_bits(bits: u32) -> Kind {
        match bits & 3 {
            0 => Kind::Ge,
            1 => Kind::Le,
            2 => Kind::Ne,
            _ => Kind::Eq,
        }
    }
}

/// A statement about one variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(u64);

impl Atom {
    /// True in every state: the first variable of every engine is fixed to 1.
    pub const TRUE: Atom = Atom(((Kind::Ge as u64) << 32) | 1);
    /// False in every state.
    pub const FALSE: Atom = Atom((Kind::Le as u64) << 32);

    /// The atom of this variable, kind and value.
    pub fn new(var: VarId, kind: Kind, value: i32) -> Atom {
        Atom(u64::from(var.0) << 34 | (kind as u64) << 32 | u64::from(value as u32))
    }

    /// Its variable.
    #[inline]
    pub fn var(self) -> VarId {
        VarId((self.0 >> 34) as u32)
    }

    /// Its kind.
    #[inline]
    pub fn kind(self) -> Kind {
        Kind::from_bits((self.0 >> 32) as u32)
    }

    /// Its value.
    #[inline]
    pub fn value(self) -> i32 {
        self.0 as u32 as i32
    }

    /// The word, for storing it as a reason.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    pub(crate) fn from_word(bits: u64) -> Atom {
        Atom(bits)
    }

    /// Whether a variable with the value `v` satisfies the atom.
    pub fn allows(self, v: i32) -> bool {
        match self.kind() {
            Kind::Ge => v >= self.value(),
            Kind::Le => v <= self.value(),
            Kind::Ne => v != self.value(),
            Kind::Eq => v == self.value(),
        }
    }

    /// Whether every value that satisfies `self` satisfies `other`; both are on the same variable.
    pub fn implies(self, other: Atom) -> bool {
        let (v, w) = (self.value(), other.value());
        match (self.kind(), other.kind()) {
            (Kind::Eq, _) => other.allows(v),
            (Kind::Ge, Kind::Ge) => v >= w,
            (Kind::Ge, Kind::Ne) => v > w,
            (Kind::Le, Kind::Le) => v <= w,
            (Kind::Le, Kind::Ne) => v < w,
            (Kind::Ne, Kind::Ne) => v == w,
            _ => false,
        }
    }
}

impl std::ops::Not for Atom {
    type Output = Atom;
    #[inline]
    fn not(self) -> Atom {
        let v = self.value();
        match self.kind() {
            Kind::Ge => self.var().le(v - 1),
            Kind::Le => self.var().ge(v + 1),
            Kind::Ne => self.var().eq(v),
            Kind::Eq => self.var().ne(v),
        }
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = ["≥", "≤", "≠", "="][self.kind() as usize];
        write!(f, "[{:?} {sign} {}]", self.var(), self.value())
    }
}
