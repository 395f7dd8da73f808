//! The negation of a constraint, where a literal is to be true exactly when the constraint holds.

use entail_model::{Constraint, Linear, Relation};

use super::Compiler;
use super::logic::complement;
use crate::atom::Atom;
use crate::engine::Engine;

impl Compiler {
    /// Compiles that a constraint does not hold, where the guard does.
    pub(super) fn negation(&mut self, engine: &mut Engine, constraint: &Constraint, guard: Option<Atom>) {
        match constraint {
            Constraint::Or(of) => {
                for &b in of {
                    self.require(engine, !self.atom(b), guard);
                }
            }
            Constraint::And(of) => {
                let clause = of.iter().map(|&b| !self.atom(b)).chain(guard.map(|g| !g)).collect::<Vec<_>>();
                engine.add_clause(&clause);
            }
            Constraint::Xor(of) => self.parity(engine, of, false, guard),
            Constraint::AtMostOne(of) => self.linear(engine, &(of.iter().sum::<Linear>() - 1), Relation::Gt, guard),
            Constraint::ExactlyOne(of) => self.linear(engine, &(of.iter().sum::<Linear>() - 1), Relation::Ne, guard),
            Constraint::Linear { expr, relation } => self.linear(engine, expr, relation.negated(), guard),
            Constraint::In { of, set } => {
                let x = self.operand(engine, of);
                let outside = complement(set, engine.lo(x).into(), engine.hi(x).into());
                self.member(engine, x, &outside, guard);
            }
            Constraint::Count { of, values, relation, times } => {
                self.count(engine, of, values, relation.negated(), times, guard);
            }
            Constraint::Table { of, rows, forbidden } => self.table(engine, of, rows, !forbidden, guard),
            Constraint::Abs { .. }
            | Constraint::Times { .. }
            | Constraint::Div { .. }
            | Constraint::Mod { .. }
            | Constraint::Pow { .. }
            | Constraint::Min { .. }
            | Constraint::Max { .. } => self.not_arithmetic(engine, constraint, guard),
            Constraint::Regular { .. } => self.regular(engine, constraint, false, guard),
            Constraint::Lex { a, b, strict } => self.lexicographic(engine, b, a, !strict, guard),
            _ => self.refuted(engine, constraint, guard),
        }
    }
}
