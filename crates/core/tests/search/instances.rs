//! The instances with known counts. Each encoding must print the same text as ever, and the engine
//! `links` must make exactly the nodes and updates of Knuth's program.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "clippy takes the functions that tests share for production code"
)]

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::puzzles;
use num_bigint::BigUint;
use quadrille::Method;
use quadrille::{BuildError, EngineChoice, EngineName, Problem, Sense, Settings, Solver, text};

/// A row of the table.
struct Known {
    instance: &'static str,
    sha256: &'static str,
    solutions: &'static str,
    /// The nodes and updates of a walk, if they are known.
    cost: Option<(u64, u64)>,
}

fn known() -> impl Iterator<Item = Known> {
    let rows = include_str!("known-counts.tsv").lines();
    rows.filter(|row| !row.starts_with('#')).map(|row| {
        let fields: Vec<_> = row.split('\t').collect();
        let [instance, sha256, solutions, nodes, updates] = fields[..] else {
            panic!("five fields: {row}");
        };
        Known {
            instance,
            sha256,
            solutions,
            cost: nodes.parse().ok().zip(updates.parse().ok()),
        }
    })
}

/// Builds the problem of a row: a puzzle and its arguments.
fn problem(instance: &str) -> Problem {
    let words: Vec<_> = instance.split(' ').collect();
    let number = |word: &str| word.parse().unwrap();
    match words[..] {
        ["queens", n] => puzzles::queens::queens(number(n)).unwrap(),
        ["langford", n] => puzzles::langford::langford(number(n)).unwrap(),
        ["langford_at_cost", n] => puzzles::langford::langford_at_cost(number(n)).unwrap(),
        ["queens_at_cost", n] => puzzles::queens_at_cost::queens_at_cost(number(n)).unwrap(),
        ["pent", rows, columns] => {
            let packing = puzzles::pentominoes::rectangle(number(rows), number(columns));
            packing.unwrap().into_problem()
        }
        ["scott"] => puzzles::pentominoes::scott().unwrap().into_problem(),
        ["soma"] => puzzles::soma::soma().unwrap().into_problem(),
        ["bell", n] => puzzles::partitions::partitions(number(n)).unwrap(),
        ["matching", n] => puzzles::matchings::matchings(number(n)).unwrap(),
        ["domino", rows, columns] => {
            let packing = puzzles::dominoes::dominoes(number(rows), number(columns));
            packing.unwrap().into_problem()
        }
        ["latin", n] => puzzles::latin_squares::latin_squares(number(n)).unwrap(),
        ["sudoku", side, clues] => puzzles::sudoku::sudoku(number(side), clues).unwrap(),
        ["cycles"] => puzzles::cycles::cycles().unwrap(),
        ["queen_domination", n, m] => {
            puzzles::queen_domination::queen_domination(number(n), number(m) as u32).unwrap()
        }
        ["partridge", n] => puzzles::partridge::partridge(number(n))
            .unwrap()
            .into_problem(),
        _ => panic!("no such puzzle: {instance}"),
    }
}

#[test]
fn encodings_print_the_known_text() {
    for row in known() {
        let mut text = Vec::new();
        text::dlx::write(&problem(row.instance), &mut text).unwrap();
        let mut sha256 = String::new();
        for byte in &Sha256::digest(&text)[..8] {
            write!(sha256, "{byte:02x}").unwrap();
        }
        assert_eq!(sha256, row.sha256, "{}", row.instance);
    }
}

/// Walks through the problem of a row and checks the count, the nodes and the updates.
fn walk(row: &Known, nodes: u64, updates: u64) {
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let solver = Solver::with_settings(problem(row.instance), &links);
    let answer = solver.search().walk();
    assert!(answer.is_complete(), "{}", row.instance);
    assert_eq!(answer.value.to_string(), row.solutions, "{}", row.instance);
    assert_eq!(answer.stats.nodes, nodes, "nodes of {}", row.instance);
    assert_eq!(
        answer.stats.updates,
        Some(updates),
        "updates of {}",
        row.instance
    );
}

/// About a second of updates. Rows with more are only walked with the feature `slow`.
const QUICK: u64 = 30_000_000;

/// Walks through the rows whose updates satisfy a condition. Returns the number of rows.
fn walk_all(is_included: impl Fn(u64) -> bool) -> usize {
    let mut walked = 0;
    for row in known() {
        if let Some((nodes, updates)) = row.cost.filter(|&(_, updates)| is_included(updates)) {
            walk(&row, nodes, updates);
            walked += 1;
        }
    }
    walked
}

