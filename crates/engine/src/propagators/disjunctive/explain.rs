//! Reasons on a machine. What a set of tasks takes too much is spent: on leaving short tasks out, then on loosening the
//! bounds of the rest.

use super::{Bar, Disjunctive};
use crate::atom::Atom;
use crate::propagators::cumulative::{at_least, at_most};

/// Tasks that start at `from` or later and together take so long.
struct Late {
    bars: Vec<Bar>,
    from: i64,
    length: i64,
}

impl Late {
    /// Of the given bars, by earliest start, the last ones that end at `end` or later; as few as do.
    fn ending(bars: impl DoubleEndedIterator<Item = Bar>, end: i64) -> Option<Late> {
        let mut late = Late { bars: Vec::new(), from: 0, length: 0 };
        for bar in bars.rev() {
            late.bars.push(bar);
            late.from = bar.from;
            late.length += bar.length;
            if late.from + late.length >= end {
                return Some(late);
            }
        }
        None
    }

    /// Leaves out what is not needed for the end, but never `kept` nor all; how much later they still end than that.
    fn spend(&mut self, end: i64, kept: Option<u32>) -> i64 {
        let mut surplus = self.from + self.length - end;
        self.bars.sort_by_key(|b| b.length);
        let longest = self.bars.pop();
        self.bars.retain(|b| {
            let spared = b.length <= surplus && Some(b.task) != kept;
            surplus -= if spared { b.length } else { 0 };
            !spared
        });
        self.bars.extend(longest);
        surplus
    }
}

impl Disjunctive {
    /// Pushes that a task starts at `from` at the earliest, in the direction given.
    fn state_from(&self, bar: &Bar, from: i64, mirrored: bool, out: &mut Vec<Atom>) {
        let start = self.tasks[bar.task as usize].0;
        out.push(if mirrored { at_most(start, -from - bar.length) } else { at_least(start, from) });
    }

    /// Pushes that it ends at `to` at the latest.
    fn state_to(&self, bar: &Bar, to: i64, mirrored: bool, out: &mut Vec<Atom>) {
        let start = self.tasks[bar.task as usize].0;
        out.push(if mirrored { at_least(start, -to) } else { at_most(start, to - bar.length) });
    }

    fn state_length(&self, bar: &Bar, out: &mut Vec<Atom>) {
        out.push(at_least(self.tasks[bar.task as usize].1, bar.length));
    }

    /// Pushes why the tasks that end by `to` do not fit before it. The bars are those of now.
    pub(super) fn explain_overload(&self, mirrored: bool, to: i64, out: &mut Vec<Atom>) {
        let early = self.bars.iter().copied().filter(|b| b.to <= to);
        let mut late = Late::ending(early, to + 1).expect("they end too late");
        let surplus = late.spend(to + 1, None);
        for bar in &late.bars {
            self.state_from(bar, late.from - surplus / 2, mirrored, out);
            self.state_to(bar, to + (surplus - surplus / 2), mirrored, out);
            self.state_length(bar, out);
        }
    }

    /// Pushes why a task starts at `from` or later: others, which it cannot precede, end then.
    pub(super) fn explain_precedence(&self, mirrored: bool, task: u32, from: i64, out: &mut Vec<Atom>) {
        let own = *self.bars.iter().find(|b| b.task == task).expect("the task has a length");
        let before = |b: &Bar| b.task != task && b.latest_start() < own.earliest_end();
        let mut late = Late::ending(self.bars.iter().copied().filter(before), from).expect("others end then");
        let surplus = late.spend(from, None);
        let last = late.bars.iter().map(Bar::latest_start).max().expect("there are others");
        self.state_from(&own, last + 1 - own.length, mirrored, out);
        self.state_length(&own, out);
        for bar in &late.bars {
            self.state_from(bar, late.from - surplus, mirrored, out);
            self.state_to(bar, last + bar.length, mirrored, out);
            self.state_length(bar, out);
        }
    }

    /// Pushes why a task starts at `from` or later: others end then, and do not fit with it before the last of them must
    /// have ended.
    pub(super) fn explain_edge(&self, mirrored: bool, task: u32, from: i64, out: &mut Vec<Atom>) {
        let mut ends: Vec<i64> = self.bars.iter().filter(|b| b.task != task).map(|b| b.to).collect();
        ends.sort_unstable();
        ends.dedup();
        let found = ends.into_iter().find_map(|to| {
            let early = self.bars.iter().copied().filter(|b| b.task != task && b.to <= to);
            let late = Late::ending(early, from)?;
            let with_it = self.bars.iter().copied().filter(|b| b.task == task || b.to <= to);
            Some((to, late, Late::ending(with_it, to + 1)?))
        });
        let (to, mut late, mut full) = found.expect("some tasks leave no room");
        let surplus = full.spend(to + 1, Some(task));
        let to = to + surplus / 2;
        for bar in &full.bars {
            self.state_from(bar, full.from - (surplus - surplus / 2), mirrored, out);
            if bar.task != task {
                self.state_to(bar, to, mirrored, out);
            }
            self.state_length(bar, out);
        }
        let surplus = late.spend(from, None);
        for bar in &late.bars {
            self.state_from(bar, late.from - surplus, mirrored, out);
            self.state_to(bar, to, mirrored, out);
            self.state_length(bar, out);
        }
    }
}
