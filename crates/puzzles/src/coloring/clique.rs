//! Cliques: nodes that are all neighbours of one another need a colour each.
//!
//! A largest clique is sought from each node among the neighbours behind it in a degeneracy order, which are few in a
//! sparse graph, by branch and bound with a greedy colouring as its bound (Tomita, Seki: An efficient branch-and-bound
//! algorithm for finding a maximum clique, 2003), up to a number of nodes of that search.

use super::graph::Graph;
use crate::search::How;

/// Steps of the search for a largest clique, and those between two looks at the limits.
const BUDGET: u64 = 20_000_000;
const PIECE: u64 = 2_000_000;

/// A clique as large as the search found, ascending.
pub fn large_clique(graph: &Graph, how: &How) -> Vec<u32> {
    let (order, place) = degeneracy_order(graph);
    let mut best = Vec::new();
    let mut search = Search { size: 0, found: None, budget: BUDGET, next_look: BUDGET - PIECE, how };
    // From the dense end: a large clique found early leaves little to do.
    for &node in order.iter().rev() {
        let behind: Vec<u32> =
            graph.neighbours(node).iter().copied().filter(|v| place[*v as usize] > place[node as usize]).collect();
        if behind.len() < best.len() {
            continue;
        }
        search.size = best.len().saturating_sub(1);
        if best.is_empty() {
            best = vec![node];
        }
        let all: Vec<u32> = (0..behind.len() as u32).collect();
        search.expand(&Bits::of(graph, &behind), &mut Vec::new(), &all);
        if let Some(found) = search.found.take() {
            best = found.iter().map(|i| behind[*i as usize]).chain([node]).collect();
        }
        if search.budget == 0 {
            break;
        }
    }
    best.sort_unstable();
    best
}

/// The nodes such that each has few neighbours behind it, and the place of each in that order.
fn degeneracy_order(graph: &Graph) -> (Vec<u32>, Vec<u32>) {
    let mut degree: Vec<usize> = graph.nodes().map(|v| graph.degree(v)).collect();
    let mut buckets: Vec<Vec<u32>> = vec![Vec::new(); degree.iter().max().map_or(0, |d| d + 1)];
    for v in graph.nodes() {
        buckets[degree[v as usize]].push(v);
    }
    let mut place = vec![u32::MAX; graph.len()];
    let mut order = Vec::with_capacity(graph.len());
    let mut least = 0;
    while least < buckets.len() {
        let Some(v) = buckets[least].pop() else {
            least += 1;
            continue;
        };
        if place[v as usize] != u32::MAX || degree[v as usize] != least {
            continue;
        }
        place[v as usize] = order.len() as u32;
        order.push(v);
        for &u in graph.neighbours(v) {
            if place[u as usize] == u32::MAX {
                degree[u as usize] -= 1;
                buckets[degree[u as usize]].push(u);
            }
        }
        least = least.saturating_sub(1);
    }
    (order, place)
}

/// Which of a few nodes are neighbours, a row of bits each.
struct Bits {
    words: usize,
    rows: Vec<u64>,
}

impl Bits {
    /// The nodes must be in ascending order.
    fn of(graph: &Graph, nodes: &[u32]) -> Self {
        let words = nodes.len().div_ceil(64);
        let mut rows = vec![0; words * nodes.len()];
        for (i, &u) in nodes.iter().enumerate() {
            let mut set = |j: usize| rows[i * words + j / 64] |= 1_u64 << (j % 64);
            if graph.degree(u) < nodes.len() {
                graph.neighbours(u).iter().filter_map(|v| nodes.binary_search(v).ok()).for_each(&mut set);
            } else {
                (0..nodes.len()).filter(|j| graph.adjacent(u, nodes[*j])).for_each(&mut set);
            }
        }
        Self { words, rows }
    }

    fn adjacent(&self, u: u32, v: u32) -> bool {
        self.rows[u as usize * self.words + v as usize / 64] >> (v % 64) & 1 == 1
    }
}

struct Search<'a> {
    /// Only larger cliques are of interest.
    size: usize,
    found: Option<Vec<u32>>,
    /// Steps that are left, and where to look at the limits again.
    budget: u64,
    next_look: u64,
    how: &'a How,
}

