//! A search made for Kakuro: exact propagation of every run, the cell with the fewest candidates first, and parts of the
//! board that do not depend on each other searched one after the other, not one inside the other.
//!
//! Parts are found when nothing more follows from the clues, and again after every choice. A part that leads to too many
//! dead ends goes to the engine, which learns; the others do not. Listing answers has to combine those of parts, but a part
//! with one answer is settled and one with none ends the branch before the others are gone through.

use std::collections::HashSet;
use std::ops::ControlFlow;

use entail_engine::Error;
use entail_model::{Answer, Model, Var, all_different, cage};

use super::Kakuro;
use super::count::{Cut, Kernel, Watch};
use super::parts::Part;
use super::propagate::{Network, Strength};
use super::sets::{Digits, places, total};
use crate::search::{self, Choice, End, Found, How};

/// How many dead ends the kernel may meet in a part of up to a thousand cells before the engine is the better choice. Of
/// 1,500 puzzles made by people none has a hundred.
const BUDGET: u64 = 3_000;
/// How many answers are kept, so that the engine can leave them out when it takes over after them.
const KEPT: usize = 1_000;

/// A choice on the way to an answer.
struct Choosing {
    part: Part,
    cell: u32,
    values: Digits,
    /// The list of the other parts.
    rest: Option<usize>,
    mark: usize,
    cells: usize,
    links: usize,
}

/// Parts that are still to be filled, each with the place of the next one: lists that share their ends.
type Links = Vec<(Part, Option<usize>)>;

impl Kernel {
    /// The search for the answers of a puzzle.
    fn new(kakuro: &Kakuro) -> Self {
        let network = Network::new(kakuro);
        Self { first: network.candidates().to_vec(), network }
    }

    /// The answers of the board, up to a limit, with so many dead ends for a part.
    fn count_all(&mut self, limit: u64, keep: bool, budget: u64, watch: &mut Watch<'_>) -> Result<u64, Cut> {
        if !self.network.start(Strength::Exact) {
            return Ok(0);
        }
        let mut parts = Vec::new();
        if !self.network.split_all(&mut parts) {
            return Ok(0);
        }
        let mut product = 1_u64;
        let last = parts.len().saturating_sub(1);
        for (number, part) in parts.into_iter().enumerate() {
            let count = self.count_part(&part, limit.div_ceil(product), keep, budget, watch).inspect_err(|_| {
                watch.counted = if number == last { product.saturating_mul(watch.counted).min(limit) } else { 0 };
            })?;
            product = product.saturating_mul(count).min(limit);
            if product == 0 {
                break;
            }
        }
        Ok(product)
    }

