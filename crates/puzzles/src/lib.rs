//! Puzzle kinds, one folder each, all of the same shape: `format` reads and writes the text, `model` states the puzzle
//! as constraints, `kernel` is a search of its own where that pays, `generate` makes new ones, `draw` draws them.
//!
//! [`KINDS`] is the list of them: the command and the tests find there whatever exists. A reader never panics and never
//! trusts a header: memory grows with what was really read. What is wrong with a text is a [`Malformed`] with its place.

pub mod boardcover;
pub mod coloring;
pub mod cryptarithm;
pub mod kakuro;
mod kind;
pub mod layout;
mod place;
mod puzzle;
pub mod queens;
mod random;
mod scan;
pub mod search;
pub mod sudoku;
pub mod svg;
mod watch;
pub mod wordsearch;

pub use kind::{
    Cases, Flag, Format, Generate, Generated, Given, Input, Kind, NotMade, READING, Settings, Source, Takes, Verb,
    WordList,
};
pub use place::{Excerpt, Found, Malformed, Place, ReadError};
pub use puzzle::{Impossible, Puzzle, Verdict};
pub use random::Random;
pub use scan::{Line, Number, Scanner};
pub use watch::watch;

/// Every kind there is, in the order in which people are told of them.
pub const KINDS: &[&Kind] = &[
    &kakuro::KIND,
    &sudoku::KIND,
    &queens::KIND,
    &coloring::KIND,
    &wordsearch::KIND,
    &cryptarithm::KIND,
    &layout::KIND,
    &boardcover::KIND,
];
