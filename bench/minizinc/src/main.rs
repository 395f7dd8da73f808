//! Entail and the solvers people use on the same MiniZinc instances, one process and one thread at a time. Markdown on
//! standard output, progress on standard error; a contradiction between solvers or a wrong answer ends it with status 1.

mod check;
mod flatten;
mod instances;
mod process;
mod protocol;
mod report;
mod solvers;
mod store;
mod strength;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, ValueEnum};

use check::Checked;
use flatten::{Flat, Flattener};
use instances::Instance;
use protocol::Found;
use report::{Racer, Row, Table};
use solvers::{Mode, Places, Print, Solver, Who};
use store::{Run, Store};

/// Entail and its peers on the same MiniZinc instances
#[derive(Parser)]
#[command(name = "cargo xtask bench minizinc", bin_name = "cargo xtask bench minizinc")]
struct Cli {
    /// A folder of models with their data, or a table with columns `model` and `data`; our own models unless given
    #[arg(long, value_name = "FOLDER|TSV")]
    instances: Option<PathBuf>,
    /// What the paths of the table are relative to: its own folder unless given
    #[arg(long, requires = "instances")]
    root: Option<PathBuf>,
    /// Processor time for one run
    #[arg(long, default_value = "20s", value_parser = seconds)]
    limit: f64,
    /// Processor time for the flattening of an instance
    #[arg(long, default_value = "120s", value_parser = seconds)]
    flatten_limit: f64,
    /// Only instances whose name contains one of these
    #[arg(long, num_args = 1.., value_name = "NAME")]
    only: Vec<String>,
    /// Whether the search annotation is to be followed
    #[arg(long, value_delimiter = ',', default_value = "fixed,free")]
    modes: Vec<Mode>,
    /// Who takes part: everyone who is found unless given
    #[arg(long, value_delimiter = ',')]
    solvers: Vec<Who>,
    /// The folder of the peers
    #[arg(long, value_name = "FOLDER")]
    peers: Option<PathBuf>,
    /// Bring Pumpkin, Huub and OR-Tools into the folder of the peers first
    #[arg(long)]
    install_peers: bool,
    /// Entail's solver, if it is not to be built first
    #[arg(long, value_name = "FILE")]
    entail: Option<PathBuf>,
    /// Chuffed's solver, in a folder `bin` beside the `share` with its library
    #[arg(long, value_name = "FILE")]
    chuffed: Option<PathBuf>,
    /// Take what an earlier race found where the solver, the FlatZinc and the limit are the same
    #[arg(long)]
    reuse: bool,
    /// Ask for every answer of models without objective, and compare how many there are
    #[arg(long)]
    all_answers: bool,
    /// No race: each native propagator against the standard decomposition in its place; `--only` names constraints
    #[arg(long, conflicts_with_all = ["instances", "solvers", "reuse"])]
    strength: bool,
}

