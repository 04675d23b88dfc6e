//! Checks a colouring argument by the definition. Shares no code with the elimination.

use super::Colouring;
use crate::problem::{ItemId, OptionId, Problem};

impl Colouring {
    /// Checks the argument: returns whether it proves that the problem has no solution that uses
    /// all of its [`options`](Self::options) and none of its [`forbidden`](Self::forbidden) ones.
    /// O(size of the problem).
    ///
    /// Also returns `false` if a weight is out of range, or if a list is not ascending.
    #[must_use]
    pub fn verify(&self, problem: &Problem) -> bool {
        self.is_valid(problem) && self.is_proof(problem).unwrap_or(false)
    }

    /// Whether the lists are ascending, the items exist, and the weights are in the right range. An
    /// option that does not exist is in no solution, so it does no harm.
    fn is_valid(&self, problem: &Problem) -> bool {
        let is_weight = |weight: i64| match self.modulus {
            Some(modulus) => (1..i64::from(modulus)).contains(&weight),
            None => weight != 0,
        };
        let is_exact = |item: ItemId| {
            let times = problem.multiplicity(item);
            times.is_some_and(|times| times.start() == times.end())
        };
        let items = self.weights.iter().map(|&(item, _)| item);
        let options = self.options.iter().map(|&(option, _)| option);
        let both = self.weights.iter().map(|&(_, weight)| weight);
        let mut all = both.chain(self.options.iter().map(|&(_, weight)| weight));
        items.clone().is_sorted_by(|a, b| a < b)
            && items.clone().all(is_exact)
            && options.is_sorted_by(|a, b| a < b)
            && self.forbidden.is_sorted_by(|a, b| a < b)
            && all.all(is_weight)
            && is_weight(self.total)
    }

    /// Whether the sums are as claimed; `None` if a sum overflows.
    fn is_proof(&self, problem: &Problem) -> Option<bool> {
        let weights = self.by_item(problem);
        let mut total: i128 = 0;
        for &(item, weight) in &self.weights {
            let times = *problem.multiplicity(item)?.start();
            total = total.checked_add(i128::from(weight).checked_mul(times.into())?)?;
        }
        for &(_, weight) in &self.options {
            total = total.checked_add(weight.into())?;
        }
        let is_used = |option: &OptionId| self.forbidden.binary_search(option).is_err();
        let mut options = problem.options().filter(is_used);
        let is_proof = options.all(|option| self.sums_to_zero(problem, option, &weights));
        Some(is_proof && self.remainder(total) == self.total.into() && self.total != 0)
    }

    /// Those of these options whose weights do not add up to 0.
    pub(super) fn unbalanced(&self, problem: &Problem, options: &[OptionId]) -> Vec<OptionId> {
        let weights = self.by_item(problem);
        let is_unbalanced = |&option: &OptionId| !self.sums_to_zero(problem, option, &weights);
        options.iter().copied().filter(is_unbalanced).collect()
    }

    /// The weight of each item.
    fn by_item(&self, problem: &Problem) -> Vec<i64> {
        let mut weights = vec![0; problem.item_count()];
        for &(item, weight) in &self.weights {
            weights[item.index()] = weight;
        }
        weights
    }

    /// Whether the weights of an option add up to 0, or no solution uses it anyway.
    fn sums_to_zero(&self, problem: &Problem, option: OptionId, weights: &[i64]) -> bool {
        let own = self.options.binary_search_by_key(&option, |&(own, _)| own);
        let own = own.map_or(0, |place| self.options[place].1);
        let items = problem.items_of(option).iter();
        let weights = items.map(|item| i128::from(weights[item.index()]));
        // An option has fewer than 2^32 items, so the sum fits.
        let sum: i128 = weights.sum::<i128>() + i128::from(own);
        problem.is_dropped(option) || self.remainder(sum) == 0
    }

    fn remainder(&self, sum: i128) -> i128 {
        match self.modulus {
            Some(modulus) => sum.checked_rem_euclid(modulus.into()).unwrap_or(0),
            None => sum,
        }
    }
}
