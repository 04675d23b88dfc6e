//! Colouring arguments: those of known problems are found, those of random problems are right, and
//! none is missed if the reference finds one by trying all weights.

// The exemption of tests in `.clippy.toml` does not reach the functions that they share.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::time::Duration;

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use crate::explain::mutilated;
use proptest::prelude::*;
use quadrille::{
    CancelToken, Colouring, Explanation, ItemId, Limits, Problem, Settings, Solver, Stop,
    colouring, explain,
};

fn argument(problem: &Problem) -> Option<Colouring> {
    let answer = colouring(problem, Limits::new());
    assert_eq!(answer.stop, Stop::Exhausted);
    assert!(answer.value.iter().all(|found| found.verify(problem)));
    answer.value
}

#[test]
fn a_mutilated_board_has_more_white_cells_than_black_ones() {
    for side in [4, 6, 8, 10, 40] {
        let problem = mutilated(side);
        let answer = explain(&problem, Limits::new().nodes(0));
        assert_eq!((answer.stop, answer.stats.nodes), (Stop::Exhausted, 0));
        let Explanation::Colouring(argument) = answer.value else {
            panic!("{answer:?}")
        };
        assert_eq!(Some(&argument), self::argument(&problem).as_ref());
        assert_eq!((argument.modulus, argument.total), (None, 2));
        let weights: Vec<i64> = argument.weights.iter().map(|&(_, weight)| weight).collect();
        let white = weights.iter().filter(|&&weight| weight == 1).count();
        assert_eq!((weights.len(), white), (side * side - 2, side * side / 2));
        assert_eq!(weights.iter().sum::<i64>(), 2);
    }
    // With an odd side, two opposite corners and two cells in all have one colour.
    assert!(argument(&mutilated(5)).is_some());
}

/// All placements of a piece, turned and reflected, on a board without some cells.
fn tilings(board: (i32, i32), piece: &[(i32, i32)], holes: &[(i32, i32)]) -> Problem {
    let mut builder = Problem::builder();
    let is_cell = |&(x, y): &(i32, i32)| {
        (0..board.0).contains(&x) && (0..board.1).contains(&y) && !holes.contains(&(x, y))
    };
    let name = |(x, y): (i32, i32)| format!("{x},{y}");
    let all: Vec<(i32, i32)> = (0..board.1)
        .flat_map(|y| (0..board.0).map(move |x| (x, y)))
        .collect();
    for &cell in all.iter().filter(|cell| is_cell(cell)) {
        builder.primary(name(cell)).unwrap();
    }
    let mut seen = std::collections::BTreeSet::new();
    for turn in 0..8 {
        let turned = |&(x, y): &(i32, i32)| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (y, x) };
            (
                if turn & 2 == 0 { x } else { -x },
                if turn & 4 == 0 { y } else { -y },
            )
        };
        for &(left, top) in &all {
            for (x, y) in [(0, 0), (3, 0), (0, 3), (3, 3)] {
                let moved = |(dx, dy): (i32, i32)| (left + x + dx, top + y + dy);
                let mut cells: Vec<_> = piece.iter().map(turned).map(moved).collect();
                cells.sort_unstable();
                if cells.iter().all(is_cell) && seen.insert(cells.clone()) {
                    builder.option(cells.into_iter().map(name)).unwrap();
                }
            }
        }
    }
    builder.build()
}

const STRAIGHT: &[(i32, i32)] = &[(0, 0), (1, 0), (2, 0)];
const T: &[(i32, i32)] = &[(0, 0), (1, 0), (2, 0), (1, 1)];

/// Golomb's three colours: straight trominoes cover an 8 x 8 board without one cell only if it is
/// one of four cells.
#[test]
fn straight_trominoes_need_the_hole_in_one_of_four_cells() {
    for hole in (0..8).flat_map(|y| (0..8).map(move |x| (x, y))) {
        let problem = tilings((8, 8), STRAIGHT, &[hole]);
        let is_one_of_four = [2, 5].contains(&hole.0) && [2, 5].contains(&hole.1);
        assert_eq!(argument(&problem).is_none(), is_one_of_four, "{hole:?}");
    }
}

