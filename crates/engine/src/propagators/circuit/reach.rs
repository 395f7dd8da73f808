//! Everything on a tour can be reached from everything else on it, and without passing a place twice.
//!
//! For a tour through all places, with one of them, the root, taken out: the others are gone through from the one after the
//! root to the one before it. So there is one group of places that all others are reached from, entered from the root only;
//! and one that is reached from all others, left to the root only.
//!
//! A reason is always a set of places that no edge leaves, or none enters, but for those of the root.
//!
//! ```text
//!  out   row i: bit j where j can follow i        words of 64 bits, `words` of them for each place
//!  into  row j: bit i where j can follow i
//! ```

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};

/// What a lazy reason is about: a group entered from the root only, or left to it only; or what is reached from the root,
/// or reaches it.
const ENTERED: u32 = 0;
const LEFT: u32 = 1;

pub(crate) struct Reach {
    next: Box<[VarId]>,
    optional: bool,
    words: usize,
    out: Vec<u64>,
    into: Vec<u64>,
    /// The root of the next call: every place has its turn.
    root: usize,
    stack: Vec<usize>,
}

/// A set of places.
type Places = Vec<u64>;

fn has(set: &[u64], place: usize) -> bool {
    set[place / 64] >> (place % 64) & 1 == 1
}

fn insert(set: &mut [u64], place: usize) {
    set[place / 64] |= 1 << (place % 64);
}

fn size(set: &[u64]) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

impl Reach {
    /// The most places: their numbers are part of reasons, and the memory grows with their square.
    pub const MOST: usize = 2048;

    pub fn new(next: Vec<VarId>, optional: bool) -> Reach {
        let words = next.len().div_ceil(64);
        let rows = vec![0; words * next.len()];
        Reach { next: next.into(), optional, words, out: rows.clone(), into: rows, root: 0, stack: Vec::new() }
    }

    /// Reads the edges between different places from the domains.
    fn read(&mut self, cx: &Cx<'_>) {
        let n = self.next.len();
        self.out.fill(0);
        self.into.fill(0);
        for (place, &x) in self.next.iter().enumerate() {
            let row = &mut self.out[place * self.words..(place + 1) * self.words];
            if cx.is_dense(x) {
                row.iter_mut().enumerate().for_each(|(w, word)| *word = cx.window(x, 64 * w as i64));
                if n % 64 != 0 {
                    row[self.words - 1] &= (1 << (n % 64)) - 1;
                }
            } else {
                let last = cx.hi(x).min(n as i32 - 1);
                (cx.lo(x).max(0)..=last).filter(|&v| cx.contains(x, v)).for_each(|v| insert(row, v as usize));
            }
            row[place / 64] &= !(1 << (place % 64));
            for (w, &word) in row.iter().enumerate() {
                let mut bits = word;
                while bits != 0 {
                    let after = 64 * w + bits.trailing_zeros() as usize;
                    insert(&mut self.into[after * self.words..], place);
                    bits &= bits - 1;
                }
            }
        }
    }

    /// Adds what is reached from `start` along the edges of `rows`, not through what is in `seen` already.
    fn follow(stack: &mut Vec<usize>, rows: &[u64], start: usize, seen: &mut Places) {
        let words = seen.len();
        insert(seen, start);
        stack.clear();
        stack.push(start);
        while let Some(place) = stack.pop() {
            for w in 0..words {
                let mut fresh = rows[place * words + w] & !seen[w];
                seen[w] |= fresh;
                while fresh != 0 {
                    stack.push(64 * w + fresh.trailing_zeros() as usize);
                    fresh &= fresh - 1;
                }
            }
        }
    }

    /// The set with one place, or none.
    fn only(&self, place: Option<usize>) -> Places {
        let mut set = vec![0; self.words];
        place.into_iter().for_each(|place| insert(&mut set, place));
        set
    }

    /// What is reached from `start` without passing `avoided`: forwards, or backwards.
    fn reached(&mut self, start: usize, avoided: Option<usize>, backwards: bool) -> Places {
        let mut seen = self.only(avoided);
        let rows = if backwards { &self.into } else { &self.out };
        Self::follow(&mut self.stack, rows, start, &mut seen);
        avoided.into_iter().for_each(|place| seen[place / 64] &= !(1 << (place % 64)));
        seen
    }

    /// A place that reaches all those outside `seen` (backwards: is reached from), if there is one at all.
    fn first(&mut self, mut seen: Places, backwards: bool) -> usize {
        let mut first = 0;
        for place in 0..self.next.len() {
            if !has(&seen, place) {
                first = place;
                let rows = if backwards { &self.into } else { &self.out };
                Self::follow(&mut self.stack, rows, place, &mut seen);
            }
        }
        first
    }

