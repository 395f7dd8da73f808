//! Clause literals: the atoms that occur in stored clauses, numbered.
//!
//! An item is an atom `[x ≥ v]` or `[x = v]`; literal `2·item` is the atom and `2·item + 1` its negation. A variable of
//! small span gets a block of items the first time one of its atoms enters a clause, so that atom and literal translate by
//! addition. A variable of large span gets items one by one; they are counted, and given back when no clause has them.
//!
//! ```text
//!  block of a variable with first value f and n values:
//!  [x ≥ f+1] … [x ≥ f+n-1] [x = f+1] … [x = f+n-2]        [x = f] is ¬[x ≥ f+1], [x = f+n-1] is [x ≥ f+n-1]
//! ```

use crate::atom::{Atom, Kind, VarId};
use crate::domains::Domains;
use crate::trail::{Entry, NONE};

/// Spans up to this get a block: a few kilobytes at most, as there may be a million variables. Job shops, rulers and magic
/// squares took as long for each conflict with blocks of 16 and of 512.
const BLOCK: i64 = 32;

/// Whether a literal is known to be true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Truth {
    Open,
    True,
    False,
}

/// A literal: an item and a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lit(pub u32);

impl Lit {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn item(self) -> u32 {
        self.0 >> 1
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy)]
struct Span {
    first: i32,
    last: i32,
    /// The first item of the block, or the place in `sparse`; NONE before the first literal.
    place: u32,
}

impl Span {
    fn is_block(&self) -> bool {
        i64::from(self.last) - i64::from(self.first) < BLOCK
    }
}

/// The items of a variable of large span, sorted by value.
#[derive(Default)]
struct Sparse {
    ge: Vec<(i32, u32)>,
    eq: Vec<(i32, u32)>,
}

impl Sparse {
    fn list(&mut self, kind: Kind) -> &mut Vec<(i32, u32)> {
        if kind == Kind::Ge { &mut self.ge } else { &mut self.eq }
    }
}

#[derive(Default)]
pub(crate) struct Literals {
    /// The atom of each literal.
    atoms: Vec<Atom>,
    /// What the entries of the trail that were told to the clauses say of each literal.
    truth: Vec<Truth>,
    spans: Vec<Span>,
    sparse: Vec<Sparse>,
    /// In how many clauses an item of a large span is; blocks are not counted.
    uses: Vec<u32>,
    free: Vec<u32>,
}

impl Literals {
    pub fn add_variable(&mut self, first: i32, last: i32) {
        self.spans.push(Span { first, last, place: NONE });
    }

    /// How many literals there are room for.
    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    #[inline]
    pub fn atom(&self, lit: Lit) -> Atom {
        self.atoms[lit.index()]
    }

    #[inline]
    pub fn truth(&self, lit: Lit) -> Truth {
        self.truth[lit.index()]
    }

    /// A new item for an atom, whose truth is what the domains say.
    fn new_item(&mut self, atom: Atom, domains: &Domains) -> u32 {
        let item = self.free.pop().unwrap_or_else(|| {
            self.atoms.extend([atom, atom]);
            self.truth.extend([Truth::Open; 2]);
            self.uses.push(0);
            self.uses.len() as u32 - 1
        });
        let at = 2 * item as usize;
        (self.atoms[at], self.atoms[at + 1]) = (atom, !atom);
        let (truth, opposite) = match (domains.is_true(atom), domains.is_false(atom)) {
            (true, _) => (Truth::True, Truth::False),
            (_, true) => (Truth::False, Truth::True),
            _ => (Truth::Open, Truth::Open),
        };
        (self.truth[at], self.truth[at + 1]) = (truth, opposite);
        item
    }

    fn new_block(&mut self, x: VarId, first: i32, last: i32, domains: &Domains) -> u32 {
        let start = self.uses.len() as u32;
        let atoms = (first + 1..=last).map(|v| x.ge(v)).chain((first + 1..last).map(|v| x.eq(v)));
        for atom in atoms {
            // A block is one range of items: none of them is taken from those given back.
            self.atoms.extend([atom, atom]);
            self.truth.extend([Truth::Open; 2]);
            self.uses.push(0);
            self.free.push(self.uses.len() as u32 - 1);
            self.new_item(atom, domains);
        }
        start
    }

