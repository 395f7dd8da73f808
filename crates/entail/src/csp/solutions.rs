//! From a [`Csp`] to the engine's integers, and from its answers back to values.

use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

use entail_engine::{Answers, Error, Solver};
use entail_model::{Answer, Model, Var, Violation};
use send_wrapper::SendWrapper;

use super::assignment::{Assignment, Names};
use super::constraint::Chosen;
use super::{Csp, CspError};

/// The solutions of a [`Csp`], found one by one as they are asked for; see [`Csp::solutions`].
///
/// Constraints need not be `Send`: the iterator stays on its thread, and so do they.
///
/// ```compile_fail
/// let csp = entail::Csp::<u8, u8>::new();
/// let solutions = csp.solutions();
/// std::thread::spawn(move || solutions.count());
/// ```
pub struct Solutions<V, D> {
    names: Arc<Names<V>>,
    domains: Vec<Rc<[Arc<D>]>>,
    /// The places of each constraint's variables, for messages.
    scopes: Vec<Vec<usize>>,
    state: State<V>,
}

enum State<V> {
    Searching(Box<Answers<Solver>>),
    Refused(Option<CspError<V>>),
}

impl<V: Clone + Eq + Hash + 'static, D: Clone + 'static> Solutions<V, D> {
    pub(super) fn new(csp: &Csp<V, D>, given: &Assignment<V, D>) -> Self {
        let mut solutions = Solutions {
            names: csp.names.clone(),
            domains: csp.domains.clone(),
            scopes: csp.constraints.iter().map(|posted| posted.scope.clone()).collect(),
            state: State::Refused(None),
        };
        for (variable, value) in given.shared() {
            match csp.names.place(variable) {
                Some(place) => solutions.domains[place] = Rc::new([value.clone()]),
                None => {
                    let variable = variable.clone();
                    solutions.state = State::Refused(Some(CspError::UnknownVariable { variable }));
                    return solutions;
                }
            }
        }
        solutions.state = match Solver::new(&model(csp, &solutions.domains)) {
            Ok(solver) => State::Searching(Box::new(solver.into_answers())),
            Err(error) => State::Refused(Some(error.into())),
        };
        solutions
    }

    fn assignment(&self, answer: &Answer) -> Assignment<V, D> {
        let chosen = self.domains.iter().zip(answer.values());
        let values = chosen.map(|(domain, &place)| Some(domain[place as usize].clone())).collect();
        Assignment { names: self.names.clone(), values }
    }

    /// The engine's error in terms of variables.
    fn error(&self, error: Error) -> CspError<V> {
        let variables = |index: usize| self.scopes[index].iter().map(|&x| self.names.name(x).clone()).collect();
        match error {
            Error::PredicatePanicked { index, message, .. } => {
                CspError::Panicked { variables: variables(index), message }
            }
            Error::WrongAnswer(Violation::Constraint { index, .. }) => CspError::Fickle { variables: variables(index) },
            error => CspError::Engine(error),
        }
    }
}

/// A variable for each domain, and a predicate on places in domains for each constraint.
fn model<V, D: 'static>(csp: &Csp<V, D>, domains: &[Rc<[Arc<D>]>]) -> Model {
    let mut model = Model::new();
    let mut places: Vec<Var> = Vec::with_capacity(domains.len());
    for (index, domain) in domains.iter().enumerate() {
        let last = i64::try_from(domain.len()).unwrap_or(i64::MAX) - 1;
        places.push(model.int(format!("variable {}", index + 1), 0..=last));
    }
    for posted in &csp.constraints {
        let domains: Vec<Rc<[Arc<D>]>> = posted.scope.iter().map(|&x| domains[x].clone()).collect();
        // A model's predicate must be `Send`. Neither the iterator nor the engine leaves the thread it was made on.
        let test = SendWrapper::new((posted.test.clone(), domains));
        model.partial_predicate(posted.scope.iter().map(|&x| places[x]), move |places| {
            let (test, domains) = &*test;
            test(&Chosen { domains, places })
        });
    }
    model
}

impl<V: Clone + Eq + Hash + 'static, D: Clone + 'static> Iterator for Solutions<V, D> {
    type Item = Result<Assignment<V, D>, CspError<V>>;

    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.state {
            State::Searching(answers) => Some(match answers.next()? {
                Ok(answer) => Ok(self.assignment(&answer)),
                Err(error) => Err(self.error(error)),
            }),
            State::Refused(error) => error.take().map(Err),
        }
    }
}
