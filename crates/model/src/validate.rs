//! Validation: everything that solving relies on, tested once over the whole model, whoever built it.

use crate::domain::{MAX_VALUE, MIN_VALUE};
use crate::{Bool, Constraint, Domain, Linear, Model, ModelError, Var, When};

/// Sums up to this size leave room for the arithmetic of propagation in 64 bits.
const MAX_SUM: i128 = 1 << 60;
/// What a variable may be.
const VALUES: (i128, i128) = (MIN_VALUE as i128, MAX_VALUE as i128);

impl Model {
    /// Whether the model is one: every domain non-empty and in range, every variable known, every part of a constraint
    /// of fitting length, every sum in range. Solvers call this; calling it earlier finds a mistake nearer to its cause.
    pub fn validate(&self) -> Result<(), ModelError> {
        for variable in self.variables() {
            let (Some(min), Some(max)) = (variable.domain.min(), variable.domain.max()) else {
                return Err(ModelError::EmptyDomain { variable: variable.name.clone() });
            };
            if min < MIN_VALUE || max > MAX_VALUE {
                let domain = variable.domain.to_string();
                return Err(ModelError::ValueOutOfRange { variable: variable.name.clone(), domain });
            }
        }
        for (index, posted) in self.constraints().iter().enumerate() {
            let place = || self.constraint_name(index);
            match posted.when {
                When::Always => {}
                When::If(b) | When::Iff(b) => self.validate_bool(b, place)?,
            }
            for &b in posted.constraint.bools() {
                self.validate_bool(b, place)?;
            }
            self.validate_operands(&posted.constraint, place)?;
            self.validate_shape(&posted.constraint, place)?;
        }
        if let Some(objective) = self.objective() {
            let place = || "the objective".to_string();
            self.validate_terms(&objective.expr, place)?;
            sum_in_range(&objective.expr, VALUES, &|x| &self.variables()[x.index()].domain)
                .map_err(|problem| ModelError::OutOfRange { place: place(), problem })?;
        }
        let hinted = self.hints.phases.iter().flat_map(|p| &p.vars).chain(self.hints.warm_start.iter().map(|(x, _)| x));
        for x in hinted {
            self.known(x.index(), || "a search hint".into())?;
        }
        Ok(())
    }

    fn known(&self, index: usize, place: impl Fn() -> String) -> Result<(), ModelError> {
        let count = self.variables().len();
        if index < count { Ok(()) } else { Err(ModelError::UnknownVariable { place: place(), index, count }) }
    }

    fn validate_bool(&self, b: Bool, place: impl Fn() -> String) -> Result<(), ModelError> {
        self.known(b.var.index(), &place)?;
        let variable = &self.variables()[b.var.index()];
        if variable.domain.min() >= Some(0) && variable.domain.max() <= Some(1) {
            return Ok(());
        }
        let domain = variable.domain.to_string();
        Err(ModelError::NotBoolean { place: place(), variable: variable.name.clone(), domain })
    }

    /// The variables and the range of every operand.
    fn validate_operands(&self, constraint: &Constraint, place: impl Fn() -> String) -> Result<(), ModelError> {
        let mut result = Ok(());
        constraint.for_each_operand(|expr| {
            if result.is_ok() {
                result = self.validate_terms(expr, &place);
            }
        });
        result?;
        let in_range = constraint.in_range(|x| &self.variables()[x.index()].domain);
        in_range.map_err(|problem| ModelError::OutOfRange { place: place(), problem })
    }

    fn validate_terms(&self, expr: &Linear, place: impl Fn() -> String) -> Result<(), ModelError> {
        expr.terms.iter().try_for_each(|term| self.known(term.var.index(), &place))
    }

