//! Packing by filling the lowest valley of the skyline: complete, for one packing or the proof that there is none.
//!
//! ```text
//!          ┌──┐
//!   ┌──┐   │  │      the skyline is a list of steps, from left to right; below it everything is
//!   │  │ v │  ├──┐   decided. The lowest step is a valley `v` between walls, or the floor itself.
//!   └──┴───┴──┴──┘
//! ```
//!
//! Take a packing in which every piece is pushed left and down until it stops: there is one if there is any. What does it
//! do with the leftmost of the lowest valleys, whose left wall has height `l` above it? Either no piece lies on its floor:
//! then it is empty up to the lower wall. Or the first piece there starts at its left end. Or it starts `d` further right:
//! it leans on a piece that hangs over the left wall, so it is higher than `l` and the `d` columns are empty up to `l`.
//! These are all the branches; what is left empty is waste, of which only the slack is there.
//!
//! Waste is foreseen by subset sums: a row of a valley of width 7 that the widths left cannot fill further than 6 wastes a
//! cell. The same holds for each column up to the top. A skyline that failed with the same pieces left is not tried again.

use entail_engine::Stop;

use crate::random::Random;
use crate::search::How;

/// Pieces of the same size.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    pub width: usize,
    pub height: usize,
    /// Whether it may be turned (and that makes a difference).
    pub turns: bool,
    pub count: usize,
}

/// What to pack.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub width: usize,
    pub height: usize,
    pub stocks: Vec<Stock>,
}

/// A piece that was laid down.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    pub stock: usize,
    pub x: usize,
    pub y: usize,
    pub turned: bool,
}

/// How a search ended.
pub(super) enum Outcome {
    Packed(Vec<Laid>),
    Impossible,
    /// The number of nodes it may have was not enough.
    Exhausted,
    Stopped(Stop),
}

/// Wider boards have no tables of subset sums.
const WIDEST_TABLE: usize = 1 << 14;
/// The number of failed skylines that are kept, as a power of two.
const FAILED: usize = 1 << 20;

/// A step of the skyline: where it starts and its height; it ends where the next one starts.
type Step = (usize, usize);

/// The search; it keeps the skylines that failed from one call to the next.
pub(super) struct Skyline {
    task: Task,
    /// The order in which the stocks are tried.
    order: Vec<usize>,
    left: Vec<usize>,
    laid: Vec<Laid>,
    slack: usize,
    /// Hashes of failed skylines with what was left, each at the place that its hash gives.
    failed: Vec<u128>,
    /// By symmetry this stock, of which there is one piece, lies in the quarter around the corner.
    cornered: Option<usize>,
    /// And not below the diagonal: only with equal sides and no slack.
    diagonal: bool,
    tables: [Vec<u64>; 2],
    same_table: bool,
    /// Skylines of each depth, to save the memory for the next visit.
    spare: Vec<Vec<Step>>,
    nodes: u64,
    limit: u64,
    stop: Option<Stop>,
}

impl Skyline {
    /// A search for a packing of pieces whose area is not larger than the board.
    pub fn new(task: Task) -> Self {
        let area: usize = task.stocks.iter().map(|stock| stock.width * stock.height * stock.count).sum();
        let slack = task.width * task.height - area;
        let squares = task.stocks.iter().all(|stock| stock.turns || stock.width == stock.height);
        let cornered = (0..task.stocks.len())
            .filter(|stock| task.stocks[*stock].count == 1)
            .max_by_key(|stock| task.stocks[*stock].width * task.stocks[*stock].height);
        let longest = task.width.max(task.height);
        let words = if longest <= WIDEST_TABLE { longest / 64 + 1 } else { 0 };
        Self {
            order: (0..task.stocks.len()).collect(),
            left: task.stocks.iter().map(|stock| stock.count).collect(),
            laid: Vec::new(),
            slack,
            failed: vec![0; FAILED],
            cornered,
            diagonal: squares && task.width == task.height && slack == 0,
            tables: [vec![0; words], vec![0; words]],
            same_table: squares,
            spare: Vec::new(),
            nodes: 0,
            limit: 0,
            stop: None,
            task,
        }
    }

