//! What is printed of an answer: the items that the program marks, in the order of their declarations.

use std::io::Write;

use entail_model::{Answer, Bool, Domain, Model, Var};

use crate::Mistake;
use crate::ast::{At, Expr, Type};
use crate::translate::Scope;
use crate::translate::args::{describe, mistake};

/// The items of an answer.
#[derive(Clone, Debug, Default)]
pub struct Output {
    items: Vec<Item>,
}

#[derive(Clone, Debug)]
struct Item {
    /// Everything before the values: `x = ` or `xs = array1d(1..2, [`.
    before: String,
    values: Vec<Shown>,
    /// Everything behind them: `;` or `]);`.
    after: &'static str,
}

/// A value as it is printed.
#[derive(Clone, Debug)]
enum Shown {
    Constant(String),
    Int(Bool),
    Bool(Bool),
}

impl Output {
    /// What a program says is to be printed.
    pub(crate) fn new(scope: &Scope<'_>) -> Result<Output, Box<Mistake>> {
        let mut items: Vec<(At, Item)> = Vec::new();
        for (index, variable) in scope.program.variables.iter().enumerate() {
            if call_of(&variable.annotations, "output_var").is_some() {
                let values = vec![shown(&Expr::Var(index as u32), variable.at, scope)?];
                items.push((variable.at, Item { before: format!("{} = ", variable.name), values, after: ";" }));
            }
        }
        for array in &scope.program.arrays {
            let Some(args) = call_of(&array.annotations, "output_array") else { continue };
            let sizes = match args.first() {
                Some((at, sizes)) => index_sets(*at, sizes, scope)?,
                None => return Err(mistake(array.at, "output_array without index sets", "output_array([1..n])")),
            };
            let values = array.elements.iter().map(|e| shown(e, array.at, scope)).collect::<Result<_, _>>()?;
            let before = format!("{} = array{}d({}, [", array.name, sizes.len(), sizes.join(", "));
            items.push((array.at, Item { before, values, after: "]);" }));
        }
        items.sort_by_key(|(at, _)| *at);
        Ok(Output { items: items.into_iter().map(|(_, item)| item).collect() })
    }

    /// Every variable of a model that was not read from a program.
    pub fn of_model(model: &Model) -> Output {
        let item = |(variable, var): (&entail_model::Variable, Var)| Item {
            before: format!("{} = ", variable.name),
            values: vec![Shown::Int(Bool { var, negated: false })],
            after: ";",
        };
        Output { items: model.variables().iter().zip(model.vars()).map(item).collect() }
    }

    /// The variables that are printed.
    pub(crate) fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.items.iter().flat_map(|item| &item.values).filter_map(|value| match value {
            Shown::Constant(_) => None,
            Shown::Int(place) | Shown::Bool(place) => Some(place.var),
        })
    }

    /// Prints an answer.
    pub fn write(&self, answer: &Answer, out: &mut Vec<u8>) {
        for item in &self.items {
            out.extend_from_slice(item.before.as_bytes());
            for (index, value) in item.values.iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                let number = |place: &Bool| if place.negated { 1 - answer[place.var] } else { answer[place.var] };
                let written = match value {
                    Shown::Constant(text) => out.write_all(text.as_bytes()),
                    Shown::Int(place) => write!(out, "{}", number(place)),
                    Shown::Bool(place) => write!(out, "{}", number(place) != 0),
                };
                written.expect("a vector takes everything");
            }
            out.extend_from_slice(item.after.as_bytes());
            out.push(b'\n');
        }
    }
}

/// The arguments of the annotation of that name.
fn call_of<'a>(annotations: &'a [Expr], name: &str) -> Option<&'a [(At, Expr)]> {
    annotations.iter().find_map(|a| match a {
        Expr::Call(call) if call.name == name => Some(call.args.as_slice()),
        _ => None,
    })
}

/// `[1..2, 1..3]` as it is printed.
fn index_sets(at: At, sizes: &Expr, scope: &Scope<'_>) -> Result<Vec<String>, Box<Mistake>> {
    let range = |size: &Expr| match size {
        Expr::Set(set) => match (set.intervals(), set.min(), set.max()) {
            ([_], Some(min), Some(max)) => Some(format!("{min}..{max}")),
            ([], ..) => Some("1..0".into()),
            _ => None,
        },
        _ => None,
    };
    let sizes: Option<Vec<String>> = scope.elements(sizes).and_then(|sizes| sizes.iter().map(range).collect());
    sizes.filter(|s| !s.is_empty()).ok_or_else(|| mistake(at, "no index sets", "index sets such as [1..2, 1..3]"))
}

fn shown(expr: &Expr, at: At, scope: &Scope<'_>) -> Result<Shown, Box<Mistake>> {
    Ok(match expr {
        Expr::Bool(value) => Shown::Constant(value.to_string()),
        Expr::Int(value) => Shown::Constant(value.to_string()),
        Expr::Float(value) => Shown::Constant(format!("{value:?}")),
        Expr::Set(set) => Shown::Constant(written_set(set)),
        Expr::Var(index) => {
            let place = scope.places[*index as usize];
            match scope.program.variables[*index as usize].ty {
                Type::Bool => Shown::Bool(place),
                Type::Int => Shown::Int(place),
            }
        }
        _ => return Err(mistake(at, describe(expr, scope.program), "something that can be printed")),
    })
}

/// `1..3`, or `{1,3}` where there are gaps.
fn written_set(set: &Domain) -> String {
    match set.intervals() {
        [] => "1..0".into(),
        [(a, b)] => format!("{a}..{b}"),
        _ => {
            let values: Vec<String> = set.iter().map(|v| v.to_string()).collect();
            format!("{{{}}}", values.join(","))
        }
    }
}
