//! Small problems and deep ones, and limits.

use proptest::prelude::*;
use quadrille::Method;
use quadrille::{Limits, OptionId, Problem, Solver, Stop};

use crate::case::{Case, cases, coloured_cases, multiple_cases};

const METHODS: [Method; 3] = [Method::Auto, Method::Walk, Method::Memo];

/// The solutions of a case that hold what is forced and nothing that is forbidden.
fn under(case: &Case, forced: &[OptionId], forbidden: &[OptionId]) -> Vec<Vec<OptionId>> {
    let mut covers = case.covers();
    covers.retain(|cover| {
        forced.iter().all(|option| cover.contains(option))
            && !forbidden.iter().any(|option| cover.contains(option))
    });
    covers
}

/// Every method counts what the reference counts, with and without assumptions, and with a memory
/// that holds next to nothing.
fn check(case: &Case, forced: &[u32], forbidden: &[u32]) {
    let solver = Solver::new(case.problem());
    let ids = |numbers: &[u32]| -> Vec<OptionId> {
        numbers
            .iter()
            .map(|&number| OptionId::new(number))
            .collect()
    };
    let mut counter = solver.search();
    for (forced, forbidden) in [(vec![], vec![]), (ids(forced), ids(forbidden))] {
        counter.retract_all();
        for &option in &forced {
            counter.force(option);
        }
        for &option in &forbidden {
            counter.forbid(option);
        }
        let expected = under(case, &forced, &forbidden).len() as u64;
        for method in METHODS {
            for memory in [0, 1 << 30] {
                counter.limits(Limits::new().memory(memory));
                let answer = counter.count_by(method);
                assert_eq!(answer.value, expected, "{method}, {memory} bytes");
                assert_eq!(answer.stop, Stop::Exhausted);
                assert_eq!(answer.stats.solutions, expected);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn plain_counts_are_right(
        case in cases(), forced in some(), forbidden in some()
    ) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn coloured_counts_are_right(
        case in coloured_cases(), forced in some(), forbidden in some()
    ) {
        check(&case, &forced, &forbidden);
    }

    #[test]
    fn multiple_counts_are_right(
        case in multiple_cases(), forced in some(), forbidden in some()
    ) {
        check(&case, &forced, &forbidden);
    }
}

/// Up to two numbers of options, some of them unknown.
fn some() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0..12_u32, 0..=2)
}

fn memo(problem: Problem) -> String {
    let solver = Solver::new(problem);
    let answer = solver.search().count_by(Method::Memo);
    assert_eq!(answer.stop, Stop::Exhausted);
    answer.value.to_string()
}

/// Items with multiplicities and as many options each, named by numbers.
fn choose(items: &[(u32, u32, usize)]) -> Problem {
    let mut builder = Problem::builder();
    for (number, &(low, high, options)) in items.iter().enumerate() {
        let item = builder.multiple(number.to_string(), low..=high).unwrap();
        for _ in 0..options {
            builder.option([item]).unwrap();
        }
    }
    builder.build()
}

/// An option is used at most once, also where several are equal.
#[test]
fn a_state_knows_which_options_are_left() {
    assert_eq!(memo(choose(&[(2, 2, 3)])), "3");
    assert_eq!(memo(choose(&[(3, 3, 5)])), "10");
    assert_eq!(memo(choose(&[(0, 2, 5)])), "16");
    assert_eq!(memo(choose(&[(0, 9, 5)])), "32");
    assert_eq!(memo(choose(&[(6, 9, 5)])), "0");
    assert_eq!(memo(choose(&[(0, 1, 0)])), "1");
    assert_eq!(
        memo(choose(&[(20, 20, 40), (3, 5, 9)])),
        (137_846_528_820_u64 * 336).to_string()
    );
    assert_eq!(
        memo(choose(&[(0, u32::MAX, 200)])),
        (1_u8.to_string() + "606938044258990275541962092341162602522202993782792835301376")
    );
}

/// The numbers of the first item fill the word, and the second has none to cover it.
#[test]
fn an_item_without_options_has_a_place_at_the_end_of_a_word() {
    for options in 50_u32..70 {
        let ways = u64::from(options) * u64::from(options - 1) * u64::from(options - 2) / 6;
        let problem = choose(&[(3, 3, options as usize), (0, 1, 0)]);
        assert_eq!(memo(problem), ways.to_string());
    }
}

#[test]
fn nothing_to_cover_is_one_way() {
    assert_eq!(memo(Problem::builder().build()), "1");
    let mut builder = Problem::builder();
    let item = builder.secondary("s").unwrap();
    builder.option([item]).unwrap();
    assert_eq!(memo(builder.build()), "1");
}

/// 3,000 independent choices among three: a number of 1,432 digits, and levels that no stack of a
/// thread would hold.
#[test]
fn a_deep_problem_does_not_overflow() {
    let solver = Solver::new(choose(&[(1, 1, 3); 3_000]));
    let answer = solver.search().count_by(Method::Memo);
    assert_eq!(
        answer.value.to_string(),
        num_bigint::BigUint::from(3_u32).pow(3_000).to_string()
    );
}

/// What is stopped has counted no more than there is.
#[test]
fn limits_stop_with_what_is_counted() {
    let solver = Solver::new(choose(&[(2, 2, 4); 12]));
    let all = 6_u64.pow(12);
    for method in METHODS {
        let mut counter = solver.search();
        let mut last = 0;
        for nodes in [0, 1, 5, 20, 60, 100_000_000] {
            if method == Method::Walk && nodes > 60 {
                continue;
            }
            let answer = counter.limits(Limits::new().nodes(nodes)).count_by(method);
            let count = answer.value.to_u64().unwrap();
            assert!(count <= all && count >= last, "{method}: {last}, {count}");
            assert!(answer.stats.nodes <= nodes);
            assert_eq!(answer.is_complete(), count == all && nodes > 60);
            last = count;
        }
        let answer = counter.limits(Limits::new().solutions(1_000)).count();
        assert_eq!((answer.value, answer.stop), (1_000.into(), Stop::Solutions));
        let answer = counter
            .limits(Limits::new().time(std::time::Duration::ZERO))
            .count();
        assert_eq!(answer.stop, Stop::Time);
    }
}

/// A problem of plain primary items, of which each option is a list.
fn plain(items: usize, options: impl IntoIterator<Item = Vec<usize>>) -> Problem {
    let mut builder = Problem::builder();
    let ids: Vec<_> = (0..items)
        .map(|item| builder.primary(item.to_string()).unwrap())
        .collect();
    for option in options {
        builder
            .option(option.into_iter().map(|item| ids[item]))
            .unwrap();
    }
    builder.build()
}

/// Items that each take a colour, the same for all of them.
fn colours(items: usize, colours: usize) -> Problem {
    let mut builder = Problem::builder();
    let secondary = builder.secondary("s").unwrap();
    for item in 0..items {
        let item = builder.primary(item.to_string()).unwrap();
        for colour in 0..colours {
            let colour = builder.colour(colour.to_string()).unwrap();
            builder
                .option([(item, None), (secondary, Some(colour))])
                .unwrap();
        }
    }
    builder.build()
}

/// Problems that are far larger than what is counted of them at once: the first probes of a walk,
/// or what a sweep and a fold lay out, took up to a minute without a look at the clock, and memory
/// that grew with the square of the colours.
#[test]
fn limits_hold_while_a_count_is_laid_out() {
    let twice = |item: usize| [vec![item], vec![item]];
    let pair = |item: usize| {
        [
            vec![item, item + 1],
            vec![item, item + 1],
            vec![item],
            vec![item + 1],
        ]
    };
    let link = |item: usize| [vec![item], vec![item, item + 1]];
    let side = 20;
    let domino = |cell: usize| {
        let right = (cell % side + 1 < side).then(|| vec![cell, cell + 1]);
        let down = (cell + side < side * side).then(|| vec![cell, cell + side]);
        [right, down].into_iter().flatten()
    };
    let dominoes = (0..side * side).flat_map(domino);
    let problems = [
        (
            "two options each",
            plain(60_000, (0..60_000).flat_map(twice)),
        ),
        (
            "pairs",
            plain(60_000, (0..60_000).step_by(2).flat_map(pair)),
        ),
        ("a chain", plain(100_001, (0..100_000).flat_map(link))),
        (
            "dominoes",
            plain(
                side * side,
                dominoes.flat_map(|o| std::iter::repeat_n(o, 500)),
            ),
        ),
        ("many colours", colours(3, 20_000)),
        ("items and colours", colours(300, 300)),
    ];
    for (name, problem) in problems {
        let solver = Solver::new(problem);
        for method in [Method::Auto, Method::Memo] {
            let mut counter = solver.search();
            let limits = Limits::new().time(std::time::Duration::from_millis(100));
            counter.limits(limits.memory(1 << 26));
            let begun = std::time::Instant::now();
            let stop = counter.count_by(method).stop;
            let is_known = matches!(stop, Stop::Exhausted | Stop::Time | Stop::Memory);
            assert!(is_known, "{name}, {method}: {stop}");
            let taken = begun.elapsed().as_secs();
            assert!(taken < 5, "{name}, {method}: {taken} seconds");
            let _ = counter.diagram();
            let taken = begun.elapsed().as_secs();
            assert!(taken < 5, "{name}, the diagram: {taken} seconds");
        }
    }
}

/// Two to the 20,000: neither a walk nor a fold has an end, and a sweep takes a state for each
/// item.
#[test]
fn a_problem_too_deep_for_a_walk_is_swept() {
    let solver = Solver::new(choose(&[(1, 1, 2); 20_000]));
    let answer = solver.search().count();
    let expected: num_bigint::BigUint = num_bigint::BigUint::from(1_u32) << 20_000;
    assert_eq!(answer.stop, Stop::Exhausted);
    assert_eq!(answer.value.to_string(), expected.to_string());
}
