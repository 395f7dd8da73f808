//! From the advice of a model to the strategies of a search.

use entail_model::{Restart, ValueOrder, VarOrder};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::VarId;
use crate::decide::{Brancher, Phase, Strategy};
use crate::search::{RESTART, Search};
use crate::solver::Solver;

impl Solver {
    /// A search by the model's hints: the projection is decided first, then the rest of the model, then what
    /// compilation added. Free search takes turns: the order given, activity, and the weights of variables.
    pub(crate) fn search(&mut self, projection: Option<&[VarId]>) -> Search {
        let hints = &self.model.hints;
        let known: Vec<VarId> = self.model.vars().map(|x| self.compiler.var(x)).collect();
        let given: Vec<Phase> = hints.phases.iter().map(|p| self.phase(p, &known)).collect();
        let seed = self.options.seed;
        self.engine.stir(&known, seed);
        self.engine.try_first(&known, ValueOrder::Min, seed);
        for phase in given.iter().rev() {
            self.engine.try_first(&phase.vars, phase.value_order, seed);
        }
        let warm = hints.warm_start.iter().map(|&(x, v)| {
            let (x, c) = self.compiler.place(x);
            (x, i32::try_from(v - c).unwrap_or(0))
        });
        let warm: FxHashMap<VarId, i32> = warm.collect();
        for (x, &v) in &warm {
            self.engine.trail.saved[x.index()] = v;
        }
        let ordered = given.iter().any(|p| p.var_order != VarOrder::Free);
        let decided: Vec<VarId> = match given.len() {
            0 => known.clone(),
            _ => given.iter().flat_map(|p| &p.vars).copied().collect(),
        };
        let all: Vec<VarId> = (0..self.engine.trail.domains.len() as u32).map(VarId).collect();
        let free = projection.is_none() && (self.options.free || !ordered);
        let mut strategies = vec![match projection {
            Some(projection) => enumerating(projection, given, known.clone(), all.clone()),
            None => following(given, known.clone(), all.clone(), !ordered),
        }];
        if free && ordered {
            let active = || Strategy::new(vec![any(known.clone()), any(all.clone())]);
            let weighted = Phase { var_order: VarOrder::DomWdeg, any: false, ..any(decided.clone()) };
            strategies.extend([active(), active()]);
            strategies.push(Strategy::new(vec![weighted, any(all.clone())]));
            strategies.extend([active(), active()]);
        }
        let restart = match hints.restart {
            Some(restart) => restart,
            None if ordered && !self.options.free && !cfg!(test) => Restart::Never,
            None => RESTART,
        };
        let mut brancher = Brancher::new(strategies, warm, self.options.seed);
        if free {
            brancher.look_near(decided);
        }
        Search::new(&mut self.engine, brancher, self.options.learning, restart, &self.limits)
    }

    fn phase(&self, phase: &entail_model::Phase, known: &[VarId]) -> Phase {
        let vars = match &phase.vars[..] {
            [] => known.to_vec(),
            vars => vars.iter().map(|&x| self.compiler.var(x)).collect(),
        };
        let saved = phase.var_order == VarOrder::Free;
        Phase { vars, any: false, saved, var_order: phase.var_order, value_order: phase.value_order }
    }
}

/// Activity chooses among all atoms, and where none is left, the weights of these variables do.
fn any(vars: Vec<VarId>) -> Phase {
    Phase { vars, any: true, saved: true, var_order: VarOrder::Free, value_order: ValueOrder::Min }
}

/// The phases given, then the model's other variables in the same way, then what compilation added.
fn following(given: Vec<Phase>, known: Vec<VarId>, all: Vec<VarId>, free: bool) -> Strategy {
    // A choice by activity may be on any variable, but after those to branch on first.
    let first = usize::from(given.first().is_some_and(|p| p.vars.len() < known.len()));
    let rest = match given.last() {
        Some(last) => Phase { vars: known, ..last.clone() },
        None => any(known),
    };
    let mut phases = given;
    phases.extend([rest, Phase { any: false, ..any(all) }]);
    if free {
        phases.iter_mut().skip(first).for_each(|p| p.any = true);
    }
    Strategy::new(phases)
}

/// Variables in which answers differ come first, in the order given.
///
/// Below the first answer the search is chronological: choices of atoms by activity would split it finely and cannot be
/// taken back by restarts, choices of variables do better.
fn enumerating(projection: &[VarId], given: Vec<Phase>, known: Vec<VarId>, all: Vec<VarId>) -> Strategy {
    let by_variable = |phase: &Phase, vars| match phase.var_order {
        VarOrder::Free => Phase { vars, saved: false, var_order: VarOrder::DomWdeg, ..phase.clone() },
        _ => Phase { vars, ..phase.clone() },
    };
    let in_projection: FxHashSet<VarId> = projection.iter().copied().collect();
    let last = given.last().cloned().unwrap_or_else(|| Phase { any: false, ..any(Vec::new()) });
    let of_projection = |p: &Phase| p.vars.iter().copied().filter(|x| in_projection.contains(x)).collect();
    let mut phases: Vec<Phase> = given.iter().map(|p| by_variable(p, of_projection(p))).collect();
    phases.push(by_variable(&last, projection.to_vec()));
    phases.extend(given);
    phases.extend([Phase { vars: known, ..last }, Phase { any: false, ..any(all) }]);
    Strategy::new(phases)
}
