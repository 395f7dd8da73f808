//! A finite set of integers as sorted, disjoint, non-adjacent intervals: a billion values cost what ten do.

use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The smallest value a variable may take.
pub const MIN_VALUE: i64 = i32::MIN as i64 + 2;
/// The largest value a variable may take.
pub const MAX_VALUE: i64 = i32::MAX as i64 - 2;

/// A finite set of integers.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<(i64, i64)>", into = "Vec<(i64, i64)>")]
pub struct Domain {
    intervals: SmallVec<[(i64, i64); 1]>,
}

impl Domain {
    /// The set without values.
    pub fn empty() -> Self {
        Self { intervals: SmallVec::new() }
    }

    /// The union of closed intervals, given in any order; `(5, 3)` is empty.
    pub fn from_intervals(intervals: impl IntoIterator<Item = (i64, i64)>) -> Self {
        let mut all: SmallVec<[(i64, i64); 1]> = intervals.into_iter().filter(|(a, b)| a <= b).collect();
        all.sort_unstable();
        let mut merged: SmallVec<[(i64, i64); 1]> = SmallVec::new();
        for (a, b) in all {
            match merged.last_mut() {
                Some(last) if a <= last.1.saturating_add(1) => last.1 = last.1.max(b),
                _ => merged.push((a, b)),
            }
        }
        Self { intervals: merged }
    }

    /// The closed intervals, ascending, none adjacent to the next.
    pub fn intervals(&self) -> &[(i64, i64)] {
        &self.intervals
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// The smallest value.
    pub fn min(&self) -> Option<i64> {
        self.intervals.first().map(|i| i.0)
    }

    /// The largest value.
    pub fn max(&self) -> Option<i64> {
        self.intervals.last().map(|i| i.1)
    }

    /// How many values there are.
    pub fn size(&self) -> u64 {
        self.intervals.iter().map(|(a, b)| b.abs_diff(*a).saturating_add(1)).fold(0, u64::saturating_add)
    }

    /// Whether `value` is one of the values.
    pub fn contains(&self, value: i64) -> bool {
        let at = self.intervals.partition_point(|i| i.1 < value);
        self.intervals.get(at).is_some_and(|i| i.0 <= value)
    }

    /// The values, ascending.
    pub fn iter(&self) -> impl Iterator<Item = i64> + '_ {
        self.intervals.iter().flat_map(|&(a, b)| a..=b)
    }

    /// The values in both.
    pub fn intersection(&self, other: &Domain) -> Domain {
        let (mut i, mut j) = (0, 0);
        let mut out = SmallVec::new();
        while let (Some(&(a, b)), Some(&(c, d))) = (self.intervals.get(i), other.intervals.get(j)) {
            if a.max(c) <= b.min(d) {
                out.push((a.max(c), b.min(d)));
            }
            if b < d { i += 1 } else { j += 1 }
        }
        Domain { intervals: out }
    }
}

impl std::fmt::Debug for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self}")
    }
}

/// `{1..3, 7}`.
impl std::fmt::Display for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{{")?;
        for (i, (a, b)) in self.intervals.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            if a == b {
                write!(f, "{comma}{a}")?;
            } else {
                write!(f, "{comma}{a}..{b}")?;
            }
        }
        write!(f, "}}")
    }
}

impl From<Vec<(i64, i64)>> for Domain {
    fn from(intervals: Vec<(i64, i64)>) -> Self {
        Self::from_intervals(intervals)
    }
}

impl From<Domain> for Vec<(i64, i64)> {
    fn from(domain: Domain) -> Self {
        domain.intervals.into_vec()
    }
}

impl<T: Into<i64>> FromIterator<T> for Domain {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self::from_intervals(values.into_iter().map(|v| {
            let v = v.into();
            (v, v)
        }))
    }
}

impl<T: Into<i64>> From<RangeInclusive<T>> for Domain {
    fn from(range: RangeInclusive<T>) -> Self {
        let (a, b) = range.into_inner();
        Self::from_intervals([(a.into(), b.into())])
    }
}

impl<T: Into<i64>> From<Range<T>> for Domain {
    fn from(range: Range<T>) -> Self {
        let (a, b) = (range.start.into(), range.end.into());
        match b.checked_sub(1) {
            Some(last) => Self::from_intervals([(a, last)]),
            None => Self::empty(),
        }
    }
}

impl From<Vec<i64>> for Domain {
    fn from(values: Vec<i64>) -> Self {
        values.into_iter().collect()
    }
}

impl<T: Into<i64>, const N: usize> From<[T; N]> for Domain {
    fn from(values: [T; N]) -> Self {
        values.into_iter().collect()
    }
}

impl<T: Into<i64> + Copy> From<&[T]> for Domain {
    fn from(values: &[T]) -> Self {
        values.iter().copied().collect()
    }
}
