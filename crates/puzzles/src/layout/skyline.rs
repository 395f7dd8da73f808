//! Packing by filling the narrowest valley of the skyline: complete, for one packing or the proof that there is none.
//!
//! ```text
//!          ┌──┐
//!   ┌──┐   │  │      the skyline is a list of steps, from left to right; below it everything is
//!   │  │ v │  ├──┐   decided. Steps between higher walls are valleys, like `v`.
//!   └──┴───┴──┴──┘
//! ```
//!
//! Take a packing in which every piece is pushed left and down until it stops: there is one if there is any. What does it
//! do with a valley whose left wall is `l` above its floor? Either no piece lies on its floor: then it is empty up to the
//! lower wall. Or the first piece there starts at its left end. Or it starts `d` further right: it leans on a piece that
//! hangs over the left wall, so it is higher than `l` and the `d` columns are empty up to `l`.
//! These are all the branches; what is left empty is waste, of which only the slack is there.
//!
//! Waste is foreseen by subset sums (a row of a valley of width 7 that the widths left cannot fill further than 6 wastes a
//! cell) and by area (valleys of width 7 have no more in them than the pieces up to width 7); the same for columns up to
//! the top (Huang and Korf, Optimal rectangle packing: an absolute placement approach, 2013). A skyline that failed with
//! the same pieces left is not tried again.

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
/// The number of failed skylines that are kept.
const FAILED: usize = 1 << 22;

/// A step of the skyline with higher ones, or the sides of the board, on both sides.
struct Valley {
    step: usize,
    start: usize,
    end: usize,
    floor: usize,
    left_wall: usize,
    right_wall: usize,
}

/// A step of the skyline: where it starts and its height; it ends where the next one starts.
type Step = (usize, usize);

/// What a depth of the search works with.
#[derive(Default)]
struct Level {
    skyline: Vec<Step>,
    /// The sums of widths and of heights that the pieces left can make, as bits.
    sums: [Vec<u64>; 2],
}

