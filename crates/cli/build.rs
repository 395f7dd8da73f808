//! The command is linked at a fixed address where the linker is one of GNU's: the thousands of pointers in its tables need
//! no adjustment then, which was a fifth of the instructions of a short run. The unwinder is put into it, so that no shared
//! library has to be found and loaded for that alone: a tenth of the time of a short run.
//!
//! The library folder for MiniZinc is put into the command, so that an installed one can write it anywhere.

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }

    let library = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../share/minizinc/entail");
    println!("cargo::rerun-if-changed={}", library.display());
    let files = fs::read_dir(library).expect("the library folder is part of the sources");
    let mut paths: Vec<_> = files.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let files = paths.iter().map(|path| {
        let name = path.file_name().expect("a file").to_str().expect("our own names");
        let path = path.canonicalize().expect("an existing file");
        format!("({name:?}, include_str!({path:?})),\n")
    });
    let list = format!("&[\n{}]", files.collect::<String>());
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("library.rs");
    fs::write(out, list).expect("a writable output folder");
}
