//! A process with a limit of processor time, and what it used: one at a time, since what is measured is the sum over all
//! children that have ended.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::signal::{Signal, killpg};
use nix::sys::time::TimeValLike;
use nix::unistd::{Pid, SysconfVar, sysconf};

/// What a process printed and used.
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    /// Processor time of the process and of its own children, in seconds.
    pub seconds: f64,
    /// It was stopped at the limit.
    pub stopped: bool,
    /// It ended by itself with status 0.
    pub success: bool,
}

/// Between the request to stop and the end.
const GRACE: Duration = Duration::from_secs(1);
/// A process that waits instead of working is stopped after this many times its limit on the clock.
const PATIENCE: f64 = 30.0;

/// Runs the command to its end, or until it has used `limit` seconds of processor time: then it is interrupted, and killed if
/// that is not enough.
pub fn run(command: &mut Command, limit: f64) -> Result<Ran, String> {
    let before = used_by_children()?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|e| format!("{}: {e}", command.get_program().display()))?;
    let stdout = collect(child.stdout.take().expect("piped"));
    let stderr = collect(child.stderr.take().expect("piped"));
    let (stopped, success) = wait(&mut child, limit)?;
    let stdout = stdout.join().expect("the reader does not panic");
    let stderr = stderr.join().expect("the reader does not panic");
    Ok(Ran { stdout, stderr, seconds: used_by_children()? - before, stopped, success })
}

fn wait(child: &mut Child, limit: f64) -> Result<(bool, bool), String> {
    let started = Instant::now();
    let mut asked = None;
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok((asked.is_some(), status.success()));
        }
        let group = Pid::from_raw(child.id() as i32);
        match asked {
            None if used_so_far(child) > limit || started.elapsed().as_secs_f64() > PATIENCE * limit => {
                // It may have ended meanwhile; the next turn sees that.
                let _ = killpg(group, Signal::SIGINT);
                asked = Some(Instant::now());
            }
            Some(when) if when.elapsed() > GRACE => {
                let _ = killpg(group, Signal::SIGKILL);
            }
            _ => {}
        }
        std::thread::sleep(Duration::from_millis(if started.elapsed().as_millis() < 200 { 1 } else { 10 }));
    }
}

/// Reads to the end on a thread of its own, so that neither pipe fills up.
fn collect(mut from: impl Read + Send + 'static) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is still what was printed.
        let _ = from.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Processor time of all children that have been waited for.
fn used_by_children() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|e| e.to_string())?;
    Ok((usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6)
}

/// Processor time of a process that still runs; 0 where `/proc` does not say, so that only the clock stops it.
fn used_so_far(child: &Child) -> f64 {
    let ticks = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok().and_then(|stat| ticks(&stat));
    let per_second = sysconf(SysconfVar::CLK_TCK).ok().flatten();
    match (ticks, per_second) {
        (Some(ticks), Some(per_second)) => ticks as f64 / per_second as f64,
        _ => 0.0,
    }
}

/// User and system time from a line of `/proc/PID/stat`: its 14th and 15th field. The second is a name in parentheses
/// that may hold anything.
fn ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_stat_are_counted_after_the_name() {
        assert_eq!(ticks("7 (a b) c) S 1 7 7 0 -1 4194560 1 0 0 0 31 11 0 0 20 0 1 0"), Some(42));
        assert_eq!(ticks("7 (a"), None);
    }

    #[test]
    fn a_process_that_works_for_ever_is_stopped_at_its_limit() {
        let ran = run(Command::new("sh").args(["-c", "echo here; while :; do :; done"]), 0.3).expect("sh starts");
        assert!(ran.stopped && ran.seconds > 0.2);
        assert_eq!(ran.stdout, "here\n");
    }

    #[test]
    fn a_process_that_ends_is_not_stopped() {
        let ran = run(Command::new("sh").args(["-c", "echo no >&2; exit 3"]), 5.0).expect("sh starts");
        assert!(!ran.stopped && !ran.success);
        assert_eq!(ran.stderr, "no\n");
    }
}
