//! Addresses of puzz.link: `https://puzz.link/p?sudoku/9/9/<body>`, the cells row by row.
//!
//! A digit of the body is hexadecimal; `-xx` is a number of two hexadecimal digits, from 16; `g` to `z` are 1 to 20 blanks.

use super::{Sudoku, block_of};
use crate::place::{Found, Malformed};
use crate::scan::Line;

/// What every address of a Sudoku has before its size.
pub(super) const MARK: &str = "sudoku/";

/// The most blanks that one character stands for.
const MOST_BLANKS: usize = 20;

/// Reads the address on a line that holds [`MARK`]; also the column of each cell, from 0: where its character stands.
pub(super) fn read(line: &Line) -> Result<(Sudoku, Vec<u32>), Box<Malformed>> {
    let characters: Vec<char> = line.text.chars().collect();
    let mistake = |at: usize, width: usize, found: Found, expected: &str| {
        Box::new(line.malformed(at, width, found, expected.to_owned()))
    };
    let mark = line.text.find(MARK).map_or(0, |at| line.text[..at].chars().count());
    let mut at = mark + MARK.chars().count();
    let mut side = || {
        let length = characters[at..].iter().take_while(|c| **c != '/' && !c.is_whitespace()).count();
        let text: String = characters[at..at + length].iter().collect();
        let start = at;
        at = (at + length + 1).min(characters.len());
        match text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit())).and_then(block_of) {
            Some(block) => Ok((block, start, length)),
            None if text.is_empty() => Err(mistake(start, 1, Found::Described("no size".to_owned()), SIDES)),
            None => Err(mistake(start, length, Found::Text(text), SIDES)),
        }
    };
    let (block, ..) = side()?;
    let (rows, start, length) = side()?;
    if rows != block {
        let found = Found::Text(characters[start..start + length].iter().collect());
        return Err(mistake(start, length, found, "as many rows as columns"));
    }
    let size = block * block;
    let (mut cells, mut columns) = (Vec::new(), Vec::new());
    let body = characters[at..].iter().take_while(|c| !c.is_whitespace()).count();
    // A slash behind the body means nothing.
    let end = at + body - usize::from(characters[at..at + body].last() == Some(&'/'));
    while at < end {
        let character = characters[at];
        let hexadecimal = |at: usize| characters[..end].get(at).and_then(|c| c.to_digit(16));
        let (digit, times, width) = match character {
            '0'..='9' | 'a'..='f' => (character.to_digit(16), 1, 1),
            'g'..='z' => (Some(0), character as usize - 'f' as usize, 1),
            '-' => match (hexadecimal(at + 1), hexadecimal(at + 2)) {
                (Some(high), Some(low)) => (Some(16 * high + low), 1, 3),
                _ => (None, 1, 1),
            },
            _ => (None, 1, 1),
        };
        let blank = matches!(character, 'g'..='z');
        match digit.filter(|digit| blank || (1..=size as u32).contains(digit)) {
            Some(digit) => {
                cells.extend(std::iter::repeat_n(digit as u8, times));
                columns.extend(std::iter::repeat_n(at as u32, times));
            }
            None => {
                let found = Found::Text(characters[at..at + width].iter().collect());
                let expected = format!("a number from 1 to {size} in hexadecimal, or g to z for blanks");
                return Err(mistake(at, width, found, &expected));
            }
        }
        if cells.len() > size * size {
            let found = Found::Described(format!("more than {} cells", size * size));
            return Err(mistake(at, width, found, &format!("the end of the address after {} cells", size * size)));
        }
        at += width;
    }
    if cells.len() < size * size {
        let found = Found::Described(format!("the end of the address after {} cells", cells.len()));
        return Err(mistake(at, 1, found, &format!("{} cells", size * size)));
    }
    if let Some(rest) = characters[end..].iter().position(|c| !c.is_whitespace() && *c != '/') {
        let word: String = characters[end + rest..].iter().take_while(|c| !c.is_whitespace()).collect();
        let width = word.chars().count();
        return Err(mistake(end + rest, width, Found::Text(word), "the end of the line after the address"));
    }
    Ok((Sudoku::new(block, cells), columns))
}

