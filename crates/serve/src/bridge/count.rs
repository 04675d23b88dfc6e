//! `solve`, `check`, `count` and `estimate`.

use std::sync::Arc;
use std::time::Duration;

use quadrille_core::{Count, Order, Stop};

use super::answer::{Answer, Estimate};
use super::puzzle::Asked;
use super::work::Work;

/// What `solve` and `truecandidates` say if there is no solution.
pub(super) const NO_SOLUTION: &str = "There is no solution.";

/// How often a count reports how far it is.
const BETWEEN_REPORTS: Duration = Duration::from_millis(250);

/// The probes of the first estimate. Each one after it has twice as many.
const PROBES: u64 = 1000;

/// The most probes: the interval would hardly shrink any more.
const MOST_PROBES: u64 = 1 << 32;

/// 95 of 100 values of a normal distribution lie within so many standard errors.
const Z95: f64 = 1.96;

/// Finds a solution, another one each time if there are several.
pub(super) fn solve(asked: &Asked, work: &Work) -> Answer {
    let mut search = work.search();
    let first = search
        .order(Order::Random(work.seed))
        .first(&asked.puzzle.board);
    match first.value {
        Some(solution) => Answer::Solved {
            solution: solution.cells().to_vec(),
        },
        None if first.stop.is_limit() => Answer::Canceled,
        None => Answer::invalid(NO_SOLUTION),
    }
}

/// Counts up to two solutions.
pub(super) fn check(asked: &Asked, work: &Work) -> Answer {
    let mut search = work.search();
    let limits = work.limits().solutions(2);
    let counted = search.limits(limits).count(&asked.puzzle.board);
    of_count(counted.value, counted.stop)
}

/// Counts all solutions, and reports how many there are so far.
pub(super) fn count(asked: &Asked, work: &Work) -> Answer {
    let report = Arc::clone(&work.report);
    let mut search = work.search();
    search.watch(BETWEEN_REPORTS, move |progress| {
        report(Answer::Count {
            count: progress.solutions.clone(),
            in_progress: true,
        });
    });
    let counted = search.count(&asked.puzzle.board);
    of_count(counted.value, counted.stop)
}

fn of_count(count: Count, stop: Stop) -> Answer {
    match stop {
        stop if stop.is_limit() => Answer::stopped(stop, &format!(": at least {count} solutions")),
        _ => Answer::Count {
            count,
            in_progress: false,
        },
    }
}

/// Estimates the number of solutions, better and better until it is cancelled.
pub(super) fn estimate(asked: &Asked, work: &Work) -> Answer {
    let board = match asked.entered() {
        Ok(board) => board,
        Err(message) => return Answer::invalid(message),
    };
    let mut probes = PROBES;
    loop {
        let estimated = work.search().estimate(&board, probes, probes);
        // The answer to a limit: what was reported last stays on the screen.
        if estimated.stop.is_limit() {
            return Answer::Canceled;
        }
        let value = estimated.value;
        // No probe has reached a solution.
        let (mean, low, high) = value.solutions.map_or((0.0, 0.0, f64::INFINITY), |own| {
            (own.mean, own.low, own.high)
        });
        let stderr = (high - low) / (2.0 * Z95);
        let relative_error = if mean == 0.0 {
            0.0
        } else {
            100.0 * Z95 * stderr / mean
        };
        let is_exact = value.probes == 0;
        let answer = Answer::Estimate(Estimate {
            estimate: mean,
            stderr,
            iterations: if is_exact {
                estimated.stats.nodes
            } else {
                value.probes
            },
            ci95_lower: low,
            ci95_upper: high,
            relative_error,
        });
        probes *= 2;
        if is_exact || probes > MOST_PROBES {
            return answer;
        }
        (work.report)(answer);
    }
}
