//! A graph as a picture: edges under nodes, which are discs with short names or boxes around long ones.

use super::Coloring;
use super::layout::{Point, places};
use crate::svg::{Anchor, Drawing, INK, distinct_colour};

/// The size of names and the space around everything.
const TEXT: f64 = 14.0;
const MARGIN: f64 = 24.0;
/// Graphs with more nodes are drawn as dots without names.
const NAMED: usize = 1500;
/// Names are cut to this width, in multiples of the text's size.
const LONGEST: f64 = 16.0;

impl Coloring {
    /// The graph, with the colours of an answer if there is one.
    pub fn picture(&self, colours: Option<&[i64]>) -> Drawing {
        let graph = self.graph();
        let named = graph.len() <= NAMED;
        let labels: Vec<String> =
            graph.nodes().map(|v| if named { cut(&self.named.name(v)) } else { String::new() }).collect();
        let discs = labels.iter().all(|label| width_of(label) <= 2.0);
        let shape = |label: &String| match () {
            () if !named => (6.0, 6.0),
            () if discs => (2.0 * TEXT, 2.0 * TEXT),
            () => ((width_of(label) + 1.2).max(2.0) * TEXT, 1.9 * TEXT),
        };
        let boxes: Vec<Point> = labels.iter().map(shape).collect();
        let gap = if named { 0.6 * TEXT } else { 3.0 };
        let at: Vec<Point> = places(graph, &boxes, gap).into_iter().map(|(x, y)| (x + MARGIN, y + MARGIN)).collect();
        let side = |value: fn(Point, Point) -> f64| {
            at.iter().zip(&boxes).map(|(p, b)| value(*p, *b)).fold(2.0 * MARGIN, f64::max)
        };
        let (width, height) = (side(|p, b| p.0 + b.0 / 2.0) + MARGIN, side(|p, b| p.1 + b.1 / 2.0) + MARGIN);
        let legend = Legend::new(self, colours, width);
        let mut drawing = Drawing::new(width.max(legend.width), height + legend.height);
        // The more edges, the fainter each.
        let (stroke, thick) = match graph.edge_count() / graph.len().max(1) {
            0..4 => ("#8a939d", 1.4),
            4..10 => ("#a9b1ba", 1.0),
            _ => ("#c3c9d0", 0.7),
        };
        for (u, v) in graph.edges() {
            drawing.line(at[u as usize], at[v as usize], stroke, thick);
        }
        for node in 0..graph.len() {
            let fill = colours.map_or("#ffffff".to_owned(), |colours| self.paint(colours[node]));
            let ((x, y), (w, h)) = (at[node], boxes[node]);
            if !named || discs {
                drawing.disc((x, y), w / 2.0, &fill, INK, if named { 1.2 } else { 0.5 });
            } else {
                drawing.path(&rounded(x - w / 2.0, y - h / 2.0, w, h, h / 3.0), &fill, INK, 1.2);
            }
            if named {
                let size = if discs && width_of(&labels[node]) > 1.7 { 0.85 * TEXT } else { TEXT };
                drawing.text(&labels[node], (x, y), size, Anchor::Middle, text_on(&fill));
            }
        }
        legend.draw(&mut drawing, height);
        drawing
    }

    /// A place for each node in a square of side 1, its names apart from each other where the square is drawn large enough.
    pub fn places_in_square(&self) -> Vec<Point> {
        let shape = |node: u32| ((width_of(&cut(&self.named.name(node))) + 1.2).max(2.0) * TEXT, 1.9 * TEXT);
        let boxes: Vec<Point> = self.graph().nodes().map(shape).collect();
        let at = places(self.graph(), &boxes, 0.6 * TEXT);
        let ends = |of: fn(&Point) -> f64| {
            let ends = at.iter().map(of).fold((f64::MAX, f64::MIN), |(least, most), v| (least.min(v), most.max(v)));
            ((ends.0 + ends.1) / 2.0, ends.1 - ends.0)
        };
        let ((x, wide), (y, high)) = (ends(|p| p.0), ends(|p| p.1));
        let side = wide.max(high).max(1.0);
        // Four places behind the point are more than a screen shows, and half of what a file would carry.
        let scaled = |v: f64| (v / side * 10_000.0).round() / 10_000.0 + 0.5;
        at.iter().map(|p| (scaled(p.0 - x), scaled(p.1 - y))).collect()
    }

    /// What a colour is painted with: the colour that its name says, where it says one.
    fn paint(&self, colour: i64) -> String {
        let named = self.palette.as_ref().and_then(|palette| palette.get(colour as usize - 1));
        match named.and_then(|name| known_colour(name)) {
            Some(known) => known,
            None => distinct_colour(colour as usize - 1),
        }
    }
}

/// The colours of the palette that are in use, in rows under the graph.
struct Legend {
    entries: Vec<(String, String, Point)>,
    width: f64,
    height: f64,
}

