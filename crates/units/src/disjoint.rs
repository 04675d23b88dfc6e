//! Whether parts of a search overlap, by the definition of a solution.

use quadrille_core::Problem;
use quadrille_core::{Parts, Step, shared::StepTree};

/// Finds two parts, by their numbers, that may have a common solution.
///
/// Parts of a walk branch at one step: their steps are equal up to there, and the next two exclude
/// each other. That is checked first. Other parts are compared pair by pair.
pub(super) fn overlap(problem: &Problem, parts: &Parts) -> Option<[usize; 2]> {
    let (tree, ends) = StepTree::new(parts);
    let mut by_end: Vec<(usize, usize)> = ends.into_iter().zip(0..).collect();
    by_end.sort_unstable();
    let branches = Branches { tree, by_end };
    let mut nodes = 0..branches.tree.len();
    nodes.find_map(|node| branches.overlap(node, problem, parts))
}

/// The tree of parts, and the numbers of the parts that end at each node.
struct Branches {
    tree: StepTree,
    by_end: Vec<(usize, usize)>,
}

impl Branches {
    /// The parts that end at a node.
    fn ends(&self, node: usize) -> &[(usize, usize)] {
        let from = self.by_end.partition_point(|&(end, _)| end < node);
        let ends = &self.by_end[from..];
        &ends[..ends.partition_point(|&(end, _)| end == node)]
    }

    /// Finds two parts below a node that may overlap, although they branch here.
    fn overlap(&self, node: usize, problem: &Problem, parts: &Parts) -> Option<[usize; 2]> {
        let children = self.tree.children(node);
        match *self.ends(node) {
            [(_, one), (_, other), ..] => return Some([one, other]),
            // It contains all others.
            [(_, one)] if !children.is_empty() => {
                return Some([one, *self.below(children.start).first()?]);
            }
            _ => {}
        }
        if children.len() < 2 {
            return None;
        }
        let step = |child: usize| self.tree.above(child).1;
        let steps: Vec<Step> = children.clone().map(step).collect();
        if are_alternatives(problem, &steps) {
            return None;
        }
        let pairs = children
            .clone()
            .flat_map(|one| (one + 1..children.end).map(move |two| [one, two]));
        pairs
            .filter(|pair| !self.exclude(problem, *pair))
            .find_map(|pair| {
                let [one, two] = pair.map(|child| self.below(child));
                one.into_iter().find_map(|one| {
                    let part = parts.part(one);
                    let other = two
                        .iter()
                        .find(|&&two| !exclude(problem, part.steps(), parts.part(two).steps()));
                    Some([one, *other?])
                })
            })
    }

    /// Whether two branches exclude each other by steps that all of their parts have.
    fn exclude(&self, problem: &Problem, pair: [usize; 2]) -> bool {
        let [one, other] = pair.map(|child| self.tree.above(child).1);
        // Nearly always the first steps decide.
        excludes(problem, one, other) || {
            let [one, other] = pair.map(|child| self.common_steps(child));
            exclude(problem, &one, &other)
        }
    }

    /// The steps to a node and below that all parts there have.
    fn common_steps(&self, mut node: usize) -> Vec<Step> {
        let mut steps = vec![self.tree.above(node).1];
        while let (1, []) = (self.tree.children(node).len(), self.ends(node)) {
            node = self.tree.children(node).start;
            steps.push(self.tree.above(node).1);
        }
        steps
    }

    /// The parts at a node and below, in the order of their steps.
    fn below(&self, node: usize) -> Vec<usize> {
        let (mut parts, mut ahead) = (Vec::new(), vec![node]);
        while let Some(node) = ahead.pop() {
            parts.extend(self.ends(node).iter().map(|&(_, part)| part));
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

/// Whether no solution can be behind both paths, because of two of their steps.
fn exclude(problem: &Problem, one: &[Step], other: &[Step]) -> bool {
    let mut steps = one.iter();
    steps.any(|a| other.iter().any(|b| excludes(problem, *a, *b)))
}

fn excludes(problem: &Problem, one: Step, other: Step) -> bool {
    match (one.is_used, other.is_used) {
        (true, true) => problem.are_exclusive(one.option, other.option),
        (false, false) => false,
        _ => one.option == other.option,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::case::multiple_cases;
    use quadrille_core::{OptionId, Part};

    proptest! {
        #[test]
        fn parts_overlap_by_the_definition(
            case in multiple_cases(),
            list in proptest::collection::vec(proptest::collection::vec((0..20_usize, any::<bool>()), 0..5), 0..5),
        ) {
            let problem = case.problem();
            prop_assume!(problem.option_count() > 0);
            let step = |&(option, is_used): &(usize, bool)| Step {
                option: OptionId::new((option % problem.option_count()) as u32),
                is_used,
            };
            let list: Vec<Part> = list.iter().map(|steps| steps.iter().map(step).collect()).collect();
            let may_overlap = |one: &Part, two: &Part| {
                let (one, two) = (one.steps(), two.steps());
                one.starts_with(two) || two.starts_with(one) || !exclude(&problem, one, two)
            };
            let found = overlap(&problem, &list.iter().cloned().collect());
            if let Some([one, two]) = found {
                prop_assert!(one != two && may_overlap(&list[one], &list[two]), "{one} {two}");
            } else {
                for (place, one) in list.iter().enumerate() {
                    for two in &list[place + 1..] {
                        prop_assert!(!may_overlap(one, two), "{} {}", one, two);
                    }
                }
            }
        }
    }
}
