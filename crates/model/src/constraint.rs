//! The constraints, as data. What each of them means exactly is stated in [`meaning`](crate::Constraint::holds).

use serde::{Deserialize, Serialize};

use crate::{Bool, Domain, Linear};

/// How two integers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `≤`
    Le,
    /// `<`
    Lt,
    /// `≥`
    Ge,
    /// `>`
    Gt,
}

impl Relation {
    /// Whether `a` stands in this relation to `b`.
    pub fn holds<T: Ord>(self, a: T, b: T) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Le => a <= b,
            Self::Lt => a < b,
            Self::Ge => a >= b,
            Self::Gt => a > b,
        }
    }

    /// The relation that holds exactly when this one does not.
    pub fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Le => Self::Gt,
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
        }
    }
}

/// How much an all-different removes; more costs more per call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// The engine chooses by size.
    #[default]
    Auto,
    /// A taken value leaves the other domains.
    Value,
    /// Bounds consistency: Hall intervals.
    Bounds,
    /// Domain consistency: every value left is part of an answer of this constraint.
    Domain,
}

/// A relation between variables. Operands are linear expressions; a variable is the simplest of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Constraint {
    /// At least one is true.
    Or(Vec<Bool>),
    /// All are true.
    And(Vec<Bool>),
    /// An odd number of them is true.
    Xor(Vec<Bool>),
    /// At most one is true.
    AtMostOne(Vec<Bool>),
    /// Exactly one is true.
    ExactlyOne(Vec<Bool>),
    /// `expr` stands in the relation to 0.
    Linear {
        /// The left side; the right side is 0.
        expr: Linear,
        /// How it compares with 0.
        relation: Relation,
    },
    /// The value lies in a set.
    In {
        /// What lies in the set.
        of: Linear,
        /// The set.
        set: Domain,
    },
    /// `result = |of|`
    Abs {
        /// The absolute value.
        result: Linear,
        /// The operand.
        of: Linear,
    },
    /// `result = a · b`
    Times {
        /// The product.
        result: Linear,
        /// A factor.
        a: Linear,
        /// The other factor.
        b: Linear,
    },
    /// `result = a / b`, rounded toward zero; false where `b` is 0.
    Div {
        /// The quotient.
        result: Linear,
        /// The dividend.
        a: Linear,
        /// The divisor.
        b: Linear,
    },
    /// `result = a - b · (a / b)`, which has the sign of `a`; false where `b` is 0.
    Mod {
        /// The remainder.
        result: Linear,
        /// The dividend.
        a: Linear,
        /// The divisor.
        b: Linear,
    },
    /// `result = aᵇ`. A negative exponent means `1 / aᵇ` rounded toward zero, false where `a` is 0; `0⁰` is 1.
    Pow {
        /// The power.
        result: Linear,
        /// The base.
        a: Linear,
        /// The exponent.
        b: Linear,
    },
    /// `result` is the least of them.
    Min {
        /// The least.
        result: Linear,
        /// At least one operand.
        of: Vec<Linear>,
    },
    /// `result` is the greatest of them.
    Max {
        /// The greatest.
        result: Linear,
        /// At least one operand.
        of: Vec<Linear>,
    },
    /// No two are equal, except that any number of them may have the value `except`.
    AllDifferent {
        /// The operands.
        of: Vec<Linear>,
        /// A value that may occur more than once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        except: Option<i64>,
        /// How much to remove.
        #[serde(default)]
        strength: Strength,
    },
    /// No two are equal and they add up to `sum`: a run of Kakuro, a cage of killer Sudoku.
    Cage {
        /// The cells.
        cells: Vec<Linear>,
        /// Their sum.
        sum: i64,
    },
    /// `result = array[index]`, counted from 0; false where there is no such place.
    Element {
        /// The value at the place.
        result: Linear,
        /// The place, from 0.
        index: Linear,
        /// The array, of constants or expressions.
        array: Vec<Linear>,
    },
    /// `result = matrix[row][column]`, counted from 0; false where there is no such place.
    Element2 {
        /// The value at the place.
        result: Linear,
        /// The row, from 0.
        row: Linear,
        /// The column, from 0.
        column: Linear,
        /// The matrix; all its rows have the same length.
        matrix: Vec<Vec<Linear>>,
    },
    /// The tuple of values is (or, for a forbidden table, is not) a row of the table.
    Table {
        /// The columns.
        of: Vec<Linear>,
        /// The rows one after the other: `of.len()` numbers each.
        rows: Vec<i64>,
        /// Whether the rows are the forbidden ones.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        forbidden: bool,
    },
    /// How many of them lie in `values` stands in the relation to `times`.
    Count {
        /// What is counted.
        of: Vec<Linear>,
        /// The values that count.
        values: Domain,
        /// How the count compares with `times`.
        relation: Relation,
        /// What the count is compared with.
        times: Linear,
    },
    /// `values[i]` occurs `counts[i]` times; in a closed one no other value occurs.
    GlobalCardinality {
        /// What is counted.
        of: Vec<Linear>,
        /// The values, all different.
        values: Vec<i64>,
        /// How often each occurs.
        counts: Vec<Linear>,
        /// Whether no other value may occur.
        #[serde(default)]
        closed: bool,
    },
    /// `forward[i] = j` exactly when `backward[j] = i`, counted from 0; every value is a place of the other side.
    Inverse {
        /// One direction.
        forward: Vec<Linear>,
        /// The other direction, of the same length.
        backward: Vec<Linear>,
    },
    /// Each is at most the next; in a strict one, less.
    Increasing {
        /// The operands.
        of: Vec<Linear>,
        /// Whether equal neighbours are excluded.
        #[serde(default)]
        strict: bool,
    },
    /// Tasks share a resource: at every moment the demands of those that run add up to at most `capacity`. Durations and
    /// demands are at least 0; a task runs from its start for its duration.
    Cumulative {
        /// When each task starts.
        starts: Vec<Linear>,
        /// How long each runs.
        durations: Vec<Linear>,
        /// How much each takes while it runs.
        demands: Vec<Linear>,
        /// How much there is.
        capacity: Linear,
    },
    /// No two boxes overlap; durations on a machine are boxes of one dimension. Sizes are at least 0. In a strict one a
    /// box that has size 0 somewhere may not lie inside another either; in one that is not, such a box is nowhere.
    NoOverlap {
        /// The least corner of each box, a coordinate for each dimension.
        origins: Vec<Vec<Linear>>,
        /// Its size in each dimension.
        sizes: Vec<Vec<Linear>>,
        /// Whether boxes of size 0 count.
        #[serde(default)]
        strict: bool,
    },
    /// `next[i]`, counted from 0, is the place after place `i` on one tour through all places; in an optional one
    /// places with `next[i] = i` are left out, and possibly all of them are.
    Circuit {
        /// The successor of each place.
        next: Vec<Linear>,
        /// Whether places may be left out.
        #[serde(default)]
        optional: bool,
    },
    /// The values, read in order, lead an automaton from state 0 to an accepting state.
    Regular {
        /// What is read.
        of: Vec<Linear>,
        /// How many states there are.
        states: usize,
        /// `(from, value, to)`: reading `value` in state `from` leads to state `to`; of one state and value there is at
        /// most one. What is not listed leads nowhere.
        transitions: Vec<(usize, i64, usize)>,
        /// The accepting states.
        accepting: Vec<usize>,
    },
    /// `a` comes before `b` in the order of a dictionary, or in one that is not strict, is equal to it. Where one is the
    /// beginning of the other, the shorter comes first.
    Lex {
        /// What comes first.
        a: Vec<Linear>,
        /// What comes after.
        b: Vec<Linear>,
        /// Whether equal ones are excluded.
        #[serde(default)]
        strict: bool,
    },
    /// Items lie in bins, counted from 0, and `loads[j]` is the sum of the sizes of those in bin `j`.
    BinPacking {
        /// The bin of each item.
        bins: Vec<Linear>,
        /// The size of each item, at least 0.
        sizes: Vec<i64>,
        /// The load of each bin.
        loads: Vec<Linear>,
    },
    /// They take `count` different values.
    NValues {
        /// The operands.
        of: Vec<Linear>,
        /// How many values occur.
        count: Linear,
    },
    /// Where `values[i + 1]` occurs, `values[i]` occurs before it.
    Precede {
        /// Where they occur.
        of: Vec<Linear>,
        /// The values, all different.
        values: Vec<i64>,
    },
    /// A user's predicate on the values, kept in the model's table of predicates.
    Predicate {
        /// The operands whose values the predicate is given.
        of: Vec<Linear>,
        /// Its place in [`Model::predicates`](crate::Model::predicates).
        predicate: usize,
    },
}

/// When a posted constraint must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// In every answer.
    #[default]
    Always,
    /// Wherever the literal is true (half-reified).
    If(Bool),
    /// Exactly where the literal is true (fully reified).
    Iff(Bool),
}

/// A constraint of a model, with its name and the condition under which it must hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Posted {
    /// What a person calls it: "row 3, 16 in two cells".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When it must hold.
    #[serde(default)]
    pub when: When,
    /// What must hold.
    pub constraint: Constraint,
}

impl Posted {
    /// Gives it the name that messages and explanations use.
    pub fn named(&mut self, name: impl Into<String>) -> &mut Self {
        self.name = Some(name.into());
        self
    }

    /// Lets it hold only where `b` is true: `b → c`.
    pub fn only_if(&mut self, b: Bool) -> &mut Self {
        self.when = When::If(b);
        self
    }

    /// Makes `b` true exactly where it holds: `b ↔ c`.
    pub fn iff(&mut self, b: Bool) -> &mut Self {
        self.when = When::Iff(b);
        self
    }
}
