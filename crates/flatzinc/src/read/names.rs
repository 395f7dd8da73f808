//! What the names of a program stand for, and whether a value may stand where it does.
//!
//! A named set is copied to wherever it is used. The copies of all of them together are limited, so that a small text
//! cannot ask for much memory.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::Range;

use entail_model::place::Found;

use super::{Mistake, Parsed};
use crate::ast::{Array, At, Call, Expr, Type, Variable};

/// What the elements of an array, a parameter or the value of a variable must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Truth values.
    Bool,
    /// Whole numbers.
    Int,
    /// Numbers.
    Float,
    /// Sets of whole numbers.
    Set,
}

impl Kind {
    /// What a value of this kind is called in a message.
    pub fn words(self, variables: bool) -> &'static str {
        match (self, variables) {
            (Self::Bool, false) => "`true` or `false`",
            (Self::Bool, true) => "`true`, `false` or a Boolean variable",
            (Self::Int, false) => "an integer",
            (Self::Int, true) => "an integer or an integer variable",
            (Self::Float, _) => "a number",
            (Self::Set, _) => "a set of integers",
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// As an argument of a constraint.
    Arguments,
    /// Inside an array, or where one value is needed: no arrays.
    Values,
    /// In an annotation: words that nobody declared and calls as well.
    Annotations,
}

#[derive(Clone, Debug)]
enum Meaning {
    Value(Expr),
    Variable(u32),
    Array(u32),
}

/// The names declared so far, and what they name.
pub struct Names<'a> {
    meanings: HashMap<Cow<'a, str>, Meaning>,
    /// The variables, in the order of their declarations.
    pub variables: Vec<Variable>,
    /// The arrays, in the order of their declarations.
    pub arrays: Vec<Array>,
    /// How many intervals of named sets may still be copied.
    copies: usize,
}

impl<'a> Names<'a> {
    /// No names, for a text of this many bytes.
    pub fn new(bytes: usize) -> Self {
        let copies = bytes.saturating_mul(4).max(1 << 20);
        Self { meanings: HashMap::new(), variables: Vec::new(), arrays: Vec::new(), copies }
    }

    /// Names a parameter.
    pub fn parameter(&mut self, name: impl Into<Cow<'a, str>>, at: At, value: Expr) -> Parsed<()> {
        self.declare(name.into(), at, Meaning::Value(value))
    }

    /// Names a variable.
    pub fn variable(&mut self, name: impl Into<Cow<'a, str>>, variable: Variable) -> Parsed<()> {
        self.declare(name.into(), variable.at, Meaning::Variable(self.variables.len() as u32))?;
        self.variables.push(variable);
        Ok(())
    }

    /// Names an array.
    pub fn array(&mut self, name: impl Into<Cow<'a, str>>, array: Array) -> Parsed<()> {
        self.declare(name.into(), array.at, Meaning::Array(self.arrays.len() as u32))?;
        self.arrays.push(array);
        Ok(())
    }

    fn declare(&mut self, name: Cow<'a, str>, at: At, meaning: Meaning) -> Parsed<()> {
        match self.meanings.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(meaning);
                Ok(())
            }
            Entry::Occupied(entry) => {
                let name = entry.key();
                let found = Found::Described(format!("a second declaration of {name:?}"));
                Err(Mistake::new(at..at + name.len(), found, "a new name"))
            }
        }
    }

    /// What a name stands for.
    pub fn resolve(&mut self, name: &str, at: At, within: Within) -> Parsed<Expr> {
        match self.meanings.get(name) {
            Some(Meaning::Variable(number)) => Ok(Expr::Var(*number)),
            Some(Meaning::Array(_)) if within == Within::Values => {
                let found = Found::Described(format!("the array {name:?}"));
                Err(Mistake::new(at..at + name.len(), found, "one value"))
            }
            Some(Meaning::Array(number)) => Ok(Expr::Array(*number)),
            Some(Meaning::Value(value)) => copy(value, &mut self.copies, at..at + name.len()),
            None if within == Within::Annotations => {
                Ok(Expr::Call(Box::new(Call { name: name.to_owned(), at, args: Vec::new(), annotations: Vec::new() })))
            }
            None => Err(undefined(name, at)),
        }
    }

    /// What `name[index]` stands for; `index_at` are the bytes of the index.
    pub fn element(&mut self, name: &str, at: At, index: &Expr, index_at: Range<usize>) -> Parsed<Expr> {
        let array = match self.meanings.get(name) {
            Some(Meaning::Array(number)) => &self.arrays[*number as usize],
            Some(_) => {
                let found = Found::Described(format!("{name:?}, which has no elements"));
                return Err(Mistake::new(at..at + name.len(), found, "the name of an array before `[`"));
            }
            None => return Err(undefined(name, at)),
        };
        let element = match index {
            Expr::Int(index) => usize::try_from(*index).ok().and_then(|i| array.elements.get(i.checked_sub(1)?)),
            _ => None,
        };
        match element {
            Some(element) => copy(element, &mut self.copies, index_at),
            None => {
                let found = Found::Described("an index out of bounds".to_owned());
                Err(Mistake::new(index_at, found, format!("a whole number from 1 to {}", array.elements.len())))
            }
        }
    }

    /// Whether a value is of a kind; a variable only where variables are allowed.
    pub fn fits(&self, value: &Expr, kind: Kind, variables: bool) -> bool {
        match (value, kind) {
            (Expr::Bool(_), Kind::Bool) | (Expr::Int(_), Kind::Int | Kind::Float) => true,
            (Expr::Float(_), Kind::Float) | (Expr::Set(_), Kind::Set) => true,
            (Expr::Var(number), Kind::Bool) => variables && self.variables[*number as usize].ty == Type::Bool,
            (Expr::Var(number), Kind::Int) => variables && self.variables[*number as usize].ty == Type::Int,
            _ => false,
        }
    }
}

/// A word or a call within an annotation.
pub fn call(name: &str, at: At, args: Vec<(At, Expr)>) -> Expr {
    Expr::Call(Box::new(Call { name: name.to_owned(), at, args, annotations: Vec::new() }))
}

/// Why there are no variables of a type, at the bytes that state it.
pub fn refused(kind: Kind, at: Range<usize>) -> Box<Mistake> {
    let (found, why) = match kind {
        Kind::Set => ("a set variable", "set variables must be decomposed, flatten with Entail's MiniZinc library"),
        _ => ("a float variable", "float variables are not supported"),
    };
    Mistake::new(at, Found::Described(found.to_owned()), format!("variables of type bool or int: {why}"))
}

fn undefined(name: &str, at: At) -> Box<Mistake> {
    let found = Found::Described(format!("the undefined identifier {name:?}"));
    Mistake::new(at..at + name.len(), found, "a declared parameter, variable or array")
}

fn copy(value: &Expr, copies: &mut usize, at: Range<usize>) -> Parsed<Expr> {
    if let Expr::Set(set) = value {
        match copies.checked_sub(set.intervals().len()) {
            Some(left) => *copies = left,
            None => {
                let found = Found::Described("one more use of a large set".to_owned());
                return Err(Mistake::new(at, found, "fewer uses of large named sets"));
            }
        }
    }
    Ok(value.clone())
}
