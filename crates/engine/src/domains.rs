//! The domains of all variables as they are now: bounds for each, a mask of holes for dense ones, a set of holes for
//! wide ones.
//!
//! ```text
//!  bounds[x]   lo, hi                      both always values of the domain
//!  shape[x]    first, words                value of bit 0; where the mask starts in `mask`, or WIDE and a place in `wide`
//!  mask        …0110111…                   bit v - first is clear once v was removed by [x ≠ v] (or never was there);
//!                                          what the bounds cut off keeps its bit, so undoing a bound touches no mask
//!  removed_at  one for each value           the entry of the trail that removed v by [x ≠ v], if one did; there is room
//!                                          for the values of x once one of them was removed
//! ```

use rustc_hash::FxHashMap;

use crate::atom::{Atom, Kind, VarId};

/// Domains that span up to this many values carry a mask.
const DENSE: i64 = 4096;
/// Domains that span up to this many values have a place for each removal.
const LISTED: i64 = 512;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub lo: i32,
    pub hi: i32,
}

#[derive(Clone, Copy)]
struct Shape {
    first: i32,
    last: i32,
    wide: bool,
    place: u32,
    /// Where its values start in `removed_at`, for dense ones that are not large; UNLISTED before the first removal.
    values: usize,
}

const UNLISTED: usize = usize::MAX;

impl Shape {
    fn is_listed(self) -> bool {
        i64::from(self.last) - i64::from(self.first) < LISTED
    }
}

/// The holes of a wide domain: the gaps it started with, and what was removed since.
struct Wide {
    intervals: Box<[(i32, i32)]>,
    /// With the entry of the trail that removed each.
    removed: FxHashMap<i32, u32>,
}

#[derive(Default)]
pub(crate) struct Domains {
    pub bounds: Vec<Bounds>,
    shape: Vec<Shape>,
    mask: Vec<u64>,
    removed_at: Vec<u32>,
    /// The same for dense domains that are too large to keep a place for each value.
    removed_far: FxHashMap<(VarId, i32), u32>,
    wide: Vec<Wide>,
}

impl Domains {
    /// Adds a variable whose values are the given ascending, disjoint intervals (at least one).
    pub fn add(&mut self, intervals: &[(i32, i32)]) -> VarId {
        let (lo, hi) = (intervals[0].0, intervals[intervals.len() - 1].1);
        let x = VarId(self.bounds.len() as u32);
        self.bounds.push(Bounds { lo, hi });
        let span = i64::from(hi) - i64::from(lo) + 1;
        if span > DENSE {
            let place = self.wide.len() as u32;
            self.wide.push(Wide { intervals: intervals.into(), removed: FxHashMap::default() });
            self.shape.push(Shape { first: lo, last: hi, wide: true, place, values: UNLISTED });
            return x;
        }
        let place = u32::try_from(self.mask.len()).expect("masks below 2³² words") as usize;
        self.mask.resize(place + (span as usize).div_ceil(64), 0);
        self.shape.push(Shape { first: lo, last: hi, wide: false, place: place as u32, values: UNLISTED });
        for &(a, b) in intervals {
            for v in a..=b {
                let bit = (v - lo) as usize;
                self.mask[place + bit / 64] |= 1 << (bit % 64);
            }
        }
        x
    }

    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    #[inline]
    pub fn lo(&self, x: VarId) -> i32 {
        self.bounds[x.index()].lo
    }

    #[inline]
    pub fn hi(&self, x: VarId) -> i32 {
        self.bounds[x.index()].hi
    }

    #[inline]
    pub fn is_fixed(&self, x: VarId) -> bool {
        let b = self.bounds[x.index()];
        b.lo == b.hi
    }

    #[inline]
    pub fn contains(&self, x: VarId, v: i32) -> bool {
        let b = self.bounds[x.index()];
        v >= b.lo && v <= b.hi && !self.is_hole(x, v)
    }

