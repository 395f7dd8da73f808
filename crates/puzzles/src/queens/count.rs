//! Counting answers without finding each: rows taken by column and diagonals are three bit masks, shifted from column to
//! column, and an answer whose first queen is in the upper half stands for its mirror image as well.

use super::Queens;
use super::construct::images;
use crate::search::{Effort, End, How};

/// How many nodes are searched between looks at the clock.
const BETWEEN_LOOKS: u64 = 1 << 16;

struct Counter<'a> {
    all: u64,
    found: u64,
    enough: u64,
    nodes: u64,
    how: &'a How,
    end: End,
}

impl Queens {
    /// How many answers there are, up to a limit, on boards whose rows fit a mask. Where the count is stopped they are at
    /// least as many as can be constructed.
    pub fn count_by_masks(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        let all = match self.size {
            1..=63 => (1 << self.size) - 1,
            64 => u64::MAX,
            _ => return None,
        };
        let constructed = images(self.size, limit).len() as u64;
        if constructed == limit {
            return Some((limit, End::default()));
        }
        let mut counter = Counter { all, found: 0, enough: limit.div_ceil(2), nodes: 0, how, end: End::default() };
        for row in 0..self.size / 2 {
            counter.below(1 << row, 1 << row << 1, 1 << row >> 1);
        }
        let mut found = counter.found.saturating_mul(2);
        if self.size % 2 == 1 && found < limit && counter.end.stop.is_none() {
            // A first queen in the middle row stays there in the mirror: these answers count once.
            let middle = 1 << (self.size / 2);
            (counter.found, counter.enough) = (0, limit - found);
            counter.below(middle, middle << 1, middle >> 1);
            found += counter.found;
        }
        let end = End { effort: Effort { nodes: counter.nodes, engine: None }, ..counter.end };
        Some((found.max(constructed).min(limit), end))
    }
}

impl Counter<'_> {
    /// Counts the answers that go on from columns whose queens attack these rows: along rows, up and down diagonals.
    fn below(&mut self, rows: u64, rising: u64, falling: u64) {
        if rows == self.all {
            self.found += 1;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.end.stop = self.end.stop.or(self.how.stopped());
        }
        let mut safe = self.all & !(rows | rising | falling);
        while safe != 0 && self.found < self.enough && self.end.stop.is_none() {
            let row = safe & safe.wrapping_neg();
            safe ^= row;
            self.below(rows | row, (rising | row) << 1, (falling | row) >> 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use crate::queens::kernel::take_at_most;

    fn count(size: usize, limit: u64) -> u64 {
        let (count, end) = Queens { size }.count_by_masks(&How::default(), limit).unwrap();
        assert_eq!(end.stop, None);
        count
    }

    #[test]
    fn the_known_numbers_are_counted() {
        let known = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712];
        for (size, known) in (1..).zip(known) {
            assert_eq!(count(size, u64::MAX), known, "{size} queens");
        }
    }

    #[test]
    fn counting_ends_at_its_limit() {
        for size in [5, 8, 9] {
            for limit in 0..=400 {
                assert_eq!(count(size, limit), limit.min(count(size, u64::MAX)), "{size} queens, limit {limit}");
            }
        }
        assert_eq!(count(30, 3), 3);
    }

    #[test]
    fn a_count_stops_when_asked() {
        let how = How::default();
        how.stop.store(true, Ordering::Relaxed);
        let (count, end) = Queens { size: 64 }.count_by_masks(&how, u64::MAX).unwrap();
        assert!(end.stop.is_some());
        assert_eq!(count, 4, "the constructed answer and its mirror images are known");
    }

    #[test]
    fn as_many_are_found_as_are_counted_in_the_order_of_their_lists() {
        for size in 1..=9 {
            let mut answers = Vec::new();
            Queens { size }.search_by_columns(&How::default(), &mut take_at_most(&mut answers, usize::MAX));
            assert_eq!(answers.len() as u64, count(size, u64::MAX), "{size} queens");
            assert!(answers.is_sorted_by(|a, b| a < b));
        }
    }
}
