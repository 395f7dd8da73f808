//! The solver: a model compiled into the engine, and the questions one can ask of it.
//!
//! Every answer goes through the model's checker before anybody sees it.

use std::borrow::BorrowMut;

use entail_model::{Answer, Bool, Model, ModelError, Var, Violation, check};
use thiserror::Error;

use crate::atom::{Atom, VarId};
use crate::compile::Compiler;
use crate::engine::Engine;
use crate::search::{End, Limits, Search, Stop, Watchdog};
use crate::statistics::Statistics;

/// How to search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Whether to learn from conflicts; without, plain propagation and backtracking.
    pub learning: bool,
    /// For random choices.
    pub seed: u64,
    /// Whether the orders that the model's hints give are only one strategy among others; without, they are followed.
    pub free: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { learning: true, seed: 0, free: false }
    }
}

/// Why there is no outcome.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// The model is not one.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A user's predicate panicked.
    #[error("the predicate of {constraint} panicked: {message}")]
    PredicatePanicked {
        /// Its place among the constraints of the model.
        index: usize,
        /// The constraint's name.
        constraint: String,
        /// What it said.
        message: String,
    },
    /// The search needed more memory than it may take, where there is no unknown outcome to give.
    #[error("the search was stopped before it knew: one branch outgrew the memory it may take")]
    OutOfMemory,
    /// The engine found an answer that the checker refuses: a mistake in the engine.
    #[error("a wrong answer was found and held back, which is a mistake in Entail: {0}")]
    WrongAnswer(Violation),
}

/// What is known after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// An answer.
    Satisfied(Answer),
    /// An answer, and no answer is better.
    Optimal(Answer),
    /// There is no answer.
    Unsatisfiable {
        /// Assumptions that cannot hold together; empty where there is no answer without any.
        core: Vec<Assumption>,
    },
    /// The search was stopped.
    Unknown {
        /// The best answer so far.
        best: Option<Answer>,
        /// No answer has a better objective than this.
        bound: Option<i64>,
        /// What stopped it.
        stop: Stop,
    },
}

impl Outcome {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Satisfied(answer) | Self::Optimal(answer) => Some(answer),
            Self::Unknown { best, .. } => best.as_ref(),
            Self::Unsatisfiable { .. } => None,
        }
    }
}

/// Something to take for granted during one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assumption {
    /// The variable has the value.
    Is(Var, i64),
    /// The variable does not have the value.
    Not(Var, i64),
    /// The variable has at least the value.
    AtLeast(Var, i64),
    /// The variable has at most the value.
    AtMost(Var, i64),
}

impl Assumption {
    /// The variable that it is on.
    pub fn var(self) -> Var {
        match self {
            Self::Is(x, _) | Self::Not(x, _) | Self::AtLeast(x, _) | Self::AtMost(x, _) => x,
        }
    }
}

impl From<Bool> for Assumption {
    fn from(b: Bool) -> Self {
        Assumption::Is(b.var, i64::from(!b.negated))
    }
}

/// News during an optimisation.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A better answer.
    Better {
        /// The answer.
        answer: &'a Answer,
        /// Its objective.
        objective: i64,
    },
    /// No answer has a better objective than this.
    Bound(i64),
}

/// How many answers there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Answers found.
    pub answers: u64,
    /// Whether these are all.
    pub complete: bool,
}

/// A model with an engine that answers questions about it.
pub struct Solver {
    pub(crate) model: Model,
    pub(crate) options: Options,
    pub(crate) limits: Limits,
    pub(crate) compiler: Compiler,
    pub(crate) engine: Engine,
    /// The engine knows more than follows from the model (found answers, objective bounds): compile anew.
    pub(crate) spent: bool,
}

impl Solver {
    /// A solver of the model.
    pub fn new(model: &Model) -> Result<Solver, Error> {
        Self::with_options(model, Options::default())
    }

