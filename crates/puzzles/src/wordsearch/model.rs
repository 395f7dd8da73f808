//! A word search as constraints: for each word the number of its placement; words that share no cell, or only cells
//! where their letters agree.
//!
//! This is what every answer is checked against. It is stated over the placements themselves, so that it costs the same
//! for every size of grid; the engine is given the same in the form it reasons best with (`engine_model`).

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use entail_model::{Bool, Model, Var, at_most_one, exactly_one, implies, or};

use super::{Board, Placement, WordSearch};
use crate::puzzle::Impossible;

/// With more words than this there is one constraint over all instead of one for each two.
const IN_PAIRS: usize = 60;
/// How many placements on a board are told apart.
const MOST_OCCURRENCES: usize = 20_000_000;

/// A puzzle in the form that the engine gets.
pub(super) struct EngineModel {
    pub model: Model,
    /// For each word the first variable of its placements, and their numbers.
    pub words: Vec<(usize, Vec<u32>)>,
    /// The variables that say which letter stands in which cell.
    pub letters: Vec<Var>,
}

impl WordSearch {
    /// The puzzle stated as constraints; or why the words cannot fit.
    pub fn to_model(&self) -> Result<Model, Impossible> {
        if let Some(reason) = self.why_impossible() {
            return Err(Impossible(reason));
        }
        let mut model = Model::new();
        let vars: Vec<Var> = (self.words.iter().enumerate())
            .map(|(i, word)| model.int(format!("the place of {}", self.name(i)), 0..self.placements(word) as i64))
            .collect();
        if let Some(board) = self.printed.clone().map(Arc::new) {
            for (i, var) in vars.iter().enumerate() {
                let (alone, board) = (self.with_words(vec![self.words[i].clone()]), board.clone());
                let name = format!("{} is read at its place", self.name(i));
                model.predicate([*var], move |place| alone.is_read(&board, place[0])).named(name);
            }
        }
        let all: Vec<usize> = (0..self.words.len()).collect();
        let groups: Vec<(Vec<usize>, String)> = if all.len() <= IN_PAIRS {
            let pairs = all.iter().flat_map(|&a| all[a + 1..].iter().map(move |&b| (a, b)));
            pairs.map(|(a, b)| (vec![a, b], format!("{} and {}", self.name(a), self.name(b)))).collect()
        } else {
            vec![(all, "the words".to_owned())]
        };
        let how = if self.overlap { "share cells only where their letters agree" } else { "share no cell" };
        for (group, names) in groups {
            let of: Vec<Var> = group.iter().map(|i| vars[*i]).collect();
            let words: Vec<Vec<char>> = group.iter().map(|i| self.words[*i].clone()).collect();
            let alone = self.with_words(words);
            model.predicate(of, move |places| alone.agree(places)).named(format!("{names} {how}"));
        }
        Ok(model)
    }

    /// What a person calls a word: itself, shortened where it is very long.
    pub(super) fn name(&self, word: usize) -> String {
        let word = &self.words[word];
        match word.len() {
            0..=40 => word.iter().collect(),
            length => format!("{}… ({length} letters)", word[..30].iter().collect::<String>()),
        }
    }

    /// Other words in the same grid.
    fn with_words(&self, words: Vec<Vec<char>>) -> Self {
        Self::new(self.rows, self.columns, words, self.overlap, false, 0)
    }

    /// Whether the first word is read on a board at this place.
    fn is_read(&self, board: &Board, place: i64) -> bool {
        let word = &self.words[0];
        let placement = usize::try_from(place).ok().and_then(|place| self.placement(word, place));
        placement.is_some_and(|placement| {
            placement.cells(self.columns, word.len()).zip(word).all(|(cell, letter)| board.cells[cell] == *letter)
        })
    }

    /// Whether the words can lie at these places together.
    fn agree(&self, places: &[i64]) -> bool {
        let mut letters: HashMap<usize, char> = HashMap::new();
        self.words.iter().zip(places).all(|(word, place)| {
            let placement = usize::try_from(*place).ok().and_then(|place| self.placement(word, place));
            placement.is_some_and(|placement| {
                placement.cells(self.columns, word.len()).zip(word).all(|(cell, letter)| {
                    letters.insert(cell, *letter).is_none_or(|other| self.overlap && other == *letter)
                })
            })
        })
    }

