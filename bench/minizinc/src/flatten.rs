//! From a model to the FlatZinc that a solver reads, by MiniZinc with the solver's own library: once, and kept.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::process::Command;

use flatzinc_serde::FlatZinc;
use serde::{Deserialize, Serialize};

use crate::instances::Instance;
use crate::process;
use crate::protocol::{Objective, complaint};
use crate::store::{fingerprint, hash};

/// FlatZinc of an instance for one library.
pub struct Flat {
    /// The text.
    pub fzn: PathBuf,
    pub objective: Option<Objective>,
    /// Processor time of MiniZinc, when it was made.
    pub seconds: f64,
    pub fingerprint: u64,
}

impl Flat {
    /// The same as JSON.
    pub fn json(&self) -> Result<PathBuf, String> {
        let path = self.fzn.with_extension("fzn.json");
        if !path.exists() {
            let fail = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
            let text = without_values(&std::fs::read_to_string(&self.fzn).map_err(|e| fail(&e))?);
            let flat: FlatZinc = FlatZinc::from_fzn(text.as_bytes()).map_err(|e| fail(&e))?;
            let part = self.fzn.with_extension("part");
            let out = BufWriter::new(File::create(&part).map_err(|e| fail(&e))?);
            serde_json::to_writer(out, &flat).map_err(|e| fail(&e))?;
            std::fs::rename(&part, &path).map_err(|e| fail(&e))?;
        }
        Ok(path)
    }
}

/// How it went, beside the FlatZinc.
#[derive(Serialize, Deserialize)]
struct Record {
    seconds: f64,
    failure: Option<String>,
}

/// MiniZinc and the folder of what it made.
pub struct Flattener {
    folder: PathBuf,
    version: String,
    /// Seconds of processor time.
    limit: f64,
}

