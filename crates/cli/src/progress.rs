//! Progress of long work: a line on standard error from the second second on, when somebody looks at it.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows how far the work has come.
pub struct Progress(Option<Shown>);

struct Shown {
    bar: ProgressBar,
    done: Arc<AtomicU64>,
}

impl Progress {
    /// Starts to watch the work on things of this name, in the plural. Without a terminal nothing is ever shown.
    pub fn start(what: &'static str) -> Self {
        if !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}, {elapsed}").expect("the template is ours"));
        let done = Arc::new(AtomicU64::new(0));
        let (shown, number) = (bar.clone(), done.clone());
        thread::spawn(move || {
            thread::sleep(Duration::from_secs(1));
            shown.set_draw_target(ProgressDrawTarget::stderr());
            while !shown.is_finished() {
                shown.set_message(format!("{what} done: {}", number.load(Ordering::Relaxed)));
                shown.tick();
                thread::sleep(Duration::from_millis(100));
            }
        });
        Self(Some(Shown { bar, done }))
    }

    /// One more is done.
    pub fn step(&self) {
        if let Some(shown) = &self.0 {
            shown.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Writes to the terminal while the line is out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.0 {
            Some(shown) => shown.bar.suspend(write),
            None => write(),
        }
    }

    /// Shows nothing any more.
    pub fn end(&self) {
        if let Some(shown) = &self.0 {
            shown.bar.finish_and_clear();
        }
    }
}
