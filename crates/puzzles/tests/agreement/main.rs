//! Kernel and learning engine are of one opinion: how many answers a puzzle has up to three, which ones, and what the best is.
//!
//! Each kind has so many random boards, a thousand unless ENTAIL_BOARDS says another number, and prints how many of them had no,
//! one, two and more answers. With ENTAIL_DATA the puzzles of that folder are asked too. `cargo xtask agree` sets both.

mod boards;
mod data;

use std::collections::BTreeMap;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::Instant;

use entail_model::Answer;
use entail_puzzles::search::{self, Choice, Failure, How};
use entail_puzzles::{Input, KINDS, Kind, Puzzle, Random, Settings};

/// One more than are compared one by one: with so many, all that is known is that there are more.
const MANY: usize = 4;

/// A puzzle as text, and the flags it is read with.
pub(crate) struct Board {
    pub(crate) text: String,
    pub(crate) flags: Vec<(&'static str, String)>,
}

fn kind(name: &str) -> &'static Kind {
    KINDS.iter().find(|kind| kind.name == name).expect("the kind is in the registry")
}

impl Board {
    /// The puzzles of the text, each of which must be well-formed.
    fn puzzles(&self, kind: &Kind) -> impl Iterator<Item = Box<dyn Puzzle>> {
        let mut settings = Settings::new(1);
        for (name, value) in &self.flags {
            let flag = kind.flags.iter().find(|flag| flag.name == *name).expect("the kind has this flag");
            settings.set(flag.name, flag.takes.parse(value).expect("the flag takes this"));
        }
        let input: Input = Box::new(Cursor::new(self.text.clone().into_bytes()));
        let text = self.text.clone();
        (kind.read)(input, &settings).map(move |case| case.unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}")))
    }
}

