//! Estimates, against the numbers of nodes that are known.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use quadrille::Limits;
use quadrille::count::estimate;

#[path = "../examples/puzzles/mod.rs"]
mod puzzles;

/// The interval of a seed holds the truth as often as it says.
#[test]
fn an_interval_holds_the_truth() {
    let truth = 1_049.0;
    let queens = std::sync::Arc::new(puzzles::queens::queens(8).unwrap());
    let holds = |seed: &u64| {
        let nodes = estimate(queens.clone(), 1_000, *seed, &Limits::new())
            .value
            .nodes;
        nodes.low <= truth && truth <= nodes.high
    };
    let held = (0..100).filter(holds).count();
    assert!(held >= 90, "{held} of 100");
}

#[cfg(feature = "slow")]
mod slow {
    use super::*;

    #[test]
    fn intervals_hold_the_nodes_of_12_queens() {
        let queens = std::sync::Arc::new(puzzles::queens::queens(12).unwrap());
        let holds = |seed: &u64| {
            let nodes = estimate(queens.clone(), 2_000, *seed, &Limits::new())
                .value
                .nodes;
            nodes.low <= 211_716.0 && 211_716.0 <= nodes.high
        };
        let held = (0..100).filter(holds).count();
        assert!(held >= 90, "{held} of 100");
    }

    #[test]
    fn many_probes_come_near() {
        let queens = puzzles::queens::queens(12).unwrap();
        let nodes = estimate(queens, 100_000, 1, &Limits::new())
            .value
            .nodes
            .mean;
        assert!((nodes / 211_716.0 - 1.0).abs() < 0.02, "{nodes}");
        let pentominoes = puzzles::pentominoes::rectangle(6, 10).unwrap();
        let nodes = estimate(pentominoes, 100_000, 1, &Limits::new())
            .value
            .nodes
            .mean;
        assert!((nodes / 3_637_261.0 - 1.0).abs() < 0.15, "{nodes}");
    }
}
