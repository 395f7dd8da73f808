//! MiniZinc data: `h` rows and `w` columns, `grid_data` (0 black, 1 white), and the clues `n_h`, `h_clue` across and `n_v`,
//! `v_clue` down, each a row of four numbers: the row and column of its cell from 1, the length of its run, its sum.
//!
//! ```text
//! h = 3; w = 3;
//! grid_data = [| 0, 0, 0 | 0, 1, 1 | 0, 1, 1 |];
//! n_h = 2; h_clue = [| 2, 1, 2, 3 | 3, 1, 2, 7 |];
//! n_v = 2; v_clue = [| 1, 2, 2, 4 | 1, 3, 2, 6 |];
//! ```

use super::board::{Block, Board, Span, shape, whole};
use crate::kakuro::{Direction, Kakuro, Run, push_count_of_cells};
use crate::place::ReadError;

/// What must be set, in the order in which it is written.
const NAMES: [&str; 7] = ["h", "w", "grid_data", "n_h", "h_clue", "n_v", "v_clue"];

/// A number, name or sign, with its place.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    at: Span,
}

/// A number with its place.
#[derive(Clone, Copy)]
struct Number {
    value: u64,
    at: Span,
}

/// What a name is set to.
enum Value {
    One(Number),
    Rows(Vec<Vec<Number>>),
}

/// The tokens of a text in order.
struct Tokens<'a> {
    block: &'a Block,
    tokens: std::iter::Peekable<Box<dyn Iterator<Item = Token<'a>> + 'a>>,
}

impl<'a> Tokens<'a> {
    fn new(block: &'a Block) -> Self {
        let tokens = block.lines.iter().enumerate().flat_map(|(line, text)| tokens_of(line, &text.text));
        let tokens: Box<dyn Iterator<Item = Token<'a>>> = Box::new(tokens);
        Self { block, tokens: tokens.peekable() }
    }

    fn next(&mut self, expected: &str) -> Result<Token<'a>, ReadError> {
        self.tokens.next().ok_or_else(|| self.block.ends(expected))
    }

    /// Whether the next token is this sign, which is then skipped.
    fn skip(&mut self, sign: &str) -> bool {
        self.tokens.next_if(|token| token.text == sign).is_some()
    }

    fn sign(&mut self, sign: &str) -> Result<Token<'a>, ReadError> {
        let token = self.next(sign)?;
        if token.text == sign { Ok(token) } else { Err(self.wrong(token, sign)) }
    }

    fn number(&mut self, expected: &str) -> Result<Number, ReadError> {
        let token = self.next(expected)?;
        let value = whole(token.text).ok_or_else(|| self.wrong(token, expected))?;
        Ok(Number { value, at: token.at })
    }

    fn wrong(&self, token: Token<'_>, expected: &str) -> ReadError {
        self.block.wrong_text(token.at, token.text, expected)
    }

    /// What a name is set to, up to the semicolon.
    fn value(&mut self) -> Result<Value, ReadError> {
        if self.skip("[|") {
            return Ok(Value::Rows(self.rows()?));
        }
        if self.skip("array2d") {
            return Ok(Value::Rows(self.array()?));
        }
        Ok(Value::One(self.number("a whole number or an array [| … |]")?))
    }

    /// `1, 2 | 3, 4 |]`, or `|]`: the rest of an array in bars.
    fn rows(&mut self) -> Result<Vec<Vec<Number>>, ReadError> {
        let mut rows = Vec::new();
        while !self.skip("|]") {
            let mut row = vec![self.number("a number, or |] at the end of the array")?];
            while self.skip(",") {
                if matches!(self.tokens.peek(), Some(token) if ["|", "|]"].contains(&token.text)) {
                    break;
                }
                row.push(self.number("a number")?);
            }
            rows.push(row);
            if !self.skip("|") && !matches!(self.tokens.peek(), Some(token) if token.text == "|]") {
                let token = self.next(", or | or |]")?;
                return Err(self.wrong(token, ", or | or |]"));
            }
        }
        Ok(rows)
    }

    /// `(1..2, 1..4, [1, 2, 3, 4, 5, 6, 7, 8])`: the rest of an array in the other form.
    fn array(&mut self) -> Result<Vec<Vec<Number>>, ReadError> {
        self.sign("(")?;
        let mut sides = [0; 2];
        for side in &mut sides {
            let first = self.number("1")?;
            if first.value != 1 {
                return Err(self.block.mistake(first.at, format!("an array from {}", first.value), "an array from 1"));
            }
            self.sign("..")?;
            *side = self.number("a number")?.value;
            self.sign(",")?;
        }
        let open = self.sign("[")?;
        let mut numbers = Vec::new();
        while !self.skip("]") {
            numbers.push(self.number("a number, or ] at the end of the array")?);
            if !self.skip(",") {
                self.sign("]")?;
                break;
            }
        }
        self.sign(")")?;
        let [rows, columns] = sides;
        if rows.checked_mul(columns) != Some(numbers.len() as u64) {
            let found = format!("an array of {} numbers", numbers.len());
            return Err(self.block.mistake(open.at, found, format!("{rows} × {columns} of them")));
        }
        Ok(numbers.chunks((columns as usize).max(1)).map(<[Number]>::to_vec).collect())
    }
}