impl Legend {
    fn new(coloring: &Coloring, colours: Option<&[i64]>, width: f64) -> Self {
        let mut legend = Self { entries: Vec::new(), width: 0.0, height: 0.0 };
        let (Some(palette), Some(colours)) = (&coloring.palette, colours) else { return legend };
        let used: std::collections::BTreeSet<i64> = colours.iter().copied().collect();
        let (mut x, mut y) = (MARGIN, 0.0);
        for colour in used {
            let name = cut(&palette[colour as usize - 1]);
            let wide = (width_of(&name) + 3.0) * TEXT;
            if x > MARGIN && x + wide > width {
                (x, y) = (MARGIN, y + 2.0 * TEXT);
            }
            legend.entries.push((name, coloring.paint(colour), (x, y)));
            x += wide;
            legend.width = legend.width.max(x + MARGIN - TEXT);
            legend.height = y + 2.0 * TEXT;
        }
        legend
    }

    fn draw(&self, drawing: &mut Drawing, top: f64) {
        for (name, fill, (x, y)) in &self.entries {
            let y = top + y + TEXT / 2.0 - 6.0;
            drawing.disc((x + TEXT / 2.0, y), TEXT / 2.0, fill, INK, 1.0);
            drawing.text(name, (x + 1.5 * TEXT, y), TEXT, Anchor::Start, INK);
        }
    }
}

/// A rectangle with round corners, as a path.
fn rounded(x: f64, y: f64, w: f64, h: f64, r: f64) -> String {
    let (right, bottom) = (x + w, y + h);
    format!(
        "M{:.1} {y:.1}L{:.1} {y:.1}A{r:.1} {r:.1} 0 0 1 {right:.1} {:.1}L{right:.1} {:.1}A{r:.1} {r:.1} 0 0 1 {:.1} {bottom:.1}L{:.1} {bottom:.1}A{r:.1} {r:.1} 0 0 1 {x:.1} {:.1}L{x:.1} {:.1}A{r:.1} {r:.1} 0 0 1 {:.1} {y:.1}Z",
        x + r,
        right - r,
        y + r,
        bottom - r,
        right - r,
        x + r,
        bottom - r,
        y + r,
        x + r
    )
}

/// How wide a text is at most, in multiples of its size.
fn width_of(text: &str) -> f64 {
    text.chars().map(width_of_character).sum()
}

fn width_of_character(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | ' ' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.0,
        'A'..='Z' => 0.74,
        '\u{0}'..='\u{2ff}' => 0.64,
        '\u{300}'..='\u{36f}' => 0.0,
        '\u{370}'..='\u{10ff}' => 0.75,
        _ => 1.0,
    }
}

/// A name that is not too long.
fn cut(name: &str) -> String {
    if width_of(name) <= LONGEST {
        return name.to_owned();
    }
    let mut width = 1.0;
    let short = name.chars().take_while(|c| {
        width += width_of_character(*c);
        width <= LONGEST
    });
    format!("{}…", short.collect::<String>().trim_end())
}

/// The colour that a word in English or Korean names, or `#rrggbb`.
fn known_colour(name: &str) -> Option<String> {
    const KNOWN: [(&[&str], &str); 12] = [
        (&["red", "빨강", "빨간색", "빨강색"], "#e8645a"),
        (&["green", "초록", "초록색", "녹색"], "#6fbf73"),
        (&["blue", "파랑", "파란색", "파랑색"], "#6fa8dc"),
        (&["yellow", "노랑", "노란색", "노랑색"], "#ffd966"),
        (&["orange", "주황", "주황색"], "#f6a55c"),
        (&["purple", "violet", "보라", "보라색"], "#b58ad6"),
        (&["pink", "분홍", "분홍색"], "#f4a6c0"),
        (&["brown", "갈색"], "#b98b64"),
        (&["white", "하양", "흰색", "하얀색"], "#ffffff"),
        (&["black", "검정", "검은색", "검정색"], "#3a4450"),
        (&["gray", "grey", "회색"], "#b9c0c8"),
        (&["cyan", "turquoise", "하늘", "하늘색"], "#8fd8e8"),
    ];
    let lower = name.to_lowercase();
    let hex = |text: &str| text.len() == 6 && text.bytes().all(|b| b.is_ascii_hexdigit());
    if lower.strip_prefix('#').is_some_and(hex) {
        return Some(lower);
    }
    KNOWN.iter().find(|(names, _)| names.contains(&lower.as_str())).map(|(_, colour)| (*colour).to_owned())
}

/// A colour of text that can be read on this one.
fn text_on(fill: &str) -> &'static str {
    let part = |at: usize| fill.get(at..at + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    match (fill.starts_with('#'), part(1), part(3), part(5)) {
        (true, Some(red), Some(green), Some(blue)) if 3 * red + 6 * green + blue < 1000 => "#ffffff",
        _ => INK,
    }
}
