//! Board cover as one of the kinds.

use entail_engine::Error;
use entail_model::{Answer, Model};
use serde_json::{Value, json};

use super::kernel::Known;
use super::{Boardcover, Grid, Reader, blocks, blocks_fit, format};
use crate::kind::{Flag, Format, Input, Kind, Source, Takes, Verb};
use crate::place::{self, ReadError};
use crate::puzzle::{Impossible, Puzzle, Verdict};
use crate::scan::Scanner;
use crate::search::{Choice, End, Found, How};
use crate::svg::Drawing;

/// As many blocks as fit on the free cells of a board.
pub const KIND: Kind = Kind {
    name: "boardcover",
    about: "As many copies of a block as fit on a board",
    source: Source::File,
    text: "\
The puzzle is in the BOARDCOVER2 format: the number of cases; for each case a line `H W R C`, H lines
of W characters (# blocked, . free) and R lines of C characters, the block (#). The block may be
turned, not mirrored.",
    flags: &[Flag {
        name: "show",
        takes: Takes::Nothing,
        help: "Print after each number its board, with the blocks as letters",
        verbs: &[Verb::Solve],
    }],
    examples: &["solve boardcover examples/boardcover.txt", "solve boardcover --show < examples/boardcover.txt"],
    enumerable: false,
    kernel: true,
    read: |input, settings| {
        let cases = Reader::new(input, settings.has("show"));
        Box::new(cases.map(|case| Ok(Box::new(case?) as Box<dyn Puzzle>)))
    },
    pose: None,
    formats: &[Format { name: "boardcover2", about: "the contest format", counted: true, single: false, between: "" }],
    generate: None,
};

/// What a text claims: how many blocks, and the rows of the board where it shows one.
struct Claim {
    blocks: u64,
    rows: Vec<String>,
}

impl Boardcover {
    fn read_claim(&self, text: &mut Scanner<Input>) -> Result<Claim, ReadError> {
        let blocks = text.number("the number of blocks", 0..=u64::MAX)??.value;
        let mut rows = Vec::new();
        if text.peek()?.is_some_and(|byte| !byte.is_ascii_digit()) {
            for row in 1..=self.board.height {
                let expected = format!("row {row} of the board, {} cells", self.board.width);
                let at = text.place();
                match text.line()? {
                    Some(line) => {
                        let cells = line.text.trim_end();
                        let count = cells.chars().count();
                        if count != self.board.width {
                            let found = place::Found::Described(format!("{count} characters"));
                            return Err(line.malformed(0, count, found, expected).into());
                        }
                        rows.push(cells.to_owned());
                    }
                    None => return Err(text.malformed(at, 1, place::Found::End, expected)?.into()),
                }
            }
        }
        Ok(Claim { blocks, rows })
    }

    /// The answer that the rows of a claim show.
    fn shown_answer(&self, claim: &Claim) -> Result<Answer, String> {
        let chosen = self.parse_shown(&claim.rows)?;
        match (chosen.len(), claim.blocks) {
            (shown, claimed) if shown as u64 == claimed => Ok(self.answer(chosen)),
            (shown, claimed) => Err(format!("the board shows {}, not {claimed}", blocks(shown as u64))),
        }
    }

    /// The verdict on a claim whose board, if it has one, shows its blocks.
    fn judgement(&self, claim: &Claim, known: &Known) -> Verdict {
        let best = known.best.len() as u64;
        let shown = !claim.rows.is_empty();
        if best > claim.blocks {
            Verdict::Wrong(format!("{}, not only {}", blocks_fit(best), claim.blocks))
        } else if claim.blocks > known.at_most as u64 {
            Verdict::Wrong(format!("{}, not {}", blocks_fit(known.at_most as u64), claim.blocks))
        } else if claim.blocks == known.at_most as u64 && (shown || best == claim.blocks) {
            Verdict::Right
        } else {
            // What a board shows or a search found is known to fit.
            Verdict::Unknown(known.open(if shown || best == claim.blocks { claim.blocks + 1 } else { claim.blocks }))
        }
    }
}

impl Puzzle for Boardcover {
    fn model(&self) -> Result<Model, Impossible> {
        Ok(self.to_model())
    }

    fn search(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        Ok(self.known_by_engine(model, how)?.hand_over(self, found))
    }

    fn kernel(&self, how: &How, found: &mut Found<'_>) -> Option<Result<End, Error>> {
        if how.choice == Choice::Learning {
            return None;
        }
        Some(self.known_of_best(how).map(|known| known.hand_over(self, found)))
    }

    /// Blocks lie on free cells and share none.
    fn holds(&self, answer: &Answer) -> bool {
        let is_choice = |value: &i64| (0..=1).contains(value);
        let mut taken = self.board.marked.clone();
        answer.values().len() == self.placements.len()
            && answer.values().iter().all(is_choice)
            && (self.chosen(answer).into_iter())
                .all(|placement| self.cells(placement).all(|cell| !std::mem::replace(&mut taken[cell], true)))
    }

    fn extent(&self) -> u64 {
        (self.board.height * self.board.width) as u64
    }

    fn text(&self, answer: &Answer) -> String {
        let chosen = self.chosen(answer);
        format!("{}\n{}", chosen.len(), if self.show { self.shown(&chosen) } else { String::new() })
    }

    /// `{"blocks": 3, "board": ["##A##.B", …]}`: the number of blocks, and the rows of the board as `--show` prints them.
    fn json(&self, answer: &Answer) -> Value {
        let chosen = self.chosen(answer);
        json!({"blocks": chosen.len(), "board": self.shown(&chosen).lines().collect::<Vec<_>>()})
    }

    /// `{"board": ["##.##..", …], "block": ["###", "#.."]}`.
    fn view(&self) -> Value {
        let rows = |grid: &Grid| format::write(grid).lines().map(str::to_owned).collect::<Vec<_>>();
        json!({"board": rows(&self.board), "block": rows(&self.block)})
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer.map(|answer| self.chosen(answer)).as_deref())
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        let claim = self.read_claim(text)?;
        if claim.rows.is_empty() {
            return Ok(Err("the number of blocks comes without its board".to_owned()));
        }
        Ok(self.shown_answer(&claim))
    }

    /// The number must be the largest; a board that comes with it must show that many blocks.
    fn judge(&self, text: &mut Scanner<Input>, how: &How) -> Result<Verdict, ReadError> {
        let claim = self.read_claim(text)?;
        if !claim.rows.is_empty()
            && let Err(wrong) = self.shown_answer(&claim)
        {
            return Ok(Verdict::Wrong(wrong));
        }
        let at_most = self.at_most() as u64;
        if claim.blocks > at_most {
            return Ok(Verdict::Wrong(format!("at most {}, not {}", blocks_fit(at_most), claim.blocks)));
        }
        let known = match self.known_of_best(how) {
            Ok(known) => known,
            Err(error) => {
                return Ok(Verdict::Unknown(format!("whether more blocks fit could not be found out: {error}")));
            }
        };
        if !self.holds(&self.answer(known.best.iter().copied())) {
            return Ok(Verdict::Unknown("the best number was not found: blocks overlap".to_owned()));
        }
        Ok(self.judgement(&claim, &known))
    }

    fn write(&self, _format: &str) -> Result<String, String> {
        let (board, block) = (&self.board, &self.block);
        let header = format!("{} {} {} {}\n", board.height, board.width, block.height, block.width);
        Ok(header + &format::write(board) + &format::write(block))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::search;

    const SAMPLE: &str = "2\n4 7 2 3\n##.##..\n#......\n#....##\n#..####\n###\n#..\n5 10 3 3\n..........\n..........\n\
                          ..........\n..........\n..........\n.#.\n###\n..#\n";

    fn printed(text: &str, show: bool) -> Vec<(Boardcover, String)> {
        let solve = |case: Result<Boardcover, ReadError>| {
            let puzzle = case.unwrap();
            let mut text = String::new();
            search::solve(&puzzle, &How::default(), &mut |answer| {
                text = puzzle.text(&answer);
                ControlFlow::Break(())
            })
            .unwrap();
            (puzzle, text)
        };
        Reader::new(text.as_bytes(), show).map(solve).collect()
    }

    fn judged(puzzle: &Boardcover, text: &str) -> Verdict {
        let input: Input = Box::new(std::io::Cursor::new(text.to_owned()));
        puzzle.judge(&mut Scanner::new(input), &How::default()).unwrap()
    }

    #[test]
    fn the_sample_has_its_numbers() {
        let texts: Vec<String> = printed(SAMPLE, false).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["3\n", "8\n"]);
    }

    #[test]
    fn a_shown_board_is_right_and_a_changed_one_is_wrong() {
        let many = "1\n9 30 1 2\n".to_owned() + &"..............................\n".repeat(9) + "##\n";
        for (puzzle, text) in [printed(SAMPLE, true), printed(&many, true)].concat() {
            assert_eq!(judged(&puzzle, &text), Verdict::Right, "{text}");
            let last = text.trim_end().rfind(|c: char| c.is_ascii_alphabetic()).unwrap();
            let changed = format!("{}.{}", &text[..last], &text[last + 1..]);
            assert!(matches!(judged(&puzzle, &changed), Verdict::Wrong(_)), "{changed}");
        }
    }

    #[test]
    fn a_number_alone_is_compared_with_the_largest() {
        let (puzzle, _) = printed(SAMPLE, false).remove(0);
        let wrong = |why: &str| Verdict::Wrong(why.to_owned());
        assert_eq!(judged(&puzzle, "3\n8\n"), Verdict::Right);
        assert_eq!(judged(&puzzle, "2\n"), wrong("3 blocks fit, not only 2"));
        assert_eq!(judged(&puzzle, "4\n"), wrong("at most 3 blocks fit, not 4"));
        assert_eq!(
            judged(&puzzle, "2\n##A##..\n#AAA...\n#....##\n#..####\n"),
            wrong("the cells with A are no blocks: look at row 1, column 3")
        );
    }

    #[test]
    fn after_a_limit_a_claim_beyond_the_cells_is_wrong_and_an_open_one_is_not_known() {
        let how = How::default();
        how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let judged = |case: &str, claim: &str| {
            let puzzle = Reader::new(format!("1\n{case}").as_bytes(), false).next().unwrap().unwrap();
            let input: Input = Box::new(std::io::Cursor::new(claim.to_owned()));
            puzzle.judge(&mut Scanner::new(input), &how).unwrap()
        };
        let small = "1 3 1 2\n...\n##\n";
        assert_eq!(judged(small, "7\n"), Verdict::Wrong("at most 1 block fits, not 7".to_owned()));
        assert_eq!(judged(small, "0\n"), Verdict::Wrong("1 block fits, not only 0".to_owned()));
        assert_eq!(judged(small, "1\n"), Verdict::Right);
        assert_eq!(judged("1 3 1 4\n...\n####\n", "1\n"), Verdict::Wrong("at most 0 blocks fit, not 1".to_owned()));
        let large = "90 90 3 3\n".to_owned() + &(".".repeat(90) + "\n").repeat(90) + ".#.\n###\n.#.\n";
        assert_eq!(judged(&large, "1620\n"), Verdict::Wrong("at most 1619 blocks fit, not 1620".to_owned()));
        let unknown = "whether 1619 blocks fit is not known; more do not";
        assert_eq!(judged(&large, "1619\n"), Verdict::Unknown(unknown.to_owned()));
    }

    #[test]
    fn no_block_at_all_is_an_answer() {
        let texts: Vec<String> =
            printed("2\n1 2 1 3\n..\n###\n1 1 1 1\n#\n#\n", true).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["0\n..\n", "0\n#\n"]);
    }

    #[test]
    fn blocks_that_touch_have_different_letters() {
        let many = "1\n20 20 1 1\n".to_owned() + &"....................\n".repeat(20) + "#\n";
        let (_, text) = printed(&many, true).remove(0);
        let rows: Vec<&[u8]> = text.lines().skip(1).map(str::as_bytes).collect();
        for row in 0..20 {
            for column in 0..20 {
                assert!(column == 19 || rows[row][column] != rows[row][column + 1]);
                assert!(row == 19 || rows[row][column] != rows[row + 1][column]);
            }
        }
    }

    #[test]
    fn the_view_has_the_rows_of_board_and_block() {
        let (puzzle, _) = printed(SAMPLE, false).remove(0);
        let board = ["##.##..", "#......", "#....##", "#..####"];
        assert_eq!(puzzle.view(), json!({"board": board, "block": ["###", "#.."]}));
    }
}
