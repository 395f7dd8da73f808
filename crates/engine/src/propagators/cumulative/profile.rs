//! The profile: how much of a resource is surely in use, moment by moment, as a list of segments of constant height.

/// A time during which a task surely runs, and what it takes at least.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub task: u32,
    pub from: i64,
    /// The first moment after it.
    pub to: i64,
    pub demand: i64,
}

#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub from: i64,
    pub to: i64,
    pub height: i64,
}

#[derive(Default)]
pub(super) struct Profile {
    /// Ascending, apart or touching, each of height above 0.
    pub segments: Vec<Segment>,
    /// What the height changes by, and when.
    events: Vec<(i64, i64)>,
}

impl Profile {
    /// Adds the parts up; every end of a part is an end of a segment.
    pub fn build(&mut self, parts: &[Part]) {
        self.events.clear();
        self.events.extend(parts.iter().flat_map(|p| [(p.from, p.demand), (p.to, -p.demand)]));
        self.events.sort_unstable();
        self.segments.clear();
        let (mut height, mut since) = (0, 0);
        for &(time, change) in &self.events {
            if time > since && height > 0 {
                self.segments.push(Segment { from: since, to: time, height });
            }
            since = time;
            height += change;
        }
    }

    /// The first of the highest segments.
    pub fn highest(&self) -> Option<Segment> {
        self.segments.iter().copied().reduce(|a, b| if b.height > a.height { b } else { a })
    }

    /// The place of the first segment that ends after a time.
    pub fn after(&self, time: i64) -> usize {
        self.segments.partition_point(|s| s.to <= time)
    }

    /// The first moment of the range at which the height is at least `need`.
    pub fn first_at(&self, (from, to): (i64, i64), need: i64) -> Option<i64> {
        let later = self.segments[self.after(from)..].iter().take_while(|s| s.from < to);
        later.filter(|s| s.height >= need).map(|s| s.from.max(from)).next()
    }

    /// The last one.
    pub fn last_at(&self, (from, to): (i64, i64), need: i64) -> Option<i64> {
        let end = self.segments.partition_point(|s| s.from < to);
        let earlier = self.segments[..end].iter().rev().take_while(|s| s.to > from);
        earlier.filter(|s| s.height >= need).map(|s| s.to.min(to) - 1).next()
    }
}
