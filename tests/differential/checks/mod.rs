//! The checks: questions to the library about a problem, whose answers are compared with the
//! references.

mod costs;
mod counting;
mod diagrams;
mod estimates;
mod explanations;
mod program;
mod reductions;
mod searches;
mod texts;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quadrille::{OptionId, Problem, Settings, Solver};

use crate::case::Case;
use crate::random::Random;
use crate::reference::{Truth, number_under};

/// Why a check failed.
pub(crate) type Outcome = Result<(), String>;

/// Fails with a description unless two values are equal.
macro_rules! same {
    ($found:expr, $expected:expr, $($what:tt)+) => {{
        let (found, expected) = (&$found, &$expected);
        if found != expected {
            let what = format!($($what)+);
            return Err(format!("{what}: {found:?}, expected {expected:?}"));
        }
    }};
}

/// Fails with a description unless a condition holds.
macro_rules! holds {
    ($condition:expr, $($what:tt)+) => {{
        let condition: bool = $condition;
        if !condition {
            return Err(format!($($what)+));
        }
    }};
}
use {holds, same};

/// One check of one problem.
pub(crate) struct Trial<'t> {
    pub(crate) case: &'t Case,
    pub(crate) truth: &'t Truth,
    pub(crate) problem: Arc<Problem>,
    pub(crate) random: Random,
}

/// Assumed options, and the covers that remain.
pub(crate) struct Assumed {
    pub(crate) forced: Vec<usize>,
    pub(crate) forbidden: Vec<usize>,
    pub(crate) count: num_bigint::BigUint,
    pub(crate) covers: Option<Vec<Vec<usize>>>,
}

impl Trial<'_> {
    pub(crate) fn solver(&self, settings: &Settings) -> Solver {
        Solver::with_settings(self.problem.clone(), settings)
    }

    /// Assumes no options, or a few random ones; `None` if the reference cannot compute the count.
    pub(crate) fn assume(&mut self) -> Option<Assumed> {
        let options = self.case.rows.len();
        let mut some = |most| match options {
            0 => Vec::new(),
            _ => (0..self.random.below(most))
                .map(|_| self.random.below(options))
                .collect(),
        };
        let (forced, forbidden): (Vec<usize>, Vec<usize>) = (some(3), some(4));
        let mut covers = self.truth.covers.clone();
        if let Some(covers) = &mut covers {
            covers.retain(|cover| {
                forced.iter().all(|row| cover.contains(row))
                    && !forbidden.iter().any(|row| cover.contains(row))
            });
        }
        let count = match &covers {
            Some(covers) => covers.len().into(),
            None => number_under(self.case, &forced, &forbidden)?,
        };
        Some(Assumed {
            forced,
            forbidden,
            count,
            covers,
        })
    }
}

pub(crate) fn id(row: usize) -> OptionId {
    OptionId::new(row as u32)
}

/// The rows of a solution, ascending.
pub(crate) fn rows(options: impl IntoIterator<Item = OptionId>) -> Vec<usize> {
    let mut rows: Vec<usize> = options.into_iter().map(OptionId::index).collect();
    rows.sort_unstable();
    rows
}

/// A check, and the problems for which it runs, given by their numbers.
struct Check {
    name: &'static str,
    every: u64,
    offset: u64,
    check: fn(&mut Trial<'_>) -> Outcome,
}

#[rustfmt::skip]
const CHECKS: [Check; 12] = [
    Check { name: "search", every: 1, offset: 0, check: searches::search },
    Check { name: "search under assumptions", every: 3, offset: 0, check: searches::assumptions },
    Check { name: "search under limits", every: 5, offset: 1, check: searches::limits },
    Check { name: "verify", every: 10, offset: 3, check: searches::verify },
    Check { name: "count", every: 1, offset: 0, check: counting::count },
    Check { name: "diagram", every: 3, offset: 1, check: diagrams::diagram },
    Check { name: "best", every: 3, offset: 2, check: costs::best },
    Check { name: "reduce", every: 2, offset: 0, check: reductions::reduce },
    Check { name: "explain", every: 2, offset: 1, check: explanations::explain },
    Check { name: "text", every: 10, offset: 5, check: texts::text },
    Check { name: "estimate", every: 50, offset: 9, check: estimates::estimate },
    Check { name: "program", every: 200, offset: 17, check: program::program },
];

/// The total time of each check on all threads, in nanoseconds.
static TIMES: [AtomicU64; CHECKS.len()] = [const { AtomicU64::new(0) }; CHECKS.len()];

/// The name of each check, and its total time on all threads.
pub(crate) fn times() -> impl Iterator<Item = (&'static str, Duration)> {
    let time = |time: &AtomicU64| Duration::from_nanos(time.load(Ordering::Relaxed));
    CHECKS
        .iter()
        .map(|check| check.name)
        .zip(TIMES.iter().map(time))
}

/// A check that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) check: usize,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn name(&self) -> &'static str {
        CHECKS[self.check].name
    }
}

/// Runs the checks that are due for problem `number`.
pub(crate) fn judge(case: &Case, truth: &Truth, seed: u64, number: u64) -> Result<(), Failure> {
    for (check, Check { every, offset, .. }) in CHECKS.iter().enumerate() {
        if number % every == *offset {
            let start = Instant::now();
            let outcome = judge_by(check, case, truth, seed, number);
            TIMES[check].fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
            outcome.map_err(|message| Failure { check, message })?;
        }
    }
    Ok(())
}

/// Runs one check, due or not. A panic is a failure.
pub(crate) fn judge_by(
    check: usize,
    case: &Case,
    truth: &Truth,
    seed: u64,
    number: u64,
) -> Outcome {
    let attempt = || {
        let mut trial = Trial {
            case,
            truth,
            problem: Arc::new(case.problem()),
            random: Random::new(seed, number, 1 + check as u64),
        };
        (CHECKS[check].check)(&mut trial)
    };
    catch_unwind(AssertUnwindSafe(attempt)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        Err(format!("panic: {}", words.unwrap_or_default()))
    })
}
