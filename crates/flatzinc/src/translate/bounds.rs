//! Ranges for variables that have none, or one too wide for a model: what follows for their bounds from the constraints
//! that must hold, by interval arithmetic in 128 bits, until nothing changes or for a limited number of rounds.
//!
//! Only bounds that follow from the program are taken, so that nothing is lost. What is still too wide then is cut,
//! and the caller must not take the search of the cut model for a proof: only an answer whose objective reaches the
//! bound that followed before the cut is the best.

use entail_model::{
    Constraint, Direction, Domain, Linear, MAX_VALUE, MIN_VALUE, Objective, Posted, Relation, Var, When,
};

/// Rounds over all constraints. Chains of definitions need few; two sums that push each other up would never end.
const ROUNDS: usize = 64;
/// Stands for no bound. Far inside 128 bits, so that sums of many of them stay there.
const INFINITE: i128 = 1 << 100;
/// A cut range leaves room for small constants that are added to the variable.
const CUT: i64 = 2_000_000_000;

/// A closed interval.
type Interval = (i128, i128);

/// What was lost.
#[derive(Debug, Default)]
pub(crate) struct Cut {
    /// The variables whose ranges were cut.
    pub vars: Vec<Var>,
    /// No answer, also of those that were cut off, has a better objective than this.
    pub best: Option<i64>,
}

/// Narrows every range to what a model may have.
pub(crate) fn bound(domains: &mut [Domain], posted: &[Posted], objective: Option<&Objective>) -> Cut {
    let wide = |d: &Domain| d.min() < Some(MIN_VALUE) || d.max() > Some(MAX_VALUE);
    let mut cut = Cut::default();
    if !domains.iter().any(wide) {
        return cut;
    }
    let mut bounds = Bounds { of: domains.iter().map(interval).collect(), changed: false };
    for _ in 0..ROUNDS {
        bounds.changed = false;
        for posted in posted.iter().filter(|p| p.when == When::Always) {
            bounds.propagate(&posted.constraint);
        }
        if !bounds.changed {
            break;
        }
    }
    cut.best = objective.and_then(|Objective { direction, expr }| {
        let (least, most) = bounds.range(expr);
        i64::try_from(if *direction == Direction::Minimize { least } else { most }).ok()
    });
    for (index, domain) in domains.iter_mut().enumerate().filter(|(_, d)| wide(d)) {
        let (lo, hi) = bounds.of[index];
        let clamp = |v: i128| v.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let implied = if lo > hi { Domain::empty() } else { Domain::from(clamp(lo)..=clamp(hi)) };
        *domain = domain.intersection(&implied);
        if !domain.is_empty() && wide(domain) {
            *domain = domain.intersection(&(-CUT..=CUT).into());
            cut.vars.push(Var(index as u32));
        }
    }
    cut
}

fn interval(domain: &Domain) -> Interval {
    let lo = domain.min().map_or(INFINITE, |v| if v == i64::MIN { -INFINITE } else { v.into() });
    let hi = domain.max().map_or(-INFINITE, |v| if v == i64::MAX { INFINITE } else { v.into() });
    (lo, hi)
}

struct Bounds {
    of: Vec<Interval>,
    changed: bool,
}

impl Bounds {
    /// The range of an expression.
    fn range(&self, expr: &Linear) -> Interval {
        let constant = i128::from(expr.constant);
        expr.terms.iter().fold((constant, constant), |sum, t| {
            add(sum, times(self.of[t.var.index()], (t.coef.into(), t.coef.into())))
        })
    }

    /// Lets an expression be in the range. Only where it is one variable is there something to narrow.
    fn narrow(&mut self, expr: &Linear, (lo, hi): Interval) {
        if let [term] = expr.terms.as_slice() {
            let constant = i128::from(expr.constant);
            self.narrow_product(term.coef.into(), term.var, add((lo, hi), (-constant, -constant)));
        }
    }

    /// `coef · x` lies in the range.
    fn narrow_product(&mut self, coef: i128, x: Var, (lo, hi): Interval) {
        let (lo, hi, coef) = if coef < 0 { (-hi, -lo, -coef) } else { (lo, hi, coef) };
        let least = if lo <= -INFINITE { -INFINITE } else { -((-lo).div_euclid(coef)) };
        let most = if hi >= INFINITE { INFINITE } else { hi.div_euclid(coef) };
        let range = &mut self.of[x.index()];
        let narrowed = (range.0.max(least), range.1.min(most));
        // An empty range stays as it is found: nothing follows from it but that there is no answer.
        if narrowed != *range && range.0 <= range.1 {
            *range = narrowed;
            self.changed = true;
        }
    }