/// The tokens on a line; `%` starts a comment.
fn tokens_of(line: usize, text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut before = 0;
    while let Some(first) = rest.chars().next().filter(|first| *first != '%') {
        let part_of_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let length = match first {
            _ if part_of_word(first) => rest.find(|c| !part_of_word(c)).unwrap_or(rest.len()),
            _ => ["[|", "|]", ".."].iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |s| s.len()),
        };
        let (token, others) = rest.split_at(length);
        let width = token.chars().count();
        if !first.is_whitespace() {
            tokens.push(Token { text: token, at: Span { line, before, width } });
        }
        before += width;
        rest = others;
    }
    tokens
}

/// Reads the puzzle of a text.
pub fn read(block: &Block) -> Result<Kakuro, ReadError> {
    let mut tokens = Tokens::new(block);
    let mut values: [Option<(Value, Span)>; NAMES.len()] = Default::default();
    while let Some(name) = tokens.tokens.next() {
        let Some(index) = NAMES.iter().position(|known| *known == name.text) else {
            return Err(tokens.wrong(name, &format!("one of {}", NAMES.join(", "))));
        };
        if let Some((_, first)) = &values[index] {
            let expected = format!("{} once; it is set on line {}", name.text, block.lines[first.line].number);
            return Err(block.mistake(name.at, format!("a second {}", name.text), expected));
        }
        tokens.sign("=")?;
        values[index] = Some((tokens.value()?, name.at));
        // The last one may stand without its semicolon.
        if tokens.tokens.peek().is_some() {
            tokens.sign(";")?;
        }
    }
    if let Some(missing) = NAMES.iter().zip(&values).find_map(|(name, value)| value.is_none().then_some(name)) {
        return Err(block.ends(format!("{missing} = …")));
    }
    let [h, w, grid, n_h, h_clue, n_v, v_clue] = values.map(|value| value.expect("none is missing"));
    let (grid, at) = rows_of(block, grid, "grid_data")?;
    let mut board = board(block, &grid, at)?;
    let (columns, rows) = (board.columns, grid.len());
    agrees(block, h, rows, "rows of grid_data")?;
    agrees(block, w, columns, "columns of grid_data")?;
    let mut lengths = Vec::new();
    for (direction, count, clues, name) in
        [(Direction::Across, n_h, h_clue, "h_clue"), (Direction::Down, n_v, v_clue, "v_clue")]
    {
        let (clues, at) = rows_of(block, clues, name)?;
        agrees(block, count, clues.len(), &format!("rows of {name}"))?;
        for clue in clues {
            lengths.push(read_clue(block, &mut board, (rows, columns), direction, &clue, at)?);
        }
    }
    let mut kakuro = board.finish(block)?;
    for (direction, row, column, length) in lengths {
        let run = kakuro.run_from(direction, row, column, 0).expect("every clue has its run");
        if run.length as u64 != length.value {
            let mut expected = "the length of its run, ".to_owned();
            push_count_of_cells(&mut expected, run.length);
            return Err(block.mistake(length.at, format!("a length of {}", length.value), expected));
        }
    }
    Ok(kakuro)
}

/// The rows of an array.
fn rows_of(block: &Block, (value, at): (Value, Span), name: &str) -> Result<(Vec<Vec<Number>>, Span), ReadError> {
    match value {
        Value::Rows(rows) => Ok((rows, at)),
        Value::One(number) => Err(block.mistake(
            number.at,
            format!("the number {}", number.value),
            format!("an array [| … |] for {name}"),
        )),
    }
}

/// A number must be that of the rows or columns that there are.
fn agrees(block: &Block, (value, at): (Value, Span), there: usize, what: &str) -> Result<(), ReadError> {
    match value {
        Value::One(number) if number.value == there as u64 => Ok(()),
        Value::One(number) => Err(block.mistake(number.at, number.value.to_string(), format!("{there}, the {what}"))),
        Value::Rows(_) => Err(block.mistake(at, "an array", format!("the number of {what}"))),
    }
}

