//! The model: variables, posted constraints, objective and hints, built step by step.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Bool, Constraint, Domain, Hints, Linear, ModelError, Posted, Var, When};

/// A variable of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// What a person calls it.
    pub name: String,
    /// The values it may take.
    pub domain: Domain,
}

/// Which way an objective goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// The least value is the best.
    Minimize,
    /// The greatest value is the best.
    Maximize,
}

/// What makes one answer better than another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Objective {
    /// Which way it goes.
    pub direction: Direction,
    /// What is measured.
    pub expr: Linear,
}

/// A user's predicate: the values of its operands in order, `None` where not known yet.
///
/// `false` must mean that no way to fill the gaps satisfies it: clauses are learnt from that.
pub type PartialPredicate = Arc<dyn Fn(&[Option<i64>]) -> bool + Send + Sync>;

/// A constraint problem.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Model {
    variables: Vec<Variable>,
    #[serde(default)]
    constraints: Vec<Posted>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    objective: Option<Objective>,
    /// Advice to the search.
    #[serde(default)]
    pub hints: Hints,
    /// Code beside the data: `Constraint::Predicate` names a place here. Not serialised.
    #[serde(skip)]
    predicates: Vec<PartialPredicate>,
}

impl Model {
    /// A model without variables and constraints.
    pub fn new() -> Self {
        Self::default()
    }

    /// A new integer variable: `model.int("x", 0..=9)`.
    pub fn int(&mut self, name: impl Into<String>, domain: impl Into<Domain>) -> Var {
        let var = Var(u32::try_from(self.variables.len()).expect("fewer than 2³² variables"));
        self.variables.push(Variable { name: name.into(), domain: domain.into() });
        var
    }

    /// A new Boolean variable.
    pub fn bool(&mut self, name: impl Into<String>) -> Bool {
        Bool { var: self.int(name, 0..=1), negated: false }
    }

    /// Adds a constraint that must hold; the result takes a name or a condition.
    pub fn post(&mut self, constraint: Constraint) -> &mut Posted {
        self.constraints.push(Posted { name: None, when: When::Always, constraint });
        self.constraints.last_mut().expect("just pushed")
    }

    /// Adds a user's predicate over `of`, called with all their values.
    ///
    /// It must answer the same whenever it is given the same values. A solver may ask of all combinations of values
    /// before it searches, where these are few, or of those that the search comes to; the checker asks once for each
    /// answer.
    pub fn predicate<E: Into<Linear>>(
        &mut self,
        of: impl IntoIterator<Item = E>,
        holds: impl Fn(&[i64]) -> bool + Send + Sync + 'static,
    ) -> &mut Posted {
        self.partial_predicate(of, move |values| {
            values.iter().copied().collect::<Option<Vec<_>>>().is_none_or(|all| holds(&all))
        })
    }

    /// Adds a user's predicate over `of` that is also asked while values are missing (see [`PartialPredicate`]).
    ///
    /// It must answer the same whenever it is given the same values. What it rejects with values missing, a solver need
    /// not ask again with more of them known.
    pub fn partial_predicate<E: Into<Linear>>(
        &mut self,
        of: impl IntoIterator<Item = E>,
        possible: impl Fn(&[Option<i64>]) -> bool + Send + Sync + 'static,
    ) -> &mut Posted {
        self.predicates.push(Arc::new(possible));
        let predicate = self.predicates.len() - 1;
        self.post(Constraint::Predicate { of: of.into_iter().map(Into::into).collect(), predicate })
    }

    /// A new Boolean that is true exactly where the constraint holds.
    pub fn truth_of(&mut self, name: impl Into<String>, constraint: Constraint) -> Bool {
        let b = self.bool(name);
        self.post(constraint).iff(b);
        b
    }

    /// Asks for the answer with the least value of `expr`.
    pub fn minimize(&mut self, expr: impl Into<Linear>) {
        self.objective = Some(Objective { direction: Direction::Minimize, expr: expr.into() });
    }

    /// Asks for the answer with the greatest value of `expr`.
    pub fn maximize(&mut self, expr: impl Into<Linear>) {
        self.objective = Some(Objective { direction: Direction::Maximize, expr: expr.into() });
    }

    /// The variables, in the order in which they were made.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// All variables.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.variables.len() as u32).map(Var)
    }

    /// The constraints, in the order in which they were posted.
    pub fn constraints(&self) -> &[Posted] {
        &self.constraints
    }

    /// The objective, if there is one.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The users' predicates.
    pub fn predicates(&self) -> &[PartialPredicate] {
        &self.predicates
    }

    /// The name of the `index`th constraint, or its number where it has none.
    pub fn constraint_name(&self, index: usize) -> String {
        match self.constraints.get(index).and_then(|c| c.name.as_ref()) {
            Some(name) => name.clone(),
            None => format!("constraint {}", index + 1),
        }
    }

    /// The model as JSON. A user's predicate is code and cannot be written.
    pub fn to_json(&self) -> Result<String, ModelError> {
        match self.constraints.iter().position(|c| matches!(c.constraint, Constraint::Predicate { .. })) {
            Some(index) => Err(ModelError::NotSerializable { constraint: self.constraint_name(index) }),
            None => serde_json::to_string(self).map_err(|e| ModelError::Json(e.to_string())),
        }
    }

    /// The model that a JSON text describes, validated.
    pub fn from_json(text: &str) -> Result<Self, ModelError> {
        let model: Self = serde_json::from_str(text).map_err(|e| ModelError::Json(e.to_string()))?;
        model.validate()?;
        Ok(model)
    }
}
