//! Answers of a colouring as text, and the judgement of one: `s col K`, then a line `l node colour` for each node.

use std::collections::HashMap;

use entail_model::Answer;

use super::decide::{Decider, Enough};
use super::format::{name_and_rest, quoted};
use super::{Coloring, count_of_colours};
use crate::kind::Input;
use crate::place::{Excerpt, Found, Malformed, ReadError};
use crate::puzzle::Verdict;
use crate::scan::{Line, Scanner};
use crate::search::How;

/// What a text says about the colours.
pub struct Claimed {
    /// The number behind `s col`.
    number: u64,
    /// The colour of each node from 1.
    colours: Vec<u32>,
}

impl Coloring {
    /// The answer of the model with these colours from 1.
    pub fn answer(&self, colours: &[u32]) -> Answer {
        let mut values: Vec<i64> = colours.iter().map(|c| i64::from(*c)).collect();
        if self.colors.is_none() {
            values.push(values.iter().copied().max().unwrap_or(0));
        }
        Answer::new(values)
    }

    /// How many colours an answer says it has, and the colour of each node.
    pub fn colours<'a>(&self, answer: &'a Answer) -> (i64, &'a [i64]) {
        match (self.colors, answer.values().split_last()) {
            (Some(colors), _) => (i64::from(colors), answer.values()),
            (None, Some((number, colours))) => (*number, colours),
            (None, None) => (0, &[]),
        }
    }

    /// The answer as the contract prints it.
    pub fn answer_text(&self, answer: &Answer) -> String {
        let (number, colours) = self.colours(answer);
        let mut text = format!("s col {number}\n");
        for (node, colour) in self.graph().nodes().zip(colours) {
            let (name, colour) = (self.named.name(node), self.colour_name(*colour as u32));
            text.push_str("l ");
            text.push_str(&quoted(&name));
            text.push(' ');
            text.push_str(&quoted(&colour));
            text.push('\n');
        }
        text
    }

    /// Reads an answer: `s col K`, then as many lines as there are nodes, in any order. The inner error says why a text of
    /// the right form is no answer.
    pub fn read_claim(&self, text: &mut Scanner<Input>) -> Result<Result<Claimed, String>, ReadError> {
        let number = self.read_number(text)?;
        let count = self.graph().len();
        let mut places = HashMap::new();
        if let Some(names) = &self.named.names {
            places.extend(names.iter().map(String::as_str).zip(0_u32..));
        }
        let mut colours = vec![0; count];
        let mut wrong = None;
        for _ in 0..count {
            let line = next_line(text, "`l node colour` for each node")?;
            let (node, colour) = two_names(&line)?;
            let place = match &self.named.names {
                Some(_) => places.get(node.as_str()).copied(),
                None => node.parse().ok().filter(|v| (1..=count as u32).contains(v)).map(|v: u32| v - 1),
            };
            let number = match &self.palette {
                Some(palette) => palette.iter().position(|name| *name == colour).map(|at| at as u32 + 1),
                None => colour.parse().ok().filter(|c: &u32| *c > 0 && *c < 1 << 31),
            };
            match (place, number) {
                (None, _) => drop(wrong.get_or_insert(format!("there is no node {}", quoted(&node)))),
                (_, None) => drop(wrong.get_or_insert(format!("{} is not one of the colours", quoted(&colour)))),
                (Some(place), Some(number)) => {
                    if std::mem::replace(&mut colours[place as usize], number) != 0 {
                        wrong.get_or_insert(format!("the node {} is there twice", quoted(&node)));
                    }
                }
            }
        }
        Ok(wrong.map_or(Ok(Claimed { number, colours }), Err))
    }

    fn read_number(&self, text: &mut Scanner<Input>) -> Result<u64, ReadError> {
        let form = "`s col K`, the number of colours";
        let line = next_line(text, form)?;
        let words: Vec<&str> = line.text.split_whitespace().collect();
        match words[..] {
            ["s", "col", number] if number.bytes().all(|b| b.is_ascii_digit()) => number.parse().ok(),
            _ => None,
        }
        .ok_or_else(|| {
            let found = Found::Text(line.text.trim().chars().take(40).collect());
            line.malformed(0, line.text.trim_end().chars().count(), found, form.to_owned()).into()
        })
    }

    /// Judges an answer: that it is a colouring, and, where the fewest colours are asked for, that there are no fewer.
    pub fn judgement(&self, claimed: &Claimed, how: &How) -> Verdict {
        let Claimed { number, colours } = claimed;
        let (number, name) = (*number, |node: u32| quoted(&self.named.name(node)).into_owned());
        let mut used: Vec<u32> = colours.clone();
        used.sort_unstable();
        used.dedup();
        if let Some((u, v)) = self.graph().clash(colours) {
            let colour = self.colour_name(colours[u as usize]);
            return Verdict::Wrong(format!("{} and {} are neighbours and both {}", name(u), name(v), quoted(&colour)));
        }
        // With a palette any of its colours may be used; numbers go from 1.
        let most = if self.palette.is_some() { used.len() } else { used.last().map_or(0, |c| *c as usize) };
        if most as u64 > number {
            let what = if self.palette.is_some() { "colours in use" } else { "greatest colour" };
            return Verdict::Wrong(format!("`s col {number}`, but the {what}: {most}"));
        }
        if let Some(colors) = self.colors {
            return if number > u64::from(colors) {
                Verdict::Wrong(format!("{number} colours, but at most {colors} are allowed"))
            } else {
                Verdict::Right
            };
        }
        if (used.len() as u64) < number {
            let used = count_of_colours(used.len());
            return Verdict::Wrong(format!("`s col {number}`, but only {used} are in use: not the fewest"));
        }
        if used.is_empty() {
            return Verdict::Right;
        }
        match Decider::new(self.graph(), how).at_most(used.len() - 1) {
            Ok(Enough::Yes(_)) => {
                Verdict::Wrong(format!("{number} colours are not the fewest: {} are enough", used.len() - 1))
            }
            Ok(Enough::No) => Verdict::Right,
            Ok(Enough::Unknown(_)) | Err(_) => Verdict::Unknown(format!(
                "a colouring, but whether {} are enough is not known",
                count_of_colours(used.len() - 1)
            )),
        }
    }

    /// The claim as an answer of the model.
    pub fn claimed_answer(&self, claimed: &Claimed) -> Answer {
        self.answer(&claimed.colours)
    }
}

/// The next line that is not blank and no comment.
fn next_line(text: &mut Scanner<Input>, expected: &str) -> Result<Line, ReadError> {
    loop {
        let Some(line) = text.line()? else {
            let (place, excerpt) = (text.place(), Excerpt::default());
            return Err(Malformed { place, found: Found::End, expected: expected.to_owned(), excerpt }.into());
        };
        let word = line.text.split_whitespace().next();
        if word.is_some_and(|word| word != "c") {
            return Ok(line);
        }
    }
}

/// The node and the colour of `l node colour`.
fn two_names(line: &Line) -> Result<(String, String), ReadError> {
    let form = "`l node colour`";
    let wrong = || -> ReadError {
        let found = Found::Text(line.text.trim().chars().take(40).collect());
        line.malformed(0, line.text.trim_end().chars().count(), found, form.to_owned()).into()
    };
    let rest = line.text.trim().strip_prefix('l').filter(|rest| rest.starts_with(char::is_whitespace));
    let (node, rest) = rest.and_then(name_and_rest).ok_or_else(wrong)?;
    let (colour, rest) = name_and_rest(rest).ok_or_else(wrong)?;
    if rest.trim().is_empty() { Ok((node, colour)) } else { Err(wrong()) }
}
