//! Many jobs on all cores, their output in the order of the jobs.
//!
//! Workers take jobs one by one from where they come from, so that whoever waits for input waits alone and a job is begun as
//! soon as it is there; what they print is in [`turns`](crate::turns). Everything is bounded, so memory stays flat however
//! many jobs there are and however much each prints. The first job is done before any thread starts: most runs have only
//! one.

use std::io;
use std::iter;
use std::sync::{Arc, Mutex};
use std::thread;

use crate::interrupt::Interrupt;
use crate::status::Status;
use crate::turns::Turns;
pub use crate::turns::{Ended, Output};

/// How many jobs are done at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// As many as there are cores.
    Cores,
    /// So many, at least 1.
    Exactly(usize),
}

/// Does the jobs, called `what` in the plural, and prints what they print; the worst status of them, as far as they were
/// done.
pub fn run<J: Send>(
    jobs: impl Iterator<Item = J> + Send,
    what: &'static str,
    threads: Threads,
    interrupt: &Interrupt,
    work: impl Fn(J, &mut dyn Output) -> io::Result<Ended> + Sync,
) -> Status {
    let turns = Arc::new(Turns::new(what));
    let shown = turns.clone();
    // A failure shows at the next print.
    interrupt.before_waiting(move || drop(shown.flush()));
    let mut jobs = (0..).zip(jobs.fuse());
    let work = |(number, job): (u64, J)| {
        let ended = work(job, &mut turns.job(number));
        let go_on = turns.end(number, ended);
        // Whoever waits for input has shown only what was printed before.
        if interrupt.waits() {
            let _ = turns.flush();
        }
        go_on
    };
    let first = jobs.next();
    if !first.is_some_and(&work) || turns.flush().is_err() {
        return turns.close();
    }
    let Some(second) = jobs.next() else { return turns.close() };
    // Asking for the number of cores reads files, which a single job need not wait for.
    let threads = match threads {
        Threads::Cores => thread::available_parallelism().map_or(1, |cores| cores.get()),
        Threads::Exactly(threads) => threads,
    };
    let mut jobs = iter::once(second).chain(jobs);
    if threads == 1 {
        let _all_done = jobs.all(work);
    } else {
        side_by_side(jobs, threads, &turns, &work);
    }
    turns.close()
}

/// Does the jobs on several threads, of which this is one, as long as `work` wants to go on.
fn side_by_side<J: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: usize,
    turns: &Turns,
    work: &(impl Fn(J) -> bool + Sync),
) {
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().expect("a panic ends the process").next();
    let worker = || {
        let _ends = EndsWithPanic;
        while let Some(job) = next() {
            if !work(job) {
                // The rest is not wanted, and who waits for input would wait for ever.
                std::process::exit(i32::from(turns.close().code()));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
}

/// Ends the process when its thread panics: the jobs behind would wait for ever for the turn of the one that is lost.
struct EndsWithPanic;

impl Drop for EndsWithPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            std::process::exit(i32::from(Status::Malformed.code()));
        }
    }
}
