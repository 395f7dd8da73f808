//! Programs for the tests, and what they share: a program without places, and a program written as JSON.

mod json;
mod mutated;
mod text;

use std::fmt::Write;

use entail_model::Domain;

use super::read;
use crate::ast::{Call, Expr, Goal, Program, Type};

/// What every test of equality and of mutations reads.
const SAMPLE: &str = r#"% A comment; with signs: [{"
predicate my_pred(array [int] of var int: x, var {1,3}: y, set of 1..3: s, var bool: b);
int: n = 3;
bool: yes = true;
float: rate = -2.5e-1;
set of int: small = {5, 1, 2};
array [1..2] of set of int: sets = [1..3, small];
array [1..0] of int: none = [];
array [1..3] of int: a = [n, -4, 0x1F];
array [1..2] of bool: flags = [true, yes];
array [1..2] of float: rates = [rate, 2];
var 1..9: x :: output_var;
var {1, 3, 5}: y :: var_is_introduced :: is_defined_var;
var int: z = x;
var bool: b :: output_var = yes;
var bool: c :: mzn_path("a \"b\"\n");
array [1..3] of var int: v :: output_array([1..3]) = [x, 1, a[2]];
constraint int_lin_le(a, v, 40) :: domain :: mzn_constraint_name("Ünder 40");
constraint my_pred([x, y], sets[2], {}, c) :: defines_var(y);
constraint bool_clause(flags, [b, c]);
solve :: seq_search([int_search(v, first_fail, indomain_min, complete), int_search([y], input_order, indomain)])
      :: restart_geometric(1.5, 100) minimize z;
"#;

/// The program without the places of its parts, which differ between text and JSON.
fn without_places(mut program: Program) -> Program {
    fn call(call: &mut Call) {
        call.at = 0;
        for (at, arg) in &mut call.args {
            *at = 0;
            expr(arg);
        }
        call.annotations.iter_mut().for_each(expr);
    }
    fn expr(within: &mut Expr) {
        match within {
            Expr::List(elements) => elements.iter_mut().for_each(expr),
            Expr::Call(inner) => call(inner),
            _ => {}
        }
    }
    for variable in &mut program.variables {
        variable.at = 0;
        variable.annotations.iter_mut().for_each(expr);
    }
    for array in &mut program.arrays {
        array.at = 0;
        array.annotations.iter_mut().for_each(expr);
    }
    program.constraints.iter_mut().for_each(call);
    program.solve.at = 0;
    program.solve.annotations.iter_mut().for_each(expr);
    program
}

/// The program as FlatZinc JSON. All annotations are written as such, none as a member of its own.
fn as_json(program: &Program) -> String {
    let writer = Writer { program };
    let members = |members: Vec<String>| members.join(",\n    ");
    let variables = program.variables.iter().map(|variable| {
        let ty = if variable.ty == Type::Bool { "bool" } else { "int" };
        let mut text = format!("{:?}: {{\"type\": \"{ty}\"", variable.name);
        if let Some(domain) = &variable.domain {
            write!(text, ", \"domain\": {}", writer.intervals(domain)).unwrap();
        }
        if let Some(value) = &variable.value {
            write!(text, ", \"rhs\": {}", writer.expr(value)).unwrap();
        }
        format!("{text}, \"ann\": {}}}", writer.list(&variable.annotations))
    });
    let arrays = program.arrays.iter().map(|array| {
        format!(
            "{:?}: {{\"a\": {}, \"ann\": {}}}",
            array.name,
            writer.list(&array.elements),
            writer.list(&array.annotations)
        )
    });
    let (method, objective) = match &program.solve.goal {
        Goal::Satisfy => ("satisfy", String::new()),
        Goal::Minimize(goal) => ("minimize", format!(", \"objective\": {}", writer.expr(goal))),
        Goal::Maximize(goal) => ("maximize", format!(", \"objective\": {}", writer.expr(goal))),
    };
    format!(
        "{{\n  \"variables\": {{\n    {}\n  }},\n  \"arrays\": {{\n    {}\n  }},\n  \"constraints\": [\n    {}\n  ],\n  \"output\": [],\n  \
         \"solve\": {{\"method\": \"{method}\"{objective}, \"ann\": {}}},\n  \"version\": \"1.0\"\n}}\n",
        members(variables.collect()),
        members(arrays.collect()),
        members(program.constraints.iter().map(|constraint| writer.call(constraint)).collect()),
        writer.list(&program.solve.annotations),
    )
}

struct Writer<'a> {
    program: &'a Program,
}

impl Writer<'_> {
    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Bool(value) => value.to_string(),
            Expr::Int(value) => value.to_string(),
            Expr::Float(value) => format!("{value:?}"),
            Expr::Set(values) => format!("{{\"set\": {}}}", self.intervals(values)),
            Expr::Var(number) => format!("{:?}", self.program.variables[*number as usize].name),
            Expr::Array(number) => format!("{:?}", self.program.arrays[*number as usize].name),
            Expr::List(elements) => self.list(elements),
            Expr::Text(text) => format!("{{\"string\": {text:?}}}"),
            Expr::Call(call) if call.args.is_empty() => format!("{:?}", call.name),
            Expr::Call(call) => self.call(call),
        }
    }

    fn list(&self, elements: &[Expr]) -> String {
        format!("[{}]", elements.iter().map(|element| self.expr(element)).collect::<Vec<_>>().join(", "))
    }

    fn call(&self, call: &Call) -> String {
        let args: Vec<_> = call.args.iter().map(|(_, arg)| self.expr(arg)).collect();
        let annotations = self.list(&call.annotations);
        format!("{{\"id\": {:?}, \"args\": [{}], \"ann\": {annotations}}}", call.name, args.join(", "))
    }

    fn intervals(&self, domain: &Domain) -> String {
        format!("{:?}", domain.intervals()).replace('(', "[").replace(')', "]")
    }
}

/// What is wrong with a text.
fn mistake(text: &str) -> String {
    read(text.as_bytes()).unwrap_err().to_string()
}
