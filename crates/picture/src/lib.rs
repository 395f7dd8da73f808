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
    #[error("the picture would be {width} x {height} pixels, and {MOST_PIXELS} pixels are the most: take SVG or PDF")]
    TooLarge {
        /// Pixels from left to right.
        width: u64,
        /// Pixels from top to bottom.
        height: u64,
    },
    /// A drawing of so many shapes that a page of it cannot be made.
    #[error("the drawing has too many shapes for PNG and PDF: take SVG")]
    TooManyShapes,
    /// Something that SVG has and drawings of ours do not.
    #[error("{0} cannot be part of a PDF")]
    Unsupported(&'static str),
    /// A document without pages.
    #[error("there is nothing to draw")]
    Empty,
}

#[cfg(test)]
mod tests {
    use super::*;
    use entail_puzzles::Random;
    use entail_puzzles::svg::{Anchor, Drawing, INK};

    #[test]
    fn a_broken_drawing_is_an_error_or_a_picture_and_never_a_panic() {
        let mut drawing = Drawing::new(80.0, 40.0);
        drawing.ring((10.0, 10.0), (60.0, 20.0), 8.0, INK, 2.0);
        drawing.text("ab 서울 東", (40.0, 20.0), 12.0, Anchor::Middle, INK);
        let whole = drawing.svg();
        let mut random = Random::new(3, 0);
        let mut errors = 0;
        for _ in 0..400 {
            let mut characters: Vec<char> = whole.chars().collect();
            for _ in 0..=random.below(3) {
                let at = random.below(characters.len());
                match random.below(4) {
                    0 => drop(characters.remove(at)),
                    1 => characters.insert(at, *random.pick(&['<', '>', '"', '/', '&', '9', '-', 'e', '가', '\u{0}'])),
                    2 => characters[at] = *random.pick(&['<', '>', '"', ' ', '0', '9', '%', '울']),
                    _ => characters.truncate(at.max(1)),
                }
            }
            let svg: String = characters.into_iter().collect();
            errors += usize::from(png(&svg, 1.0).is_err());
            let _ = (portable_svg(&svg), pdf::content_of(&svg));
        }
        assert!((100..400).contains(&errors), "{errors}");
    }
}
