//! Options without a solution, found by a search: the last resort.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::bits;
use super::deduction::{Deduction, Reason};
use super::live::Live;
use crate::ask::{Assumptions, Budget, Stop};
use crate::problem::{OptionId, Problem};
use crate::solver::Solver;

/// The first option that is in no solution, in the order of the truths with the fewest live options.
pub(super) fn refuted(
    problem: &Arc<Problem>,
    live: &Live,
    chosen: &[OptionId],
    budget: &Budget,
) -> Result<Vec<Deduction>, Stop> {
    let solver = Solver::new(Arc::clone(problem));
    let mut known = Assumptions::new();
    known.force_all(chosen);
    let chosen: BTreeSet<OptionId> = chosen.iter().copied().collect();
    for option in problem.options().filter(|option| !chosen.contains(option)) {
        let number = live.number(option);
        if !number.is_some_and(|number| bits::has(live.options(), number)) {
            known.forbid(option);
        }
    }
    let mut truths: Vec<usize> = live.truths().collect();
    truths.sort_by_key(|&item| bits::count_of_both(live.users(item), live.options()));
    // The options of a solution need no trial.
    let mut in_solution = vec![0; live.words()];
    // Options of items that need none come last.
    let all = truths.iter().map(|&item| live.users(item));
    for own in all.chain([live.options()]) {
        for option in bits::ones_of_both(own, live.options()) {
            if bits::has(&in_solution, option) {
                continue;
            }
            let mut assumptions = known.clone();
            assumptions.force(live.id(option));
            let mut search = solver.search();
            search.assume(assumptions).budget(budget);
            let answer = search.first();
            match &answer.value {
                Some(solution) => {
                    let numbers = solution.options().iter();
                    let numbers = numbers.filter_map(|&option| live.number(option));
                    numbers.for_each(|number| bits::add(&mut in_solution, number));
                }
                None if !answer.is_complete() => return Err(answer.stop),
                None => {
                    return Ok(vec![Deduction {
                        reason: Reason::Trial {
                            nodes: answer.stats.nodes,
                        },
                        chosen: Vec::new(),
                        removed: vec![live.id(option)],
                    }]);
                }
            }
            budget.poll()?;
        }
    }
    Ok(Vec::new())
}
