//! The command is linked at a fixed address where the linker is one of GNU's: the thousands of pointers in its tables need
//! no adjustment then, which was a fifth of the instructions of a short run.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |name: &str| std::env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("OS") == "linux" && target("ENV") == "gnu" && target("ARCH") == "x86_64" {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
