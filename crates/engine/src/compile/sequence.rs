//! Constraints on the order of things in a sequence: automata, dictionary order, precedence of values.

use entail_model::{Constraint, Linear};
use rustc_hash::FxHashMap;

use super::Compiler;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::Lexicographic;
use crate::propagators::automaton::{Automaton, Layer};

/// Where an automaton has to read whatever comes, each operand has at most this many values.
const READ: u64 = 4096;

/// That some value comes sooner is stated value by value for at most this many.
const BY_VALUE: usize = 64;

impl Compiler {
    /// `a` comes before `b` in the order of a dictionary, where the guard holds.
    pub(super) fn lexicographic(
        &mut self,
        engine: &mut Engine,
        a: &[Linear],
        b: &[Linear],
        strict: bool,
        guard: Option<Atom>,
    ) {
        let tie = a.len() < b.len() || (a.len() == b.len() && !strict);
        let (a, b) = (self.operand_vars(engine, a), self.operand_vars(engine, b));
        let pairs: Vec<(VarId, VarId)> = a.into_iter().zip(b).filter(|(a, b)| a != b).collect();
        if pairs.is_empty() {
            return self.require(engine, if tie { Atom::TRUE } else { Atom::FALSE }, guard);
        }
        let propagator = Lexicographic::new(pairs, tie, &mut engine.store);
        self.post(engine, propagator, guard);
    }

    /// Where `values[j + 1]` occurs, `values[j]` occurs before it, where the guard holds: clauses over how many of the
    /// values have occurred, in order, up to each place (Walsh, "Symmetry breaking using value precedence", 2006). The
    /// possible counts are intervals, so their bounds are all it takes for domain consistency.
    pub(super) fn precede(&mut self, engine: &mut Engine, of: &[Linear], values: &[i64], guard: Option<Atom>) {
        let mut before: Option<VarId> = None;
        let mut most = 0;
        for e in of {
            let x = self.operand(engine, e);
            let atoms: Vec<Atom> = values.iter().map(|&v| i32::try_from(v).map_or(Atom::FALSE, |v| x.eq(v))).collect();
            let at_least = |seen: Option<VarId>, j: usize| match seen {
                _ if j == 0 => Atom::TRUE,
                Some(seen) => seen.ge(j as i32),
                None => Atom::FALSE,
            };
            // What has to come later cannot come now.
            for (j, &here) in atoms.iter().enumerate() {
                let why = [Some(at_least(before, j)), Some(!here), guard.map(|g| !g)];
                engine.add_clause(&why.into_iter().flatten().collect::<Vec<_>>());
            }
            for (j, sooner) in self.sooner(engine, x, values) {
                let clause: Vec<Atom> =
                    sooner.into_iter().chain([at_least(before, j)]).chain(guard.map(|g| !g)).collect();
                engine.add_clause(&clause);
            }
            most += usize::from(most < atoms.len() && !engine.trail.domains.is_false(atoms[most]));
            if most == 0 {
                continue;
            }
            let after = Some(engine.add_variable(&[(0, most as i32)]));
            for (j, &here) in atoms.iter().enumerate().take(most) {
                let (reached, more) = (at_least(before, j), at_least(after, j + 1));
                let had = at_least(before, j + 1);
                engine.add_clause(&[!had, more]);
                engine.add_clause(&[!reached, !here, more]);
                engine.add_clause(&[!more, had, here]);
                engine.add_clause(&[!more, reached]);
            }
            before = after;
        }
    }

    /// For each `j`, atoms of which one is true exactly where `x` has none of the values from the `j`th on.
    fn sooner(&self, engine: &Engine, x: VarId, values: &[i64]) -> Vec<(usize, Vec<Atom>)> {
        let domains = &engine.trail.domains;
        if !domains.is_dense(x) {
            return Vec::new();
        }
        let places: FxHashMap<i64, usize> = values.iter().zip(0..).map(|(&v, j)| (v, j)).collect();
        // The values of `x` from the latest to the soonest; those that are not in order at all come at any time.
        let mut order: Vec<(usize, i32)> =
            domains.values(x).map(|v| (places.get(&v.into()).copied().unwrap_or(0), v)).collect();
        order.sort_unstable_by_key(|&(j, v)| (std::cmp::Reverse(j), v));
        // The bounds of the values after each place in that order.
        let mut bounds = vec![(i32::MAX, i32::MIN); order.len()];
        for at in (1..order.len()).rev() {
            let (lo, hi) = bounds[at];
            bounds[at - 1] = (lo.min(order[at].1), hi.max(order[at].1));
        }
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        let mut clauses = Vec::new();
        for (at, &(j, v)) in order.iter().enumerate().take_while(|(_, value)| value.0 > 0) {
            (least, most) = (least.min(v), most.max(v));
            let sooner = &order[at + 1..];
            let clause = if sooner.is_empty() {
                Vec::new()
            } else if bounds[at].1 < least {
                vec![x.le(bounds[at].1)]
            } else if bounds[at].0 > most {
                vec![x.ge(bounds[at].0)]
            } else if sooner.len() <= BY_VALUE {
                sooner.iter().map(|s| x.eq(s.1)).collect()
            } else {
                continue;
            };
            clauses.push((j, clause));
        }
        clauses
    }

