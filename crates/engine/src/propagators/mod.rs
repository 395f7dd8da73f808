//! The propagators, one file for each algorithm.

mod absolute;
pub(crate) mod all_different;
mod arithmetic;
mod at_most_one;
#[cfg(test)]
pub(crate) mod brute_force;
mod cage;
mod cardinality;
mod checked;
pub(crate) mod circuit;
mod count;
mod element;
mod flow;
mod inverse;
mod lexicographic;
mod linear;
mod maximum;
mod no_overlap;
mod not_equal;
mod nvalues;
mod offset;
mod parity;
mod table;

pub(crate) use absolute::Absolute;
pub(crate) use arithmetic::{Arithmetic, Narrow, div, modulo, power, times, value};
pub(crate) use at_most_one::AtMostOne;
pub(crate) use cage::Cage;
pub(crate) use cardinality::{Capacity, Cardinality};
pub(crate) use checked::Checked;
pub(crate) use count::Count;
pub(crate) use element::Element;
pub(crate) use inverse::Inverse;
pub(crate) use lexicographic::Lexicographic;
pub(crate) use linear::LinearLe;
pub(crate) use maximum::Maximum;
pub(crate) use no_overlap::{Boxes, NoOverlap};
pub(crate) use not_equal::LinearNe;
pub(crate) use nvalues::NValues;
pub(crate) use offset::Offset;
pub(crate) use parity::Parity;
pub(crate) use table::Table;