    /// Tells the literals of an entry's variable that the entry is there: calls `each` with every literal that it made
    /// false. `domains` must have the entry's change; later ones do not matter.
    #[inline]
    pub fn assign(&mut self, entry: &Entry, fixed: Option<i32>, domains: &Domains, mut each: impl FnMut(Lit)) {
        if self.spans[entry.var.index()].place == NONE {
            return;
        }
        let mut truth = std::mem::take(&mut self.truth);
        self.falsified(entry, fixed, domains, |lit| {
            truth[lit.index()] = Truth::False;
            truth[(!lit).index()] = Truth::True;
            each(lit);
        });
        self.truth = truth;
    }

    /// Takes back what [`Self::assign`] did for an entry, before the entry is undone.
    pub fn unassign(&mut self, entry: &Entry, fixed: Option<i32>, domains: &Domains) {
        if self.spans[entry.var.index()].place == NONE {
            return;
        }
        let mut truth = std::mem::take(&mut self.truth);
        self.falsified(entry, fixed, domains, |lit| {
            truth[lit.index()] = Truth::Open;
            truth[(!lit).index()] = Truth::Open;
        });
        self.truth = truth;
    }

    /// The literal of an atom that is neither true nor false for every value of its variable's first span.
    pub fn literal(&mut self, atom: Atom, domains: &Domains) -> Lit {
        let x = atom.var();
        let span = self.spans[x.index()];
        let (kind, v, negated) = match (atom.kind(), atom.value()) {
            (Kind::Ge, v) => (Kind::Ge, v, false),
            (Kind::Le, v) => (Kind::Ge, v + 1, true),
            (Kind::Eq, v) if v == span.first => (Kind::Ge, v + 1, true),
            (Kind::Ne, v) if v == span.first => (Kind::Ge, v + 1, false),
            (Kind::Eq, v) if v == span.last => (Kind::Ge, v, false),
            (Kind::Ne, v) if v == span.last => (Kind::Ge, v, true),
            (Kind::Eq, v) => (Kind::Eq, v, false),
            (Kind::Ne, v) => (Kind::Eq, v, true),
        };
        debug_assert!(v > span.first && v <= span.last, "{atom:?} is constant");
        let item = if span.is_block() {
            if span.place == NONE {
                self.spans[x.index()].place = self.new_block(x, span.first, span.last, domains);
            }
            self.block_item(x, kind, v)
        } else {
            self.sparse_item(x, kind, v, domains)
        };
        Lit(2 * item + u32::from(negated))
    }

    fn block_item(&self, x: VarId, kind: Kind, v: i32) -> u32 {
        let span = self.spans[x.index()];
        let offset = (v - span.first - 1) as u32;
        match kind {
            Kind::Ge => span.place + offset,
            _ => span.place + (span.last - span.first) as u32 + offset,
        }
    }

    fn sparse_item(&mut self, x: VarId, kind: Kind, v: i32, domains: &Domains) -> u32 {
        if self.spans[x.index()].place == NONE {
            self.spans[x.index()].place = self.sparse.len() as u32;
            self.sparse.push(Sparse::default());
        }
        let place = self.spans[x.index()].place as usize;
        let list = self.sparse[place].list(kind);
        match list.binary_search_by_key(&v, |e| e.0) {
            Ok(at) => list[at].1,
            Err(at) => {
                let item = self.new_item(Atom::new(x, kind, v), domains);
                self.sparse[place].list(kind).insert(at, (v, item));
                item
            }
        }
    }

    fn is_counted(&self, lit: Lit) -> bool {
        !self.spans[self.atoms[lit.index()].var().index()].is_block()
    }

    /// A clause with the literal was stored.
    pub fn retain(&mut self, lit: Lit) {
        if self.is_counted(lit) {
            self.uses[lit.item() as usize] += 1;
        }
    }

