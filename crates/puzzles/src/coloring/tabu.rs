//! Local search for a colouring with `k` colours: all nodes are coloured, some edges clash, and each step recolours the
//! node that mends the most, never back to a colour it had a moment ago (Hertz, de Werra: Using tabu search techniques
//! for graph coloring, 1987). It finds colourings where searching in order takes too long, and proves nothing.

use super::graph::Graph;
use crate::Random;

/// A search that can be stopped and resumed.
pub struct Tabu<'a> {
    graph: &'a Graph,
    k: usize,
    colours: Vec<u32>,
    /// How many neighbours of a node have a colour: `counts[node * k + colour]`, colours from 0.
    counts: Vec<u32>,
    /// The step from which on a node may have a colour again.
    free_from: Vec<u64>,
    /// Nodes with a neighbour of their colour, and where each stands in that list.
    clashing: Vec<u32>,
    place: Vec<u32>,
    clashes: usize,
    step: u64,
    random: Random,
}

impl<'a> Tabu<'a> {
    /// A search that starts from a colouring from 1 with too many colours: nodes without a colour from 1 to `k`, which
    /// is 1 at least, get any.
    pub fn new(graph: &'a Graph, k: usize, start: &[u32], mut random: Random) -> Self {
        let kept = |colour: &u32| (1..=k as u32).contains(colour).then(|| colour - 1);
        let colours: Vec<u32> = start.iter().map(|c| kept(c).unwrap_or_else(|| random.below(k) as u32)).collect();
        let mut counts = vec![0; graph.len() * k];
        for (u, v) in graph.edges() {
            counts[u as usize * k + colours[v as usize] as usize] += 1;
            counts[v as usize * k + colours[u as usize] as usize] += 1;
        }
        let clashes = graph.edges().filter(|(u, v)| colours[*u as usize] == colours[*v as usize]).count();
        let mut search = Self {
            graph,
            k,
            colours,
            free_from: vec![0; counts.len()],
            counts,
            clashing: Vec::new(),
            place: vec![u32::MAX; graph.len()],
            clashes,
            step: 0,
            random,
        };
        graph.nodes().for_each(|v| search.list(v));
        search
    }

    /// Goes on for some steps; a colouring from 1 if there is one.
    pub fn run(&mut self, steps: u64) -> Option<Vec<u32>> {
        for _ in 0..steps {
            if self.clashes == 0 {
                break;
            }
            self.step += 1;
            self.recolour_best();
        }
        (self.clashes == 0).then(|| self.colours.iter().map(|c| c + 1).collect())
    }

    fn recolour_best(&mut self) {
        let mut best = None;
        let mut best_change = i64::MAX;
        let mut ties = 0;
        for &v in &self.clashing {
            let row = v as usize * self.k;
            let now = self.colours[v as usize];
            let here = i64::from(self.counts[row + now as usize]);
            for colour in (0..self.k as u32).filter(|c| *c != now) {
                let change = i64::from(self.counts[row + colour as usize]) - here;
                let mends_all = self.clashes as i64 + change == 0;
                if change > best_change || (self.free_from[row + colour as usize] > self.step && !mends_all) {
                    continue;
                }
                ties = if change < best_change { 1 } else { ties + 1 };
                best_change = change;
                if self.random.below(ties) == 0 {
                    best = Some((v, colour));
                }
            }
        }
        let Some((v, colour)) = best else { return };
        let old = std::mem::replace(&mut self.colours[v as usize], colour);
        self.clashes = (self.clashes as i64 + best_change) as usize;
        let wait = self.random.below(10) + self.clashing.len() * 6 / 10;
        self.free_from[v as usize * self.k + old as usize] = self.step + 1 + wait as u64;
        for i in 0..self.graph.degree(v) {
            let u = self.graph.neighbours(v)[i];
            self.counts[u as usize * self.k + old as usize] -= 1;
            self.counts[u as usize * self.k + colour as usize] += 1;
            self.list(u);
        }
        self.list(v);
    }

    /// Puts a node on the list of those that clash, or takes it off.
    fn list(&mut self, v: u32) {
        let clashes = self.counts[v as usize * self.k + self.colours[v as usize] as usize] > 0;
        let at = self.place[v as usize];
        if clashes && at == u32::MAX {
            self.place[v as usize] = self.clashing.len() as u32;
            self.clashing.push(v);
        } else if !clashes && at != u32::MAX {
            self.clashing.swap_remove(at as usize);
            if let Some(moved) = self.clashing.get(at as usize) {
                self.place[*moved as usize] = at;
            }
            self.place[v as usize] = u32::MAX;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_it_finds_is_a_colouring() {
        let mut random = Random::new(6, 0);
        for round in 0..100 {
            let graph = Graph::random(1 + random.below(9), 1 + round % 9, 10, &mut random);
            let k = graph.chromatic_by_brute_force() as usize;
            let colours = Tabu::new(&graph, k, &vec![0; graph.len()], Random::new(round as u64, 0))
                .run(100_000)
                .expect("there is one");
            assert!(graph.clash(&colours).is_none() && colours.iter().all(|c| (1..=k as u32).contains(c)));
            if k > 1 {
                assert_eq!(
                    Tabu::new(&graph, k - 1, &vec![1; graph.len()], Random::new(round as u64, 0)).run(1000),
                    None
                );
            }
        }
    }
}
