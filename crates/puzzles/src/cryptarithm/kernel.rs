//! Finding answers column by column from the right, as one adds on paper: the letters of a column get their digits, and as
//! soon as a column is known its sum must end in 0, which leaves about one in `base` ways. With several equations the
//! next column is the one with the fewest new letters.

use super::Cryptarithm;
use crate::search::{End, Found, How};

/// How many digits are tried between looks at the clock.
const BETWEEN_LOOKS: u64 = 1 << 14;
/// How many equations are looked at for the next column.
const COMPARED: usize = 16;

/// Letters in the order in which they get their digits.
struct Plan {
    order: Vec<usize>,
    /// For each letter in order: the columns (equation and place) that are known then, each behind the one to its right.
    known: Vec<Vec<(usize, usize)>>,
    /// Where products are too large for columns: for each letter in order, how many columns from the right are known then,
    /// if these are more than before.
    ends: Vec<Option<usize>>,
}

struct Kernel<'a, 'f> {
    puzzle: &'a Cryptarithm,
    plan: Plan,
    how: &'a How,
    found: &'a mut Found<'f>,
    digits: Vec<i64>,
    taken: u64,
    /// The carry out of the last known column of each equation.
    carries: Vec<i64>,
    /// Earlier carries with their equations, in the order in which they were replaced.
    replaced: Vec<(usize, i64)>,
    most_nodes: u64,
    between_looks: u64,
    end: End,
}

impl Cryptarithm {
    /// Whether the ways to give digits to letters are few enough for the kernel. The engine is good at sums, which it
    /// bounds from their leading letters, and poor at products: these are left to the kernel for longer.
    pub fn is_small(&self) -> bool {
        let most = if self.columns.monomials.len() > self.letters.len() { 10_000_000_000 } else { 50_000_000 };
        let digits = u64::from(self.rules.base);
        let left = |used: u64| digits.saturating_sub(used);
        let ways = (0..self.letters.len() as u64).map(left).try_fold(1_u64, u64::checked_mul);
        ways.is_some_and(|ways| ways <= most)
    }

    /// Hands every answer to `found`, each once, until it has enough or a limit is reached.
    pub fn search_by_columns(&self, how: &How, found: &mut Found<'_>) -> End {
        self.search_within(u64::MAX, how, found)
    }

    /// The same, and no more than so many digits are tried: then the effort is greater than that.
    pub fn search_within(&self, most_nodes: u64, how: &How, found: &mut Found<'_>) -> End {
        if self.letters.len() > self.rules.base as usize {
            return End::default();
        }
        let mut kernel = Kernel {
            puzzle: self,
            plan: if self.exact.is_empty() { self.plan() } else { self.plan_from_ends() },
            how,
            found,
            digits: vec![0; self.letters.len()],
            taken: 0,
            carries: vec![0; self.equations.len()],
            replaced: Vec::new(),
            most_nodes,
            between_looks: self.between_looks(),
            end: End::default(),
        };
        kernel.below(0);
        kernel.end
    }

    fn plan(&self) -> Plan {
        let equations = &self.columns.equations;
        let letters_of = |equation: usize, column: usize| {
            let monomials = equations[equation].columns[column].iter().map(|(_, monomial)| *monomial);
            monomials.flat_map(|monomial| self.columns.monomials[monomial].iter().copied())
        };
        let mut planned = vec![false; self.letters.len()];
        let mut next = vec![0; equations.len()];
        let (mut order, mut known) = (Vec::new(), Vec::new());
        let mut waiting = (0..equations.len()).filter(|equation| !equations[*equation].columns.is_empty());
        let mut open: Vec<usize> = waiting.by_ref().take(COMPARED).collect();
        let new_letters = |equation: usize, column: usize, planned: &[bool]| {
            let mut new: Vec<usize> = letters_of(equation, column).filter(|letter| !planned[*letter]).collect();
            new.sort_unstable();
            new.dedup();
            new
        };
        while let Some(place) = (0..open.len()).min_by_key(|p| new_letters(open[*p], next[open[*p]], &planned).len()) {
            let equation = open[place];
            for letter in new_letters(equation, next[equation], &planned) {
                planned[letter] = true;
                order.push(letter);
                known.push(Vec::new());
            }
            // A column without a new letter is known with the letter before it; before any letter it is empty, and holds.
            if let Some(last) = known.last_mut() {
                last.push((equation, next[equation]));
            }
            next[equation] += 1;
            if next[equation] == equations[equation].columns.len() {
                open.remove(place);
                open.extend(waiting.next());
            }
        }
        // Letters that cancel out of every column still need a digit.
        for letter in (0..self.letters.len()).filter(|letter| !planned[*letter]) {
            order.push(letter);
            known.push(Vec::new());
        }
        Plan { ends: vec![None; order.len()], order, known }
    }

