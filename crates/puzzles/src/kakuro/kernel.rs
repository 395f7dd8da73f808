//! A search made for Kakuro: exact propagation of every run, the cell with the fewest candidates first, and parts of the
//! board that do not depend on each other searched one after the other, not one inside the other.
//!
//! [`Kernel::count`] multiplies the counts of parts, at the start and after every choice. Listing answers has to combine
//! them, but a part with one answer is settled and one with none ends the branch before the others are gone through.
//!
//! Both keep their own stacks: a board may be deeper than the stack of a thread.

use std::ops::ControlFlow;

use entail_engine::{Error, Stop};
use entail_model::{Answer, Model};

use super::Kakuro;
use super::propagate::{Network, Part, Strength};
use super::sets::Digits;
use crate::search::{self, Choice, Effort, End, Found, How};

/// How many nodes the kernel may visit before the engine, which learns, is the better choice. Of 1,500 puzzles made by
/// people none needs a hundred; boards with little to go by need a few dozen, or more than anybody can wait for.
const BUDGET: u64 = 3_000;
/// How many more nodes an answer allows: a search that finds answers gets on.
const PER_ANSWER: u64 = 100;
/// How many answers are kept, so that the engine can leave them out when it takes over after them.
const KEPT: usize = 1_000;

/// Why a search ended before it was through.
#[derive(Clone, Copy, Debug)]
enum Cut {
    Stop(Stop),
    Budget,
}

/// What was done, and when to stop.
struct Watch<'a> {
    how: &'a How,
    nodes: u64,
    /// How many nodes there may be.
    budget: u64,
    /// After a cut: how many answers were counted before.
    counted: u64,
    /// Whether answers are only counted. The engine would have to find each, so that every way to fill a part is progress;
    /// otherwise only an answer of the whole board is.
    counting: bool,
}

impl<'a> Watch<'a> {
    fn new(how: &'a How, budget: u64) -> Self {
        let budget = if how.choice == Choice::Auto { budget } else { u64::MAX };
        Self { how, nodes: 0, budget, counted: 0, counting: false }
    }

    fn node(&mut self) -> Result<(), Cut> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Cut::Budget);
        }
        if !self.nodes.is_multiple_of(1024) {
            return Ok(());
        }
        self.how.stopped().map_or(Ok(()), |stop| Err(Cut::Stop(stop)))
    }

    fn gets_on(&mut self) {
        self.budget = self.budget.saturating_add(PER_ANSWER);
    }

    fn effort(&self) -> Effort {
        Effort { nodes: self.nodes, engine: None }
    }
}

/// The search. Between calls the network is as it was before them.
pub struct Kernel {
    network: Network,
    /// The first answer of each part counted last.
    first: Vec<Digits>,
}

/// A part being counted: the values of one of its cells, one after the other, and for each the parts that it leaves.
struct Counting {
    part: Part,
    cell: u32,
    values: Digits,
    open: usize,
    count: u64,
    limit: u64,
    /// Whether its first answer should be kept.
    keep: bool,
    /// Where trail and cells of parts stood before the value that is tried.
    mark: usize,
    cells: usize,
    /// The parts that the value leaves and that are not counted yet; they are on a common stack from here on.
    parts: usize,
    /// The answers of those that are counted; 0 when no value is tried.
    product: u64,
}

/// A choice on the way to an answer.
struct Choosing {
    part: Part,
    cell: u32,
    values: Digits,
    open: usize,
    /// The list of the other parts.
    rest: Option<usize>,
    mark: usize,
    cells: usize,
    links: usize,
}

impl Kernel {
    /// The search for the answers of a puzzle.
    pub fn new(kakuro: &Kakuro) -> Self {
        let network = Network::new(kakuro);
        Self { first: vec![0; network.candidates().len()], network }
    }

    fn choose(&self, part: &Part) -> Option<(u32, Digits)> {
        let cell = self.network.choose(part)?;
        Some((cell, self.network.candidates()[cell as usize]))
    }

    /// Tries a candidate. False if something cannot be filled any more.
    fn assign(&mut self, cell: u32, digit: Digits, watch: &mut Watch<'_>) -> Result<bool, Cut> {
        watch.node()?;
        self.network.narrow(cell, digit);
        Ok(self.network.propagate(Strength::Exact))
    }

    /// The answers of the board, up to a limit.
    fn count_all(&mut self, limit: u64, keep: bool, watch: &mut Watch<'_>) -> Result<u64, Cut> {
        if !self.network.start(Strength::Exact) {
            return Ok(0);
        }
        let mut parts = Vec::new();
        self.network.split_all(&mut parts);
        let mut product = 1_u64;
        let last = parts.len().saturating_sub(1);
        for (number, part) in parts.into_iter().enumerate() {
            let count = self.count(part, limit.div_ceil(product), keep, watch).inspect_err(|_| {
                watch.counted = if number == last { product.saturating_mul(watch.counted).min(limit) } else { 0 };
            })?;
            product = product.saturating_mul(count).min(limit);
            if product == 0 {
                break;
            }
        }
        Ok(product)
    }

