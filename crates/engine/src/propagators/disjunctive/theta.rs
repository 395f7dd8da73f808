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
