//! Constraints on the order of things in a sequence: automata, dictionary order, precedence of values.

use entail_model::{Constraint, Linear};
use rustc_hash::FxHashMap;

use super::Compiler;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::Lexicographic;

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

    /// For each `j`, atoms of which one is true where `x` has none of the values from the `j`th on.
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
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        let mut clauses = Vec::new();
        for at in 0..order.len() {
            let (j, v) = order[at];
            (least, most) = (least.min(v), most.max(v));
            let sooner = &order[at + 1..];
            if j == 0 {
                break;
            }
            let mut clause: Vec<Atom> = if sooner.iter().all(|s| s.1 < least) {
                vec![x.le(least - 1)]
            } else if sooner.iter().all(|s| s.1 > most) {
                vec![x.ge(most + 1)]
            } else if sooner.len() <= BY_VALUE {
                sooner.iter().map(|s| x.eq(s.1)).collect()
            } else {
                continue;
            };
            clause.retain(|&atom| !domains.is_false(atom));
            clauses.push((j, clause));
        }
        clauses
    }

    /// The values lead the automaton to an accepting state, or `holds` is false and they do not, where the guard does hold.
    ///
    /// The states between are variables, and each value read a table: in clauses that are learnt a state says all that matters
    /// of what came before. Of each layer only states that are reached and, unless there is a guard, lead to acceptance are
    /// kept, and those that read the same from there are one.
    pub(super) fn regular(&mut self, engine: &mut Engine, constraint: &Constraint, holds: bool, guard: Option<Atom>) {
        let Constraint::Regular { of, states, transitions, accepting } = constraint else {
            unreachable!("an automaton is compiled")
        };
        let xs = self.operand_vars(engine, of);
        // With a guard the automaton goes on after values that it cannot read.
        let total = guard.is_some();
        if total && xs.iter().any(|&x| engine.trail.domains.size(x) > READ) {
            return self.checked(engine, constraint, holds, guard);
        }
        let mut automaton = Automaton { after: vec![Vec::new(); states + 1], stuck: total.then_some(*states) };
        for &(from, value, to) in transitions {
            if let Ok(value) = i32::try_from(value) {
                automaton.after[from].push((value, to));
            }
        }
        automaton.after.iter_mut().for_each(|of| of.sort_unstable());
        let mut layers = vec![vec![0]];
        for &x in &xs {
            let mut reached: Vec<usize> = Vec::new();
            for &state in &layers[layers.len() - 1] {
                automaton.read(engine, x, state, |_, to| reached.push(to));
            }
            reached.sort_unstable();
            reached.dedup();
            layers.push(reached);
        }
        // From here on a state is known by its class: 1 for what is wanted at the end, 0 for what is not.
        let last = layers.pop().expect("a layer behind the last value");
        let wanted = |state: usize| accepting.contains(&state) == holds;
        let mut classes: FxHashMap<usize, i32> =
            last.iter().filter(|&&s| total || wanted(s)).map(|&s| (s, i32::from(wanted(s)))).collect();
        let ends = || classes.values().copied();
        let (Some(least), Some(most)) = (ends().min(), ends().max()) else {
            return self.require(engine, Atom::FALSE, guard);
        };
        let mut after = engine.add_variable(&[(least, most)]);
        self.require(engine, after.ge(1), guard);
        for (&x, layer) in xs.iter().zip(&layers).rev() {
            let mut numbers: FxHashMap<Vec<(i32, i32)>, i32> = FxHashMap::default();
            let mut before: FxHashMap<usize, i32> = FxHashMap::default();
            let mut rows = Vec::new();
            for &state in layer {
                let mut reads = Vec::new();
                automaton.read(engine, x, state, |value, to| {
                    let to = classes.get(&to).filter(|&&to| engine.trail.domains.contains(after, to));
                    reads.extend(to.map(|&to| (value, to)));
                });
                if reads.is_empty() {
                    continue;
                }
                let fresh = numbers.len() as i32;
                let class = *numbers.entry(reads).or_insert_with_key(|reads| {
                    rows.extend(reads.iter().flat_map(|&(value, to)| [fresh, value, to]));
                    fresh
                });
                before.insert(state, class);
            }
            if numbers.is_empty() {
                return self.require(engine, Atom::FALSE, guard);
            }
            let state = engine.add_variable(&[(0, numbers.len() as i32 - 1)]);
            // What is read always holds; the guard is about where it ends.
            self.rows(engine, &[state, x, after], rows, None);
            if engine.dead {
                return;
            }
            (after, classes) = (state, before);
        }
    }
}

/// The transitions of each state, by value.
struct Automaton {
    after: Vec<Vec<(i32, usize)>>,
    /// The state behind values that cannot be read, if it is to go on.
    stuck: Option<usize>,
}

impl Automaton {
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
}
