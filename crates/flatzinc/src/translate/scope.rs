//! What the expressions of a program stand for in the model, as far as values are known.

use entail_model::{Bool, Domain, Linear, Var};

use crate::ast::{Expr, Program, Type};
use crate::translate::args::Truth;

/// A program with the model's variable of each of its variables, and what values these may have.
pub struct Scope<'a> {
    /// The program.
    pub program: &'a Program,
    /// For each variable of the program the variable of the model; negated where it is `1 -` that.
    pub places: Vec<Bool>,
    /// For each variable of the model its values so far, perhaps none and perhaps more than a model may have.
    pub domains: Vec<Domain>,
}

impl<'a> Scope<'a> {
    /// The elements of an array.
    pub fn elements(&self, expr: &'a Expr) -> Option<&'a [Expr]> {
        match expr {
            Expr::List(elements) => Some(elements),
            Expr::Array(index) => Some(&self.program.arrays[*index as usize].elements),
            _ => None,
        }
    }

    /// The value of a variable that has one only.
    pub fn fixed(&self, var: Var) -> Option<i64> {
        match self.domains[var.index()].intervals() {
            [(value, last)] if value == last => Some(*value),
            _ => None,
        }
    }

    /// A constant integer.
    pub fn int(&self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// An integer or an integer variable.
    pub fn linear(&self, expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Int(value) => Some((*value).into()),
            Expr::Var(index) if self.program.variables[*index as usize].ty == Type::Int => {
                Some(self.value_of(self.places[*index as usize]))
            }
            _ => None,
        }
    }

    /// A Boolean or a Boolean variable.
    pub fn truth(&self, expr: &Expr) -> Option<Truth> {
        match expr {
            Expr::Bool(value) => Some(Truth::Known(*value)),
            Expr::Var(index) if self.program.variables[*index as usize].ty == Type::Bool => {
                let literal = self.places[*index as usize];
                Some(match self.fixed(literal.var) {
                    Some(value) => Truth::Known((value != 0) != literal.negated),
                    None => Truth::Open(literal),
                })
            }
            _ => None,
        }
    }

    fn value_of(&self, place: Bool) -> Linear {
        match self.fixed(place.var) {
            Some(value) if place.negated => (1 - value).into(),
            Some(value) => value.into(),
            None => place.into(),
        }
    }
}
