//! The race as Markdown: for each mode how many were solved, the times, PAR2 and the ratios to Entail.

use std::fmt::Write;

use crate::check::Checked;
use crate::protocol::Found;
use crate::solvers::{Mode, Who};
use crate::store::Run;

/// A solver that took part.
pub struct Racer {
    pub who: Who,
    pub name: String,
    /// Processor time of flattening all instances with its library.
    pub flattening: f64,
    /// Processor time on nothing, which is taken off in a ratio: what Python needs to start, 0 for a program of its own.
    pub start: f64,
}

/// An instance with the runs of one mode, in the order of the racers.
pub struct Row {
    pub instance: String,
    pub runs: Vec<Run>,
    /// Of Entail's answer, where it gave one.
    pub checked: Option<Checked>,
}

/// All of one mode.
pub struct Table {
    pub mode: Mode,
    pub rows: Vec<Row>,
}

/// No time is shorter than this in a ratio: below it the start of a process is all there is to see.
const SHORTEST: f64 = 0.01;

/// The table of a mode, its summary first.
pub fn markdown(table: &Table, racers: &[Racer], limit: f64) -> String {
    let mut text = format!("### {} search\n\n", if table.mode == Mode::Fixed { "Fixed" } else { "Free" });
    summary(&mut text, table, racers, limit);
    checked(&mut text, table);
    text.push_str("\n| instance | outcome |");
    for racer in racers {
        write!(text, " {} |", racer.name).expect("into a string");
    }
    text.push_str(&format!("\n|---|---|{}\n", "--:|".repeat(racers.len())));
    for row in &table.rows {
        write!(text, "| {} | {} |", row.instance, outcome(row.runs.iter().map(|run| &run.found)))
            .expect("into a string");
        for run in &row.runs {
            write!(text, " {} |", cell(run)).expect("into a string");
        }
        text.push('\n');
    }
    lost(&mut text, table, racers);
    failures(&mut text, table, racers);
    text
}

fn summary(text: &mut String, table: &Table, racers: &[Racer], limit: f64) {
    let entail = racers.iter().position(|racer| racer.who == Who::Entail);
    text.push_str("| solver | solved | answers without proof | failed | PAR2, s | flattening, s |");
    text.push_str(if entail.is_some() {
        " ratio | both solve |\n|---|--:|--:|--:|--:|--:|--:|--:|\n"
    } else {
        "\n|---|--:|--:|--:|--:|--:|\n"
    });
    for (column, racer) in racers.iter().enumerate() {
        let runs = || table.rows.iter().map(|row| &row.runs[column]);
        let solved = runs().filter(|run| run.found.solved()).count();
        let open = runs().filter(|run| matches!(run.found, Found::Best(_))).count();
        let failed = runs().filter(|run| matches!(run.found, Found::Failed(_))).count();
        let par2 = runs().map(|run| par2(run, limit)).sum::<f64>() / table.rows.len() as f64;
        write!(
            text,
            "| {} | {solved} of {} | {open} | {failed} | {par2:.2} | {:.1} |",
            racer.name,
            table.rows.len(),
            racer.flattening
        )
        .expect("into a string");
        if let Some(entail) = entail {
            let pairs: Vec<(f64, f64)> = table
                .rows
                .iter()
                .filter(|row| row.runs[column].found.solved() && row.runs[entail].found.solved())
                .map(|row| (row.runs[column].seconds - racer.start, row.runs[entail].seconds))
                .collect();
            match ratio(&pairs) {
                Some(ratio) if column != entail => write!(text, " {ratio:.2} | {} |", pairs.len()),
                _ => write!(text, " – | – |"),
            }
            .expect("into a string");
        }
        text.push('\n');
    }
}

/// The time of a run, twice the limit where it did not solve.
fn par2(run: &Run, limit: f64) -> f64 {
    if run.found.solved() { run.seconds } else { 2.0 * limit }
}

/// Geometric mean of the first time over the second.
fn ratio(pairs: &[(f64, f64)]) -> Option<f64> {
    let logarithm = |(first, second): &(f64, f64)| (first.max(SHORTEST) / second.max(SHORTEST)).ln();
    (!pairs.is_empty()).then(|| (pairs.iter().map(logarithm).sum::<f64>() / pairs.len() as f64).exp())
}

/// The processor that times are of.
pub fn processor() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or("unknown", |(_, name)| name).to_owned()
}