    /// The answers of a part, up to a limit of at least 1; the first is kept in `first` if that is wanted. After a cut the
    /// network is left as it was then.
    fn count(&mut self, part: Part, limit: u64, keep: bool, watch: &mut Watch<'_>) -> Result<u64, Cut> {
        let mut parts: Vec<Part> = Vec::new();
        let mut stack: Vec<Counting> = Vec::new();
        let mut next = Some((part, limit, keep));
        loop {
            if let Some((part, limit, keep)) = next.take() {
                match self.choose(&part) {
                    Some((cell, values)) => stack.push(Counting {
                        part,
                        cell,
                        values,
                        open: self.network.open(),
                        count: 0,
                        limit,
                        keep,
                        mark: self.network.mark(),
                        cells: self.network.cells.len(),
                        parts: parts.len(),
                        product: 0,
                    }),
                    // All settled: one answer, which changes no product.
                    None if stack.is_empty() => return Ok(1),
                    None => {}
                }
            }
            let Some(top) = stack.last_mut() else { unreachable!("the last one returns") };
            if top.product > 0 {
                // A value is tried: its next part, or it is through.
                if parts.len() > top.parts {
                    let part = parts.pop().expect("there is one more");
                    let limit = (top.limit - top.count).div_ceil(top.product);
                    next = Some((part, limit, top.keep && top.count == 0));
                    continue;
                }
                if top.keep && top.count == 0 {
                    for &cell in &self.network.cells[top.part.cells.clone()] {
                        let digits = self.network.candidates()[cell as usize];
                        if digits.count_ones() == 1 {
                            self.first[cell as usize] = digits;
                        }
                    }
                }
                if watch.counting {
                    watch.gets_on();
                }
                top.count = top.count.saturating_add(top.product).min(top.limit);
                top.product = 0;
            }
            self.network.undo(top.mark);
            self.network.cells.truncate(top.cells);
            parts.truncate(top.parts);
            if top.count < top.limit && top.values != 0 {
                let digit = top.values & top.values.wrapping_neg();
                top.values ^= digit;
                let (cell, part, open) = (top.cell, top.part.clone(), top.open);
                let consistent =
                    self.assign(cell, digit, watch).inspect_err(|_| watch.counted = counted_so_far(&stack))?;
                if consistent {
                    let first = parts.len();
                    self.network.split(&part, open, &mut parts);
                    // The smallest is counted first: it is the last of the stack.
                    parts[first..].reverse();
                    stack.last_mut().expect("it is being counted").product = 1;
                }
                continue;
            }
            let count = top.count;
            stack.pop();
            match stack.last_mut() {
                None => return Ok(count),
                Some(above) => above.product = above.product.saturating_mul(count),
            }
        }
    }