    /// Pushes atoms by which no edge enters (or, `left`, leaves) the set, but for those of the avoided place.
    fn cut(&self, past: &Past<'_>, set: &[u64], avoided: Option<usize>, left: bool, out: &mut Vec<Atom>) {
        let places = || (0..self.next.len()).filter(|&place| Some(place) != avoided);
        let targets: Vec<i32> = places().filter(|&place| has(set, place) != left).map(|place| place as i32).collect();
        for place in places().filter(|&place| has(set, place) == left) {
            past.rule_out(self.next[place], &targets, out);
        }
    }

    /// The places can be gone through from one neighbour of the root to the other.
    fn whole_tour(&mut self, cx: &mut Cx<'_>, root: usize) -> Result<(), Conflict> {
        let n = self.next.len();
        let parts = [false, true].map(|backwards| self.reached(root, None, backwards));
        let product = |set: &Places| size(set) * (n - size(set));
        let smaller = (0..2).filter(|&i| size(&parts[i]) < n).min_by_key(|&i| product(&parts[i]));
        if let Some(i) = smaller {
            return Err(cx.fail_with(|past, out| self.cut(past, &parts[i], None, i == 0, out)));
        }
        for left in [false, true] {
            let first = self.first(self.only(Some(root)), left);
            let group = self.reached(first, Some(root), !left);
            let mut others = self.reached(first, Some(root), left);
            if size(&others) < n - 1 {
                // Two groups that only the root leads to: there is but one way from it.
                insert(&mut others, root);
                let second = self.first(others, left);
                let second = self.reached(second, Some(root), !left);
                return Err(cx.fail_with(|past, out| {
                    self.cut(past, &group, Some(root), left, out);
                    self.cut(past, &second, Some(root), left, out);
                }));
            }
            let why = Why::Lazy((first as u32) << 16 | (root as u32) << 1 | if left { LEFT } else { ENTERED });
            for place in (0..n).filter(|&place| place != root && !has(&group, place)) {
                let (from, to) = if left { (place, root) } else { (root, place) };
                if has(&self.out[from * self.words..], to) {
                    cx.assert(self.next[from].ne(to as i32), why)?;
                }
            }
        }
        Ok(())
    }

    /// Places that are not reached from one that must be visited, or do not lead to it, are left out.
    fn part_of_tour(&mut self, cx: &mut Cx<'_>, root: usize) -> Result<(), Conflict> {
        for left in [true, false] {
            let reached = self.reached(root, None, !left);
            let why = Why::Lazy((root as u32) << 1 | if left { LEFT } else { ENTERED });
            for place in (0..self.next.len()).filter(|&place| !has(&reached, place)) {
                cx.assert(self.next[place].eq(place as i32), why)?;
            }
        }
        Ok(())
    }

    /// What was reached from `start` without passing `avoided`, by edges as they were.
    fn reached_then(&mut self, past: &Past<'_>, start: usize, avoided: Option<usize>, backwards: bool) -> Places {
        let mut seen = self.only(Some(start));
        self.stack.clear();
        self.stack.push(start);
        while let Some(place) = self.stack.pop() {
            for other in (0..self.next.len()).filter(|&other| Some(other) != avoided) {
                let (from, to) = if backwards { (other, place) } else { (place, other) };
                if !has(&seen, other) && past.contains(self.next[from], to as i32) {
                    insert(&mut seen, other);
                    self.stack.push(other);
                }
            }
        }
        seen
    }
}

impl Propagator for Reach {
    fn subscribe(&self, to: &mut Subscriptions) {
        for &x in &self.next {
            to.on(x, event::DOMAIN);
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let n = self.next.len();
        let visited = |cx: &Cx<'_>, place: usize| !self.optional || !cx.contains(self.next[place], place as i32);
        let Some(root) = (0..n).map(|i| (self.root + i) % n).find(|&place| visited(cx, place)) else { return Ok(()) };
        self.root = root + 1;
        self.read(cx);
        if self.optional { self.part_of_tour(cx, root) } else { self.whole_tour(cx, root) }
    }

    fn explain(&mut self, past: &Past<'_>, _atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let left = data & 1 == LEFT;
        let root = (data >> 1 & 0x7fff) as usize;
        if self.optional {
            let reached = self.reached_then(past, root, None, !left);
            out.push(self.next[root].ne(root as i32));
            return self.cut(past, &reached, None, left, out);
        }
        let group = self.reached_then(past, (data >> 16) as usize, Some(root), !left);
        self.cut(past, &group, Some(root), left, out);
    }
}
