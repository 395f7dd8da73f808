//! Finding answers column by column from the left. Rows are tried from the top, so answers come in the order of their
//! lists; on boards larger than [`LARGEST_IN_ORDER`], where the first of these would be long in coming, every column tries
//! the row of the constructed answer first. So one answer is there at once on a board of any size, and the next ones
//! differ from it in the last columns: soon found up to 30 columns or so, and hardly ever beyond.
//!
//! Free rows are a doubly linked list through the head 0, so a column looks only at rows that are free:
//!
//! ```text
//!   next:  0 → 1 → 3 → 4 → 0        row 2 is taken; it keeps its own links, so that putting it back
//!   2's own links: 1 ← 2 → 3        is two writes, as long as rows are put back in reverse order
//! ```

use entail_model::Answer;

use super::Queens;
use super::construct::construct;
use crate::search::{Effort, End, Found, How};

/// Up to this size answers come in the order of their lists.
const LARGEST_IN_ORDER: usize = 20;

/// How many rows are tried between looks at the clock.
const BETWEEN_LOOKS: u64 = 1 << 14;

/// What a column has tried so far.
#[derive(Clone, Copy)]
enum Tried {
    Nothing,
    /// The row of the guide, before all others.
    Guide,
    /// The free rows up to this one; 0 is none of them.
    UpTo(u32),
}

/// A board with queens on the first columns. Rows count from 1, columns from 0.
struct Board {
    size: usize,
    next: Vec<u32>,
    previous: Vec<u32>,
    free: Vec<bool>,
    /// Whether there is a queen on the diagonal row + column.
    rising: Vec<bool>,
    /// Whether there is a queen on the diagonal row - column, shifted by the size.
    falling: Vec<bool>,
}

impl Board {
    fn new(size: usize) -> Self {
        let rows = size as u32;
        Self {
            size,
            next: (1..=rows).chain([0]).collect(),
            previous: [rows].into_iter().chain(0..rows).collect(),
            free: vec![true; size + 1],
            rising: vec![false; 2 * size + 1],
            falling: vec![false; 2 * size + 1],
        }
    }

    /// Whether no queen attacks the cell.
    fn is_safe(&self, row: u32, column: usize) -> bool {
        let row = row as usize;
        self.free[row] && !self.rising[row + column] && !self.falling[row + self.size - column]
    }

    fn put(&mut self, row: u32, column: usize) {
        let (next, previous) = (self.next[row as usize], self.previous[row as usize]);
        self.next[previous as usize] = next;
        self.previous[next as usize] = previous;
        self.mark(row, column, true);
    }

    fn take(&mut self, row: u32, column: usize) {
        let (next, previous) = (self.next[row as usize], self.previous[row as usize]);
        self.next[previous as usize] = row;
        self.previous[next as usize] = row;
        self.mark(row, column, false);
    }

    fn mark(&mut self, row: u32, column: usize, queen: bool) {
        let row = row as usize;
        self.free[row] = !queen;
        self.rising[row + column] = queen;
        self.falling[row + self.size - column] = queen;
    }
}

impl Queens {
    /// Hands every answer to `found`, each once, until it has enough or a limit is reached.
    pub fn search_by_columns(&self, how: &How, found: &mut Found<'_>) -> End {
        let size = self.size;
        let guide = if size > LARGEST_IN_ORDER { construct(size) } else { None };
        let mut board = Board::new(size);
        let mut tried = vec![Tried::Nothing; size];
        let mut rows: Vec<u32> = Vec::with_capacity(size);
        let mut nodes = 0_u64;
        loop {
            nodes += 1;
            if nodes.is_multiple_of(BETWEEN_LOOKS)
                && let Some(stop) = how.stopped()
            {
                return End { stop: Some(stop), effort: Effort { nodes, engine: None }, ..End::default() };
            }
            let column = rows.len();
            if column == size {
                let answer = Answer::new(rows.iter().map(|row| i64::from(*row)).collect());
                if found(answer).is_break() {
                    break;
                }
            } else if let Some(row) = next_row(&board, column, guide.as_deref(), &mut tried[column]) {
                board.put(row, column);
                rows.push(row);
                continue;
            } else {
                tried[column] = Tried::Nothing;
            }
            let Some(row) = rows.pop() else { break };
            board.take(row, rows.len());
        }
        End { effort: Effort { nodes, engine: None }, ..End::default() }
    }
}

/// The next row to try in a column.
fn next_row(board: &Board, column: usize, guide: Option<&[u32]>, tried: &mut Tried) -> Option<u32> {
    let first = guide.map(|guide| guide[column]);
    if let (Tried::Nothing, Some(row)) = (*tried, first) {
        *tried = Tried::Guide;
        if board.is_safe(row, column) {
            return Some(row);
        }
    }
    let mut row = match *tried {
        Tried::UpTo(row) => row,
        Tried::Nothing | Tried::Guide => 0,
    };
    loop {
        row = board.next[row as usize];
        if row == 0 {
            return None;
        }
        if Some(row) != first && board.is_safe(row, column) {
            *tried = Tried::UpTo(row);
            return Some(row);
        }
    }
}

/// Takes answers into a list, at most so many.
#[cfg(test)]
pub fn take_at_most(answers: &mut Vec<Vec<i64>>, most: usize) -> impl FnMut(Answer) -> std::ops::ControlFlow<()> + '_ {
    move |answer| {
        answers.push(answer.values().to_vec());
        if answers.len() < most { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    }
}
