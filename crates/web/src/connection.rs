//! Connections: so many at once, and none that keeps the server waiting.
//!
//! A client must send the head of a request soon, its body within a time, and take what it is sent; otherwise its
//! connection ends. Between two requests a connection may rest as long as a head may take.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Sleep, sleep, timeout};

/// Connections at once; others wait to be accepted.
const CONNECTIONS: u32 = 2_000;
/// How long a client may take nothing of what it is sent.
const STALL: Duration = Duration::from_secs(20);
/// How long answers may take to be sent after the end.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves connections until `end`, then waits a little for those that are being answered. The head of a request may take as
/// long as `patience`.
pub async fn serve(listener: TcpListener, routes: Router, patience: Duration, end: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS as usize));
    let (ending, ended) = watch::channel(());
    let mut end = pin!(end);
    loop {
        let (place, stream) = tokio::select! {
            () = &mut end => break,
            accepted = accept(&listener, &places) => accepted,
        };
        let service = TowerToHyperService::new(routes.clone());
        let mut ended = ended.clone();
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(patience)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(Patient::new(stream)), service);
            let mut connection = pin!(connection);
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = ended.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(place);
        });
    }
    drop(listener);
    let _ = ending.send(());
    let _ = timeout(FAREWELL, places.acquire_many(CONNECTIONS)).await;
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (Option<tokio::sync::OwnedSemaphorePermit>, TcpStream) {
    let place = places.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let _ = stream.set_nodelay(true);
                return (place, stream);
            }
            // Most likely there are no more handles: some will be free soon.
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

/// A stream that ends when the other side takes nothing for too long.
struct Patient {
    stream: TcpStream,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(stream: TcpStream) -> Self {
        Self { stream, stalled: None }
    }

    /// What came of an attempt to write; an error where there were only such as this for too long.
    fn judged<T>(&mut self, context: &mut Context<'_>, attempt: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if attempt.is_ready() {
            self.stalled = None;
            return attempt;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(STALL)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judged(context, attempt)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judged(context, attempt)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
