//! KAKURO1: the number of cases; each case its size N and N lines of N digits, 0 for black. It is the answer of a puzzle
//! in which every run has its clue.

use std::io::BufRead;

use super::counted::{Case, LARGEST};
use crate::kakuro::Kakuro;
use crate::place::ReadError;

/// Reads one case and poses it: the sum of each run becomes its clue.
pub fn case<R: BufRead>(case: &mut Case<'_, R>) -> Result<Kakuro, ReadError> {
    let size = case.count("the size of the board", 1..=LARGEST)?;
    // The digits of the run at hand, as bits: of the row that is read, and of each column.
    let mut across = 0_u16;
    let mut down: Vec<u16> = Vec::new();
    let digits = case.board(size, "a digit of the answer", 9, |row, column, digit| {
        if down.len() as u64 == column {
            down.push(0);
        }
        if column == 0 {
            across = 0;
        }
        let below = &mut down[column as usize];
        if digit == 0 {
            (across, *below) = (0, 0);
            return None;
        }
        let bit = 1 << digit;
        let line = match (across & bit != 0, *below & bit != 0) {
            (true, _) => format!("row {}", row + 1),
            (_, true) => format!("column {}", column + 1),
            _ => {
                across |= bit;
                *below |= bit;
                return None;
            }
        };
        Some((format!("a second {digit} in a run of {line}"), "different digits in a run".to_owned()))
    })?;
    if case.is_wrong() {
        return Ok(Kakuro::without_clues(0, Vec::new()));
    }
    let mut kakuro = Kakuro::without_clues(size as usize, digits.iter().map(|digit| *digit > 0).collect());
    let sums: Vec<u8> = kakuro.runs().iter().map(|run| kakuro.cells(run).map(|cell| digits[cell]).sum()).collect();
    for (run, sum) in kakuro.runs.iter_mut().zip(sums) {
        run.sum = Some(sum);
    }
    Ok(kakuro)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kakuro::Reader;
    use crate::kakuro::format::kakuro2;

    const SAMPLE: &str = "1\n8\n0 0 0 0 0 0 0 0\n0 9 7 0 0 8 7 9\n0 8 9 0 8 9 5 7\n0 6 8 5 9 7 0 0\n0 0 6 1 0 2 6 0\n\
                          0 0 0 4 6 1 3 2\n0 8 9 3 1 0 1 4\n0 3 1 2 0 0 2 1\n";

    /// What posing gives: the puzzle, or the message, for each case.
    fn pose(text: &str) -> Vec<Result<String, String>> {
        let outcome = |case: Result<Kakuro, ReadError>| case.map(|k| kakuro2::write(&k)).map_err(|e| e.to_string());
        Reader::of_answers(text.as_bytes()).map(outcome).collect()
    }

    fn message(text: &str) -> String {
        pose(text).pop().unwrap().unwrap_err()
    }

    #[test]
    fn the_sample_is_posed_with_its_clues_in_the_stated_order() {
        let clues = "2 1 0 16, 2 5 0 24, 3 1 0 17, 3 4 0 29, 4 1 0 35, 5 2 0 7, 5 5 0 8, 6 3 0 16, 7 1 0 21, 7 6 0 5, \
                     8 1 0 6, 8 6 0 3, 1 2 1 23, 1 3 1 30, 1 6 1 27, 1 7 1 12, 1 8 1 16, 2 5 1 17, 3 4 1 15, 4 7 1 12, \
                     5 5 1 7, 5 8 1 7, 6 2 1 11, 6 3 1 10";
        let board = "8\n0 0 0 0 0 0 0 0\n0 1 1 0 0 1 1 1\n0 1 1 0 1 1 1 1\n0 1 1 1 1 1 0 0\n0 0 1 1 0 1 1 0\n\
                     0 0 0 1 1 1 1 1\n0 1 1 1 1 0 1 1\n0 1 1 1 0 0 1 1\n24\n";
        assert_eq!(pose(SAMPLE), [Ok(format!("{board}{}\n", clues.replace(", ", "\n")))]);
    }

    #[test]
    fn runs_of_one_cell_get_their_clue_and_black_boards_have_none() {
        assert_eq!(pose("1 2 0 0 0 7"), [Ok("2\n0 0\n0 1\n2\n2 1 0 7\n1 2 1 7\n".to_owned())]);
        assert_eq!(pose("2\n1\n0\n2\n0 0\n0 0\n"), [Ok("1\n0\n0\n".to_owned()), Ok("2\n0 0\n0 0\n0\n".to_owned())]);
    }

    #[test]
    fn every_mistake_has_its_place_and_says_what_was_expected() {
        let cases = [
            (
                "0 9 7",
                "0 9 9",
                "line 4, column 5: found a second 9 in a run of row 2, expected different digits in a run",
            ),
            (
                "0 8 9 0",
                "0 9 8 0",
                "line 5, column 3: found a second 9 in a run of column 2, expected different digits in a run",
            ),
            ("0 9 7", "0 9 10", "line 4, column 5: found \"10\", expected a digit of the answer, from 0 to 9"),
            ("0 9 7", "0 9 -7", "line 4, column 5: found \"-7\", expected a digit of the answer, from 0 to 9"),
            ("0 9 7", "0 9 x", "line 4, column 5: found \"x\", expected a digit of the answer, from 0 to 9"),
            (
                "0 0 0 0 0 0 0 0",
                "0 0 0 5 0 0 0 0",
                "line 3, column 7: found a white cell in the first row, expected 0, because no clue cell can stand above it",
            ),
            (
                "0 9 7",
                "4 9 7",
                "line 4, column 1: found a white cell in the first column, expected 0, because no clue cell can stand left of it",
            ),
            ("1\n8\n", "1\n0\n", "line 2, column 1: found \"0\", expected the size of the board, from 1 to 4294967295"),
            (
                "2 1\n",
                "2",
                "line 10, column 14: found the end of the text, expected a digit of the answer, from 0 to 9",
            ),
            ("2 1\n", "2 1\n7\n", "line 11, column 1: found \"7\", expected the end of the text after the last case"),
            (
                "1\n8\n",
                "2\n8\n",
                "line 11, column 1: found the end of the text, expected the size of the board, from 1 to 4294967295",
            ),
            (
                "1\n8\n",
                "99999999999999999999\n8\n",
                "line 1, column 1: found \"99999999999999999999\", expected the number of cases, a whole number of at most 64 bits",
            ),
        ];
        for (part, by, expected) in cases {
            let (from, last) = (SAMPLE.find(part), SAMPLE.rfind(part));
            let at = if part.ends_with('\n') && !part.starts_with("1\n") { last } else { from };
            let mut text = SAMPLE.to_owned();
            text.replace_range(at.unwrap()..at.unwrap() + part.len(), by);
            assert_eq!(message(&text), expected, "{by:?}");
        }
        let nothing = "line 1, column 1: found the end of the text, expected the number of cases, a whole number of at most 64 bits";
        assert_eq!(message(""), nothing);
    }

    #[test]
    fn after_a_mistake_the_next_case_is_read_where_the_lines_still_fit() {
        let good = "3\n0 0 0\n0 1 2\n0 3 4\n";
        for bad in [good.replace("1 2", "1 1"), good.replace("1 2", "1 x"), good.replace("0 0 0", "0 9 0")] {
            let outcomes = pose(&format!("3\n{good}{bad}{good}"));
            assert_eq!(outcomes.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true], "{bad}");
        }
        for bad in [good.replace("1 2", "1 1 2"), good.replace("0 1 2", "11"), good.replacen('3', "x", 1)] {
            let outcomes = pose(&format!("3\n{good}{bad}{good}"));
            assert_eq!(outcomes.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false], "{bad}");
        }
    }

    #[test]
    fn a_large_header_on_a_short_text_costs_nothing() {
        for header in ["1 10000 0 0", "1 4294967295", "18446744073709551615 4000000000 0"] {
            assert!(message(header).contains("found the end of the text"), "{header}");
        }
    }
}
