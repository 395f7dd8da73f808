//! FlatZinc in, the MiniZinc protocol out.
//!
//! ```text
//!  text ──read──▶ Program ──translate──▶ Model + what to print ──Solver──▶ answers, `----------`, `==========`
//! ```

pub mod ast;
mod globals;
pub mod output;
pub mod translate;
