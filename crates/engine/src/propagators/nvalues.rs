//! `n` is how many different values the operands take.
//!
//! At least as many as there are operands with disjoint sets of values, found greedily; where `n` cannot be more, nobody
//! takes a value outside of these sets. At most as many as can be given different values: that many are a cover of `B`
//! values and all operands that can take others (König 1931); where `n` must be as many, these others differ and leave
//! `B` alone.

use super::all_different::View;
use super::flow::{Bits, Flow, NONE, bits, refill};
use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

pub(crate) struct NValues {
    n: VarId,
    views: Box<[View]>,
    /// The bounds of each operand at the root: weaker atoms need not be stated.
    root: Box<[(i32, i32)]>,
    /// All values that operands can have, ascending.
    values: Box<[i32]>,
    /// The number of the value each operand was given last.
    hint: Box<[u32]>,
    flow: Flow,
    /// Operands by how many values they have.
    by_size: Vec<(u32, u32)>,
    disjoint: Vec<u32>,
    union: Bits,
    /// The values of the cover, and which operands take no other.
    cover: Bits,
    covered: Vec<bool>,
    /// Reasons that lazy ones refer to, each ending with a false atom. Cut back on backtracking.
    log: Vec<Atom>,
    log_len: Cell,
    listed: Vec<i32>,
}

impl NValues {
    /// `values` are all that the operands can have, ascending; `bounds` gives bounds at the root.
    pub fn new(
        n: VarId,
        of: &[VarId],
        values: Box<[i32]>,
        bounds: impl Fn(VarId) -> (i32, i32),
        store: &mut Store,
    ) -> NValues {
        NValues {
            n,
            views: of.iter().map(|&x| View { x, c: 0 }).collect(),
            root: of.iter().map(|&x| bounds(x)).collect(),
            values,
            hint: vec![NONE; of.len()].into(),
            flow: Flow::default(),
            by_size: Vec::new(),
            disjoint: Vec::new(),
            union: Bits::new(),
            cover: Bits::new(),
            covered: Vec::new(),
            log: Vec::new(),
            log_len: store.alloc(1, 0),
            listed: Vec::new(),
        }
    }

    fn build(&mut self, cx: &Cx<'_>) {
        self.flow.reset(self.views.len(), self.values.len());
        self.by_size.clear();
        for (i, view) in (0..).zip(&self.views) {
            let row = self.flow.row_mut(i);
            let mut size = 0;
            for (number, &v) in self.values.iter().enumerate() {
                if view.contains(cx, v) {
                    row[number / 64] |= 1 << (number % 64);
                    size += 1;
                }
            }
            self.by_size.push((size, i));
        }
        (0..self.values.len()).for_each(|v| self.flow.limit(v, 0, 1));
        self.by_size.sort_unstable();
    }

    /// Pushes that an operand takes none but the values of a set.
    fn explain_inside(&mut self, past: &Past<'_>, i: u32, set: &[u64], out: &mut Vec<Atom>) {
        let mut listed = std::mem::take(&mut self.listed);
        listed.clear();
        for (k, &word) in set.iter().enumerate() {
            listed.extend(bits(word).map(|bit| self.values[64 * k + bit]));
        }
        self.views[i as usize].explain_inside(past, self.root[i as usize], &listed, out);
        self.listed = listed;
    }

    /// Keeps a reason for later.
    fn keep(&mut self, cx: &mut Cx<'_>, why: &[Atom]) -> u32 {
        let start = self.log.len();
        self.log.extend_from_slice(why);
        self.log.push(Atom::FALSE);
        cx.store.set(self.log_len, self.log.len() as u64);
        start as u32
    }