/// `20s`, `500ms` or a number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => (number, 1e-3),
        (None, Some(number)) => (number, 1.0),
        (None, None) => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number * unit),
        _ => Err("a time such as 20s or 500ms".to_owned()),
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match if cli.strength { strength(&cli) } else { race(&cli) } {
        Ok(contradictions) if contradictions.is_empty() => ExitCode::SUCCESS,
        Ok(contradictions) => {
            eprintln!("\nWRONG: {} contradictions\n{}", contradictions.len(), contradictions.join("\n"));
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("it lies in bench/minizinc")
}

/// Native propagators against decompositions; what cannot be true is returned.
fn strength(cli: &Cli) -> Result<Vec<String>, String> {
    let kept = root().join("target/bench/minizinc");
    let places = Places { root: root(), peers: &kept, entail: cli.entail.as_deref(), chuffed: None };
    let entail = solvers::find(Who::Entail, &places)?;
    let flattener = Flattener::new(&kept.join("flat"), cli.flatten_limit)?;
    let course =
        strength::Course { root: root(), flattener, entail, libraries: kept.join("libraries"), limit: cli.limit };
    let asked_for = |name: &str| cli.only.is_empty() || cli.only.iter().any(|part| name.contains(part.as_str()));
    let (table, contradictions) = course.measure(&cli.modes, asked_for)?;
    print!("{table}");
    Ok(contradictions)
}

/// Runs everything and prints the report; what cannot be true is returned.
fn race(cli: &Cli) -> Result<Vec<String>, String> {
    let root = root();
    let kept = root.join("target/bench/minizinc");
    let peers = cli.peers.clone().unwrap_or(kept.join("peers"));
    if cli.install_peers {
        solvers::install(&peers)?;
    }
    let place = cli.instances.clone().unwrap_or(root.join("bench/models"));
    let below = cli.root.as_deref().or(place.parent()).unwrap_or(Path::new("."));
    let mut instances = instances::read(&place, below)?;
    let asked_for =
        |instance: &Instance| cli.only.is_empty() || cli.only.iter().any(|name| instance.name.contains(name));
    instances.retain(asked_for);
    if instances.is_empty() {
        return Err(format!("no instance is called {}", cli.only.join(" or ")));
    }

    let places = Places { root, peers: &peers, entail: cli.entail.as_deref(), chuffed: cli.chuffed.as_deref() };
    let who = if cli.solvers.is_empty() { Who::value_variants() } else { &cli.solvers };
    let (mut solvers, mut missing) = (Vec::new(), Vec::new());
    for &who in who {
        match solvers::find(who, &places) {
            Ok(solver) => solvers.push(solver),
            // A peer may be missing; that Entail does not build is an error.
            Err(why) if who == Who::Entail => return Err(format!("Entail: {why}")),
            Err(why) => missing.push(format!("{who:?} ({why})")),
        }
    }
    if solvers.is_empty() {
        return Err(format!("nobody can race: {}", missing.join(", ")));
    }
    let gecode = solvers::find(Who::Gecode, &places).ok();
    let flattener = Flattener::new(&kept.join("flat"), cli.flatten_limit)?;
    let mut course = Course {
        cli,
        flattener,
        store: Store::open(&kept.join("results"))?,
        gecode,
        scratch: kept.join(format!("check-{}.fzn", std::process::id())),
    };

    let mut racers = Vec::new();
    for solver in &solvers {
        let (who, name, start) = (solver.who, solver.name.clone(), course.start(solver)?);
        racers.push(Racer { who, name, flattening: 0.0, start });
    }
    println!("{}", course.preamble(&racers, &missing, instances.len()));
    let mut tables: Vec<Table> = cli.modes.iter().map(|&mode| Table { mode, rows: Vec::new() }).collect();
    let mut contradictions = Vec::new();
    for (number, instance) in instances.iter().enumerate() {
        eprintln!("[{}/{}] {}", number + 1, instances.len(), instance.name);
        contradictions.extend(course.instance(instance, &solvers, &mut racers, &mut tables)?);
    }
    for table in &tables {
        println!("{}", report::markdown(table, &racers, cli.limit));
    }
    let reused = tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.runs).filter(|run| run.reused).count();
    if reused > 0 {
        println!("{reused} of these runs are from an earlier race on this machine and were not made again.\n");
    }
    for contradiction in &contradictions {
        println!("**Wrong:** {contradiction}\n");
    }
    Ok(contradictions)
}

/// What every instance is run with.
struct Course<'a> {
    cli: &'a Cli,
    flattener: Flattener,
    store: Store,
    /// Who judges answers.
    gecode: Option<Solver>,
    scratch: PathBuf,
}