    /// A solver of the model that searches as told.
    pub fn with_options(model: &Model, options: Options) -> Result<Solver, Error> {
        let mut solver = Solver {
            model: Model::new(),
            options,
            limits: Limits::default(),
            compiler: Compiler::default(),
            engine: Engine::new(),
            spent: false,
        };
        solver.sync(model)?;
        Ok(solver)
    }

    /// Takes in variables and constraints that were added to the model since. Where something that was there before has
    /// changed, nothing of what was learnt is kept.
    pub fn sync(&mut self, model: &Model) -> Result<(), Error> {
        model.validate()?;
        self.spent |= !(model.variables().starts_with(self.model.variables())
            && model.constraints().starts_with(self.model.constraints()));
        self.model = model.clone();
        Ok(())
    }

    /// The limits of each call.
    pub fn limits(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            clauses_kept: self.engine.clauses.learnt_count() as u64,
            literals_kept: self.engine.clauses.learnt_literals(),
            clause_bytes: self.engine.clauses.learnt_bytes(),
            variables: self.engine.trail.domains.len() as u64 - 1,
            propagators: self.engine.propagator_count() as u64,
            ..self.engine.statistics.clone()
        }
    }

    /// An answer; with an objective, the best.
    pub fn solve(&mut self) -> Result<Outcome, Error> {
        match self.model.objective() {
            Some(_) => self.optimize(|_| {}),
            None => self.solve_assuming(&[]),
        }
    }

    /// An answer (any, objective or not) in which the assumptions hold, or which of them cannot hold together.
    pub fn solve_assuming(&mut self, assumptions: &[Assumption]) -> Result<Outcome, Error> {
        for a in assumptions {
            self.known(a.var(), "an assumption")?;
        }
        self.renew();
        let mut search = self.search(None);
        search.assumptions = assumptions.iter().map(|&a| self.compiler.assumption(a, &self.engine)).collect();
        let end = search.run(&mut self.engine);
        let outcome = match end {
            End::Answer => {
                self.engine.statistics.answers += 1;
                Outcome::Satisfied(self.checked_answer()?)
            }
            End::Exhausted => {
                let core = assumptions
                    .iter()
                    .zip(&search.assumptions)
                    .filter(|(_, atom)| search.core.contains(atom))
                    .map(|(a, _)| *a)
                    .collect();
                Outcome::Unsatisfiable { core }
            }
            End::Stopped(stop) => Outcome::Unknown { best: None, bound: None, stop },
            End::Panicked => return Err(self.panicked()),
            End::Bound | End::Paused => unreachable!("no objective was given to the search"),
        };
        self.engine.backtrack(0);
        search.brancher.backtracked(&mut self.engine, 0);
        Ok(outcome)
    }

    /// Every answer once.
    pub fn answers(&mut self) -> Answers<&mut Solver> {
        let all: Vec<Var> = self.model.vars().collect();
        self.answers_of(&all)
    }

    /// One answer for each combination of values of the chosen variables that some answer has.
    pub fn answers_of(&mut self, projection: &[Var]) -> Answers<&mut Solver> {
        Answers::new(self, projection)
    }

    /// Every answer once, from an iterator that keeps the solver.
    pub fn into_answers(self) -> Answers<Solver> {
        let all: Vec<Var> = self.model.vars().collect();
        self.into_answers_of(&all)
    }

    /// As [`Solver::answers_of`], from an iterator that keeps the solver.
    pub fn into_answers_of(self, projection: &[Var]) -> Answers<Solver> {
        Answers::new(self, projection)
    }

    /// How many answers there are.
    pub fn count(&mut self) -> Result<Count, Error> {
        let mut answers = self.answers();
        let mut n = 0;
        for answer in &mut answers {
            answer?;
            n += 1;
        }
        Ok(Count { answers: n, complete: answers.stop().is_none() })
    }

    fn known(&self, x: Var, place: &str) -> Result<(), Error> {
        let (index, count) = (x.index(), self.model.variables().len());
        if index < count {
            return Ok(());
        }
        Err(ModelError::UnknownVariable { place: place.into(), index, count }.into())
    }

    /// Compiles what is new in the model, or everything if the engine knows more than follows from the model. The time of
    /// the call counts from here. Where it is over before the end, the search stops for the same reason before its first
    /// choice, and the next call compiles anew.
    pub(crate) fn renew(&mut self) {
        if self.spent {
            let statistics = std::mem::take(&mut self.engine.statistics);
            self.engine = Engine::new();
            self.engine.statistics = statistics;
            self.compiler = Compiler::default();
        }
        self.engine.backtrack(0);
        self.engine.watchdog = Watchdog::new(&self.limits);
        self.spent = !self.compiler.compile(&self.model, &mut self.engine);
    }

    /// The answer that the engine stands at, checked.
    pub(crate) fn checked_answer(&self) -> Result<Answer, Error> {
        let value = |(x, c)| i64::from(self.engine.lo(x)) + c;
        let values = self.model.vars().map(|x| value(self.compiler.place(x))).collect();
        let answer = Answer::new(values);
        match check(&self.model, &answer) {
            Ok(()) => Ok(answer),
            Err(Violation::Panicked { index, constraint, message }) => {
                Err(Error::PredicatePanicked { index, constraint, message })
            }
            Err(violation) => Err(Error::WrongAnswer(violation)),
        }
    }

    pub(crate) fn panicked(&mut self) -> Error {
        let (constraint, message) = self.engine.panicked.take().expect("a panic ended the search");
        self.spent = true;
        let index = constraint as usize;
        Error::PredicatePanicked { index, constraint: self.model.constraint_name(index), message }
    }
}

