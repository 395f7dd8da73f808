//! Hints: they change which answer comes first, never which answers there are.

use entail_engine::{Options, Outcome, Progress, Solver};
use entail_model::{Model, Phase, ValueOrder, Var, VarOrder, all_different, member};

const ORDERS: [VarOrder; 4] = [VarOrder::Free, VarOrder::Input, VarOrder::FirstFail, VarOrder::DomWdeg];

fn first(model: &Model) -> Vec<i64> {
    match Solver::new(model).unwrap().solve().unwrap() {
        Outcome::Satisfied(answer) => answer.values().to_vec(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_value_order_decides_the_first_try_in_every_variable_order() {
    for var_order in ORDERS {
        for (value_order, expected) in [(ValueOrder::Min, 1), (ValueOrder::Max, 9), (ValueOrder::Middle, 5)] {
            let mut model = Model::new();
            model.int("x", 1..=9);
            model.hints.phases = vec![Phase::all(var_order, value_order)];
            assert_eq!(first(&model), [expected], "{var_order:?} {value_order:?}");
        }
    }
}

#[test]
fn a_warm_start_is_tried_first_in_every_order_and_when_enumerating() {
    for var_order in ORDERS {
        let mut model = Model::new();
        let xs: Vec<Var> = (0..3).map(|i| model.int(format!("x{i}"), 0..=9)).collect();
        model.post(all_different(&xs));
        model.hints.phases = vec![Phase::all(var_order, ValueOrder::Min)];
        model.hints.warm_start = vec![(xs[0], 7), (xs[1], 3), (xs[2], 12)];
        assert_eq!(first(&model)[..2], [7, 3], "{var_order:?}");
        let mut solver = Solver::new(&model).unwrap();
        assert_eq!(solver.answers().next().unwrap().unwrap().values()[..2], [7, 3], "{var_order:?}");
        assert_eq!(solver.count().unwrap().answers, 720);
    }
}

#[test]
fn a_given_order_is_followed_when_optimising_too() {
    let better = |var_order| {
        let mut model = Model::new();
        let x = model.int("x", 0..=100_000);
        model.hints.phases = vec![Phase::all(var_order, ValueOrder::Min)];
        model.maximize(x);
        let mut solver = Solver::new(&model).unwrap();
        solver.limits().answers = Some(3);
        let mut found = Vec::new();
        solver
            .optimize(|news| {
                if let Progress::Better { objective, .. } = news {
                    found.push(objective);
                }
            })
            .unwrap();
        found
    };
    assert_eq!(better(VarOrder::Input), [0, 1, 2], "the least value first, then the next");
    assert_ne!(better(VarOrder::Free), [0, 1, 2], "left free, the search takes larger steps");
}

#[test]
fn without_learning_no_bound_is_claimed() {
    let mut model = Model::new();
    let xs: Vec<Var> = (0..5).map(|i| model.int(format!("x{i}"), 0..=9)).collect();
    model.post(all_different(&xs));
    model.post((xs[0] + xs[1]).gt(xs[2] + xs[3]));
    model.minimize(3 * xs[0] - 2 * xs[1] + xs[4]);
    let options = Options { learning: false, ..Options::default() };
    let Outcome::Optimal(best) = Solver::new(&model).unwrap().solve().unwrap() else { panic!("there is a best one") };
    let best = best.value(&model.objective().unwrap().expr) as i64;
    for limit in 0..200 {
        for learning in [false, true] {
            let mut solver = Solver::with_options(&model, Options { learning, ..options.clone() }).unwrap();
            solver.limits().conflicts = Some(limit);
            if let Outcome::Unknown { bound, .. } = solver.solve().unwrap() {
                assert!(bound.is_none_or(|b| b <= best), "bound {bound:?}, best {best}, learning {learning}");
            }
        }
    }
}

#[test]
fn a_set_may_reach_to_the_end_of_the_integers() {
    for (set, inside) in [((3, i64::MAX), 7), ((i64::MIN, 2), 3), ((i64::MIN, i64::MAX), 10)] {
        let mut model = Model::new();
        let x = model.int("x", 0..=9);
        let b = model.bool("b");
        model.post(member(x, set.0..=set.1)).iff(b);
        let mut solver = Solver::new(&model).unwrap();
        assert_eq!(solver.answers().filter(|a| a.as_ref().unwrap()[b]).count(), inside);
        assert_eq!(solver.count().unwrap().answers, 10);
    }
}

#[test]
fn a_model_that_was_changed_is_taken_in_anew() {
    let mut long = Model::new();
    let x = long.int("x", 0..=9);
    let y = long.int("y", 0..=9);
    long.post(x.lt(y));
    let mut solver = Solver::new(&long).unwrap();
    assert!(matches!(solver.solve().unwrap(), Outcome::Satisfied(_)));
    let mut short = Model::new();
    short.int("x", 3..=5);
    solver.sync(&short).unwrap();
    assert_eq!(solver.count().unwrap().answers, 3);
}
