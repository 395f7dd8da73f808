//! Colouring as constraints: a variable for each node with its colour from 1, a ≠ for each edge. Where the fewest colours
//! are sought, the last variable is the greatest colour in use, which is to be small.

use entail_model::{Model, Var, max};

use super::Coloring;
use super::format::quoted;
use crate::puzzle::Impossible;

impl Coloring {
    /// Why there is no colouring whatever the colours: a node is its own neighbour.
    pub fn impossible(&self) -> Option<Impossible> {
        let name = self.named.name(self.named.on_itself?);
        Some(Impossible(format!("{} is its own neighbour, so no colour fits it", quoted(&name))))
    }

    /// The question as constraints; there is none for a node that is its own neighbour.
    pub fn to_model(&self) -> Result<Model, Impossible> {
        let graph = self.graph();
        if let Some(impossible) = self.impossible() {
            return Err(impossible);
        }
        // More colours than a node has neighbours, and one, are never necessary.
        let enough = graph.nodes().map(|v| graph.degree(v) as i64 + 1).max().unwrap_or(0);
        let most = match (self.colors, self.most()) {
            (Some(colors), _) => i64::from(colors),
            (None, Some(most)) => enough.min(i64::from(most)),
            (None, None) => enough,
        };
        let mut model = Model::new();
        let nodes: Vec<Var> = graph.nodes().map(|v| model.int(self.named.name(v), 1..=most)).collect();
        for (u, v) in graph.edges() {
            let name = format!("{} and {} are neighbours", quoted(&self.named.name(u)), quoted(&self.named.name(v)));
            model.post(nodes[u as usize].ne(nodes[v as usize])).named(name);
        }
        if self.colors.is_none() {
            let number = model.int("the number of colours", most.min(1)..=most);
            if !nodes.is_empty() {
                model.post(max(number, nodes)).named("the number of colours is the greatest in use");
            }
            model.minimize(number);
        }
        Ok(model)
    }
}
