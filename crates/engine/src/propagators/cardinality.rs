//! How often each of some values is taken lies between bounds: every value left of an operand is part of a flow (Régin
//! 1996). Values that are not among them may be taken by any number and count as one.
//!
//! The reason of a removal is a set of values `T` and the operands given to it, which can take nothing else. Either they
//! fill `T`, so that nobody else gets a value of it; or all other values have no more operands than they need, so
//! that none of these goes to `T`.

use super::all_different::View;
use super::flow::{Bits, Flow, NONE, contains};
use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

/// How often a value is taken.
#[derive(Clone, Copy)]
pub(crate) enum Capacity {
    /// As often as the variable says.
    Is(VarId),
    /// At most once.
    Once,
}

pub(crate) struct Cardinality {
    views: Box<[View]>,
    /// The bounds of each operand at the root: weaker atoms need not be stated.
    root: Box<[(i32, i32)]>,
    /// Ascending, with how often each may be taken.
    values: Box<[i32]>,
    capacities: Box<[Capacity]>,
    /// The first value, where the others follow without a gap.
    base: Option<i32>,
    /// The number of the value each operand was given last.
    hint: Box<[u32]>,
    flow: Flow,
    /// Reasons that lazy ones refer to, each ending with a false atom. Cut back on backtracking.
    log: Vec<Atom>,
    log_len: Cell,
    from_hub: Bits,
    to_hub: Bits,
    reached: Bits,
    listed: Vec<i32>,
}

impl Cardinality {
    /// `values` are ascending; `root` are the bounds of the views at the root.
    pub fn new(views: &[View], root: Box<[(i32, i32)]>, values: &[(i32, Capacity)], store: &mut Store) -> Cardinality {
        Cardinality {
            views: views.into(),
            root,
            values: values.iter().map(|v| v.0).collect(),
            capacities: values.iter().map(|v| v.1).collect(),
            base: values.first().map(|v| v.0).filter(|_| values.windows(2).all(|w| w[1].0 == w[0].0 + 1)),
            hint: vec![NONE; views.len()].into(),
            flow: Flow::default(),
            log: Vec::new(),
            log_len: store.alloc(1, 0),
            from_hub: Bits::new(),
            to_hub: Bits::new(),
            reached: Bits::new(),
            listed: Vec::new(),
        }
    }

    /// The number of all values that are not among those counted.
    fn other(&self) -> usize {
        self.values.len()
    }

    fn build(&mut self, cx: &Cx<'_>) {
        let operands = self.views.len() as u32;
        self.flow.reset(operands as usize, self.values.len() + 1);
        for (i, view) in (0..).zip(&self.views) {
            let row = self.flow.row_mut(i);
            if let Some(base) = self.base.filter(|_| cx.is_dense(view.x)) {
                let first = i64::from(base) - i64::from(view.c);
                for (k, word) in row.iter_mut().enumerate() {
                    // No value beyond the last: its number means something else.
                    let beyond = (64 * (k + 1)).saturating_sub(self.values.len()) as u32;
                    *word = cx.window(view.x, first + 64 * k as i64) & u64::MAX.checked_shr(beyond).unwrap_or(0);
                }
            } else {
                for (n, _) in self.values.iter().enumerate().filter(|(_, v)| view.contains(cx, **v)) {
                    row[n / 64] |= 1 << (n % 64);
                }
            }
            let count = row.iter().map(|word| u64::from(word.count_ones())).sum();
            if cx.count_up_to(view.x, count + 1) > count {
                row[self.values.len() / 64] |= 1 << (self.values.len() % 64);
            }
        }
        for (n, &capacity) in self.capacities.iter().enumerate() {
            let (least, most) = match capacity {
                Capacity::Once => (0, 1),
                Capacity::Is(x) => (cx.lo(x).max(0) as u32, cx.hi(x).clamp(0, operands as i32) as u32),
            };
            self.flow.limit(n, least, most);
        }
    }

    /// Gives every operand a value and every value enough operands.
    fn find_flow(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let operands = self.views.len() as u32;
        for i in 0..operands {
            self.flow.try_to_give(i, self.hint[i as usize]);
        }
        for i in 0..operands {
            if self.flow.given(i) == NONE && !self.flow.place(i) {
                let (seen, inside) = (std::mem::take(&mut self.flow.seen), std::mem::take(&mut self.flow.queue));
                let mut why = Vec::new();
                self.explain(&cx.past(), &seen, inside.iter().copied(), &mut why);
                (self.flow.seen, self.flow.queue) = (seen, inside);
                return Err(cx.fail(&why));
            }
        }
        for v in 0..self.values.len() {
            if !self.flow.fill(v) {
                let mut rest = std::mem::take(&mut self.reached);
                rest.clear();
                rest.extend(self.flow.seen.iter().map(|word| !word));
                let mut why = Vec::new();
                self.explain(&cx.past(), &rest, 0..operands, &mut why);
                self.reached = rest;
                return Err(cx.fail(&why));
            }
        }
        (0..operands).for_each(|i| self.hint[i as usize] = self.flow.given(i));
        Ok(())
    }

