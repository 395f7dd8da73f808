//! Tables, and predicates over few enough tuples to become tables.
//!
//! How often a user's predicate is called: where its operands have at most [`TABULATED`] combinations of values, when the
//! model is compiled, at most once for each combination and once for each beginning of one (the first operand, the first
//! two, …), none that begins with a rejected beginning, and then no more during search; where the predicate is equivalent
//! to a literal, once more for each combination. With more combinations, or where such a call panicked, as
//! [`Checked`] says. In either case the model's checker calls it once more for each answer.

use std::panic::{AssertUnwindSafe, catch_unwind};

use entail_model::{Constraint, Domain, Linear};
use rustc_hash::FxHashMap;

use super::Compiler;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::{Checked, Element, Table};

/// Constraints with up to this many combinations of values become tables.
const TABULATED: u64 = 4096;
/// The most variables of such a table: most of them would be fixed.
const COLUMNS: usize = 32;

impl Compiler {
    /// The tuple is (or is not) a row, where the guard holds.
    pub(super) fn table(
        &mut self,
        engine: &mut Engine,
        of: &[Linear],
        rows: &[i64],
        forbidden: bool,
        guard: Option<Atom>,
    ) {
        let tuple = self.operand_vars(engine, of);
        let (scope, places) = distinct(&tuple);
        let mut kept: Vec<i32> = Vec::new();
        'rows: for row in rows.chunks_exact(tuple.len()) {
            let start = kept.len();
            for (at, &v) in row.iter().enumerate() {
                let v32 = i32::try_from(v).ok().filter(|&v| engine.trail.domains.contains(tuple[at], v));
                match v32 {
                    Some(v) if places[at] == kept.len() - start => kept.push(v),
                    Some(v) if kept[start + places[at]] == v => {}
                    _ => {
                        kept.truncate(start);
                        continue 'rows;
                    }
                }
            }
        }
        match (forbidden, combinations(engine, &scope)) {
            (false, _) => self.rows(engine, &scope, kept, guard),
            (true, Some(all)) => {
                let rows = sorted(&kept, scope.len());
                let values: Vec<Vec<i32>> = scope.iter().map(|&x| engine.trail.domains.values(x).collect()).collect();
                let mut others = Vec::with_capacity(all as usize * scope.len());
                tabulate(&values, &mut others, &mut |tuple| tuple.len() < values.len() || !rows.contains(tuple));
                self.rows(engine, &scope, others, guard);
            }
            (true, None) if scope.len() == 1 => {
                for v in kept {
                    self.require(engine, scope[0].ne(v), guard);
                }
            }
            (true, None) => {
                let rows = sorted(&kept, scope.len());
                let mut tuple = vec![0; scope.len()];
                let test = Box::new(move |given: &[Option<i64>]| {
                    for (value, v) in tuple.iter_mut().zip(given) {
                        *value = v.expect("asked of full assignments only") as i32;
                    }
                    !rows.contains(&tuple)
                });
                self.post(engine, Checked::new(scope, false, test), guard);
            }
        }
    }

    /// The variables, all distinct, have the values of one of the rows (of possible values), where the guard holds.
    fn rows(&mut self, engine: &mut Engine, scope: &[VarId], mut rows: Vec<i32>, guard: Option<Atom>) {
        if scope.is_empty() {
            return;
        }
        if rows.is_empty() {
            return self.require(engine, Atom::FALSE, guard);
        }
        let open: Vec<usize> = (0..scope.len()).filter(|&at| !engine.trail.domains.is_fixed(scope[at])).collect();
        if open.len() < scope.len() {
            rows = rows.chunks_exact(scope.len()).flat_map(|row| open.iter().map(|&at| row[at])).collect();
        }
        let scope: Vec<VarId> = open.iter().map(|&at| scope[at]).collect();
        for (at, &x) in scope.iter().enumerate() {
            // What a wide domain has between the values of the column goes by clauses on its bounds.
            if scope.len() == 1 || !engine.trail.domains.is_dense(x) {
                let column: Domain = rows.iter().skip(at).step_by(scope.len()).copied().collect();
                self.member(engine, x, &column, guard);
            }
        }
        if scope.len() > 1 && !engine.dead {
            let rows = sorted(&rows, scope.len()).flat;
            let table = Table::new(&scope, &rows, &mut engine.store);
            self.post(engine, table, guard);
        }
    }

    /// A user's predicate, where the guard holds.
    pub(super) fn predicate(&mut self, engine: &mut Engine, of: &[Linear], predicate: usize, guard: Option<Atom>) {
        let (scope, places) = distinct(&self.operand_vars(engine, of));
        let test = self.predicates[predicate].clone();
        let mut values = vec![None; places.len()];
        let mut test = move |given: &[Option<i64>]| {
            for (value, &place) in values.iter_mut().zip(&places) {
                *value = given[place];
            }
            test(&values)
        };
        if combinations(engine, &scope).is_some() {
            let mut given = vec![None; scope.len()];
            let possible = |tuple: &[i32]| {
                given.iter_mut().enumerate().for_each(|(at, v)| *v = tuple.get(at).map(|&v| v.into()));
                test(&given)
            };
            if self.tabulated(engine, &scope, possible, guard) {
                return;
            }
        }
        self.post(engine, Checked::new(scope, true, Box::new(test)), guard);
    }

    /// The constraint does not hold, where the guard does: a table if it is small enough.
    pub(super) fn refuted(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        let (scope, local) = self.localized(engine, constraint);
        if combinations(engine, &scope).is_some() {
            let predicates = self.predicates.clone();
            let mut values = vec![0; scope.len()];
            let possible = |tuple: &[i32]| {
                if tuple.len() < values.len() {
                    return true;
                }
                values.iter_mut().zip(tuple).for_each(|(value, &v)| *value = v.into());
                !local.holds(&values, &predicates)
            };
            if self.tabulated(engine, &scope, possible, guard) {
                return;
            }
        }
        self.checked(engine, constraint, false, guard);
    }

    /// The tuples (asked of their beginnings too) that are possible, as a table. False where asking panicked: what
    /// the search never reaches need not be reported, and the rest is when it gets there.
    fn tabulated(
        &mut self,
        engine: &mut Engine,
        scope: &[VarId],
        mut possible: impl FnMut(&[i32]) -> bool,
        guard: Option<Atom>,
    ) -> bool {
        let values: Vec<Vec<i32>> = scope.iter().map(|&x| engine.trail.domains.values(x).collect()).collect();
        let mut rows = Vec::new();
        let asked = catch_unwind(AssertUnwindSafe(|| {
            if scope.is_empty() {
                return possible(&[]);
            }
            tabulate(&values, &mut rows, &mut possible);
            true
        }));
        match asked {
            Ok(true) => self.rows(engine, scope, rows, guard),
            Ok(false) => self.require(engine, Atom::FALSE, guard),
            Err(_) => return false,
        }
        true
    }

    /// `result = matrix[row][column]`, where the guard holds; without a column, of a matrix with one.
    pub(super) fn element(
        &mut self,
        engine: &mut Engine,
        result: &Linear,
        row: &Linear,
        column: Option<&Linear>,
        matrix: &[&[Linear]],
        guard: Option<Atom>,
    ) {
        let zero = Linear::from(0);
        let [result, row, column] = [result, row, column.unwrap_or(&zero)].map(|e| self.operand(engine, e));
        let cells: Vec<VarId> = matrix.iter().flat_map(|of| self.operand_vars(engine, of)).collect();
        if cells.is_empty() {
            return self.require(engine, Atom::FALSE, guard);
        }
        let shape = [matrix.len(), matrix[0].len()];
        let bounds = |x| (engine.lo(x), engine.hi(x));
        let propagator = Element::new(result, [row, column], shape, cells, bounds);
        self.post(engine, propagator, guard);
    }
}