/// Each T-tetromino covers an odd number of white cells, so 25 of them do not cover 50 of 100. No
/// weights modulo a prime prove this, but some modulo 8 do.
#[test]
fn an_odd_number_of_t_tetrominoes_has_an_argument_modulo_8() {
    for board in [(5, 4), (6, 6), (10, 10), (14, 14)] {
        let argument = argument(&tilings(board, T, &[])).expect("an odd number");
        assert_eq!((argument.modulus, argument.total), (Some(8), 4));
        assert_eq!(argument.weights.len() as i32, board.0 * board.1);
    }
    assert_eq!(argument(&tilings((8, 8), T, &[])), None);
}

/// Five people who must each be in three pairs: 15 is odd.
#[test]
fn an_item_counts_as_often_as_it_must_be_covered() {
    let mut builder = Problem::builder();
    let people: Vec<ItemId> = (0..5)
        .map(|person| builder.multiple(person.to_string(), 3..=3).unwrap())
        .collect();
    for (place, &a) in people.iter().enumerate() {
        for &b in &people[place + 1..] {
            builder.option([a, b]).unwrap();
        }
    }
    let argument = argument(&builder.build()).unwrap();
    assert_eq!((argument.modulus, argument.total), (Some(2), 1));
    assert_eq!(argument.weights.len(), 5);
}

#[test]
fn items_that_may_stay_uncovered_have_no_weight() {
    let mut builder = Problem::builder();
    let exact = [builder.primary("a").unwrap(), builder.primary("b").unwrap()];
    let loose = builder.multiple("c", 1..=2).unwrap();
    let secondary = builder.secondary("d").unwrap();
    builder.option([exact[0], loose]).unwrap();
    builder.option([exact[1], secondary]).unwrap();
    assert_eq!(argument(&builder.build()), None);
}

#[test]
fn weights_are_integers_without_a_common_factor() {
    let mut builder = Problem::builder();
    let one = builder.primary("one").unwrap();
    let three = builder.primary("three").unwrap();
    let others: Vec<ItemId> = (0..3)
        .map(|number| builder.multiple(number.to_string(), 5..=5).unwrap())
        .collect();
    // one + 0 = 0, one + 1 = 0, one + 2 = 0, and three + 0 + 1 + 2 = 0.
    for &other in &others {
        builder.option([one, other]).unwrap();
    }
    builder
        .option([three, others[0], others[1], others[2]])
        .unwrap();
    let argument = argument(&builder.build()).unwrap();
    let weights: Vec<i64> = argument.weights.iter().map(|&(_, weight)| weight).collect();
    assert_eq!((weights, argument.total), (vec![1, 3, -1, -1, -1], -11));
}

#[test]
fn forced_and_forbidden_options_are_part_of_an_argument() {
    // Pairs of eight people, and two groups of three.
    let mut builder = Problem::builder();
    let people: Vec<ItemId> = (0..8)
        .map(|person| builder.primary(person.to_string()).unwrap())
        .collect();
    for (place, &a) in people.iter().enumerate() {
        for &b in &people[place + 1..] {
            builder.option([a, b]).unwrap();
        }
    }
    let odd = builder.option(people[..3].iter().copied()).unwrap();
    let other = builder.option(people[5..].iter().copied()).unwrap();
    let problem = builder.build();
    assert_eq!(argument(&problem), None);
    let mut search = Solver::new(problem.clone()).search();
    search.force(odd).forbid(other);
    let answer = search.why();
    let Explanation::Colouring(argument) = answer.value else {
        panic!("{answer:?}")
    };
    assert!(argument.verify(&problem));
    assert_eq!((argument.modulus, argument.total), (Some(2), 1));
    assert_eq!(argument.options, [(odd, 1)]);
    assert_eq!(argument.forbidden, [other]);
    let changed = |change: fn(&mut Colouring)| {
        let mut changed = argument.clone();
        change(&mut changed);
        changed.verify(&problem)
    };
    assert!(!changed(|argument| argument.options.clear()));
    assert!(!changed(|argument| argument.forbidden.clear()));
    assert!(!changed(|argument| argument.total = 0));
    assert!(!changed(|argument| argument.modulus = None));
    assert!(!changed(|argument| argument.modulus = Some(0)));
    assert!(!changed(|argument| argument.weights[0].1 = 3));
    assert!(!changed(|argument| argument.weights[0].1 = i64::MIN));
    assert!(!changed(|argument| argument.weights[0].0 = ItemId::new(99)));
    assert!(!changed(|argument| argument.weights.swap(0, 1)));
}

