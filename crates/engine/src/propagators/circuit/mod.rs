//! One tour through all places, or through some of them: what [`Chains`] of fixed successors and what can still be
//! reached from where ([`Reach`]) rule out. That no place is entered twice is for all-different to see to.
//! The reasons are those of Francis and Stuckey, "Explaining circuit propagation" (2014).

mod chains;
mod reach;

pub(crate) use chains::Chains;
pub(crate) use reach::Reach;
