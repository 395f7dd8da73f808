//! Mutated texts: no reader panics, hangs or reads on for ever, whatever the text.

use entail_puzzles::kakuro::Reader;
use entail_puzzles::{Excerpt, Found};

const SAMPLE: &str = include_str!("../../../examples/kakuro.txt");
const PIECES: [&str; 14] = [
    "0",
    "1",
    "2",
    "-1",
    "46",
    "99999999999999999999",
    "4294967295",
    "10000",
    "x",
    "\u{FEFF}",
    "\u{0}",
    "\t",
    "\r\n",
    "한",
];

/// Random numbers that are the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// The text with one to four changes: bytes dropped, repeated, replaced, moved, or a piece put in.
fn mutated(text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..=random.below(4) {
        let from = random.below(text.len());
        let to = (from + random.below(12)).min(text.len());
        match random.below(6) {
            0 => drop(text.drain(from..to)),
            1 => text.truncate(from),
            2 => text.extend_from_within(from..to),
            3 => drop(text.splice(from..to, PIECES[random.below(PIECES.len())].bytes())),
            4 => drop(text.splice(from..from, format!(" {} ", PIECES[random.below(PIECES.len())]).bytes())),
            _ => text.iter_mut().skip(from).take(1).for_each(|byte| *byte = random.below(256) as u8),
        }
    }
    text
}

#[test]
fn the_kakuro_reader_survives_every_mutation() {
    let small = "2\n3\n0 0 0\n0 1 1\n0 1 1\n4\n2 1 0 3\n3 1 0 7\n1 2 1 4\n1 3 1 6\n1\n0\n0\n";
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (mut puzzles, mut mistakes) = (0, 0);
    for round in 0..60_000 {
        let text = mutated(if round % 4 == 0 { SAMPLE } else { small }.as_bytes(), &mut random);
        for case in Reader::new(&text[..]) {
            match case {
                Ok(kakuro) => {
                    puzzles += 1;
                    let _ = kakuro.to_model();
                }
                Err(error) => {
                    mistakes += 1;
                    let malformed = error.malformed().expect("memory can always be read");
                    let lines = text.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
                    assert!((1..=lines).contains(&malformed.place.line), "{malformed} of {lines} lines");
                    // Columns count characters, so the text must have them for the caret to be checked.
                    if let (Found::Text(found), Ok(_)) = (&malformed.found, std::str::from_utf8(&text)) {
                        let Excerpt { text, before, width } = &malformed.excerpt;
                        assert_eq!(text.chars().skip(*before).take(*width).collect::<String>(), *found);
                    }
                }
            }
        }
    }
    assert!(puzzles > 1000 && mistakes > 1000, "{puzzles} puzzles, {mistakes} mistakes");
}
