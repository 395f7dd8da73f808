//! Whether learning pays. A clause costs an analysis and visits for as long as it is kept; where it saves no choices, plain
//! backtracking goes through the same tree several times as fast.
//!
//! Two signs that it does not pay: answers are dense, and answers cannot be skipped; or under an order that is followed as it
//! is, conflicts lead back to the last choice nearly always and clauses learnt earlier seldom take part in them. Then the
//! search does without for a while and tries again, each time later.

use crate::statistics::Statistics;

/// Leaves after which it is looked at again.
const WINDOW: u64 = if cfg!(test) { 4 } else { 400 };
/// Where at least one of so many leaves is an answer, answers are dense.
const DENSE: u64 = 20;
/// Where fewer than one of so many choices is skipped for each conflict, clauses save nothing.
const SKIPS: u64 = 20;
/// Where clauses learnt earlier took part so many times in two conflicts, they prune.
const REUSES: u64 = 3;
/// Conflicts without learning, at first and at most.
const PLAIN: (u64, u64) = if cfg!(test) { (4, 16) } else { (4000, 1 << 20) };

pub(crate) struct Worth {
    pays: bool,
    /// The conflict from which the counts are.
    since: u64,
    answers: u64,
    ever_answers: bool,
    /// Choices left out on the way back from conflicts.
    skipped: u64,
    /// Times that learnt clauses had taken part in conflicts when the counts began.
    reused: u64,
    /// How long the next time without learning is.
    plain: u64,
    was_plain: bool,
}

impl Worth {
    pub fn new(conflicts: u64) -> Self {
        let (answers, ever_answers, skipped, reused) = (0, false, 0, 0);
        Self { pays: true, since: conflicts, answers, ever_answers, skipped, reused, plain: PLAIN.0, was_plain: false }
    }

    /// An answer of an enumeration was left behind.
    pub fn answered(&mut self) {
        self.answers += 1;
        self.ever_answers = true;
    }

    /// A conflict at one level led back to another.
    pub fn learnt(&mut self, level: u32, target: u32) {
        self.skipped += u64::from(level.saturating_sub(target + 1));
    }

    pub fn pays(&self) -> bool {
        self.pays
    }

    pub fn has_answers(&self) -> bool {
        self.ever_answers
    }

    pub fn was_plain(&self) -> bool {
        self.was_plain
    }

    /// Whether learning pays now.
    pub fn look(&mut self, done: &Statistics, follows: bool) -> bool {
        let conflicts = done.conflicts;
        let leaves = conflicts - self.since + self.answers;
        let window = if self.pays || self.answers > 0 { WINDOW } else { self.plain };
        if leaves < window {
            return self.pays;
        }
        // Once dense, it takes much fewer answers to change again.
        let rare = if self.pays { DENSE } else { 10 * DENSE };
        let dense = self.answers * rare >= leaves;
        let reused = done.reused - self.reused;
        let idle = self.pays && follows && self.skipped * SKIPS < leaves && 2 * reused < REUSES * leaves;
        if idle {
            self.plain = (2 * self.plain).min(PLAIN.1);
        }
        self.pays = !dense && !idle;
        self.was_plain |= !self.pays;
        (self.since, self.answers, self.skipped, self.reused) = (conflicts, 0, 0, done.reused);
        self.pays
    }
}
