//! Arithmetic: absolute value, product, quotient, remainder, power, least and greatest.
//!
//! Few enough pairs of operands become a table, which prunes every value that has no support; the rest are narrowed by
//! bounds. Where a literal decides whether a constraint holds, a function that is defined everywhere gets a variable of its
//! own, and the literal is about that variable being the result: both halves of an equivalence share it.

use std::mem::discriminant;

use entail_model::{Constraint, Domain, Linear, MAX_VALUE, MIN_VALUE, Relation};

use super::Compiler;
use super::logic::complement;
use crate::atom::{Atom, VarId};
use crate::engine::Engine;
use crate::propagators::{Absolute, Arithmetic, Maximum, Narrow, div, modulo, power, times, value};

/// Pairs of operands are listed up to this many.
const PAIRS: u64 = 4096;
/// Sums up to this size are safe from overflow in propagation.
const ROOM: i128 = 1 << 56;

impl Compiler {
    /// An arithmetic constraint holds where the guard does.
    pub(super) fn arithmetic(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        if let Some((result, expr)) = self.linear_form(engine, constraint) {
            return self.compare(engine, result, Relation::Eq, &expr, guard);
        }
        if guard.is_some()
            && let Some((t, result)) = self.function(engine, constraint)
        {
            return self.compare(engine, t, Relation::Eq, result, guard);
        }
        match constraint {
            Constraint::Abs { result, of } => {
                let (result, x) = (self.operand(engine, result), self.operand(engine, of));
                self.post(engine, Absolute::new(result, x), guard);
            }
            Constraint::Max { result, of } | Constraint::Min { result, of } => {
                let result = self.operand(engine, result);
                let of = self.distinct(engine, of);
                self.post(engine, extremum(constraint, result, of), guard);
            }
            _ => self.binary(engine, constraint, guard),
        }
    }

    /// An arithmetic constraint does not hold where the guard does.
    pub(super) fn not_arithmetic(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        if let Some((result, expr)) = self.linear_form(engine, constraint) {
            return self.compare(engine, result, Relation::Ne, &expr, guard);
        }
        if let Some((t, result)) = self.function(engine, constraint) {
            return self.compare(engine, t, Relation::Ne, result, guard);
        }
        match parts(constraint) {
            Some(parts) if self.is_small(engine, parts) => self.listed(engine, parts, true, guard),
            _ => self.refuted(engine, constraint, guard),
        }
    }

    /// The result and the linear expression that it equals, where what is known at the root makes the function linear.
    fn linear_form(&mut self, engine: &mut Engine, constraint: &Constraint) -> Option<(VarId, Linear)> {
        let (result, of, factor) = match constraint {
            Constraint::Abs { result, of } => {
                let x = self.operand(engine, of);
                let factor = if engine.lo(x) >= 0 { 1 } else { -1 };
                (engine.lo(x) >= 0 || engine.hi(x) <= 0).then_some((result, of, factor))?
            }
            Constraint::Max { result, of } | Constraint::Min { result, of } if of.len() == 1 => (result, &of[0], 1),
            Constraint::Times { result, a, b } => {
                let [x, y] = [a, b].map(|e| self.operand(engine, e));
                match (engine.lo(x) == engine.hi(x), engine.lo(y) == engine.hi(y)) {
                    (true, _) => (result, b, engine.lo(x)),
                    (_, true) => (result, a, engine.lo(y)),
                    _ => return None,
                }
            }
            Constraint::Div { result, a, b } => {
                let y = self.operand(engine, b);
                let unit = engine.lo(y).abs() == 1 && engine.lo(y) == engine.hi(y);
                unit.then_some((result, a, engine.lo(y)))?
            }
            _ => return None,
        };
        let term = |t: &entail_model::Term| {
            let (x, c) = self.place(t.var);
            let [lo, hi] = [engine.lo(x), engine.hi(x)].map(|bound| i128::from(bound) + i128::from(c));
            let reach = lo.abs().max(hi.abs()).max(1);
            i128::from(t.coef).abs() * reach
        };
        let size = i128::from(of.constant).abs() + of.terms.iter().map(term).sum::<i128>();
        // A table of few rows prunes more, and a bounds propagator takes what a sum has no room for.
        let listed = factor.abs() > 1 && self.is_small(engine, parts(constraint)?);
        if listed || size * i128::from(factor).abs() > ROOM {
            return None;
        }
        Some((self.operand(engine, result), of.clone() * factor))
    }

