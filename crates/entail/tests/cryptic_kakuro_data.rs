//! Cryptic Kakuro: sums and some cells are letters, which stand for the ten digits. Each board of the file in
//! `$ENTAIL_DATA/cryptarithm` settles its letters; without that variable there is nothing to show, and the test says so.

use std::path::PathBuf;

use entail::prelude::*;

/// The fields of a line: commas inside parentheses do not separate.
fn fields(line: &str) -> Vec<&str> {
    let (mut fields, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, character) in line.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                fields.push(&line[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    fields.push(&line[start..]);
    fields
}

/// The model of a board, and its letters A to J.
fn cryptic(line: &str) -> (Model, [Var; 10]) {
    let mut model = Model::new();
    let letters = std::array::from_fn(|i| model.int((b'A' + i as u8) as char, 0..=9));
    model.post(all_different(letters)).named("different letters, different digits");
    let letter = |text: u8| letters[usize::from(text - b'A')];
    let fields = fields(line);
    let (size, board) = fields.split_first().unwrap();
    let size: usize = size.parse().unwrap();
    assert_eq!(board.len(), size * size);
    let mut cells = Vec::new();
    for (at, field) in board.iter().enumerate() {
        let white = !field.starts_with('(') && *field != "X";
        cells.push(white.then(|| model.int(format!("row {}, column {}", at / size + 1, at % size + 1), 1..=9)));
        if let (Some(Some(cell)), false) = (cells.last(), *field == "O") {
            model.post(cell.eq(letter(field.as_bytes()[0]))).named(format!("the cell {field}"));
        }
    }
    for (at, field) in board.iter().enumerate().filter(|(_, field)| field.starts_with('(')) {
        for clue in field.trim_matches(['(', ')']).split(',') {
            let (direction, number) = clue.split_at(1);
            let (step, end) = if direction == "h" { (1, (at / size + 1) * size) } else { (size, board.len()) };
            let run: Vec<Var> = (at + step..end).step_by(step).map_while(|cell| cells[cell]).collect();
            let sum = number.bytes().fold(Linear::default(), |sum, digit| sum * 10 + letter(digit));
            let total = run.iter().fold(Linear::default(), |total, cell| total + *cell);
            model.post(letter(number.as_bytes()[0]).ge(1)).named("no leading zero");
            model.post(total.eq(sum)).named(format!("{clue}: the sum"));
            model.post(all_different(run)).named(format!("{clue}: different digits"));
        }
    }
    (model, letters)
}

#[test]
fn every_cryptic_kakuro_has_exactly_the_stated_key() {
    let Some(data) = std::env::var_os("ENTAIL_DATA") else {
        eprintln!("skipped: ENTAIL_DATA is not set, so the cryptic Kakuro cannot be read");
        return;
    };
    let folder = PathBuf::from(data).join("cryptarithm");
    let read = |end: &str| std::fs::read_to_string(folder.join(format!("cryptic-kakuro-pe424.{end}"))).unwrap();
    let (boards, keys) = (read("txt"), read("sol"));
    let mut sum = 0;
    for (board, key) in boards.lines().zip(keys.lines()) {
        let (model, letters) = cryptic(board);
        let mut solver = Solver::new(&model).unwrap();
        let found: Vec<String> = (solver.answers_of(&letters))
            .map(|answer| answer.map(|answer| letters.iter().map(|letter| answer[*letter].to_string()).collect()))
            .collect::<Result<_, _>>()
            .unwrap();
        assert_eq!(found, [key], "{board}");
        sum += key.parse::<u64>().unwrap();
    }
    assert_eq!((boards.lines().count(), keys.lines().count(), sum), (200, 200, 1_059_760_019_628));
    println!("200 right, 0 wrong");
}
