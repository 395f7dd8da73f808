//! The tuple of variables is one of the rows: Compact-Table (Demeulenaere and others, 2016), domain consistent.
//!
//! Bit `r` of the live set says whether row `r` is still possible. Removing a value of a variable clears the rows that
//! have it; a value none of whose rows is live goes. What is undone on backtracking is in the store: the words of the live
//! set, and how many words are not zero, how many values of each column are left (both as sparse sets, of which only the
//! size is restored: what was taken out waits behind the end).
//!
//! ```text
//!  words    w₀ w₁ w₂ …                     64 rows each, in the store
//!  active   [2 0 5 | 1 3 4]                words not zero | words that are
//!  column   values   -3 0 4 7              the values in rows, ascending
//!           present  [3 0 | 1 2]           places in `values` still there | gone
//!           supports the rows of each value: as bits over all words, or as a list where that is shorter
//! ```
//!
//! Lists keep a table of a million rows with a million values in a column at eight bytes for each cell.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

/// The rows with one value in one column.
#[derive(Clone, Copy)]
enum Support {
    /// A bit for every row, from this place in `bits`.
    Bits(usize),
    /// Numbers of rows, from and to these places in `lists`.
    List(usize, usize),
}

struct Column {
    x: VarId,
    values: Box<[i32]>,
    supports: Box<[Support]>,
    present: Vec<u32>,
    /// How many of `present` are.
    left: Cell,
    /// Where a live row was found last: a word, or a place in the list.
    residues: Vec<u32>,
}

pub(crate) struct Table {
    columns: Vec<Column>,
    bits: Vec<u64>,
    lists: Vec<u32>,
    /// The rows one after the other, each value as its place in its column.
    cells: Vec<u32>,
    /// The words of the live set.
    live: Cell,
    active: Vec<u32>,
    active_len: Cell,
    /// 1 once a run has ended: dense domains have no values but those of their columns.
    settled: Cell,
    mask: Vec<u64>,
    cover: Cover,
}

/// Working memory of explanations: which rows still need an atom that excludes them.
#[derive(Default)]
struct Cover {
    rows: Vec<u64>,
    words: Vec<u32>,
    /// How many of them have each value of a column.
    counts: Vec<u32>,
    candidates: Vec<(u32, u32, u32)>,
    chosen: Vec<i32>,
}

impl Table {
    /// The rows one after the other, at least one; every variable once.
    pub fn new(scope: &[VarId], rows: &[i32], store: &mut Store) -> Table {
        let height = rows.len() / scope.len();
        let words = height.div_ceil(64);
        let mut table = Table {
            columns: Vec::new(),
            bits: Vec::new(),
            lists: Vec::new(),
            cells: vec![0; rows.len()],
            live: store.alloc(words, u64::MAX),
            active: (0..words as u32).collect(),
            active_len: store.alloc(1, words as u64),
            settled: store.alloc(1, 0),
            mask: vec![0; words],
            cover: Cover { rows: vec![0; words], ..Cover::default() },
        };
        store.set(table.live.at(words - 1), u64::MAX >> (words * 64 - height));
        let mut order: Vec<u32> = (0..height as u32).collect();
        for (at, &x) in scope.iter().enumerate() {
            let value = |row: u32| rows[row as usize * scope.len() + at];
            order.sort_unstable_by_key(|&row| (value(row), row));
            let (mut values, mut supports) = (Vec::new(), Vec::new());
            for rows in order.chunk_by(|&a, &b| value(a) == value(b)) {
                rows.iter().for_each(|&row| table.cells[row as usize * scope.len() + at] = values.len() as u32);
                values.push(value(rows[0]));
                supports.push(table.add_support(rows, words));
            }
            let count = values.len();
            let residues =
                supports.iter().zip(order.chunk_by(|&a, &b| value(a) == value(b))).map(|(s, rows)| match s {
                    Support::Bits(_) => rows[0] / 64,
                    Support::List(..) => 0,
                });
            table.columns.push(Column {
                x,
                residues: residues.collect(),
                values: values.into(),
                supports: supports.into(),
                present: (0..count as u32).collect(),
                left: store.alloc(1, count as u64),
            });
        }
        let most = table.columns.iter().map(|column| column.values.len()).max().unwrap_or(0);
        table.cover.counts = vec![0; most];
        table
    }

