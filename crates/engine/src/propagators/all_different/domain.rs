//! All different, domain consistency: a matching of operands to values, and the strongly connected parts of the graph
//! that it leaves (Régin 1994), on bit rows.
//!
//! An operand points at the operands whose matched values it could take instead. What a set of operands `H` can reach in this
//! graph, with no unmatched value among it, is a Hall set: as many values `U` as operands, so that no other operand
//! gets one of them. That `H` stays inside `U` is the reason for every removal.
//!
//! Only operands with few values are looked at: a Hall set of `k` operands has members of at most `k` values each.

use super::{Value, View};
use crate::atom::Atom;
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

/// Values are numbered from the least one on where they span at most this many; else those of small domains are listed.
const SPAN: i64 = 1024;

const NONE: u32 = u32::MAX;

pub(crate) struct Domain {
    /// Sees to fixed operands, and knows which are open.
    value: Value,
    /// The bounds of each operand at the root: weaker atoms need not be stated.
    root: Box<[(i32, i32)]>,
    /// The least value, where values are numbered from it.
    base: Option<i32>,
    repeated: bool,
    /// The value each operand was matched to last.
    hint: Box<[i32]>,
    /// Hall sets that lazy reasons refer to: the size, the places, the values ascending. Cut back on backtracking.
    halls: Vec<i32>,
    halls_len: Cell,
    /// Which places the part being pruned has; none between calls.
    inside: Box<[bool]>,
    graph: Graph,
}

/// The operands that can be part of a Hall set, with what they can take; operands and values are numbered from 0.
#[derive(Default)]
struct Graph {
    /// Words in a row.
    width: usize,
    /// The place of each operand.
    places: Vec<u32>,
    sizes: Vec<u64>,
    /// The numbered values, where they are not numbered from the least one.
    values: Vec<i32>,
    rows: Vec<u64>,
    /// The value of each operand and the operand of each value.
    matched: Vec<u32>,
    owner: Vec<u32>,
    used: Vec<u64>,
    /// Breadth-first search: values seen, who saw each, operands reached.
    seen: Vec<u64>,
    parent: Vec<u32>,
    queue: Vec<u32>,
    /// Tarjan's algorithm. An operand that leads to an unmatched value has order `NONE`.
    order: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<u32>,
    path: Vec<u32>,
    todo: Vec<u64>,
}

impl Domain {
    /// No two of the views are the same. `root` are their bounds at the root.
    pub fn new(views: &[View], dense: bool, root: Box<[(i32, i32)]>, store: &mut Store) -> Domain {
        let least = root.iter().map(|r| r.0).min().unwrap_or(0);
        let greatest = root.iter().map(|r| r.1).max().unwrap_or(0);
        let span = i64::from(greatest) - i64::from(least) + 1;
        let mut vars: Vec<_> = views.iter().map(|w| w.x).collect();
        vars.sort_unstable();
        Domain {
            value: Value::new(views, None, store),
            base: (dense && span <= SPAN).then_some(least),
            repeated: vars.windows(2).any(|w| w[0] == w[1]),
            hint: root.iter().map(|r| r.0).collect(),
            root,
            halls: Vec::new(),
            halls_len: store.alloc(1, 0),
            inside: vec![false; views.len()].into(),
            graph: Graph { width: (span.clamp(0, SPAN) as usize).div_ceil(64), ..Graph::default() },
        }
    }

