//! Colouring: neighbours in a graph have different colours, with as few colours as possible or with at most so many.
//!
//! ```text
//!    1 --- 2        e 1 2        s col 3         The nodes of an answer are the variables of the model in their order,
//!     \   /         e 2 3        l 1 1           colours from 1; where the fewest colours are asked for, one more
//!       3           e 3 1        l 2 2           variable is the number of them.
//!                                l 3 3
//! ```

mod answer;
mod clique;
mod cover;
mod decide;
mod draw;
mod dsatur;
mod enumerate;
mod format;
mod graph;
mod kind;
mod layout;
mod model;
mod mycielski;
mod reduce;
mod tabu;

use std::borrow::Cow;

pub use graph::Graph;
pub use kind::KIND;

use crate::kind::Settings;
use crate::place::ReadError;

/// A graph whose nodes have names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Named {
    /// The names in the order in which they first appear; without, nodes are numbered from 1.
    names: Option<Vec<String>>,
    /// A node that is said to be its own neighbour, so that there is no colouring.
    on_itself: Option<u32>,
    graph: Graph,
}

impl Named {
    fn name(&self, node: u32) -> Cow<'_, str> {
        match &self.names {
            Some(names) => Cow::Borrowed(&names[node as usize]),
            None => Cow::Owned((node + 1).to_string()),
        }
    }
}

/// A graph and what is asked of its colouring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coloring {
    named: Named,
    /// How many colours there may be; without, the fewest are sought.
    colors: Option<u32>,
    /// The names of the colours in order: there are no others.
    palette: Option<Vec<String>>,
}

impl Coloring {
    /// The question of the flags about a graph.
    fn new(named: Named, settings: &Settings) -> Result<Self, ReadError> {
        let usage = |message: String| Err(ReadError::Usage(message));
        let palette: Option<Vec<String>> =
            settings.text("palette").map(|text| text.split(',').map(|name| name.trim().to_owned()).collect());
        let colors = settings.number("colors").map(|colors| colors as u32);
        if let Some(palette) = &palette {
            if palette.iter().any(String::is_empty) {
                return usage("--palette: a colour without a name; expected names with commas between them".to_owned());
            }
            let mut sorted: Vec<&String> = palette.iter().collect();
            sorted.sort_unstable();
            if let Some(twice) = sorted.windows(2).find(|two| two[0] == two[1]) {
                return usage(format!("--palette: {} is there twice", twice[0]));
            }
            if let Some(colors) = colors.filter(|colors| *colors as usize > palette.len()) {
                return usage(format!("--colors {colors}: the palette has only {}", count_of_colours(palette.len())));
            }
        }
        Ok(Self { named, colors, palette })
    }

    fn graph(&self) -> &Graph {
        &self.named.graph
    }

    /// The most colours that may be used, where that is limited.
    fn most(&self) -> Option<u32> {
        self.colors.or(self.palette.as_ref().map(|palette| palette.len() as u32))
    }

    /// What a colour from 1 is called.
    fn colour_name(&self, colour: u32) -> Cow<'_, str> {
        match self.palette.as_ref().and_then(|palette| palette.get(colour as usize - 1)) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(colour.to_string()),
        }
    }
}

/// "3 colours".
fn count_of_colours(number: usize) -> String {
    if number == 1 { "1 colour".to_owned() } else { format!("{number} colours") }
}
