//! The candidates of every white cell and what follows from them, run by run, until nothing more does.
//!
//! ```text
//!   runs      start, length, sum ─┐                       candidates   9 bits a cell, white cells row by row
//!   members   … the cells of a run, one run after another trail        (cell, candidates before), to go back
//!   through   for each cell its run across and its run down
//! ```
//!
//! A cell is open while it has more than one candidate, and settled after that.

use std::ops::Range;

use super::Kakuro;
use super::parts::{Part, Parts};
use super::sets::{Digits, Family, LONGEST, filter, filter_by_combinations};

/// How much is seen in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Which combinations of digits are left, not where they go.
    Combinations,
    /// Every way to fill the run.
    Exact,
}

/// Up to how many cells a run is cheap to look at: see [`filter`].
const SHORT: u32 = 3;

/// A run over the cells of a [`Network`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    start: u32,
    length: u32,
    /// One more than how often it could not be filled.
    pub(super) weight: u32,
    sum: Option<u8>,
    /// Whether it is to be looked at.
    queued: bool,
}

impl Line {
    /// The digits that its cells may have as far as its sum says.
    fn digits(self) -> Digits {
        Family::digits_of(self.length as usize, self.sum)
    }

    pub(super) fn members(self) -> Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// Cells, runs and candidates.
#[derive(Clone, Debug, Default)]
pub struct Network {
    pub(super) lines: Vec<Line>,
    pub(super) members: Vec<u32>,
    pub(super) through: Vec<[u32; 2]>,
    pub(super) candidates: Vec<Digits>,
    pub(super) trail: Vec<(u32, Digits)>,
    /// The runs to look at: short ones, and those that are looked at when nothing more follows from short ones.
    queue: Vec<u32>,
    late: Vec<u32>,
    /// How many cells were settled so far, those that were opened again as well.
    pub(super) settled: u64,
    pub(super) parts: Parts,
}

impl Network {
    /// The network of a puzzle, before anything follows.
    pub fn new(kakuro: &Kakuro) -> Self {
        let mut number = vec![u32::MAX; kakuro.white.len()];
        let mut count = 0;
        for (number, _) in number.iter_mut().zip(&kakuro.white).filter(|(_, white)| **white) {
            *number = count;
            count += 1;
        }
        let count = count as usize;
        let mut members = Vec::with_capacity(2 * count);
        let mut through = vec![[u32::MAX; 2]; count];
        let mut lines = Vec::with_capacity(kakuro.runs.len());
        for (run, line) in kakuro.runs.iter().zip(0..) {
            let start = members.len() as u32;
            for cell in kakuro.cells(run) {
                members.push(number[cell]);
                through[number[cell] as usize][run.direction as usize] = line;
            }
            lines.push(Line { start, length: run.length as u32, weight: 1, sum: run.sum, queued: false });
        }
        Self {
            queue: Vec::with_capacity(lines.len()),
            late: Vec::with_capacity(lines.len()),
            parts: Parts::default(),
            lines,
            members,
            through,
            candidates: vec![0x1FF; count],
            settled: 0,
            trail: Vec::with_capacity(2 * count),
        }
    }

    /// Gives a run another sum; [`Network::start`] must follow.
    pub fn set_sum(&mut self, run: usize, sum: u8) {
        self.lines[run].sum = Some(sum);
    }

    /// Starts anew with the candidates that the sums leave and all that follows. False if a cell has none left.
    pub fn start(&mut self, strength: Strength) -> bool {
        self.trail.clear();
        self.parts.clear();
        self.candidates.fill(0x1FF);
        for line in &self.lines {
            let digits = line.digits();
            for &cell in &self.members[line.members()] {
                self.candidates[cell as usize] &= digits;
            }
        }
        if self.candidates.contains(&0) {
            return false;
        }
        for line in (0..self.lines.len()).rev() {
            self.wake(line as u32);
        }
        self.propagate(strength)
    }

    /// Gives a cell candidates back, without what follows.
    pub fn reopen(&mut self, cell: u32, digits: Digits) {
        self.candidates[cell as usize] = digits;
        for line in self.through[cell as usize] {
            self.wake(line);
        }
    }

    /// The candidates of all white cells, row by row.
    pub fn candidates(&self) -> &[Digits] {
        &self.candidates
    }

    /// The runs across and down through a cell.
    pub fn runs_through(&self, cell: u32) -> [usize; 2] {
        self.through[cell as usize].map(|line| line as usize)
    }

    /// The cells of a run.
    pub fn cells_of(&self, run: usize) -> &[u32] {
        &self.members[self.lines[run].members()]
    }