    /// Chooses the operands that can be part of a Hall set, and lists what they can take. False where there are none.
    fn build(&mut self, cx: &Cx<'_>) -> bool {
        let graph = &mut self.graph;
        let open = self.value.open(cx);
        let views = &self.value.views;
        let mut limit = open.len().saturating_sub(1) as u64;
        graph.places.clear();
        graph.sizes.clear();
        for &place in open {
            let size = cx.count_up_to(views[place as usize].x, limit + 1);
            if size <= limit {
                graph.places.push(place);
                graph.sizes.push(size);
            }
        }
        while (graph.places.len() as u64) < limit {
            limit = graph.places.len() as u64;
            let mut kept = 0;
            for i in 0..graph.places.len() {
                if graph.sizes[i] <= limit {
                    (graph.places[kept], graph.sizes[kept]) = (graph.places[i], graph.sizes[i]);
                    kept += 1;
                }
            }
            graph.places.truncate(kept);
            graph.sizes.truncate(kept);
        }
        if graph.places.is_empty() {
            return false;
        }
        graph.rows.clear();
        if let Some(base) = self.base {
            for &place in &graph.places {
                let view = views[place as usize];
                let first = i64::from(base) - i64::from(view.c);
                graph.rows.extend((0..graph.width).map(|k| cx.window(view.x, first + 64 * k as i64)));
            }
            return true;
        }
        graph.values.clear();
        for &place in &graph.places {
            let view = views[place as usize];
            graph.values.extend(cx.values(view.x).map(|v| v + view.c));
        }
        graph.values.sort_unstable();
        graph.values.dedup();
        graph.width = graph.values.len().div_ceil(64);
        graph.rows.resize(graph.places.len() * graph.width, 0);
        for (i, &place) in graph.places.iter().enumerate() {
            let view = views[place as usize];
            for v in cx.values(view.x) {
                let bit = graph.values.binary_search(&(v + view.c)).expect("listed");
                graph.rows[i * graph.width + bit / 64] |= 1 << (bit % 64);
            }
        }
        true
    }

    /// The number of a value, which may have none.
    fn number(&self, v: i32) -> Option<u32> {
        match self.base {
            Some(base) => {
                u32::try_from(i64::from(v) - i64::from(base)).ok().filter(|n| *n < 64 * self.graph.width as u32)
            }
            None => self.graph.values.binary_search(&v).ok().map(|n| n as u32),
        }
    }

    fn numbered(&self, n: u32) -> i32 {
        match self.base {
            Some(base) => base + n as i32,
            None => self.graph.values[n as usize],
        }
    }

    /// Matches every operand of the graph, starting from the last matching.
    fn find_matching(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.graph.clear_matching();
        for i in 0..self.graph.places.len() {
            let hint = self.hint[self.graph.places[i] as usize];
            if let Some(n) = self.number(hint) {
                self.graph.match_free(i as u32, n);
            }
        }
        for i in 0..self.graph.places.len() as u32 {
            if self.graph.matched[i as usize] == NONE && !self.graph.augment(i) {
                // All that was reached shares the values that were seen, one too few.
                let start = self.halls.len();
                self.log(true);
                let conflict = cx.fail_with(|past, out| self.explain_hall(past, start, out));
                self.halls.truncate(start);
                return Err(conflict);
            }
        }
        for (i, &place) in self.graph.places.iter().enumerate() {
            self.hint[place as usize] = self.numbered(self.graph.matched[i]);
        }
        Ok(())
    }

    /// Appends the operands in the queue and the values seen to the Hall sets.
    fn log(&mut self, violated: bool) {
        let graph = &self.graph;
        self.halls.push(graph.queue.len() as i32);
        self.halls.push(graph.queue.len() as i32 - i32::from(violated));
        self.halls.extend(graph.queue.iter().map(|&i| graph.places[i as usize] as i32));
        for (k, &word) in graph.seen.iter().enumerate() {
            for bit in bits(word) {
                self.halls.push(self.numbered(64 * k as u32 + bit));
            }
        }
    }

    /// Pushes why the operands of a Hall set take none but its values.
    fn explain_hall(&self, past: &Past<'_>, at: usize, out: &mut Vec<Atom>) {
        let (operands, values) = (self.halls[at] as usize, self.halls[at + 1] as usize);
        let places = &self.halls[at + 2..][..operands];
        let values = &self.halls[at + 2 + operands..][..values];
        for &place in places {
            let place = place as usize;
            self.value.views[place].explain_inside(past, self.root[place], values, out);
        }
    }

    /// Takes the values of a strongly connected part from all other operands.
    fn prune(&mut self, cx: &mut Cx<'_>, part: usize) -> Result<(), Conflict> {
        self.mark(part, true);
        let result = self.take_from_others(cx, part);
        self.mark(part, false);
        result
    }

