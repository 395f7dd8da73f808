//! Work for requests: on threads of its own, so much at once, and stopped when nobody waits for it any more.
//!
//! ```text
//!  request ──▶ queue ──▶ quick lane ──half a second──▶ long lane, if there is room; else it is stopped
//! ```
//!
//! Whoever asks something short is served even while all long searches are taken. Memory is looked at from outside: above
//! the limit whatever runs is asked to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use entail_puzzles::search::How;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::refusal::Refusal;

/// How many short jobs run at once.
pub const QUICK_LANES: usize = 8;
/// How many may wait for that.
const QUEUE: usize = 2_000;
/// What is longer than this is long.
const SHORT: Duration = Duration::from_millis(500);
/// How often memory is looked at.
const LOOK: Duration = Duration::from_millis(100);

/// The lanes, and what runs in them.
pub struct Work {
    queue: Arc<Semaphore>,
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    running: Mutex<Vec<Weak<Job>>>,
    /// The longest that anything may take.
    pub time_limit: Duration,
}

/// One piece of work, as those see it who may stop it.
#[derive(Default)]
pub struct Job {
    stop: Arc<AtomicBool>,
    why: OnceLock<&'static str>,
}

impl Job {
    /// Asks the job to stop; what is told to the client is the first reason.
    fn end(&self, why: &'static str) {
        let _ = self.why.set(why);
        self.stop.store(true, Ordering::SeqCst);
    }

    /// What a search looks at.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Why it was asked to stop, if it was.
    pub fn why(&self) -> Option<&'static str> {
        self.why.get().copied()
    }

    /// Limits for a search that starts now.
    pub fn how(&self, seed: u64, time: Duration) -> How {
        How { seed, wanted: 1, deadline: Some(Instant::now() + time), stop: self.stop(), ..How::default() }
    }
}

/// A job that runs until it is through or this is dropped.
pub struct Running<T> {
    job: Arc<Job>,
    result: JoinHandle<Result<T, Refusal>>,
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.job.end("nobody waits for it any more");
    }
}

impl<T> Running<T> {
    /// What comes out of it.
    pub async fn result(mut self) -> Result<T, Refusal> {
        (&mut self.result).await.unwrap_or_else(|_| Err(Refusal::bug()))
    }
}

impl Work {
    /// So many long jobs at once, each for so long.
    pub fn new(long: usize, time_limit: Duration) -> Self {
        Self {
            queue: Arc::new(Semaphore::new(QUEUE)),
            quick: Arc::new(Semaphore::new(QUICK_LANES)),
            long: Arc::new(Semaphore::new(long)),
            running: Mutex::default(),
            time_limit,
        }
    }

    /// Does something that blocks, once there is a lane for it.
    pub async fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Job) -> T + Send + 'static,
    ) -> Result<Running<T>, Refusal> {
        let queued = self.queue.try_acquire().map_err(|_| Refusal::busy())?;
        let quick = self.quick.clone().acquire_owned().await.map_err(|_| Refusal::busy())?;
        drop(queued);
        let job = Arc::new(Job::default());
        self.enter(&job);
        let long = self.long.clone();
        let supervised = job.clone();
        // A task of its own: a lane is free when its thread is, also where the client has left.
        let result = tokio::spawn(async move {
            let working = supervised.clone();
            let mut done = spawn_blocking(move || work(&working));
            let result = tokio::select! {
                result = &mut done => result,
                () = sleep(SHORT) => match long.try_acquire() {
                    Ok(_lane) => {
                        drop(quick);
                        done.await
                    }
                    Err(_) => {
                        supervised.end("all long searches are taken; try again later");
                        done.await
                    }
                },
            };
            result.map_err(|_| Refusal::bug())
        });
        Ok(Running { job, result })
    }

    /// Like [`Work::start`], to the end.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Job) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        self.start(work).await?.result().await?
    }

    fn enter(&self, job: &Arc<Job>) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|job| job.strong_count() > 0);
        running.push(Arc::downgrade(job));
    }

    /// Asks everything that runs to stop.
    pub fn end_all(&self, why: &'static str) {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.iter().filter_map(Weak::upgrade).for_each(|job| job.end(why));
    }

    /// Watches memory for ever, where the system says how much is in use.
    pub async fn watch_memory(&self, most: u64) {
        let mut ticks = interval(LOOK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while let Some(used) = memory_in_use() {
            if used > most {
                self.end_all("the limit of memory");
            }
            ticks.tick().await;
        }
    }
}

/// Bytes of memory of this process; known on Linux.
pub fn memory_in_use() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    kilobytes.trim().split(' ').next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn beyond_the_queue_work_is_refused_and_what_waits_is_done() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_time().build().unwrap();
        let work = Arc::new(Work::new(QUICK_LANES, Duration::from_secs(60)));
        let (go, wait) = mpsc::channel::<()>();
        let wait = Arc::new(Mutex::new(wait));
        runtime.block_on(async {
            let mut jobs = Vec::new();
            // One more than there are lanes of both sorts and places in the queue.
            for _ in 0..=QUEUE + 2 * QUICK_LANES {
                let (work, wait) = (work.clone(), wait.clone());
                jobs.push(tokio::spawn(
                    async move { work.run(move |_| Ok(wait.lock().unwrap().recv().is_err())).await },
                ));
            }
            // None of them is done before it is let go, so whoever has ended was refused.
            while !jobs.iter().any(JoinHandle::is_finished) {
                sleep(Duration::from_millis(1)).await;
            }
            drop(go);
            let mut done = 0;
            for job in jobs {
                done += usize::from(job.await.unwrap().is_ok_and(|ended| ended));
            }
            assert!(done >= QUEUE, "{done}");
        });
    }
}