/// Rows or columns of free cells between walls.
struct Strip {
    length: usize,
    /// How many of them there are.
    count: usize,
    /// How many cells of each stay empty at least.
    lost: usize,
}

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
    /// Whether widths and heights have the same sums.
    same_table: bool,
    /// What each depth of the search works with; kept from one visit to the next.
    levels: Vec<Level>,
    /// The stocks by the least side that they can have in a row, and in a column.
    by_side: [Vec<(usize, usize)>; 2],
    /// Runs of columns that have no right wall yet: where one starts, and its floor.
    open: Vec<Step>,
    strips: Vec<Strip>,
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
        Self {
            order: (0..task.stocks.len()).collect(),
            left: task.stocks.iter().map(|stock| stock.count).collect(),
            laid: Vec::new(),
            slack,
            failed: Vec::new(),
            cornered,
            diagonal: squares && task.width == task.height && slack == 0,
            same_table: squares,
            levels: Vec::new(),
            by_side: [0, 1].map(|dimension| {
                let mut sides: Vec<(usize, usize)> = (task.stocks.iter().enumerate())
                    .map(|(index, stock)| {
                        let side = if dimension == 0 { stock.width } else { stock.height };
                        (if stock.turns { stock.width.min(stock.height) } else { side }, index)
                    })
                    .collect();
                sides.sort_unstable();
                sides
            }),
            open: Vec::new(),
            strips: Vec::new(),
            nodes: 0,
            limit: 0,
            stop: None,
            task,
        }
    }

    /// Searches with so many nodes at most; with a source of random numbers not simply the largest pieces first.
    pub fn search(&mut self, limit: u64, mut random: Option<&mut Random>, how: &How) -> Outcome {
        let mut keys: Vec<(usize, usize)> = (self.task.stocks.iter().enumerate())
            .map(|(index, stock)| {
                // At random a piece may count for up to four times its size: large ones still tend to come first.
                let factor = random.as_mut().map_or(1, |random| 4 + random.below(13));
                (stock.width * stock.height * factor, index)
            })
            .collect();
        keys.sort_unstable();
        self.order = keys.into_iter().rev().map(|(_, stock)| stock).collect();
        self.left = self.task.stocks.iter().map(|stock| stock.count).collect();
        self.laid.clear();
        self.limit = self.nodes + limit;
        self.stop = None;
        // Failed skylines move to a larger table when there will be more of them.
        let room = (limit.next_power_of_two() as usize).clamp(1 << 10, FAILED);
        if self.failed.len() < room {
            let failed = std::mem::replace(&mut self.failed, vec![0; room]);
            failed.into_iter().for_each(|hash| self.failed[hash as usize % room] = hash);
        }
        let pieces = self.task.stocks.iter().map(|stock| stock.count).sum();
        self.level(0).skyline = vec![(0, 0)];
        let slack = self.slack;
        if self.fill(0, pieces, slack, how) {
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

    fn level(&mut self, depth: usize) -> &mut Level {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Level::default);
        }
        &mut self.levels[depth]
    }

    /// Whether the pieces left can be packed above the skyline of this depth, of which so many cells may stay empty.
    fn fill(&mut self, depth: usize, pieces: usize, slack: usize, how: &How) -> bool {
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
        // The level leaves its place while it is worked on.
        let mut level = std::mem::take(&mut self.levels[depth]);
        let hash = self.hash(&level.skyline);
        let place = (hash as usize) % self.failed.len();
        let mut packed = false;
        if self.failed[place] != hash {
            self.subset_sums(&mut level.sums);
            packed = self.enough(&level, slack) && self.branch(depth, &level, pieces, slack, how);
            if !packed && !self.gave_up() {
                self.failed[place] = hash;
            }
        }
        self.levels[depth] = level;
        packed
    }

    fn gave_up(&self) -> bool {
        self.stop.is_some() || self.nodes >= self.limit
    }

    fn branch(&mut self, depth: usize, level: &Level, pieces: usize, slack: usize, how: &How) -> bool {
        let skyline = &level.skyline;
        let Valley { step, start, end, floor, left_wall, right_wall } = self.narrowest_valley(skyline);
        if let Some(cornered) = self.cornered.filter(|stock| self.left[*stock] > 0) {
            let stock = &self.task.stocks[cornered];
            let least = if stock.turns { stock.height.min(stock.width) } else { stock.height };
            let lowest = skyline.iter().map(|step| step.1).min().unwrap_or(0);
            if 2 * lowest > self.task.height - least.min(self.task.height) {
                return false;
            }
        }
        let deepest = if step == 0 { 0 } else { slack / (left_wall - floor) };
        for at in 0..self.order.len() {
            let stock = self.order[at];
            if self.left[stock] == 0 {
                continue;
            }
            let Stock { width, height, turns, .. } = self.task.stocks[stock];
            for turned in [false, true].into_iter().take(1 + usize::from(turns)) {
                let (width, height) = if turned { (height, width) } else { (width, height) };
                let top = floor + height;
                if start + width > end || top > self.task.height || self.column_waste(level, top) * width > slack {
                    continue;
                }
                let furthest = if top > left_wall { deepest.min(end - start - width) } else { 0 };
                for d in 0..=furthest {
                    let x = start + d;
                    if self.cornered == Some(stock)
                        && (2 * x > self.task.width - width
                            || 2 * floor > self.task.height - height
                            || (self.diagonal && x > floor))
                    {
                        break;
                    }
                    let waste = d * (left_wall - floor);
                    let beside = lost(&level.sums[0], end - x - width) * (top.min(right_wall) - floor);
                    if waste + beside > slack {
                        continue;
                    }
                    let next = self.level(depth + 1);
                    raise(skyline, step, end, (d, left_wall), (width, top), &mut next.skyline);
                    self.left[stock] -= 1;
                    self.laid.push(Laid { stock, x, y: floor, turned });
                    if self.fill(depth + 1, pieces - 1, slack - waste, how) {
                        return true;
                    }
                    self.laid.pop();
                    self.left[stock] += 1;
                    if self.gave_up() {
                        return false;
                    }
                }
            }
        }
        let wall = left_wall.min(right_wall);
        let waste = (end - start) * (wall - floor);
        if waste > slack || skyline.len() == 1 {
            return false;
        }
        raise(skyline, step, end, (0, 0), (end - start, wall), &mut self.level(depth + 1).skyline);
        self.fill(depth + 1, pieces, slack - waste, how)
    }

    /// The valley that the fewest pieces fit into; of those the lowest, of those the leftmost.
    fn narrowest_valley(&self, skyline: &[Step]) -> Valley {
        let mut narrowest: Option<Valley> = None;
        let mut left_wall = self.task.height;
        for (step, &(start, floor)) in skyline.iter().enumerate() {
            let (end, right_wall) = skyline.get(step + 1).copied().unwrap_or((self.task.width, self.task.height));
            let valley = Valley { step, start, end, floor, left_wall, right_wall };
            let rank = |valley: &Valley| (valley.end - valley.start, valley.floor);
            if floor < left_wall && floor < right_wall && narrowest.as_ref().is_none_or(|n| rank(&valley) < rank(n)) {
                narrowest = Some(valley);
            }
            left_wall = floor;
        }
        narrowest.expect("below the top there is a valley")
    }

    /// Whether the waste that is bound to come fits into the slack.
    fn enough(&mut self, level: &Level, slack: usize) -> bool {
        let mut strips = std::mem::take(&mut self.strips);
        self.columns(level, &mut strips);
        let mut enough = self.least_waste(&mut strips, 1) <= slack;
        if enough {
            self.rows(level, &mut strips);
            enough = self.least_waste(&mut strips, 0) <= slack;
        }
        self.strips = strips;
        enough
    }

    /// The free cells as columns up to the top.
    fn columns(&self, level: &Level, strips: &mut Vec<Strip>) {
        strips.clear();
        let skyline = &level.skyline;
        for (step, &(start, floor)) in skyline.iter().enumerate() {
            let end = skyline.get(step + 1).map_or(self.task.width, |step| step.0);
            let lost = self.column_waste(level, floor);
            strips.push(Strip { length: self.task.height - floor, count: end - start, lost });
        }
    }

    /// The free cells as runs of columns that are at most so high, each from its floor up to its lower wall.
    fn rows(&mut self, level: &Level, strips: &mut Vec<Strip>) {
        strips.clear();
        let (width, height) = (self.task.width, self.task.height);
        self.open.clear();
        for &(start, floor) in level.skyline.iter().chain([&(width, height)]) {
            let mut from = start;
            while let Some(&(run, low)) = self.open.last().filter(|(_, low)| *low <= floor) {
                self.open.pop();
                from = run;
                let wall = self.open.last().map_or(height, |(_, wall)| *wall).min(floor);
                if wall > low {
                    let lost = lost(&level.sums[0], start - run);
                    strips.push(Strip { length: start - run, count: wall - low, lost });
                }
            }
            self.open.push((from, floor));
        }
    }

    /// The cells of these strips that stay empty at least: what no sum of sides fills, and what short strips have more
    /// than the pieces that fit into them.
    fn least_waste(&self, strips: &mut [Strip], dimension: usize) -> usize {
        strips.sort_unstable_by_key(|strip| strip.length);
        let mut pieces = self.by_side[dimension].iter().peekable();
        let (mut lost, mut room, mut area, mut unfilled) = (0, 0, 0, 0);
        for strip in strips {
            while let Some((_, stock)) = pieces.next_if(|(side, _)| *side <= strip.length) {
                let Stock { width, height, .. } = self.task.stocks[*stock];
                area += self.left[*stock] * width * height;
            }
            lost += strip.count * strip.lost;
            room += strip.count * (strip.length - strip.lost);
            unfilled = unfilled.max(room.saturating_sub(area));
        }
        lost + unfilled
    }

    /// How many cells of a column from this height up to the top stay empty at least.
    fn column_waste(&self, level: &Level, from: usize) -> usize {
        lost(&level.sums[usize::from(!self.same_table)], self.task.height - from)
    }

    fn subset_sums(&self, sums: &mut [Vec<u64>; 2]) {
        let longest = self.task.width.max(self.task.height);
        let words = if longest <= WIDEST_TABLE { longest / 64 + 1 } else { 0 };
        for (dimension, table) in sums.iter_mut().enumerate().take(if self.same_table { 1 } else { 2 }) {
            table.clear();
            table.resize(words, 0);
            if words == 0 {
                continue;
            }
            table[0] = 1;
            for (stock, &left) in self.task.stocks.iter().zip(&self.left).filter(|(_, left)| **left > 0) {
                let (side, other) =
                    if dimension == 0 { (stock.width, stock.height) } else { (stock.height, stock.width) };
                for _ in 0..left.min(longest / side.min(other) + 1) {
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

/// How much of a length no subset sum fills; nothing is known without a table.
fn lost(table: &[u64], length: usize) -> usize {
    if table.is_empty() {
        return 0;
    }
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
