//! Narrowing of `a · b = c`.

use super::interval::{Interval, ceil_div};

/// What is left of one of `[a, b, c]`.
pub(crate) fn times(target: usize, of: [Interval; 3]) -> Interval {
    let [a, b, c] = of;
    match target {
        0 => factor(a, b, c),
        1 => factor(b, a, c),
        _ => Interval::corners(a, b, |a, b| a * b).intersect(c),
    }
}

/// The values of `a` that some `b` may take to some `c`.
fn factor(a: Interval, b: Interval, c: Interval) -> Interval {
    if b.contains(0) && c.contains(0) {
        return a;
    }
    // From here on b is not 0; where c is not 0, neither is a, and each sign of a may have its own limits.
    let quotients = |a: Interval| {
        let by_positive = a.intersect(exact_quotient(c, b.positive_part()));
        let by_negative = a.intersect(exact_quotient(-c, b.negative_part()));
        by_positive.hull(by_negative)
    };
    if c.contains(0) {
        return quotients(a);
    }
    quotients(a.intersect(Interval::NEGATIVE)).hull(quotients(a.intersect(Interval::POSITIVE)))
}

/// The integers between the least and the greatest `c / b`, with `b` positive.
fn exact_quotient(c: Interval, b: Interval) -> Interval {
    if b.is_empty() || c.is_empty() {
        return Interval::EMPTY;
    }
    let lo = ceil_div(c.lo, if c.lo > 0 { b.hi } else { b.lo });
    let hi = c.hi.div_euclid(if c.hi > 0 { b.lo } else { b.hi });
    Interval::new(lo, hi)
}