impl Search<'_> {
    /// Extends the clique by candidates, which are neighbours of all its nodes.
    fn expand(&mut self, bits: &Bits, clique: &mut Vec<u32>, candidates: &[u32]) {
        // Dividing candidates into classes compares each with many others.
        let steps = 1 + (candidates.len() * candidates.len() / 8) as u64;
        self.budget = self.budget.saturating_sub(steps);
        if self.budget < self.next_look {
            self.next_look = self.budget.saturating_sub(PIECE);
            if self.how.stopped().is_some() {
                self.budget = 0;
            }
        }
        if self.budget == 0 {
            return;
        }
        if clique.len() > self.size {
            self.size = clique.len();
            self.found = Some(clique.clone());
        }
        // Classes of nodes that are no neighbours: a clique has one node of each at most.
        let mut classes: Vec<Vec<u32>> = Vec::new();
        for &v in candidates {
            match classes.iter_mut().find(|class| class.iter().all(|u| !bits.adjacent(*u, v))) {
                Some(class) => class.push(v),
                None => classes.push(vec![v]),
            }
        }
        let mut left: Vec<(u32, usize)> =
            classes.iter().enumerate().flat_map(|(i, class)| class.iter().map(move |v| (*v, i + 1))).collect();
        while let Some((v, bound)) = left.pop() {
            if clique.len() + bound <= self.size {
                return;
            }
            let next: Vec<u32> = left.iter().map(|(u, _)| *u).filter(|u| bits.adjacent(*u, v)).collect();
            clique.push(v);
            self.expand(bits, clique, &next);
            clique.pop();
        }
    }
}

/// Cliques that together contain every edge, each as large as greed makes it (once a limit is reached, each an edge only);
/// the largest first.
pub fn clique_cover(graph: &Graph, how: &How) -> Vec<Vec<u32>> {
    let mut covered: Vec<Vec<bool>> = graph.nodes().map(|v| vec![false; graph.degree(v)]).collect();
    let edge = |u: u32, v: u32| graph.neighbours(u).binary_search(&v).ok();
    let mut cliques = Vec::new();
    let mut stopped = false;
    for (u, v) in graph.edges() {
        if edge(u, v).is_some_and(|at| covered[u as usize][at]) {
            continue;
        }
        let mut clique = vec![u, v];
        stopped |= cliques.len() % 64 == 63 && how.stopped().is_some();
        let mut candidates: Vec<u32> =
            graph.neighbours(u).iter().copied().filter(|w| !stopped && graph.adjacent(v, *w)).collect();
        let fresh = |clique: &[u32], w: u32, covered: &[Vec<bool>]| {
            clique.iter().filter(|x| edge(**x, w).is_some_and(|at| !covered[**x as usize][at])).count()
        };
        while let Some(&w) =
            candidates.iter().max_by_key(|w| (fresh(&clique, **w, &covered), graph.degree(**w), std::cmp::Reverse(**w)))
        {
            clique.push(w);
            candidates.retain(|x| *x != w && graph.adjacent(*x, w));
        }
        for &x in &clique {
            for &y in &clique {
                if let Some(at) = edge(x, y) {
                    covered[x as usize][at] = true;
                }
            }
        }
        clique.sort_unstable();
        cliques.push(clique);
    }
    cliques.sort_by_key(|clique| std::cmp::Reverse(clique.len()));
    cliques
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn is_clique(graph: &Graph, nodes: &[u32]) -> bool {
        nodes.iter().all(|u| nodes.iter().all(|v| u == v || graph.adjacent(*u, *v)))
    }

    #[test]
    fn the_clique_of_a_small_graph_is_the_largest() {
        let mut random = Random::new(1, 0);
        for round in 0..300 {
            let nodes = 1 + random.below(11);
            let graph = Graph::random(nodes, 1 + round % 9, 10, &mut random);
            let subset = |set: u32| graph.nodes().filter(|v| set >> v & 1 == 1).collect::<Vec<_>>();
            let largest = (0..1_u32 << nodes).map(subset).filter(|s| is_clique(&graph, s)).map(|s| s.len()).max();
            let clique = large_clique(&graph, &How::default());
            assert!(is_clique(&graph, &clique), "{clique:?} in {graph:?}");
            assert_eq!(Some(clique.len()), largest, "{graph:?}");
        }
    }

    #[test]
    fn a_clique_cover_contains_every_edge_and_no_other() {
        let mut random = Random::new(2, 0);
        for round in 0..100 {
            let graph = Graph::random(1 + random.below(12), 1 + round % 9, 10, &mut random);
            let cover = clique_cover(&graph, &How::default());
            assert!(cover.iter().all(|clique| is_clique(&graph, clique)));
            assert!(graph.edges().all(|(u, v)| cover.iter().any(|c| c.contains(&u) && c.contains(&v))));
        }
    }
}
