//! Grids of fields: `x` is black, `0` white, and `down\across` black with the sums of its runs, of which either may be
//! missing. `#` starts a comment.
//!
//! ```text
//! x,4\,6\        |  x  | 4\  | 6\  |
//! \3,0,0         |  \3 |  -  |  -  |      means the same: white is also an empty field, `_` or `-`,
//! \7,0,0         |  \7 |  -  |  -  |      and `|` stands between fields, with or without one at the ends
//! ```

use super::board::{Block, Board, Span, shape, sums, whole};
use crate::kakuro::{Direction, Kakuro};
use crate::place::ReadError;

/// Reads one grid.
pub fn read(block: &Block) -> Result<Kakuro, ReadError> {
    let mut board = Board::default();
    let mut row = 0;
    for (line, text) in block.lines.iter().enumerate() {
        let text = text.text.split('#').next().unwrap_or_default();
        if text.trim().is_empty() {
            continue;
        }
        let fields = fields(line, text);
        if row == 0 {
            board.columns = fields.len();
        }
        if fields.len() != board.columns {
            let at = match fields.get(board.columns) {
                Some((_, more)) => *more,
                None => Span { line, before: text.trim_end().chars().count(), width: 1 },
            };
            let expected = format!("{} as in the first row", board.columns);
            return Err(block.mistake(at, format!("a row of {} fields", fields.len()), expected));
        }
        for (column, (field, at)) in fields.into_iter().enumerate() {
            cell(&mut board, block, (row, column), field, at)?;
        }
        row += 1;
    }
    board.finish(block)
}

/// The fields of a row without the blanks around them.
fn fields(line: usize, text: &str) -> Vec<(&str, Span)> {
    let inner = text.trim();
    let mut before = text.chars().take_while(|c| c.is_whitespace()).count();
    // No first field is white, so a row that starts with a bar starts with a frame; then it also ends with one.
    let framed = inner.strip_prefix('|').map(|inner| inner.strip_suffix('|').unwrap_or(inner));
    before += usize::from(framed.is_some());
    let inner = framed.unwrap_or(inner);
    let separator = if framed.is_some() || inner.contains('|') { '|' } else { ',' };
    let field = |field| {
        let at = place(line, before, field);
        before += field.chars().count() + 1;
        (field.trim(), at)
    };
    inner.split(separator).map(field).collect()
}

/// Where a field stands, or the blanks of an empty one.
fn place(line: usize, before: usize, field: &str) -> Span {
    let blanks = field.chars().take_while(|c| c.is_whitespace()).count();
    match field.trim().chars().count() {
        0 => Span { line, before, width: blanks },
        width => Span { line, before: before + blanks, width },
    }
}

/// One cell of the board.
fn cell(board: &mut Board, block: &Block, cell: (usize, usize), field: &str, at: Span) -> Result<(), ReadError> {
    if matches!(field, "0" | "" | "_" | "-") {
        return board.cell(block, cell, true, at);
    }
    if let Some((down, across)) = field.split_once('\\') {
        // Either side of the backslash, and where it stands.
        let width = down.chars().count();
        let sides = [(down, Direction::Down, 0), (across, Direction::Across, width + 1)];
        for (text, direction, skipped) in sides {
            let at = place(at.line, at.before + skipped, text);
            let text = text.trim();
            let sum = whole(text).filter(|sum| (1..=45).contains(sum)).map(|sum| sum as u8);
            if sum.is_none() && !text.is_empty() {
                return Err(block.wrong_text(at, text, "a sum from 1 to 45, or nothing"));
            }
            board.clue(direction, cell, sum, at);
        }
    } else if !field.eq_ignore_ascii_case("x") {
        let expected = r"x for a black cell, 0 for a white one, or down\across for a black one with clues";
        return Err(block.wrong_text(at, field, expected));
    }
    board.cell(block, cell, false, at)
}

