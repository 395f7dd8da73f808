//! Server-sent events: what a search finds, as it finds it, and a sign of life every second.
//!
//! The searching thread writes into a short channel and waits when the client reads slowly, but not beyond its limits. The
//! stream holds the job: a client that leaves drops the stream, and with it the search.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use entail_puzzles::search::How;
use hyper::body::Frame;
use serde_json::{Value, json};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Interval, MissedTickBehavior, interval_at};

use crate::work::Running;

/// Events that may wait for the client.
const WAITING: usize = 8;
/// The most that one stream sends.
const MOST_BYTES: usize = 64 << 20;
/// How often there is a sign of life.
const SIGN: Duration = Duration::from_secs(1);

/// Where a search tells what it found.
pub struct Teller {
    events: Sender<Bytes>,
    found: Arc<AtomicU64>,
    sent: usize,
}

/// The client is gone, a limit came while it read, or it was sent enough.
pub struct Enough;

impl Teller {
    /// So much has been found.
    pub fn found(&self, found: u64) {
        self.found.store(found, Ordering::Relaxed);
    }

    /// Sends an event, and waits for a slow client within the limits of the search.
    pub fn tell(&mut self, event: &str, data: &Value, how: &How) -> Result<(), Enough> {
        let mut bytes = written(event, data);
        self.sent += bytes.len();
        if self.sent > MOST_BYTES {
            return Err(Enough);
        }
        loop {
            match self.events.try_send(bytes) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(Enough),
                Err(TrySendError::Full(_)) if how.stopped().is_some() => return Err(Enough),
                Err(TrySendError::Full(back)) => bytes = back,
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Sends the last event, which a client gets however late it is.
    pub fn end(self, data: &Value) {
        let _ = self.events.blocking_send(written("end", data));
    }
}

fn written(event: &str, data: &Value) -> Bytes {
    format!("event: {event}\ndata: {data}\n\n").into()
}

/// Both ends of a stream of events.
pub fn stream() -> (Teller, Listener) {
    let (events, receiver) = channel(WAITING);
    let found = Arc::new(AtomicU64::new(0));
    (Teller { events, found: found.clone(), sent: 0 }, Listener { receiver, found })
}

/// What the client will read.
pub struct Listener {
    receiver: Receiver<Bytes>,
    found: Arc<AtomicU64>,
}

impl Listener {
    /// The answer to a request whose work is this.
    pub fn response<T: Send + 'static>(self, running: Running<T>) -> Response {
        let started = Instant::now();
        let mut signs = interval_at((started + SIGN).into(), SIGN);
        signs.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let Self { receiver, found } = self;
        let body = Body::new(Events { receiver, found, signs, started, _running: running });
        ([(header::CONTENT_TYPE, "text/event-stream")], body).into_response()
    }
}

/// The body of the answer.
struct Events<T> {
    receiver: Receiver<Bytes>,
    found: Arc<AtomicU64>,
    signs: Interval,
    started: Instant,
    _running: Running<T>,
}

impl<T> hyper::body::Body for Events<T> {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Poll::Ready(event) = self.receiver.poll_recv(context) {
            return Poll::Ready(event.map(|event| Ok(Frame::data(event))));
        }
        ready!(self.signs.poll_tick(context));
        let seconds = self.started.elapsed().as_secs_f64();
        let sign = json!({ "seconds": seconds, "found": self.found.load(Ordering::Relaxed) });
        Poll::Ready(Some(Ok(Frame::data(written("progress", &sign)))))
    }
}
