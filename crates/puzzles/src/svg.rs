//! Drawings: an SVG that grows shape by shape, in units of pixels.
//!
//! Shapes carry their colours, no style sheet, so that every program that reads SVG shows the same.

use std::fmt::Write;

/// The font of all drawings. Programs that make PNG and PDF bring it along; a browser takes what it has.
pub const FONT: &str = "Entail Sans, DejaVu Sans, Noto Sans CJK KR, NanumGothic, sans-serif";

/// Black as it is drawn: not quite.
pub const INK: &str = "#1b1f24";
/// The colour of answers.
pub const ANSWER: &str = "#0b57b0";
/// The colour of light lines.
pub const FAINT: &str = "#b9c0c8";

/// Colours that can be told apart, for regions, pieces and nodes; there are always enough.
pub fn distinct_colour(index: usize) -> String {
    /// A palette that people with any colour vision can mostly tell apart, light enough for dark text.
    const PALETTE: [&str; 12] = [
        "#f4b183", "#9dc3e6", "#a9d18e", "#ffd966", "#c9a6e0", "#f19c99", "#8fd3c8", "#d6c4a8", "#b7b7d7", "#e8b4d0",
        "#c6e377", "#a8c7c7",
    ];
    match PALETTE.get(index) {
        Some(colour) => (*colour).to_owned(),
        // The golden angle keeps any number of hues apart.
        None => {
            let hue = (index as f64 * 137.508) % 360.0;
            let lightness = [78, 68, 85][index % 3];
            format!("hsl({hue:.0}, 62%, {lightness}%)")
        }
    }
}

/// Where a text stands at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The place is its left end.
    Start,
    /// The place is its middle.
    Middle,
    /// The place is its right end.
    End,
}

/// A picture as SVG.
#[derive(Clone, Debug)]
pub struct Drawing {
    width: f64,
    height: f64,
    body: String,
}

impl Drawing {
    /// An empty picture on white.
    pub fn new(width: f64, height: f64) -> Self {
        let mut drawing = Self { width, height, body: String::new() };
        drawing.rect(0.0, 0.0, width, height, "#ffffff");
        drawing
    }

    /// Its width.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        self.shape(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{fill}"/>"#,
            short(x),
            short(y),
            short(width),
            short(height)
        ));
    }

    /// The outline of a rectangle.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, stroke: &str, thick: f64) {
        self.shape(format_args!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" fill="none" stroke="{stroke}" stroke-width="{}"/>"#,
            short(x),
            short(y),
            short(width),
            short(height),
            short(thick)
        ));
    }

    /// A line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, thick: f64) {
        self.shape(format_args!(
            r#"<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="{stroke}" stroke-width="{}" stroke-linecap="square"/>"#,
            short(from.0),
            short(from.1),
            short(to.0),
            short(to.1),
            short(thick)
        ));
    }

    /// A disc with an outline.
    pub fn disc(&mut self, centre: (f64, f64), radius: f64, fill: &str, stroke: &str, thick: f64) {
        self.shape(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}" stroke="{stroke}" stroke-width="{}"/>"#,
            short(centre.0),
            short(centre.1),
            short(radius),
            short(thick)
        ));
    }

    /// A path in the syntax of SVG.
    pub fn path(&mut self, path: &str, fill: &str, stroke: &str, thick: f64) {
        self.shape(format_args!(
            r#"<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{}" stroke-linejoin="round"/>"#,
            short(thick)
        ));
    }

    /// The outline of a stadium around the way from one place to another: a ring around a word.
    pub fn ring(&mut self, from: (f64, f64), to: (f64, f64), radius: f64, stroke: &str, thick: f64) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let (ux, uy) = if length > 0.0 { (dx / length, dy / length) } else { (1.0, 0.0) };
        let (nx, ny) = (-uy * radius, ux * radius);
        let r = short(radius);
        let path = format!(
            "M{} {}L{} {}A{r} {r} 0 0 0 {} {}L{} {}A{r} {r} 0 0 0 {} {}Z",
            short(from.0 + nx),
            short(from.1 + ny),
            short(to.0 + nx),
            short(to.1 + ny),
            short(to.0 - nx),
            short(to.1 - ny),
            short(from.0 - nx),
            short(from.1 - ny),
            short(from.0 + nx),
            short(from.1 + ny)
        );
        self.path(&path, "none", stroke, thick);
    }

    /// A text whose capitals and digits have their middle at the height of the place.
    pub fn text(&mut self, text: &str, at: (f64, f64), size: f64, anchor: Anchor, fill: &str) {
        self.styled_text(text, at, size, anchor, fill, "normal");
    }

    /// A bold text, placed as [`Drawing::text`] does.
    pub fn bold(&mut self, text: &str, at: (f64, f64), size: f64, anchor: Anchor, fill: &str) {
        self.styled_text(text, at, size, anchor, fill, "bold");
    }

    fn styled_text(&mut self, text: &str, at: (f64, f64), size: f64, anchor: Anchor, fill: &str, weight: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        // Capitals and digits of the font are 0.73 of its size high.
        let baseline = at.1 + size * 0.365;
        self.shape(format_args!(
            r#"<text x="{}" y="{}" font-family="{FONT}" font-size="{}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}">{}</text>"#,
            short(at.0),
            short(baseline),
            short(size),
            escaped(text)
        ));
    }

    /// Another picture with its upper left corner here, scaled.
    pub fn insert(&mut self, picture: &Drawing, x: f64, y: f64, scale: f64) {
        let (x, y) = (short(x), short(y));
        // Two digits would be too few: a large picture shrinks by a small factor.
        self.shape(format_args!(r#"<g transform="translate({x} {y}) scale({scale:.6})">"#));
        self.body.push_str(&picture.body);
        self.shape(format_args!("</g>"));
    }

    /// The whole document.
    pub fn svg(&self) -> String {
        let (width, height) = (short(self.width), short(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n{}</svg>\n",
            self.body
        )
    }

    fn shape(&mut self, shape: std::fmt::Arguments<'_>) {
        writeln!(self.body, "{shape}").expect("a string takes everything");
    }
}

/// A number with two digits behind the point at most.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text inside XML; characters that XML does not have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            character if character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}') => {
                escaped.push('\u{FFFD}')
            }
            character => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.0, 1.5, -0.001, 100.0, 2.0 / 3.0].map(short), ["1", "1.5", "0", "100", "0.67"]);
    }

    #[test]
    fn text_is_escaped() {
        let mut drawing = Drawing::new(10.0, 10.0);
        drawing.text("<a & \"b\">\u{1}", (0.0, 0.0), 10.0, Anchor::Start, INK);
        assert!(drawing.svg().contains(">&lt;a &amp; &quot;b&quot;&gt;\u{FFFD}</text>"));
    }

    #[test]
    fn colours_differ() {
        let colours: std::collections::HashSet<String> = (0..100).map(distinct_colour).collect();
        assert!(colours.len() >= 95, "{}", colours.len());
    }
}