    /// What the cells of a run add up to, if that is given.
    pub fn sum_of(&self, run: usize) -> Option<u8> {
        self.lines[run].sum
    }

    /// How many cells have more than one candidate.
    pub fn open(&self) -> usize {
        self.candidates.iter().filter(|digits| digits.count_ones() > 1).count()
    }

    /// Where the trail stands, for [`Network::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Goes back to a mark.
    pub fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            let Some((cell, before)) = self.trail.pop() else { break };
            let digits = &mut self.candidates[cell as usize];
            self.parts.moved(cell, *digits, before);
            *digits = before;
        }
    }

    /// Leaves a cell these of its candidates, without what follows.
    #[inline]
    pub fn narrow(&mut self, cell: u32, digits: Digits) {
        let now = &mut self.candidates[cell as usize];
        if *now == digits {
            return;
        }
        self.trail.push((cell, *now));
        self.settled += u64::from(digits.is_power_of_two());
        self.parts.moved(cell, *now, digits);
        *now = digits;
        for line in self.through[cell as usize] {
            self.wake(line);
        }
    }

    /// Leaves cells that depend on nothing else what is known to be right for them.
    pub fn settle(&mut self, part: &Part, digits: &[Digits]) {
        for place in part.cells.clone() {
            let cell = self.parts.cells[place];
            self.narrow(cell, digits[cell as usize]);
        }
        self.forget_queue();
    }

    pub(super) fn wake(&mut self, line: u32) {
        let Line { length, queued, .. } = &mut self.lines[line as usize];
        if !*queued {
            *queued = true;
            if *length <= SHORT { &mut self.queue } else { &mut self.late }.push(line);
        }
    }

    fn forget_queue(&mut self) {
        for line in self.queue.drain(..).chain(self.late.drain(..)) {
            self.lines[line as usize].queued = false;
        }
    }

    /// Draws all conclusions of single runs. False if a run cannot be filled.
    pub fn propagate(&mut self, strength: Strength) -> bool {
        while let Some((_, consistent)) = self.look_at_next(strength) {
            if !consistent {
                return false;
            }
        }
        true
    }

    /// Draws the conclusions of the next run that needs a look: which it was, and whether it can be filled. If not, no other
    /// needs one.
    pub(super) fn look_at_next(&mut self, strength: Strength) -> Option<(u32, bool)> {
        let line = self.queue.pop().or_else(|| self.late.pop())?;
        let consistent = self.filter_line(line, strength);
        self.lines[line as usize].queued = false;
        if !consistent {
            let weight = &mut self.lines[line as usize].weight;
            *weight = weight.saturating_add(1);
            self.forget_queue();
        }
        Some((line, consistent))
    }

    /// Draws the conclusions of a run; whether there were any. `None` if it cannot be filled.
    pub(super) fn look_at(&mut self, line: u32, strength: Strength) -> Option<bool> {
        let mark = self.mark();
        self.lines[line as usize].queued = true;
        let consistent = self.filter_line(line, strength);
        self.lines[line as usize].queued = false;
        if !consistent {
            self.forget_queue();
            return None;
        }
        let any = self.mark() > mark;
        if any {
            self.wake(line);
        }
        Some(any)
    }

    /// Draws the conclusions of one run. It is marked as queued meanwhile: it need not be woken by itself.
    fn filter_line(&mut self, line: u32, strength: Strength) -> bool {
        let Line { length, sum, .. } = self.lines[line as usize];
        let length = length as usize;
        if length > LONGEST {
            return false;
        }
        let members = self.lines[line as usize].members();
        let family = Family::of(length, sum);
        loop {
            let (mut used, mut twice): (Digits, Digits) = (0, 0);
            let (mut open, mut cells, mut count) = ([0; LONGEST], [0; LONGEST], 0);
            for &cell in &self.members[members.clone()] {
                let digits = self.candidates[cell as usize];
                if digits.is_power_of_two() {
                    twice |= used & digits;
                    used |= digits;
                } else {
                    (open[count], cells[count]) = (digits, cell);
                    count += 1;
                }
            }
            if twice != 0 {
                return false;
            }
            let open = &mut open[..count];
            let consistent = match strength {
                Strength::Exact => filter(family, sum, used, open),
                Strength::Combinations if count == 0 => filter(family, sum, used, open),
                Strength::Combinations => filter_by_combinations(family, used, open),
            };
            if !consistent {
                return false;
            }
            let mut settled = false;
            for (&cell, &digits) in cells.iter().zip(open.iter()) {
                settled |= digits.is_power_of_two();
                self.narrow(cell, digits);
            }
            // The weaker look does not yet know what a cell that it settled means for the others.
            if strength == Strength::Exact || !settled {
                return true;
            }
        }
    }
}
