//! Posing and solving random boards: whatever is posed has an answer that satisfies its clues.

use crate::command::entail_on;

/// A stream of numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// A solved board of a random size up to 20: digits put where they repeat none of their runs, black where none fits.
fn board(random: &mut Random) -> Vec<Vec<u8>> {
    let size = 2 + random.below(19);
    let black = 1 + random.below(5);
    let mut board = vec![vec![0; size]; size];
    for row in 1..size {
        for column in 1..size {
            if random.below(10) < black {
                continue;
            }
            let left = board[row][..column].iter().rev().take_while(|digit| **digit > 0);
            let above = board[..row].iter().rev().map(|row| &row[column]).take_while(|digit| **digit > 0);
            let used: Vec<u8> = left.chain(above).copied().collect();
            let free: Vec<u8> = (1..=9).filter(|digit| !used.contains(digit)).collect();
            if !free.is_empty() {
                board[row][column] = free[random.below(free.len())];
            }
        }
    }
    board
}

/// The sums of all runs, across and down, and whether each has different digits.
fn runs(board: &[Vec<u8>]) -> (Vec<u32>, bool) {
    let columns = (0..board.len()).map(|column| board.iter().map(|row| row[column]).collect::<Vec<u8>>());
    let lines = board.iter().cloned().chain(columns);
    let mut sums = Vec::new();
    let mut different = true;
    for line in lines {
        for run in line.split(|digit| *digit == 0).filter(|run| !run.is_empty()) {
            sums.push(run.iter().map(|digit| u32::from(*digit)).sum());
            different &= run.iter().enumerate().all(|(i, digit)| !run[..i].contains(digit));
        }
    }
    (sums, different)
}

#[test]
fn a_thousand_random_boards_are_posed_and_solved() {
    let mut random = Random(20_261_115);
    let boards: Vec<Vec<Vec<u8>>> = (0..1000).map(|_| board(&mut random)).collect();
    let mut text = format!("{}\n", boards.len());
    for board in &boards {
        text += &format!("{}\n", board.len());
        for row in board {
            text += &(row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ") + "\n");
        }
    }
    let posed = entail_on(&["pose", "kakuro"], text.as_bytes());
    assert_eq!((posed.status, posed.err.as_str()), (0, ""));
    let solved = entail_on(&["solve", "kakuro"], posed.out.as_bytes());
    assert_eq!((solved.status, solved.err.as_str()), (0, ""));
    let mut rows =
        solved.out.lines().map(|line| line.split(' ').map(|digit| digit.parse().unwrap()).collect::<Vec<u8>>());
    for (number, board) in boards.iter().enumerate() {
        let answer: Vec<Vec<u8>> = rows.by_ref().take(board.len()).collect();
        let (sums, different) = runs(&answer);
        assert!(different && sums == runs(board).0, "board {number}: {board:?}\n{answer:?}");
        let cells = |board: &[Vec<u8>]| board.iter().flatten().map(|digit| *digit > 0).collect::<Vec<_>>();
        assert_eq!(cells(&answer), cells(board), "board {number}");
    }
    assert_eq!(rows.next(), None);
}
