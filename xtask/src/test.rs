//! `cargo xtask test`: every check in order; the first that fails ends the run and is named with its command.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::browser;
use crate::pictures;
use crate::quoted;

/// Why a step failed: the command, as somebody would type it, and what went wrong.
pub struct Failure {
    pub command: String,
    pub problem: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "command: {}\n    {}", self.command, self.problem)
    }
}

type Step = (&'static str, fn(&Path) -> Result<(), Failure>);

const STEPS: [Step; 10] = [
    ("what the run needs", install),
    ("format", format),
    ("clippy", clippy),
    ("tests and doctests", tests),
    ("conformance", conformance),
    ("examples", examples),
    ("quoted commands", quoted::run),
    ("pictures", pictures::compare),
    ("the page in a browser", |root| browser::scenarios(root, None)),
    ("whole data", whole_data),
];

/// Runs all steps.
pub fn run() -> ExitCode {
    let root = root();
    let started = Instant::now();
    for (name, step) in STEPS {
        println!("\n=== {name}");
        let begun = Instant::now();
        if let Err(failure) = step(&root) {
            println!("\n=== FAILED: {name}, after {}\n    {failure}", seconds(begun.elapsed()));
            return ExitCode::FAILURE;
        }
        println!("=== {name}: passed in {}", seconds(begun.elapsed()));
    }
    println!("\n=== everything passed in {}", seconds(started.elapsed()));
    if data().is_none() {
        println!("=== without the whole-data tests: ENTAIL_DATA is not set");
    }
    ExitCode::SUCCESS
}

/// Puts in place what is missing; with everything there nothing is fetched.
fn install(root: &Path) -> Result<(), Failure> {
    for (component, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let there = cargo(root, &[probe, "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if there.is_ok_and(|status| status.success()) {
            println!("{component} is there");
        } else {
            let mut rustup = Command::new("rustup");
            rustup.args(["component", "add", component]).current_dir(root);
            must_succeed(&mut rustup)?;
        }
    }
    Ok(())
}

fn format(root: &Path) -> Result<(), Failure> {
    must_succeed(&mut cargo(root, &["fmt", "--all", "--check"]))
}

fn clippy(root: &Path) -> Result<(), Failure> {
    must_succeed(&mut cargo(root, &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn tests(root: &Path) -> Result<(), Failure> {
    // The whole-data tests and the conformance table have their own steps.
    must_succeed(cargo(root, &["test", "--workspace", "--", "--skip", "conformance::"]).env_remove("ENTAIL_DATA"))
}

/// Every constraint in every form on every shape of domain, and random models; prints how many cases there were of each.
fn conformance(root: &Path) -> Result<(), Failure> {
    must_succeed(&mut cargo(root, &["test", "-p", "entail-engine", "--lib", "--", "conformance::", "--nocapture"]))
}

/// Runs every example of the library; what they print is compared by the library's own tests.
fn examples(root: &Path) -> Result<(), Failure> {
    let folder = root.join("crates/entail/examples");
    let mut names: Vec<String> = match fs::read_dir(&folder) {
        Ok(entries) => entries
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".rs").map(str::to_owned))
            .collect(),
        Err(_) => Vec::new(),
    };
    names.sort_unstable();
    for name in &names {
        let mut example = cargo(root, &["run", "--quiet", "--release", "-p", "entail", "--example", name]);
        must_succeed(example.stdout(Stdio::null()))?;
    }
    println!("{} examples", names.len());
    Ok(())
}

/// Runs the tests that read the folder ENTAIL_DATA; their files are called `…_data.rs`.
fn whole_data(root: &Path) -> Result<(), Failure> {
    match data() {
        Some(folder) => data_tables(root, &folder, None),
        None => {
            println!("skipped: ENTAIL_DATA is not set, so no whole-data test was run");
            Ok(())
        }
    }
}

/// Every instance of the folder through the command, as tables of right, wrong and not answered within the limit:
/// `cargo xtask data DIR`. With a limit of one's own it is a measurement and runs optimised.
pub fn data_tables(root: &Path, folder: &Path, limit: Option<&str>) -> Result<(), Failure> {
    let folder = canonical(folder)?;
    let mut arguments = vec!["test", "--workspace", "--test", "*_data"];
    arguments.extend(limit.map(|_| "--release"));
    arguments.extend(["--", "--nocapture", "--test-threads", "1"]);
    let mut command = cargo(root, &arguments);
    if let Some(limit) = limit {
        command.env("ENTAIL_DATA_LIMIT", limit);
    }
    must_succeed(command.env("ENTAIL_DATA", folder))
}

/// Kernel and engine on so many random boards of each kind, or of one, and on the puzzles of a folder: `cargo xtask agree`. The
/// test run does the same with fewer.
pub fn agreement(root: &Path, boards: u64, folder: Option<&Path>, kind: Option<&str>) -> Result<(), Failure> {
    let mut arguments = vec!["test", "-p", "entail-puzzles", "--test", "agreement", "--", "--nocapture"];
    arguments.extend(kind);
    let mut command = cargo(root, &arguments);
    command.env("ENTAIL_BOARDS", boards.to_string()).env_remove("ENTAIL_DATA");
    if let Some(folder) = folder {
        command.env("ENTAIL_DATA", canonical(folder)?);
    }
    must_succeed(&mut command)
}

/// The folder as ENTAIL_DATA names it, wherever the tests run.
fn canonical(folder: &Path) -> Result<PathBuf, Failure> {
    fs::canonicalize(folder).map_err(|error| Failure {
        command: format!("ENTAIL_DATA={} cargo xtask test", folder.display()),
        problem: format!("ENTAIL_DATA is no folder that can be read: {error}"),
    })
}

/// The load run of the server, optimised: `cargo xtask load`.
pub fn load(root: &Path) -> Result<(), Failure> {
    let arguments = ["test", "--release", "-p", "entail-cli", "--test", "load", "--", "--ignored", "--nocapture"];
    must_succeed(&mut cargo(root, &arguments))
}

/// The folder of the whole-data tests, if it is named.
fn data() -> Option<PathBuf> {
    env::var_os("ENTAIL_DATA").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}

/// The folder above this crate.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

pub fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root);
    command
}

/// Runs a command that must end with status 0.
pub fn must_succeed(command: &mut Command) -> Result<(), Failure> {
    let shown = shown(command);
    println!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure { command: shown, problem: format!("it ended with {status}") }),
        Err(error) => Err(Failure { command: shown, problem: format!("it did not start: {error}") }),
    }
}

/// The command as somebody would type it.
fn shown(command: &Command) -> String {
    let set = |(key, value): (&std::ffi::OsStr, Option<&std::ffi::OsStr>)| {
        value.map(|value| format!("{}={} ", key.to_string_lossy(), value.to_string_lossy()))
    };
    let quoted = |word: &std::ffi::OsStr| match word.to_string_lossy().into_owned() {
        word if word.contains(['*', ' ']) => format!("'{word}'"),
        word => word,
    };
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let words: Vec<String> = std::iter::once(program).chain(command.get_args().map(quoted)).collect();
    format!("{}{}", command.get_envs().filter_map(set).collect::<String>(), words.join(" "))
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
