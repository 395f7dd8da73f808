//! Limits stop every search, also one that is stuck in propagation, and leave the solver usable.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use entail_engine::{Assumption, Limits, Options, Outcome, Solver, Stop};
use entail_model::{Bool, Model, Var, all_different, or};

/// `n` pigeons in one hole less, as clauses: many conflicts before the proof.
fn pigeons(n: i64) -> Model {
    let mut model = Model::new();
    let mut sits = |i| (1..n).map(|hole| model.bool(format!("pigeon {i} in {hole}"))).collect::<Vec<Bool>>();
    let pigeons: Vec<Vec<Bool>> = (0..n).map(&mut sits).collect();
    for (i, a) in pigeons.iter().enumerate() {
        model.post(or(a.iter().copied()));
        for b in &pigeons[..i] {
            for (&a, &b) in a.iter().zip(b) {
                model.post(or([!a, !b]));
            }
        }
    }
    model
}

#[test]
fn a_limit_on_conflicts_stops_there_and_the_next_call_goes_on() {
    let mut solver = Solver::new(&pigeons(9)).unwrap();
    solver.limits().conflicts = Some(50);
    let outcome = solver.solve().unwrap();
    assert_eq!(outcome, Outcome::Unknown { best: None, bound: None, stop: Stop::Conflicts });
    assert_eq!(solver.statistics().conflicts, 50);
    solver.limits().conflicts = None;
    assert_eq!(solver.solve().unwrap(), Outcome::Unsatisfiable { core: vec![] });
    assert_eq!(solver.solve().unwrap(), Outcome::Unsatisfiable { core: vec![] });
}

#[test]
fn a_limit_on_answers_stops_there() {
    let mut model = Model::new();
    let xs: Vec<Var> = (0..4).map(|i| model.int(format!("x{i}"), 1..=4)).collect();
    model.post(all_different(&xs));
    let mut solver = Solver::new(&model).unwrap();
    solver.limits().answers = Some(5);
    let mut answers = solver.answers();
    assert_eq!(answers.by_ref().count(), 5);
    assert_eq!(answers.stop(), Some(Stop::Answers));
    solver.limits().answers = Some(24);
    let count = solver.count().unwrap();
    assert_eq!((count.answers, count.complete), (24, true), "all were found before the limit was asked for more");
    model.maximize(xs[0] + xs[1]);
    let mut solver = Solver::new(&model).unwrap();
    solver.limits().answers = Some(1);
    assert!(matches!(solver.solve().unwrap(), Outcome::Unknown { best: Some(_), stop: Stop::Answers, .. }));
}

#[test]
fn the_same_model_seed_and_limit_give_the_same_run() {
    let run = || {
        let mut solver = Solver::with_options(&pigeons(9), Options { seed: 7, ..Options::default() }).unwrap();
        solver.limits().conflicts = Some(400);
        solver.solve().unwrap();
        let s = solver.statistics();
        (s.decisions, s.propagations, s.learnt_literals, s.restarts)
    };
    assert_eq!(run(), run());
}

#[test]
fn propagation_over_a_billion_values_can_be_stopped() {
    let mut model = Model::new();
    let x = model.int("x", 0..=1_000_000_000);
    let y = model.int("y", 0..=1_000_000_000);
    model.post(x.lt(y));
    model.post(y.lt(x));
    let mut solver = Solver::new(&model).unwrap();
    *solver.limits() = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    assert!(matches!(solver.solve().unwrap(), Outcome::Unknown { stop: Stop::Time, .. }));
    *solver.limits() = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert!(matches!(solver.solve().unwrap(), Outcome::Unknown { stop: Stop::Asked, .. }));
}

#[test]
fn assumptions_give_a_core_and_leave_no_trace() {
    let mut model = Model::new();
    let xs: Vec<Var> = (0..4).map(|i| model.int(format!("x{i}"), 1..=4)).collect();
    model.post(all_different(&xs[..3]));
    for learning in [true, false] {
        let mut solver = Solver::with_options(&model, Options { learning, ..Options::default() }).unwrap();
        let assumptions = [
            Assumption::Is(xs[3], 2),
            Assumption::AtMost(xs[0], 2),
            Assumption::AtMost(xs[1], 2),
            Assumption::AtMost(xs[2], 2),
        ];
        let Outcome::Unsatisfiable { core } = solver.solve_assuming(&assumptions).unwrap() else {
            panic!("three values out of two")
        };
        assert!(core.len() >= 3 && assumptions[1..].iter().all(|a| core.contains(a)), "{core:?}");
        assert!(!learning || !core.contains(&assumptions[0]), "{core:?}");
        assert!(matches!(solver.solve_assuming(&assumptions[..3]).unwrap(), Outcome::Satisfied(_)));
        assert!(matches!(solver.solve().unwrap(), Outcome::Satisfied(_)));
    }
}

#[test]
fn a_model_grows_between_calls() {
    let mut model = Model::new();
    let xs: Vec<Var> = (0..3).map(|i| model.int(format!("x{i}"), 1..=3)).collect();
    model.post(all_different(&xs));
    let mut solver = Solver::new(&model).unwrap();
    assert!(matches!(solver.solve().unwrap(), Outcome::Satisfied(_)));
    model.post(xs[0].lt(xs[1]));
    let y = model.int("y", 0..=9);
    model.post((xs[0] + xs[1]).eq(y));
    solver.sync(&model).unwrap();
    assert_eq!(solver.count().unwrap().answers, 3);
    model.post(y.ge(5));
    solver.sync(&model).unwrap();
    assert_eq!(solver.count().unwrap().answers, 1);
    model.post(xs[0].eq(1));
    solver.sync(&model).unwrap();
    assert_eq!(solver.solve().unwrap(), Outcome::Unsatisfiable { core: vec![] });
}

#[test]
fn a_stop_before_the_model_is_compiled_leaves_the_solver_usable() {
    let mut model = Model::new();
    let xs: Vec<Var> = (0..200).map(|i| model.int(format!("x{i}"), 0..=300)).collect();
    for w in xs.windows(2) {
        model.post(w[0].lt(w[1]));
    }
    let mut solver = Solver::new(&model).unwrap();
    let stop = Arc::new(AtomicBool::new(true));
    solver.limits().stop = Some(stop.clone());
    let stopped = Outcome::Unknown { best: None, bound: None, stop: Stop::Asked };
    assert_eq!(solver.solve().unwrap(), stopped);
    assert_eq!(solver.answers().by_ref().count(), 0);
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(solver.solve().unwrap(), Outcome::Satisfied(_)));
}
