//! Variables, Boolean literals and linear expressions over them, written with the ordinary operators.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Not, Sub, SubAssign};

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::constraint::{Constraint, Relation};

/// An integer variable: its place in its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Var(pub u32);

impl Var {
    /// The place of the variable in [`Model::variables`](crate::Model::variables).
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A Boolean variable (a variable with values 0 and 1), or its negation `!b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bool {
    /// The variable with values 0 and 1.
    pub var: Var,
    /// Whether the literal is true when the variable is 0.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub negated: bool,
}

impl Not for Bool {
    type Output = Bool;
    fn not(self) -> Bool {
        Bool { negated: !self.negated, ..self }
    }
}

/// One summand: a coefficient and its variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Term {
    /// The coefficient.
    pub coef: i64,
    /// The variable.
    pub var: Var,
}

/// A linear expression `c₁·x₁ + … + k`.
///
/// Arithmetic that leaves `i64` does not wrap: it marks the expression, and validation of the model reports it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Linear {
    /// The summands, in the order in which they were written.
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub terms: SmallVec<[Term; 1]>,
    /// The constant summand.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub constant: i64,
    #[serde(default, skip)]
    pub(crate) overflowed: bool,
}

fn is_zero(k: &i64) -> bool {
    *k == 0
}

impl Linear {
    /// The sum of coefficient × variable over pairs.
    pub fn weighted(pairs: impl IntoIterator<Item = (i64, Var)>) -> Self {
        let terms = pairs.into_iter().map(|(coef, var)| Term { coef, var }).collect();
        Self { terms, ..Self::default() }
    }

    /// The variable, if the expression is a variable and nothing else.
    pub fn as_var(&self) -> Option<Var> {
        match self.terms.as_slice() {
            [Term { coef: 1, var }] if self.constant == 0 => Some(*var),
            _ => None,
        }
    }

    /// The value, if the expression has no variable.
    pub fn as_constant(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    fn plus(mut self, other: Linear) -> Linear {
        self.terms.extend(other.terms);
        let (constant, overflow) = self.constant.overflowing_add(other.constant);
        self.constant = constant;
        self.overflowed |= other.overflowed | overflow;
        self
    }

    fn times(mut self, factor: i64) -> Linear {
        for term in &mut self.terms {
            let (coef, overflow) = term.coef.overflowing_mul(factor);
            term.coef = coef;
            self.overflowed |= overflow;
        }
        let (constant, overflow) = self.constant.overflowing_mul(factor);
        self.constant = constant;
        self.overflowed |= overflow;
        self
    }

    fn compare(self, relation: Relation, other: Linear) -> Constraint {
        Constraint::Linear { expr: self.plus(other.times(-1)), relation }
    }
}

impl From<Var> for Linear {
    fn from(var: Var) -> Self {
        Self { terms: smallvec![Term { coef: 1, var }], ..Self::default() }
    }
}

impl From<Bool> for Linear {
    fn from(b: Bool) -> Self {
        if b.negated { 1 - b.var } else { b.var.into() }
    }
}

impl From<i64> for Linear {
    fn from(constant: i64) -> Self {
        Self { constant, ..Self::default() }
    }
}

impl From<i32> for Linear {
    fn from(constant: i32) -> Self {
        i64::from(constant).into()
    }
}

impl From<usize> for Linear {
    fn from(constant: usize) -> Self {
        match i64::try_from(constant) {
            Ok(constant) => constant.into(),
            Err(_) => Self { overflowed: true, ..Self::default() },
        }
    }
}

impl<T: Clone + Into<Linear>> From<&T> for Linear {
    fn from(part: &T) -> Self {
        part.clone().into()
    }
}

impl<T: Into<Linear>> Sum<T> for Linear {
    fn sum<I: Iterator<Item = T>>(parts: I) -> Self {
        parts.fold(Linear::default(), |sum, part| sum.plus(part.into()))
    }
}

impl<T: Into<Linear>> AddAssign<T> for Linear {
    fn add_assign(&mut self, other: T) {
        *self = std::mem::take(self).plus(other.into());
    }
}

impl<T: Into<Linear>> SubAssign<T> for Linear {
    fn sub_assign(&mut self, other: T) {
        *self = std::mem::take(self).plus(other.into().times(-1));
    }
}

/// The operators and comparisons of everything that stands for an integer expression.
macro_rules! integer_expression {
    ($($ty:ty),*) => { $(
        impl<T: Into<Linear>> Add<T> for $ty {
            type Output = Linear;
            fn add(self, other: T) -> Linear {
                Linear::from(self).plus(other.into())
            }
        }

        impl<T: Into<Linear>> Sub<T> for $ty {
            type Output = Linear;
            fn sub(self, other: T) -> Linear {
                Linear::from(self).plus(other.into().times(-1))
            }
        }

        impl<T: Into<i64>> Mul<T> for $ty {
            type Output = Linear;
            fn mul(self, factor: T) -> Linear {
                Linear::from(self).times(factor.into())
            }
        }

        impl Neg for $ty {
            type Output = Linear;
            fn neg(self) -> Linear {
                Linear::from(self).times(-1)
            }
        }

        impl $ty {
            /// `self = other`
            pub fn eq(&self, other: impl Into<Linear>) -> Constraint {
                Linear::from(self).compare(Relation::Eq, other.into())
            }

            /// `self ≠ other`
            pub fn ne(&self, other: impl Into<Linear>) -> Constraint {
                Linear::from(self).compare(Relation::Ne, other.into())
            }

            /// `self ≤ other`
            pub fn le(&self, other: impl Into<Linear>) -> Constraint {
                Linear::from(self).compare(Relation::Le, other.into())
            }

            /// `self < other`
            pub fn lt(&self, other: impl Into<Linear>) -> Constraint {
                Linear::from(self).compare(Relation::Lt, other.into())
            }

            /// `self ≥ other`
            pub fn ge(&self, other: impl Into<Linear>) -> Constraint {
                Linear::from(self).compare(Relation::Ge, other.into())
            }

            /// `self > other`
            pub fn gt(&self, other: impl Into<Linear>) -> Constraint {
                Linear::from(self).compare(Relation::Gt, other.into())
            }
        }
    )* };
}
integer_expression!(Var, Bool, Linear);

/// A number on the left of an operator; of one type only, so that `2 * x` needs no annotation.
macro_rules! number_first {
    ($($ty:ty),*) => { $(
        impl Add<$ty> for i64 {
            type Output = Linear;
            fn add(self, other: $ty) -> Linear {
                Linear::from(self).plus(other.into())
            }
        }

        impl Sub<$ty> for i64 {
            type Output = Linear;
            fn sub(self, other: $ty) -> Linear {
                Linear::from(self).plus(Linear::from(other).times(-1))
            }
        }

        impl Mul<$ty> for i64 {
            type Output = Linear;
            fn mul(self, other: $ty) -> Linear {
                Linear::from(other).times(self)
            }
        }
    )* };
}
number_first!(Var, Bool, Linear);
