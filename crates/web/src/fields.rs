//! The members of a request, taken one by one with their types; what is left over at the end nobody asked for.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// The members of a request that have not been taken yet.
pub struct Fields(Map<String, Value>);

impl Fields {
    /// The members of a body, which must be an object.
    pub fn of(body: &[u8]) -> Result<Self, Refusal> {
        match serde_json::from_slice(body) {
            Ok(Value::Object(members)) => Ok(Self(members)),
            Ok(_) => Err(Refusal::unfit("expected an object, {\"kind\": …}")),
            Err(error) => Err(Refusal::not_json(&error)),
        }
    }

    fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name).filter(|value| !value.is_null())
    }

    /// A text.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Refusal::unfit(format!("\"{name}\": expected a text"))),
        }
    }

    /// A text that must be there.
    pub fn required(&mut self, name: &str) -> Result<String, Refusal> {
        self.text(name)?.ok_or_else(|| Refusal::unfit(format!("\"{name}\" is missing")))
    }

    /// One of these words; the first if there is none.
    pub fn word(&mut self, name: &str, words: &[&'static str]) -> Result<&'static str, Refusal> {
        match self.text(name)? {
            None => Ok(words[0]),
            Some(text) => words
                .iter()
                .find(|word| **word == text)
                .copied()
                .ok_or_else(|| Refusal::unfit(format!("\"{name}\": expected one of {}", words.join(", ")))),
        }
    }

    /// A whole number in this range.
    pub fn number(&mut self, name: &str, range: RangeInclusive<u64>) -> Result<Option<u64>, Refusal> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.as_u64().filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let (least, most) = range.into_inner();
                Err(Refusal::unfit(format!("\"{name}\": expected a whole number from {least} to {most}")))
            }
        }
    }

    /// A number of seconds above 0.
    pub fn seconds(&mut self, name: &str) -> Result<Option<f64>, Refusal> {
        let Some(value) = self.take(name) else { return Ok(None) };
        match value.as_f64().filter(|seconds| *seconds > 0.0) {
            Some(seconds) => Ok(Some(seconds)),
            None => Err(Refusal::unfit(format!("\"{name}\": expected a number of seconds above 0"))),
        }
    }

    /// An object.
    pub fn object(&mut self, name: &str) -> Result<Map<String, Value>, Refusal> {
        match self.take(name) {
            None => Ok(Map::new()),
            Some(Value::Object(members)) => Ok(members),
            Some(_) => Err(Refusal::unfit(format!("\"{name}\": expected an object"))),
        }
    }

    /// Nothing may be left.
    pub fn end(self) -> Result<(), Refusal> {
        let left: BTreeSet<String> = self.0.into_iter().map(|(name, _)| format!("{name:?}")).collect();
        match left.first() {
            None => Ok(()),
            Some(name) => Err(Refusal::unfit(format!("{} is not known here", shortened(name)))),
        }
    }
}

/// The beginning of a text that somebody else chose.
pub fn shortened(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
