//! Queens by bit masks: row by row, every column that no queen attacks; counts all answers, without a use of symmetry.

/// How many ways there are to put `n` queens.
pub fn count(n: u32) -> u64 {
    place(u32::MAX >> (32 - n), 0, 0, 0)
}

/// The ways to fill the remaining rows, where these columns and diagonals are attacked.
fn place(all: u32, columns: u32, left: u32, right: u32) -> u64 {
    if columns == all {
        return 1;
    }
    let mut free = all & !(columns | left | right);
    let mut count = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        count += place(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    count
}
