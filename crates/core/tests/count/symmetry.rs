//! Counts that visit one of several options that are alike by symmetry, against covers found one by
//! one and against the walk, which visits all.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use quadrille::{Answer, Count, Limits, Method, Problem, Progress, Settings, Solver, Stop};

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::puzzles;

/// Looks for symmetries at once, and again in every part.
fn eager() -> Settings {
    let policies = [
        ("symmetry.enough", 0.0),
        ("symmetry.part", 0.0),
        ("symmetry.effort", 1e9),
        ("symmetry.gain", 1.01),
        ("race.turn", 1.0),
        ("race.first", 1.0),
    ];
    policies
        .iter()
        .fold(Settings::new(), |settings, (name, value)| {
            settings.policy(name, *value).unwrap()
        })
}

/// The same, with a long first turn of the walk: it is not interrupted by others.
fn alone() -> Settings {
    eager().policy("race.enough", 1e15).unwrap()
}

fn count(problem: &Problem, settings: &Settings, threads: usize) -> Answer<Count> {
    let solver = Solver::with_settings(problem.clone(), settings);
    solver.search().threads(threads).count()
}

fn parts(answer: &Answer<Count>) -> u64 {
    answer
        .stats
        .counted
        .as_ref()
        .map_or(0, |counted| counted.walked_parts)
}

fn all_cases() -> impl Strategy<Value = Case> {
    prop_oneof![cases(), coloured_cases(), multiple_cases()]
}

proptest! {
    #[test]
    fn symmetric_problems_have_as_many_covers(case in all_cases(), forbidden in 0_usize..30) {
        let case = case.mirrored();
        let covers = case.covers();
        let solver = Solver::with_settings(case.problem(), &alone());
        prop_assert_eq!(solver.search().count().value, covers.len() as u64);
        // An assumption destroys the symmetry or leaves a part of it.
        for option in case.problem().options() {
            let with = covers.iter().filter(|cover| cover.contains(&option)).count() as u64;
            let mut search = solver.search();
            prop_assert_eq!(search.force(option).count().value, with);
            // The search keeps its assumptions.
            prop_assert_eq!(&*search.assumptions().forced(), &[option]);
            if option.index() == forbidden {
                search.retract(option).forbid(option);
                prop_assert_eq!(search.count().value, covers.len() as u64 - with);
            }
        }
    }

    #[test]
    fn limits_give_lower_bounds(case in all_cases(), most in 1_u64..20) {
        let case = case.mirrored();
        let all = case.covers().len() as u64;
        let solver = Solver::with_settings(case.problem(), &alone());
        let mut search = solver.search();
        let enough = search.limits(Limits::new().solutions(most)).count();
        prop_assert_eq!(&enough.value, &Count::from(all.min(most)));
        if all > most {
            prop_assert_eq!(enough.stop, Stop::Solutions);
        }
        let some = search.limits(Limits::new().nodes(most)).count();
        prop_assert!(some.value <= all);
        prop_assert!(some.stats.nodes <= most);
        if some.stop == Stop::Exhausted {
            prop_assert_eq!(some.value, all);
        }
    }
}

/// Walks through a problem, and counts it again with symmetries, on one thread and on two. Returns
/// the numbers of nodes of the walk and of the count.
fn check(problem: &Problem, solutions: u64) -> (u64, u64) {
    let solver = Solver::new(problem.clone());
    let walked = solver.search().count_by(Method::Walk);
    assert_eq!(
        (walked.value.to_u64(), parts(&walked)),
        (Some(solutions), 0)
    );
    let one = count(problem, &alone(), 1);
    assert_eq!(one.value, walked.value);
    assert!(parts(&one) > 0, "{:?}", one.stats);
    let two = count(problem, &alone(), 2);
    assert_eq!((&two.value, two.stats.nodes), (&one.value, one.stats.nodes));
    assert_eq!(count(problem, &eager(), 2).value, walked.value);
    (walked.stats.nodes, one.stats.nodes)
}

