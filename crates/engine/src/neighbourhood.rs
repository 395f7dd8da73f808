//! Moves in a large neighbourhood: in some runs between restarts, most variables are first tried where they were in the best
//! answer. These are choices like any other, so nothing is lost by them, and what is learnt on the way stays.

use crate::atom::{Atom, VarId};
use crate::decide::next_random;
use crate::domains::Domains;

/// Out of this many runs, one is near the best answer.
const EVERY: usize = 4;
/// How many of 100 variables are held, in turns.
const SHARES: [u64; 5] = [90, 80, 70, 60, 95];

pub(crate) struct Neighbourhood {
    vars: Vec<VarId>,
    /// What is held in this run; nothing in most runs.
    held: Vec<VarId>,
    cursor: usize,
    runs: usize,
}

impl Neighbourhood {
    pub fn new(vars: Vec<VarId>) -> Self {
        Self { vars, held: Vec::new(), cursor: 0, runs: 0 }
    }

    /// Chooses what to hold in the next run: every one with the same chance, or all but a stretch of neighbours.
    pub fn restarted(&mut self, run: usize, random: &mut u64) {
        self.held.clear();
        self.cursor = 0;
        if !run.is_multiple_of(EVERY) || self.vars.is_empty() {
            return;
        }
        self.runs += 1;
        let share = SHARES[self.runs % SHARES.len()];
        if self.runs.is_multiple_of(2) {
            self.held.extend(self.vars.iter().copied().filter(|_| next_random(random) % 100 < share));
        } else {
            let count = self.vars.len();
            let start = next_random(random) as usize % count;
            let kept = count * share as usize / 100;
            self.held.extend((0..kept).map(|i| self.vars[(start + i) % count]));
        }
    }

    pub fn backtracked(&mut self) {
        self.cursor = 0;
    }

    /// The next variable to put where the best answer has it.
    pub fn next(&mut self, domains: &Domains, best: &[i32]) -> Option<Atom> {
        while let Some(&x) = self.held.get(self.cursor) {
            let value = best[x.index()];
            if !domains.is_fixed(x) && domains.contains(x, value) {
                return Some(x.eq(value));
            }
            self.cursor += 1;
        }
        None
    }
}
