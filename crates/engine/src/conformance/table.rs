//! The table of constraints: for each, how to make a random instance, and the consistency it claims.

use std::sync::Arc;

use entail_model::{
    Constraint, Domain, Linear, Relation, Strength, Var, abs, all_different_except, among, and, at_least, at_most,
    at_most_one, bin_packing, cage, circuit, count, cumulative, disjunctive, div, element, element2, exactly,
    exactly_one, forbidden, global_cardinality, global_cardinality_closed, iff, implies, increasing, inverse, lex_less,
    lex_less_eq, max, member, min, modulo, not, nvalues, or, pow, precede, regular, strictly_increasing, subcircuit,
    table, times, xor,
};

use super::claim::Claim;
use super::instance::{Gen, Made, Shape};

/// One constraint.
pub(super) struct Row {
    pub name: &'static str,
    /// What it claims where it must hold and its operands are different variables.
    pub claim: fn(Shape) -> Claim,
    pub make: fn(&mut Gen) -> Made,
}

const fn row(name: &'static str, claim: fn(Shape) -> Claim, make: fn(&mut Gen) -> Made) -> Row {
    Row { name, claim, make }
}

/// Every value is supported, whatever the domains.
fn domain(_: Shape) -> Claim {
    Claim::Domain
}

/// Every value is supported; of wide domains the bounds are.
fn domain_or_bounds(shape: Shape) -> Claim {
    if shape == Shape::Wide { Claim::BoundsD } else { Claim::Domain }
}

/// Every value is supported; with wide domains nothing is claimed.
fn domain_if_dense(shape: Shape) -> Claim {
    if shape == Shape::Wide { Claim::Fixed } else { Claim::Domain }
}

fn real_bounds(_: Shape) -> Claim {
    Claim::BoundsR
}

/// Every value is supported; with wide domains the result follows from the operands.
fn domain_or_result(shape: Shape) -> Claim {
    if shape == Shape::Wide { Claim::Result } else { Claim::Domain }
}

/// Bounds are supported; with wide domains the result follows from the operands.
fn bounds_or_result(shape: Shape) -> Claim {
    if shape == Shape::Wide { Claim::Result } else { Claim::BoundsZ }
}

/// Hall intervals; brute force has no way to go through wide ones.
fn bounds_or_forward(shape: Shape) -> Claim {
    if shape == Shape::Wide { Claim::Forward } else { Claim::BoundsZ }
}

/// Every value is supported; with wide domains the last open variable is pruned.
fn domain_or_forward(shape: Shape) -> Claim {
    if shape == Shape::Wide { Claim::Forward } else { Claim::Domain }
}

/// Every value is supported where the values of all operands are near each other.
fn domain_if_near(shape: Shape) -> Claim {
    if matches!(shape, Shape::Wide | Shape::Holes) { Claim::Forward } else { Claim::Domain }
}

/// Every value is supported where all values are digits, as these shapes have them.
fn digits(shape: Shape) -> Claim {
    if matches!(shape, Shape::Dense | Shape::Singleton) { Claim::Domain } else { Claim::Forward }
}

/// A violation is noticed.
fn fixed(_: Shape) -> Claim {
    Claim::Fixed
}

/// Bounds are supported; brute force has no way to go through wide ones.
fn bounds_or_fixed(shape: Shape) -> Claim {
    if shape == Shape::Wide { Claim::Fixed } else { Claim::BoundsZ }
}

/// The last open variable is pruned.
fn forward(_: Shape) -> Claim {
    Claim::Forward
}

/// The bounds of the last open variable.
fn last_bounds(_: Shape) -> Claim {
    Claim::LastBounds
}

/// Only that violations are noticed.
fn nothing(_: Shape) -> Claim {
    Claim::Fixed
}