impl Flattener {
    pub fn new(folder: &Path, limit: f64) -> Result<Self, String> {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let output = Command::new("minizinc").arg("--version").output().map_err(|e| format!("minizinc: {e}"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let version = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let version = version.ok_or("minizinc does not say its version")?.trim_end_matches(',').to_owned();
        Ok(Self { folder: folder.to_owned(), version, limit })
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    /// FlatZinc of the instance for the library, `None` for the standard one; the outer error is ours, the inner MiniZinc's.
    pub fn flatten(&self, instance: &Instance, library: Option<&Path>) -> Result<Result<Flat, String>, String> {
        let beside = instance.model.parent().unwrap_or(Path::new("."));
        let models = std::fs::read_dir(beside).map_err(|e| format!("{}: {e}", beside.display()))?;
        let mut sources: Vec<PathBuf> = models.filter_map(|entry| Some(entry.ok()?.path())).collect();
        sources.retain(|path| path.extension().is_some_and(|e| e == "mzn") && path.is_file());
        sources.sort();
        sources.extend([Some(&instance.model), instance.data.as_ref()].into_iter().flatten().cloned());
        sources.extend(library.map(Path::to_owned));
        let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
        let key = hash(&(&self.version, fingerprint(&sources)?, self.limit.to_bits()));
        let fzn = self.folder.join(format!("{}-{key:016x}.fzn", instance.name.replace(' ', "_")));
        let note = fzn.with_extension("json");
        let known = std::fs::read_to_string(&note).ok().and_then(|text| serde_json::from_str::<Record>(&text).ok());
        let record = match known {
            Some(record) => record,
            None => self.compile(instance, library, &fzn, &note)?,
        };
        if let Some(failure) = record.failure {
            return Ok(Err(failure));
        }
        let text = std::fs::read_to_string(&fzn).map_err(|e| format!("{}: {e}", fzn.display()))?;
        let objective = objective(&text);
        Ok(Ok(Flat { fzn, objective, seconds: record.seconds, fingerprint: hash(&text) }))
    }

    fn compile(&self, instance: &Instance, library: Option<&Path>, fzn: &Path, note: &Path) -> Result<Record, String> {
        let place = library.map_or("-Gstd".to_owned(), |folder| folder.display().to_string());
        let solver = serde_json::json!({
            "id": "race", "name": "race", "version": "1", "executable": "true", "mznlib": place, "tags": ["int"],
        });
        let configuration = fzn.with_extension("msc");
        let write =
            |path: &Path, text: &str| std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
        write(&configuration, &solver.to_string())?;
        let mut command = Command::new("minizinc");
        command.args(["-c", "--solver"]).arg(&configuration).arg("--fzn").arg(fzn);
        command.arg("--ozn").arg(fzn.with_extension("ozn")).arg(&instance.model).args(&instance.data);
        let ran = process::run(&mut command, self.limit)?;
        let failure = match (ran.stopped, ran.success && fzn.exists()) {
            (true, _) => Some(format!("not flattened in {} s", self.limit)),
            (false, true) => None,
            (false, false) => Some(complaint(&ran)),
        };
        if failure.is_none() {
            let text = std::fs::read_to_string(fzn).map_err(|e| format!("{}: {e}", fzn.display()))?;
            write(fzn, &show_objective(&text))?;
        }
        let record = Record { seconds: ran.seconds, failure };
        write(note, &serde_json::to_string(&record).expect("plain data"))?;
        Ok(record)
    }
}

/// The variable of the solve item and its direction; `None` for a model that is only to be satisfied.
fn objective(fzn: &str) -> Option<Objective> {
    let solve = fzn.lines().rev().find(|line| line.starts_with("solve"))?.trim_end().trim_end_matches(';');
    let mut words = solve.split_whitespace().rev();
    let variable = words.next().filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))?;
    match words.next()? {
        "minimize" => Some(Objective { variable: variable.to_owned(), minimize: true }),
        "maximize" => Some(Objective { variable: variable.to_owned(), minimize: false }),
        _ => None,
    }
}

/// The same model with its objective among the variables that are printed: an answer then says its value.
fn show_objective(fzn: &str) -> String {
    let Some(Objective { variable, .. }) = objective(fzn) else { return fzn.to_owned() };
    let mut shown = String::with_capacity(fzn.len() + 20);
    for line in fzn.split_inclusive('\n') {
        let hidden = line.starts_with("var ") && !line.contains("output_var");
        if hidden && name_of(line) == Some(&variable) {
            shown.push_str(&line.replacen(&format!(": {variable}"), &format!(": {variable}:: output_var"), 1));
        } else {
            shown.push_str(line);
        }
    }
    shown
}

/// The same model with `var T: x = v` as a declaration and a constraint: FlatZinc as JSON has no values of variables.
fn without_values(fzn: &str) -> String {
    let (mut plain, mut constraints) = (String::with_capacity(fzn.len()), String::new());
    for line in fzn.split_inclusive('\n') {
        let value = line.trim_end().trim_end_matches(';').rsplit_once(" = ").filter(|_| line.starts_with("var "));
        match value.and_then(|(rest, value)| Some((rest, name_of(rest)?, value))) {
            Some((rest, name, value)) => {
                plain.push_str(&format!("{rest};\n"));
                let kind = if rest.starts_with("var bool") { "bool" } else { "int" };
                constraints.push_str(&format!("constraint {kind}_eq({name},{value});\n"));
            }
            None if line.starts_with("solve") => {
                plain.push_str(&constraints);
                plain.push_str(line);
            }
            None => plain.push_str(line),
        }
    }
    plain
}

/// The name that a line of FlatZinc declares.
pub fn name_of(line: &str) -> Option<&str> {
    line.split_once(": ")?.1.split([':', ' ', ';', '=']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_objective_is_the_last_word_of_the_solve_item() {
        let fzn = "var 1..3: x;\nsolve :: int_search([x],input_order,indomain_min,complete) maximize x;\n";
        assert_eq!(objective(fzn), Some(Objective { variable: "x".to_owned(), minimize: false }));
        assert_eq!(objective("solve  satisfy;\n"), None);
    }

    #[test]
    fn the_objective_is_printed_and_no_other_variable_is() {
        let fzn = "var 1..3: x;\nvar 0..9: xy:: is_defined_var;\nsolve minimize x;\n";
        let shown = "var 1..3: x:: output_var;\nvar 0..9: xy:: is_defined_var;\nsolve minimize x;\n";
        assert_eq!(show_objective(fzn), shown);
        assert_eq!(show_objective(shown), shown);
    }

    #[test]
    fn a_value_of_a_variable_becomes_a_constraint() {
        let fzn = "var bool: x ::var_is_introduced  = true;\nvar 1..2: y;\nsolve satisfy;\n";
        let plain = "var bool: x ::var_is_introduced ;\nvar 1..2: y;\nconstraint bool_eq(x,true);\nsolve satisfy;\n";
        assert_eq!(without_values(fzn), plain);
    }
}
