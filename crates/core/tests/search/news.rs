//! What a search for the best solutions tells while it runs: better solutions, and its progress.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use quadrille::{Costed, Limits, Problem, Progress, Sense, Solver, Stop, verify};

use crate::best::{problem, with_costs};
use crate::case::{coloured_cases, multiple_cases};
use crate::puzzles;

/// The better solutions that a search tells of, and the best cost in its answer.
fn improvements(solver: &Solver, sense: Sense, threads: usize) -> (Vec<Costed>, Option<i64>) {
    let mut told = Vec::new();
    let mut search = solver.search();
    search.threads(threads);
    let answer = search.improve(sense, |better| told.push(better.clone()));
    assert!(answer.is_complete());
    (told, answer.value.cost())
}

/// Each is a solution at its cost and better than the one before it, and the last one is the best.
fn check(problem: &Problem, sense: Sense, (told, best): &(Vec<Costed>, Option<i64>)) {
    assert_eq!(told.last().map(|last| last.cost), *best);
    let loss = |costed: &Costed| sense.loss(costed.cost);
    assert!(told.is_sorted_by(|one, next| loss(one) > loss(next)));
    for costed in told {
        let options = costed.solution.options();
        assert_eq!(verify(problem, options), Ok(()));
        let cost: i64 = options.iter().map(|&option| problem.cost(option)).sum();
        assert_eq!(cost, costed.cost);
    }
}

#[test]
fn each_better_solution_is_told() {
    let cases = prop_oneof![coloured_cases(), multiple_cases()].boxed();
    proptest!(|((case, costs) in with_costs(cases))| {
        let solver = Solver::new(problem(&case, &costs));
        for sense in [Sense::Min, Sense::Max] {
            let told = improvements(&solver, sense, 1);
            check(solver.problem(), sense, &told);
        }
    });
}

/// Large enough for a team.
#[test]
fn one_thread_tells_the_same_in_every_run() {
    let solver = Solver::new(puzzles::queens_at_cost::queens_at_cost(12).unwrap());
    for sense in [Sense::Min, Sense::Max] {
        let told = improvements(&solver, sense, 1);
        check(solver.problem(), sense, &told);
        assert_eq!(told, improvements(&solver, sense, 1));
        let several = improvements(&solver, sense, 3);
        check(solver.problem(), sense, &several);
        assert_eq!(told.1, several.1);
    }
}

/// The reports of a search, as often as possible.
fn reports(solver: &Solver, ask: impl FnOnce(&mut quadrille::Search)) -> Vec<Progress> {
    let all: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let kept = Arc::clone(&all);
    let mut search = solver.search();
    search.watch(Duration::ZERO, move |progress| {
        kept.lock().unwrap().push(progress.clone());
    });
    ask(&mut search);
    let all = all.lock().unwrap();
    all.clone()
}

/// The best cost never gets worse, the bound never gets weaker, and nodes are never forgotten.
fn check_reports(reports: &[Progress], sense: Sense) {
    let mut last = Progress::default();
    for report in reports {
        let range = report.costs.expect("a question about costs");
        assert_eq!(range.sense, sense);
        assert!(report.nodes >= last.nodes);
        let loss = |cost: Option<i64>| cost.map(|cost| sense.loss(cost));
        if let Some(before) = last.costs {
            assert!(loss(range.bound) >= loss(before.bound));
            if let Some(best) = loss(before.best) {
                assert!(loss(range.best).is_some_and(|next| next <= best));
            }
        }
        if let (Some(best), Some(bound)) = (loss(range.best), loss(range.bound)) {
            assert!(bound <= best);
        }
        last = report.clone();
    }
}

#[test]
fn reports_never_get_worse_during_trials_and_after_them() {
    for sense in [Sense::Min, Sense::Max] {
        let solver = Solver::new(puzzles::queens_at_cost::queens_at_cost(11).unwrap());
        for k in [1, 3, 30] {
            let all = reports(&solver, |search| {
                let answer = search.best_by(sense, k);
                assert!(answer.is_complete());
            });
            check_reports(&all, sense);
            let knows = |report: &Progress| report.costs.is_some_and(|costs| costs.best.is_some());
            assert!(all.iter().any(knows), "{k}");
            // Once a solution is known, no report says that there is none.
            let first = all.iter().position(knows).unwrap();
            assert!(all[first..].iter().all(knows), "{k}");
        }
    }
}

/// To be watched changes neither the nodes of the trials nor what they find.
#[test]
fn reports_change_no_trial() {
    let solver = Solver::new(puzzles::langford::langford_at_cost(8).unwrap());
    for most in (0..400).step_by(7) {
        let limits = Limits::new().nodes(most);
        let plain = solver.search().limits(limits.clone()).cheapest();
        let all = reports(&solver, |search| {
            let watched = search.limits(limits).cheapest();
            assert_eq!(watched.stop, plain.stop);
            assert_eq!(watched.stats.nodes, plain.stats.nodes);
            assert_eq!(watched.value.solutions, plain.value.solutions);
            assert!(watched.value.bound >= plain.value.bound);
        });
        check_reports(&all, Sense::Min);
        assert!(
            plain.stop != Stop::Nodes || most < 40 || !all.is_empty(),
            "{most}"
        );
    }
}