pub(super) const TABLE: &[Row] = &[
    row("or", domain, |g| or(bools(g)).into()),
    row("and", domain, |g| and(bools(g)).into()),
    row("xor", domain, |g| xor(bools(g)).into()),
    row("not", domain, |g| not(g.bool()).into()),
    row("implies", domain, |g| {
        let of = g.bools(2);
        implies(of[0], of[1]).into()
    }),
    row("iff", domain, |g| {
        let of = g.bools(2);
        iff(of[0], of[1]).into()
    }),
    row("at_most_one", domain, |g| at_most_one(bools(g)).into()),
    row("exactly_one", domain, |g| exactly_one(bools(g)).into()),
    row("linear =", real_bounds, |g| linear(g, Relation::Eq)),
    row("linear = of two", domain_or_bounds, |g| {
        let (a, b) = (g.rng.pick(&[1, -1]), g.rng.pick(&[1, -1]));
        sum(g, &[a, b], Relation::Eq)
    }),
    row("linear ≠", domain, |g| linear(g, Relation::Ne)),
    row("linear ≤", domain, |g| linear(g, Relation::Le)),
    row("linear <", domain, |g| linear(g, Relation::Lt)),
    row("linear ≥", domain, |g| linear(g, Relation::Ge)),
    row("linear >", domain, |g| linear(g, Relation::Gt)),
    row("member", domain_or_bounds, |g| {
        g.expect(1);
        let x = g.int(0, 9);
        let set = some_values(g, &[x], 4);
        member(g.operand(x), set).into()
    }),
    row("abs", domain_or_result, |g| {
        g.expect(2);
        let x = g.int(-4, 5);
        let results = g.samples(|v| Some(v[x.index()].abs()));
        let result = g.around(&results);
        abs(g.operand(result), g.operand(x)).into()
    }),
    row("times", domain_or_result, |g| binary(g, -2, 5, |a, b| a.checked_mul(b), times)),
    row("div", domain_or_result, |g| binary(g, -3, 9, |a, b| a.checked_div(b), div)),
    row("mod", domain_or_result, |g| binary(g, -3, 9, |a, b| a.checked_rem(b), modulo)),
    row("pow", domain_or_result, |g| {
        binary(g, -2, 4, |a, b| u32::try_from(b).ok().and_then(|b| a.checked_pow(b)).or(Some(0)), pow)
    }),
    row("min", bounds_or_result, |g| extremum(g, |v| v.min(), min)),
    row("max", bounds_or_result, |g| extremum(g, |v| v.max(), max)),
    row("all_different (value)", forward, |g| different(g, Strength::Value)),
    row("all_different (bounds)", bounds_or_forward, |g| different(g, Strength::Bounds)),
    row("all_different (domain)", domain, |g| different(g, Strength::Domain)),
    row("all_different (auto)", domain_if_near, |g| different(g, Strength::Auto)),
    row("all_different (offsets)", domain_or_forward, |g| {
        let n = 2 + g.rng.below(4);
        g.expect(n);
        let of: Vec<Linear> = (0..n as i64).map(|i| g.int(0, n as i64) + i * g.rng.pick(&[1, -1])).collect();
        Constraint::AllDifferent { of, except: None, strength: Strength::Domain }.into()
    }),
    row("all_different_except", forward, |g| {
        let of = variables(g, 2, 5, 0, 3);
        let except = some_value(g, &of);
        all_different_except(g.operands(&of), except).into()
    }),
    row("cage", digits, |g| {
        let cells = variables(g, 2, 4, 1, 9);
        let sums = g.samples(|v| Some(cells.iter().map(|x| v[x.index()]).sum()));
        let sum = g.rng.pick(&sums) + g.rng.pick(&[0, 0, 0, 1, -1]);
        cage(g.operands(&cells), sum).into()
    }),
    row("element (constants)", domain_or_bounds, |g| {
        g.expect(2);
        let n = 1 + g.rng.below(6);
        let index = g.int(-1, n as i64);
        let array: Vec<i64> = (0..n).map(|_| g.rng.pick(&[0, 1, 1, 2, 3, 5, -2, 5000])).collect();
        let result = g.around(&array);
        element(g.operand(result), array, g.operand(index)).into()
    }),
    row("element (variables)", domain_or_result, |g| {
        let n = 2 + g.rng.below(2);
        g.expect(n + 2);
        let index = g.int(0, n as i64 - 1);
        let array = g.ints(n, 0, 4);
        let entry = g.rng.pick(&array);
        let results = g.samples(|v| Some(v[entry.index()]));
        let result = g.around(&results);
        element(g.operand(result), g.operands(&array), g.operand(index)).into()
    }),
    row("element2", domain_or_result, |g| {
        let (rows, columns) = (1 + g.rng.below(3), 1 + g.rng.below(3));
        g.expect(4);
        let (row, column) = (g.int(0, rows as i64 - 1), g.int(0, columns as i64 - 1));
        let cell = g.int(0, 4);
        let mut matrix: Vec<Vec<Linear>> =
            (0..rows).map(|_| (0..columns).map(|_| g.rng.range(0, 4).into()).collect()).collect();
        matrix[g.rng.below(rows)][g.rng.below(columns)] = cell.into();
        let result = g.int(0, 4);
        element2(g.operand(result), matrix, g.operand(row), g.operand(column)).into()
    }),
    row("table", domain_or_bounds, |g| {
        let of = variables(g, 1, 4, 0, 4);
        let rows = rows(g, &of, 12);
        table(g.operands(&of), rows).into()
    }),
    row("forbidden", domain_if_dense, |g| {
        let of = variables(g, 1, 4, 0, 4);
        let rows = rows(g, &of, 24);
        forbidden(g.operands(&of), rows).into()
    }),
    row("count", domain, |g| {
        let (of, value) = counted(g, 1);
        let times = g.int(0, of.len() as i64);
        count(g.operands(&of), value, g.operand(times)).into()
    }),
    row("count (any relation)", domain, |g| {
        let (of, value) = counted(g, 1);
        let times = g.int(0, of.len() as i64);
        let relation = g.rng.pick(&[Relation::Ne, Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt]);
        Constraint::Count { of: g.operands(&of), values: [value].into(), relation, times: g.operand(times) }.into()
    }),
    row("at_least", domain, |g| {
        let (of, value) = counted(g, 0);
        at_least(g.rng.range(0, of.len() as i64), g.operands(&of), value).into()
    }),
    row("at_most", domain, |g| {
        let (of, value) = counted(g, 0);
        at_most(g.rng.range(0, of.len() as i64), g.operands(&of), value).into()
    }),
    row("exactly", domain, |g| {
        let (of, value) = counted(g, 0);
        exactly(g.rng.range(0, of.len() as i64), g.operands(&of), value).into()
    }),
    row("among", domain_if_dense, |g| {
        let (of, _) = counted(g, 1);
        let set = some_values(g, &of, 3);
        let times = g.int(0, of.len() as i64);
        among(g.operand(times), g.operands(&of), set).into()
    }),
    row("global_cardinality", forward, |g| {
        let (of, values, counts) = cardinality(g);
        global_cardinality(of, values, counts).into()
    }),
    row("global_cardinality (closed)", forward, |g| {
        let (of, values, counts) = cardinality(g);
        global_cardinality_closed(of, values, counts).into()
    }),
    row("nvalues", forward, |g| {
        let n = 1 + g.rng.below(4);
        g.expect(n + 1);
        let of = g.ints(n, 0, 3);
        let count = g.int(0, n as i64);
        nvalues(g.operand(count), g.operands(&of)).into()
    }),
    row("inverse", forward, |g| {
        let n = 2 + g.rng.below(2);
        g.expect(2 * n);
        let (forward, backward) = (g.ints(n, 0, n as i64 - 1), g.ints(n, 0, n as i64 - 1));
        inverse(g.operands(&forward), g.operands(&backward)).into()
    }),
    row("no_overlap (strict)", last_bounds, |g| boxes(g, true)),
    row("no_overlap", nothing, |g| boxes(g, false)),
    row("bin_packing", nothing, |g| {
        // Three items of nearly one size leave gaps between the loads that they can make up.
        let (n, m) = g.rng.pick(&[(1, 2), (2, 3), (3, 1), (3, 3), (4, 2), (5, 2)]);
        g.expect(n + m);
        let bins = g.ints(n, 0, m as i64 - 1);
        let some = g.rng.pick(&[&[0, 1, 1, 2, 3, 5, 7, 5000][..], &[3], &[5, 6]]);
        let sizes: Vec<i64> = (0..n).map(|_| g.rng.pick(some)).collect();
        let load = |v: &[i64], j: usize| {
            bins.iter().zip(&sizes).filter(|(b, _)| v[b.index()] == j as i64).map(|(_, size)| *size).sum::<i64>()
        };
        let loads: Vec<Var> = (0..m)
            .map(|j| {
                let candidates = g.samples(|v| Some(load(v, j)));
                g.around(&candidates)
            })
            .collect();
        bin_packing(g.operands(&bins), sizes, g.operands(&loads)).into()
    }),
    row("increasing", domain, |g| {
        let of = variables(g, 2, 5, 0, 5);
        increasing(g.operands(&of)).into()
    }),
    row("strictly_increasing", domain, |g| {
        let of = variables(g, 2, 5, 0, 5);
        strictly_increasing(g.operands(&of)).into()
    }),
    row("cumulative", fixed, |g| {
        let (starts, durations) = tasks(g, 4);
        let demands = of_tasks(g, starts.len(), 0, 3);
        let capacity = sometimes_open(g, 1, 4);
        cumulative(starts, durations, demands, capacity).into()
    }),
    row("disjunctive", fixed, |g| {
        let (starts, durations) = tasks(g, 4);
        disjunctive(starts, durations).into()
    }),
    row("disjunctive of two", bounds_or_fixed, |g| {
        g.expect(4);
        let (starts, durations) = (g.ints(2, 0, 4), g.ints(2, 0, 3));
        disjunctive(g.operands(&starts), g.operands(&durations)).into()
    }),
    row("disjunctive (not strict)", fixed, |g| {
        let (starts, durations) = tasks(g, 4);
        let boxes = |of: Vec<Linear>| of.into_iter().map(|e| vec![e]).collect();
        Constraint::NoOverlap { origins: boxes(starts), sizes: boxes(durations), strict: false }.into()
    }),
    row("circuit", forward, |g| circuit(places(g)).into()),
    row("subcircuit", forward, |g| subcircuit(places(g)).into()),
    row("regular", domain_if_dense, |g| {
        let of = variables(g, 1, 5, 0, 2);
        let states = 1 + g.rng.below(4);
        let mut transitions = Vec::new();
        for state in 0..states {
            for value in -1..=4 {
                if g.rng.percent(65) {
                    transitions.push((state, value, g.rng.below(states)));
                }
            }
        }
        let accepting: Vec<usize> = (0..states).filter(|_| g.rng.percent(60)).collect();
        regular(g.operands(&of), states, transitions, accepting).into()
    }),
    row("lex_less", domain, |g| {
        let (a, b) = words(g);
        lex_less(a, b).into()
    }),
    row("lex_less_eq", domain, |g| {
        let (a, b) = words(g);
        lex_less_eq(a, b).into()
    }),
    row("precede", domain_or_forward, |g| {
        let of = variables(g, 1, 5, 0, 3);
        let mut values: Vec<i64> = (0..=g.rng.below(4)).map(|_| some_value(g, &of)).collect();
        let mut seen = std::collections::HashSet::new();
        values.retain(|&v| seen.insert(v));
        precede(g.operands(&of), values).into()
    }),
    row("predicate", domain_if_dense, |g| {
        let of = variables(g, 1, 4, 0, 4);
        let (salt, odds) = (g.rng.word(), g.rng.range(20, 90));
        let holds = move |values: &[Option<i64>]| {
            let known: Option<Vec<i64>> = values.iter().copied().collect();
            known.is_none_or(|known| by_chance(salt, &known, odds))
        };
        Made::Predicate(g.operands(&of), Arc::new(holds))
    }),
    row("partial predicate", domain_if_dense, |g| {
        let of = variables(g, 2, 4, 0, 4);
        let (salt, odds) = (g.rng.word(), g.rng.range(60, 95));
        // Any two known values can rule the tuple out.
        let possible = move |values: &[Option<i64>]| {
            let known: Vec<(usize, i64)> = values.iter().enumerate().filter_map(|(i, v)| Some((i, (*v)?))).collect();
            let fits = |a: &(usize, i64), b: &(usize, i64)| by_chance(salt, &[a.0 as i64, a.1, b.0 as i64, b.1], odds);
            known.iter().enumerate().all(|(i, a)| known[..i].iter().all(|b| fits(a, b)))
        };
        Made::Predicate(g.operands(&of), Arc::new(possible))
    }),
];

