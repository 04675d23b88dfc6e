//! Whether parts of a search overlap, by the definition of a solution.

use crate::ask::{Parts, Step, StepTree};
use crate::problem::{Lists, OptionId, Problem};

/// Finds two parts, by their numbers, that may have a common solution.
///
/// Parts of a walk branch at one step: their steps are equal up to there, and the next two exclude
/// each other. That is checked first. Other parts are compared pair by pair.
pub(super) fn overlap(problem: &Problem, parts: &Parts) -> Option<[usize; 2]> {
    let (tree, ends) = StepTree::new(parts);
    let numbered = || (0..).zip(&ends).map(|(part, &end)| (end as usize, part));
    let branches = Branches {
        ends: Lists::sorted(tree.len(), numbered),
        tree,
    };
    let mut nodes = 0..branches.tree.len() as u32;
    nodes.find_map(|node| branches.overlap(node, problem, parts))
}

/// The tree of parts, and the numbers of the parts that end at each node.
struct Branches {
    tree: StepTree,
    ends: Lists<usize>,
}

impl Branches {
    /// Finds two parts below a node that may overlap, although they branch here.
    fn overlap(&self, node: u32, problem: &Problem, parts: &Parts) -> Option<[usize; 2]> {
        let children = self.tree.children(node);
        match *self.ends.of(node) {
            [one, other, ..] => return Some([one, other]),
            // It contains all others.
            [one] if !children.is_empty() => {
                return Some([one, *self.below(children.start).first()?]);
            }
            _ => {}
        }
        let step = |child: u32| self.tree.above(child).1;
        let steps: Vec<Step> = children.clone().map(step).collect();
        if are_alternatives(problem, &steps) {
            return None;
        }
        for one in children.clone() {
            for other in one + 1..children.end {
                if excludes(problem, step(one), step(other)) {
                    continue;
                }
                let (one, other) = (self.below(one), self.below(other));
                let mut pairs = one.iter().flat_map(|&a| other.iter().map(move |&b| [a, b]));
                let overlap = pairs.find(|pair| !exclude(problem, parts, *pair));
                if overlap.is_some() {
                    return overlap;
                }
            }
        }
        None
    }

    /// The parts at a node and below, in the order of their steps.
    fn below(&self, node: u32) -> Vec<usize> {
        let (mut parts, mut ahead) = (Vec::new(), vec![node]);
        while let Some(node) = ahead.pop() {
            parts.extend_from_slice(self.ends.of(node));
            ahead.extend(self.tree.children(node).rev());
        }
        parts
    }
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
fn exclude(problem: &Problem, parts: &Parts, pair: [usize; 2]) -> bool {
    let [one, other] = pair.map(|part| parts.get(part).unwrap_or_default());
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