/// Up to `wanted` answers, each once.
fn answers(puzzle: &dyn Puzzle, choice: Choice, wanted: usize) -> Result<Vec<Answer>, String> {
    let how = How { choice, seed: 1, wanted: wanted as u64, ..How::default() };
    let mut answers = Vec::new();
    let end = search::solve(puzzle, &how, &mut |answer| {
        answers.push(answer);
        if answers.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match end {
        Ok(end) if end.stop.is_some() => Err(format!("{choice:?} was stopped: {:?}", end.stop)),
        Ok(_) => Ok(answers),
        Err(Failure::Impossible(_)) if answers.is_empty() => Ok(answers),
        Err(failure) => Err(format!("{choice:?}: {failure}")),
    }
}

/// The answers as they are printed, in order and without repetition.
fn printed(puzzle: &dyn Puzzle, choice: Choice) -> Result<Vec<String>, String> {
    let mut texts: Vec<String> = answers(puzzle, choice, MANY)?.iter().map(|answer| puzzle.text(answer)).collect();
    texts.sort_unstable();
    match texts.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{choice:?} gives this answer twice:\n{}", pair[0])),
        None => Ok(texts),
    }
}

/// The value of the best answer, if there is one.
fn best(puzzle: &dyn Puzzle, found: &[Answer]) -> Result<Option<i128>, String> {
    let model = puzzle.model().map_err(|impossible| impossible.to_string())?;
    let objective = model.objective().ok_or("there is no objective")?;
    Ok(found.first().map(|answer| answer.value(objective.expr.clone())))
}

/// The best value by the engine on the plain model, without anything that the kind knows.
fn best_of_model(puzzle: &dyn Puzzle) -> Result<Option<i128>, String> {
    let model = puzzle.model().map_err(|impossible| impossible.to_string())?;
    let mut found = Vec::new();
    search::by_engine(&model, None, &How::default(), &mut |answer| {
        found.push(answer);
        ControlFlow::Break(())
    })
    .map_err(|error| error.to_string())?;
    best(puzzle, &found)
}

/// Asks kernel and engine; how many answers there are, up to [`MANY`], or the best value where only that is asked for.
pub(crate) fn agree(kind: &Kind, puzzle: &dyn Puzzle) -> Result<usize, String> {
    let first = answers(puzzle, Choice::Auto, 1)?;
    if !kind.enumerable {
        let found = [&first, &answers(puzzle, Choice::Kernel, 1)?, &answers(puzzle, Choice::Learning, 1)?];
        let [auto, kernel, learning] = found.map(|found| best(puzzle, found));
        let (auto, kernel, learning) = (auto?, kernel?, learning?);
        if auto != learning || kernel != learning {
            return Err(format!("the best is {auto:?} for auto, {kernel:?} for the kernel, {learning:?} for learning"));
        }
        return Ok(learning.unwrap_or(0) as usize);
    }
    if puzzle.model().is_ok_and(|model| model.objective().is_some()) {
        let (auto, plain) = (best(puzzle, &first)?, best_of_model(puzzle)?);
        if auto != plain {
            return Err(format!("the best is {auto:?} for auto, {plain:?} for the engine on the plain model"));
        }
    }
    // A kernel alone might not end; with its budget the engine takes over what is hard for it.
    let (kernel, learning) = (printed(puzzle, Choice::Auto)?, printed(puzzle, Choice::Learning)?);
    if kernel.len() != learning.len() || kernel.len() < MANY && kernel != learning {
        return Err(format!("the kernel finds\n{}\nand learning\n{}", kernel.join("\n"), learning.join("\n")));
    }
    let first: Vec<String> = first.iter().map(|answer| puzzle.text(answer)).collect();
    let known = learning.len() == MANY || first.iter().all(|text| learning.contains(text));
    if first.len() != learning.len().min(1) || !known {
        return Err(format!("the first answer\n{}\nis none of\n{}", first.join("\n"), learning.join("\n")));
    }
    let how = How { wanted: MANY as u64, ..How::default() };
    match puzzle.count(&how, MANY as u64) {
        Some((count, end)) if count != learning.len() as u64 || end.stop.is_some() => {
            Err(format!("{count} are counted, learning finds {}", learning.len()))
        }
        _ => Ok(learning.len()),
    }
}

/// Asks about random boards; there must be some with no, one, two and more answers.
fn random_boards(name: &str, make: fn(&mut Random) -> Board) {
    let wanted = std::env::var("ENTAIL_BOARDS").ok().filter(|number| !number.is_empty());
    let number: u64 = wanted.map_or(1000, |number| number.parse().expect("ENTAIL_BOARDS is a number"));
    let kind = kind(name);
    let started = Instant::now();
    let mut tally: BTreeMap<usize, u64> = (0..MANY).map(|answers| (answers, 0)).collect();
    let mut wrong = Vec::new();
    for stream in 0..number {
        let board = make(&mut Random::new(2026, stream));
        for puzzle in board.puzzles(kind) {
            match agree(kind, &*puzzle) {
                Ok(answers) => *tally.entry(answers.min(MANY - 1)).or_default() += 1,
                Err(why) => wrong.push(format!("{name} {:?}\n{}{why}\n", board.flags, board.text)),
            }
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    println!(
        "{name}: {number} boards in {seconds:.1} s; answers 0, 1, 2, more: {:?}",
        tally.values().collect::<Vec<_>>()
    );
    // The shortest shows the mistake best.
    wrong.sort_by_key(String::len);
    assert!(wrong.is_empty(), "{} boards without agreement, the smallest:\n{}", wrong.len(), wrong[0]);
    assert!(number < 1000 || tally.values().all(|boards| *boards > 0), "{name}: {tally:?}");
}

#[test]
fn kernel_and_engine_agree_on_random_kakuro() {
    random_boards("kakuro", boards::kakuro);
}

#[test]
fn kernel_and_engine_agree_on_random_sudoku() {
    random_boards("sudoku", boards::sudoku);
}

#[test]
fn kernel_and_engine_agree_on_random_coloring() {
    random_boards("coloring", boards::coloring);
}

#[test]
fn kernel_and_engine_agree_on_random_wordsearch() {
    random_boards("wordsearch", boards::wordsearch);
}

#[test]
fn kernel_and_engine_agree_on_random_cryptarithm() {
    random_boards("cryptarithm", boards::cryptarithm);
}

#[test]
fn kernel_and_engine_agree_on_random_layout() {
    random_boards("layout", boards::layout);
}

#[test]
fn kernel_and_engine_agree_on_random_boardcover() {
    random_boards("boardcover", boards::boardcover);
}

/// A board of queens is its size, so there are few; on larger ones the kernel alone is slow with its second answer.
#[test]
fn kernel_and_engine_agree_on_every_size_of_queens() {
    let kind = kind("queens");
    for size in 1..=20 {
        let board = Board { text: format!("{size}\n"), flags: Vec::new() };
        let puzzle = board.puzzles(kind).next().expect("a size is a case");
        agree(kind, &*puzzle).unwrap_or_else(|why| panic!("queens {size}: {why}"));
    }
    println!("queens: every size up to 20");
}
