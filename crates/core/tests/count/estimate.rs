//! Estimates compared with walks, whose numbers of nodes are the truth.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::puzzles;
use quadrille::count::{Estimate, Interval};
use quadrille::{
    Answer, Budget, CancelToken, EngineChoice, EngineName, Limits, Problem, Settings, Solver, Stop,
    text,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

fn estimate(
    problem: impl Into<Arc<Problem>>,
    probes: u64,
    seed: u64,
    limits: &Limits,
) -> Answer<Estimate> {
    let mut search = Solver::new(problem).search();
    search.limits(limits.clone()).estimate(probes, seed)
}

/// Counts the nodes and the solutions of the walk.
fn walk(problem: &Arc<Problem>) -> (f64, f64) {
    let answer = Solver::new(Arc::clone(problem)).search().walk();
    let solutions = answer.value.to_u64().unwrap();
    (answer.stats.nodes as f64, solutions as f64)
}

/// Tilings of a board with dominoes.
fn dominoes(rows: usize, columns: usize) -> Problem {
    let mut builder = Problem::builder();
    let cell = |row: usize, column: usize| format!("{row}.{column}");
    for row in 0..rows {
        for column in 0..columns {
            builder.primary(cell(row, column)).unwrap();
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            if column + 1 < columns {
                builder
                    .option([&cell(row, column), &cell(row, column + 1)])
                    .unwrap();
            }
            if row + 1 < rows {
                builder
                    .option([&cell(row, column), &cell(row + 1, column)])
                    .unwrap();
            }
        }
    }
    builder.build()
}

/// A problem with random options of up to four items.
fn random(items: usize, options: usize, seed: u64) -> Problem {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut builder = Problem::builder();
    let ids: Vec<_> = (0..items)
        .map(|item| builder.primary(item.to_string()).unwrap())
        .collect();
    for _ in 0..options {
        let mut some = Vec::new();
        for _ in 0..random.random_range(1..=4) {
            let id = ids[random.random_range(0..items)];
            if !some.contains(&id) {
                some.push(id);
            }
        }
        builder.option(some).unwrap();
    }
    builder.build()
}

/// A small tree is walked, whatever the engine, and needs no probes.
#[test]
fn the_numbers_of_a_small_tree_are_exact() {
    let exact = |interval: Interval| [interval.mean, interval.low, interval.high];
    let queens = Arc::new(puzzles::queens::queens(8).unwrap());
    for engine in [EngineName::Links, EngineName::Bits] {
        let settings = Settings::new().engine(EngineChoice::Prefer(engine));
        let solver = Solver::with_settings(Arc::clone(&queens), &settings);
        let nodes = solver.search().walk().stats.nodes as f64;
        let answer = solver.search().estimate(1_000, 1);
        assert_eq!(answer.value.engine, engine);
        assert_eq!(exact(answer.value.nodes), [nodes; 3]);
        assert_eq!(answer.value.solutions.map(exact), Some([92.0; 3]));
        assert_eq!((answer.value.probes, answer.stop), (0, Stop::Exhausted));
    }
    let none = Arc::new(text::dlx::read(b"a b\na\n").unwrap());
    let answer = estimate(none, 10, 1, &Limits::new());
    assert_eq!(answer.value.solutions.map(exact), Some([0.0; 3]));
}

/// At least 95 of 100 intervals hold the truth.
#[test]
fn intervals_hold_the_truth() {
    let mut problems = vec![
        ("queens", puzzles::queens::queens(10).unwrap()),
        ("queens", puzzles::queens::queens(11).unwrap()),
        ("dominoes", dominoes(6, 6)),
        ("dominoes", dominoes(5, 8)),
    ];
    for seed in 0..24 {
        problems.push(("random", random(18, 50, seed)));
    }
    let mut all = std::collections::BTreeMap::<&str, [u32; 3]>::new();
    for (name, problem) in problems {
        let problem = Arc::new(problem);
        let (truth, solutions) = walk(&problem);
        // The numbers of smaller trees are exact.
        if truth < 1_000.0 {
            continue;
        }
        let settings = Settings::new().policy("estimate.sample", 500.0).unwrap();
        let solver = Solver::with_settings(Arc::clone(&problem), &settings);
        for seed in 0..8 {
            let answer = solver.search().estimate(150, seed).value;
            let holds = |interval: Interval, truth: f64| {
                interval.low <= truth * 1.000_001 && truth <= interval.high * 1.000_001
            };
            let [asked, held, open] = all.entry(name).or_default();
            *asked += 2;
            *held += u32::from(holds(answer.nodes, truth));
            *held += u32::from(answer.solutions.is_none_or(|some| holds(some, solutions)));
            *open += u32::from(answer.nodes.high == f64::INFINITY);
        }
    }
    let asked: u32 = all.values().map(|all| all[0]).sum();
    assert!(asked >= 100, "{all:?}");
    for (name, [asked, held, open]) in all {
        eprintln!("{name}: {held} of {asked} hold, {open} have no upper bound");
        assert!(held * 100 >= asked * 95, "{name}: {held} of {asked}");
    }
}

/// A stopped estimate answers soon, and its bounds are honest.
#[test]
fn an_estimate_of_a_large_problem_is_stopped() {
    // A path of very many items, and an item with very many options.
    let mut chain = Problem::builder();
    let items: Vec<_> = (0..200_000)
        .map(|item| chain.primary(item.to_string()).unwrap())
        .collect();
    for two in items.windows(2) {
        chain.option(two).unwrap();
        chain.option([two[0]]).unwrap();
    }
    let mut star = Problem::builder();
    let items: Vec<_> = (0..1000)
        .map(|item| star.primary(item.to_string()).unwrap())
        .collect();
    for option in 0..1_000_000 {
        star.option([items[0], items[1 + option % 999]]).unwrap();
    }
    let problems = [chain.build(), star.build(), dominoes(40, 40)];
    for problem in problems.map(Arc::new) {
        for time in [Duration::ZERO, Duration::from_millis(300)] {
            let started = Instant::now();
            let limits = Limits::new().time(time);
            let answer = estimate(Arc::clone(&problem), u64::MAX, 1, &limits);
            assert!(started.elapsed() < Duration::from_secs(20));
            let Interval {
                mean, low, high, ..
            } = answer.value.nodes;
            if answer.stop != Stop::Exhausted {
                assert_eq!(answer.stop, Stop::Time);
                assert!(
                    low.is_finite() && low <= mean && mean <= high,
                    "{mean} {low} {high}"
                );
            }
        }
        let token = CancelToken::new();
        token.cancel();
        let answer = estimate(problem, 1000, 1, &Limits::new().cancel(&token));
        assert_eq!((answer.stop, answer.value.probes), (Stop::Cancelled, 0));
        assert_eq!(answer.value.nodes.high, f64::INFINITY);
    }
}

#[test]
fn probes_keep_to_the_nodes_that_are_left() {
    let problem = Arc::new(dominoes(12, 12));
    for left in [0, 1, 100, 1000, 5000] {
        // The walk before the probes takes 50,000.
        let limits = Limits::new().nodes(50_000 + left);
        let answer = estimate(Arc::clone(&problem), u64::MAX, 1, &limits);
        assert_eq!(answer.stop, Stop::Nodes);
        assert_eq!(answer.stats.nodes, 50_000 + left);
        assert_eq!(answer.value.probes > 0, left >= 5000, "{left}");
        let Interval { mean, low, .. } = answer.value.nodes;
        assert!(50_000.0 <= low && low <= mean);
    }
}

#[test]
fn threads_share_the_nodes_of_a_budget_for_estimates() {
    let settings = Settings::new().policy("estimate.sample", 0.0).unwrap();
    let solver = Solver::with_settings(dominoes(12, 12), &settings);
    let budget = Budget::start(&Limits::new().nodes(20_000));
    let estimate = |seed| {
        let mut search = solver.search();
        search.budget(&budget).estimate(u64::MAX, seed).stats.nodes
    };
    let spent: u64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|seed| scope.spawn(move || estimate(seed)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    assert_eq!(spent + budget.nodes_left(), 20_000);
}

/// Two options for each of 2,000 items: 2^2001 - 1 nodes.
#[test]
fn a_number_too_large_for_floats_is_infinite() {
    let mut builder = Problem::builder();
    for item in 0..2_000 {
        let item = builder.primary(item.to_string()).unwrap();
        builder.option([item]).unwrap();
        builder.option([item]).unwrap();
    }
    let links = Settings::new().engine(EngineChoice::Prefer(EngineName::Links));
    let solver = Solver::with_settings(builder.build(), &links);
    let estimate = solver.search().estimate(4, 1).value;
    let solutions = estimate.solutions.unwrap();
    for interval in [estimate.nodes, solutions, estimate.seconds] {
        assert_eq!([interval.mean, interval.high], [f64::INFINITY; 2]);
        assert!(interval.low.is_finite());
    }
    assert!(estimate.nodes.low >= 50_000.0);
}

/// With any policies, a walk that ends is exact, and probes are right about even trees.
#[test]
fn policies_do_not_bias_an_estimate() {
    let mut builder = Problem::builder();
    for coin in 0..10 {
        let coin = builder.primary(coin.to_string()).unwrap();
        builder.option([coin]).unwrap();
        builder.option([coin]).unwrap();
    }
    let problem = Arc::new(builder.build());
    for sample in [0, 1, 5_000] {
        for (first_round, part, room) in [(1, 1, 0.0), (64, 4, 10.0), (1_000, 9, 1e6)] {
            let mut settings = Settings::new();
            for (name, value) in [
                ("sample", f64::from(sample)),
                ("first_round", f64::from(first_round)),
                ("part", f64::from(part)),
                ("share", 1.0),
                ("unmet", room),
            ] {
                settings = settings.policy(&format!("estimate.{name}"), value).unwrap();
            }
            let solver = Solver::with_settings(Arc::clone(&problem), &settings);
            let estimate = solver.search().estimate(40, 1).value;
            assert_eq!(estimate.nodes.mean, 2_047.0);
            assert_eq!(estimate.solutions.unwrap().mean, 1_024.0);
            assert!(estimate.nodes.low <= 2_047.0 && estimate.nodes.high >= 2_047.0);
        }
    }
}

#[test]
fn many_probes_come_near() {
    let queens = Arc::new(puzzles::queens::queens(11).unwrap());
    let (truth, _) = walk(&queens);
    let settings = Settings::new().policy("estimate.sample", 2_000.0).unwrap();
    let solver = Solver::with_settings(queens, &settings);
    let mean = solver.search().estimate(3_000, 1).value.nodes.mean;
    assert!((mean / truth - 1.0).abs() < 0.05, "{mean}, not {truth}");
}

#[cfg(feature = "slow")]
mod slow {
    use super::*;

    #[test]
    fn many_probes_come_nearer() {
        let pentominoes = Arc::new(
            puzzles::pentominoes::rectangle(6, 10)
                .unwrap()
                .into_problem(),
        );
        let mean = estimate(pentominoes, 100_000, 1, &Limits::new())
            .value
            .nodes
            .mean;
        assert!((mean / 798_623.0 - 1.0).abs() < 0.05, "{mean}");
    }
}
