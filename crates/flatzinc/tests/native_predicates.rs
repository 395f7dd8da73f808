//! Every predicate of the library folder, plain, reified and half-reified, against all assignments judged by the meaning
//! that the standard library of MiniZinc gives it.

use entail_engine::Solver;
use entail_flatzinc::{read, translate};

/// A predicate, its arguments with variables `a`, `b` and so on, their domains, and what it means.
struct Case {
    name: &'static str,
    args: &'static str,
    domains: &'static [(i64, i64)],
    holds: fn(&[i64]) -> bool,
}

const fn case(
    name: &'static str,
    args: &'static str,
    domains: &'static [(i64, i64)],
    holds: fn(&[i64]) -> bool,
) -> Case {
    Case { name, args, domains, holds }
}

const CASES: &[Case] = &[
    case("all_different", "[a, b, 2]", &[(1, 3); 2], |v| v[0] != v[1] && v[0] != 2 && v[1] != 2),
    case("all_different_except", "[a, b, c], 2", &[(1, 3); 3], |v| pairs(3).all(|(i, j)| v[i] != v[j] || v[i] == 2)),
    case("increasing", "[a, b, c]", &[(0, 2); 3], |v| v[0] <= v[1] && v[1] <= v[2]),
    case("strictly_increasing", "[a, b, c]", &[(0, 3); 3], |v| v[0] < v[1] && v[1] < v[2]),
    case("lex_less", "[a, b], [c, d]", &[(0, 2); 4], |v| v[..2] < v[2..]),
    case("lex_less", "[a, b], [c]", &[(0, 2); 3], |v| v[..2] < v[2..]),
    case("lex_lesseq", "[a, b], [c, d]", &[(0, 2); 4], |v| v[..2] <= v[2..]),
    case("lex_lesseq", "[a], [b, c]", &[(0, 2); 3], |v| v[..1] <= v[1..]),
    case("value_precede_chain", "[3, 1, 2], [a, b, c, d]", &[(0, 3); 4], |v| {
        let before = |value, place: usize| v[..place].contains(&value);
        (0..4).all(|i| (v[i] != 1 || before(3, i)) && (v[i] != 2 || before(1, i)))
    }),
    case("count_eq", "[a, b, c], 1, d", &[(0, 2), (0, 2), (0, 2), (-1, 4)], |v| v[3] == occurrences(&v[..3], 1)),
    case("count_neq", "[a, b, c], 1, d", &[(0, 2), (0, 2), (0, 2), (-1, 4)], |v| v[3] != occurrences(&v[..3], 1)),
    case("count_leq", "[a, b, c], 1, d", &[(0, 2), (0, 2), (0, 2), (-1, 4)], |v| v[3] <= occurrences(&v[..3], 1)),
    case("count_lt", "[a, b, c], 1, d", &[(0, 2), (0, 2), (0, 2), (-1, 4)], |v| v[3] < occurrences(&v[..3], 1)),
    case("count_geq", "[a, b, c], 1, d", &[(0, 2), (0, 2), (0, 2), (-1, 4)], |v| v[3] >= occurrences(&v[..3], 1)),
    case("count_gt", "[a, b, c], 1, d", &[(0, 2), (0, 2), (0, 2), (-1, 4)], |v| v[3] > occurrences(&v[..3], 1)),
    case("among", "d, [a, b, c], {0, 3}", &[(0, 3), (0, 3), (0, 3), (0, 3)], |v| {
        v[3] == occurrences(&v[..3], 0) + occurrences(&v[..3], 3)
    }),
    case("nvalue", "d, [a, b, c]", &[(0, 2), (0, 2), (0, 2), (0, 4)], |v| {
        v[3] == (0..=2).filter(|value| v[..3].contains(value)).count() as i64
    }),
    case("global_cardinality", "[a, b, c], [2, 1], [d, e]", &[(1, 3), (1, 3), (1, 3), (0, 3), (0, 3)], |v| {
        v[3] == occurrences(&v[..3], 2) && v[4] == occurrences(&v[..3], 1)
    }),
    case("global_cardinality_closed", "[a, b, c], [2, 1], [d, e]", &[(1, 3), (1, 3), (1, 3), (0, 3), (0, 3)], |v| {
        v[3] == occurrences(&v[..3], 2) && v[4] == occurrences(&v[..3], 1) && !v[..3].contains(&3)
    }),
    case("cumulative", "[a, b], [2, c], [1, d], e", &[(0, 2), (0, 2), (0, 2), (0, 2), (-1, 3)], |v| {
        let first = |t| i64::from(v[0] <= t && t < v[0] + 2);
        let second = |t| if v[1] <= t && t < v[1] + v[2] { v[3] } else { 0 };
        (-1..6).all(|t| first(t) + second(t) <= v[4])
    }),
    case("disjunctive", "[a, b], [c, 2]", &[(0, 3), (0, 3), (0, 2)], |v| {
        v[2] == 0 || v[0] + v[2] <= v[1] || v[1] + 2 <= v[0]
    }),
    case("disjunctive_strict", "[a, b], [c, 2]", &[(0, 3), (0, 3), (0, 2)], |v| {
        v[0] + v[2] <= v[1] || v[1] + 2 <= v[0]
    }),
    case("diffn", "[a, b], [c, d], [e, 2], [1, 2]", &[(0, 2), (0, 2), (0, 2), (0, 2), (0, 2)], |v| {
        apart(v[0], v[4], v[1], 2) || apart(v[2], 1, v[3], 2)
    }),
    case("diffn_nonstrict", "[a, b], [c, d], [e, 2], [1, 2]", &[(0, 2), (0, 2), (0, 2), (0, 2), (0, 2)], |v| {
        v[4] == 0 || apart(v[0], v[4], v[1], 2) || apart(v[2], 1, v[3], 2)
    }),
    case("diffn_k", "[a, c, b, d], [e, 1, 2, 2], 2", &[(0, 2), (0, 2), (0, 2), (0, 2), (0, 2)], |v| {
        apart(v[0], v[4], v[1], 2) || apart(v[2], 1, v[3], 2)
    }),
    case("diffn_nonstrict_k", "[a, c, b, d], [e, 1, 2, 2], 2", &[(0, 2), (0, 2), (0, 2), (0, 2), (0, 2)], |v| {
        v[4] == 0 || apart(v[0], v[4], v[1], 2) || apart(v[2], 1, v[3], 2)
    }),
    case("circuit", "[a, b, c, d], 5", &[(4, 8), (5, 8), (5, 8), (5, 9)], |v| tour(v, 5, false)),
    case("subcircuit", "[a, b, c, d], 5", &[(4, 8), (5, 8), (5, 8), (5, 9)], |v| tour(v, 5, true)),
    // From state 2 with the last symbol back in it: 1 stays, 2 moves on, state 3 is a dead end for 2.
    case("regular", "[a, b, c], 3, 2, [1, 2, 2, 3, 1, 0], 2, {1, 2}", &[(0, 3); 3], |v| {
        let next = [[1, 2], [2, 3], [1, 0]];
        let mut state = 2;
        for &value in v {
            if !(1..=2).contains(&value) || state == 0 {
                return false;
            }
            state = next[state - 1][value as usize - 1];
        }
        state == 1 || state == 2
    }),
    case("table", "[a, b], [0, 1, 2, 2, 1, 0]", &[(0, 2); 2], |v| matches!(v, [0, 1] | [2, 2] | [1, 0])),
    case("bin_packing_load", "[a, b], [c, d, 4], 3, [1, 2, 3]", &[(0, 6), (0, 6), (2, 5), (2, 5)], |v| {
        let load = |bin| i64::from(v[2] == bin) + 2 * i64::from(v[3] == bin) + 3 * i64::from(bin == 4);
        v[2..].iter().all(|bin| (3..=4).contains(bin)) && v[0] == load(3) && v[1] == load(4)
    }),
    case("inverse", "[a, b, c], 1, [d, e, f], 5", &[(4, 7), (5, 7), (5, 8), (0, 3), (1, 3), (1, 4)], |v| {
        let (f, g) = (&v[..3], &v[3..]);
        (0..3).all(|i| (5..=7).contains(&f[i]) && g[f[i] as usize - 5] == i as i64 + 1)
            && (0..3).all(|i| (1..=3).contains(&g[i]) && f[g[i] as usize - 1] == i as i64 + 5)
    }),
    case("inverse", "[a, b], 1, [c], 1", &[(1, 2); 3], |_| false),
    case("element", "a, 0, [b, 3, 1], c", &[(-1, 3), (0, 3), (0, 3)], |v| match v[0] {
        0 => v[1] == v[2],
        1 => v[2] == 3,
        2 => v[2] == 1,
        _ => false,
    }),
    case("element2d", "a, 0, b, 2, 2, [c, 3, 1, 0], d", &[(-1, 2), (1, 4), (0, 3), (0, 3)], |v| match (v[0], v[1]) {
        (0, 2) => v[2] == v[3],
        (0, 3) => v[3] == 3,
        (1, 2) => v[3] == 1,
        (1, 3) => v[3] == 0,
        _ => false,
    }),
];

fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(|j| (0..j).map(move |i| (i, j)))
}

fn occurrences(of: &[i64], value: i64) -> i64 {
    of.iter().filter(|&&x| x == value).count() as i64
}

fn apart(a: i64, length: i64, b: i64, other: i64) -> bool {
    a + length <= b || b + other <= a
}

/// Whether the places, counted from `first`, lie on one tour, except for those that lead to themselves if these may.
fn tour(next: &[i64], first: i64, optional: bool) -> bool {
    let place = |i: usize| usize::try_from(next[i] - first).ok().filter(|&j| j < next.len());
    let visited: Vec<usize> = (0..next.len()).filter(|&i| !optional || place(i) != Some(i)).collect();
    let Some(&start) = visited.first() else { return true };
    let mut seen = vec![start];
    loop {
        match place(seen[seen.len() - 1]) {
            None => return false,
            Some(j) if j == start => return seen.len() == visited.len(),
            Some(j) if seen.contains(&j) => return false,
            Some(j) => seen.push(j),
        }
    }
}

/// The values of all answers, sorted, each in the order of the declarations.
fn answers(program: &str) -> Vec<Vec<i64>> {
    let program = read(program.as_bytes()).expect("a program");
    let translated = translate::translate(&program).unwrap_or_else(|mistake| panic!("{mistake:?}"));
    if translated.unsatisfiable {
        return Vec::new();
    }
    let mut solver = Solver::new(&translated.model).expect("a valid model");
    let mut found: Vec<Vec<i64>> = solver
        .answers_of(&translated.projection)
        .map(|answer| {
            let mut text = Vec::new();
            translated.output.write(&answer.expect("no limit is set"), &mut text);
            let text = String::from_utf8(text).expect("text");
            let values = text.lines().map(|line| line.trim_end_matches(';').split(" = ").nth(1).expect("a value"));
            values.map(|value| value.parse().unwrap_or(i64::from(value == "true"))).collect()
        })
        .collect();
    found.sort();
    found
}

