//! A FlatZinc program as data: every name resolved, every item with its place.
//!
//! Named parameters are replaced by their values where they are used; named arrays are kept once and referred to by number,
//! since generated models repeat them in many constraints.

use entail_model::Domain;

/// Where an item starts: bytes from the beginning of the text. Lines and columns are counted only for a message.
pub type At = usize;

/// A whole program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The variables, in the order of their declarations.
    pub variables: Vec<Variable>,
    /// The named arrays, of constants or of variables.
    pub arrays: Vec<Array>,
    /// The constraints.
    pub constraints: Vec<Call>,
    /// What is asked.
    pub solve: Solve,
}

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// `var bool`
    Bool,
    /// `var int`, or a range or set of values.
    Int,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub at: At,
    /// Its type.
    pub ty: Type,
    /// Its values; none for a plain `var int` or `var bool`.
    pub domain: Option<Domain>,
    /// What it equals: a constant or another variable.
    pub value: Option<Expr>,
    /// `output_var`, `var_is_introduced`, `is_defined_var` …
    pub annotations: Vec<Expr>,
}

/// A named array.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub at: At,
    /// Its elements.
    pub elements: Vec<Expr>,
    /// `output_array` …
    pub annotations: Vec<Expr>,
}

/// An argument, an element of an array, or an annotation.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// `true`
    Bool(bool),
    /// `7`
    Int(i64),
    /// `1.5`, as restart annotations have it.
    Float(f64),
    /// `{1, 3}` or `2..5`.
    Set(Domain),
    /// A variable, by its place in [`Program::variables`].
    Var(u32),
    /// A named array, by its place in [`Program::arrays`].
    Array(u32),
    /// An array written in place.
    List(Vec<Expr>),
    /// `"text"`
    Text(String),
    /// A word or a call within an annotation: `output_var`, `int_search(…)`.
    Call(Box<Call>),
}

/// A constraint or an annotation with arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// Where it starts.
    pub at: At,
    /// Its arguments, each with its place.
    pub args: Vec<(At, Expr)>,
    /// Its annotations.
    pub annotations: Vec<Expr>,
}

/// What a program asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solve {
    /// What is to be done.
    pub goal: Goal,
    /// Search annotations.
    pub annotations: Vec<Expr>,
    /// Where the item starts.
    pub at: At,
}

/// The goal of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Goal {
    /// Any answer.
    #[default]
    Satisfy,
    /// The answer with the least value of this.
    Minimize(Expr),
    /// The answer with the greatest value of this.
    Maximize(Expr),
}
