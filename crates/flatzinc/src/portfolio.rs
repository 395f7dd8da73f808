//! Several searches of one model at the same time, each with its own seed, every other one free: the first that comes to an
//! end speaks for all. Answers of an optimisation are printed when they are better than every earlier one.

use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};

use entail_engine::{Options, Outcome, Progress, Statistics};
use entail_model::{Answer, Direction, Model};

use crate::protocol::{Failure, Report, Run};

/// What one search has to say.
enum News {
    Better(Answer, i64),
    Bound(i64),
    Ended(Result<(Outcome, Statistics), Failure>),
}

/// Searches and prints.
pub(crate) fn search<W: Write + Send>(model: &Model, run: &Run<'_, W>, mut report: Report) -> Result<(), Failure> {
    let minimize = model.objective().is_some_and(|objective| objective.direction == Direction::Minimize);
    let better = |a: i64, b: i64| if minimize { a < b } else { a > b };
    let stop = || run.shared.stop.store(true, Ordering::SeqCst);
    let (tell, hear) = mpsc::channel();
    let (mut best, mut tightest) = (None, None);
    let mut failed = None;
    let mut ended: Option<(Outcome, Statistics)> = None;
    report.ready();
    run.shared.searching.store(true, Ordering::SeqCst);
    std::thread::scope(|scope| {
        for number in 0..run.settings.threads {
            let tell = tell.clone();
            scope.spawn(move || {
                let end = one_of_them(model, run, number, &tell);
                // The listener leaves last.
                let _ = tell.send(News::Ended(end));
            });
        }
        drop(tell);
        for news in hear {
            match news {
                News::Better(answer, objective) if best.is_none_or(|best| better(objective, best)) => {
                    best = Some(objective);
                    if let Err(error) = run.news(&Progress::Better { answer: &answer, objective }, &mut report) {
                        failed = Some(error.into());
                        stop();
                    }
                }
                News::Bound(bound) if tightest.is_none_or(|tightest| better(tightest, bound)) => {
                    tightest = Some(bound);
                    let _ = run.news(&Progress::Bound(bound), &mut report);
                }
                News::Better(..) | News::Bound(_) => {}
                News::Ended(Err(failure)) => {
                    failed = Some(failure);
                    stop();
                }
                News::Ended(Ok((outcome, statistics))) => {
                    let decided = !matches!(outcome, Outcome::Unknown { .. });
                    if decided {
                        stop();
                    }
                    if ended.as_ref().is_none_or(|(first, _)| decided && matches!(first, Outcome::Unknown { .. })) {
                        ended = Some((outcome, statistics));
                    }
                }
            }
        }
    });
    if let Some(failure) = failed {
        return Err(failure);
    }
    let (outcome, statistics) = ended.expect("each of them tells of its end");
    if let Outcome::Satisfied(answer) = &outcome {
        run.answer(answer, "")?;
    }
    let complete = matches!(outcome, Outcome::Optimal(_) | Outcome::Unsatisfiable { .. });
    run.end(complete, &report, &statistics)
}

/// One of them: the first as the program (or `-f`) says, then every other one free.
fn one_of_them<W: Write>(
    model: &Model,
    run: &Run<'_, W>,
    number: usize,
    tell: &Sender<News>,
) -> Result<(Outcome, Statistics), Failure> {
    let seed = run.settings.seed.wrapping_add(number as u64);
    let free = run.settings.free || number % 2 == 1;
    let mut solver = run.solver(model, Options { seed, free, ..Options::default() })?;
    let outcome = solver.optimize(|progress| {
        let news = match progress {
            Progress::Better { answer, objective } => News::Better(answer.clone(), objective),
            Progress::Bound(bound) => News::Bound(bound),
        };
        let _ = tell.send(news);
    })?;
    Ok((outcome, solver.statistics()))
}
