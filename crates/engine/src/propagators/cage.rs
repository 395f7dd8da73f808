//! A cage: cells with digits 1 to 9, all different, that add up to a sum. Joint domain consistency: a digit stays in a cell
//! only where some assignment of all cells uses it.
//!
//! A set of digits is a number below 512, a set of such sets 512 bits: `[u64; 8]`. Taking digit `d` as the next one
//! moves all sets that lack it by `2ᵈ` places at once, so one pass over the cells finds all sets that the cells before
//! each one can use up, and one pass back from the sets of the right sum all that leave a way to end.

use crate::atom::{Atom, VarId};
use crate::propagator::{Conflict, Cost, Cx, Past, Propagator, Subscriptions, Why, event};

/// A set of sets of digits; digit `d` of 1 to 9 is bit `d - 1` of a set's number.
type Sets = [u64; 8];

const DIGITS: usize = 9;
/// For digits whose step stays inside a word: the places of sets that lack the digit.
const LACKING: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The sets that lack the digit (counted from 0), with it added.
fn with(sets: &Sets, digit: usize) -> Sets {
    match LACKING.get(digit) {
        Some(lacking) => sets.map(|word| (word & lacking) << (1 << digit)),
        None => {
            let step = 1 << (digit - 6);
            std::array::from_fn(|k| if k & step != 0 { sets[k - step] } else { 0 })
        }
    }
}

/// The sets that have the digit, with it taken away.
fn without(sets: &Sets, digit: usize) -> Sets {
    match LACKING.get(digit) {
        Some(lacking) => sets.map(|word| word >> (1 << digit) & lacking),
        None => {
            let step = 1 << (digit - 6);
            std::array::from_fn(|k| if k & step == 0 { sets[k + step] } else { 0 })
        }
    }
}

