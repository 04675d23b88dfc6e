//! Whether parts of a search overlap, by the definition of a solution.

use crate::ask::{Part, Step};
use crate::problem::{OptionId, Problem};

/// Finds two parts that may have a common solution.
///
/// Parts of a walk branch at one step: their steps are equal up to there, and the next two exclude
/// each other. That is checked first. Other parts are compared pair by pair.
pub(super) fn overlap<'a>(problem: &Problem, parts: &'a [Part]) -> Option<[&'a Part; 2]> {
    let mut sorted: Vec<&Part> = parts.iter().collect();
    sorted.sort_unstable();
    // Each group shares its first `depth` steps.
    let mut groups = vec![(&sorted[..], 0)];
    while let Some((group, depth)) = groups.pop() {
        let [first, .., _] = group else { continue };
        if first.steps().len() <= depth {
            // It contains all others. The sort put it first.
            return Some([group[0], group[1]]);
        }
        let step = |part: &&Part| part.steps()[depth];
        let branches: Vec<&[&Part]> = group.chunk_by(|a, b| step(a) == step(b)).collect();
        let steps: Vec<Step> = branches.iter().map(|branch| step(&branch[0])).collect();
        groups.extend(branches.iter().map(|branch| (*branch, depth + 1)));
        if are_alternatives(problem, &steps) {
            continue;
        }
        for (place, one) in branches.iter().enumerate() {
            for (after, other) in branches[place + 1..].iter().enumerate() {
                if excludes(problem, steps[place], steps[place + 1 + after]) {
                    continue;
                }
                let pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| [a, b]));
                let overlap = pairs.into_iter().find(|[a, b]| !exclude(problem, a, b));
                if overlap.is_some() {
                    return overlap;
                }
            }
        }
    }
    None
}

/// Whether all these steps use an option of the same item that is covered at most once.
fn are_alternatives(problem: &Problem, steps: &[Step]) -> bool {
    let Some((first, others)) = steps.split_first() else {
        return true;
    };
    let mut items = problem.items_of(first.option).iter();
    steps.iter().all(|step| step.is_used)
        && items.any(|item| {
            let has = |step: &Step| problem.items_of(step.option).contains(item);
            problem.is_primary(*item) && problem.bounds(*item).1 == 1 && others.iter().all(has)
        })
}

/// Whether no solution can be in both parts, because of two of their steps.
fn exclude(problem: &Problem, one: &Part, other: &Part) -> bool {
    let mut steps = one.steps().iter();
    steps.any(|a| other.steps().iter().any(|b| excludes(problem, *a, *b)))
}

fn excludes(problem: &Problem, one: Step, other: Step) -> bool {
    match (one.is_used, other.is_used) {
        (true, true) => one.option != other.option && conflict(problem, one.option, other.option),
        (false, false) => false,
        _ => one.option == other.option,
    }
}

/// Whether no solution can use both options.
fn conflict(problem: &Problem, one: OptionId, other: OptionId) -> bool {
    problem.uses_of(one).any(|(item, colour)| {
        let mut uses = problem.uses_of(other).filter(|&(shared, _)| shared == item);
        uses.any(|(_, other)| match problem.is_primary(item) {
            true => problem.bounds(item).1 == 1,
            false => colour.is_none() || colour != other,
        })
    })
}
