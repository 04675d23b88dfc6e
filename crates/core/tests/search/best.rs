//! The cheapest solutions, compared with all solutions of a reference.

use std::ops::ControlFlow;

use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::{
    Best, BuildError, CancelToken, Costed, Decimal, Limits, OptionId, Problem, Search, Sense,
    Settings, Solver, Stop, verify,
};

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::puzzles;

/// A case with a cost for each option. Many costs are 0, equal or negative, and many are huge.
pub(crate) fn with_costs(cases: BoxedStrategy<Case>) -> impl Strategy<Value = (Case, Vec<i64>)> {
    let most = i64::MAX / 14;
    let few = prop_oneof![Just(0_i64), 0..4_i64];
    let some = 0..1000_i64;
    let huge = prop_oneof![most - 3..=most, 0..=most];
    let signed = prop_oneof![-3..4_i64, -1000..1000_i64];
    let huge_signed = prop_oneof![most - 3..=most, -most..=3 - most, -most..=most];
    let costs = prop_oneof![
        vec(few, 14),
        vec(some, 14),
        vec(huge, 14),
        vec(signed, 14),
        vec(huge_signed, 14),
    ];
    (cases, costs)
}

pub(crate) fn problem(case: &Case, costs: &[i64]) -> Problem {
    problem_with_decimals(case, costs, 0)
}

/// The costs are in units of `10^-decimals`.
fn problem_with_decimals(case: &Case, costs: &[i64], decimals: u32) -> Problem {
    let plain = case.problem();
    let mut builder = Problem::builder();
    for item in plain.items() {
        match plain.multiplicity(item) {
            Some(times) => builder.multiple(plain.name(item), times),
            None => builder.secondary(plain.name(item)),
        }
        .unwrap();
    }
    for colour in plain.colours() {
        builder.colour(plain.colour_name(colour)).unwrap();
    }
    for (option, &cost) in plain.options().zip(costs) {
        let same = builder.option(plain.uses_of(option)).unwrap();
        builder
            .add_cost(same, Decimal::new(cost, decimals))
            .unwrap();
    }
    builder.build()
}

/// The solutions that satisfy the assumptions, with their costs, in the documented order.
pub(crate) fn expected(
    case: &Case,
    costs: &[i64],
    forced: &[OptionId],
    forbidden: &[OptionId],
) -> Vec<(i64, Vec<OptionId>)> {
    let mut covers = case.covers();
    covers.retain(|cover| {
        forced.iter().all(|option| cover.contains(option))
            && !forbidden.iter().any(|option| cover.contains(option))
    });
    let cost = |cover: &Vec<OptionId>| cover.iter().map(|option| costs[option.index()]).sum();
    let mut covers: Vec<(i64, _)> = covers.into_iter().map(|c| (cost(&c), c)).collect();
    covers.sort_unstable();
    covers
}

fn costs_and_options(best: &Best) -> Vec<(i64, Vec<OptionId>)> {
    let solutions = best.solutions.iter();
    solutions
        .map(|costed| (costed.cost, costed.solution.options().to_vec()))
        .collect()
}

/// Checks the bounds of an answer, which hold even if a limit stopped the search.
fn check_bounds(best: &Best, expected: &[(i64, Vec<OptionId>)]) {
    let least = expected.first().map(|first| first.0);
    match (best.bound, least) {
        (Some(bound), Some(least)) => assert!(
            best.sense.loss(bound) <= best.sense.loss(least),
            "{bound} is not a bound of {least}"
        ),
        (bound, least) => assert!(least.is_none(), "{bound:?} is not a bound of {least:?}"),
    }
    for found in costs_and_options(best) {
        assert!(expected.contains(&found));
    }
    let key = |costed: &Costed| (best.sense.loss(costed.cost), costed.solution.clone());
    assert!(best.solutions.is_sorted_by_key(key));
    if best.is_optimal() {
        assert_eq!(best.cost(), least);
    }
}

/// Asks for the cheapest and for the dearest solutions. Expects these, which are sorted by cost.
pub(crate) fn ask(search: &mut Search, k: usize, expected: &[(i64, Vec<OptionId>)]) {
    ask_by(Sense::Min, search, k, expected);
    let mut dearest = expected.to_vec();
    dearest.sort_by_key(|(cost, options)| (-cost, options.clone()));
    ask_by(Sense::Max, search, k, &dearest);
}

