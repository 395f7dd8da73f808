//! The arguments of the command, made from what each kind says of itself. Only what works is here.
//!
//! The arguments of a kind are built when they are asked for ([`Command::defer`]), so that a short run stays short.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use entail_puzzles::search::Choice;
use entail_puzzles::{Given, KINDS, Kind, Settings, Source, Takes, Verb, WordList};

use crate::flatzinc;

/// The whole command.
pub fn command() -> Command {
    let verbs = VERBS.iter().map(|(verb, name, about)| {
        let kinds = KINDS.iter().filter(|kind| has(kind, *verb)).map(|kind| {
            let fill = match verb {
                Verb::Solve => |command| solve(command),
                Verb::Pose => |command| pose(command),
                Verb::Check => |command| check(command),
                Verb::Generate => |command| generate(command),
                Verb::Convert => |command| convert(command),
                Verb::Draw => |command| draw(command),
            };
            Command::new(kind.name).about(kind.about).defer(fill)
        });
        let model = (*verb == Verb::Solve).then(|| Command::new(MODEL).about(ABOUT_MODEL).defer(flatzinc::verb));
        Command::new(*name)
            .about(*about)
            .subcommand_value_name("KIND")
            .subcommand_help_heading("Kinds")
            .subcommand_required(true)
            .disable_help_subcommand(true)
            .subcommands(kinds.chain(model))
            .defer(|command| {
                let verb = VERBS.iter().find(|(_, name, _)| *name == command.get_name()).expect("a verb of ours").0;
                command.after_help(examples(KINDS, verb))
            })
    });
    Command::new("entail")
        .version(env!("CARGO_PKG_VERSION"))
        .about("States what must hold, finds what follows: puzzles solved, made, checked and drawn")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("VERB")
        .subcommand_help_heading("Verbs")
        .subcommands(verbs)
        .subcommand(
            Command::new("serve").about("Play, solve, generate and watch puzzles in the browser").defer(serve),
        )
        .subcommand(Command::new("kinds").about("List the kinds of puzzles and what can be done with each"))
        .subcommand(
            Command::new("minizinc")
                .about("Make Entail a solver of MiniZinc")
                .arg(
                    Arg::new("install")
                        .long("install")
                        .help("Write the solver's description and its library folder")
                        .required(true)
                        .action(ArgAction::SetTrue),
                )
                .arg(
                    Arg::new("dir")
                        .long("dir")
                        .value_name("DIR")
                        .value_parser(value_parser!(PathBuf))
                        .help("The folder to write into [default: where MiniZinc looks for the solvers of this user]"),
                )
                .after_help("Example: entail minizinc --install"),
        )
        .subcommand(Command::new("completion").about("Print the completion script of a shell").defer(|command| {
            command
                .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(clap_complete::Shell)))
                .after_help("Example: entail completion bash > ~/.local/share/bash-completion/completions/entail")
        }))
        .after_help(
            "Examples:\n  entail solve kakuro examples/kakuro.txt\n  entail solve cryptarithm \"SEND + MORE = MONEY\"\n  \
             entail generate sudoku --difficulty hard --seed 7\n\n\
             `entail VERB KIND --help` says more.\n\n\
             Exit status: 0 answered, 1 no answer (check: wrong), 2 malformed input or wrong usage,\n\
             3 not unique (with --unique), 4 stopped by a limit or Ctrl-C.",
        )
}

/// What is no puzzle but a program of MiniZinc; only `solve` takes it, with flags of its own.
pub const MODEL: &str = "model";
/// What it is.
pub const ABOUT_MODEL: &str = "Programs in FlatZinc, as MiniZinc writes them";

/// The verbs that take a kind, as they are typed.
const VERBS: [(Verb, &str, &str); 6] = [
    (Verb::Solve, "solve", "Find the answers of puzzles"),
    (Verb::Pose, "pose", "Make the puzzle that an answer answers"),
    (Verb::Check, "check", "Check answers"),
    (Verb::Generate, "generate", "Make new puzzles that have exactly one answer"),
    (Verb::Convert, "convert", "Write puzzles in another format"),
    (Verb::Draw, "draw", "Draw puzzles as SVG, PNG or PDF"),
];

