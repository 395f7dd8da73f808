//! A load run on loopback, bounded in count and time: many connections at once, hostile ones among them, and every good
//! request must be answered right. `cargo xtask load` runs it and shows what it prints.

#[path = "../../web/tests/server/client.rs"]
mod client;

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use client::{Answer, Client};

/// Connections at once.
const CONNECTIONS: usize = 1_000;
/// How many of them are hostile.
const HOSTILE: usize = 200;
/// Requests of each good connection.
const REQUESTS: usize = 20;
/// Nothing new is begun after this long.
const AT_MOST: Duration = Duration::from_secs(240);

const KAKURO: &str = include_str!("../../../examples/kakuro-20.txt");
const SUDOKU: &str = include_str!("../../../examples/sudoku.txt");
const PROGRAM: &str = include_str!("../../../examples/tasks.fzn");

/// What everybody counts.
#[derive(Default)]
struct Tally {
    good: AtomicU64,
    failed: AtomicU64,
    hostile: AtomicU64,
    over: AtomicBool,
    /// How long each good request took.
    times: Mutex<Vec<Duration>>,
    failures: Mutex<Vec<String>>,
}

/// A good request, and what its answer must contain.
fn good(nth: usize) -> (&'static str, serde_json::Value, &'static str) {
    use serde_json::json;
    match nth % 8 {
        0 => ("/api/solve", json!({ "kind": "kakuro", "text": KAKURO, "want": "unique" }), "\"unique\":true"),
        1 => ("/api/solve", json!({ "kind": "sudoku", "text": SUDOKU }), "\"status\":\"answered\""),
        2 => ("/api/parse", json!({ "kind": "kakuro", "text": KAKURO }), "\"share\":\"https://puzz.link/p?kakuro/"),
        3 => ("/api/check", json!({ "kind": "queens", "text": "4", "answer": "[2, 4, 1, 3]" }), "\"right\""),
        4 => ("/api/convert", json!({ "kind": "sudoku", "text": SUDOKU, "to": "puzzlink" }), "https://puzz.link"),
        5 => ("/api/solve", json!({ "kind": "model", "text": PROGRAM }), "\"objective\":8"),
        6 => ("/api/generate", json!({ "kind": "sudoku", "settings": { "size": "4" }, "seed": nth }), "\"difficulty\""),
        _ => ("/api/draw", json!({ "kind": "queens", "text": "8" }), "<svg"),
    }
}

/// Asks good questions on one connection; a connection that was closed between two of them is made again.
fn ask(address: SocketAddr, first: usize, tally: &Tally) {
    let mut client = None;
    for nth in (first..).take(REQUESTS).take_while(|_| !tally.over.load(Relaxed)) {
        let (path, request, expected) = good(nth);
        let begun = Instant::now();
        let mut answer = posted(&mut client, address, path, &request.to_string());
        if answer.is_err() && begun.elapsed() < Duration::from_secs(1) {
            client = None;
            answer = posted(&mut client, address, path, &request.to_string());
        }
        tally.good.fetch_add(1, Relaxed);
        tally.times.lock().unwrap().push(begun.elapsed());
        let failure = match answer {
            Ok(answer) if answer.status == 200 && answer.text().contains(expected) && is_whole(path, &answer) => {
                continue;
            }
            Ok(answer) => format!("{path}: {} {:.200}", answer.status, answer.text()),
            Err(error) => format!("{path}: {error}"),
        };
        client = None;
        tally.failed.fetch_add(1, Relaxed);
        tally.failures.lock().unwrap().push(failure);
    }
}

/// A stream of events has its last one.
fn is_whole(path: &str, answer: &Answer) -> bool {
    path != "/api/solve" || answer.events().last().is_some_and(|(name, _)| name == "end")
}

fn posted(client: &mut Option<Client>, address: SocketAddr, path: &str, body: &str) -> io::Result<Answer> {
    let client = match client {
        Some(client) => client,
        none => none.insert(Client::connect(address)?),
    };
    client.post(path, body)
}

/// Does something that no good client does, again and again.
fn disturb(address: SocketAddr, nth: usize, tally: &Tally) {
    while !tally.over.load(Relaxed) {
        // Whatever comes of it is right, as long as the others are served.
        let _ = disturb_once(address, nth);
        tally.hostile.fetch_add(1, Relaxed);
    }
}

