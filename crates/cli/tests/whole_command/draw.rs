//! `entail draw`: files of the right kind and size, for every kind of puzzle.

use crate::command::{entail, entail_on, path};
use crate::problems::PROBLEMS;

/// Draws a text, and gives what the file holds.
fn drawn(arguments: &[&str], text: &str, end: &str) -> Vec<u8> {
    let out = path(&format!("drawing.{end}"));
    let ran = entail_on(&[&["draw"], arguments, &["-o", &out]].concat(), text.as_bytes());
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{arguments:?}");
    std::fs::read(out).unwrap()
}

/// The width and height of a PNG.
fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") && bytes.ends_with(b"IEND\xAEB`\x82"), "a PNG");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// The number of an attribute of the SVG element.
fn attribute(svg: &str, name: &str) -> f64 {
    let start = svg.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
    svg[start..].split('"').next().unwrap().parse().unwrap()
}

fn pages(pdf: &[u8]) -> usize {
    assert!(pdf.starts_with(b"%PDF-1.") && pdf.trim_ascii_end().ends_with(b"%%EOF"), "a PDF");
    let text = String::from_utf8_lossy(pdf);
    let count = text.split("/Type /Pages").nth(1).unwrap().split("/Count ").nth(1).unwrap();
    count.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

#[test]
fn every_kind_is_drawn_as_svg_png_and_pdf_with_and_without_its_answer() {
    for problem in &PROBLEMS {
        let text = problem.several.map_or(problem.one, |(text, _)| text);
        let mut svgs = Vec::new();
        for answer in [&[][..], &["--answer"]] {
            let arguments = [&[problem.kind], problem.flags, answer].concat();
            let svg = String::from_utf8(drawn(&arguments, text, "svg")).unwrap();
            assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{arguments:?}: {svg}");
            let (width, height) = (attribute(&svg, "width"), attribute(&svg, "height"));
            assert!(width > 20.0 && height > 20.0 && width < 2000.0 && height < 2000.0, "{arguments:?}");
            let (pixels_wide, pixels_high) = png_size(&drawn(&arguments, text, "png"));
            assert!((f64::from(pixels_wide) - 2.0 * width).abs() <= 1.0, "{arguments:?}: {pixels_wide} for {width}");
            assert!((f64::from(pixels_high) - 2.0 * height).abs() <= 1.0, "{arguments:?}: {pixels_high} for {height}");
            let pdf = drawn(&arguments, text, "pdf");
            assert_eq!(
                pages(&pdf),
                if answer.is_empty() { 1 } else { 2 },
                "{arguments:?}: the answer has its own page"
            );
            svgs.push(svg);
        }
        assert_ne!(svgs[0], svgs[1], "{}: the answer is to be seen", problem.kind);
    }
}

#[test]
fn the_same_puzzle_gives_the_same_bytes() {
    for problem in &PROBLEMS {
        let arguments = [&[problem.kind], problem.flags, &["--answer"]].concat();
        for end in ["svg", "png", "pdf"] {
            assert_eq!(drawn(&arguments, problem.one, end), drawn(&arguments, problem.one, end), "{arguments:?}");
        }
    }
}

#[test]
fn several_puzzles_stand_on_one_sheet() {
    let one = String::from_utf8(drawn(&["queens", "5"], "", "svg")).unwrap();
    let four = String::from_utf8(drawn(&["queens", "5 5 5 5"], "", "svg")).unwrap();
    assert!(attribute(&four, "width") > attribute(&one, "width"));
    let pdf = drawn(&["queens", "--answer"], &"6\n".repeat(30), "pdf");
    assert!((3..60).contains(&pages(&pdf)), "several puzzles to a page: {}", pages(&pdf));
}

#[test]
fn the_end_of_the_name_must_be_svg_png_or_pdf_in_any_case() {
    for name in ["drawing.txt", "drawing", "drawing.svg.gz", "svg"] {
        let out = path(name);
        let ran = entail(&["draw", "queens", "4", "-o", &out]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{name}: {}", ran.err);
        assert!(ran.err.contains(".svg, .png or .pdf") && ran.err.contains(&out), "{}", ran.err);
        assert!(!std::fs::exists(&out).unwrap());
    }
    assert!(drawn(&["queens", "4"], "", "SVG").starts_with(b"<svg "));
    assert_eq!(entail(&["draw", "queens", "4"]).status, 2, "the name is missing");
    let ran = entail(&["draw", "queens", "4", "-o", &path("no/such/folder.svg")]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("folder.svg"), "{}", ran.err);
}

#[test]
fn nothing_is_written_for_a_malformed_puzzle() {
    for problem in &PROBLEMS {
        let out = path("drawing.svg");
        let ran = problem.run("draw", &["-o", &out], "\u{1}\n");
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}: {}", problem.kind, ran.err);
        let place = "entail: <stdin>, line 1, column 1: found ";
        assert!(ran.err.starts_with(place), "{}: {}", problem.kind, ran.err);
        assert!(!std::fs::exists(&out).unwrap(), "{}", problem.kind);
    }
}

#[test]
fn a_puzzle_without_an_answer_is_drawn_without_it_and_has_status_1() {
    for problem in &PROBLEMS {
        let Some(none) = problem.none else { continue };
        let out = path("none.svg");
        let ran = problem.run("draw", &["--answer", "-o", &out], none);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", problem.kind);
        assert!(ran.err.starts_with("entail: <stdin>, case 1: no answer"), "{}: {}", problem.kind, ran.err);
        assert!(std::fs::read_to_string(out).unwrap().starts_with("<svg "));
        let out = path("none.svg");
        assert_eq!(problem.run("draw", &["-o", &out], none).status, 0, "{}: nobody asked", problem.kind);
    }
}

#[test]
fn letters_of_every_script_are_shapes_in_the_files() {
    let map = "\"노던 준주\",퀸즐랜드\nשלום,Ελλάδα\n";
    for end in ["svg", "png", "pdf"] {
        let latin = drawn(&["coloring"], "ab,cd\nef,gh\n", end).len();
        assert!(drawn(&["coloring", "--answer"], map, end).len() > latin, "{end}");
    }
}

#[test]
fn what_generate_makes_can_be_drawn() {
    for arguments in [
        &["kakuro", "--size", "6"][..],
        &["sudoku"],
        &["cryptarithm"],
        &["wordsearch", "LOGIC", "TRAIL", "--grid", "6x6"],
    ] {
        let made = entail(&[&["generate"], arguments, &["--seed", "2", "--count", "2"]].concat());
        assert_eq!(made.status, 0, "{}", made.err);
        for end in ["svg", "png", "pdf"] {
            assert!(!drawn(&[arguments[0], "--answer"], &made.out, end).is_empty());
        }
    }
}
