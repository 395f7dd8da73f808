//! `result = matrix[row][column]`; an array is a matrix of one column. Domain consistent where domains are dense, by bounds
//! where they are wide.
//!
//! A place `(i, j)` is possible while `i` and `j` are values and its cell has a value in common with the result. A row (or
//! column) without a possible place goes, the result keeps what some possible cell has, and the last possible cell equals it.
//! For each cell a common value, and for each value of the result a place, is kept as a witness to look at first.

use crate::atom::{Atom, Kind, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};

pub(crate) struct Element {
    result: VarId,
    row: VarId,
    column: VarId,
    /// Row after row.
    cells: Box<[VarId]>,
    /// Cells that are constants need no atom in a reason.
    constant: Box<[bool]>,
    width: usize,
    height: usize,
    common: Vec<i32>,
    /// The least value of a dense result, and the places of its values.
    first: i32,
    places: Vec<u32>,
    removed: Vec<i32>,
    /// Working memory of explanations.
    rows: Vec<i32>,
    columns: Vec<i32>,
}

/// What a lazy reason is about.
const ROW: u32 = 0;
const COLUMN: u32 = 1;
const RESULT: u32 = 2;
const CELL: u32 = 3;

impl Element {
    /// `bounds` gives the first bounds of each variable.
    pub fn new(
        result: VarId,
        [row, column]: [VarId; 2],
        [height, width]: [usize; 2],
        cells: Vec<VarId>,
        bounds: impl Fn(VarId) -> (i32, i32),
    ) -> Element {
        let (first, last) = bounds(result);
        let span = if i64::from(last) - i64::from(first) < 4096 { (last - first) as usize + 1 } else { 0 };
        Element {
            result,
            row,
            column,
            constant: cells.iter().map(|&x| bounds(x).0 == bounds(x).1).collect(),
            common: cells.iter().map(|&x| bounds(x).0).collect(),
            cells: cells.into(),
            width,
            height,
            first,
            places: vec![0; span],
            removed: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
        }
    }

    fn is_live(&self, cx: &Cx<'_>, place: usize) -> bool {
        cx.contains(self.row, (place / self.width) as i32) && cx.contains(self.column, (place % self.width) as i32)
    }

    /// Whether the cell and the result have a value in common; for two wide domains, whether their bounds meet.
    fn agrees(&mut self, cx: &Cx<'_>, place: usize) -> bool {
        let (x, y) = (self.cells[place], self.result);
        let known = self.common[place];
        if cx.contains(x, known) && cx.contains(y, known) {
            return true;
        }
        let mut v = cx.lo(x).max(cx.lo(y));
        let end = cx.hi(x).min(cx.hi(y));
        if !cx.is_dense(x) && !cx.is_dense(y) {
            return v <= end;
        }
        while v <= end {
            let next = cx.at_or_above(x, v);
            if next > end {
                return false;
            }
            v = cx.at_or_above(y, next);
            if v == next {
                self.common[place] = v;
                return true;
            }
        }
        false
    }

    /// Removes rows and columns without a possible place. Returns the bounds of the possible cells and, where it is
    /// the only one, the possible place.
    fn filter_places(&mut self, cx: &mut Cx<'_>) -> Result<((i32, i32), Option<usize>), Conflict> {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        let (mut possible, mut last) = (0, 0);
        self.columns.clear();
        self.columns.resize(self.width, 0);
        for i in 0..self.height {
            if !cx.contains(self.row, i as i32) {
                continue;
            }
            let before = possible;
            for j in 0..self.width {
                let place = i * self.width + j;
                if cx.contains(self.column, j as i32) && self.agrees(cx, place) {
                    self.columns[j] = 1;
                    possible += 1;
                    last = place;
                    least = least.min(cx.lo(self.cells[place]));
                    most = most.max(cx.hi(self.cells[place]));
                }
            }
            if possible == before {
                cx.assert(self.row.ne(i as i32), Why::Lazy(ROW))?;
            }
        }
        for j in 0..self.width {
            if self.columns[j] == 0 {
                cx.assert(self.column.ne(j as i32), Why::Lazy(COLUMN))?;
            }
        }
        Ok(((least, most), (possible == 1).then_some(last)))
    }

    /// Removes values of the result that no possible cell has.
    fn filter_result(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let mut removed = std::mem::take(&mut self.removed);
        removed.clear();
        for v in cx.values(self.result) {
            let witness = &mut self.places[(v - self.first) as usize];
            let holds = |place: usize| {
                cx.contains(self.row, (place / self.width) as i32)
                    && cx.contains(self.column, (place % self.width) as i32)
                    && cx.contains(self.cells[place], v)
            };
            if holds(*witness as usize) {
                continue;
            }
            match (0..self.cells.len()).find(|&place| holds(place)) {
                Some(place) => *witness = place as u32,
                None => removed.push(v),
            }
        }
        let result = removed.iter().try_for_each(|&v| cx.assert(self.result.ne(v), Why::Lazy(RESULT)));
        self.removed = removed;
        result
    }

    /// The cell takes only values of the result.
    fn equate(&mut self, cx: &mut Cx<'_>, cell: VarId) -> Result<(), Conflict> {
        cx.assert(cell.ge(cx.lo(self.result)), Why::Lazy(CELL))?;
        cx.assert(cell.le(cx.hi(self.result)), Why::Lazy(CELL))?;
        if !cx.is_dense(cell) {
            return Ok(());
        }
        let mut removed = std::mem::take(&mut self.removed);
        removed.clear();
        removed.extend(cx.values(cell).filter(|&v| !cx.contains(self.result, v)));
        let result = removed.iter().try_for_each(|&v| cx.assert(cell.ne(v), Why::Lazy(CELL)));
        self.removed = removed;
        result
    }

