//! Many cases: their order, whatever the number of threads, and when each answer can be seen.

use std::io::{Read, Write};
use std::process::Stdio;

use crate::command::{entail_on, file, start};

const THREADS: [&str; 4] = ["1", "2", "3", "8"];

/// Quick and slow cases, some without an answer and some malformed, so that both outputs have a part.
fn mixed_cases() -> String {
    let open = ".".repeat(81);
    let solved = "785439126612875349493621578857943261261758934934162785578394612126587493349216857";
    let clash = format!("11{}", &open[2..]);
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let round = [solved, &open, hard, &clash, "no puzzle", solved, solved, "# a comment", &open].join("\n") + "\n";
    round.repeat(200)
}

#[test]
fn the_output_is_the_same_on_any_number_of_threads() {
    let cases = mixed_cases();
    let of_one = entail_on(&["solve", "sudoku", "--threads", "1"], cases.as_bytes());
    assert_eq!((of_one.status, of_one.out.lines().count()), (2, 6 * 200));
    assert_eq!(of_one.err.matches(": no answer: ").count(), 200);
    for threads in THREADS {
        assert!(of_one == entail_on(&["solve", "sudoku", "--threads", threads], cases.as_bytes()), "{threads} threads");
        let path = file("cases.txt", &cases);
        let of_file = entail_on(&["solve", "sudoku", "--threads", threads, &path], b"");
        assert!(of_one.out == of_file.out && of_one.status == of_file.status, "{threads} threads, from a file");
    }
}

#[test]
fn cases_with_more_output_than_may_wait_keep_their_order() {
    // 724 boards for each 10, in all more than twice what may wait for its turn.
    let cases = "10 4 10\n5\n".repeat(25);
    let of_one = entail_on(&["solve", "queens", "--all", "--threads", "1"], cases.as_bytes());
    assert!(of_one.status == 0 && of_one.out.len() > 8 << 20);
    for threads in THREADS {
        let ran = entail_on(&["solve", "queens", "--all", "--threads", threads], cases.as_bytes());
        assert!(of_one == ran, "{threads} threads");
    }
}

#[test]
fn answers_are_seen_while_a_later_case_is_worked_on() {
    for threads in THREADS {
        let mut child =
            start(&["solve", "queens", "--count", "--threads", threads]).stdin(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // Nobody waits for the count of 30.
        input.write_all(b"6\n8\n7\n30\n").unwrap();
        drop(input);
        let mut seen = [0; 8];
        child.stdout.take().unwrap().read_exact(&mut seen).unwrap();
        assert_eq!(&seen, b"4\n92\n40\n", "{threads} threads");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn each_case_is_answered_before_the_next_one_is_there() {
    for threads in THREADS {
        let mut child =
            start(&["solve", "queens", "--count", "--threads", threads]).stdin(Stdio::piped()).spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        for (size, count) in [("4", "2\n"), ("5", "10\n"), ("6", "4\n"), ("7", "40\n"), ("8", "92\n")] {
            // The next case has begun to come, and its end has not.
            input.write_all(size.as_bytes()).unwrap();
            input.write_all(b"\n  ").unwrap();
            let mut answer = vec![0; count.len()];
            output.read_exact(&mut answer).unwrap();
            assert_eq!(answer, count.as_bytes(), "{size} queens on {threads} threads");
        }
        drop(input);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_once() {
    for threads in THREADS {
        let mut command = start(&["solve", "queens", "--all", "--threads", threads, "9", "9", "9", "9"]);
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = command.stdin(Stdio::null()).stdout(full).output().unwrap();
        let message = String::from_utf8(ran.stderr).unwrap();
        assert_eq!((ran.status.code(), message.matches("cannot write: ").count()), (Some(2), 1), "{message}");
    }
}
