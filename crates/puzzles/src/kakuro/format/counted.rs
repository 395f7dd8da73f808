//! Texts of numbers that start with how many cases there are: KAKURO1 and KAKURO2. Any white space separates numbers.
//!
//! Cases are read one at a time. After a malformed case reading goes on only where its end is beyond doubt: every number
//! that says how much follows was read, and every line of the case holds exactly what the format puts there.

use std::io::BufRead;
use std::ops::RangeInclusive;

use crate::kakuro::Kakuro;
use crate::place::{Found, Malformed, Place, ReadError};
use crate::scan::{Number, Scanner};

/// The largest N and number of clues; a board of that size has more cells than any disk.
pub const LARGEST: u64 = u32::MAX as u64;

/// Reads the cases of a text in order. It ends after the last case, or after a mistake behind which the next case cannot
/// be found.
pub struct Reader<R> {
    scanner: Scanner<R>,
    /// Reads a case to its end. With a mistake noted on the way its result means only that the end was found.
    case: fn(&mut Case<'_, R>) -> Result<Kakuro, ReadError>,
    /// How many cases are still to come; `None` before the first line was read.
    left: Option<u64>,
    /// Nothing more can be read.
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader of KAKURO2, puzzles, at the start of a text.
    pub fn new(input: R) -> Self {
        Self { scanner: Scanner::new(input), case: super::kakuro2::case, left: None, over: false }
    }

    /// A reader of KAKURO1, answers, at the start of a text: it gives the puzzle of each.
    pub fn of_answers(input: R) -> Self {
        Self { case: super::kakuro1::case, ..Self::new(input) }
    }

    fn next_case(&mut self) -> Result<Option<Kakuro>, ReadError> {
        let left = match self.left {
            Some(left) => left,
            None => self.scanner.number("the number of cases", 0..=u64::MAX)??.value,
        };
        if left == 0 {
            self.scanner.end("the end of the text after the last case")?;
            return Ok(None);
        }
        self.left = Some(left - 1);
        let mut case = Case::start(&mut self.scanner);
        let read = (self.case)(&mut case);
        match (case.mistake, read) {
            (None, Ok(kakuro)) => Ok(Some(kakuro)),
            (None, Err(error)) => Err(error),
            (Some(mistake), Err(_)) => Err(mistake.into()),
            (Some(mistake), Ok(_)) => {
                self.over = !(case.laid_out && self.scanner.rest_of_line_is_blank()?);
                Err(mistake.into())
            }
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Kakuro, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        self.over = true;
        match self.next_case() {
            Ok(Some(kakuro)) => {
                self.over = false;
                Some(Ok(kakuro))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// A case while it is read. The first mistake is kept and reading goes on to find the end of the case.
pub struct Case<'a, R> {
    scanner: &'a mut Scanner<R>,
    mistake: Option<Box<Malformed>>,
    /// So far every line holds exactly what the format puts there.
    laid_out: bool,
    /// The line of the last number.
    line: u64,
}

impl<'a, R: BufRead> Case<'a, R> {
    fn start(scanner: &'a mut Scanner<R>) -> Self {
        let line = scanner.place().line;
        Self { scanner, mistake: None, laid_out: true, line }
    }

    /// Whether there was a mistake.
    pub fn is_wrong(&self) -> bool {
        self.mistake.is_some()
    }

    /// The next number, which the format puts at the start of a line or not; `None` where it is a mistake.
    pub fn number(
        &mut self,
        starts_line: bool,
        what: &str,
        range: RangeInclusive<u64>,
    ) -> Result<Option<Number>, ReadError> {
        let number = self.scanner.number(what, range)?;
        let place = number.as_ref().map_or_else(|mistake| mistake.place, |number| number.place);
        self.laid_out &= starts_line == (place.line != self.line);
        self.line = place.line;
        match number {
            Ok(number) => Ok(Some(number)),
            Err(mistake) => {
                self.mistake.get_or_insert(mistake);
                Ok(None)
            }
        }
    }

    /// The numbers of a line, each with what it is called and its range; `None` where it is a mistake.
    pub fn line<const N: usize>(
        &mut self,
        wanted: [(&str, RangeInclusive<u64>); N],
    ) -> Result<[Option<Number>; N], ReadError> {
        let fit = |numbers: &[Number; N]| wanted.iter().zip(numbers).all(|((_, range), n)| range.contains(&n.value));
        if let Some(numbers) = self.scanner.plain_numbers(fit)? {
            let line = numbers.first().map_or(self.line, |number| number.place.line);
            self.laid_out &= line != self.line;
            self.line = line;
            return Ok(numbers.map(Some));
        }
        let mut line = [None; N];
        for (nth, (what, range)) in wanted.into_iter().enumerate() {
            line[nth] = self.number(nth == 0, what, range)?;
        }
        Ok(line)
    }

    /// A number without which the end of the case cannot be found.
    pub fn count(&mut self, what: &str, range: RangeInclusive<u64>) -> Result<u64, ReadError> {
        let number = self.scanner.number(what, range)??;
        self.laid_out &= number.place.line != self.line;
        self.line = number.place.line;
        Ok(number.value)
    }

    /// A board of `size` × `size` numbers row by row, 0 for black; it grows with the numbers that are really there.
    ///
    /// `wrong` looks at each number with its row and column, and says what was found and expected instead where it cannot
    /// stand there; it may be asked again about such a number. After a mistake no more numbers are kept or looked at.
    pub fn board(
        &mut self,
        size: u64,
        what: &str,
        greatest: u64,
        mut wrong: impl FnMut(u64, u64, u8) -> Option<(String, String)>,
    ) -> Result<Vec<u8>, ReadError> {
        // What a size says is not believed before the numbers are there.
        let mut board = Vec::with_capacity(size.saturating_mul(size).min(1 << 12) as usize);
        for row in 0..size {
            let mut column = 0;
            while column < size {
                if column == 0 && self.mistake.is_none() {
                    self.scanner.digits(size as usize, |digit| {
                        let fits = u64::from(digit) <= greatest
                            && super::outside(row, column, digit > 0).is_none()
                            && wrong(row, column, digit).is_none();
                        if fits {
                            board.push(digit);
                            column += 1;
                        }
                        fits
                    })?;
                    if column > 0 {
                        self.line = self.scanner.place().line;
                        continue;
                    }
                }
                let number = self.number(column == 0, what, 0..=greatest)?.filter(|_| self.mistake.is_none());
                if let Some(Number { value, place }) = number {
                    let value = value as u8;
                    let outside = super::outside(row, column, value > 0);
                    let outside = outside.map(|(found, why)| (found.to_owned(), format!("0, {why}")));
                    match outside.or_else(|| wrong(row, column, value)) {
                        Some((found, expected)) => self.mistake(place, found, expected)?,
                        None => board.push(value),
                    }
                }
                column += 1;
            }
        }
        Ok(board)
    }

    /// Notes a mistake that starts at a place and ends with the last number read.
    pub fn mistake(&mut self, place: Place, found: String, expected: String) -> Result<(), ReadError> {
        let end = self.scanner.place();
        let width = if end.line == place.line { end.column - place.column } else { 1 };
        let found = Found::Described(found);
        self.mistake = Some(Box::new(self.scanner.malformed(place, width as usize, found, expected)?));
        Ok(())
    }
}
