//! Colouring through its kind: texts in, texts out, and the graphs of the data folder where there is one.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use entail_puzzles::search::{How, solve};
use entail_puzzles::{Given, Puzzle, Random, ReadError, Scanner, Settings, Verdict, coloring};

fn settings(colors: Option<u64>, palette: Option<&str>) -> Settings {
    let mut settings = Settings::default();
    if let Some(colors) = colors {
        settings.set("colors", Given::Number(colors));
    }
    if let Some(palette) = palette {
        settings.set("palette", Given::Text(palette.to_owned()));
    }
    settings
}

fn read(text: &str, settings: &Settings) -> Result<Box<dyn Puzzle>, ReadError> {
    let mut cases = (coloring::KIND.read)(Box::new(std::io::Cursor::new(text.to_owned())), settings);
    let case = cases.next().expect("one case for a text");
    assert!(cases.next().is_none());
    case
}

/// The first answer as it is printed.
fn solved(puzzle: &dyn Puzzle, how: &How) -> Option<String> {
    let mut text = None;
    solve(puzzle, how, &mut |answer| {
        text = Some(puzzle.text(&answer));
        ControlFlow::Break(())
    })
    .unwrap();
    text
}

fn one() -> How {
    How { wanted: 1, ..How::default() }
}

fn judged(puzzle: &dyn Puzzle, answer: &str) -> Verdict {
    let mut scanner = Scanner::new(Box::new(std::io::Cursor::new(answer.to_owned())) as _);
    puzzle.judge(&mut scanner, &How::default()).unwrap_or_else(|error| panic!("{answer:?}: {error}"))
}

const AUSTRALIA: &str = include_str!("../../../examples/australia.txt");

#[test]
fn a_triangle_is_answered_as_in_the_contract() {
    let puzzle = read("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", &settings(None, None)).unwrap();
    assert_eq!(solved(&*puzzle, &one()).as_deref(), Some("s col 3\nl 1 1\nl 2 2\nl 3 3\n"));
    let four = read("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", &settings(Some(4), None)).unwrap();
    assert_eq!(solved(&*four, &one()).as_deref(), Some("s col 4\nl 1 1\nl 2 2\nl 3 3\n"));
    let two = read("p edge 3 3\ne 1 2\ne 2 3\ne 1 3\n", &settings(Some(2), None)).unwrap();
    assert_eq!(solved(&*two, &one()), None);
}

#[test]
fn a_map_is_coloured_with_the_names_of_a_palette() {
    let puzzle = read(AUSTRALIA, &settings(None, Some("빨강,초록,연한 파랑"))).unwrap();
    let text = solved(&*puzzle, &one()).unwrap();
    assert_eq!(
        text,
        "s col 3\nl 웨스턴오스트레일리아 빨강\nl \"노던 준주\" 초록\nl 사우스오스트레일리아 \"연한 파랑\"\n\
         l 퀸즐랜드 빨강\nl 뉴사우스웨일스 초록\nl 빅토리아 빨강\nl 태즈메이니아 빨강\n"
    );
    assert_eq!(judged(&*puzzle, &text), Verdict::Right);
    let few = read(AUSTRALIA, &settings(None, Some("빨강,초록"))).unwrap();
    assert_eq!(solved(&*few, &one()), None);
}

#[test]
fn flags_that_make_no_sense_are_wrong_usage() {
    for (colors, palette) in [(None, "a,,b"), (None, ""), (None, "a,b,a"), (Some(3), "a,b")] {
        assert!(matches!(read("a,b", &settings(colors, Some(palette))), Err(ReadError::Usage(_))), "{palette:?}");
    }
}

#[test]
fn a_node_that_is_its_own_neighbour_has_no_colour() {
    let puzzle = read("\"a b\",\"a b\"\n", &settings(None, None)).unwrap();
    assert_eq!(puzzle.model().err().unwrap().to_string(), "\"a b\" is its own neighbour, so no colour fits it");
}

#[test]
fn answers_are_judged() {
    let puzzle = read("a,b\nb,c\n", &settings(None, None)).unwrap();
    assert_eq!(judged(&*puzzle, "s col 2\nl c 2\nl b 1\nl a 2\n"), Verdict::Right);
    for (answer, why) in [
        ("s col 2\nl a 1\nl b 1\nl c 2\n", "a and b are neighbours and both 1"),
        ("s col 3\nl a 1\nl b 2\nl c 3\n", "3 colours are not the fewest: 2 are enough"),
        ("s col 3\nl a 1\nl b 2\nl c 1\n", "`s col 3`, but only 2 colours are in use: not the fewest"),
        ("s col 2\nl a 1\nl b 3\nl c 1\n", "`s col 2`, but the greatest colour: 3"),
        ("s col 2\nl a 1\nl b 2\nl d 1\n", "there is no node d"),
        ("s col 2\nl a 1\nl b 2\nl a 1\n", "the node a is there twice"),
        ("s col 2\nl a 1\nl b 0\nl c 1\n", "0 is not one of the colours"),
    ] {
        assert_eq!(judged(&*puzzle, answer), Verdict::Wrong(why.to_owned()));
    }
    let malformed = |text: &'static str| {
        puzzle.judge(&mut Scanner::new(Box::new(std::io::Cursor::new(text)) as _), &How::default()).is_err()
    };
    assert!(["", "s col", "s col 2\nl a 1\n", "s col 2\nl a\nl b 1\nl c 1\n", "a b"].into_iter().all(malformed));
    let three = read("a,b\nb,c\n", &settings(Some(3), None)).unwrap();
    assert_eq!(judged(&*three, "s col 3\nl a 1\nl b 2\nl c 3\n"), Verdict::Right);
}

