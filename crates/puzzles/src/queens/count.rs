//! Counting answers without finding each: rows taken by columns and diagonals are three bit masks, shifted from column to
//! column; and of the up to eight answers that turn and mirror into each other, one is counted for all.
//!
//! ```text
//!   t           On each side of the board stands one queen. Its distance from a corner, sides taken in turn against the
//!   ┌ ─ Q ─ ┐   clock, gives four numbers (l, b, r, t). Turning the board moves them round, a mirror turns their order
//! l Q       │   round and takes each from N - 1. Only answers whose four are the least among these images are
//!   │       Q   counted, each as often as its four have different images: those images have as many answers.
//!   └ Q ─ ─ ┘ r
//!     b         So no side has a smaller distance than l from either end, which keeps most others from being searched.
//! ```
//!
//! A queen in the corner is on two sides, and l is 0. There only the mirror along the diagonal through this corner is
//! left, and what it changes shows earlier in the second column and row: (1, p) and (q, 1) with p < q or q < p, never p = q,
//! since these two attack each other. The first are counted, each for eight.

use std::array;
use std::mem;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use entail_engine::Stop;

use super::Queens;
use super::construct::images;
use crate::search::{Effort, End, How};

/// The largest board whose rows fit a mask.
const LARGEST_COUNTED: usize = 32;

/// Up to this size a count is over before a second thread has begun.
const LARGEST_ALONE: usize = 12;

/// Queens in so many columns from the left are one part of the count: whoever is free takes the next.
const COLUMNS_OF_PART: usize = 3;

/// How many nodes are searched between looks at the clock.
const BETWEEN_LOOKS: u64 = 1 << 16;

impl Queens {
    /// How many answers there are, up to a limit, on boards whose rows fit a mask. Where the count is stopped they are at
    /// least as many as can be constructed.
    pub fn count_by_masks(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        if self.size > LARGEST_COUNTED {
            return None;
        }
        let constructed = images(self.size, limit).len() as u64;
        if constructed == limit || self.size == 1 {
            return Some((constructed, End::default()));
        }
        let shared = Shared { how, limit, found: AtomicU64::new(0), next_part: AtomicUsize::new(0) };
        let threads = if self.size <= LARGEST_ALONE { 1 } else { how.threads() };
        let ends = thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| Counter::new(self.size, &shared).run())).collect();
            let mut ends = vec![Counter::new(self.size, &shared).run()];
            ends.extend(others.into_iter().map(|other| other.join().expect("counting does not panic")));
            ends
        });
        let stop = ends.iter().find_map(|(stop, _)| *stop);
        let nodes = ends.iter().map(|(_, nodes)| nodes).sum();
        let found = shared.found.into_inner();
        let stop = if found >= limit { None } else { stop };
        let end = End { stop, effort: Effort { nodes, engine: None }, ..End::default() };
        Some((found.max(constructed).min(limit), end))
    }
}

/// What all threads of a count know.
struct Shared<'a> {
    how: &'a How,
    limit: u64,
    /// What was counted in all parts that are done.
    found: AtomicU64,
    /// The first part that nobody has taken.
    next_part: AtomicUsize,
}

/// One thread of a count. All walk through the first columns; who has taken a part walks on.
struct Counter<'a> {
    shared: &'a Shared<'a>,
    size: usize,
    /// Where queens may stand in each column, because of the queens on other sides.
    allowed: [u32; LARGEST_COUNTED],
    /// In this column queens must stand in the first and the last row, if they do not in an earlier one.
    ends_by: usize,
    /// The row of the queen of each column, as a mask.
    rows: [u32; LARGEST_COUNTED],
    /// The part that was taken, and how many were passed so far.
    part: usize,
    passed: usize,
    /// What was counted in this part.
    found: u64,
    nodes: u64,
    /// Enough was found, or a limit was reached.
    over: bool,
    stop: Option<Stop>,
}

