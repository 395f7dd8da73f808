//! KAKURO2: the number of cases; each case its size N, N lines of N cells (0 black, 1 white), the number of clues, and
//! a line `row column direction sum` for each clue.

use std::io::BufRead;

use super::counted::{Case, LARGEST};
use crate::kakuro::{Direction, Kakuro};
use crate::place::ReadError;

/// Reads one case.
pub fn case<R: BufRead>(case: &mut Case<'_, R>) -> Result<Kakuro, ReadError> {
    let size = case.count("the size of the board", 1..=LARGEST)?;
    let cells = case.board(size, "a cell", 1, |_, _, _| None)?;
    let mut kakuro = if case.is_wrong() {
        Kakuro::without_clues(0, Vec::new())
    } else {
        Kakuro::without_clues(size as usize, cells.into_iter().map(|cell| cell == 1).collect())
    };
    let clues = case.count("the number of clues", 0..=LARGEST)?;
    let mut lines_of_clues = Vec::with_capacity(kakuro.runs().len());
    for _ in 0..clues {
        clue(case, size, &mut kakuro, &mut lines_of_clues)?;
    }
    Ok(kakuro)
}

/// Reads one clue. `lines_of_clues` keeps the line of the clue of each run that has one.
fn clue<R: BufRead>(
    case: &mut Case<'_, R>,
    size: u64,
    kakuro: &mut Kakuro,
    lines_of_clues: &mut Vec<(Direction, usize, usize, u64)>,
) -> Result<(), ReadError> {
    let [row, column, direction, sum] = case.line([
        ("the row of a clue", 1..=size),
        ("the column of a clue", 1..=size),
        ("the direction of a clue (0 right, 1 down)", 0..=1),
        ("the sum of a clue", 1..=45),
    ])?;
    let (false, Some(row), Some(column), Some(direction), Some(sum)) = (case.is_wrong(), row, column, direction, sum)
    else {
        return Ok(());
    };
    let place = row.place;
    let (row, column) = (row.value as usize - 1, column.value as usize - 1);
    let direction = if direction.value == 0 { Direction::Across } else { Direction::Down };
    let first = || lines_of_clues.iter().find(|clue| (clue.0, clue.1, clue.2) == (direction, row, column));
    let line_of_first = || first().map_or(0, |clue| clue.3);
    let near = lines_of_clues.len();
    match super::give_clue(kakuro, (direction, row, column), sum.value as u8, near, line_of_first) {
        Ok(()) => lines_of_clues.push((direction, row, column, place.line)),
        Err((found, expected)) => case.mistake(place, found, expected)?,
    }
    Ok(())
}

