//! The harness of these tests: small models against every assignment of their variables. Answers with learning and without,
//! what is left at the nodes of a random dive, and every reason given on the way.

use std::collections::BTreeSet;

use entail_model::{Answer, Model, When, check};

use crate::atom::{Atom, VarId};
use crate::compile::Compiler;
use crate::engine::Engine;
use crate::reason::{Reason, Tag};
use crate::solver::{Options, Solver};
use crate::trail::NONE;

/// Numbers that look random, by xorshift.
pub(crate) struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    pub fn between(&mut self, a: i64, b: i64) -> i64 {
        a + self.below((b - a + 1) as u64) as i64
    }

    /// A few values in `-4..=8`, seldom with one far away so that the domain is wide.
    pub fn domain(&mut self, most: u64, far: bool) -> Vec<i64> {
        let n = 1 + self.below(most);
        let mut values: Vec<i64> = (0..n).map(|_| self.between(-4, 8)).collect();
        if far && self.below(4) == 0 {
            values.push(self.between(1, 3) * 5000);
        }
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// All answers, by trying everything.
fn answers(model: &Model) -> BTreeSet<Vec<i64>> {
    let domains: Vec<Vec<i64>> = model.variables().iter().map(|x| x.domain.iter().collect()).collect();
    let mut found = BTreeSet::new();
    let mut places = vec![0; domains.len()];
    loop {
        let values: Vec<i64> = places.iter().zip(&domains).map(|(&p, d): (&usize, _)| d[p]).collect();
        if check(model, &Answer::new(values.clone())).is_ok() {
            found.insert(values);
        }
        let Some(at) = (0..places.len()).find(|&i| places[i] + 1 < domains[i].len()) else { return found };
        places[at] += 1;
        places[..at].fill(0);
    }
}

/// Compares answers, reasons and (where claimed, once the conditions are decided) the values left with brute force.
pub(crate) fn agree(model: &Model, dice: &mut Dice, domain_consistent: bool) {
    let answers = answers(model);
    for learning in [true, false] {
        let mut solver = Solver::with_options(model, Options { learning, ..Options::default() }).unwrap();
        let found: Vec<Vec<i64>> = solver.answers().map(|a| a.unwrap().values().to_vec()).collect();
        assert_eq!(found.len(), answers.len(), "answers once, learning {learning}: {:?}", model.constraints());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), answers, "learning {learning}");
    }
    for _ in 0..4 {
        dive(model, &answers, dice, domain_consistent);
    }
}

fn dive(model: &Model, answers: &BTreeSet<Vec<i64>>, dice: &mut Dice, domain_consistent: bool) {
    let mut engine = Engine::new();
    let mut compiler = Compiler::default();
    compiler.compile(model, &mut engine);
    if engine.dead {
        return assert!(answers.is_empty());
    }
    let vars: Vec<VarId> = model.vars().map(|x| compiler.var(x)).collect();
    // Above the root, so that the trail and its reasons stay.
    engine.push_level();
    loop {
        let failed = engine.propagate().is_err();
        explain_all(&mut engine, &vars, answers);
        let inside =
            |a: &&Vec<i64>, e: &Engine| a.iter().zip(&vars).all(|(&v, &x)| e.trail.domains.contains(x, v as i32));
        let left: Vec<&Vec<i64>> = answers.iter().filter(|a| inside(a, &engine)).collect();
        if failed {
            let nogood = engine.nogood.clone();
            assert!(nogood.iter().all(|&a| engine.trail.domains.is_true(a)), "{nogood:?}");
            let wrong = answers.iter().find(|a| nogood.iter().all(|&n| allows(&engine, &vars, a, n)));
            assert_eq!(wrong, None, "nogood {nogood:?} of {:?}", model.constraints());
            return;
        }
        let decided = model.constraints().iter().all(|posted| match posted.when {
            When::Always => true,
            When::If(b) => engine.lo(compiler.var(b.var)) == 1,
            When::Iff(b) => engine.trail.domains.is_fixed(compiler.var(b.var)),
        });
        if domain_consistent && decided {
            for (place, &x) in vars.iter().enumerate() {
                let now: Vec<i64> = engine.trail.domains.values(x).map(i64::from).collect();
                let supported: BTreeSet<i64> = left.iter().map(|a| a[place]).collect();
                assert_eq!(now, supported.into_iter().collect::<Vec<_>>(), "{x:?} in {:?}", model.constraints());
            }
        }
        let open: Vec<VarId> = vars.iter().copied().filter(|&x| !engine.trail.domains.is_fixed(x)).collect();
        if open.is_empty() {
            assert_eq!(left.len(), 1, "an assignment that is no answer");
            return;
        }
        let x = open[dice.below(open.len() as u64) as usize];
        let values: Vec<i32> = engine.trail.domains.values(x).take(50).collect();
        let v = values[dice.below(values.len() as u64) as usize];
        let choice = [x.eq(v), x.ne(v), x.ge(v), x.le(v)][dice.below(4) as usize];
        if !engine.trail.domains.is_true(choice) && !engine.trail.domains.is_false(choice) {
            engine.push_level();
            engine.trail.assert(choice, Reason::DECISION).unwrap();
        }
    }
}

fn allows(engine: &Engine, vars: &[VarId], answer: &[i64], atom: Atom) -> bool {
    match vars.iter().position(|&x| x == atom.var()) {
        Some(place) => atom.allows(answer[place] as i32),
        None => {
            assert!(engine.trail.domains.is_fixed(atom.var()), "only constants beside the model's variables");
            atom.allows(engine.lo(atom.var()))
        }
    }
}

/// Every reason on the trail was true before, and no answer satisfies it without what it explains.
fn explain_all(engine: &mut Engine, vars: &[VarId], answers: &BTreeSet<Vec<i64>>) {
    for at in 0..engine.trail.entries.len() as u32 {
        let entry = engine.trail.entries[at as usize];
        if matches!(entry.reason().tag, Tag::Decision) {
            continue;
        }
        let mut out = Vec::new();
        engine.explain(at, entry.atom(), &mut out);
        for &atom in &out {
            let since = engine.trail.position(atom);
            assert!(since == NONE || since < at, "{atom:?} of {:?} was not true before", entry.atom());
        }
        let wrong = answers
            .iter()
            .find(|a| out.iter().all(|&r| allows(engine, vars, a, r)) && !allows(engine, vars, a, entry.atom()));
        assert_eq!(wrong, None, "{out:?} does not imply {:?}", entry.atom());
    }
}
