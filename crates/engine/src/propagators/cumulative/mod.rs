//! Tasks that share a resource: time-table filtering with pointwise reasons (Schutt, Feydy, Stuckey, Wallace, Explaining the
//! cumulative propagator, 2011).
//!
//! A task that starts at `ls` at the latest and ends at `ee` at the earliest runs from `ls` to `ee` for sure. Where such parts
//! leave too little for another task, it does not run: its start moves past that moment, one moment at a time, so that each
//! move needs the tasks of a single moment as its reason.

mod explain;
mod profile;

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};
use profile::{Part, Profile};

/// A task: when it starts, how long it runs, how much it takes.
#[derive(Clone, Copy)]
pub(crate) struct Task {
    pub start: VarId,
    pub duration: VarId,
    pub demand: VarId,
}

pub(crate) struct Cumulative {
    tasks: Box<[Task]>,
    capacity: VarId,
    profile: Profile,
    parts: Vec<Part>,
}

/// What a lazy reason is for: the place of the task times the number of kinds, plus the kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Earliest,
    Latest,
    Duration,
    Demand,
    Capacity,
}

impl Kind {
    const ALL: [Kind; 5] = [Kind::Earliest, Kind::Latest, Kind::Duration, Kind::Demand, Kind::Capacity];

    fn of(self, task: usize) -> Why<'static> {
        Why::Lazy((task * Kind::ALL.len()) as u32 + self as u32)
    }
}

/// `[x ≥ v]` for a time, which may lie beyond all values.
pub(super) fn at_least(x: VarId, v: i64) -> Atom {
    x.ge(v.clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32)
}

/// `[x ≤ v]` for a time.
pub(super) fn at_most(x: VarId, v: i64) -> Atom {
    x.le(v.clamp(i64::from(i32::MIN), i64::from(i32::MAX) - 1) as i32)
}

impl Cumulative {
    pub fn new(tasks: Vec<Task>, capacity: VarId) -> Cumulative {
        Cumulative { tasks: tasks.into(), capacity, profile: Profile::default(), parts: Vec::new() }
    }

    /// Lists the parts during which tasks but `except` surely run.
    fn collect(&mut self, bounds: impl Fn(VarId) -> (i32, i32), except: usize) {
        self.parts.clear();
        for (i, task) in self.tasks.iter().enumerate() {
            let (es, ls) = bounds(task.start);
            let (from, to) = (i64::from(ls), i64::from(es) + i64::from(bounds(task.duration).0));
            let demand = i64::from(bounds(task.demand).0);
            if from < to && demand > 0 && i != except {
                self.parts.push(Part { task: i as u32, from, to, demand });
            }
        }
    }

    /// Narrows what one task can be, given the profile and the capacity.
    fn narrow(&self, cx: &mut Cx<'_>, i: usize, highest: i64, capacity: i64) -> Result<(), Conflict> {
        let Task { start, duration, demand } = self.tasks[i];
        let (es, ls) = (i64::from(cx.lo(start)), i64::from(cx.hi(start)));
        let (least, takes) = (i64::from(cx.lo(duration)), i64::from(cx.lo(demand)));
        if least > 0 {
            let alone = [duration.ge(1), at_most(self.capacity, capacity)];
            cx.assert(at_most(demand, capacity), Why::All(&alone))?;
        } else if takes > capacity {
            let alone = [at_least(demand, capacity + 1), at_most(self.capacity, capacity)];
            cx.assert(duration.le(0), Why::All(&alone))?;
        }
        // The profile has this task's own part, as it was when it was built.
        let own = (ls, es + least);
        let runs = own.0 < own.1;
        if runs && !cx.is_fixed(demand) {
            let inside = self.profile.segments[self.profile.after(own.0)..].iter().take_while(|s| s.from < own.1);
            let others = inside.map(|s| s.height - takes).max().unwrap_or(0);
            cx.assert(at_most(demand, capacity - others), Kind::Demand.of(i))?;
        }
        if takes <= 0 || highest + takes <= capacity {
            return Ok(());
        }
        if es < ls && least > 0 {
            self.raise(cx, i, runs.then_some(own.0), capacity - takes)?;
            self.lower(cx, i, runs.then_some(own.1), capacity - takes)?;
        }
        if !cx.is_fixed(duration) {
            let from = if runs { own.1 } else { ls };
            let longest = i64::from(cx.lo(start)) + i64::from(cx.hi(duration));
            if let Some(time) = self.profile.first_at((from, longest), capacity - takes + 1) {
                cx.assert(at_most(duration, time - i64::from(cx.lo(start))), Kind::Duration.of(i))?;
            }
        }
        Ok(())
    }

    /// Moves the earliest start past moments at which more than `room` is in use, up to the task's own part.
    fn raise(&self, cx: &mut Cx<'_>, i: usize, own: Option<i64>, room: i64) -> Result<(), Conflict> {
        let Task { start, duration, .. } = self.tasks[i];
        let length = i64::from(cx.lo(duration));
        let mut es = i64::from(cx.lo(start));
        for s in &self.profile.segments[self.profile.after(es)..] {
            if s.from >= es + length || own.is_some_and(|own| s.from >= own) {
                break;
            }
            while s.height > room && es < s.to {
                let to = s.to.min(es + length).min(i64::from(cx.hi(start)) + 1);
                cx.assert(at_least(start, to), Kind::Earliest.of(i))?;
                es = i64::from(cx.lo(start));
            }
        }
        Ok(())
    }

    /// Moves the latest start before them, down to the task's own part.
    fn lower(&self, cx: &mut Cx<'_>, i: usize, own: Option<i64>, room: i64) -> Result<(), Conflict> {
        let Task { start, duration, .. } = self.tasks[i];
        let length = i64::from(cx.lo(duration));
        let mut ls = i64::from(cx.hi(start));
        let end = self.profile.segments.partition_point(|s| s.from < ls + length);
        for s in self.profile.segments[..end].iter().rev() {
            if s.to <= ls || own.is_some_and(|own| s.to <= own) {
                break;
            }
            while s.height > room && ls + length > s.from {
                let to = (s.from.max(ls) - length).max(i64::from(cx.lo(start)) - 1);
                cx.assert(at_most(start, to), Kind::Latest.of(i))?;
                ls = i64::from(cx.hi(start));
            }
        }
        Ok(())
    }
}

impl Propagator for Cumulative {
    fn subscribe(&self, to: &mut Subscriptions) {
        for task in &self.tasks {
            to.on(task.start, event::BOUNDS);
            to.on(task.duration, event::LO);
            to.on(task.demand, event::LO);
        }
        to.on(self.capacity, event::HI);
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.collect(|x| (cx.lo(x), cx.hi(x)), usize::MAX);
        self.profile.build(&self.parts);
        cx.assert(self.capacity.ge(0), Why::All(&[]))?;
        let capacity = i64::from(cx.hi(self.capacity));
        let highest = self.profile.highest().map_or(0, |s| s.height);
        if highest > capacity {
            return Err(cx.fail_with(|past, out| self.explain_overload(past, out)));
        }
        cx.assert(at_least(self.capacity, highest), Kind::Capacity.of(0))?;
        (0..self.tasks.len()).try_for_each(|i| self.narrow(cx, i, highest, capacity))
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let kinds = Kind::ALL.len();
        self.explain_narrowed(past, Kind::ALL[data as usize % kinds], data as usize / kinds, atom.value(), out);
    }
}
