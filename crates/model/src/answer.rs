//! An answer: one value for each variable.

use std::ops::Index;

use serde::{Deserialize, Serialize};

use crate::{Bool, Linear, Var};

/// One value for each variable of a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer {
    values: Vec<i64>,
}

impl Answer {
    /// The answer with these values, in the order of the model's variables.
    pub fn new(values: Vec<i64>) -> Self {
        Self { values }
    }

    /// The values, in the order of the model's variables.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The value of an expression.
    pub fn value(&self, expr: impl Into<Linear>) -> Value {
        expr.into().value(&self.values)
    }

    /// Whether a literal is true.
    pub fn is_true(&self, b: Bool) -> bool {
        (self.values[b.var.index()] != 0) != b.negated
    }
}

/// The value of an expression: linear expressions over 32-bit values never leave 128 bits.
pub type Value = i128;

impl Index<Var> for Answer {
    type Output = i64;
    fn index(&self, var: Var) -> &i64 {
        &self.values[var.index()]
    }
}

impl Index<Bool> for Answer {
    type Output = bool;
    fn index(&self, b: Bool) -> &bool {
        if self.is_true(b) { &true } else { &false }
    }
}

impl Linear {
    /// The value of the expression where the variables have these values.
    pub fn value(&self, values: &[i64]) -> Value {
        let sum: i128 = self.terms.iter().map(|t| i128::from(t.coef) * i128::from(values[t.var.index()])).sum();
        sum + i128::from(self.constant)
    }
}
