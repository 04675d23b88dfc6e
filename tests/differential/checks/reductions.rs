//! Reduced problems, and their solutions mapped back.

use std::sync::Arc;

use quadrille::Method;
use quadrille::{Limits, Solver, Stop};

use super::{Outcome, Trial, rows, same};
use crate::case::Case;
use crate::reference::Truth;

pub(super) fn reduce(trial: &mut Trial<'_>) -> Outcome {
    let reduced = match quadrille::reduce::reduce(Arc::clone(&trial.problem), Limits::new()) {
        Ok(reduced) => reduced,
        Err(_) => {
            same!(
                *trial.truth.count(),
                0_u32.into(),
                "reduce: no cover, so that the count is"
            );
            return Ok(());
        }
    };
    // Solve the rest with the references.
    let remains = Case::of(reduced.problem());
    if let Some(truth) = Truth::of(&remains)? {
        same!(
            truth.count(),
            trial.truth.count(),
            "reduce: covers of what remains"
        );
        let least = truth
            .number
            .least
            .map(|least| (least.0 + reduced.forced_cost(), least.1));
        same!(
            least,
            trial.truth.number.least,
            "reduce: least cost, and its ties"
        );
        if let (Some(covers), Some(expected)) = (truth.covers, &trial.truth.covers) {
            let restore =
                |cover: Vec<usize>| rows(reduced.restore(cover.into_iter().map(super::id)).iter());
            let mut restored: Vec<_> = covers.into_iter().map(restore).collect();
            restored.sort_unstable();
            same!(restored, *expected, "reduce: covers restored");
        }
    }
    // Solve the rest with the library.
    let solver = Solver::new(Arc::clone(reduced.problem()));
    let mut counter = solver.search();
    let method = trial.random.pick(&[Method::Auto, Method::Memo]);
    let answer = counter.limits(Limits::new().nodes(50_000)).count_by(method);
    if answer.stop != Stop::Nodes {
        let expected = trial.truth.count().to_string();
        same!(
            answer.value.to_string(),
            expected,
            "reduce: count by {method} of what remains"
        );
    }
    Ok(())
}
