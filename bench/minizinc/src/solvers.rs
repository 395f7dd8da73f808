//! The solvers of the race: where each is found, which MiniZinc library it wants, and how it is asked.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::ValueEnum;

use crate::store::fingerprint;

/// Who may take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Who {
    Entail,
    Gecode,
    Pumpkin,
    Huub,
    Cpsat,
    Chuffed,
}

/// Whether a solver must follow the model's search annotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    Fixed,
    Free,
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Mode::Fixed => "fixed",
            Mode::Free => "free",
        }
    }
}

/// Which answers are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    First,
    /// Of an optimisation, each that is better than the last.
    Better,
    All,
}

/// A solver that can be run.
pub struct Solver {
    pub who: Who,
    /// With its version.
    pub name: String,
    program: OsString,
    arguments: Vec<OsString>,
    environment: Option<(&'static str, PathBuf)>,
    /// Its MiniZinc library; `None` is the standard one.
    pub library: Option<PathBuf>,
    /// Of everything that makes it what it is.
    pub fingerprint: u64,
}

impl Solver {
    /// Reads FlatZinc as JSON.
    pub fn json(&self) -> bool {
        self.who == Who::Huub
    }

    /// The command that solves a file of FlatZinc on one thread.
    pub fn command(&self, flat: &Path, mode: Mode, print: Print) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).envs(self.environment.iter().map(|(name, value)| (name, value)));
        if mode == Mode::Free {
            command.arg("-f");
        }
        match print {
            Print::First => {}
            Print::Better if self.who == Who::Huub => drop(command.arg("-i")),
            Print::Better | Print::All => drop(command.arg("-a")),
        }
        command.arg(flat);
        command
    }
}

/// Where to look.
pub struct Places<'a> {
    pub root: &'a Path,
    /// Holds `bin`, `share` and `py`: see [`install`].
    pub peers: &'a Path,
    pub entail: Option<&'a Path>,
    pub chuffed: Option<&'a Path>,
}

const PUMPKIN: &str = "0.5.0";
const HUUB: &str = "100.1.0";
const ORTOOLS: &str = "9.15.*";
const HUUB_OLDER: &str = include_str!("../huub_older.mzn");

/// The solver, or why it cannot take part.
pub fn find(who: Who, places: &Places) -> Result<Solver, String> {
    let peers = places.peers;
    match who {
        Who::Entail => {
            let program = match places.entail {
                Some(program) => program.to_owned(),
                None => build(places.root)?,
            };
            native(who, "Entail".to_owned(), &program, Some(places.root.join("share/minizinc/entail")))
        }
        Who::Gecode => {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let program = std::env::split_paths(&path).map(|folder| folder.join("fzn-gecode")).find(|p| p.is_file());
            let program = program.ok_or("no fzn-gecode on the PATH")?;
            let version = said(Command::new(&program).arg("--help"), "Version:")?;
            native(who, format!("Gecode {version}"), &program, None)
        }
        Who::Pumpkin => {
            let program = peers.join("bin/pumpkin-solver");
            native(who, format!("Pumpkin {PUMPKIN}"), &program, Some(peers.join("share/pumpkin")))
        }
        Who::Huub => native(who, format!("Huub {HUUB}"), &peers.join("bin/huub"), Some(peers.join("share/huub"))),
        Who::Cpsat => {
            let folder = places.root.join("bench/cpsat");
            let python = peers.join("py");
            let code = "import ortools; print('version', ortools.__version__)";
            let version = said(Command::new("python3").args(["-c", code]).env("PYTHONPATH", &python), "version")?;
            Ok(Solver {
                who,
                name: format!("CP-SAT {version}"),
                program: "python3".into(),
                arguments: vec![folder.join("bridge.py").into()],
                environment: Some(("PYTHONPATH", python)),
                library: Some(folder.join("mznlib")),
                fingerprint: fingerprint(&[&folder])? ^ version.bytes().map(u64::from).sum::<u64>(),
            })
        }
        Who::Chuffed => {
            let program = places.chuffed.ok_or("no --chuffed PATH given")?;
            let prefix = program.parent().and_then(Path::parent).ok_or("it lies in no folder `bin`")?;
            native(who, "Chuffed".to_owned(), program, Some(prefix.join("share/minizinc/chuffed")))
        }
    }
}

fn native(who: Who, name: String, program: &Path, library: Option<PathBuf>) -> Result<Solver, String> {
    if let Some(missing) = [Some(program), library.as_deref()].into_iter().flatten().find(|path| !path.exists()) {
        let name = missing.file_name().unwrap_or_default();
        let folder = missing.parent().and_then(Path::file_name).unwrap_or_default();
        return Err(format!("no {}/{}", folder.display(), name.display()));
    }
    let fingerprint = fingerprint(&[program])?;
    Ok(Solver { who, name, program: program.into(), arguments: Vec::new(), environment: None, library, fingerprint })
}

/// The word after `label` in what a command prints.
fn said(command: &mut Command, label: &str) -> Result<String, String> {
    let program = command.get_program().to_owned();
    let output = command.output().map_err(|e| format!("{}: {e}", program.display()))?;
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let word = text.split_once(label).and_then(|(_, rest)| rest.split_whitespace().next());
    word.map(str::to_owned).ok_or(format!("{} does not say its version", program.display()))
}

/// Entail's own solver, built for speed.
fn build(root: &Path) -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--release", "--workspace", "--bin", "fzn-entail", "--target-dir"]).arg(&target);
    perform(command.current_dir(root))?;
    Ok(target.join("release/fzn-entail"))
}

/// Brings the peers that are packages of cargo and of Python into the folder, with the MiniZinc libraries that lie in the
/// repositories of the first two. Gecode comes with the system, Chuffed is only pointed at.
pub fn install(peers: &Path) -> Result<(), String> {
    for package in [format!("pumpkin-solver@{PUMPKIN}"), format!("huub-cli@{HUUB}")] {
        perform(Command::new("cargo").args(["install", "--locked", "--root"]).arg(peers).arg(package))?;
    }
    let ortools = format!("ortools=={ORTOOLS}");
    let pip = ["-m", "pip", "install", "--quiet", "--upgrade", "--target"];
    perform(Command::new("python3").args(pip).arg(peers.join("py")).arg(ortools))?;
    let libraries = [
        ("pumpkin", "ConSol-Lab/Pumpkin", format!("pumpkin-solver-v{PUMPKIN}"), "minizinc/lib"),
        ("huub", "huub-solver/huub", format!("huub-cli-v{HUUB}"), "share/minizinc/huub"),
    ];
    for (name, repository, tag, folder) in libraries {
        let (source, library) = (peers.join("src").join(name), peers.join("share").join(name));
        if !source.exists() {
            let address = format!("https://github.com/{repository}");
            perform(Command::new("git").args(["clone", "--depth", "1", "--branch", &tag, &address]).arg(&source))?;
        }
        std::fs::create_dir_all(peers.join("share")).map_err(|e| format!("{}: {e}", peers.display()))?;
        perform(Command::new("cp").args(["-r", "-T"]).args([&source.join(folder), &library]))?;
        if name == "huub" {
            let page = library.join("redefinitions.mzn");
            let text = std::fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
            std::fs::write(&page, text + HUUB_OLDER).map_err(|e| format!("{}: {e}", page.display()))?;
        }
    }
    Ok(())
}

fn perform(command: &mut Command) -> Result<(), String> {
    // Standard output belongs to the report.
    match command.stdout(std::io::stderr()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(e) => Err(format!("{command:?}: {e}")),
    }
}
