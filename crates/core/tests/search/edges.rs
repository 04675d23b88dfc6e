//! The smallest problems.

use quadrille::{Limits, OptionId, Stop, Uniqueness};

use crate::problems::solver;

#[test]
fn without_primary_items_the_only_solution_is_empty() {
    for (secondary, options) in [
        (0, vec![]),
        (0, vec![vec![]]),
        (2, vec![]),
        (2, vec![vec![0], vec![0, 1], vec![]]),
    ] {
        let solver = solver(0, secondary, options);
        let mut search = solver.search();
        let solutions: Vec<_> = search.solutions().collect();
        assert_eq!(solutions.len(), 1);
        assert!(solutions[0].options().is_empty());
        let answer = search.count();
        assert_eq!(
            (answer.value.to_u64(), answer.stop),
            (Some(1), Stop::Exhausted)
        );
        assert_eq!(answer.stats.nodes, 1);
        assert_eq!(search.unique().value, Uniqueness::One);
        search.force(OptionId::new(0)); // dropped, or unknown
        assert_eq!(search.unique().value, Uniqueness::None);
        assert_eq!(search.retract_all().unique().value, Uniqueness::One);
    }
}

#[test]
fn an_item_without_options_cannot_be_covered() {
    let solver = solver(2, 0, [vec![0], vec![0]]);
    let answer = solver.search().first();
    assert_eq!((answer.value, answer.stop), (None, Stop::Exhausted));
    assert_eq!(answer.stats.nodes, 1);
}

#[test]
fn a_limit_of_no_solutions_walks_nothing() {
    let solver = solver(1, 0, [vec![0]]);
    let mut search = solver.search();
    search.limits(Limits::new().solutions(0));
    let answer = search.first();
    assert_eq!((answer.value, answer.stop), (None, Stop::Solutions));
    assert_eq!(answer.stats.nodes, 0);
    assert_eq!(search.unique().value, Uniqueness::Unknown);
    let mut solutions = search.solutions();
    assert_eq!(solutions.stop(), Some(Stop::Solutions));
    assert_eq!(solutions.next(), None);
}

/// No option can be both forced and forbidden. An unknown option cannot be forced, and forbidding
/// it has no effect.
#[test]
fn contradicting_assumptions_leave_no_solution() {
    let solver = solver(2, 0, [vec![0], vec![1], vec![0, 1]]);
    let mut search = solver.search();
    let [one, both, unknown] = [0, 2, u32::MAX].map(OptionId::new);
    assert!(search.force(one).force(both).count().value.is_zero());
    assert_eq!(search.retract(both).count().value, 1);
    assert!(search.forbid(one).count().value.is_zero());
    assert_eq!(search.retract(one).count().value, 2);
    assert!(search.force(unknown).count().value.is_zero());
    assert_eq!(search.retract(unknown).count().value, 2);
    assert_eq!(search.forbid(unknown).count().value, 2);
}
