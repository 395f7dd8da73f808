//! What each native propagator is worth: failures with it and with MiniZinc's standard decomposition in its place, all else the
//! same. The library without it is ours without the files of that constraint, so that MiniZinc falls back to its own.

use std::path::{Path, PathBuf};

use crate::check;
use crate::flatten::{Flat, Flattener};
use crate::instances::Instance;
use crate::process;
use crate::protocol::{self, Found};
use crate::report;
use crate::solvers::{Mode, Print, Solver};

/// A constraint and where it shows what it is worth.
struct Global {
    name: &'static str,
    /// How the names of its files begin.
    files: &'static str,
    /// Model and data, below `bench`.
    instances: [(&'static str, &'static str); 3],
}

const GLOBALS: [Global; 9] = [
    Global {
        name: "all_different",
        files: "fzn_all_different_int",
        instances: [
            ("models/quasigroup", "models/quasigroup-large"),
            ("models/all_interval", "models/all_interval-medium"),
            ("models/golomb", "models/golomb-medium"),
        ],
    },
    Global {
        name: "cumulative",
        files: "fzn_cumulative",
        instances: [
            ("models/rcpsp", "strength/rcpsp-20"),
            ("models/rcpsp", "strength/rcpsp-25"),
            ("models/multi_mode", "models/multi_mode-medium"),
        ],
    },
    Global {
        name: "disjunctive",
        files: "fzn_disjunctive",
        instances: [
            ("models/job_shop", "models/job_shop-medium"),
            ("models/job_shop", "strength/job_shop-10"),
            ("models/open_shop", "models/open_shop-medium"),
        ],
    },
    Global {
        name: "circuit",
        files: "fzn_circuit",
        instances: [
            ("models/tsp", "strength/tsp-12"),
            ("models/hamiltonian", "models/hamiltonian-medium"),
            ("models/knights_tour", "models/knights_tour-medium"),
        ],
    },
    Global {
        name: "diffn",
        files: "fzn_diffn",
        instances: [
            ("models/rectangle_packing", "models/rectangle_packing-medium"),
            ("strength/squares", "strength/squares-12"),
            ("strength/squares", "strength/squares-15"),
        ],
    },
    Global {
        name: "table",
        files: "fzn_table",
        instances: [
            ("strength/tables", "strength/tables-20"),
            ("strength/tables", "strength/tables-30"),
            ("strength/tables", "strength/tables-40"),
        ],
    },
    Global {
        name: "regular",
        files: "fzn_regular",
        instances: [
            ("models/nonogram", "models/nonogram-large"),
            ("models/nonogram", "strength/nonogram-30"),
            ("models/roster", "models/roster-medium"),
        ],
    },
    Global {
        name: "bin_packing",
        files: "fzn_bin_packing",
        instances: [
            ("models/bins", "models/bins-medium"),
            ("models/steel_mill", "models/steel_mill-medium"),
            ("strength/full_bins", "strength/full_bins-17"),
        ],
    },
    Global {
        name: "global_cardinality",
        files: "fzn_global_cardinality",
        instances: [
            ("models/car_sequencing", "strength/car_sequencing-22"),
            ("strength/week", "strength/week-18"),
            ("strength/duties", "strength/duties-16"),
        ],
    },
];

/// MiniZinc's pairs would be put together again when the model is compiled. A third operand that is always 0, which MiniZinc
/// does not see, keeps them apart.
const PAIRS: &str = "include \"entail_predicates.mzn\";
predicate fzn_all_different_int(array[int] of var int: x) =
  let { var 0..1: zero } in entail_table([zero], [0]) /\\
    forall(i, j in index_set(x) where i < j)(int_lin_ne([1, -1, 1], [x[i], x[j], zero], 0));
";

/// One run.
struct Outcome {
    found: Found,
    failures: Option<u64>,
    seconds: f64,
}

/// What every constraint is run with.
pub struct Course {
    pub root: &'static Path,
    pub flattener: Flattener,
    pub entail: Solver,
    /// A folder for the libraries that lack something.
    pub libraries: PathBuf,
    /// Seconds of processor time for one run.
    pub limit: f64,
}