fn bools(g: &mut Gen) -> Vec<entail_model::Bool> {
    let n = 1 + g.rng.below(5);
    g.bools(n)
}

fn variables(g: &mut Gen, least: usize, most: usize, lo: i64, hi: i64) -> Vec<Var> {
    let n = least + g.rng.below(most - least + 1);
    g.expect(n);
    g.ints(n, lo, hi)
}

/// Successors: few enough places for brute force, enough for several groups of them.
fn places(g: &mut Gen) -> Vec<Linear> {
    let n = 1 + g.rng.below(6).max(g.rng.below(6));
    g.expect(n);
    let first = g.rng.pick(&[0, 1]);
    let of = g.ints(n, first, first + n as i64 - 1);
    g.operands(&of).into_iter().map(|e| e - first).collect()
}

/// Two words of nearly the same length.
fn words(g: &mut Gen) -> (Vec<Linear>, Vec<Linear>) {
    let n = g.rng.below(4);
    let (a, b) = g.rng.pick(&[(n, n), (n, n), (n + 1, n), (n, n + 1)]);
    g.expect(a + b);
    let (a, b) = (g.ints(a, 0, 2), g.ints(b, 0, 2));
    (g.operands(&a), g.operands(&b))
}

/// A value that one of the variables has, or a small one.
fn some_value(g: &mut Gen, of: &[Var]) -> i64 {
    let values = g.sample();
    let x = g.rng.pick(of);
    if g.rng.percent(85) { values[x.index()] } else { g.rng.range(-1, 3) }
}

