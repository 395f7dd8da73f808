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
use entail_model::{Answer, Model, ModelError};
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
    let Translated { mut model, output, projection, unsatisfiable, cut } = problem(source)?;
    for cut in &cut {
        log(&format!("the values of {cut}: beyond that nothing is searched, and nothing is proved"));
    }
    let known = |complete: bool| if complete && cut.is_empty() { Known::Everything } else { Known::Nothing };
    let mut report = Report::new(&model, settings);
    if unsatisfiable {
        return Ok(shared.printer().end(known(true), &report.text(&Statistics::default()))?);
    }
    if settings.free {
        model.hints.phases.clear();
    }
    let optimising = model.objective().is_some();
    let one = !settings.all && settings.answers == 1;
    if settings.verbose {
        let (variables, constraints) = (model.variables().len(), model.constraints().len());
        log(&format!("{variables} variables, {constraints} constraints after {:?}", settings.started.elapsed()));
    }
    if settings.threads > 1 && (optimising || one) {
        return portfolio::run(&model, settings, shared, &output, known, report, log);
    }
    let mut solver = solver(&model, settings, settings.seed, shared)?;
    report.ready();
    shared.searching.store(true, Ordering::SeqCst);
    let complete = if optimising {
        let mut written = Ok(());
        let outcome = solver.optimize(|progress| {
            report.news(&progress);
            match progress {
                Progress::Better { answer, objective: value } => {
                    if settings.verbose {
                        log(&format!("objective {value} after {:?}", settings.started.elapsed()));
                    }
                    let extra = report.objective_lines();
                    written = shared.printer().answer(&output, answer, &extra);
                    if written.is_err() {
                        shared.stop.store(true, Ordering::SeqCst);
                    }
                }
                Progress::Bound(bound) if settings.verbose => {
                    log(&format!("bound {bound} after {:?}", settings.started.elapsed()));
                }
                Progress::Bound(_) => {}
            }
        })?;
        written?;
        !matches!(outcome, Outcome::Unknown { .. })
    } else if one {
        match solver.solve()? {
            Outcome::Satisfied(answer) | Outcome::Optimal(answer) => {
                shared.printer().answer(&output, &answer, "")?;
                false
            }
            Outcome::Unsatisfiable { .. } => true,
            Outcome::Unknown { .. } => false,
        }
    } else {
        let mut answers = solver.answers_of(&projection);
        let wanted = if settings.all { u64::MAX } else { settings.answers };
        let mut found = 0;
        let mut complete = true;
        while let Some(answer) = answers.next() {
            match answer {
                Err(Error::OutOfMemory) => {
                    log(&Error::OutOfMemory.to_string());
                    complete = false;
                    break;
                }
                answer => shared.printer().answer(&output, &answer?, "")?,
            }
            found += 1;
            if found == wanted {
                complete = false;
                break;
            }
        }
        complete && answers.stop().is_none()
    };
    Ok(shared.printer().end(known(complete), &report.text(&solver.statistics()))?)
}

/// A solver with the limits of the run.
pub(crate) fn solver<W>(model: &Model, settings: &Settings, seed: u64, shared: &Shared<W>) -> Result<Solver, Failure> {
    let mut solver = Solver::with_options(model, Options { seed, ..Options::default() })?;
    solver.limits().time = settings.time.map(|time| time.saturating_sub(settings.started.elapsed()));
    solver.limits().stop = Some(shared.stop.clone());
    Ok(solver)
}

/// A FlatZinc program, or a model of ours as JSON: there `variables` is a list, and not an object.
fn problem(source: &[u8]) -> Result<Translated, Failure> {
    if let Some(text) = model_json(source) {
        let model = Model::from_json(text)?;
        let (output, projection) = (Output::of_model(&model), model.vars().collect());
        return Ok(Translated { model, output, projection, unsatisfiable: false, cut: Vec::new() });
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
    statistics: bool,
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
        Self {
            statistics: settings.statistics,
            started: settings.started,
            ready: None,
            ints: model.variables().len() - bools,
            bools,
            objective: None,
            bound: None,
        }
    }

    /// The search begins.
    pub fn ready(&mut self) {
        self.ready = Some(self.started.elapsed());
    }

    /// Notes what became known.
    pub fn news(&mut self, progress: &Progress<'_>) {
        match progress {
            Progress::Better { objective, .. } => self.objective = Some(*objective),
            Progress::Bound(bound) => self.bound = Some(*bound),
        }
    }

    /// The statistics of one answer of an optimisation.
    pub fn objective_lines(&self) -> String {
        let stat =
            |name: &str, value: Option<i64>| value.map(|v| format!("%%%mzn-stat: {name}={v}\n")).unwrap_or_default();
        if !self.statistics {
            return String::new();
        }
        let objective = stat("objective", self.objective);
        format!("{objective}{}%%%mzn-stat-end\n", stat("objectiveBound", self.bound))
    }

    /// The statistics of the whole run.
    pub fn text(&self, of: &Statistics) -> String {
        if !self.statistics {
            return String::new();
        }
        let ready = self.ready.unwrap_or_else(|| self.started.elapsed());
        let seconds = |time: Duration| format!("{:.6}", time.as_secs_f64());
        let mut lines: Vec<(&str, String)> = vec![
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
            ("backjumps", of.conflicts.to_string()),
        ];
        lines.extend(self.objective.map(|v| ("objective", v.to_string())));
        lines.extend(self.bound.map(|v| ("objectiveBound", v.to_string())));
        lines.push(("initTime", seconds(ready)));
        lines.push(("solveTime", seconds(self.started.elapsed().saturating_sub(ready))));
        let lines: String = lines.iter().map(|(name, value)| format!("%%%mzn-stat: {name}={value}\n")).collect();
        format!("{lines}%%%mzn-stat-end\n")
    }
}