impl Course {
    /// Runs every constraint on its instances; the table, and what the two ways say that cannot both be true.
    pub fn measure(&self, modes: &[Mode], asked_for: impl Fn(&str) -> bool) -> Result<(String, Vec<String>), String> {
        let mut text = self.preamble(modes);
        let mut contradictions = Vec::new();
        for global in GLOBALS.iter().filter(|global| asked_for(global.name)) {
            let native = self.entail.library.as_deref().ok_or("Entail has no library")?;
            let without = library_without(global, native, &self.libraries)?;
            for (model, data) in global.instances {
                let below = |path: &str, ending: &str| self.root.join(format!("bench/{path}.{ending}"));
                let instance = Instance::new(below(model, "mzn"), Some(below(data, "dzn")));
                let with = self.flattener.flatten(&instance, Some(native))??;
                let plain = self.flattener.flatten(&instance, Some(&without))??;
                let (mut cells, mut said) = (String::new(), Vec::new());
                for &mode in modes {
                    let (with, plain) = (self.run(&with, mode)?, self.run(&plain, mode)?);
                    let counts = format!(" {} | {} |", with.failures(), plain.failures());
                    cells.push_str(&format!("{counts} {} | {} |", with.time(), plain.time()));
                    said.push((format!("native, {}", mode.name()), with.found));
                    said.push((format!("decomposed, {}", mode.name()), plain.found));
                }
                let minimize = with.objective.as_ref().is_none_or(|objective| objective.minimize);
                let heard: Vec<(String, &Found)> = said.iter().map(|(who, found)| (who.clone(), found)).collect();
                let clashes = check::contradictions(&heard, minimize).into_iter();
                contradictions.extend(clashes.map(|clash| format!("{}, {}: {clash}", global.name, instance.name)));
                let outcome = report::outcome(said.iter().map(|(_, found)| found));
                let row = format!("| {} | {} | {outcome} |{cells}\n", global.name, instance.name);
                eprint!("{row}");
                text.push_str(&row);
            }
        }
        Ok((text, contradictions))
    }

    fn preamble(&self, modes: &[Mode]) -> String {
        let mut text = format!(
            "Processor: {}. Failures and seconds of processor time, at most {} s, of `fzn-entail` on FlatZinc of MiniZinc {}: \
             once\nwith our whole library (native), once without the files of that constraint, so that MiniZinc's own \
             decomposition is taken for it\nand for nothing else. > is where the limit came first. The pairs of \
             `all_different` are written so that compiling the model does\nnot put them together again, as it would.\n\n",
            report::processor(),
            self.limit,
            self.flattener.version(),
        );
        text.push_str("| constraint | instance | outcome |");
        for mode in modes {
            text.push_str(&format!(" {}: native | decomposed | native, s | decomposed, s |", mode.name()));
        }
        text.push_str(&format!("\n|---|---|---|{}\n", "--:|".repeat(4 * modes.len())));
        text
    }

    fn run(&self, flat: &Flat, mode: Mode) -> Result<Outcome, String> {
        let mut command =
            self.entail.command(&flat.fzn, mode, if flat.objective.is_some() { Print::Better } else { Print::First });
        let ran = process::run(command.arg("-s"), self.limit)?;
        let (found, _) = protocol::read(&ran, flat.objective.as_ref(), self.limit);
        if let Found::Failed(why) = found {
            return Err(format!("{}: {why}", flat.fzn.display()));
        }
        Ok(Outcome { found, failures: failures(&ran.stdout), seconds: ran.seconds })
    }
}

/// Our library as it would be without the constraint.
fn library_without(global: &Global, native: &Path, libraries: &Path) -> Result<PathBuf, String> {
    let folder = libraries.join(global.name);
    let fail = |e: std::io::Error| format!("{}: {e}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(fail)?;
    }
    std::fs::create_dir_all(&folder).map_err(fail)?;
    let mut left_out = 0;
    for entry in std::fs::read_dir(native).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        if entry.file_name().to_string_lossy().starts_with(global.files) {
            left_out += 1;
        } else {
            std::fs::copy(entry.path(), folder.join(entry.file_name())).map_err(fail)?;
        }
    }
    if left_out == 0 {
        return Err(format!("the library has no {}", global.files));
    }
    if global.name == "all_different" {
        std::fs::write(folder.join("fzn_all_different_int.mzn"), PAIRS).map_err(fail)?;
    }
    Ok(folder)
}

/// The last count of failures among the statistics.
fn failures(stdout: &str) -> Option<u64> {
    stdout.lines().rev().find_map(|line| line.strip_prefix("%%%mzn-stat: failures=")?.parse().ok())
}

impl Outcome {
    fn failures(&self) -> String {
        let open = if self.found.solved() { "" } else { "> " };
        self.failures.map_or("–".to_owned(), |failures| format!("{open}{}", failures))
    }

    fn time(&self) -> String {
        if self.found.solved() { format!("{:.2}", self.seconds) } else { "–".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_statistics_count() {
        let output =
            "%%%mzn-stat: failures=3\n%%%mzn-stat-end\n----------\n%%%mzn-stat: nodes=9\n%%%mzn-stat: failures=7\n";
        assert_eq!(failures(output), Some(7));
        assert_eq!(failures("----------\n"), None);
    }

    #[test]
    fn every_constraint_has_its_instances() {
        for (model, data) in GLOBALS.iter().flat_map(|global| global.instances) {
            assert!(crate::root().join(format!("bench/{model}.mzn")).is_file(), "{model}");
            assert!(crate::root().join(format!("bench/{data}.dzn")).is_file(), "{data}");
        }
    }
}