/// The verb of that name.
pub fn verb(name: &str) -> Option<Verb> {
    VERBS.iter().find(|(_, verb, _)| *verb == name).map(|(verb, ..)| *verb)
}

/// What to say of a kind that does not have the verb, both as they were typed.
pub fn missing(verb_name: &str, kind_name: &str) -> Option<String> {
    let verb = verb(verb_name)?;
    let kind = KINDS.iter().find(|kind| kind.name == kind_name)?;
    let those: Vec<&str> = KINDS.iter().filter(|kind| has(kind, verb)).map(|kind| kind.name).collect();
    (!has(kind, verb)).then(|| format!("there is no `{verb_name}` for {kind_name}, only for {}", those.join(", ")))
}

/// The verbs that a kind has, as they are typed.
pub fn verbs_of(kind: &Kind) -> impl Iterator<Item = &'static str> {
    VERBS.iter().filter(|(verb, ..)| has(kind, *verb)).map(|(_, name, _)| *name)
}

fn has(kind: &Kind, verb: Verb) -> bool {
    match verb {
        Verb::Solve | Verb::Check | Verb::Draw => true,
        Verb::Pose => kind.pose.is_some(),
        Verb::Generate => kind.generate.is_some(),
        Verb::Convert => !kind.formats.is_empty(),
    }
}

/// The kind of that name.
pub fn kind(name: &str) -> &'static Kind {
    KINDS.iter().find(|kind| kind.name == name).expect("clap lets only our kinds pass")
}

fn kind_of(command: &Command) -> &'static Kind {
    kind(command.get_name())
}

/// The examples that kinds give for a verb. A kind without one has that of `solve`, changed to the verb.
fn examples(kinds: &[&Kind], verb: Verb) -> String {
    let name = VERBS.iter().find(|(of, ..)| *of == verb).expect("all are listed").1;
    let of_kind = |kind: &&Kind| {
        let given: Vec<String> = kind
            .examples
            .iter()
            .filter(|line| line.split(' ').next() == Some(name))
            .map(|line| (*line).into())
            .collect();
        match kind.examples.iter().find_map(|line| line.strip_prefix("solve ")) {
            Some(problem) if given.is_empty() => match verb {
                Verb::Check => vec![format!("check {problem} answer.txt")],
                Verb::Convert => vec![format!("convert {problem} --to {}", kind.formats[0].name)],
                Verb::Draw => vec![format!("draw {problem} --answer -o {}.svg", kind.name)],
                Verb::Solve | Verb::Pose | Verb::Generate => Vec::new(),
            },
            _ => given,
        }
    };
    let lines: String = kinds
        .iter()
        .filter(|kind| has(kind, verb))
        .flat_map(of_kind)
        .map(|line| format!("\n  entail {line}"))
        .collect();
    if lines.is_empty() { lines } else { format!("Examples:{lines}") }
}

/// The flags of the kind for a verb, its examples and what its text looks like.
fn with_kind(mut command: Command, verb: Verb) -> Command {
    let kind = kind_of(&command);
    for flag in kind.flags.iter().filter(|flag| flag.verbs.contains(&verb)) {
        let arg = Arg::new(flag.name).long(flag.name).help(flag.help);
        let takes = flag.takes.clone();
        let value_name = match &takes {
            Takes::Nothing => "",
            Takes::Number(_) => "N",
            Takes::Size { .. } => "HxW",
            Takes::OneOf(_) => "WHICH",
            Takes::Text(name) => name,
        };
        command = command.arg(match takes {
            Takes::Nothing => arg.action(ArgAction::SetTrue),
            Takes::OneOf(words) => arg.value_name(value_name).value_parser(PossibleValuesParser::new(words)),
            _ => arg.value_name(value_name).value_parser(move |text: &str| takes.parse(text)),
        });
    }
    let examples = examples(&[kind], verb);
    let help =
        [examples.as_str(), kind.text].iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("\n\n");
    command.after_help(help)
}

