//! The numbers of a sweep: packed into words, so that one compiled sweep counts to any size.
//!
//! A number below 2^63 is its own word. A word with the highest bit set is the place of a larger number
//! in a list that belongs to the table of the word. So no sum can wrap: two small numbers fit into a
//! word together, and all other sums are those of a [`Count`].

use crate::ask::Count;

/// The sum is large, and there is no room for large numbers yet. Nothing was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overflow;

/// Marks the words of large numbers.
const IS_LARGE: u64 = 1 << 63;

/// The large numbers to which words refer.
#[derive(Clone, Debug, Default)]
pub(super) struct Large(Vec<Count>);

/// A number: a word, and the large numbers to which it may refer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount<'l> {
    pub(super) word: u64,
    pub(super) large: &'l Large,
}

impl Amount<'_> {
    pub(super) fn count(self) -> Count {
        if self.word < IS_LARGE {
            self.word.into()
        } else {
            self.large.0[(self.word & !IS_LARGE) as usize].clone()
        }
    }

    /// The work of an addition, in steps of a meter; 0 for a machine word.
    #[inline]
    pub(super) fn work(self) -> usize {
        if self.word < IS_LARGE {
            0
        } else {
            self.work_of_large()
        }
    }

    #[cold]
    #[inline(never)]
    fn work_of_large(self) -> usize {
        16 + self.large.0[(self.word & !IS_LARGE) as usize].heap() / 4
    }
}

impl Large {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns the number of a word that refers to this list.
    #[inline]
    pub(super) fn amount(&self, word: u64) -> Amount<'_> {
        Amount { word, large: self }
    }

    /// Keeps a number, if it is large, and returns its word here.
    #[inline]
    pub(super) fn keep(&mut self, amount: Amount<'_>) -> u64 {
        if amount.word < IS_LARGE {
            amount.word
        } else {
            self.keep_large(amount)
        }
    }

    #[cold]
    #[inline(never)]
    fn keep_large(&mut self, amount: Amount<'_>) -> u64 {
        self.push(amount.count())
    }

    /// Adds a number to that of a word. If the sum is large and may not be, nothing changes.
    #[inline]
    pub(super) fn add(
        &mut self,
        sum: &mut u64,
        amount: Amount<'_>,
        may_be_large: bool,
    ) -> Result<(), Overflow> {
        match sum.checked_add(amount.word) {
            // Both are small, because no word with the highest bit has a sum without it.
            Some(total) if total < IS_LARGE => *sum = total,
            _ => return self.add_large(sum, amount, may_be_large),
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn add_large(
        &mut self,
        sum: &mut u64,
        amount: Amount<'_>,
        may_be_large: bool,
    ) -> Result<(), Overflow> {
        if !may_be_large {
            return Err(Overflow);
        }
        if *sum < IS_LARGE {
            let mut total = Count::from(*sum);
            total += amount.count();
            *sum = self.push(total);
            return Ok(());
        }
        let total = &mut self.0[(*sum & !IS_LARGE) as usize];
        match amount.word {
            word if word < IS_LARGE => *total += Count::from(word),
            word => *total += &amount.large.0[(word & !IS_LARGE) as usize],
        }
        Ok(())
    }

    fn push(&mut self, number: Count) -> u64 {
        self.0.push(number);
        IS_LARGE | (self.0.len() - 1) as u64
    }

    /// Forgets all numbers. No word may refer to them any more.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes memory for exactly this many numbers, so that the list does not grow in between.
    pub(super) fn fit(&mut self, most: usize) {
        let mut fitted = Vec::with_capacity(most);
        fitted.append(&mut self.0);
        self.0 = fitted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums around 2^63, 2^64 and 2^128, of words and of large numbers.
    #[test]
    fn sums_of_any_size_are_exact() {
        let edges = [0_u128, 1, 1 << 62, 1 << 63, 1 << 64, 1 << 127, u128::MAX];
        let near = |edge: u128| [edge.saturating_sub(1), edge, edge.saturating_add(1)];
        let numbers: Vec<u128> = edges.into_iter().flat_map(near).collect();
        let mut others = Large::new();
        for &a in &numbers {
            for &b in &numbers {
                let mut large = Large::new();
                let mut sum = pack(&mut large, a);
                let other = pack(&mut others, b);
                let expected = Count::small(a) + Count::small(b);
                let is_small = expected < 1 << 63;
                let before = large.amount(sum).count();
                let narrow = large.add(&mut sum, others.amount(other), false);
                assert_eq!(narrow.is_ok(), is_small, "{a} + {b}");
                if narrow.is_err() {
                    assert_eq!(large.amount(sum).count(), before);
                    assert_eq!(large.add(&mut sum, others.amount(other), true), Ok(()));
                }
                assert_eq!(large.amount(sum).count(), expected, "{a} + {b}");
                assert_eq!(large.0.is_empty(), is_small);
                let copy = others.keep(large.amount(sum));
                assert_eq!(others.amount(copy).count(), expected);
            }
        }
    }

    fn pack(large: &mut Large, number: u128) -> u64 {
        match u64::try_from(number) {
            Ok(word) if word < IS_LARGE => word,
            _ => large.push(Count::small(number)),
        }
    }
}
