//! The parts of a board that no block connects, each solved by itself.
//!
//! A part knows only the cells that some block can cover, numbered in the order of the search: along the shorter side of
//! the board. So blocked cells and those of other parts take no room in what a search remembers.

use crate::boardcover::Boardcover;

/// Cells that blocks connect, and these blocks, by their first cells.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// How many cells it has.
    pub cells: usize,
    /// How many cells a block has.
    pub size: usize,
    /// The cells of each block in order, `size` for each.
    covered: Vec<u32>,
    /// The number of each block among the placements of the puzzle.
    placements: Vec<u32>,
    /// The place of each cell on the whole board, in the order of the search.
    pub ranks: Vec<u32>,
    /// How each block is turned.
    pub turned: Vec<u8>,
    /// For each cell, and behind the last, the first block that starts there or later.
    from: Vec<u32>,
}

impl Part {
    /// The cells of each block.
    pub fn blocks(&self) -> std::slice::ChunksExact<'_, u32> {
        self.covered.chunks_exact(self.size)
    }

    /// The cells of a block.
    pub fn covered_by(&self, block: usize) -> &[u32] {
        &self.covered[block * self.size..][..self.size]
    }

    /// The blocks whose first cell this is; no two of them are turned alike.
    pub fn starting_at(&self, cell: usize) -> std::ops::Range<usize> {
        self.from[cell] as usize..self.from[cell + 1] as usize
    }

    /// The number of a block among the placements of the puzzle.
    pub fn placement(&self, block: u32) -> usize {
        self.placements[block as usize] as usize
    }

    /// How many cells a block can reach from its first one on.
    pub fn reach(&self) -> usize {
        self.blocks().map(|block| (block[self.size - 1] - block[0]) as usize + 1).max().unwrap_or(0)
    }

    /// Blocks wherever they fit next to those before them.
    pub fn first_cover(&self) -> Vec<u32> {
        let mut taken = vec![false; self.cells];
        let fits = |(_, block): &(u32, &[u32])| {
            let fits = block.iter().all(|cell| !taken[*cell as usize]);
            if fits {
                block.iter().for_each(|cell| taken[*cell as usize] = true);
            }
            fits
        };
        (0..).zip(self.blocks()).filter(fits).map(|(block, _)| block).collect()
    }
}

/// The parts of a board.
pub(super) fn parts(puzzle: &Boardcover) -> Vec<Part> {
    let (height, width) = (puzzle.board.height, puzzle.board.width);
    let columns_first = width > height;
    let rank = |row: usize, column: usize| if columns_first { column * height + row } else { row * width + column };
    // The cells of each turn, as far from its corner as they are in the order of the search.
    let turns: Vec<Vec<usize>> = (puzzle.turns.iter())
        .map(|turn| {
            let mut ranks: Vec<usize> = turn.cells.iter().map(|(row, column)| rank(*row, *column)).collect();
            ranks.sort_unstable();
            ranks
        })
        .collect();
    let cells = height * width;
    let size = turns.first().map_or(0, Vec::len);
    let covered = |placement: usize| {
        let placement = puzzle.placements[placement];
        let corner = placement.corner as usize;
        let corner = rank(corner / width, corner % width);
        turns[usize::from(placement.turn)].iter().map(move |cell| corner + cell)
    };

    let mut parents = Parents((0..cells as u32).collect());
    let mut free = vec![false; cells];
    let mut starting = vec![0u32; cells + 1];
    let mut firsts = Vec::with_capacity(puzzle.placements.len());
    for placement in 0..puzzle.placements.len() {
        let mut covered = covered(placement);
        let first = covered.next().expect("a block has a cell");
        free[first] = true;
        starting[first + 1] += 1;
        firsts.push(first as u32);
        for cell in covered {
            free[cell] = true;
            parents.join(first, cell);
        }
    }
    (0..cells).for_each(|cell| starting[cell + 1] += starting[cell]);
    let mut by_first = vec![0u32; firsts.len()];
    let mut next = starting.clone();
    for (placement, first) in (0..).zip(&firsts) {
        let next = &mut next[*first as usize];
        by_first[*next as usize] = placement;
        *next += 1;
    }

    let mut parts: Vec<Part> = Vec::new();
    let mut part_of = vec![u32::MAX; cells];
    let mut local = vec![0u32; cells];
    for cell in (0..cells).filter(|cell| free[*cell]) {
        let part = &mut part_of[parents.top(cell)];
        if *part == u32::MAX {
            *part = parts.len() as u32;
            parts.push(Part { size, from: vec![0], ..Part::default() });
        }
        let part = &mut parts[*part as usize];
        local[cell] = part.cells as u32;
        part.cells += 1;
        part.ranks.push(cell as u32);
        part.from.push(part.from[part.cells - 1] + starting[cell + 1] - starting[cell]);
    }
    for placement in by_first {
        let part = part_of[parents.top(firsts[placement as usize] as usize)];
        let part = &mut parts[part as usize];
        part.covered.extend(covered(placement as usize).map(|cell| local[cell]));
        part.placements.push(placement);
        part.turned.push(puzzle.placements[placement as usize].turn);
    }
    parts
}

/// Cells that belong together have the same topmost parent.
struct Parents(Vec<u32>);

impl Parents {
    fn top(&mut self, cell: usize) -> usize {
        let mut cell = cell as u32;
        while self.0[cell as usize] != cell {
            let above = self.0[self.0[cell as usize] as usize];
            self.0[cell as usize] = above;
            cell = above;
        }
        cell as usize
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.top(a), self.top(b));
        self.0[b] = a as u32;
    }
}
