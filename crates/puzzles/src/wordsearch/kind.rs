//! Word search as one of the kinds.

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::{Value, json};

use super::format::{Reader, letters_of};
use super::{Board, NONE, WordSearch, generate};
use crate::kind::{Flag, Format, Generate, Input, Kind, READING, Source, Takes, Verb, WordList};
use crate::place::{Found as What, ReadError};
use crate::puzzle::{Impossible, Puzzle, Verdict};
use crate::scan::Scanner;
use crate::search::{End, Found, How};
use crate::svg::Drawing;

/// Words hidden in a grid of letters.
pub const KIND: Kind = Kind {
    name: "wordsearch",
    about: "Words hidden in a grid of letters, in eight directions",
    source: Source::Arguments("WORD"),
    text: "\
The words are separated by blanks, a list on each line; where every line holds one word, the lines are one
list. Letters of any script; they are printed in upper case. Words run right, down, down-right or down-left,
or reversed. Without --grid the text is a printed grid, a blank line, and the words to find in it.",
    flags: &[
        Flag {
            name: "grid",
            takes: Takes::Size { square: false },
            help: "Rows and columns of the grid",
            verbs: &[Verb::Solve, Verb::Check, Verb::Convert, Verb::Draw, Verb::Generate],
        },
        Flag {
            name: "overlap",
            takes: Takes::Nothing,
            help: "Let words share cells where their letters agree",
            verbs: READING,
        },
        Flag {
            name: "key",
            takes: Takes::Nothing,
            help: "Print '.' for letters that belong to no word",
            verbs: &[Verb::Solve, Verb::Convert],
        },
        Flag {
            name: "difficulty",
            takes: Takes::OneOf(&["easy", "medium", "hard"]),
            help: "Directions: right and down; also diagonals (medium); all eight, and shared cells",
            verbs: &[Verb::Generate],
        },
    ],
    examples: &[
        "solve wordsearch MATTHEW JOE MARY SARAH SALLY --grid 9x9 --seed 1",
        "solve wordsearch 사과 바나나 포도 --grid 5x5 --overlap --key",
        "generate wordsearch LOGIC TRAIL CLUE PROOF --grid 8x8 --seed 7 --difficulty hard",
    ],
    enumerable: true,
    kernel: true,
    read: |input, settings| Box::new(Reader::new(input, settings).map(|case| Ok(Box::new(case?) as Box<dyn Puzzle>))),
    pose: None,
    formats: &[Format {
        name: "grid",
        about: "the grid of letters, a blank line, the words one to a line",
        counted: false,
        single: false,
        between: "\n",
    }],
    generate: Some(Generate { words: WordList::Needed("WORD"), make: generate::make }),
};

impl WordSearch {
    /// The grid as it is printed: filled, or only the words.
    fn shown(&self, answer: &Answer) -> Board {
        let key = self.key_of(&self.placed(answer));
        if self.key { key } else { self.filled(&key) }
    }

    /// Reads a printed grid, filled or only the words.
    fn read_board(&self, text: &mut Scanner<Input>) -> Result<Board, ReadError> {
        let mut cells = Vec::new();
        while cells.len() < self.size() {
            let Some(line) = text.line()? else {
                let (rows, row) = (self.rows, cells.len() / self.columns + 1);
                let expected = format!("row {row} of {rows}, {} letters", self.columns);
                let place = text.place();
                return Err(text.malformed(place, 1, What::End, expected)?.into());
            };
            if !line.text.trim().is_empty() {
                cells.extend(letters_of(&line, Some(self.columns))?);
            }
        }
        Ok(Board::new(self.columns, cells))
    }

    /// The answer that a printed grid shows; or what is wrong with it.
    fn answer_on(&self, board: &Board, how: &How) -> Result<Result<Answer, String>, ReadError> {
        let place = |cell: usize| format!("row {}, column {}", cell / self.columns + 1, cell % self.columns + 1);
        if let Some(printed) = &self.printed {
            let other = (0..self.size()).find(|c| ![NONE, printed.cells[*c]].contains(&board.cells[*c]));
            if let Some(cell) = other {
                let (here, there) = (board.cells[cell], printed.cells[cell]);
                return Ok(Err(format!("{} holds {here} instead of {there}", place(cell))));
            }
        }
        let too_many = || ReadError::Usage("the words can be read in too many places of the grid".to_owned());
        let occurrences = self.occurrences(board).ok_or_else(too_many)?;
        let distinct = self.trie().distinct();
        if let Some(i) = (0..self.words.len()).find(|i| occurrences[distinct[*i] as usize].is_empty()) {
            return Ok(Err(format!("{} is not in the grid", self.name(i))));
        }
        // Where some cells hold no letter, it is a key: whatever letter is there belongs to a word.
        let key = board.letters() < self.size();
        if let Some(places) = self.plain_places_on(&occurrences, key.then_some(board)) {
            return Ok(Ok(Answer::new(places.into_iter().map(i64::from).collect())));
        }
        let searched = |whole: bool| self.places_on(board, whole, how).map_err(|_| too_many());
        if let Some(places) = searched(key)? {
            return Ok(Ok(Answer::new(places.into_iter().map(i64::from).collect())));
        }
        if !key || searched(false)?.is_none() {
            return Ok(Err("the words can only be found where two of them share a cell".to_owned()));
        }
        let mut covered = vec![false; self.size()];
        for (i, word) in self.words.iter().enumerate() {
            for &number in &occurrences[distinct[i] as usize] {
                let slot = self.slot(word, number as usize);
                (0..word.len()).for_each(|behind| covered[slot.cell(behind)] = true);
            }
        }
        let alone = (0..self.size()).find(|cell| board.cells[*cell] != NONE && !covered[*cell]);
        Ok(Err(match alone {
            Some(cell) => format!("{} in {} belongs to no word", board.cells[cell], place(cell)),
            None => "the words cannot be found so that every letter belongs to one".to_owned(),
        }))
    }
}

