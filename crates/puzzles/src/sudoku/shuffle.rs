//! Symmetries of the board: other names for the digits, rows in another order within their band, bands in another order,
//! columns the same, rows for columns. They turn puzzles into puzzles and answers into answers.

use crate::random::Random;

/// A symmetry of the boards of one size.
pub(super) struct Shuffle {
    /// Where each cell comes from.
    from: Vec<usize>,
    /// What each digit becomes; a blank stays one.
    digits: Vec<u8>,
}

impl Shuffle {
    /// Any symmetry.
    pub(super) fn random(block: usize, random: &mut Random) -> Self {
        let size = block * block;
        let (rows, columns) = (lines(block, random), lines(block, random));
        let mut digits: Vec<u8> = (0..=size as u8).collect();
        random.shuffle(&mut digits[1..]);
        let turned = random.chance(1, 2);
        let from = |cell: usize| {
            let (row, column) = (rows[cell / size], columns[cell % size]);
            if turned { column * size + row } else { row * size + column }
        };
        Self { from: (0..size * size).map(from).collect(), digits }
    }

    /// The board after the symmetry.
    pub(super) fn apply(&self, cells: &[u8]) -> Vec<u8> {
        self.from.iter().map(|cell| self.digits[usize::from(cells[*cell])]).collect()
    }

    /// The board that [`Shuffle::apply`] turns into this one.
    pub(super) fn undo(&self, cells: &[u8]) -> Vec<u8> {
        let mut names = vec![0; self.digits.len()];
        for (digit, name) in self.digits.iter().enumerate() {
            names[usize::from(*name)] = digit as u8;
        }
        let mut before = vec![0; cells.len()];
        for (cell, digit) in self.from.iter().zip(cells) {
            before[*cell] = names[usize::from(*digit)];
        }
        before
    }
}

/// Rows in a random order in which those of a band stay together.
fn lines(block: usize, random: &mut Random) -> Vec<usize> {
    let mut bands: Vec<Vec<usize>> = (0..block).map(|band| (band * block..(band + 1) * block).collect()).collect();
    for band in &mut bands {
        random.shuffle(band);
    }
    random.shuffle(&mut bands);
    bands.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::Sudoku;

    #[test]
    fn a_full_board_stays_one_and_comes_back() {
        let mut random = Random::new(1, 0);
        for block in [2, 3, 4, 5] {
            let size = block * block;
            let digit = |cell: usize| {
                let (row, column) = (cell / size, cell % size);
                ((row * block + row / block + column) % size + 1) as u8
            };
            let board: Vec<u8> = (0..size * size).map(digit).collect();
            for _ in 0..20 {
                let shuffle = Shuffle::random(block, &mut random);
                let other = shuffle.apply(&board);
                assert_ne!(other, board);
                assert_eq!(Sudoku::new(block, other.clone()).clash(), None);
                assert_eq!(shuffle.undo(&other), board);
            }
        }
    }
}
