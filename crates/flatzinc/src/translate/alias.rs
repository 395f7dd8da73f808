//! Variables that are the same: `var int: x = y`, `int_eq(x, y)`, `bool2int(b, x)`, and `bool_not(a, b)` up to negation.
//!
//! Each class becomes one variable of the model, whose values are those that all its members allow. A class is a tree; an
//! edge may be flipped, which says `1 - value` and occurs between variables with values 0 and 1 only. A search annotation
//! talks of values, so no variable in one is read through a flipped edge.

use entail_model::{Bool, Domain, Var};

use crate::Mistake;
use crate::ast::{Call, Expr, Program, Type};
use crate::translate::args::{describe, mistake};

/// The classes of a program's variables.
pub(crate) struct Classes {
    /// For each variable of the program the literal (or variable, where it is not flipped) of the model.
    pub places: Vec<Bool>,
    /// The name of each variable of the model.
    pub names: Vec<String>,
    /// Its values; possibly none.
    pub domains: Vec<Domain>,
    /// Constraints that are nothing but such an equality.
    pub absorbed: Vec<bool>,
    /// Some variable would have to differ from itself.
    pub contradiction: bool,
}

/// Every integer that can be written.
pub(crate) fn unbounded() -> Domain {
    Domain::from(i64::MIN..=i64::MAX)
}

/// Finds the classes.
pub(crate) fn classes(program: &Program) -> Result<Classes, Box<Mistake>> {
    let count = program.variables.len();
    let mut searched = vec![false; count];
    program.solve.annotations.iter().for_each(|a| mark(a, program, &mut searched));
    let mut forest = Forest {
        parents: (0..count as u32).map(|i| (i, false)).collect(),
        domains: Vec::with_capacity(count),
        searched,
        contradiction: false,
    };
    for variable in &program.variables {
        let widest = if variable.ty == Type::Bool { Domain::from(0..=1) } else { unbounded() };
        forest.domains.push(variable.domain.as_ref().map_or(widest.clone(), |d| d.intersection(&widest)));
    }
    for (index, variable) in program.variables.iter().enumerate() {
        let Some(value) = &variable.value else { continue };
        match (variable.ty, value) {
            (Type::Bool, Expr::Bool(value)) => forest.restrict(index, &[i64::from(*value)].into()),
            (Type::Int, Expr::Int(value)) => forest.restrict(index, &[*value].into()),
            (ty, Expr::Var(other)) if program.variables[*other as usize].ty == ty => {
                forest.merge(index, *other as usize, false);
            }
            _ => {
                let ty = if variable.ty == Type::Bool { "a Boolean" } else { "an integer" };
                let expected = format!("{ty} as the value of {}", variable.name);
                return Err(mistake(variable.at, describe(value, program), expected));
            }
        }
    }
    let mut absorbed = vec![false; program.constraints.len()];
    for (absorbed, call) in absorbed.iter_mut().zip(&program.constraints) {
        if let Some((a, b, flipped)) = equality(call, program) {
            *absorbed = forest.merge(a, b, flipped);
        }
    }
    Ok(forest.number(program, absorbed))
}

/// The two variables of a constraint that makes them equal, or one the negation of the other.
fn equality(call: &Call, program: &Program) -> Option<(usize, usize, bool)> {
    let [(_, Expr::Var(a)), (_, Expr::Var(b))] = call.args[..] else { return None };
    let (a, b) = (a as usize, b as usize);
    let types = (program.variables[a].ty, program.variables[b].ty);
    match (call.name.as_str(), types) {
        ("int_eq", (Type::Int, Type::Int))
        | ("bool_eq", (Type::Bool, Type::Bool))
        | ("bool2int", (Type::Bool, Type::Int)) => Some((a, b, false)),
        ("bool_not", (Type::Bool, Type::Bool)) => Some((a, b, true)),
        _ => None,
    }
}

