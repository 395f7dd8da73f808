//! What is said of a model before it is compiled: smaller domains, variables that are the same, constraints that others say
//! already or that several say together better.
//!
//! Every step follows from constraints that stay in the model, so that it is right for every question and for whatever is
//! added later; answers are checked against the model as it was given.

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};

use entail_model::{Constraint, Domain, Linear, Model, Posted, Relation, Strength, Var, VarOrder, When};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::linear::single;
use crate::atom::{Kind, VarId};

/// Steps that the search for cliques may take.
const CLIQUE_STEPS: u64 = 20_000_000;
/// From this size on a clique is one constraint whatever the domains; a smaller one only where half of the values are
/// taken by it, so that sets of values matter.
const LARGE_CLIQUE: usize = 5;
/// Constants beyond this are not added to another variable, and factors beyond it not multiplied with one: then no sum that
/// a model may have leaves 64 bits.
pub(super) const MOST_SHIFT: i64 = 1 << 20;

/// How to compile the part of a model that is new.
pub(super) struct Plan {
    first: usize,
    /// The domains of the new variables.
    domains: Vec<Domain>,
    /// For each new variable another one and what is added to that one to have its value, by places among the new ones; a
    /// root is its own with nothing added.
    same: Vec<(usize, i64)>,
    /// Places of constraints that need not be compiled.
    pub dropped: FxHashSet<usize>,
    /// Constraints to compile in their stead, each with the place of one that it came from.
    pub added: Vec<(usize, Constraint)>,
}

impl Plan {
    /// Plans for the variables and constraints from these places on.
    pub fn new(model: &Model, first_variable: usize, first_constraint: usize) -> Plan {
        let mut plan = Plan::apart(model, first_variable, first_constraint);
        let new = || model.constraints().iter().enumerate().skip(first_constraint);
        plan.shift(model, first_constraint);
        plan.recognize_cages(model, new());
        plan.recognize_cliques(model, new());
        plan
    }

    /// The same with no constraints together and no variables that differ, so that each constraint removes only what is
    /// against itself.
    pub fn apart(model: &Model, first_variable: usize, first_constraint: usize) -> Plan {
        let variables = &model.variables()[first_variable..];
        let mut plan = Plan {
            first: first_variable,
            domains: variables.iter().map(|v| v.domain.clone()).collect(),
            same: (0..variables.len()).map(|at| (at, 0)).collect(),
            dropped: FxHashSet::default(),
            added: Vec::new(),
        };
        let new = || model.constraints().iter().enumerate().skip(first_constraint);
        for (at, posted) in new() {
            if posted.when == When::Always && (plan.narrows(&posted.constraint) || plan.equates(&posted.constraint)) {
                plan.dropped.insert(at);
            }
        }
        plan.drop_repeated(new());
        plan
    }

    /// Adds the new variables, those that are equal, or differ by a constant, as one.
    pub fn add_variables(&mut self, vars: &mut Vec<(VarId, i64)>, mut add: impl FnMut(&Domain) -> VarId) {
        let mut added: Vec<Option<VarId>> = vec![None; self.domains.len()];
        for at in 0..self.domains.len() {
            let (root, c) = self.root(Var((self.first + at) as u32)).expect("a new variable");
            let x = *added[root].get_or_insert_with(|| add(&self.domains[root]));
            vars.push((x, c));
        }
    }

    /// The root of a new variable, and what is added to it.
    fn root(&mut self, x: Var) -> Option<(usize, i64)> {
        let mut at = x.index().checked_sub(self.first)?;
        let mut c = 0;
        while self.same[at].0 != at {
            let (above, step) = self.same[at];
            let (top, further) = self.same[above];
            self.same[at] = (top, step + further);
            c += step + further;
            at = top;
        }
        Some((at, c))
    }