const SIDES: &str = "4, 9, 16 or 25 columns and as many rows";

/// The address of a puzzle.
pub(super) fn write(sudoku: &Sudoku) -> String {
    let size = sudoku.size();
    let mut address = format!("https://puzz.link/p?{MARK}{size}/{size}/");
    let mut blanks = 0;
    let flush = |blanks: &mut usize, address: &mut String| {
        if *blanks > 0 {
            address.push((b'f' + *blanks as u8) as char);
            *blanks = 0;
        }
    };
    for &digit in sudoku.cells() {
        if digit == 0 {
            blanks += 1;
            if blanks == MOST_BLANKS {
                flush(&mut blanks, &mut address);
            }
            continue;
        }
        flush(&mut blanks, &mut address);
        address += &if digit < 16 { format!("{digit:x}") } else { format!("-{digit:x}") };
    }
    flush(&mut blanks, &mut address);
    address
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    fn line(text: &str) -> Line {
        Line { text: text.to_owned(), number: 1 }
    }

    fn mistake(text: &str) -> String {
        read(&line(text)).unwrap_err().to_string()
    }

    #[test]
    fn an_address_is_read_and_written() {
        let text = "https://puzz.link/p?sudoku/4/4/1g2gzg";
        assert_eq!(
            mistake(text),
            "line 1, column 36: found more than 16 cells, expected the end of the address after 16 cells"
        );
        let (sudoku, columns) = read(&line("sudoku/4/4/1g2gl4k")).unwrap();
        assert_eq!(sudoku.line(), "1.2.......4.....");
        assert_eq!(columns[..4], [11, 12, 13, 14]);
        assert_eq!(write(&sudoku), "https://puzz.link/p?sudoku/4/4/1g2m4k");
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut random = Random::new(1, 0);
        for round in 0..400 {
            let block = 2 + round % 4;
            let size = block * block;
            let filled = random.below(100);
            let digit = |random: &mut Random| if random.chance(filled, 100) { 1 + random.below(size) as u8 } else { 0 };
            let sudoku = Sudoku::new(block, (0..size * size).map(|_| digit(&mut random)).collect());
            assert_eq!(read(&line(&write(&sudoku))).unwrap().0, sudoku);
        }
    }

    #[test]
    fn every_mistake_has_its_place() {
        let cells = "a number from 1 to 4 in hexadecimal, or g to z for blanks";
        for (text, message) in [
            ("sudoku/4/9/v", "line 1, column 10: found \"9\", expected as many rows as columns".to_owned()),
            ("sudoku/6/6/v", format!("line 1, column 8: found \"6\", expected {SIDES}")),
            ("sudoku/", format!("line 1, column 8: found no size, expected {SIDES}")),
            (
                "sudoku/99999999999999999999/4/v",
                format!("line 1, column 8: found \"99999999999999999999\", expected {SIDES}"),
            ),
            (
                "sudoku/4/4/u",
                "line 1, column 13: found the end of the address after 15 cells, expected 16 cells".to_owned(),
            ),
            (
                "sudoku/4/4",
                "line 1, column 11: found the end of the address after 0 cells, expected 16 cells".to_owned(),
            ),
            ("sudoku/4/4/u5", format!("line 1, column 13: found \"5\", expected {cells}")),
            ("sudoku/4/4/u0", format!("line 1, column 13: found \"0\", expected {cells}")),
            ("sudoku/4/4/-ffu", format!("line 1, column 12: found \"-ff\", expected {cells}")),
            ("sudoku/4/4/u-1", format!("line 1, column 13: found \"-\", expected {cells}")),
            ("sudoku/4/4/.u", format!("line 1, column 12: found \".\", expected {cells}")),
            (
                "sudoku/4/4/v more",
                "line 1, column 14: found \"more\", expected the end of the line after the address".to_owned(),
            ),
        ] {
            assert_eq!(mistake(text), message, "{text}");
        }
        assert!(read(&line("  http://pzv.jp/p.html?sudoku/4/4/v/  ")).is_ok());
    }
}
