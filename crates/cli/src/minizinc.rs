//! `entail minizinc --install`: makes Entail a solver of the MiniZinc that is installed.
//!
//! MiniZinc finds a solver by its description, a `.msc` file, in one of the folders that it looks into. The library
//! folder that goes with it is part of this binary and is written beside the description.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use clap::ArgMatches;
use serde_json::Value;
use thiserror::Error;

use crate::report;
use crate::status::Status;

/// The files of `share/minizinc/entail`: their names and what they hold.
const LIBRARY: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// The description of the solver as it is in the source tree; paths and version are those of the installed one.
const DESCRIPTION: &str = include_str!("../../../share/minizinc/solvers/entail.msc");

/// A file of every version of the library: a folder without it is not one of ours.
const LANDMARK: &str = "entail_predicates.mzn";

#[derive(Debug, Error)]
enum InstallError {
    #[error("{} is not there: MiniZinc needs fzn-entail beside entail; `cargo install` puts both in one folder", .0.display())]
    NoSolver(PathBuf),
    #[error("the folder of the user is not known ({0} is not set): say where with --dir")]
    NoHome(&'static str),
    #[error("{} holds files that are not Entail's: remove it, or choose another folder with --dir", .0.display())]
    NotOurs(PathBuf),
    #[error("the path {} is not UTF-8, which a description for MiniZinc must be", .0.display())]
    NotText(PathBuf),
    #[error("cannot write {}: {}", .0.display(), .1)]
    Write(PathBuf, io::Error),
    #[error("cannot tell where this command is: {0}")]
    Nowhere(io::Error),
}

/// Writes the description and the library folder, and says where.
pub fn run(matches: &ArgMatches) -> Status {
    let chosen = matches.get_one::<PathBuf>("dir");
    match install(chosen) {
        Ok(folder) => {
            let next = match chosen {
                Some(_) => format!("MZN_SOLVER_PATH={} minizinc", folder.display()),
                None => "minizinc".into(),
            };
            let description = folder.join("entail.msc");
            let library = folder.join("entail");
            let text = format!(
                "wrote {}\nwrote {} ({} files)\nnext: {next} --solver entail MODEL.mzn\n",
                description.display(),
                library.display(),
                LIBRARY.len()
            );
            crate::print(text.as_bytes())
        }
        Err(error) => report::usage(&error.to_string()),
    }
}

fn install(chosen: Option<&PathBuf>) -> Result<PathBuf, InstallError> {
    let solver = env::current_exe().map_err(InstallError::Nowhere)?;
    let solver = solver.with_file_name(format!("fzn-entail{}", env::consts::EXE_SUFFIX));
    if !solver.is_file() {
        return Err(InstallError::NoSolver(solver));
    }
    let folder = match chosen {
        Some(folder) => std::path::absolute(folder).map_err(|error| InstallError::Write(folder.clone(), error))?,
        None => user_folder()?,
    };
    let description = description(&solver)?;
    write_library(&folder.join("entail"))?;
    write(&folder.join("entail.msc"), &description)?;
    Ok(folder)
}

/// Where MiniZinc looks for solvers of this user.
fn user_folder() -> Result<PathBuf, InstallError> {
    let (variable, below) = if cfg!(windows) { ("APPDATA", "MiniZinc") } else { ("HOME", ".minizinc") };
    let home = env::var_os(variable).filter(|home| !home.is_empty()).ok_or(InstallError::NoHome(variable))?;
    Ok(Path::new(&home).join(below).join("solvers"))
}

fn description(solver: &Path) -> Result<String, InstallError> {
    let mut description: Value = serde_json::from_str(DESCRIPTION).expect("our own description is JSON");
    description["version"] = env!("CARGO_PKG_VERSION").into();
    description["mznlib"] = "./entail".into();
    description["executable"] = solver.to_str().ok_or_else(|| InstallError::NotText(solver.into()))?.into();
    Ok(format!("{description:#}\n"))
}

/// Writes the library; files of an earlier version that are gone would still be read, so these go first.
fn write_library(library: &Path) -> Result<(), InstallError> {
    let failed = |error| InstallError::Write(library.into(), error);
    if library.join(LANDMARK).is_file() {
        fs::remove_dir_all(library).map_err(failed)?;
    } else if library.read_dir().is_ok_and(|mut files| files.next().is_some()) {
        return Err(InstallError::NotOurs(library.into()));
    }
    fs::create_dir_all(library).map_err(failed)?;
    LIBRARY.iter().try_for_each(|(name, text)| write(&library.join(name), text))
}

fn write(path: &Path, text: &str) -> Result<(), InstallError> {
    fs::write(path, text).map_err(|error| InstallError::Write(path.into(), error))
}
