//! What would take too much: it is refused or stopped at a limit, and others are served meanwhile.

use std::io::ErrorKind;
use std::time::Duration;

use entail_web::Options;
use serde_json::{Value, json};

use crate::Served;

/// Nobody will ever know how many ways there are.
fn endless(time: f64) -> Value {
    json!({ "kind": "queens", "text": "40", "want": "count", "engine": "learning", "time": time })
}

fn end(events: &[(String, Value)]) -> &Value {
    let (name, data) = events.last().expect("an event");
    assert_eq!(name, "end");
    data
}

#[test]
fn a_body_of_100_megabytes_is_refused() {
    let served = Served::start();
    let huge = format!("{{\"text\": \"{}\"}}", "x".repeat(100 << 20));
    let answer = served.client().post("/api/parse", &huge).unwrap();
    assert_eq!(answer.status, 413);
    // The same without a length.
    let mut client = served.client();
    let head = "POST /api/parse HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n";
    client.raw(format!("{head}Host: {}\r\n\r\n", served.address).as_bytes()).unwrap();
    let piece = format!("{:x}\r\n{}\r\n", 1 << 20, "x".repeat(1 << 20));
    for _ in 0..100 {
        client.raw(piece.as_bytes()).unwrap();
    }
    client.raw(b"0\r\n\r\n").unwrap();
    assert_eq!(client.answer().unwrap().status, 413);
    served.is_well();
}

#[test]
fn a_body_of_4_megabytes_is_read() {
    let served = Served::start();
    let text = format!("4{}", " ".repeat((4 << 20) - 100));
    assert_eq!(served.ask("/api/parse", &json!({ "kind": "queens", "text": text }))["cases"], 1);
}

#[test]
fn slow_clients_are_sent_away() {
    let served = Served::with(Options { patience: Duration::from_millis(200), ..Options::default() });
    let head = format!("POST /api/parse HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", served.address);
    let mut in_the_body = served.client();
    in_the_body.raw(format!("{head}Content-Length: 100\r\n\r\n{{").as_bytes()).unwrap();
    let mut in_the_head = served.client();
    in_the_head.raw(head.as_bytes()).unwrap();
    let mut silent = served.client();
    assert_eq!(in_the_body.answer().unwrap().status, 408);
    for client in [&mut in_the_head, &mut silent] {
        match client.answer() {
            Ok(answer) => assert_eq!(answer.status, 408),
            Err(error) => assert!([ErrorKind::UnexpectedEof, ErrorKind::ConnectionReset].contains(&error.kind())),
        }
    }
    served.is_well();
}

#[test]
fn hundreds_of_silent_connections_do_not_keep_others_out() {
    let served = Served::start();
    let mut clients: Vec<_> = (0..400).map(|_| served.client()).collect();
    for client in &mut clients[..200] {
        client.raw(b"POST /api/solve HTTP/1.1\r\nHost: ").unwrap();
    }
    served.is_well();
    drop(clients);
    served.is_well();
}

#[test]
fn a_search_without_end_stops_at_its_limit() {
    let served = Served::with(Options { time_limit: Duration::from_millis(300), ..Options::default() });
    // More than the server allows is what the server allows.
    let events = served.solve(&endless(3600.0));
    assert_eq!((&end(&events)["status"], &end(&events)["complete"]), (&json!("stopped"), &json!(false)));
    assert!(end(&events)["message"].as_str().unwrap().contains("time limit"), "{}", end(&events));
    let events = served.solve(&json!({ "kind": "queens", "text": "27", "want": "count" }));
    assert_eq!(end(&events)["status"], "stopped");
    served.is_well();
}

#[test]
fn there_is_a_sign_of_life_every_second() {
    let served = Served::start();
    let events = served.solve(&endless(2.5));
    let progress: Vec<&Value> = events.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    assert!(!progress.is_empty() && progress.iter().all(|data| data["seconds"].is_f64() && data["found"].is_u64()));
    assert!(progress.is_sorted_by_key(|data| data["found"].as_u64()));
}