    /// Whether `v` was removed by itself, not by a bound, or never was a value. Only for values inside the first bounds.
    #[inline]
    pub fn is_hole(&self, x: VarId, v: i32) -> bool {
        let shape = self.shape[x.index()];
        if shape.wide {
            return self.wide[shape.place as usize].is_hole(v);
        }
        let bit = (v - shape.first) as u32;
        self.mask[(shape.place + bit / 64) as usize] >> (bit % 64) & 1 == 0
    }

    /// [`Self::is_hole`] for any value: one outside the first bounds is none.
    pub fn is_hole_within(&self, x: VarId, v: i32) -> bool {
        let shape = self.shape[x.index()];
        v >= shape.first && v <= shape.last && self.is_hole(x, v)
    }

    /// Whether the domain has a mask, and so values that can be listed.
    pub fn is_dense(&self, x: VarId) -> bool {
        !self.shape[x.index()].wide
    }

    /// The values of a dense domain from `from` to `from + 63`, as bits.
    #[inline]
    pub fn window(&self, x: VarId, from: i64) -> u64 {
        let shape = self.shape[x.index()];
        let b = self.bounds[x.index()];
        debug_assert!(!shape.wide);
        let (lo, hi) = (from.max(b.lo.into()), (from + 63).min(b.hi.into()));
        if lo > hi {
            return 0;
        }
        let bit = (lo - i64::from(shape.first)) as u32;
        let last = (hi - i64::from(shape.first)) as u32 / 64;
        let at = (shape.place + bit / 64) as usize;
        let mut word = self.mask[at] >> (bit % 64);
        if last > bit / 64 {
            word |= self.mask[at + 1] << (64 - bit % 64);
        }
        (word & u64::MAX >> (63 - (hi - lo))) << (lo - from)
    }

    /// Calls `each` with the values from `lo` to `hi`, inside the first bounds, that are holes. For a wide domain not
    /// with the gaps it started with.
    pub fn for_each_hole(&self, x: VarId, (lo, hi): (i32, i32), mut each: impl FnMut(i32)) {
        let shape = self.shape[x.index()];
        if shape.wide {
            let removed = &self.wide[shape.place as usize].removed;
            return removed.keys().copied().filter(|v| (lo..=hi).contains(v)).for_each(each);
        }
        for v in lo..=hi {
            if self.is_hole(x, v) {
                each(v);
            }
        }
    }

    /// The least value ≥ `v`; there must be one (`v ≤ hi`).
    pub fn at_or_above(&self, x: VarId, v: i32) -> i32 {
        let shape = self.shape[x.index()];
        if shape.wide {
            return self.wide[shape.place as usize].at_or_above(v);
        }
        let bit = (v - shape.first) as u32;
        let mut at = (shape.place + bit / 64) as usize;
        let mut word = self.mask[at] & (u64::MAX << (bit % 64));
        while word == 0 {
            at += 1;
            word = self.mask[at];
        }
        shape.first + ((at as u32 - shape.place) * 64 + word.trailing_zeros()) as i32
    }

    /// The greatest value ≤ `v`; there must be one (`v ≥ lo`).
    pub fn at_or_below(&self, x: VarId, v: i32) -> i32 {
        let shape = self.shape[x.index()];
        if shape.wide {
            return self.wide[shape.place as usize].at_or_below(v);
        }
        let bit = (v - shape.first) as u32;
        let mut at = (shape.place + bit / 64) as usize;
        let mut word = self.mask[at] & (u64::MAX >> (63 - bit % 64));
        while word == 0 {
            at -= 1;
            word = self.mask[at];
        }
        shape.first + ((at as u32 - shape.place) * 64 + 63 - word.leading_zeros()) as i32
    }

    /// Removes `v`, as the entry `at` of the trail says.
    pub fn punch(&mut self, x: VarId, v: i32, at: u32) {
        let shape = self.shape[x.index()];
        if shape.wide {
            self.wide[shape.place as usize].removed.insert(v, at);
            return;
        }
        if shape.is_listed() {
            let mut values = shape.values;
            if values == UNLISTED {
                values = self.removed_at.len();
                self.shape[x.index()].values = values;
                self.removed_at.resize(values + (shape.last - shape.first + 1) as usize, u32::MAX);
            }
            self.removed_at[values + (v - shape.first) as usize] = at;
        } else {
            self.removed_far.insert((x, v), at);
        }
        let bit = (v - shape.first) as u32;
        self.mask[(shape.place + bit / 64) as usize] &= !(1 << (bit % 64));
    }