fn some_values(g: &mut Gen, of: &[Var], most: usize) -> Domain {
    let mut intervals = Vec::new();
    for _ in 0..=g.rng.below(most) {
        let start = some_value(g, of);
        let length = g.rng.pick(&[0, 0, 0, 1, 3, 6000]);
        intervals.push((start, start + length));
    }
    Domain::from_intervals(intervals)
}

fn linear(g: &mut Gen, relation: Relation) -> Made {
    let n = 1 + g.rng.below(5);
    let coefs: Vec<i64> = (0..n).map(|_| g.rng.pick(&[1, 1, 1, -1, -1, 2, -2, 3, -5, 1000])).collect();
    sum(g, &coefs, relation)
}

fn sum(g: &mut Gen, coefs: &[i64], relation: Relation) -> Made {
    g.expect(coefs.len());
    let mut of = g.ints(coefs.len(), 0, 5);
    if of.len() > 2 && g.rng.percent(8) {
        of[0] = of[1];
        g.decorated = true;
    }
    let expr = Linear::weighted(coefs.iter().copied().zip(of));
    let values = g.sample();
    let at = expr.value(&values) as i64 + g.rng.pick(&[0, 0, 0, 1, -1, 2]);
    Constraint::Linear { expr: expr - at, relation }.into()
}