/// Marks the variables of an annotation.
fn mark(annotation: &Expr, program: &Program, marked: &mut [bool]) {
    let mut open: Vec<&Expr> = vec![annotation];
    while let Some(expr) = open.pop() {
        match expr {
            Expr::Var(index) => marked[*index as usize] = true,
            Expr::Array(index) => open.extend(&program.arrays[*index as usize].elements),
            Expr::List(elements) => open.extend(elements),
            Expr::Call(call) => open.extend(call.args.iter().map(|(_, arg)| arg)),
            _ => {}
        }
    }
}

struct Forest {
    /// The parent of each, and whether the edge to it is flipped; a root is its own parent.
    parents: Vec<(u32, bool)>,
    /// The values of each root.
    domains: Vec<Domain>,
    /// Of each root: whether a member is in a search annotation.
    searched: Vec<bool>,
    contradiction: bool,
}

impl Forest {
    /// The root of a variable, and whether the path to it is flipped.
    fn root(&mut self, index: usize) -> (usize, bool) {
        let (mut at, mut flipped) = (index, false);
        while self.parents[at].0 as usize != at {
            let (parent, edge) = self.parents[at];
            let (above, above_edge) = self.parents[parent as usize];
            // Halves the path: every other variable on it is hung one higher.
            self.parents[at] = (above, edge ^ above_edge);
            flipped ^= self.parents[at].1;
            at = above as usize;
        }
        (at, flipped)
    }

    fn restrict(&mut self, index: usize, to: &Domain) {
        let (root, flipped) = self.root(index);
        let to = if flipped { turned(to) } else { to.clone() };
        self.domains[root] = self.domains[root].intersection(&to);
    }

    /// Makes two variables one. Not where a search would have to read one of its variables turned round.
    fn merge(&mut self, a: usize, b: usize, flipped: bool) -> bool {
        let ((a, turn_a), (b, turn_b)) = (self.root(a), self.root(b));
        let edge = turn_a ^ turn_b ^ flipped;
        if a == b {
            self.contradiction |= edge;
            return true;
        }
        let (child, parent) = match (self.searched[a], self.searched[b]) {
            (true, true) if edge => return false,
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ => (a.max(b), a.min(b)),
        };
        self.parents[child] = (parent as u32, edge);
        self.searched[parent] |= self.searched[child];
        let domain = std::mem::replace(&mut self.domains[child], Domain::empty());
        self.domains[parent] = self.domains[parent].intersection(&if edge { turned(&domain) } else { domain });
        true
    }

    /// Numbers the roots in the order in which their classes first occur. A class is called by its first member that
    /// the modeller wrote.
    fn number(mut self, program: &Program, absorbed: Vec<bool>) -> Classes {
        let mut numbers = vec![u32::MAX; self.parents.len()];
        let (mut names, mut domains, mut introduced): (Vec<String>, Vec<Domain>, Vec<bool>) = Default::default();
        let mut places = Vec::with_capacity(self.parents.len());
        for (index, variable) in program.variables.iter().enumerate() {
            let (root, negated) = self.root(index);
            let is_introduced = annotated(&variable.annotations, "var_is_introduced");
            if numbers[root] == u32::MAX {
                numbers[root] = names.len() as u32;
                names.push(variable.name.clone());
                domains.push(std::mem::replace(&mut self.domains[root], Domain::empty()));
                introduced.push(is_introduced);
            }
            let number = numbers[root] as usize;
            if introduced[number] && !is_introduced {
                introduced[number] = false;
                names[number].clone_from(&variable.name);
            }
            places.push(Bool { var: Var(numbers[root]), negated });
        }
        Classes { places, names, domains, absorbed, contradiction: self.contradiction }
    }
}

/// `1 - v` for each value, of values 0 and 1.
fn turned(domain: &Domain) -> Domain {
    domain.iter().map(|v| 1 - v).collect()
}

/// Whether the annotations have the word.
pub(crate) fn annotated(annotations: &[Expr], word: &str) -> bool {
    annotations.iter().any(|a| matches!(a, Expr::Call(call) if call.name == word))
}

/// The value of the annotation of that name that has one argument.
pub(crate) fn annotation<'a>(annotations: &'a [Expr], name: &str) -> Option<&'a Expr> {
    annotations.iter().find_map(|a| match a {
        Expr::Call(call) if call.name == name => call.args.first().map(|(_, arg)| arg),
        _ => None,
    })
}
