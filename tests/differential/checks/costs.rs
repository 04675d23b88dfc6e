//! The cheapest and the dearest solutions.

use num_bigint::BigUint;
use quadrille::{Best, Limits, Sense, Stop};

use super::{Outcome, Trial, holds, id, rows, same};
use crate::checks::searches::settings;

const NODES: u64 = 2_000;

pub(super) fn best(trial: &mut Trial<'_>) -> Outcome {
    let settings = settings(&mut trial.random);
    let solver = trial.solver(&settings);
    let mut search = solver.search();
    let limits = Limits::new().nodes(NODES);
    let least = trial.truth.number.least.clone();

    let answer = search.limits(limits).cheapest();
    bounds(trial, &answer.value)?;
    if answer.stop != Stop::Nodes {
        same!(answer.stop, Stop::Exhausted, "cheapest: stop");
        same!(answer.value.cost(), least.as_ref().map(|l| l.0), "cheapest");
        let bound = least.as_ref().map(|l| l.0);
        same!(answer.value.bound, bound, "cheapest: bound");
    }
    // The search visits all ties one by one.
    if least
        .as_ref()
        .is_some_and(|least| least.1 > BigUint::from(1_000_u32))
    {
        return Ok(());
    }
    let k = trial.random.pick(&[1, 1, 2, 5, 1_000]);
    let answer = search.best(k);
    bounds(trial, &answer.value)?;
    if answer.stop != Stop::Nodes {
        let ties = least.map_or(BigUint::ZERO, |least| least.1);
        same!(
            answer.value.ties.to_string(),
            ties.to_string(),
            "best({k}): ties"
        );
    }
    let Some(covers) = &trial.truth.covers else {
        return Ok(());
    };
    ranked(trial, &answer.value, answer.stop, covers, k)?;
    let dearest = search.best_by(Sense::Max, k);
    ranked(trial, &dearest.value, dearest.stop, covers, k)?;

    let Some(assumed) = trial.assume() else {
        return Ok(());
    };
    for &row in &assumed.forced {
        search.force(id(row));
    }
    for &row in &assumed.forbidden {
        search.forbid(id(row));
    }
    let sense = trial.random.pick(&[Sense::Min, Sense::Max]);
    let answer = search.best_by(sense, k);
    let covers = assumed.covers.unwrap_or_default();
    ranked(trial, &answer.value, answer.stop, &covers, k).map_err(|error| {
        let (forced, forbidden) = (&assumed.forced, &assumed.forbidden);
        format!("forced {forced:?}, forbidden {forbidden:?}: {error}")
    })
}

/// Checks that the best solutions are those of the list.
fn ranked(trial: &Trial<'_>, best: &Best, stop: Stop, covers: &[Vec<usize>], k: usize) -> Outcome {
    if stop == Stop::Nodes {
        return Ok(());
    }
    let mut ranked: Vec<_> = covers
        .iter()
        .map(|c| (trial.case.cost(c), c.clone()))
        .collect();
    ranked.sort_by_cached_key(|(cost, cover)| (best.sense.loss(*cost), cover.clone()));
    let ties = ranked.iter().filter(|cover| cover.0 == ranked[0].0).count();
    same!(best.ties, ties as u64, "best({k}): ties");
    ranked.truncate(k);
    let found: Vec<_> = best
        .solutions
        .iter()
        .map(|c| (c.cost, rows(&c.solution)))
        .collect();
    same!(found, ranked, "best({k})");
    Ok(())
}

/// Checks the properties of every answer, whatever the stop reason.
fn bounds(trial: &Trial<'_>, best: &Best) -> Outcome {
    let least = trial.truth.number.least.as_ref().map(|least| least.0);
    holds!(
        least.is_none_or(|least| best.bound.is_some_and(|bound| bound <= least)),
        "{:?} is not a bound of the least cost {least:?}",
        best.bound
    );
    for found in &best.solutions {
        let cover = rows(&found.solution);
        holds!(trial.case.is_cover(&cover), "best: {cover:?} is no cover");
        same!(
            found.cost,
            trial.case.cost(&cover),
            "best: the cost of {cover:?}"
        );
    }
    if best.is_optimal() {
        same!(best.cost(), least, "the optimal cost");
    }
    Ok(())
}