/// The board of `grid_data`, which was set at a place.
fn board(block: &Block, grid: &[Vec<Number>], at: Span) -> Result<Board, ReadError> {
    let Some(first) = grid.first() else {
        return Err(block.mistake(at, "an empty board", "at least one row in grid_data"));
    };
    let mut board = Board { columns: first.len(), ..Board::default() };
    for (row, cells) in grid.iter().enumerate() {
        if let Some(last) = cells.last().filter(|_| cells.len() != board.columns) {
            let expected = format!("{} as in the first row", board.columns);
            return Err(block.mistake(last.at, format!("a row of {} cells", cells.len()), expected));
        }
        for (column, cell) in cells.iter().enumerate() {
            if cell.value > 1 {
                return Err(block.mistake(cell.at, cell.value.to_string(), "a cell, 0 or 1"));
            }
            board.cell(block, (row, column), cell.value == 1, cell.at)?;
        }
    }
    Ok(board)
}

/// One clue; gives the cell of its run and the length that was stated.
fn read_clue(
    block: &Block,
    board: &mut Board,
    (rows, columns): (usize, usize),
    direction: Direction,
    clue: &[Number],
    at: Span,
) -> Result<(Direction, usize, usize, Number), ReadError> {
    let &[row, column, length, sum] = clue else {
        let at = clue.last().map_or(at, |last| last.at);
        let expected = "four: the row, column, length and sum of a clue";
        return Err(block.mistake(at, format!("a row of {} numbers", clue.len()), expected));
    };
    for (number, what, greatest) in
        [(row, "the row of a clue", rows), (column, "the column of a clue", columns), (sum, "the sum of a clue", 45)]
    {
        if !(1..=greatest as u64).contains(&number.value) {
            let found = number.value.to_string();
            return Err(block.mistake(number.at, found, format!("{what}, from 1 to {greatest}")));
        }
    }
    let cell = (row.value as usize - 1, column.value as usize - 1);
    board.clue(direction, cell, Some(sum.value as u8), row.at);
    Ok((direction, cell.0, cell.1, length))
}

/// The data of a puzzle.
pub fn write(kakuro: &Kakuro) -> String {
    let (rows, columns) = shape(kakuro);
    let cell = |row, column| u8::from(kakuro.is_white(row, column)).to_string();
    let grid = (0..rows).map(|row| (0..columns).map(|column| cell(row, column)).collect::<Vec<_>>().join(", "));
    let clues = |direction: Direction| -> Vec<String> {
        let clue = |run: &Run| Some(format!("{}, {}, {}, {}", run.row + 1, run.column + 1, run.length, run.sum?));
        kakuro.runs().iter().filter(|run| run.direction == direction).filter_map(clue).collect()
    };
    let (across, down) = (clues(Direction::Across), clues(Direction::Down));
    let values = [
        rows.to_string(),
        columns.to_string(),
        array(&grid.collect::<Vec<_>>()),
        across.len().to_string(),
        array(&across),
        down.len().to_string(),
        array(&down),
    ];
    NAMES.iter().zip(values).map(|(name, value)| format!("{name} = {value};\n")).collect()
}

/// An array of these rows. Without any its four columns cannot be seen, so they are said.
fn array(rows: &[String]) -> String {
    if rows.is_empty() { "array2d(1..0, 1..4, [])".to_owned() } else { format!("[| {} |]", rows.join("\n | ")) }
}

#[cfg(test)]
mod tests {
    use crate::kakuro::format::tests::outcomes;

    const SMALL: &str = "h = 3;\nw = 3;\ngrid_data = [| 0, 0, 0\n | 0, 1, 1\n | 0, 1, 1 |];\nn_h = 2;\n\
                         h_clue = [| 2, 1, 2, 3\n | 3, 1, 2, 7 |];\nn_v = 1;\nv_clue = [| 1, 2, 2, 4 |];\n";
    const GRID: &str = "x,4\\,x\n\\3,0,0\n\\7,0,0\n";

    #[test]
    fn order_layout_and_comments_do_not_matter() {
        let others = [
            SMALL.to_owned(),
            SMALL.replace('\n', " % comment ; \n\n"),
            SMALL.split_inclusive(';').rev().collect(),
            SMALL.replace([' ', '\n'], ""),
            SMALL.replace("1 |]", "1, |]").replace("0, 0, 0\n", "0, 0, 0,\n"),
            SMALL.replace("1 |]", "1 | |]").trim_end().trim_end_matches(';').to_owned(),
            SMALL.replace("[| 1, 2, 2, 4 |]", "array2d(1..1, 1..4, [1, 2, 2, 4,])"),
            SMALL.replace("[| 1, 2, 2, 4 |]", "array2d(1..1,1..4,[1,2,2,4])"),
        ];
        for text in others {
            assert_eq!(outcomes(&text), [Ok(GRID.to_owned())], "{text}");
        }
        for none in ["array2d(1..0, 1..4, [])", "[||]", "[| |]"] {
            let text = SMALL.replace("n_v = 1", "n_v = 0").replace("[| 1, 2, 2, 4 |]", none);
            assert_eq!(outcomes(&text), [Ok(GRID.replace("4\\", "x"))], "{text}");
        }
    }

