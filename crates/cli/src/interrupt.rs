//! Ctrl-C. While a search runs it is asked to stop and the command ends in good order; while the command waits for
//! input nothing can be asked, and the process ends at once: all earlier output has been flushed by then.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::report;
use crate::status::Status;

/// Whether Ctrl-C was pressed, and whether the command is waiting for input.
#[derive(Clone, Default)]
pub struct Interrupt {
    /// What a search looks at.
    pub stop: Arc<AtomicBool>,
    reading: Arc<AtomicBool>,
}

impl Interrupt {
    /// Takes over Ctrl-C. A second one ends the process whatever it does.
    pub fn install() -> Self {
        let interrupt = Self::default();
        let seen = interrupt.clone();
        let installed = ctrlc::set_handler(move || {
            let again = seen.stop.swap(true, Ordering::SeqCst);
            if again || seen.reading.load(Ordering::SeqCst) {
                end_now();
            }
        });
        if let Err(error) = installed {
            report::message(&format!("Ctrl-C will not stop in good order: {error}"));
        }
        interrupt
    }

    /// Whether Ctrl-C was pressed.
    pub fn seen(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// The input, watched for waiting.
    pub fn watch<R: Read>(&self, input: R) -> Watched<R> {
        Watched { input, interrupt: self.clone() }
    }
}

fn end_now() -> ! {
    report::message("stopped by Ctrl-C; the rest of the input was not read");
    std::process::exit(i32::from(Status::Stopped.code()))
}

/// An input that tells the handler of Ctrl-C when it waits.
pub struct Watched<R> {
    input: R,
    interrupt: Interrupt,
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The handler first notes the key and then looks here; this way round one of the two always sees the other.
        self.interrupt.reading.store(true, Ordering::SeqCst);
        if self.interrupt.seen() {
            end_now();
        }
        let read = self.input.read(buffer);
        self.interrupt.reading.store(false, Ordering::SeqCst);
        read
    }
}