    /// Takes a constraint on one new variable into its domain.
    fn narrows(&mut self, constraint: &Constraint) -> bool {
        match constraint {
            Constraint::Linear { expr, relation } => {
                let [term] = expr.terms[..] else { return false };
                if term.coef == 0 {
                    return false;
                }
                let Some((at, 0)) = self.root(term.var) else { return false };
                let (Some(lo), Some(hi)) = (self.domains[at].min(), self.domains[at].max()) else { return false };
                let atom = single((lo, hi), term.coef, VarId(1), *relation, -expr.constant);
                if atom.var() != VarId(1) {
                    return false;
                }
                let v = i64::from(atom.value());
                let set = match atom.kind() {
                    Kind::Ge => Domain::from_intervals([(v, hi.max(v))]),
                    Kind::Le => Domain::from_intervals([(lo.min(v), v)]),
                    Kind::Eq => Domain::from_intervals([(v, v)]),
                    Kind::Ne => Domain::from_intervals([(lo.min(v), v - 1), (v + 1, hi.max(v))]),
                };
                self.keep(at, &set)
            }
            Constraint::In { of, set } => {
                let Some((at, 0)) = of.as_var().and_then(|x| self.root(x)) else { return false };
                self.keep(at, set)
            }
            _ => false,
        }
    }

    /// Leaves a variable only values of the set; not where none would be left, which is for the engine to find.
    fn keep(&mut self, at: usize, set: &Domain) -> bool {
        let left = self.domains[at].intersection(set);
        let any = left.min().is_some();
        if any {
            self.domains[at] = left;
        }
        any
    }

    /// Makes two new variables one.
    fn equates(&mut self, constraint: &Constraint) -> bool {
        let Constraint::Linear { expr, relation: Relation::Eq } = constraint else { return false };
        let Some((a, b)) = difference(expr) else { return false };
        let (Some((a, 0)), Some((b, 0))) = (self.root(a), self.root(b)) else { return false };
        let (first, later) = (a.min(b), a.max(b));
        let other = self.domains[later].clone();
        if !self.keep(first, &other) {
            return false;
        }
        self.same[later] = (first, 0);
        true
    }

    /// Makes two new variables one where their difference is a constant and one of them is read only where `x + c` costs
    /// nothing: by sums, by all-different and by conditions on it alone. On all answers of 12 queens, whose diagonals are
    /// such variables, that saves four of five calls of propagators.
    fn shift(&mut self, model: &Model, first_constraint: usize) {
        let equations: Vec<(usize, Var, Var, i64)> = model
            .constraints()
            .iter()
            .enumerate()
            .skip(first_constraint)
            .filter(|(at, posted)| posted.when == When::Always && !self.dropped.contains(at))
            .filter_map(|(at, posted)| match &posted.constraint {
                Constraint::Linear { expr, relation: Relation::Eq } => {
                    constant_difference(expr).map(|(x, y, c)| (at, x, y, c))
                }
                _ => None,
            })
            .collect();
        if equations.is_empty() {
            return;
        }
        let shiftable = self.shiftable(model, first_constraint);
        for (at, x, y, c) in equations {
            let (Some((x, of_x)), Some((y, of_y))) = (self.root(x), self.root(y)) else { continue };
            // Of the roots: x + of_x = y + of_y + c.
            let c = of_y.saturating_add(c).saturating_sub(of_x);
            if c.abs() > MOST_SHIFT {
                continue;
            }
            let (child, parent, c) = match (shiftable[x], shiftable[y]) {
                _ if x == y => continue,
                (true, false) => (x, y, c),
                (false, true) => (y, x, -c),
                (true, true) if x > y => (x, y, c),
                (true, true) => (y, x, -c),
                (false, false) => continue,
            };
            let moved = self.domains[child].intervals().iter().map(|&(lo, hi)| (lo - c, hi - c));
            if self.keep(parent, &Domain::from_intervals(moved)) {
                self.same[child] = (parent, c);
                self.dropped.insert(at);
            }
        }
    }

