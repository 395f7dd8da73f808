//! The candidates of every white cell and what follows from them, run by run, until nothing more does; and the parts into
//! which the open cells fall.
//!
//! ```text
//!   runs      start, length, sum ─┐                       candidates   9 bits a cell, white cells row by row
//!   members   … the cells of a run, one run after another trail        (cell, candidates before), to go back
//!   through   for each cell its run across and its run down
//! ```
//!
//! A cell is open while it has more than one candidate. Two open cells of one run depend on each other; what is not linked
//! that way is independent, because the cells between them are settled.

use std::ops::Range;

use super::Kakuro;
use super::sets::{Digits, Family, LONGEST, filter, filter_by_combinations};

/// How much is seen in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Which combinations of digits are left, not where they go.
    Combinations,
    /// Every way to fill the run.
    Exact,
}

/// A run over the cells of a [`Network`].
#[derive(Clone, Copy, Debug)]
struct Line {
    start: u32,
    length: u32,
    sum: Option<u8>,
}

impl Line {
    fn members(self) -> Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// Cells that depend on no open cell outside.
#[derive(Clone, Debug)]
pub struct Part {
    /// Where they stand in the list of the cells of parts. They were all open when the part was made.
    pub cells: Range<usize>,
    /// How many of them are open.
    open: usize,
}

/// Cells, runs and candidates.
#[derive(Clone, Debug)]
pub struct Network {
    lines: Vec<Line>,
    members: Vec<u32>,
    through: Vec<[u32; 2]>,
    candidates: Vec<Digits>,
    open: usize,
    trail: Vec<(u32, Digits)>,
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// The cells of all parts.
    pub(super) cells: Vec<u32>,
    /// For each cell, and for each run, the number of the last split that saw it.
    cell_seen: Vec<u64>,
    line_seen: Vec<u64>,
    splits: u64,
}

/// Parts up to this size are split after every choice; larger ones when an eighth of them is settled, so that lists of
/// cells do not add up to more than a few times the board.
const SMALL: usize = 256;

/// Among how many open cells of a part the next one is chosen.
const CHOICE: usize = 1024;

impl Network {
    /// The network of a puzzle, before anything follows.
    pub fn new(kakuro: &Kakuro) -> Self {
        let mut number = vec![0; kakuro.white.len()];
        let mut count = 0;
        for (number, _) in number.iter_mut().zip(&kakuro.white).filter(|(_, white)| **white) {
            *number = count;
            count += 1;
        }
        let count = count as usize;
        let mut members = Vec::with_capacity(2 * count);
        let mut through = vec![[0; 2]; count];
        let mut lines = Vec::with_capacity(kakuro.runs.len());
        for (run, line) in kakuro.runs.iter().zip(0..) {
            let start = members.len() as u32;
            for cell in kakuro.cells(run) {
                members.push(number[cell]);
                through[number[cell] as usize][run.direction as usize] = line;
            }
            lines.push(Line { start, length: run.length as u32, sum: run.sum });
        }
        Self {
            queued: vec![false; lines.len()],
            queue: Vec::with_capacity(lines.len()),
            line_seen: vec![0; lines.len()],
            lines,
            members,
            through,
            candidates: vec![0; count],
            open: 0,
            trail: Vec::new(),
            cells: Vec::with_capacity(2 * count),
            cell_seen: vec![0; count],
            splits: 0,
        }
    }

    /// Gives a run another sum; [`Network::start`] must follow.
    pub fn set_sum(&mut self, run: usize, sum: u8) {
        self.lines[run].sum = Some(sum);
    }

    /// Starts anew with the candidates that the sums leave and all that follows. False if a cell has none left.
    pub fn start(&mut self, strength: Strength) -> bool {
        self.trail.clear();
        self.cells.clear();
        self.candidates.fill(0x1FF);
        for line in &self.lines {
            let digits = Family::digits_of(line.length as usize, line.sum);
            for &cell in &self.members[line.members()] {
                self.candidates[cell as usize] &= digits;
            }
        }
        self.open = self.candidates.iter().filter(|digits| digits.count_ones() > 1).count();
        if self.candidates.contains(&0) {
            return false;
        }
        for line in (0..self.lines.len()).rev() {
            self.wake(line as u32);
        }
        self.propagate(strength)
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

    /// How many cells have more than one candidate.
    pub fn open(&self) -> usize {
        self.open
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
            self.open += usize::from(before.count_ones() > 1) - usize::from(digits.count_ones() > 1);
            *digits = before;
        }
    }

    /// Leaves a cell these of its candidates, without what follows.
    pub fn narrow(&mut self, cell: u32, digits: Digits) {
        let now = &mut self.candidates[cell as usize];
        if *now == digits {
            return;
        }
        self.trail.push((cell, *now));
        self.open -= usize::from(now.count_ones() > 1) - usize::from(digits.count_ones() > 1);
        *now = digits;
        for line in self.through[cell as usize] {
            self.wake(line);
        }
    }

