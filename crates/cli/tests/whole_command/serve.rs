//! `entail serve` as a process: its answers are those of `entail solve`, and a signal ends it in good order.

#[path = "../../../web/tests/server/client.rs"]
mod client;

use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, ChildStdout, Command};

use client::Client;

use crate::command::{entail, start};
use crate::run::entail_on;

/// A server that a test has started.
struct Served {
    child: Child,
    out: BufReader<ChildStdout>,
    address: SocketAddr,
}

impl Served {
    fn start() -> Self {
        let mut child = start(&["serve", "--port", "0"]).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.strip_prefix("entail: http://").and_then(|rest| rest.split_once('/')).expect("an address").0;
        Self { address: address.parse().unwrap(), child, out }
    }

    /// Sends a signal and waits for the end: the status, and what was printed after the address.
    fn end(mut self, signal: &str) -> (Option<i32>, String) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let mut rest = String::new();
        self.out.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_answers_of_every_kind_are_those_of_solve() {
    let served = Served::start();
    let mut client = Client::connect(served.address).unwrap();
    let kinds: serde_json::Value = serde_json::from_slice(&client.get("/api/kinds").unwrap().body).unwrap();
    for kind in kinds["kinds"].as_array().unwrap() {
        let (name, text) = (kind["name"].as_str().unwrap(), kind["sample"].as_str().unwrap());
        let mut arguments = vec!["solve".to_owned(), name.to_owned()];
        for (flag, value) in kind["sample_settings"].as_object().unwrap() {
            arguments.push(format!("--{flag}"));
            arguments.extend(value.as_str().map(str::to_owned));
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let printed = entail_on(&arguments, text.as_bytes()).out;
        let problem = serde_json::json!({ "kind": name, "text": text, "settings": kind["sample_settings"] });
        let answer = client.post("/api/solve", &problem.to_string()).unwrap();
        assert_eq!(answer.status, 200, "{name}: {}", answer.text());
        let answers = answer.events().into_iter().filter(|(event, _)| event == "answer" || event == "better");
        let texts: Vec<String> = answers
            .map(|(_, data)| {
                serde_json::from_str::<serde_json::Value>(&data).unwrap()["text"].as_str().unwrap().to_owned()
            })
            .collect();
        assert!(!texts.is_empty(), "{name}");
        if name == "model" {
            assert_eq!(texts.join("----------\n") + "----------\n==========\n", printed);
        } else {
            // The command goes on with the next case.
            assert!(printed.starts_with(&texts[0]), "{name}: {printed}");
        }
    }
}

#[test]
fn a_signal_ends_the_server_with_status_0_even_while_it_searches() {
    for signal in ["-INT", "-TERM"] {
        let served = Served::start();
        let mut client = Client::connect(served.address).unwrap();
        client
            .send("/api/solve", r#"{"kind": "queens", "text": "40", "want": "count", "engine": "learning"}"#)
            .unwrap();
        assert_eq!(client.head().unwrap().0, 200);
        assert_eq!(served.end(signal), (Some(0), String::new()), "{signal}");
    }
}

#[test]
fn a_port_that_is_taken_is_wrong_usage() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let ran = entail(&["serve", "--port", &taken.local_addr().unwrap().port().to_string()]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("cannot listen on 127.0.0.1"), "{}", ran.err);
    for wrong in [&["--port", "65536"][..], &["--host", "example.org"], &["--solves", "0"], &["--time-limit", "10"]] {
        assert_eq!(entail(&[&["serve"], wrong].concat()).status, 2, "{wrong:?}");
    }
}
