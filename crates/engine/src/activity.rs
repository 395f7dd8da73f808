//! How much atoms and variables took part in recent conflicts, with a heap of the most active atoms (VSIDS).

use crate::atom::VarId;

const ABSENT: u32 = u32::MAX;

/// How much each clause item and each variable took part in recent conflicts.
pub(crate) struct Activity {
    /// Of items, with a heap of those that ever took part.
    score: Vec<f64>,
    heap: Vec<u32>,
    place: Vec<u32>,
    increment: f64,
    /// Of variables.
    pub weight: Vec<f64>,
    weight_increment: f64,
}

impl Default for Activity {
    fn default() -> Self {
        let (score, heap, place, weight) = Default::default();
        Self { score, heap, place, increment: 1.0, weight, weight_increment: 1.0 }
    }
}

impl Activity {
    pub fn add_variable(&mut self) {
        self.weight.push(1.0);
    }

    /// A variable took part in a conflict.
    pub fn weigh(&mut self, x: VarId) {
        self.weight[x.index()] += self.weight_increment;
        if self.weight[x.index()] > 1e100 {
            self.weight.iter_mut().for_each(|w| *w *= 1e-100);
            self.weight_increment *= 1e-100;
        }
    }

    pub fn decay(&mut self) {
        self.increment /= 0.95;
        self.weight_increment /= 0.99;
    }

    /// An item took part in a conflict.
    pub fn bump(&mut self, item: u32) {
        let at = item as usize;
        if self.score.len() <= at {
            self.score.resize(at + 1, 0.0);
            self.place.resize(at + 1, ABSENT);
        }
        self.score[at] += self.increment;
        if self.score[at] > 1e100 {
            self.score.iter_mut().for_each(|s| *s *= 1e-100);
            self.increment *= 1e-100;
        }
        if self.place[at] == ABSENT {
            self.push(item);
        } else {
            self.up(self.place[at] as usize);
        }
    }

    /// An item is in no clause any more; its number will mean another atom.
    pub fn forget(&mut self, item: u32) {
        let at = item as usize;
        if at < self.score.len() {
            self.score[at] = 0.0;
            if self.place[at] != ABSENT {
                self.remove(self.place[at] as usize);
            }
        }
    }

    /// Puts an item back that was taken off the heap.
    fn push(&mut self, item: u32) {
        self.place[item as usize] = self.heap.len() as u32;
        self.heap.push(item);
        self.up(self.heap.len() - 1);
    }

    /// An item that is not on the heap comes back when its variable is open again.
    pub fn restore(&mut self, item: u32) {
        if self.place[item as usize] == ABSENT && self.score[item as usize] > 0.0 {
            self.push(item);
        }
    }

    /// Takes the most active item off the heap.
    pub fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop().expect("not empty");
        self.place[top as usize] = ABSENT;
        if let Some(first) = self.heap.first_mut() {
            *first = last;
            self.place[last as usize] = 0;
            self.down(0);
        }
        Some(top)
    }

    fn remove(&mut self, at: usize) {
        let item = self.heap.swap_remove(at);
        self.place[item as usize] = ABSENT;
        if at < self.heap.len() {
            self.place[self.heap[at] as usize] = at as u32;
            self.down(at);
            self.up(at);
        }
    }

    /// Whether `a` comes before `b`: more active, and the older item among equals, so that runs repeat.
    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.score[a as usize], self.score[b as usize]);
        x > y || (x == y && a < b)
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.heap.swap(i, j);
        self.place[self.heap[i] as usize] = i as u32;
        self.place[self.heap[j] as usize] = j as u32;
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 && self.before(self.heap[at], self.heap[(at - 1) / 2]) {
            self.swap(at, (at - 1) / 2);
            at = (at - 1) / 2;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let mut best = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < self.heap.len() && self.before(self.heap[child], self.heap[best]) {
                    best = child;
                }
            }
            if best == at {
                return;
            }
            self.swap(at, best);
            at = best;
        }
    }
}