    /// At least as many values as there are disjoint sets.
    fn at_least(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        refill(&mut self.union, self.flow.row(0).len(), 0);
        self.disjoint.clear();
        for &(_, i) in &self.by_size {
            let row = self.flow.row(i);
            if row.iter().zip(&self.union).all(|(a, b)| a & b == 0) {
                self.union.iter_mut().zip(row).for_each(|(u, a)| *u |= a);
                self.disjoint.push(i);
            }
        }
        let least = self.disjoint.len() as i32;
        let outside = |row: &[u64], union: &[u64]| row.iter().zip(union).any(|(a, u)| a & !u != 0);
        let tight =
            cx.hi(self.n) <= least && (0..self.views.len() as u32).any(|i| outside(self.flow.row(i), &self.union));
        if cx.lo(self.n) >= least && !tight {
            return Ok(());
        }
        let mut why = Vec::new();
        for at in 0..self.disjoint.len() {
            let i = self.disjoint[at];
            let row = self.flow.row(i).to_vec();
            self.explain_inside(&cx.past(), i, &row, &mut why);
        }
        let data = self.keep(cx, &why);
        cx.assert(self.n.ge(least), Why::Lazy(data))?;
        if !tight {
            return Ok(());
        }
        why.push(self.n.le(least));
        let data = self.keep(cx, &why);
        for i in 0..self.views.len() as u32 {
            for (k, &u) in self.union.iter().enumerate() {
                for bit in bits(self.flow.row(i)[k] & !u) {
                    cx.assert(self.views[i as usize].ne(self.values[64 * k + bit]), Why::Lazy(data))?;
                }
            }
        }
        Ok(())
    }

    /// At most as many values as operands that can be given different ones.
    fn at_most(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let operands = self.views.len() as u32;
        for i in 0..operands {
            self.flow.try_to_give(i, self.hint[i as usize]);
        }
        refill(&mut self.cover, self.flow.row(0).len(), 0);
        refill(&mut self.covered, operands as usize, false);
        for i in 0..operands {
            // What was reached in vain leads nowhere later either.
            if self.flow.given(i) == NONE && !self.flow.place(i) {
                self.cover.iter_mut().zip(&self.flow.seen).for_each(|(c, s)| *c |= s);
                self.flow.queue.iter().for_each(|&j| self.covered[j as usize] = true);
            }
        }
        (0..operands).for_each(|i| self.hint[i as usize] = self.flow.given(i));
        let most = (0..operands).filter(|&i| self.flow.given(i) != NONE).count() as i32;
        if cx.lo(self.n) < most && cx.hi(self.n) <= most {
            return Ok(());
        }
        let mut why = Vec::new();
        let cover = std::mem::take(&mut self.cover);
        for i in (0..operands).filter(|&i| self.covered[i as usize]).collect::<Vec<_>>() {
            self.explain_inside(&cx.past(), i, &cover, &mut why);
        }
        self.cover = cover;
        let data = self.keep(cx, &why);
        cx.assert(self.n.le(most), Why::Lazy(data))?;
        if cx.lo(self.n) < most {
            return Ok(());
        }
        why.push(self.n.ge(most));
        let data = self.keep(cx, &why);
        for i in (0..operands).filter(|&i| !self.covered[i as usize]) {
            let view = self.views[i as usize];
            for (k, &word) in self.cover.iter().enumerate() {
                for bit in bits(self.flow.row(i)[k] & word) {
                    cx.assert(view.ne(self.values[64 * k + bit]), Why::Lazy(data))?;
                }
            }
        }
        for i in (0..operands).filter(|&i| !self.covered[i as usize]).collect::<Vec<_>>() {
            let view = self.views[i as usize];
            if !cx.is_fixed(view.x) {
                continue;
            }
            let v = view.lo(cx);
            let others = |j: &u32| *j != i && !self.covered[*j as usize] && self.views[*j as usize].contains(cx, v);
            let others: Vec<u32> = (0..operands).filter(others).collect();
            if others.is_empty() {
                continue;
            }
            why.push(view.eq(v));
            let data = self.keep(cx, &why);
            why.pop();
            for j in others {
                cx.assert(self.views[j as usize].ne(v), Why::Lazy(data))?;
            }
        }
        Ok(())
    }
}

impl Propagator for NValues {
    fn subscribe(&self, to: &mut Subscriptions) {
        for view in &self.views {
            to.on(view.x, event::DOMAIN);
        }
        to.on(self.n, event::BOUNDS);
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.log.truncate(cx.store.get(self.log_len) as usize);
        self.build(cx);
        self.at_least(cx)?;
        self.build(cx);
        self.at_most(cx)
    }

    fn explain(&mut self, _past: &Past<'_>, _atom: Atom, data: u32, out: &mut Vec<Atom>) {
        out.extend(self.log[data as usize..].iter().take_while(|&&atom| atom != Atom::FALSE));
    }
}
