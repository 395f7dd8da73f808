//! Known cryptarithms as the command reads and answers them. The texts are read from `$ENTAIL_DATA/cryptarithm`; without
//! that variable there is nothing to show, and the tests say so.

use std::ops::ControlFlow;
use std::path::PathBuf;

use entail_puzzles::search::{self, Choice, How};
use entail_puzzles::{Settings, cryptarithm};

/// The lines of a table without its head, each as columns; nothing where there is no data.
fn rows(file: &str) -> Vec<Vec<String>> {
    let Some(data) = std::env::var_os("ENTAIL_DATA") else {
        eprintln!("skipped: ENTAIL_DATA is not set, so {file} cannot be read");
        return Vec::new();
    };
    let path = PathBuf::from(data).join("cryptarithm").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// All answers of an equation as they are printed.
fn answers(equation: &str, choice: Choice) -> Vec<String> {
    let input = Box::new(std::io::Cursor::new(equation.to_owned()));
    let mut cases = (cryptarithm::KIND.read)(input, &Settings::default());
    let puzzle = cases.next().expect("there is one equation").expect("it is well-formed");
    assert!(cases.next().is_none());
    let mut answers = Vec::new();
    if puzzle.model().is_ok() {
        let how = How { choice, wanted: u64::MAX, ..How::default() };
        let end = search::solve(&*puzzle, &how, &mut |answer| {
            answers.push(puzzle.text(&answer));
            ControlFlow::Continue(())
        });
        assert_eq!(end.expect("every answer is right").stop, None);
    }
    answers
}

/// Checks every equation of a file against the number of answers that its row states, by the kernel and by the engine,
/// and the answer that stands in one of its columns.
fn all_have(file: &str, equations: usize, stated: impl Fn(&[String]) -> usize, solution: Option<usize>) {
    let rows = rows(file);
    if rows.is_empty() {
        return;
    }
    assert_eq!(rows.len(), equations, "equations in {file}");
    for row in &rows {
        let mut found = answers(&row[0], Choice::Auto);
        assert_eq!(found.len(), stated(row), "{}", row[0]);
        if let Some(solution) = solution.map(|column| row[column].replace(',', " ")).filter(|text| text != "-") {
            assert!(found.iter().any(|answer| answer.lines().last() == Some(&solution)), "{}", row[0]);
        }
        let mut learnt = answers(&row[0], Choice::Learning);
        found.sort_unstable();
        learnt.sort_unstable();
        assert_eq!(found, learnt, "{}", row[0]);
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("a number of answers")
}

#[test]
fn equations_with_one_answer_have_the_stated_one() {
    all_have("unique.tsv", 76, |_| 1, Some(3));
    all_have("doubly-true.tsv", 29, |_| 1, Some(3));
}

#[test]
fn equations_with_several_answers_have_as_many_as_stated() {
    all_have("multiple.tsv", 49, |row| number(&row[2]), Some(4));
}

#[test]
fn equations_without_an_answer_have_none() {
    all_have("nosolution.tsv", 54, |_| 0, None);
}

#[test]
fn products_and_differences_have_as_many_answers_as_stated() {
    all_have("other-operators.tsv", 13, |row| number(&row[2]), Some(3));
}
