//! Puzzle kinds, one folder each, all of the same shape: `format` reads and writes the text, `model` states the puzzle
//! as constraints.
//!
//! A reader never panics and never trusts a header: memory grows with what was really read. What is wrong with a text
//! is a [`Malformed`] with its place.

pub mod kakuro;
mod place;
mod scan;

pub use place::{Excerpt, Found, Malformed, Place, ReadError};
pub use scan::{Number, Scanner};
