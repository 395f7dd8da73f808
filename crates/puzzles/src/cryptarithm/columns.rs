//! Equations column by column, as one adds on paper, so that words may have any length.
//!
//! An equation is brought to one side and multiplied out: a sum of products of letters (monomials) in each column. With
//! the carry from the column to its right that sum is the base times the carry to its left, and the last carry is 0.
//!
//! ```text
//!   SEND + MORE = MONEY     column 0:  D + E - Y          = 10 · c₁
//!                           column 1:  N + R - E + c₁     = 10 · c₂
//!                           …          -M + c₄            = 0
//! ```

use std::collections::{BTreeMap, HashMap};

use entail_model::MAX_VALUE;

use super::{Equation, Letter, place_of};

/// The most letters that the words of a puzzle have together.
const MOST_LETTERS: usize = 1_000_000;
/// The most products of letters that products of words are multiplied out to, all together.
const MOST_PRODUCTS: usize = 2_000_000;
/// The most different products of letters.
const MOST_MONOMIALS: usize = 100_000;

/// A column of an equation: how often each monomial is taken.
pub type Column = Vec<(i64, usize)>;

/// The columns of one equation, from the right.
#[derive(Clone, Debug, Default)]
pub struct Expanded {
    /// What stands in each column.
    pub columns: Vec<Column>,
    /// The least and greatest carry out of each column but the last.
    pub carries: Vec<(i64, i64)>,
}

/// All equations column by column.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// Products of letters, as sorted places of letters. The letters themselves come first; the others come behind the
    /// product that lacks their last letter.
    pub monomials: Vec<Vec<usize>>,
    /// The equations.
    pub equations: Vec<Expanded>,
    places: HashMap<Vec<usize>, usize>,
    /// How many products of letters were made.
    products: usize,
}

/// A sum of multiples of monomials in columns.
type Polynomial = BTreeMap<(usize, usize), i64>;

impl Columns {
    /// The columns of equations, unless products are too large; or in which way there are too many letters.
    pub fn new(equations: &[Equation], letters: &[Letter], base: u32) -> Result<Option<Self>, String> {
        let count: usize = equations.iter().flat_map(Equation::words).map(|word| word.chars().count()).sum();
        if count > MOST_LETTERS {
            return Err(format!("the words are too long: together they may have {MOST_LETTERS} letters"));
        }
        let mut columns = Self::default();
        for letter in 0..letters.len() {
            columns.place(&[letter]);
        }
        for equation in equations {
            let Some(expanded) = columns.expand(equation, letters, base) else { return Ok(None) };
            columns.equations.push(expanded);
        }
        Ok(Some(columns))
    }

    fn expand(&mut self, equation: &Equation, letters: &[Letter], base: u32) -> Option<Expanded> {
        let mut columns: Vec<Column> = Vec::new();
        let mut put = |column: usize, times: i64, monomial: usize| {
            if columns.len() <= column {
                columns.resize(column + 1, Column::new());
            }
            columns[column].push((times, monomial));
        };
        for (terms, side) in [(&equation.left, 1), (&equation.right, -1)] {
            for term in terms {
                let sign = if term.negative { -side } else { side };
                let digits = |word: &str| word.chars().rev().map(|c| place_of(letters, c)).collect::<Vec<_>>();
                match &term.factors[..] {
                    [word] => digits(word).iter().enumerate().for_each(|(column, letter)| put(column, sign, *letter)),
                    words => {
                        let factors: Vec<Vec<usize>> = words.iter().map(|word| digits(word)).collect();
                        for ((column, monomial), times) in self.product(&factors, base)? {
                            put(column, sign * times, monomial);
                        }
                    }
                }
            }
        }
        columns.iter_mut().for_each(merge);
        let carries = self.carries(&columns, base)?;
        Some(Expanded { columns, carries })
    }

    /// Words multiplied out, unless that is too large.
    fn product(&mut self, factors: &[Vec<usize>], base: u32) -> Option<Polynomial> {
        let greatest = i64::from(base - 1).checked_pow(factors.len().try_into().unwrap_or(u32::MAX));
        if greatest.is_none_or(|greatest| greatest > MAX_VALUE) {
            return None;
        }
        let mut product = Polynomial::from([((0, usize::MAX), 1)]);
        for factor in factors {
            self.products = self.products.saturating_add(product.len().saturating_mul(factor.len()));
            if self.products > MOST_PRODUCTS {
                return None;
            }
            let mut next = Polynomial::new();
            for ((column, monomial), times) in product {
                let of = self.monomials.get(monomial).cloned().unwrap_or_default();
                for (place, letter) in factor.iter().enumerate() {
                    let mut with = of.clone();
                    with.insert(of.partition_point(|known| known < letter), *letter);
                    *next.entry((column + place, self.place(&with))).or_default() += times;
                }
            }
            product = next;
            if self.monomials.len() > MOST_MONOMIALS {
                return None;
            }
        }
        Some(product)
    }

    /// The place of a monomial, which is made if there is none.
    fn place(&mut self, monomial: &[usize]) -> usize {
        if let Some(place) = self.places.get(monomial) {
            return *place;
        }
        if let [shorter @ .., _] = monomial
            && !shorter.is_empty()
        {
            self.place(shorter);
        }
        self.monomials.push(monomial.to_vec());
        self.places.insert(monomial.to_vec(), self.monomials.len() - 1);
        self.monomials.len() - 1
    }

    /// The place of a monomial that is known.
    pub fn place_of(&self, monomial: &[usize]) -> usize {
        self.places[monomial]
    }

    /// The greatest value of a monomial.
    pub fn greatest(&self, monomial: usize, base: u32) -> i64 {
        i64::from(base - 1).pow(self.monomials[monomial].len() as u32)
    }

    /// The bounds of the carries out of all columns but the last, unless these are too large.
    fn carries(&self, columns: &[Column], base: u32) -> Option<Vec<(i64, i64)>> {
        let base_wide = i128::from(base);
        let (mut least, mut greatest) = (0_i128, 0_i128);
        let mut carries = Vec::new();
        for column in columns {
            for (times, monomial) in column {
                let reach = i128::from(*times) * i128::from(self.greatest(*monomial, base));
                *(if reach < 0 { &mut least } else { &mut greatest }) += reach;
            }
            // Zero is always within reach, so neither bound changes its sign when it is rounded.
            (least, greatest) = (least / base_wide, greatest / base_wide);
            match (i64::try_from(least), i64::try_from(greatest)) {
                (Ok(least), Ok(greatest)) if -least <= MAX_VALUE && greatest <= MAX_VALUE => {
                    carries.push((least, greatest));
                }
                _ => return None,
            }
        }
        carries.pop();
        Some(carries)
    }

    /// The value of a column, without the carry into it.
    pub fn value(&self, column: &Column, digits: &[i64]) -> i64 {
        column.iter().map(|(times, monomial)| times * self.monomial(*monomial, digits)).sum()
    }

    /// The value of a monomial.
    pub fn monomial(&self, monomial: usize, digits: &[i64]) -> i64 {
        self.monomials[monomial].iter().map(|letter| digits[*letter]).product()
    }
}

/// Takes together what is said of the same monomial.
fn merge(column: &mut Column) {
    column.sort_unstable_by_key(|(_, monomial)| *monomial);
    column.dedup_by(|later, kept| {
        let same = later.1 == kept.1;
        kept.0 += if same { later.0 } else { 0 };
        same
    });
    column.retain(|(times, _)| *times != 0);
}
