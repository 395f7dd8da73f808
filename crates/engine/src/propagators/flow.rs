//! Operands given to values, no value to more or fewer operands than it may have: a flow, on bit rows, and what of it could
//! be otherwise (Régin 1996).
//!
//! A value leads to the values that its owners could take instead; to the hub where it could have one more owner; the hub
//! leads to the values that could do with one less. What cannot be reached from a value cannot give its owners to it.

pub(super) const NONE: u32 = u32::MAX;

/// A set of values by number.
pub(super) type Bits = Vec<u64>;

#[derive(Default)]
pub(super) struct Flow {
    /// Words in a row; the hub has a bit too, after those of the values.
    width: usize,
    values: usize,
    /// What each operand can take.
    rows: Vec<u64>,
    /// How many owners each value has at least and at most.
    least: Vec<u32>,
    most: Vec<u32>,
    /// The value of each operand, the operands of each value.
    given: Vec<u32>,
    owners: Vec<Vec<u32>>,
    /// Breadth-first search: values seen, from which operand (and to which value it would go), what was reached.
    pub seen: Bits,
    parent: Vec<(u32, u32)>,
    pub queue: Vec<u32>,
}

impl Flow {
    /// Makes room for operands without values to take, and values that any number of them may have.
    pub fn reset(&mut self, operands: usize, values: usize) {
        (self.values, self.width) = (values, (values + 1).div_ceil(64));
        refill(&mut self.rows, operands * self.width, 0);
        refill(&mut self.given, operands, NONE);
        refill(&mut self.least, values, 0);
        refill(&mut self.most, values, operands as u32);
        refill(&mut self.parent, values, (NONE, NONE));
        self.owners.resize(values, Vec::new());
        self.owners.iter_mut().for_each(Vec::clear);
    }

    pub fn hub(&self) -> usize {
        self.values
    }

    pub fn row(&self, i: u32) -> &[u64] {
        &self.rows[i as usize * self.width..][..self.width]
    }

    pub fn row_mut(&mut self, i: u32) -> &mut [u64] {
        &mut self.rows[i as usize * self.width..][..self.width]
    }

    pub fn limit(&mut self, v: usize, least: u32, most: u32) {
        (self.least[v], self.most[v]) = (least, most);
    }

    pub fn given(&self, i: u32) -> u32 {
        self.given[i as usize]
    }

    /// How many owners a value has.
    pub fn taken(&self, v: usize) -> u32 {
        self.owners[v].len() as u32
    }

    fn give(&mut self, i: u32, v: u32) {
        let before = self.given[i as usize];
        if before != NONE {
            let place = self.owners[before as usize].iter().position(|&o| o == i).expect("an owner");
            self.owners[before as usize].swap_remove(place);
        }
        self.given[i as usize] = v;
        self.owners[v as usize].push(i);
    }

    /// Gives the value if the operand can take it and there is room.
    pub fn try_to_give(&mut self, i: u32, v: u32) {
        if (v as usize) < self.values && contains(self.row(i), v as usize) && self.has_room(v as usize) {
            self.give(i, v);
        }
    }

    fn has_room(&self, v: usize) -> bool {
        self.taken(v) < self.most[v]
    }

    /// Gives a value to an operand, moving others. If there is none, the queue holds the operands that were reached and
    /// `seen` all that they can take.
    pub fn place(&mut self, from: u32) -> bool {
        refill(&mut self.seen, self.width, 0);
        self.queue.clear();
        self.queue.push(from);
        let mut next = 0;
        while let Some(&i) = self.queue.get(next) {
            next += 1;
            for k in 0..self.width {
                let new = self.row(i)[k] & !self.seen[k];
                self.seen[k] |= new;
                for v in bits(new).map(|bit| 64 * k + bit) {
                    self.parent[v].0 = i;
                    if self.has_room(v) {
                        self.shift_back(from, v as u32);
                        return true;
                    }
                    self.queue.extend_from_slice(&self.owners[v]);
                }
            }
        }
        false
    }

    /// Gives `v` to who saw it, what that one had to who saw that, and so on back to `from`.
    fn shift_back(&mut self, from: u32, mut v: u32) {
        loop {
            let i = self.parent[v as usize].0;
            let before = self.given[i as usize];
            self.give(i, v);
            if i == from {
                return;
            }
            v = before;
        }
    }

    /// Finds owners for a value until it has enough; all operands have a value. If it cannot have enough, `seen` are values
    /// that together cannot.
    pub fn fill(&mut self, start: usize) -> bool {
        while self.taken(start) < self.least[start] {
            if !self.fill_one(start as u32) {
                return false;
            }
        }
        true
    }

    fn fill_one(&mut self, start: u32) -> bool {
        refill(&mut self.seen, self.width, 0);
        insert(&mut self.seen, start as usize);
        self.queue.clear();
        self.queue.push(start);
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            for i in 0..self.given.len() as u32 {
                let w = self.given[i as usize];
                if contains(&self.seen, w as usize) || !contains(self.row(i), v as usize) {
                    continue;
                }
                self.parent[w as usize] = (i, v);
                if self.taken(w as usize) > self.least[w as usize] {
                    let mut w = w;
                    while w != start {
                        let (i, v) = self.parent[w as usize];
                        self.give(i, v);
                        w = v;
                    }
                    return true;
                }
                insert(&mut self.seen, w as usize);
                self.queue.push(w);
            }
        }
        false
    }

    /// What a value or the hub leads to, itself included.
    pub fn reach(&mut self, from: usize, reached: &mut Bits) {
        refill(reached, self.width, 0);
        insert(reached, from);
        self.queue.clear();
        self.queue.push(from as u32);
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            if v as usize == self.values {
                for w in 0..self.values {
                    if self.taken(w) > self.least[w] && insert(reached, w) {
                        self.queue.push(w as u32);
                    }
                }
                continue;
            }
            if self.has_room(v as usize) && insert(reached, self.values) {
                self.queue.push(self.values as u32);
            }
            for &i in &self.owners[v as usize] {
                for (k, &word) in self.rows[i as usize * self.width..][..self.width].iter().enumerate() {
                    let new = word & !reached[k];
                    reached[k] |= new;
                    self.queue.extend(bits(new).map(|bit| (64 * k + bit) as u32));
                }
            }
        }
    }

    /// The values that lead to the hub.
    pub fn reaching_hub(&self, reaching: &mut Bits) {
        refill(reaching, self.width, 0);
        loop {
            let mut changed = false;
            for v in 0..self.values {
                let leads = |i: &u32| self.row(*i).iter().zip(&*reaching).any(|(a, b)| a & b != 0);
                if !contains(reaching, v) && (self.has_room(v) || self.owners[v].iter().any(leads)) {
                    changed |= insert(reaching, v);
                }
            }
            if !changed {
                return;
            }
        }
    }
}

pub(super) fn contains(set: &[u64], v: usize) -> bool {
    set[v / 64] >> (v % 64) & 1 == 1
}

/// Whether it is new.
pub(super) fn insert(set: &mut [u64], v: usize) -> bool {
    let new = !contains(set, v);
    set[v / 64] |= 1 << (v % 64);
    new
}

pub(super) fn refill<T: Clone>(all: &mut Vec<T>, len: usize, value: T) {
    all.clear();
    all.resize(len, value);
}

/// The places of the bits of a word.
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| word &= word - 1).map(|()| bit)
    })
}
