//! PNG: the drawing as pixels.

use resvg::tiny_skia::{Pixmap, Transform};

use crate::{Error, fonts};

/// The most pixels of a picture; each takes four bytes while it is drawn.
pub const MOST_PIXELS: u64 = 100_000_000;

/// The drawing as a PNG file, `scale` pixels to a unit of the drawing.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
    let tree = fonts::read(svg)?;
    let scale = if scale.is_finite() && scale > 0.0 { scale } else { 1.0 };
    let pixels = |units: f32| (f64::from(units) * f64::from(scale)).round().max(1.0) as u64;
    let (width, height) = (pixels(tree.size().width()), pixels(tree.size().height()));
    let too_large = Error::TooLarge { width, height };
    if width.saturating_mul(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap.encode_png().expect("a picture in memory can be written to memory"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use entail_puzzles::svg::{Anchor, Drawing, INK};

    fn decoded(png: &[u8]) -> Pixmap {
        Pixmap::decode_png(png).unwrap()
    }

    fn written(text: &str) -> Drawing {
        let mut drawing = Drawing::new(200.0, 40.0);
        drawing.text(text, (10.0, 20.0), 20.0, Anchor::Start, INK);
        drawing
    }

    #[test]
    fn the_picture_has_its_size_and_is_not_blank() {
        let picture = decoded(&png(&written("42").svg(), 2.0).unwrap());
        assert_eq!((picture.width(), picture.height()), (400, 80));
        let dark = picture.pixels().iter().filter(|pixel| pixel.red() < 100).count();
        assert!((100..2000).contains(&dark), "{dark}");
    }

    #[test]
    fn korean_is_drawn_and_no_empty_box() {
        let image = |text: &str| png(&written(text).svg(), 1.0).unwrap();
        // A character of the private use area is in no font.
        let boxes = image("\u{E000}\u{E000}");
        assert_ne!(image("서울"), boxes);
        assert_ne!(image("서울"), image("부산"));
        assert_ne!(image("서울"), image(""));
        assert_ne!(boxes, image(""));
    }

    #[test]
    fn the_same_drawing_gives_the_same_bytes() {
        let svg = written("서울 Paris 東京").svg();
        assert_eq!(png(&svg, 1.5).unwrap(), png(&svg, 1.5).unwrap());
    }

    #[test]
    fn digits_stand_in_the_middle_of_their_place() {
        let mut drawing = Drawing::new(100.0, 100.0);
        drawing.text("8", (50.0, 50.0), 60.0, Anchor::Middle, "#000000");
        let picture = decoded(&png(&drawing.svg(), 1.0).unwrap());
        let dark: Vec<(usize, usize)> = (0..10_000)
            .filter(|&place| picture.pixels()[place].red() < 128)
            .map(|place| (place % 100, place / 100))
            .collect();
        let middle = |values: Vec<usize>| (values.iter().min().unwrap() + values.iter().max().unwrap()) as f64 / 2.0;
        let x = middle(dark.iter().map(|at| at.0).collect());
        let y = middle(dark.iter().map(|at| at.1).collect());
        assert!((x - 49.5).abs() <= 1.0 && (y - 49.5).abs() <= 1.0, "{x} {y}");
    }

    #[test]
    fn pictures_may_be_tiny_and_not_huge() {
        let picture = decoded(&png(&Drawing::new(1.0, 1.0).svg(), 1.0).unwrap());
        assert_eq!((picture.width(), picture.height()), (1, 1));
        assert_eq!(
            png(&Drawing::new(100_000.0, 100_000.0).svg(), 1.0),
            Err(Error::TooLarge { width: 100_000, height: 100_000 })
        );
        assert!(matches!(png(&Drawing::new(1e30, 1e30).svg(), 1e30), Err(Error::TooLarge { .. })));
        assert!(matches!(png(&Drawing::new(1.0, 200_000_000.0).svg(), 1.0), Err(Error::TooLarge { .. })));
    }

    #[test]
    fn a_text_that_is_not_a_drawing_is_an_error() {
        for text in ["", "hello", "<svg", "<html/>", "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>", "\u{0}서"] {
            assert!(matches!(png(text, 1.0), Err(Error::Malformed(_))), "{text:?}");
        }
        let deep =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">{}", "<g>".repeat(100_000));
        assert!(png(&deep, 1.0).is_err());
    }
}