    /// A variable that has the function's value in any case, and what the constraint compares it with. Nothing for
    /// functions that are partial, leave the range of values or are better listed.
    fn function<'a>(&mut self, engine: &mut Engine, constraint: &'a Constraint) -> Option<(VarId, &'a Linear)> {
        let (result, of) = match constraint {
            Constraint::Abs { result, of } => (result, vec![self.operand(engine, of)]),
            Constraint::Max { result, of } | Constraint::Min { result, of } => (result, self.distinct(engine, of)),
            Constraint::Times { result, a, b } if !self.is_small(engine, parts(constraint)?) => {
                let mut of = vec![self.operand(engine, a), self.operand(engine, b)];
                of.sort();
                (result, of)
            }
            _ => return None,
        };
        let key = (discriminant(constraint), of);
        if let Some(&t) = self.functions.get(&key) {
            return Some((t, result));
        }
        let of = &key.1;
        let ends: Vec<(i64, i64)> = of.iter().map(|&x| (engine.lo(x).into(), engine.hi(x).into())).collect();
        let t = match constraint {
            Constraint::Times { .. } => {
                let [(a, b), (c, d)] = ends[..] else { unreachable!("two factors") };
                let corners = [a * c, a * d, b * c, b * d];
                let (lo, hi) = (*corners.iter().min().expect("four"), *corners.iter().max().expect("four"));
                if lo < MIN_VALUE || hi > MAX_VALUE {
                    return None;
                }
                let t = engine.add_variable(&[(lo as i32, hi as i32)]);
                self.product(engine, of[0], of[1], t, None);
                t
            }
            Constraint::Abs { .. } => {
                let (lo, hi) = ends[0];
                let least = lo.max(-hi).max(0);
                let t = engine.add_variable(&[(least as i32, hi.max(-lo) as i32)]);
                self.post(engine, Absolute::new(t, of[0]), None);
                t
            }
            _ => {
                let pick = |all: &mut dyn Iterator<Item = i64>| {
                    let all = if let Constraint::Max { .. } = constraint { all.max() } else { all.min() };
                    all.expect("at least one operand") as i32
                };
                let (lo, hi) = (pick(&mut ends.iter().map(|e| e.0)), pick(&mut ends.iter().map(|e| e.1)));
                let t = engine.add_variable(&[(lo, hi)]);
                self.post(engine, extremum(constraint, t, of.clone()), None);
                t
            }
        };
        self.functions.insert(key, t);
        Some((t, result))
    }

    /// A product, quotient, remainder or power.
    fn binary(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        let Some(parts) = parts(constraint) else { unreachable!("{constraint:?} has two operands") };
        let (narrow, of) = parts;
        let [x, y, z] = of.map(|e| self.operand(engine, e));
        match constraint {
            Constraint::Div { .. } | Constraint::Mod { .. } if x == y => {
                let always = i32::from(matches!(constraint, Constraint::Div { .. }));
                self.require(engine, y.ne(0), guard);
                return self.require(engine, z.eq(always), guard);
            }
            // A remainder is smaller than its divisor; narrowing would find out one value at a time.
            Constraint::Mod { .. } if y == z => return self.require(engine, Atom::FALSE, guard),
            _ => {}
        }
        if self.is_small(engine, parts) {
            self.listed(engine, parts, false, guard);
        } else if matches!(constraint, Constraint::Times { .. }) {
            self.product(engine, x, y, z, guard);
        } else {
            self.narrowed(engine, [x, y, z], narrow, guard);
        }
    }

    fn product(&mut self, engine: &mut Engine, x: VarId, y: VarId, z: VarId, guard: Option<Atom>) {
        if x == y {
            let two = self.operand(engine, &Linear::from(2));
            return self.narrowed(engine, [x, two, z], power, guard);
        }
        self.narrowed(engine, [x, y, z], times, guard);
    }

    fn narrowed(&mut self, engine: &mut Engine, vars: [VarId; 3], narrow: Narrow, guard: Option<Atom>) {
        let propagator = Arithmetic::new(vars, narrow, |x| (engine.lo(x), engine.hi(x)));
        self.post(engine, propagator, guard);
    }

    /// Whether the operands have few enough values for their pairs to be listed.
    fn is_small(&mut self, engine: &mut Engine, (_, [a, b, _]): Parts<'_>) -> bool {
        let (x, y) = (self.operand(engine, a), self.operand(engine, b));
        let sizes = [x, y].map(|x| engine.trail.domains.size(x));
        if x == y { sizes[0] <= PAIRS } else { sizes[0].saturating_mul(sizes[1]) <= PAIRS }
    }

    /// The operands and the result are (or are not) as in the table of the function, where the guard holds.
    fn listed(&mut self, engine: &mut Engine, (narrow, of): Parts<'_>, forbidden: bool, guard: Option<Atom>) {
        let vars = of.map(|e| self.operand(engine, e));
        let [x, y, z] = vars;
        let domains = &engine.trail.domains;
        // A column for each open variable.
        let columns: Vec<usize> =
            (0..3).filter(|&i| !domains.is_fixed(vars[i]) && !vars[..i].contains(&vars[i])).collect();
        let mut rows = Vec::new();
        let mut any = false;
        for a in domains.values(x) {
            for b in domains.values(y).filter(|&b| x != y || a == b) {
                let Some(c) = value(narrow, a, b).filter(|&c| domains.contains(z, c)) else { continue };
                if (z == x && c != a) || (z == y && c != b) {
                    continue;
                }
                any = true;
                rows.extend(columns.iter().map(|&i| i64::from([a, b, c][i])));
            }
        }
        match columns[..] {
            // No row at all, or nothing left to choose.
            _ if !any || columns.is_empty() => {
                if any == forbidden {
                    self.require(engine, Atom::FALSE, guard);
                }
            }
            [only] => {
                let x = vars[only];
                let set: Domain = rows.into_iter().collect();
                let outside = complement(&set, engine.lo(x).into(), engine.hi(x).into());
                self.member(engine, x, if forbidden { &outside } else { &set }, guard);
            }
            _ => {
                let of: Vec<Linear> = columns.iter().map(|&i| of[i].clone()).collect();
                self.table(engine, &of, &rows, forbidden, guard);
            }
        }
    }

    fn distinct(&mut self, engine: &mut Engine, of: &[Linear]) -> Vec<VarId> {
        let mut of = self.operand_vars(engine, of);
        of.sort();
        of.dedup();
        of
    }
}

