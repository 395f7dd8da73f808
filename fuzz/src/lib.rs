//! What a fuzz target does with a text: read all of it, as puzzles and as answers to pose, and write what was read.

use std::io::Cursor;

use entail_puzzles::{Given, KINDS, Settings, Source, Takes, Verb};

/// Reads a text as a kind does. Whatever the text, nothing may panic, and what a kind writes it must read again.
pub fn read(kind: &str, text: &[u8]) {
    let kind = KINDS.iter().find(|known| known.name == kind).expect("a fuzz target is named after its kind");
    let mut settings = Settings::default();
    let of_solve = kind.flags.iter().filter(|flag| flag.verbs.contains(&Verb::Solve));
    for flag in of_solve.filter(|flag| matches!(flag.takes, Takes::Size { .. })) {
        settings.set(flag.name, Given::Size(9, 9));
    }
    let input = |text: &[u8]| Box::new(Cursor::new(text.to_vec()));
    for puzzle in (kind.read)(input(text), &settings).flatten() {
        for format in kind.formats.iter().filter(|_| kind.source == Source::File) {
            let Ok(written) = puzzle.write(format.name) else { continue };
            let whole = if format.counted { format!("1\n{written}") } else { written };
            let again: Vec<_> = (kind.read)(input(whole.as_bytes()), &settings).collect();
            assert!(matches!(&again[..], [Ok(_)]), "{} cases in {whole:?}", again.len());
        }
    }
    if let Some(pose) = kind.pose {
        pose(input(text), &settings).flatten().for_each(drop);
    }
}
