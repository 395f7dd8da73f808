//! The commands quoted in README and guide: each is run at the root of the project and must print what is quoted.
//!
//! A block marked `console` holds commands, on lines that start with `$ `, each followed by its standard output.
//! A line `…` stands for any number of lines.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::test::Failure;

/// A quoted command and the lines that it must print.
#[derive(Debug, PartialEq, Eq)]
struct Quoted {
    line: usize,
    command: String,
    output: Vec<String>,
}

/// Runs the commands of README.md and docs/guide/*.md.
pub fn run(root: &Path) -> Result<(), Failure> {
    let mut files = vec![root.join("README.md")];
    if let Ok(entries) = fs::read_dir(root.join("docs/guide")) {
        let mut guide: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        guide.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
        guide.sort_unstable();
        files.extend(guide);
    }
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let failed = |command: &str, problem: String| Failure { command: command.to_owned(), problem };
        let text = fs::read_to_string(&file).map_err(|error| failed(&name, error.to_string()))?;
        for quoted in commands(&text) {
            let place = format!("{name}:{}", quoted.line);
            if quoted.command.starts_with("cargo xtask test") {
                println!("{place}: skipped, this is it: {}", quoted.command);
                continue;
            }
            println!("{place}: {}", quoted.command);
            let printed = printed(root, &quoted.command).map_err(|error| failed(&quoted.command, error))?;
            if !fits(&quoted.output, &printed.lines().collect::<Vec<_>>()) {
                let problem = format!("quoted at {place}, it printed something else:\n{printed}");
                return Err(failed(&quoted.command, problem));
            }
        }
    }
    Ok(())
}

/// The standard output of a command that must end with status 0 (`…; echo $?` shows another one).
fn printed(root: &Path, command: &str) -> Result<String, String> {
    let mut bash = Command::new("bash");
    bash.args(["-c", command]).current_dir(root).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = bash.output().map_err(|error| format!("bash did not start: {error}"))?;
    if !output.status.success() {
        return Err(format!("it ended with {}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| "it printed something that is not UTF-8".to_owned())
}

/// The commands of all `console` blocks of a text.
fn commands(text: &str) -> Vec<Quoted> {
    let mut found: Vec<Quoted> = Vec::new();
    let mut inside = false;
    for (line, number) in text.lines().zip(1..) {
        if line.trim_start().starts_with("```") {
            inside = !inside && line.trim() == "```console";
            continue;
        }
        if !inside {
            continue;
        }
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => {
                found.push(Quoted { line: number, command: command.trim_end().to_owned(), output: Vec::new() });
            }
            (None, Some(last)) => last.output.push(line.trim_end().to_owned()),
            (None, None) => {}
        }
    }
    // A blank line before the next command or the end of the block is layout.
    for quoted in &mut found {
        while quoted.output.last().is_some_and(String::is_empty) {
            quoted.output.pop();
        }
    }
    found
}

/// Whether the lines are the quoted ones, `…` standing for any number of lines.
fn fits(quoted: &[String], printed: &[&str]) -> bool {
    match (quoted.split_first(), printed.split_first()) {
        (None, _) => printed.iter().all(|line| line.trim_end().is_empty()),
        (Some((first, rest)), _) if first == "…" => (0..=printed.len()).any(|skip| fits(rest, &printed[skip..])),
        (Some((first, rest)), Some((line, others))) => first == line.trim_end() && fits(rest, others),
        (Some(_), None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_with_their_output() {
        let text =
            "```console\n$ a b\n1\n\n2\n\n$ c\n```\n$ not this\n```rust\n$ nor this\n```\n```console\n$ d\n…\n```\n";
        let quoted = |line, command: &str, output: &[&str]| Quoted {
            line,
            command: command.to_owned(),
            output: output.iter().map(|line| (*line).to_owned()).collect(),
        };
        assert_eq!(commands(text), [quoted(2, "a b", &["1", "", "2"]), quoted(7, "c", &[]), quoted(14, "d", &["…"])]);
    }

    #[test]
    fn an_ellipsis_stands_for_any_lines() {
        let fits = |quoted: &[&str], printed: &[&str]| {
            super::fits(&quoted.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>(), printed)
        };
        assert!(fits(&["a", "…"], &["a", "b", "c"]));
        assert!(fits(&["a", "…", "c"], &["a", "b", "c"]));
        assert!(fits(&["a", "…"], &["a"]));
        assert!(!fits(&["a", "…", "d"], &["a", "b", "c"]));
        assert!(!fits(&["a"], &["a", "b"]));
        assert!(!fits(&["a", "b"], &["a"]));
        assert!(!fits(&[], &["a"]));
    }
}
