//! The figures as a Markdown table, and per model what they come to.

use crate::measure::{Found, Run};
use crate::ours::Told;

/// Fewer conflicts than this say nothing about conflicts per second.
const ENOUGH: u64 = 500;

/// One model at one size.
pub struct Row {
    pub found: Found,
    pub limit: f64,
    pub ours: Vec<Told>,
    pub theirs: Vec<Run>,
    /// Allocations per conflict in the second half of our first run.
    pub allocations: Option<f64>,
}

/// Prints what the columns are.
pub fn heading(runs: u64, limit: f64) {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    println!(
        "Processor: {}. Seconds of processor time from the model to the answer or the proof, free search,",
        cpu.as_deref().unwrap_or("unknown")
    );
    println!(
        "median of {runs} seeds, at most {limit} s each. A ratio above 1 is in Entail's favour: how many times as long"
    );
    println!("Pumpkin 0.5.0 took, and how many times as many conflicts per second Entail went through.");
    println!();
    println!(
        "| model | size | found | first answer, s | Entail, s | Pumpkin, s | time ratio | conflicts | Pumpkin's | conflicts/s | Pumpkin's | conflicts/s ratio | propagations/s | learnt length | allocations per conflict | bytes per learnt literal |"
    );
    println!("|---|---|---|{}", "--:|".repeat(13));
}

impl Row {
    pub fn print(&self, name: &str, what: &str) {
        let ours: Vec<Run> = self.ours.iter().map(|told| told.run).collect();
        let found = match self.found {
            Found::Satisfied => "an answer".to_owned(),
            Found::Unsatisfiable => "no answer".to_owned(),
            Found::Optimal(value) => format!("best {value}"),
            Found::Better(_) | Found::Nothing => "nothing".to_owned(),
        };
        let sum = |of: fn(&Told) -> u64| self.ours.iter().map(of).sum::<u64>() as f64;
        let seconds: f64 = ours.iter().map(|run| run.seconds).sum();
        let columns = [
            name.to_owned(),
            what.to_owned(),
            found,
            median(ours.iter().map(|run| run.first)).map_or(dash(), |s| format!("{s:.3}")),
            self.time(&ours),
            self.time(&self.theirs),
            self.time_ratio().map_or(dash(), |r| format!("{r:.2}")),
            count(median(ours.iter().map(|run| run.conflicts as f64))),
            count(median(self.theirs.iter().map(|run| run.conflicts as f64))),
            count(speed(&ours)),
            count(speed(&self.theirs)),
            self.speed_ratio().map_or(dash(), |r| format!("{r:.2}")),
            count((seconds > 0.0).then(|| sum(|told| told.statistics.propagations) / seconds)),
            ratio(sum(|told| told.statistics.learnt_literals), sum(|told| told.statistics.learnt)),
            self.allocations.map_or(dash(), |a| format!("{a:.3}")),
            ratio(sum(|told| told.statistics.clause_bytes), sum(|told| told.statistics.literals_kept)),
        ];
        println!("| {} |", columns.join(" | "));
    }

    fn time(&self, runs: &[Run]) -> String {
        match median(runs.iter().map(seconds_to_answer)) {
            None => dash(),
            Some(s) if s.is_finite() => format!("{s:.3}"),
            Some(_) => format!("> {}", self.limit),
        }
    }

    /// How many times as long as ours theirs took; where one did not finish, by the limit.
    pub fn time_ratio(&self) -> Option<f64> {
        let time = |s: f64| s.min(self.limit).max(1e-6);
        let ours = median(self.ours.iter().map(|told| seconds_to_answer(&told.run)))?;
        let theirs = median(self.theirs.iter().map(seconds_to_answer))?;
        Some(time(theirs) / time(ours))
    }

    /// How many times as many conflicts per second we had.
    pub fn speed_ratio(&self) -> Option<f64> {
        let ours: Vec<Run> = self.ours.iter().map(|told| told.run).collect();
        Some(speed(&ours)? / speed(&self.theirs)?)
    }
}

fn seconds_to_answer(run: &Run) -> f64 {
    if run.found.finished() { run.seconds } else { f64::INFINITY }
}

fn speed(runs: &[Run]) -> Option<f64> {
    let conflicts: u64 = runs.iter().map(|run| run.conflicts).sum();
    (conflicts >= ENOUGH).then(|| conflicts as f64 / runs.iter().map(|run| run.seconds).sum::<f64>())
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn dash() -> String {
    "–".to_owned()
}

fn ratio(a: f64, b: f64) -> String {
    if b > 0.0 { format!("{:.1}", a / b) } else { dash() }
}

/// `1,234,567`
fn count(value: Option<f64>) -> String {
    let Some(value) = value else { return dash() };
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The ratios of a model's sizes.
#[derive(Default)]
pub struct Summary {
    models: Vec<(String, Vec<f64>, Vec<f64>)>,
}

impl Summary {
    pub fn add(&mut self, name: &str, row: &Row) {
        if self.models.last().is_none_or(|m| m.0 != name) {
            self.models.push((name.to_owned(), vec![], vec![]));
        }
        let (_, time, speed) = self.models.last_mut().expect("just pushed");
        time.extend(row.time_ratio());
        speed.extend(row.speed_ratio());
    }

    /// Prints geometric means by model, and in how many of them we were not slower.
    pub fn print(&self) {
        if self.models.iter().all(|m| m.1.is_empty()) {
            return;
        }
        println!("\n| model | time ratio | conflicts/s ratio |\n|---|--:|--:|");
        for (name, time, speed) in &self.models {
            println!("| {name} | {} | {} |", mean(time), mean(speed));
        }
        let not_slower = self.models.iter().filter(|m| geometric(&m.1).is_some_and(|r| r >= 1.0)).count();
        println!(
            "\nNot slower to the answer: {not_slower} of {} models (geometric mean of the sizes).",
            self.models.len()
        );
    }
}

/// Prints conflicts per second where both solvers propagate an all-different alike.
pub fn alike(runs: &[(&str, &str, Run, Row)]) {
    if runs.is_empty() {
        return;
    }
    println!(
        "\nPumpkin's all-different only takes a fixed value from the others; Entail's finds Hall sets, and needs fewer but"
    );
    println!("dearer conflicts. Conflicts per second where Entail is asked for no more than Pumpkin does:\n");
    println!(
        "| model | size | Entail, s | conflicts | conflicts/s | Pumpkin's | conflicts/s ratio |\n|---|---|{}",
        "--:|".repeat(5)
    );
    for (name, what, run, row) in runs {
        let (ours, theirs) = (run.conflicts as f64 / run.seconds, speed(&row.theirs));
        println!(
            "| {name} | {what} | {} | {} | {} | {} | {} |",
            row.time(std::slice::from_ref(run)),
            count(Some(run.conflicts as f64)),
            count(Some(ours)),
            count(theirs),
            theirs.filter(|_| run.conflicts >= ENOUGH).map_or(dash(), |t| format!("{:.2}", ours / t))
        );
    }
}

fn geometric(ratios: &[f64]) -> Option<f64> {
    (!ratios.is_empty()).then(|| (ratios.iter().map(|r| r.ln()).sum::<f64>() / ratios.len() as f64).exp())
}

fn mean(ratios: &[f64]) -> String {
    geometric(ratios).map_or(dash(), |r| format!("{r:.2}"))
}
