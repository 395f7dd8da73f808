//! `Csp` over unusual variables and values, its errors, and how often it calls a constraint.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use entail::prelude::*;

/// A variable that cannot be printed.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Seat(u8);

/// A value that cannot be compared, hashed, printed or sent to another thread.
#[derive(Clone)]
struct Guest {
    name: Rc<str>,
    knows: Rc<RefCell<Vec<&'static str>>>,
}

#[test]
fn variables_need_no_debug_and_values_nothing_but_clone() {
    let guest = |name: &str, knows: &[&'static str]| Guest { name: name.into(), knows: Rc::new(knows.to_vec().into()) };
    let guests = [guest("민준", &["Ann"]), guest("Ann", &["민준", "Bo"]), guest("Bo", &["Ann"])];
    let mut table = Csp::new();
    table.variables([Seat(1), Seat(2), Seat(3)], guests).ok().unwrap();
    for neighbours in [[Seat(1), Seat(2)], [Seat(2), Seat(3)]] {
        table.constraint(neighbours, |[a, b]| a.knows.borrow().contains(&&*b.name)).ok().unwrap();
    }
    table.constraint([Seat(1), Seat(3)], |[a, b]| a.name != b.name).ok().unwrap();
    let mut found: Vec<String> = table
        .solutions()
        .map(|s| s.ok().unwrap().values().map(|guest| guest.name.to_string()).collect::<Vec<_>>().join(" "))
        .collect();
    found.sort();
    assert_eq!(found, ["Bo Ann 민준", "민준 Ann Bo"]);
}

#[test]
fn every_mistake_is_an_error_that_names_the_variable() {
    let mut csp = Csp::new();
    csp.variable("a", 1..=3).unwrap();
    assert_eq!(csp.variable("a", 1..=3), Err(CspError::AddedTwice { variable: "a" }));
    assert_eq!(csp.variable("void", []), Err(CspError::EmptyDomain { variable: "void" }));
    assert_eq!(csp.constraint(["a", "b"], |_| true), Err(CspError::UnknownVariable { variable: "b" }));
    assert_eq!(csp.constraint(["a", "a"], |_| true), Err(CspError::NamedTwice { variable: "a" }));
    assert_eq!(csp.constraint_on(vec!["z"], |_| true), Err(CspError::UnknownVariable { variable: "z" }));
    assert_eq!(csp.solve_from(&Assignment::from([("b", 1)])).unwrap_err(), CspError::UnknownVariable { variable: "b" });
    let domains = HashMap::from([("x", vec![1])]);
    assert_eq!(Csp::with_domains(["x", "y"], &domains).err(), Some(CspError::NoDomain { variable: "y" }));
    assert_eq!(Csp::with_domains([], &domains).err(), Some(CspError::UnknownVariable { variable: "x" }));
    let printed: Box<dyn std::error::Error> = Box::new(CspError::NoDomain { variable: "y" });
    assert_eq!(printed.to_string(), "variable \"y\" has no domain");
    // A refused call leaves the problem as it was.
    assert_eq!(csp.count(), Ok(3));
}

#[test]
fn a_constraint_that_panics_is_an_error_that_names_its_variables() {
    let mut csp = Csp::new();
    csp.variables(["a", "b", "c"], 0..3).unwrap();
    csp.constraint(["a", "c"], |[a, c]| 6 / (a + c) > 1).unwrap();
    let message = "attempt to divide by zero".into();
    let error = CspError::Panicked { variables: vec!["a", "c"], message };
    assert_eq!(csp.count(), Err(error.clone()));
    assert_eq!(csp.solutions().last(), Some(Err(error)), "nothing follows the error");
}

#[test]
fn a_constraint_that_changes_its_mind_is_an_error() {
    let calls = Rc::new(Cell::new(0));
    let mut csp = Csp::new();
    csp.variable("a", [1]).unwrap();
    let seen = calls.clone();
    csp.constraint(["a"], move |_| {
        seen.set(seen.get() + 1);
        seen.get() == 1
    })
    .unwrap();
    assert_eq!(csp.solve(), Err(CspError::Fickle { variables: vec!["a"] }));
}

#[test]
fn solving_starts_from_a_partial_assignment() {
    let mut csp = Csp::new();
    csp.variables(0..4, 0..4_i32).unwrap();
    for (i, j) in (0..4).flat_map(|j| (0..j).map(move |i| (i, j))) {
        csp.constraint([i, j], move |[a, b]| a != b && (a - b).abs() != j - i).unwrap();
    }
    let all: Vec<Assignment<i32, i32>> = csp.solutions().map(Result::unwrap).collect();
    assert_eq!(all.len(), 2);
    let given = Assignment::from([(0, 1)]);
    let from: Vec<_> = csp.solutions_from(&given).map(Result::unwrap).collect();
    assert_eq!(from, [Assignment::from([(3, 2), (2, 0), (1, 3), (0, 1)])]);
    assert!(all.contains(&from[0]));
    assert_eq!(csp.count_from(&Assignment::from([(0, 0)])), Ok(0));
    assert_eq!(csp.solve_from(&from[0]).unwrap().as_ref(), Some(&from[0]), "a full assignment is checked");
}

#[test]
fn without_constraints_every_combination_is_a_solution() {
    let mut csp: Csp<String, char> = Csp::new();
    assert_eq!(csp.count(), Ok(1), "the empty assignment");
    csp.variable("첫째".into(), ['가', '나']).unwrap();
    csp.variable("둘째".into(), ['다', '라', '마']).unwrap();
    let all: HashSet<(char, char)> = csp.solutions().map(|s| s.map(|s| (s["첫째"], s["둘째"])).unwrap()).collect();
    assert_eq!(all.len(), 6);
}

#[test]
fn constraints_on_no_variables_decide_alone() {
    let mut csp = Csp::new();
    csp.variable("a", 0..3).unwrap();
    csp.constraint([], |[]| true).unwrap();
    assert_eq!(csp.count(), Ok(3));
    csp.constraint_on([], |values| !values.is_empty()).unwrap();
    assert_eq!(csp.count(), Ok(0));
}

/// Each less than the next, refused as early as possible, with a tally of the calls.
struct Ascending {
    variables: Vec<usize>,
    values: usize,
    calls: Rc<Cell<u64>>,
}

impl Constraint<usize, usize> for Ascending {
    fn variables(&self) -> Vec<usize> {
        self.variables.clone()
    }

    fn satisfied(&self, assignment: &Assignment<usize, usize>) -> bool {
        self.calls.set(self.calls.get() + 1);
        // The least value that the next variable can have, given those before it.
        let mut least = 0;
        for (at, x) in self.variables.iter().enumerate() {
            let after = self.variables.len() - 1 - at;
            match assignment.get(x) {
                Some(&value) if value < least || value + after >= self.values => return false,
                Some(&value) => least = value + 1,
                None => least += 1,
            }
        }
        true
    }
}

#[test]
fn a_type_of_ones_own_prunes_on_partial_assignments() {
    let calls = Rc::new(Cell::new(0));
    let mut csp = Csp::new();
    csp.variables(0..12, 0..13).unwrap();
    csp.post(Ascending { variables: (0..12).collect(), values: 13, calls: calls.clone() }).unwrap();
    assert_eq!(csp.count(), Ok(13), "12 of 13 values in order: one is left out");
    // There are 13¹² tuples, 23 million million: without pruning on partial assignments this would not end.
    assert!(calls.get() < 100_000, "{} calls", calls.get());
}

/// The number of solutions, and of calls of the constraint `a + b = sum` on two variables with `values` values each.
fn calls(values: u32, sum: u32) -> (u64, u64) {
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let mut csp = Csp::new();
    csp.variables(["a", "b"], 0..values).unwrap();
    csp.constraint(["a", "b"], move |[a, b]| {
        counted.set(counted.get() + 1);
        a + b == sum
    })
    .unwrap();
    (csp.count().unwrap(), calls.get())
}

#[test]
fn a_small_constraint_is_called_once_for_each_combination_and_once_for_each_solution() {
    assert_eq!(calls(3, 2), (3, 9 + 3));
    assert_eq!(calls(64, 63), (64, 4096 + 64));
}

#[test]
fn a_small_type_is_also_called_for_each_beginning_that_was_not_refused() {
    let calls = Rc::new(Cell::new(0));
    let mut csp = Csp::new();
    csp.variables(0..2, 0..3).unwrap();
    csp.post(Ascending { variables: vec![0, 1], values: 3, calls: calls.clone() }).unwrap();
    assert_eq!(csp.count(), Ok(3));
    // Three beginnings, of which 2 is refused; three combinations for each of the others; three solutions.
    assert_eq!(calls.get(), 3 + 2 * 3 + 3);
}

#[test]
fn a_large_constraint_is_called_when_one_of_its_variables_is_left() {
    let (solutions, calls) = calls(65, 64);
    assert_eq!(solutions, 65);
    // For each value of one variable every value of the other, and for each solution when it is found and checked.
    assert!(calls <= 65 * 65 + 2 * 65, "{calls} calls");
}
