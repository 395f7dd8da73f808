//! Tasks on resources: cumulative and disjunctive.

use entail_model::{Constraint, Linear, Relation};

use super::Compiler;
use super::linear::merged;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::{Cumulative, Disjunctive, Task};

/// The most tasks of which each pair gets a variable for its order.
const PAIRED: usize = 100;

impl Compiler {
    /// At every moment the demands of the tasks that run are within the capacity, where the guard holds.
    pub(super) fn cumulative(
        &mut self,
        engine: &mut Engine,
        [starts, durations, demands]: [&[Linear]; 3],
        capacity: &Linear,
        guard: Option<Atom>,
    ) {
        let starts = self.operand_vars(engine, starts);
        let durations = self.operand_vars(engine, durations);
        let demands = self.operand_vars(engine, demands);
        let capacity = self.operand(engine, capacity);
        for &x in durations.iter().chain(&demands).chain([&capacity]) {
            self.require(engine, x.ge(0), guard);
        }
        if engine.dead {
            return;
        }
        let tasks = starts.iter().zip(&durations).zip(&demands);
        let tasks = tasks.map(|((&start, &duration), &demand)| Task { start, duration, demand });
        let mut tasks: Vec<Task> = tasks.filter(|t| engine.hi(t.duration) > 0 && engine.hi(t.demand) > 0).collect();
        self.post(engine, Cumulative::new(tasks.clone(), capacity), guard);
        // The most demanding tasks of which no two fit together take turns.
        tasks.sort_by_key(|t| std::cmp::Reverse(engine.lo(t.demand)));
        let least = |t: &Task| i64::from(engine.lo(t.demand));
        let room = i64::from(engine.hi(capacity));
        let crowded = 1 + tasks.windows(2).take_while(|w| least(&w[0]) + least(&w[1]) > room).count();
        if crowded > 1 {
            let turns: Vec<(VarId, VarId)> = tasks[..crowded].iter().map(|t| (t.start, t.duration)).collect();
            self.take_turns(engine, &turns, false, guard);
        }
    }

    /// Boxes of one dimension do not overlap, where the guard holds.
    pub(super) fn disjunctive(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        let Constraint::NoOverlap { origins, sizes, strict } = constraint else {
            unreachable!("called for boxes");
        };
        let starts = self.operand_vars(engine, &origins.concat());
        let durations = self.operand_vars(engine, &sizes.concat());
        for &x in &durations {
            self.require(engine, x.ge(0), guard);
        }
        if engine.dead {
            return;
        }
        let tasks: Vec<(VarId, VarId)> = starts.into_iter().zip(durations).collect();
        if self.take_turns(engine, &tasks, *strict, guard) {
            return;
        }
        let unit = self.operand(engine, &Linear::from(1));
        let parts = tasks.iter().map(|&(start, duration)| Task { start, duration, demand: unit }).collect();
        self.post(engine, Cumulative::new(parts, unit), guard);
        if *strict && tasks.iter().any(|t| engine.lo(t.1) <= 0) {
            self.checked(engine, constraint, true, guard);
        }
    }

    /// Tasks do not overlap where the guard holds. False where some may while durations are open.
    fn take_turns(&mut self, engine: &mut Engine, tasks: &[(VarId, VarId)], strict: bool, guard: Option<Atom>) -> bool {
        self.post(engine, Disjunctive::new(tasks.to_vec()), guard);
        if tasks.len() > PAIRED || guard.is_some_and(|g| !engine.trail.domains.is_true(g)) {
            return false;
        }
        let counts: Vec<bool> = tasks.iter().map(|t| strict || engine.lo(t.1) > 0).collect();
        for (j, &b) in tasks.iter().enumerate() {
            for (i, &a) in tasks[..j].iter().enumerate() {
                if counts[i] && counts[j] {
                    self.order(engine, a, b);
                }
            }
        }
        counts.iter().all(|&c| c)
    }

    /// A variable that says which of two tasks comes first.
    fn order(&mut self, engine: &mut Engine, a: (VarId, VarId), b: (VarId, VarId)) {
        let first = engine.add_variable(&[(0, 1)]);
        for ((start, duration), then, guard) in [(a, b.0, first.ge(1)), (b, a.0, first.le(0))] {
            let (terms, constant) = merged(engine, vec![(1, start), (1, duration), (-1, then)], 0);
            self.sum(engine, &terms, Relation::Le, -constant, Some(guard));
        }
    }
}