/// What is known of an instance from all runs.
pub fn outcome<'a>(all: impl Iterator<Item = &'a Found> + Clone) -> String {
    let optimum = |found: &Found| if let Found::Optimal(value) = found { Some(*value) } else { None };
    if let Some(value) = all.clone().find_map(optimum) {
        format!("optimum {value}")
    } else if let Some(number) = all.clone().find_map(|f| if let Found::All(number) = f { Some(*number) } else { None })
    {
        format!("{number} answers")
    } else if all.clone().any(|found| matches!(found, Found::Satisfied)) {
        "an answer".to_owned()
    } else if all.clone().any(|found| matches!(found, Found::Unsatisfiable)) {
        "no answer".to_owned()
    } else {
        "open".to_owned()
    }
}

/// Seconds where it was solved, otherwise what was reached.
fn cell(run: &Run) -> String {
    match &run.found {
        Found::Optimal(_) | Found::Satisfied | Found::All(_) | Found::Unsatisfiable => format!("{:.2}", run.seconds),
        Found::Best(value) => format!("({value})"),
        Found::Nothing => "–".to_owned(),
        Found::Failed(_) => "failed".to_owned(),
    }
}

fn checked(text: &mut String, table: &Table) {
    let all: Vec<&Checked> = table.rows.iter().filter_map(|row| row.checked.as_ref()).collect();
    if all.is_empty() {
        return;
    }
    let count = |what: &Checked| all.iter().filter(|checked| **checked == what).count();
    let (right, partly, wrong) = (count(&Checked::Right), count(&Checked::Partly), count(&Checked::Wrong));
    let open = all.len() - right - partly - wrong;
    write!(
        text,
        "\nEntail's answers put into the standard FlatZinc, for Gecode to judge: {right} hold, {partly} hold as far as they have \
         variables there, {open} not decided, {wrong} wrong.\n"
    )
    .expect("into a string");
}

/// What others solve and Entail does not.
fn lost(text: &mut String, table: &Table, racers: &[Racer]) {
    let Some(entail) = racers.iter().position(|racer| racer.who == Who::Entail) else { return };
    let mut lines = String::new();
    for row in table.rows.iter().filter(|row| !row.runs[entail].found.solved()) {
        let others = row.runs.iter().zip(racers).filter(|(run, _)| run.found.solved());
        let others: Vec<&str> = others.map(|(_, racer)| racer.name.as_str()).collect();
        if !others.is_empty() {
            writeln!(lines, "- {}: {}", row.instance, others.join(", ")).expect("into a string");
        }
    }
    if !lines.is_empty() {
        write!(text, "\nSolved by others and not by Entail:\n\n{lines}").expect("into a string");
    }
}

fn failures(text: &mut String, table: &Table, racers: &[Racer]) {
    let mut lines = String::new();
    for row in &table.rows {
        for (run, racer) in row.runs.iter().zip(racers) {
            if let Found::Failed(why) = &run.found {
                writeln!(lines, "- {} on {}: `{}`", racer.name, row.instance, why.replace('`', "'"))
                    .expect("into a string");
            }
        }
        if let Some(Checked::Open(why)) = &row.checked {
            writeln!(lines, "- the check of {}: `{}`", row.instance, why.replace('`', "'")).expect("into a string");
        }
    }
    if !lines.is_empty() {
        write!(text, "\nFailed:\n\n{lines}").expect("into a string");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(found: Found, seconds: f64) -> Run {
        Run { found, seconds, answer: None, reused: false }
    }

    #[test]
    fn a_run_without_proof_costs_twice_the_limit() {
        assert_eq!(par2(&run(Found::Optimal(3), 1.5), 20.0), 1.5);
        assert_eq!(par2(&run(Found::Best(3), 1.5), 20.0), 40.0);
    }

    #[test]
    fn the_ratio_is_a_geometric_mean_above_a_shortest_time() {
        assert_eq!(ratio(&[]), None);
        let mean = ratio(&[(8.0, 2.0), (1.0, 1.0), (0.001, 0.0001)]).expect("three pairs");
        assert!((mean - 4f64.powf(1.0 / 3.0)).abs() < 1e-9);
    }

    #[test]
    fn the_outcome_is_the_strongest_word_of_any_solver() {
        assert_eq!(outcome([Found::Best(4), Found::Optimal(3)].iter()), "optimum 3");
        assert_eq!(outcome([Found::Nothing, Found::Best(4)].iter()), "open");
    }
}
