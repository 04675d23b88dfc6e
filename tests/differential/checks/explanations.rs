//! Conflicts: minimal sets of items that cannot be covered together.

use quadrille::{Assumptions, Explanation, Limits, Stop};

use super::{Outcome, Trial, holds, rows, same};
use crate::case::{Case, Item};
use crate::reference::{Number, number};

pub(super) fn explain(trial: &mut Trial<'_>) -> Outcome {
    let nodes = match trial.random.once_in(8) {
        true => trial.random.below(10) as u64,
        false => 20_000,
    };
    let limits = Limits::new().nodes(nodes);
    let (problem, none) = (&trial.problem, Assumptions::new());
    let answer = match trial.random.once_in(2) {
        true => quadrille::explain(problem, limits),
        false => quadrille::explain_conflict(problem, &none, limits, 1, |_| {}),
    };
    match answer.value {
        Explanation::Cover(cover) => {
            holds!(
                trial.case.is_cover(&rows(&cover)),
                "explain: {cover:?} is no cover"
            );
        }
        Explanation::Conflict(conflict) => {
            same!(
                trial.truth.is_feasible(),
                false,
                "explain: a conflict, so that there is a cover"
            );
            let items: Vec<usize> = conflict.items.iter().map(|item| item.index()).collect();
            let undecided: Vec<usize> = conflict.undecided.iter().map(|i| i.index()).collect();
            same!(
                conflict.is_minimal(),
                answer.stop == Stop::Exhausted,
                "explain: minimal"
            );
            is_conflict(trial.case, &items, &undecided)?;
            if let Some(proof) = conflict.proof {
                same!(proof.items(), conflict.items, "explain: items of the proof");
            }
        }
        Explanation::Colouring(argument) => {
            same!(
                trial.truth.is_feasible(),
                false,
                "explain: a colouring, so that there is a cover"
            );
            holds!(argument.verify(&trial.problem), "explain: {argument:?}");
        }
        _ => same!(answer.stop, Stop::Nodes, "explain: unknown"),
    }
    Ok(())
}

/// Checks that these items cannot be covered together, but can be after any one of them is removed.
/// Undecided items are not removed.
pub(super) fn is_conflict(case: &Case, items: &[usize], undecided: &[usize]) -> Outcome {
    let Some(together) = coverable(case, items) else {
        return Ok(());
    };
    same!(
        together,
        false,
        "explain: {items:?} can be covered together"
    );
    for item in items.iter().filter(|item| !undecided.contains(item)) {
        let rest: Vec<usize> = items
            .iter()
            .copied()
            .filter(|other| other != item)
            .collect();
        if let Some(covered) = coverable(case, &rest) {
            same!(
                covered,
                true,
                "explain: of {items:?} can be covered without {item}"
            );
        }
    }
    Ok(())
}

/// Returns whether these items can be covered if no other item must be; `None` if the reference
/// gave up.
fn coverable(case: &Case, items: &[usize]) -> Option<bool> {
    let mut freed = case.clone();
    // Options without a primary item must stay unused.
    freed.rows.retain(|row| !case.is_void(row));
    for (number, item) in freed.items.iter_mut().enumerate() {
        if let Item::Primary { low, .. } = item
            && !items.contains(&number)
        {
            *low = 0;
        }
    }
    number(&freed, 50_000).map(|Number { least, .. }| least.is_some())
}
