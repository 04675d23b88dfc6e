//! Estimates. The checks test only what is certain, not how close an estimate is.

use quadrille::Solver;

use super::{Outcome, Trial, holds, same};

pub(super) fn estimate(trial: &mut Trial<'_>) -> Outcome {
    let (probes, seed) = (trial.random.between(1, 200) as u64, trial.random.next());
    let solver = Solver::new(trial.problem.clone());
    let ask = || solver.search().estimate(probes, seed).value;
    let estimate = ask();
    if estimate.probes == 0 {
        // A small tree is walked completely, so the number of solutions is exact.
        let solutions = estimate.solutions.map(|solutions| {
            holds!(
                solutions.low == solutions.mean && solutions.mean == solutions.high,
                "estimate: {solutions:?} of a walk"
            );
            Ok(format!("{:.0}", solutions.mean))
        });
        let solutions = solutions.transpose()?;
        let count = trial.truth.count().to_string();
        same!(solutions, Some(count), "estimate: solutions of a walk");
        return Ok(());
    }
    same!(estimate.probes, probes, "estimate: probes");
    let nodes = estimate.nodes;
    holds!(nodes.mean >= 1.0, "estimate: {nodes:?} nodes");
    holds!(
        nodes.low <= nodes.mean && nodes.mean <= nodes.high,
        "estimate: {nodes:?} nodes"
    );
    if let Some(solutions) = estimate.solutions {
        let (low, high) = (solutions.low, solutions.high);
        holds!(
            low <= solutions.mean && solutions.mean <= high,
            "estimate: {solutions:?}"
        );
        let is_some = solutions.mean > 0.0;
        holds!(
            trial.truth.is_feasible() || !is_some,
            "estimate: {solutions:?} of no solution"
        );
    }
    let again = ask();
    same!(
        (again.nodes, again.solutions),
        (nodes, estimate.solutions),
        "estimate, again"
    );
    Ok(())
}
