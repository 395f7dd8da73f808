//! Puts the page and the examples of the project into the program: a list of names and contents for each folder.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    for (folder, list) in [("page", "page.rs"), ("../../examples", "examples.rs")] {
        let folder = here.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, "", &mut files);
        files.sort();
        let lines = files.iter().map(|(name, path)| format!("({name:?}, include_bytes!({path:?})),\n"));
        fs::write(out.join(list), format!("&[\n{}]", lines.collect::<String>())).expect("a writable output folder");
    }
}

/// The files below a folder with their names from there on, `/` between the parts.
fn collect(folder: &Path, within: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).expect("a folder of the sources") {
        let path = entry.expect("a readable folder").path();
        let name = format!("{within}{}", path.file_name().expect("a file").to_str().expect("our own names"));
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else {
            files.push((name, path.canonicalize().expect("an existing file")));
        }
    }
}
