//! The Θ-Λ-tree (Vilím, Global constraints in scheduling, 2007): the earliest end of a set of tasks, and of the set with the one
//! grey task added that makes it latest. A task enters, leaves or turns grey in logarithmic time.

/// Earlier than any time, with room to add to it.
const NEVER: i64 = i64::MIN / 4;
const NOBODY: u32 = u32::MAX;

/// A set of tasks: how long they take, when they end at the earliest; both with one grey task, and which.
#[derive(Clone, Copy)]
struct Node {
    sum: i64,
    end: i64,
    grey_sum: i64,
    grey_end: i64,
    by_sum: u32,
    by_end: u32,
}

const EMPTY: Node = Node { sum: 0, end: NEVER, grey_sum: 0, grey_end: NEVER, by_sum: NOBODY, by_end: NOBODY };

impl Node {
    /// Tasks of which those on the left have earlier starts.
    fn join(l: &Node, r: &Node) -> Node {
        let by_sum = [(l.grey_sum + r.sum, l.by_sum), (l.sum + r.grey_sum, r.by_sum)];
        let by_end = [(r.grey_end, r.by_end), (l.end + r.grey_sum, r.by_sum), (l.grey_end + r.sum, l.by_end)];
        let larger = |a: (i64, u32), b: (i64, u32)| if b.0 > a.0 { b } else { a };
        let (grey_sum, by_sum) = larger(by_sum[0], by_sum[1]);
        let (grey_end, by_end) = larger(larger(by_end[0], by_end[1]), by_end[2]);
        Node { sum: l.sum + r.sum, end: r.end.max(l.end + r.sum), grey_sum, grey_end, by_sum, by_end }
    }
}

/// Leaves by earliest start.
#[derive(Default)]
pub(super) struct Theta {
    nodes: Vec<Node>,
    leaves: usize,
}

impl Theta {
    /// An empty set with room for so many tasks.
    pub fn clear(&mut self, count: usize) {
        self.leaves = count.next_power_of_two();
        self.nodes.clear();
        self.nodes.resize(2 * self.leaves, EMPTY);
    }

    fn set(&mut self, leaf: usize, node: Node) {
        let mut at = self.leaves + leaf;
        self.nodes[at] = node;
        while at > 1 {
            at /= 2;
            self.nodes[at] = Node::join(&self.nodes[2 * at], &self.nodes[2 * at + 1]);
        }
    }

    pub fn insert(&mut self, leaf: usize, start: i64, length: i64) {
        let end = start + length;
        self.set(leaf, Node { sum: length, end, grey_sum: length, grey_end: end, ..EMPTY });
    }

    pub fn turn_grey(&mut self, leaf: usize, start: i64, length: i64) {
        let by = leaf as u32;
        self.set(leaf, Node { grey_sum: length, grey_end: start + length, by_sum: by, by_end: by, ..EMPTY });
    }

    pub fn remove(&mut self, leaf: usize) {
        self.set(leaf, EMPTY);
    }

    /// When the tasks end at the earliest.
    pub fn end(&self) -> i64 {
        self.nodes[1].end
    }

    /// The grey task with which they end latest, and when.
    pub fn latest_with_grey(&self) -> Option<(usize, i64)> {
        let root = &self.nodes[1];
        (root.by_end != NOBODY).then_some((root.by_end as usize, root.grey_end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::brute_force::Random;

    /// When tasks, by earliest start, end if each starts as early as it can.
    fn end_of<'a>(tasks: impl Iterator<Item = &'a (i64, i64)>) -> i64 {
        tasks.fold(NEVER, |end, &(start, length)| end.max(start) + length)
    }

    #[test]
    fn ends_are_those_of_tasks_run_one_after_the_other() {
        let mut random = Random(3);
        for _ in 0..300 {
            let n = 1 + random.below(9);
            let mut tasks: Vec<(i64, i64)> =
                (0..n).map(|_| (random.below(20) as i64 - 5, 1 + random.below(6) as i64)).collect();
            tasks.sort_unstable();
            let mut colours = vec![0; n];
            let mut tree = Theta::default();
            tree.clear(n);
            for _ in 0..20 {
                let (i, colour) = (random.below(n), random.below(3));
                match colour {
                    0 => tree.remove(i),
                    1 => tree.insert(i, tasks[i].0, tasks[i].1),
                    _ => tree.turn_grey(i, tasks[i].0, tasks[i].1),
                }
                colours[i] = colour;
                let with = |g: usize| end_of((0..n).filter(|&j| colours[j] == 1 || j == g).map(|j| &tasks[j]));
                assert_eq!(tree.end().max(NEVER), with(n));
                let latest = (0..n).filter(|&g| colours[g] == 2).map(with).max();
                match tree.latest_with_grey() {
                    Some((g, end)) => assert_eq!((colours[g], Some(end), with(g)), (2, latest, end)),
                    None => assert!(latest.is_none_or(|end| end == tree.end())),
                }
            }
        }
    }
}