    fn add_support(&mut self, rows: &[u32], words: usize) -> Support {
        if words > 1 && rows.len() < 2 * words {
            let start = self.lists.len();
            self.lists.extend_from_slice(rows);
            return Support::List(start, self.lists.len());
        }
        let start = self.bits.len();
        self.bits.resize(start + words, 0);
        for &row in rows {
            self.bits[start + row as usize / 64] |= 1 << (row % 64);
        }
        Support::Bits(start)
    }

    /// Takes values that left the domain out of `present`, and the rows without a value left out of the live set. Returns
    /// whether rows died, and the column that caused it where it was one alone.
    fn update(&mut self, cx: &mut Cx<'_>) -> Result<(bool, Option<usize>), Conflict> {
        let settled = cx.store.get(self.settled) == 1;
        let (mut died, mut only) = (false, None);
        for at in 0..self.columns.len() {
            let column = &mut self.columns[at];
            let before = cx.store.get(column.left) as usize;
            if settled
                && before == 1
                && cx.is_fixed(column.x)
                && cx.contains(column.x, column.values[column.present[0] as usize])
            {
                continue;
            }
            if settled && cx.is_dense(column.x) && cx.size(column.x) == before as u64 {
                continue;
            }
            let mut left = before;
            for place in (0..before).rev() {
                if !cx.contains(column.x, column.values[column.present[place] as usize]) {
                    left -= 1;
                    column.present.swap(place, left);
                }
            }
            if left == before {
                continue;
            }
            cx.store.set(column.left, left as u64);
            if self.clear_rows(cx.store, at, left, before) {
                only = if died { None } else { Some(at) };
                died = true;
            }
            if cx.store.get(self.active_len) == 0 {
                return Err(cx.fail_with(|past, out| self.exclude(past, out, None)));
            }
        }
        Ok((died, only))
    }

    /// Removes the rows of the column's values `present[left..before]`. Returns whether one was live.
    fn clear_rows(&mut self, store: &mut Store, at: usize, left: usize, before: usize) -> bool {
        let Table { columns, bits, lists, mask, active, .. } = self;
        let column = &columns[at];
        let len = store.get(self.active_len) as usize;
        let cost = |values: &[u32]| -> usize {
            let each = values.iter().map(|&v| match column.supports[v as usize] {
                Support::Bits(_) => len,
                Support::List(from, to) => to - from,
            });
            each.sum()
        };
        let (kept, gone) = (&column.present[..left], &column.present[left..before]);
        let by_gone = cost(gone) <= cost(kept);
        for &w in &active[..len] {
            mask[w as usize] = 0;
        }
        for &v in if by_gone { gone } else { kept } {
            match column.supports[v as usize] {
                Support::Bits(start) => {
                    for &w in &active[..len] {
                        mask[w as usize] |= bits[start + w as usize];
                    }
                }
                Support::List(from, to) => {
                    for &row in &lists[from..to] {
                        mask[row as usize / 64] |= 1 << (row % 64);
                    }
                }
            }
        }
        let mut died = false;
        let mut end = len;
        for place in (0..len).rev() {
            let w = active[place] as usize;
            let word = store.get(self.live.at(w));
            let kept = if by_gone { word & !mask[w] } else { word & mask[w] };
            if kept == word {
                continue;
            }
            died = true;
            store.set(self.live.at(w), kept);
            if kept == 0 {
                end -= 1;
                active.swap(place, end);
            }
        }
        store.set(self.active_len, end as u64);
        died
    }