/// The problem: a file, or words and `--file`.
fn problem(command: Command) -> Command {
    match kind_of(&command).source {
        Source::File => command.arg(path("file").value_name("FILE").help("The puzzles; `-` or none is standard input")),
        Source::Arguments(name) => words(command, name, "The problem; without it, one on each line of standard input"),
    }
}

fn words(command: Command, name: &'static str, help: &'static str) -> Command {
    command
        .arg(Arg::new("words").value_name(name).num_args(0..).help(help))
        .arg(path("from").long("file").value_name("FILE").conflicts_with("words").help("Read that from a file"))
}

fn solve(command: Command) -> Command {
    let enumerable = kind_of(&command).enumerable;
    let mut command = problem(with_kind(command, Verb::Solve));
    if enumerable {
        command = command
            .arg(switch("all", "Print every answer, a blank line between"))
            .arg(switch("count", "Print only how many answers each case has"))
            .arg(switch("unique", "Ask whether the answer is the only one (status 3 if not)"));
    }
    command
        .arg(number("limit", 1).help("Print or count at most N answers of a case"))
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(["text", "json", "svg"])
                .default_value("text")
                .help("How answers are printed; json is one object per case on one line"),
        )
        .arg(time_limit())
        .arg(threads())
        .arg(seed())
        .arg(engine())
        .arg(switch("stats", "Print what the search did to standard error"))
}

fn pose(command: Command) -> Command {
    with_kind(command, Verb::Pose)
        .arg(path("file").value_name("FILE").help("The answers; `-` or none is standard input"))
        .arg(seed())
}

fn check(command: Command) -> Command {
    let source = kind_of(&command).source;
    let command = with_kind(command, Verb::Check).arg(time_limit()).arg(seed());
    match source {
        Source::File => command
            .arg(path("puzzle").value_name("PUZZLE").required(true).help("The puzzles; `-` is standard input"))
            .arg(path("answer").value_name("ANSWER").required(true).help("An answer for each, as `solve` prints it")),
        Source::Arguments(_) => command.arg(
            Arg::new("words")
                .value_name("PUZZLE ANSWER")
                // Flags may stand between the problem and the answer.
                .num_args(1..)
                .action(ArgAction::Append)
                .required(true)
                .help("A file with the problems, or a problem itself; then a file with an answer for each"),
        ),
    }
}

fn generate(command: Command) -> Command {
    let list = kind_of(&command).generate.as_ref().map_or(WordList::None, |generate| generate.words);
    let command = with_kind(command, Verb::Generate);
    let command = match list {
        WordList::None => command,
        WordList::Needed(name) => {
            words(command, name, "The words to choose from; without any, those on standard input")
        }
        WordList::Optional(name) => {
            words(command, name, "The words to choose from; without any, those on standard input, or words of its own")
        }
    };
    command
        .arg(number("count", 1).default_value("1").help("How many puzzles"))
        .arg(
            number("seed", 0).help(
                "Where random choices start; the same seed gives the same puzzles [default: a new one each time]",
            ),
        )
        .arg(time_limit())
        .arg(threads())
        .arg(switch("stats", "Print the seed and how hard each puzzle is to standard error"))
}

fn convert(command: Command) -> Command {
    let kind = kind_of(&command);
    let formats = kind.formats.iter().map(|format| clap::builder::PossibleValue::new(format.name).help(format.about));
    problem(with_kind(command, Verb::Convert))
        .arg(
            Arg::new("to")
                .long("to")
                .value_name("FORMAT")
                .required(true)
                .value_parser(PossibleValuesParser::new(formats))
                .help("What to write"),
        )
        .arg(seed())
}

fn draw(command: Command) -> Command {
    problem(with_kind(command, Verb::Draw))
        .arg(
            path("out")
                .short('o')
                .long("output")
                .value_name("OUT")
                .required(true)
                .help("Where to: OUT.svg, OUT.png or OUT.pdf"),
        )
        .arg(switch("answer", "With the answer; in a PDF on pages of their own at the end"))
        .arg(time_limit())
        .arg(seed())
        .arg(engine())
}

