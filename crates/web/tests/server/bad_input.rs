//! Requests that are wrong: each gets a clear 4xx, and the next good one its answer.

use serde_json::{Value, json};

use crate::Served;

#[test]
fn what_is_not_json_is_refused_with_its_place() {
    let served = Served::start();
    for (body, line, column) in [("", 1, 0), ("{", 1, 1), ("{\"kind\":\n  x}", 2, 3), ("[1,]", 1, 4), ("\u{0}", 1, 1)] {
        let answer = served.client().post("/api/parse", body).unwrap();
        let error: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(answer.status, 400, "{body:?}");
        assert_eq!((&error["error"]["line"], &error["error"]["column"]), (&json!(line), &json!(column)), "{body:?}");
    }
    let deep = "[".repeat(1_000_000);
    assert_eq!(served.client().post("/api/parse", &deep).unwrap().status, 400);
    served.is_well();
}

#[test]
fn what_is_json_and_not_what_is_asked_for_is_refused_by_name() {
    let served = Served::start();
    let queens = |name: &str, value: Value| {
        let mut request = json!({ "kind": "queens", "text": "4" });
        request[name] = value;
        request
    };
    for (path, request, says) in [
        ("/api/parse", json!(1), "an object"),
        ("/api/parse", json!({}), "\"kind\" is missing"),
        ("/api/parse", json!({ "kind": "queens" }), "\"text\" is missing"),
        ("/api/parse", json!({ "kind": 7, "text": "4" }), "\"kind\": expected a text"),
        ("/api/parse", json!({ "kind": "chess", "text": "4" }), "no kind \"chess\""),
        ("/api/parse", queens("text", json!(4)), "\"text\": expected a text"),
        ("/api/parse", queens("text", json!("")), "the end of the text"),
        ("/api/parse", queens("case", json!(0)), "\"case\": expected a whole number"),
        ("/api/parse", queens("case", json!(1.5)), "\"case\": expected a whole number"),
        ("/api/parse", queens("settings", json!([])), "\"settings\": expected an object"),
        ("/api/parse", queens("settings", json!({ "size": 3 })), "no setting \"size\""),
        ("/api/parse", queens("seed", json!(-1)), "\"seed\""),
        ("/api/parse", queens("colour", json!(1)), "\"colour\" is not known"),
        ("/api/solve", queens("want", json!("some")), "\"want\": expected one of answer"),
        ("/api/solve", queens("limit", json!(1001)), "\"limit\": expected a whole number from 1 to 1000"),
        ("/api/solve", queens("engine", json!("warp")), "\"engine\": expected one of auto"),
        ("/api/solve", queens("time", json!(0)), "\"time\": expected a number of seconds"),
        ("/api/solve", queens("time", json!("10s")), "\"time\": expected a number of seconds"),
        ("/api/check", queens("answer", json!(null)), "\"answer\" is missing"),
        ("/api/check", queens("answer", json!("[2, 4, 1, 3] and more")), "expected an answer"),
        ("/api/draw", queens("format", json!("gif")), "\"format\": expected one of svg"),
        ("/api/draw", queens("answer", json!("[2, 4, 1, 9]")), "\"answer\""),
        ("/api/convert", queens("to", json!("puzzlink")), "no formats"),
        ("/api/convert", json!({ "kind": "sudoku", "text": ".", "to": "cube" }), "no format \"cube\""),
        ("/api/generate", json!({ "kind": "queens" }), "cannot be generated"),
        ("/api/generate", json!({ "kind": "sudoku", "words": "A" }), "not made from words"),
        ("/api/generate", json!({ "kind": "sudoku", "settings": { "size": "10" } }), "expected one of 4, 9, 16"),
        ("/api/generate", json!({ "kind": "sudoku", "settings": { "minimal": "yes" } }), "expected true or false"),
        ("/api/generate", json!({ "kind": "model" }), "FlatZinc"),
        ("/api/solve", json!({ "kind": "boardcover", "text": "", "want": "count" }), "one best answer"),
    ] {
        let error = served.refused(path, &request, 422);
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(says), "{path} {request}: {message}");
    }
    served.is_well();
}

#[test]
fn a_malformed_text_is_refused_with_its_place() {
    let served = Served::start();
    let kakuro = served.refused("/api/solve", &json!({ "kind": "kakuro", "text": "1\n2\n0 0\n0 x\n" }), 422);
    assert_eq!((&kakuro["line"], &kakuro["column"], &kakuro["excerpt"]), (&json!(4), &json!(3), &json!("0 x")));
    let model =
        served.refused("/api/solve", &json!({ "kind": "model", "text": "var 1..3: x;\nsolve perhaps;\n" }), 422);
    assert_eq!(model["line"], 2);
    let unknown = "var 1..3: x;\nconstraint nothing_such(x);\nsolve satisfy;\n";
    assert_eq!(served.refused("/api/parse", &json!({ "kind": "model", "text": unknown }), 422)["line"], 2);
}

#[test]
fn every_kind_survives_texts_that_are_none() {
    let served = Served::start();
    let long = "9".repeat(100_000);
    for kind in ["kakuro", "sudoku", "queens", "coloring", "wordsearch", "cryptarithm", "layout", "boardcover", "model"]
    {
        for text in
            ["", "\u{0}", "0", "-1", "1 1 1 1", "{}", "[[[[", "99999999999999999999999", "1\n4294967295\n", &long]
        {
            let answer = served.post("/api/solve", &json!({ "kind": kind, "text": text, "time": 0.2 }));
            assert!([200, 422].contains(&answer.status), "{kind} {text:.20}: {}", answer.status);
        }
    }
    served.is_well();
}

#[test]
fn bodies_need_their_type() {
    let served = Served::start();
    for kind in ["", "Content-Type: text/plain\r\n", "Content-Type: application/x-www-form-urlencoded\r\n"] {
        let mut client = served.client();
        let head =
            format!("POST /api/parse HTTP/1.1\r\nHost: {}\r\n{kind}Content-Length: 2\r\n\r\n{{}}", served.address);
        client.raw(head.as_bytes()).unwrap();
        assert_eq!(client.answer().unwrap().status, 415, "{kind}");
    }
}

#[test]
fn a_foreign_host_or_origin_is_refused() {
    let served = Served::start();
    let port = served.address.port();
    let status = |headers: &str| {
        let mut client = served.client();
        client.raw(format!("GET /api/kinds HTTP/1.1\r\n{headers}\r\n").as_bytes()).unwrap();
        client.answer().unwrap().status
    };
    for ours in [
        format!("Host: 127.0.0.1:{port}\r\n"),
        format!("Host: localhost:{port}\r\nOrigin: http://localhost:{port}\r\n"),
        format!("Host: [::1]:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"),
    ] {
        assert_eq!(status(&ours), 200, "{ours}");
    }
    for foreign in [
        String::new(),
        "Host: \r\n".to_owned(),
        format!("Host: evil.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: https://127.0.0.1:{port}\r\n"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: null\r\n"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:1\r\n"),
    ] {
        assert_eq!(status(&foreign), 403, "{foreign}");
    }
}
