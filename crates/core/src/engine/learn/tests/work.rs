//! The work of the engine is linear in what it has to read.

use super::inspect::{engine, propagate};
use crate::ask::{Assumptions, Budget};
use crate::case::Case;
use crate::engine::{Engine, Fuel, Step};
use crate::policy::Policies;

/// Three items with options in turn, two of which may be covered several times: a solution leaves
/// each of them an option in a thousand, and each of the others has the same reason.
#[test]
fn analysis_reads_the_options_of_an_item_once() {
    let (options, solutions) = (3_000, 10);
    let case = Case {
        items: vec![Some(2..=3), Some(1..=4), Some(1..=1)],
        options: (0..options)
            .map(|option| vec![(option % 3, None)])
            .collect(),
    };
    let policies = Policies::default().learn;
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    let budget = Budget::unlimited();
    let mut meter = budget.meter_after(1 << 60);
    for _ in 0..solutions {
        let mut fuel = Fuel {
            nodes: 100,
            dead_ends: 100,
        };
        assert_eq!(engine.run(&mut fuel, &mut meter), Step::Solved);
    }
    let steps = (1 << 60) - meter.left();
    assert!(steps < 100 * (options * solutions) as u64, "{steps}");
}

/// Options that share thousands of items with each other: the support rule must not read an option
/// again for each of these items.
#[test]
fn the_support_rule_reads_each_option_once() {
    let (shared, wide) = (2_000, 20);
    let mut items = vec![Some(1..=1); 2];
    items.extend(vec![None; shared]);
    let uses = |option: usize| {
        let all = (0..shared).map(|item| (item + 2, None));
        let own = [(option % 2, None)];
        own.into_iter().chain(all).collect()
    };
    let case = Case {
        items,
        options: (0..wide).map(uses).collect(),
    };
    let policies = Policies::default().learn;
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    let _ = propagate(&mut engine);
    // Two items, each with half of the options; each examination may read every use twice.
    let uses = wide * (shared + 1);
    let read = engine.agenda.read;
    assert!((1..=4 * uses + 2 * wide * shared).contains(&read), "{read}");
}
