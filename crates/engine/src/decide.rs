//! Which choice next: activity of atoms (VSIDS) for free search, or a given order of variables and values.

use std::cmp::Reverse;

use entail_model::{ValueOrder, VarOrder};
use rustc_hash::FxHashMap;

use crate::atom::{Atom, VarId};
use crate::domains::Domains;
use crate::engine::Engine;
use crate::literal::Lit;
use crate::neighbourhood::Neighbourhood;

/// The end of a chain, and an item that is in none.
const END: u32 = u32::MAX;
const LOOSE: u32 = u32::MAX - 1;
/// Restarts between changes of where the search tries wide variables first.
const REPHASE: usize = 8;
/// Weights of open variables are compared up to this many; beyond, the first open one is taken.
const SCAN: usize = 4000;

impl Engine {
    /// Before a search: with a seed, which of two variables that are as good as each other comes first.
    pub fn stir(&mut self, vars: &[VarId], seed: u64) {
        let mut random = seed;
        for &x in vars.iter().filter(|_| seed != 0) {
            self.activity.weight[x.index()] += (next_random(&mut random) % 1024) as f64 / 1e6;
        }
    }

    /// Before a search: where free search tries each variable first, if not at its least value or where it last was; with
    /// a seed, one in eight anywhere.
    pub fn try_first(&mut self, vars: &[VarId], order: ValueOrder, seed: u64) {
        let mut random = seed;
        for &x in vars {
            let (lo, hi) = (self.lo(x), self.hi(x));
            let anywhere = seed != 0 && next_random(&mut random).is_multiple_of(8);
            let order = if anywhere { ValueOrder::Random } else { order };
            self.trail.saved[x.index()] = match order {
                ValueOrder::Min | ValueOrder::Split | ValueOrder::Interval | ValueOrder::NotMax => lo,
                ValueOrder::Max | ValueOrder::ReverseSplit | ValueOrder::NotMin => hi,
                ValueOrder::Middle | ValueOrder::Median => ((i64::from(lo) + i64::from(hi)).div_euclid(2)) as i32,
                ValueOrder::Random | ValueOrder::SplitRandom | ValueOrder::NotMedian | ValueOrder::NotRandom => {
                    random_between(&mut random, lo, hi)
                }
            };
        }
    }
}

/// A group of variables to branch on together, and how.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    pub vars: Vec<VarId>,
    /// Whether free search may choose an atom of any variable, not only of these.
    pub any: bool,
    /// Whether variables are tried first where they last were.
    pub saved: bool,
    pub var_order: VarOrder,
    pub value_order: ValueOrder,
}

/// One way to choose: the phases in order, the first with an open variable decides.
pub(crate) struct Strategy {
    pub phases: Vec<Phase>,
    /// In each phase no variable before this one is open.
    cursors: Vec<usize>,
    /// The first phase each variable is in.
    phase_of: Vec<u8>,
}

impl Strategy {
    pub fn new(mut phases: Vec<Phase>) -> Self {
        phases.retain(|p| !p.vars.is_empty());
        let last = phases.iter().flat_map(|p| &p.vars).map(|x| x.index() + 1).max().unwrap_or(0);
        let mut phase_of = vec![u8::MAX; last];
        for (at, phase) in phases.iter().enumerate().rev() {
            let at = at.min(u8::MAX.into()) as u8;
            phase.vars.iter().for_each(|x| phase_of[x.index()] = at);
        }
        Self { cursors: vec![0; phases.len()], phases, phase_of }
    }

    fn is_free(&self) -> bool {
        self.phases.first().is_none_or(|p| p.var_order == VarOrder::Free)
    }

    /// Whether a variable of the phase is open.
    fn is_open(&mut self, phase: usize, domains: &Domains) -> bool {
        let (vars, cursor) = (&self.phases[phase].vars, &mut self.cursors[phase]);
        while *cursor < vars.len() && domains.is_fixed(vars[*cursor]) {
            *cursor += 1;
        }
        *cursor < vars.len()
    }

    /// Whether activity may choose this variable in the phase.
    fn may_choose(&self, phase: usize, x: VarId) -> bool {
        self.phases[phase].any || self.phase_of.get(x.index()).is_some_and(|&p| usize::from(p) <= phase)
    }
}

