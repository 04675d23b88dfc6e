//! What a sweep counts in. It cannot wrap: a [`Word`] refuses a sum that does not fit, and a [`Count`]
//! grows.

use crate::ask::Count;

/// A sum that does not fit. Nothing was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overflow;

/// What a sweep counts in.
pub(super) trait Amount: Clone + Default + std::fmt::Debug {
    const ONE: Self;

    fn is_zero(&self) -> bool;

    /// Adds, or leaves the number as it is if the sum does not fit.
    fn add(&mut self, other: &Self) -> Result<(), Overflow>;

    fn widen(&self) -> Count;

    /// How long it takes to add it, in steps of a meter; none for a machine word.
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
    fn a_word_refuses_what_does_not_fit_and_stays_as_it_is() {
        let mut word = Word(u64::MAX - 1);
        assert_eq!(word.add(&Word::ONE), Ok(()));
        assert_eq!(word.add(&Word::ONE), Err(Overflow));
        assert_eq!(word, Word(u64::MAX));
        assert_eq!(word.widen(), Count::from(u64::MAX));
        assert!(Word::default().is_zero() && !Word::ONE.is_zero());
    }
}
