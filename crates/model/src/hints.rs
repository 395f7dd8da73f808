//! Advice to the search: which variable next, which value first, when to start over. It changes how fast answers come and in
//! which order, never which answers there are.

use serde::{Deserialize, Serialize};

use crate::Var;

/// Which variable a search branches on next. Where several are as good as each other, the first in the order given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VarOrder {
    /// The engine chooses, guided by conflicts.
    #[default]
    Free,
    /// The first open one in the order given.
    Input,
    /// The one with the fewest values.
    FirstFail,
    /// The one with the most values.
    AntiFirstFail,
    /// The one with the smallest value.
    Smallest,
    /// The one with the largest value.
    Largest,
    /// The one in the most constraints.
    Occurrence,
    /// The one with the fewest values; among these, the one in the most constraints.
    MostConstrained,
    /// The one whose two smallest values are furthest apart.
    MaxRegret,
    /// The one with the least ratio of values to conflicts it took part in.
    DomWdeg,
}

/// Which value a search tries first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueOrder {
    /// The least.
    #[default]
    Min,
    /// The greatest.
    Max,
    /// The one nearest to the middle of the bounds.
    Middle,
    /// The one in the middle of the values; of two, the lower.
    Median,
    /// Any, by the seed.
    Random,
    /// The lower half of the bounds, then the upper.
    Split,
    /// The upper half of the bounds, then the lower.
    ReverseSplit,
    /// One half of the bounds, then the other, by the seed.
    SplitRandom,
    /// Where the values have gaps, the part before the first gap; else the lower half.
    Interval,
    /// All but the least.
    NotMin,
    /// All but the greatest.
    NotMax,
    /// All but the one in the middle of the values.
    NotMedian,
    /// All but one of them, by the seed.
    NotRandom,
}

/// Variables to branch on together, and how.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Phase {
    /// The variables; none means all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vars: Vec<Var>,
    /// Which of them next.
    #[serde(default)]
    pub var_order: VarOrder,
    /// Which value first.
    #[serde(default)]
    pub value_order: ValueOrder,
}

impl Phase {
    /// Branches on these variables.
    pub fn on(vars: impl IntoIterator<Item = Var>, var_order: VarOrder, value_order: ValueOrder) -> Self {
        Self { vars: vars.into_iter().collect(), var_order, value_order }
    }

    /// Branches on all variables.
    pub fn all(var_order: VarOrder, value_order: ValueOrder) -> Self {
        Self::on([], var_order, value_order)
    }
}

/// When a search starts over, keeping what it learnt: after how many conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restart {
    /// Never.
    Never,
    /// Always after this many.
    Constant(u64),
    /// After `scale`, then 2 · `scale`, then 3 · `scale` …
    Linear(u64),
    /// After `scale`, then `base` · `scale`, then `base`² · `scale` …
    Geometric {
        /// The factor, at least 1.
        base: f64,
        /// The first.
        scale: u64,
    },
    /// After this times 1, 1, 2, 1, 1, 2, 4 …
    Luby(u64),
}

/// Advice to the search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hints {
    /// How to branch: the first phase with an open variable decides. Variables of no phase come last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<Phase>,
    /// Values to try first, from an earlier answer or a guess.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warm_start: Vec<(Var, i64)>,
    /// When to start over; without, the engine decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restart: Option<Restart>,
}