    /// Which new roots may be read as another one with a constant added, together with all that are equal to them.
    fn shiftable(&mut self, model: &Model, first_constraint: usize) -> Vec<bool> {
        let mut shiftable = vec![true; self.domains.len()];
        let mut keep_apart = |plan: &mut Plan, x: Var| {
            if let Some((at, _)) = plan.root(x) {
                shiftable[at] = false;
            }
        };
        for posted in &model.constraints()[first_constraint..] {
            if let When::If(b) | When::Iff(b) = posted.when {
                keep_apart(self, b.var);
            }
            match &posted.constraint {
                Constraint::Linear { expr, .. } => {
                    expr.terms.iter().filter(|t| t.coef.abs() > MOST_SHIFT).for_each(|t| keep_apart(self, t.var));
                }
                Constraint::AllDifferent { .. } => {}
                other => other.scope().into_iter().for_each(|x| keep_apart(self, x)),
            }
        }
        let hints = &model.hints;
        if hints.phases.iter().any(|p| p.vars.is_empty() && p.var_order != VarOrder::Free) {
            return vec![false; self.domains.len()];
        }
        hints.phases.iter().flat_map(|p| &p.vars).for_each(|x| keep_apart(self, *x));
        hints.warm_start.iter().for_each(|(x, _)| keep_apart(self, *x));
        if let Some(objective) = model.objective() {
            objective.expr.terms.iter().for_each(|t| keep_apart(self, t.var));
        }
        // What may be read as a truth value later.
        for (shiftable, domain) in shiftable.iter_mut().zip(&self.domains) {
            *shiftable &= !(domain.min() >= Some(0) && domain.max() <= Some(1));
        }
        shiftable
    }

