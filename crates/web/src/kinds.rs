//! `GET /api/kinds`: what the registry of kinds says of each, and a problem of it that works.

use std::sync::OnceLock;

use axum::response::Response;
use entail_puzzles::{Flag, KINDS, Kind, Source, Takes, Verb, WordList};
use serde_json::{Map, Value, json};

use crate::problem::MODEL;
use crate::verbs::answered;

/// The files of the folder `examples`.
const EXAMPLES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// The answer, which is always the same.
pub fn kinds() -> Response {
    static KNOWN: OnceLock<Value> = OnceLock::new();
    answered(KNOWN.get_or_init(|| {
        let kinds: Vec<Value> = KINDS.iter().map(|kind| described(kind)).chain([model()]).collect();
        json!({ "kinds": kinds })
    }))
}

fn described(kind: &Kind) -> Value {
    let (sample, sample_settings) = sample(kind);
    let formats: Vec<Value> =
        kind.formats.iter().map(|format| json!({ "name": format.name, "about": format.about })).collect();
    json!({
        "name": kind.name,
        "about": kind.about,
        "text": kind.text,
        "source": if kind.source == Source::File { "file" } else { "arguments" },
        "enumerable": kind.enumerable,
        "kernel": kind.kernel,
        "settings": kind.flags.iter().map(setting).collect::<Vec<_>>(),
        "formats": formats,
        "generates": kind.generate.as_ref().map(|generate| json!({ "words": match generate.words {
            WordList::None => "none",
            WordList::Needed(_) => "needed",
            WordList::Optional(_) => "optional",
        }})),
        "sample": sample,
        "sample_settings": sample_settings,
    })
}

fn setting(flag: &Flag) -> Value {
    let takes = match &flag.takes {
        Takes::Nothing => json!({ "type": "flag" }),
        Takes::Number(range) => json!({ "type": "number", "min": range.start(), "max": range.end() }),
        Takes::Size { square } => json!({ "type": "size", "square": square }),
        Takes::OneOf(words) => json!({ "type": "choice", "choices": words }),
        Takes::Text(_) => json!({ "type": "text" }),
    };
    let verbs = flag.verbs.iter().map(|verb| match verb {
        Verb::Solve => "solve",
        Verb::Pose => "pose",
        Verb::Check => "check",
        Verb::Generate => "generate",
        Verb::Convert => "convert",
        Verb::Draw => "draw",
    });
    json!({ "name": flag.name, "help": flag.help, "takes": takes, "verbs": verbs.collect::<Vec<_>>() })
}

/// The problem of a kind's first example for the command, and its settings.
///
/// ```text
///  solve layout 6x1 4x4 --board 9x9     text `6x1 4x4`, settings `{"board": "9x9"}`
/// ```
fn sample(kind: &Kind) -> (String, Map<String, Value>) {
    let example = kind.examples.iter().find_map(|line| line.strip_prefix("solve ")?.strip_prefix(kind.name));
    let mut text = Vec::new();
    let mut settings = Map::new();
    let mut words = example.unwrap_or_default().split_whitespace();
    while let Some(word) = words.next() {
        let flag = word.strip_prefix("--").map(|name| (name, kind.flags.iter().find(|flag| flag.name == name)));
        match flag {
            None => text.push(word.trim_matches('"')),
            Some((_, Some(Flag { name, takes: Takes::Nothing, .. }))) => {
                drop(settings.insert((*name).into(), true.into()))
            }
            Some((_, Some(flag))) => drop(settings.insert(flag.name.into(), words.next().into())),
            // A flag of the command, with its value.
            Some((_, None)) => drop(words.next()),
        }
    }
    let text = text.join(" ");
    (text.strip_prefix("examples/").map_or_else(|| text.clone(), file), settings)
}

/// A file of the folder `examples`.
fn file(name: &str) -> String {
    let found = EXAMPLES.iter().find(|(file, _)| *file == name);
    found.map_or_else(String::new, |(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
}

/// What is no puzzle but can be solved.
fn model() -> Value {
    json!({
        "name": MODEL,
        "about": "Programs in FlatZinc, as MiniZinc writes them",
        "text": "FlatZinc, FlatZinc JSON or a model of Entail as JSON.",
        "source": "file",
        "enumerable": true,
        "kernel": false,
        "settings": [],
        "formats": [],
        "generates": null,
        "sample": file("tasks.fzn"),
        "sample_settings": {},
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use entail_puzzles::{Settings, Verb};

    use super::*;

    #[test]
    fn the_sample_of_every_kind_can_be_read() {
        for kind in KINDS {
            let (text, given) = sample(kind);
            let mut settings = Settings::new(0);
            for flag in kind.flags.iter().filter(|flag| flag.verbs.contains(&Verb::Solve)) {
                if let Some(value) = given.get(flag.name) {
                    settings.set(flag.name, flag.takes.parse(value.as_str().unwrap_or_default()).unwrap());
                }
            }
            let mut cases = (kind.read)(Box::new(Cursor::new(text.into_bytes())), &settings);
            assert!(cases.next().is_some_and(|case| case.is_ok()), "{}", kind.name);
        }
        assert!(!file("tasks.fzn").is_empty());
    }
}
