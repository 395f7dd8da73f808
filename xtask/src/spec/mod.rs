//! `cargo xtask spec DIR`: the specification models of MiniZinc with Entail as the solver.
//!
//! DIR is `tests/spec` of the public MiniZinc repository. Every test that asks for a solution is run; those of the
//! compiler alone and those with floats are left out, and the table says so.

mod header;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::{fs, thread};

use serde_json::Value as Json;

use header::{Case, Expected};

/// How a test ended.
enum Verdict {
    Passed,
    LeftOut(&'static str),
    Failed(String),
}

/// What to run.
pub struct Run {
    /// The folder with the models.
    pub folder: PathBuf,
    /// The solver, as MiniZinc knows it.
    pub solver: String,
    /// A solver that judges answers which are not among those that a test lists.
    pub judge: Option<String>,
    /// How long a test may take.
    pub seconds: u64,
}

/// Runs all tests and prints the table.
pub fn run(run: &Run) -> Result<(), String> {
    let mut models = Vec::new();
    find_models(&run.folder, &mut models).map_err(|error| format!("{}: {error}", run.folder.display()))?;
    models.sort();
    let next = Mutex::new(models.iter());
    let verdicts = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                while let Some(model) = { next.lock().expect("no panic").next() } {
                    let found = verdicts_of(run, model);
                    verdicts.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let mut verdicts = verdicts.into_inner().expect("no panic");
    verdicts.sort_by(|a, b| a.0.cmp(&b.0));
    print(&verdicts)
}

fn print(verdicts: &[(String, Verdict)]) -> Result<(), String> {
    let (mut passed, mut failed, mut left_out) = (0, 0, std::collections::BTreeMap::new());
    for (name, verdict) in verdicts {
        match verdict {
            Verdict::Passed => passed += 1,
            Verdict::LeftOut(why) => *left_out.entry(*why).or_insert(0) += 1,
            Verdict::Failed(why) => {
                failed += 1;
                println!("failed  {name}: {why}");
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    for (why, count) in left_out {
        println!("{count} left out: {why}");
    }
    if failed == 0 { Ok(()) } else { Err(format!("{failed} tests failed")) }
}

fn find_models(folder: &Path, models: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_models(&path, models)?;
        } else if path.extension().is_some_and(|extension| extension == "mzn") {
            models.push(path);
        }
    }
    Ok(())
}

fn verdicts_of(run: &Run, model: &Path) -> Vec<(String, Verdict)> {
    let name = model.strip_prefix(&run.folder).unwrap_or(model).display().to_string();
    let text = fs::read(model).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    match text.map_err(|error| error.to_string()).and_then(|text| header::cases(&text)) {
        Err(error) => vec![(name, Verdict::Failed(error))],
        Ok(cases) => {
            let named = |(number, case)| (format!("{name} #{}", number + 1), verdict(run, model, case));
            cases.iter().enumerate().map(named).collect()
        }
    }
}

fn verdict(run: &Run, model: &Path, case: &Case) -> Verdict {
    if case.kind != "solve" {
        return Verdict::LeftOut("looks at what the compiler writes, not at answers");
    }
    if case.extra_files.iter().any(|file| file.ends_with(".mpc") || file.ends_with(".mzc.mzn")) {
        return Verdict::LeftOut("is about parameter files or checkers of the driver");
    }
    let Some(options) = options(case) else { return Verdict::LeftOut("chooses the library of another solver") };
    let all = options.iter().any(|option| option == "-a");
    let folder = model.parent().expect("a file in a folder");
    let output = Command::new("minizinc")
        .args(["--solver", &run.solver, "--output-mode", "json", "--output-objective", "--output-output-item"])
        .args(["--time-limit", &(run.seconds * 1000).to_string()])
        .args(options)
        .arg(model)
        .args(case.extra_files.iter().map(|file| folder.join(file)))
        .output();
    let output = match output {
        Ok(output) => output,
        Err(error) => return Verdict::Failed(format!("minizinc: {error}")),
    };
    let found = Found::read(&output, all);
    if case.expected.iter().any(|expected| found.is(expected, all)) {
        return Verdict::Passed;
    }
    if run.judge.as_ref().is_some_and(|judge| found.is_accepted(judge, model, case)) {
        return Verdict::Passed;
    }
    let message = String::from_utf8_lossy(&output.stderr);
    if message.contains("float") {
        return Verdict::LeftOut("has floats");
    }
    if !case.solvers.is_empty() && !case.solvers.iter().any(|solver| solver == "gecode" || solver == "chuffed") {
        return Verdict::LeftOut("is for solvers of linear programs");
    }
    let message: Vec<&str> = message.lines().filter(|line| !line.trim().is_empty()).take(4).collect();
    Verdict::Failed(format!("{}, {} answers {}", found.status, found.answers.len(), message.join(" / ")))
}

/// The options of the command line, or nothing where they take our library away.
fn options(case: &Case) -> Option<Vec<String>> {
    let mut given = Vec::new();
    for (name, value) in &case.options {
        let value = match value {
            serde_norway::Value::Bool(false) => continue,
            serde_norway::Value::Bool(true) => None,
            serde_norway::Value::Number(number) => Some(number.to_string()),
            other => other.as_str().map(Into::into),
        };
        given.push(match name.as_str() {
            "-G" => return None,
            "timeout" => continue,
            "all_solutions" | "intermediate_solutions" => "-a".into(),
            "nr_solutions" => "-n".into(),
            "free_search" => "-f".into(),
            "random_seed" => "-r".into(),
            "processes" => "-p".into(),
            name if name.starts_with('-') => name.into(),
            name => format!("--{}", name.replace('_', "-")),
        });
        given.extend(value);
    }
    Some(given)
}

/// What MiniZinc printed.
struct Found {
    status: &'static str,
    answers: Vec<Json>,
}

impl Found {
    fn read(output: &Output, all: bool) -> Found {
        let text = String::from_utf8_lossy(&output.stdout);
        let mut answers = Vec::new();
        let mut current = String::new();
        for line in text.lines().filter(|line| !line.starts_with('%')) {
            if line == "----------" {
                answers.extend(serde_json::from_str::<Json>(&current));
                current.clear();
            } else {
                current.push_str(line);
                current.push('\n');
            }
        }
        let optimised = answers.iter().any(|answer| answer.get("_objective").is_some());
        let ends = |mark| text.lines().any(|line| line == mark);
        let status = if ends("=====UNSATISFIABLE=====") {
            "UNSATISFIABLE"
        } else if !output.status.success() || ends("=====ERROR=====") {
            "ERROR"
        } else if answers.is_empty() {
            "UNKNOWN"
        } else if ends("==========") && optimised {
            "OPTIMAL_SOLUTION"
        } else if ends("==========") && all {
            "ALL_SOLUTIONS"
        } else {
            "SATISFIED"
        };
        Found { status, answers }
    }

    /// Whether another solver accepts the last answer, and it is as good as one that the test lists.
    fn is_accepted(&self, judge: &str, model: &Path, case: &Case) -> bool {
        let Some(Json::Object(answer)) = self.answers.last() else { return false };
        if !case.expected.iter().any(|expected| header::is_as_good(expected, self.status, answer.get("_objective"))) {
            return false;
        }
        let values: serde_json::Map<String, Json> =
            answer.iter().filter(|(name, _)| !name.starts_with('_')).map(|(k, v)| (k.clone(), v.clone())).collect();
        let data = std::env::temp_dir().join(format!("entail-spec-{:?}.json", thread::current().id()));
        let folder = model.parent().expect("a file in a folder");
        let written = fs::write(&data, Json::Object(values).to_string());
        let output = written.and_then(|()| {
            let files = case.extra_files.iter().map(|file| folder.join(file));
            let fixed = ["--solver", judge, "--allow-multiple-assignments", "--time-limit", "60000"];
            Command::new("minizinc").args(fixed).arg(model).args(files).arg(&data).output()
        });
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("----------"))
    }

    fn is(&self, expected: &Expected, all: bool) -> bool {
        match expected {
            Expected::Error => self.status == "ERROR",
            Expected::Result { status, solution } => {
                self.status != "ERROR"
                    && status.as_ref().is_none_or(|status| status == self.status)
                    && solution.as_ref().is_none_or(|solution| header::are_expected(solution, &self.answers, all))
            }
        }
    }
}
