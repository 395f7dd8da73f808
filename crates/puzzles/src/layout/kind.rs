//! Layout as one of the kinds.

use std::ops::ControlFlow;

use entail_engine::{Error, Stop};
use entail_model::{Answer, Model};
use serde_json::{Value, json};

use super::kernel::Decision;
use super::{Layout, Packing, Size, Spot, format};
use crate::kind::{Flag, Format, Input, Kind, READING, Source, Takes};
use crate::place::ReadError;
use crate::puzzle::{Impossible, Puzzle, Verdict};
use crate::scan::Scanner;
use crate::search::{self, Choice, Effort, End, Found, How};
use crate::svg::Drawing;

/// Rectangles on a board.
pub const KIND: Kind = Kind {
    name: "layout",
    about: "Rectangular pieces on a board, none over another",
    source: Source::Arguments("PIECE"),
    text: "\
The pieces are height x width, such as 6x1 4x4; so is the board. A text has the pieces of one problem
on each line; or, where every line has one piece, those of one problem in all.",
    flags: &[
        Flag {
            name: "board",
            takes: Takes::Size { square: false },
            help: "Height and width of the board, such as 9x9",
            verbs: READING,
        },
        Flag { name: "rotate", takes: Takes::Nothing, help: "Pieces may be turned", verbs: READING },
        Flag {
            name: "minimize-height",
            takes: Takes::Nothing,
            help: "Use as few rows of the board as possible",
            verbs: READING,
        },
    ],
    examples: &[
        "solve layout 6x1 4x4 3x3 2x2 2x5 --board 9x9",
        "solve layout 6x1 4x4 3x3 2x2 2x5 --board 5x9 --rotate",
        "solve layout 6x1 4x4 3x3 2x2 2x5 --board 9x9 --minimize-height",
    ],
    enumerable: true,
    kernel: true,
    read: |input, settings| {
        let layouts = format::read(input, settings).into_iter();
        Box::new(layouts.map(|layout| Ok(Box::new(layout?) as Box<dyn Puzzle>)))
    },
    pose: None,
    formats: &[Format { name: "line", about: "the pieces on a line", counted: false, single: false, between: "" }],
    generate: None,
};

