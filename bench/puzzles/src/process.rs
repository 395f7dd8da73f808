//! One process at a time: what it printed, the processor time it used, and the most memory it held.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// What a process printed and used.
pub struct Ran {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Processor time, user and system, in seconds.
    pub seconds: f64,
    /// Its status, unless a signal ended it.
    pub code: Option<i32>,
}

impl Ran {
    /// What it printed, if it ended with status 0.
    pub fn text(&self, what: &str) -> Result<&str, String> {
        match self.code {
            Some(0) => std::str::from_utf8(&self.stdout).map_err(|e| format!("{what}: {e}")),
            code => Err(format!("{what} ended with {code:?}:\n{}", String::from_utf8_lossy(&self.stderr))),
        }
    }
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<Ran, String> {
    let before = used_by_children()?;
    let mut child = start(command.stdin(Stdio::null()))?;
    let (stdout, stderr) = (collect(child.stdout.take()), collect(child.stderr.take()));
    let code = child.wait().map_err(|e| e.to_string())?.code();
    let [stdout, stderr] = [stdout, stderr].map(|pipe| pipe.join().expect("the reader does not panic"));
    Ok(Ran { stdout, stderr, seconds: used_by_children()? - before, code })
}

/// A long stream through a command: seconds of processor time, bytes that came out, and its peak of memory in KiB.
pub fn stream(command: &mut Command, piece: Vec<u8>, times: usize) -> Result<(f64, usize, u64), String> {
    let before = used_by_children()?;
    let mut child = start(command.stdin(Stdio::piped()))?;
    let mut to = child.stdin.take().expect("piped");
    let writer = std::thread::spawn(move || (0..times).try_for_each(|_| to.write_all(&piece)));
    let mut from = child.stdout.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let (mut buffer, mut bytes) = (vec![0; 1 << 16], 0);
        while let Ok(read @ 1..) = from.read(&mut buffer) {
            bytes += read;
        }
        bytes
    });
    let stderr = collect(child.stderr.take());
    let mut peak = 0;
    let status = loop {
        peak = peak.max(peak_of(&child));
        match child.try_wait().map_err(|e| e.to_string())? {
            Some(status) => break status,
            None => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    let stderr = stderr.join().expect("the reader does not panic");
    writer.join().expect("the writer does not panic").map_err(|e| format!("the stream: {e}"))?;
    let bytes = reader.join().expect("the reader does not panic");
    match status.success() {
        true => Ok((used_by_children()? - before, bytes, peak)),
        false => Err(format!("{command:?} ended with {status}:\n{}", String::from_utf8_lossy(&stderr))),
    }
}

fn start(command: &mut Command) -> Result<Child, String> {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    child.map_err(|e| format!("{}: {e}", command.get_program().display()))
}

/// Reads to the end on a thread of its own, so that neither pipe fills up.
fn collect(from: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    let mut from = from.expect("piped");
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is still what was printed.
        let _ = from.read_to_end(&mut bytes);
        bytes
    })
}

/// Processor time of all children that have been waited for.
fn used_by_children() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|e| e.to_string())?;
    Ok((usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6)
}

/// The most memory a process has held so far, in KiB; 0 where `/proc` does not say, as after its end.
fn peak_of(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