/// The variables, each once, and for each place of the tuple which of them it is.
fn distinct(tuple: &[VarId]) -> (Vec<VarId>, Vec<usize>) {
    let mut scope: Vec<VarId> = Vec::new();
    let mut seen = FxHashMap::default();
    let places = tuple.iter().map(|&x| {
        *seen.entry(x).or_insert_with(|| {
            scope.push(x);
            scope.len() - 1
        })
    });
    let places = places.collect();
    (scope, places)
}

/// How many combinations of values there are, if few enough for a table of not too many columns.
fn combinations(engine: &Engine, scope: &[VarId]) -> Option<u64> {
    if scope.len() > COLUMNS {
        return None;
    }
    let mut product = 1u64;
    for &x in scope {
        product = product.saturating_mul(engine.trail.domains.size(x));
        if product > TABULATED {
            return None;
        }
    }
    Some(product)
}

/// Pushes every tuple that is possible with all its beginnings, in ascending order, asking of each once.
fn tabulate(values: &[Vec<i32>], rows: &mut Vec<i32>, possible: &mut dyn FnMut(&[i32]) -> bool) {
    fn extend(
        tuple: &mut Vec<i32>,
        values: &[Vec<i32>],
        rows: &mut Vec<i32>,
        possible: &mut dyn FnMut(&[i32]) -> bool,
    ) {
        for &v in &values[tuple.len()] {
            tuple.push(v);
            if possible(tuple) {
                if tuple.len() == values.len() {
                    rows.extend_from_slice(tuple);
                } else {
                    extend(tuple, values, rows, possible);
                }
            }
            tuple.pop();
        }
    }
    extend(&mut Vec::with_capacity(values.len()), values, rows, possible);
}