    /// Searches with so many nodes at most; with a source of random numbers pieces are tried in any order.
    pub fn search(&mut self, limit: u64, random: Option<&mut Random>, how: &How) -> Outcome {
        let size = |stock: &usize| (self.task.stocks[*stock].width * self.task.stocks[*stock].height, *stock);
        self.order.sort_unstable_by_key(|stock| std::cmp::Reverse(size(stock)));
        if let Some(random) = random {
            random.shuffle(&mut self.order);
        }
        self.left = self.task.stocks.iter().map(|stock| stock.count).collect();
        self.laid.clear();
        self.limit = self.nodes + limit;
        self.stop = None;
        let slack = self.slack;
        if self.fill(&[(0, 0)], self.task.stocks.iter().map(|stock| stock.count).sum(), slack, how) {
            return Outcome::Packed(std::mem::take(&mut self.laid));
        }
        match self.stop {
            Some(stop) => Outcome::Stopped(stop),
            None if self.nodes >= self.limit => Outcome::Exhausted,
            None => Outcome::Impossible,
        }
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the pieces left can be packed above this skyline, of which so many cells may stay empty.
    fn fill(&mut self, skyline: &[Step], pieces: usize, slack: usize, how: &How) -> bool {
        if pieces == 0 {
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && self.stop.is_none() {
            self.stop = how.stopped();
        }
        if self.gave_up() {
            return false;
        }
        let hash = self.hash(skyline);
        let place = (hash as usize) % FAILED;
        if self.failed[place] == hash {
            return false;
        }
        if !self.enough(skyline, slack) {
            return false;
        }
        let packed = self.branch(skyline, pieces, slack, how);
        if !packed && !self.gave_up() {
            self.failed[place] = hash;
        }
        packed
    }

    fn gave_up(&self) -> bool {
        self.stop.is_some() || self.nodes >= self.limit
    }

    fn branch(&mut self, skyline: &[Step], pieces: usize, slack: usize, how: &How) -> bool {
        let lowest = (0..skyline.len()).min_by_key(|step| skyline[*step].1).expect("a skyline has a step");
        let (start, floor) = skyline[lowest];
        let end = skyline.get(lowest + 1).map_or(self.task.width, |step| step.0);
        let left_wall = if lowest == 0 { self.task.height } else { skyline[lowest - 1].1 };
        let right_wall = skyline.get(lowest + 1).map_or(self.task.height, |step| step.1);
        if let Some(cornered) = self.cornered.filter(|stock| self.left[*stock] > 0) {
            let stock = &self.task.stocks[cornered];
            let least = if stock.turns { stock.height.min(stock.width) } else { stock.height };
            if 2 * floor > self.task.height - least.min(self.task.height) {
                return false;
            }
        }
        let mut next = self.spare.pop().unwrap_or_default();
        let deepest = if lowest == 0 { 0 } else { slack / (left_wall - floor) };
        for at in 0..self.order.len() {
            let stock = self.order[at];
            if self.left[stock] == 0 {
                continue;
            }
            let Stock { width, height, turns, .. } = self.task.stocks[stock];
            for turned in [false, true].into_iter().take(1 + usize::from(turns)) {
                let (width, height) = if turned { (height, width) } else { (width, height) };
                if start + width > end || floor + height > self.task.height {
                    continue;
                }
                let furthest = if floor + height > left_wall { deepest.min(end - start - width) } else { 0 };
                for d in 0..=furthest {
                    let x = start + d;
                    if self.cornered == Some(stock)
                        && (2 * x > self.task.width - width
                            || 2 * floor > self.task.height - height
                            || (self.diagonal && x > floor))
                    {
                        break;
                    }
                    raise(skyline, lowest, end, (d, left_wall), (width, floor + height), &mut next);
                    self.left[stock] -= 1;
                    self.laid.push(Laid { stock, x, y: floor, turned });
                    if self.fill(&next, pieces - 1, slack - d * (left_wall - floor), how) {
                        return true;
                    }
                    self.laid.pop();
                    self.left[stock] += 1;
                    if self.gave_up() {
                        self.spare.push(next);
                        return false;
                    }
                }
            }
        }
        let wall = left_wall.min(right_wall);
        let waste = (end - start) * (wall - floor);
        let mut packed = false;
        if waste <= slack && skyline.len() > 1 {
            raise(skyline, lowest, end, (0, 0), (end - start, wall), &mut next);
            packed = self.fill(&next, pieces, slack - waste, how);
        }
        self.spare.push(next);
        packed
    }

    /// Whether the waste that is bound to come fits into the slack.
    fn enough(&mut self, skyline: &[Step], slack: usize) -> bool {
        if self.tables[0].is_empty() {
            return true;
        }
        self.subset_sums();
        let [widths, heights] = &self.tables;
        let heights = if self.same_table { widths } else { heights };
        let (width, height) = (self.task.width, self.task.height);
        let end = |step: usize| skyline.get(step + 1).map_or(width, |step| step.0);
        let mut waste = 0;
        for (step, &(start, floor)) in skyline.iter().enumerate() {
            waste += (end(step) - start) * lost(heights, height - floor);
        }
        if waste > slack {
            return false;
        }
        // Rows: a run of columns that are at most so high, from its floor up to its lower wall. `open` has the runs that
        // have not met a right wall yet, higher ones first.
        let mut waste = 0;
        let mut open: Vec<Step> = Vec::with_capacity(skyline.len());
        for &(start, floor) in skyline.iter().chain([&(width, height)]) {
            let mut from = start;
            while let Some(&(run, level)) = open.last().filter(|(_, level)| *level <= floor) {
                open.pop();
                from = run;
                let wall = open.last().map_or(height, |(_, wall)| *wall).min(floor);
                waste += (wall - level) * lost(widths, start - run);
            }
            open.push((from, floor));
        }
        waste <= slack
    }

    /// The sums of widths and of heights that the pieces left can make, as bits.
    fn subset_sums(&mut self) {
        for (dimension, table) in self.tables.iter_mut().enumerate().take(if self.same_table { 1 } else { 2 }) {
            table.fill(0);
            table[0] = 1;
            for (stock, &left) in self.task.stocks.iter().zip(&self.left).filter(|(_, left)| **left > 0) {
                let side = if dimension == 0 { stock.width } else { stock.height };
                let other = if dimension == 0 { stock.height } else { stock.width };
                let limit = 64 * table.len();
                for _ in 0..left.min(limit / side + 1) {
                    if stock.turns {
                        add_either(table, side, other);
                    } else {
                        add(table, side);
                    }
                }
            }
        }
    }

    fn hash(&self, skyline: &[Step]) -> u128 {
        let mut hash = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835_u128;
        let mut mix = |value: usize| {
            hash = (hash ^ value as u128).wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645);
            hash ^= hash >> 61;
        };
        for &(start, floor) in skyline {
            mix(start << 32 | floor);
        }
        for chunk in self.left.chunks(4) {
            mix(chunk.iter().fold(1, |all, left| all << 15 | left));
        }
        hash
    }
}

/// The skyline after the valley at `lowest` got `gap` columns of that height and then a piece of that width and height.
fn raise(skyline: &[Step], lowest: usize, end: usize, gap: Step, piece: Step, next: &mut Vec<Step>) {
    next.clear();
    next.extend_from_slice(&skyline[..lowest]);
    let (start, floor) = skyline[lowest];
    let mut push = |step: Step| {
        if next.last().is_none_or(|last| last.1 != step.1) {
            next.push(step);
        }
    };
    if gap.0 > 0 {
        push((start, gap.1));
    }
    push((start + gap.0, piece.1));
    if start + gap.0 + piece.0 < end {
        push((start + gap.0 + piece.0, floor));
    }
    skyline[lowest + 1..].iter().for_each(|step| push(*step));
}

/// How much of a length no subset sum fills.
fn lost(table: &[u64], length: usize) -> usize {
    let mut word = length / 64;
    let mut bits = table[word] & (u64::MAX >> (63 - length % 64));
    while bits == 0 {
        word -= 1;
        bits = table[word];
    }
    length - (64 * word + 63 - bits.leading_zeros() as usize)
}

/// Adds a side to the sums.
fn add(table: &mut [u64], side: usize) {
    for word in (side / 64..table.len()).rev() {
        table[word] |= moved(table, word, side);
    }
}

/// Adds one of two sides to the sums.
fn add_either(table: &mut [u64], side: usize, other: usize) {
    for word in (side.min(other) / 64..table.len()).rev() {
        table[word] |= moved(table, word, side) | moved(table, word, other);
    }
}

/// A word of the table moved up by a side.
fn moved(table: &[u64], word: usize, side: usize) -> u64 {
    let (words, bits) = (side / 64, side % 64);
    let Some(from) = word.checked_sub(words) else { return 0 };
    let low = if bits > 0 && from > 0 { table[from - 1] >> (64 - bits) } else { 0 };
    table[from] << bits | low
}
