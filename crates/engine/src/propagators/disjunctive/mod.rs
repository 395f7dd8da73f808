//! Tasks that take turns on one machine: overload checking, detectable precedences and edge finding (Vilím, Global
//! constraints in scheduling, 2007), with reasons found when they are asked for.
//!
//! Each rule is written for earliest starts; latest ones are the same in mirrored time, where a task starts at minus its
//! end. A task of a duration that is not known yet counts with its least.

mod explain;
mod theta;

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};
use theta::Theta;

/// A task of a positive length, in the direction being looked at.
#[derive(Clone, Copy)]
struct Bar {
    task: u32,
    /// The earliest start.
    from: i64,
    /// The latest end.
    to: i64,
    length: i64,
}

impl Bar {
    fn earliest_end(&self) -> i64 {
        self.from + self.length
    }

    fn latest_start(&self) -> i64 {
        self.to - self.length
    }
}

/// What a lazy reason is for; with the task and the direction it is the reason's data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Precedence,
    EdgeFinding,
}

pub(crate) struct Disjunctive {
    /// Start and duration.
    tasks: Box<[(VarId, VarId)]>,
    /// By earliest start.
    bars: Vec<Bar>,
    tree: Theta,
    /// Places of bars in the order a rule needs.
    order: Vec<u32>,
    other: Vec<u32>,
}

impl Disjunctive {
    pub fn new(tasks: Vec<(VarId, VarId)>) -> Disjunctive {
        let (bars, tree) = (Vec::new(), Theta::default());
        Disjunctive { tasks: tasks.into(), bars, tree, order: Vec::new(), other: Vec::new() }
    }

    fn collect(&mut self, bounds: impl Fn(VarId) -> (i32, i32), mirrored: bool) {
        self.bars.clear();
        for (i, &(start, duration)) in self.tasks.iter().enumerate() {
            let (lo, hi) = bounds(start);
            let length = i64::from(bounds(duration).0);
            let (from, to) = (i64::from(lo), i64::from(hi) + length);
            let (from, to) = if mirrored { (-to, -from) } else { (from, to) };
            if length > 0 {
                self.bars.push(Bar { task: i as u32, from, to, length });
            }
        }
        self.bars.sort_by_key(|b| b.from);
    }

    fn raise(&self, cx: &mut Cx<'_>, bar: Bar, from: i64, rule: Rule, mirrored: bool) -> Result<(), Conflict> {
        let start = self.tasks[bar.task as usize].0;
        let (lo, hi) = (i64::from(cx.lo(start)), i64::from(cx.hi(start)));
        let atom = if mirrored {
            start.le((-from - bar.length).max(lo - 1) as i32)
        } else {
            start.ge(from.min(hi + 1) as i32)
        };
        cx.assert(atom, Why::Lazy(bar.task * 4 + rule as u32 * 2 + u32::from(mirrored)))
    }

    /// Tasks that end by some time and do not fit before it are too many; one that does not fit in with them comes after.
    fn find_edges(&mut self, cx: &mut Cx<'_>, mirrored: bool) -> Result<(), Conflict> {
        let bars = &self.bars;
        self.tree.clear(bars.len());
        self.order.clear();
        self.order.extend(0..bars.len() as u32);
        self.order.sort_by_key(|&i| bars[i as usize].to);
        for &i in &self.order {
            let bar = bars[i as usize];
            self.tree.insert(i as usize, bar.from, bar.length);
            if self.tree.end() > bar.to {
                return Err(cx.fail_with(|_, out| self.explain_overload(mirrored, bar.to, out)));
            }
        }
        for place in (1..self.order.len()).rev() {
            let leaf = self.order[place] as usize;
            self.tree.turn_grey(leaf, bars[leaf].from, bars[leaf].length);
            let to = bars[self.order[place - 1] as usize].to;
            while let Some((grey, end)) = self.tree.latest_with_grey()
                && end > to
            {
                self.raise(cx, bars[grey], self.tree.end(), Rule::EdgeFinding, mirrored)?;
                self.tree.remove(grey);
            }
        }
        Ok(())
    }

    /// A task that ends after the latest start of others comes after them.
    fn find_precedences(&mut self, cx: &mut Cx<'_>, mirrored: bool) -> Result<(), Conflict> {
        let bars = &self.bars;
        self.tree.clear(bars.len());
        self.order.clear();
        self.order.extend(0..bars.len() as u32);
        self.other.clone_from(&self.order);
        self.order.sort_by_key(|&i| bars[i as usize].earliest_end());
        self.other.sort_by_key(|&i| bars[i as usize].latest_start());
        let mut before = 0;
        for &i in &self.order {
            let bar = bars[i as usize];
            while let Some(&j) = self.other.get(before)
                && bars[j as usize].latest_start() < bar.earliest_end()
            {
                self.tree.insert(j as usize, bars[j as usize].from, bars[j as usize].length);
                before += 1;
            }
            let itself = bar.latest_start() < bar.earliest_end();
            if itself {
                self.tree.remove(i as usize);
            }
            if self.tree.end() > bar.from {
                self.raise(cx, bar, self.tree.end(), Rule::Precedence, mirrored)?;
            }
            if itself {
                self.tree.insert(i as usize, bar.from, bar.length);
            }
        }
        Ok(())
    }
}

impl Propagator for Disjunctive {
    fn subscribe(&self, to: &mut Subscriptions) {
        for &(start, duration) in &self.tasks {
            to.on(start, event::BOUNDS);
            to.on(duration, event::LO);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        for mirrored in [false, true] {
            self.collect(|x| (cx.lo(x), cx.hi(x)), mirrored);
            self.find_edges(cx, mirrored)?;
            self.find_precedences(cx, mirrored)?;
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let mirrored = data & 1 != 0;
        let task = data / 4;
        let value = i64::from(atom.value());
        let from = if mirrored { -value - i64::from(past.lo(self.tasks[task as usize].1)) } else { value };
        self.collect(|x| past.bounds(x), mirrored);
        if data & 2 == 0 {
            self.explain_precedence(mirrored, task, from, out);
        } else {
            self.explain_edge(mirrored, task, from, out);
        }
    }
}
