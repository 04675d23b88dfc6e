//! The weights of parts in their search.

use super::{Parts, StepTree};

impl Parts {
    /// Returns the weight of each part, if all parts that begin with the same steps share their
    /// weight equally at the next step. The sum is 1. O(s log s) for a list of
    /// size s.
    #[doc(hidden)]
    pub fn weights(&self) -> Vec<f64> {
        let (tree, ends) = StepTree::new(self);
        let mut equal = vec![0_usize; tree.len()];
        for &end in &ends {
            equal[end] += 1;
        }
        // A part that ends above others is a branch like theirs.
        let own = |node: usize| equal[node].min(1) + tree.children(node).len();
        let branches: Vec<usize> = (0..tree.len()).map(own).collect();
        let mut weights = vec![1.0; tree.len()];
        // A node stands behind the one above it.
        for node in 1..tree.len() {
            let (above, _) = tree.above(node);
            weights[node] = weights[above] / branches[above] as f64;
        }
        let weight = |&end: &usize| weights[end] / branches[end] as f64 / equal[end] as f64;
        ends.iter().map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::ask::parts::tests::any_parts;
    use crate::ask::{Part, Step};
    use crate::problem::OptionId;

    #[test]
    fn parts_share_the_weight_of_their_common_steps() {
        let weights = |text: &str| text.parse::<Parts>().unwrap().weights();
        assert_eq!(weights("all"), [1.0]);
        assert_eq!(
            weights("5 3.1 3.2 3.4.6 3.4.7"),
            [0.5, 1.0 / 6.0, 1.0 / 6.0, 1.0 / 12.0, 1.0 / 12.0]
        );
        assert_eq!(weights("3 3 4"), [0.25, 0.25, 0.5]);
        assert_eq!(weights("1.2.3.4"), [1.0]);
        assert!(weights("").is_empty());
        let sum: f64 = weights("4.1 all 2 4.1.3 -2.5 2 4.-1").iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }

    /// The share of a part in parts that share their first `depth` steps, by the definition.
    fn share(part: &Part, parts: &[Part], depth: usize) -> f64 {
        let step = |part: &Part| part.steps().get(depth).copied();
        let branches: BTreeSet<Option<Step>> = parts.iter().map(step).collect();
        let branch = parts.iter().filter(|other| step(other) == step(part));
        let branch: Vec<Part> = branch.cloned().collect();
        let below = match step(part) {
            None => 1.0 / branch.len() as f64,
            Some(_) => share(part, &branch, depth + 1),
        };
        below / branches.len() as f64
    }

    proptest! {
        #[test]
        fn branches_have_equal_weights(list in any_parts()) {
            let weights = Parts::from_iter(list.clone()).weights();
            for (part, weight) in list.iter().zip(&weights) {
                let expected = share(part, &list, 0);
                prop_assert!((weight - expected).abs() < 1e-12, "{} is not {}", weight, expected);
            }
        }
    }

    #[test]
    fn the_weights_of_a_deep_search_halve_with_each_level() {
        let step = |option| Step {
            option: OptionId::new(option),
            is_used: true,
        };
        let (mut parts, depth) = (Parts::new(), 100_000);
        parts.add(0, std::iter::repeat_n(step(7), depth));
        for level in (0..depth).rev() {
            parts.add(level, [step(8)]);
        }
        let weights = parts.weights();
        assert_eq!(weights[0], 0.0);
        assert_eq!(weights[weights.len() - 2..], [0.25, 0.5]);
    }
}
