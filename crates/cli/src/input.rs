//! What the command reads: a file, standard input, or its own arguments as if they were a line.

use std::fs::{self, File};
use std::io::{self, BufReader, Cursor};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use entail_puzzles::{Input, Kind, Source};

use crate::interrupt::Interrupt;

/// How much is read at once. The memory for it is filled before the first byte is read.
const BUFFER: usize = 1 << 14;

/// A text and its name in messages.
pub struct Named {
    /// What a message calls it.
    pub name: String,
    /// What it says.
    pub text: Input,
}

/// The problems of a kind: from the file, from the arguments, from `--file` or from standard input.
pub fn problems(kind: &Kind, matches: &ArgMatches, interrupt: &Interrupt) -> Result<Named, String> {
    match kind.source {
        Source::File => open(path(matches, "file"), interrupt),
        Source::Arguments(_) => words(matches, interrupt),
    }
}

/// The words of the arguments, or the text of `--file` or standard input.
pub fn words(matches: &ArgMatches, interrupt: &Interrupt) -> Result<Named, String> {
    let words: Vec<&str> = matches.get_many::<String>("words").unwrap_or_default().map(String::as_str).collect();
    if words.is_empty() || words == ["-"] { open(path(matches, "from"), interrupt) } else { Ok(line(&words)) }
}

/// A file named in the arguments.
pub fn path<'a>(matches: &'a ArgMatches, name: &str) -> Option<&'a Path> {
    matches.get_one::<PathBuf>(name).map(PathBuf::as_path)
}

/// Arguments as one line of text.
pub fn line(words: &[&str]) -> Named {
    Named { name: "<arguments>".to_owned(), text: Box::new(Cursor::new(words.join(" ").into_bytes())) }
}

/// The file, or standard input where there is none or it is called `-`.
pub fn open(file: Option<&Path>, interrupt: &Interrupt) -> Result<Named, String> {
    match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let unreadable = |error: io::Error| format!("{name}: {error}");
            let file = File::open(path).map_err(unreadable)?;
            let metadata = file.metadata().map_err(unreadable)?;
            if metadata.is_dir() {
                return Err(format!("{name}: this is a directory, expected a file"));
            }
            let file = interrupt.watch(file, !metadata.is_file());
            Ok(Named { text: Box::new(BufReader::with_capacity(BUFFER, file)), name })
        }
        _ => {
            // It may be a file, where the system can say so.
            let may_wait = !fs::metadata("/dev/stdin").is_ok_and(|metadata| metadata.is_file());
            let stdin = interrupt.watch(io::stdin(), may_wait);
            let text = Box::new(BufReader::with_capacity(BUFFER, stdin));
            Ok(Named { name: "<stdin>".to_owned(), text })
        }
    }
}
