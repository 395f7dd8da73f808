//! FlatZinc in, the MiniZinc protocol out.
//!
//! ```text
//!  text ──read──▶ Program ──translate──▶ Model + what to print ──Solver──▶ answers, `----------`, `==========`
//! ```

pub mod ast;
mod globals;
pub mod output;
mod portfolio;
pub mod protocol;
mod read;
pub mod translate;

pub use read::{Mistake, read};
