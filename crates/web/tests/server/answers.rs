//! Good requests: every endpoint, every kind.

use std::io::Cursor;
use std::ops::ControlFlow;

use entail_puzzles::search::{self, How};
use entail_puzzles::{KINDS, Settings, Verb};
use serde_json::{Map, Value, json};

use crate::Served;

/// The kinds with a problem of each: name, text, settings.
fn samples(served: &Served) -> Vec<(String, Value, Value)> {
    let kinds: Value = serde_json::from_slice(&served.get("/api/kinds").body).unwrap();
    let kinds = kinds["kinds"].as_array().unwrap().clone();
    kinds
        .into_iter()
        .map(|kind| {
            (kind["name"].as_str().unwrap().to_owned(), kind["sample"].clone(), kind["sample_settings"].clone())
        })
        .collect()
}

/// The first answer of the kind's sample by the library, as text and JSON.
fn expected(name: &str, text: &str, given: &Map<String, Value>) -> (String, Value) {
    let kind = KINDS.iter().find(|kind| kind.name == name).unwrap();
    let mut settings = Settings::new(0);
    for flag in kind.flags.iter().filter(|flag| flag.verbs.contains(&Verb::Solve)) {
        if let Some(value) = given.get(flag.name) {
            settings.set(flag.name, flag.takes.parse(value.as_str().unwrap_or_default()).unwrap());
        }
    }
    let puzzle = (kind.read)(Box::new(Cursor::new(text.to_owned())), &settings).next().unwrap().unwrap();
    let mut first = None;
    search::solve(&*puzzle, &How { wanted: 1, ..How::default() }, &mut |answer| {
        first = Some((puzzle.text(&answer), puzzle.json(&answer)));
        ControlFlow::Break(())
    })
    .unwrap();
    first.unwrap()
}

#[test]
fn every_kind_is_opened_solved_checked_converted_and_drawn() {
    let served = Served::start();
    let samples = samples(&served);
    assert_eq!(samples.len(), KINDS.len() + 1);
    for (kind, text, mut settings) in samples {
        if kind == "boardcover" {
            // Without it an answer is a number, and nobody could draw it.
            settings["show"] = json!(true);
        }
        let problem = json!({ "kind": kind, "text": text, "settings": settings });
        let with = |name: &str, value: Value| {
            let mut problem = problem.clone();
            problem[name] = value;
            problem
        };
        let opened = served.ask("/api/parse", &problem);
        assert_eq!(opened["case"], 1, "{kind}");
        let events = served.solve(&problem);
        let (last, end) = events.last().unwrap();
        assert_eq!((last.as_str(), &end["status"]), ("end", &json!("answered")), "{kind}: {end}");
        if kind == "model" {
            assert_eq!((events[0].0.as_str(), &end["line"]), ("better", &json!("==========")));
            assert_eq!(events[events.len() - 2].1["objective"], 8);
            served.refused("/api/draw", &problem, 422);
            continue;
        }
        let (answer, values) = expected(&kind, text.as_str().unwrap(), settings.as_object().unwrap());
        assert_eq!((events[0].0.as_str(), &events[0].1["text"]), ("answer", &json!(answer)), "{kind}");
        assert_eq!(events[0].1["values"], values, "{kind}");
        assert!(events[0].1["svg"].as_str().unwrap().starts_with("<svg"), "{kind}");
        assert!(opened["svg"].as_str().unwrap().starts_with("<svg"), "{kind}");

        let judged = served.ask("/api/check", &with("answer", json!(answer)));
        assert_eq!(judged, json!({ "verdict": "right", "reason": null }), "{kind}");
        let registered = KINDS.iter().find(|known| known.name == kind).unwrap();
        for format in registered.formats {
            let written = served.post("/api/convert", &with("to", json!(format.name)));
            assert!([200, 422].contains(&written.status), "{kind} {}: {}", format.name, written.text());
        }
        for (format, start) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("pdf", b"%PDF")] {
            let mut request = with("answer", json!(answer));
            request["format"] = json!(format);
            let picture = served.post("/api/draw", &request);
            assert!(picture.status == 200 && picture.body.starts_with(start), "{kind} {format}");
            assert!(picture.header("content-disposition").unwrap().ends_with(&format!("{kind}.{format}\"")));
        }
    }
}

#[test]
fn what_parse_gives_back_opens_the_same_puzzle() {
    let served = Served::start();
    for (kind, text, settings) in samples(&served) {
        let opened = served.ask("/api/parse", &json!({ "kind": kind, "text": text, "settings": settings }));
        let again = served.ask("/api/parse", &json!({ "kind": kind, "text": opened["text"], "settings": settings }));
        assert_eq!(again["svg"], opened["svg"], "{kind}");
        if let Some(link) = opened["share"].as_str() {
            let shared = served.ask("/api/parse", &json!({ "kind": kind, "text": link }));
            assert_eq!(shared["svg"], opened["svg"], "{kind}");
        }
    }
}

#[test]
fn a_wrong_answer_is_judged_wrong_and_says_why() {
    let served = Served::start();
    let judged = served.ask("/api/check", &json!({ "kind": "queens", "text": "4", "answer": "[1, 2, 3, 4]" }));
    assert_eq!(judged["verdict"], "wrong");
    assert!(judged["reason"].is_string());
}

