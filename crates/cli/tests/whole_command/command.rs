//! What the tests of the whole command share: runs of it, files, a board.

use std::sync::atomic::{AtomicUsize, Ordering};

pub use crate::run::{Ran, entail_on, start};

/// Runs `entail` with nothing on standard input.
pub fn entail(arguments: &[&str]) -> Ran {
    entail_on(arguments, b"")
}

/// A case of 25 white cells that touch no other and have no clue: 9²⁵ answers, more than anybody can wait for.
pub fn open_board() -> String {
    let black = "0 ".repeat(10);
    let rows = format!("{black}\n{}\n", "0 1 ".repeat(5)).repeat(5);
    format!("10\n{rows}0\n")
}

/// Writes a file that no other test writes, and gives its path.
pub fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    let path = path(name);
    std::fs::write(&path, text).expect("the folder for tests can be written");
    path
}

/// A path for a file that no other test writes, with this end.
pub fn path(name: &str) -> String {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let nth = FILES.fetch_add(1, Ordering::Relaxed);
    let path = format!("{}/{nth}-{name}", env!("CARGO_TARGET_TMPDIR"));
    // An earlier run of the tests may have left one.
    let _ = std::fs::remove_file(&path);
    path
}