    /// Why the words cannot fit, where counting is enough to see it.
    fn why_impossible(&self) -> Option<String> {
        let (short, long) = (self.rows.min(self.columns), self.rows.max(self.columns));
        if let Some(i) = (0..self.words.len()).find(|i| self.words[*i].len() > long) {
            let (name, length) = (self.name(i), self.words[i].len());
            return Some(format!("{name} has {length} letters, and no line of the grid has more than {long} cells"));
        }
        if let Some(found) = self.printed.as_ref().and_then(|board| self.occurrences(board)) {
            let absent = (0..self.words.len()).find(|i| found[self.trie().distinct()[*i] as usize].is_empty());
            return absent.map(|i| format!("{} is not in the grid", self.name(i)));
        }
        if self.overlap { self.too_different() } else { self.too_many(short, long) }
    }

    /// Why words that share no cell do not fit.
    fn too_many(&self, short: usize, long: usize) -> Option<String> {
        let letters: usize = self.words.iter().map(Vec::len).sum();
        let cells = self.size();
        if letters > cells {
            return Some(format!(
                "the words have {letters} letters together, the grid has {cells} cells, and no two words may share one"
            ));
        }
        // A word longer than the short side lies along the long one.
        let mut lengths: Vec<usize> = self.words.iter().map(Vec::len).filter(|length| *length > short).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let many = (lengths.iter().enumerate()).find(|(longer, length)| longer + 1 > short * (long / **length));
        many.map(|(longer, length)| {
            let (words, room) = (longer + 1, short * (long / length));
            format!("{words} words have {length} letters or more, and the grid has room for {room} of them")
        })
    }

    /// Why words do not fit even where they share cells.
    fn too_different(&self) -> Option<String> {
        let mut distinct: Vec<&Vec<char>> = self.words.iter().collect();
        distinct.sort_unstable();
        distinct.dedup();
        // From one cell in one direction only one word of a length can be read.
        let mut of_length: BTreeMap<usize, usize> = BTreeMap::new();
        let mut most: BTreeMap<char, usize> = BTreeMap::new();
        for word in distinct {
            *of_length.entry(word.len()).or_default() += 1;
            let mut times: BTreeMap<char, usize> = BTreeMap::new();
            for letter in word {
                *times.entry(*letter).or_default() += 1;
            }
            for (letter, times) in times {
                let most = most.entry(letter).or_default();
                *most = times.max(*most);
            }
        }
        for (length, words) in of_length {
            // A word that is no palindrome, so that every direction counts.
            let any: Vec<char> = (0..length).map(|i| if i == 0 { 'A' } else { 'B' }).collect();
            let room = self.placements(&any);
            if words > room {
                return Some(format!(
                    "there are {words} different words of length {length}, and the grid has {room} places for such"
                ));
            }
        }
        let (letters, cells) = (most.values().sum::<usize>(), self.size());
        (letters > cells).then(|| {
            format!("the words need {letters} letters however they share them, and the grid has {cells} cells")
        })
    }

    /// The numbers of the placements in which each distinct word can be read on a board; `None` where they are too many.
    pub(super) fn occurrences(&self, board: &Board) -> Option<Vec<Vec<u32>>> {
        let trie = self.trie();
        let distinct = trie.distinct().iter().max().map_or(0, |most| *most as usize + 1);
        let mut first = vec![usize::MAX; distinct];
        for (i, word) in trie.distinct().iter().enumerate().rev() {
            first[*word as usize] = i;
        }
        let mut found = vec![Vec::new(); distinct];
        let mut total = 0;
        trie.occurrences(board, |word, cell, direction| {
            total += 1;
            let placement = Placement { row: cell / self.columns, column: cell % self.columns, direction };
            let number = self.number_of(&self.words[first[word as usize]], placement);
            if let Some(number) = number.filter(|_| total <= MOST_OCCURRENCES) {
                found[word as usize].push(number as u32);
            }
        });
        found.iter_mut().for_each(|places| places.sort_unstable());
        (total <= MOST_OCCURRENCES).then_some(found)
    }