fn binary(
    g: &mut Gen,
    lo: i64,
    hi: i64,
    value: fn(i64, i64) -> Option<i64>,
    constraint: fn(Linear, Linear, Linear) -> Constraint,
) -> Made {
    g.expect(3);
    let (a, b) = (g.int(lo, hi), g.int(lo, hi));
    let results = g.samples(|v| value(v[a.index()], v[b.index()]));
    let result = g.around(&results);
    constraint(g.operand(result), g.operand(a), g.operand(b)).into()
}

fn extremum(
    g: &mut Gen,
    value: fn(std::vec::IntoIter<i64>) -> Option<i64>,
    constraint: fn(Linear, Vec<Linear>) -> Constraint,
) -> Made {
    let n = 1 + g.rng.below(4);
    g.expect(n + 1);
    let of = g.ints(n, 0, 5);
    let results = g.samples(|v| value(of.iter().map(|x| v[x.index()]).collect::<Vec<_>>().into_iter()));
    let result = g.around(&results);
    constraint(g.operand(result), g.operands(&of)).into()
}

fn different(g: &mut Gen, strength: Strength) -> Made {
    let n = 2 + g.rng.below(4);
    g.expect(n);
    let of = g.ints(n, 0, n as i64 + 1);
    Constraint::AllDifferent { of: g.operands(&of), except: None, strength }.into()
}

