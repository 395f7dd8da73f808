//! Colouring as one of the kinds.

use std::time::Duration;

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::{Map, Value, json};

use super::decide::{Decider, Enough};
use super::enumerate::normal_by_part;
use super::{Coloring, format};
use crate::kind::{Flag, Format, Input, Kind, READING, Source, Takes};
use crate::place::ReadError;
use crate::puzzle::{Impossible, Puzzle, Verdict};
use crate::scan::Scanner;
use crate::search::{End, Found, How};
use crate::svg::Drawing;

/// Different colours for neighbours, as few as possible.
pub const KIND: Kind = Kind {
    name: "coloring",
    about: "Different colours for neighbours in a graph or on a map, as few as possible",
    source: Source::File,
    text: "\
The graph is in DIMACS (`c` comment, `p edge N M`, then `e u v` for each edge, nodes from 1), or has a
line for each pair of neighbours: two names with a comma or a tab between them, or spaces where
neither occurs. Names in double quotes may contain anything (\"\" is a quote inside); a line with one
name is a node without neighbours; `#` starts a comment.",
    flags: &[
        Flag {
            name: "colors",
            takes: Takes::Number(1..=1_000_000_000),
            help: "Allow this many colours instead of looking for the fewest",
            verbs: READING,
        },
        Flag {
            name: "palette",
            takes: Takes::Text("NAMES"),
            help: "Names of the colours with commas between them; there are no other colours",
            verbs: READING,
        },
    ],
    examples: &[
        "solve coloring examples/australia.txt",
        "solve coloring examples/australia.txt --palette 빨강,초록,파랑",
        "solve coloring examples/graph.col --colors 4 --count",
    ],
    enumerable: true,
    kernel: true,
    read: |input, settings| {
        let read = format::read(input).and_then(|named| Coloring::new(named, settings));
        Box::new(std::iter::once(read.map(|coloring| Box::new(coloring) as Box<dyn Puzzle>)))
    },
    pose: None,
    formats: &[
        Format {
            name: "dimacs",
            about: "`p edge N M`, then `e u v` for each edge",
            counted: false,
            single: false,
            between: "",
        },
        Format { name: "pairs", about: "a pair of names on each line", counted: false, single: false, between: "" },
    ],
    generate: None,
};

/// How long `check` tries to find fewer colours.
const JUDGING: Duration = Duration::from_secs(10);

impl Coloring {
    /// What is not known when a limit came first.
    pub fn unknown(&self, colours: usize, at_least: Option<usize>) -> String {
        let whether = match colours {
            1 => "whether 1 colour suffices is not known".to_owned(),
            _ => format!("whether {colours} colours suffice is not known"),
        };
        match at_least {
            Some(1) => format!("{whether}; at least 1 is needed"),
            Some(least) => format!("{whether}; at least {least} are needed"),
            None => whether,
        }
    }

    /// One answer, with the fewest colours or with at most as many as are allowed; its colours are numbered in the order
    /// in which they appear, in each connected part.
    fn one_answer(&self, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let mut decider = Decider::new(self.graph(), how);
        let mut end = End::default();
        if let Some(colors) = self.colors {
            match decider.at_most(colors as usize)? {
                Enough::Yes(colours) => drop(found(self.answer(&normal_by_part(self.graph(), &colours)))),
                Enough::No => {}
                Enough::Unknown(stop) => {
                    end.stop = Some(stop);
                    end.unknown = Some(self.unknown(colors as usize, None));
                }
            }
        } else {
            let most = self.most().map_or(self.graph().len(), |most| most as usize);
            let fewest = decider.fewest(most)?;
            if fewest.upper <= most {
                let _ = found(self.answer(&normal_by_part(self.graph(), &fewest.colours)));
            }
            if let Some(stop) = fewest.stop {
                end.stop = Some(stop);
                end.unknown = Some(self.unknown((fewest.upper - 1).min(most), Some(fewest.lower)));
            }
        }
        end.effort = decider.effort;
        Ok(end)
    }
}

impl Puzzle for Coloring {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn search(&self, _model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        if how.wanted == 1 { self.one_answer(how, found) } else { self.all_answers(how, found) }
    }

    fn count(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        self.number_of_answers(how, limit)
    }

    fn extent(&self) -> u64 {
        (self.named.graph.len() + self.named.graph.edge_count()) as u64
    }

    fn text(&self, answer: &Answer) -> String {
        self.answer_text(answer)
    }

    /// `{"colors": 3, "coloring": {"1": 1, "2": 2, "3": 3}}`: the number behind `s col`, and the colour of each node by
    /// its name; colours are numbers from 1, or the names of the palette.
    fn json(&self, answer: &Answer) -> Value {
        let (number, colours) = self.colours(answer);
        let colour = |colour: i64| match &self.palette {
            Some(_) => json!(self.colour_name(colour as u32)),
            None => json!(colour),
        };
        let nodes = self.graph().nodes().zip(colours);
        let coloring: Map<String, Value> =
            nodes.map(|(node, c)| (self.named.name(node).into_owned(), colour(*c))).collect();
        json!({ "colors": number, "coloring": coloring })
    }

    /// `{"nodes": [{"name": "WA", "x": 0.0, "y": 0.5}, …], "edges": [[0, 1], …], "colors": 3}`: places in a square of side
    /// 1, edges between places of the list, null where the fewest colours are sought.
    fn view(&self) -> Value {
        let node = |(node, (x, y)): (u32, (f64, f64))| json!({"name": self.named.name(node), "x": x, "y": y});
        let nodes: Vec<Value> = self.graph().nodes().zip(self.places_in_square()).map(node).collect();
        json!({"nodes": nodes, "edges": self.graph().edges().collect::<Vec<_>>(), "colors": self.most()})
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer.map(|answer| self.colours(answer).1))
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        Ok(self.read_claim(text)?.map(|claimed| self.claimed_answer(&claimed)))
    }

    fn judge(&self, text: &mut Scanner<Input>, how: &How) -> Result<Verdict, ReadError> {
        let claimed = self.read_claim(text)?;
        Ok(match (self.impossible(), claimed) {
            (Some(impossible), _) => Verdict::Wrong(format!("there is no answer: {impossible}")),
            (None, Err(wrong)) => Verdict::Wrong(wrong),
            (None, Ok(claimed)) => self.judgement(&claimed, &how.at_most(JUDGING)),
        })
    }

    fn write(&self, format: &str) -> Result<String, String> {
        match format {
            "pairs" => Ok(self.named.pairs()),
            _ => Ok(self.named.dimacs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::kind::Settings;

    fn view(text: &'static str, settings: &Settings) -> Value {
        (KIND.read)(Box::new(Cursor::new(text)), settings).next().unwrap().unwrap().view()
    }

    #[test]
    fn the_view_has_nodes_in_a_square_and_edges_between_them() {
        let mut settings = Settings::new(0);
        settings.set("palette", crate::kind::Given::Text("red,green".to_owned()));
        let shown = view("A, B\nB, C\n", &settings);
        let place = |node: usize, of: &str| shown["nodes"][node][of].as_f64().unwrap();
        let node = |at: usize, name: &str| json!({"name": name, "x": place(at, "x"), "y": place(at, "y")});
        let nodes = [node(0, "A"), node(1, "B"), node(2, "C")];
        assert_eq!(shown, json!({"nodes": nodes, "edges": [[0, 1], [1, 2]], "colors": 2}));
        assert!((0..3).all(|at| (0.0..=1.0).contains(&place(at, "x")) && (0.0..=1.0).contains(&place(at, "y"))));
        // Neighbours stand closer than the ends of the path.
        let far = |a: usize, b: usize| (place(a, "x") - place(b, "x")).hypot(place(a, "y") - place(b, "y"));
        assert!(far(0, 1) > 0.2 && far(0, 2) > far(0, 1) && far(0, 2) > far(1, 2));
        let alone = json!({"nodes": [{"name": "A", "x": 0.5, "y": 0.5}], "edges": [], "colors": null});
        assert_eq!(view("A\n", &Settings::new(0)), alone);
    }
}
