//! What the command says about itself: help with examples that work, the kinds, completion, and spelling.

use std::process::Stdio;

use crate::command::{entail, path, start};

const KINDS: [&str; 8] =
    ["kakuro", "sudoku", "queens", "coloring", "wordsearch", "cryptarithm", "layout", "boardcover"];

/// The verbs of each kind, as `entail kinds` lists them.
fn verbs() -> Vec<(String, Vec<String>)> {
    let listed = entail(&["kinds"]);
    assert_eq!((listed.status, listed.err.as_str()), (0, ""));
    let lines: Vec<&str> = listed.out.lines().collect();
    let kind = |two: &[&str]| {
        let name = two[0].split(' ').next().unwrap().to_owned();
        (name, two[1].trim().split(", ").map(str::to_owned).collect())
    };
    lines.chunks(2).map(kind).collect()
}

/// The lines below `Examples:` of a help.
fn examples(arguments: &[&str]) -> Vec<String> {
    let ran = entail(&[arguments, &["--help"]].concat());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
    let below = ran.out.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{arguments:?}: no examples"));
    let lines = below.lines().take_while(|line| !line.is_empty());
    lines.map(|line| line.trim().strip_prefix("entail ").expect("a command").to_owned()).collect()
}

#[test]
fn kinds_lists_every_kind_with_its_verbs() {
    let mut listed = verbs();
    assert_eq!(listed.pop(), Some(("model".to_owned(), vec!["solve".to_owned()])), "what is no puzzle");
    assert_eq!(listed.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(), KINDS);
    for (kind, verbs) in &listed {
        for verb in ["solve", "check", "draw"] {
            assert!(verbs.iter().any(|listed| listed == verb), "{kind}: {verbs:?}");
        }
    }
    let with = |verb: &str| -> Vec<&str> {
        listed.iter().filter(|(_, verbs)| verbs.iter().any(|v| v == verb)).map(|(kind, _)| kind.as_str()).collect()
    };
    assert_eq!(with("pose"), ["kakuro", "sudoku"]);
    assert_eq!(with("generate"), ["kakuro", "sudoku", "wordsearch", "cryptarithm"]);
}

#[test]
fn the_help_of_every_verb_of_every_kind_has_examples_of_it() {
    for (kind, verbs) in verbs() {
        for verb in verbs {
            let examples = examples(&[&verb, &kind]);
            assert!(!examples.is_empty());
            for example in examples {
                assert!(example.starts_with(&format!("{verb} {kind} ")), "{example}");
            }
        }
    }
    for verb in ["solve", "pose", "check", "generate", "convert", "draw"] {
        assert!(!examples(&[verb]).is_empty(), "{verb}");
    }
    assert!(!examples(&[]).is_empty());
}

/// The words of a command line as a shell splits them.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, part) in line.split('"').enumerate() {
        if nth % 2 == 1 {
            words.push(part.to_owned())
        } else {
            words.extend(part.split_whitespace().map(str::to_owned))
        }
    }
    words
}

#[test]
fn every_example_of_the_help_runs() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for (kind, verbs) in verbs() {
        for verb in verbs {
            for example in examples(&[&verb, &kind]) {
                let (command, from) = example.split_once(" < ").map_or((&example[..], None), |(c, f)| (c, Some(f)));
                let mut words = words(command);
                // Files that an example writes or that its reader has made before.
                if let Some(out) = words.iter_mut().find(|word| word.ends_with(".svg")) {
                    *out = path("example.svg");
                }
                if let Some(answer) = words.iter_mut().find(|word| *word == "answer.txt") {
                    let solve = example.replacen("check", "solve", 1).replace(" answer.txt", "");
                    let solve = self::words(&solve);
                    let solved =
                        start(&solve.iter().map(String::as_str).collect::<Vec<_>>()).current_dir(root).output();
                    *answer = crate::command::file("answer.txt", solved.unwrap().stdout);
                }
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let input =
                    from.map_or(Stdio::null(), |file| std::fs::File::open(format!("{root}/{file}")).unwrap().into());
                let output = start(&words).current_dir(root).stdin(input).output().unwrap();
                let message = String::from_utf8_lossy(&output.stderr);
                assert_eq!((output.status.code(), &*message), (Some(0), ""), "{example}");
            }
        }
    }
}

#[test]
fn completion_is_printed_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = entail(&["completion", shell]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{shell}");
        for word in ["entail", "solve", "kakuro", "boardcover", "unique", "time-limit", "palette"] {
            assert!(ran.out.contains(word), "{shell}: {word}");
        }
    }
    let ran = entail(&["completion", "cmd"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("bash"), "{}", ran.err);
}

#[test]
fn a_misspelt_word_is_met_with_the_right_one() {
    for (arguments, suggestion) in [
        (&["solev", "kakuro"][..], "'solve'"),
        (&["solve", "sudoko"], "'sudoku'"),
        (&["solve", "colouring"], "'coloring'"),
        (&["draw", "quens", "4", "-o", "q.svg"], "'queens'"),
        (&["generate", "kakura"], "'kakuro'"),
        (&["solve", "coloring", "--colrs", "3"], "'--colors'"),
        (&["solve", "kakuro", "--uniqe"], "'--unique'"),
        (&["solve", "wordsearch", "A", "--gird", "3x3"], "'--grid'"),
        (&["solve", "kakuro", "--format", "jsn"], "'json'"),
        (&["generate", "sudoku", "--difficulty", "hrad"], "'hard'"),
        (&["convert", "kakuro", "--to", "puzzlnk"], "'puzzlink'"),
    ] {
        let ran = entail(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains("similar") && ran.err.contains(suggestion), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn help_and_version_have_status_0_and_wrong_usage_2() {
    for arguments in [&["--help"][..], &["-h"], &["solve", "--help"], &["--version"], &["solve", "queens", "-h"]] {
        let ran = entail(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
        assert!(!ran.out.is_empty());
    }
    for arguments in
        [&[][..], &["solve"], &["pose", "queens"], &["convert", "queens"], &["completion"], &["kinds", "x"]]
    {
        let ran = entail(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(!ran.err.is_empty());
    }
}
