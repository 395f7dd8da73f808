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
use crate::kakuro::{Direction, Kakuro, Run, count_of_cells};
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
        let run = kakuro.run_from(direction, row, column).expect("every clue has its run");
        if run.length as u64 != length.value {
            let expected = format!("the length of its run, {}", count_of_cells(run.length));
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