fn disturb_once(address: SocketAddr, nth: usize) -> io::Result<()> {
    let mut client = Client::connect(address)?;
    let endless = r#"{"kind": "queens", "text": "40", "want": "count", "engine": "learning"}"#;
    match nth % 8 {
        // Silent, and silent in the middle.
        0 => drop(client.answer()?),
        1 => {
            client.raw(b"POST /api/solve HTTP/1.1\r\nHost: ")?;
            client.answer()?;
        }
        2 => {
            client.raw(format!("POST /api/parse HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n{{").as_bytes())?;
            client.answer()?;
        }
        // Too much, and nothing sensible.
        3 => drop(client.post("/api/parse", &"x".repeat(5 << 20))?),
        4 => drop(client.post("/api/solve", &"[".repeat(100_000))?),
        5 => {
            client.raw(format!("GET /{} HTTP/9\r\n\r\n\0\0\0", "%".repeat(100_000)).as_bytes())?;
            client.answer()?;
        }
        // A search without end that nobody waits for, and one that somebody does.
        6 => {
            client.send("/api/solve", endless)?;
            client.head()?;
        }
        _ => drop(client.post("/api/solve", endless)?),
    }
    Ok(())
}

struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A line of the system's account of a process, in megabytes; known on Linux.
fn memory(process: u32, line: &str) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kilobytes = status.lines().find_map(|known| known.strip_prefix(line))?;
    kilobytes.trim().split(' ').next()?.parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}

fn spawned(work: impl FnOnce() + Send + 'static) -> JoinHandle<()> {
    Builder::new().stack_size(256 << 10).spawn(work).expect("a thread")
}

#[test]
#[ignore = "a load run of minutes: cargo xtask load"]
fn a_thousand_connections_are_served_with_hostile_ones_among_them() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_entail"));
    let mut server = Served(command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address: SocketAddr = line["entail: http://".len()..].split('/').next().unwrap().parse().unwrap();
    let process = server.0.id();
    let shown = |when: &str| match (memory(process, "VmRSS:"), memory(process, "VmHWM:")) {
        (Some(now), Some(peak)) => println!("memory {when}: {now:.0} MB, at most {peak:.0} MB so far"),
        _ => println!("memory {when}: this system does not say"),
    };
    shown("at the start");
    let tally = Arc::new(Tally::default());
    let begun = Instant::now();
    let disturbing: Vec<_> = (0..HOSTILE)
        .map(|nth| {
            let tally = tally.clone();
            spawned(move || disturb(address, nth, &tally))
        })
        .collect();
    let asking: Vec<_> = (0..CONNECTIONS - HOSTILE)
        .map(|nth| {
            let tally = tally.clone();
            spawned(move || ask(address, nth, &tally))
        })
        .collect();
    let all = ((CONNECTIONS - HOSTILE) * REQUESTS) as u64;
    for (part, when) in [(1, "after a quarter"), (2, "in the middle"), (3, "after three quarters"), (4, "at the end")] {
        while tally.good.load(Relaxed) < all * part / 4 && begun.elapsed() < AT_MOST {
            std::thread::sleep(Duration::from_millis(50));
        }
        shown(when);
    }
    tally.over.store(true, Relaxed);
    asking.into_iter().for_each(|thread| thread.join().unwrap());
    let elapsed = begun.elapsed();
    let mut client = Client::connect(address).unwrap();
    assert_eq!(client.get("/api/kinds").unwrap().status, 200);
    drop(server);
    disturbing.into_iter().for_each(|thread| thread.join().unwrap());

    let mut times = std::mem::take(&mut *tally.times.lock().unwrap());
    times.sort_unstable();
    let (good, failed) = (tally.good.load(Relaxed), tally.failed.load(Relaxed));
    println!(
        "{CONNECTIONS} connections for {:.0} s: {good} good requests, {failed} failed, {:.0} a second; {} hostile ones",
        elapsed.as_secs_f64(),
        good as f64 / elapsed.as_secs_f64(),
        tally.hostile.load(Relaxed)
    );
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64();
    println!(
        "a good request took {:.2} s in the middle, {:.2} s at most for 99 of 100, {:.2} s at most",
        at(50),
        at(99),
        at(100)
    );
    assert_eq!(failed, 0, "{:#?}", tally.failures.lock().unwrap().iter().take(10).collect::<Vec<_>>());
}
