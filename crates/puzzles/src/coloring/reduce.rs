//! What need not be looked at when `k` colours are to be enough: a node with fewer than `k` neighbours finds a colour
//! whatever the others have, and a node whose neighbours are all neighbours of another node can have that one's colour.
//! Both are taken away until nothing more goes, and put back in the opposite order.

use super::graph::Graph;

/// Steps that the search for dominated nodes may take.
const BUDGET: usize = 20_000_000;

/// What is left of a graph, and how to come back.
pub struct Reduced {
    /// The nodes that are left, ascending.
    pub core: Vec<u32>,
    removed: Vec<Removed>,
}

enum Removed {
    /// Any free colour will do.
    Free(u32),
    /// It takes the colour of the other node.
    Like(u32, u32),
}

impl Reduced {
    /// Takes away what need not be looked at for `k` colours.
    pub fn new(graph: &Graph, k: usize) -> Self {
        let mut degree: Vec<usize> = graph.nodes().map(|v| graph.degree(v)).collect();
        let mut alive = vec![true; graph.len()];
        let mut removed = Vec::new();
        let mut low: Vec<u32> = graph.nodes().filter(|v| degree[*v as usize] < k).collect();
        let mut budget = BUDGET;
        loop {
            while let Some(v) = low.pop() {
                if std::mem::replace(&mut alive[v as usize], false) {
                    removed.push(Removed::Free(v));
                    take_away(graph, v, &mut degree, k, &mut low);
                }
            }
            let before = removed.len();
            for v in graph.nodes() {
                if !alive[v as usize] || degree[v as usize] < k {
                    continue;
                }
                if let Some(by) = dominator(graph, v, &alive, &mut budget) {
                    alive[v as usize] = false;
                    removed.push(Removed::Like(v, by));
                    take_away(graph, v, &mut degree, k, &mut low);
                }
            }
            if removed.len() == before {
                break;
            }
        }
        Self { core: graph.nodes().filter(|v| alive[*v as usize]).collect(), removed }
    }

    /// Colours what was taken away. `colours` has the colours of the core, from 1.
    pub fn restore(&self, graph: &Graph, colours: &mut [u32]) {
        for removed in self.removed.iter().rev() {
            match *removed {
                Removed::Free(v) => colours[v as usize] = first_free(graph, v, colours),
                Removed::Like(v, by) => colours[v as usize] = colours[by as usize],
            }
        }
    }
}

/// The least colour that no neighbour has; 0 is no colour.
pub fn first_free(graph: &Graph, node: u32, colours: &[u32]) -> u32 {
    let mut taken = vec![false; graph.degree(node) + 2];
    for v in graph.neighbours(node) {
        if let Some(taken) = taken.get_mut(colours[*v as usize] as usize) {
            *taken = true;
        }
    }
    (1..).find(|c| !taken[*c as usize]).expect("a node has fewer neighbours than there are colours")
}

fn take_away(graph: &Graph, v: u32, degree: &mut [usize], k: usize, low: &mut Vec<u32>) {
    for &u in graph.neighbours(v) {
        degree[u as usize] -= 1;
        if degree[u as usize] + 1 == k {
            low.push(u);
        }
    }
}

/// A node that has all neighbours of this one.
fn dominator(graph: &Graph, v: u32, alive: &[bool], budget: &mut usize) -> Option<u32> {
    let of: Vec<u32> = graph.neighbours(v).iter().copied().filter(|u| alive[*u as usize]).collect();
    let least = of.iter().copied().min_by_key(|u| graph.degree(*u))?;
    let cost = graph.degree(v) + 4 * graph.degree(least);
    *budget = budget.checked_sub(cost)?;
    // A neighbour is none: it is not its own neighbour.
    let candidates =
        graph.neighbours(least).iter().filter(|u| **u != v && alive[**u as usize] && !graph.adjacent(**u, v));
    for &by in candidates {
        let shared = of.iter().take_while(|w| graph.adjacent(by, **w)).count();
        if shared == of.len() {
            return Some(by);
        }
        *budget = budget.checked_sub(shared)?;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn a_coloured_core_becomes_a_coloured_graph() {
        let mut random = Random::new(4, 0);
        for round in 0..300 {
            let graph = Graph::random(1 + random.below(8), 1 + round % 9, 10, &mut random);
            for k in 1..=4 {
                let reduced = Reduced::new(&graph, k);
                let core = graph.induced(&reduced.core);
                let answers = core.brute_force(k as u32);
                assert_eq!(answers.is_empty(), graph.brute_force(k as u32).is_empty(), "{k} {graph:?}");
                for answer in answers {
                    let mut colours = vec![0; graph.len()];
                    reduced.core.iter().zip(answer).for_each(|(v, c)| colours[*v as usize] = c);
                    reduced.restore(&graph, &mut colours);
                    assert!(colours.iter().all(|c| (1..=k as u32).contains(c)) && graph.clash(&colours).is_none());
                }
            }
        }
    }
}
