//! The server over real connections: what it answers, what it refuses, and what it survives.

mod answers;
mod bad_input;
mod client;
mod limits;

use std::net::SocketAddr;
use std::thread::JoinHandle;

use entail_web::{Options, Server, Stopper};
use serde_json::{Value, json};

use client::{Answer, Client};

/// A server of its own for a test, on any free port.
struct Served {
    address: SocketAddr,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    fn start() -> Self {
        Self::with(Options::default())
    }

    fn with(options: Options) -> Self {
        let server = Server::bind(&Options { port: 0, ..options }).expect("a free port");
        let (address, stopper) = (server.address(), server.stopper());
        let thread = Some(std::thread::spawn(move || server.run()));
        Self { address, stopper, thread }
    }

    fn client(&self) -> Client {
        Client::connect(self.address).expect("the server listens")
    }

    fn get(&self, path: &str) -> Answer {
        self.client().get(path).expect("an answer")
    }

    fn post(&self, path: &str, request: &Value) -> Answer {
        self.client().post(path, &request.to_string()).expect("an answer")
    }

    /// The JSON of an answer that must be good.
    fn ask(&self, path: &str, request: &Value) -> Value {
        let answer = self.post(path, request);
        assert_eq!(answer.status, 200, "{path} {request}: {}", answer.text());
        serde_json::from_slice(&answer.body).expect("JSON")
    }

    /// The events of a search: their names and data.
    fn solve(&self, request: &Value) -> Vec<(String, Value)> {
        let answer = self.post("/api/solve", request);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("text/event-stream")),
            "{}",
            answer.text()
        );
        let data = |data: String| serde_json::from_str(&data).expect("JSON");
        answer.events().into_iter().map(|(name, text)| (name, data(text))).collect()
    }

    /// The message of a request that must be refused.
    fn refused(&self, path: &str, request: &Value, status: u16) -> Value {
        let answer = self.post(path, request);
        assert_eq!(answer.status, status, "{path} {request}: {}", answer.text());
        let body: Value = serde_json::from_slice(&answer.body).expect("JSON");
        assert!(body["error"]["message"].is_string(), "{body}");
        body["error"].clone()
    }

    /// That a short request is answered as ever.
    fn is_well(&self) {
        let events = self.solve(&json!({ "kind": "cryptarithm", "text": "SEND + MORE = MONEY" }));
        assert_eq!(events[0].1["values"]["letters"]["M"], 1);
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.stopper.stop();
        self.thread.take().map(JoinHandle::join);
    }
}