    /// Pushes atoms, true in the past, for which the cell and the result have no value in common.
    fn separate(&self, past: &Past<'_>, place: usize, out: &mut Vec<Atom>) {
        let (x, y) = (self.cells[place], self.result);
        let ((x_lo, x_hi), (y_lo, y_hi)) = (past.bounds(x), past.bounds(y));
        let fixed = x_lo == x_hi;
        let start = out.len();
        if x_hi < y_lo {
            let at = if fixed { x_hi } else { y_lo - 1 };
            out.extend([x.le(at), y.ge(at + 1)]);
        } else if y_hi < x_lo {
            let at = if fixed { x_lo } else { y_hi + 1 };
            out.extend([x.ge(at), y.le(at - 1)]);
        } else if fixed {
            out.push(x.eq(x_lo));
            out.push(y.ne(x_lo));
        } else {
            let (from, to) = (x_lo.max(y_lo), x_hi.min(y_hi));
            // Beyond the bounds on which they meet one of the two has no values.
            out.push(if x_lo >= y_lo { x.ge(from) } else { y.ge(from) });
            out.push(if x_hi <= y_hi { x.le(to) } else { y.le(to) });
            out.extend((from..=to).map(|v| if past.contains(x, v) { y.ne(v) } else { x.ne(v) }));
        }
        if self.constant[place] {
            let mut kept = start;
            for at in start..out.len() {
                if out[at].var() != x {
                    out[kept] = out[at];
                    kept += 1;
                }
            }
            out.truncate(kept);
        }
    }

    /// Why a row (or column) has no possible place.
    fn explain_line(&mut self, past: &Past<'_>, line: usize, is_row: bool, out: &mut Vec<Atom>) {
        let (across, count) = if is_row { (self.column, self.width) } else { (self.row, self.height) };
        self.columns.clear();
        for k in 0..count {
            if past.contains(across, k as i32) {
                let place = if is_row { line * self.width + k } else { k * self.width + line };
                self.separate(past, place, out);
            } else {
                self.columns.push(k as i32);
            }
        }
        past.rule_out(across, &self.columns, out);
    }

    /// Why every possible place has a cell for which `atom`, on the result, holds.
    fn explain_result(&mut self, past: &Past<'_>, atom: Atom, out: &mut Vec<Atom>) {
        self.rows.clear();
        self.columns.clear();
        for i in 0..self.height {
            let in_row = |j: usize| i * self.width + j;
            // A constant that agrees with the atom needs no reason.
            let free = |place: usize| self.constant[place] && past.is_true(on(self.cells[place], atom));
            if (0..self.width).all(|j| free(in_row(j))) {
                continue;
            }
            if !past.contains(self.row, i as i32) {
                self.rows.push(i as i32);
                continue;
            }
            for j in 0..self.width {
                let place = in_row(j);
                if free(place) {
                    continue;
                }
                let same = on(self.cells[place], atom);
                if !past.contains(self.column, j as i32) {
                    self.columns.push(j as i32);
                } else if past.is_true(same) {
                    out.push(same);
                } else {
                    self.separate(past, place, out);
                }
            }
        }
        self.columns.sort_unstable();
        self.columns.dedup();
        past.rule_out(self.row, &self.rows, out);
        past.rule_out(self.column, &self.columns, out);
    }
}

/// The same atom on another variable.
fn on(x: VarId, atom: Atom) -> Atom {
    Atom::new(x, atom.kind(), atom.value())
}

impl Propagator for Element {
    fn subscribe(&self, to: &mut Subscriptions) {
        to.on(self.result, event::DOMAIN);
        to.on(self.row, event::DOMAIN);
        to.on(self.column, event::DOMAIN);
        for (&cell, _) in self.cells.iter().zip(&self.constant).filter(|(_, constant)| !**constant) {
            to.on(cell, event::DOMAIN);
        }
    }

    fn cost(&self) -> Cost {
        if self.cells.len() <= 16 { Cost::Linear } else { Cost::Quadratic }
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        for (x, count) in [(self.row, self.height), (self.column, self.width)] {
            cx.assert(x.ge(0), Why::All(&[]))?;
            cx.assert(x.le(count as i32 - 1), Why::All(&[]))?;
        }
        let ((least, most), only) = self.filter_places(cx)?;
        cx.assert(self.result.ge(least), Why::Lazy(RESULT))?;
        cx.assert(self.result.le(most), Why::Lazy(RESULT))?;
        if !self.places.is_empty() {
            self.filter_result(cx)?;
        }
        match only {
            // Not where a variable occurs twice and the place went meanwhile.
            Some(place) if self.is_live(cx, place) => self.equate(cx, self.cells[place]),
            _ => Ok(()),
        }
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        match data {
            ROW => self.explain_line(past, atom.value() as usize, true, out),
            COLUMN => self.explain_line(past, atom.value() as usize, false, out),
            RESULT => self.explain_result(past, atom, out),
            _ => {
                debug_assert!(data == CELL && atom.kind() != Kind::Eq);
                out.extend([self.row.eq(past.lo(self.row)), self.column.eq(past.lo(self.column))]);
                out.push(on(self.result, atom));
            }
        }
    }
}
