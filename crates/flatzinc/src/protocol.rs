//! A run by the MiniZinc protocol: answers as they are found, each followed by `----------`, and at the end what is known.
//!
//! Whoever stops the run from outside (a signal, a time limit) does so through the [`Printer`] behind its lock, so that the
//! output always ends after a whole line.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use entail_engine::{Error, Options, Outcome, Progress, Solver, Statistics};
use entail_model::place::Malformed;
use entail_model::{Answer, Model, ModelError, Var};
use thiserror::Error;

use crate::output::Output;
use crate::translate::{Translated, translate};
use crate::{portfolio, read};

/// How to run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Every answer.
    pub all: bool,
    /// So many answers of a program that asks for any.
    pub answers: u64,
    /// Search as the engine sees fit, not as the program says.
    pub free: bool,
    /// Print statistics.
    pub statistics: bool,
    /// Tell what is done.
    pub verbose: bool,
    /// Searches at the same time.
    pub threads: usize,
    /// For random choices.
    pub seed: u64,
    /// When the run began.
    pub started: Instant,
    /// How long it may take.
    pub time: Option<Duration>,
}

/// Why a run ended without a result.
#[derive(Debug, Error)]
pub enum Failure {
    /// The program is not one.
    #[error(transparent)]
    Malformed(#[from] Box<Malformed>),
    /// The model of a JSON text is not one.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The engine gave up.
    #[error(transparent)]
    Engine(#[from] Error),
    /// The output could not be written.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

/// The output of a run.
pub struct Printer<W> {
    out: W,
    answers: u64,
    /// The last line has been written.
    ended: bool,
}

/// What is known at the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// All answers, or the best one, or that there is none.
    Everything,
    /// No more than was printed.
    Nothing,
}

impl<W: Write> Printer<W> {
    /// Writes to there.
    pub fn new(out: W) -> Self {
        Self { out, answers: 0, ended: false }
    }

    /// Where it writes to.
    pub fn written(&self) -> &W {
        &self.out
    }

    pub(crate) fn answer(&mut self, output: &Output, answer: &Answer, extra: &str) -> io::Result<()> {
        if self.ended {
            return Ok(());
        }
        let mut text = Vec::new();
        output.write(answer, &mut text);
        text.extend_from_slice(extra.as_bytes());
        text.extend_from_slice(b"----------\n");
        self.answers += 1;
        self.out.write_all(&text)?;
        self.out.flush()
    }

    pub(crate) fn end(&mut self, known: Known, statistics: &str) -> io::Result<()> {
        if self.ended {
            return Ok(());
        }
        self.ended = true;
        let line = match (known, self.answers) {
            (Known::Everything, 0) => "=====UNSATISFIABLE=====\n",
            (Known::Everything, _) => "==========\n",
            (Known::Nothing, 0) => "=====UNKNOWN=====\n",
            (Known::Nothing, _) => "",
        };
        self.out.write_all(line.as_bytes())?;
        self.out.write_all(statistics.as_bytes())?;
        self.out.flush()
    }

    /// Ends the output as it stands: nothing more will be printed. That nobody reads it any more is no mistake.
    pub fn stop(&mut self) {
        let _ = self.end(Known::Nothing, "");
    }
}

/// What a run and whoever stops it share.
pub struct Shared<W> {
    printer: Mutex<Printer<W>>,
    /// Stops the search.
    pub stop: Arc<AtomicBool>,
    /// The search has begun; before that nobody looks at `stop`.
    pub searching: AtomicBool,
}

impl<W: Write> Shared<W> {
    /// A run that prints there.
    pub fn new(out: W) -> Self {
        let printer = Mutex::new(Printer::new(out));
        Self { printer, stop: Arc::default(), searching: AtomicBool::new(false) }
    }

    /// The output. A thread that panicked while it printed left whole lines all the same.
    pub fn printer(&self) -> MutexGuard<'_, Printer<W>> {
        self.printer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads, searches and prints; `log` takes lines for standard error.
pub fn run<W: Write + Send>(
    source: &[u8],
    settings: &Settings,
    shared: &Shared<W>,
    log: &(dyn Fn(&str) + Sync),
) -> Result<(), Failure> {
    let Translated { model, output, projection, unsatisfiable, cut, best } = problem(source)?;
    for cut in &cut {
        log(&format!("the values of {cut}: beyond these nothing is searched, and nothing is proved"));
    }
    let run = Run { settings, shared, output: &output, log, proves: cut.is_empty(), best };
    let mut report = Report::new(&model, settings);
    if unsatisfiable {
        return run.end(true, &report, &Statistics::default());
    }
    run.tell(|| format!("{} variables, {} constraints", model.variables().len(), model.constraints().len()));
    let optimising = model.objective().is_some();
    let one = !settings.all && settings.answers == 1;
    if settings.threads > 1 && (optimising || one) {
        return portfolio::search(&model, &run, report);
    }
    let options = Options { seed: settings.seed, free: settings.free, ..Options::default() };
    let mut solver = run.solver(&model, options)?;
    report.ready();
    shared.searching.store(true, Ordering::SeqCst);
    let complete = if optimising {
        run.best(&mut solver, &mut report)?
    } else if one {
        run.one(&mut solver)?
    } else {
        run.all(&mut solver, &projection)?
    };
    run.end(complete, &report, &solver.statistics())
}

/// A run whose program has been read.
pub(crate) struct Run<'a, W> {
    pub settings: &'a Settings,
    pub shared: &'a Shared<W>,
    pub output: &'a Output,
    log: &'a (dyn Fn(&str) + Sync),
    /// Whether the end of the search proves anything.
    proves: bool,
    /// The objective of an answer that is the best even where the end of the search proves nothing.
    best: Option<i64>,
}

impl<W: Write> Run<'_, W> {
    /// A line for standard error, where such are wanted.
    pub fn tell(&self, line: impl FnOnce() -> String) {
        if self.settings.verbose {
            (self.log)(&format!("{} after {:.3} s", line(), self.settings.started.elapsed().as_secs_f64()));
        }
    }

    /// A solver with the limits of the run.
    pub fn solver(&self, model: &Model, options: Options) -> Result<Solver, Failure> {
        let mut solver = Solver::with_options(model, options)?;
        let Settings { time, started, .. } = self.settings;
        solver.limits().time = time.map(|time| time.saturating_sub(started.elapsed()));
        solver.limits().stop = Some(self.shared.stop.clone());
        Ok(solver)
    }

    /// Prints an answer.
    pub fn answer(&self, answer: &Answer, statistics: &str) -> io::Result<()> {
        self.shared.printer().answer(self.output, answer, statistics)
    }

    /// Prints what is known at the end.
    pub fn end(&self, complete: bool, report: &Report, statistics: &Statistics) -> Result<(), Failure> {
        let proves = self.proves || (self.best.is_some() && self.best == report.objective);
        let known = if complete && proves { Known::Everything } else { Known::Nothing };
        let statistics = if self.settings.statistics { report.text(statistics, proves) } else { String::new() };
        Ok(self.shared.printer().end(known, &statistics)?)
    }

    /// One answer; whether it is known that there is none.
    fn one(&self, solver: &mut Solver) -> Result<bool, Failure> {
        match solver.solve()? {
            Outcome::Satisfied(answer) | Outcome::Optimal(answer) => {
                self.answer(&answer, "")?;
                Ok(false)
            }
            Outcome::Unsatisfiable { .. } => Ok(true),
            Outcome::Unknown { .. } => Ok(false),
        }
    }

    /// Answers that differ in the projection, as many as are wanted; whether these are all.
    fn all(&self, solver: &mut Solver, projection: &[Var]) -> Result<bool, Failure> {
        let mut wanted = if self.settings.all { u64::MAX } else { self.settings.answers };
        let mut answers = solver.answers_of(projection);
        for answer in &mut answers {
            match answer {
                Err(Error::OutOfMemory) => {
                    (self.log)(&Error::OutOfMemory.to_string());
                    return Ok(false);
                }
                answer => self.answer(&answer?, "")?,
            }
            wanted -= 1;
            if wanted == 0 {
                return Ok(false);
            }
        }
        Ok(answers.stop().is_none())
    }

    /// Better and better answers; whether the last is the best.
    fn best(&self, solver: &mut Solver, report: &mut Report) -> Result<bool, Failure> {
        let mut written = Ok(());
        let outcome = solver.optimize(|progress| {
            let printed = self.news(&progress, report);
            if printed.is_err() {
                self.shared.stop.store(true, Ordering::SeqCst);
                written = printed;
            }
        })?;
        written?;
        Ok(!matches!(outcome, Outcome::Unknown { .. }))
    }

    /// Prints a better answer, and notes it or a bound.
    pub fn news(&self, progress: &Progress<'_>, report: &mut Report) -> io::Result<()> {
        match progress {
            Progress::Better { answer, objective } => {
                report.objective = Some(*objective);
                self.tell(|| format!("objective {objective}"));
                let statistics = if self.settings.statistics { report.of_answer(self.proves) } else { String::new() };
                self.answer(answer, &statistics)
            }
            Progress::Bound(bound) => {
                report.bound = Some(*bound);
                self.tell(|| format!("bound {bound}"));
                Ok(())
            }
        }
    }
}

/// A FlatZinc program, or a model of ours as JSON: there `variables` is a list, and not an object.
fn problem(source: &[u8]) -> Result<Translated, Failure> {
    if let Some(text) = model_json(source) {
        let model = Model::from_json(text)?;
        let (output, projection) = (Output::of_model(&model), model.vars().collect());
        return Ok(Translated { model, output, projection, unsatisfiable: false, cut: Vec::new(), best: None });
    }
    let program = read(source)?;
    Ok(translate(&program).map_err(|mistake| Box::new(mistake.within(source)))?)
}

fn model_json(source: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(source).ok().filter(|text| text.trim_start().starts_with('{'))?;
    let (_, after) = text.split_once("\"variables\"")?;
    after.trim_start().strip_prefix(':').filter(|value| value.trim_start().starts_with('[')).map(|_| text)
}

/// What is told of a run besides its answers.
pub(crate) struct Report {
    started: Instant,
    ready: Option<Duration>,
    ints: usize,
    bools: usize,
    objective: Option<i64>,
    bound: Option<i64>,
}

impl Report {
    fn new(model: &Model, settings: &Settings) -> Self {
        let is_bool = |v: &&entail_model::Variable| v.domain.min() >= Some(0) && v.domain.max() <= Some(1);
        let bools = model.variables().iter().filter(is_bool).count();
        let ints = model.variables().len() - bools;
        Self { started: settings.started, ready: None, ints, bools, objective: None, bound: None }
    }

