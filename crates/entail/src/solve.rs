//! Questions asked of a model itself, each with a fresh solver: `model.solve()`, `for answer in model.answers()`.

use entail_engine::{Error, Outcome, Progress, Solver};
use entail_model::{Answer, Model, Var};

/// What one can ask of a [`Model`] without thinking of a solver.
///
/// Each call compiles the model. To set limits, to ask several questions in a row, to assume something for one question or to
/// read statistics, make a [`Solver`].
pub trait Solve {
    /// An answer, if there is one; with an objective, the best.
    fn solve(&self) -> Result<Option<Answer>, Error>;

    /// Every answer once, in no particular order. The first item is an error if the model is not one (an empty domain, an
    /// unknown variable); after an error nothing follows.
    ///
    /// ```
    /// use entail::prelude::*;
    ///
    /// let mut model = Model::new();
    /// let x = model.int("x", 1..=3);
    /// let y = model.int("y", 1..=3);
    /// model.post(x.lt(y));
    /// let mut found = Vec::new();
    /// for answer in model.answers() {
    ///     let answer = answer?;
    ///     found.push((answer[x], answer[y]));
    /// }
    /// found.sort();
    /// assert_eq!(found, [(1, 2), (1, 3), (2, 3)]);
    /// # Ok::<(), Error>(())
    /// ```
    fn answers(&self) -> Answers;

    /// One answer for each combination of values of the chosen variables that some answer has.
    fn answers_of(&self, projection: &[Var]) -> Answers;

    /// How many answers there are.
    fn count(&self) -> Result<u64, Error>;

    /// The best answer, with news of each better answer and each better bound on the way.
    fn optimize(&self, on: impl FnMut(Progress<'_>)) -> Result<Outcome, Error>;
}

impl Solve for Model {
    fn solve(&self) -> Result<Option<Answer>, Error> {
        Ok(match Solver::new(self)?.solve()? {
            Outcome::Satisfied(answer) | Outcome::Optimal(answer) => Some(answer),
            Outcome::Unsatisfiable { .. } => None,
            // The only stop that nobody asks for.
            Outcome::Unknown { .. } => return Err(Error::OutOfMemory),
        })
    }

    fn answers(&self) -> Answers {
        Answers::new(Solver::new(self).map(Solver::into_answers))
    }

    fn answers_of(&self, projection: &[Var]) -> Answers {
        Answers::new(Solver::new(self).map(|solver| solver.into_answers_of(projection)))
    }

    fn count(&self) -> Result<u64, Error> {
        Ok(Solver::new(self)?.count()?.answers)
    }

    fn optimize(&self, on: impl FnMut(Progress<'_>)) -> Result<Outcome, Error> {
        Solver::new(self)?.optimize(on)
    }
}

/// The answers of a model, found one by one as they are asked for; see [`Solve::answers`].
pub struct Answers {
    state: State,
}

enum State {
    Searching(Box<entail_engine::Answers<Solver>>),
    Refused(Option<Error>),
}

impl Answers {
    fn new(search: Result<entail_engine::Answers<Solver>, Error>) -> Self {
        let state = match search {
            Ok(answers) => State::Searching(Box::new(answers)),
            Err(error) => State::Refused(Some(error)),
        };
        Self { state }
    }
}

impl Iterator for Answers {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.state {
            State::Searching(answers) => answers.next(),
            State::Refused(error) => error.take().map(Err),
        }
    }
}
