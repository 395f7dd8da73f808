//! `entail minizinc --install`: what is written, what is refused, and a model solved through MiniZinc where it is installed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{entail, path, start};
use crate::run::{run, with_pipes};

/// A folder that no other test writes into, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(path(name));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder for tests can be written");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are UTF-8")
}

#[test]
fn description_and_library_are_written_where_asked() {
    let folder = folder("solvers");
    let ran = entail(&["minizinc", "--install", "--dir", text(&folder)]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains(text(&folder.join("entail.msc"))), "{}", ran.out);
    assert!(ran.out.ends_with("minizinc --solver entail MODEL.mzn\n"), "{}", ran.out);

    let description = fs::read(folder.join("entail.msc")).expect("the description");
    let description: serde_json::Value = serde_json::from_slice(&description).expect("JSON");
    assert_eq!(description["id"], "org.entail.entail");
    assert_eq!(description["version"], env!("CARGO_PKG_VERSION"));
    assert!(Path::new(description["executable"].as_str().expect("a path")).is_file());

    let share = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../share/minizinc/entail");
    let library = folder.join(description["mznlib"].as_str().expect("a path"));
    let files = |folder: &Path| {
        let names = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    };
    assert_eq!(files(&library), files(&share));
    for name in files(&share) {
        assert_eq!(fs::read(library.join(&name)).ok(), fs::read(share.join(&name)).ok(), "{name:?}");
    }
}

#[test]
fn installing_again_removes_what_an_earlier_version_left() {
    let folder = folder("twice");
    for _ in 0..2 {
        assert_eq!(entail(&["minizinc", "--install", "--dir", text(&folder)]).status, 0);
        fs::write(folder.join("entail/fzn_of_yesterday.mzn"), "").expect("a writable folder");
    }
    assert_eq!(entail(&["minizinc", "--install", "--dir", text(&folder)]).status, 0);
    assert!(!folder.join("entail/fzn_of_yesterday.mzn").exists());
}

#[test]
fn folder_of_somebody_else_is_left_alone() {
    let folder = folder("foreign");
    fs::create_dir(folder.join("entail")).expect("a writable folder");
    fs::write(folder.join("entail/diary.txt"), "dear").expect("a writable folder");
    let ran = entail(&["minizinc", "--install", "--dir", text(&folder)]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("not Entail's"), "{}", ran.err);
    assert!(folder.join("entail/diary.txt").exists());
}

#[test]
fn command_without_its_solver_beside_it_says_so() {
    let folder = folder("alone");
    let alone = folder.join("entail");
    // A copy could still be open for writing in a process that another test starts meanwhile.
    fs::hard_link(env!("CARGO_BIN_EXE_entail"), &alone).expect("a link");
    let ran = run(with_pipes(Command::new(alone), &["minizinc", "--install", "--dir", text(&folder)]), b"");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("fzn-entail"), "{}", ran.err);
    assert!(!folder.join("entail.msc").exists());
}

#[test]
fn something_to_do_must_be_said() {
    let ran = entail(&["minizinc"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--install"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn minizinc_finds_the_solver_in_the_folder_of_the_user() {
    let home = folder("home");
    let mut install = start(&["minizinc", "--install"]);
    install.env("HOME", &home);
    let ran = run(install, b"");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(home.join(".minizinc/solvers/entail.msc").is_file());

    let model = home.join("model.mzn");
    fs::write(
        &model,
        "include \"globals.mzn\";\narray[0..2] of var 1..3: x;\nvar set of 1..3: s;\n\
         constraint all_different(x) /\\ x[0] < x[2] /\\ sum(i in 0..2)(x[i] * (i + 1)) = 14;\n\
         constraint card(s) = 2 /\\ not (x[1] in s);\nsolve satisfy;\noutput [\"\\(x) \\(s)\\n\"];\n",
    )
    .expect("a writable folder");
    let arguments = ["--solver", "entail", text(&model)];
    let mut minizinc = with_pipes(Command::new("minizinc"), &arguments);
    minizinc.env("HOME", &home).env_remove("MZN_SOLVER_PATH");
    if Command::new("minizinc").arg("--version").output().is_err() {
        eprintln!("minizinc is not installed: nothing is solved through it");
        return;
    }
    let ran = run(minizinc, b"");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "[1, 2, 3] {1,3}\n----------\n");
}