#[test]
fn symmetric_puzzles_have_as_many_solutions_as_a_walk_finds() {
    let found = [
        check(&puzzles::queens::queens(9).unwrap(), 352),
        check(&puzzles::langford::langford(8).unwrap(), 300),
        check(&puzzles::latin_squares::latin_squares(4).unwrap(), 576),
        check(&puzzles::soma::soma().unwrap().into_problem(), 11_520),
        check(
            &puzzles::pentominoes::rectangle(6, 10)
                .unwrap()
                .into_problem(),
            9_356,
        ),
        check(&puzzles::matchings::matchings(5).unwrap(), 945),
    ];
    let expected = [
        (1_035, 287),
        (862, 426),
        (1_121, 13),
        (64_668, 1_099),
        (798_623, 199_584),
        (1_333, 5),
    ];
    assert_eq!(found, expected);
}

/// Rooks on a board: one in each row and column.
fn rooks(n: usize) -> Problem {
    let mut builder = Problem::builder();
    let lines: Vec<_> = (0..2 * n)
        .map(|line| builder.primary(line.to_string()).unwrap())
        .collect();
    for row in 0..n {
        for column in 0..n {
            builder.option([lines[row], lines[n + column]]).unwrap();
        }
    }
    builder.build()
}

/// 25! is larger than 64 bits, 40! than 128 bits. One path is visited: every option of an item is
/// like all others.
#[test]
fn weights_may_exceed_128_bits() {
    for n in [25, 40] {
        let answer = count(&rooks(n), &alone(), 1);
        let factorial: Count = (1..=n as u64).map(Count::from).product();
        assert_eq!(answer.value, factorial);
        assert_eq!(parts(&answer), 1);
        assert!(answer.stats.nodes < 10 * n as u64, "{}", answer.stats.nodes);
    }
}

#[test]
fn a_stopped_count_knows_what_its_parts_have_found() {
    let problem = puzzles::latin_squares::latin_squares(5).unwrap();
    let solver = Solver::with_settings(problem, &alone());
    let mut search = solver.search();
    let mut last = Count::default();
    for nodes in [10, 20, 40] {
        let some = search.limits(Limits::new().nodes(nodes)).count();
        assert_eq!((some.stop, some.stats.nodes), (Stop::Nodes, nodes));
        assert!(last <= some.value && some.value < 161_280, "{}", some.value);
        last = some.value;
    }
    assert!(last > 1_000, "{last}");
}

/// Also parts that are too short for a report of their own are reported.
#[test]
fn the_progress_of_parts_grows() {
    let problem = puzzles::queens::queens(9).unwrap();
    let solver = Solver::with_settings(problem, &alone());
    let mut search = solver.search();
    let reports = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&reports);
    search.watch(Duration::from_nanos(1), move |progress: &Progress| {
        let share = progress.share.unwrap();
        let solutions = progress.solutions.to_u64().unwrap();
        seen.lock()
            .unwrap()
            .push((share, solutions, progress.nodes));
    });
    let answer = search.count();
    assert_eq!(answer.value, 352);
    let reports = reports.lock().unwrap();
    assert!(reports.len() > 10, "{reports:?}");
    let grows = |pair: &[(f64, u64, u64)]| {
        pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1 && pair[0].2 <= pair[1].2
    };
    assert!(reports.windows(2).all(grows), "{reports:?}");
    assert_eq!(reports.last().unwrap().1, 352);
}

/// Without symmetries, a count walks through the whole.
#[test]
fn a_problem_without_symmetries_is_one_part() {
    let mut builder = Problem::builder();
    let items: Vec<_> = (0..4)
        .map(|item| builder.primary(item.to_string()).unwrap())
        .collect();
    for option in [
        &[0, 1][..],
        &[2, 3],
        &[0],
        &[1],
        &[1, 2],
        &[2],
        &[3],
        &[0, 1, 2],
    ] {
        builder
            .option(option.iter().map(|&item| items[item]))
            .unwrap();
    }
    let answer = count(&builder.build(), &alone(), 1);
    assert_eq!((answer.value.to_u64(), parts(&answer)), (Some(6), 0));
}
