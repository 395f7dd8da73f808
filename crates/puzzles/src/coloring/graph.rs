//! A graph without names: nodes from 0, each with its neighbours in ascending order, no edge twice and none from a node
//! to itself.

/// Nodes and their neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    /// The graph of `nodes` nodes with these edges, given in any order, direction and number; loops are left out.
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut neighbours = vec![Vec::new(); nodes];
        for (u, v) in edges.into_iter().filter(|(u, v)| u != v) {
            neighbours[u as usize].push(v);
            neighbours[v as usize].push(u);
        }
        for of in &mut neighbours {
            of.sort_unstable();
            of.dedup();
            of.shrink_to_fit();
        }
        Self { neighbours }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// The nodes.
    pub fn nodes(&self) -> std::ops::Range<u32> {
        0..self.len() as u32
    }

    /// The neighbours of a node, ascending.
    pub fn neighbours(&self, node: u32) -> &[u32] {
        &self.neighbours[node as usize]
    }

    /// How many neighbours a node has.
    pub fn degree(&self, node: u32) -> usize {
        self.neighbours(node).len()
    }

    /// Whether two nodes are neighbours.
    pub fn adjacent(&self, u: u32, v: u32) -> bool {
        let (few, other) = if self.degree(u) < self.degree(v) { (u, v) } else { (v, u) };
        self.neighbours(few).binary_search(&other).is_ok()
    }

    /// Whether the node behind this one is its neighbour.
    pub fn adjacent_to_next(&self, node: u32) -> bool {
        self.neighbours(node).binary_search(&(node + 1)).is_ok()
    }

    /// The edges, each once with its lesser node first.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.nodes().flat_map(|u| self.neighbours(u).iter().filter(move |v| u < **v).map(move |v| (u, *v)))
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.neighbours.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The graph of some of the nodes: `of[i]` is its node `i`.
    pub fn induced(&self, of: &[u32]) -> Self {
        let mut place = vec![u32::MAX; self.len()];
        for (i, &node) in of.iter().enumerate() {
            place[node as usize] = i as u32;
        }
        let within = |node: &u32| {
            let mut of: Vec<u32> =
                self.neighbours(*node).iter().map(|v| place[*v as usize]).filter(|v| *v != u32::MAX).collect();
            of.sort_unstable();
            of
        };
        Self { neighbours: of.iter().map(within).collect() }
    }

    /// The connected parts, each in ascending order.
    pub fn components(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.len()];
        let mut parts = Vec::new();
        for start in self.nodes() {
            if std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut part = vec![start];
            let mut at = 0;
            while at < part.len() {
                for &v in self.neighbours(part[at]) {
                    if !std::mem::replace(&mut seen[v as usize], true) {
                        part.push(v);
                    }
                }
                at += 1;
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// An edge whose ends have the same colour.
    pub fn clash(&self, colours: &[u32]) -> Option<(u32, u32)> {
        self.edges().find(|(u, v)| colours[*u as usize] == colours[*v as usize])
    }
}

#[cfg(test)]
impl Graph {
    /// A graph in which each pair of nodes is an edge in `part` of `whole` cases.
    pub fn random(nodes: usize, part: usize, whole: usize, random: &mut crate::Random) -> Self {
        let pairs = (0..nodes as u32).flat_map(|u| (0..u).map(move |v| (u, v)));
        Self::new(nodes, pairs.filter(|_| random.chance(part, whole)).collect::<Vec<_>>())
    }

    /// All proper colourings with the colours 1 to `colours`, by trying everything.
    pub fn brute_force(&self, colours: u32) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new()];
        for v in self.nodes() {
            let longer = |partial: &Vec<u32>| {
                let fits = |c: &u32| self.neighbours(v).iter().all(|u| partial.get(*u as usize) != Some(c));
                (1..=colours).filter(fits).map(|c| [&partial[..], &[c]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    /// The chromatic number, by trying everything.
    pub fn chromatic_by_brute_force(&self) -> u32 {
        (0..).find(|k| !self.brute_force(*k).is_empty()).expect("as many colours as nodes are enough")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_merged_and_loops_left_out() {
        let graph = Graph::new(4, [(1, 0), (0, 1), (2, 2), (0, 2), (1, 0)]);
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
        assert_eq!(graph.edge_count(), 2);
        assert!(graph.adjacent(2, 0) && !graph.adjacent(1, 2));
        assert_eq!(graph.components(), [vec![0, 1, 2], vec![3]]);
        assert_eq!(graph.induced(&[2, 0]).edges().collect::<Vec<_>>(), [(0, 1)]);
    }
}