    /// The answers of a part of the whole board, up to a limit, by the engine after so many dead ends.
    fn count_part(
        &mut self,
        part: &Part,
        limit: u64,
        keep: bool,
        budget: u64,
        watch: &mut Watch<'_>,
    ) -> Result<u64, Cut> {
        let (mark, cells) = (self.network.mark(), self.network.parts.cells.len());
        watch.allow(allowance(budget, part.cells.len()));
        match self.count(part.clone(), limit, keep, watch) {
            Err(Cut::Budget) if watch.hands_over => {}
            counted => return counted,
        }
        self.network.undo(mark);
        self.network.parts.cells.truncate(cells);
        let cells = &self.network.parts.cells[part.cells.clone()];
        let mut count = 0;
        ask_engine(&self.network, cells, watch, &mut |answer| {
            if count == 0 {
                for (&cell, digit) in cells.iter().zip(answer.values()) {
                    self.first[cell as usize] = 1 << (digit - 1);
                }
            }
            count += 1;
            if count < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .inspect_err(|_| watch.counted = count)?;
        Ok(count)
    }

    /// Hands an answer to `found` if there is one.
    fn first(&mut self, budget: u64, watch: &mut Watch<'_>, found: &mut Found<'_>) -> Result<(), Cut> {
        if self.count_all(1, true, budget, watch)? == 1 {
            let both = self.network.candidates().iter().zip(&self.first);
            let digits = both.map(|(&digits, &first)| if digits.count_ones() == 1 { digits } else { first });
            let digits = digits.map(|digits| i64::from(digits.trailing_zeros()) + 1);
            let _: ControlFlow<()> = found(Answer::new(digits.collect()));
        }
        Ok(())
    }

    /// Hands all answers to `found`, each once.
    fn all(&mut self, budget: u64, watch: &mut Watch<'_>, found: &mut Found<'_>) -> Result<(), Cut> {
        if !self.network.start(Strength::Exact) {
            return Ok(());
        }
        let mut parts = Vec::new();
        if !self.network.split_all(&mut parts) {
            return Ok(());
        }
        let several = parts.len() > 1;
        let mut left = Vec::new();
        for part in parts {
            match if several { self.count_part(&part, 2, true, budget, watch)? } else { 2 } {
                0 => return Ok(()),
                1 => self.network.settle(&part, &self.first),
                _ => left.push(part),
            }
        }
        watch.allow(allowance(budget, left.iter().map(|part| part.cells.len()).sum()));
        let mark = self.network.mark();
        let mut kept = HashSet::new();
        let listed = if watch.engine.is_some() && !left.is_empty() {
            // One of them was too hard before.
            Err(Cut::Budget)
        } else {
            self.list(left, watch, &mut |answer| {
                if kept.len() < KEPT {
                    kept.insert(answer.clone());
                }
                found(answer)
            })
        };
        let Err(Cut::Budget) = listed else { return listed };
        self.network.undo(mark);
        let mut digits: Vec<i64> =
            self.network.candidates().iter().map(|digits| i64::from(digits.trailing_zeros()) + 1).collect();
        let open: Vec<u32> =
            (0..).zip(self.network.candidates()).filter(|(_, digits)| digits.count_ones() > 1).map(|at| at.0).collect();
        ask_engine(&self.network, &open, watch, &mut |answer| {
            for (&cell, &digit) in open.iter().zip(answer.values()) {
                digits[cell as usize] = digit;
            }
            let answer = Answer::new(digits.clone());
            if kept.contains(&answer) { ControlFlow::Continue(()) } else { found(answer) }
        })
    }

    /// Hands the answers with these parts filled in every way to `found`.
    fn list(&mut self, left: Vec<Part>, watch: &mut Watch<'_>, found: &mut Found<'_>) -> Result<(), Cut> {
        let mut links = Links::new();
        let mut list = None;
        for part in left {
            links.push((part, list));
            list = Some(links.len() - 1);
        }
        let mut parts = Vec::new();
        let mut stack: Vec<Choosing> = Vec::new();
        let mut handed_out = 0;
        loop {
            match list {
                Some(link) => {
                    let (part, rest) = links[link].clone();
                    list = rest;
                    let Some((cell, values)) = self.choose(&part) else { continue };
                    let mark = self.network.mark();
                    let (cells, links) = (self.network.parts.cells.len(), links.len());
                    stack.push(Choosing { part, cell, values, rest, mark, cells, links });
                }
                None => {
                    let digits = self.network.candidates().iter().map(|digits| i64::from(digits.trailing_zeros()) + 1);
                    handed_out += 1;
                    match handed_out {
                        ..=KEPT => watch.gets_on(),
                        // Nobody else could leave out what was handed out.
                        _ => watch.allow(u64::MAX),
                    }
                    if found(Answer::new(digits.collect())).is_break() {
                        return Ok(());
                    }
                }
            }
            list = loop {
                let Some(top) = stack.last_mut() else { return Ok(()) };
                self.network.undo(top.mark);
                self.network.parts.cells.truncate(top.cells);
                links.truncate(top.links);
                if top.values == 0 {
                    stack.pop();
                    continue;
                }
                let digit = top.values & top.values.wrapping_neg();
                top.values ^= digit;
                let (cell, part, rest) = (top.cell, top.part.clone(), top.rest);
                parts.clear();
                if !self.assign(cell, digit, &part, &mut parts, watch)? {
                    continue;
                }
                if let Some(list) = self.still_to_fill(&mut parts, rest, &mut links, watch)? {
                    break list;
                }
            };
        }
    }

    /// Puts new parts before a list of others. Of several, those with one answer are settled instead; the result is none
    /// if one of them has no answer.
    fn still_to_fill(
        &mut self,
        parts: &mut Vec<Part>,
        mut list: Option<usize>,
        links: &mut Links,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Option<usize>>, Cut> {
        let several = parts.len() > 1;
        for part in parts.drain(..) {
            match if several { self.count(part.clone(), 2, true, watch)? } else { 2 } {
                0 => return Ok(None),
                1 => self.network.settle(&part, &self.first),
                _ => {
                    links.push((part, list));
                    list = Some(links.len() - 1);
                }
            }
        }
        Ok(Some(list))
    }
}

/// How many dead ends so many cells may have: a large part has more without being harder.
pub fn allowance(budget: u64, cells: usize) -> u64 {
    budget.saturating_mul(1 + cells as u64 / 1024)
}

/// Hands the answers of the open cells of some parts to `found`: the digits of these cells, in their order.
fn ask_engine(network: &Network, cells: &[u32], watch: &mut Watch<'_>, found: &mut Found<'_>) -> Result<(), Cut> {
    let end = search::by_engine(&model_of(network, cells), None, watch.how, found).map_err(Cut::Engine)?;
    watch.engine = end.effort.engine;
    end.stop.map_or(Ok(()), |stop| Err(Cut::Stop(stop)))
}

/// What is left of some parts as constraints, a variable for each of their open cells.
fn model_of(network: &Network, cells: &[u32]) -> Model {
    let mut model = Model::new();
    let mut variables: Vec<Option<Var>> = vec![None; network.candidates().len()];
    for &cell in cells {
        let digits = places(u64::from(network.candidates()[cell as usize])).map(|place| i64::from(place) + 1);
        variables[cell as usize] = Some(model.int(format!("cell {cell}"), digits.collect::<Vec<i64>>()));
    }
    let mut lines: Vec<usize> = cells.iter().flat_map(|&cell| network.runs_through(cell)).collect();
    lines.sort_unstable();
    lines.dedup();
    for line in lines {
        let (mut open, mut used) = (Vec::new(), 0);
        for &cell in network.cells_of(line) {
            match variables[cell as usize] {
                Some(variable) => open.push(variable),
                None => used |= network.candidates()[cell as usize],
            }
        }
        match network.sum_of(line) {
            Some(sum) => drop(model.post(cage(open, i64::from(sum) - i64::from(total(used))))),
            None if open.len() > 1 => drop(model.post(all_different(open))),
            None => {}
        }
    }
    model
}

impl Kakuro {
    /// The answers by the kernel, and by the engine where that has to take over.
    pub(super) fn find(&self, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        self.find_within(BUDGET, how, found)
    }

    fn find_within(&self, budget: u64, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        if let Some(stop) = how.stopped() {
            return Ok(End { stop: Some(stop), ..End::default() });
        }
        let mut watch = Watch::new(how, true);
        let mut kernel = Kernel::new(self);
        let ended = if how.wanted == 1 {
            kernel.first(budget, &mut watch, found)
        } else {
            kernel.all(budget, &mut watch, found)
        };
        let stop = match ended {
            Ok(()) => None,
            Err(Cut::Stop(stop)) => Some(stop),
            Err(Cut::Engine(error)) => return Err(error),
            Err(Cut::Budget) => unreachable!("the engine takes over"),
        };
        Ok(End { stop, effort: watch.effort(), ..End::default() })
    }

    /// How many answers there are, up to a limit; `None` where the kernel is not asked, or the engine failed.
    pub(super) fn count_answers(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        self.count_within(BUDGET, true, how, limit)
    }

    /// The same; after so many dead ends in a part the engine takes over, or the result is none.
    pub(super) fn count_within(&self, budget: u64, hands_over: bool, how: &How, limit: u64) -> Option<(u64, End)> {
        if how.choice == Choice::Learning || limit == 0 {
            return None;
        }
        if let Some(stop) = how.stopped() {
            return Some((0, End { stop: Some(stop), ..End::default() }));
        }
        let mut watch = Watch::new(how, hands_over);
        watch.counting = true;
        let (count, stop) = match Kernel::new(self).count_all(limit, false, budget, &mut watch) {
            Ok(count) => (count, None),
            Err(Cut::Stop(stop)) => (watch.counted, Some(stop)),
            Err(Cut::Budget | Cut::Engine(_)) => return None,
        };
        Some((count, End { stop, effort: watch.effort(), ..End::default() }))
    }
}

#[cfg(test)]
mod tests {
    use entail_engine::Stop;

    use super::*;
    use crate::Random;
    use crate::kakuro::Reader;
    use crate::puzzle::Puzzle;

    /// A board with a random layout and, where it can be filled, the clues of a random filling; some are left out, and
    /// some are wrong.
    fn random_board(random: &mut Random) -> Kakuro {
        let size = 3 + random.below(4);
        let whiteness = 4 + random.below(6);
        let inside = |cell: usize| cell >= size && !cell.is_multiple_of(size);
        let white = (0..size * size).map(|cell| inside(cell) && random.chance(whiteness, 10)).collect();
        let mut kakuro = Kakuro::without_clues(size, white);
        let mut digits = vec![0; size * size];
        for cell in (0..size * size).filter(|&cell| kakuro.white[cell]) {
            let beside = |step: usize| (1..).map_while(move |i| cell.checked_sub(i * step));
            let taken = |step: usize, digits: &[u8]| {
                let line = beside(step).take_while(|&cell| kakuro.white[cell]);
                line.fold(0_u16, |set, cell| set | 1 << digits[cell])
            };
            let taken = taken(1, &digits) | taken(size, &digits);
            let free: Vec<u8> = (1..=9).filter(|digit| taken >> digit & 1 == 0).collect();
            digits[cell] = if free.is_empty() { 1 } else { *random.pick(&free) };
        }
        let (missing, wrong) = (random.below(4), random.below(20) / 18);
        for index in 0..kakuro.runs.len() {
            let sum: u8 = kakuro.cells(&kakuro.runs[index]).map(|cell| digits[cell]).sum();
            let sum = if random.chance(wrong, 10) { sum + 1 } else { sum };
            kakuro.runs[index].sum = random.chance(10 - missing, 10).then_some(sum.clamp(1, 45));
        }
        kakuro
    }

    /// The first answers of a board, sorted.
    fn answers(kakuro: &Kakuro, choice: Choice, budget: u64, wanted: u64) -> Vec<Vec<i64>> {
        let model = kakuro.to_model().unwrap();
        let how = How { choice, wanted, ..How::default() };
        let mut answers = Vec::new();
        let mut found = |answer: Answer| {
            entail_model::check(&model, &answer).unwrap();
            assert!(kakuro.holds(&answer));
            answers.push(answer.values().to_vec());
            if answers.len() as u64 == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let end = match choice {
            Choice::Learning => search::by_engine(&model, None, &how, &mut found),
            _ => kakuro.find_within(budget, &how, &mut found),
        };
        assert!(end.unwrap().stop.is_none());
        answers.sort();
        answers
    }

    #[test]
    fn kernel_and_engine_find_the_same_answers() {
        const MOST: usize = 40;
        let mut random = Random::new(3, 0);
        let (mut none, mut one, mut several, mut many, mut handed) = (0, 0, 0, 0, 0);
        for number in 0..4000 {
            let kakuro = random_board(&mut random);
            if kakuro.to_model().is_err() {
                continue;
            }
            let by_engine = answers(&kakuro, Choice::Learning, 0, MOST as u64);
            let by_kernel = answers(&kakuro, Choice::Kernel, 0, MOST as u64);
            let handed_over = answers(&kakuro, Choice::Auto, number % 5, MOST as u64);
            let first = answers(&kakuro, Choice::Kernel, 0, 1);
            let how = How { choice: Choice::Kernel, ..How::default() };
            let (count, end) = kakuro.count_answers(&how, MOST as u64).unwrap();
            assert!(end.stop.is_none());
            assert_eq!(count, by_engine.len() as u64, "{kakuro:?}");
            let how = How::default();
            let (count, end) = kakuro.count_within(number % 3, true, &how, MOST as u64).unwrap();
            assert_eq!(count, by_engine.len() as u64, "{kakuro:?}");
            handed += u64::from(end.effort.engine.is_some());
            assert_eq!(first.len(), by_engine.len().min(1), "{kakuro:?}");
            for mut listed in [by_kernel, handed_over] {
                assert_eq!(listed.len(), by_engine.len(), "{kakuro:?}");
                if listed.len() < MOST {
                    assert_eq!(listed, by_engine, "{kakuro:?}");
                }
                listed.dedup();
                assert_eq!(listed.len(), by_engine.len(), "an answer came twice: {kakuro:?}");
            }
            *match by_engine.len() {
                0 => &mut none,
                1 => &mut one,
                MOST => &mut many,
                _ => &mut several,
            } += 1;
        }
        assert!(none > 20 && one > 100 && several > 500 && many > 500, "{none} {one} {several} {many}");
        assert!(handed > 50, "{handed}");
    }

    #[test]
    fn answers_of_parts_multiply() {
        // 20 squares of 2 × 2 cells with two answers each, on a diagonal.
        let size = 3 * 20;
        let white = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            row / 3 == column / 3 && row % 3 > 0 && column % 3 > 0
        };
        let mut kakuro = Kakuro::without_clues(size, (0..size * size).map(white).collect());
        for run in &mut kakuro.runs {
            run.sum = Some(3);
        }
        let how = How::default();
        assert_eq!(kakuro.count_answers(&how, u64::MAX).unwrap().0, 1 << 20);
        assert_eq!(kakuro.count_answers(&how, 1000).unwrap().0, 1000);
        for run in &mut kakuro.runs {
            run.sum = None;
        }
        assert_eq!(kakuro.count_answers(&how, u64::MAX).unwrap().0, u64::MAX);
        kakuro.runs[0].sum = Some(17);
        kakuro.runs[40].sum = Some(3);
        assert_eq!(kakuro.count_answers(&how, u64::MAX).unwrap().0, 0);
        assert_eq!(answers(&kakuro, Choice::Auto, BUDGET, 1), Vec::<Vec<i64>>::new());
    }

    #[test]
    fn a_board_deeper_than_a_stack_is_searched() {
        // Runs of four cells without clues: a choice for almost every cell.
        let size = 150;
        let white =
            |cell: usize| cell >= size && !cell.is_multiple_of(size) && !(cell / size + cell % size).is_multiple_of(5);
        let kakuro = Kakuro::without_clues(size, (0..size * size).map(white).collect());
        let found = answers(&kakuro, Choice::Kernel, 0, 1);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn a_count_that_is_stopped_says_how_far_it_came() {
        let white = |cell: usize| cell >= 8 && !cell.is_multiple_of(8);
        let kakuro = Kakuro::without_clues(8, (0..64).map(white).collect());
        let how = How { choice: Choice::Kernel, ..How::default() };
        how.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let mut watch = Watch::new(&how, true);
        let cut = Kernel::new(&kakuro).count_all(u64::MAX, false, 0, &mut watch);
        assert!(matches!(cut, Err(Cut::Stop(Stop::Asked))));
        assert!(watch.nodes == 1024 && watch.counted > 100, "{}", watch.counted);
    }

    #[test]
    fn a_run_that_cannot_be_filled_leaves_no_answer() {
        let mut row = vec![false; 121];
        row[12..22].fill(true);
        let kakuro = Kakuro::without_clues(11, row);
        assert_eq!(kakuro.count_answers(&How::default(), 5).unwrap().0, 0);
    }

    #[test]
    fn all_of_the_data_is_answered_as_its_files_say() {
        let Some(data) = std::env::var_os("ENTAIL_DATA") else {
            eprintln!("ENTAIL_DATA is not set: no data");
            return;
        };
        let folder = std::path::Path::new(&data).join("kakuro");
        let mut boards = 0;
        let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "in")) {
            let name = file.file_stem().unwrap().to_str().unwrap();
            let started = std::time::Instant::now();
            let (mut listed, mut nodes) = (String::new(), 0);
            for kakuro in Reader::new(std::fs::read(file).unwrap().as_slice()) {
                let kakuro = kakuro.unwrap();
                boards += 1;
                let how = How { wanted: 2, ..How::default() };
                let (count, end) = kakuro.count_answers(&how, 2).unwrap();
                nodes += end.effort.nodes;
                let expected = match name {
                    "nonunique" => 2,
                    "unsolvable" => 0,
                    _ => 1,
                };
                assert_eq!(count, expected, "{name}");
                if count == 1 {
                    let mut found = None;
                    kakuro
                        .find(&how, &mut |answer| {
                            assert!(kakuro.holds(&answer));
                            assert!(found.replace(answer).is_none(), "{name}");
                            ControlFlow::Continue(())
                        })
                        .unwrap();
                    listed += &kakuro.grid(&found.unwrap()).to_string();
                }
            }
            eprintln!("{name}: {nodes} nodes, {:?}", started.elapsed());
            if let Ok(expected) = std::fs::read_to_string(file.with_extension("out")) {
                assert!(listed == expected, "{name}: other answers than its file has");
            }
        }
        assert!(boards > 1500, "{boards}");
    }
}