    /// The puzzle for the engine: a Boolean for each placement and for each letter that a cell can hold. `None` where the
    /// words can be read in too many places of a printed grid.
    pub(super) fn engine_model(&self) -> Option<EngineModel> {
        let mut model = Model::new();
        let mut words = Vec::with_capacity(self.words.len());
        // Which placements cover a cell, and with which letter.
        let mut covering: BTreeMap<usize, BTreeMap<char, Vec<Bool>>> = BTreeMap::new();
        let found = match &self.printed {
            Some(board) => Some(self.occurrences(board)?),
            None => None,
        };
        for (i, word) in self.words.iter().enumerate() {
            let first = model.variables().len();
            let numbers: Vec<u32> = match &found {
                Some(found) => found[self.trie().distinct()[i] as usize].clone(),
                None => (0..self.placements(word) as u32).collect(),
            };
            let places: Vec<Bool> = numbers.iter().map(|number| model.bool(format!("{i} at {number}"))).collect();
            for (number, place) in numbers.iter().zip(&places) {
                let placement = self.placement(word, *number as usize).expect("the number of a placement");
                for (cell, letter) in placement.cells(self.columns, word.len()).zip(word) {
                    covering.entry(cell).or_default().entry(*letter).or_default().push(*place);
                }
            }
            words.push((first, numbers));
            model.post(exactly_one(places)).named(format!("{} once", self.name(i)));
        }
        let mut letters = Vec::new();
        for (cell, by_letter) in covering {
            let mut here = Vec::new();
            for (letter, places) in &by_letter {
                let stands = model.bool(format!("{letter} in cell {cell}"));
                letters.push(stands.var);
                for place in places {
                    model.post(implies(*place, stands));
                }
                model.post(or(places.iter().copied().chain([!stands])));
                here.push(stands);
            }
            if !self.overlap {
                model.post(at_most_one(by_letter.into_values().flatten()));
            }
            model.post(at_most_one(here));
        }
        Some(EngineModel { model, words, letters })
    }
}

#[cfg(test)]
mod tests {
    use entail_model::{Answer, check};

    use super::*;

    fn puzzle(words: &str, rows: usize, columns: usize, overlap: bool) -> WordSearch {
        let words = words.split(' ').map(|word| word.chars().collect()).collect();
        WordSearch::new(rows, columns, words, overlap, false, 0)
    }

    fn why(words: &str, rows: usize, columns: usize, overlap: bool) -> Option<String> {
        puzzle(words, rows, columns, overlap).to_model().err().map(|impossible| impossible.to_string())
    }

    #[test]
    fn a_violated_pair_is_named() {
        // AB in cells 1 and 2, BA in cells 2 and 3: they share the cell of the B.
        let answer = Answer::new(vec![0, 1]);
        let apart = puzzle("AB BA", 1, 4, false).to_model().unwrap();
        let wrong = check(&apart, &answer).unwrap_err();
        assert_eq!(wrong.to_string(), "AB and BA share no cell does not hold");
        assert_eq!(check(&puzzle("AB BA", 1, 4, true).to_model().unwrap(), &answer), Ok(()));
        assert!(check(&apart, &Answer::new(vec![0, 99])).is_err());
        let many = vec!["AB"; 70].join(" ");
        let model = puzzle(&many, 20, 20, false).to_model().unwrap();
        assert_eq!(model.constraint_name(0), "the words share no cell");
        assert!(check(&model, &Answer::new(vec![0; 70])).is_err());
    }

    #[test]
    fn what_counting_excludes_is_said() {
        assert_eq!(
            why("MATTHEW JOE", 6, 6, true).as_deref(),
            Some("MATTHEW has 7 letters, and no line of the grid has more than 6 cells")
        );
        assert_eq!(
            why("ABC DEF", 1, 5, false).as_deref(),
            Some("the words have 6 letters together, the grid has 5 cells, and no two words may share one")
        );
        assert_eq!(
            why("ABCD EFGH IJKL", 2, 7, false).as_deref(),
            Some("3 words have 4 letters or more, and the grid has room for 2 of them")
        );
        assert_eq!(
            why("AB BC CD DE EF", 1, 5, true).as_deref(),
            Some("the words need 6 letters however they share them, and the grid has 5 cells")
        );
        assert_eq!(
            why("A B C", 1, 2, true).as_deref(),
            Some("there are 3 different words of length 1, and the grid has 2 places for such")
        );
        assert_eq!(why("AB BA AB BA", 1, 2, true), None);
        let printed = Board::new(3, "CATDOG".chars().collect());
        let absent = WordSearch::within(printed, vec!["CAT".chars().collect(), "COG".chars().collect()]);
        assert_eq!(absent.to_model().err().map(|why| why.to_string()).as_deref(), Some("COG is not in the grid"));
    }

    #[test]
    fn a_hundred_thousand_words_are_refused_at_once() {
        let words: Vec<Vec<char>> = (0..100_000_u32)
            .map(|i| (0..5).map(|digit| char::from(b'A' + (i / 26_u32.pow(digit) % 26) as u8)).collect())
            .collect();
        for overlap in [false, true] {
            assert!(WordSearch::new(9, 9, words.clone(), overlap, false, 0).to_model().is_err());
        }
    }
}
