//! All different, bounds consistency: where as many operands as an interval has values lie inside it, the others keep their
//! bounds out of it (López-Ortiz, Quimper, Tromp and van Beek 2003).
//!
//! The ends of all operands cut the line into pieces. Operands are taken by their upper bound; each uses up one value
//! of the first piece with room at or after its lower bound (`room`, found along `tree`). A piece without room closes a Hall
//! interval, remembered in `hall`. Upper bounds are the same seen in the mirror: every value negated.

use super::View;
use crate::atom::{Atom, Kind};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};

pub(crate) struct Bounds {
    views: Box<[View]>,
    /// The bounds of each operand at the root: weaker atoms need not be stated.
    root: Box<[(i32, i32)]>,
    /// The operands now as half-open intervals, mirrored for the second pass.
    intervals: Vec<(i64, i64)>,
    by_lo: Vec<u32>,
    by_hi: Vec<u32>,
    /// The ends of intervals, ascending, with one beyond on either side; and where each interval's ends are among them.
    ends: Vec<i64>,
    ranks: Vec<(u32, u32)>,
    tree: Vec<u32>,
    hall: Vec<u32>,
    room: Vec<i64>,
    /// For explanations: lower ends of intervals with their places.
    inside: Vec<(i64, u32)>,
}

impl Bounds {
    /// `root` are the bounds of the views at the root.
    pub fn new(views: &[View], root: Box<[(i32, i32)]>) -> Bounds {
        let n = views.len() as u32;
        Bounds {
            views: views.into(),
            root,
            intervals: Vec::new(),
            by_lo: (0..n).collect(),
            by_hi: (0..n).collect(),
            ends: Vec::new(),
            ranks: vec![(0, 0); n as usize],
            tree: Vec::new(),
            hall: Vec::new(),
            room: Vec::new(),
            inside: Vec::new(),
        }
    }

    /// Raises lower bounds of the views, or of the mirrored views.
    fn pass(&mut self, cx: &mut Cx<'_>, mirrored: bool) -> Result<(), Conflict> {
        self.intervals.clear();
        self.intervals.extend(self.views.iter().map(|w| {
            let (lo, hi) = (i64::from(w.lo(cx)), i64::from(w.hi(cx)));
            if mirrored { (-hi, -lo + 1) } else { (lo, hi + 1) }
        }));
        self.rank();
        let pieces = self.ends.len();
        self.tree.clear();
        self.tree.extend((0..pieces as u32).map(|i| i.saturating_sub(1)));
        self.hall.clone_from(&self.tree);
        self.room.clear();
        self.room.extend((0..pieces).map(|i| if i == 0 { 0 } else { self.ends[i] - self.ends[i - 1] }));
        for k in 0..self.by_hi.len() {
            let place = self.by_hi[k];
            let (x, y) = self.ranks[place as usize];
            let mut z = last_above(&self.tree, x + 1);
            let j = self.tree[z as usize];
            self.room[z as usize] -= 1;
            if self.room[z as usize] == 0 {
                self.tree[z as usize] = z + 1;
                z = last_above(&self.tree, z + 1);
                self.tree[z as usize] = j;
            }
            redirect(&mut self.tree, x + 1, z, z);
            let beyond = self.ends[z as usize] - self.ends[y as usize];
            let end = self.ends[y as usize];
            if self.room[z as usize] < beyond {
                return Err(self.overfull(cx, end, mirrored));
            }
            if self.hall[x as usize] > x {
                let w = last_above(&self.hall, self.hall[x as usize]);
                self.raise(cx, place, self.ends[w as usize], mirrored)?;
                redirect(&mut self.hall, x, w, w);
            }
            if self.room[z as usize] == beyond {
                let next = self.hall[y as usize];
                redirect(&mut self.hall, next, j - 1, y);
                self.hall[y as usize] = j - 1;
            }
        }
        Ok(())
    }

    /// Lets the sorted orders fit the mirrored intervals, so that sorting has little to do.
    fn mirror_orders(&mut self) {
        std::mem::swap(&mut self.by_lo, &mut self.by_hi);
        self.by_lo.reverse();
        self.by_hi.reverse();
    }

    /// Sorts the intervals by either end, nearly as they were before, and ranks the ends.
    fn rank(&mut self) {
        let intervals = &self.intervals;
        insertion_sort(&mut self.by_lo, |i| intervals[i as usize].0);
        insertion_sort(&mut self.by_hi, |i| intervals[i as usize].1);
        let least = intervals[self.by_lo[0] as usize].0;
        self.ends.clear();
        self.ends.push(least - 2);
        let (mut i, mut j) = (0, 0);
        while j < self.by_hi.len() {
            let hi = intervals[self.by_hi[j] as usize].1;
            let lo = self.by_lo.get(i).map_or(i64::MAX, |&p| intervals[p as usize].0);
            let end = lo.min(hi);
            if *self.ends.last().expect("never empty") != end {
                self.ends.push(end);
            }
            let rank = self.ends.len() as u32 - 1;
            if lo <= hi {
                self.ranks[self.by_lo[i] as usize].0 = rank;
                i += 1;
            } else {
                self.ranks[self.by_hi[j] as usize].1 = rank;
                j += 1;
            }
        }
        self.ends.push(self.ends[self.ends.len() - 1] + 2);
    }

