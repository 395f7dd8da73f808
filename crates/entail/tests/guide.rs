//! The guide quotes the engine's source as it is. (Its runnable code is run as doctests.)

use std::fs;
use std::path::Path;

#[test]
fn what_the_guide_quotes_is_in_the_files_it_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let chapter = fs::read_to_string(root.join("docs/guide/propagator.md")).unwrap();
    let mut source = String::new();
    let mut quoted = 0;
    let mut lines = chapter.lines();
    while let Some(line) = lines.next() {
        if let Some(path) = line.strip_prefix("From `").and_then(|rest| rest.strip_suffix("`:")) {
            source = fs::read_to_string(root.join(path)).unwrap();
        } else if line == "```rust,ignore" {
            let excerpt: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            assert!(source.contains(&excerpt.join("\n")), "not in the source any more:\n{}", excerpt.join("\n"));
            quoted += 1;
        }
    }
    assert_eq!(quoted, 4);
}

#[test]
fn the_chapters_that_the_contents_name_are_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let contents = fs::read_to_string(folder.join("README.md")).unwrap();
    let links: Vec<&str> = contents.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(links.len() >= 6, "{links:?}");
    for link in links {
        assert!(folder.join(link).is_file(), "{link}");
    }
}