    /// Pushes that those of the operands which have a value of the set, or none, can take nothing else; and how often values
    /// are taken: those of the set at most, or, where the hub is in it, the others at least.
    fn explain(&mut self, past: &Past<'_>, set: &[u64], of: impl Iterator<Item = u32>, out: &mut Vec<Atom>) {
        let fills = !contains(set, self.flow.hub());
        let listed_in = !contains(set, self.other());
        let mut listed = std::mem::take(&mut self.listed);
        listed.clear();
        for (n, &v) in self.values.iter().enumerate() {
            if contains(set, n) == listed_in {
                listed.push(v);
            }
            let Capacity::Is(x) = self.capacities[n] else { continue };
            if contains(set, n) == fills {
                let (lo, hi) = past.bounds(x);
                if fills && hi <= self.views.len() as i32 {
                    out.push(x.le(hi));
                } else if !fills && lo > 0 {
                    out.push(x.ge(lo));
                }
            }
        }
        for i in of {
            let given = self.flow.given(i);
            if given != NONE && !contains(set, given as usize) {
                continue;
            }
            let view = self.views[i as usize];
            if listed_in {
                view.explain_inside(past, self.root[i as usize], &listed, out);
            } else {
                listed.iter_mut().for_each(|v| *v = v.saturating_sub(view.c));
                past.rule_out(view.x, &listed, out);
                listed.iter_mut().for_each(|v| *v = v.saturating_add(view.c));
            }
        }
        self.listed = listed;
    }

    /// Takes a value from the operands whose own values it does not lead to.
    fn prune(&mut self, cx: &mut Cx<'_>, n: usize, reached: &[u64], why: &mut Option<u32>) -> Result<(), Conflict> {
        for i in 0..self.views.len() as u32 {
            if !contains(self.flow.row(i), n) || contains(reached, self.flow.given(i) as usize) {
                continue;
            }
            let data = *why.get_or_insert_with(|| {
                let mut log = std::mem::take(&mut self.log);
                let start = log.len();
                self.explain(&cx.past(), reached, 0..self.views.len() as u32, &mut log);
                log.push(Atom::FALSE);
                cx.store.set(self.log_len, log.len() as u64);
                self.log = log;
                start as u32
            });
            let view = self.views[i as usize];
            if n < self.other() {
                cx.assert(view.ne(self.values[n]), Why::Lazy(data))?;
            } else {
                self.take_others(cx, view, data)?;
            }
        }
        Ok(())
    }

    /// Leaves the operand none but the counted values.
    fn take_others(&self, cx: &mut Cx<'_>, view: View, data: u32) -> Result<(), Conflict> {
        let is_counted = |v: i32| self.values.binary_search(&v).is_ok();
        let counted = || self.values.iter().copied().filter(|&v| view.contains(cx, v));
        if let (Some(first), Some(last)) = (counted().next(), counted().next_back()) {
            cx.assert(view.ge(first), Why::Lazy(data))?;
            cx.assert(view.le(last), Why::Lazy(data))?;
        }
        if cx.is_dense(view.x) {
            let others: Vec<i32> = cx.values(view.x).map(|v| v + view.c).filter(|&v| !is_counted(v)).collect();
            others.into_iter().try_for_each(|v| cx.assert(view.ne(v), Why::Lazy(data)))?;
        }
        Ok(())
    }
}

impl Propagator for Cardinality {
    fn subscribe(&self, to: &mut Subscriptions) {
        for view in &self.views {
            to.on(view.x, event::DOMAIN);
        }
        for capacity in &self.capacities {
            if let Capacity::Is(x) = *capacity {
                to.on(x, event::BOUNDS);
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.log.truncate(cx.store.get(self.log_len) as usize);
        self.build(cx);
        self.find_flow(cx)?;
        let (mut from_hub, mut to_hub) = (std::mem::take(&mut self.from_hub), std::mem::take(&mut self.to_hub));
        let mut reached = std::mem::take(&mut self.reached);
        self.flow.reach(self.flow.hub(), &mut from_hub);
        self.flow.reaching_hub(&mut to_hub);
        // Then a value that leads to the hub leads to all that were given.
        let settled = (0..self.views.len() as u32).all(|i| contains(&from_hub, self.flow.given(i) as usize));
        let mut from_hub_why = None;
        let mut result = Ok(());
        for n in 0..=self.other() {
            if result.is_err() {
                break;
            }
            if settled && contains(&to_hub, n) {
                continue;
            }
            result = if contains(&from_hub, n) && contains(&to_hub, n) {
                self.prune(cx, n, &from_hub, &mut from_hub_why)
            } else {
                self.flow.reach(n, &mut reached);
                self.prune(cx, n, &reached, &mut None)
            };
        }
        (self.from_hub, self.to_hub, self.reached) = (from_hub, to_hub, reached);
        result
    }

    fn explain(&mut self, _past: &Past<'_>, _atom: Atom, data: u32, out: &mut Vec<Atom>) {
        out.extend(self.log[data as usize..].iter().take_while(|&&atom| atom != Atom::FALSE));
    }
}
