//! The board of an answer as text: `#` blocked, `.` free, blocks as letters; and back again.
//!
//! Where there are more blocks than letters a letter comes again, not near itself: blocks that touch always differ.

use super::{Boardcover, Placement};

const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// How far away a letter may come again, in cells, where there are enough letters for that.
const FAR: usize = 8;

impl Boardcover {
    /// The board with its blocks as letters, each row with its end of line.
    pub(super) fn shown(&self, chosen: &[Placement]) -> String {
        let width = self.board.width;
        let mut cells: Vec<u8> = self.board.marked.iter().map(|blocked| if *blocked { b'#' } else { b'.' }).collect();
        for (index, &placement) in chosen.iter().enumerate() {
            let near = |far: usize| self.letters_near(&cells, placement, far);
            let from = index % LETTERS.len();
            let fresh = |used: u64| (0..LETTERS.len()).map(|i| (from + i) % LETTERS.len()).find(|l| used >> l & 1 == 0);
            let letter = if index < LETTERS.len() { from } else { fresh(near(FAR)).or(fresh(near(1))).unwrap_or(from) };
            self.cells(placement).for_each(|cell| cells[cell] = LETTERS[letter]);
        }
        let mut text = String::with_capacity(cells.len() + self.board.height);
        for row in cells.chunks(width) {
            text.extend(row.iter().map(|cell| char::from(*cell)));
            text.push('\n');
        }
        text
    }

    /// The letters at most so many cells away from the block, as a set.
    fn letters_near(&self, cells: &[u8], placement: Placement, far: usize) -> u64 {
        let width = self.board.width;
        let mut used = 0;
        for cell in self.cells(placement) {
            let (row, column) = (cell / width, cell % width);
            for r in row.saturating_sub(far)..=(row + far).min(self.board.height - 1) {
                for c in column.saturating_sub(far)..=(column + far).min(width - 1) {
                    used |= match cells[r * width + c] {
                        letter @ b'A'..=b'Z' => 1 << (letter - b'A'),
                        letter @ b'a'..=b'z' => 1 << (letter - b'a' + 26),
                        _ => 0,
                    };
                }
            }
        }
        used
    }

    /// The placements, by their numbers, that rows of characters show; or why they show none.
    pub(super) fn parse_shown(&self, rows: &[String]) -> Result<Vec<usize>, String> {
        let width = self.board.width;
        let mut cells = Vec::with_capacity(self.board.marked.len());
        for (row, text) in rows.iter().enumerate() {
            if text.len() != width {
                return Err(format!("row {} of the board has {} cells, not {width}", row + 1, text.chars().count()));
            }
            cells.extend_from_slice(text.as_bytes());
        }
        let place = |cell: usize| format!("row {}, column {}", cell / width + 1, cell % width + 1);
        for (cell, (shown, blocked)) in cells.iter().zip(&self.board.marked).enumerate() {
            match (shown, blocked) {
                (b'#', true) | (b'.', false) => {}
                (letter, false) if letter.is_ascii_alphabetic() => {}
                (_, true) => return Err(format!("the blocked cell in {} is not shown as #", place(cell))),
                (_, false) => return Err(format!("the free cell in {} is neither . nor a letter", place(cell))),
            }
        }
        let mut starting: Vec<(usize, usize)> = (self.placements.iter().enumerate())
            .map(|(index, placement)| (self.cells(*placement).next().expect("a block has a cell"), index))
            .collect();
        starting.sort_unstable();
        LETTERS.iter().try_fold(Vec::new(), |mut chosen, letter| {
            chosen.extend(self.blocks_of(*letter, &cells, &starting).map_err(|cell| {
                let letter = char::from(*letter);
                format!("the cells with {letter} are no blocks: look at {}", place(cell))
            })?);
            Ok(chosen)
        })
    }

    /// The blocks that make up the cells with a letter; or a cell where that goes wrong. `starting` has the placements
    /// by their first cells. The first cell without a block is the first cell of one: try all, go back where none fits.
    fn blocks_of(&self, letter: u8, cells: &[u8], starting: &[(usize, usize)]) -> Result<Vec<usize>, usize> {
        let mut open: Vec<bool> = cells.iter().map(|cell| *cell == letter).collect();
        let mut furthest = 0;
        // The way so far: for each block its first cell and how many placements there were tried.
        let mut way: Vec<(usize, usize)> = Vec::new();
        let mut cell = 0;
        let mut tried = 0;
        loop {
            while cell < open.len() && !open[cell] {
                cell += 1;
            }
            if cell == open.len() {
                return Ok(way.iter().map(|(cell, tried)| self.starting_at(starting, *cell)[tried - 1].1).collect());
            }
            furthest = furthest.max(cell);
            let options = &self.starting_at(starting, cell)[tried..];
            let fits = |(_, index): &(usize, usize)| self.cells(self.placements[*index]).all(|cell| open[cell]);
            if let Some(next) = options.iter().position(fits) {
                way.push((cell, tried + next + 1));
                self.cells(self.placements[options[next].1]).for_each(|cell| open[cell] = false);
                tried = 0;
            } else if let Some((before, count)) = way.pop() {
                let index = self.starting_at(starting, before)[count - 1].1;
                self.cells(self.placements[index]).for_each(|cell| open[cell] = true);
                (cell, tried) = (before, count);
            } else {
                return Err(furthest);
            }
        }
    }

    fn starting_at<'a>(&self, starting: &'a [(usize, usize)], cell: usize) -> &'a [(usize, usize)] {
        let from = starting.partition_point(|(first, _)| *first < cell);
        let to = starting.partition_point(|(first, _)| *first <= cell);
        &starting[from..to]
    }
}
