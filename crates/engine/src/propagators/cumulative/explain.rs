//! Reasons of the time-table: the tasks that run at one moment, as few as use up enough, each held there no tighter than
//! that moment asks.

use super::{Cumulative, Kind, Task, at_least, at_most};
use crate::atom::Atom;
use crate::propagator::Past;

impl Cumulative {
    /// Pushes why more is in use at some moment than there is. The profile is that of now.
    pub(super) fn explain_overload(&mut self, past: &Past<'_>, out: &mut Vec<Atom>) {
        let capacity = i64::from(past.hi(self.capacity));
        let segment = self.profile.highest().expect("something is in use");
        let used = self.choose(segment.from, capacity + 1);
        // They run together for a while: its middle leaves both sides of each as much room as it can.
        let from = self.parts.iter().map(|p| p.from).max().expect("something is in use");
        let to = self.parts.iter().map(|p| p.to).min().expect("something is in use");
        self.state_chosen(past, from + (to - 1 - from) / 2, out);
        out.push(at_most(self.capacity, used - 1));
    }

    /// Pushes why a task's start, duration or demand, or the capacity, is bounded by `value`.
    pub(super) fn explain_narrowed(&mut self, past: &Past<'_>, kind: Kind, i: usize, value: i32, out: &mut Vec<Atom>) {
        let value = i64::from(value);
        let Task { start, duration, demand } = self.tasks[i];
        let capacity = i64::from(past.hi(self.capacity));
        let (es, ls) = (i64::from(past.lo(start)), i64::from(past.hi(start)));
        let (length, takes) = (i64::from(past.lo(duration)), i64::from(past.lo(demand)));
        self.collect(|x| past.bounds(x), if kind == Kind::Capacity { usize::MAX } else { i });
        self.profile.build(&self.parts);
        let (takes, need) = match kind {
            Kind::Capacity => (0, value),
            Kind::Demand => (value + 1, capacity - value),
            _ => (takes, capacity - takes + 1),
        };
        // A moment at which the others leave too little; of several, that which asks least of the task itself.
        let time = match kind {
            Kind::Earliest => self.profile.first_at((value - 1, es + length), need),
            Kind::Latest => self.profile.last_at((ls, value + length + 1), need),
            Kind::Duration => self.profile.last_at((ls, value + es + 1), need),
            Kind::Demand => self.profile.first_at((ls, es + length), need),
            Kind::Capacity => self.profile.first_at((i64::MIN, i64::MAX), need),
        };
        let time = time.expect("too little is left at some moment");
        let used = self.choose(time, need);
        self.state_chosen(past, time, out);
        if kind == Kind::Capacity {
            return;
        }
        out.push(at_most(self.capacity, takes + used - 1));
        if kind != Kind::Demand {
            out.push(at_least(demand, takes));
        }
        match kind {
            Kind::Earliest => out.extend([at_least(start, time + 1 - length), at_least(duration, length)]),
            Kind::Latest => out.extend([at_most(start, time), at_least(duration, time - value)]),
            Kind::Duration => out.extend([at_most(start, time), at_least(start, time - value)]),
            _ => out.extend([at_most(start, time), at_least(start, time + 1 - length), at_least(duration, length)]),
        }
    }

    /// Leaves of the parts those that run at a moment and together take `need`, those that take most; how much that is.
    fn choose(&mut self, time: i64, need: i64) -> i64 {
        self.parts.retain(|p| p.from <= time && time < p.to);
        self.parts.sort_by_key(|p| std::cmp::Reverse(p.demand));
        let mut used = 0;
        let enough = self.parts.iter().take_while(|p| {
            let more = used < need;
            used += if more { p.demand } else { 0 };
            more
        });
        let count = enough.count();
        self.parts.truncate(count);
        used
    }

    /// Pushes that the chosen tasks run at a moment and take what they take.
    fn state_chosen(&self, past: &Past<'_>, time: i64, out: &mut Vec<Atom>) {
        for part in &self.parts {
            let Task { start, duration, demand } = self.tasks[part.task as usize];
            let length = i64::from(past.lo(duration));
            out.extend([at_most(start, time), at_least(start, time + 1 - length)]);
            out.extend([at_least(duration, length), at_least(demand, part.demand)]);
        }
    }
}
