//! Closed intervals of integers, as narrowing computes with them. Bounds of variables fit 32 bits, so products and sums of
//! a few of them fit the 64 bits used here.

/// The integers from `lo` to `hi`; none where `lo > hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interval {
    pub lo: i64,
    pub hi: i64,
}

impl Interval {
    pub const EMPTY: Interval = Interval { lo: 1, hi: 0 };
    pub const NEGATIVE: Interval = Interval { lo: -LIMIT, hi: -1 };
    pub const POSITIVE: Interval = Interval { lo: 1, hi: LIMIT };

    pub fn new(lo: i64, hi: i64) -> Interval {
        Interval { lo, hi }
    }

    pub fn point(v: i64) -> Interval {
        Interval { lo: v, hi: v }
    }

    pub fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    pub fn is_point(self) -> bool {
        self.lo == self.hi
    }

    pub fn contains(self, v: i64) -> bool {
        self.lo <= v && v <= self.hi
    }

    /// The lower or the upper end.
    pub fn end(self, lower: bool) -> i64 {
        if lower { self.lo } else { self.hi }
    }

    /// The same with another lower or upper end.
    pub fn with_end(self, lower: bool, v: i64) -> Interval {
        if lower { Interval { lo: v, ..self } } else { Interval { hi: v, ..self } }
    }

    pub fn intersect(self, other: Interval) -> Interval {
        let both = Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        if both.is_empty() { Interval::EMPTY } else { both }
    }

    /// The least interval that holds both.
    pub fn hull(self, other: Interval) -> Interval {
        match (self.is_empty(), other.is_empty()) {
            (true, _) => other,
            (_, true) => self,
            _ => Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) },
        }
    }

    /// The values that are not zero, as far as an interval can tell.
    pub fn without_zero(self) -> Interval {
        self.intersect(Interval::NEGATIVE).hull(self.intersect(Interval::POSITIVE))
    }

    /// The part below zero with the signs turned, so that both parts can be treated alike.
    pub fn negative_part(self) -> Interval {
        -self.intersect(Interval::NEGATIVE)
    }

    pub fn positive_part(self) -> Interval {
        self.intersect(Interval::POSITIVE)
    }

    /// The least and greatest absolute value; not for an empty interval.
    pub fn magnitudes(self) -> (i64, i64) {
        let least = if self.contains(0) { 0 } else { self.lo.abs().min(self.hi.abs()) };
        (least, self.lo.abs().max(self.hi.abs()))
    }

    /// The interval spanned by `f` at the corners, for an `f` that is monotone in each argument.
    pub fn corners(a: Interval, b: Interval, f: impl Fn(i64, i64) -> i64) -> Interval {
        if a.is_empty() || b.is_empty() {
            return Interval::EMPTY;
        }
        let at = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
        Interval { lo: at.into_iter().min().expect("four"), hi: at.into_iter().max().expect("four") }
    }
}

/// Beyond every value of a variable; a square of it still fits.
pub(crate) const LIMIT: i64 = 1 << 31;

impl std::ops::Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        if self.is_empty() { Interval::EMPTY } else { Interval { lo: -self.hi, hi: -self.lo } }
    }
}

/// `n / d` rounded up; `d` is positive.
pub(crate) fn ceil_div(n: i64, d: i64) -> i64 {
    -(-n).div_euclid(d)
}
