//! The arguments of a call as what a constraint needs: numbers, expressions, literals, sets and arrays of these.
//!
//! Every accessor says what it expected and where if the argument is something else. A variable that is known to have one
//! value is read as that value.

use entail_model::place::Found;
use entail_model::{Bool, Domain, Linear};

use crate::Mistake;
use crate::ast::{At, Call, Expr, Program, Type};
use crate::translate::scope::Scope;

/// What was found at a place where something else was expected.
pub(crate) fn mistake(at: At, found: impl Into<String>, expected: impl Into<String>) -> Box<Mistake> {
    Mistake::new(at..at + 1, Found::Described(found.into()), expected)
}

/// A Boolean argument: known, or a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// A constant.
    Known(bool),
    /// A literal of the model.
    Open(Bool),
}

impl std::ops::Not for Truth {
    type Output = Truth;
    fn not(self) -> Truth {
        match self {
            Self::Known(value) => Self::Known(!value),
            Self::Open(literal) => Self::Open(!literal),
        }
    }
}

impl From<Truth> for Linear {
    fn from(truth: Truth) -> Linear {
        match truth {
            Truth::Known(value) => Linear::from(i64::from(value)),
            Truth::Open(literal) => literal.into(),
        }
    }
}

/// The arguments of one call.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    /// The call they belong to.
    pub call: &'a Call,
    /// How many of them are the constraint's own: its condition, the last one, is left out.
    len: usize,
    scope: &'a Scope<'a>,
}

impl<'a> Args<'a> {
    /// The first `len` arguments of the call.
    pub(crate) fn new(call: &'a Call, len: usize, scope: &'a Scope<'a>) -> Self {
        Self { call, len, scope }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// That there are so many of them.
    pub fn expect(&self, count: usize) -> Result<(), Box<Mistake>> {
        if self.len == count {
            return Ok(());
        }
        let extra = self.call.args.len() - self.len;
        Err(mistake(self.call.at, self.described(), arguments(count + extra)))
    }

    /// The call, by its name and how many arguments it has.
    fn described(&self) -> String {
        format!("{} with {}", self.call.name, arguments(self.call.args.len()))
    }

    /// The variables and their values as they are known so far.
    pub fn scope(&self) -> &'a Scope<'a> {
        self.scope
    }

    /// Where the argument stands.
    pub fn at(&self, index: usize) -> At {
        self.call.args.get(index).map_or(self.call.at, |(at, _)| *at)
    }

    /// That something is wrong with an argument.
    pub fn mistake(&self, index: usize, found: impl Into<String>, expected: impl Into<String>) -> Box<Mistake> {
        mistake(self.at(index), found, expected)
    }

    fn get(&self, index: usize, expected: &str) -> Result<&'a Expr, Box<Mistake>> {
        match self.call.args[..self.len].get(index) {
            Some((_, expr)) => Ok(expr),
            None => Err(mistake(self.call.at, self.described(), format!("{expected} as argument {}", index + 1))),
        }
    }

    fn read<T>(&self, index: usize, expected: &str, read: impl Fn(&Expr) -> Option<T>) -> Result<T, Box<Mistake>> {
        let expr = self.get(index, expected)?;
        read(expr).ok_or_else(|| self.mistake(index, self.describe(expr), expected))
    }

    fn read_all<T>(
        &self,
        index: usize,
        expected: &str,
        read: impl Fn(&Expr) -> Option<T>,
    ) -> Result<Vec<T>, Box<Mistake>> {
        let expr = self.get(index, expected)?;
        let Some(elements) = self.scope.elements(expr) else {
            return Err(self.mistake(index, self.describe(expr), format!("an array of {expected}")));
        };
        let one = |element: &Expr| {
            read(element).ok_or_else(|| {
                let found = format!("an array with {} in it", self.describe(element));
                self.mistake(index, found, format!("an array of {expected}"))
            })
        };
        elements.iter().map(one).collect()
    }

    /// A constant integer.
    pub fn int(&self, index: usize) -> Result<i64, Box<Mistake>> {
        self.read(index, "an integer", |e| self.scope.int(e))
    }

    /// A set of integers.
    pub fn set(&self, index: usize) -> Result<Domain, Box<Mistake>> {
        self.read(index, "a set of integers", set)
    }

    /// An integer, constant or variable.
    pub fn linear(&self, index: usize) -> Result<Linear, Box<Mistake>> {
        self.read(index, "an integer or an integer variable", |e| self.scope.linear(e))
    }

    /// A Boolean, constant or variable.
    pub fn truth(&self, index: usize) -> Result<Truth, Box<Mistake>> {
        self.read(index, "a Boolean or a Boolean variable", |e| self.scope.truth(e))
    }

    /// Constant integers.
    pub fn ints(&self, index: usize) -> Result<Vec<i64>, Box<Mistake>> {
        self.read_all(index, "integers", |e| self.scope.int(e))
    }

    /// Sets of integers.
    pub fn sets(&self, index: usize) -> Result<Vec<Domain>, Box<Mistake>> {
        self.read_all(index, "sets of integers", set)
    }

    /// Integers, constants or variables.
    pub fn linears(&self, index: usize) -> Result<Vec<Linear>, Box<Mistake>> {
        self.read_all(index, "integers or integer variables", |e| self.scope.linear(e))
    }

    /// Booleans, constants or variables.
    pub fn truths(&self, index: usize) -> Result<Vec<Truth>, Box<Mistake>> {
        self.read_all(index, "Booleans or Boolean variables", |e| self.scope.truth(e))
    }

    fn describe(&self, expr: &Expr) -> String {
        describe(expr, self.scope.program)
    }
}

/// `1 argument`, `2 arguments`
fn arguments(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}

fn set(expr: &Expr) -> Option<Domain> {
    match expr {
        Expr::Set(set) => Some(set.clone()),
        _ => None,
    }
}

/// What an expression is, for a message.
pub(crate) fn describe(expr: &Expr, program: &Program) -> String {
    match expr {
        Expr::Bool(value) => value.to_string(),
        Expr::Int(value) => value.to_string(),
        Expr::Float(value) => format!("the float {value}"),
        Expr::Set(set) => format!("the set {set}"),
        Expr::Var(index) => {
            let variable = &program.variables[*index as usize];
            let ty = if variable.ty == Type::Bool { "Boolean" } else { "integer" };
            format!("the {ty} variable {}", variable.name)
        }
        Expr::Array(index) => format!("the array {}", program.arrays[*index as usize].name),
        Expr::List(elements) => format!("an array of {} elements", elements.len()),
        Expr::Text(text) => format!("the text {text:?}"),
        Expr::Call(call) => format!("the word {}", call.name),
    }
}