impl Layout {
    /// A packing and those that are its mirror images, each once.
    fn with_mirror_images(&self, packing: Packing) -> Vec<Packing> {
        let mut images = Vec::new();
        for (down, across) in [(false, false), (false, true), (true, false), (true, true)] {
            let mirrored = |(piece, spot): (usize, &Spot)| {
                let size = self.laid(piece, spot.turned);
                let row = if down { self.board.height - spot.row - size.height } else { spot.row };
                let column = if across { self.board.width - spot.column - size.width } else { spot.column };
                Spot { row, column, turned: spot.turned }
            };
            let image: Packing = packing.iter().enumerate().map(mirrored).collect();
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// Packings by the kernel; where none is found the kernel's proof is one.
    fn by_kernel(&self, how: &How, found: &mut Found<'_>) -> End {
        let mut end = End::default();
        if self.minimize_height {
            let (best, end) = self.lowest(None, how);
            if let Some(packing) = best {
                let _ = found(self.answer(&packing));
            }
            return end;
        }
        let first = match self.decide(how, &mut end.effort.nodes) {
            Decision::Packed(packing) => packing,
            Decision::Impossible => return end,
            Decision::Stopped(stop) => return End { stop: Some(stop), ..end },
        };
        let known = if how.wanted == 1 { vec![first] } else { self.with_mirror_images(first) };
        for packing in &known {
            if found(self.answer(packing)).is_break() {
                return end;
            }
        }
        let (nodes, stop) = self.enumerate(false, how, &mut |packing| {
            if known.iter().any(|known| known == packing) {
                return ControlFlow::Continue(());
            }
            found(self.answer(packing))
        });
        end.effort.nodes += nodes;
        End { stop, ..end }
    }

    /// Whether an answer that minimises has the least height.
    fn judge_height(&self, packing: &[Spot], how: &How) -> Verdict {
        let rows = self.rows(packing);
        let (best, end) = self.lowest(Some(packing), how);
        match best.map(|best| self.rows(&best)) {
            Some(least) if least < rows => Verdict::Wrong(format!("a height of {least} is enough, not only {rows}")),
            _ if end.stop.is_some() => Verdict::Unknown(end.unknown.unwrap_or_else(lower_is_open)),
            _ => Verdict::Right,
        }
    }

    /// The same pieces on a board of the height of a packing: where that is the least, all packings have it.
    fn as_low_as(&self, packing: &[Spot]) -> Self {
        let board = Size { height: self.rows(packing), ..self.board };
        Self { board, minimize_height: false, ..self.clone() }
    }

    /// All packings of the least height, which is found first.
    fn all_lowest(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        let mut lowest = None;
        let end = self.search(model, &How { wanted: 1, ..how.clone() }, &mut |answer| {
            lowest = Some(self.packing(&answer));
            ControlFlow::Break(())
        })?;
        let Some(lowest) = lowest.filter(|_| end.stop.is_none()) else { return Ok(end) };
        let lower = self.as_low_as(&lowest);
        let Ok(model) = lower.to_model() else { return Ok(end) };
        let mut all = lower.search(&model, how, &mut |answer| found(self.answer(&lower.packing(&answer))))?;
        all.effort.nodes += end.effort.nodes;
        all.effort.engine = all.effort.engine.or(end.effort.engine);
        Ok(all)
    }
}

fn lower_is_open() -> String {
    "whether a lower height is enough is not known".to_owned()
}

impl Puzzle for Layout {
    fn model(&self) -> Result<Model, Impossible> {
        self.to_model()
    }

    fn search(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        if self.minimize_height && how.wanted != 1 {
            return self.all_lowest(model, how, found);
        }
        let mut end = End::default();
        if how.choice != Choice::Learning {
            let mut any = false;
            end = self.by_kernel(how, &mut |answer| {
                any = true;
                found(answer)
            });
            // The engine starts anew: it would find again what was found.
            if any || how.choice == Choice::Kernel || end.stop != Some(Stop::Memory) {
                return Ok(end);
            }
        }
        let learnt = search::by_engine(model, Some(&self.projection()), how, found)?;
        let unknown = learnt.stop.filter(|_| self.minimize_height);
        let unknown = unknown.map(|_| lower_is_open());
        end.effort.engine = learnt.effort.engine;
        Ok(End { stop: learnt.stop, unknown, effort: end.effort, best: false })
    }

    /// Packings are counted with equal pieces taken for one another; each stands for as many as there are orders of them.
    fn count(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        if how.choice == Choice::Learning || self.to_model().is_err() {
            return None;
        }
        if self.minimize_height {
            let (lowest, end) = self.lowest(None, how);
            return match (lowest, end.stop) {
                (_, Some(Stop::Memory)) => None,
                (Some(lowest), None) => {
                    let (count, all) = self.as_low_as(&lowest).count(how, limit)?;
                    let nodes = end.effort.nodes + all.effort.nodes;
                    Some((count, End { effort: Effort { nodes, ..all.effort }, ..all }))
                }
                _ => Some((0, end)),
            };
        }
        let mut end = End::default();
        match self.decide(how, &mut end.effort.nodes) {
            Decision::Packed(_) => {}
            Decision::Impossible => return Some((0, end)),
            Decision::Stopped(stop) => return Some((0, End { stop: Some(stop), ..end })),
        }
        let mut stocks = std::collections::BTreeMap::new();
        (0..self.pieces.len()).for_each(|piece| *stocks.entry(self.size_in_stock(piece)).or_insert(0_u64) += 1);
        let orders = stocks.values().flat_map(|count| 1..=*count);
        let orders = orders.fold(1_u128, |orders, count| orders.saturating_mul(count.into()));
        let mut count = 0_u128;
        let (nodes, stop) = self.enumerate(true, how, &mut |_| {
            count = count.saturating_add(orders);
            if count >= limit.into() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        end.effort.nodes += nodes;
        end.stop = stop;
        if limit == u64::MAX && count >= limit.into() {
            end.stop = Some(Stop::Answers);
            end.unknown = Some("there are more answers than 64 bits can count".to_owned());
        }
        Some((count.min(limit.into()) as u64, end))
    }

    fn extent(&self) -> u64 {
        (self.board.height.saturating_mul(self.board.width)).saturating_add(self.pieces.len() as u64)
    }

    fn text(&self, answer: &Answer) -> String {
        self.grid(&self.packing(answer))
    }

    /// `{"height": 9, "width": 9, "pieces": [{"piece": 1, "row": 1, "column": 1, "height": 6, "width": 1}, …]}`: the board
    /// as printed; the pieces in the order given, each with its upper left corner from 1 and its size as it lies.
    fn json(&self, answer: &Answer) -> Value {
        let packing = self.packing(answer);
        let piece = |(piece, spot): (usize, &Spot)| {
            let size = self.laid(piece, spot.turned);
            let (row, column) = (spot.row + 1, spot.column + 1);
            json!({"piece": piece + 1, "row": row, "column": column, "height": size.height, "width": size.width})
        };
        let pieces: Vec<Value> = packing.iter().enumerate().map(piece).collect();
        json!({"height": self.rows(&packing), "width": self.board.width, "pieces": pieces})
    }

    /// `{"height": 9, "width": 9, "pieces": [{"height": 6, "width": 1}, …]}`: the pieces before they are turned.
    fn view(&self) -> Value {
        let piece = |size: &Size| json!({"height": size.height, "width": size.width});
        let pieces: Vec<Value> = self.pieces.iter().map(piece).collect();
        json!({"height": self.board.height, "width": self.board.width, "pieces": pieces})
    }

    fn draw(&self, answer: Option<&Answer>) -> Drawing {
        self.picture(answer.map(|answer| self.packing(answer)).as_deref())
    }

    fn read_answer(&self, text: &mut Scanner<Input>) -> Result<Result<Answer, String>, ReadError> {
        Ok(self.read_grid(text)?.map(|packing| self.answer(&packing)))
    }

    fn judge(&self, text: &mut Scanner<Input>, how: &How) -> Result<Verdict, ReadError> {
        let read = self.read_grid(text)?;
        Ok(match (self.model(), read) {
            (Err(impossible), _) => Verdict::Wrong(format!("there is no answer: {impossible}")),
            (_, Err(wrong)) => Verdict::Wrong(wrong),
            (Ok(model), Ok(packing)) => match entail_model::check(&model, &self.answer(&packing)) {
                Err(wrong) => Verdict::Wrong(wrong.to_string()),
                Ok(()) if self.minimize_height => self.judge_height(&packing, how),
                Ok(()) => Verdict::Right,
            },
        })
    }

    fn write(&self, _format: &str) -> Result<String, String> {
        Ok(format::write(self))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Random;
    use crate::kind::{Given, Settings};

    fn layout(pieces: &str, (height, width): (u64, u64), flags: &[&'static str]) -> Layout {
        let mut settings = Settings::default();
        settings.set("board", Given::Size(height, width));
        flags.iter().for_each(|flag| settings.set(flag, Given::Nothing));
        format::read(Box::new(std::io::Cursor::new(pieces.to_owned())), &settings).remove(0).unwrap()
    }

    fn printed(layout: &Layout, choice: Choice, wanted: u64) -> Vec<String> {
        if layout.model().is_err() {
            return Vec::new();
        }
        let mut texts = Vec::new();
        let how = How { choice, wanted, ..How::default() };
        let end = search::solve(layout, &how, &mut |answer| {
            texts.push(layout.text(&answer));
            if texts.len() as u64 == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(end.unwrap().stop, None);
        texts
    }

    fn judged(layout: &Layout, text: &str) -> Verdict {
        let input: Input = Box::new(std::io::Cursor::new(text.to_owned()));
        layout.judge(&mut Scanner::new(input), &How::default()).unwrap()
    }

    /// The prints of all packings, by trying every place of every piece.
    fn by_trying(layout: &Layout) -> BTreeSet<Vec<u8>> {
        fn lay(layout: &Layout, piece: usize, cells: &mut Vec<u8>, all: &mut BTreeSet<Vec<u8>>) {
            if piece == layout.pieces.len() {
                all.insert(cells.clone());
                return;
            }
            let (rows, columns) = (layout.board.height as usize, layout.board.width as usize);
            for (_, size) in layout.ways(piece).collect::<Vec<_>>() {
                let (height, width) = (size.height as usize, size.width as usize);
                for (row, column) in (0..=rows - height).flat_map(|r| (0..=columns - width).map(move |c| (r, c))) {
                    let at =
                        || (0..height).flat_map(move |r| (0..width).map(move |c| (row + r) * columns + column + c));
                    if at().all(|cell| cells[cell] == b'*') {
                        at().for_each(|cell| cells[cell] = b'1' + piece as u8);
                        lay(layout, piece + 1, cells, all);
                        at().for_each(|cell| cells[cell] = b'*');
                    }
                }
            }
        }
        let mut all = BTreeSet::new();
        lay(layout, 0, &mut vec![b'*'; layout.board.area() as usize], &mut all);
        all
    }

    fn random_layout(random: &mut Random) -> Layout {
        let mut side = |most: usize| 1 + random.below(most) as u64;
        let board = (side(5), side(5));
        let pieces: Vec<String> = (0..side(4)).map(|_| format!("{}x{}", side(3), side(3))).collect();
        let flags: &[&str] = if side(2) == 1 { &["rotate"] } else { &[] };
        layout(&pieces.join(" "), board, flags)
    }

    #[test]
    fn small_boards_have_the_packings_that_trying_everything_finds() {
        let mut random = Random::new(3, 0);
        for round in 0..400 {
            let layout = random_layout(&mut random);
            let expected: BTreeSet<String> = (by_trying(&layout).into_iter())
                .map(|cells| {
                    let row =
                        |row: &[u8]| row.iter().map(|cell| char::from(*cell).to_string()).collect::<Vec<_>>().join(" ");
                    cells.chunks(layout.board.width as usize).map(|cells| row(cells) + "\n").collect()
                })
                .collect();
            if expected.len() > 3_000 {
                continue;
            }
            let all = printed(&layout, Choice::Kernel, 0);
            assert_eq!(all.len(), expected.len(), "{layout:?}");
            assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), expected, "{layout:?}");
            assert_eq!(printed(&layout, Choice::Kernel, 1).len(), expected.len().min(1), "{layout:?}");
            let how = How { choice: Choice::Kernel, ..How::default() };
            if let Some((count, end)) = layout.count(&how, u64::MAX) {
                assert_eq!((count, end.stop), (expected.len() as u64, None), "{layout:?}");
            }
            if round % 8 == 0 && expected.len() < 300 {
                let learnt = printed(&layout, Choice::Learning, 0);
                assert_eq!(learnt.len(), expected.len(), "{layout:?}");
                assert_eq!(learnt.into_iter().collect::<BTreeSet<_>>(), expected, "{layout:?}");
            }
        }
    }

    /// Whether there is a packing, by trying every place of every piece.
    fn packs(layout: &Layout, laid: &mut Packing) -> bool {
        let piece = laid.len();
        if piece == layout.pieces.len() {
            return true;
        }
        for (turned, size) in layout.ways(piece).collect::<Vec<_>>() {
            for row in 0..=layout.board.height - size.height {
                for column in 0..=layout.board.width - size.width {
                    let apart = laid.iter().enumerate().all(|(other, spot)| {
                        let other = layout.laid(other, spot.turned);
                        row + size.height <= spot.row
                            || spot.row + other.height <= row
                            || column + size.width <= spot.column
                            || spot.column + other.width <= column
                    });
                    if apart {
                        laid.push(Spot { row, column, turned });
                        let packed = packs(layout, laid);
                        laid.pop();
                        if packed {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    #[test]
    fn the_skyline_search_agrees_with_trying_everything_where_bounds_and_simple_packings_are_left_out() {
        let mut random = Random::new(4, 0);
        let (mut packed, mut impossible) = (0, 0);
        while packed + impossible < 600 {
            // Pieces until the board is nearly full: these are the hard ones.
            let mut layout = layout("1x1", (2 + random.below(5) as u64, 2 + random.below(5) as u64), &[]);
            layout.rotate = random.chance(1, 2);
            layout.pieces.clear();
            let spare = random.below(4) as u128;
            while layout.slack().is_some_and(|slack| slack > spare) && layout.pieces.len() < 7 {
                let mut side = || 1 + random.below(4) as u64;
                layout.pieces.push(Size { height: side(), width: side() });
            }
            if layout.to_model().is_err() {
                continue;
            }
            layout.pieces.sort_by_key(|size| std::cmp::Reverse(size.area()));
            let expected = packs(&layout, &mut Vec::new());
            let how = How::default();
            let mut question = layout.question(layout.board.height, &how).unwrap();
            for _ in 0..4 {
                match question.turn(&how) {
                    Some(Decision::Packed(packing)) => {
                        let model = layout.to_model().unwrap();
                        assert_eq!(entail_model::check(&model, &layout.answer(&packing)), Ok(()), "{layout:?}");
                        assert!(expected, "{layout:?}");
                    }
                    Some(Decision::Impossible) => assert!(!expected, "{layout:?}"),
                    Some(Decision::Stopped(_)) | None => panic!("not decided: {layout:?}"),
                }
            }
            assert!(!(expected && layout.proved_impossible(layout.board.height)), "{layout:?}");
            *(if expected { &mut packed } else { &mut impossible }) += 1;
        }
        assert!(packed > 100 && impossible > 100, "{packed} and {impossible}");
    }

    #[test]
    fn the_least_height_is_the_first_that_is_enough() {
        let mut random = Random::new(5, 0);
        for _ in 0..300 {
            let mut layout = random_layout(&mut random);
            let expected = (1..=layout.board.height).find(|height| {
                let mut lower = layout.clone();
                lower.board.height = *height;
                lower.to_model().is_ok() && !by_trying(&lower).is_empty()
            });
            layout.minimize_height = true;
            let rows = |texts: Vec<String>| texts.first().map(|text| text.lines().count() as u64);
            assert_eq!(rows(printed(&layout, Choice::Kernel, 1)), expected, "{layout:?}");
            assert_eq!(rows(printed(&layout, Choice::Learning, 1)), expected, "{layout:?}");
        }
    }

    #[test]
    fn all_packings_of_the_least_height_are_listed_and_counted() {
        let mut random = Random::new(6, 0);
        for _ in 0..200 {
            let mut layout = random_layout(&mut random);
            let packings = (1..=layout.board.height).map(|height| {
                let lower = Layout { board: Size { height, ..layout.board }, ..layout.clone() };
                if lower.to_model().is_ok() { by_trying(&lower).len() } else { 0 }
            });
            let expected = packings.into_iter().find(|count| *count > 0).unwrap_or(0);
            layout.minimize_height = true;
            if expected > 300 {
                continue;
            }
            for choice in [Choice::Kernel, Choice::Learning] {
                let all = printed(&layout, choice, 0);
                assert_eq!(all.len(), expected, "{layout:?}");
                assert_eq!(all.into_iter().collect::<BTreeSet<_>>().len(), expected, "{layout:?}");
            }
            if let Some((count, end)) = layout.count(&How::default(), u64::MAX) {
                assert_eq!((count, end.stop), (expected as u64, None), "{layout:?}");
            }
        }
    }

    #[test]
    fn the_example_starts_as_the_contract_prints_it() {
        for flags in [&[][..], &["rotate"]] {
            let layout = layout("6x1 4x4 3x3 2x2 2x5", (9, 9), flags);
            let text = printed(&layout, Choice::Auto, 1).remove(0);
            assert_eq!(text.lines().next(), Some("1 2 2 2 2 3 3 3 *"));
            assert_eq!(judged(&layout, &text), Verdict::Right);
        }
    }

    #[test]
    fn many_pieces_are_numbered_in_columns() {
        let layout = layout(&"1x1 ".repeat(62), (8, 8), &[]);
        let text = printed(&layout, Choice::Auto, 1).remove(0);
        assert_eq!(text.lines().next(), Some(" 1  2  3  4  5  6  7  8"));
        assert_eq!(text.lines().last(), Some("57 58 59 60 61 62  *  *"));
        assert_eq!(judged(&layout, &text), Verdict::Right);
    }

    #[test]
    fn hundreds_of_pieces_are_checked_without_pairs() {
        let layout = layout(&"2x1 ".repeat(300), (25, 24), &["rotate"]);
        let text = printed(&layout, Choice::Auto, 1).remove(0);
        assert_eq!(judged(&layout, &text), Verdict::Right);
    }

    #[test]
    fn what_is_larger_than_the_board_is_impossible_by_name() {
        let why =
            |pieces: &str, flags: &[&'static str]| layout(pieces, (3, 6), flags).to_model().err().map(|why| why.0);
        assert_eq!(why("1x1 6x1", &[]).as_deref(), Some("piece 2 is 6x1, larger than the board of 3x6"));
        assert_eq!(why("1x1 6x1", &["rotate"]), None);
        assert_eq!(why("3x6 1x1", &[]).as_deref(), Some("the pieces have 19 cells together, the board 18"));
        assert!(why("18446744073709551615x18446744073709551615 1x1", &["rotate"]).is_some());
        assert!(why(&"18446744073709551615x18446744073709551615 ".repeat(3), &[]).is_some());
    }

    #[test]
    fn a_changed_print_is_wrong_for_a_reason() {
        let layout = layout("2x2 1x2", (2, 4), &[]);
        let wrong = |text: &str| match judged(&layout, text) {
            Verdict::Wrong(why) => why,
            right => panic!("{right:?}"),
        };
        assert_eq!(judged(&layout, "1 1 2 2\n1 1 * *\n"), Verdict::Right);
        assert_eq!(wrong("1 1 2 2\n1 * * *\n"), "piece 1 is not a full rectangle");
        assert_eq!(wrong("1 1 2 *\n1 1 2 *\n"), "piece 2 is 2x1, not 1x2");
        assert_eq!(wrong("1 1 * *\n1 1 * *\n"), "piece 2 is missing");
        let read = |text: &str| {
            let input: Input = Box::new(std::io::Cursor::new(text.to_owned()));
            layout.read_answer(&mut Scanner::new(input)).unwrap_err().to_string()
        };
        assert_eq!(read("1 1 3 *\n"), "line 1, column 5: found \"3\", expected the label of a piece or *");
        assert_eq!(read("1 1 *\n"), "line 1, column 1: found 3 cells, expected row 1 of the board, 4 cells");
        assert_eq!(read("1 1 2 2\n"), "line 2, column 1: found the end of the text, expected row 2 of the board");
    }

    #[test]
    fn a_height_that_is_not_the_least_is_wrong() {
        let layout = layout("1x2 1x2", (2, 4), &["minimize-height"]);
        assert_eq!(judged(&layout, "1 1 2 2\n"), Verdict::Right);
        let why = "a height of 1 is enough, not only 2".to_owned();
        assert_eq!(judged(&layout, "1 1 * *\n2 2 * *\n"), Verdict::Wrong(why));
    }

    #[test]
    fn after_a_limit_a_height_that_the_cells_need_is_right() {
        let how = How::default();
        how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let judged = |layout: &Layout, text: &str| {
            let input: Input = Box::new(std::io::Cursor::new(text.to_owned()));
            layout.judge(&mut Scanner::new(input), &how).unwrap()
        };
        // No simple order lays these pieces around the one in the middle, and no lower board has their cells.
        let full = layout("2x1 1x2 2x1 1x2 1x1", (9, 3), &["minimize-height"]);
        assert_eq!(judged(&full, "1 2 2\n1 5 3\n4 4 3\n"), Verdict::Right);
    }

    #[test]
    fn nothing_of_the_data_is_answered_wrongly() {
        let Ok(data) = std::env::var("ENTAIL_DATA") else { return };
        let index = std::fs::read_to_string(format!("{data}/layout/INDEX.tsv")).unwrap();
        let mut answered = 0;
        for line in index.lines().skip(1) {
            let columns: Vec<&str> = line.split('\t').collect();
            let text = std::fs::read_to_string(format!("{data}/layout/{}.txt", columns[0])).unwrap();
            let numbers: Vec<u64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
            // Width, height, rotation, count, then width and height of each piece.
            let pieces: Vec<String> =
                numbers[4..].chunks(2).map(|piece| format!("{}x{}", piece[1], piece[0])).collect();
            let flags: &[&str] = if numbers[2] == 1 { &["rotate"] } else { &[] };
            let layout = layout(&pieces.join(" "), (numbers[1], numbers[0]), flags);
            let mut packed = false;
            let mut known = true;
            if layout.model().is_ok() {
                let how = How { wanted: 1, ..How::default() }.at_most(std::time::Duration::from_secs(3));
                let end = search::solve(&layout, &how, &mut |_| {
                    packed = true;
                    ControlFlow::Break(())
                });
                known = packed || end.unwrap().stop.is_none();
            }
            if known {
                answered += 1;
                assert_eq!(if packed { "FEASIBLE" } else { "INFEASIBLE" }, columns[7], "{}", columns[0]);
            }
        }
        assert!(answered >= 55, "{answered}");
    }

    #[test]
    fn the_view_has_the_board_and_the_pieces() {
        let pieces = json!([{"height": 6, "width": 1}, {"height": 2, "width": 5}]);
        assert_eq!(layout("6x1 2x5", (5, 9), &["rotate"]).view(), json!({"height": 5, "width": 9, "pieces": pieces}));
    }
}
