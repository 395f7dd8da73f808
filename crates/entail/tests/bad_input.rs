//! Bad and extreme input through the library: a clear error or a right answer, never a wrap-around, a hang or a crash.

use entail::prelude::*;
use entail::{MAX_VALUE, Violation, check};

fn refused(model: &Model) -> ModelError {
    match Solver::new(model) {
        Err(Error::Model(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("the model was taken"),
    }
}

#[test]
fn an_empty_domain_is_an_error_that_names_the_variable() {
    let mut model = Model::new();
    model.int("fine", 0..=1);
    model.int("void", Domain::empty());
    assert_eq!(refused(&model).to_string(), "variable void has an empty domain");
    assert_eq!(model.answers().map(|a| a.is_err()).collect::<Vec<_>>(), [true], "one item, the error");
}

#[test]
fn contradictory_constraints_at_the_root_have_no_answer() {
    let mut model = Model::new();
    let x = model.int("x", 0..=9);
    model.post(x.ge(7));
    model.post(x.le(3));
    assert_eq!(model.solve(), Ok(None));
    assert_eq!(model.count(), Ok(0));
    assert_eq!(Solver::new(&model).unwrap().solve(), Ok(Outcome::Unsatisfiable { core: vec![] }));
}

#[test]
fn an_empty_model_has_one_answer() {
    assert_eq!(Model::new().count(), Ok(1));
}

#[test]
fn huge_coefficients_are_an_error_that_names_the_constraint() {
    let mut model = Model::new();
    let x = model.int("x", 0..=9);
    let y = model.int("y", 0..=9);
    model.post((i64::MAX * x + i64::MAX * y).le(3)).named("too much");
    assert!(refused(&model).to_string().starts_with("too much: "), "{}", refused(&model));

    // Arithmetic on the expression itself leaves 64 bits.
    let mut model = Model::new();
    let x = model.int("x", 0..=9);
    model.post((i64::MAX * x * 3 - i64::MAX - 5).le(3)).named("out of 64 bits");
    assert!(refused(&model).to_string().starts_with("out of 64 bits: "), "{}", refused(&model));

    let mut model = Model::new();
    let x = model.int("x", 0..=MAX_VALUE);
    model.minimize(i64::MAX * x);
    assert!(refused(&model).to_string().starts_with("the objective: "), "{}", refused(&model));
}

#[test]
fn values_out_of_range_are_an_error_that_names_the_variable() {
    let mut model = Model::new();
    model.int("big", 0..=i64::MAX);
    assert!(refused(&model).to_string().starts_with("variable big has values"), "{}", refused(&model));
}

#[test]
fn domains_of_a_billion_values_are_solved_at_once() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1_000_000_000);
    let y = model.int("y", 0..=1_000_000_000);
    let z = model.int("z", -1_000_000_000..=1_000_000_000);
    model.post((x + y).eq(1_000_000_007));
    model.post((x - 2 * y).ge(3));
    model.post(z.eq(x - y));
    let answer = model.solve().unwrap().unwrap();
    assert_eq!(answer[x] + answer[y], 1_000_000_007);
    assert_eq!(answer[z], answer[x] - answer[y]);

    // A bit for each value of these would be a hundred gigabytes.
    let mut model = Model::new();
    let xs: Vec<Var> = (0..1000).map(|i| model.int(format!("x{i}"), 0..=1_000_000_000)).collect();
    for pair in xs.windows(2) {
        model.post(pair[1].eq(pair[0] + 1));
    }
    model.post(xs[0].ne(0));
    assert_eq!(model.solve().unwrap().map(|answer| answer[xs[999]] - answer[xs[0]]), Some(999));

    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=1_000_000_000));
    model.post((x + y).eq(1_000_000_007));
    model.minimize(x);
    assert_eq!(model.solve().unwrap().map(|answer| (answer[x], answer[y])), Some((7, 1_000_000_000)));
}

#[test]
fn two_hundred_thousand_variables_are_solved() {
    let mut model = Model::new();
    let n = 200_000;
    let xs: Vec<Var> = (0..n).map(|i| model.int(format!("x{i}"), 0..=n)).collect();
    for pair in xs.windows(2) {
        model.post(pair[0].le(pair[1]));
    }
    model.post(xs[0].ge(17));
    let answer = model.solve().unwrap().unwrap();
    assert!(xs.windows(2).all(|pair| answer[pair[0]] <= answer[pair[1]]) && answer[xs[0]] >= 17);
}

