//! The prices of options, compared with all solutions of a reference.

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::{CostRange, Limits, OptionId, Search, Sense, Solver};

use crate::best::{expected, problem, with_costs};
use crate::case::{Case, cases, coloured_cases, multiple_cases};

type Covers = [(i64, Vec<OptionId>)];

/// The best cost of the solutions that use an option, or of those that do not.
fn best_of(covers: &Covers, sense: Sense, option: OptionId, uses: bool) -> Option<i64> {
    let of_side = covers
        .iter()
        .filter(|cover| cover.1.contains(&option) == uses);
    of_side
        .map(|cover| cover.0)
        .min_by_key(|&cost| sense.loss(cost))
}

/// A bound must hold. If there is none, there must be no solution.
fn check_bound(range: CostRange, best: Option<i64>) {
    match (range.bound, best) {
        (Some(bound), Some(best)) => {
            assert!(
                range.sense.loss(bound) <= range.sense.loss(best),
                "{range:?} {best}"
            );
        }
        (None, Some(best)) => panic!("no solution, but there is one of cost {best}"),
        (_, None) => {}
    }
}

fn ask(search: &mut Search, covers: &Covers, option: OptionId, sense: Sense) {
    let [with, without] = [true, false].map(|uses| best_of(covers, sense, option, uses));
    search.limits(Limits::new());
    let bounds = search.price_bounds(sense, option);
    assert!(bounds.is_complete());
    let (question, bounds) = (search.question().clone(), bounds.value);
    check_bound(bounds.with, with);
    check_bound(bounds.without, without);

    let exact = search.price_of(sense, option);
    assert!(exact.is_complete());
    for (range, best) in [(exact.value.with, with), (exact.value.without, without)] {
        assert_eq!((range.best, range.sense), (best, sense));
        check_bound(range, best);
        // What is complete leaves no gap.
        assert_eq!(range.bound, best);
    }
    for most in [
        0,
        1,
        exact.stats.nodes / 2,
        exact.stats.nodes.saturating_sub(1),
    ] {
        let stopped = search
            .limits(Limits::new().nodes(most))
            .price_of(sense, option);
        assert!(stopped.stats.nodes <= most);
        for (range, best) in [(stopped.value.with, with), (stopped.value.without, without)] {
            check_bound(range, best);
            let is_no_better = |found: i64| {
                best.is_some_and(|best| range.sense.loss(best) <= range.sense.loss(found))
            };
            assert!(range.best.is_none_or(is_no_better));
        }
    }
    assert_eq!(*search.question(), question);
}

fn against_the_reference(cases: BoxedStrategy<Case>) {
    let option = || (0..14_u32).prop_map(OptionId::new);
    let assumed = (vec(option(), 0..2), vec(option(), 0..3));
    proptest!(|((case, costs) in with_costs(cases), (forced, forbidden) in assumed, option in option())| {
        let solver = Solver::new(problem(&case, &costs));
        let mut search = solver.search();
        for sense in [Sense::Min, Sense::Max] {
            ask(&mut search, &expected(&case, &costs, &[], &[]), option, sense);
        }
        for &option in &forced {
            search.force(option);
        }
        for &option in &forbidden {
            search.forbid(option);
        }
        let covers = expected(&case, &costs, &forced, &forbidden);
        for option in forced.iter().chain(&forbidden).copied().chain([option]) {
            for sense in [Sense::Min, Sense::Max] {
                ask(&mut search, &covers, option, sense);
            }
        }
    });
}

#[test]
fn plain_problems() {
    against_the_reference(cases().boxed());
}

#[test]
fn problems_with_colours() {
    against_the_reference(coloured_cases().boxed());
}

#[test]
fn problems_with_multiplicities() {
    against_the_reference(multiple_cases().boxed());
}

/// The reduced cost says more than the bound of all costs.
#[test]
fn prices_tell_the_two_sides_apart() {
    let text = b"a b c\na |3\nb |4\nc |1\na b |9\nb c |2\na b c |10\n";
    let solver = Solver::new(quadrille::text::dlx::read(text).unwrap());
    let mut search = solver.search();
    let sides = |sense, option, search: &mut Search| {
        let price = search.price_bounds(sense, OptionId::new(option)).value;
        (price.with.bound, price.without.bound)
    };
    assert_eq!(sides(Sense::Min, 3, &mut search), (Some(10), Some(5)));
    let exact = search.price_of(Sense::Min, OptionId::new(3)).value;
    assert_eq!((exact.with.best, exact.without.best), (Some(10), Some(5)));
}
