//! Whether memory stays bounded: the peak of a process that stops after so many conflicts.

use std::process::Command;

use crate::measure::within;
use crate::{models, ours};

/// Runs a child to 100,000 and one to 1,000,000 conflicts and prints their peaks.
pub fn run() -> Result<(), String> {
    println!("| conflicts | peak memory, MiB | seconds | learnt clauses kept | their bytes |\n|--:|--:|--:|--:|--:|");
    let exe = std::env::current_exe().map_err(|e| e.to_string())?;
    for conflicts in ["100000", "1000000"] {
        let status = Command::new(&exe).args(["--peak", conflicts]).status().map_err(|e| e.to_string())?;
        if !status.success() {
            return Err(format!("the run to {conflicts} conflicts failed"));
        }
    }
    Ok(())
}

/// One run on a hard instance, in this process, and its peak.
pub fn peak(conflicts: u64) -> Result<(), String> {
    let model = models::colouring(150, 1000, 5, 1);
    let told = within(f64::INFINITY, |stop| ours::solve(&model, 1, Some(conflicts), stop));
    if told.run.found.finished() {
        return Err(format!("the instance is too easy: {:?} after {} conflicts", told.run.found, told.run.conflicts));
    }
    let status = std::fs::read_to_string("/proc/self/status").map_err(|e| format!("/proc/self/status: {e}"))?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).ok_or("no VmHWM in /proc/self/status")?;
    let kib: f64 = line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).ok_or("VmHWM is not a number")?;
    let s = &told.statistics;
    println!(
        "| {} | {:.1} | {:.1} | {} | {} |",
        told.run.conflicts,
        kib / 1024.0,
        told.run.seconds,
        s.clauses_kept,
        s.clause_bytes
    );
    Ok(())
}
