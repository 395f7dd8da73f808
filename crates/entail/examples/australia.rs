//! Map colouring: the seven regions of Australia in three colours, neighbours in different ones.

use std::fmt::Write;

use entail::prelude::*;

const REGIONS: [(&str, &str); 7] = [
    ("서오스트레일리아", "Western Australia"),
    ("노던 준주", "Northern Territory"),
    ("남오스트레일리아", "South Australia"),
    ("퀸즐랜드", "Queensland"),
    ("뉴사우스웨일스", "New South Wales"),
    ("빅토리아", "Victoria"),
    ("태즈메이니아", "Tasmania"),
];

const BORDERS: [[&str; 2]; 9] = [
    ["Western Australia", "Northern Territory"],
    ["Western Australia", "South Australia"],
    ["Northern Territory", "South Australia"],
    ["Northern Territory", "Queensland"],
    ["South Australia", "Queensland"],
    ["South Australia", "New South Wales"],
    ["South Australia", "Victoria"],
    ["Queensland", "New South Wales"],
    ["New South Wales", "Victoria"],
];

#[derive(Clone, Copy, PartialEq)]
enum Colour {
    Red,
    Green,
    Blue,
}

impl Colour {
    fn name(self) -> &'static str {
        match self {
            Colour::Red => "빨강 red",
            Colour::Green => "초록 green",
            Colour::Blue => "파랑 blue",
        }
    }
}

/// The number of colourings, and the one that starts with three colours given.
pub fn run() -> Result<String, CspError<&'static str>> {
    let mut map = Csp::new();
    map.variables(REGIONS.map(|(_, english)| english), [Colour::Red, Colour::Green, Colour::Blue])?;
    for border in BORDERS {
        map.constraint(border, |[a, b]| a != b)?;
    }

    let mut out = String::new();
    let _ = writeln!(out, "{} colourings", map.count()?);
    let given = Assignment::from([
        ("Western Australia", Colour::Red),
        ("Northern Territory", Colour::Green),
        ("Tasmania", Colour::Green),
    ]);
    if let Some(colours) = map.solve_from(&given)? {
        for (korean, english) in REGIONS {
            let _ = writeln!(out, "{korean} {english}: {}", colours[english].name());
        }
    }
    Ok(out)
}

fn main() -> Result<(), CspError<&'static str>> {
    print!("{}", run()?);
    Ok(())
}