/// Makes the choices.
pub(crate) struct Brancher {
    /// Ways to choose, taken in turn from restart to restart.
    strategies: Vec<Strategy>,
    /// The one in use.
    now: usize,
    /// Runs between restarts so far.
    runs: usize,
    /// Items taken off the activity heap, in a chain for each level at which their atom became true or false: only once
    /// that is undone are they of interest again.
    taken: Vec<u32>,
    /// The next item of the chain; an item out of every chain has `LOOSE`.
    chain: Vec<u32>,
    /// The levels above this one have nothing taken.
    taken_to: usize,
    /// Values to try first, whatever the order.
    warm: FxHashMap<VarId, i32>,
    best: Vec<i32>,
    /// What is optimised, whether it is to be small, and the bound last seen at the root.
    objective: Option<(VarId, bool, Option<i32>)>,
    neighbourhood: Option<Neighbourhood>,
    random: u64,
}

impl Brancher {
    pub fn new(strategies: Vec<Strategy>, warm: FxHashMap<VarId, i32>, seed: u64) -> Self {
        Self {
            strategies,
            now: 0,
            runs: 0,
            taken: Vec::new(),
            chain: Vec::new(),
            taken_to: 0,
            warm,
            best: Vec::new(),
            objective: None,
            neighbourhood: None,
            random: seed ^ 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// Whether some strategy is the engine's own.
    pub fn is_free(&self) -> bool {
        self.strategies.iter().any(Strategy::is_free)
    }

    /// Looks for better answers near the best one too, in which most of these variables keep their values.
    pub fn look_near(&mut self, vars: Vec<VarId>) {
        self.neighbourhood = Some(Neighbourhood::new(vars));
    }

    /// The next choice; none where every variable of every phase is fixed.
    pub fn next(&mut self, engine: &mut Engine) -> Option<Atom> {
        if let Some(atom) = self.probe(engine) {
            return Some(atom);
        }
        if let Some(near) = &mut self.neighbourhood
            && let Some(atom) = near.next(&engine.trail.domains, &self.best)
        {
            return Some(atom);
        }
        for at in 0..self.strategies[self.now].phases.len() {
            if !self.strategies[self.now].is_open(at, &engine.trail.domains) {
                continue;
            }
            if self.strategies[self.now].phases[at].var_order == VarOrder::Free
                && let Some(atom) = self.most_active(at, engine)
            {
                return Some(atom);
            }
            if let Some(x) = self.open_variable(at, engine) {
                return Some(self.value(at, engine, x));
            }
        }
        None
    }

    /// The search starts over: another strategy, now and then near the best answer.
    pub fn restarted(&mut self, engine: &mut Engine) {
        self.runs += 1;
        self.now = self.runs % self.strategies.len();
        if self.runs.is_multiple_of(REPHASE) {
            self.rephase(engine);
        }
        if let Some(near) = &mut self.neighbourhood
            && !self.best.is_empty()
        {
            near.restarted(self.runs, &mut self.random);
        }
    }

    /// Choices above `level` were undone.
    pub fn backtracked(&mut self, engine: &mut Engine, level: u32) {
        while self.taken_to > level as usize {
            let mut item = std::mem::replace(&mut self.taken[self.taken_to], END);
            while item != END {
                engine.activity.restore(item);
                item = std::mem::replace(&mut self.chain[item as usize], LOOSE);
            }
            self.taken_to -= 1;
        }
        self.strategies[self.now].cursors.fill(0);
        if let Some(near) = &mut self.neighbourhood {
            near.backtracked();
        }
    }

    pub fn set_objective(&mut self, x: VarId, minimize: bool) {
        self.objective = Some((x, minimize, None));
    }

    /// Whether the root's bound of the objective is another one than at the last call.
    pub fn bound_moved(&mut self, engine: &Engine) -> bool {
        let Some((x, minimize, last)) = &mut self.objective else { return false };
        let bound = if *minimize { engine.lo(*x) } else { engine.hi(*x) };
        last.replace(bound) != Some(bound)
    }

    /// Every other run between restarts, once there is an answer, starts in the better half of a wide objective: steps
    /// from one answer to the next would be too small, and where the half has none, the bound moves by as much. A given
    /// order is followed as it is.
    fn probe(&self, engine: &Engine) -> Option<Atom> {
        let (x, minimize, _) = self.objective.filter(|_| self.strategies[self.now].is_free())?;
        let domains = &engine.trail.domains;
        let due =
            engine.trail.level() == 0 && !self.best.is_empty() && (self.runs / self.strategies.len()).is_multiple_of(2);
        if !due || domains.is_dense(x) || domains.is_fixed(x) {
            return None;
        }
        let middle = (i64::from(domains.lo(x)) + i64::from(domains.hi(x))).div_euclid(2) as i32;
        Some(if minimize { x.le(middle) } else { x.ge(middle + 1) })
    }

    /// The values that the search returns to now and then: those of the best answer, as they stand in the engine.
    pub fn remember_best(&mut self, engine: &Engine) {
        self.best.clear();
        self.best.extend(engine.trail.domains.bounds.iter().map(|b| b.lo));
    }

    /// Looks elsewhere: near the best answer, or without one, wide variables somewhere else than where they last were.
    fn rephase(&mut self, engine: &mut Engine) {
        if !self.best.is_empty() {
            // Variables made since the best answer are where they were.
            return engine.trail.saved[..self.best.len()].copy_from_slice(&self.best);
        }
        for x in (0..engine.trail.domains.len() as u32).map(VarId) {
            if !engine.trail.domains.is_dense(x) {
                engine.trail.saved[x.index()] = random_between(&mut self.random, engine.lo(x), engine.hi(x));
            }
        }
    }

    /// An open atom that took part in many recent conflicts, on the side where its variable last was.
    fn most_active(&mut self, phase: usize, engine: &mut Engine) -> Option<Atom> {
        let next_level = engine.trail.level() + 1;
        loop {
            let item = engine.activity.pop()?;
            let atom = engine.literals.atom(Lit(2 * item));
            let trail = &engine.trail;
            if trail.domains.is_true(atom) {
                self.take(item, trail.level_of(atom));
                continue;
            }
            if trail.domains.is_false(atom) {
                self.take(item, trail.level_of(!atom));
                continue;
            }
            self.take(item, next_level);
            if self.strategies[self.now].may_choose(phase, atom.var()) {
                return Some(if atom.allows(trail.saved[atom.var().index()]) { atom } else { !atom });
            }
        }
    }

    /// Notes that an item was taken off the heap until `level` is undone; what is known at the root stays off.
    fn take(&mut self, item: u32, level: u32) {
        let level = level as usize;
        if level == 0 {
            return;
        }
        if self.taken.len() <= level {
            self.taken.resize(level + 1, END);
        }
        if self.chain.len() <= item as usize {
            self.chain.resize(item as usize + 1, LOOSE);
        }
        // An item given back and used again may be in a chain still: it stays there.
        if self.chain[item as usize] == LOOSE {
            self.chain[item as usize] = std::mem::replace(&mut self.taken[level], item);
        }
        self.taken_to = self.taken_to.max(level);
    }

    fn open_variable(&self, at: usize, engine: &Engine) -> Option<VarId> {
        let Strategy { phases, cursors, .. } = &self.strategies[self.now];
        let phase = &phases[at];
        let domains = &engine.trail.domains;
        let rest = &phase.vars[cursors[at]..];
        let compared = !matches!(phase.var_order, VarOrder::Free | VarOrder::DomWdeg) || rest.len() <= SCAN;
        let order = if compared { phase.var_order } else { VarOrder::Input };
        let open = rest.iter().copied().filter(|&x| !domains.is_fixed(x));
        let size = |x: VarId| domains.size(x) as f64;
        let weighted = |x: VarId| size(x) / engine.activity.weight[x.index()];
        match order {
            VarOrder::Input => rest.first().copied(),
            VarOrder::FirstFail => open.min_by_key(|&x| domains.size(x)),
            VarOrder::AntiFirstFail => open.min_by_key(|&x| Reverse(domains.size(x))),
            VarOrder::Smallest => open.min_by_key(|&x| domains.lo(x)),
            VarOrder::Largest => open.min_by_key(|&x| Reverse(domains.hi(x))),
            VarOrder::Occurrence => open.min_by_key(|&x| Reverse(engine.subscriptions_of(x))),
            VarOrder::MostConstrained => open.min_by_key(|&x| (domains.size(x), Reverse(engine.subscriptions_of(x)))),
            VarOrder::MaxRegret => open.min_by_key(|&x| {
                let second = domains.at_or_above(x, domains.lo(x) + 1);
                Reverse(i64::from(second) - i64::from(domains.lo(x)))
            }),
            VarOrder::DomWdeg | VarOrder::Free => open.min_by(|&a, &b| weighted(a).total_cmp(&weighted(b))),
        }
    }

    fn value(&mut self, phase: usize, engine: &Engine, x: VarId) -> Atom {
        let phase = &self.strategies[self.now].phases[phase];
        let domains = &engine.trail.domains;
        let (lo, hi) = (domains.lo(x), domains.hi(x));
        let saved = engine.trail.saved[x.index()];
        let middle = ((i64::from(lo) + i64::from(hi)).div_euclid(2)) as i32;
        if let Some(&v) = self.warm.get(&x)
            && domains.contains(x, v)
        {
            return single(lo, hi, x, v);
        }
        // Of a wide domain a part is cut off, at random: a guess at one of so many values teaches little, and always
        // halving asks about the same few bounds again and again.
        if phase.saved && !domains.is_dense(x) {
            let cut = random_between(&mut self.random, lo, hi - 1);
            return if saved <= cut { x.le(cut) } else { x.ge(cut + 1) };
        }
        if phase.saved && domains.contains(x, saved) {
            return single(lo, hi, x, saved);
        }
        match phase.value_order {
            ValueOrder::Min => x.le(lo),
            ValueOrder::Max => x.ge(hi),
            ValueOrder::Split => x.le(middle),
            ValueOrder::Middle => {
                let (below, above) = (domains.at_or_below(x, middle), domains.at_or_above(x, middle));
                x.eq(if middle - below <= above - middle { below } else { above })
            }
            ValueOrder::Median => single(lo, hi, x, median(domains, x)),
            ValueOrder::Random => {
                let any = random_between(&mut self.random, lo, hi);
                x.eq(domains.at_or_above(x, any))
            }
            ValueOrder::ReverseSplit => x.ge(middle + 1),
            ValueOrder::SplitRandom if next_random(&mut self.random) & 1 == 0 => x.ge(middle + 1),
            ValueOrder::SplitRandom => x.le(middle),
            ValueOrder::Interval => {
                let gap = first_gap(domains, x);
                x.le(gap.unwrap_or(middle))
            }
            ValueOrder::NotMin => x.ge(domains.at_or_above(x, lo + 1)),
            ValueOrder::NotMax => x.le(domains.at_or_below(x, hi - 1)),
            ValueOrder::NotMedian => !single(lo, hi, x, median(domains, x)),
            ValueOrder::NotRandom => {
                let any = random_between(&mut self.random, lo, hi);
                x.ne(domains.at_or_above(x, any))
            }
        }
    }
}

/// The value in the middle of the values, the lower of two; of a wide domain, the one nearest to the middle.
fn median(domains: &Domains, x: VarId) -> i32 {
    if domains.is_dense(x) {
        let at = (domains.size(x) - 1) / 2;
        return domains.values(x).nth(at as usize).expect("the domain has that many values");
    }
    let middle = (i64::from(domains.lo(x)) + i64::from(domains.hi(x))).div_euclid(2) as i32;
    domains.at_or_below(x, middle)
}

/// The last value before the first gap between the values of a dense domain.
fn first_gap(domains: &Domains, x: VarId) -> Option<i32> {
    if !domains.is_dense(x) {
        return None;
    }
    (domains.lo(x)..domains.hi(x)).find(|&v| !domains.contains(x, v + 1))
}

/// `[x = v]`, as a bound where it is one.
fn single(lo: i32, hi: i32, x: VarId, v: i32) -> Atom {
    if v == lo {
        x.le(v)
    } else if v == hi {
        x.ge(v)
    } else {
        x.eq(v)
    }
}

pub(crate) fn random_between(state: &mut u64, lo: i32, hi: i32) -> i32 {
    let span = (i64::from(hi) - i64::from(lo) + 1) as u64;
    (i64::from(lo) + (next_random(state) % span) as i64) as i32
}

/// SplitMix64.
pub(crate) fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
