//! The best answer: better and better ones until there is none, and in turns with that, bounds from the other side.

use entail_model::{Answer, Direction};

use crate::atom::{Atom, VarId};
use crate::cores::Cores;
use crate::search::{End, Search};
use crate::solver::{Error, Outcome, Progress, Solver};

/// Conflicts before the first look at the bound from the other side.
const FIRST_RUN: u64 = if cfg!(test) { 4 } else { 1000 };
/// Conflicts of a look at the bound: at least and at most.
const LOOK: (u64, u64) = if cfg!(test) { (2, 8) } else { (200, 20_000) };

impl Solver {
    /// The best answer, with news on the way. Without an objective, any answer.
    pub fn optimize(&mut self, mut on: impl FnMut(Progress<'_>)) -> Result<Outcome, Error> {
        let Some(objective) = self.model.objective().cloned() else { return self.solve_assuming(&[]) };
        self.renew();
        self.spent = true;
        let var = self.compiler.operand(&mut self.engine, &objective.expr);
        let minimize = objective.direction == Direction::Minimize;
        // Let the first try of the objective's variable be its best value.
        self.engine.trail.saved[var.index()] = if minimize { self.engine.lo(var) } else { self.engine.hi(var) };
        let mut search = self.search(None);
        search.brancher.set_objective(var, minimize);
        // For a single term there is no core to find that the search would not.
        let cores = Cores::new(&self.model, &objective.expr, minimize, &self.compiler);
        let takes_turns = self.options.learning && search.brancher.is_free() && cores.is_sum();
        let mut turns = takes_turns.then(|| {
            search.pause_at = self.engine.statistics.conflicts + FIRST_RUN;
            Turns { cores, look: LOOK.0, moved: false }
        });
        let mut best: Option<Answer> = None;
        let mut bound = None;
        loop {
            match search.run(&mut self.engine) {
                End::Bound => self.report_bound(&search, var, minimize, &mut bound, &mut on),
                End::Answer => {
                    let answer = self.checked_answer()?;
                    self.engine.statistics.answers += 1;
                    let value = if minimize { self.engine.lo(var) } else { self.engine.hi(var) };
                    on(Progress::Better { answer: &answer, objective: value.into() });
                    best = Some(answer);
                    let refused = if minimize { var.ge(value) } else { var.le(value) };
                    if !search.refuse(&mut self.engine, refused) {
                        break;
                    }
                    if let Some(turns) = turns.as_mut().filter(|_| !search.assumptions.is_empty()) {
                        turns.cores.go_lighter();
                        turns.assume(self, &mut search);
                    }
                }
                End::Exhausted if search.core.is_empty() => break,
                End::Exhausted => {
                    let turns = turns.as_mut().expect("only they assume");
                    turns.learn(self, &mut search, var, minimize);
                    turns.assume(self, &mut search);
                }
                End::Paused => turns.as_mut().expect("only they pause").take_turns(self, &mut search),
                End::Stopped(stop) => {
                    self.engine.backtrack(0);
                    self.report_bound(&search, var, minimize, &mut bound, &mut on);
                    return Ok(Outcome::Unknown { best, bound, stop });
                }
                End::Panicked => return Err(self.panicked()),
            }
        }
        Ok(match best {
            Some(answer) => {
                let value = answer.value(&objective.expr) as i64;
                if bound != Some(value) {
                    on(Progress::Bound(value));
                }
                Outcome::Optimal(answer)
            }
            None => Outcome::Unsatisfiable { core: Vec::new() },
        })
    }

    /// Tells of a better bound. Plain backtracking closes parts of the search at the root whose answers were found: what
    /// is left there bounds the rest of the search only.
    fn report_bound(
        &self,
        search: &Search,
        var: VarId,
        minimize: bool,
        bound: &mut Option<i64>,
        on: &mut impl FnMut(Progress<'_>),
    ) {
        if search.was_plain() {
            return;
        }
        let now = i64::from(if minimize { self.engine.lo(var) } else { self.engine.hi(var) });
        if *bound != Some(now) {
            *bound = Some(now);
            on(Progress::Bound(now));
        }
    }
}

/// Answers and bounds take turns, by conflicts: a look at the bound lasts longer where the last one moved it.
struct Turns {
    cores: Cores,
    look: u64,
    moved: bool,
}

impl Turns {
    fn take_turns(&mut self, solver: &mut Solver, search: &mut Search) {
        let run = if search.assumptions.is_empty() {
            self.moved = false;
            self.assume(solver, search);
            self.look
        } else {
            search.start_over(&mut solver.engine);
            self.look = if self.moved { 2 * self.look } else { self.look / 2 }.clamp(LOOK.0, LOOK.1);
            FIRST_RUN.max(2 * self.look)
        };
        search.pause_at = solver.engine.statistics.conflicts + run;
    }

    /// Assumes what is left to assume; where that is nothing, the search goes on as before.
    fn assume(&mut self, solver: &mut Solver, search: &mut Search) {
        search.start_over(&mut solver.engine);
        search.assumptions = self.cores.assumptions(&solver.engine);
    }

    /// The assumptions cannot hold together: a better bound.
    fn learn(&mut self, solver: &mut Solver, search: &mut Search, var: VarId, minimize: bool) {
        let core: Vec<Atom> = std::mem::take(&mut search.core);
        search.start_over(&mut solver.engine);
        self.cores.split(&mut solver.engine, &mut solver.compiler, &core);
        self.moved = true;
        let bound = self.cores.bound(&solver.engine);
        let atom = if minimize { at_least(var, bound) } else { !at_least(var, 1 - bound) };
        solver.engine.assert_root(atom);
    }
}

/// `[x ≥ v]` for a value that may be out of range.
fn at_least(x: VarId, v: i64) -> Atom {
    x.ge(v.clamp(i64::from(i32::MIN + 1), i64::from(i32::MAX)) as i32)
}

#[cfg(test)]
mod tests {
    use entail_model::{Linear, Model, Restart, Var};

    use crate::decide::next_random;
    use crate::solver::{Options, Outcome, Solver};

    /// Without restarts the search does without learning for a while, also shortly before bounds have their turn.
    #[test]
    fn the_best_answer_without_restarts_is_the_best_with_them() {
        let mut random = 1;
        for number in 0..400 {
            let mut below = |n: u64| next_random(&mut random) % n;
            let mut model = Model::new();
            let xs: Vec<Var> = (0..14).map(|i| model.int(format!("x{i}"), 0..=5)).collect();
            for _ in 0..30 {
                let [a, b, c] = [14, 13, 12].map(|n| below(n) as usize);
                let (a, b, c) = (xs[a], xs[(a + b + 1) % 14], xs[(a + c + 1) % 14]);
                match below(4) {
                    0 => model.post((a + 3 * b).le(c + 4)),
                    1 => model.post((2 * a).le(b + c)),
                    _ => model.post((1 * a).ne(b)),
                };
            }
            let weights: Vec<i64> = xs.iter().map(|_| [-2, -2, 1, 1, 3, 7][below(6) as usize]).collect();
            model.minimize(Linear::weighted(weights.into_iter().zip(xs)));
            let mut best = |restart| {
                model.hints.restart = restart;
                let mut solver = Solver::with_options(&model, Options { free: true, ..Options::default() }).unwrap();
                match solver.solve().unwrap() {
                    Outcome::Optimal(answer) => Some(answer.value(&model.objective().unwrap().expr)),
                    Outcome::Unsatisfiable { .. } => None,
                    other => panic!("{other:?}"),
                }
            };
            assert_eq!(best(Some(Restart::Never)), best(None), "model {number}");
        }
    }
}
