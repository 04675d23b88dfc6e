//! What the options of a solution may cost, where only their words are told.

use rustc_hash::FxHashSet;

/// The most sums that are looked at. Beyond, all from the least to the most are taken to be
/// possible.
const WORK: usize = 1 << 22;

/// The possible costs of a solution: those of its options that are known, and those of choices.
#[derive(Clone, Debug, Default)]
pub(super) struct Costs {
    known: u64,
    /// So many options are among those of these costs, ascending.
    choices: Vec<(usize, Vec<u64>)>,
}

impl Costs {
    pub(super) fn add(&mut self, cost: u64) {
        self.known = self.known.saturating_add(cost);
    }

    /// Adds so many options of these costs, or all of them if they are fewer.
    pub(super) fn choose(&mut self, count: usize, mut costs: Vec<u64>) {
        costs.sort_unstable();
        if costs.first() == costs.last() {
            costs.iter().take(count).for_each(|&cost| self.add(cost));
        } else {
            self.choices.push((count.min(costs.len()), costs));
        }
    }

    pub(super) fn least(&self) -> u64 {
        let least = |(count, costs): &(usize, Vec<u64>)| costs[..*count].iter().sum::<u64>();
        self.choices.iter().map(least).sum::<u64>() + self.known
    }

    pub(super) fn most(&self) -> u64 {
        let most =
            |(count, costs): &(usize, Vec<u64>)| costs.iter().rev().take(*count).sum::<u64>();
        self.choices.iter().map(most).sum::<u64>() + self.known
    }

    /// Whether the choices can be made so that the cost is this. O(number of sums of choices),
    /// which may be exponential, up to `WORK`.
    pub(super) fn allow(&self, cost: u64) -> bool {
        if !(self.least()..=self.most()).contains(&cost) {
            return false;
        }
        let mut work = 0;
        let mut sums = FxHashSet::from_iter([self.known]);
        for (count, costs) in &self.choices {
            // What some of the options up to the present one cost, by how many they are.
            let mut chosen = vec![FxHashSet::default(); count + 1];
            chosen[0] = sums;
            for &more in costs {
                for place in (0..*count).rev() {
                    work += chosen[place].len() + 1;
                    if work > WORK {
                        return true;
                    }
                    let sums: Vec<u64> = chosen[place].iter().map(|sum| sum + more).collect();
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

    fn allowed(choices: &[(usize, &[u64])]) -> Vec<u64> {
        let mut costs = Costs::default();
        for &(count, of) in choices {
            costs.choose(count, of.to_vec());
        }
        (0..1000).filter(|&cost| costs.allow(cost)).collect()
    }

    #[test]
    fn sums_are_those_of_so_many_of_each() {
        assert_eq!(allowed(&[]), [0]);
        assert_eq!(allowed(&[(1, &[9, 4, 7])]), [4, 7, 9]);
        assert_eq!(allowed(&[(2, &[9, 4, 7, 9])]), [11, 13, 16, 18]);
        assert_eq!(
            allowed(&[(2, &[5, 5, 5]), (1, &[1, 3]), (3, &[2])]),
            [13, 15]
        );
        assert_eq!(allowed(&[(1, &[0, 1]), (1, &[0, 10])]), [0, 1, 10, 11]);
    }

    /// 2^40 sums.
    #[test]
    fn too_many_sums_are_all_from_the_least_to_the_most() {
        let mut costs = Costs::default();
        for bit in 0..40 {
            costs.choose(1, vec![0, 2 << bit]);
        }
        assert_eq!((costs.least(), costs.most()), (0, (1 << 41) - 2));
        assert!(costs.allow(7) && costs.allow(8) && !costs.allow((1 << 41) - 1));
    }
}
