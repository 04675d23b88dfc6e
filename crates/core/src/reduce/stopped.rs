//! Tests that a reduction that stops early, after any amount of work, keeps all solutions.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::case::{Case, cases, coloured_cases, multiple_cases};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::*;
use crate::ask::Limits;
use crate::solver::Solver;

/// Enough milliseconds to put any answer together.
const LONG: u64 = 3_600_000;

fn covers(problem: &Arc<Problem>) -> Vec<Vec<OptionId>> {
    let solver = Solver::new(Arc::clone(problem));
    let mut search = solver.search();
    let found = search.solutions();
    found.map(|cover| cover.options().to_vec()).collect()
}

/// Reduces a problem until this much work is done.
fn reduce_until(problem: &Arc<Problem>, work: u64, grace: u64) -> Result<Reduced, NoCover> {
    let budget = Budget::start(&Limits::new().time(Duration::ZERO));
    let policies = ReducePolicies {
        grace,
        ..Policies::default().reduce
    };
    reduce_by(Arc::clone(problem), budget.meter_after(work), policies)
}

/// Checks the reduction after every amount of work, where its report differs.
fn check_every_stop(case: &Case) -> Result<(), TestCaseError> {
    let mut builder = case.builder();
    for number in 0..case.options.len() as u32 {
        let cost = i64::from(number * number) - 7;
        prop_assert_eq!(builder.add_cost(OptionId::new(number), cost), Ok(()));
    }
    let problem = Arc::new(builder.build());
    let expected = case.covers();
    let cost = |problem: &Problem, cover: &[OptionId]| -> i64 {
        cover.iter().map(|&option| problem.cost(option)).sum()
    };
    let mut seen = BTreeSet::new();
    for work in (0..).map(|step| step * 4) {
        let reduced = match reduce_until(&problem, work, LONG) {
            Ok(reduced) => reduced,
            Err(_) => {
                prop_assert!(expected.is_empty());
                return Ok(());
            }
        };
        let report = *reduced.report();
        let state = (
            report.forced,
            report.excluded,
            report.unsupported,
            report.dropped,
            report.spare,
        );
        prop_assert_eq!(report.complete, report.stop == Stop::Exhausted);
        if seen.insert((state, report.complete)) {
            let mut found = Vec::new();
            for cover in covers(reduced.problem()) {
                let whole = reduced.restore(cover.iter().copied());
                prop_assert_eq!(
                    cost(&problem, whole.options()),
                    cost(reduced.problem(), &cover) + reduced.forced_cost()
                );
                found.push(whole.options().to_vec());
            }
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "after {} units: {:?}", work, report);
        }
        if report.complete {
            return Ok(());
        }
    }
    unreachable!("work has an end")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn plain_covers_are_kept_at_every_stop(case in cases()) {
        check_every_stop(&case)?;
    }

    #[test]
    fn coloured_covers_are_kept_at_every_stop(case in coloured_cases()) {
        check_every_stop(&case)?;
    }

    #[test]
    fn multiple_covers_are_kept_at_every_stop(case in multiple_cases()) {
        check_every_stop(&case)?;
    }
}

/// A chain of dominoes that is forced from end to end.
fn chain(items: usize) -> Arc<Problem> {
    let mut builder = Problem::builder();
    let items: Vec<_> = (0..items)
        .map(|number| builder.primary(number.to_string()).unwrap())
        .collect();
    for pair in items.windows(2) {
        builder.option(pair).unwrap();
    }
    Arc::new(builder.build())
}

/// More work forces more options, in many steps.
#[test]
fn a_reduction_can_stop_anywhere() {
    let problem = chain(10_000);
    let mut before = 0;
    let mut between = 0;
    for work in (0..).map(|step| step * 10_000) {
        let reduced = reduce_until(&problem, work, LONG).unwrap();
        let forced = reduced.forced().len();
        assert!(forced >= before);
        between += usize::from(forced > before);
        before = forced;
        if reduced.report().complete {
            break;
        }
        assert_eq!(reduced.report().stop, Stop::Time);
    }
    assert_eq!(before, 5_000);
    assert!(between > 10, "{between}");
}

/// If no time is left to put the rest together, the answer is the original problem.
#[test]
fn without_extra_time_the_problem_is_unchanged() {
    let problem = chain(200_000);
    let whole = reduce_until(&problem, u64::MAX, LONG).unwrap();
    assert_eq!(whole.forced().len(), 100_000);
    let mut halves = 0;
    for work in (1..40).map(|step| step << 19) {
        let patient = reduce_until(&problem, work, LONG).unwrap();
        let hasty = reduce_until(&problem, work, 0).unwrap();
        if (1..100_000).contains(&patient.forced().len()) {
            halves += 1;
            assert!(Arc::ptr_eq(hasty.problem(), &problem));
            assert_eq!(hasty.report().stop, Stop::Time);
        }
    }
    assert!(halves > 2, "{halves}");
    // A proof is long too.
    let problem = chain(200_001);
    assert!(reduce_until(&problem, u64::MAX, 0).is_err());
    let proofs = (1..20).map(|step| reduce_until(&problem, step << 20, 0));
    assert!(proofs.into_iter().any(|proof| proof.is_ok()));
}