/// As JSON: `{"grid": ["MATT…", …], "words": [{"word": "JOE", "row": 1, "column": 4, "direction": "down-left"}, …]}`.
///
/// A row is one string, with `.` for letters that belong to no word where the key is asked for; rows and columns count
/// from 1, and the direction is one of `right`, `down`, `down-right`, `down-left`, `left`, `up`, `up-left`, `up-right`.
impl Puzzle for WordSearch {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn search(&self, _model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        self.find(how, found)
    }

    fn extent(&self) -> u64 {
        (self.size() + self.words.iter().map(Vec::len).sum::<usize>()) as u64
    }

    fn text(&self, answer: &Answer) -> String {
        self.shown(answer).text()
    }

    fn terminal(&self, answer: &Answer, colour: bool) -> Option<String> {
        if !colour || self.key {
            return None;
        }
        let key = self.key_of(&self.placed(answer));
        let mut text = String::new();
        for (row, letters) in self.filled(&key).lines().enumerate() {
            for (column, letter) in letters.iter().enumerate() {
                // Letters of words stand out: bold and blue; the others are faint.
                let style = if key.cells[row * self.columns + column] == NONE { "2" } else { "1;34" };
                text += &format!("{}\x1b[{style}m{letter}\x1b[0m", if column > 0 { " " } else { "" });
            }
            text.push('\n');
        }
        Some(text)
    }

    fn json(&self, answer: &Answer) -> Value {
        let placed = self.placed(answer);
        let words: Vec<Value> = (self.words().zip(placed))
            .map(|(word, at)| {
                json!({"word": word, "row": at.row + 1, "column": at.column + 1, "direction": at.direction.name()})
            })
            .collect();
        let grid: Vec<String> = self.shown(answer).lines().map(|line| line.iter().collect()).collect();
        json!({"grid": grid, "words": words})
    }