impl Course<'_> {
    /// What a solver that is a script needs before it begins.
    fn start(&self, solver: &Solver) -> Result<f64, String> {
        if solver.who != Who::Cpsat {
            return Ok(0.0);
        }
        std::fs::write(&self.scratch, "solve satisfy;\n").map_err(|e| format!("{}: {e}", self.scratch.display()))?;
        let ran = process::run(&mut solver.command(&self.scratch, Mode::Free, Print::First), self.cli.limit);
        std::fs::remove_file(&self.scratch).map_err(|e| format!("{}: {e}", self.scratch.display()))?;
        Ok(ran?.seconds)
    }

    fn preamble(&self, racers: &[Racer], missing: &[String], instances: usize) -> String {
        let names: Vec<&str> = racers.iter().map(|racer| racer.name.as_str()).collect();
        let set = match &self.cli.instances {
            None => "our own models, `bench/models`".to_owned(),
            Some(place) => format!("`{}`", place.file_name().unwrap_or(place.as_os_str()).display()),
        };
        let mut text = format!(
            "Processor: {}. {instances} instances of {set}: {}, each on FlatZinc that MiniZinc {}\n\
             made with the solver's own library (Gecode: the standard one). One thread, one process at a time; seconds of \
             processor time of\nthe whole process, reading included, flattening not, at most {} s.\n\n\
             Solved is an answer or the proof that there is none, and with an objective the proof of the best one. A value in \
             parentheses is an\nanswer without that proof. PAR2 is the mean time, twice the limit where not solved. A ratio above \
             1 is in Entail's favour: how many\ntimes as long the other took, geometric mean over the instances both solve, \
             nothing taken as shorter than 10 ms.\n{}",
            report::processor(),
            names.join(", "),
            self.flattener.version(),
            self.cli.limit,
            if self.cli.all_answers { "Models without objective were asked for every answer.\n" } else { "" },
        );
        for racer in racers.iter().filter(|racer| racer.start > 0.0) {
            text.push_str(&format!(
                "\n{:.2} s of each of {}'s times are the start of Python and its library; they are taken off in its ratio.\n",
                racer.start, racer.name
            ));
        }
        if !missing.is_empty() {
            text.push_str(&format!("\nMissing: {}.\n", missing.join(", ")));
        }
        text
    }

    /// Runs every solver in every mode on the instance.
    fn instance(
        &mut self,
        instance: &Instance,
        solvers: &[Solver],
        racers: &mut [Racer],
        tables: &mut [Table],
    ) -> Result<Vec<String>, String> {
        let mut flats = Vec::new();
        for (solver, racer) in solvers.iter().zip(racers) {
            let flat = self.flattener.flatten(instance, solver.library.as_deref())?;
            racer.flattening += flat.as_ref().map_or(0.0, |flat| flat.seconds);
            flats.push(flat);
        }
        let (mut wrong, mut said, mut minimize) = (Vec::new(), Vec::new(), true);
        for table in tables {
            let (mut runs, mut checked) = (Vec::new(), None);
            for (solver, flat) in solvers.iter().zip(&flats) {
                let run = match flat {
                    Ok(flat) => self.run(solver, flat, table.mode)?,
                    Err(why) => Run::failed(why.clone()),
                };
                let objective = flat.as_ref().ok().and_then(|flat| flat.objective.as_ref());
                minimize = objective.map_or(minimize, |objective| objective.minimize);
                eprintln!("    {:5} {:14} {:?} {:.2} s", table.mode.name(), solver.name, run.found, run.seconds);
                if solver.who == Who::Entail {
                    checked = self.judge(instance, &run)?;
                    if checked == Some(Checked::Wrong) {
                        wrong.push(format!(
                            "{}: Entail's answer in {} search does not hold",
                            instance.name,
                            table.mode.name()
                        ));
                    }
                }
                said.push((format!("{} ({})", solver.name, table.mode.name()), run.found.clone()));
                runs.push(run);
            }
            table.rows.push(Row { instance: instance.name.clone(), runs, checked });
        }
        let said: Vec<(String, &Found)> = said.iter().map(|(name, found)| (name.clone(), found)).collect();
        wrong.extend(
            check::contradictions(&said, minimize).into_iter().map(|clash| format!("{}: {clash}", instance.name)),
        );
        wrong.iter().for_each(|clash| eprintln!("WRONG: {clash}"));
        Ok(wrong)
    }

    fn run(&self, solver: &Solver, flat: &Flat, mode: Mode) -> Result<Run, String> {
        let limit = self.cli.limit;
        let all = self.cli.all_answers && flat.objective.is_none();
        let key = (solver.name.as_str(), solver.fingerprint, mode.name(), flat.fingerprint, limit.to_bits(), all);
        if let Some(run) = self.store.get(&key).filter(|_| self.cli.reuse) {
            return Ok(run);
        }
        let file = match flat.json() {
            _ if !solver.json() => flat.fzn.clone(),
            Ok(file) => file,
            Err(why) => return Ok(Run::failed(why)),
        };
        let print = match flat.objective {
            Some(_) => Print::Better,
            None if all => Print::All,
            None => Print::First,
        };
        let ran = process::run(&mut solver.command(&file, mode, print), limit)?;
        let (found, answer) = protocol::read(&ran, flat.objective.as_ref(), limit);
        let found = match found {
            Found::Satisfied if all => protocol::all(&ran).map_or(Found::Nothing, Found::All),
            found => found,
        };
        let run = Run { found, seconds: ran.seconds, answer, reused: false };
        self.store.put(&key, &run)?;
        Ok(run)
    }

    /// The check of an answer; `None` where there is none.
    fn judge(&self, instance: &Instance, run: &Run) -> Result<Option<Checked>, String> {
        let Some(answer) = &run.answer else { return Ok(None) };
        let Some(gecode) = &self.gecode else { return Ok(Some(Checked::Open("no fzn-gecode".to_owned()))) };
        Ok(Some(match self.flattener.flatten(instance, None)? {
            Ok(standard) => check::recheck(&standard, gecode, answer, run.found.value(), &self.scratch)?,
            Err(why) => Checked::Open(why),
        }))
    }
}
