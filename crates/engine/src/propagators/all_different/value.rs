//! All different, the cheap part: the value of a fixed operand leaves the others.
//!
//! ```text
//!  order   │ fixed, value removed from all others │ open │
//!          0                                    done     n
//! ```
//! `done` is restored on backtracking; the order need not be: what lies before a smaller `done` stays there.

use super::View;
use crate::propagator::{Conflict, Cost, Cx, Propagator, Subscriptions, Why, event};
use crate::store::{Cell, Store};

pub(crate) struct Value {
    pub views: Box<[View]>,
    order: Box<[u32]>,
    done: Cell,
    /// A value that any number of operands may have.
    except: Option<i32>,
}

impl Value {
    /// No two of the views are the same.
    pub fn new(views: &[View], except: Option<i32>, store: &mut Store) -> Value {
        let order = (0..views.len() as u32).collect();
        Value { views: views.into(), order, done: store.alloc(1, 0), except }
    }

    /// After propagation: the places of the operands that are not fixed.
    pub fn open(&self, cx: &Cx<'_>) -> &[u32] {
        &self.order[cx.store.get(self.done) as usize..]
    }
}

impl Propagator for Value {
    fn subscribe(&self, to: &mut Subscriptions) {
        for view in &self.views {
            to.on(view.x, event::FIX);
        }
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, cx: &mut Cx<'_>) -> Result<(), Conflict> {
        let mut done = cx.store.get(self.done) as usize;
        loop {
            let start = done;
            for at in start..self.order.len() {
                let view = self.views[self.order[at] as usize];
                if !cx.is_fixed(view.x) {
                    continue;
                }
                self.order.swap(done, at);
                done += 1;
                let v = view.lo(cx);
                if self.except == Some(v) {
                    continue;
                }
                for &other in &self.order[done..] {
                    cx.assert(self.views[other as usize].ne(v), Why::One(view.eq(v)))?;
                }
            }
            if done == start {
                break;
            }
        }
        cx.store.set(self.done, done as u64);
        Ok(())
    }
}