    fn propagate(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Linear { expr, relation } => self.linear(expr, *relation),
            Constraint::In { of, set } => self.narrow(of, interval(set)),
            Constraint::Abs { result, of } => {
                let (lo, hi) = self.range(of);
                let least = if lo <= 0 && hi >= 0 { 0 } else { lo.abs().min(hi.abs()) };
                self.narrow(result, (least, lo.abs().max(hi.abs())));
                let most = self.range(result).1;
                self.narrow(of, (-most, most));
            }
            Constraint::Times { result, a, b } => {
                let product = times(self.range(a), self.range(b));
                self.narrow(result, product);
                self.factor(result, a, b);
                self.factor(result, b, a);
            }
            Constraint::Div { result, a, b } => {
                let (a, most) = (self.range(a), magnitude(self.range(a)));
                let (b, sign) = (self.range(b), a.0 >= 0);
                self.narrow(result, if sign && b.0 >= 0 { (0, most) } else { (-most, most) });
            }
            Constraint::Mod { result, a, b } => {
                let (range, divisor) = (self.range(a), magnitude(self.range(b)));
                let most = magnitude(range).min(divisor.saturating_sub(1));
                let least = if range.0 >= 0 { 0 } else { -most };
                self.narrow(result, (least, if range.1 <= 0 { 0 } else { most }));
            }
            Constraint::Pow { result, a, b } => {
                let (base, exponent) = (magnitude(self.range(a)), self.range(b).1);
                let most = match u32::try_from(exponent.max(0)) {
                    Ok(exponent) => base.checked_pow(exponent).unwrap_or(INFINITE).clamp(1, INFINITE),
                    Err(_) if base <= 1 => 1,
                    Err(_) => INFINITE,
                };
                self.narrow(result, (if self.range(a).0 >= 0 { 0 } else { -most }, most));
            }
            Constraint::Min { result, of } => {
                let ranges: Vec<Interval> = of.iter().map(|e| self.range(e)).collect();
                let (lo, hi) = (ranges.iter().map(|r| r.0).min(), ranges.iter().map(|r| r.1).min());
                self.narrow(result, (lo.unwrap_or(-INFINITE), hi.unwrap_or(INFINITE)));
                let least = self.range(result).0;
                of.iter().for_each(|e| self.narrow(e, (least, INFINITE)));
            }
            Constraint::Max { result, of } => {
                let ranges: Vec<Interval> = of.iter().map(|e| self.range(e)).collect();
                let (lo, hi) = (ranges.iter().map(|r| r.0).max(), ranges.iter().map(|r| r.1).max());
                self.narrow(result, (lo.unwrap_or(-INFINITE), hi.unwrap_or(INFINITE)));
                let most = self.range(result).1;
                of.iter().for_each(|e| self.narrow(e, (-INFINITE, most)));
            }
            Constraint::Element { result, index, array } => {
                self.narrow(index, (0, array.len() as i128 - 1));
                let (first, last) = self.range(index);
                let places = first.max(0)..=last.min(array.len() as i128 - 1);
                let hull = places.map(|i| self.range(&array[i as usize])).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
                if let Some(hull) = hull {
                    self.narrow(result, hull);
                }
            }
            Constraint::Count { of, relation: Relation::Eq, times, .. } => self.narrow(times, (0, of.len() as i128)),
            Constraint::GlobalCardinality { of, counts, .. } => {
                counts.iter().for_each(|count| self.narrow(count, (0, of.len() as i128)));
            }
            Constraint::NValues { of, count } => self.narrow(count, (0, of.len() as i128)),
            Constraint::Inverse { forward, backward } => {
                let last = forward.len() as i128 - 1;
                forward.iter().chain(backward).for_each(|e| self.narrow(e, (0, last)));
            }
            Constraint::Circuit { next, .. } => {
                next.iter().for_each(|e| self.narrow(e, (0, next.len() as i128 - 1)));
            }
            Constraint::BinPacking { bins, sizes, loads } => {
                bins.iter().for_each(|e| self.narrow(e, (0, loads.len() as i128 - 1)));
                let all = sizes.iter().map(|&size| i128::from(size)).sum::<i128>();
                loads.iter().for_each(|e| self.narrow(e, (0, all)));
            }
            Constraint::Table { of, rows, forbidden: false } => {
                for (column, e) in of.iter().enumerate() {
                    let values = rows.iter().skip(column).step_by(of.len());
                    if let (Some(&lo), Some(&hi)) = (values.clone().min(), values.max()) {
                        self.narrow(e, (lo.into(), hi.into()));
                    }
                }
            }
            _ => {}
        }
    }

    /// Each term of a sum lies between what the others leave.
    fn linear(&mut self, expr: &Linear, relation: Relation) {
        // The sum lies in this range.
        let (lo, hi) = match relation {
            Relation::Eq => (0, 0),
            Relation::Le => (-INFINITE, 0),
            Relation::Lt => (-INFINITE, -1),
            Relation::Ge => (0, INFINITE),
            Relation::Gt => (1, INFINITE),
            Relation::Ne => return,
        };
        // Sums of the finite ends, and how many ends are infinite: then a term's others are known in constant time.
        let product = |bounds: &Self, at: usize| {
            let term = expr.terms[at];
            times(bounds.of[term.var.index()], (term.coef.into(), term.coef.into()))
        };
        let constant = i128::from(expr.constant);
        let (mut least, mut most, mut open_below, mut open_above) = (constant, constant, 0, 0);
        for at in 0..expr.terms.len() {
            let (a, b) = product(self, at);
            if a <= -INFINITE {
                open_below += 1
            } else {
                least += a
            }
            if b >= INFINITE { open_above += 1 } else { most += b }
        }
        for (at, term) in expr.terms.iter().enumerate() {
            let (a, b) = product(self, at);
            let below = if a <= -INFINITE { (least, open_below - 1) } else { (least - a, open_below) };
            let above = if b >= INFINITE { (most, open_above - 1) } else { (most - b, open_above) };
            let to = if below.1 > 0 || hi >= INFINITE { INFINITE } else { hi - below.0 };
            let from = if above.1 > 0 || lo <= -INFINITE { -INFINITE } else { lo - above.0 };
            self.narrow_product(term.coef.into(), term.var, (from, to));
            // Later terms look at what is known of this one now.
            let (now_a, now_b) = product(self, at);
            (least, open_below) = if now_a <= -INFINITE { (below.0, below.1 + 1) } else { (below.0 + now_a, below.1) };
            (most, open_above) = if now_b >= INFINITE { (above.0, above.1 + 1) } else { (above.0 + now_b, above.1) };
        }
    }

    /// `a · b = result`: `|a| ≤ |result|` where neither `b` nor the result can be 0.
    fn factor(&mut self, result: &Linear, a: &Linear, b: &Linear) {
        let contains_zero = |(lo, hi): Interval| lo <= 0 && hi >= 0;
        if !contains_zero(self.range(b)) {
            let most = magnitude(self.range(result));
            self.narrow(a, (-most, most));
        }
    }
}

fn add(a: Interval, b: Interval) -> Interval {
    let lo = if a.0 <= -INFINITE || b.0 <= -INFINITE { -INFINITE } else { a.0 + b.0 };
    let hi = if a.1 >= INFINITE || b.1 >= INFINITE { INFINITE } else { a.1 + b.1 };
    (lo.clamp(-INFINITE, INFINITE), hi.clamp(-INFINITE, INFINITE))
}

fn times(a: Interval, b: Interval) -> Interval {
    let product = |x: i128, y: i128| match (x, y) {
        (0, _) | (_, 0) => 0,
        _ => {
            x.checked_mul(y).unwrap_or(if (x < 0) == (y < 0) { INFINITE } else { -INFINITE }).clamp(-INFINITE, INFINITE)
        }
    };
    let ends = [product(a.0, b.0), product(a.0, b.1), product(a.1, b.0), product(a.1, b.1)];
    (*ends.iter().min().expect("four"), *ends.iter().max().expect("four"))
}

fn magnitude((lo, hi): Interval) -> i128 {
    lo.abs().max(hi.abs())
}