    /// Removes the values of a column that no live row has.
    fn filter(&mut self, cx: &mut Cx<'_>, at: usize) -> Result<(), Conflict> {
        let Table { columns, bits, lists, active, live, .. } = self;
        let column = &mut columns[at];
        let len = cx.store.get(self.active_len) as usize;
        let before = cx.store.get(column.left) as usize;
        let mut left = before;
        for place in (0..before).rev() {
            let v = column.present[place] as usize;
            let residue = column.residues[v] as usize;
            let found = match column.supports[v] {
                Support::Bits(start) => {
                    let has = |w: usize| cx.store.get(live.at(w)) & bits[start + w] != 0;
                    if has(residue) {
                        Some(residue as u32)
                    } else {
                        active[..len].iter().copied().find(|&w| has(w as usize))
                    }
                }
                Support::List(from, to) => {
                    let has = |i: usize| {
                        let row = lists[from + i];
                        cx.store.get(live.at(row as usize / 64)) >> (row % 64) & 1 == 1
                    };
                    if has(residue) { Some(residue as u32) } else { (0..to - from).find(|&i| has(i)).map(|i| i as u32) }
                }
            };
            match found {
                Some(residue) => column.residues[v] = residue,
                None => {
                    left -= 1;
                    column.present.swap(place, left);
                }
            }
        }
        cx.store.set(column.left, left as u64);
        // A wide domain loses what is outside the remaining values by its bounds, so that holes stay few.
        if !cx.is_dense(column.x) {
            let kept = || column.present[..left].iter().map(|&v| column.values[v as usize]);
            let (min, max) = (kept().min().expect("a live row"), kept().max().expect("a live row"));
            cx.assert(column.x.ge(min), Why::Lazy(0))?;
            cx.assert(column.x.le(max), Why::Lazy(0))?;
        }
        for &v in &column.present[left..before] {
            cx.assert(column.x.ne(column.values[v as usize]), Why::Lazy(0))?;
        }
        Ok(())
    }

    /// Removes values of dense domains that no row ever had.
    fn settle(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        for column in &self.columns {
            if cx.is_dense(column.x) {
                let foreign: Vec<i32> =
                    cx.values(column.x).filter(|v| column.values.binary_search(v).is_err()).collect();
                for v in foreign {
                    cx.assert(column.x.ne(v), Why::All(&[]))?;
                }
            }
        }
        cx.store.set(self.settled, 1);
        Ok(())
    }

    /// Pushes atoms, true in the past, that exclude every row in which `atom` does not hold, or all rows. The atoms that
    /// exclude most rows come first; many on one variable become a bound or its value.
    fn exclude(&mut self, past: &Past<'_>, out: &mut Vec<Atom>, atom: Option<Atom>) {
        let Table { columns, bits, lists, cells, cover, .. } = self;
        let Cover { rows, words, counts, candidates, chosen } = cover;
        match atom {
            None => {
                rows.fill(u64::MAX);
                let height = cells.len() / columns.len();
                rows[height.div_ceil(64) - 1] = u64::MAX >> (height.next_multiple_of(64) - height);
            }
            Some(atom) => {
                rows.fill(0);
                for column in columns.iter().filter(|column| column.x == atom.var()) {
                    for (&support, _) in column.supports.iter().zip(&column.values).filter(|(_, v)| !atom.allows(**v)) {
                        match support {
                            Support::Bits(start) => rows.iter_mut().zip(&bits[start..]).for_each(|(r, b)| *r |= b),
                            Support::List(from, to) => {
                                lists[from..to].iter().for_each(|&row| rows[row as usize / 64] |= 1 << (row % 64));
                            }
                        }
                    }
                }
            }
        }
        words.clear();
        words.extend((0..rows.len() as u32).filter(|&w| rows[w as usize] != 0));
        candidates.clear();
        for (at, column) in columns.iter().enumerate() {
            let bounds = past.bounds(column.x);
            let seen = candidates.len();
            for &w in words.iter() {
                let mut open = rows[w as usize];
                while open != 0 {
                    let row = w as usize * 64 + open.trailing_zeros() as usize;
                    open &= open - 1;
                    let v = cells[row * columns.len() + at];
                    let count = &mut counts[v as usize];
                    *count += 1;
                    if *count == 1 {
                        candidates.push((0, at as u32, v));
                    }
                }
            }
            let mut kept = seen;
            for i in seen..candidates.len() {
                let v = candidates[i].2 as usize;
                candidates[kept] = (counts[v], at as u32, v as u32);
                counts[v] = 0;
                kept += usize::from(!past.contains_within(column.x, column.values[v], bounds));
            }
            candidates.truncate(kept);
        }
        let excluded = |rows: &[u64], words: &[u32], support| -> u32 {
            match support {
                Support::Bits(start) => {
                    words.iter().map(|&w| (rows[w as usize] & bits[start + w as usize]).count_ones()).sum()
                }
                Support::List(from, to) => {
                    lists[from..to].iter().map(|&row| (rows[row as usize / 64] >> (row % 64) & 1) as u32).sum()
                }
            }
        };
        candidates.sort_unstable_by_key(|&(count, at, v)| (std::cmp::Reverse(count), at, v));
        let mut left: u32 = words.iter().map(|&w| rows[w as usize].count_ones()).sum();
        candidates.retain(|&(_, at, v)| {
            let support = columns[at as usize].supports[v as usize];
            let count = if left == 0 { 0 } else { excluded(rows, words, support) };
            if count == 0 {
                return false;
            }
            left -= count;
            match support {
                Support::Bits(start) => words.iter().for_each(|&w| rows[w as usize] &= !bits[start + w as usize]),
                Support::List(from, to) => {
                    lists[from..to].iter().for_each(|&row| rows[row as usize / 64] &= !(1 << (row % 64)));
                }
            }
            true
        });
        debug_assert!(rows.iter().all(|&w| w == 0), "a row that no removed value excludes");
        candidates.sort_unstable_by_key(|&(_, at, v)| (at, v));
        for of_column in candidates.chunk_by(|a, b| a.1 == b.1) {
            let column = &columns[of_column[0].1 as usize];
            chosen.clear();
            chosen.extend(of_column.iter().map(|&(_, _, v)| column.values[v as usize]));
            past.rule_out(column.x, chosen, out);
        }
    }
}