    fn drop_repeated<'a>(&mut self, new: impl Iterator<Item = (usize, &'a Posted)>) {
        let mut seen: FxHashMap<u64, Vec<&Posted>> = FxHashMap::default();
        for (at, posted) in new {
            if self.dropped.contains(&at) {
                continue;
            }
            let mut hasher = FxHasher::default();
            std::mem::discriminant(&posted.constraint).hash(&mut hasher);
            match &posted.constraint {
                Constraint::Linear { expr, .. } => expr.hash(&mut hasher),
                Constraint::Or(of) => of.hash(&mut hasher),
                other => other.scope().hash(&mut hasher),
            }
            let alike = seen.entry(hasher.finish()).or_default();
            if alike.iter().any(|p| p.when == posted.when && p.constraint == posted.constraint) {
                self.dropped.insert(at);
            } else {
                alike.push(posted);
            }
        }
    }

    /// A sum of digits that an all-different keeps apart is a cage.
    fn recognize_cages<'a>(&mut self, model: &Model, new: impl Iterator<Item = (usize, &'a Posted)>) {
        let is_digit = |x: &Var| {
            let domain = match x.index().checked_sub(self.first) {
                Some(at) => &self.domains[at],
                None => &model.variables()[x.index()].domain,
            };
            domain.min().is_some_and(|v| v >= 1) && domain.max().is_some_and(|v| v <= 9)
        };
        let mut sums = Vec::new();
        let mut apart: Vec<(usize, Vec<Var>)> = Vec::new();
        let mut within: FxHashMap<Var, Vec<usize>> = FxHashMap::default();
        for (at, posted) in new.filter(|(at, p)| p.when == When::Always && !self.dropped.contains(at)) {
            match &posted.constraint {
                Constraint::Linear { expr, relation: Relation::Eq } => {
                    if let Some((cells, sum)) = plain_sum(expr).filter(|(cells, _)| cells.iter().all(is_digit)) {
                        sums.push((at, cells, sum));
                    }
                }
                Constraint::AllDifferent { of, except: None, strength: Strength::Auto } => {
                    let vars: Option<Vec<Var>> = of.iter().map(Linear::as_var).collect();
                    if let Some(mut vars) = vars.filter(|vars| vars.iter().all(is_digit)) {
                        vars.sort_unstable();
                        vars.iter().for_each(|&x| within.entry(x).or_default().push(apart.len()));
                        apart.push((at, vars));
                    }
                }
                _ => {}
            }
        }
        for (at, cells, sum) in sums {
            let holders = within.get(&cells[0]).map_or(&[][..], Vec::as_slice);
            let covers = |&&i: &&usize| cells.iter().all(|x| apart[i].1.binary_search(x).is_ok());
            let Some(&holder) = holders.iter().find(covers) else { continue };
            if apart[holder].1.len() == cells.len() {
                self.dropped.insert(apart[holder].0);
            }
            self.dropped.insert(at);
            self.added.push((at, Constraint::Cage { cells: cells.iter().map(Linear::from).collect(), sum }));
        }
    }

    /// Variables that are pairwise different are all different.
    fn recognize_cliques<'a>(&mut self, model: &Model, new: impl Iterator<Item = (usize, &'a Posted)>) {
        let mut edges: FxHashMap<(Var, Var), usize> = FxHashMap::default();
        let mut order = Vec::new();
        let mut neighbours: FxHashMap<Var, Vec<Var>> = FxHashMap::default();
        for (at, posted) in new.filter(|(_, p)| p.when == When::Always) {
            let Constraint::Linear { expr, relation: Relation::Ne } = &posted.constraint else { continue };
            let Some((a, b)) = difference(expr) else { continue };
            match edges.entry((a.min(b), a.max(b))) {
                Entry::Occupied(_) => {
                    self.dropped.insert(at);
                }
                Entry::Vacant(place) => {
                    place.insert(at);
                    order.push((a.min(b), a.max(b)));
                    neighbours.entry(a).or_default().push(b);
                    neighbours.entry(b).or_default().push(a);
                }
            }
        }
        let mut steps = 0;
        for &(a, b) in &order {
            if steps > CLIQUE_STEPS {
                return;
            }
            if self.dropped.contains(&edges[&(a, b)]) {
                continue;
            }
            let mut clique = vec![a, b];
            for &x in &neighbours[&a] {
                steps += clique.len() as u64;
                if x != b && clique.iter().all(|&y| edges.contains_key(&(x.min(y), x.max(y)))) {
                    clique.push(x);
                }
            }
            if clique.len() < 3 || clique.len() < LARGE_CLIQUE && 2 * (clique.len() as u64) < values(model, &clique) {
                continue;
            }
            let at = edges[&(a, b)];
            for (i, x) in clique.iter().enumerate() {
                for y in &clique[..i] {
                    self.dropped.insert(edges[&(*x.min(y), *x.max(y))]);
                }
            }
            let of = clique.iter().map(Linear::from).collect();
            self.added.push((at, Constraint::AllDifferent { of, except: None, strength: Strength::Auto }));
        }
    }
}

/// How many values the variables have between them, at most.
fn values(model: &Model, of: &[Var]) -> u64 {
    let domains = || of.iter().map(|x| &model.variables()[x.index()].domain);
    match (domains().filter_map(Domain::min).min(), domains().filter_map(Domain::max).max()) {
        (Some(lo), Some(hi)) => lo.abs_diff(hi) + 1,
        _ => 0,
    }
}

/// Two variables of which the first is the second and a constant, where the expression is 0.
fn constant_difference(expr: &Linear) -> Option<(Var, Var, i64)> {
    match expr.terms[..] {
        [a, b] if a.coef == -b.coef && a.coef != 0 && a.var != b.var && expr.constant % a.coef == 0 => {
            Some((a.var, b.var, -(expr.constant / a.coef)))
        }
        _ => None,
    }
}

/// The two variables whose difference the expression is a multiple of.
fn difference(expr: &Linear) -> Option<(Var, Var)> {
    match expr.terms[..] {
        [a, b] if expr.constant == 0 && a.coef == -b.coef && a.coef != 0 && a.var != b.var => Some((a.var, b.var)),
        _ => None,
    }
}