    fn validate_shape(&self, constraint: &Constraint, place: impl Fn() -> String) -> Result<(), ModelError> {
        let arity = |problem: String| Err(ModelError::Arity { constraint: place(), problem });
        match constraint {
            Constraint::Min { of, .. } | Constraint::Max { of, .. } if of.is_empty() => {
                arity("the least or greatest of no operands".into())
            }
            Constraint::Table { of, rows, .. } if of.is_empty() || rows.len() % of.len() != 0 => {
                arity(format!("{} numbers are no rows of {} columns", rows.len(), of.len()))
            }
            Constraint::Element2 { matrix, .. } if matrix.windows(2).any(|w| w[0].len() != w[1].len()) => {
                arity("the rows of the matrix have different lengths".into())
            }
            Constraint::GlobalCardinality { values, counts, .. } if values.len() != counts.len() => {
                arity(format!("{} values with {} counts", values.len(), counts.len()))
            }
            Constraint::GlobalCardinality { values, .. } => {
                let mut sorted = values.clone();
                sorted.sort_unstable();
                match sorted.windows(2).find(|w| w[0] == w[1]) {
                    Some(twice) => arity(format!("value {} is counted twice", twice[0])),
                    None => Ok(()),
                }
            }
            Constraint::Inverse { forward, backward } if forward.len() != backward.len() => {
                arity(format!("{} places forward, {} backward", forward.len(), backward.len()))
            }
            Constraint::Cumulative { starts, durations, demands, .. }
                if starts.len() != durations.len() || starts.len() != demands.len() =>
            {
                let (starts, durations, demands) = (starts.len(), durations.len(), demands.len());
                arity(format!("{starts} starts with {durations} durations and {demands} demands"))
            }
            Constraint::NoOverlap { origins, sizes, .. }
                if origins.len() != sizes.len()
                    || origins.iter().chain(sizes).any(|corner| corner.len() != origins[0].len()) =>
            {
                arity("boxes of different numbers of dimensions".into())
            }
            Constraint::Regular { states, transitions, accepting, .. } => {
                let mut read: Vec<(usize, i64)> = transitions.iter().map(|t| (t.0, t.1)).collect();
                read.sort_unstable();
                let mentioned = transitions.iter().flat_map(|t| [t.0, t.2]).chain(accepting.iter().copied());
                if let Some(state) = mentioned.into_iter().find(|state| state >= states) {
                    return arity(format!("state {state} of an automaton with {states} states, counted from 0"));
                }
                match read.windows(2).find(|w| w[0] == w[1]) {
                    Some(twice) => arity(format!("two transitions from state {} by value {}", twice[0].0, twice[0].1)),
                    None => Ok(()),
                }
            }
            Constraint::BinPacking { bins, sizes, .. } if bins.len() != sizes.len() || sizes.iter().any(|&s| s < 0) => {
                arity(format!("{} items with {} sizes, each of which must be at least 0", bins.len(), sizes.len()))
            }
            Constraint::Precede { values, .. } => {
                let mut sorted = values.clone();
                sorted.sort_unstable();
                match sorted.windows(2).find(|w| w[0] == w[1]) {
                    Some(twice) => arity(format!("value {} is to precede itself", twice[0])),
                    None => Ok(()),
                }
            }
            Constraint::Predicate { predicate, .. } if *predicate >= self.predicates().len() => {
                let count = self.predicates().len();
                Err(ModelError::UnknownPredicate { constraint: place(), index: *predicate, count })
            }
            _ => Ok(()),
        }
    }
}

impl Constraint {
    /// Whether every operand stays in the range that a model may have where its variables have these domains, or what does
    /// not: a sum may be large, every other operand has the range of a variable.
    pub fn in_range<'a>(&self, domain: impl Fn(Var) -> &'a Domain) -> Result<(), String> {
        let limits = match self {
            Constraint::Linear { .. } => (-MAX_SUM, MAX_SUM),
            _ => VALUES,
        };
        let mut result = Ok(());
        self.for_each_operand(|expr| {
            if result.is_ok() {
                result = sum_in_range(expr, limits, &domain);
            }
        });
        result
    }
}

fn sum_in_range<'a>(
    expr: &Linear,
    (least, most): (i128, i128),
    domain: &impl Fn(Var) -> &'a Domain,
) -> Result<(), String> {
    if expr.overflowed {
        return Err("the arithmetic of an expression leaves 64 bits".into());
    }
    let (mut min, mut max) = (i128::from(expr.constant), i128::from(expr.constant));
    let mut magnitude = min.abs();
    for term in &expr.terms {
        let (Some(lo), Some(hi)) = (domain(term.var).min(), domain(term.var).max()) else { continue };
        let ends = [lo, hi].map(|v| i128::from(term.coef) * i128::from(v));
        min += ends[0].min(ends[1]);
        max += ends[0].max(ends[1]);
        magnitude += ends[0].abs().max(ends[1].abs()).max(i128::from(term.coef).abs());
    }
    if magnitude > MAX_SUM {
        return Err(format!("the terms of a sum reach {magnitude}; {MAX_SUM} is supported"));
    }
    if min < least || max > most {
        return Err(format!("an expression ranges from {min} to {max}; {least} to {most} is supported"));
    }
    Ok(())
}