    /// Leaves cells that depend on nothing else what is known to be right for them.
    pub fn settle(&mut self, part: &Part, digits: &[Digits]) {
        for place in part.cells.clone() {
            let cell = self.cells[place];
            self.narrow(cell, digits[cell as usize]);
        }
        self.forget_queue();
    }

    fn wake(&mut self, line: u32) {
        if !self.queued[line as usize] {
            self.queued[line as usize] = true;
            self.queue.push(line);
        }
    }

    fn forget_queue(&mut self) {
        for line in self.queue.drain(..) {
            self.queued[line as usize] = false;
        }
    }

    /// Draws all conclusions of single runs. False if a run cannot be filled.
    pub fn propagate(&mut self, strength: Strength) -> bool {
        while let Some(line) = self.queue.pop() {
            let consistent = self.filter_line(line, strength);
            self.queued[line as usize] = false;
            if !consistent {
                self.forget_queue();
                return false;
            }
        }
        true
    }

    /// Draws the conclusions of the first run, from the top, that has any; whether there was one. `None` if a run cannot be
    /// filled.
    pub fn look(&mut self, strength: Strength) -> Option<bool> {
        for line in 0..self.lines.len() as u32 {
            let mark = self.mark();
            self.queued[line as usize] = true;
            let consistent = self.filter_line(line, strength);
            self.queued[line as usize] = false;
            if !consistent {
                self.forget_queue();
                return None;
            }
            if self.mark() > mark {
                self.wake(line);
                return Some(true);
            }
        }
        Some(false)
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
            let mut used: Digits = 0;
            let (mut open, mut cells, mut count) = ([0; LONGEST], [0; LONGEST], 0);
            for &cell in &self.members[members.clone()] {
                let digits = self.candidates[cell as usize];
                if digits.count_ones() == 1 {
                    used |= digits;
                } else {
                    (open[count], cells[count]) = (digits, cell);
                    count += 1;
                }
            }
            // A digit used twice leaves fewer digits than cells.
            if used.count_ones() as usize + count < length {
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
            let mut settled = 0;
            for (&cell, &digits) in cells.iter().zip(open.iter()) {
                settled += usize::from(digits.count_ones() == 1);
                self.narrow(cell, digits);
            }
            // The weaker look does not yet know what a cell that it settled means for the others.
            if strength == Strength::Exact || settled == 0 {
                return true;
            }
        }
    }

    /// The open cell of a part with the fewest candidates.
    pub fn choose(&self, part: &Part) -> Option<u32> {
        let mut best = None;
        let open =
            self.cells[part.cells.clone()].iter().filter(|&&cell| self.candidates[cell as usize].count_ones() > 1);
        for &cell in open.take(CHOICE) {
            let count = self.candidates[cell as usize].count_ones();
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, cell));
                if count == 2 {
                    break;
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// Adds the independent parts of all open cells to `parts`.
    pub fn split_all(&mut self, parts: &mut Vec<Part>) {
        self.splits += 1;
        for cell in 0..self.candidates.len() as u32 {
            self.gather(cell, parts);
        }
        parts.sort_by_key(|part| (part.open, part.cells.start));
    }

    /// Adds the independent parts of what is open of a part to `parts`, the smallest first. `open_before` is how many
    /// cells of the board were open when the part was chosen from.
    pub fn split(&mut self, part: &Part, open_before: usize, parts: &mut Vec<Part>) {
        let open = part.open - (open_before - self.open);
        if part.cells.len() > SMALL && (part.cells.len() - open) * 8 < part.cells.len() {
            parts.push(Part { cells: part.cells.clone(), open });
            return;
        }
        self.splits += 1;
        let first = parts.len();
        for place in part.cells.clone() {
            self.gather(self.cells[place], parts);
        }
        parts[first..].sort_by_key(|part| (part.open, part.cells.start));
    }

    /// The part that an open cell belongs to, unless this split has it already.
    fn gather(&mut self, cell: u32, parts: &mut Vec<Part>) {
        let start = self.cells.len();
        self.reach(cell);
        let mut next = start;
        while next < self.cells.len() {
            let cell = self.cells[next];
            next += 1;
            for line in self.through[cell as usize] {
                if self.line_seen[line as usize] != self.splits {
                    self.line_seen[line as usize] = self.splits;
                    for place in self.lines[line as usize].members() {
                        self.reach(self.members[place]);
                    }
                }
            }
        }
        if next > start {
            parts.push(Part { cells: start..next, open: next - start });
        }
    }

    fn reach(&mut self, cell: u32) {
        let seen = &mut self.cell_seen[cell as usize];
        if *seen != self.splits && self.candidates[cell as usize].count_ones() > 1 {
            *seen = self.splits;
            self.cells.push(cell);
        }
    }
}
