//! All solutions of a small model by brute force, as sets of bits, so that "which solutions satisfy these atoms" is a few
//! operations on words.
//!
//! Compilation may add variables to the engine. A solution then stands for each way in which the engine extends it to
//! these, found by fixing the model's variables.

use entail_model::{Bool, Model, When};

use crate::atom::{Atom, Kind, VarId};
use crate::engine::Engine;

/// A set of solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set(Vec<u64>);

impl Set {
    fn empty(len: usize) -> Set {
        Set(vec![0; len.div_ceil(64)])
    }

    fn full(len: usize) -> Set {
        let mut set = Set::empty(len);
        (0..len).for_each(|i| set.insert(i));
        set
    }

    pub fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub fn first(&self) -> Option<usize> {
        let at = self.0.iter().position(|&w| w != 0)?;
        Some(at * 64 + self.0[at].trailing_zeros() as usize)
    }

    pub fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub fn without(&self, other: &Set) -> Set {
        let mut set = self.clone();
        set.remove(other);
        set
    }

    fn keep(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    fn remove(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

/// The solutions with a given value, or at least a given value, for each value that a variable has in some solution.
struct Column {
    values: Vec<i32>,
    equal: Vec<Set>,
    /// One more than there are values: the last is empty.
    at_least: Vec<Set>,
}

/// Solutions over all variables of an engine.
pub(super) struct Solutions {
    rows: Vec<Vec<i32>>,
    columns: Vec<Column>,
}

impl Solutions {
    /// Each row has a value for every variable of the engine.
    pub fn new(rows: Vec<Vec<i32>>, variables: usize) -> Solutions {
        let columns = (0..variables).map(|x| Column::new(&rows, x)).collect();
        Solutions { rows, columns }
    }

    pub fn all(&self) -> Set {
        Set::full(self.rows.len())
    }

    pub fn row(&self, i: usize) -> &[i32] {
        &self.rows[i]
    }

    /// The values that the variable has in some solution.
    pub fn values(&self, x: VarId) -> &[i32] {
        &self.columns[x.index()].values
    }

    /// Leaves the solutions that satisfy the atom.
    pub fn keep(&self, set: &mut Set, atom: Atom) {
        let column = &self.columns[atom.var().index()];
        let v = atom.value();
        match atom.kind() {
            Kind::Ge => set.keep(&column.at_least[column.values.partition_point(|&w| w < v)]),
            Kind::Le => set.remove(&column.at_least[column.values.partition_point(|&w| w <= v)]),
            Kind::Eq => match column.values.binary_search(&v) {
                Ok(at) => set.keep(&column.equal[at]),
                Err(_) => set.0.fill(0),
            },
            Kind::Ne => {
                if let Ok(at) = column.values.binary_search(&v) {
                    set.remove(&column.equal[at]);
                }
            }
        }
    }

    /// Whether some solution of the set gives the variable the value.
    pub fn supports(&self, set: &Set, x: VarId, v: i32) -> bool {
        let column = &self.columns[x.index()];
        column.values.binary_search(&v).is_ok_and(|at| set.meets(&column.equal[at]))
    }

    /// Leaves the solutions whose value of `x` the engine still allows.
    pub fn keep_allowed(&self, set: &mut Set, x: VarId, engine: &Engine) {
        let column = &self.columns[x.index()];
        let mut allowed = Set::empty(self.rows.len());
        for (v, equal) in column.values.iter().zip(&column.equal) {
            if engine.trail.domains.contains(x, *v) {
                allowed.add(equal);
            }
        }
        set.keep(&allowed);
    }
}

impl Column {
    fn new(rows: &[Vec<i32>], x: usize) -> Column {
        let mut values: Vec<i32> = rows.iter().map(|row| row[x]).collect();
        values.sort_unstable();
        values.dedup();
        let mut equal = vec![Set::empty(rows.len()); values.len()];
        for (i, row) in rows.iter().enumerate() {
            let at = values.binary_search(&row[x]).expect("listed");
            equal[at].insert(i);
        }
        let mut at_least = vec![Set::empty(rows.len()); values.len() + 1];
        for at in (0..values.len()).rev() {
            let mut set = at_least[at + 1].clone();
            set.add(&equal[at]);
            at_least[at] = set;
        }
        Column { values, equal, at_least }
    }
}

fn is_true(b: Bool, values: &[i64]) -> bool {
    (values[b.var.index()] == 1) != b.negated
}

/// Whether the values satisfy every constraint of the model under its condition.
pub(super) fn satisfies(model: &Model, values: &[i64]) -> bool {
    model.constraints().iter().all(|posted| {
        let holds = || posted.constraint.holds(values, model.predicates());
        match posted.when {
            When::Always => holds(),
            When::If(b) => !is_true(b, values) || holds(),
            When::Iff(b) => is_true(b, values) == holds(),
        }
    })
}

/// Every combination of the given values.
pub(super) fn for_each_combination(domains: &[Vec<i64>], mut each: impl FnMut(&[i64])) {
    let mut places = vec![0; domains.len()];
    let mut values: Vec<i64> = domains.iter().map(|d| d[0]).collect();
    loop {
        each(&values);
        let mut x = 0;
        loop {
            if x == domains.len() {
                return;
            }
            places[x] += 1;
            if places[x] < domains[x].len() {
                values[x] = domains[x][places[x]];
                break;
            }
            places[x] = 0;
            values[x] = domains[x][0];
            x += 1;
        }
    }
}

/// The solutions of the model, each as the values of its variables.
pub(super) fn brute_force(model: &Model) -> Vec<Vec<i64>> {
    let domains: Vec<Vec<i64>> = model.variables().iter().map(|v| v.domain.iter().collect()).collect();
    let mut solutions = Vec::new();
    for_each_combination(&domains, |values| {
        if satisfies(model, values) {
            solutions.push(values.to_vec());
        }
    });
    solutions
}
