//! The tests in the headers of MiniZinc's specification models, and whether an answer is one that they expect.
//!
//! A header is YAML between `/***` and `***/`: one document for each test, with tags such as `!Result` and `!Range`.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value as Json;
use serde_norway::Value as Yaml;

/// One test of a model.
pub struct Case {
    /// The solvers that it was written for; none means all.
    pub solvers: Vec<String>,
    /// What is to be done with the model; `solve` unless said otherwise.
    pub kind: String,
    /// Data files, relative to the model.
    pub extra_files: Vec<String>,
    /// Options, as the Python interface of MiniZinc calls them.
    pub options: Vec<(String, Yaml)>,
    /// The results of which one must be found.
    pub expected: Vec<Expected>,
}

/// A result that a test expects.
pub enum Expected {
    /// A message instead of an answer.
    Error,
    /// A status or answers, or both.
    Result {
        /// `SATISFIED`, `UNSATISFIABLE` …
        status: Option<String>,
        /// The answer, or all of them.
        solution: Option<Yaml>,
    },
}

/// The tests of a model, none where it has no header or one with a remark only.
pub fn cases(model: &str) -> Result<Vec<Case>, String> {
    let Some(header) = model.split_once("/***").and_then(|(_, rest)| rest.split_once("***/")) else {
        return Ok(Vec::new());
    };
    let tests = serde_norway::Deserializer::from_str(header.0).map(Yaml::deserialize);
    let tests = tests.filter(|test| !matches!(test, Ok(Yaml::Null)));
    tests.map(|test| test.map(|test| case(untagged(&test))).map_err(|error| error.to_string())).collect()
}

fn case(test: &Yaml) -> Case {
    let texts = |key: &str| test.get(key).map(list).unwrap_or_default().iter().filter_map(text).collect();
    let options = test.get("options").and_then(Yaml::as_mapping);
    let options = options.into_iter().flatten().filter_map(|(key, value)| Some((text(key)?, untagged(value).clone())));
    Case {
        solvers: texts("solvers"),
        kind: test.get("type").and_then(text).unwrap_or_else(|| "solve".into()),
        extra_files: texts("extra_files"),
        options: options.collect(),
        expected: test.get("expected").map(list).unwrap_or_default().iter().map(expected).collect(),
    }
}

fn expected(result: &Yaml) -> Expected {
    match result {
        Yaml::Tagged(tagged) if tagged.tag == "!Result" => Expected::Result {
            status: tagged.value.get("status").and_then(text),
            solution: tagged.value.get("solution").filter(|solution| !solution.is_null()).cloned(),
        },
        _ => Expected::Error,
    }
}

/// One thing, or the things in a sequence.
fn list(value: &Yaml) -> Vec<Yaml> {
    value.as_sequence().cloned().unwrap_or_else(|| vec![value.clone()])
}

fn text(value: &Yaml) -> Option<String> {
    value.as_str().map(Into::into)
}

fn untagged(value: &Yaml) -> &Yaml {
    match value {
        Yaml::Tagged(tagged) => &tagged.value,
        value => value,
    }
}

/// Whether answers are those that a test expects. Of a sequence all must be found and nothing else, in any order; of a
/// single answer all that it mentions.
pub fn are_expected(solution: &Yaml, answers: &[Json], all: bool) -> bool {
    let is = |expected: &Yaml, answer: &Json| {
        let values = untagged(expected).as_mapping();
        values.is_some_and(|values| {
            values.iter().all(|(name, value)| {
                let name = name.as_str().map(known_as);
                name.and_then(|name| answer.get(name)).is_some_and(|found| same(value, found))
            })
        })
    };
    match untagged(solution) {
        Yaml::Sequence(listed) => {
            answers.iter().all(|answer| listed.iter().any(|expected| is(expected, answer)))
                && (!all || listed.iter().all(|expected| answers.iter().any(|answer| is(expected, answer))))
        }
        single => answers.last().is_some_and(|answer| is(single, answer)),
    }
}