/// At least two variables and what they add up to, where the expression is 0.
fn plain_sum(expr: &Linear) -> Option<(Vec<Var>, i64)> {
    let sign = expr.terms.first()?.coef;
    if sign.abs() != 1 || expr.terms.len() < 2 || expr.terms.iter().any(|t| t.coef != sign) {
        return None;
    }
    let mut vars: Vec<Var> = expr.terms.iter().map(|t| t.var).collect();
    vars.sort_unstable();
    let distinct = vars.windows(2).all(|w| w[0] != w[1]);
    distinct.then(|| (vars, -sign * expr.constant))
}

#[cfg(test)]
mod tests {
    use entail_model::{Answer, Bool, Constraint, Linear, Model, Relation, Strength, Var, When, all_different, check};

    use super::Plan;
    use crate::propagators::brute_force::Random;
    use crate::solver::Solver;

    /// The number of assignments that the checker accepts.
    fn accepted(model: &Model) -> u64 {
        let mut all: Vec<Vec<i64>> = vec![Vec::new()];
        for x in model.variables() {
            all = all.iter().flat_map(|t| x.domain.iter().map(|v| [t.as_slice(), &[v]].concat())).collect();
        }
        all.into_iter().filter(|t| check(model, &Answer::new(t.clone())).is_ok()).count() as u64
    }

