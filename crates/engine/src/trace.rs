//! A trace: plain propagation and search, without learning and restarts, told step by step for somebody who watches.
//!
//! Only variables of the model are told of. Whoever applies the steps to the model's domains has, at every choice, conflict and
//! answer, the domains of the search; [`Trace`] does so itself, and what a step removes is what was still there.

use std::ops::ControlFlow;

use entail_model::{Answer, Constraint, Domain, Var, Violation, When, check};

use crate::atom::{Atom, Kind};
use crate::authors::Author;
use crate::compile::Compiler;
use crate::decide::Brancher;
use crate::engine::Engine;
use crate::reason::Reason;
use crate::solver::{Assumption, Error, Options, Solver};

/// Of larger domains it is not told which of the constraints on one variable excludes what.
const LISTED: u64 = 10_000;

/// A step of a search. Constraints are told by their places in the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Values went.
    Removed {
        /// The variable that had them.
        variable: Var,
        /// The values.
        values: Domain,
        /// The constraint that does not allow them. None where it is several together, and where a choice was refuted.
        constraint: Option<usize>,
    },
    /// The search chose.
    Chosen {
        /// How many choices there are with this one.
        depth: u32,
        /// What is tried.
        choice: Assumption,
    },
    /// There is no answer under the choices made.
    Conflict {
        /// How many choices there are.
        depth: u32,
        /// The constraint that cannot hold any more, where one is known.
        constraint: Option<usize>,
    },
    /// The last choice and whatever came after it is undone; its opposite holds from now on, and what that removes comes next.
    Back {
        /// How many choices are left.
        depth: u32,
    },
    /// Every variable has one value, and every constraint holds.
    Answer {
        /// How many choices there are.
        depth: u32,
        /// The values.
        answer: Answer,
    },
}

impl Solver {
    /// Tells `found` every step of a plain search for all answers, objective or not, until it breaks off. Whether the
    /// search came to its end: `found` or a limit may have come first.
    ///
    /// The search starts from the model alone, and this solver learns nothing from it.
    pub fn trace(&self, found: impl FnMut(Step) -> ControlFlow<()>) -> Result<bool, Error> {
        let mut solver = Solver {
            model: self.model.clone(),
            options: Options { learning: false, ..self.options.clone() },
            limits: self.limits.clone(),
            compiler: Compiler::default(),
            engine: Engine::signing(),
            spent: false,
        };
        solver.renew();
        // Compilation was stopped.
        if solver.spent {
            return Ok(false);
        }
        Trace::new(solver, found).run()
    }
}

