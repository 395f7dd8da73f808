//! The page and its server: puzzles played, solved, made and watched in the browser, on this machine and offline.
//!
//! ```text
//!  connection ──▶ guard ──▶ routes ──▶ verbs, solve ──▶ work (threads, limits) ──▶ puzzles, flatzinc, picture
//! ```
//!
//! Nothing is read from or written to disk on request, and no request can take more than its share: bodies, boards,
//! answers, time, memory and the number of searches at once are bounded, each where it enters.

mod connection;
mod events;
mod fields;
mod guard;
mod kinds;
mod model;
mod page;
mod problem;
mod refusal;
mod routes;
mod solve;
mod verbs;
mod work;

use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

use crate::work::{QUICK_LANES, Work};

pub use work::memory_in_use;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 takes any that is free.
    pub port: u16,
    /// The longest that one request may search.
    pub time_limit: Duration,
    /// How many long searches run at once.
    pub solves: usize,
    /// The memory of the process above which searches are stopped, in bytes.
    pub memory: u64,
    /// How long a client may take to send the head of a request, and again its body.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 8420,
            time_limit: Duration::from_secs(60),
            solves: 4,
            memory: 2 << 30,
            patience: Duration::from_secs(10),
        }
    }
}

/// A server that listens and has not begun to answer.
pub struct Server {
    runtime: Runtime,
    listener: tokio::net::TcpListener,
    address: SocketAddr,
    work: Arc<Work>,
    options: Options,
    stop: Arc<Notify>,
}

/// Ends a server from another thread.
#[derive(Clone)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Ends it in good order: searches are stopped, and what is being sent is sent.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Listens.
    pub fn bind(options: &Options) -> io::Result<Self> {
        // Readers and searches descend by recursion as deep as they do on the main thread.
        let runtime = Builder::new_multi_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(QUICK_LANES + options.solves + 1)
            .thread_stack_size(8 << 20)
            .thread_name("entail-web")
            .build()?;
        let listener = TcpListener::bind((options.host, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let inside = runtime.enter();
        let listener = tokio::net::TcpListener::from_std(listener)?;
        drop(inside);
        let work = Arc::new(Work::new(options.solves, options.time_limit));
        Ok(Self { runtime, listener, address, work, options: options.clone(), stop: Arc::default() })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Answers until it is stopped.
    pub fn run(self) {
        let Self { runtime, listener, address, work, options, stop } = self;
        runtime.block_on(async {
            let watched = work.clone();
            tokio::spawn(async move { watched.watch_memory(options.memory).await });
            let routes = routes::router(work.clone(), address, options.patience);
            connection::serve(listener, routes, options.patience, async {
                stop.notified().await;
                work.end_all("the end of the server");
            })
            .await;
        });
        // A thread that does not look at its flag is left behind.
        runtime.shutdown_timeout(Duration::from_millis(500));
    }
}
