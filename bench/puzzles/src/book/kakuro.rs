//! Kakuro by backtracking: the cell with the fewest candidates, found by scanning the whole board, takes each of them in turn.
//!
//! The candidates of a cell are those of its two runs, `table[length][sum][digits known]`, intersected.

use crate::{Answer, Limit, Words};

const DIGITS: u16 = 0x1FF;

/// `candidates[length][sum][known]`: the digits that can still come into a run of that length and sum in which these are known.
/// Sum 0 is a run without a clue.
pub struct Table(Vec<u16>);

impl Table {
    pub fn new() -> Self {
        let mut table = vec![0; 10 * 46 * 512];
        for set in 1..=DIGITS {
            let length = set.count_ones() as usize;
            let sum: usize = (1..=9).filter(|digit| set >> (digit - 1) & 1 == 1).sum();
            let mut known = set;
            loop {
                table[at(length, sum, known)] |= set & !known;
                table[at(length, 0, known)] |= DIGITS & !known;
                if known == 0 {
                    break;
                }
                known = (known - 1) & set;
            }
        }
        Self(table)
    }
}

fn at(length: usize, sum: usize, known: u16) -> usize {
    (length * 46 + sum) * 512 + usize::from(known)
}

#[derive(Clone, Default)]
struct Run {
    length: usize,
    sum: usize,
    known: u16,
}

struct Board<'a> {
    size: usize,
    white: Vec<bool>,
    /// 0 where nothing is yet.
    digit: Vec<u8>,
    /// The runs of a cell, across and down.
    runs_of: Vec<[usize; 2]>,
    runs: Vec<Run>,
    table: &'a Table,
    limit: Limit,
}

/// Reads a case and solves it.
pub fn case(words: &mut Words<'_>, table: &Table, limit: Limit) -> Result<Answer, String> {
    let size = words.number()?;
    let mut white = Vec::with_capacity(size * size);
    for _ in 0..size * size {
        white.push(words.number()? == 1);
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut runs_of = vec![[usize::MAX; 2]; size * size];
    for (direction, step) in [1, size].into_iter().enumerate() {
        for cell in 0..size * size {
            let place = if direction == 0 { cell % size } else { cell / size };
            if !white[cell] {
                continue;
            }
            let run = if place > 0 && white[cell - step] {
                runs_of[cell - step][direction]
            } else {
                runs.push(Run::default());
                runs.len() - 1
            };
            runs[run].length += 1;
            runs_of[cell][direction] = run;
        }
    }
    for _ in 0..words.number()? {
        let [y, x, direction, sum] = [words.number()?, words.number()?, words.number()?, words.number()?];
        let first = y * size + x - if direction == 0 { size } else { 1 };
        let run = runs_of.get(first).and_then(|runs| runs.get(direction)).copied().unwrap_or(usize::MAX);
        let run = runs.get_mut(run).ok_or("a clue without a run")?;
        run.sum = Some(sum).filter(|sum| (1..=45).contains(sum)).ok_or("a sum outside 1 to 45")?;
    }
    if runs.iter().any(|run| run.length > 9) {
        return Ok(Answer::None);
    }
    let mut board = Board { size, digit: vec![0; white.len()], white, runs_of, runs, table, limit };
    Ok(match board.search() {
        true => Answer::Text(board.text()),
        false if board.limit.over => Answer::Cut,
        false => Answer::None,
    })
}

impl Board<'_> {
    fn candidates(&self, cell: usize) -> u16 {
        let of = |run: usize| {
            let run = &self.runs[run];
            self.table.0[at(run.length, run.sum, run.known)]
        };
        of(self.runs_of[cell][0]) & of(self.runs_of[cell][1])
    }

    /// Whether the board could be filled; then it is.
    fn search(&mut self) -> bool {
        let (mut chosen, mut fewest, mut candidates) = (None, u32::MAX, 0);
        for cell in 0..self.white.len() {
            if self.white[cell] && self.digit[cell] == 0 {
                let here = self.candidates(cell);
                if here.count_ones() < fewest {
                    (chosen, fewest, candidates) = (Some(cell), here.count_ones(), here);
                }
            }
        }
        let Some(cell) = chosen else { return true };
        for digit in 1..=9 {
            let bit = 1 << (digit - 1);
            if candidates & bit == 0 {
                continue;
            }
            if self.limit.reached() {
                return false;
            }
            self.digit[cell] = digit;
            for run in self.runs_of[cell] {
                self.runs[run].known |= bit;
            }
            if self.search() {
                return true;
            }
            self.digit[cell] = 0;
            for run in self.runs_of[cell] {
                self.runs[run].known &= !bit;
            }
        }
        false
    }

    fn text(&self) -> String {
        let mut text = String::with_capacity(self.digit.len() * 2);
        for row in self.digit.chunks(self.size) {
            for (x, &digit) in row.iter().enumerate() {
                text.push_str(if x > 0 { " " } else { "" });
                text.push(char::from(b'0' + digit));
            }
            text.push('\n');
        }
        text
    }
}