fn unite(into: &mut Sets, other: &Sets) {
    into.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

fn meet(a: &Sets, b: &Sets) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn digits(domain: u16) -> impl Iterator<Item = usize> {
    (0..DIGITS).filter(move |d| domain >> d & 1 != 0)
}

/// The sets of so many digits with this sum.
fn bucket(cells: usize, sum: i64) -> Sets {
    let mut sets = [0; 8];
    for set in 0..512u16 {
        let total: i64 = digits(set).map(|d| d as i64 + 1).sum();
        if set.count_ones() as usize == cells && total == sum {
            sets[set as usize / 64] |= 1 << (set % 64);
        }
    }
    sets
}

pub(crate) struct Cage {
    cells: Box<[VarId]>,
    /// The digits of each cell at the root.
    root: Box<[u16]>,
    /// The sets of digits that the whole cage can have.
    ends: Sets,
    /// For each cell what those before it can use up, and what leaves those after it a way to end.
    before: Vec<Sets>,
    after: Vec<Sets>,
    now: Vec<u16>,
}

impl Cage {
    /// A cage of different variables with values from 1 to 9, or nothing where no digits have the sum.
    pub fn new(cells: &[VarId], root: Box<[u16]>, sum: i64) -> Option<Cage> {
        let ends = bucket(cells.len(), sum);
        (ends != [0; 8]).then(|| Cage {
            cells: cells.into(),
            root,
            ends,
            before: Vec::new(),
            after: Vec::new(),
            now: Vec::new(),
        })
    }

    /// Whether the domains in `now` have an assignment.
    fn is_possible(&self) -> bool {
        let mut sets = [0; 8];
        sets[0] = 1;
        for &domain in &self.now {
            let mut next = [0; 8];
            digits(domain).for_each(|d| unite(&mut next, &with(&sets, d)));
            sets = next;
        }
        meet(&sets, &self.ends)
    }

    /// Pushes a part of what was removed from the cells then that leaves `except`, with one digit, no assignment.
    fn explain_removed(&mut self, past: &Past<'_>, except: Option<(usize, u16)>, out: &mut Vec<Atom>) {
        let then = |x: VarId| digits(0x1ff).filter(|&d| past.contains(x, d as i32 + 1)).fold(0, |m, d| m | 1 << d);
        let mut now = std::mem::take(&mut self.now);
        now.clear();
        now.extend(self.cells.iter().map(|&x| then(x)));
        self.now = now;
        if let Some((place, digit)) = except {
            self.now[place] = digit;
        }
        debug_assert!(!self.is_possible());
        let others = (0..self.cells.len()).filter(|&i| except.is_none_or(|e| e.0 != i));
        // Give whole cells their digits back, then single digits, as long as there is no assignment.
        for i in others.clone() {
            let narrow = std::mem::replace(&mut self.now[i], self.root[i]);
            if self.is_possible() {
                self.now[i] = narrow;
            }
        }
        for i in others {
            for d in digits(self.root[i] & !self.now[i]) {
                self.now[i] |= 1 << d;
                if self.is_possible() {
                    self.now[i] &= !(1 << d);
                }
            }
            state_removed(past, self.cells[i], self.root[i] & !self.now[i], out);
        }
    }
}

/// Pushes atoms, true then, that leave out the given digits: bounds where they do.
fn state_removed(past: &Past<'_>, x: VarId, removed: u16, out: &mut Vec<Atom>) {
    let (lo, hi) = past.bounds(x);
    let value = |d: usize| d as i32 + 1;
    let below = digits(removed).map(value).filter(|&v| v < lo).last();
    let above = digits(removed).map(value).find(|&v| v > hi);
    match (below, above) {
        (Some(_), Some(_)) if lo == hi => out.push(x.eq(lo)),
        _ => {
            out.extend(below.map(|v| x.ge(v + 1)));
            out.extend(above.map(|v| x.le(v - 1)));
        }
    }
    out.extend(digits(removed).map(value).filter(|v| (lo..=hi).contains(v)).map(|v| x.ne(v)));
}

impl Propagator for Cage {
    fn subscribe(&self, to: &mut Subscriptions) {
        for &x in &self.cells {
            to.on(x, event::DOMAIN);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let n = self.cells.len();
        self.now.clear();
        self.now.extend(self.cells.iter().map(|&x| cx.window(x, 1) as u16 & 0x1ff));
        self.before.resize(n + 1, [0; 8]);
        self.after.resize(n + 1, [0; 8]);
        self.before[0] = [1, 0, 0, 0, 0, 0, 0, 0];
        for i in 0..n {
            let mut next = [0; 8];
            digits(self.now[i]).for_each(|d| unite(&mut next, &with(&self.before[i], d)));
            self.before[i + 1] = next;
        }
        if !meet(&self.before[n], &self.ends) {
            return Err(cx.fail_with(|past, out| self.explain_removed(past, None, out)));
        }
        self.after[n] = self.ends;
        for i in (0..n).rev() {
            let mut earlier = [0; 8];
            for d in digits(self.now[i]) {
                let left = without(&self.after[i + 1], d);
                if meet(&left, &self.before[i]) {
                    unite(&mut earlier, &left);
                } else {
                    cx.assert(self.cells[i].ne(d as i32 + 1), Why::Lazy(i as u32))?;
                }
            }
            self.after[i] = earlier;
        }
        Ok(())
    }

    fn explain(&mut self, past: &Past<'_>, atom: Atom, data: u32, out: &mut Vec<Atom>) {
        self.explain_removed(past, Some((data as usize, 1 << (atom.value() - 1))), out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::propagators::brute_force::{Claim, Random, try_out};

    #[test]
    fn every_digit_left_is_in_an_assignment_and_removed_digits_say_why() {
        let mut random = Random(7);
        for _ in 0..300 {
            let n = 1 + random.below(5);
            let domains: Vec<Vec<i32>> = (0..n)
                .map(|_| {
                    let from = 1 + random.below(6);
                    let span = 1 + random.below(10 - from);
                    random.domain(from as i32, span)
                })
                .collect();
            let root: Box<[u16]> = domains.iter().map(|d| d.iter().fold(0, |m, v| m | 1 << (v - 1))).collect();
            let sum = domains.iter().map(|d| d[random.below(d.len())]).sum::<i32>();
            let holds = |values: &[i32]| {
                let differ = (1..values.len()).all(|i| !values[..i].contains(&values[i]));
                differ && values.iter().sum::<i32>() == sum
            };
            try_out(
                &domains,
                |engine, xs| match Cage::new(xs, root.clone(), sum.into()) {
                    Some(cage) => engine.post(Box::new(cage), None, 0),
                    None => engine.dead = true,
                },
                holds,
                Claim::Domain,
                &mut random,
            );
        }
    }

    #[test]
    fn buckets_have_at_most_twelve_sets() {
        let sizes = (1..=9).flat_map(|n| (1..=45).map(move |s| bucket(n, s)));
        let sizes: Vec<u32> = sizes.map(|b| b.iter().map(|w| w.count_ones()).sum()).collect();
        assert_eq!(sizes.iter().max(), Some(&12));
        assert_eq!(sizes.iter().sum::<u32>(), 511);
    }
}
