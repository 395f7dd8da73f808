//! A lower bound beyond cliques: subgraphs built as Mycielski builds triangle-free graphs with large chromatic number
//! (Hebrard, Katsirelos: Clause learning and new bounds for graph coloring, 2018).
//!
//! Let a subgraph H need k colours. For each of its nodes v take a twin: any node (v itself too) next to all neighbours of
//! v in H. If some node w is next to a twin of each v, the graph needs k + 1 colours. For suppose k are enough: no
//! twin has the colour of w, so every v in H that has it can take the colour of its twin instead, and H is coloured with k - 1.

use super::graph::Graph;
use crate::Random;

/// How many edges to start from, and how many of the nodes that would do are tried in each step.
fn tries(graph: &Graph) -> usize {
    (10_000 / graph.len().max(1)).clamp(4, 100)
}

/// A number of colours that are necessary, at least the size of the clique; with `goal` reached it looks no further.
pub fn mycielski_bound(graph: &Graph, clique: &[u32], goal: usize, stopped: impl Fn() -> bool) -> usize {
    let mut starts = vec![clique.to_vec()];
    if clique.len() == 2 {
        // No clique is better than any edge then. Nodes with many neighbours leave the most ways to go on.
        let mut edges: Vec<(u32, u32)> = graph.edges().collect();
        edges.sort_by_key(|(u, v)| std::cmp::Reverse(graph.degree(*u) + graph.degree(*v)));
        starts.extend(edges.iter().take(tries(graph)).map(|(u, v)| vec![*u, *v]));
    }
    let mut best = clique.len();
    let mut random = Random::new(1955, 0);
    for start in starts {
        if best >= goal || stopped() {
            break;
        }
        let mut subgraph = Subgraph::complete(&start);
        let mut colours = start.len();
        while let Some(larger) = subgraph.extended(graph, &mut random) {
            subgraph = larger;
            colours += 1;
        }
        best = best.max(colours);
    }
    best
}

/// Some nodes and some of the edges between them.
struct Subgraph {
    nodes: Vec<u32>,
    /// The neighbours of each, which are fewer than in the whole graph: the fewer, the more twins.
    neighbours: Vec<Vec<u32>>,
}

impl Subgraph {
    fn complete(clique: &[u32]) -> Self {
        let others = |v: &u32| clique.iter().copied().filter(|u| u != v).collect();
        Self { nodes: clique.to_vec(), neighbours: clique.iter().map(others).collect() }
    }

    /// A subgraph that needs one colour more, if there is a node next to twins of all; the one that leaves the most
    /// such nodes for the step after it.
    fn extended(&self, graph: &Graph, random: &mut Random) -> Option<Self> {
        let (mut tops, twins) = self.tops(graph);
        random.shuffle(&mut tops);
        tops.truncate(tries(graph));
        let larger = tops.iter().map(|top| self.with(*top, &twins, graph));
        larger.max_by_key(|larger| larger.tops(graph).0.len())
    }

    /// The nodes next to a twin of each node here, and the twins.
    fn tops(&self, graph: &Graph) -> (Vec<u32>, Vec<Vec<u32>>) {
        let mut tops: Vec<u32> = graph.nodes().collect();
        let mut twins = Vec::with_capacity(self.nodes.len());
        for of in &self.neighbours {
            let Some(least) = of.iter().copied().min_by_key(|u| graph.degree(*u)) else { return (Vec::new(), twins) };
            let twins_here: Vec<u32> =
                graph.neighbours(least).iter().copied().filter(|t| of.iter().all(|u| graph.adjacent(*u, *t))).collect();
            tops.retain(|w| twins_here.iter().any(|t| graph.adjacent(*t, *w)));
            if tops.is_empty() {
                break;
            }
            twins.push(twins_here);
        }
        (tops, twins)
    }

    /// This subgraph with a node on top of twins of all its nodes.
    fn with(&self, top: u32, twins: &[Vec<u32>], graph: &Graph) -> Self {
        let mut larger = Self { nodes: self.nodes.clone(), neighbours: self.neighbours.clone() };
        for ((&v, of), twins) in self.nodes.iter().zip(&self.neighbours).zip(twins) {
            // A node that is its own twin gets one more neighbour, which leaves it fewer twins in the next step.
            let fitting = twins.iter().copied().filter(|t| graph.adjacent(*t, top));
            let twin = fitting.max_by_key(|t| (*t != v, graph.degree(*t))).expect("the top is next to a twin of each");
            for &other in of.iter().chain([&top]) {
                larger.join(twin, other);
            }
        }
        larger
    }

    fn join(&mut self, u: u32, v: u32) {
        for (from, to) in [(u, v), (v, u)] {
            let at = self.nodes.iter().position(|node| *node == from).unwrap_or_else(|| {
                self.nodes.push(from);
                self.neighbours.push(Vec::new());
                self.nodes.len() - 1
            });
            if !self.neighbours[at].contains(&to) {
                self.neighbours[at].push(to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coloring::clique::large_clique;
    use crate::search::How;

    /// Mycielski's construction on a graph.
    fn mycielskian(graph: &Graph) -> Graph {
        let n = graph.len() as u32;
        let edges = graph.edges().flat_map(|(u, v)| [(u, v), (u + n, v), (u, v + n)]);
        Graph::new(2 * graph.len() + 1, edges.chain((0..n).map(|v| (v + n, 2 * n))).collect::<Vec<_>>())
    }

    #[test]
    fn the_graphs_of_mycielski_need_one_colour_more_each() {
        let mut graph = Graph::new(2, [(0, 1)]);
        for colours in 3..=7 {
            graph = mycielskian(&graph);
            let clique = large_clique(&graph, &How::default());
            assert_eq!(clique.len(), 2);
            assert_eq!(mycielski_bound(&graph, &clique, usize::MAX, || false), colours);
        }
    }

    #[test]
    fn the_bound_is_never_above_the_chromatic_number() {
        let mut random = Random::new(3, 0);
        for round in 0..300 {
            let graph = Graph::random(1 + random.below(9), 1 + round % 9, 10, &mut random);
            let clique = large_clique(&graph, &How::default());
            let bound = mycielski_bound(&graph, &clique, usize::MAX, || false);
            assert!(clique.len() <= bound && bound as u32 <= graph.chromatic_by_brute_force(), "{graph:?}");
        }
    }
}
