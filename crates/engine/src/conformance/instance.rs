//! Random instances: variables with domains of a given shape, few enough values that brute force is quick, and operands
//! over them.

use entail_model::{Bool, Constraint, Domain, Linear, Model, PartialPredicate, Var, When};

use crate::decide::next_random;

/// Random numbers that a seed repeats.
#[derive(Clone)]
pub(super) struct Rng(u64);

impl Rng {
    /// The numbers of this name and number.
    pub fn named(name: &str, number: u64) -> Rng {
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        Rng::seeded(hash ^ number.wrapping_mul(0xd134_2543_de82_ef95))
    }

    pub fn seeded(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn word(&mut self) -> u64 {
        next_random(&mut self.0)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// From `a` to `b`, both included.
    pub fn range(&mut self, a: i64, b: i64) -> i64 {
        a + (self.word() % (b - a + 1) as u64) as i64
    }

    pub fn percent(&mut self, p: usize) -> bool {
        self.below(100) < p
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// What the domains look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Dense,
    Holes,
    Negative,
    /// Few values, but spanning so many that the engine keeps bounds and holes instead of a mask.
    Wide,
    /// Some variables are fixed from the start.
    Singleton,
}

impl Shape {
    pub const ALL: [Shape; 5] = [Shape::Dense, Shape::Holes, Shape::Negative, Shape::Wide, Shape::Singleton];
}

/// How the constraint is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Half,
    Full,
}

impl Form {
    pub const ALL: [Form; 3] = [Form::Plain, Form::Half, Form::Full];
}

/// A constraint ready to be posted; a predicate brings its code.
pub(super) enum Made {
    Constraint(Constraint),
    Predicate(Vec<Linear>, PartialPredicate),
}

impl From<Constraint> for Made {
    fn from(constraint: Constraint) -> Made {
        Made::Constraint(constraint)
    }
}

impl Made {
    pub fn post(self, model: &mut Model, when: When) {
        let posted = match self {
            Made::Constraint(constraint) => model.post(constraint),
            Made::Predicate(of, holds) => model.partial_predicate(of, move |values| holds(values)),
        };
        posted.when = when;
    }
}

/// Far values; sums, differences and products of some are others.
const FAR: [i64; 10] = [5000, 5001, 5002, 10_000, 10_001, 1_000_000, 1_000_001, -5000, -5001, -1_000_000];

/// Values around the ends of machine words, and of what is numbered value by value.
const MIDDLE: [i64; 11] = [-64, 62, 63, 64, 65, 127, 128, 511, 512, 513, 3900];

/// Makes the variables of an instance.
pub(super) struct Gen {
    pub rng: Rng,
    pub model: Model,
    shape: Shape,
    /// How many more combinations of values the variables may have.
    room: usize,
    /// How many more variables are expected to share the room.
    expected: usize,
    /// The variable that is fixed in any case, where the shape asks for one.
    pinned: usize,
    /// Take variables of the model instead of making new ones.
    pub reuse: bool,
    /// An operand is more than a variable of its own: the consistency claimed for plain operands is not to be expected.
    pub decorated: bool,
}

impl Gen {
    pub fn new(rng: Rng, shape: Shape, room: usize) -> Gen {
        let mut gen_ =
            Gen { rng, model: Model::new(), shape, room, expected: 3, pinned: 0, reuse: false, decorated: false };
        gen_.pinned = gen_.rng.below(3);
        gen_
    }

    /// Announces how many variables will be asked for.
    pub fn expect(&mut self, n: usize) {
        self.expected = n;
    }

    pub fn set_shape(&mut self, shape: Shape) {
        self.shape = shape;
    }

    /// How many values the next variable may have.
    fn size(&mut self) -> usize {
        let share = (self.room as f64).powf(1.0 / self.expected.max(1) as f64);
        let most = (share + 1e-9).floor().clamp(1.0, 8.0) as usize;
        1 + self.rng.below(most).max(self.rng.below(most))
    }

    fn variable(&mut self, domain: Domain) -> Var {
        self.room = (self.room / domain.size() as usize).max(1);
        self.expected = self.expected.saturating_sub(1);
        self.model.int(format!("v{}", self.model.variables().len()), domain)
    }

    fn existing(&mut self) -> Var {
        Var(self.rng.below(self.model.variables().len()) as u32)
    }

    /// A variable with values near `lo` to `hi`, as the shape wants them.
    pub fn int(&mut self, lo: i64, hi: i64) -> Var {
        if self.reuse {
            return self.existing();
        }
        let size = self.size();
        let values = self.values(size, lo, hi);
        self.variable(values.into())
    }

    pub fn ints(&mut self, n: usize, lo: i64, hi: i64) -> Vec<Var> {
        (0..n).map(|_| self.int(lo, hi)).collect()
    }

    /// Some of the values, and others; a result's variable, given what results are possible.
    pub fn around(&mut self, candidates: &[i64]) -> Var {
        if self.reuse || candidates.is_empty() {
            return self.int(0, 4);
        }
        let size = self.size();
        let fits = |v: &i64| (-2_000_000_000..=2_000_000_000).contains(v);
        let centre = self.rng.pick(candidates).clamp(-2_000_000_000, 2_000_000_000);
        let mut values: Vec<i64> = if self.shape == Shape::Dense {
            let start = centre - self.rng.below(size) as i64;
            (start..start + size as i64).collect()
        } else {
            self.values(size, centre - 1, centre + 2)
        };
        if self.shape != Shape::Dense {
            for value in &mut values {
                if self.rng.percent(60) {
                    *value = Some(self.rng.pick(candidates)).filter(fits).unwrap_or(centre);
                }
            }
        }
        if self.shape == Shape::Wide && !spans_wide(&values) {
            values[0] = values[0].min(0) - 5000;
        }
        self.variable(values.into())
    }

    /// A literal of a new variable with values 0 and 1.
    pub fn bool(&mut self) -> Bool {
        let negated = self.rng.percent(30);
        if self.reuse {
            let bools: Vec<Var> = self.model.vars().filter(|x| self.is_bool(*x)).collect();
            if !bools.is_empty() {
                return Bool { var: self.rng.pick(&bools), negated };
            }
        }
        let fixed = self.shape == Shape::Singleton && self.rng.percent(40);
        let domain: Domain = if fixed { [self.rng.range(0, 1)].into() } else { (0..=1i64).into() };
        Bool { var: self.variable(domain), negated }
    }

    pub fn bools(&mut self, n: usize) -> Vec<Bool> {
        let mut bools: Vec<Bool> = (0..n).map(|_| self.bool()).collect();
        if n > 1 && self.rng.percent(10) {
            bools[0] = Bool { negated: bools[0].negated, ..bools[n - 1] };
            self.decorated = true;
        }
        bools
    }

    fn is_bool(&self, x: Var) -> bool {
        let domain = &self.model.variables()[x.index()].domain;
        domain.min() >= Some(0) && domain.max() <= Some(1)
    }

    /// The variable as an operand: mostly itself, at times an expression over it, a constant or another variable.
    pub fn operand(&mut self, x: Var) -> Linear {
        if !self.rng.percent(8) {
            return x.into();
        }
        self.decorated = true;
        match self.rng.below(6) {
            0 => x + self.rng.range(-3, 3),
            1 => self.rng.range(-2, 4) - x,
            2 => 2 * x - self.rng.range(0, 2),
            3 => self.rng.range(0, 3).into(),
            4 => x + self.existing(),
            _ => self.existing().into(),
        }
    }

    pub fn operands(&mut self, of: &[Var]) -> Vec<Linear> {
        of.iter().map(|&x| self.operand(x)).collect()
    }

    /// A value of each variable.
    pub fn sample(&mut self) -> Vec<i64> {
        let domains: Vec<Domain> = self.model.variables().iter().map(|v| v.domain.clone()).collect();
        domains.iter().map(|d| d.iter().nth(self.rng.below(d.size() as usize)).expect("a value")).collect()
    }

    /// What `f` gives for some values of the variables.
    pub fn samples(&mut self, f: impl Fn(&[i64]) -> Option<i64>) -> Vec<i64> {
        (0..6).filter_map(|_| f(&self.sample())).collect()
    }

    fn values(&mut self, size: usize, lo: i64, hi: i64) -> Vec<i64> {
        let rng = &mut self.rng;
        let dense = |rng: &mut Rng, size: usize| {
            let start = rng.range(lo, (hi - size as i64 + 1).max(lo));
            (start..start + size as i64).collect::<Vec<i64>>()
        };
        let some = |rng: &mut Rng, size: usize, lo: i64, hi: i64| {
            let mut values: Vec<i64> = (0..size).map(|_| rng.range(lo, hi)).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        match self.shape {
            Shape::Dense => dense(rng, size),
            Shape::Holes => {
                let mut values = some(rng, size, lo - 1, hi + 4);
                if rng.percent(20) {
                    values.iter_mut().for_each(|v| *v = if rng.percent(50) { rng.pick(&MIDDLE) } else { *v });
                    return values;
                }
                if values.len() > 1 && values[values.len() - 1] - values[0] < values.len() as i64 {
                    *values.last_mut().expect("two values") += 2;
                }
                values
            }
            Shape::Negative => {
                let shift = rng.range(1, (hi - lo).max(1) + 2);
                if rng.percent(50) {
                    dense(rng, size).into_iter().map(|v| v - shift).collect()
                } else {
                    some(rng, size, -hi.abs() - 1, hi.abs() / 2)
                }
            }
            Shape::Wide => {
                let mut values = some(rng, size, lo, hi);
                for value in &mut values {
                    if rng.percent(45) {
                        *value = rng.pick(&FAR);
                    }
                }
                if rng.percent(3) {
                    values[0] = rng.pick(&[-2_147_483_646, 2_147_483_645]);
                }
                // One variable in four stays small, so that both kinds meet.
                if !spans_wide(&values) && rng.percent(75) {
                    let far = rng.pick(&FAR);
                    match values.len() {
                        1 => values.push(far),
                        n => values[n - 1] = far,
                    }
                }
                values
            }
            Shape::Singleton => {
                let fixed = self.model.variables().len() == self.pinned || rng.percent(40);
                dense(rng, if fixed { 1 } else { size })
            }
        }
    }
}

fn spans_wide(values: &[i64]) -> bool {
    let (min, max) = (values.iter().min(), values.iter().max());
    min.zip(max).is_some_and(|(a, b)| b - a >= 4096)
}
