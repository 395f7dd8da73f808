//! Bad input and bad moments: every malformed text gets status 2 with its place, and nothing is half answered.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::command::{Ran, entail, entail_on, file, open_board, start};

const SMALL: &str = "1\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n";
const ANSWER: &str = "0 0 0\n0 1 2\n0 3 4\n";

fn kakuro(text: impl AsRef<[u8]>) -> Ran {
    entail_on(&["solve", "kakuro"], text.as_ref())
}

#[test]
fn every_malformed_text_has_status_2_and_a_place() {
    let cases = [
        ("", "", 1, 1),
        ("1\n3", "\u{0}\u{1}\u{2}", 1, 1),
        ("1\n3", "1\n10000", 4, 3),
        ("1\n3", "99999999999999999999\n3", 1, 1),
        ("1\n3", "1\n99999999999999999999", 2, 1),
        ("1\n3", "1\n-3", 2, 1),
        ("1\n3", "1.0\n3", 1, 1),
        ("0 0 0", "0 1 0", 3, 3),
        ("0 1 1", "1 1 1", 4, 1),
        ("0 1 1", "0 7 1", 4, 3),
        ("2 1 0 3", "2 2 0 3", 7, 1),
        ("2 1 0 3", "1 1 0 3", 7, 1),
        ("2 1 0 3", "2 1 3 3", 7, 5),
        ("2 1 0 3", "2 1 0 0", 7, 7),
        ("2 1 0 3", "2 1 0 46", 7, 7),
        ("2 1 0 3", "3 1 0 3", 8, 1),
        ("2 1 0 3", "\t2 1 0 drei", 7, 8),
        ("2 1 0 3", "0 1 0 3", 7, 1),
        ("2 1 0 3", "2 4 0 3", 7, 3),
        ("1 3 1 6\n", "", 10, 1),
        ("1 3 1 6\n", "1 3 1", 10, 6),
    ];
    for (part, by, line, column) in cases {
        let text = if part.is_empty() { String::new() } else { SMALL.replacen(part, by, 1) };
        for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{FEFF}{text}")] {
            let ran = kakuro(&text);
            assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{text:?}: {}", ran.err);
            let place = format!("entail: <stdin>, line {line}, column {column}: found ");
            assert!(ran.err.starts_with(&place) && ran.err.contains(", expected "), "{text:?}: {}", ran.err);
        }
    }
}

#[test]
fn earlier_answers_stand_when_a_later_case_is_malformed_or_missing() {
    for (text, place) in [
        (format!("{SMALL}7"), "line 11, column 1: found \"7\""),
        (SMALL.replacen('1', "2", 1), "line 11, column 1: found the end of the text"),
        (format!("{}3\n0 0 0\n0 1", SMALL.replacen('1', "2", 1)), "line 13, column 4: found the end of the text"),
    ] {
        let ran = kakuro(&text);
        assert_eq!((ran.status, ran.out.as_str()), (2, ANSWER), "{text:?}: {}", ran.err);
        assert!(ran.err.contains(place), "{}", ran.err);
    }
}

#[test]
fn the_message_shows_the_line_with_a_caret() {
    let ran = kakuro(SMALL.replace("2 1 0 3", "2 1 0 46"));
    let expected = "entail: <stdin>, line 7, column 7: found \"46\", expected the sum of a clue, from 1 to 45\n   \
                    ,-[<stdin>:7:7]\n 7 | 2 1 0 46\n   :       ^^\n   `----\n";
    assert_eq!(ran.err, expected);
}

#[test]
fn binary_input_is_malformed() {
    let ran = kakuro([0x7F, b'E', b'L', b'F', 0xFF, 0xFE, 0x00]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("line 1, column 1") && !ran.err.contains('\u{7F}'), "{:?}", ran.err);
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    for (file, name) in [("no/such/file.txt", "no/such/file.txt"), (env!("CARGO_MANIFEST_DIR"), "cli: ")] {
        let ran = entail(&["solve", "kakuro", file]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        assert!(ran.err.contains(name), "{}", ran.err);
    }
}

#[test]
fn wrong_usage_has_status_2() {
    for arguments in [
        &["solve"][..],
        &["solve", "kakura"],
        &["solve", "kakuro", "a", "b"],
        &["solve", "kakuro", "--limit", "-1"],
        &["solve", "kakuro", "--time-limit", "10"],
        &["solve", "kakuro", "--format", "xml"],
        &["solve", "kakuro", "--nonsense"],
    ] {
        let ran = entail(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!ran.err.is_empty());
    }
    assert!(entail(&["solve", "kakura"]).err.contains("kakuro"), "a spelling is suggested");
    assert_eq!(entail(&["--help"]).status, 0);
    assert_eq!(entail(&["solve", "kakuro", "--help"]).status, 0);
}

#[test]
fn a_case_is_answered_before_the_next_one_is_there() {
    let mut child = start(&["solve", "kakuro"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    // Behind the last clue stands one more character, by which the reader knows that the number has ended.
    input.write_all(SMALL.replacen('1', "2", 1).as_bytes()).unwrap();
    let mut answer = vec![0; ANSWER.len()];
    output.read_exact(&mut answer).unwrap();
    assert_eq!(answer, ANSWER.as_bytes());
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn a_reader_who_leaves_is_no_error_to_report() {
    let case = &SMALL[2..];
    let text = format!("2000\n{}", case.repeat(2000));
    let mut child = start(&["solve", "kakuro"]).stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_status_4() {
    let open = format!("1\n{}", open_board());
    for arguments in [&["solve", "kakuro", "--all"][..], &["solve", "kakuro", "--all", &file("open.txt", &open)]] {
        let mut child = start(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // Who reads the file does not read this.
        let _ = input.write_all(open.as_bytes());
        drop(input);
        // With its first answers printed it is searching, and the handler stands.
        let mut output = child.stdout.take().unwrap();
        output.read_exact(&mut [0; 8]).unwrap();
        let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let drain = std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
        let ended = child.wait_with_output().unwrap();
        drain.join().unwrap().unwrap();
        assert_eq!(ended.status.code(), Some(4), "{arguments:?}");
        let message = String::from_utf8(ended.stderr).unwrap();
        assert!(message.contains("stopped by Ctrl-C") && message.contains("is not known"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_waiting_for_input_with_status_4() {
    let mut child = start(&["solve", "kakuro"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(SMALL.replacen('1', "2", 1).as_bytes()).unwrap();
    let mut answer = vec![0; ANSWER.len()];
    child.stdout.take().unwrap().read_exact(&mut answer).unwrap();
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(4));
    drop(input);
}
