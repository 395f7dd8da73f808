//! Known cryptarithms: each has exactly the stated number of answers. The texts are read from `$ENTAIL_DATA/cryptarithm`;
//! without that variable there is nothing to show, and the tests say so.

use std::collections::BTreeMap;
use std::path::PathBuf;

use entail::prelude::*;

/// The model of an equation such as `SEND+MORE=MONEY`: also with `-`, and with several words on the right.
fn cryptarithm(equation: &str) -> Model {
    let mut model = Model::new();
    let mut letters: BTreeMap<char, Var> = BTreeMap::new();
    let mut leading = Vec::new();
    let mut sum = Linear::default();
    let (mut side, mut sign) = (1, 1);
    let mut rest = equation;
    while !rest.is_empty() {
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let mut number = Linear::default();
        for letter in word.chars() {
            let digit = *letters.entry(letter).or_insert_with(|| model.int(letter, 0..=9));
            number = number * 10 + digit;
        }
        if word.len() > 1 {
            leading.extend(word.chars().next());
        }
        sum += number * (side * sign);
        let mut operators = after.chars();
        match operators.next() {
            Some('=') => (side, sign) = (-1, 1),
            Some('-') => sign = -1,
            _ => sign = 1,
        }
        rest = operators.as_str();
    }
    model.post(sum.eq(0)).named(equation);
    model.post(all_different(letters.values())).named("different letters, different digits");
    for letter in leading {
        model.post(letters[&letter].ge(1)).named("no leading zero");
    }
    model
}

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

/// Checks every equation of a file against the number of answers that its row states.
fn all_have(file: &str, equations: usize, stated: impl Fn(&[String]) -> u64) {
    let rows = rows(file);
    if rows.is_empty() {
        return;
    }
    assert_eq!(rows.len(), equations, "equations in {file}");
    for row in &rows {
        assert_eq!(cryptarithm(&row[0]).count(), Ok(stated(row)), "{}", row[0]);
    }
}

#[test]
fn the_76_with_one_answer_have_one() {
    all_have("unique.tsv", 76, |_| 1);
}

#[test]
fn the_one_answer_is_the_stated_one() {
    for row in rows("unique.tsv") {
        let model = cryptarithm(&row[0]);
        let answer = model.solve().unwrap().unwrap();
        let names = model.variables().iter().map(|variable| &variable.name);
        let found: BTreeMap<_, _> = names.zip(answer.values()).collect();
        let found: Vec<String> = found.into_iter().map(|(letter, digit)| format!("{letter}={digit}")).collect();
        assert_eq!(found.join(","), row[3], "{}", row[0]);
    }
}

#[test]
fn the_49_with_several_answers_have_as_many_as_stated() {
    all_have("multiple.tsv", 49, |row| row[2].parse().expect("a number of solutions"));
}

#[test]
fn the_54_without_an_answer_have_none() {
    all_have("nosolution.tsv", 54, |_| 0);
}

#[test]
fn words_on_both_sides_and_differences_are_understood() {
    assert_eq!(cryptarithm("A+A=B").count(), Ok(4), "2, 4, 6, 8 = 2·1 … 2·4, and 0 + 0 = 0 has equal digits");
    assert_eq!(cryptarithm("B-A=A").count(), Ok(4));
    assert_eq!(cryptarithm("A=B").count(), Ok(0));
}