    /// The letters in the order of the columns from the right.
    fn plan_from_ends(&self) -> Plan {
        let mut planned = vec![false; self.letters.len()];
        let (mut order, mut ends) = (Vec::new(), Vec::new());
        let last_columns = self.exact.iter().map(|equation| equation.last_columns()).min().unwrap_or(0);
        for column in 0..last_columns {
            for letter in self.exact.iter().flat_map(|equation| equation.letters_of(column)) {
                if !planned[letter] {
                    planned[letter] = true;
                    order.push(letter);
                    ends.push(None);
                }
            }
            if let Some(last) = ends.last_mut() {
                *last = Some(column + 1);
            }
        }
        order.extend((0..self.letters.len()).filter(|letter| !planned[*letter]));
        ends.resize(order.len(), None);
        Plan { known: vec![Vec::new(); order.len()], order, ends }
    }

    /// How many digits are tried between looks at the clock: fewer where each takes a look at long words.
    fn between_looks(&self) -> u64 {
        let length: usize = self.exact.iter().map(|equation| equation.length()).sum();
        (BETWEEN_LOOKS / (1 + length as u64 / 64)).max(1)
    }
}

impl Kernel<'_, '_> {
    /// Gives digits to the letters from this one on; whether to go on after that.
    fn below(&mut self, depth: usize) -> bool {
        let Some(&letter) = self.plan.order.get(depth) else {
            if !self.puzzle.exact.iter().all(|equation| equation.holds(&self.digits)) {
                return true;
            }
            let answer = self.puzzle.complete(&self.digits);
            if (self.found)(answer).is_break() {
                return false;
            }
            self.end.stop = self.how.stopped();
            return self.end.stop.is_none();
        };
        let least = u64::from(!self.puzzle.letters[letter].zero);
        for digit in least..u64::from(self.puzzle.rules.base) {
            if self.taken >> digit & 1 == 1 {
                continue;
            }
            self.end.effort.nodes += 1;
            let nodes = self.end.effort.nodes;
            if nodes > self.most_nodes {
                return false;
            }
            if nodes.is_multiple_of(self.between_looks) {
                self.end.stop = self.how.stopped();
                if self.end.stop.is_some() {
                    return false;
                }
            }
            self.digits[letter] = digit as i64;
            let replaced = self.replaced.len();
            if self.known_columns_hold(depth) {
                self.taken |= 1 << digit;
                let go_on = self.below(depth + 1);
                self.taken &= !(1 << digit);
                if !go_on {
                    return false;
                }
            }
            for (equation, carry) in self.replaced.drain(replaced..).rev() {
                self.carries[equation] = carry;
            }
        }
        true
    }

    /// Whether the columns that are known with this letter can hold; takes their carries along.
    fn known_columns_hold(&mut self, depth: usize) -> bool {
        if let Some(ends) = self.plan.ends[depth] {
            return self.puzzle.exact.iter().all(|equation| equation.ends_hold(ends, &self.digits));
        }
        let base = i64::from(self.puzzle.rules.base);
        let columns = &self.puzzle.columns;
        self.plan.known[depth].iter().all(|&(equation, place)| {
            let of = &columns.equations[equation].columns;
            let sum = self.carries[equation] + columns.value(&of[place], &self.digits);
            self.replaced.push((equation, self.carries[equation]));
            self.carries[equation] = sum / base;
            sum % base == 0 && (place + 1 < of.len() || sum == 0)
        })
    }
}
