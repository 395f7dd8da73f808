//! The propagators, one file for each algorithm.

mod absolute;
mod arithmetic;
mod at_most_one;
mod checked;
mod count;
mod linear;
mod maximum;
mod not_equal;
mod offset;
mod parity;

pub(crate) use absolute::Absolute;
pub(crate) use arithmetic::{Arithmetic, Narrow, div, modulo, power, times, value};
pub(crate) use at_most_one::AtMostOne;
pub(crate) use checked::Checked;
pub(crate) use count::Count;
pub(crate) use linear::LinearLe;
pub(crate) use maximum::Maximum;
pub(crate) use not_equal::LinearNe;
pub(crate) use offset::Offset;
pub(crate) use parity::Parity;