#[test]
fn a_client_that_leaves_stops_its_search_and_others_get_its_place() {
    let served = Served::with(Options { solves: 1, ..Options::default() });
    let mut first = served.client();
    first.send("/api/solve", &endless(60.0).to_string()).unwrap();
    first.head().unwrap();
    // A sign of life comes after a second: by then the search has the only place for long ones.
    assert!(first.chunk().unwrap().is_some());
    let refused = served.solve(&endless(5.0));
    assert!(end(&refused)["message"].as_str().unwrap().contains("all long searches are taken"), "{refused:?}");
    served.is_well();
    drop(first);
    let by_time =
        (0..20).any(|_| end(&served.solve(&endless(1.0)))["message"].as_str().unwrap().contains("time limit"));
    assert!(by_time, "the place is still taken");
}

#[test]
fn a_client_that_does_not_read_holds_nobody_up() {
    let served = Served::start();
    let mut deaf = served.client();
    let many = json!({ "kind": "queens", "text": "30", "want": "all", "limit": 1000, "time": 1 });
    deaf.send("/api/solve", &many.to_string()).unwrap();
    served.is_well();
    let answer = deaf.answer().unwrap();
    let (last, _) = answer.events().pop().unwrap();
    assert_eq!(last, "end");
}

#[test]
fn what_is_too_large_is_refused_before_anything_is_built() {
    let served = Served::start();
    let solve = |kind: &str, text: &str, settings: Value| {
        served.refused("/api/solve", &json!({ "kind": kind, "text": text, "settings": settings }), 422)
    };
    solve("queens", "1000000", json!({}));
    solve("layout", "1x1", json!({ "board": "100000x100000" }));
    solve("wordsearch", "WORD", json!({ "grid": "4000000000x4000000000" }));
    solve("coloring", "p edge 1000000 0\n", json!({}));
    let rows = format!("{}\n", "0 ".repeat(300)).repeat(300);
    solve("kakuro", &format!("1\n300\n{rows}0\n"), json!({}));
    served.refused("/api/generate", &json!({ "kind": "kakuro", "settings": { "size": "1000x1000" } }), 422);
    served.refused(
        "/api/generate",
        &json!({ "kind": "wordsearch", "settings": { "grid": "999x999" }, "words": "A" }),
        422,
    );
    served.is_well();
}

#[test]
fn a_short_program_that_stands_for_a_huge_one_is_refused() {
    let served = Served::start();
    let array = vec!["1"; 50_000].join(",");
    let constraints = "constraint array_int_element(x,a,y);\n".repeat(20_000);
    let bomb = format!(
        "array [1..50000] of int: a = [{array}];\nvar 1..50000: x;\nvar 0..9: y;\n{constraints}solve satisfy;\n"
    );
    assert!(bomb.len() < 1 << 20);
    let error = served.refused("/api/solve", &json!({ "kind": "model", "text": bomb }), 422);
    assert!(error["message"].as_str().unwrap().contains("too large"), "{error}");
    served.refused("/api/solve", &json!({ "kind": "model", "text": " ".repeat(2 << 20) }), 422);
    served.is_well();
}

#[test]
fn a_hard_program_stops_at_its_limit() {
    let served = Served::start();
    // Thirteen pigeons, twelve holes, and only inequalities to see it by.
    let mut program: String = (1..=13).map(|i| format!("var 1..12: x{i} :: output_var;\n")).collect();
    for (i, j) in (1..=13).flat_map(|i| (1..i).map(move |j| (i, j))) {
        program += &format!("constraint int_lin_ne([1,-1],[x{i},x{j}],0);\n");
    }
    program += "solve satisfy;\n";
    let events = served.solve(&json!({ "kind": "model", "text": program, "time": 0.3 }));
    assert!(["stopped", "no answer"].contains(&end(&events)["status"].as_str().unwrap()), "{events:?}");
    let count = json!({ "kind": "model", "text": "var 1..1000000000: x :: output_var;\nsolve satisfy;\n", "want": "count", "time": 0.3 });
    assert_eq!(end(&served.solve(&count))["status"], "stopped");
}

#[test]
fn above_the_limit_of_memory_searches_are_stopped() {
    let served = Served::with(Options { memory: 1, ..Options::default() });
    let events = served.solve(&endless(60.0));
    // Where the system does not say how much memory is in use, time is the only limit.
    if entail_web::memory_in_use().is_some() {
        assert!(end(&events)["message"].as_str().unwrap().contains("memory"), "{}", end(&events));
    }
}
