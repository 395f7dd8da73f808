//! Narrowing of `aᵇ = c`. A negative exponent means `1 / a⁻ᵇ` rounded towards zero, which only ±1 survive; zero has no
//! negative powers; a power that leaves the range of variables equals no result.

use super::interval::{Interval, LIMIT};

/// What is left of one of `[a, b, c]`.
pub(crate) fn power(target: usize, of: [Interval; 3]) -> Interval {
    let [a, b, c] = of;
    if of.iter().any(|i| i.is_empty()) {
        return Interval::EMPTY;
    }
    match target {
        0 => base(a, b, c),
        1 => exponent(a, b, c),
        _ => powers(a, b).intersect(c),
    }
}

/// The span of `aᵇ`.
fn powers(a: Interval, b: Interval) -> Interval {
    let mut span = Interval::EMPTY;
    if b.contains(0) {
        span = span.hull(Interval::point(1));
    }
    let below = b.intersect(Interval::NEGATIVE);
    if !below.is_empty() {
        if a.lo <= -2 || a.hi >= 2 {
            span = span.hull(Interval::point(0));
        }
        if a.contains(1) {
            span = span.hull(Interval::point(1));
        }
        if a.contains(-1) {
            span = if has_odd(below) { span.hull(Interval::point(-1)) } else { span };
            span = if has_even(below) { span.hull(Interval::point(1)) } else { span };
        }
    }
    let above = b.positive_part();
    if above.is_empty() {
        return span;
    }
    let grows = |m: Interval, lo: i64, hi: i64| Interval::new(raise(m.lo, lo), raise(m.hi, hi));
    let from_zero = a.intersect(Interval::new(0, LIMIT));
    if !from_zero.is_empty() {
        span = span.hull(grows(from_zero, above.lo, above.hi));
    }
    let negative = a.negative_part();
    if !negative.is_empty() {
        if has_even(above) {
            span = span.hull(grows(negative, above.lo + above.lo % 2, above.hi - above.hi % 2));
        }
        if has_odd(above) {
            span = span.hull(-grows(negative, above.lo + 1 - above.lo % 2, above.hi - 1 + above.hi % 2));
        }
    }
    span
}

fn base(a: Interval, b: Interval, c: Interval) -> Interval {
    let far = c.intersect(Interval::new(-1, 1)).is_empty();
    let b = if far { b.positive_part() } else { b };
    if b.is_empty() {
        return Interval::EMPTY;
    }
    if b.lo <= 0 {
        // Only an odd power of a negative number is negative.
        return if c.hi < 0 { a.intersect(Interval::NEGATIVE) } else { a };
    }
    let mut left = Interval::EMPTY;
    if c.contains(0) {
        left = left.hull(a.intersect(Interval::point(0)));
    }
    let size = |c: Interval| Interval::new(root_up(c.lo, b.hi), root_down(c.hi, b.lo));
    let above = c.positive_part();
    if !above.is_empty() {
        left = left.hull(a.intersect(size(above)));
        if has_even(b) {
            left = left.hull(a.intersect(-size(above)));
        }
    }
    let below = c.negative_part();
    if !below.is_empty() && has_odd(b) {
        left = left.hull(a.intersect(-size(below)));
    }
    left
}

fn exponent(a: Interval, b: Interval, c: Interval) -> Interval {
    if a == Interval::point(0) {
        let least = if c.contains(1) { 0 } else { 1 };
        let most = if c.contains(0) { b.hi } else { 0 };
        return b.intersect(Interval::new(least, most));
    }
    let far = c.intersect(Interval::new(-1, 1)).is_empty();
    let (least, most) = a.magnitudes();
    if !far && least < 2 {
        return b;
    }
    if most < 2 {
        return Interval::EMPTY;
    }
    let (small, large) = c.magnitudes();
    // The least power of the largest base that reaches `small`, the last one of the smallest base within `large`.
    let enough = if small == 0 { b.lo } else { (0..).find(|&e| raise(most, e) >= small).expect("32 suffice") };
    let within = (0..).take_while(|&e| raise(least.max(2), e) <= large).count() as i64 - 1;
    b.intersect(Interval::new(enough, within))
}

fn has_even(b: Interval) -> bool {
    b.lo < b.hi || b.lo % 2 == 0
}

fn has_odd(b: Interval) -> bool {
    b.lo < b.hi || b.lo % 2 != 0
}

/// `mᵉ` for natural numbers, or a number beyond all values.
fn raise(m: i64, e: i64) -> i64 {
    if m <= 1 {
        return if e == 0 { 1 } else { m };
    }
    let mut power = 1;
    for _ in 0..e.min(32) {
        power *= m;
        if power > LIMIT {
            return 2 * LIMIT;
        }
    }
    power
}

/// The greatest `m` with `mᵉ ≤ v`; `v` and `e` are positive.
fn root_down(v: i64, e: i64) -> i64 {
    // Floating point is near; the powers themselves decide.
    let mut m = ((v as f64).powf(1.0 / e as f64) as i64).max(1);
    while raise(m, e) > v {
        m -= 1;
    }
    while raise(m + 1, e) <= v {
        m += 1;
    }
    m
}

/// The least `m` with `mᵉ ≥ v`; `v` and `e` are positive.
fn root_up(v: i64, e: i64) -> i64 {
    let m = root_down(v, e);
    if raise(m, e) == v { m } else { m + 1 }
}