    /// A clause with the literal was deleted. True where the item is in no clause any more and was given back.
    pub fn release(&mut self, lit: Lit) -> bool {
        if !self.is_counted(lit) {
            return false;
        }
        let uses = &mut self.uses[lit.item() as usize];
        *uses -= 1;
        if *uses > 0 {
            return false;
        }
        let atom = self.atoms[2 * lit.item() as usize];
        let sparse = &mut self.sparse[self.spans[atom.var().index()].place as usize];
        let list = sparse.list(atom.kind());
        let at = list.binary_search_by_key(&atom.value(), |e| e.0).expect("a counted item is listed");
        list.remove(at);
        self.free.push(lit.item());
        true
    }

    /// Calls `each` with every literal that the entry made false and no earlier one did.
    #[inline]
    fn falsified(&self, entry: &Entry, fixed: Option<i32>, domains: &Domains, mut each: impl FnMut(Lit)) {
        let x = entry.var;
        let span = self.spans[x.index()];
        let (lo, hi) = match entry.kind() {
            Kind::Eq => (entry.new, entry.new),
            _ if entry.raised_lo() => (entry.new, entry.old_hi),
            _ if entry.lowered_hi() => (entry.old_lo, entry.new),
            _ => (entry.old_lo, entry.old_hi),
        };
        if span.is_block() {
            self.falsified_in_block(span, entry, (lo, hi), fixed, domains, each);
            return;
        }
        let sparse = &self.sparse[span.place as usize];
        let between = |list: &[(i32, u32)], from: i32, to: i32| {
            (list.partition_point(|e| e.0 < from), list.partition_point(|e| e.0 <= to))
        };
        let (a, b) = between(&sparse.ge, entry.old_lo.saturating_add(1), lo);
        sparse.ge[a..b].iter().for_each(|e| each(Lit(2 * e.1 + 1)));
        let (a, b) = between(&sparse.ge, hi.saturating_add(1), entry.old_hi);
        sparse.ge[a..b].iter().for_each(|e| each(Lit(2 * e.1)));
        if sparse.eq.is_empty() {
            return;
        }
        let own = if entry.kind() == Kind::Ne { Some(entry.value) } else { None };
        let is_new = |v: i32| Some(v) == own || !domains.is_hole(x, v);
        for (from, to) in [(entry.old_lo, lo.saturating_sub(1)), (hi.saturating_add(1), entry.old_hi)] {
            let (a, b) = between(&sparse.eq, from, to);
            sparse.eq[a..b].iter().filter(|e| is_new(e.0)).for_each(|e| each(Lit(2 * e.1)));
        }
        let inside = own.filter(|_| lo == entry.old_lo && hi == entry.old_hi);
        for (v, sign) in [(inside, 0), (fixed, 1)] {
            if let Some(Ok(at)) = v.map(|v| sparse.eq.binary_search_by_key(&v, |e| e.0)) {
                each(Lit(2 * sparse.eq[at].1 + sign));
            }
        }
    }

    fn falsified_in_block(
        &self,
        span: Span,
        entry: &Entry,
        (lo, hi): (i32, i32),
        fixed: Option<i32>,
        domains: &Domains,
        mut each: impl FnMut(Lit),
    ) {
        let is_new = |v: i32| (entry.kind() == Kind::Ne && v == entry.value) || !domains.is_hole(entry.var, v);
        let ge = |v: i32| span.place + (v - span.first - 1) as u32;
        let eq = |v: i32| ge(v) + (span.last - span.first) as u32;
        let inner = |v: i32| v > span.first && v < span.last;
        for v in entry.old_lo + 1..=lo {
            each(Lit(2 * ge(v) + 1));
        }
        for v in hi + 1..=entry.old_hi {
            each(Lit(2 * ge(v)));
        }
        for v in (entry.old_lo..lo).chain(hi + 1..=entry.old_hi) {
            if inner(v) && is_new(v) {
                each(Lit(2 * eq(v)));
            }
        }
        if entry.kind() == Kind::Ne && lo == entry.old_lo && hi == entry.old_hi && inner(entry.value) {
            each(Lit(2 * eq(entry.value)));
        }
        if let Some(v) = fixed.filter(|v| inner(*v)) {
            each(Lit(2 * eq(v) + 1));
        }
    }
}