#[test]
fn a_chain_of_200_000_strict_steps_that_does_not_fit_has_no_answer() {
    let mut model = Model::new();
    let n = 200_000;
    let xs: Vec<Var> = (0..n).map(|i| model.int(format!("x{i}"), 0..=n - 2)).collect();
    model.post(strictly_increasing(&xs));
    assert_eq!(model.solve(), Ok(None));
}

#[test]
fn a_table_with_a_million_rows_is_solved() {
    let mut model = Model::new();
    let xs: Vec<Var> = ["a", "b", "c"].map(|name| model.int(name, 0..=99)).into();
    let rows = (0..1_000_000_i64).map(|i| [i / 10_000, i / 100 % 100, i % 100]);
    model.post(table(&xs, rows.filter(|[a, b, c]| (a + b + c) % 2 == 1 || a * b == 98 * 99)));
    model.post(xs[0].ge(98));
    model.post(xs[1].ge(98));
    model.post(xs[2].le(1));
    model.post((xs[0] + xs[1] + xs[2]).eq(198));
    let answer = model.solve().unwrap().unwrap();
    assert_eq!(answer.values()[2] + answer.values()[1] + answer.values()[0], 198);
}

#[test]
fn a_predicate_that_panics_is_an_error_that_names_the_constraint() {
    let mut model = Model::new();
    let xs: Vec<Var> = (0..12).map(|i| model.int(format!("x{i}"), 0..=9)).collect();
    model.predicate(&xs, |_| panic!("no such thing")).named("the odd one");
    let error = model.solve().unwrap_err();
    assert_eq!(error.to_string(), "the predicate of the odd one panicked: no such thing");
    let answers: Vec<_> = model.answers().collect();
    assert_eq!(answers, [Err(error)], "one item, the error");

    // Over few enough tuples the predicate is asked before the search.
    let mut model = Model::new();
    let x = model.int("x", 0..=1);
    model.predicate([x], |v| 1 / v[0] > 0).named("small");
    assert!(matches!(model.solve(), Err(Error::PredicatePanicked { constraint, .. }) if constraint == "small"));
}

#[test]
fn an_unknown_variable_is_an_error_that_names_the_constraint() {
    let mut other = Model::new();
    let far = (0..5).map(|i| other.int(format!("y{i}"), 0..=1)).last().unwrap();
    let mut model = Model::new();
    let x = model.int("x", 0..=1);
    model.post((x + far).eq(1)).named("mixed up");
    assert_eq!(refused(&model).to_string(), "mixed up is on variable number 4, but the model has 1 variables");

    let mut model = Model::new();
    model.int("x", 0..=1);
    let projected: Vec<_> = model.answers_of(&[far]).collect();
    assert_eq!(projected.len(), 1);
    assert!(projected[0].as_ref().unwrap_err().to_string().starts_with("the projection is on variable number 4"));
    let assumed = Solver::new(&model).unwrap().solve_assuming(&[Assumption::AtLeast(far, 1)]);
    assert!(assumed.unwrap_err().to_string().starts_with("an assumption is on variable number 4"));
}

#[test]
fn an_arity_that_does_not_fit_is_an_error_that_names_the_constraint() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=5));
    model.post(table([x, y], [[1, 2, 3]])).named("ragged");
    assert_eq!(refused(&model).to_string(), "ragged: 3 numbers are no rows of 2 columns");

    let mut model = Model::new();
    let x = model.int("x", 0..=5);
    model.post(max(x, [] as [Var; 0])).named("nothing");
    assert!(refused(&model).to_string().starts_with("nothing: "));

    let mut model = Model::new();
    let x = model.int("x", 0..=5);
    model.post(inverse([x, x], [x])).named("lopsided");
    assert!(refused(&model).to_string().starts_with("lopsided: "));
}

