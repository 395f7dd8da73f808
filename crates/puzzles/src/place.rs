//! Why a reader has no puzzle: the text, the flags, or the reading itself.

use std::io;

pub use entail_model::place::{Excerpt, Found, Malformed, Place};
use thiserror::Error;

/// Why a reader has no puzzle.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The text does not follow the format.
    #[error(transparent)]
    Malformed(#[from] Box<Malformed>),
    /// The flags do not fit the puzzle, or a necessary one is missing.
    #[error("{0}")]
    Usage(String),
    /// The text could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ReadError {
    /// The mistake in the text, if that is what it was.
    pub fn malformed(&self) -> Option<&Malformed> {
        match self {
            Self::Malformed(malformed) => Some(malformed),
            Self::Usage(_) | Self::Io(_) => None,
        }
    }
}

impl From<Malformed> for ReadError {
    fn from(malformed: Malformed) -> Self {
        Self::Malformed(Box::new(malformed))
    }
}
