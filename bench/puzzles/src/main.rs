//! Entail's command beside the book's algorithms and beside Sudoku solvers, on the same puzzles in one run: one process and one
//! thread at a time, in turns. Markdown on standard output; a wrong answer ends it with status 1.

mod covers;
mod inside;
mod instructions;
mod kakuro;
mod process;
mod queens;
mod race;
mod sudoku;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, ValueEnum};

use inside::Inside;

/// Entail's kernels, the algorithms of the book and other solvers on the same puzzles
#[derive(Parser)]
#[command(
    name = "cargo xtask bench puzzles",
    bin_name = "cargo xtask bench puzzles",
    args_conflicts_with_subcommands = true
)]
struct Cli {
    #[command(subcommand)]
    inside: Option<Inside>,
    /// The folder with the puzzles, laid out as the tests expect it
    #[arg(long, value_name = "FOLDER", required = true)]
    data: Option<PathBuf>,
    /// A checkout of tdoku, which is compiled there; without one it does not take part
    #[arg(long, value_name = "FOLDER")]
    tdoku: Option<PathBuf>,
    /// Entail's command, if it is not to be built first
    #[arg(long, value_name = "FILE")]
    entail: Option<PathBuf>,
    /// Only these parts
    #[arg(long, value_delimiter = ',')]
    only: Vec<Part>,
}

/// A part of the benchmark.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    Kakuro,
    Sudoku,
    Boardcover,
    Queens,
    Stream,
    Instructions,
}

/// Measures a part and prints its tables.
type Measure = fn(&Bench) -> Result<(), String>;

/// The programs, the puzzles, and a folder for what is made on the way.
pub struct Bench {
    entail: PathBuf,
    book: PathBuf,
    inside: PathBuf,
    tdoku: Option<PathBuf>,
    data: PathBuf,
    made: PathBuf,
}

impl Bench {
    /// A file of puzzles.
    fn file(&self, name: &str) -> String {
        self.data.join(name).display().to_string()
    }

    /// Puts a text into a file of its own.
    fn make(&self, name: &str, text: impl AsRef<[u8]>) -> Result<String, String> {
        let path = self.made.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(path.display().to_string())
    }

    /// `entail solve …` on one thread.
    fn solve(&self, args: &[&str]) -> Command {
        race::runner(&self.entail, &[&["solve"], args, &["--threads", "1"]].concat())
    }

    /// The slowest puzzle of a file, without reading and printing: seconds, and its number.
    fn slowest(&self, kind: &str, file: &str) -> Result<(f64, usize), String> {
        let ran = process::run(Command::new(&self.inside).args(["slowest", kind, file]))?;
        let text = ran.text("the slowest puzzle")?;
        let numbers: Option<Vec<f64>> = text.split_whitespace().map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some([ms, number]) => Ok((ms / 1e3, *number as usize)),
            _ => Err(format!("{text:?} is not a time and a number")),
        }
    }
}

/// A file as text.
fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.inside {
        Some(inside) => inside.run(),
        None => measure(&cli),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn measure(cli: &Cli) -> Result<(), String> {
    let inside = std::env::current_exe().map_err(|e| e.to_string())?;
    let beside = inside.parent().expect("a program lies in a folder");
    let made = beside.join("made");
    std::fs::create_dir_all(&made).map_err(|e| format!("{}: {e}", made.display()))?;
    let target = beside.parent().expect("of a profile");
    build(Path::new(env!("CARGO_MANIFEST_DIR")), target, &["--bin", "book"])?;
    let entail = match &cli.entail {
        Some(entail) => entail.clone(),
        None => {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            build(&root, &root.join("target"), &["-p", "entail-cli"])?;
            root.join("target/release/entail")
        }
    };
    let tdoku = cli.tdoku.as_deref().map(|checkout| compiled(checkout, &made)).transpose()?;
    let data = cli.data.clone().expect("it is required");
    let bench = Bench { entail, book: beside.join("book"), inside, tdoku, data, made };
    println!(
        "Processor time of whole processes, one thread, everything read and printed; the median of five runs in turns (51 under \
         20 ms, three over one second, one over five). Rates are measured inside a process, without reading and printing, through the same door \
         as the command, with the check of every answer."
    );
    let parts: [(Part, Measure); 6] = [
        (Part::Kakuro, kakuro::run),
        (Part::Sudoku, sudoku::run),
        (Part::Boardcover, covers::run),
        (Part::Queens, queens::run),
        (Part::Stream, sudoku::stream),
        (Part::Instructions, instructions::run),
    ];
    parts.iter().filter(|(part, _)| cli.only.is_empty() || cli.only.contains(part)).try_for_each(|(_, run)| run(&bench))
}

fn build(folder: &Path, target: &Path, what: &[&str]) -> Result<(), String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--release", "--target-dir"]).arg(target).args(what).current_dir(folder);
    // Standard output is the page.
    must_succeed(cargo.stdout(std::io::stderr()))
}

/// tdoku with our driver, by the C++ compiler of the machine and for this machine, as its own build does it.
fn compiled(checkout: &Path, made: &Path) -> Result<PathBuf, String> {
    let program = made.join("tdoku");
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tdoku.cc");
    let mut compiler = Command::new(std::env::var_os("CXX").unwrap_or_else(|| "c++".into()));
    compiler
        .args(["-std=c++14", "-O3", "-march=native", "-DNDEBUG", "-I"])
        .arg(checkout.join("include"))
        .arg("-o")
        .arg(&program);
    compiler.arg(driver).args(["solver_dpll_triad_simd.cc", "util.cc"].map(|source| checkout.join("src").join(source)));
    must_succeed(compiler.stdout(std::io::stderr()))?;
    Ok(program)
}

fn must_succeed(command: &mut Command) -> Result<(), String> {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(e) => Err(format!("{command:?}: {e}")),
    }
}
