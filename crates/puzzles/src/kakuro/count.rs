//! Counting the ways to fill a part of the board, up to a limit, and keeping the first of them.
//!
//! A choice leaves parts that do not depend on each other; their counts multiply, so none is searched inside another. The
//! search keeps its own stack: a board may be deeper than the stack of a thread.

use entail_engine::{Error, Statistics, Stop};

use super::parts::Part;
use super::propagate::{Network, Strength};
use super::sets::Digits;
use crate::search::{Choice, Effort, How};

/// How many more dead ends an answer allows: a search that finds answers gets on.
const PER_ANSWER: u64 = 50;

/// Why a search ended before it was through.
#[derive(Debug)]
pub enum Cut {
    Stop(Stop),
    /// There were too many dead ends.
    Budget,
    /// The engine failed.
    Engine(Error),
}

/// What was done, and when to stop.
pub struct Watch<'a> {
    pub how: &'a How,
    /// Whether the engine takes over after too many dead ends.
    pub hands_over: bool,
    pub nodes: u64,
    pub engine: Option<Statistics>,
    /// How many dead ends there may still be in the part at hand.
    budget: u64,
    /// After a cut: how many answers were counted before.
    pub counted: u64,
    /// Whether answers are only counted. The engine would have to find each, so that every way to fill a part is progress;
    /// otherwise only an answer of the whole board is.
    pub counting: bool,
}

impl<'a> Watch<'a> {
    pub fn new(how: &'a How, hands_over: bool) -> Self {
        Self { how, hands_over, nodes: 0, engine: None, budget: u64::MAX, counted: 0, counting: false }
    }

    /// Sets the number of dead ends that are allowed from now on, where somebody else can take over.
    pub fn allow(&mut self, dead_ends: u64) {
        self.budget = if self.how.choice == Choice::Auto { dead_ends } else { u64::MAX };
    }

    fn node(&mut self) -> Result<(), Cut> {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(1024) {
            return Ok(());
        }
        self.how.stopped().map_or(Ok(()), |stop| Err(Cut::Stop(stop)))
    }

    fn dead_end(&mut self) -> Result<(), Cut> {
        self.budget = self.budget.checked_sub(1).ok_or(Cut::Budget)?;
        Ok(())
    }

    pub fn gets_on(&mut self) {
        self.budget = self.budget.saturating_add(PER_ANSWER);
    }

    pub fn effort(self) -> Effort {
        Effort { nodes: self.nodes, engine: self.engine }
    }
}

/// The search.
pub struct Kernel {
    pub network: Network,
    /// The first answer of each part counted last.
    pub first: Vec<Digits>,
}

/// A part being counted: the values of one of its cells, one after the other, and for each the parts that it leaves.
struct Counting {
    part: Part,
    cell: u32,
    values: Digits,
    count: u64,
    limit: u64,
    /// Whether its first answer should be kept.
    keep: bool,
    /// Where trail and cells of parts stood before the value that is tried.
    mark: usize,
    cells: usize,
    /// The parts that the value leaves and that are not counted yet; they are on a common stack from here on.
    parts: usize,
    /// The answers of those that are counted; 0 when no value is tried.
    product: u64,
}

impl Kernel {
    /// Tries a candidate of a cell in a part, and adds the parts that this leaves to `parts`. False if something cannot be
    /// filled any more.
    pub fn assign(
        &mut self,
        cell: u32,
        digit: Digits,
        part: &Part,
        parts: &mut Vec<Part>,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Cut> {
        watch.node()?;
        self.network.narrow(cell, digit);
        let consistent = self.network.propagate(Strength::Exact) && self.network.split(part, parts);
        if !consistent {
            watch.dead_end()?;
        }
        Ok(consistent)
    }

    /// The cell of a part to try next, with its candidates; none when all are settled.
    pub fn choose(&mut self, part: &Part) -> Option<(u32, Digits)> {
        let cell = self.network.choose(part)?;
        Some((cell, self.network.candidates()[cell as usize]))
    }

    /// The answers of a part, up to a limit of at least 1; the first is kept in `first` if that is wanted. After a cut the
    /// network is left as it was then.
    pub fn count(&mut self, part: Part, limit: u64, keep: bool, watch: &mut Watch<'_>) -> Result<u64, Cut> {
        let mut parts: Vec<Part> = Vec::new();
        let mut stack: Vec<Counting> = Vec::new();
        let mut next = Some((part, limit, keep));
        loop {
            if let Some((part, limit, keep)) = next.take() {
                match self.choose(&part) {
                    Some((cell, values)) => stack.push(Counting {
                        part,
                        cell,
                        values,
                        count: 0,
                        limit,
                        keep,
                        mark: self.network.mark(),
                        cells: self.network.parts.cells.len(),
                        parts: parts.len(),
                        product: 0,
                    }),
                    // All settled: one answer, which changes no product.
                    None if stack.is_empty() => return Ok(1),
                    None => {}
                }
            }
            let Some(top) = stack.last_mut() else { unreachable!("the last one returns") };
            if top.product > 0 {
                // A value is tried: its next part, or it is through.
                if parts.len() > top.parts {
                    let part = parts.pop().expect("there is one more");
                    let limit = (top.limit - top.count).div_ceil(top.product);
                    next = Some((part, limit, top.keep && top.count == 0));
                    continue;
                }
                if top.keep && top.count == 0 {
                    for &cell in &self.network.parts.cells[top.part.cells.clone()] {
                        let digits = self.network.candidates()[cell as usize];
                        if digits.count_ones() == 1 {
                            self.first[cell as usize] = digits;
                        }
                    }
                }
                if watch.counting {
                    watch.gets_on();
                }
                top.count = top.count.saturating_add(top.product).min(top.limit);
                top.product = 0;
            }
            self.network.undo(top.mark);
            self.network.parts.cells.truncate(top.cells);
            parts.truncate(top.parts);
            if top.count < top.limit && top.values != 0 {
                let digit = top.values & top.values.wrapping_neg();
                top.values ^= digit;
                let (cell, part) = (top.cell, top.part.clone());
                let first = parts.len();
                let consistent = self
                    .assign(cell, digit, &part, &mut parts, watch)
                    .inspect_err(|_| watch.counted = counted_so_far(&stack))?;
                if consistent {
                    // The smallest is counted first: it is the last of the stack.
                    parts[first..].reverse();
                    stack.last_mut().expect("it is being counted").product = 1;
                }
                continue;
            }
            let count = top.count;
            stack.pop();
            match stack.last_mut() {
                None => return Ok(count),
                Some(above) => above.product = above.product.saturating_mul(count),
            }
        }
    }
}

/// How many answers a count that is under way has seen: those of a part that is not through count only where no other part
/// is left beside it.
fn counted_so_far(stack: &[Counting]) -> u64 {
    let mut below: Option<(u64, usize)> = None;
    for frame in stack.iter().rev() {
        let more = match below {
            Some((counted, parts)) if parts == frame.parts => frame.product.saturating_mul(counted),
            _ => 0,
        };
        below = Some((frame.count.saturating_add(more).min(frame.limit), frame.parts));
    }
    below.map_or(0, |(counted, _)| counted)
}
