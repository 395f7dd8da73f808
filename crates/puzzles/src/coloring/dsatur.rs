//! Colouring by saturation: the next node is the one whose neighbours have the most different colours (Brélaz: New methods
//! to color the vertices of a graph, 1979). Once greedily for a first answer, and as a search with backtracking that
//! can be stopped and resumed.

use std::collections::BinaryHeap;

use super::graph::Graph;
use super::reduce::first_free;

/// A colouring from 1, each node in turn with the least colour that is free.
pub fn greedy(graph: &Graph) -> Vec<u32> {
    let mut colours = vec![0; graph.len()];
    let mut saturation: Vec<Vec<u32>> = vec![Vec::new(); graph.len()];
    let entry = |v: u32, saturation: usize| (saturation, graph.degree(v), std::cmp::Reverse(v));
    let mut heap: BinaryHeap<_> = graph.nodes().map(|v| entry(v, 0)).collect();
    while let Some((saturated, _, std::cmp::Reverse(v))) = heap.pop() {
        if colours[v as usize] != 0 || saturated != saturation[v as usize].len() {
            continue;
        }
        let colour = first_free(graph, v, &colours);
        colours[v as usize] = colour;
        for &u in graph.neighbours(v) {
            let seen = &mut saturation[u as usize];
            if let (0, Err(at)) = (colours[u as usize], seen.binary_search(&colour)) {
                seen.insert(at, colour);
                heap.push(entry(u, seen.len()));
            }
        }
    }
    colours
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// A colouring, from 1.
    Colouring(Vec<u32>),
    /// There is none.
    Nothing,
    /// The budget ran out first.
    Budget,
}

/// A search for colourings with at most `k` colours, where those that differ only in the names of colours count once:
/// a node takes a colour in use or the next one.
pub struct Search<'a> {
    graph: &'a Graph,
    k: usize,
    colours: Vec<u32>,
    /// How many neighbours of a node have a colour: `counts[node * (k + 1) + colour]`.
    counts: Vec<u32>,
    saturation: Vec<u32>,
    /// Uncoloured neighbours.
    open: Vec<u32>,
    /// The nodes coloured so far, in order, each with the number of colours in use before it.
    stack: Vec<(u32, u32)>,
    /// Nodes that were coloured.
    pub nodes: u64,
    over: bool,
}

impl<'a> Search<'a> {
    /// A search at its start. The nodes of the clique get the first colours, for good.
    pub fn new(graph: &'a Graph, k: usize, clique: &[u32]) -> Self {
        let mut search = Self {
            graph,
            k,
            colours: vec![0; graph.len()],
            counts: vec![0; graph.len() * (k + 1)],
            saturation: vec![0; graph.len()],
            open: graph.nodes().map(|v| graph.degree(v) as u32).collect(),
            stack: Vec::new(),
            nodes: 0,
            over: clique.len() > k,
        };
        if !search.over {
            for (&v, colour) in clique.iter().zip(1..) {
                search.over |= !search.assign(v, colour);
            }
        }
        search
    }

    /// Goes on to the next colouring, for as many nodes as the budget says.
    pub fn run(&mut self, budget: u64) -> Reached {
        let end = self.nodes.saturating_add(budget);
        let mut used = self.colours.iter().copied().max().unwrap_or(0);
        // A search that stands on a colouring goes on behind it; one that was stopped, where it was.
        let mut forward = self.stack.is_empty() || self.colours.contains(&0);
        loop {
            if self.over {
                return Reached::Nothing;
            }
            let mut from = 1;
            let node;
            if forward {
                match self.next_node() {
                    None => {
                        if self.stack.is_empty() {
                            self.over = true;
                        }
                        return Reached::Colouring(self.colours.clone());
                    }
                    Some(_) if self.nodes >= end => return Reached::Budget,
                    Some(next) => node = next,
                }
            } else {
                let Some((last, before)) = self.stack.pop() else {
                    self.over = true;
                    continue;
                };
                from = self.colours[last as usize] + 1;
                self.unassign(last);
                used = before;
                node = last;
            }
            self.nodes += 1;
            let most = (used + 1).min(self.k as u32);
            forward = false;
            for colour in from..=most {
                if self.counts[node as usize * (self.k + 1) + colour as usize] > 0 {
                    continue;
                }
                if self.assign(node, colour) {
                    self.stack.push((node, used));
                    used = used.max(colour);
                    forward = true;
                    break;
                }
                self.unassign(node);
            }
        }
    }

    /// The uncoloured node with the most colours around it, then with the most uncoloured neighbours.
    fn next_node(&self) -> Option<u32> {
        let uncoloured = self.graph.nodes().filter(|v| self.colours[*v as usize] == 0);
        uncoloured.max_by_key(|v| (self.saturation[*v as usize], self.open[*v as usize], std::cmp::Reverse(*v)))
    }

    /// Colours a node; false if that leaves a neighbour without a colour.
    fn assign(&mut self, node: u32, colour: u32) -> bool {
        self.colours[node as usize] = colour;
        let mut possible = true;
        for &u in self.graph.neighbours(node) {
            let u = u as usize;
            self.open[u] -= 1;
            let count = &mut self.counts[u * (self.k + 1) + colour as usize];
            *count += 1;
            if *count == 1 {
                self.saturation[u] += 1;
                possible &= self.colours[u] != 0 || (self.saturation[u] as usize) < self.k;
            }
        }
        possible
    }

    fn unassign(&mut self, node: u32) {
        let colour = std::mem::take(&mut self.colours[node as usize]);
        for &u in self.graph.neighbours(node) {
            let u = u as usize;
            self.open[u] += 1;
            let count = &mut self.counts[u * (self.k + 1) + colour as usize];
            *count -= 1;
            self.saturation[u] -= u32::from(*count == 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Random;

    /// The same colouring with its colours numbered by first appearance.
    fn normal(colours: &[u32]) -> Vec<usize> {
        let mut seen = Vec::new();
        let number = |c: &u32| seen.iter().position(|s| s == c).unwrap_or_else(|| (seen.push(*c), seen.len() - 1).1);
        colours.iter().map(number).collect()
    }

    #[test]
    fn the_search_comes_to_every_colouring_once_however_often_it_is_stopped() {
        let mut random = Random::new(5, 0);
        for round in 0..200 {
            let graph = Graph::random(random.below(8), 1 + round % 9, 10, &mut random);
            assert_eq!(graph.clash(&greedy(&graph)), None);
            for k in 1..=4 {
                let expected: BTreeSet<_> = graph.brute_force(k).iter().map(|c| normal(c)).collect();
                let mut search = Search::new(&graph, k as usize, &[]);
                let mut found = BTreeSet::new();
                loop {
                    match search.run(1 + round as u64 % 5) {
                        Reached::Colouring(colours) => assert!(found.insert(normal(&colours)), "twice: {colours:?}"),
                        Reached::Nothing => break,
                        Reached::Budget => {}
                    }
                }
                assert_eq!(found, expected, "{k} colours for {graph:?}");
            }
        }
    }
}
