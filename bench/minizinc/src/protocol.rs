//! What a solver's output says: the MiniZinc protocol, read for its last answer and its last word.

use serde::{Deserialize, Serialize};

use crate::process::Ran;

/// Which way the objective goes, and the variable that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    pub variable: String,
    pub minimize: bool,
}

/// What a run knows at its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// The best value, proved.
    Optimal(i64),
    /// An answer of a model without objective.
    Satisfied,
    /// Every answer of a model without objective: so many.
    All(u64),
    /// No answer exists.
    Unsatisfiable,
    /// A value, when the time was over.
    Best(i64),
    /// Nothing, when the time was over.
    Nothing,
    /// The solver refused the instance or broke down: what it said.
    Failed(String),
}

impl Found {
    /// Whether the question was answered.
    pub fn solved(&self) -> bool {
        matches!(self, Found::Optimal(_) | Found::Satisfied | Found::All(_) | Found::Unsatisfiable)
    }

    /// The value of the objective, proved or not.
    pub fn value(&self) -> Option<i64> {
        match self {
            Found::Optimal(value) | Found::Best(value) => Some(*value),
            _ => None,
        }
    }
}

/// The outcome of a run, and the text of its last answer.
pub fn read(ran: &Ran, objective: Option<&Objective>, limit: f64) -> (Found, Option<String>) {
    let (mut answer, mut lines) = (None, String::new());
    let (mut complete, mut unsatisfiable, mut error) = (false, false, false);
    for line in ran.stdout.lines() {
        match line.trim_end() {
            "----------" => answer = Some(std::mem::take(&mut lines)),
            "==========" => complete = true,
            "=====UNSATISFIABLE=====" => unsatisfiable = true,
            "=====ERROR=====" | "=====UNBOUNDED=====" | "=====UNSATorUNBOUNDED=====" => error = true,
            line if line.starts_with('%') => {}
            line => {
                lines.push_str(line);
                lines.push('\n');
            }
        }
    }
    let in_time = ran.seconds <= limit;
    let found = match (&answer, objective) {
        _ if error => Found::Failed(complaint(ran)),
        (Some(_), _) if unsatisfiable => Found::Failed("an answer, and that there is none".to_owned()),
        (Some(text), Some(objective)) => match value_of(text, &objective.variable) {
            Some(value) if complete && in_time => Found::Optimal(value),
            Some(value) => Found::Best(value),
            None => Found::Failed(format!("an answer without {}", objective.variable)),
        },
        (Some(_), None) if in_time => Found::Satisfied,
        (None, _) if unsatisfiable && in_time => Found::Unsatisfiable,
        (None, _) if !ran.stopped && !ran.success => Found::Failed(complaint(ran)),
        _ => Found::Nothing,
    };
    (found, answer)
}

/// How many answers a run that was asked for all of them printed; `None` where it did not come to the end.
pub fn all(ran: &Ran) -> Option<u64> {
    let mut lines = ran.stdout.lines().map(str::trim_end);
    let answers = lines.clone().filter(|line| *line == "----------").count();
    lines.any(|line| line == "==========").then_some(answers as u64)
}

/// The line of standard error that says most about what went wrong, files without their folders.
pub fn complaint(ran: &Ran) -> String {
    let mut lines = ran.stderr.lines().chain(ran.stdout.lines()).map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().find(|line| line.to_lowercase().contains("error")).or_else(|| lines.next());
    let words = first.unwrap_or("it said nothing").split_whitespace();
    let words = words.map(|word| if word.starts_with('/') { word.rsplit('/').next().unwrap_or(word) } else { word });
    words.collect::<Vec<_>>().join(" ").chars().take(120).collect()
}

/// `NAME = VALUE;` in an answer.
fn value_of(answer: &str, name: &str) -> Option<i64> {
    assignments(answer).find(|(key, _)| *key == name)?.1.parse().ok()
}

/// The lines `NAME = VALUE;` of an answer.
pub fn assignments(answer: &str) -> impl Iterator<Item = (&str, &str)> {
    answer.lines().filter_map(|line| {
        let (name, value) = line.split_once('=')?;
        Some((name.trim(), value.trim().trim_end_matches(';').trim_end()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(stdout: &str) -> Ran {
        Ran { stdout: stdout.to_owned(), stderr: String::new(), seconds: 1.0, stopped: false, success: true }
    }

    #[test]
    fn the_last_answer_before_the_end_is_the_best() {
        let objective = Objective { variable: "cost".to_owned(), minimize: true };
        let output = "x = 3;\ncost = 9;\n----------\nx = 1;\ncost = 7;\n----------\n==========\n";
        assert_eq!(read(&ran(output), Some(&objective), 20.0).0, Found::Optimal(7));
        assert_eq!(read(&ran(output), Some(&objective), 0.5).0, Found::Best(7), "a proof that came too late");
        let open = output.trim_end_matches("==========\n");
        assert_eq!(read(&ran(open), Some(&objective), 20.0).0, Found::Best(7));
    }

    #[test]
    fn a_model_without_objective_needs_one_answer() {
        assert_eq!(read(&ran("x = 3;\n----------\n"), None, 20.0).0, Found::Satisfied);
        assert_eq!(read(&ran("=====UNSATISFIABLE=====\n"), None, 20.0).0, Found::Unsatisfiable);
        assert_eq!(read(&ran("=====UNKNOWN=====\n"), None, 20.0).0, Found::Nothing);
        assert_eq!(read(&ran("% a comment\n"), None, 20.0).0, Found::Nothing);
    }

    #[test]
    fn answers_are_all_of_them_only_at_the_end() {
        assert_eq!(all(&ran("x = 1;\n----------\nx = 2;\n----------\n==========\n")), Some(2));
        assert_eq!(all(&ran("x = 1;\n----------\n")), None);
    }

    #[test]
    fn a_solver_that_ends_badly_failed() {
        let broken =
            Ran { success: false, stderr: "hello\nError: no such constraint in /a/b.fzn:3\n".to_owned(), ..ran("") };
        assert_eq!(read(&broken, None, 20.0).0, Found::Failed("Error: no such constraint in b.fzn:3".to_owned()));
    }
}