/// Rows in ascending order, each once.
struct Sorted {
    width: usize,
    flat: Vec<i32>,
}

fn sorted(rows: &[i32], width: usize) -> Sorted {
    let mut order: Vec<&[i32]> = rows.chunks_exact(width).collect();
    order.sort_unstable();
    order.dedup();
    Sorted { width, flat: order.concat() }
}

impl Sorted {
    fn contains(&self, tuple: &[i32]) -> bool {
        let row = |at: usize| &self.flat[at * self.width..(at + 1) * self.width];
        let (mut from, mut to) = (0, self.flat.len() / self.width);
        while from < to {
            let middle = (from + to) / 2;
            match row(middle).cmp(tuple) {
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use entail_model::{Model, Var};

    use crate::solver::{Error, Options, Solver};

    #[test]
    fn a_predicate_is_called_once_for_each_possible_beginning() {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..3).map(|_| model.int("x", 0..10)).collect();
        let calls = Arc::new(AtomicUsize::new(0));
        let seen = calls.clone();
        model.partial_predicate(&vars, move |v| {
            seen.fetch_add(1, Ordering::Relaxed);
            v[0].is_none_or(|x| x == 3)
        });
        let mut solver = Solver::new(&model).unwrap();
        let all = solver.answers();
        assert_eq!(calls.load(Ordering::Relaxed), 10 + 10 + 100);
        let answers = all.map(Result::unwrap).count();
        assert_eq!(answers, 100);
        assert_eq!(calls.load(Ordering::Relaxed), 10 + 10 + 100 + answers, "the checker asks once for each answer");
    }

    #[test]
    fn a_predicate_that_panics_is_an_error_that_names_it() {
        for large in [false, true] {
            for reified in 0..3 {
                for learning in [false, true] {
                    let mut model = Model::new();
                    let top = if large { 1000 } else { 5 };
                    let [x, y] = ["x", "y"].map(|name| model.int(name, 0..=top));
                    let b = model.bool("b");
                    let posted = model.predicate([x, y], |v| 10 / v[1] > v[0]).named("a quotient");
                    match reified {
                        0 => {}
                        1 => drop(posted.only_if(b)),
                        _ => drop(posted.iff(b)),
                    }
                    let mut solver = Solver::with_options(&model, Options { learning, ..Options::default() }).unwrap();
                    let end = solver.answers().find_map(Result::err);
                    let Some(Error::PredicatePanicked { constraint, message, .. }) = end else { panic!("{end:?}") };
                    assert_eq!(constraint, "a quotient");
                    assert!(message.contains("zero"), "{message}");
                    // What the search cannot reach does not matter.
                    model.post(y.ge(1));
                    assert!(Solver::new(&model).unwrap().solve().unwrap().answer().is_some());
                }
            }
        }
    }
}
