//! Counting by every method.

use quadrille::{Limits, Method, Search, Stop};

use super::{Outcome, Trial, holds, id, same};
use crate::checks::searches::settings;

/// The walk is tested on problems with at most this many solutions.
const WALKED: u64 = 2_000;
const NODES: u64 = 50_000;

pub(super) fn count(trial: &mut Trial<'_>) -> Outcome {
    let settings = settings(&mut trial.random);
    let solver = trial.solver(&settings);
    let mut counter = solver.search();
    let mut rounds = vec![(trial.truth.count().to_string(), String::new())];
    if trial.random.once_in(3)
        && let Some(assumed) = trial.assume()
    {
        let words = format!(
            ", forced {:?}, forbidden {:?}",
            assumed.forced, assumed.forbidden
        );
        rounds.insert(0, (assumed.count.to_string(), words));
        for &row in &assumed.forced {
            counter.force(id(row));
        }
        for &row in &assumed.forbidden {
            counter.forbid(id(row));
        }
    }
    for (expected, words) in rounds {
        for method in [Method::Auto, Method::Memo, Method::Walk] {
            if method == Method::Walk && !trial.truth.at_most(WALKED) {
                continue;
            }
            let memory = trial.random.pick(&[0, 1 << 10, 1 << 17, 1 << 20, 1 << 30]);
            // A count that discards states may take very long.
            let limits = Limits::new().nodes(NODES).memory(memory);
            let answer = counter.limits(limits).count_by(method);
            let asked = format!("count by {method}, {memory} bytes{words}");
            match answer.stop {
                Stop::Nodes => holds!(
                    answer.value.to_string().len() <= expected.len(),
                    "{asked}: at least {}, expected {expected}",
                    answer.value
                ),
                stop => {
                    same!(stop, Stop::Exhausted, "{asked}: stop");
                    same!(answer.value.to_string(), expected, "{asked}");
                    same!(
                        answer.stats.solutions,
                        answer.value,
                        "{asked}: solutions of its stats"
                    );
                }
            }
        }
        counter.retract_all();
    }
    if trial.random.once_in(8) {
        stopped(trial, &mut counter)?;
    }
    Ok(())
}

/// Checks that a stopped count is at most the full count.
fn stopped(trial: &mut Trial<'_>, counter: &mut Search) -> Outcome {
    let method = trial.random.pick(&[Method::Auto, Method::Memo]);
    for most in [0, 1, 5, 100, u64::from(u32::MAX), u64::MAX] {
        let enough = counter
            .limits(Limits::new().solutions(most).nodes(NODES).memory(1 << 20))
            .count_by(method);
        let expected = trial.truth.count().min(&most.into()).to_string();
        if enough.stop != Stop::Nodes {
            same!(
                enough.value.to_string(),
                expected,
                "count by {method} up to {most}"
            );
        }
    }
    for most in [0, 1, 10, 60, 500, 3_000, 20_000] {
        let answer = counter.limits(Limits::new().nodes(most)).count_by(method);
        let found = answer.value.to_string().parse();
        let found: num_bigint::BigUint = found.map_err(|_| "a count is no number")?;
        let count = trial.truth.count();
        holds!(
            found <= *count,
            "count by {method}, {most} nodes: {found}, more than {count}"
        );
        if answer.is_complete() {
            same!(found, *count, "count by {method}, {most} nodes");
        }
    }
    Ok(())
}