impl Propagator for Table {
    fn subscribe(&self, to: &mut Subscriptions) {
        for column in &self.columns {
            to.on(column.x, event::DOMAIN);
        }
    }

    fn cost(&self) -> Cost {
        if self.mask.len() == 1 { Cost::Linear } else { Cost::Quadratic }
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let settled = cx.store.get(self.settled) == 1;
        let (died, only) = self.update(cx)?;
        if settled && !died {
            return Ok(());
        }
        for at in 0..self.columns.len() {
            // The rows that died had values of this column that are gone: the others kept theirs.
            if !settled || only != Some(at) || !cx.is_dense(self.columns[at].x) {
                self.filter(cx, at)?;
            }
        }
        if settled { Ok(()) } else { self.settle(cx) }
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, _data: u32, out: &mut Vec<Atom>) {
        self.exclude(past, out, Some(atom));
    }
}

#[cfg(test)]
mod tests {
    use entail_model::{Model, forbidden, table};

    use crate::solver::Solver;

    #[test]
    fn a_table_of_a_million_rows_gives_the_right_answers() {
        // x·y = z modulo a prime, for all x and y: few values in many rows, and a column with a value for each row.
        let n = 1000;
        let mut model = Model::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..n));
        let serial = model.int("serial", 0..n * n);
        let row = |i: i64| [i / n, i % n, (i / n) * (i % n) % 997, i];
        model.post(table([x, y, z, serial], (0..n * n).map(row)));
        model.post(x.eq(123));
        model.post(z.eq(45));
        let mut solver = Solver::new(&model).unwrap();
        let found: Vec<i64> = solver.answers().map(|a| a.unwrap()[serial]).collect();
        let expected: Vec<i64> = (123 * n..124 * n).filter(|&i| row(i)[2] == 45).collect();
        assert_eq!(found, expected);

        model.post((x + y).eq(0));
        assert_eq!(Solver::new(&model).unwrap().count().unwrap().answers, 0);
    }

    #[test]
    fn a_large_forbidden_table_agrees_with_brute_force() {
        let n = 20;
        let mut model = Model::new();
        let vars = ["x", "y", "z"].map(|name| model.int(name, 0..n));
        let bad = |v: &[i64]| (v[0] * v[1] + v[2]) % 3 != 0;
        let all = (0..n * n * n).map(|i| [i / n / n, i / n % n, i % n]);
        let rows: Vec<[i64; 3]> = all.clone().filter(|v| bad(v)).collect();
        model.post(forbidden(vars, &rows));
        let count = Solver::new(&model).unwrap().count().unwrap();
        assert_eq!(count.answers, all.filter(|v| !bad(v)).count() as u64);
    }
}