/// The answers of a model, one after the other; see [`Solver::answers`].
///
/// `S` is a solver, or a mutable reference to one.
pub struct Answers<S> {
    solver: S,
    search: Search,
    /// The variables in which answers differ.
    counts: Vec<bool>,
    /// The question was none; given as the only item.
    refused: Option<Error>,
    found: bool,
    ended: bool,
    stop: Option<Stop>,
}

impl<S: BorrowMut<Solver>> Answers<S> {
    fn new(mut keeper: S, projection: &[Var]) -> Self {
        let solver = keeper.borrow_mut();
        solver.renew();
        solver.spent = true;
        let refused = projection.iter().find_map(|&x| solver.known(x, "the projection").err());
        let projection = if refused.is_some() { &[] } else { projection };
        let projection: Vec<VarId> = projection.iter().map(|&x| solver.compiler.var(x)).collect();
        let search = solver.search(Some(&projection));
        let mut counts = vec![false; solver.engine.trail.domains.len()];
        projection.iter().for_each(|x| counts[x.index()] = true);
        Answers { solver: keeper, search, counts, refused, found: false, ended: false, stop: None }
    }

    /// After the last answer: what stopped the search, or nothing where these were all answers.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// What was done so far.
    pub fn statistics(&self) -> Statistics {
        self.solver.borrow().statistics()
    }
}

impl<S: BorrowMut<Solver>> Iterator for Answers<S> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.refused.take() {
            self.ended = true;
            return Some(Err(error));
        }
        if self.ended {
            return None;
        }
        let solver = self.solver.borrow_mut();
        let engine = &mut solver.engine;
        let counts = &self.counts;
        if self.found && !self.search.exclude_answer(engine, |atom: Atom| counts[atom.var().index()]) {
            self.ended = true;
            return None;
        }
        self.found = false;
        match self.search.run(engine) {
            End::Answer => {
                self.found = true;
                engine.statistics.answers += 1;
                let answer = solver.checked_answer();
                self.ended = answer.is_err();
                Some(answer)
            }
            End::Exhausted => {
                self.ended = true;
                None
            }
            End::Stopped(Stop::Memory) => {
                self.ended = true;
                Some(Err(Error::OutOfMemory))
            }
            End::Stopped(stop) => {
                self.ended = true;
                self.stop = Some(stop);
                None
            }
            End::Bound | End::Paused => unreachable!("no objective was given to the search"),
            End::Panicked => {
                self.ended = true;
                Some(Err(solver.panicked()))
            }
        }
    }
}