#[test]
fn formats_are_converted_into_each_other() {
    let puzzle = read("x y\n\"a b\",y\nz\n", &settings(None, None)).unwrap();
    assert_eq!(puzzle.write("pairs").unwrap(), "x,y\ny,\"a b\"\nz\n");
    let dimacs = "c 1 x\nc 2 y\nc 3 \"a b\"\nc 4 z\np edge 4 2\ne 1 2\ne 2 3\n";
    assert_eq!(puzzle.write("dimacs").unwrap(), dimacs);
    assert_eq!(read(dimacs, &settings(None, None)).unwrap().write("pairs").unwrap(), "1,2\n2,3\n4\n");
}

#[test]
fn every_picture_is_drawn_the_same_twice_and_holds_every_name() {
    let puzzle = read(AUSTRALIA, &settings(None, Some("빨강,초록,파랑"))).unwrap();
    let mut drawings = vec![puzzle.draw(None).svg()];
    solve(&*puzzle, &one(), &mut |answer| {
        drawings.push(puzzle.draw(Some(&answer)).svg());
        assert_eq!(puzzle.json(&answer)["coloring"]["노던 준주"], "초록");
        ControlFlow::Break(())
    })
    .unwrap();
    assert!(drawings.iter().all(|svg| svg.contains("태즈메이니아") && svg.contains("노던 준주")));
    assert!(drawings[1].contains("초록") && !drawings[0].contains("초록"));
    assert_eq!(drawings[0], read(AUSTRALIA, &settings(None, None)).unwrap().draw(None).svg());
    assert!(read("p edge 0 0", &settings(None, None)).unwrap().draw(None).width() > 0.0);
}

#[test]
fn the_reader_survives_every_mutation() {
    const PIECES: [&str; 16] = [
        "p edge 3 3\n",
        "e 1 2",
        "c ",
        "\"",
        "\"\"",
        ",",
        "\t",
        "#",
        "4000000000",
        "99999999999999999999",
        "-1",
        "\u{FEFF}",
        "\0",
        "\r\n",
        "한",
        " ",
    ];
    let dimacs = "c comment\np edge 5 4\ne 1 2\ne 2 3\nn 1 2\ne 3 4\ne 5 1\n";
    let mut random = Random::new(13, 0);
    let (mut graphs, mut mistakes) = (0, 0);
    for round in 0..20_000 {
        let mut text = if round % 2 == 0 { dimacs } else { AUSTRALIA }.as_bytes().to_vec();
        for _ in 0..=random.below(4) {
            let from = random.below(text.len() + 1);
            let to = (from + random.below(12)).min(text.len());
            match random.below(5) {
                0 => drop(text.drain(from..to)),
                1 => text.truncate(from),
                2 => text.extend_from_within(from..to),
                3 => drop(text.splice(from..to, random.pick(&PIECES).bytes())),
                _ => text.iter_mut().skip(from).take(1).for_each(|byte| *byte = random.below(256) as u8),
            }
        }
        let lines = text.iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
        match (coloring::KIND.read)(Box::new(std::io::Cursor::new(text)), &Settings::default()).next() {
            Some(Ok(puzzle)) => {
                graphs += 1;
                for format in ["dimacs", "pairs"] {
                    let written = puzzle.write(format).unwrap();
                    if written.starts_with("p edge 0 ") || written.is_empty() {
                        continue;
                    }
                    let again = read(&written, &Settings::default()).unwrap_or_else(|e| panic!("{written}: {e}"));
                    assert_eq!(again.model().is_ok(), puzzle.model().is_ok());
                }
            }
            Some(Err(error)) => {
                mistakes += 1;
                if let Some(malformed) = error.malformed() {
                    assert!((1..=lines).contains(&malformed.place.line), "{malformed} of {lines} lines");
                }
            }
            None => panic!("a text is one case"),
        }
    }
    assert!(graphs > 1000 && mistakes > 1000, "{graphs} graphs, {mistakes} mistakes");
}

/// Reads the chromatic numbers from the table of the data folder's README.
fn chromatic_numbers(folder: &Path) -> Vec<(String, u64, bool)> {
    let readme = fs::read_to_string(folder.join("README.md")).expect("the folder has a README");
    let rows = readme.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let number = cells.get(5)?.parse().ok()?;
        Some((cells[1].to_owned(), number, !line.contains("literature only")))
    });
    rows.collect()
}

#[test]
fn the_graphs_of_the_data_folder_have_their_chromatic_numbers() {
    let Some(data) = std::env::var_os("ENTAIL_DATA") else {
        println!("ENTAIL_DATA is not set: the graphs of the data folder are not coloured");
        return;
    };
    let folder = Path::new(&data).join("coloring");
    let (mut right, mut wrong, mut open) = (0, Vec::new(), Vec::new());
    for (name, chromatic, proved) in chromatic_numbers(&folder) {
        let text = fs::read_to_string(folder.join(format!("{name}.col"))).unwrap();
        let puzzle = read(&text, &settings(None, None)).unwrap();
        let start = Instant::now();
        let mut found = None;
        let how = one().at_most(Duration::from_secs(60));
        let end = solve(&*puzzle, &how, &mut |answer| {
            found = puzzle.json(&answer)["colors"].as_u64();
            ControlFlow::Break(())
        })
        .unwrap();
        let seconds = start.elapsed().as_secs_f64();
        println!("{name:16} {found:?} of {chromatic} {seconds:8.3} s  {}", end.unknown.clone().unwrap_or_default());
        match (end.stop, found) {
            (None, Some(found)) if found == chromatic => right += 1,
            (Some(_), found) if found >= Some(chromatic) => open.push((name, proved)),
            _ => wrong.push(name),
        }
    }
    println!("{right} right, {} wrong, {} not answered: {open:?}", wrong.len(), open.len());
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(right > 0);
}
