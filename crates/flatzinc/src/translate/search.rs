//! Search annotations as advice to the search: `int_search` and its kin, `seq_search`, warm starts, restarts.
//!
//! An annotation that is not known, or that has arguments of other kinds, is no advice; what a program means does not
//! depend on it.

use entail_model::{Hints, Phase, Restart, ValueOrder, Var, VarOrder};

use crate::ast::{Call, Expr};
use crate::translate::args::Truth;
use crate::translate::scope::Scope;

/// The advice of a program.
pub(crate) fn hints(scope: &Scope<'_>) -> Hints {
    let mut hints = Hints::default();
    let annotations = &scope.program.solve.annotations;
    let mut open: Vec<&Expr> = annotations.iter().rev().collect();
    while let Some(expr) = open.pop() {
        let Expr::Call(call) = expr else { continue };
        match call.name.as_str() {
            "seq_search" | "warm_start_array" => {
                let inner = call.args.first().and_then(|(_, list)| scope.elements(list)).unwrap_or_default();
                open.extend(inner.iter().rev());
            }
            "int_search" | "bool_search" => hints.phases.extend(phase(call, scope)),
            "warm_start" | "warm_start_int" | "warm_start_bool" => hints.warm_start.extend(warm_start(call, scope)),
            _ => hints.restart = restart(call).or(hints.restart),
        }
    }
    hints
}

/// `int_search(variables, which variable, which value, complete)`
fn phase(call: &Call, scope: &Scope<'_>) -> Option<Phase> {
    let [(_, vars), (_, var_order), (_, value_order), ..] = call.args.as_slice() else { return None };
    let vars: Vec<Var> = scope.elements(vars)?.iter().filter_map(|e| open_var(e, scope)).collect();
    // No variable in a phase would mean all of them.
    if vars.is_empty() {
        return None;
    }
    let var_order = match word(var_order)? {
        "input_order" => VarOrder::Input,
        "first_fail" => VarOrder::FirstFail,
        "anti_first_fail" => VarOrder::AntiFirstFail,
        "smallest" => VarOrder::Smallest,
        "largest" => VarOrder::Largest,
        "occurrence" => VarOrder::Occurrence,
        "most_constrained" => VarOrder::MostConstrained,
        "max_regret" => VarOrder::MaxRegret,
        "dom_w_deg" => VarOrder::DomWdeg,
        _ => VarOrder::Input,
    };
    let value_order = match word(value_order)? {
        "indomain_max" => ValueOrder::Max,
        "indomain_middle" => ValueOrder::Middle,
        "indomain_median" => ValueOrder::Median,
        "indomain_random" => ValueOrder::Random,
        "indomain_split" => ValueOrder::Split,
        "indomain_reverse_split" => ValueOrder::ReverseSplit,
        "indomain_split_random" => ValueOrder::SplitRandom,
        "indomain_interval" => ValueOrder::Interval,
        "outdomain_min" => ValueOrder::NotMin,
        "outdomain_max" => ValueOrder::NotMax,
        "outdomain_median" => ValueOrder::NotMedian,
        "outdomain_random" => ValueOrder::NotRandom,
        // `indomain` and `indomain_min`.
        _ => ValueOrder::Min,
    };
    Some(Phase::on(vars, var_order, value_order))
}

/// `warm_start(variables, values)`
fn warm_start(call: &Call, scope: &Scope<'_>) -> Vec<(Var, i64)> {
    let [(_, vars), (_, values), ..] = call.args.as_slice() else { return Vec::new() };
    let (Some(vars), Some(values)) = (scope.elements(vars), scope.elements(values)) else { return Vec::new() };
    let pair = |(var, value): (&Expr, &Expr)| {
        let value = match value {
            Expr::Int(value) => *value,
            Expr::Bool(value) => i64::from(*value),
            _ => return None,
        };
        Some((open_var(var, scope)?, value))
    };
    vars.iter().zip(values).filter_map(pair).collect()
}

fn restart(call: &Call) -> Option<Restart> {
    let number = |index: usize| match call.args.get(index)?.1 {
        Expr::Int(value) => Some(value as f64),
        Expr::Float(value) => Some(value),
        _ => None,
    };
    let scale = |index| number(index).filter(|n| *n >= 1.0).map(|n| n as u64);
    Some(match call.name.as_str() {
        "restart_none" => Restart::Never,
        "restart_constant" => Restart::Constant(scale(0)?),
        "restart_linear" => Restart::Linear(scale(0)?),
        "restart_luby" => Restart::Luby(scale(0)?),
        "restart_geometric" => {
            Restart::Geometric { base: number(0).filter(|base| base.is_finite() && *base >= 1.0)?, scale: scale(1)? }
        }
        _ => return None,
    })
}

fn word(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Call(call) => Some(&call.name),
        _ => None,
    }
}

/// The model's variable of a variable that is not fixed. Those in annotations are never read turned round.
fn open_var(expr: &Expr, scope: &Scope<'_>) -> Option<Var> {
    match (scope.linear(expr), scope.truth(expr)) {
        (Some(expr), _) => expr.as_var(),
        (_, Some(Truth::Open(literal))) => Some(literal.var),
        _ => None,
    }
}