#[test]
fn links_make_the_nodes_and_updates_of_knuths_program() {
    assert_eq!(walk_all(|updates| updates < QUICK), 27);
}

#[test]
#[cfg(feature = "slow")]
fn links_make_the_nodes_and_updates_of_knuths_program_on_large_trees() {
    assert_eq!(walk_all(|updates| updates >= QUICK), 9);
}

/// Counting with memory is checked on all rows that it counts quickly.
#[test]
fn counts_with_memory_are_known() {
    for row in known() {
        let quick = match row.instance {
            // Walks are quick here, but few states repeat.
            instance if instance.starts_with("partridge") => false,
            "latin 6" | "langford_at_cost 16" => false,
            _ => row.cost.is_none_or(|(nodes, _)| nodes < 50_000),
        };
        if quick {
            let solver = Solver::new(problem(row.instance));
            let answer = solver.search().count_by(Method::Memo);
            assert!(answer.is_complete(), "{}", row.instance);
            assert_eq!(answer.value.to_string(), row.solutions, "{}", row.instance);
        }
    }
}

/// Networks that fall apart into independent rings. The expected count is the product of the counts
/// of the rings.
#[test]
fn independent_parts_are_counted_separately() {
    // Each ring has six stations, and a line for each pair of neighbours. A ring has two perfect
    // matchings, or one if one of its lines is missing.
    let rings = |closed: usize, open: usize| {
        let mut builder = Problem::builder();
        for ring in 0..closed + open {
            let stations: Vec<_> = (0..6)
                .map(|station| builder.primary(format!("{ring}.{station}")).unwrap())
                .collect();
            let lines = if ring < closed { 6 } else { 5 };
            for line in 0..lines {
                let line = [stations[line], stations[(line + 1) % 6]];
                builder.option(line).unwrap();
            }
        }
        Solver::new(builder.build())
    };
    for (closed, open) in [(0, 1), (1, 0), (60, 40), (100, 0)] {
        let solver = rings(closed, open);
        let mut counter = solver.search();
        let answer = counter.count_by(Method::Memo);
        assert!(answer.is_complete());
        let expected = (0..closed).fold(BigUint::from(1_u32), |count, _| count * 2_u32);
        assert_eq!(answer.value.to_string(), expected.to_string());
        // Each part is counted separately.
        assert!(answer.stats.nodes <= 8 * (closed + open) as u64);
    }
}

/// A path of n stations is cut into pieces of one to three stations. The counts are the tribonacci
/// numbers.
#[test]
fn pieces_of_a_path_are_counted_by_the_tribonacci_recurrence() {
    let mut expected = [1_u64, 1, 2].map(BigUint::from).to_vec();
    for n in 0..=200 {
        if n >= 3 {
            let next = &expected[n - 1] + &expected[n - 2] + &expected[n - 3];
            expected.push(next);
        }
        if n % 20 != 0 {
            continue;
        }
        let mut builder = Problem::builder();
        let stations: Vec<_> = (0..n)
            .map(|station| builder.primary(station.to_string()).unwrap())
            .collect();
        for length in 1..=3 {
            for piece in stations.windows(length) {
                builder.option(piece.iter().copied()).unwrap();
            }
        }
        let solver = Solver::new(builder.build());
        let answer = solver.search().count_by(Method::Memo);
        assert_eq!(answer.value.to_string(), expected[n].to_string(), "{n}");
    }
}

/// The least cost, the number of solutions that share it, the next higher cost, and the nodes of
/// the walk that finds all cheapest solutions.
#[test]
fn least_costs_are_known() {
    let known = [
        ("queens_at_cost 8", 15_392, 4, 16_544, 17),
        ("queens_at_cost 10", 48_680, 4, 49_064, 46),
        ("langford_at_cost 8", 544, 8, 552, 27),
        ("langford_at_cost 11", 1294, 52, 1306, 337),
        ("langford_at_cost 12", 1626, 488, 1646, 961),
    ];
    let mut nodes = Vec::new();
    for (instance, least, ties, above, _) in known {
        let solver = Solver::new(problem(instance));
        let answer = solver.search().best(1);
        assert!(answer.is_complete(), "{instance}");
        assert_eq!(answer.value.cost(), Some(least), "{instance}");
        assert_eq!(answer.value.ties, ties, "{instance}");
        nodes.push(answer.stats.nodes);
        let more = solver.search().best(ties as usize + 1).value;
        let costs: Vec<i64> = more.solutions.iter().map(|found| found.cost).collect();
        assert!(costs[..ties as usize].iter().all(|&cost| cost == least));
        assert_eq!(costs[ties as usize..], [above], "{instance}");
    }
    assert_eq!(nodes, known.map(|(.., nodes)| nodes));
}