/// A model with every kind of constraint that is data, and each form of condition.
fn everything() -> Model {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..=3));
    let [p, q] = ["p", "q"].map(|name| model.bool(name));
    model.post(or([p, !q])).named("or");
    model.post(and([p])).only_if(q);
    model.post(xor([p, q, q]));
    model.post(not(q)).only_if(!p);
    model.post(implies(q, p));
    model.post(iff(q, q));
    model.post(at_most_one([p, !p]));
    model.post(exactly_one([q, !q]));
    model.post((2 * x + y - 3).le(z + 9)).iff(p);
    model.post(x.ne(y));
    model.post(member(x, [0, 2, 3]));
    model.post(abs(x, x));
    model.post(times(z, x, 1));
    model.post(div(z, x, 1));
    model.post(modulo(x, x, 7));
    model.post(pow(x, x, 1));
    model.post(min(x, [x, z]));
    model.post(max(x, [x, z]));
    model.post(all_different([x, y]));
    model.post(all_different_except([x, z], 2));
    model.post(cage([x, y], 3));
    model.post(element(x, [x, y], 0));
    model.post(element2(y, [[x, y], [y, x]], 0, 1));
    model.post(table([x, y], [[2, 1], [3, 0], [1, 1]]));
    model.post(forbidden([x, y], [[0, 0]]));
    model.post(count([x, y, z], 2, 2));
    model.post(exactly(2, [x, y, z], 2));
    model.post(at_least(1, [x, y, z], 2));
    model.post(at_most(2, [x, y, z], 2));
    model.post(among(3, [x, y, z], 1..=2));
    model.post(global_cardinality([x, y, z], [2], [2]));
    model.post(global_cardinality_closed([x, y, z], [1, 2], [1, 2]));
    model.post(inverse([x - 1, y - 1], [x - 1, y - 1]));
    model.post(increasing([y, x, z]));
    model.post(strictly_increasing([y, x]));
    model.post(cumulative([x, y], [1, 1], [1, 1], 2));
    model.post(disjunctive([x, y], [1, 1]));
    model.post(no_overlap([[x, y], [y, z]], [[1, 1], [1, 1]]));
    model.post(circuit([y - 0, x - 2]));
    model.post(subcircuit([y - 0, x - 2]));
    model.post(regular([x, y], 2, [(0, 2, 1), (1, 1, 0)], [0]));
    model.post(lex_less([y], [x]));
    model.post(lex_less_eq([x, y], [z, x]));
    model.post(bin_packing([y, x], [3, 4], [0, 3, 4]));
    model.post(nvalues(2, [x, y, z]));
    model.post(precede([y, x], [1, 2]));
    model.maximize(x + y);
    model.hints.phases = vec![Phase::on([y], VarOrder::Free, ValueOrder::Min)];
    model.hints.warm_start = vec![(x, 2)];
    model
}

#[test]
fn a_model_with_every_constraint_comes_back_from_json_the_same() {
    let model = everything();
    let text = model.to_json().unwrap();
    let back = Model::from_json(&text).unwrap();
    assert_eq!(back.variables(), model.variables());
    assert_eq!(back.constraints(), model.constraints());
    assert_eq!(back.objective(), model.objective());
    assert_eq!(back.hints, model.hints);
    let answer = back.solve().unwrap().expect("x = z = 2 and y = 1");
    assert_eq!(&answer.values()[..3], [2, 1, 2]);
    assert_eq!(check(&model, &answer), Ok(()));
    assert_eq!(model.solve().unwrap().as_ref(), Some(&answer));
}

#[test]
fn a_model_with_a_predicate_is_no_json() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1);
    model.predicate([x], |_| true).named("code");
    assert_eq!(
        model.to_json().unwrap_err().to_string(),
        "code is a user's predicate, which is code and cannot be written as JSON"
    );
}

#[test]
fn a_text_that_is_no_model_is_an_error() {
    for text in ["", "{", "[]", r#"{"variables":[{"name":"x","domain":[[5,4]]}]}"#] {
        assert!(Model::from_json(text).is_err(), "{text}");
    }
}

#[test]
fn check_names_the_first_violated_constraint() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=5));
    model.post(x.le(y)).named("in order");
    model.post((x + y).eq(5)).named("five together");
    model.post(y.le(2)).named("y is small");
    let violated = |values| match check(&model, &Answer::new(values)) {
        Err(Violation::Constraint { constraint, .. }) => constraint,
        other => panic!("{other:?}"),
    };
    assert_eq!(violated(vec![3, 1]), "in order");
    assert_eq!(violated(vec![1, 3]), "five together");
    assert_eq!(violated(vec![2, 3]), "y is small");
    assert_eq!(
        check(&model, &Answer::new(vec![0, 6])).unwrap_err().to_string(),
        "variable y is 6, which is not in its domain {0..5}"
    );
    assert!(matches!(check(&model, &Answer::new(vec![0])), Err(Violation::Length { .. })));
}

#[test]
fn check_answers_with_a_value_where_a_predicate_panics() {
    let mut model = Model::new();
    let x = model.int("x", 0..=5);
    model.predicate([x], |_| panic!("broken")).named("fragile");
    assert_eq!(
        check(&model, &Answer::new(vec![0])).unwrap_err().to_string(),
        "the predicate of fragile panicked: broken"
    );
}
