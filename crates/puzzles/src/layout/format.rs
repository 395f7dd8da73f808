//! Reading layouts: the pieces of one problem on a line, `6x1 4x4 3x3`; or one piece on each line of the whole text.

use super::{Layout, Size};
use crate::kind::{Input, Settings};
use crate::place::{Excerpt, Found, Malformed, ReadError};
use crate::scan::{Line, Scanner};

/// Boards of more cells would be too long to print.
const MOST_CELLS: u128 = 100_000_000;

/// The layouts of a text, or what is wrong with a line of it.
pub(super) fn read(input: Input, settings: &Settings) -> Vec<Result<Layout, ReadError>> {
    let board = match settings.size("board") {
        None => return vec![Err(ReadError::Usage("the board is missing: --board 9x9, height x width".to_owned()))],
        Some((height, width)) => Size { height, width },
    };
    if board.area() > MOST_CELLS {
        let Size { height, width } = board;
        return vec![Err(ReadError::Usage(format!(
            "a board of {height}x{width} has more than {MOST_CELLS} cells, which is too many"
        )))];
    }
    let mut scanner = Scanner::new(input);
    let mut lines: Vec<Result<Line, ReadError>> = Vec::new();
    loop {
        match scanner.line() {
            Ok(None) => break,
            Ok(Some(line)) if line.text.trim().is_empty() || line.text.trim_start().starts_with('#') => {}
            Ok(Some(line)) => lines.push(Ok(line)),
            Err(error @ ReadError::Malformed(_)) => lines.push(Err(error)),
            Err(error) => {
                lines.push(Err(error));
                break;
            }
        }
    }
    if lines.is_empty() {
        let (place, excerpt) = (scanner.place(), Excerpt::default());
        let expected = "pieces such as 6x1 4x4, height x width".to_owned();
        return vec![Err(Malformed { place, found: Found::End, expected, excerpt }.into())];
    }
    let layout = |pieces: Vec<Size>| Layout {
        pieces,
        board,
        rotate: settings.has("rotate"),
        minimize_height: settings.has("minimize-height"),
    };
    let one =
        |line: &Result<Line, ReadError>| line.as_ref().is_ok_and(|line| line.text.split_whitespace().nth(1).is_none());
    if lines.len() > 1 && lines.iter().all(one) {
        let pieces: Result<Vec<Vec<Size>>, ReadError> = lines.into_iter().map(|line| pieces(&line?)).collect();
        return vec![pieces.map(|pieces| layout(pieces.concat()))];
    }
    lines.into_iter().map(|line| Ok(layout(pieces(&line?)?))).collect()
}

/// The pieces on a line.
fn pieces(line: &Line) -> Result<Vec<Size>, ReadError> {
    let mut pieces = Vec::new();
    let mut before = 0;
    let mut rest = line.text.as_str();
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start().len();
        before += rest[..blanks].chars().count();
        rest = &rest[blanks..];
        let item = rest.split(char::is_whitespace).next().unwrap_or(rest);
        if item.is_empty() {
            break;
        }
        let width = item.chars().count();
        match size(item) {
            Some(size) => pieces.push(size),
            None => {
                let found = Found::Text(item.chars().take(64).collect());
                let expected = "a piece such as 3x4, height x width, both at least 1".to_owned();
                return Err(line.malformed(before, width, found, expected).into());
            }
        }
        before += width;
        rest = &rest[item.len()..];
    }
    Ok(pieces)
}

fn size(item: &str) -> Option<Size> {
    let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u64>().ok())?;
    let (height, width) = item.split_once(['x', 'X', '×'])?;
    match (number(height)?, number(width)?) {
        (height @ 1.., width @ 1..) => Some(Size { height, width }),
        _ => None,
    }
}

/// The pieces on one line.
pub(super) fn write(layout: &Layout) -> String {
    let pieces: Vec<String> = layout.pieces.iter().map(|size| format!("{}x{}", size.height, size.width)).collect();
    pieces.join(" ") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::Given;

    fn read(text: &str) -> Vec<String> {
        let mut settings = Settings::default();
        settings.set("board", Given::Size(9, 9));
        let layouts = super::read(Box::new(std::io::Cursor::new(text.to_owned())), &settings);
        let outcome = |layout: Result<Layout, ReadError>| match layout {
            Ok(layout) => write(&layout).trim_end().to_owned(),
            Err(error) => error.to_string(),
        };
        layouts.into_iter().map(outcome).collect()
    }

    #[test]
    fn a_line_is_a_problem_unless_every_line_has_one_piece() {
        assert_eq!(read("6x1 4x4\n\n# two\n2X3 1×1\n"), ["6x1 4x4", "2x3 1x1"]);
        assert_eq!(read("\u{FEFF}6x1\r\n4x4\r\n \t3x3\r\n"), ["6x1 4x4 3x3"]);
        assert_eq!(read("6x1\n4x4 1x1\n"), ["6x1", "4x4 1x1"]);
        assert_eq!(read("6x1"), ["6x1"]);
    }

    #[test]
    fn a_mistake_is_named_with_its_place_and_the_next_line_goes_on() {
        for wrong in ["0x3", "3", "axb", "3x", "x3", "-1x2", "3x3x3", "+1x1", "99999999999999999999x1", "한x1"] {
            let message = format!(
                "line 1, column 5: found {wrong:?}, expected a piece such as 3x4, height x width, both at least 1"
            );
            assert_eq!(read(&format!("1x1 {wrong} 2x2\n2x2 1x1\n")), [message, "2x2 1x1".to_owned()]);
        }
        let message = "found the end of the text, expected pieces such as 6x1 4x4, height x width";
        assert_eq!(read(" \n\n"), [format!("line 3, column 1: {message}")]);
        assert_eq!(read(""), [format!("line 1, column 1: {message}")]);
    }

    #[test]
    fn a_board_is_needed_and_has_a_size_that_can_be_printed() {
        let read = |settings: &Settings| {
            let mut layouts = super::read(Box::new(std::io::Cursor::new("1x1")), settings);
            layouts.remove(0).map(|_| ()).map_err(|error| error.to_string())
        };
        let mut settings = Settings::default();
        assert_eq!(read(&settings), Err("the board is missing: --board 9x9, height x width".to_owned()));
        settings.set("board", Given::Size(100_000, 100_000));
        let message = "a board of 100000x100000 has more than 100000000 cells, which is too many";
        assert_eq!(read(&settings), Err(message.to_owned()));
    }
}
