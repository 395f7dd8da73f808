//! From a [`Drawing`](entail_puzzles::svg::Drawing) to files that look the same everywhere: [`png`], [`pdf`] and
//! [`portable_svg`].
//!
//! The drawing is made once, as SVG; everything here starts from that text. Letters come from the fonts in `fonts/`,
//! which are part of the program, never from the machine. The same drawing gives the same bytes on every run.

mod fonts;
mod layout;
mod outline;
mod pdf;
mod raster;

pub use layout::{A4, pages, sheet};
pub use outline::portable_svg;
pub use pdf::pdf;
pub use raster::{MOST_PIXELS, png};

use thiserror::Error;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A text that is not SVG.
    #[error("not a drawing: {0}")]
    Malformed(String),
    /// A picture that would take too much memory.
    #[error(
        "the picture would be {width} x {height} pixels, and {MOST_PIXELS} pixels are the most: take a smaller scale, SVG or PDF"
    )]
    TooLarge {
        /// Pixels from left to right.
        width: u64,
        /// Pixels from top to bottom.
        height: u64,
    },
    /// Something that SVG has and drawings of ours do not.
    #[error("{0} cannot be part of a PDF")]
    Unsupported(&'static str),
    /// A document without pages.
    #[error("there is nothing to draw")]
    Empty,
}
