//! Searches that would overflow the stack of a thread if they were recursive.

use std::thread;

use quadrille::{OptionId, Solver, Stop, Uniqueness};

use crate::problems::solver;

/// A problem of `items` items with one option each.
fn singletons(items: usize) -> Solver {
    solver(items, 0, (0..items).map(|item| vec![item]))
}

/// Runs on a stack of 64 KB. `links` examine all open items at every node, so 100,000 levels would
/// take seconds.
#[test]
fn twenty_thousand_levels_are_walked() {
    const LEVELS: usize = 20_000;
    let walk = thread::Builder::new().stack_size(1 << 16).spawn(|| {
        let solver = singletons(LEVELS);
        let mut search = solver.search();
        let answer = search.first();
        assert_eq!(answer.value.unwrap().options().len(), LEVELS);
        let answer = search.walk();
        assert_eq!(
            (answer.value.to_u64(), answer.stop),
            (Some(1), Stop::Exhausted)
        );
        assert_eq!(answer.stats.nodes, LEVELS as u64 + 1);
    });
    walk.unwrap().join().unwrap();
}

#[test]
fn a_hundred_thousand_assumptions_are_made_and_retracted() {
    const LEVELS: usize = 100_000;
    let solver = singletons(LEVELS);
    let mut search = solver.search();
    for option in 0..LEVELS as u32 {
        search.force(OptionId::new(option));
    }
    assert_eq!(search.unique().value, Uniqueness::One);
    let answer = search.first();
    assert_eq!(answer.value.unwrap().options().len(), LEVELS);
    assert_eq!(answer.stats.nodes, 1);
    search.retract_all().forbid(OptionId::new(7));
    assert_eq!(search.unique().value, Uniqueness::None);
}
