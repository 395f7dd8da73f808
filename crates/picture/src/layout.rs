//! Several drawings together: on pages of A4, with their answers behind them, or on one sheet.

use entail_puzzles::svg::{Anchor, Drawing, INK};

/// The width and height of a page of A4 in units of a drawing: 96 to an inch.
pub const A4: (f64, f64) = (793.7, 1122.52);
/// White at the edges of a page, and below its heading.
const MARGIN: f64 = 48.0;
/// White between drawings.
const GAP: f64 = 20.0;
/// The height of the line that a number or a heading stands in.
const LINE: f64 = 22.0;

/// How drawings share a page.
struct Way {
    /// Columns and rows, from the fewest drawings to the most.
    grids: &'static [(usize, usize)],
    /// Smaller than this they are not easy to read: better fewer to a page.
    least_scale: f64,
    /// Larger than this looks clumsy.
    most_scale: f64,
    heading: Option<&'static str>,
}

const PUZZLES: Way = Way { grids: &[(1, 1), (1, 2), (2, 2), (2, 3)], least_scale: 0.6, most_scale: 1.5, heading: None };
const ANSWERS: Way = Way {
    grids: &[(1, 1), (1, 2), (2, 2), (2, 3), (3, 4), (4, 5)],
    least_scale: 0.3,
    most_scale: 0.6,
    heading: Some("Answers"),
};

/// The puzzles on pages of A4, one, two, four or six to a page by their size, numbered if there are several; behind
/// them the answers, smaller, under a heading. Every picture fits its page, however large it is.
pub fn pages(puzzles: &[Drawing], answers: &[Drawing]) -> Vec<Drawing> {
    let numbered = puzzles.len() > 1;
    [(puzzles, PUZZLES), (answers, ANSWERS)].into_iter().flat_map(|(all, way)| way.pages(all, numbered)).collect()
}

impl Way {
    fn pages(&self, drawings: &[Drawing], numbered: bool) -> Vec<Drawing> {
        let mut pages = Vec::new();
        let mut placed = 0;
        while placed < drawings.len() {
            let rest = &drawings[placed..];
            let (columns, rows) = self.grid(rest, numbered);
            let mut page = Drawing::new(A4.0, A4.1);
            if let Some(heading) = self.heading {
                page.bold(heading, (MARGIN, MARGIN - LINE / 2.0), 18.0, Anchor::Start, INK);
            }
            let (width, height) = slot((columns, rows), numbered);
            let here = rest.len().min(columns * rows);
            for (index, drawing) in rest[..here].iter().enumerate() {
                let (column, row) = (index % columns, index / columns);
                let scale = fitting(drawing, (width, height)).min(self.most_scale);
                let left = MARGIN + column as f64 * (width + GAP) + (width - scale * drawing.width()) / 2.0;
                let mut top = MARGIN + row as f64 * (A4.1 - 2.0 * MARGIN + GAP) / rows as f64;
                if numbered {
                    number(&mut page, placed + index, (left, top));
                    top += LINE;
                }
                page.insert(drawing, left, top, scale);
            }
            pages.push(page);
            placed += here;
        }
        pages
    }

    /// The grid for the next page: as many drawings as can be read, and no emptier than it has to be.
    fn grid(&self, drawings: &[Drawing], numbered: bool) -> (usize, usize) {
        let readable = |&&(columns, rows): &&(usize, usize)| {
            let slot = slot((columns, rows), numbered);
            drawings.iter().take(columns * rows).all(|drawing| fitting(drawing, slot) >= self.least_scale)
        };
        let (columns, rows) = *self.grids.iter().rev().find(readable).unwrap_or(&(1, 1));
        let here = drawings.len().min(columns * rows);
        *self.grids.iter().find(|(columns, rows)| columns * rows >= here).unwrap_or(&(columns, rows))
    }
}

/// The width and height that a drawing may take, below its number.
fn slot((columns, rows): (usize, usize), numbered: bool) -> (f64, f64) {
    let share = |whole: f64, parts: usize| (whole - 2.0 * MARGIN + GAP) / parts as f64 - GAP;
    (share(A4.0, columns), share(A4.1, rows) - if numbered { LINE } else { 0.0 })
}

