//! SVG that needs no fonts: texts that a machine may have no letters for become outlines.
//!
//! Plain ASCII stays text, which every machine can show; it is small, and can be searched and copied.

use std::fmt::Write;

use resvg::tiny_skia::{PathSegment, Point};
use resvg::usvg::{Color, Group, Node, Paint};

use crate::{Error, fonts};

/// A drawing whose texts beyond ASCII are paths, each under the text that it shows.
///
/// For drawings of ours: a text has its font, size and colour with it, and inherits nothing but its place.
pub fn portable_svg(svg: &str) -> Result<String, Error> {
    if svg.is_ascii() {
        return Ok(svg.to_owned());
    }
    let document = fonts::document(svg)?;
    let mut out = String::with_capacity(svg.len());
    let mut copied = 0;
    for (node, text) in fonts::plain_texts(&document).filter(|(_, text)| !text.is_ascii()) {
        let range = node.range();
        let alone = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">{}</svg>"#,
            &svg[range.clone()]
        );
        let tree = fonts::read(&alone)?;
        out.push_str(&svg[copied..range.start]);
        out.push_str(r#"<g role="img"><title>"#);
        text.chars().for_each(|character| fonts::push_escaped(&mut out, character));
        out.push_str("</title>");
        push_outlines(&mut out, tree.root());
        out.push_str("</g>");
        copied = range.end;
    }
    out.push_str(&svg[copied..]);
    Ok(out)
}

fn push_outlines(out: &mut String, group: &Group) {
    for node in group.children() {
        match node {
            Node::Group(group) => push_outlines(out, group),
            Node::Text(text) => push_outlines(out, text.flattened()),
            Node::Path(path) => {
                let Some(data) = path.data().clone().transform(path.abs_transform()) else { continue };
                let Some(fill) = path.fill() else { continue };
                let Paint::Color(Color { red, green, blue }) = fill.paint() else { continue };
                out.push_str(r#"<path d=""#);
                push_path(out, data.segments());
                write!(out, r##"" fill="#{red:02x}{green:02x}{blue:02x}""##).expect("a string takes everything");
                if fill.opacity().get() < 1.0 {
                    write!(out, r#" fill-opacity="{:.3}""#, fill.opacity().get()).expect("a string takes everything");
                }
                out.push_str("/>");
            }
            Node::Image(_) => (),
        }
    }
}

/// A path in hundredths of a unit, each place as the way from the one before, which is half as long as naming it.
fn push_path(out: &mut String, segments: impl Iterator<Item = PathSegment>) {
    let whole = |point: Point| [point.x, point.y].map(|number| (number * 100.0).round() as i64);
    let (mut start, mut at) = ([0, 0], [0, 0]);
    for segment in segments {
        let (letter, points) = match segment {
            PathSegment::MoveTo(a) => ('m', vec![a]),
            PathSegment::LineTo(a) => ('l', vec![a]),
            PathSegment::QuadTo(a, b) => ('q', vec![a, b]),
            PathSegment::CubicTo(a, b, c) => ('c', vec![a, b, c]),
            PathSegment::Close => ('z', vec![]),
        };
        out.push(letter);
        let ways = points.iter().map(|point| whole(*point)).flat_map(|[x, y]| [x - at[0], y - at[1]]);
        for (index, way) in ways.enumerate() {
            push_hundredths(out, way, index > 0);
        }
        at = points.last().map_or(start, |point| whole(*point));
        if letter == 'm' {
            start = at;
        }
    }
}

/// A number of hundredths, set apart from the number before it.
fn push_hundredths(out: &mut String, number: i64, behind_another: bool) {
    if number < 0 {
        out.push('-');
    } else if behind_another {
        out.push(' ');
    }
    let (whole, part) = (number.abs() / 100, number.abs() % 100);
    let written = match (whole, part) {
        (_, 0) => write!(out, "{whole}"),
        (0, part) if part % 10 == 0 => write!(out, ".{}", part / 10),
        (0, part) => write!(out, ".{part:02}"),
        (whole, part) if part % 10 == 0 => write!(out, "{whole}.{}", part / 10),
        (whole, part) => write!(out, "{whole}.{part:02}"),
    };
    written.expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::png;
    use entail_puzzles::svg::{ANSWER, Anchor, Drawing};
    use resvg::tiny_skia::Pixmap;

    fn cities() -> Drawing {
        let mut cities = Drawing::new(300.0, 60.0);
        cities.text("Paris", (10.0, 20.0), 20.0, Anchor::Start, ANSWER);
        cities.bold("서울 & <Москва>", (290.0, 40.0), 20.0, Anchor::End, ANSWER);
        let mut sheet = Drawing::new(400.0, 100.0);
        sheet.insert(&cities, 20.0, 10.0, 1.25);
        sheet
    }

    #[test]
    fn only_texts_beyond_ascii_become_outlines() {
        let portable = portable_svg(&cities().svg()).unwrap();
        assert_eq!(portable.matches("<text").count(), 1);
        assert!(portable.contains(">Paris</text>"));
        assert!(portable.contains("<title>서울 &amp; &lt;Москва&gt;</title>"));
        assert!(portable.contains("<path d=\"m"));
    }

    #[test]
    fn outlines_keep_the_colour_of_the_text() {
        let mut drawing = Drawing::new(300.0, 60.0);
        drawing.text("서울", (10.0, 20.0), 20.0, Anchor::Start, "rgba(255, 0, 16, 0.5)");
        assert!(portable_svg(&drawing.svg()).unwrap().contains(r##"fill="#ff0010" fill-opacity="0.5"##));
    }

    #[test]
    fn numbers_are_short() {
        let mut out = String::new();
        for number in [0, 5, -50, 100, -125, 330] {
            push_hundredths(&mut out, number, true);
        }
        assert_eq!(out, " 0 .05-.5 1-1.25 3.3");
    }

    #[test]
    fn a_drawing_in_ascii_stays_as_it_is() {
        let mut drawing = Drawing::new(300.0, 60.0);
        drawing.text("a < b", (10.0, 20.0), 20.0, Anchor::Start, ANSWER);
        assert_eq!(portable_svg(&drawing.svg()).unwrap(), drawing.svg());
    }

    #[test]
    fn outlines_look_like_the_text() {
        let svg = cities().svg();
        let [before, after] =
            [svg.clone(), portable_svg(&svg).unwrap()].map(|svg| Pixmap::decode_png(&png(&svg, 1.0).unwrap()).unwrap());
        // Rounded to a hundredth of a unit, an edge may cover one quarter of a pixel more or less.
        let apart = before.data().iter().zip(after.data()).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(apart <= Some(64), "{apart:?}");
    }

    #[test]
    fn a_text_that_is_not_a_drawing_is_an_error() {
        assert!(matches!(portable_svg("서울"), Err(Error::Malformed(_))));
    }
}