#[test]
fn limits_and_policies_stop_the_work() {
    let problem = mutilated(8);
    let late = Limits::new().time(Duration::ZERO);
    assert_eq!(colouring(&problem, late).stop, Stop::Time);
    let token = CancelToken::new();
    token.cancel();
    let cancelled = colouring(&problem, Limits::new().cancel(&token));
    assert_eq!((cancelled.value, cancelled.stop), (None, Stop::Cancelled));
    let tiny = Limits::new().memory(1);
    assert_eq!(colouring(&problem, tiny).stop, Stop::TooLarge);
    for (policy, value) in [("work", 0.0), ("work", 500.0), ("entries", 0.0)] {
        let name = format!("colouring.{policy}");
        let settings = Settings::new().policy(&name, value).unwrap();
        let mut search = Solver::with_settings(mutilated(4), &settings).search();
        let answer = search.why();
        assert!(matches!(answer.value, Explanation::Conflict(_)), "{name}");
    }
}

/// Whether some weights modulo `modulus` are an argument, by trying all of them.
fn has_argument(case: &Case, modulus: u32) -> bool {
    let exact: Vec<usize> = (0..case.items.len())
        .filter(|&item| matches!(&case.items[item], Some(times) if times.start() == times.end()))
        .collect();
    let all = modulus.pow(exact.len() as u32);
    (0..all).any(|number| {
        let mut weights = vec![0; case.items.len()];
        let mut rest = number;
        for &item in &exact {
            weights[item] = rest % modulus;
            rest /= modulus;
        }
        let is_zero = |uses: &Vec<(usize, Option<u32>)>| {
            let sum: u32 = uses.iter().map(|&(item, _)| weights[item]).sum();
            sum.is_multiple_of(modulus)
        };
        let times = |item: usize| case.items[item].as_ref().map_or(0, |times| *times.start());
        let total: u32 = exact.iter().map(|&item| weights[item] * times(item)).sum();
        !total.is_multiple_of(modulus) && case.options.iter().all(is_zero)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn a_problem_with_an_argument_has_no_cover(
        case in prop_oneof![cases(), coloured_cases(), multiple_cases()],
    ) {
        if argument(&case.problem()).is_some() {
            prop_assert!(case.covers().is_empty());
        }
    }

    #[test]
    fn no_argument_modulo_a_small_number_is_missed(
        case in prop_oneof![cases(), multiple_cases()],
        modulus in 2..=5_u32,
    ) {
        let most = [0, 0, 12, 9, 7, 6][modulus as usize];
        prop_assume!(case.items.len() <= most);
        if has_argument(&case, modulus) {
            prop_assert!(argument(&case.problem()).is_some());
        }
    }

    /// Random graphs: more of them have an argument than other random problems.
    #[test]
    fn no_argument_of_a_graph_is_missed(
        vertices in 3..9_usize,
        edges in prop::collection::vec((0..9_usize, 1..9_usize), 0..14),
        times in prop::collection::vec(1..=3_u32, 9),
    ) {
        let ends = |(a, step): (usize, usize)| (a % vertices, (a + step) % vertices);
        let edges: Vec<_> = edges.into_iter().map(ends).filter(|(a, b)| a != b).collect();
        let case = Case {
            items: times[..vertices].iter().map(|&times| Some(times..=times)).collect(),
            options: edges.iter().map(|&(a, b)| vec![(a, None), (b, None)]).collect(),
        };
        let found = argument(&case.problem());
        for modulus in [2, 3, 4] {
            if has_argument(&case, modulus) {
                prop_assert!(found.is_some(), "modulo {}", modulus);
            }
        }
        prop_assert!(found.is_none() || case.covers().is_empty());
    }
}