/// A function of two operands with the operands and the result.
type Parts<'a> = (Narrow, [&'a Linear; 3]);

fn parts(constraint: &Constraint) -> Option<Parts<'_>> {
    match constraint {
        Constraint::Times { result, a, b } => Some((times, [a, b, result])),
        Constraint::Div { result, a, b } => Some((div, [a, b, result])),
        Constraint::Mod { result, a, b } => Some((modulo, [a, b, result])),
        Constraint::Pow { result, a, b } => Some((power, [a, b, result])),
        _ => None,
    }
}

fn extremum(constraint: &Constraint, result: VarId, of: Vec<VarId>) -> Maximum {
    match constraint {
        Constraint::Max { .. } => Maximum::new(result, of),
        _ => Maximum::minimum(result, of),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use entail_model::{Model, Var, abs, max, member, min, modulo, pow};

    use super::*;
    use crate::{Options, Solver};

    struct Dice(u64);

    impl Dice {
        fn roll(&mut self, lo: i64, hi: i64) -> i64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            lo + ((self.0 >> 33) % (hi - lo + 1) as u64) as i64
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Shape {
        /// A few values near zero.
        Dense,
        /// The same, with the bounds of the domain far apart, and so without a list of values.
        Wide,
        /// Listed values, too many pairs of them for a table, all but a few excluded by a constraint.
        Hundreds,
        /// A billion values, all but a few excluded by a constraint.
        Billions,
        /// Values around the limits.
        Extreme,
    }

    const SHAPES: [Shape; 5] = [Shape::Dense, Shape::Hundreds, Shape::Wide, Shape::Billions, Shape::Extreme];
    const KINDS: [&str; 7] = ["abs", "min", "max", "times", "div", "mod", "pow"];

    fn constraint(kind: &str, [a, b, c]: [Linear; 3]) -> Constraint {
        match kind {
            "abs" => abs(c, a),
            "min" => min(c, [a, b]),
            "max" => max(c, [a, b, Linear::from(2)]),
            "times" => entail_model::times(c, a, b),
            "div" => entail_model::div(c, a, b),
            "mod" => modulo(c, a, b),
            _ => pow(c, a, b),
        }
    }

    /// A model with one constraint of the kind in one of three forms; every variable has the few values listed.
    fn random(dice: &mut Dice, kind: &str, shape: Shape, form: i64) -> (Model, Vec<Vec<i64>>) {
        let mut model = Model::new();
        let mut lists = Vec::new();
        let count = 3;
        for i in 0..count {
            let mut values = BTreeSet::new();
            for _ in 0..dice.roll(1, 6) {
                values.insert(match (shape, dice.roll(0, 3)) {
                    (Shape::Extreme, 0) => [MIN_VALUE, MAX_VALUE, -46_341, 46_340][dice.roll(0, 3) as usize],
                    (Shape::Billions, 0) => 100_000_000 * dice.roll(-9, 9),
                    (Shape::Wide, 0) if i < 2 => dice.roll(-40, 40),
                    _ => dice.roll(-5, 8),
                });
            }
            match shape {
                Shape::Wide => values.extend([-3000, 3000]),
                Shape::Hundreds => values.extend([-60, 49]),
                _ => {}
            }
            let list: Vec<i64> = values.into_iter().collect();
            let name = format!("x{i}");
            let x = match shape {
                Shape::Dense | Shape::Wide => model.int(name, list.clone()),
                Shape::Hundreds => model.int(name, -150..=150),
                Shape::Billions => model.int(name, -1_000_000_000..=1_000_000_000),
                Shape::Extreme => model.int(name, MIN_VALUE..=MAX_VALUE),
            };
            if matches!(shape, Shape::Hundreds | Shape::Billions | Shape::Extreme) {
                model.post(member(x, list.clone()));
            }
            lists.push(list);
        }
        // Now and then a variable occurs twice.
        let [a, b, c] = [0, 1, 2].map(|i| {
            let place = if dice.roll(0, 5) == 0 { dice.roll(0, 2) } else { i };
            Linear::from(Var(place as u32))
        });
        let constraint = constraint(kind, [a, b, c]);
        match form {
            0 => {
                model.post(constraint);
            }
            _ => {
                let g = model.bool("g");
                lists.push(vec![0, 1]);
                let posted = model.post(constraint);
                if form == 1 {
                    posted.only_if(g)
                } else {
                    posted.iff(g)
                };
            }
        }
        (model, lists)
    }

    /// All assignments of the listed values, and whether each is an answer.
    fn assignments(model: &Model, lists: &[Vec<i64>]) -> Vec<(Vec<i64>, bool)> {
        let mut all = vec![Vec::new()];
        for list in lists {
            all = all
                .into_iter()
                .flat_map(|start: Vec<i64>| {
                    list.iter().map(move |&v| {
                        let mut longer = start.clone();
                        longer.push(v);
                        longer
                    })
                })
                .collect();
        }
        let answers = |v: &Vec<i64>| entail_model::check(model, &entail_model::Answer::new(v.clone())).is_ok();
        all.into_iter().map(|v| (v.clone(), answers(&v))).collect()
    }

    #[test]
    fn answers_are_those_of_brute_force() {
        let mut dice = Dice(5);
        for kind in KINDS {
            for shape in SHAPES {
                for form in 0..3 {
                    for _ in 0..100 {
                        let (model, lists) = random(&mut dice, kind, shape, form);
                        let expected: BTreeSet<Vec<i64>> =
                            assignments(&model, &lists).into_iter().filter(|a| a.1).map(|a| a.0).collect();
                        for learning in [true, false] {
                            let options = Options { learning, ..Options::default() };
                            let mut solver = Solver::with_options(&model, options).unwrap();
                            let vars: Vec<Var> = model.vars().collect();
                            let found: Vec<Vec<i64>> = solver
                                .answers()
                                .map(|a| a.unwrap())
                                .map(|a| vars.iter().map(|&x| a[x]).collect())
                                .collect();
                            let set: BTreeSet<Vec<i64>> = found.iter().cloned().collect();
                            assert_eq!(found.len(), set.len(), "twice: {kind} {shape:?} {form} {lists:?}");
                            assert_eq!(set, expected, "{kind} {shape:?} {form} {lists:?} {:?}", model.constraints());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn products_of_the_largest_values_do_not_wrap() {
        let mut model = Model::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, MIN_VALUE..=MAX_VALUE));
        model.post(entail_model::times(z, x, y));
        model.post(x.ge(46_000));
        model.post(y.ge(46_681));
        model.post(z.ge(MAX_VALUE - 30));
        let mut solver = Solver::new(&model).unwrap();
        let found: BTreeSet<(i64, i64)> = solver.answers().map(|a| a.unwrap()).map(|a| (a[x], a[y])).collect();
        let expected: BTreeSet<(i64, i64)> = (46_000..=46_004)
            .flat_map(|x| (46_681..=46_690).map(move |y| (x, y)))
            .filter(|(x, y)| (MAX_VALUE - 30..=MAX_VALUE).contains(&(x * y)))
            .collect();
        assert_eq!(found, expected);
        model.post((x + y).ge(2_000_000_000));
        model.post(x.ge(1_000_000));
        assert!(matches!(Solver::new(&model).unwrap().solve().unwrap(), crate::Outcome::Unsatisfiable { .. }));
    }

    #[test]
    fn no_variable_creeps_through_its_domain() {
        let ranges = [(MIN_VALUE, MAX_VALUE), (1, MAX_VALUE), (MIN_VALUE, -1), (0, 2_000_000), (-2, 1_000_000_000)];
        for kind in &KINDS[3..] {
            for places in 0..27 {
                for range in 0..125 {
                    let mut model = Model::new();
                    let x = [1, 5, 25].map(|step| {
                        let (lo, hi) = ranges[range / step % 5];
                        model.int("x", lo..=hi)
                    });
                    let [a, b, c] = [1, 3, 9].map(|step| Linear::from(x[places / step % 3]));
                    model.post(constraint(kind, [a, b, c]));
                    let (mut engine, mut compiler) = (Engine::new(), Compiler::default());
                    compiler.compile(&model, &mut engine);
                    let _ = engine.propagate();
                    let runs = engine.statistics.propagations;
                    assert!(runs < 100, "{runs} runs for {kind} {places} {range}");
                }
            }
        }
    }

    #[test]
    fn both_halves_of_an_equivalence_share_the_functions_variable() {
        let mut model = Model::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| model.int(name, 0..=9));
        let g = model.bool("g");
        model.post(max(z, [x, y])).iff(g);
        let (mut engine, mut compiler) = (Engine::new(), Compiler::default());
        compiler.compile(&model, &mut engine);
        assert_eq!(engine.trail.domains.len(), 1 + 4 + 1);
    }
}