/// All assignments, in order.
fn assignments(domains: &[(i64, i64)]) -> Vec<Vec<i64>> {
    domains.iter().fold(vec![Vec::new()], |all, &(lo, hi)| {
        all.iter().flat_map(|prefix| (lo..=hi).map(move |value| [prefix.as_slice(), &[value]].concat())).collect()
    })
}

#[test]
fn predicates_mean_what_minizinc_says() {
    for Case { name, args, domains, holds } in CASES {
        let variables: String =
            domains.iter().zip('a'..).map(|((lo, hi), x)| format!("var {lo}..{hi}: {x} :: output_var;\n")).collect();
        let plain = answers(&format!("{variables}constraint entail_{name}({args});\nsolve satisfy;\n"));
        let expected: Vec<Vec<i64>> = assignments(domains).into_iter().filter(|v| holds(v)).collect();
        assert_eq!(plain, expected, "entail_{name}({args})");

        let with_truth = assignments(&[*domains, &[(0, 1)]].concat());
        for (suffix, agrees) in
            [("reif", (|t, holds| t == holds) as fn(bool, bool) -> bool), ("imp", |t, holds| !t || holds)]
        {
            let found = answers(&format!(
                "{variables}var bool: t :: output_var;\nconstraint entail_{name}_{suffix}({args}, t);\nsolve satisfy;\n"
            ));
            let split = |v: &Vec<i64>| agrees(v[domains.len()] == 1, holds(&v[..domains.len()]));
            let expected: Vec<Vec<i64>> = with_truth.iter().filter(|v| split(v)).cloned().collect();
            assert_eq!(found, expected, "entail_{name}_{suffix}({args}, t)");
        }
    }
}

#[test]
fn elements_of_boolean_arrays_are_found() {
    let found = answers(
        "var -1..2: i :: output_var;\nvar bool: b :: output_var;\nvar bool: c :: output_var;\n\
         constraint entail_element_bool(i, 0, [b, true], c);\nsolve satisfy;\n",
    );
    assert_eq!(found, [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 1]]);
    let found = answers(
        "var 0..1: i :: output_var;\nvar 0..3: j :: output_var;\nvar bool: c :: output_var;\n\
         constraint entail_element2d_bool(i, 1, j, 2, 2, [true, false], c);\nsolve satisfy;\n",
    );
    assert_eq!(found, [[1, 2, 1], [1, 3, 0]]);
}

#[test]
fn arguments_that_make_no_sense_are_refused_with_their_place() {
    for (call, expected) in [
        ("entail_all_different([a], 1)", "1 argument"),
        ("entail_cumulative([a, a], [1], [1, 1], 1)", "one of 2"),
        ("entail_global_cardinality([a], [1, 1], [a, a])", "all different"),
        ("entail_value_precede_chain([1, 1], [a])", "all different"),
        ("entail_bin_packing_load([a], [a], 1, [-1])", "at least 0"),
        ("entail_table([a, a], [1, 2, 3])", "whole rows"),
        ("entail_table([], [])", "whole rows"),
        ("entail_diffn_k([a, a, a], [1, 1, 1], 2)", "whole rows of 2"),
        ("entail_diffn_k([a], [1], 0)", "whole rows of 0"),
        ("entail_regular([a], 2, 2, [1, 2, 3], 1, {1})", "2 rows of 2"),
        ("entail_regular([a], 2, 1, [1, 2], 3, {1})", "from 1 to 2"),
        ("entail_regular([a], 2, 1, [1, 4], 1, {1})", "from 0 to 2"),
        ("entail_regular([a], 9223372036854775807, 9223372036854775807, [], 1, {1})", "rows of"),
        ("entail_element2d(a, 1, a, 1, -1, [1], a)", "whole rows of -1"),
    ] {
        let text = format!("var 1..2: a;\nconstraint {call};\nsolve satisfy;\n");
        let program = read(text.as_bytes()).expect("a program");
        let Err(mistake) = translate::translate(&program) else { panic!("{call} is accepted") };
        assert!(format!("{mistake:?}").contains(expected), "{call}: {mistake:?}");
    }
}
