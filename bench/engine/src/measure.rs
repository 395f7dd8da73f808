//! What is measured, and with what: processor time, and allocations.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use cpu_time::ProcessTime;
use entail_model::Value;

/// What a run knows at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// An answer of a model without objective.
    Satisfied,
    /// No answer exists.
    Unsatisfiable,
    /// The best value, proved.
    Optimal(Value),
    /// A value, when the time was over.
    Better(Value),
    /// Nothing, when the time was over.
    Nothing,
}

impl Found {
    /// Whether the question was answered within the time.
    pub fn finished(self) -> bool {
        !matches!(self, Found::Better(_) | Found::Nothing)
    }
}

/// One solver on one model.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// What it found.
    pub found: Found,
    /// Seconds of processor time from the model to the first answer (to the end where there is none).
    pub first: f64,
    /// Seconds of processor time from the model to the end.
    pub seconds: f64,
    /// Conflicts.
    pub conflicts: u64,
}

/// Processor time of this process.
pub struct Clock(ProcessTime);

impl Clock {
    pub fn start() -> Self {
        Self(ProcessTime::now())
    }

    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// Runs `work` with a flag that is set once it has used `seconds` of processor time.
pub fn within<T>(seconds: f64, work: impl FnOnce(Arc<AtomicBool>) -> T) -> T {
    let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let watch = std::thread::spawn({
        let (stop, done) = (stop.clone(), done.clone());
        let clock = Clock::start();
        move || {
            while !done.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(20));
                stop.fetch_or(clock.seconds() > seconds, Ordering::Relaxed);
            }
        }
    });
    let result = work(stop);
    done.store(true, Ordering::Relaxed);
    watch.thread().unpark();
    watch.join().expect("the watch does not panic");
    result
}

/// The system's allocator, counted. The count is a plain load and store, so that neither solver pays for it; an
/// allocation of the watch may get lost in it.
pub struct Counted;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

/// How many allocations there were.
pub fn allocations() -> u64 {
    ALLOCATIONS.load(Ordering::Relaxed)
}

fn count() {
    ALLOCATIONS.store(ALLOCATIONS.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(at, layout, size) }
    }
}
