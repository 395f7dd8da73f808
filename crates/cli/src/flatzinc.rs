//! `fzn-entail FILE` and `entail solve model FILE`: a FlatZinc program answered by the MiniZinc protocol.
//!
//! Time limit and signals are obeyed at any moment: while the program is read and compiled the process ends at once, while
//! it searches the search is asked first. Everything printed until then stands, and the last line says what is known.

use std::fs::File;
use std::io::{self, Read, Stdout, Write};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use entail_flatzinc::protocol::{self, Failure, Settings, Shared};

use crate::report;
use crate::status::Status;

/// What the last lines of the output mean.
const PROTOCOL: &str = "\
An answer is followed by ----------, and all answers, or the best, by ==========. Without any the last line is
=====UNSATISFIABLE===== or =====UNKNOWN=====. Better and better answers of an optimisation are printed as they are found.";

/// The command `fzn-entail`.
pub fn command() -> Command {
    let examples = "\
Examples:
  fzn-entail examples/golomb.fzn
  fzn-entail -a -s examples/golomb.fzn
  fzn-entail -f -t 10000 - < examples/golomb.fzn
";
    flags(Command::new("fzn-entail"))
        .version(env!("CARGO_PKG_VERSION"))
        .about("Solves FlatZinc programs: the solver that MiniZinc calls")
        .after_help(format!("{examples}\n{PROTOCOL}"))
}

/// `entail solve model`.
pub fn verb(command: Command) -> Command {
    let examples = "Examples:\n  entail solve model examples/golomb.fzn\n";
    flags(command).after_help(format!("{examples}\n{PROTOCOL}"))
}

/// The flags of the protocol, under the names that MiniZinc knows.
fn flags(command: Command) -> Command {
    let switch = |name: &'static str, short: char, help: &'static str| {
        Arg::new(name).short(short).long(name).action(ArgAction::SetTrue).help(help)
    };
    let number = |name: &'static str, short: char, least: u64| {
        Arg::new(name).short(short).long(name).value_name("N").value_parser(value_parser!(u64).range(least..))
    };
    command
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("FlatZinc, FlatZinc JSON or a model of Entail as JSON; `-` or none is standard input"),
        )
        .arg(switch("all-solutions", 'a', "Every answer of a program that asks for any"))
        .arg(switch("intermediate", 'i', "Better and better answers of an optimisation; they are printed in any case"))
        .arg(
            number("num-solutions", 'n', 0)
                .default_value("1")
                .help("So many answers of a program that asks for any; 0 means all"),
        )
        .arg(switch("free-search", 'f', "Search as Entail sees fit, not as the program says"))
        .arg(switch("statistics", 's', "Print what the search did"))
        .arg(switch("verbose", 'v', "Say on standard error what is being done"))
        .arg(
            number("parallel", 'p', 1).default_value("1").help(
                "So many searches at the same time, every other one free; one only where more answers are asked for",
            ),
        )
        .arg(
            Arg::new("random-seed")
                .short('r')
                .long("random-seed")
                .value_name("N")
                .value_parser(value_parser!(i64))
                .allow_negative_numbers(true)
                .default_value("0")
                .help("Where random choices start"),
        )
        .arg(number("time-limit", 't', 0).value_name("MS").help("Stop after so many milliseconds; 0 means never"))
}

/// Runs with these flags.
pub fn run(matches: &ArgMatches, started: Instant) -> Status {
    let number = |name| matches.get_one::<u64>(name).copied().unwrap_or(0);
    let answers = number("num-solutions");
    let settings = Settings {
        all: matches.get_flag("all-solutions") || answers == 0,
        answers,
        free: matches.get_flag("free-search"),
        statistics: matches.get_flag("statistics"),
        verbose: matches.get_flag("verbose"),
        threads: usize::try_from(number("parallel")).unwrap_or(usize::MAX).min(256),
        seed: matches.get_one::<i64>("random-seed").map_or(0, |seed| seed.cast_unsigned()),
        started,
        time: Some(number("time-limit")).filter(|ms| *ms > 0).map(Duration::from_millis),
    };
    let shared = Arc::new(Shared::new(io::stdout()));
    obey_signals(&shared);
    if let Some(time) = settings.time {
        obey_time(&shared, started, time);
    }
    let file = matches.get_one::<PathBuf>("file").map(PathBuf::as_path).filter(|path| *path != Path::new("-"));
    let name = file.map_or_else(|| "<stdin>".to_owned(), |path| path.display().to_string());
    if settings.verbose {
        report::message(&format!("reading {name}"));
    }
    let source = match source(file) {
        Ok(source) => source,
        Err(error) => return report::usage(&format!("{name}: {error}")),
    };
    match protocol::run(&source, &settings, &shared, &|line| report::message(line)) {
        Ok(()) => Status::Answered,
        Err(Failure::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Status::Answered,
        Err(Failure::Malformed(malformed)) => {
            report::raw(&report::malformed(&name, &malformed));
            Status::Malformed
        }
        Err(failure @ (Failure::Model(_) | Failure::Engine(_))) => report::usage(&format!("{name}: {failure}")),
        Err(failure @ Failure::Write(_)) => report::usage(&failure.to_string()),
    }
}

fn source(file: Option<&Path>) -> io::Result<Vec<u8>> {
    let mut source = Vec::new();
    match file {
        Some(path) => File::open(path)?.read_to_end(&mut source)?,
        None => io::stdin().read_to_end(&mut source)?,
    };
    Ok(source)
}

/// Ctrl-C or a request to terminate stops the search; a second one, or one before the search, ends the process.
fn obey_signals(shared: &Arc<Shared<Stdout>>) {
    let shared = shared.clone();
    let installed = ctrlc::set_handler(move || {
        let again = shared.stop.swap(true, Ordering::SeqCst);
        if again || !shared.searching.load(Ordering::SeqCst) {
            end(&shared);
        }
    });
    if let Err(error) = installed {
        report::message(&format!("signals will not stop in good order: {error}"));
    }
}

/// The search watches the time itself; what comes before it does not, and a long step of it may be late.
fn obey_time(shared: &Arc<Shared<Stdout>>, started: Instant, time: Duration) {
    let shared = shared.clone();
    std::thread::spawn(move || {
        std::thread::sleep(time.saturating_sub(started.elapsed()));
        if shared.searching.load(Ordering::SeqCst) {
            std::thread::sleep((time / 50).clamp(Duration::from_millis(10), Duration::from_secs(2)));
        }
        end(&shared);
    });
}

/// Ends the output and the process.
fn end(shared: &Shared<impl Write>) -> ! {
    // The lock is kept, so that nobody prints behind the last line.
    let mut printer = shared.printer();
    printer.stop();
    exit(i32::from(Status::Answered.code()))
}