    /// The search begins.
    pub fn ready(&mut self) {
        self.ready = Some(self.started.elapsed());
    }

    /// The objective of the last answer and its bound, which is none where the search proves nothing.
    fn objective_lines(&self, proves: bool) -> Vec<(&'static str, String)> {
        let objective = self.objective.map(|v| ("objective", v.to_string()));
        let bound = self.bound.filter(|_| proves).map(|v| ("objectiveBound", v.to_string()));
        objective.into_iter().chain(bound).collect()
    }

    /// The statistics of one answer of an optimisation.
    fn of_answer(&self, proves: bool) -> String {
        statistics_text(&self.objective_lines(proves))
    }

    /// The statistics of the whole run.
    fn text(&self, of: &Statistics, proves: bool) -> String {
        let ready = self.ready.unwrap_or_else(|| self.started.elapsed());
        let seconds = |time: Duration| format!("{:.6}", time.as_secs_f64());
        let mut lines = vec![
            ("nodes", of.decisions.to_string()),
            ("failures", of.conflicts.to_string()),
            ("restarts", of.restarts.to_string()),
            ("variables", (self.ints + self.bools).to_string()),
            ("intVariables", self.ints.to_string()),
            ("boolVariables", self.bools.to_string()),
            ("propagators", of.propagators.to_string()),
            ("propagations", of.propagations.to_string()),
            ("peakDepth", of.depth.to_string()),
            ("nogoods", of.learnt.to_string()),
            // Every conflict ends in one.
            ("backjumps", of.backjumps.to_string()),
        ];
        lines.extend(self.objective_lines(proves));
        lines.push(("initTime", seconds(ready)));
        lines.push(("solveTime", seconds(self.started.elapsed().saturating_sub(ready))));
        statistics_text(&lines)
    }
}

fn statistics_text(lines: &[(&str, String)]) -> String {
    let lines: String = lines.iter().map(|(name, value)| format!("%%%mzn-stat: {name}={value}\n")).collect();
    format!("{lines}%%%mzn-stat-end\n")
}