    #[test]
    fn every_mistake_has_its_place_and_says_what_was_expected() {
        let names = "one of h, w, grid_data, n_h, h_clue, n_v, v_clue";
        let cases = [
            ("h = 3", "h = 4", "line 1, column 5: found 4, expected 3, the rows of grid_data".to_owned()),
            ("w = 3", "w = 2", "line 2, column 5: found 2, expected 3, the columns of grid_data".to_owned()),
            ("n_h = 2", "n_h = 3", "line 6, column 7: found 3, expected 2, the rows of h_clue".to_owned()),
            ("w = 3", "q = 3", format!("line 2, column 1: found \"q\", expected {names}")),
            ("w = 3", "h = 3", "line 2, column 1: found a second h, expected h once; it is set on line 1".to_owned()),
            ("w = 3;\n", "", "line 9, column 27: found the end of the text, expected w = …".to_owned()),
            ("w = 3", "w 3", "line 2, column 3: found \"3\", expected =".to_owned()),
            ("w = 3;", "w = 3", "line 3, column 1: found \"grid_data\", expected ;".to_owned()),
            ("w = 3", "w = -3", "line 2, column 5: found \"-3\", expected a whole number or an array [| … |]".to_owned()),
            ("w = 3", "w = [| 3 |]", "line 2, column 1: found an array, expected the number of columns of grid_data".to_owned()),
            ("0, 1, 1\n", "0, 1\n", "line 4, column 7: found a row of 2 cells, expected 3 as in the first row".to_owned()),
            ("0, 1, 1\n", "0, 1, 2\n", "line 4, column 10: found 2, expected a cell, 0 or 1".to_owned()),
            (
                "0, 1, 1\n",
                "1, 1, 1\n",
                "line 4, column 4: found a white cell in the first column, expected a black cell, because no clue cell can \
                 stand left of it"
                    .to_owned(),
            ),
            ("0, 1, 1\n", "0; 1, 1\n", "line 4, column 5: found \";\", expected , or | or |]".to_owned()),
            ("2, 1, 2, 3\n", "2, 1, 3\n", "line 7, column 19: found a row of 3 numbers, expected four: the row, column, length and sum of a clue".to_owned()),
            ("2, 1, 2, 3\n", "2, 1, 3, 3\n", "line 7, column 19: found a length of 3, expected the length of its run, two cells".to_owned()),
            ("2, 1, 2, 3\n", "2, 1, 2, 46\n", "line 7, column 22: found 46, expected the sum of a clue, from 1 to 45".to_owned()),
            ("2, 1, 2, 3\n", "4, 1, 2, 3\n", "line 7, column 13: found 4, expected the row of a clue, from 1 to 3".to_owned()),
            ("2, 1, 2, 3\n", "2, 2, 2, 3\n", "line 7, column 13: found a clue on the white cell in row 2, column 2, expected a clue on a black cell".to_owned()),
            (
                "3, 1, 2, 7",
                "2, 1, 2, 7",
                "line 8, column 4: found a second clue for the run to the right of row 2, column 1, expected one clue for a \
                 run; its first is on line 7"
                    .to_owned(),
            ),
            ("[| 1, 2, 2, 4 |]", "4", "line 10, column 10: found the number 4, expected an array [| … |] for v_clue".to_owned()),
            (
                "[| 1, 2, 2, 4 |]",
                "array2d(1..2, 1..4, [1, 2, 2, 4])",
                "line 10, column 30: found an array of 4 numbers, expected 2 × 4 of them".to_owned(),
            ),
            ("[| 1, 2, 2, 4 |]", "[| 1, 2", "line 10, column 17: found \";\", expected , or | or |]".to_owned()),
            ("4 |];\n", "4", "line 10, column 23: found the end of the text, expected , or | or |]".to_owned()),
        ];
        for (part, by, message) in cases {
            let at = if part == "4 |];\n" { SMALL.rfind(part) } else { SMALL.find(part) };
            let mut text = SMALL.to_owned();
            text.replace_range(at.unwrap()..at.unwrap() + part.len(), by);
            assert_eq!(outcomes(&text), [Err(message)], "{text}");
        }
    }
}