/// The scale at which a drawing just fits.
fn fitting(drawing: &Drawing, (width, height): (f64, f64)) -> f64 {
    (width / drawing.width().max(1.0)).min(height / drawing.height().max(1.0))
}

fn number(on: &mut Drawing, index: usize, (left, top): (f64, f64)) {
    on.bold(&(index + 1).to_string(), (left + 6.0, top + LINE / 2.0), 15.0, Anchor::Start, INK);
}

/// All drawings on one sheet of their own size, in rows, numbered; a single one as it is.
pub fn sheet(drawings: &[Drawing]) -> Drawing {
    if let [drawing] = drawings {
        return drawing.clone();
    }
    let columns = (1..=drawings.len()).find(|columns| columns * columns >= drawings.len()).unwrap_or(1);
    let rows: Vec<&[Drawing]> = drawings.chunks(columns).collect();
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(Drawing::width).fold(0.0, f64::max);
    let widths: Vec<f64> = (0..columns).map(widest).collect();
    let heights: Vec<f64> = rows.iter().map(|row| LINE + row.iter().map(Drawing::height).fold(0.0, f64::max)).collect();
    let mut sheet = Drawing::new(
        widths.iter().map(|width| width + GAP).sum::<f64>() + GAP,
        heights.iter().map(|height| height + GAP).sum::<f64>() + GAP,
    );
    let mut top = GAP;
    for (row, drawings) in rows.iter().enumerate() {
        let mut left = GAP;
        for (column, drawing) in drawings.iter().enumerate() {
            number(&mut sheet, row * columns + column, (left, top));
            sheet.insert(drawing, left, top + LINE, 1.0);
            left += widths[column] + GAP;
        }
        top += heights[row] + GAP;
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(count: usize, side: f64) -> Vec<Drawing> {
        vec![Drawing::new(side, side); count]
    }

    fn count(puzzles: usize, side: f64) -> usize {
        pages(&squares(puzzles, side), &[]).len()
    }

    #[test]
    fn a_page_takes_as_many_as_can_be_read() {
        assert_eq!(count(12, 400.0), 2, "six to a page");
        assert_eq!(count(12, 560.0), 3, "four to a page");
        assert_eq!(count(12, 800.0), 6, "two to a page");
        assert_eq!(count(12, 900.0), 12, "one to a page");
        assert_eq!(count(3, 1_000_000.0), 3, "one to a page, however large");
        assert_eq!(count(0, 400.0), 0);
    }

    #[test]
    fn a_large_puzzle_does_not_change_the_pages_of_the_others() {
        let mut puzzles = squares(6, 300.0);
        puzzles.extend(squares(1, 2000.0));
        puzzles.extend(squares(6, 300.0));
        assert_eq!(pages(&puzzles, &[]).len(), 3);
    }

    #[test]
    fn few_puzzles_stand_in_a_grid_that_fits_them() {
        assert_eq!(PUZZLES.grid(&squares(1, 300.0), false), (1, 1));
        assert_eq!(PUZZLES.grid(&squares(2, 300.0), true), (1, 2));
        assert_eq!(PUZZLES.grid(&squares(3, 300.0), true), (2, 2));
        assert_eq!(PUZZLES.grid(&squares(100, 300.0), true), (2, 3));
    }

    #[test]
    fn answers_come_last_under_their_heading() {
        let pages = pages(&squares(6, 400.0), &squares(6, 400.0));
        let headed: Vec<bool> = pages.iter().map(|page| page.svg().contains(">Answers</text>")).collect();
        assert_eq!(headed, [false, true]);
        assert!(pages.iter().all(|page| page.svg().contains(">6</text>")));
    }

    #[test]
    fn a_single_puzzle_has_no_number() {
        assert!(!pages(&squares(1, 400.0), &[])[0].svg().contains("<text"));
        assert!(!sheet(&squares(1, 400.0)).svg().contains("<text"));
    }

    #[test]
    fn a_sheet_holds_everything() {
        let sheet = sheet(&squares(5, 100.0));
        assert_eq!(sheet.svg().matches("<g ").count(), 5);
        assert_eq!((sheet.width(), sheet.height()), (3.0 * 120.0 + 20.0, 2.0 * 142.0 + 20.0));
        assert_eq!(super::sheet(&[]).svg().matches("<g ").count(), 0);
        assert_eq!(super::sheet(&squares(2, 100.0)).width(), 260.0);
    }
}
