//! The values, read in order, lead through a layered automaton from its first state to its last: domain consistent by
//! going through the layers forwards and backwards (Pesant, 2004).
//!
//! A reason is a cut: values without which no state that was reached leads on to one that leads to the end. Going
//! backwards, a value is named only where a state that was reached needs it gone.

use rustc_hash::FxHashMap;

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};

/// A value that is read: from a state of its layer to one of the next.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    /// Its place among the values of the layer.
    value: u32,
    to: u32,
}

pub(crate) struct Layer {
    pub x: VarId,
    /// Ascending.
    pub values: Box<[i32]>,
    edges: Box<[Edge]>,
    /// How many states there are before it.
    states: usize,
}

impl Layer {
    /// A layer that reads `x`: by what is read, and which state of the next layer that leads to, the number of a state.
    pub fn new(x: VarId, states: &FxHashMap<Vec<(i32, u32)>, u32>) -> Layer {
        let mut values: Vec<i32> = states.keys().flatten().map(|&(value, _)| value).collect();
        values.sort_unstable();
        values.dedup();
        let mut edges: Vec<Edge> = Vec::new();
        for (reads, &from) in states {
            edges.extend(reads.iter().map(|&(value, to)| {
                let value = values.binary_search(&value).expect("one of the values");
                Edge { from, value: value as u32, to }
            }));
        }
        edges.sort_unstable_by_key(|edge| (edge.from, edge.value));
        Layer { x, values: values.into(), edges: edges.into(), states: states.len() }
    }
}

/// One state is before the first layer, and one behind the last.
pub(crate) struct Automaton {
    layers: Box<[Layer]>,
    /// For each layer and behind the last, the states that are reached.
    reached: Vec<Vec<bool>>,
    leading: Vec<bool>,
    before: Vec<bool>,
    /// By value of a layer: whether it is there, and whether it is needed.
    there: Vec<bool>,
    used: Vec<bool>,
}

impl Automaton {
    pub fn new(layers: Vec<Layer>) -> Automaton {
        let mut reached: Vec<Vec<bool>> = layers.iter().map(|layer| vec![false; layer.states]).collect();
        reached.push(vec![false]);
        Automaton {
            layers: layers.into(),
            reached,
            leading: Vec::new(),
            before: Vec::new(),
            there: Vec::new(),
            used: Vec::new(),
        }
    }

    /// Finds what is reached where the values of layers are there for which `has` says so. True where the end is.
    fn reach(&mut self, has: impl Fn(usize, VarId, i32) -> bool) -> bool {
        self.reached[0][0] = true;
        for (at, layer) in self.layers.iter().enumerate() {
            self.there.clear();
            self.there.extend(layer.values.iter().map(|&v| has(at, layer.x, v)));
            let (here, after) = self.reached.split_at_mut(at + 1);
            let (here, after) = (&here[at], &mut after[0]);
            after.fill(false);
            for edge in &layer.edges {
                after[edge.to as usize] |= here[edge.from as usize] && self.there[edge.value as usize];
            }
        }
        self.reached[self.layers.len()][0]
    }

    /// Pushes values, gone in the past, without which the end is not reached through the values of one layer that the
    /// atom forbids; without an atom, not at all.
    fn cut(&mut self, past: &Past<'_>, of: Option<(usize, Atom)>, out: &mut Vec<Atom>) {
        let tried = |at: usize| of.filter(|of| of.0 == at).map(|of| of.1);
        let has = |at: usize, x: VarId, v: i32| tried(at).map_or_else(|| past.contains(x, v), |atom| !atom.allows(v));
        let ends = self.reach(has);
        debug_assert!(!ends, "a value with a way to the end");
        self.leading.clear();
        self.leading.push(true);
        let mut gone = Vec::new();
        for (at, layer) in self.layers.iter().enumerate().rev() {
            self.before.clear();
            self.before.resize(layer.states, false);
            self.used.clear();
            self.used.resize(layer.values.len(), false);
            self.there.clear();
            self.there.extend(layer.values.iter().map(|&v| has(at, layer.x, v)));
            let leads = |edge: &&Edge| self.leading[edge.to as usize];
            if tried(at).is_none() {
                for edge in layer.edges.iter().filter(leads) {
                    self.used[edge.value as usize] |= self.reached[at][edge.from as usize];
                }
            }
            for edge in layer.edges.iter().filter(leads) {
                let cut = self.used[edge.value as usize] || (tried(at).is_some() && !self.there[edge.value as usize]);
                self.before[edge.from as usize] |= !cut;
            }
            gone.clear();
            gone.extend(layer.values.iter().zip(&self.used).filter(|(_, used)| **used).map(|(&v, _)| v));
            if !gone.is_empty() {
                past.rule_out(layer.x, &gone, out);
            }
            std::mem::swap(&mut self.leading, &mut self.before);
            if !self.leading.contains(&true) {
                return;
            }
        }
    }
}

impl Propagator for Automaton {
    fn subscribe(&self, to: &mut Subscriptions) {
        for layer in &self.layers {
            to.on(layer.x, event::DOMAIN);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        if !self.reach(|_, x, v| cx.contains(x, v)) {
            return Err(cx.fail_with(|past, out| self.cut(past, None, out)));
        }
        self.leading.clear();
        self.leading.push(true);
        for (at, layer) in self.layers.iter().enumerate().rev() {
            self.before.clear();
            self.before.resize(layer.states, false);
            self.used.clear();
            self.used.resize(layer.values.len(), false);
            self.there.clear();
            self.there.extend(layer.values.iter().map(|&v| cx.contains(layer.x, v)));
            for edge in &layer.edges {
                let (from, value) = (edge.from as usize, edge.value as usize);
                if self.leading[edge.to as usize] && self.reached[at][from] && self.there[value] {
                    self.before[from] = true;
                    self.used[value] = true;
                }
            }
            for (value, &v) in layer.values.iter().enumerate() {
                if self.there[value] && !self.used[value] {
                    cx.assert(layer.x.ne(v), Why::Lazy(at as u32))?;
                }
            }
            std::mem::swap(&mut self.leading, &mut self.before);
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        self.cut(past, Some((data as usize, atom)), out);
    }
}
