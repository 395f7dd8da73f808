//! One harness for all constraints: each is posted plain, half-reified and fully reified over domains of every shape, and
//! compared with brute force by [`check`](check::check): answers, pruning at every node, every reason.
//!
//! A case is one random instance, enumerated in full. The run prints how many cases each constraint went through:
//! `cargo test -p entail-engine conformance -- --nocapture`. `ENTAIL_CONFORMANCE=linear` looks at the constraints with that
//! in their name only; `ENTAIL_SOAK=20` goes through twenty times as many cases.

mod check;
mod claim;
mod instance;
mod mutation;
mod random_models;
mod shrink;
mod solutions;
mod table;
mod traces;

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use entail_model::{Bool, Hints, Model, Phase, Restart, ValueOrder, Var, VarOrder, When};

use crate::solver::{Options, Solver};
use check::{Case, Failure, Report, check, compiled};
use claim::Claim;
use instance::{Form, Gen, Rng, Shape};
use solutions::brute_force;
use table::{Row, TABLE};

/// Cases of each constraint in each form and shape.
const CASES: u64 = 300;
/// How many times as many cases and models a long run goes through: `ENTAIL_SOAK=20`.
fn soak() -> u64 {
    std::env::var("ENTAIL_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Combinations of values of a constraint's variables; a condition doubles them.
const ROOM: usize = 200;

/// The instance with this number; the same every time.
fn instance(row: &Row, shape: Shape, form: Form, number: u64) -> Case {
    let name = format!("{} {shape:?} {form:?}", row.name);
    let mut rng = Rng::named(&name, number);
    loop {
        let seed = rng.word();
        let mut made = Gen::new(Rng::seeded(seed), shape, ROOM);
        // The condition comes before or after the operands.
        let before = form != Form::Plain && made.rng.percent(30);
        let first = before.then(|| condition(&mut made, shape));
        let constraint = (row.make)(&mut made);
        let b = first.unwrap_or_else(|| condition(&mut made, shape));
        let when = match form {
            Form::Plain => When::Always,
            Form::Half => When::If(b),
            Form::Full => When::Iff(b),
        };
        constraint.post(&mut made.model, when);
        made.model.hints = hints(&made.model, &mut made.rng);
        if made.model.validate().is_ok() {
            let wide = made.model.variables().iter().any(|v| v.domain.max() > v.domain.min().map(|min| min + 4095));
            let shape = if wide { Shape::Wide } else { shape };
            let claim = if made.decorated { Claim::Fixed } else { (row.claim)(shape) };
            return Case { model: made.model, claim, seed };
        }
    }
}

fn condition(made: &mut Gen, shape: Shape) -> Bool {
    let fixed = shape == Shape::Singleton && made.rng.percent(20);
    let values = if fixed { made.rng.pick(&[(0, 0), (1, 1)]) } else { (0, 1) };
    let var = made.model.int("b", values.0..=values.1);
    Bool { var, negated: made.rng.percent(30) }
}

/// Advice of every kind.
fn hints(model: &Model, rng: &mut Rng) -> Hints {
    use ValueOrder as Value;
    use VarOrder::{
        AntiFirstFail, DomWdeg, FirstFail, Free, Input, Largest, MaxRegret, MostConstrained, Occurrence, Smallest,
    };
    let some = rng.pick(&[0, 0, 30]);
    let started: Vec<Var> = model.vars().filter(|_| rng.percent(some)).collect();
    let phases = (0..rng.pick(&[0, 1, 1, 2])).map(|_| Phase {
        vars: model.vars().filter(|_| rng.percent(some)).collect(),
        var_order: rng.pick(&[
            Free,
            Free,
            Input,
            FirstFail,
            AntiFirstFail,
            Smallest,
            Largest,
            Occurrence,
            MostConstrained,
            MaxRegret,
            DomWdeg,
        ]),
        value_order: rng.pick(&[
            Value::Min,
            Value::Max,
            Value::Middle,
            Value::Median,
            Value::Random,
            Value::Split,
            Value::ReverseSplit,
            Value::SplitRandom,
            Value::Interval,
            Value::NotMin,
            Value::NotMax,
            Value::NotMedian,
            Value::NotRandom,
        ]),
    });
    Hints {
        phases: phases.collect(),
        warm_start: started.into_iter().map(|x| (x, rng.range(-1, 5))).collect(),
        restart: rng.pick(&[
            None,
            None,
            Some(Restart::Never),
            Some(Restart::Constant(2)),
            Some(Restart::Linear(1)),
            Some(Restart::Geometric { base: 1.5, scale: 2 }),
            Some(Restart::Luby(1)),
        ]),
    }
}

/// All of the check, and the solver's answers with learning and without. A panic is a failure too.
fn examine(case: &Case) -> Result<Report, String> {
    let all = || {
        let report = check(case, &compiled).map_err(|failure: Failure| failure.to_string())?;
        let expected = brute_force(&case.model);
        for learning in [true, false] {
            same_answers(&case.model, &expected, learning)?;
        }
        Ok(report)
    };
    catch_unwind(AssertUnwindSafe(all)).unwrap_or_else(|panic| Err(format!("panicked: {}", message(&*panic))))
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| (*s).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

/// Whether the solver gives each solution once and nothing else.
fn same_answers(model: &Model, expected: &[Vec<i64>], learning: bool) -> Result<(), String> {
    let options = Options { learning, seed: expected.len() as u64, free: !expected.len().is_multiple_of(2) };
    let mut solver = Solver::with_options(model, options).map_err(|e| e.to_string())?;
    let mut found = Vec::with_capacity(expected.len());
    for answer in solver.answers() {
        found.push(answer.map_err(|e| format!("learning {learning}: {e}"))?.values().to_vec());
        if found.len() > 2 * expected.len() + 10 {
            break;
        }
    }
    found.sort_unstable();
    if let Some(twice) = found.windows(2).find(|w| w[0] == w[1]) {
        return Err(format!("learning {learning}: the answer {:?} came twice", twice[0]));
    }
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    match expected.iter().find(|s| found.binary_search(s).is_err()) {
        Some(solution) => Err(format!("learning {learning}: the answer {solution:?} is missing")),
        None if found.len() > expected.len() => Err(format!("learning {learning}: more answers than solutions")),
        None => Ok(()),
    }
}

/// A failing case, made as small as possible, for a message.
fn describe(row: &Row, shape: Shape, form: Form, number: u64, case: &Case, what: &str) -> String {
    let with = |model: &Model| Case { model: model.clone(), claim: case.claim, seed: case.seed };
    let small = with(&shrink::shrink(&case.model, 1, |model| examine(&with(model)).is_err()));
    let still = examine(&small).expect_err("shrinking keeps the failure");
    format!(
        "{} {shape:?} {form:?} {number} (seed {:#x}): {what}\n{}smallest: {still}\n{}",
        row.name,
        case.seed,
        shrink::show(&case.model),
        shrink::show(&small.model)
    )
}

/// What became of a row: reports by shape and form, and the first failure of each.
#[derive(Default)]
struct Examined {
    cases: [[u64; 3]; 5],
    total: Report,
    failures: Vec<String>,
}

fn examine_row(row: &Row) -> Examined {
    let mut examined = Examined::default();
    for (s, shape) in Shape::ALL.into_iter().enumerate() {
        'forms: for (f, form) in Form::ALL.into_iter().enumerate() {
            for number in 0..CASES * soak() {
                let case = instance(row, shape, form, number);
                match examine(&case) {
                    Ok(report) => {
                        examined.cases[s][f] += 1;
                        examined.total.nodes += report.nodes;
                        examined.total.answers += report.answers;
                        examined.total.reasons += report.reasons;
                    }
                    Err(what) => {
                        examined.failures.push(describe(row, shape, form, number, &case, &what));
                        continue 'forms;
                    }
                }
            }
        }
    }
    examined
}

/// Runs `work` on the numbers below `n` with as many threads as there are processors.
fn in_parallel<T: Send>(n: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    if i >= n {
                        return;
                    }
                    let result = work(i);
                    results.lock().expect("no thread panics").push((i, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_by_key(|r| r.0);
    results.into_iter().map(|r| r.1).collect()
}

#[test]
fn every_constraint_conforms_in_every_form_on_every_shape() {
    // A part of the table, to look into one constraint.
    let only = std::env::var("ENTAIL_CONFORMANCE").unwrap_or_default();
    let rows: Vec<&Row> = TABLE.iter().filter(|row| row.name.contains(&only)).collect();
    let examined = in_parallel(rows.len(), |i| examine_row(rows[i]));
    let mut table = format!("{:28}{:24}", "cases", "");
    Shape::ALL.iter().for_each(|shape| write!(table, "{:>15}", format!("{shape:?}")).expect("written"));
    let _ = writeln!(table, "{:>10}{:>10}{:>10}", "nodes", "answers", "reasons");
    for (row, examined) in rows.iter().zip(&examined) {
        let claims = format!("{:?}, wide {:?}", (row.claim)(Shape::Dense), (row.claim)(Shape::Wide));
        let _ = write!(table, "{:28}{claims:24}", row.name);
        for [plain, half, full] in examined.cases {
            let _ = write!(table, "{:>15}", format!("{plain}/{half}/{full}"));
        }
        let total = examined.total;
        let _ = writeln!(table, "{:>10}{:>10}{:>10}", total.nodes, total.answers, total.reasons);
    }
    println!("{table}in each column: plain/half-reified/fully reified");
    let failures: Vec<&String> = examined.iter().flat_map(|e| &e.failures).collect();
    for failure in &failures {
        println!("{failure}");
    }
    assert!(failures.is_empty(), "{} failures, the first: {}", failures.len(), failures[0]);
    assert!(examined.iter().all(|e| e.cases.iter().flatten().all(|&n| n >= CASES)));
}
