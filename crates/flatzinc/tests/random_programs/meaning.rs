//! What a program means, by trying every combination of values: written from the definitions of the builtins, and sharing
//! nothing with the translation but the program as it was read.

use std::collections::BTreeSet;

use entail_flatzinc::ast::{Call, Expr, Goal, Program, Type};

/// One combination of the values that are printed.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Answer {
    pub printed: String,
    pub objective: Option<i64>,
}

/// Values of a variable that has no bounds of its own; the constraints exclude the first and the last.
const UNBOUNDED: std::ops::RangeInclusive<i64> = -12..=12;

/// The different answers.
pub fn answers(program: &Program) -> BTreeSet<Answer> {
    let mut found = BTreeSet::new();
    let domains: Vec<Vec<i64>> = program
        .variables
        .iter()
        .map(|v| match (&v.domain, v.ty) {
            (Some(domain), _) => domain.iter().collect(),
            (None, Type::Bool) => vec![0, 1],
            (None, Type::Int) => UNBOUNDED.collect(),
        })
        .collect();
    let mut values = vec![0; domains.len()];
    extend(program, &domains, &mut values, 0, &mut found);
    found
}

fn extend(program: &Program, domains: &[Vec<i64>], values: &mut Vec<i64>, at: usize, found: &mut BTreeSet<Answer>) {
    let Some(domain) = domains.get(at) else {
        let all = Values { program, values };
        if program.constraints.iter().all(|call| all.holds(call)) {
            found.insert(all.answer());
        }
        return;
    };
    for &value in domain {
        values[at] = value;
        let given = program.variables[at].value.as_ref();
        if given.is_none_or(|given| Values { program, values }.value(given) == value) {
            extend(program, domains, values, at + 1, found);
        }
    }
}

struct Values<'a> {
    program: &'a Program,
    values: &'a [i64],
}

impl Values<'_> {
    fn answer(&self) -> Answer {
        let mut printed = String::new();
        let is = |annotations: &[Expr], name: &str| {
            annotations.iter().any(|a| matches!(a, Expr::Call(call) if call.name == name))
        };
        for (variable, &value) in self.program.variables.iter().zip(self.values) {
            if is(&variable.annotations, "output_var") {
                let value = if variable.ty == Type::Bool { (value != 0).to_string() } else { value.to_string() };
                printed += &format!("{} = {value};\n", variable.name);
            }
        }
        for array in self.program.arrays.iter().filter(|array| is(&array.annotations, "output_array")) {
            let elements: Vec<String> = array.elements.iter().map(|e| self.value(e).to_string()).collect();
            printed += &format!("{} = array1d(1..{}, [{}]);\n", array.name, elements.len(), elements.join(","));
        }
        let objective = match &self.program.solve.goal {
            Goal::Satisfy => None,
            Goal::Minimize(expr) | Goal::Maximize(expr) => Some(self.value(expr)),
        };
        Answer { printed, objective }
    }

    fn value(&self, expr: &Expr) -> i64 {
        match expr {
            Expr::Bool(value) => i64::from(*value),
            Expr::Int(value) => *value,
            Expr::Var(index) => self.values[*index as usize],
            other => panic!("{other:?} is no value"),
        }
    }

    fn list(&self, expr: &Expr) -> Vec<i64> {
        match expr {
            Expr::List(elements) => elements.iter().map(|e| self.value(e)).collect(),
            Expr::Array(index) => self.program.arrays[*index as usize].elements.iter().map(|e| self.value(e)).collect(),
            other => panic!("{other:?} is no array"),
        }
    }

    fn holds(&self, call: &Call) -> bool {
        let args: Vec<&Expr> = call.args.iter().map(|(_, arg)| arg).collect();
        let condition = || self.value(args[args.len() - 1]) != 0;
        if let Some(name) = call.name.strip_suffix("_reif") {
            return condition() == self.says(name, &args[..args.len() - 1]);
        }
        if let Some(name) = call.name.strip_suffix("_imp") {
            return !condition() || self.says(name, &args[..args.len() - 1]);
        }
        self.says(&call.name, &args)
    }

    fn says(&self, name: &str, args: &[&Expr]) -> bool {
        let v = |i: usize| self.value(args[i]);
        let t = |i: usize| v(i) != 0;
        let list = |i: usize| self.list(args[i]);
        let scalar = || list(0).iter().zip(list(1)).map(|(a, b)| a * b).sum::<i64>();
        let element = || {
            let place = usize::try_from(v(0)).ok().and_then(|i| i.checked_sub(1));
            place.and_then(|place| list(1).get(place).copied()) == Some(v(2))
        };
        match (name, args.len()) {
            ("int_eq" | "bool_eq" | "bool2int", 2) => v(0) == v(1),
            ("int_ne" | "bool_not" | "bool_xor", 2) => v(0) != v(1),
            ("int_le" | "bool_le", 2) => v(0) <= v(1),
            ("int_lt" | "bool_lt", 2) => v(0) < v(1),
            ("int_lin_eq" | "bool_lin_eq", 3) => scalar() == v(2),
            ("int_lin_ne", 3) => scalar() != v(2),
            ("int_lin_le" | "bool_lin_le", 3) => scalar() <= v(2),
            ("int_plus", 3) => v(0) + v(1) == v(2),
            ("int_times", 3) => v(0) * v(1) == v(2),
            ("int_div", 3) => v(1) != 0 && v(0) / v(1) == v(2),
            ("int_mod", 3) => v(1) != 0 && v(0) % v(1) == v(2),
            ("int_pow", 3) => power(v(0), v(1)) == Some(v(2)),
            ("int_max", 3) => v(0).max(v(1)) == v(2),
            ("int_min", 3) => v(0).min(v(1)) == v(2),
            ("int_abs", 2) => v(0).abs() == v(1),
            ("array_int_maximum", 2) => list(1).into_iter().max() == Some(v(0)),
            ("array_int_minimum", 2) => list(1).into_iter().min() == Some(v(0)),
            ("array_int_element" | "array_var_int_element" | "array_bool_element" | "array_var_bool_element", 3) => {
                element()
            }
            ("set_in", 2) => match args[1] {
                Expr::Set(set) => set.contains(v(0)),
                other => panic!("{other:?} is no set"),
            },
            ("array_bool_and", 1) => list(0).iter().all(|&b| b != 0),
            ("array_bool_or", 1) => list(0).iter().any(|&b| b != 0),
            ("array_bool_and", 2) => list(0).iter().all(|&b| b != 0) == t(1),
            ("array_bool_or", 2) => list(0).iter().any(|&b| b != 0) == t(1),
            ("array_bool_xor", 1) => list(0).iter().sum::<i64>() % 2 == 1,
            ("bool_and", 2) => t(0) && t(1),
            ("bool_or", 2) => t(0) || t(1),
            ("bool_and", 3) => (t(0) && t(1)) == t(2),
            ("bool_or", 3) => (t(0) || t(1)) == t(2),
            ("bool_xor", 3) => (t(0) != t(1)) == t(2),
            ("bool_clause", 2) => list(0).iter().any(|&b| b != 0) || list(1).contains(&0),
            other => panic!("{other:?} has no meaning here"),
        }
    }
}

/// `baseᵉˣᵖᵒⁿᵉⁿᵗ`; of a negative exponent `1 / base^-exponent` rounded toward zero, which 0 does not have.
fn power(base: i64, exponent: i64) -> Option<i64> {
    if exponent >= 0 {
        return Some((0..exponent).fold(1, |power, _| power * base));
    }
    let below = power(base, -exponent)?;
    (below != 0).then(|| 1 / below)
}