fn ask_by(sense: Sense, search: &mut Search, k: usize, expected: &[(i64, Vec<OptionId>)]) {
    search.limits(Limits::new());
    let least = expected.first().map(|first| first.0);
    let ties = expected.iter().filter(|cover| Some(cover.0) == least);
    let ties = ties.count() as u64;

    let answer = search.best_by(sense, k);
    assert!(answer.is_complete());
    assert_eq!(
        costs_and_options(&answer.value),
        expected[..k.min(expected.len())]
    );
    assert_eq!(answer.value.ties, ties);
    assert_eq!(answer.value.bound, least);
    assert_eq!(answer.value.is_optimal(), k > 0 && least.is_some());
    let nodes = answer.stats.nodes;

    let answer = match sense {
        Sense::Min => search.cheapest(),
        Sense::Max => search.dearest(),
    };
    assert!(answer.is_complete());
    check_bounds(&answer.value, expected);
    assert_eq!(answer.value.cost(), least);

    let answer = search.best_with_few_ties(sense);
    assert!(answer.is_complete());
    check_bounds(&answer.value, expected);
    assert_eq!(answer.value.cost(), least);
    if answer.value.has_all_ties {
        assert_eq!(answer.value.ties, ties);
        assert_eq!(
            costs_and_options(&answer.value),
            expected[..expected.len().min(1)]
        );
    }

    for &(cost, _) in expected.iter().take(3) {
        let as_good = |cover: &&(i64, _)| sense.loss(cover.0) <= sense.loss(cost);
        let answer = search.count_within(sense, cost);
        assert!(answer.is_complete());
        assert_eq!(answer.value, expected.iter().filter(as_good).count() as u64);
    }
    if sense == Sense::Min {
        let prices = search.prices();
        assert!(prices.is_complete());
        assert!(least.is_none_or(|least| prices.value.bound.is_some_and(|bound| bound <= least)));
    }

    for most in [0, 1, 2, nodes / 2, nodes.saturating_sub(1)] {
        let answer = search.limits(Limits::new().nodes(most)).best_by(sense, k);
        check_bounds(&answer.value, expected);
        let complete = most >= nodes;
        assert_eq!(answer.is_complete(), complete, "{most} of {nodes}");
    }
}

/// Checks that decimals change nothing but the decimal point.
fn ask_with_decimals(case: &Case, costs: &[i64], decimals: u32) {
    let solver = Solver::new(problem_with_decimals(case, costs, decimals));
    let expected = expected(case, costs, &[], &[]).into_iter();
    let expected: Vec<_> = expected
        .map(|(cost, options)| (Decimal::new(cost, decimals), options))
        .collect();
    let best = solver.search().best(usize::MAX).value;
    let found = costs_and_options(&best).into_iter();
    let found: Vec<_> = found
        .map(|(cost, options)| (best.decimal(cost), options))
        .collect();
    assert_eq!(found, expected);
}

/// Settings under which trials are left out, or end early and use the linear relaxation.
fn settings() -> impl Strategy<Value = Settings> {
    let policies = prop_oneof![
        Just(vec![]),
        Just(vec![("costs.trials", 0)]),
        (1..9_u32).prop_map(|relaxed| {
            let trials = [("costs.trial", 1), ("costs.relaxed_for", 1)];
            let relaxation = [("costs.relaxed_part", 1), ("costs.relaxed", relaxed)];
            trials.into_iter().chain(relaxation).collect()
        }),
    ];
    let with_ties = (policies, 0..5_u32);
    with_ties.prop_map(|(mut policies, ties)| {
        policies.push(("costs.ties", ties));
        let set = |settings: Settings, (name, value): (&str, u32)| {
            settings.policy(name, f64::from(value)).unwrap()
        };
        policies.into_iter().fold(Settings::new(), set)
    })
}

