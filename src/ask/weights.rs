//! The weights of parts in their search.

use super::{Parts, StepTree};

impl Parts {
    /// Returns the weight of each part, if all parts that begin with the same steps share their
    /// weight equally at the next step. The sum is 1. O(s log s) for a list of
    /// size s.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let (tree, ends) = StepTree::new(self);
        let mut equal = vec![0_u32; tree.len()];
        for &end in &ends {
            equal[end as usize] += 1;
        }
        // A part that ends above others is a branch like theirs.
        let mut branches: Vec<u32> = equal.iter().map(|&parts| parts.min(1)).collect();
        for node in 1..tree.len() as u32 {
            branches[tree.above(node).0 as usize] += 1;
        }
        let mut weights = vec![1.0; tree.len()];
        // A node stands behind the one above it.
        for node in 1..tree.len() as u32 {
            let above = tree.above(node).0 as usize;
            weights[node as usize] = weights[above] / f64::from(branches[above]);
        }
        let weight = |&end: &u32| {
            let end = end as usize;
            weights[end] / f64::from(branches[end]) / f64::from(equal[end])
        };
        ends.iter().map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Step;
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
