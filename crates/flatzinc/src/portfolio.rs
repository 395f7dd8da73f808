//! Several searches of one model at the same time, each with its own seed, every other one free: the first that comes to an
//! end speaks for all. Answers of an optimisation are printed when they are better than every earlier one.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::mpsc;

use entail_engine::{Outcome, Progress, Statistics};
use entail_model::{Answer, Direction, Model};

use crate::output::Output;
use crate::protocol::{Failure, Known, Report, Settings, Shared, solver};

/// What one search has to say.
enum News {
    Better(Answer, i64),
    Bound(i64),
    Ended(Result<(Outcome, Statistics), Failure>),
}

/// Runs them and prints.
pub(crate) fn run<W: Write + Send>(
    model: &Model,
    settings: &Settings,
    shared: &Shared<W>,
    output: &Output,
    known: impl Fn(bool) -> Known,
    mut report: Report,
    log: &(dyn Fn(&str) + Sync),
) -> Result<(), Failure> {
    let direction = model.objective().map(|objective| objective.direction);
    let better = |a: i64, b: i64| if direction == Some(Direction::Minimize) { a < b } else { a > b };
    let (tell, hear) = mpsc::channel();
    report.ready();
    shared.searching.store(true, Ordering::SeqCst);
    let mut result = Ok(());
    let mut ended: Option<(Outcome, Statistics)> = None;
    std::thread::scope(|scope| {
        for number in 0..settings.threads {
            let tell = tell.clone();
            scope.spawn(move || {
                // Nobody listens any more once another one has ended.
                let end = search(model, settings, number, shared, &|news| drop(tell.send(news)));
                let _ = tell.send(News::Ended(end));
            });
        }
        drop(tell);
        let (mut best, mut tightest) = (None, None);
        for news in hear {
            let written = match news {
                News::Better(answer, value) if best.is_none_or(|best| better(value, best)) => {
                    best = Some(value);
                    report.news(&Progress::Better { answer: &answer, objective: value });
                    if settings.verbose {
                        log(&format!("objective {value} after {:?}", settings.started.elapsed()));
                    }
                    shared.printer().answer(output, &answer, &report.objective_lines())
                }
                News::Bound(bound) if tightest.is_none_or(|tightest| better(tightest, bound)) => {
                    tightest = Some(bound);
                    report.news(&Progress::Bound(bound));
                    Ok(())
                }
                News::Better(..) | News::Bound(_) => Ok(()),
                News::Ended(Err(failure)) => {
                    result = Err(failure);
                    shared.stop.store(true, Ordering::SeqCst);
                    Ok(())
                }
                News::Ended(Ok((outcome, statistics))) => {
                    let decided = !matches!(outcome, Outcome::Unknown { .. });
                    if decided {
                        shared.stop.store(true, Ordering::SeqCst);
                    }
                    if ended.as_ref().is_none_or(|(first, _)| decided && matches!(first, Outcome::Unknown { .. })) {
                        ended = Some((outcome, statistics));
                    }
                    Ok(())
                }
            };
            if let Err(error) = written {
                result = Err(error.into());
                shared.stop.store(true, Ordering::SeqCst);
            }
        }
    });
    result?;
    let (outcome, statistics) = ended.expect("each of them tells of its end");
    let complete = match &outcome {
        Outcome::Satisfied(answer) => {
            shared.printer().answer(output, answer, "")?;
            false
        }
        Outcome::Optimal(_) | Outcome::Unsatisfiable { .. } => true,
        Outcome::Unknown { .. } => false,
    };
    Ok(shared.printer().end(known(complete), &report.text(&statistics))?)
}

/// One of them: the first by the advice of the program, then every other one without.
fn search<W: Write>(
    model: &Model,
    settings: &Settings,
    number: usize,
    shared: &Shared<W>,
    tell: &dyn Fn(News),
) -> Result<(Outcome, Statistics), Failure> {
    let mut model = model.clone();
    if number % 2 == 1 {
        model.hints.phases.clear();
    }
    let mut solver = solver(&model, settings, settings.seed.wrapping_add(number as u64), shared)?;
    let outcome = solver.optimize(|progress| match progress {
        Progress::Better { answer, objective } => tell(News::Better(answer.clone(), objective)),
        Progress::Bound(bound) => tell(News::Bound(bound)),
    })?;
    Ok((outcome, solver.statistics()))
}
