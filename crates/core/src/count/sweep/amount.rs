//! The numbers of a sweep. They cannot overflow: a [`Word`] rejects a sum that does not fit, and a
//! [`Count`] grows.

use crate::ask::Count;

/// The sum does not fit, and nothing was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overflow;

/// A type of numbers for a sweep.
pub(super) trait Amount: Clone + Default + std::fmt::Debug + Send {
    const ONE: Self;

    fn is_zero(&self) -> bool;

    /// Adds a number. If the sum does not fit, nothing changes.
    fn add(&mut self, other: &Self) -> Result<(), Overflow>;

    fn widen(&self) -> Count;

    /// The work of an addition, in steps of a meter; 0 for a machine word.
    fn work(&self) -> usize;
}

/// A number in a machine word; 0 by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word(u64);

impl Amount for Word {
    const ONE: Self = Self(1);

    #[inline]
    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        self.0 = self.0.checked_add(other.0).ok_or(Overflow)?;
        Ok(())
    }

    fn widen(&self) -> Count {
        self.0.into()
    }

    #[inline]
    fn work(&self) -> usize {
        0
    }
}

impl Amount for Count {
    const ONE: Self = Self::ONE;

    fn is_zero(&self) -> bool {
        self.is_zero()
    }

    fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        *self += other;
        Ok(())
    }

    fn widen(&self) -> Count {
        self.clone()
    }

    fn work(&self) -> usize {
        16 + self.heap() / 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_rejects_a_sum_that_does_not_fit_and_keeps_its_value() {
        let mut word = Word(u64::MAX - 1);
        assert_eq!(word.add(&Word::ONE), Ok(()));
        assert_eq!(word.add(&Word::ONE), Err(Overflow));
        assert_eq!(word, Word(u64::MAX));
        assert_eq!(word.widen(), Count::from(u64::MAX));
        assert!(Word::default().is_zero() && !Word::ONE.is_zero());
    }
}