#[test]
fn a_case_is_chosen_by_its_number() {
    let served = Served::start();
    let problem = json!({ "kind": "queens", "text": "4 5 6", "case": 2 });
    assert_eq!(served.solve(&problem)[0].1["values"].as_array().unwrap().len(), 5);
    assert_eq!(served.ask("/api/parse", &problem)["cases"], 3);
    served.refused("/api/solve", &json!({ "kind": "queens", "text": "4 5 6", "case": 4 }), 422);
}

#[test]
fn one_asks_for_an_answer_for_all_for_their_number_or_whether_there_is_only_one() {
    let served = Served::start();
    let end = |request: Value| {
        let events = served.solve(&request);
        let answers = events.iter().filter(|(name, _)| name == "answer").count();
        (answers, events.last().unwrap().1.clone())
    };
    let queens = |want: &str| json!({ "kind": "queens", "text": "6", "want": want });
    let (answers, one) = end(queens("answer"));
    assert_eq!((answers, &one["found"], &one["complete"]), (1, &json!(1), &json!(false)));
    let (answers, all) = end(queens("all"));
    assert_eq!((answers, &all["found"], &all["complete"], &all["unique"]), (4, &json!(4), &json!(true), &json!(false)));
    let (answers, count) = end(queens("count"));
    assert_eq!((answers, &count["found"], &count["complete"]), (0, &json!(4), &json!(true)));
    let (_, unique) = end(queens("unique"));
    assert_eq!((&unique["status"], &unique["unique"]), (&json!("not unique"), &json!(false)));
    let (answers, some) = end(json!({ "kind": "queens", "text": "8", "want": "all", "limit": 7 }));
    assert_eq!((answers, &some["found"], &some["complete"]), (7, &json!(7), &json!(false)));
    let (_, only) = end(json!({ "kind": "cryptarithm", "text": "SEND + MORE = MONEY", "want": "unique" }));
    assert_eq!((&only["status"], &only["unique"]), (&json!("answered"), &json!(true)));
    let (_, none) = end(json!({ "kind": "queens", "text": "3" }));
    assert_eq!((&none["status"], &none["found"], &none["complete"]), (&json!("no answer"), &json!(0), &json!(true)));
    let (_, learning) = end(json!({ "kind": "queens", "text": "6", "want": "all", "engine": "learning" }));
    assert_eq!(learning["found"], 4);
    assert!(learning["effort"]["conflicts"].is_u64(), "{learning}");
}

#[test]
fn the_same_seed_generates_the_same_puzzle() {
    let served = Served::start();
    for (kind, settings, words) in [
        ("kakuro", json!({ "size": "7", "difficulty": "easy" }), ""),
        ("sudoku", json!({ "difficulty": "easy", "size": 4 }), ""),
        ("wordsearch", json!({ "grid": "8x8" }), "LOGIC, TRAIL CLUE"),
        ("cryptarithm", json!({}), ""),
    ] {
        let request = json!({ "kind": kind, "settings": settings, "seed": 7, "words": words });
        let made = served.ask("/api/generate", &request);
        assert_eq!((&made["seed"], &made["cases"]), (&json!(7), &json!(1)), "{kind}");
        assert_eq!(served.ask("/api/generate", &request), made, "{kind}");
        let settings = if kind == "wordsearch" { json!({}) } else { settings };
        let events =
            served.solve(&json!({ "kind": kind, "text": made["text"], "settings": settings, "want": "unique" }));
        assert_eq!(events.last().unwrap().1["unique"], true, "{kind}");
    }
    let other =
        |seed| served.ask("/api/generate", &json!({ "kind": "sudoku", "settings": { "size": "4" }, "seed": seed }));
    assert_ne!(other(1)["text"], other(2)["text"]);
    assert!(other(1)["difficulty"].is_string());
}

#[test]
fn a_search_can_be_watched_step_by_step() {
    let served = Served::start();
    for (kind, text, settings) in samples(&served) {
        let problem = json!({ "kind": kind, "text": text, "settings": settings, "steps": 50 });
        if kind == "model" {
            served.refused("/api/watch", &problem, 422);
            continue;
        }
        let watched = served.ask("/api/watch", &problem);
        let steps = watched["steps"].as_array().unwrap();
        assert!(!steps.is_empty() && steps.len() <= 50 && steps.iter().all(|step| step["do"].is_string()), "{kind}");
        assert!(!watched["names"]["cells"].as_array().unwrap().is_empty(), "{kind}");
    }
}

#[test]
fn the_page_is_served_once_and_then_known_by_its_tag() {
    let served = Served::start();
    let page = served.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let tag = page.header("etag").unwrap();
    let mut client = served.client();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {tag}\r\n\r\n", served.address);
    client.raw(request.as_bytes()).unwrap();
    let again = client.answer().unwrap();
    assert_eq!((again.status, again.body.len()), (304, 0));
    for missing in
        ["/nothing", "/assets/nothing.js", "/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml", "/api/nothing"]
    {
        assert_eq!(served.get(missing).status, 404, "{missing}");
    }
    assert_eq!((served.get("/api/solve").status, served.post("/api", &json!({})).status), (405, 405));
}

#[test]
fn every_answer_carries_the_policy() {
    let served = Served::start();
    for answer in
        [served.get("/"), served.get("/api/kinds"), served.get("/nothing"), served.post("/api/parse", &json!(1))]
    {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    }
}
