//! Benchmarks against peers: run, shown as they go, and written into `docs/benchmarks.md`.
//!
//! A benchmark is a package of its own under `bench/`, outside the workspace, that prints Markdown.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const PAGE: &str = "docs/benchmarks.md";

/// The engine against Pumpkin: `cargo xtask bench engine [-- ARGUMENTS]`. With arguments nothing is written, since they
/// may ask for a part of it.
pub fn engine(args: &[String]) -> Result<(), String> {
    let table = markdown("engine", args)?;
    if args.is_empty() {
        let memory = markdown("engine", &["--memory".to_owned()])?;
        let text = format!("{table}\nOne hard instance, to a limit of conflicts:\n\n{memory}");
        write_section("engine", "The engine: `cargo xtask bench engine`", &text)?;
    }
    Ok(())
}

/// The race on MiniZinc instances: `cargo xtask bench minizinc [ARGUMENTS]`. Our own models and every other set of instances
/// have a section each; a part of a race is shown and not written, nor is the help.
pub fn minizinc(args: &[String]) -> Result<(), String> {
    let given = |name: &str| args.iter().position(|arg| arg == name || arg.starts_with(&format!("{name}=")));
    let table = markdown("minizinc", args)?;
    if ["--only", "--solvers", "--modes", "--help", "-h"].iter().any(|part| given(part).is_some()) {
        return Ok(());
    }
    let set =
        given("--instances").map(|at| args[at].strip_prefix("--instances=").or(args.get(at + 1).map(String::as_str)));
    match set.flatten().and_then(|place| Path::new(place).file_stem()).map(|stem| stem.to_string_lossy()) {
        None => write_section("minizinc", "MiniZinc, our own models: `cargo xtask bench minizinc`", &table),
        Some(set) => {
            let heading = format!("MiniZinc, {set}: `cargo xtask bench minizinc --instances …`");
            write_section(&format!("minizinc {set}"), &heading, &table)
        }
    }
}

/// What native propagators are worth beside decompositions: `cargo xtask bench strength [ARGUMENTS]`, those of the race. A part
/// is shown and not written, nor is the help.
pub fn strength(args: &[String]) -> Result<(), String> {
    let table = markdown("minizinc", &[&["--strength".to_owned()], args].concat())?;
    if ["--only", "--modes", "--help", "-h"].iter().any(|part| args.iter().any(|arg| arg.starts_with(part))) {
        return Ok(());
    }
    write_section("strength", "Propagation strength: `cargo xtask bench strength`", &table)
}

/// The kernels beside the book's algorithms and Sudoku solvers: `cargo xtask bench puzzles --data DIR [ARGUMENTS]`. A part is shown
/// and not written, nor is the help.
pub fn puzzles(args: &[String]) -> Result<(), String> {
    let tables = markdown("puzzles", args)?;
    if ["--only", "--help", "-h"].iter().any(|part| args.iter().any(|arg| arg.starts_with(part))) {
        return Ok(());
    }
    write_section("puzzles", "Puzzles: `cargo xtask bench puzzles --data …`", &tables)
}

/// A program that reads its input and prints it, and nothing else.
const ECHO: &str = r#"
use std::io::Write;

fn main() {
    let file = std::env::args().nth(1).expect("a file");
    let text = std::fs::read(file).expect("it can be read");
    std::io::stdout().write_all(&text).expect("it can be printed");
}
"#;

/// From the start of the process to its end: instructions of `entail solve kakuro` on the sample, beside a program that only
/// reads and prints the same file. Needs valgrind.
pub fn start() -> Result<(), String> {
    let folder = root().join("target/bench");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let (source, echo) = (folder.join("echo.rs"), folder.join("echo"));
    std::fs::write(&source, ECHO).map_err(|e| format!("{}: {e}", source.display()))?;
    run(Command::new("rustc").args(["--edition", "2024", "-O", "-o"]).args([&echo, &source]))?;
    run(Command::new("cargo").args(["build", "--quiet", "--release", "-p", "entail-cli"]).current_dir(root()))?;
    let sample = root().join("examples/kakuro.txt");
    let reads = instructions(Command::new("valgrind").args(CALLGRIND).arg(&echo).arg(&sample))?;
    let entail = root().join("target/release/entail");
    let solves =
        instructions(Command::new("valgrind").args(CALLGRIND).arg(entail).args(["solve", "kakuro"]).arg(&sample))?;
    let ratio = solves as f64 / reads as f64;
    let table = format!(
        "Instructions of the whole process (callgrind), on the sample of the contest.\n\n\
         | program | instructions | ratio |\n|---|---|---|\n\
         | reads the file and prints it | {reads} | 1 |\n| `entail solve kakuro` | {solves} | {ratio:.2} |\n"
    );
    print!("{table}");
    write_section("start", "The start: `cargo xtask bench start`", &table)
}

const CALLGRIND: [&str; 2] = ["--tool=callgrind", "--callgrind-out-file=/dev/null"];

fn run(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(e) => Err(format!("{command:?}: {e}")),
    }
}

/// How many instructions valgrind says it saw.
fn instructions(command: &mut Command) -> Result<u64, String> {
    let output = command.output().map_err(|e| format!("valgrind: {e}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let count = text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    count.ok_or_else(|| format!("valgrind did not say how many instructions there were:\n{text}"))
}

/// What the benchmark prints; shown line by line too.
fn markdown(bench: &str, args: &[String]) -> Result<String, String> {
    let (manifest, target) = (root().join("bench").join(bench).join("Cargo.toml"), root().join("target/bench"));
    let manifest = manifest.display();
    let mut child = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "--release", "--target-dir"])
        .arg(target)
        .args(["--manifest-path", &manifest.to_string(), "--"])
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cargo: {e}"))?;
    let mut text = String::new();
    for line in BufReader::new(child.stdout.take().expect("piped")).lines() {
        let line = line.map_err(|e| format!("{manifest}: {e}"))?;
        println!("{line}");
        text.push_str(&line);
        text.push('\n');
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(text),
        Ok(status) => Err(format!("{manifest}: {status}")),
        Err(e) => Err(format!("{manifest}: {e}")),
    }
}

/// Puts the text between the page's markers of that section, which is added with its heading where there is none.
fn write_section(section: &str, heading: &str, text: &str) -> Result<(), String> {
    let path = root().join(PAGE);
    let (open, close) = (format!("<!-- {section} -->"), format!("<!-- /{section} -->"));
    let page = match std::fs::read_to_string(&path) {
        Ok(page) => page,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => "# Benchmarks\n".to_owned(),
        Err(e) => return Err(format!("{PAGE}: {e}")),
    };
    let (before, after) = match page.split_once(&open) {
        Some((before, rest)) => {
            let (_, after) = rest.split_once(&close).ok_or(format!("{PAGE}: {open} without {close}"))?;
            (before.to_owned(), after.to_owned())
        }
        None => (format!("{page}\n## {heading}\n\n"), "\n".to_owned()),
    };
    std::fs::create_dir_all(path.parent().expect("in docs")).map_err(|e| format!("docs: {e}"))?;
    std::fs::write(&path, format!("{before}{open}\n{text}{close}{after}")).map_err(|e| format!("{PAGE}: {e}"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the root")
}