/// Whether an answer of that status is as good as the expected one: of that status, and with its objective if it has one.
pub fn is_as_good(expected: &Expected, found: &str, objective: Option<&Json>) -> bool {
    let Expected::Result { status, solution } = expected else { return false };
    let listed = solution.as_ref().and_then(|solution| untagged(solution).get("objective"));
    status.as_ref().is_none_or(|status| status == found)
        && match (listed, objective) {
            (Some(listed), Some(objective)) => same(listed, objective),
            (None, None) => found == "SATISFIED",
            _ => false,
        }
}

/// The name that MiniZinc gives to what is not a variable.
fn known_as(name: &str) -> &str {
    match name {
        "_output_item" => "_output",
        "objective" => "_objective",
        name => name,
    }
}

/// Whether a value of an answer, as MiniZinc writes JSON, is the one that a test expects.
fn same(expected: &Yaml, found: &Json) -> bool {
    match expected {
        Yaml::Tagged(tagged) if tagged.tag == "!Range" => {
            let range = tagged.value.as_str().and_then(|range| range.split_once(".."));
            let ends = range.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
            ends.is_some_and(|(a, b): (i64, i64)| set(found) == Some((a..=b).map(|v| v.to_string()).collect()))
        }
        Yaml::Tagged(tagged) if tagged.tag == "!Approx" => {
            tagged.value.as_f64().zip(found.as_f64()).is_some_and(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0))
        }
        Yaml::Tagged(tagged) if tagged.tag == "!Unordered" => {
            let (listed, found) = (list(&tagged.value), found.as_array().cloned().unwrap_or_default());
            listed.len() == found.len() && listed.iter().all(|e| found.iter().any(|f| same(e, f)))
        }
        Yaml::Tagged(tagged) if tagged.tag == "!Trim" => {
            tagged.value.as_str().zip(found.as_str()).is_some_and(|(a, b)| a.trim() == b.trim())
        }
        Yaml::Tagged(tagged) => same(&tagged.value, found),
        Yaml::Null => found.is_null(),
        Yaml::Bool(value) => found.as_bool() == Some(*value),
        Yaml::Number(value) => value.as_f64() == found.as_f64(),
        // A block of text in YAML ends with a line break, whether the output does or not.
        Yaml::String(value) => word(found).is_some_and(|found| found.trim_end() == value.trim_end()),
        Yaml::Sequence(values) => found
            .as_array()
            .is_some_and(|found| values.len() == found.len() && values.iter().zip(found).all(|(e, f)| same(e, f))),
        // `!!set {1, 2}` is read as a mapping to nothing; others are values of an enumeration made from other values.
        Yaml::Mapping(values) if values.values().any(|value| !value.is_null()) => values
            .iter()
            .all(|(key, value)| key.as_str().and_then(|key| found.get(key)).is_some_and(|f| same(value, f))),
        Yaml::Mapping(values) => {
            let written = |key: &Yaml| match key {
                Yaml::Number(number) => number.to_string(),
                Yaml::Bool(value) => value.to_string(),
                other => text(other).unwrap_or_default(),
            };
            set(found) == Some(values.keys().map(written).collect())
        }
    }
}

/// A text, or the name of a value of an enumeration.
fn word(found: &Json) -> Option<String> {
    found.as_str().or_else(|| found.get("e")?.as_str()).map(Into::into)
}

/// The elements of a set: numbers, names, and ranges as pairs of numbers.
fn set(found: &Json) -> Option<BTreeSet<String>> {
    let mut elements = BTreeSet::new();
    for element in found.get("set")?.as_array()? {
        match element.as_array().map(Vec::as_slice) {
            Some([a, b]) => elements.extend((a.as_i64()?..=b.as_i64()?).map(|value| value.to_string())),
            _ => drop(elements.insert(word(element).unwrap_or_else(|| element.to_string()))),
        }
    }
    Some(elements)
}