/// Random points in the plane, each with the ten nearest others as partners, at the cost of the
/// distance.
fn matching(points: usize, mut state: u64) -> Problem {
    let mut below = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % most) as f64
    };
    let places: Vec<(f64, f64)> = (0..points).map(|_| (below(1000), below(1000))).collect();
    let distance = |a: usize, b: usize| {
        (places[a].0 - places[b].0)
            .hypot(places[a].1 - places[b].1)
            .round() as i64
    };
    let mut builder = Problem::builder();
    let items: Vec<_> = (0..points)
        .map(|point| builder.primary(point.to_string()).unwrap())
        .collect();
    let mut pairs = std::collections::BTreeSet::new();
    for one in 0..points {
        let mut others: Vec<usize> = (0..points).filter(|&other| other != one).collect();
        others.sort_by_key(|&other| (distance(one, other), other));
        let nearest = others.into_iter().take(10);
        pairs.extend(nearest.map(|other| (one.min(other), one.max(other))));
    }
    for (one, other) in pairs {
        let option = builder.option([items[one], items[other]]).unwrap();
        builder.add_cost(option, distance(one, other)).unwrap();
    }
    builder.build()
}

/// Without the linear relaxation, such matchings are not solved in millions of nodes. The first
/// solution may cost half as much again as the best, and the relaxation must be used all the same.
#[test]
fn matchings_in_the_plane_take_few_nodes() {
    for seed in 1..9 {
        let solver = Solver::new(matching(100, seed));
        let mut search = solver.search();
        let best = search
            .limits(quadrille::Limits::new().nodes(10_000))
            .cheapest();
        assert!(best.is_complete() && best.value.is_optimal(), "seed {seed}");
    }
}

/// Knuth's program DLX5 takes minutes to find one of these solutions.
#[test]
fn langford_16_has_12016_cheapest_solutions() {
    let solver = Solver::new(problem("langford_at_cost 16"));
    let answer = solver.search().best(1);
    assert!(answer.is_complete() && answer.value.is_optimal());
    assert_eq!(answer.value.cost(), Some(3708));
    assert_eq!(answer.value.ties, 12_016);
    assert_eq!(answer.stats.nodes, 49_394);
    // They are few enough to be counted by the walk that finds the first one.
    let few = solver.search().best_with_few_ties(Sense::Min);
    assert!(few.is_complete() && few.value.has_all_ties);
    assert_eq!(few.value.ties, 12_016);
    let settings = Settings::new().policy("costs.ties", 1_000.0).unwrap();
    let solver = Solver::with_settings(problem("langford_at_cost 16"), &settings);
    let mut search = solver.search();
    let best = search.best_with_few_ties(Sense::Min).value;
    assert_eq!((best.cost(), best.has_all_ties), (Some(3708), false));
    assert_eq!(search.count_within(Sense::Min, 3708).value, 12_016);
}

#[test]
fn empty_instances_have_the_empty_solution() {
    for instance in [
        "queens 0",
        "langford 0",
        "langford_at_cost 0",
        "queens_at_cost 0",
        "bell 0",
        "matching 0",
        "domino 0 7",
        "latin 0",
    ] {
        let solver = Solver::new(problem(instance));
        assert_eq!(solver.search().count().value, 1, "{instance}");
    }
}

#[test]
fn large_instances_have_names_for_all_items() {
    let last = |problem: Problem| {
        let item = problem.items().next_back().unwrap();
        problem.name(item).to_owned()
    };
    assert_eq!(last(problem("queens 40")), "b(77)");
    assert_eq!(last(problem("matching 40")), "(79)");
    assert_eq!(last(problem("domino 70 70")), "(69)(69)");
}

#[test]
fn impossible_requests_are_errors() {
    let message = |result: Result<Problem, BuildError>| result.unwrap_err().to_string();
    assert_eq!(
        puzzles::partitions::partitions(29).unwrap_err(),
        BuildError::TooLarge
    );
    assert_eq!(
        message(puzzles::sudoku::sudoku(2, "1..1")),
        "item \"r01\" occurs twice in one option"
    );
    assert_eq!(
        message(puzzles::sudoku::sudoku(2, "5")),
        "there is no item for given \"5\""
    );
}
