//! Colouring by whole colour classes, for graphs that leave little room: where every node lies in a clique of `k` nodes,
//! each of the `k` colours occurs exactly once in each of these cliques. If the sets of nodes that can share a colour
//! are few then, all are listed, and a colouring is `k` of them that contain every node once.
//!
//! A board of `k` × `k` queens is such a graph: rows and columns are cliques, and a class is an answer of the queens puzzle.

use super::dsatur::Reached;
use super::graph::Graph;
use crate::search::How;

/// The most classes, and the most nodes of the search that lists them.
const MOST_CLASSES: usize = 20_000;
const LISTING: u64 = 5_000_000;

/// Every set of nodes without neighbours among them that has exactly one node of each clique of `k` nodes; `None` where
/// they are too many, or the cliques do not contain every node.
pub fn classes(graph: &Graph, k: usize, cliques: &[Vec<u32>], how: &How) -> Option<Vec<Vec<u32>>> {
    let cliques: Vec<&[u32]> = cliques.iter().filter(|c| c.len() == k).map(Vec::as_slice).collect();
    let mut covered = vec![false; graph.len()];
    cliques.iter().flat_map(|c| c.iter()).for_each(|v| covered[*v as usize] = true);
    if !covered.iter().all(|c| *c) {
        return None;
    }
    let mut listing = Listing {
        graph,
        cliques: &cliques,
        of_node: vec![Vec::new(); graph.len()],
        met: vec![false; cliques.len()],
        blocked: vec![0; graph.len()],
        class: Vec::new(),
        found: Vec::new(),
        budget: LISTING,
        how,
    };
    for (i, clique) in cliques.iter().enumerate() {
        clique.iter().for_each(|v| listing.of_node[*v as usize].push(i as u32));
    }
    listing.extend().then_some(listing.found)
}

struct Listing<'a> {
    graph: &'a Graph,
    cliques: &'a [&'a [u32]],
    of_node: Vec<Vec<u32>>,
    /// The cliques that the class has a node of.
    met: Vec<bool>,
    /// How many nodes of the class are neighbours of a node.
    blocked: Vec<u32>,
    class: Vec<u32>,
    found: Vec<Vec<u32>>,
    budget: u64,
    how: &'a How,
}

impl Listing<'_> {
    /// Extends the class in every way; false when there are too many.
    fn extend(&mut self) -> bool {
        if self.budget == 0 || (self.budget.is_multiple_of(4096) && self.how.stopped().is_some()) {
            return false;
        }
        self.budget -= 1;
        let free = |clique: &usize| self.cliques[*clique].iter().filter(|v| self.blocked[**v as usize] == 0).count();
        let Some(clique) = (0..self.cliques.len()).filter(|i| !self.met[*i]).min_by_key(free) else {
            let mut class = self.class.clone();
            class.sort_unstable();
            self.found.push(class);
            return self.found.len() <= MOST_CLASSES;
        };
        for &v in self.cliques[clique] {
            // A node of a clique that is met is a neighbour of the node there, so it is blocked.
            if self.blocked[v as usize] > 0 {
                continue;
            }
            self.class.push(v);
            self.of_node[v as usize].iter().for_each(|i| self.met[*i as usize] = true);
            self.graph.neighbours(v).iter().for_each(|u| self.blocked[*u as usize] += 1);
            let few = self.extend();
            self.graph.neighbours(v).iter().for_each(|u| self.blocked[*u as usize] -= 1);
            self.of_node[v as usize].iter().for_each(|i| self.met[*i as usize] = false);
            self.class.pop();
            if !few {
                return false;
            }
        }
        true
    }
}

/// Classes that contain each of `nodes` nodes once, as a colouring from 1, within a budget of nodes of this search.
pub fn exact_cover(nodes: usize, classes: &[Vec<u32>], budget: u64, how: &How) -> (Reached, u64) {
    let mut cover = Cover { nodes, classes, chosen: Vec::new(), covered: vec![false; nodes], budget, how };
    let all: Vec<u32> = (0..classes.len() as u32).collect();
    let reached = match cover.choose(&all) {
        Some(true) => {
            let mut colours = vec![0; nodes];
            for (class, colour) in cover.chosen.iter().zip(1..) {
                classes[*class as usize].iter().for_each(|v| colours[*v as usize] = colour);
            }
            Reached::Colouring(colours)
        }
        Some(false) => Reached::Nothing,
        None => Reached::Budget,
    };
    (reached, budget - cover.budget)
}

struct Cover<'a> {
    nodes: usize,
    classes: &'a [Vec<u32>],
    chosen: Vec<u32>,
    covered: Vec<bool>,
    budget: u64,
    how: &'a How,
}

impl Cover<'_> {
    /// Chooses among the classes that are still possible; `None` when the budget ran out.
    fn choose(&mut self, possible: &[u32]) -> Option<bool> {
        if self.budget == 0 || (self.budget.is_multiple_of(256) && self.how.stopped().is_some()) {
            return None;
        }
        self.budget -= 1;
        let mut ways = vec![0_u32; self.nodes];
        possible.iter().flat_map(|c| &self.classes[*c as usize]).for_each(|v| ways[*v as usize] += 1);
        let Some(node) = (0..self.nodes).filter(|v| !self.covered[*v]).min_by_key(|v| ways[*v]) else {
            return Some(true);
        };
        for &class in possible {
            let of = &self.classes[class as usize];
            if of.binary_search(&(node as u32)).is_err() {
                continue;
            }
            of.iter().for_each(|v| self.covered[*v as usize] = true);
            self.chosen.push(class);
            let fits = |c: &u32| self.classes[*c as usize].iter().all(|v| !self.covered[*v as usize]);
            let next: Vec<u32> = possible.iter().copied().filter(fits).collect();
            match self.choose(&next) {
                Some(false) => {}
                decided => return decided,
            }
            self.chosen.pop();
            of.iter().for_each(|v| self.covered[*v as usize] = false);
        }
        Some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coloring::clique::clique_cover;

    fn queens(n: u32) -> Graph {
        let squares = || (0..n).flat_map(|r| (0..n).map(move |c| (r, c)));
        let attack = |a: (u32, u32), b: (u32, u32)| a.0 == b.0 || a.1 == b.1 || a.0.abs_diff(b.0) == a.1.abs_diff(b.1);
        let pairs = squares().flat_map(|a| squares().map(move |b| (a, b))).filter(|(a, b)| a != b && attack(*a, *b));
        Graph::new((n * n) as usize, pairs.map(|(a, b)| (a.0 * n + a.1, b.0 * n + b.1)).collect::<Vec<_>>())
    }

    #[test]
    fn queens_of_every_colour_stand_on_boards_of_5_and_7_but_not_of_6_and_8() {
        for (n, fits) in [(5, true), (6, false), (7, true), (8, false)] {
            let graph = queens(n);
            let classes = classes(&graph, n as usize, &clique_cover(&graph, &How::default()), &How::default()).unwrap();
            match exact_cover(graph.len(), &classes, u64::MAX, &How::default()).0 {
                Reached::Colouring(colours) => {
                    assert!(fits && graph.clash(&colours).is_none() && colours.iter().all(|c| (1..=n).contains(c)));
                }
                Reached::Nothing => assert!(!fits, "{n}"),
                Reached::Budget => panic!("there is no budget"),
            }
        }
    }

    #[test]
    fn a_node_outside_the_cliques_means_that_classes_are_not_listed() {
        let graph = Graph::new(4, [(0, 1), (1, 2), (2, 0), (2, 3)]);
        assert_eq!(classes(&graph, 3, &clique_cover(&graph, &How::default()), &How::default()), None);
    }
}
