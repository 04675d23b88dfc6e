//! Compares the library and the program with references that share no code with them, on random
//! problems of many families.
//!
//! ```console
//! $ QUADRILLE_CASES=1000000 QUADRILLE_SEED=7 cargo test --release --test differential -- --nocapture
//! ```
//!
//! Without the variables it runs 1,000 problems of one seed. Problem `i` of a seed and its
//! questions are the same on every machine. A problem that fails is made smaller, and printed with
//! the command that runs it alone: `QUADRILLE_CASE=i` with the same seed. The run ends after
//! `QUADRILLE_FAILURES` failures, 10 by default.
#![allow(
    clippy::print_stderr,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may print and panic"
)]

mod case;
mod checks;
mod families;
#[path = "../../crates/core/tests/support/naive/mod.rs"]
mod naive;
mod random;
mod reference;
mod run;
mod shrink;

/// Reads a number from an environment variable.
fn variable(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name} is {value:?}, expected a number")),
    )
}

#[test]
fn the_library_agrees_with_the_references() {
    let seed = variable("QUADRILLE_SEED").unwrap_or(13);
    let numbers = match variable("QUADRILLE_CASE") {
        Some(number) => number..number + 1,
        None => 0..variable("QUADRILLE_CASES").unwrap_or(1_000),
    };
    let most_failures = variable("QUADRILLE_FAILURES").unwrap_or(10);
    let failures = run::run(seed, numbers, most_failures);
    assert_eq!(failures, 0, "some problems failed, see the output above");
}
