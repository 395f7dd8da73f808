//! Small random boards of every kind, made so that those with no, one, two and more answers are all frequent: most are made
//! from an answer, some of these are then spoilt, and the others are left to chance.

use entail_puzzles::Random;

use crate::Board;

fn board(text: String, flags: Vec<(&'static str, String)>) -> Board {
    Board { text, flags }
}

/// Digits put where they repeat none of their runs, and the sums of these; some clues are left out, or wrong.
pub fn kakuro(random: &mut Random) -> Board {
    let size = 2 + random.below(5);
    let black = 1 + random.below(5);
    let extreme = random.chance(2, 3);
    let mut digits = vec![vec![0_usize; size]; size];
    for row in 1..size {
        for column in 1..size {
            if random.chance(black, 10) {
                continue;
            }
            let left = digits[row][..column].iter().rev().take_while(|digit| **digit > 0);
            let above = digits[..row].iter().rev().map(|row| &row[column]).take_while(|digit| **digit > 0);
            let used: Vec<usize> = left.chain(above).copied().collect();
            let free: Vec<usize> = (1..=9).filter(|digit| !used.contains(digit)).collect();
            // Sums of small and large digits can be made in few ways.
            let few = if extreme { free.len().min(3) } else { free.len() };
            let from = if random.chance(1, 2) { free.len() - few } else { 0 };
            if few > 0 {
                digits[row][column] = free[from + random.below(few)];
            }
        }
    }
    let mut clues = Vec::new();
    for direction in 0..2 {
        for y in 0..size {
            for x in 0..size {
                let cell = |behind: usize| {
                    let (y, x) = if direction == 0 { (y, x + behind) } else { (y + behind, x) };
                    digits.get(y).and_then(|row| row.get(x)).copied().unwrap_or(0)
                };
                let sum: usize = (1..).map(cell).take_while(|digit| *digit > 0).sum();
                if digits[y][x] == 0 && sum > 0 {
                    clues.push((y + 1, x + 1, direction, sum));
                }
            }
        }
    }
    if random.chance(1, 4) {
        for _ in 0..=random.below(3) {
            if !clues.is_empty() {
                clues.swap_remove(random.below(clues.len()));
            }
        }
    }
    // Totals that differ across and down take an engine long to refute on all but the smallest boards.
    if random.chance(1, 3) && size < 5 && !clues.is_empty() {
        let wrong = random.below(clues.len());
        clues[wrong].3 = (clues[wrong].3 + random.below(7)).saturating_sub(3).clamp(1, 45);
    }
    let mut text = format!("1\n{size}\n");
    for row in &digits {
        let cells: Vec<&str> = row.iter().map(|digit| if *digit > 0 { "1" } else { "0" }).collect();
        text += &format!("{}\n", cells.join(" "));
    }
    text += &format!("{}\n", clues.len());
    for (y, x, direction, sum) in clues {
        text += &format!("{y} {x} {direction} {sum}\n");
    }
    board(text, Vec::new())
}

/// A full board of 4 × 4 or 9 × 9 with a part of its cells blank; now and then a given that is another digit.
pub fn sudoku(random: &mut Random) -> Board {
    let block = if random.chance(1, 3) { 2 } else { 3 };
    let size = block * block;
    let mut cells = vec![0; size * size];
    // Nearly always at once; a start that leads to nothing is given up for another.
    while !fill(&mut cells, block, random, &mut 20_000) {
        cells.fill(0);
    }
    let kept = if block == 2 { 2 + random.below(8) } else { 24 + random.below(16) };
    let mut order: Vec<usize> = (0..size * size).collect();
    random.shuffle(&mut order);
    order[kept..].iter().for_each(|cell| cells[*cell] = 0);
    if random.chance(1, 5) {
        cells[order[0]] = 1 + random.below(size);
    }
    let text = cells.iter().map(|digit| if *digit == 0 { ".".to_owned() } else { digit.to_string() });
    board(text.collect::<String>() + "\n", Vec::new())
}

/// Fills the blank cells in order, each with a random digit that fits; `false` where none does, or after so many steps.
fn fill(cells: &mut [usize], block: usize, random: &mut Random, steps: &mut usize) -> bool {
    let Some(cell) = cells.iter().position(|digit| *digit == 0) else { return true };
    let size = block * block;
    let (y, x) = (cell / size, cell % size);
    let meets = |other: usize| {
        let (v, u) = (other / size, other % size);
        v == y || u == x || (v / block == y / block && u / block == x / block)
    };
    let mut digits: Vec<usize> = (1..=size).collect();
    random.shuffle(&mut digits);
    for digit in digits {
        if *steps == 0 || (0..cells.len()).any(|other| cells[other] == digit && meets(other)) {
            continue;
        }
        *steps -= 1;
        cells[cell] = digit;
        if fill(cells, block, random, steps) {
            return true;
        }
        cells[cell] = 0;
    }
    false
}

/// A graph of up to nine nodes, with a number of colours or without.
pub fn coloring(random: &mut Random) -> Board {
    let nodes = 1 + random.below(9);
    let density = random.below(10);
    let mut edges = Vec::new();
    for u in 1..=nodes {
        for v in u + 1..=nodes {
            if random.chance(density, 10) {
                edges.push((u, v));
            }
        }
    }
    let mut text = format!("p edge {nodes} {}\n", edges.len());
    for (u, v) in edges {
        text += &format!("e {u} {v}\n");
    }
    let colors = random.chance(2, 3).then(|| ("colors", (1 + random.below(4)).to_string()));
    board(text, colors.into_iter().collect())
}

fn word(random: &mut Random, letters: usize, longest: usize) -> String {
    (0..2 + random.below(longest - 1)).map(|_| char::from(b'A' + random.below(letters) as u8)).collect()
}

/// Up to three words of few letters for a small grid, or to find in a printed one.
pub fn wordsearch(random: &mut Random) -> Board {
    let (rows, columns) = (1 + random.below(3), 1 + random.below(4));
    let letters = 1 + random.below(3);
    let words: Vec<String> = (0..=random.below(3)).map(|_| word(random, letters, 4)).collect();
    let mut flags = Vec::new();
    let mut flag = |name, random: &mut Random| {
        if random.chance(1, 2) {
            flags.push((name, String::new()));
        }
    };
    flag("overlap", random);
    flag("key", random);
    let words = words.join(" ");
    if random.chance(1, 2) {
        flags.push(("grid", format!("{rows}x{columns}")));
        return board(words + "\n", flags);
    }
    let mut text = String::new();
    for _ in 0..rows {
        let row: Vec<String> = (0..columns).map(|_| word(random, letters + 1, 2)[..1].to_owned()).collect();
        text += &format!("{}\n", row.join(" "));
    }
    board(format!("{text}\n{words}\n"), flags)
}

/// An equation that holds, with a letter for each digit; or one of which a letter is another.
pub fn cryptarithm(random: &mut Random) -> Board {
    let base = 3 + random.below(8);
    let most = [base, base * base, base * base * base][random.below(3)].min(700);
    let mut equations = Vec::new();
    let mut letters: Vec<u8> = (b'A'..b'A' + base as u8).collect();
    random.shuffle(&mut letters);
    for _ in 0..=usize::from(random.chance(1, 4)) {
        let (a, b, c) = (random.below(most), random.below(most), random.below(base));
        let [a, b, c, sum, product, rest] =
            [a, b, c, a + b, a * c, a + b - c.min(a)].map(|number| in_letters(number, base, &letters));
        equations.push(match random.below(4) {
            0 => format!("{a} * {c} = {product}"),
            1 if c.len() < a.len() => format!("{a} + {b} - {c} = {rest}"),
            _ => format!("{a} + {b} = {sum}"),
        });
    }
    let mut text = equations.join("; ").into_bytes();
    if random.chance(1, 4) {
        let places: Vec<usize> = (0..text.len()).filter(|at| text[*at].is_ascii_uppercase()).collect();
        text[*random.pick(&places)] = b'A' + random.below(base + 1) as u8;
    }
    let mut flags = vec![("base", base.to_string())];
    if random.chance(1, 3) {
        flags.push(("leading-zero", String::new()));
    }
    board(String::from_utf8(text).expect("letters") + "\n", flags)
}

fn in_letters(mut number: usize, base: usize, letters: &[u8]) -> String {
    let mut word = vec![];
    loop {
        word.push(char::from(letters[number % base]));
        number /= base;
        if number == 0 {
            return word.iter().rev().collect();
        }
    }
}

/// A board cut into pieces; some are then larger, or gone.
pub fn layout(random: &mut Random) -> Board {
    let (height, width) = (1 + random.below(5), 1 + random.below(5));
    let mut pieces = vec![(height, width)];
    for _ in 0..random.below(4) {
        let at = random.below(pieces.len());
        let (h, w) = pieces[at];
        if random.chance(1, 2) && h > 1 {
            let cut = 1 + random.below(h - 1);
            pieces[at] = (cut, w);
            pieces.push((h - cut, w));
        } else if w > 1 {
            let cut = 1 + random.below(w - 1);
            pieces[at] = (h, cut);
            pieces.push((h, w - cut));
        }
    }
    if random.chance(1, 3) {
        let at = random.below(pieces.len());
        pieces[at].0 += 1;
    }
    if random.chance(1, 4) && pieces.len() > 1 {
        pieces.swap_remove(random.below(pieces.len()));
    }
    random.shuffle(&mut pieces);
    let mut flags = vec![("board", format!("{height}x{width}"))];
    for flag in ["rotate", "minimize-height"] {
        if random.chance(1, 3) {
            flags.push((flag, String::new()));
        }
    }
    let pieces: Vec<String> = pieces.iter().map(|(h, w)| format!("{h}x{w}")).collect();
    board(pieces.join(" ") + "\n", flags)
}

/// A random board and a random block, which need not be in one piece.
pub fn boardcover(random: &mut Random) -> Board {
    let (height, width) = (1 + random.below(4), 1 + random.below(5));
    let (rows, columns) = (1 + random.below(3), 1 + random.below(3));
    let (blocked, part) = (random.below(5), 4 + random.below(7));
    let mut text = format!("1\n{height} {width} {rows} {columns}\n");
    for _ in 0..height {
        text.extend((0..width).map(|_| if random.chance(blocked, 10) { '#' } else { '.' }));
        text.push('\n');
    }
    let mut block: Vec<char> = (0..rows * columns).map(|_| if random.chance(part, 10) { '#' } else { '.' }).collect();
    block[random.below(rows * columns)] = '#';
    for row in block.chunks(columns) {
        text.extend(row);
        text.push('\n');
    }
    board(text, Vec::new())
}
