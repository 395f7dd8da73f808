//! Narrowing of `a / b = q` and `a mod b = r`, with `b ≠ 0`, the quotient rounded towards zero and the remainder with the
//! sign of `a`.

use super::interval::{Interval, ceil_div};

/// What is left of one of `[a, b, q]`.
pub(crate) fn div(target: usize, of: [Interval; 3]) -> Interval {
    let [a, b, q] = of;
    match target {
        0 => {
            let of_positive = dividend(b.positive_part(), q);
            let of_negative = -dividend(b.negative_part(), q);
            a.intersect(of_positive).hull(a.intersect(of_negative))
        }
        1 => {
            let positive = divisor(a, b.positive_part(), q);
            let negative = -divisor(-a, b.negative_part(), q);
            positive.hull(negative)
        }
        _ => quotient(a, b).intersect(q),
    }
}

/// The span of `a / b`.
fn quotient(a: Interval, b: Interval) -> Interval {
    let by_positive = Interval::corners(a, b.positive_part(), |a, b| a / b);
    let by_negative = Interval::corners(-a, b.negative_part(), |a, b| a / b);
    by_positive.hull(by_negative)
}

/// The span of the `a` with `a / b = q`, for positive `b`.
fn dividend(b: Interval, q: Interval) -> Interval {
    if b.is_empty() || q.is_empty() {
        return Interval::EMPTY;
    }
    let hi = if q.hi >= 0 { q.hi * b.hi + b.hi - 1 } else { q.hi * b.lo };
    let lo = if q.lo <= 0 { q.lo * b.hi - (b.hi - 1) } else { q.lo * b.lo };
    Interval::new(lo, hi)
}

/// What is left of a positive `b`.
fn divisor(a: Interval, b: Interval, q: Interval) -> Interval {
    if b.is_empty() || a.is_empty() || q.is_empty() {
        return Interval::EMPTY;
    }
    // A quotient of at most q.hi ≥ 0 means a ≤ (q.hi + 1)·b - 1, and likewise below zero.
    let enough = ceil_div(a.lo + 1, q.hi.max(0) + 1).max(ceil_div(1 - a.hi, 1 - q.lo.min(0)));
    // A quotient of at least q.lo ≥ 1 means a ≥ q.lo·b.
    let mut most = b.hi;
    if q.lo >= 1 {
        most = most.min(a.hi.div_euclid(q.lo));
    }
    if q.hi <= -1 {
        most = most.min((-a.lo).div_euclid(-q.hi));
    }
    b.intersect(Interval::new(enough, most))
}

/// What is left of one of `[a, b, r]`.
pub(crate) fn modulo(target: usize, of: [Interval; 3]) -> Interval {
    let [a, b, r] = of;
    let b = b.without_zero();
    if of.iter().any(|i| i.is_empty()) || b.is_empty() {
        return Interval::EMPTY;
    }
    match target {
        0 => {
            // A remainder has the sign of a, and is no farther from zero.
            let signed = Interval::new(if r.lo > 0 { r.lo } else { a.lo }, if r.hi < 0 { r.hi } else { a.hi });
            let multiples = Interval::corners(quotient(a, b), b, |q, b| q * b);
            let spanned = Interval::new(multiples.lo + r.lo, multiples.hi + r.hi);
            let mut left = a.intersect(signed).intersect(spanned);
            if b.is_point() && !left.is_empty() {
                let m = b.lo.abs();
                let hi = last_with_remainder(left.hi, m, r);
                let lo = last_with_remainder(-left.lo, m, -r);
                match (lo, hi) {
                    (Some(lo), Some(hi)) => left = left.intersect(Interval::new(-lo, hi)),
                    _ => left = Interval::EMPTY,
                }
            }
            left
        }
        1 => {
            let least = r.magnitudes().0 + 1;
            let most = if a.intersect(r).is_empty() {
                // b divides a - r, which is not 0.
                Interval::new(a.lo - r.hi, a.hi - r.lo).magnitudes().1
            } else {
                b.magnitudes().1
            };
            let size = Interval::new(least, most);
            b.positive_part().intersect(size).hull(-b.negative_part().intersect(size))
        }
        _ => {
            let most = b.magnitudes().1 - 1;
            let sized = Interval::new(a.lo.min(0).max(-most), a.hi.max(0).min(most));
            let multiples = Interval::corners(quotient(a, b), b, |q, b| q * b);
            let spanned = Interval::new(a.lo - multiples.hi, a.hi - multiples.lo);
            r.intersect(sized).intersect(spanned)
        }
    }
}

/// The greatest `a ≤ from` whose remainder by `m` lies in `r`.
fn last_with_remainder(from: i64, m: i64, r: Interval) -> Option<i64> {
    let wanted = r.intersect(Interval::new(0, m - 1));
    if from >= 0 && !wanted.is_empty() {
        let (q, rest) = (from / m, from % m);
        if rest >= wanted.lo {
            return Some(q * m + rest.min(wanted.hi));
        }
        if q >= 1 {
            return Some((q - 1) * m + wanted.hi);
        }
    }
    // Below zero: the least c = -a ≥ 1 whose remainder lies in -r.
    let wanted = (-r).intersect(Interval::new(0, m - 1));
    if wanted.is_empty() {
        return None;
    }
    let from = (-from).max(1);
    let (q, rest) = (from / m, from % m);
    let c = if rest <= wanted.hi { q * m + rest.max(wanted.lo) } else { (q + 1) * m + wanted.lo };
    Some(-c)
}
