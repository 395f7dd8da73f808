//! Many jobs on all cores, their output in the order of the jobs.
//!
//! ```text
//!  jobs ──▶ reader ──▶ queue ──▶ workers ──▶ a bounded channel for each job ──▶ this thread prints them in order
//! ```
//!
//! Everything between is bounded, so memory stays flat however many jobs there are and however much each prints. The
//! first job is done on this thread before any other starts: most runs have only one.

use std::io::{self, BufWriter, StdoutLock, Write};
use std::iter;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::thread;

use crate::progress::Progress;
use crate::report;
use crate::status::Status;

/// How many jobs are done at the same time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    /// As many as there are cores.
    Cores,
    /// So many, at least 1.
    Exactly(usize),
}

/// Where a job's output goes.
pub trait Output {
    /// To standard output.
    fn print(&mut self, text: &str) -> io::Result<()>;
    /// A blank line before what is printed next, unless nothing was printed yet, by this job or another.
    fn separate(&mut self) -> io::Result<()>;
    /// To standard error, lines with their ends.
    fn message(&mut self, text: &str);
}

/// How a job ended.
pub enum Ended {
    /// With this status; the next one may be done.
    Done(Status),
    /// With this status, and nothing comes after it.
    Last(Status),
}

/// Does the jobs, called `what` in the plural, and prints what they print; the worst status of them, as far as they were
/// done. `stop` is set when the rest is not wanted any more.
pub fn run<J: Send>(
    jobs: impl Iterator<Item = J> + Send,
    what: &'static str,
    threads: Threads,
    stop: &AtomicBool,
    work: impl Fn(J, &mut dyn Output) -> io::Result<Ended> + Sync,
) -> Status {
    let mut direct = Direct {
        out: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        printed: false,
        progress: Progress::start(what),
    };
    let mut jobs = jobs.fuse();
    let mut worst = Status::Answered;
    for job in jobs.by_ref().take(if threads == Threads::Exactly(1) { usize::MAX } else { 1 }) {
        let ended = work(job, &mut direct).and_then(|ended| direct.flush().map(|()| ended));
        if !note(ended, &mut worst) {
            return worst;
        }
        direct.progress.step();
    }
    if let Some(second) = jobs.next() {
        // Asking for the number of cores reads files, which a single job need not wait for.
        let threads = match threads {
            Threads::Cores => thread::available_parallelism().map_or(1, |cores| cores.get()),
            Threads::Exactly(threads) => threads,
        };
        side_by_side(iter::once(second).chain(jobs), threads, stop, &work, &mut direct, &mut worst);
        note(direct.flush().map(|()| Ended::Done(Status::Answered)), &mut worst);
    }
    worst
}

/// Notes how a job ended; whether the next one may follow.
fn note(ended: io::Result<Ended>, worst: &mut Status) -> bool {
    match ended {
        Ok(Ended::Done(status)) => {
            *worst = (*worst).max(status);
            true
        }
        Ok(Ended::Last(status)) => {
            *worst = (*worst).max(status);
            false
        }
        // Nobody reads any more: not our mistake, and nobody to tell.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => false,
        Err(error) => {
            report::message(&format!("cannot write: {error}"));
            *worst = Status::Malformed;
            false
        }
    }
}

/// What a worker hands to the printing thread.
enum Piece {
    Print(String),
    Separate,
    Message(String),
    Ended(io::Result<Ended>),
}

/// How many pieces of a job may wait to be printed.
const PIECES: usize = 64;

fn side_by_side<J: Send>(
    jobs: impl Iterator<Item = J> + Send,
    threads: usize,
    stop: &AtomicBool,
    work: &(impl Fn(J, &mut dyn Output) -> io::Result<Ended> + Sync),
    direct: &mut Direct,
    worst: &mut Status,
) {
    let (queue, queued) = mpsc::sync_channel::<(J, SyncSender<Piece>)>(threads);
    let (order, ordered) = mpsc::sync_channel::<Receiver<Piece>>(4 * threads);
    let queued = Mutex::new(queued);
    let next = || queued.lock().expect("no worker panics while it waits").recv();
    thread::scope(|scope| {
        scope.spawn(move || {
            for job in jobs {
                let (pieces, printed) = mpsc::sync_channel(PIECES);
                if order.send(printed).is_err() || queue.send((job, pieces)).is_err() {
                    break;
                }
            }
        });
        for _ in 0..threads {
            scope.spawn(|| {
                while let Ok((job, pieces)) = next() {
                    let ended = work(job, &mut Queued(&pieces));
                    let _ = pieces.send(Piece::Ended(ended));
                }
            });
        }
        for printed in ordered {
            direct.progress.step();
            if !note(print(&printed, direct), worst) {
                // The rest is not wanted. Workers see the flag; who waits for input would wait for ever.
                stop.store(true, Ordering::SeqCst);
                std::process::exit(i32::from(worst.code()));
            }
        }
    });
}

/// Prints what one job prints, as it comes.
fn print(printed: &Receiver<Piece>, direct: &mut Direct) -> io::Result<Ended> {
    loop {
        let piece = match printed.try_recv() {
            Ok(piece) => piece,
            Err(TryRecvError::Empty) => {
                // Nothing comes at the moment: what is there should be seen.
                direct.flush()?;
                printed.recv().map_err(|_| io::Error::other("a worker ended without a word"))?
            }
            Err(TryRecvError::Disconnected) => return Err(io::Error::other("a worker ended without a word")),
        };
        match piece {
            Piece::Print(text) => direct.print(&text)?,
            Piece::Separate => direct.separate()?,
            Piece::Message(text) => direct.message(&text),
            Piece::Ended(ended) => {
                let ended = ended?;
                if matches!(ended, Ended::Last(_)) {
                    direct.flush()?;
                }
                return Ok(ended);
            }
        }
    }
}

/// Output that goes where it belongs at once.
struct Direct {
    out: BufWriter<StdoutLock<'static>>,
    /// Whether something was printed.
    printed: bool,
    progress: Progress,
}

impl Direct {
    fn flush(&mut self) -> io::Result<()> {
        self.progress.aside(|| self.out.flush())
    }
}

impl Output for Direct {
    fn print(&mut self, text: &str) -> io::Result<()> {
        self.printed = true;
        self.out.write_all(text.as_bytes())
    }

    fn separate(&mut self) -> io::Result<()> {
        if self.printed { self.out.write_all(b"\n") } else { Ok(()) }
    }

    fn message(&mut self, text: &str) {
        // What was printed before it comes first, also where both go to one place. A failure shows at the next print.
        let _ = self.flush();
        self.progress.aside(|| report::raw(text));
    }
}

/// Output that waits for its turn.
struct Queued<'a>(&'a SyncSender<Piece>);

impl Output for Queued<'_> {
    fn print(&mut self, text: &str) -> io::Result<()> {
        self.0.send(Piece::Print(text.to_owned())).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn separate(&mut self) -> io::Result<()> {
        self.0.send(Piece::Separate).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn message(&mut self, text: &str) {
        // Without a listener there is nobody to tell.
        let _ = self.0.send(Piece::Message(text.to_owned()));
    }
}
