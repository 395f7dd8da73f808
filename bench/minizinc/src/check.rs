//! Whether what solvers say can be true: with one another, and an answer with the model in its standard FlatZinc, which
//! Gecode must find satisfied with the printed values put in.

use std::collections::HashMap;
use std::path::Path;

use crate::flatten::{Flat, name_of};
use crate::process;
use crate::protocol::{Found, Objective, assignments, read};
use crate::solvers::{Mode, Print, Solver};

/// Seconds of processor time for the check of an answer.
const LIMIT: f64 = 20.0;

/// What pairs of solvers say of one instance that cannot both be true. `runs` are named by solver and mode.
pub fn contradictions(runs: &[(String, &Found)], minimize: bool) -> Vec<String> {
    let mut found = Vec::new();
    for (name, says) in runs {
        for (other, contrary) in runs {
            let clash = match (says, contrary) {
                (Found::Unsatisfiable, Found::Optimal(_) | Found::Best(_) | Found::Satisfied | Found::All(_)) => true,
                (Found::All(number), Found::All(other)) => number != other,
                (Found::Optimal(best), Found::Optimal(value) | Found::Best(value)) => {
                    if minimize {
                        value < best
                    } else {
                        value > best
                    }
                }
                _ => false,
            };
            if clash {
                found.push(format!("{name} says {says:?}, {other} says {contrary:?}"));
            }
        }
    }
    found
}

/// What came of the check of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// Every printed value was put in, and the model holds.
    Right,
    /// It holds with the values that the standard FlatZinc has a variable for.
    Partly,
    /// It does not hold.
    Wrong,
    /// It could not be decided, and why.
    Open(String),
}

/// Puts the answer into the standard FlatZinc and asks Gecode.
pub fn recheck(
    standard: &Flat,
    gecode: &Solver,
    answer: &str,
    value: Option<i64>,
    part: &Path,
) -> Result<Checked, String> {
    let text = std::fs::read_to_string(&standard.fzn).map_err(|e| format!("{}: {e}", standard.fzn.display()))?;
    let (fixed, whole) = fix(&text, answer, standard.objective.as_ref().zip(value));
    std::fs::write(part, fixed).map_err(|e| format!("{}: {e}", part.display()))?;
    let ran = process::run(&mut gecode.command(part, Mode::Fixed, Print::First), LIMIT);
    std::fs::remove_file(part).map_err(|e| format!("{}: {e}", part.display()))?;
    Ok(match read(&ran?, None, LIMIT).0 {
        Found::Satisfied if whole => Checked::Right,
        Found::Satisfied => Checked::Partly,
        Found::Unsatisfiable => Checked::Wrong,
        Found::Failed(why) => Checked::Open(why),
        _ => Checked::Open(format!("not decided in {LIMIT} s")),
    })
}

/// The model with the values of the answer, and whether all of them found their variable.
fn fix(fzn: &str, answer: &str, objective: Option<(&Objective, i64)>) -> (String, bool) {
    let names = declared(fzn);
    let (mut constraints, mut whole) = (String::new(), true);
    let mut equal = |variable: &str, value: &str| match value {
        _ if variable == value => true,
        "true" | "false" => {
            constraints.push_str(&format!("constraint bool_eq({variable},{value});\n"));
            true
        }
        _ if value.parse::<i64>().is_ok() => {
            constraints.push_str(&format!("constraint int_eq({variable},{value});\n"));
            true
        }
        _ => false,
    };
    let best = objective.map(|(_, value)| value.to_string());
    for (name, value) in assignments(answer) {
        // A name that MiniZinc made up may be another variable's there. The objective has one, and is put in below.
        if name.starts_with("X_INTRODUCED_") {
            whole &= best.as_deref() == Some(value);
            continue;
        }
        whole &= match (names.get(name), elements(value)) {
            (Some(Some(variables)), Some(values)) if variables.len() == values.len() => {
                variables.iter().zip(values).all(|(variable, value)| equal(variable, value))
            }
            (Some(None), None) => equal(name, value),
            _ => false,
        };
    }
    if let Some((objective, value)) = objective {
        equal(&objective.variable, &value.to_string());
    }
    let mut fixed = String::with_capacity(fzn.len() + constraints.len());
    for line in fzn.split_inclusive('\n') {
        if line.starts_with("solve") {
            fixed.push_str(&constraints);
            fixed.push_str("solve satisfy;\n");
        } else {
            fixed.push_str(line);
        }
    }
    (fixed, whole)
}

/// The variables of the FlatZinc by name, an array with its elements.
fn declared(fzn: &str) -> HashMap<&str, Option<Vec<&str>>> {
    fzn.lines()
        .filter_map(|line| {
            let name = name_of(line)?;
            if line.starts_with("var ") {
                Some((name, None))
            } else if line.starts_with("array ") {
                Some((name, Some(elements(line.split_once("= ")?.1.trim_end_matches(';'))?)))
            } else {
                None
            }
        })
        .collect()
}

/// The elements of `[a,b]` or of `array1d(1..2,[a,b])`.
fn elements(value: &str) -> Option<Vec<&str>> {
    let inner = value.split_once('[')?.1.rsplit_once(']')?.0.trim();
    Some(if inner.is_empty() { Vec::new() } else { inner.split(',').map(str::trim).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_better_answer_than_a_proved_optimum_is_a_contradiction() {
        let runs = [("a".to_owned(), &Found::Optimal(5)), ("b".to_owned(), &Found::Best(4))];
        assert_eq!(contradictions(&runs, true).len(), 1);
        assert!(contradictions(&runs, false).is_empty());
    }

    #[test]
    fn an_answer_to_what_has_none_is_a_contradiction() {
        let runs = [("a".to_owned(), &Found::Satisfied), ("b".to_owned(), &Found::Unsatisfiable)];
        assert_eq!(contradictions(&runs, true), ["b says Unsatisfiable, a says Satisfied"]);
        let agree = [
            ("a".to_owned(), &Found::Optimal(5)),
            ("b".to_owned(), &Found::Best(7)),
            ("c".to_owned(), &Found::Nothing),
        ];
        assert!(contradictions(&agree, true).is_empty());
    }

    #[test]
    fn the_values_of_an_answer_become_equalities() {
        let fzn = "var 1..3: a;\nvar bool: b:: output_var;\nvar 1..9: c;\n\
                   array [1..2] of var int: x:: output_array([1..2]) = [a,3];\nsolve :: s minimize c;\n";
        let objective = Objective { variable: "c".to_owned(), minimize: true };
        let (fixed, whole) = fix(fzn, "x = array1d(1..2,[2,3]);\nb = true;\n", Some((&objective, 7)));
        assert!(whole);
        let end = "constraint int_eq(a,2);\nconstraint bool_eq(b,true);\nconstraint int_eq(c,7);\nsolve satisfy;\n";
        assert!(fixed.ends_with(end), "{fixed}");
        assert!(!fix(fzn, "s = {1,2};\n", None).1, "a set has no variable here");
    }
}
