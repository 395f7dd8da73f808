//! All words at once: a tree of their letters, walked from a cell in a direction for as long as some word goes on.

use super::{Board, Direction, NONE};

/// A tree of words. The same word given twice is there once.
#[derive(Debug)]
pub(super) struct Trie {
    /// For each node its children by letter, sorted; node 0 is the root.
    children: Vec<Vec<(char, u32)>>,
    /// For each node the distinct word that ends there.
    ends: Vec<Option<u32>>,
    /// For each word given, which distinct word it is: words given several times have the same number.
    distinct: Vec<u32>,
    /// How many letters the longest word has.
    longest: usize,
}

impl Trie {
    /// The tree of these words.
    pub fn new(words: &[Vec<char>]) -> Self {
        let mut trie = Self {
            children: vec![Vec::new()],
            ends: vec![None],
            distinct: Vec::with_capacity(words.len()),
            longest: words.iter().map(Vec::len).max().unwrap_or(0),
        };
        let mut distinct = 0;
        for word in words {
            let mut node = 0;
            for letter in word {
                node = match trie.children[node].binary_search_by_key(letter, |child| child.0) {
                    Ok(at) => trie.children[node][at].1 as usize,
                    Err(at) => {
                        let new = trie.children.len();
                        trie.children[node].insert(at, (*letter, new as u32));
                        trie.children.push(Vec::new());
                        trie.ends.push(None);
                        new
                    }
                };
            }
            trie.distinct.push(*trie.ends[node].get_or_insert_with(|| {
                distinct += 1;
                distinct - 1
            }));
        }
        trie
    }

    /// For each word given, which distinct word it is.
    pub fn distinct(&self) -> &[u32] {
        &self.distinct
    }

    /// Hands over each distinct word that can be read along these letters from the first on, and its length.
    fn walk(&self, letters: impl Iterator<Item = char>, mut word: impl FnMut(u32, usize)) {
        let mut node = 0;
        for (length, letter) in letters.enumerate() {
            match self.children[node].binary_search_by_key(&letter, |child| child.0) {
                Ok(at) => node = self.children[node][at].1 as usize,
                Err(_) => return,
            }
            if let Some(end) = self.ends[node] {
                word(end, length + 1);
            }
        }
    }

    /// Hands over each distinct word of the board with the cell of its first letter and its direction, in all eight.
    pub fn occurrences(&self, board: &Board, mut each: impl FnMut(u32, usize, Direction)) {
        for cell in (0..board.cells.len()).filter(|cell| board.cells[*cell] != NONE) {
            for direction in Direction::ALL {
                self.walk(board.ray(cell, direction), |word, _| each(word, cell, direction));
            }
        }
    }

    /// Whether a word can be read across this cell, in any direction.
    pub fn is_crossed(&self, board: &Board, cell: usize) -> bool {
        let columns = board.columns();
        Direction::ALL.iter().enumerate().any(|(i, &direction)| {
            // Back against the direction, as far as there are letters; then forward again from each cell on the way.
            let (down, right) = Direction::ALL[(i + 4) % 8].step();
            let back = board.ray(cell, Direction::ALL[(i + 4) % 8]);
            let back = back.take_while(|letter| *letter != NONE).take(self.longest).count();
            (0..back).any(|behind| {
                let offset = behind as isize * (down * columns as isize + right);
                let mut crossed = false;
                let start = cell.wrapping_add_signed(offset);
                self.walk(board.ray(start, direction), |_, length| crossed |= length > behind);
                crossed
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<Vec<char>> {
        words.iter().map(|word| word.chars().collect()).collect()
    }

    #[test]
    fn every_occurrence_is_found() {
        let board = Board::new(4, "CATX.OACT..C".chars().collect());
        let trie = Trie::new(&words(&["CAT", "TAC", "A", "CAT", "CO"]));
        assert_eq!(trie.distinct(), [0, 1, 2, 0, 3]);
        let mut found = Vec::new();
        trie.occurrences(&board, |word, cell, direction| {
            if word != 2 {
                found.push((word, cell, direction.name()));
            }
        });
        let expected = [(0, 0, "right"), (3, 0, "down-right"), (1, 2, "left")];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_cell_is_crossed_where_a_word_runs_through_it() {
        let board = Board::new(4, "CATX.OACT..C".chars().collect());
        let trie = Trie::new(&words(&["CAT", "CO"]));
        let crossed: Vec<usize> = (0..12).filter(|cell| trie.is_crossed(&board, *cell)).collect();
        assert_eq!(crossed, [0, 1, 2, 5]);
    }
}