fn serve(command: Command) -> Command {
    command
        .arg(
            Arg::new("port")
                .long("port")
                .value_name("N")
                .value_parser(value_parser!(u16))
                .help("The port to listen on; 0 takes any that is free [default: 8420]"),
        )
        .arg(switch("open", "Show the page in the browser"))
        .arg(Arg::new("host").long("host").value_name("ADDRESS").value_parser(value_parser!(IpAddr)).help(
            "The address to listen on; with one other than this machine's own, others can use the page \
             [default: 127.0.0.1]",
        ))
        .arg(
            Arg::new("time-limit")
                .long("time-limit")
                .value_name("TIME")
                .value_parser(duration)
                .help("Stop each search after this long: 500ms, 10s, 2m, 1h [default: 60s]"),
        )
        .arg(
            Arg::new("solves")
                .long("solves")
                .value_name("N")
                .value_parser(value_parser!(u64).range(1..=1024))
                .help("How many long searches run at the same time [default: 4]"),
        )
        .after_help(
            "Examples:\n  entail serve --open\n  entail serve --port 0 --time-limit 10s\n\n\
             The address is printed on standard output. Ctrl-C ends the server, with status 0.",
        )
}

fn switch(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn number(name: &'static str, least: u64) -> Arg {
    Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64).range(least..))
}

fn path(name: &'static str) -> Arg {
    Arg::new(name).value_parser(value_parser!(PathBuf))
}

fn seed() -> Arg {
    number("seed", 0).default_value("0").help("Where random choices start; the same seed gives the same run")
}

fn threads() -> Arg {
    number("threads", 1).help("How many cases are worked on at the same time [default: as many as there are cores]")
}

fn engine() -> Arg {
    Arg::new("engine")
        .long("engine")
        .value_name("WHO")
        .value_parser(["auto", "kernel", "learning"])
        .default_value("auto")
        .help("Who searches: the kernel of the kind, the engine that learns, or (auto) the one, then the other")
}

fn time_limit() -> Arg {
    Arg::new("time-limit")
        .long("time-limit")
        .value_name("TIME")
        .value_parser(duration)
        .help("Stop the whole command after this long: 500ms, 10s, 2m, 1h")
}

/// The settings of a kind's own flags.
pub fn settings(kind: &'static Kind, verb: Verb, matches: &ArgMatches) -> Settings {
    let mut settings = Settings::new(matches.get_one("seed").copied().unwrap_or(0));
    for flag in kind.flags.iter().filter(|flag| flag.verbs.contains(&verb)) {
        match flag.takes {
            Takes::Nothing if matches.get_flag(flag.name) => settings.set(flag.name, Given::Nothing),
            Takes::Nothing => {}
            Takes::OneOf(_) => {
                if let Some(word) = matches.get_one::<String>(flag.name) {
                    settings.set(flag.name, Given::Text(word.clone()));
                }
            }
            _ => {
                if let Some(given) = matches.get_one::<Given>(flag.name) {
                    settings.set(flag.name, given.clone());
                }
            }
        }
    }
    settings
}

/// Who searches.
pub fn choice(matches: &ArgMatches) -> Choice {
    match matches.get_one::<String>("engine").map(String::as_str) {
        Some("kernel") => Choice::Kernel,
        Some("learning") => Choice::Learning,
        _ => Choice::Auto,
    }
}

/// `500ms`, `10s`, `1.5s`, `2m`, `1h`.
fn duration(text: &str) -> Result<Duration, String> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a number with its unit, as in 500ms, 10s, 2m or 1h".to_owned()),
    };
    let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = number.parse().ok().filter(|_| plain).ok_or("expected a number before the unit, as in 10s")?;
    // A limit of a century is none, and an instant that far away still exists.
    Duration::try_from_secs_f64((number * seconds).min(3e9)).map_err(|_| "that is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_number_and_a_unit() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("1h"), Ok(Duration::from_secs(3600)));
        for wrong in ["", "10", "s", "-1s", "1 s", "ten", "infs", "1.2.3s"] {
            assert!(duration(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn the_arguments_are_consistent() {
        let mut whole = command();
        whole.build();
        whole.debug_assert();
    }
}