impl<'a> Counter<'a> {
    fn new(size: usize, shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            size,
            allowed: [0; LARGEST_COUNTED],
            ends_by: 0,
            rows: [0; LARGEST_COUNTED],
            part: shared.next_part.fetch_add(1, Ordering::Relaxed),
            passed: 0,
            found: 0,
            nodes: 0,
            over: false,
            stop: None,
        }
    }

    /// Counts the parts that it takes; what stopped it, and how many nodes it searched.
    fn run(mut self) -> (Option<Stop>, u64) {
        let all = u32::MAX >> (32 - self.size);
        let last = self.size - 1;
        let ends = 1 | 1 << last;
        for second in 2..self.size {
            // In the corner, and the second row is taken behind this column.
            self.allowed = [all; LARGEST_COUNTED];
            self.allowed[1] = 1 << second;
            self.allowed[2..second].fill(all & !2);
            self.ends_by = last;
            self.start(1, all);
        }
        for first in 1..self.size / 2 {
            self.allowed = [all; LARGEST_COUNTED];
            self.allowed[..first].fill(all & !ends);
            self.allowed[last] = all >> first & all << first;
            self.ends_by = last - first;
            self.start(1 << first, all);
        }
        self.shared.found.fetch_add(self.found, Ordering::Relaxed);
        (self.stop, self.nodes)
    }

    /// Counts the answers with this row in the first column.
    fn start(&mut self, row: u32, all: u32) {
        self.rows[0] = row;
        self.below(1, all ^ row, row << 1, row >> 1);
    }

    /// Counts the answers that go on from the columns before this one, after which these rows are free and these attacked
    /// along diagonals that go down and up to the right.
    fn below(&mut self, column: usize, free: u32, falling: u32, rising: u32) {
        let mut safe = free & !(falling | rising) & self.allowed[column];
        if column >= self.ends_by {
            let last = self.size - 1;
            if column == last {
                if safe != 0 {
                    self.rows[last] = safe;
                    self.found += self.weight();
                }
                return;
            }
            let ends = free & (1 | 1 << last);
            match ends.count_ones() {
                0 => {}
                1 => safe &= ends,
                _ => return,
            }
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) {
            self.look();
        }
        while safe != 0 && !self.over {
            let row = safe & safe.wrapping_neg();
            safe ^= row;
            self.rows[column] = row;
            let (free, falling, rising) = (free ^ row, (falling | row) << 1, (rising | row) >> 1);
            if column + 1 == COLUMNS_OF_PART {
                self.part(free, falling, rising);
            } else {
                self.below(column + 1, free, falling, rising);
            }
        }
    }

    /// Counts the part that begins here if this thread has taken it, and takes the next one.
    fn part(&mut self, free: u32, falling: u32, rising: u32) {
        self.passed += 1;
        if self.passed - 1 != self.part {
            return;
        }
        self.below(COLUMNS_OF_PART, free, falling, rising);
        self.part = self.shared.next_part.fetch_add(1, Ordering::Relaxed);
        self.shared.found.fetch_add(mem::take(&mut self.found), Ordering::Relaxed);
        self.look();
    }

    /// Looks whether it is over.
    fn look(&mut self) {
        self.stop = self.shared.how.stopped();
        let found = self.shared.found.load(Ordering::Relaxed) + self.found;
        self.over = self.stop.is_some() || found >= self.shared.limit;
    }

    /// For how many answers the one at hand is counted.
    fn weight(&self) -> u64 {
        if self.rows[0] == 1 {
            return 8;
        }
        let last = self.size - 1;
        let row = |column: usize| self.rows[column].trailing_zeros() as usize;
        let column = |row: u32| self.rows.iter().position(|queen| *queen == row).expect("each row has a queen");
        let sides = [row(0), column(1 << last), last - row(last), last - column(1)];
        let mut images = [sides; 8];
        for turn in 0..4 {
            let turned: [usize; 4] = array::from_fn(|side| sides[(side + turn) % 4]);
            images[turn] = turned;
            images[turn + 4] = array::from_fn(|side| last - turned[3 - side]);
        }
        if images.iter().any(|image| *image < sides) {
            return 0;
        }
        // As many images are equal to it as to any other.
        8 / images.iter().filter(|image| **image == sides).count() as u64
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
    fn threads_share_a_count() {
        for threads in 1..=5 {
            let how = How { threads, ..How::default() };
            let (count, end) = Queens { size: 13 }.count_by_masks(&how, u64::MAX).unwrap();
            assert_eq!((count, end.stop), (73_712, None), "{threads} threads");
            let (count, end) = Queens { size: 14 }.count_by_masks(&how, 100_000).unwrap();
            assert_eq!((count, end.stop), (100_000, None), "{threads} threads");
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
        let (count, end) = Queens { size: 32 }.count_by_masks(&how, u64::MAX).unwrap();
        assert!(end.stop.is_some());
        assert!(count >= 4, "the constructed answer and its mirror images are known");
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
