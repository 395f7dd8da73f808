//! Tasks on resources: cumulative and disjunctive.

use entail_model::{Constraint, Linear, Relation};
use rustc_hash::FxHashSet;

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
        let tasks = tasks.iter().map(|&(start, duration)| Task { start, duration, demand: unit }).collect();
        self.post(engine, Cumulative::new(tasks, unit), guard);
    }

    /// Tasks do not overlap where the guard holds. False where some have no order: then the time-table must see to them.
    fn take_turns(&mut self, engine: &mut Engine, tasks: &[(VarId, VarId)], strict: bool, guard: Option<Atom>) -> bool {
        // Reasons are found again later: a start that moves must not make another task longer meanwhile.
        let starts: FxHashSet<VarId> = tasks.iter().map(|t| t.0).collect();
        let own = tasks.iter().copied().filter(|t| !starts.contains(&t.1)).collect();
        self.post(engine, Disjunctive::new(own), guard);
        let few = tasks.len() <= PAIRED;
        let empty: Vec<bool> = tasks.iter().map(|t| engine.lo(t.1) <= 0).collect();
        for (j, &b) in tasks.iter().enumerate() {
            for (i, &a) in tasks[..j].iter().enumerate() {
                // Nothing but its order keeps an empty task out of another.
                let ordered = if empty[i] || empty[j] { strict } else { few };
                if ordered {
                    self.order(engine, a, b, guard);
                }
            }
        }
        few && (strict || !empty.contains(&true))
    }

    /// One of two tasks ends before the other starts, where the guard holds: variables say which.
    fn order(&mut self, engine: &mut Engine, a: (VarId, VarId), b: (VarId, VarId), guard: Option<Atom>) {
        let first = engine.add_variable(&[(0, 1)]).ge(1);
        let second = match guard {
            None => !first,
            Some(guard) => {
                let second = engine.add_variable(&[(0, 1)]).ge(1);
                engine.add_clause(&[first, second, !guard]);
                second
            }
        };
        for ((start, duration), then, before) in [(a, b.0, first), (b, a.0, second)] {
            let (terms, constant) = merged(engine, vec![(1, start), (1, duration), (-1, then)], 0);
            self.sum(engine, &terms, Relation::Le, -constant, Some(before));
        }
    }
}