    /// The entry that removed a hole, if it was removed since the history began; else any number.
    pub fn removed_at(&self, x: VarId, v: i32) -> u32 {
        let shape = self.shape[x.index()];
        if shape.wide {
            return self.wide[shape.place as usize].removed.get(&v).copied().unwrap_or(u32::MAX);
        }
        if shape.values != UNLISTED {
            self.removed_at[shape.values + (v - shape.first) as usize]
        } else {
            self.removed_far.get(&(x, v)).copied().unwrap_or(u32::MAX)
        }
    }

    pub fn fill(&mut self, x: VarId, v: i32) {
        let shape = self.shape[x.index()];
        if shape.wide {
            self.wide[shape.place as usize].removed.remove(&v);
            return;
        }
        let bit = (v - shape.first) as u32;
        self.mask[(shape.place + bit / 64) as usize] |= 1 << (bit % 64);
    }

    /// How many values are left; for a wide domain how many the bounds span.
    pub fn size(&self, x: VarId) -> u64 {
        let b = self.bounds[x.index()];
        let shape = self.shape[x.index()];
        let span = (i64::from(b.hi) - i64::from(b.lo) + 1) as u64;
        if span <= 2 || shape.wide {
            return span;
        }
        let (first, last) = ((b.lo - shape.first) as u32, (b.hi - shape.first) as u32);
        let mut count = 0;
        for at in first / 64..=last / 64 {
            let mut word = self.mask[(shape.place + at) as usize];
            if at == first / 64 {
                word &= u64::MAX << (first % 64);
            }
            if at == last / 64 {
                word &= u64::MAX >> (63 - last % 64);
            }
            count += u64::from(word.count_ones());
        }
        count
    }

    /// The values, ascending.
    pub fn values(&self, x: VarId) -> impl Iterator<Item = i32> + '_ {
        let hi = self.hi(x);
        let mut next = Some(self.lo(x));
        std::iter::from_fn(move || {
            let v = next?;
            next = (v < hi).then(|| self.at_or_above(x, v + 1));
            Some(v)
        })
    }

    #[inline]
    pub fn is_true(&self, atom: Atom) -> bool {
        let b = self.bounds[atom.var().index()];
        let v = atom.value();
        match atom.kind() {
            Kind::Ge => b.lo >= v,
            Kind::Le => b.hi <= v,
            Kind::Ne => !self.contains(atom.var(), v),
            Kind::Eq => b.lo == v && b.hi == v,
        }
    }

    #[inline]
    pub fn is_false(&self, atom: Atom) -> bool {
        let b = self.bounds[atom.var().index()];
        let v = atom.value();
        match atom.kind() {
            Kind::Ge => b.hi < v,
            Kind::Le => b.lo > v,
            Kind::Ne => b.lo == v && b.hi == v,
            Kind::Eq => !self.contains(atom.var(), v),
        }
    }
}

impl Wide {
    fn is_hole(&self, v: i32) -> bool {
        let at = self.intervals.partition_point(|i| i.1 < v);
        self.intervals.get(at).is_none_or(|i| i.0 > v) || (!self.removed.is_empty() && self.removed.contains_key(&v))
    }

    fn at_or_above(&self, mut v: i32) -> i32 {
        loop {
            let at = self.intervals.partition_point(|i| i.1 < v);
            v = v.max(self.intervals[at].0);
            if !self.removed.contains_key(&v) {
                return v;
            }
            v += 1;
        }
    }

    fn at_or_below(&self, mut v: i32) -> i32 {
        loop {
            let at = self.intervals.partition_point(|i| i.0 <= v) - 1;
            v = v.min(self.intervals[at].1);
            if !self.removed.contains_key(&v) {
                return v;
            }
            v -= 1;
        }
    }
}
