//! The page in a real browser: what that takes is put in place, then the scenarios run or the screenshots are taken.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::test::{Failure, cargo, must_succeed};

const FOLDER: &str = "crates/web/browser-tests";

/// A program that must be there, and the package of Debian that has it.
type Program = (&'static str, &'static str);

const DRIVEN: [Program; 3] = [("chromium", "chromium"), ("node", "nodejs"), ("npm", "npm")];

/// Tests the page's logic and runs every scenario; `cargo xtask browser PATTERN` runs those whose names match.
pub fn scenarios(root: &Path, pattern: Option<&str>) -> Result<(), Failure> {
    prepare(root, &DRIVEN)?;
    if pattern.is_none() {
        must_succeed(Command::new("node").args(["--test", "crates/web/page-tests/"]).current_dir(root))?;
    }
    must_succeed(node(root).arg("scenarios.js").args(pattern))
}

/// Takes the screenshots of the guide again: `cargo xtask screenshots`.
pub fn screenshots(root: &Path) -> Result<(), Failure> {
    prepare(root, &[&DRIVEN[..], &[("pngquant", "pngquant")]].concat())?;
    must_succeed(node(root).arg("screenshots.js"))
}

fn node(root: &Path) -> Command {
    let mut node = Command::new("node");
    node.current_dir(root.join(FOLDER));
    node
}

/// Installs what is missing; with everything there nothing is fetched.
fn prepare(root: &Path, programs: &[Program]) -> Result<(), Failure> {
    let missing: Vec<&str> =
        programs.iter().filter(|(program, _)| !is_there(program)).map(|(_, package)| *package).collect();
    if !missing.is_empty() {
        must_succeed(Command::new("apt-get").arg("update"))?;
        must_succeed(Command::new("apt-get").args(["install", "--yes", "--no-install-recommends"]).args(missing))?;
    }
    let folder = root.join(FOLDER);
    let changed = |file: &str| fs::metadata(folder.join(file)).and_then(|file| file.modified()).ok();
    if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
        let arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
        must_succeed(Command::new("npm").args(arguments).current_dir(&folder))?;
    }
    // The scenarios start the server themselves and must not wait for a compiler.
    must_succeed(&mut cargo(root, &["build", "--release", "--quiet", "-p", "entail-cli"]))
}

fn is_there(program: &str) -> bool {
    let probe = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    probe.is_ok_and(|status| status.success())
}