    /// The operand's lower bound leaves a Hall interval that ends before `end`.
    fn raise(&self, cx: &mut Cx<'_>, place: u32, end: i64, mirrored: bool) -> Result<(), Conflict> {
        let view = self.views[place as usize];
        // The last value of the Hall interval, as seen without the mirror.
        let edge = if mirrored { (1 - end) as i32 } else { (end - 1) as i32 };
        let atom = if mirrored { view.le(edge - 1) } else { view.ge(edge + 1) };
        cx.assert(atom, Why::Lazy(edge as u32))
    }

    /// More operands than values lie in an interval that ends before `end`.
    fn overfull(&mut self, cx: &mut Cx<'_>, end: i64, mirrored: bool) -> Conflict {
        let edge = if mirrored { (1 - end) as i32 } else { (end - 1) as i32 };
        cx.fail_with(|past, out| {
            let found = self.explain_interval(past, edge, mirrored, None, out);
            debug_assert!(found, "no overfull interval");
        })
    }

    /// Finds an interval from `edge` on (downwards, or upwards in the mirror) that operands other than `except` fill, and
    /// that contains the bound of `except`; or, without, an overfull one. Pushes that they lie inside. False if
    /// there is none.
    fn explain_interval(
        &mut self,
        past: &Past<'_>,
        edge: i32,
        mirrored: bool,
        except: Option<usize>,
        out: &mut Vec<Atom>,
    ) -> bool {
        let now = |w: View| {
            let (lo, hi) = past.bounds(w.x);
            (i64::from(lo + w.c), i64::from(hi + w.c))
        };
        let edge = i64::from(edge);
        // The distances from the edge to the far end of each operand on this side of it.
        let mut inside = std::mem::take(&mut self.inside);
        inside.clear();
        for (place, &view) in self.views.iter().enumerate() {
            let (lo, hi) = now(view);
            if Some(place) != except && if mirrored { lo >= edge } else { hi <= edge } {
                inside.push((if mirrored { hi - edge } else { edge - lo }, place as u32));
            }
        }
        inside.sort_unstable();
        let reach = except.map_or(0, |place| {
            let (lo, hi) = now(self.views[place]);
            if mirrored { hi - edge } else { edge - lo }
        });
        let needed = usize::from(except.is_none());
        let size = |distance: i64| distance as usize + 1 + needed;
        let full = (0..inside.len()).find(|&i| {
            let distance = inside[i].0.max(reach);
            distance >= 0 && i + 1 >= size(distance) && inside.get(i + 1).is_none_or(|next| next.0 > inside[i].0)
        });
        if let Some(last) = full {
            let distance = inside[last].0.max(reach);
            let (a, b) = if mirrored { (edge, edge + distance) } else { (edge - distance, edge) };
            let (a, b) = (a as i32, b as i32);
            for &(_, place) in &inside[..size(distance)] {
                let (view, root) = (self.views[place as usize], self.root[place as usize]);
                out.extend((root.0 < a).then(|| view.ge(a)));
                out.extend((root.1 > b).then(|| view.le(b)));
            }
            if let Some(place) = except {
                let (view, root) = (self.views[place], self.root[place]);
                out.extend((!mirrored && root.0 < a).then(|| view.ge(a)));
                out.extend((mirrored && root.1 > b).then(|| view.le(b)));
            }
        }
        self.inside = inside;
        full.is_some()
    }
}

impl Propagator for Bounds {
    fn subscribe(&self, to: &mut Subscriptions) {
        for view in &self.views {
            to.on(view.x, event::BOUNDS);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        self.pass(cx, false)?;
        self.mirror_orders();
        let result = self.pass(cx, true);
        self.mirror_orders();
        result
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        let mirrored = atom.kind() == Kind::Le;
        let found = (0..self.views.len()).any(|place| {
            self.views[place].x == atom.var() && self.explain_interval(past, data as i32, mirrored, Some(place), out)
        });
        debug_assert!(found, "no Hall interval for {atom:?}");
    }
}

/// Follows pointers while they lead up.
fn last_above(links: &[u32], mut i: u32) -> u32 {
    while links[i as usize] > i {
        i = links[i as usize];
    }
    i
}

/// Lets all on the way from `from` to `until` point at `to`.
fn redirect(links: &mut [u32], from: u32, until: u32, to: u32) {
    let mut next = from;
    while next != until {
        let at = next;
        next = links[at as usize];
        links[at as usize] = to;
    }
}

fn insertion_sort(order: &mut [u32], key: impl Fn(u32) -> i64) {
    for i in 1..order.len() {
        let (moved, k) = (order[i], key(order[i]));
        let mut j = i;
        while j > 0 && key(order[j - 1]) > k {
            order[j] = order[j - 1];
            j -= 1;
        }
        order[j] = moved;
    }
}
