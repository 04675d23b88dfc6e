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
/// Options of hidden truths come after the others.
pub(super) fn refuted(
    problem: &Arc<Problem>,
    live: &Live,
    is_hidden: impl Fn(usize) -> bool,
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
    truths.sort_by_key(|&item| (is_hidden(item), live.count(item)));
    let of_truths = truths
        .iter()
        .flat_map(|&item| bits::ones_of_both(live.users(item), live.options()));
    // The options of a solution need no trial.
    let mut in_solution = vec![0; live.words()];
    // Options of items that need none come last.
    for option in of_truths.chain(bits::ones(live.options())) {
        if bits::has(&in_solution, option) {
            continue;
        }
        let mut assumptions = known.clone();
        assumptions.force(live.id(option));
        let mut search = solver.search();
        search.assume(assumptions).budget(budget);
        let answer = search.first();
        let Some(solution) = &answer.value else {
            if !answer.is_complete() {
                return Err(answer.stop);
            }
            return Ok(vec![Deduction {
                reason: Reason::Trial {
                    nodes: answer.stats.nodes,
                },
                chosen: Vec::new(),
                removed: vec![live.id(option)],
            }]);
        };
        for number in live.numbers(solution.options()) {
            bits::add(&mut in_solution, number);
        }
        budget.poll()?;
    }
    Ok(Vec::new())
}
