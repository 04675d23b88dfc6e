//! The possible costs of a solution in text, where equal options with different costs look the
//! same.

use rustc_hash::FxHashSet;

/// The maximum number of sums to try. Beyond it, every cost from the least to the most counts as
/// possible.
const WORK: usize = 1 << 22;

/// The possible costs of a solution: a known part, and choices among equal options.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    known: i64,
    /// Choices: the number of options to choose, and the costs to choose from, ascending.
    choices: Vec<(usize, Vec<i64>)>,
}

impl Costs {
    pub(super) fn add(&mut self, cost: i64) {
        self.known = self.known.saturating_add(cost);
    }

    /// Adds a choice of `count` of these costs, or of all of them if they are fewer.
    pub(super) fn choose(&mut self, count: usize, mut costs: Vec<i64>) {
        costs.sort_unstable();
        if costs.first() == costs.last() {
            costs.iter().take(count).for_each(|&cost| self.add(cost));
        } else {
            self.choices.push((count.min(costs.len()), costs));
        }
    }

    pub(super) fn least(&self) -> i64 {
        let least = |(count, costs): &(usize, Vec<i64>)| costs[..*count].iter().sum::<i64>();
        self.choices.iter().map(least).sum::<i64>() + self.known
    }

    pub(super) fn most(&self) -> i64 {
        let most =
            |(count, costs): &(usize, Vec<i64>)| costs.iter().rev().take(*count).sum::<i64>();
        self.choices.iter().map(most).sum::<i64>() + self.known
    }

    /// Returns whether some choice gives this cost. O(number of possible sums), which may be
    /// exponential, but at most `WORK`.
    pub(super) fn allow(&self, cost: i64) -> bool {
        if !(self.least()..=self.most()).contains(&cost) {
            return false;
        }
        let mut work = 0;
        let mut sums = FxHashSet::from_iter([self.known]);
        for (count, costs) in &self.choices {
            // `chosen[n]` holds the sums of n of the costs so far.
            let mut chosen = vec![FxHashSet::default(); count + 1];
            chosen[0] = sums;
            for &more in costs {
                for place in (0..*count).rev() {
                    work += chosen[place].len() + 1;
                    if work > WORK {
                        return true;
                    }
                    let sums: Vec<i64> = chosen[place].iter().map(|sum| sum + more).collect();
                    chosen[place + 1].extend(sums);
                }
            }
            sums = chosen.pop().unwrap_or_default();
        }
        sums.contains(&cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(choices: &[(usize, &[i64])]) -> Vec<i64> {
        let mut costs = Costs::default();
        for &(count, of) in choices {
            costs.choose(count, of.to_vec());
        }
        (-50..1000).filter(|&cost| costs.allow(cost)).collect()
    }

    #[test]
    fn a_sum_takes_the_given_number_from_each_choice() {
        assert_eq!(allowed(&[]), [0]);
        assert_eq!(allowed(&[(1, &[9, 4, 7])]), [4, 7, 9]);
        assert_eq!(allowed(&[(2, &[9, 4, 7, 9])]), [11, 13, 16, 18]);
        assert_eq!(
            allowed(&[(2, &[5, 5, 5]), (1, &[1, 3]), (3, &[2])]),
            [13, 15]
        );
        assert_eq!(allowed(&[(1, &[0, 1]), (1, &[0, 10])]), [0, 1, 10, 11]);
        assert_eq!(
            allowed(&[(1, &[-9, 4]), (2, &[3, -1, 5])]),
            [-7, -5, -1, 6, 8, 12]
        );
    }

    /// There are 2^40 sums.
    #[test]
    fn beyond_the_work_limit_every_cost_in_range_is_allowed() {
        let mut costs = Costs::default();
        for bit in 0..40 {
            costs.choose(1, vec![0, 2 << bit]);
        }
        assert_eq!((costs.least(), costs.most()), (0, (1 << 41) - 2));
        assert!(costs.allow(7) && costs.allow(8) && !costs.allow((1 << 41) - 1));
    }
}
