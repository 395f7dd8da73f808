//! Board cover by branch and bound: the first free cell is filled by each turn of the block, or left blank for ever.
//!
//! Plain, a branch ends where the free cells left could not hold enough blocks to beat the best. With memory, what is left
//! has its best number in a hash map, and a branch ends where that number is all that the free cells could hold.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::{Answer, Limit, Words};

/// A set of cells, as wide as boards are.
type Cells<const W: usize> = [u64; W];

/// Reads a case and solves it.
pub fn case(words: &mut Words<'_>, memory: bool, limit: Limit) -> Result<Answer, String> {
    let [height, width, rows, columns] = [words.number()?, words.number()?, words.number()?, words.number()?];
    let free = read(words, height, width, '.')?;
    let block = read(words, rows, columns, '#')?;
    if block.is_empty() {
        return Err("a block without a cell".to_owned());
    }
    let board = (height, width, free, turns(block));
    match height * width {
        0..=64 => solve::<1>(board, memory, limit),
        65..=128 => solve::<2>(board, memory, limit),
        129..=256 => solve::<4>(board, memory, limit),
        cells => Err(format!("{cells} cells are too many")),
    }
}

/// The places of that character.
fn read(words: &mut Words<'_>, rows: usize, columns: usize, what: char) -> Result<Vec<(i32, i32)>, String> {
    let mut cells = Vec::new();
    for y in 0..rows {
        let row = words.word()?;
        if row.len() != columns {
            return Err(format!("{row:?} is not {columns} cells wide"));
        }
        cells.extend(row.chars().enumerate().filter(|&(_, c)| c == what).map(|(x, _)| (y as i32, x as i32)));
    }
    Ok(cells)
}

/// The block in its different turns, each as places relative to its first cell.
fn turns(mut block: Vec<(i32, i32)>) -> Vec<Vec<(i32, i32)>> {
    let mut turns: Vec<Vec<(i32, i32)>> = Vec::new();
    for _ in 0..4 {
        block = block.iter().map(|&(y, x)| (x, -y)).collect();
        block.sort_unstable();
        let (top, left) = block[0];
        turns.push(block.iter().map(|&(y, x)| (y - top, x - left)).collect());
    }
    turns.sort_unstable();
    turns.dedup();
    turns
}

type Board = (usize, usize, Vec<(i32, i32)>, Vec<Vec<(i32, i32)>>);

fn solve<const W: usize>((height, width, free, turns): Board, memory: bool, limit: Limit) -> Result<Answer, String> {
    let index = |y: i32, x: i32| y as usize * width + x as usize;
    let inside = |y: i32, x: i32| (0..height as i32).contains(&y) && (0..width as i32).contains(&x);
    let mut places = vec![Vec::new(); height * width];
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            for turn in &turns {
                if turn.iter().all(|&(dy, dx)| inside(y + dy, x + dx)) {
                    places[index(y, x)].push(set(turn.iter().map(|&(dy, dx)| index(y + dy, x + dx))));
                }
            }
        }
    }
    let cells = free.len();
    let size = turns[0].len();
    let mut search = Search::<W> { places, size, best: 0, seen: HashMap::default(), limit };
    let free = set(free.into_iter().map(|(y, x)| index(y, x)));
    if memory {
        search.best = search.remembered(free, cells);
    } else {
        search.plain(free, cells, 0);
    }
    Ok(if search.limit.over { Answer::Cut } else { Answer::Text(format!("{}\n", search.best)) })
}

fn set<const W: usize>(cells: impl Iterator<Item = usize>) -> Cells<W> {
    cells.fold([0; W], |mut set, cell| {
        set[cell / 64] |= 1 << (cell % 64);
        set
    })
}

struct Search<const W: usize> {
    /// The cells of each block whose first cell this is.
    places: Vec<Vec<Cells<W>>>,
    size: usize,
    best: usize,
    seen: HashMap<Cells<W>, usize, BuildHasherDefault<Mixed>>,
    limit: Limit,
}

impl<const W: usize> Search<W> {
    fn plain(&mut self, free: Cells<W>, cells: usize, placed: usize) {
        self.best = self.best.max(placed);
        if placed + cells / self.size <= self.best || self.limit.reached() {
            return;
        }
        let first = first(&free);
        for place in 0..self.places[first].len() {
            let block = self.places[first][place];
            if within(&block, &free) {
                self.plain(without(&free, &block), cells - self.size, placed + 1);
            }
        }
        self.plain(without(&free, &set([first].into_iter())), cells - 1, placed);
    }

    fn remembered(&mut self, free: Cells<W>, cells: usize) -> usize {
        if cells < self.size || self.limit.reached() {
            return 0;
        }
        if let Some(&best) = self.seen.get(&free) {
            return best;
        }
        let first = first(&free);
        let mut best = 0;
        for place in 0..self.places[first].len() {
            let block = self.places[first][place];
            if best < cells / self.size && within(&block, &free) {
                best = best.max(1 + self.remembered(without(&free, &block), cells - self.size));
            }
        }
        if best < cells / self.size {
            best = best.max(self.remembered(without(&free, &set([first].into_iter())), cells - 1));
        }
        self.seen.insert(free, best);
        best
    }
}

fn first<const W: usize>(cells: &Cells<W>) -> usize {
    let word = cells.iter().position(|&word| word != 0).expect("cells are left");
    word * 64 + cells[word].trailing_zeros() as usize
}

fn within<const W: usize>(part: &Cells<W>, whole: &Cells<W>) -> bool {
    (0..W).all(|word| part[word] & !whole[word] == 0)
}

fn without<const W: usize>(whole: &Cells<W>, part: &Cells<W>) -> Cells<W> {
    std::array::from_fn(|word| whole[word] & !part[word])
}

/// A hash made of a multiplication for each word: the default one would be most of the search.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks_exact(8) {
            self.write_u64(u64::from_le_bytes(word.try_into().expect("whole words")));
        }
    }

    fn write_usize(&mut self, _length: usize) {}

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