/// The case of a puzzle: its clues all across first, then all down, each by row, then by column.
pub fn write(kakuro: &Kakuro) -> String {
    let mut text = format!("{}\n", kakuro.size());
    for row in 0..kakuro.size() {
        let cells = (0..kakuro.size()).map(|column| if kakuro.is_white(row, column) { "1" } else { "0" });
        text += &cells.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    let clues: Vec<String> = (kakuro.runs().iter())
        .filter_map(|run| {
            let direction = u8::from(run.direction == Direction::Down);
            Some(format!("{} {} {direction} {}\n", run.row + 1, run.column + 1, run.sum?))
        })
        .collect();
    text += &format!("{}\n{}", clues.len(), clues.concat());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kakuro::Reader;

    const SMALL: &str = "3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n";

    /// What reading gives: "ok", or the message, for each case.
    fn read(text: &str) -> Vec<String> {
        let outcome = |case: Result<Kakuro, ReadError>| case.map_or_else(|e| e.to_string(), |_| "ok".to_owned());
        Reader::new(text.as_bytes()).map(outcome).collect()
    }

    #[test]
    fn a_case_is_read_with_its_clues() {
        let text = format!("1\n{SMALL}");
        let kakuro = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let runs: Vec<_> = kakuro.runs().iter().map(|r| (r.direction, r.row, r.column, r.length, r.sum)).collect();
        use Direction::{Across, Down};
        let expected = [
            (Across, 1, 0, 2, Some(3)),
            (Across, 2, 0, 2, Some(7)),
            (Down, 0, 1, 2, Some(4)),
            (Down, 0, 2, 2, Some(6)),
        ];
        assert_eq!(runs, expected);
    }

    #[test]
    fn any_white_space_separates_numbers() {
        let text = format!("1\n{SMALL}");
        for blank in [" ", "\t", "\r\n", "\n\n", " \x0B\x0C"] {
            assert_eq!(read(&text.replace('\n', blank)), ["ok"]);
        }
        assert_eq!(read(&format!("\u{FEFF}{text}")), ["ok"]);
        assert_eq!(read(text.trim_end()), ["ok"]);
        assert_eq!(read("0"), Vec::<String>::new());
    }

    #[test]
    fn every_mistake_has_its_place_and_says_what_was_expected() {
        let cases = [
            (
                "2 1 0 3",
                "2 2 0 3",
                "line 7, column 1: found a clue on the white cell in row 2, column 2, expected a clue on a black cell",
            ),
            (
                "2 1 0 3",
                "1 1 0 3",
                "line 7, column 1: found a clue in row 1, column 1 without a run, expected a white cell to the right of it",
            ),
            (
                "1 2 1 4",
                "1 1 1 4",
                "line 9, column 1: found a clue in row 1, column 1 without a run, expected a white cell below it",
            ),
            (
                "3 1 0 7",
                "2 1 0 7",
                "line 8, column 1: found a second clue for the run to the right of row 2, column 1, expected one clue for a run; its first is on line 7",
            ),
            ("2 1 0 3", "2 1 0 46", "line 7, column 7: found \"46\", expected the sum of a clue, from 1 to 45"),
            ("2 1 0 3", "2 1 0 0", "line 7, column 7: found \"0\", expected the sum of a clue, from 1 to 45"),
            (
                "2 1 0 3",
                "2 1 2 3",
                "line 7, column 5: found \"2\", expected the direction of a clue (0 right, 1 down), 0 or 1",
            ),
            ("2 1 0 3", "4 1 0 3", "line 7, column 1: found \"4\", expected the row of a clue, from 1 to 3"),
            ("2 1 0 3", "2 0 0 3", "line 7, column 3: found \"0\", expected the column of a clue, from 1 to 3"),
            ("2 1 0 3", "2 1 0 x", "line 7, column 7: found \"x\", expected the sum of a clue, from 1 to 45"),
            (
                "2 1 0 3",
                "2 1 0 99999999999999999999",
                "line 7, column 7: found \"99999999999999999999\", expected the sum of a clue, from 1 to 45",
            ),
            (
                "0 0 0",
                "0 0 1",
                "line 3, column 5: found a white cell in the first row, expected 0, because no clue cell can stand above it",
            ),
            (
                "0 1 1\n0",
                "1 1 1\n0",
                "line 4, column 1: found a white cell in the first column, expected 0, because no clue cell can stand left of it",
            ),
            ("0 0 0", "0 0 2", "line 3, column 5: found \"2\", expected a cell, 0 or 1"),
            ("1\n3\n", "1\n0\n", "line 2, column 1: found \"0\", expected the size of the board, from 1 to 4294967295"),
            (
                "1\n3\n",
                "one\n3\n",
                "line 1, column 1: found \"one\", expected the number of cases, a whole number of at most 64 bits",
            ),
            (
                "1\n4\n2",
                "1\n-4\n2",
                "line 6, column 1: found \"-4\", expected the number of clues, from 0 to 4294967295",
            ),
            (
                "1 3 1 6\n",
                "1 3 1",
                "line 10, column 6: found the end of the text, expected the sum of a clue, from 1 to 45",
            ),
            (
                "1\n3\n",
                "2\n3\n",
                "line 11, column 1: found the end of the text, expected the size of the board, from 1 to 4294967295",
            ),
        ];
        for (part, by, message) in cases {
            let text = format!("1\n{SMALL}").replacen(part, by, 1);
            assert_eq!(read(&text).last().map(String::as_str), Some(message), "{by:?}");
        }
        assert_eq!(
            read(""),
            [
                "line 1, column 1: found the end of the text, expected the number of cases, a whole number of at most 64 bits"
            ]
        );
        assert_eq!(
            read(&format!("1\n{SMALL}1\n")),
            ["ok", "line 11, column 1: found \"1\", expected the end of the text after the last case"]
        );
    }

    #[test]
    fn after_a_mistake_the_next_case_is_read_where_the_lines_still_fit() {
        let bad_sum = SMALL.replace("2 1 0 3", "2 1 0 99");
        let outcomes = read(&format!("3\n{SMALL}{bad_sum}{SMALL}"));
        assert_eq!((outcomes.len(), outcomes[0].as_str(), outcomes[2].as_str()), (3, "ok", "ok"));
        assert!(outcomes[1].starts_with("line 16, column 7"), "{}", outcomes[1]);
    }

    #[test]
    fn after_a_mistake_that_moves_the_numbers_nothing_more_is_read() {
        let missing = SMALL.replace("2 1 0 3", "2 1 3");
        let extra = SMALL.replace("1 3 1 6", "1 3 3 6 1");
        let size = SMALL.replacen("3\n", "x\n", 1);
        for bad in [missing, extra, size] {
            assert_eq!(read(&format!("3\n{SMALL}{bad}{SMALL}")).len(), 2, "{bad}");
        }
    }

    #[test]
    fn a_large_header_on_a_short_text_costs_nothing() {
        for header in ["1 10000 0 0", "1 4294967295", "18446744073709551615 4000000000 0", "1 1 0 4294967295 1 1"] {
            let outcomes = read(header);
            assert!(outcomes.len() == 1 && outcomes[0].contains("found the end of the text"), "{outcomes:?}");
        }
    }

    #[test]
    fn the_excerpt_underlines_the_whole_clue() {
        let text = format!("1\n{SMALL}").replace("3 1 0 7", "2 1 0 7");
        let error = Reader::new(text.as_bytes()).next().unwrap().unwrap_err();
        let excerpt = &error.malformed().unwrap().excerpt;
        assert_eq!((excerpt.text.as_str(), excerpt.before, excerpt.width), ("2 1 0 7", 0, 7));
    }
}