/// The grid of a puzzle.
pub fn write(kakuro: &Kakuro) -> String {
    let (rows, columns) = shape(kakuro);
    let sums = sums(kakuro);
    let side = |sum: Option<u8>| sum.map(|sum| sum.to_string()).unwrap_or_default();
    let field = |row: usize, column: usize| match sums[row * kakuro.size() + column] {
        _ if kakuro.is_white(row, column) => "0".to_owned(),
        [None, None] => "x".to_owned(),
        [across, down] => format!("{}\\{}", side(down), side(across)),
    };
    let row = |row| (0..columns).map(|column| field(row, column)).collect::<Vec<_>>().join(",") + "\n";
    (0..rows).map(row).collect()
}

#[cfg(test)]
mod tests {
    use crate::kakuro::format::tests::outcomes;

    const GRID: &str = "x,4\\,6\\\n\\3,0,0\n\\7,0,0\n";

    #[test]
    fn white_cells_and_separators_come_in_many_forms() {
        let others = [
            "x,4\\,6\\\n\\3,,\n\\7,,\n",
            "\\,4\\,6\\\n\\3,_,_\n\\7,-,-",
            "X, 4 \\ , 6\\\n \\3 , 0 , 0 # a comment\n# another, with a comma\n\\7,0,0\n",
            "x|4\\|6\\\n\\3|_|-\n\\7|0| \n",
            "|  x  | 4\\  | 6\\  |\n|  \\3 |  -  |  -  |\n|  \\7 |     |  _  |  \n",
            "# a comment first\n\nx,4\\,6\\\r\n\\3,0,0\r\n\\7,0,0\r\n\r\n# and one last\n",
        ];
        for text in others {
            assert_eq!(outcomes(text), [Ok(GRID.to_owned())], "{text}");
        }
    }

    #[test]
    fn a_board_that_is_not_square_keeps_its_shape() {
        for text in ["x,4\\,6\\,x,9\\\n\\10,0,0,\\9,0\n", "x,9\\\n\\1,0\n\\2,0\n\\6,0\n"] {
            assert_eq!(outcomes(text), [Ok(text.to_owned())]);
        }
    }

    #[test]
    fn every_mistake_has_its_place_and_the_next_grid_is_read() {
        let field = "x for a black cell, 0 for a white one, or down\\across for a black one with clues";
        let no_clue_cell = "expected a black cell, because no clue cell can stand";
        let cases = [
            ("\\3,0,0", "\\3,0,7", format!("line 2, column 6: found \"7\", expected {field}")),
            ("\\3,0,0", "\\46,0,0", "line 2, column 2: found \"46\", expected a sum from 1 to 45, or nothing".to_owned()),
            ("4\\,", "0\\,", "line 1, column 3: found \"0\", expected a sum from 1 to 45, or nothing".to_owned()),
            (
                "\\3,0,0",
                "\\3,0",
                "line 2, column 5: found a row of 2 fields, expected 3 as in the first row".to_owned(),
            ),
            (
                "\\3,0,0",
                "\\3,0,0, x",
                "line 2, column 9: found a row of 4 fields, expected 3 as in the first row".to_owned(),
            ),
            ("4\\,", "0,", format!("line 1, column 3: found a white cell in the first row, {no_clue_cell} above it")),
            (
                "\\3,0,0",
                ",0,0",
                format!("line 2, column 1: found a white cell in the first column, {no_clue_cell} left of it"),
            ),
            (
                "\\7,0,0",
                "\\7,0,5\\",
                "line 3, column 6: found a clue in row 3, column 3 without a run, expected a white cell below it"
                    .to_owned(),
            ),
            (
                "\\7,0,0",
                "\\7,x,0",
                "line 3, column 2: found a clue in row 3, column 1 without a run, expected a white cell to the right of it"
                    .to_owned(),
            ),
        ];
        for (part, by, message) in cases {
            let outcomes = outcomes(&format!("{}\n\n{GRID}", GRID.replacen(part, by, 1)));
            assert_eq!(outcomes, [Err(message), Ok(GRID.to_owned())], "{by}");
        }
    }
}
