//! The table of right, wrong and not answered.

use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value;

use crate::run::entail_on;

/// The folder of a kind, where there is one.
pub fn data(kind: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("ENTAIL_DATA") else {
        println!("skipped: ENTAIL_DATA is not set, so no whole-data test of {kind} was run");
        return None;
    };
    let folder = Path::new(&folder).join(kind);
    assert!(folder.is_dir(), "ENTAIL_DATA is set, but {} is no folder", folder.display());
    Some(folder)
}

/// How long the command may think about one instance.
pub fn limit() -> String {
    std::env::var("ENTAIL_DATA_LIMIT").unwrap_or_else(|_| "5s".to_owned())
}

/// The JSON objects that the command prints for a file, one a case.
pub fn solve(kind: &str, file: &Path, flags: &[&str]) -> Vec<Value> {
    let file = file.to_str().expect("the path is text");
    let ran = entail_on(&[&["solve", kind, "--format", "json", file], flags].concat(), b"");
    assert_ne!(ran.status, 2, "{}", ran.err);
    ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What became of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The stated answer, or another valid one.
    Right,
    /// Not that.
    Wrong,
    /// Nothing within the limit.
    Unanswered(String),
}

impl Verdict {
    /// Right if this is true.
    pub fn of(right: bool) -> Self {
        if right { Self::Right } else { Self::Wrong }
    }
}

/// How many instances of each file are right.
pub struct Table {
    right: usize,
    wrong: usize,
    unanswered: Vec<String>,
}

impl Table {
    pub fn new(title: &str) -> Self {
        println!("\n{title:<28} {:>6} {:>6} {:>12} {:>9}", "right", "wrong", "not answered", "seconds");
        Self { right: 0, wrong: 0, unanswered: Vec::new() }
    }

    /// A line of the table: a verdict for each case, from the function that is timed.
    pub fn file(&mut self, name: &str, judge: impl FnOnce() -> Vec<Verdict>) {
        let started = Instant::now();
        let verdicts = judge();
        let count = |wanted: &Verdict| verdicts.iter().filter(|verdict| *verdict == wanted).count();
        let (right, wrong) = (count(&Verdict::Right), count(&Verdict::Wrong));
        let seconds = started.elapsed().as_secs_f64();
        println!("{name:<28} {right:>6} {wrong:>6} {:>12} {seconds:>9.2}", verdicts.len() - right - wrong);
        self.right += right;
        self.wrong += wrong;
        self.unanswered.extend(verdicts.into_iter().filter_map(|verdict| match verdict {
            Verdict::Unanswered(what) => {
                Some(if what.is_empty() { name.to_owned() } else { format!("{name} ({what})") })
            }
            _ => None,
        }));
    }

    /// The last line. There must be so many cases, none of them wrong.
    pub fn end(self, cases: usize) {
        println!("{:<28} {:>6} {:>6} {:>12}", "all", self.right, self.wrong, self.unanswered.len());
        if !self.unanswered.is_empty() {
            println!("not answered within {}: {}", limit(), self.unanswered.join(", "));
        }
        assert_eq!(self.wrong, 0, "wrong ones");
        assert_eq!(self.right + self.unanswered.len(), cases, "cases");
    }

    /// The same where no case may be left without an answer.
    pub fn end_all_answered(self, cases: usize) {
        assert_eq!(self.unanswered, [""; 0], "all are answered");
        self.end(cases);
    }
}