    fn mark(&mut self, part: usize, inside: bool) {
        for &member in &self.graph.stack[part..] {
            self.inside[self.graph.places[member as usize] as usize] = inside;
        }
    }

    fn take_from_others(&mut self, cx: &mut Cx<'_>, part: usize) -> Result<(), Conflict> {
        let mut hall = None;
        for k in 0..self.value.open(cx).len() {
            let place = self.value.open(cx)[k];
            if self.inside[place as usize] {
                continue;
            }
            let view = self.value.views[place as usize];
            for at in part..self.graph.stack.len() {
                let member = self.graph.stack[at];
                let v = self.numbered(self.graph.matched[member as usize]);
                if !view.contains(cx, v) {
                    continue;
                }
                let hall = *hall.get_or_insert_with(|| {
                    self.graph.reach(member);
                    let start = self.halls.len();
                    self.log(false);
                    cx.store.set(self.halls_len, self.halls.len() as u64);
                    start
                });
                cx.assert(view.ne(v), Why::Lazy(hall as u32))?;
            }
        }
        Ok(())
    }

    /// Finds the strongly connected parts among operands that lead to no unmatched value (Tarjan 1972).
    fn prune_parts(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let mut count = 0;
        for root in 0..self.graph.places.len() as u32 {
            if self.graph.order[root as usize] != 0 {
                continue;
            }
            self.graph.enter(root, &mut count);
            while let Some(&i) = self.graph.path.last() {
                match self.graph.next_edge(i) {
                    Some(j) if self.graph.order[j as usize] == 0 => self.graph.enter(j, &mut count),
                    Some(j) => {
                        if self.graph.on_stack[j as usize] {
                            self.graph.lower(i, self.graph.order[j as usize]);
                        }
                    }
                    None => {
                        self.graph.path.pop();
                        let low = self.graph.low[i as usize];
                        if let Some(&caller) = self.graph.path.last() {
                            self.graph.lower(caller, low);
                        }
                        if low == self.graph.order[i as usize] {
                            let stack = &self.graph.stack;
                            let part = stack.iter().rposition(|&j| j == i).expect("on the stack");
                            if stack.len() - part < self.value.open(cx).len() {
                                self.prune(cx, part)?;
                            }
                            self.graph.leave(part);
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Domain {
    fn subscribe(&self, to: &mut Subscriptions) {
        for view in &self.value.views {
            to.on(view.x, event::DOMAIN);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn idempotent(&self) -> bool {
        !self.repeated
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.value.propagate(cx)?;
        self.halls.truncate(cx.store.get(self.halls_len) as usize);
        if !self.build(cx) {
            return Ok(());
        }
        self.find_matching(cx)?;
        if self.graph.mark_leading_to_unmatched() {
            return Ok(());
        }
        self.prune_parts(cx)
    }

    fn explain(&mut self, past: &Past<'_>, _atom: Atom, data: u32, out: &mut Vec<Atom>) {
        self.explain_hall(past, data as usize, out);
    }
}

impl Graph {
    fn row(&self, i: u32) -> &[u64] {
        &self.rows[i as usize * self.width..][..self.width]
    }

    fn clear_matching(&mut self) {
        let (operands, values) = (self.places.len(), 64 * self.width);
        refill(&mut self.matched, operands, NONE);
        refill(&mut self.owner, values, NONE);
        refill(&mut self.used, self.width, 0);
        if self.parent.len() < values {
            self.parent.resize(values, NONE);
        }
    }

    fn assign(&mut self, i: u32, n: u32) {
        self.matched[i as usize] = n;
        self.owner[n as usize] = i;
        self.used[n as usize / 64] |= 1 << (n % 64);
    }

    /// Matches if the operand can take the value and nobody has it.
    fn match_free(&mut self, i: u32, n: u32) {
        let (word, bit) = (n as usize / 64, 1 << (n % 64));
        if self.row(i)[word] & !self.used[word] & bit != 0 {
            self.assign(i, n);
        }
    }

    /// Matches an operand, moving others along an alternating path. If there is none, the queue holds the operands that
    /// were reached and `seen` all their values.
    fn augment(&mut self, from: u32) -> bool {
        self.start_search(from);
        let mut next = 0;
        while let Some(&i) = self.queue.get(next) {
            next += 1;
            for k in 0..self.width {
                let new = self.row(i)[k] & !self.seen[k];
                let unmatched = new & !self.used[k];
                if unmatched != 0 {
                    self.shift(from, i, 64 * k as u32 + unmatched.trailing_zeros());
                    return true;
                }
                self.see(i, k, new);
            }
        }
        false
    }

    /// Gives `n` to `i`, what `i` had to who saw that, and so on back to `from`.
    fn shift(&mut self, from: u32, mut i: u32, mut n: u32) {
        loop {
            let before = self.matched[i as usize];
            self.assign(i, n);
            if i == from {
                return;
            }
            n = before;
            i = self.parent[n as usize];
        }
    }

    fn start_search(&mut self, from: u32) {
        refill(&mut self.seen, self.width, 0);
        self.queue.clear();
        self.queue.push(from);
    }

    /// Notes matched values of `i` that were not seen before.
    fn see(&mut self, i: u32, k: usize, new: u64) {
        self.seen[k] |= new;
        for bit in bits(new) {
            let n = 64 * k + bit as usize;
            self.parent[n] = i;
            if self.owner[n] != self.queue[0] {
                self.queue.push(self.owner[n]);
            }
        }
    }

    /// Leaves in the queue what `from` leads to, and in `seen` their values, all of them matched.
    fn reach(&mut self, from: u32) {
        self.start_search(from);
        let mut next = 0;
        while let Some(&i) = self.queue.get(next) {
            next += 1;
            for k in 0..self.width {
                let new = self.row(i)[k] & !self.seen[k];
                self.see(i, k, new);
            }
        }
    }

    /// Marks the operands that lead to an unmatched value: they are in no Hall set. Whether these are all.
    fn mark_leading_to_unmatched(&mut self) -> bool {
        let operands = self.places.len();
        refill(&mut self.order, operands, 0);
        refill(&mut self.low, operands, 0);
        refill(&mut self.on_stack, operands, false);
        self.todo.clone_from(&self.rows);
        // Values that are unmatched or whose owner leads to one.
        self.seen.clear();
        self.seen.extend(self.used.iter().map(|word| !word));
        let mut left = operands;
        loop {
            let before = left;
            for i in 0..operands as u32 {
                if self.order[i as usize] == 0 && self.row(i).iter().zip(&self.seen).any(|(row, seen)| row & seen != 0)
                {
                    self.order[i as usize] = NONE;
                    let n = self.matched[i as usize];
                    self.seen[n as usize / 64] |= 1 << (n % 64);
                    left -= 1;
                }
            }
            if left == 0 || left == before {
                return left == 0;
            }
        }
    }

    fn enter(&mut self, i: u32, count: &mut u32) {
        *count += 1;
        self.order[i as usize] = *count;
        self.low[i as usize] = *count;
        self.on_stack[i as usize] = true;
        self.stack.push(i);
        self.path.push(i);
    }

    fn lower(&mut self, i: u32, to: u32) {
        self.low[i as usize] = self.low[i as usize].min(to);
    }

    fn leave(&mut self, part: usize) {
        for i in self.stack.drain(part..) {
            self.on_stack[i as usize] = false;
        }
    }

    /// The owner of the next value of `i` not yet gone through.
    fn next_edge(&mut self, i: u32) -> Option<u32> {
        let row = &mut self.todo[i as usize * self.width..][..self.width];
        let k = row.iter().position(|&word| word != 0)?;
        let bit = row[k].trailing_zeros();
        row[k] &= row[k] - 1;
        Some(self.owner[64 * k + bit as usize])
    }
}

fn refill<T: Clone>(all: &mut Vec<T>, len: usize, value: T) {
    all.clear();
    all.resize(len, value);
}

fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| word &= word - 1).map(|()| bit)
    })
}