struct Trace<F> {
    solver: Solver,
    brancher: Brancher,
    /// For each of the engine's variables those of the model that it stands for, and what is added to it.
    owners: Vec<Vec<(Var, i64)>>,
    /// The domains of the model's variables after the steps told.
    domains: Vec<Domain>,
    /// What they were before each change below the root.
    before: Vec<(Var, Domain)>,
    /// How many changes there were before each choice.
    levels: Vec<usize>,
    /// Entries of the trail before this one were told.
    told: usize,
    found: F,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Trace<F> {
    fn new(mut solver: Solver, found: F) -> Self {
        let known: Vec<_> = solver.model.vars().map(|x| solver.compiler.var(x)).collect();
        let brancher = solver.search(Some(&known)).brancher;
        let mut owners = vec![Vec::new(); solver.engine.trail.domains.len()];
        for x in solver.model.vars() {
            let (place, plus) = solver.compiler.place(x);
            owners[place.index()].push((x, plus));
        }
        let domains = solver.model.variables().iter().map(|x| x.domain.clone()).collect();
        Self { solver, brancher, owners, domains, before: Vec::new(), levels: Vec::new(), told: 0, found }
    }

    fn run(&mut self) -> Result<bool, Error> {
        if self.tell_presolved().is_break() {
            return Ok(false);
        }
        loop {
            let failed = self.solver.engine.dead || self.solver.engine.propagate().is_err();
            if self.solver.engine.panicked.is_some() {
                return Err(self.solver.panicked());
            }
            let engine = &mut self.solver.engine;
            let stopped = engine.interrupted.take().or_else(|| engine.watchdog.check(engine.trail.entries.len()));
            if self.tell_entries().is_break() || stopped.is_some() {
                return Ok(false);
            }
            let depth = self.depth();
            let step = if failed {
                Step::Conflict { depth, constraint: self.solver.engine.authors.as_ref().and_then(|a| a.last) }
            } else if self.domains.iter().all(|domain| domain.size() == 1) {
                self.judge(depth)?
            } else {
                let choice = self.brancher.next(&mut self.solver.engine).expect("a variable of the model is open");
                if self.choose(choice).is_break() {
                    return Ok(false);
                }
                continue;
            };
            if (self.found)(step).is_break() {
                return Ok(false);
            }
            if depth == 0 {
                return Ok(true);
            }
            if self.go_back().is_break() {
                return Ok(false);
            }
        }
    }

    fn depth(&self) -> u32 {
        self.solver.engine.trail.level()
    }

    /// What it means that every variable of the model has one value. Those that compilation made may be open: whatever they
    /// could be, the model decides.
    fn judge(&self, depth: u32) -> Result<Step, Error> {
        let answer = Answer::new(self.domains.iter().filter_map(Domain::min).collect());
        match check(&self.solver.model, &answer) {
            Ok(()) => Ok(Step::Answer { depth, answer }),
            Err(Violation::Constraint { index, .. }) => Ok(Step::Conflict { depth, constraint: Some(index) }),
            Err(Violation::Panicked { index, constraint, message }) => {
                Err(Error::PredicatePanicked { index, constraint, message })
            }
            Err(violation) => Err(Error::WrongAnswer(violation)),
        }
    }

    /// Tells what the engine's variables did not have from the start: what a constraint on one variable excludes, and what
    /// is left of variables that are equal.
    fn tell_presolved(&mut self) -> ControlFlow<()> {
        for at in 0..self.solver.model.constraints().len() {
            let posted = &self.solver.model.constraints()[at];
            let alone = match (&posted.constraint, posted.when) {
                (Constraint::Linear { .. } | Constraint::In { .. }, When::Always) => posted.constraint.scope(),
                _ => continue,
            };
            let [x] = alone[..] else { continue };
            let domain = &self.domains[x.index()];
            if domain.size() > LISTED {
                continue;
            }
            let of_one = posted.constraint.map_vars(|_| Var(0));
            let allowed = domain.iter().filter(|v| of_one.holds(&[*v], &[])).map(|v| (v, v));
            let first = self.first_domain(x);
            let allowed = Domain::from_intervals(allowed.chain(first.intervals().iter().copied()));
            self.tell_removed(x, &allowed, Some(at))?;
        }
        for x in self.solver.model.vars() {
            self.tell_removed(x, &self.first_domain(x), None)?;
        }
        ControlFlow::Continue(())
    }

    /// The first domain of the engine's variable, as values of the model's.
    fn first_domain(&self, x: Var) -> Domain {
        let (place, plus) = self.solver.compiler.place(x);
        let authors = self.solver.engine.authors.as_ref().expect("the engine signs");
        Domain::from_intervals(authors.first[place.index()].intervals().iter().map(|(a, b)| (a + plus, b + plus)))
    }

    /// Tells what is new on the trail.
    fn tell_entries(&mut self) -> ControlFlow<()> {
        while let Some(entry) = self.solver.engine.trail.entries.get(self.told) {
            let atom = entry.atom();
            let author = self.solver.engine.authors.as_ref().and_then(|authors| authors.of(self.told));
            self.told += 1;
            for at in 0..self.owners[atom.var().index()].len() {
                let (x, plus) = self.owners[atom.var().index()][at];
                self.tell_removed(x, &self.allowed(x, atom, plus), author)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The values that an atom allows, within the bounds of a variable of the model that it is on.
    fn allowed(&self, x: Var, atom: Atom, plus: i64) -> Domain {
        let domain = &self.domains[x.index()];
        let (Some(lo), Some(hi)) = (domain.min(), domain.max()) else { return Domain::empty() };
        let v = i64::from(atom.value()) + plus;
        match atom.kind() {
            Kind::Ge => Domain::from_intervals([(v, hi)]),
            Kind::Le => Domain::from_intervals([(lo, v)]),
            Kind::Eq => Domain::from_intervals([(v, v)]),
            Kind::Ne => Domain::from_intervals([(lo, v - 1), (v + 1, hi)]),
        }
    }

    /// Leaves a variable of the model only these values, and tells of those that go.
    fn tell_removed(&mut self, variable: Var, allowed: &Domain, constraint: Author) -> ControlFlow<()> {
        let values = self.keep(variable, allowed);
        if values.is_empty() {
            return ControlFlow::Continue(());
        }
        (self.found)(Step::Removed { variable, values, constraint })
    }

    /// Leaves a variable of the model only these values; those that go.
    fn keep(&mut self, x: Var, allowed: &Domain) -> Domain {
        let domain = &mut self.domains[x.index()];
        let kept = domain.intersection(allowed);
        let gone = domain.intersection(&complement(&kept));
        if !gone.is_empty() {
            let old = std::mem::replace(domain, kept);
            if !self.levels.is_empty() {
                self.before.push((x, old));
            }
        }
        gone
    }

    fn choose(&mut self, atom: Atom) -> ControlFlow<()> {
        let engine = &mut self.solver.engine;
        engine.push_level();
        engine.trail.assert(atom, Reason::DECISION).expect("a choice is open");
        engine.sign(None);
        self.levels.push(self.before.len());
        let (x, plus) = self.owners[atom.var().index()][0];
        // The choice says what goes; other variables that are the same are told of with the entry.
        self.keep(x, &self.allowed(x, atom, plus));
        let v = i64::from(atom.value()) + plus;
        let choice = match (self.domains[x.index()].intervals(), atom.kind()) {
            // To people "at most the least value" is that value.
            (&[(a, b)], _) if a == b => Assumption::Is(x, a),
            (_, Kind::Eq) => Assumption::Is(x, v),
            (_, Kind::Ge) => Assumption::AtLeast(x, v),
            (_, Kind::Le) => Assumption::AtMost(x, v),
            (_, Kind::Ne) => Assumption::Not(x, v),
        };
        let depth = self.depth();
        (self.found)(Step::Chosen { depth, choice })
    }

    /// Undoes the last choice and asserts its opposite.
    fn go_back(&mut self) -> ControlFlow<()> {
        let depth = self.depth() - 1;
        let engine = &mut self.solver.engine;
        let choice = engine.trail.decision(depth + 1).expect("every level starts with its choice");
        engine.backtrack(depth);
        self.brancher.backtracked(engine, depth);
        self.told = engine.trail.entries.len();
        engine.trail.assert(!choice, Reason::EXHAUSTED).expect("a choice was open");
        engine.sign(None);
        let start = self.levels.pop().expect("as many as choices");
        for (x, domain) in self.before.drain(start..).rev() {
            self.domains[x.index()] = domain;
        }
        (self.found)(Step::Back { depth })
    }
}

/// Whatever is not in the set.
fn complement(of: &Domain) -> Domain {
    let ends = of.intervals().iter().map(|(_, b)| b + 1);
    let starts = of.intervals().iter().map(|(a, _)| a - 1);
    Domain::from_intervals(std::iter::once(i64::MIN).chain(ends).zip(starts.chain([i64::MAX])))
}

#[cfg(test)]
mod tests {
    use entail_model::{Bool, Constraint, Model, all_different};

    use super::*;

    /// The first steps as a person would read them.
    fn steps(model: &Model, most: usize) -> Vec<String> {
        let because = |constraint: Option<usize>| constraint.map_or("?".to_owned(), |at| model.constraint_name(at));
        let name = |x: Var| model.variables()[x.index()].name.clone();
        let mut told = Vec::new();
        let end = Solver::new(model).unwrap().trace(|step| {
            told.push(match step {
                Step::Removed { variable, values, constraint } => {
                    format!("{} not {values}: {}", name(variable), because(constraint))
                }
                Step::Chosen { depth, choice } => format!("{depth}: {} {choice:?}", name(choice.var())),
                Step::Conflict { depth, constraint } => format!("{depth}: conflict, {}", because(constraint)),
                Step::Back { depth } => format!("back to {depth}"),
                Step::Answer { depth, answer } => format!("{depth}: {:?}", answer.values()),
            });
            if told.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(end, Ok(told.len() < most));
        told
    }

    #[test]
    fn clauses_and_propagators_are_told_by_their_constraints() {
        let mut model = Model::new();
        let b: Vec<Bool> = (0..3).map(|i| model.bool(format!("b{i}"))).collect();
        let x: Vec<Var> = (0..2).map(|i| model.int(format!("x{i}"), 1..=2)).collect();
        model.post(Constraint::Or(vec![b[0], b[1]])).named("first");
        model.post(Constraint::Or(vec![!b[1], b[2]])).named("second");
        model.post(x[1].lt(x[0])).named("order");
        assert_eq!(
            steps(&model, 8),
            [
                "x0 not {1}: order",
                "x1 not {2}: order",
                "1: b0 Is(Var(0), 0)",
                "b1 not {0}: first",
                "b2 not {0}: second",
                "1: [0, 1, 1, 2, 1]",
                "back to 0",
                "b0 not {0}: ?"
            ]
        );
    }

    #[test]
    fn what_compiling_finds_is_told_and_what_a_domain_excludes_is_not() {
        let mut model = Model::new();
        let (x, y, z) = (model.int("x", 2..=5), model.int("y", 1..=3), model.int("z", 7..=7));
        model.post(x.eq(y)).named("equal");
        model.post(all_different([x, z])).named("different");
        model.post((2 * x).ne(6)).named("not three");
        let expected = ["x not {3}: not three", "x not {4..5}: ?", "y not {1, 3}: ?", "0: [2, 2, 7]"];
        assert_eq!(steps(&model, 100), expected);
    }

    #[test]
    fn a_model_without_an_answer_ends_with_the_constraint_that_fails() {
        let mut model = Model::new();
        let (b, x) = (model.bool("b"), model.int("x", 0..=1));
        model.post(Constraint::And(vec![b])).named("yes");
        model.post(Constraint::And(vec![!b])).named("no");
        model.post(x.ge(1)).named("one");
        assert_eq!(steps(&model, 100), ["x not {0}: one", "b not {0}: yes", "0: conflict, no"]);
    }
}
