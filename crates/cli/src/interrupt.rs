//! Ctrl-C. While a search runs it is asked to stop and the command ends in good order; while the command waits for
//! input nothing can be asked, and the process ends as soon as all earlier output is shown.
//!
//! A search looks at a flag that the signal sets. Only where input may be waited for is there a thread that waits for the
//! signal too: a short run on a file does without one.

use std::ffi::c_int;
use std::fmt::Display;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use signal_hook::consts::signal;
use signal_hook::flag;

use crate::report;
use crate::status::Status;

/// What asks the command to stop.
const SIGNALS: &[c_int] = &[
    signal::SIGINT,
    signal::SIGTERM,
    #[cfg(unix)]
    signal::SIGHUP,
];

/// Whether Ctrl-C was pressed, and whether the command is waiting for input.
#[derive(Clone, Default)]
pub struct Interrupt {
    /// What a search looks at.
    pub stop: Arc<AtomicBool>,
    reading: Arc<AtomicBool>,
    /// Whether there is a thread for the time of waiting.
    watched: Arc<OnceLock<()>>,
    /// Called before waiting for input.
    show: Arc<Mutex<Option<Show>>>,
}

/// Shows what was printed so far.
type Show = Box<dyn Fn() + Send>;

/// Whoever reads our output has this long to take what was printed before Ctrl-C.
const LAST_WORDS: Duration = Duration::from_millis(200);

impl Interrupt {
    /// Takes over Ctrl-C. A second one ends the process whatever it does.
    pub fn install() -> Self {
        let interrupt = Self::default();
        report_failure(interrupt.note_signals());
        interrupt
    }

    fn note_signals(&self) -> io::Result<()> {
        for &signal in SIGNALS {
            // In this order: what the first signal sets is seen by the second.
            flag::register_conditional_shutdown(signal, i32::from(Status::Stopped.code()), self.stop.clone())?;
            flag::register(signal, self.stop.clone())?;
        }
        Ok(())
    }

    /// Ends the process at a signal while it waits for input.
    fn watch_waiting(&self) {
        let seen = self.clone();
        let handler = move || {
            let again = seen.stop.swap(true, Ordering::SeqCst);
            if again || seen.reading.load(Ordering::SeqCst) {
                seen.end_now();
            }
        };
        self.watched.get_or_init(|| report_failure(ctrlc::set_handler(handler)));
    }

    /// Whether Ctrl-C was pressed.
    pub fn seen(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Whether the command waits for input.
    pub fn waits(&self) -> bool {
        self.reading.load(Ordering::SeqCst)
    }

    /// Calls this from now on before the command waits for input, and before it ends while it waits.
    pub fn before_waiting(&self, show: impl Fn() + Send + 'static) {
        *self.show.lock().expect("nobody panics with it") = Some(Box::new(show));
    }

    fn show(&self) {
        if let Some(show) = &*self.show.lock().expect("nobody panics with it") {
            show();
        }
    }

    fn end_now(&self) -> ! {
        // Somebody may be printing to a reader who does not read: nobody waits for that for ever.
        let (shown, waits) = mpsc::channel();
        let interrupt = self.clone();
        thread::spawn(move || {
            interrupt.show();
            shown.send(())
        });
        let _ = waits.recv_timeout(LAST_WORDS);
        report::message("stopped by Ctrl-C; the rest of the input was not read");
        std::process::exit(i32::from(Status::Stopped.code()))
    }

    /// The input, watched for waiting if it may have to be waited for.
    pub fn watch<R: Read>(&self, input: R, may_wait: bool) -> Watched<R> {
        if may_wait {
            self.watch_waiting();
        }
        Watched { input, interrupt: self.clone() }
    }
}

fn report_failure(installed: Result<(), impl Display>) {
    if let Err(error) = installed {
        report::message(&format!("Ctrl-C will not stop in good order: {error}"));
    }
}

/// An input that tells the handler of Ctrl-C when it waits.
pub struct Watched<R> {
    input: R,
    interrupt: Interrupt,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The handler first notes the key and then looks here; this way round one of the two always sees the other.
        // The same goes for whoever prints: either it is shown here, or it is seen there that somebody waits.
        self.interrupt.reading.store(true, Ordering::SeqCst);
        self.interrupt.show();
        if self.interrupt.seen() {
            self.interrupt.end_now();
        }
        let read = self.input.read(buffer);
        self.interrupt.reading.store(false, Ordering::SeqCst);
        read
    }
}
