//! Known counts: every answer once, with learning and without, whatever the order of the search.

use std::collections::HashSet;

use entail_engine::{Options, Outcome, Solver};
use entail_model::{Model, Phase, ValueOrder, Var, VarOrder, all_different};

fn queens(n: i64) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let rows: Vec<Var> = (1..=n).map(|c| model.int(format!("column {c}"), 1..=n)).collect();
    model.post(all_different(&rows)).named("rows");
    model.post(all_different((0..n).zip(&rows).map(|(c, &r)| r + c))).named("falling diagonals");
    model.post(all_different((0..n).zip(&rows).map(|(c, &r)| r - c))).named("rising diagonals");
    (model, rows)
}

fn count(n: i64, learning: bool, order: VarOrder) -> usize {
    let (mut model, _) = queens(n);
    model.hints.phases = vec![Phase::all(order, ValueOrder::Min)];
    let mut solver = Solver::with_options(&model, Options { learning, ..Options::default() }).unwrap();
    let answers: Vec<_> = solver.answers().map(Result::unwrap).collect();
    assert_eq!(answers.iter().collect::<HashSet<_>>().len(), answers.len(), "an answer came twice");
    answers.len()
}

#[test]
fn queens_have_their_known_counts() {
    for (n, expected) in [(1, 1), (2, 0), (3, 0), (4, 2), (6, 4), (8, 92), (10, 724)] {
        for learning in [false, true] {
            for order in [VarOrder::Free, VarOrder::Input, VarOrder::FirstFail, VarOrder::DomWdeg] {
                assert_eq!(count(n, learning, order), expected, "{n} queens, learning {learning}, {order:?}");
            }
        }
    }
}

#[test]
fn twelve_queens_have_14200_answers() {
    assert_eq!(count(12, false, VarOrder::FirstFail), 14_200);
    assert_eq!(count(12, true, VarOrder::FirstFail), 14_200);
}

#[test]
fn a_projection_gives_each_combination_once() {
    let (model, rows) = queens(8);
    let mut expected = HashSet::new();
    for answer in Solver::new(&model).unwrap().answers() {
        let answer = answer.unwrap();
        expected.insert((answer[rows[0]], answer[rows[3]]));
    }
    for learning in [false, true] {
        let mut solver = Solver::with_options(&model, Options { learning, ..Options::default() }).unwrap();
        let found: Vec<_> =
            solver.answers_of(&[rows[0], rows[3]]).map(|a| a.map(|a| (a[rows[0]], a[rows[3]])).unwrap()).collect();
        assert_eq!(found.len(), expected.len());
        assert_eq!(found.into_iter().collect::<HashSet<_>>(), expected);
    }
}

#[test]
fn the_best_answer_is_found_and_proved() {
    let mut model = Model::new();
    let xs: Vec<Var> = (0..6).map(|i| model.int(format!("x{i}"), 0..=9)).collect();
    model.post(all_different(&xs));
    model.post((2 * xs[0] + 3 * xs[1] - xs[2]).ge(11));
    model.post((xs[3] + xs[4]).eq(xs[5] + 4));
    model.minimize(5 * xs[0] + 4 * xs[1] + xs[5] + xs[3]);
    let best = |learning| {
        let mut solver = Solver::with_options(&model, Options { learning, ..Options::default() }).unwrap();
        match solver.solve().unwrap() {
            Outcome::Optimal(answer) => answer.value(&model.objective().unwrap().expr),
            other => panic!("{other:?}"),
        }
    };
    let least = Solver::new(&model)
        .unwrap()
        .answers()
        .map(|a| a.unwrap().value(&model.objective().unwrap().expr))
        .min()
        .unwrap();
    assert_eq!(best(true), least);
    assert_eq!(best(false), least);
}
