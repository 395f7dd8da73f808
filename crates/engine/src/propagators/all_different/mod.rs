//! All different, over views `x + c`: a taken value leaves the others ([`Value`]), Hall intervals ([`Bounds`]), Hall sets
//! ([`Domain`]). The cheap one is posted beside a stronger one and runs before it.

mod value;

pub(crate) use value::Value;

use crate::atom::{Atom, VarId};
use crate::propagator::Cx;

/// The expression `x + c`; its values are in the range of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct View {
    pub x: VarId,
    pub c: i32,
}

/// Atoms about values far outside of what the variable can take saturate to ends that no variable reaches.
impl View {
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
}