    /// Conditions on one variable, each with a Boolean that says whether it holds, then constraints on these Booleans and
    /// the kinds that presolving looks for.
    fn random_model(random: &mut Random) -> Model {
        let mut model = Model::new();
        let xs: Vec<Var> = (0..3).map(|i| model.int(format!("x{i}"), 1..=3 + random.below(2) as i64)).collect();
        let bs: Vec<Bool> = (0..3).map(|i| model.bool(format!("b{i}"))).collect();
        let literal =
            |random: &mut Random| if random.below(2) == 0 { bs[random.below(3)] } else { !bs[random.below(3)] };
        let relations = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Lt, Relation::Ge, Relation::Gt];
        for _ in 0..3 {
            let x = xs[random.below(3)];
            let c = random.below(6) as i64;
            let constraint = match random.below(4) {
                0 => Constraint::In { of: x.into(), set: (c - 1..=c + 1).into() },
                1 => Constraint::Linear { expr: Linear::from(bs[random.below(3)].var) - c % 3, relation: Relation::Ge },
                _ => Constraint::Linear { expr: 2 * x - 2 * c, relation: relations[random.below(6)] },
            };
            model.post(constraint).when = if random.below(5) == 0 { When::Always } else { When::Iff(literal(random)) };
        }
        for _ in 0..1 + random.below(4) {
            let (x, y) = (xs[random.below(3)], xs[random.below(3)]);
            let many: Vec<Bool> = (0..2 + random.below(3)).map(|_| literal(random)).collect();
            let constraint = match random.below(10) {
                0 => Constraint::Or(many),
                1 => Constraint::AtMostOne(many),
                2 => Constraint::Xor(many),
                3 => Constraint::ExactlyOne(many),
                4 => Constraint::Linear { expr: many.iter().sum::<Linear>() - 1, relation: relations[random.below(6)] },
                5 => Constraint::AllDifferent {
                    of: xs.iter().map(Linear::from).collect(),
                    except: None,
                    strength: Strength::Auto,
                },
                6 => Constraint::Linear { expr: xs.iter().sum::<Linear>() - 5, relation: Relation::Eq },
                7 => Constraint::Linear { expr: x - y + random.below(3) as i64 - 1, relation: Relation::Eq },
                _ => Constraint::Linear { expr: x - y, relation: Relation::Ne },
            };
            model.post(constraint).when = [When::Always, When::Always, When::If(literal(random))][random.below(3)];
        }
        model
    }

    #[test]
    fn presolved_models_have_the_answers_of_the_model() {
        let mut random = Random(3);
        for round in 0..4000 {
            let model = random_model(&mut random);
            let count = Solver::new(&model).unwrap().count().map(|count| count.answers);
            assert_eq!(count, Ok(accepted(&model)), "round {round}: {}", model.to_json().unwrap());
        }
    }

    #[test]
    fn pairwise_different_variables_become_one_constraint() {
        let mut model = Model::new();
        let xs: Vec<Var> = (0..6).map(|i| model.int(format!("x{i}"), 0..=9)).collect();
        for (i, x) in xs.iter().enumerate() {
            for y in &xs[..i] {
                model.post(x.ne(*y));
            }
        }
        let plan = Plan::new(&model, 0, 0);
        assert_eq!(plan.dropped.len(), 15);
        let [(_, Constraint::AllDifferent { of, .. })] = &plan.added[..] else { panic!("one all-different") };
        assert_eq!(of.len(), 6);
    }

    #[test]
    fn a_sum_of_different_digits_becomes_a_cage() {
        let mut model = Model::new();
        let xs: Vec<Var> = (0..3).map(|i| model.int(format!("x{i}"), 1..=9)).collect();
        model.post(xs.iter().sum::<Linear>().eq(7));
        model.post(all_different(&xs));
        let plan = Plan::new(&model, 0, 0);
        assert_eq!(plan.dropped.len(), 2);
        assert!(matches!(&plan.added[..], [(0, Constraint::Cage { sum: 7, .. })]));
    }

    #[test]
    fn equal_variables_share_what_is_left_of_their_domains() {
        let mut model = Model::new();
        let (x, y) = (model.int("x", 0..=5), model.int("y", 3..=9));
        model.post(y.eq(x));
        model.post((2 * x).ne(8));
        let mut plan = Plan::new(&model, 0, 0);
        assert_eq!(plan.dropped.len(), 2);
        let (mut vars, mut domains) = (Vec::new(), Vec::new());
        plan.add_variables(&mut vars, |domain| {
            domains.push(domain.iter().collect::<Vec<_>>());
            crate::atom::VarId(domains.len() as u32)
        });
        assert_eq!((vars[0], domains), (vars[1], vec![vec![3, 5]]));
    }

    #[test]
    fn a_variable_that_only_sums_and_all_different_read_is_another_one_with_a_constant() {
        let mut model = Model::new();
        let (x, y, z) = (model.int("x", 0..=5), model.int("y", 3..=9), model.int("z", 0..=99));
        model.post((2 * y).eq(2 * x + 6));
        model.post(z.eq(y - 1));
        model.post(all_different([x, y, z]));
        let mut plan = Plan::new(&model, 0, 0);
        assert_eq!(plan.dropped.len(), 2);
        let mut vars = Vec::new();
        plan.add_variables(&mut vars, |domain| {
            assert_eq!(domain.iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
            crate::atom::VarId(1)
        });
        assert_eq!(vars.iter().map(|v| v.1).collect::<Vec<_>>(), [0, 3, 2]);
        let mut large = model.clone();
        large.post(((1_i64 << 40) * y + z).le(7_i64 << 40));
        assert_eq!(Solver::new(&large).unwrap().count().unwrap().answers, 4);
        // Whatever is added later reads it as it is.
        let mut solver = Solver::new(&model).unwrap();
        assert_eq!(solver.count().unwrap().answers, 6);
        let (b, w) = (model.bool("b"), model.int("w", 0..=99));
        model.post(((1_i64 << 40) * y).ge(7_i64 << 40)).when = When::Iff(b);
        model.post(((1_i64 << 40) * y - (1_i64 << 41) * z).le(0));
        model.post(entail_model::times(w, y, z));
        solver.sync(&model).unwrap();
        assert_eq!(solver.count().unwrap().answers, 6);
        model.post(Constraint::Or(vec![b]));
        model.minimize(w);
        solver.sync(&model).unwrap();
        let best = solver.solve().unwrap();
        assert_eq!(best.answer().unwrap().values(), [4, 7, 6, 1, 42]);
    }
}