fn against_the_reference(cases: BoxedStrategy<Case>) {
    let option = || (0..14_u32).prop_map(OptionId::new);
    let assumed = (vec(option(), 0..2), vec(option(), 0..3));
    proptest!(|((case, costs) in with_costs(cases), (forced, forbidden) in assumed, k in 0..9_usize, decimals in 1..10_u32, settings in settings())| {
        let problem = problem(&case, &costs);
        let solver = Solver::with_settings(problem, &settings);
        let mut search = solver.search();
        ask(&mut search, k, &expected(&case, &costs, &[], &[]));
        for &option in &forced {
            search.force(option);
        }
        for &option in &forbidden {
            search.forbid(option);
        }
        ask(&mut search, k.max(1), &expected(&case, &costs, &forced, &forbidden));
        search.retract_all().order(quadrille::Order::Random(7));
        ask(&mut search, usize::MAX, &expected(&case, &costs, &[], &[]));
        ask_with_decimals(&case, &costs, decimals);
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

/// Langford pairs for n = 8: large enough to stop in the middle.
fn langford() -> Solver {
    Solver::new(puzzles::langford::langford_at_cost(8).unwrap())
}

#[test]
fn the_k_cheapest_are_those_of_all_solutions() {
    for problem in [
        puzzles::langford::langford_at_cost(8),
        puzzles::queens_at_cost::queens_at_cost(8),
        puzzles::crews::crews(&puzzles::crews::FLIGHTS, 4),
    ] {
        let solver = Solver::new(problem.unwrap());
        let mut all = Vec::new();
        solver.search().for_each(|options| {
            let cost: i64 = options.iter().map(|&o| solver.problem().cost(o)).sum();
            let mut options = options.to_vec();
            options.sort_unstable();
            all.push((cost, options));
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        for k in [1, 5, 30, 1000] {
            let best = solver.search().best(k).value;
            assert_eq!(costs_and_options(&best), all[..k.min(all.len())]);
        }
    }
}

#[test]
fn a_stopped_walk_reports_a_valid_bound() {
    let solver = langford();
    let mut search = solver.search();
    let whole = search.best(1);
    assert_eq!(
        (whole.value.cost(), whole.value.bound),
        (Some(544), Some(544))
    );
    let mut bound = 0;
    for most in 0..whole.stats.nodes {
        let answer = search.limits(Limits::new().nodes(most)).best(1);
        assert_eq!((answer.stop, answer.stats.nodes), (Stop::Nodes, most));
        let next = answer.value.bound.unwrap();
        assert!(bound <= next && next <= 544);
        bound = next;
    }
    // The bound at the root is already close.
    let answer = search.limits(Limits::new().nodes(0)).best(1);
    assert!(answer.value.solutions.is_empty() && answer.value.bound > Some(500));
}

#[test]
fn solution_limits_and_cancel_tokens_stop_the_search() {
    let solver = langford();
    let mut search = solver.search();
    let answer = search.limits(Limits::new().solutions(1)).best(3);
    assert_eq!(answer.stop, Stop::Solutions);
    assert_eq!(answer.value.solutions.len(), 1);
    let options = answer.value.solutions[0].solution.options().to_vec();
    assert_eq!(verify(solver.problem(), &options), Ok(()));

    let token = CancelToken::new();
    token.cancel();
    let answer = search.limits(Limits::new().cancel(&token)).best(1);
    assert_eq!(answer.stop, Stop::Cancelled);
    assert!(!answer.value.is_optimal());
}

/// Prices at the root of a large problem take long. A limit stops them between two rounds, and the
/// bound of the earlier rounds is kept.
#[test]
fn a_limit_stops_the_prices_at_the_root() {
    let solver = langford();
    let mut search = solver.search();
    let token = CancelToken::new();
    token.cancel();
    let stopped = search.limits(Limits::new().cancel(&token)).best(1);
    let priced = search.limits(Limits::new().nodes(0)).best(1);
    assert_eq!((stopped.stop, priced.stop), (Stop::Cancelled, Stop::Nodes));
    assert_eq!(
        (stopped.value.bound, priced.value.bound),
        (Some(187), Some(536))
    );
}

/// The costs of all options add up to the largest number.
#[test]
fn costs_up_to_the_largest_number() -> Result<(), BuildError> {
    let mut builder = Problem::builder();
    for item in ["a", "b"] {
        builder.primary(item)?;
    }
    for (items, cost) in [
        (&["a"][..], i64::MAX / 4),
        (&["b"], i64::MAX / 4),
        (&["a", "b"], i64::MAX / 2 - 1),
    ] {
        let option = builder.option(items.iter().copied())?;
        builder.add_cost(option, cost)?;
    }
    let last = builder.option(["b"])?;
    builder.add_cost(last, 3)?;
    let solver = Solver::new(builder.build());
    let best = solver.search().best(9).value;
    let costs: Vec<i64> = best.solutions.iter().map(|costed| costed.cost).collect();
    assert_eq!(
        costs,
        [i64::MAX / 4 + 3, i64::MAX / 2 - 1, i64::MAX / 4 * 2]
    );
    Ok(())
}

/// No cost is a mark: the largest and the smallest ones are costs like all others. The costs of all
/// options, without their signs, add up to at most the largest number.
#[test]
fn the_largest_costs_are_costs() -> Result<(), BuildError> {
    const MOST: i64 = i64::MAX;
    for costs in [
        &[MOST][..],
        &[MOST - 1],
        &[MOST, 0],
        &[1, MOST - 1],
        &[MOST / 2, MOST / 2, 1],
        &[-MOST],
        &[-MOST, 0],
        &[-1, MOST - 1],
        &[1 - MOST, 1],
        &[MOST / 2, -MOST / 2, -1],
        &[],
    ] {
        let mut builder = Problem::builder();
        for item in ["a", "b"] {
            builder.primary(item)?;
        }
        for &cost in costs {
            let option = builder.option(["a", "b"])?;
            builder.add_cost(option, cost)?;
        }
        let solver = Solver::new(builder.build());
        let options = (0..).map(|option| vec![OptionId::new(option)]);
        let mut expected: Vec<_> = costs.iter().copied().zip(options).collect();
        expected.sort();
        let mut search = solver.search();
        for k in [1, 2, 9] {
            ask(&mut search, k, &expected);
        }
    }
    Ok(())
}

/// All of more than 10^8 perfect matchings cost the same; one is enough.
#[test]
fn the_cheapest_does_not_count_ties() {
    let solver = Solver::new(puzzles::matchings::matchings(10).unwrap());
    let answer = solver.search().cheapest();
    assert!(answer.is_complete());
    assert_eq!(answer.value.cost(), Some(0));
    assert_eq!(answer.stats.solutions, 1);
}

#[test]
fn a_problem_without_primary_items_costs_nothing() {
    let solver = Solver::new(Problem::builder().build());
    let best = solver.search().best(2).value;
    assert_eq!(costs_and_options(&best), [(0, vec![])]);
    assert_eq!(best.ties, 1);
}

/// Options with negative costs are used although no item needs them, and a bound is known before the
/// search.
#[test]
fn options_that_gain_are_used() -> Result<(), BuildError> {
    let mut builder = Problem::builder();
    let item = builder.multiple("a", 0..=3)?;
    for cost in [-2, 5, -1, 0, -7, -3] {
        builder.costed_option([item], cost)?;
    }
    let problem = builder.build();
    assert_eq!(Best::before(&problem, Sense::Min).bound, Some(-13));
    assert_eq!(Best::before(&problem, Sense::Max).bound, Some(5));
    let solver = Solver::new(problem);
    let best = solver.search().best(2).value;
    let options = |numbers: [u32; 3]| numbers.map(OptionId::new).to_vec();
    assert_eq!(
        costs_and_options(&best),
        [(-12, options([0, 4, 5])), (-11, options([2, 4, 5]))]
    );
    let token = CancelToken::new();
    token.cancel();
    let stopped = solver.search().limits(Limits::new().cancel(&token)).best(1);
    assert_eq!(stopped.value, Best::before(solver.problem(), Sense::Min));
    Ok(())
}

/// An item that need not be covered has options with costs: using none of them is tried first.
#[test]
fn leaving_an_optional_item_uncovered_is_tried_first() {
    for options in [20, 100, 400, 5000] {
        let mut builder = Problem::builder();
        let item = builder.multiple("a", 0..=options).unwrap();
        for _ in 0..options {
            let option = builder.option([item]).unwrap();
            builder.add_cost(option, 1).unwrap();
        }
        let solver = Solver::new(builder.build());
        let answer = solver.search().best(1);
        assert!(answer.is_complete());
        assert_eq!(costs_and_options(&answer.value), [(0, vec![])]);
        assert_eq!(answer.stats.nodes, 2);
    }
}

/// Dominoes on a strip: each one forces the next, from the first cell on.
#[test]
fn long_chains_are_followed_at_the_root() {
    let mut builder = Problem::builder();
    let cells: Vec<_> = (0..100_000)
        .map(|number| builder.primary(number.to_string()).unwrap())
        .collect();
    for pair in cells.windows(2) {
        let option = builder.option(pair).unwrap();
        builder.add_cost(option, 1).unwrap();
    }
    let solver = Solver::new(builder.build());
    let answer = solver.search().best(1);
    assert_eq!(answer.value.cost(), Some(50_000));
    assert_eq!((answer.stop, answer.stats.nodes), (Stop::Exhausted, 1));
}
