//! Everything that the engine concludes and learns, checked by brute force on small problems, in
//! every state at which it pauses and at the conflict that comes next.

mod cases;
mod formula;
mod inspect;
mod stopped;
mod watcher;
mod work;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use self::cases::{assumed, memory, pairs, policies, queries, seats, workers};
use self::inspect::{engine, inspect_watches, propagate};
use self::watcher::{KINDS, Tally, Watcher};
use super::literal::Literal;
use super::state::Reason;
use super::{End, Learn};
use crate::ask::{Assumptions, Budget, Stop};
use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::engine::{Engine, Fuel, Step};
use crate::policy::{LearnPolicies, Policies};
use crate::problem::OptionId;

proptest! {
    #[test]
    fn all_that_is_concluded_and_learned_follows(
        (case, assumptions) in assumed(), policies in policies(), memory in memory(),
    ) {
        let mut tally = Tally::default();
        if let Some(mut watcher) = Watcher::new(&case, &assumptions, policies, memory, &mut tally) {
            prop_assert!(watcher.solutions(usize::MAX));
            prop_assert_eq!(watcher.engine.status.end, Some(End::Exhausted));
        }
    }

    /// What is learned under assumptions holds without them.
    #[test]
    fn all_that_is_learned_under_assumptions_follows(
        case in prop_oneof![cases(), coloured_cases(), multiple_cases()],
        policies in policies(), memory in memory(), queries in queries(),
    ) {
        let (mut tally, none) = (Tally::default(), Assumptions::new());
        let mut watcher = Watcher::new(&case, &none, policies, memory, &mut tally).unwrap();
        queries.iter().for_each(|query| query.ask(&mut watcher, case.options.len()));
    }
}

/// The tests above meet every kind of conclusion, of conflict and of event, on the same problems in
/// every run.
#[test]
fn every_kind_of_conclusion_is_checked() {
    let mut runner = TestRunner::deterministic();
    let strategy = (assumed(), policies(), memory(), queries());
    let mut tally = Tally::default();
    for _ in 0..300 {
        let ((case, assumptions), policies, memory, queries) =
            strategy.new_tree(&mut runner).unwrap().current();
        if let Some(mut watcher) = Watcher::new(&case, &assumptions, policies, memory, &mut tally) {
            assert!(watcher.solutions(usize::MAX));
        }
        let watcher = Watcher::new(&case, &Assumptions::new(), policies, memory, &mut tally);
        let mut watcher = watcher.unwrap();
        for query in queries {
            query.ask(&mut watcher, case.options.len());
        }
    }
    for first in [4, 20] {
        let policies = LearnPolicies {
            restart: 4,
            first,
            more: 2,
            ..Policies::default().learn
        };
        for case in (3..8).map(workers).chain([seats(6), pairs(7)]) {
            let watcher = Watcher::new(&case, &Assumptions::new(), policies, 1 << 20, &mut tally);
            watcher.unwrap().solutions(1);
        }
    }
    for kind in KINDS {
        let count = tally.get(kind).copied();
        assert!(count >= Some(5), "{kind}: {tally:?}");
    }
    assert_eq!(tally.len(), KINDS.len());
}

/// Clauses move when others are deleted. No reason may name a place of before.
#[test]
fn no_reason_is_a_forgotten_clause() {
    let uses = |option: usize| vec![(option / 2, None)];
    let case = Case {
        items: vec![Some(1..=1); 5],
        options: (0..10).map(uses).collect(),
    };
    let policies = LearnPolicies {
        share: 0.5,
        tier: 2,
        ..Policies::default().learn
    };
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    for glue in [9, 7, 5] {
        let clause = [glue, 0, 2].map(Literal::chosen);
        engine.clauses.add(&clause, glue, false);
    }
    for option in [0, 2] {
        engine.state.assign(Literal::dead(option), Reason::None);
    }
    assert_eq!(propagate(&mut engine), None);
    let by_clause = |engine: &Learn| {
        let facts = engine.state.facts.iter();
        facts
            .filter(|fact| matches!(fact.reason, Reason::Clause(_)))
            .count()
    };
    assert_eq!(by_clause(&engine), 3);
    engine.forget();
    assert_eq!(
        (by_clause(&engine), engine.clauses.places().count()),
        (0, 2)
    );
    inspect_watches(&engine);
}

/// A proof needs the conclusions of the support rule at the root, also if excluding a solution ends
/// the search.
#[test]
fn the_root_is_logged_before_a_solution_is_excluded() {
    let options = [&[0, 1, 2][..], &[2], &[0, 3], &[0, 1], &[1, 2, 3]];
    let uses = |items: &[usize]| items.iter().map(|&item| (item, None)).collect();
    let case = Case {
        items: vec![Some(1..=1), Some(1..=1), Some(1..=1), None],
        options: options.into_iter().map(uses).collect(),
    };
    let policies = Policies::default().learn;
    let mut engine = engine(&case.problem(), &Assumptions::new(), policies, 1 << 20);
    let [zero, one, two, three] = [0, 1, 2, 3].map(OptionId::new);
    engine.exclude(&[zero]);
    let mut fuel = Fuel {
        nodes: 1,
        dead_ends: 1,
    };
    let step = engine.run(&mut fuel, &mut Budget::unlimited().meter());
    assert_eq!(step, Step::Solved);
    engine.assume(&[]);
    engine.exclude(&[one, three]);
    assert_eq!(engine.status.end, Some(End::Exhausted));
    let mut clauses = Vec::new();
    let taken = engine.take_log(|clause| {
        clauses.push(clause.collect::<Vec<_>>());
        Ok::<_, Stop>(())
    });
    assert_eq!(taken, Ok(()));
    clauses.sort();
    assert_eq!(clauses, [[(two, false)]]);
}