fn rows(g: &mut Gen, of: &[Var], most: usize) -> Vec<Vec<i64>> {
    (0..g.rng.below(most))
        .map(|_| {
            let values = g.sample();
            let mut row: Vec<i64> = of.iter().map(|x| values[x.index()]).collect();
            if g.rng.percent(10) {
                row[0] += 1;
            }
            row
        })
        .collect()
}

/// Starts and durations of tasks that crowd each other.
fn tasks(g: &mut Gen, most: usize) -> (Vec<Linear>, Vec<Linear>) {
    let n = 2 + g.rng.below(most - 1);
    g.expect(n + 1);
    let starts = g.ints(n, 0, 2 * n as i64 - 1);
    let durations = of_tasks(g, n, 1, 4);
    (g.operands(&starts), durations)
}

/// For each of the tasks a number, mostly a constant.
fn of_tasks(g: &mut Gen, n: usize, lo: i64, hi: i64) -> Vec<Linear> {
    (0..n).map(|_| sometimes_open(g, lo, hi)).collect()
}

fn sometimes_open(g: &mut Gen, lo: i64, hi: i64) -> Linear {
    if g.rng.percent(80) {
        return g.rng.range(lo, hi).into();
    }
    let x = g.int(lo - 1, hi);
    g.operand(x)
}

/// Variables and a value to count among them, with room for `more` variables.
fn counted(g: &mut Gen, more: usize) -> (Vec<Var>, i64) {
    let n = 1 + g.rng.below(4);
    g.expect(n + more);
    let of = g.ints(n, 0, 3);
    let value = some_value(g, &of);
    (of, value)
}

fn cardinality(g: &mut Gen) -> (Vec<Linear>, Vec<i64>, Vec<Linear>) {
    let (n, m) = (1 + g.rng.below(3), 1 + g.rng.below(2));
    g.expect(n + m);
    let of = g.ints(n, 0, 3);
    let mut values: Vec<i64> = (0..m).map(|_| some_value(g, &of)).collect();
    values.sort_unstable();
    values.dedup();
    let counts = g.ints(values.len(), 0, n as i64);
    (g.operands(&of), values, g.operands(&counts))
}

/// Boxes of two or three dimensions; most sizes are constants, as in most problems.
fn boxes(g: &mut Gen, strict: bool) -> Made {
    let dims = 2 + usize::from(g.rng.percent(20));
    let n = g.rng.pick(&[2, 2, 3, 3, 4]);
    // Few of the coordinates are open, so that more boxes fit.
    let open: Vec<bool> = (0..n * dims).map(|_| n == 2 || g.rng.percent(50)).collect();
    let variable = g.rng.pick(&[0, 0, 20, 40]);
    g.expect(open.iter().filter(|o| **o).count() + 2 * n * dims * variable / 100);
    let origin = |g: &mut Gen, at: usize| -> Linear {
        if !open[at] {
            return g.rng.range(0, 3).into();
        }
        let x = g.int(0, 4);
        g.operand(x)
    };
    let origins = (0..n).map(|i| (0..dims).map(|d| origin(g, i * dims + d)).collect()).collect();
    let size = |g: &mut Gen| -> Linear {
        if !g.rng.percent(variable) {
            return g.rng.pick(&[0, 1, 1, 1, 2, 2, 3]).into();
        }
        let x = g.int(0, 3);
        g.operand(x)
    };
    let sizes = (0..n).map(|_| (0..dims).map(|_| size(g)).collect()).collect();
    Constraint::NoOverlap { origins, sizes, strict }.into()
}

/// True for `odds` in a hundred of all tuples.
fn by_chance(salt: u64, values: &[i64], odds: i64) -> bool {
    let mut state = salt;
    for &v in values {
        state ^= v as u64;
        crate::decide::next_random(&mut state);
        state = state.rotate_left(17).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
    (crate::decide::next_random(&mut state) % 100) < odds as u64
}