    /// The values lead the automaton to an accepting state, or `holds` is false and they do not, where the guard does hold.
    pub(super) fn regular(&mut self, engine: &mut Engine, constraint: &Constraint, holds: bool, guard: Option<Atom>) {
        let Constraint::Regular { of, states, transitions, accepting } = constraint else {
            unreachable!("an automaton is compiled")
        };
        let xs = self.operand_vars(engine, of);
        // What must not be accepted may be what cannot be read.
        if !holds && xs.iter().any(|&x| engine.trail.domains.size(x) > READ) {
            return self.checked(engine, constraint, holds, guard);
        }
        let mut after = vec![Vec::new(); states + 1];
        for &(from, value, to) in transitions {
            if let Ok(value) = i32::try_from(value) {
                after[from].push((value, to));
            }
        }
        after.iter_mut().for_each(|of| of.sort_unstable());
        let mut wanted: Vec<bool> = vec![!holds; states + 1];
        accepting.iter().for_each(|&state| wanted[state] = holds);
        let transitions = Transitions { after, stuck: (!holds).then_some(*states) };
        let Some(layers) = transitions.layers(engine, &xs, &wanted) else {
            return self.require(engine, Atom::FALSE, guard);
        };
        for layer in &layers {
            self.member(engine, layer.x, &layer.values.iter().copied().collect(), guard);
        }
        if !layers.is_empty() && !engine.dead {
            self.post(engine, Automaton::new(layers), guard);
        }
    }
}

/// The transitions of each state, by value.
struct Transitions {
    after: Vec<Vec<(i32, usize)>>,
    /// The state behind values that cannot be read, if it is to go on.
    stuck: Option<usize>,
}

impl Transitions {
    /// Calls `each` with the values that can be read in a state, ascending, and the states they lead to.
    fn read(&self, engine: &Engine, x: VarId, state: usize, mut each: impl FnMut(i32, usize)) {
        let after = &self.after[state];
        match self.stuck {
            None => after.iter().filter(|t| engine.trail.domains.contains(x, t.0)).for_each(|t| each(t.0, t.1)),
            Some(stuck) => {
                for value in engine.trail.domains.values(x) {
                    let found = after.binary_search_by_key(&value, |t| t.0);
                    each(value, found.map_or(stuck, |at| after[at].1));
                }
            }
        }
    }

    /// The automaton unrolled: of each layer the states that are reached from state 0 and lead to one that is wanted,
    /// where those from which the same can be read are one. Nothing where no state is left.
    fn layers(&self, engine: &Engine, xs: &[VarId], wanted: &[bool]) -> Option<Vec<Layer>> {
        let mut reached = vec![vec![0]];
        for &x in xs {
            let mut after: Vec<usize> = Vec::new();
            for &state in &reached[reached.len() - 1] {
                self.read(engine, x, state, |_, to| after.push(to));
            }
            after.sort_unstable();
            after.dedup();
            reached.push(after);
        }
        let last = reached.pop().expect("a layer behind the last value");
        let mut classes: FxHashMap<usize, u32> = last.into_iter().filter(|&s| wanted[s]).map(|s| (s, 0)).collect();
        let mut layers = Vec::with_capacity(xs.len());
        for (&x, states) in xs.iter().zip(&reached).rev() {
            let mut numbers: FxHashMap<Vec<(i32, u32)>, u32> = FxHashMap::default();
            let mut before: FxHashMap<usize, u32> = FxHashMap::default();
            for &state in states {
                let mut reads = Vec::new();
                self.read(engine, x, state, |value, to| reads.extend(classes.get(&to).map(|&to| (value, to))));
                if !reads.is_empty() {
                    let fresh = numbers.len() as u32;
                    before.insert(state, *numbers.entry(reads).or_insert(fresh));
                }
            }
            layers.push(Layer::new(x, &numbers));
            classes = before;
        }
        layers.reverse();
        (!classes.is_empty()).then_some(layers)
    }
}
