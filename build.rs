//! Links the program to a fixed address on Linux. A program that can lie anywhere has 22,000
//! addresses to adjust at each start, which takes 0.3 ms: a third of the time of a small problem.

#![allow(clippy::print_stdout, reason = "this is how a build script answers")]

fn main() {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