    /// `{"rows": 9, "columns": 9, "words": ["JOE", …], "overlap": false, "grid": null}`: the grid is there where the words are
    /// to be found in a printed one, a string for each row.
    fn view(&self) -> Value {
        let grid = |board: &Board| board.lines().map(|line| line.iter().collect()).collect::<Vec<String>>();
        json!({
            "rows": self.rows,
            "columns": self.columns,
            "words": self.words().collect::<Vec<_>>(),
            "overlap": self.overlap,
            "grid": self.printed.as_ref().map(grid),
        })
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer)
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        let board = self.read_board(text)?;
        self.answer_on(&board, &How::default())
    }

    fn judge(&self, text: &mut Scanner<Input>, how: &How) -> Result<Verdict, ReadError> {
        let board = self.read_board(text)?;
        let model = match self.to_model() {
            Ok(model) => model,
            Err(impossible) => return Ok(Verdict::Wrong(format!("there is no answer: {impossible}"))),
        };
        Ok(match self.answer_on(&board, how)? {
            Err(wrong) => Verdict::Wrong(wrong),
            Ok(answer) => match entail_model::check(&model, &answer) {
                Ok(()) => Verdict::Right,
                Err(wrong) => Verdict::Wrong(wrong.to_string()),
            },
        })
    }

    fn write(&self, _format: &str) -> Result<String, String> {
        match &self.printed {
            Some(board) => Ok(self.grid_text(board)),
            None => self.made().map(|board| self.grid_text(&board)).ok_or_else(|| match self.to_model() {
                Err(impossible) => format!("the words do not fit: {impossible}"),
                Ok(_) => "no way to place the words was found".to_owned(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernel::{One, answer_of};
    use super::*;

    fn puzzle(words: &[&str], rows: usize, columns: usize, overlap: bool, key: bool) -> WordSearch {
        WordSearch::new(rows, columns, words.iter().map(|word| word.chars().collect()).collect(), overlap, key, 1)
    }

    fn judged(puzzle: &WordSearch, text: &str) -> String {
        let mut text = Scanner::new(Box::new(std::io::Cursor::new(text.as_bytes().to_vec())) as Input);
        match puzzle.judge(&mut text, &How::default()) {
            Ok(Verdict::Right) => "right".to_owned(),
            Ok(Verdict::Unknown(what)) => what,
            Ok(Verdict::Wrong(why)) => why,
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn an_answer_is_a_grid_with_spaces_between_letters() {
        // JOE down-left from row 1, column 3.
        let puzzle = puzzle(&["JOE"], 3, 3, false, true);
        let number = (0..puzzle.placements(&puzzle.words[0]))
            .find(|number| {
                let at = puzzle.placement(&puzzle.words[0], *number).unwrap();
                (at.row, at.column, at.direction.name()) == (0, 2, "down-left")
            })
            .unwrap();
        let answer = Answer::new(vec![number as i64]);
        assert_eq!(puzzle.text(&answer), ". . J\n. O .\nE . .\n");
        assert_eq!(
            puzzle.json(&answer).to_string(),
            r#"{"grid":["..J",".O.","E.."],"words":[{"column":3,"direction":"down-left","row":1,"word":"JOE"}]}"#
        );
    }

    #[test]
    fn what_is_printed_is_judged_right() {
        for (overlap, key) in [(false, false), (false, true), (true, false), (true, true)] {
            let puzzle = puzzle(&["MARY", "SALLY", "ANNA", "SALLY"], 7, 7, overlap, key);
            for seed in 0..10 {
                let how = How { seed, wanted: 1, ..How::default() };
                let mut texts = Vec::new();
                let end = crate::search::solve(&puzzle, &how, &mut |answer| {
                    texts.push(puzzle.text(&answer));
                    std::ops::ControlFlow::Break(())
                });
                assert!(end.is_ok() && texts.len() == 1);
                assert_eq!(judged(&puzzle, &texts[0]), "right", "{}", texts[0]);
            }
        }
    }

    #[test]
    fn many_words_are_judged_without_a_search() {
        let mut random = crate::Random::new(1, 0);
        let words = (0..1_500).map(|_| (0..6).map(|_| char::from(b'A' + random.below(26) as u8)).collect()).collect();
        let puzzle = WordSearch::new(120, 120, words, false, false, 1);
        let how = How { wanted: 1, ..How::default() };
        let One::Found(numbers) = puzzle.one(&how, &mut 0) else { panic!("there is room") };
        let answer = answer_of(&numbers);
        assert_eq!(judged(&puzzle, &puzzle.text(&answer)), "right");
        assert_eq!(judged(&puzzle, &puzzle.key_of(&puzzle.placed(&answer)).text()), "right");
    }

    #[test]
    fn what_is_wrong_with_a_grid_is_said() {
        let apart = puzzle(&["AB", "BC"], 2, 3, false, false);
        let crossing = puzzle(&["AB", "BC"], 2, 3, true, false);
        assert_eq!(judged(&apart, "A B C\nX X X\n"), "the words can only be found where two of them share a cell");
        assert_eq!(judged(&crossing, "A B C\nX X X\n"), "right");
        assert_eq!(judged(&crossing, "a b c\n. . .\n"), "right");
        assert_eq!(judged(&crossing, "A B C\n. . X\n"), "X in row 2, column 3 belongs to no word");
        assert_eq!(judged(&crossing, "A B X\nX X X\n"), "BC is not in the grid");
        assert_eq!(
            judged(&crossing, "A B C\nX X\n"),
            "error: line 2, column 4: found the end of the line, expected 3 letters in a row, of which there are 2"
        );
        assert_eq!(
            judged(&crossing, "A B C\n"),
            "error: line 2, column 1: found the end of the text, expected row 2 of 2, 3 letters"
        );
    }

    #[test]
    fn words_are_found_in_a_printed_grid() {
        let text = "T B J\nA O X\nE C Z\n\nJOE BOC\n";
        let mut cases =
            (KIND.read)(Box::new(std::io::Cursor::new(text.as_bytes().to_vec())), &crate::Settings::default());
        let puzzle = cases.next().unwrap().unwrap();
        let mut texts = Vec::new();
        let end = crate::search::solve(&*puzzle, &How::default(), &mut |answer| {
            texts.push(puzzle.text(&answer));
            std::ops::ControlFlow::Continue(())
        });
        assert!(end.unwrap().stop.is_none());
        assert_eq!(texts, [". B J\n. O .\nE C .\n"]);
        let mut other = Scanner::new(Box::new(std::io::Cursor::new(&b". B J\n. O .\nE C Y\n"[..])) as Input);
        let verdict = puzzle.judge(&mut other, &How::default()).unwrap();
        assert_eq!(verdict, Verdict::Wrong("row 3, column 3 holds Y instead of Z".to_owned()));
    }

    #[test]
    fn the_view_has_the_words_and_a_printed_grid_if_there_is_one() {
        let view = json!({"rows": 2, "columns": 3, "words": ["AB", "BC"], "overlap": true, "grid": null});
        assert_eq!(puzzle(&["AB", "BC"], 2, 3, true, false).view(), view);
        let board = Board::new(3, "TBJAOX".chars().collect());
        let view = json!({"rows": 2, "columns": 3, "words": ["JO"], "overlap": true, "grid": ["TBJ", "AOX"]});
        assert_eq!(WordSearch::within(board, vec!["JO".chars().collect()]).view(), view);
    }
}