    /// Hands all answers to `found`, each once.
    fn list(&mut self, watch: &mut Watch<'_>, found: &mut Found<'_>) -> Result<(), Cut> {
        if !self.network.start(Strength::Exact) {
            return Ok(());
        }
        let mut parts = Vec::new();
        self.network.split_all(&mut parts);
        // A list of the parts that are still to be filled, for each node its own, sharing their ends.
        let mut links: Vec<(Part, Option<usize>)> = Vec::new();
        let mut stack: Vec<Choosing> = Vec::new();
        let mut handed_out = 0;
        let Some(mut list) = self.still_to_fill(&mut parts, None, &mut links, watch)? else { return Ok(()) };
        loop {
            match list {
                Some(link) => {
                    let (part, rest) = links[link].clone();
                    list = rest;
                    let Some((cell, values)) = self.choose(&part) else { continue };
                    let (open, mark) = (self.network.open(), self.network.mark());
                    let (cells, links) = (self.network.cells.len(), links.len());
                    stack.push(Choosing { part, cell, values, open, rest, mark, cells, links });
                }
                None => {
                    let digits = self.network.candidates().iter().map(|digits| i64::from(digits.trailing_zeros()) + 1);
                    handed_out += 1;
                    match handed_out {
                        ..=KEPT => watch.gets_on(),
                        // Nobody else could leave out what was handed out.
                        _ => watch.budget = u64::MAX,
                    }
                    if found(Answer::new(digits.collect())).is_break() {
                        return Ok(());
                    }
                }
            }
            list = loop {
                let Some(top) = stack.last_mut() else { return Ok(()) };
                self.network.undo(top.mark);
                self.network.cells.truncate(top.cells);
                links.truncate(top.links);
                if top.values == 0 {
                    stack.pop();
                    continue;
                }
                let digit = top.values & top.values.wrapping_neg();
                top.values ^= digit;
                let (cell, part, open, rest) = (top.cell, top.part.clone(), top.open, top.rest);
                if !self.assign(cell, digit, watch)? {
                    continue;
                }
                self.network.split(&part, open, &mut parts);
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
        links: &mut Vec<(Part, Option<usize>)>,
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

    /// Hands an answer to `found` if there is one.
    fn first(&mut self, watch: &mut Watch<'_>, found: &mut Found<'_>) -> Result<(), Cut> {
        if self.count_all(1, true, watch)? == 1 {
            let both = self.network.candidates().iter().zip(&self.first);
            let digits = both.map(|(&digits, &first)| if digits.count_ones() == 1 { digits } else { first });
            let _: ControlFlow<()> =
                found(Answer::new(digits.map(|digits| i64::from(digits.trailing_zeros()) + 1).collect()));
        }
        Ok(())
    }
}

/// How many answers a count that is under way has seen: those of a part that is not through count only where no other part
/// is left beside it.
fn counted_so_far(stack: &[Counting]) -> u64 {
    let mut below: Option<(u64, usize)> = None;
    for frame in stack.iter().rev() {
        let more = match below {
            Some((counted, parts)) if parts == frame.parts => frame.product.saturating_mul(counted),
            _ => 0,
        };
        below = Some((frame.count.saturating_add(more).min(frame.limit), frame.parts));
    }
    below.map_or(0, |(counted, _)| counted)
}

impl Kakuro {
    /// The answers, by the kernel or the engine. When the engine takes over it leaves out those that the kernel found.
    pub(super) fn find(&self, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        self.find_within(BUDGET, model, how, found)
    }

    fn find_within(&self, budget: u64, model: &Model, how: &How, found: &mut Found<'_>) -> Result<End, Error> {
        if how.choice == Choice::Learning {
            return search::by_engine(model, None, how, found);
        }
        if let Some(stop) = how.stopped() {
            return Ok(End { stop: Some(stop), ..End::default() });
        }
        let mut watch = Watch::new(how, budget);
        let mut kernel = Kernel::new(self);
        let mut kept: Vec<Answer> = Vec::new();
        let mut keeping = |answer: Answer| {
            if how.wanted > 1 && kept.len() < KEPT {
                kept.push(answer.clone());
            }
            found(answer)
        };
        let ended = if how.wanted == 1 {
            kernel.first(&mut watch, &mut keeping)
        } else {
            kernel.list(&mut watch, &mut keeping)
        };
        let stop = match ended {
            Ok(()) => None,
            Err(Cut::Stop(stop)) => Some(stop),
            Err(Cut::Budget) => {
                let mut end = search::by_engine(model, None, how, &mut |answer| {
                    if kept.contains(&answer) { ControlFlow::Continue(()) } else { found(answer) }
                })?;
                end.effort.nodes += watch.nodes;
                return Ok(end);
            }
        };
        Ok(End { stop, effort: watch.effort(), ..End::default() })
    }

    /// How many answers there are, up to a limit; `None` where that takes a search that learns.
    pub(super) fn count_answers(&self, how: &How, limit: u64) -> Option<(u64, End)> {
        self.count_within(BUDGET, how, limit)
    }

    /// The same; `None` also after more dead ends than this, unless the kernel must go to the end.
    pub(super) fn count_within(&self, budget: u64, how: &How, limit: u64) -> Option<(u64, End)> {
        if how.choice == Choice::Learning || limit == 0 {
            return None;
        }
        if let Some(stop) = how.stopped() {
            return Some((0, End { stop: Some(stop), ..End::default() }));
        }
        let mut watch = Watch { counting: true, ..Watch::new(how, budget) };
        let (count, stop) = match Kernel::new(self).count_all(limit, false, &mut watch) {
            Ok(count) => (count, None),
            Err(Cut::Stop(stop)) => (watch.counted, Some(stop)),
            Err(Cut::Budget) => return None,
        };
        Some((count, End { stop, effort: watch.effort(), ..End::default() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;
    use crate::kakuro::Reader;

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
        let end = kakuro.find_within(budget, &model, &how, &mut |answer| {
            entail_model::check(&model, &answer).unwrap();
            answers.push(answer.values().to_vec());
            if answers.len() as u64 == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(end.unwrap().stop.is_none());
        answers.sort();
        answers
    }

    #[test]
    fn kernel_and_engine_find_the_same_answers() {
        const MOST: usize = 40;
        let mut random = Random::new(3, 0);
        let (mut none, mut one, mut several, mut many) = (0, 0, 0, 0);
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
        let mut watch = Watch::new(&how, 0);
        let cut = Kernel::new(&kakuro).count_all(u64::MAX, false, &mut watch);
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
                if let (1, Ok(model)) = (count, kakuro.to_model()) {
                    let mut found = None;
                    kakuro
                        .find(&model, &how, &mut |answer| {
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
