//! A grid of letters, and where a word lies in it.

/// What stands in a cell without a letter.
pub const NONE: char = '.';

/// Which way a word runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the right.
    Right,
    /// Down.
    Down,
    /// Down and to the right.
    DownRight,
    /// Down and to the left.
    DownLeft,
    /// To the left.
    Left,
    /// Up.
    Up,
    /// Up and to the left.
    UpLeft,
    /// Up and to the right.
    UpRight,
}

impl Direction {
    /// All of them: four, then their reverses in the same order.
    pub const ALL: [Self; 8] =
        [Self::Right, Self::Down, Self::DownRight, Self::DownLeft, Self::Left, Self::Up, Self::UpLeft, Self::UpRight];

    /// How many rows down and columns to the right the next letter stands.
    pub fn step(self) -> (isize, isize) {
        match self {
            Self::Right => (0, 1),
            Self::Down => (1, 0),
            Self::DownRight => (1, 1),
            Self::DownLeft => (1, -1),
            Self::Left => (0, -1),
            Self::Up => (-1, 0),
            Self::UpLeft => (-1, -1),
            Self::UpRight => (-1, 1),
        }
    }

    /// "down-left".
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Down => "down",
            Self::DownRight => "down-right",
            Self::DownLeft => "down-left",
            Self::Left => "left",
            Self::Up => "up",
            Self::UpLeft => "up-left",
            Self::UpRight => "up-right",
        }
    }
}

/// Where a word lies: the cell of its first letter, from 0, and which way it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The row of the first letter.
    pub row: usize,
    /// The column of the first letter.
    pub column: usize,
    /// Which way the word runs.
    pub direction: Direction,
}

impl Placement {
    /// The first cell of a grid with so many columns, read row by row, and how far it is from each cell to the next.
    pub(super) fn line(self, columns: usize) -> (usize, isize) {
        let (down, right) = self.direction.step();
        (self.row * columns + self.column, down * columns as isize + right)
    }

    /// The cells of a word of this length in a grid with so many columns, which must have room for it.
    pub fn cells(self, columns: usize, length: usize) -> impl Iterator<Item = usize> {
        let (start, stride) = self.line(columns);
        (0..length).map(move |i| start.wrapping_add_signed(i as isize * stride))
    }

    /// The row and the column of the letter behind so many others.
    pub fn letter(self, behind: usize) -> (usize, usize) {
        let (down, right) = self.direction.step();
        let behind = behind as isize;
        (self.row.wrapping_add_signed(behind * down), self.column.wrapping_add_signed(behind * right))
    }
}

/// A grid of letters, row by row; [`NONE`] where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    columns: usize,
    pub(super) cells: Vec<char>,
}

impl Board {
    /// A grid without letters.
    pub fn empty(rows: usize, columns: usize) -> Self {
        Self::new(columns, vec![NONE; rows * columns])
    }

    /// A grid with these cells, row by row; there must be whole rows of them.
    pub fn new(columns: usize, cells: Vec<char>) -> Self {
        debug_assert_eq!(cells.len() % columns, 0);
        Self { columns, cells }
    }

    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// How many columns it has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The rows, from the top.
    pub fn lines(&self) -> impl Iterator<Item = &[char]> {
        self.cells.chunks(self.columns)
    }

    /// How many cells hold a letter.
    pub fn letters(&self) -> usize {
        self.cells.iter().filter(|cell| **cell != NONE).count()
    }

    /// Writes a word where it lies.
    pub fn write(&mut self, word: &[char], placement: Placement) {
        for (cell, letter) in placement.cells(self.columns, word.len()).zip(word) {
            self.cells[cell] = *letter;
        }
    }

    /// The cells from this one on in a direction, as far as the grid reaches.
    pub(super) fn ray(&self, cell: usize, direction: Direction) -> impl Iterator<Item = char> + '_ {
        let (down, right) = direction.step();
        let (mut row, mut column) = (cell / self.columns, cell % self.columns);
        let rows = self.rows();
        std::iter::from_fn(move || {
            let inside = row < rows && column < self.columns;
            let letter = inside.then(|| self.cells[row * self.columns + column])?;
            // Past the upper or the left edge both become very large.
            row = row.wrapping_add_signed(down);
            column = column.wrapping_add_signed(right);
            Some(letter)
        })
    }

    /// A line for each row, letters separated by one space.
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(2 * self.cells.len());
        for line in self.lines() {
            for (i, letter) in line.iter().enumerate() {
                if i > 0 {
                    text.push(' ');
                }
                text.push(*letter);
            }
            text.push('\n');
        }
        text
    }
}
