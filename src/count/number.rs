//! Numbers of solutions. None of them can wrap: a [`Word`] refuses a sum that does not fit, and a
//! [`Number`] grows. Everything in this room that adds or multiplies solutions does it by these
//! types, or by big integers.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::BigUint;

/// A sum that does not fit. Nothing was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overflow;

/// What a sweep counts in.
pub(super) trait Amount: Clone + Default + std::fmt::Debug {
    const ONE: Self;

    fn is_zero(&self) -> bool;

    /// Adds, or leaves the number as it is if the sum does not fit.
    fn add(&mut self, other: &Self) -> Result<(), Overflow>;

    fn widen(&self) -> Number;

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

    fn widen(&self) -> Number {
        Number::Small(self.0.into())
    }

    #[inline]
    fn work(&self) -> usize {
        0
    }
}

/// A whole number of any size; 0 by default. Nearly all numbers of nearly all problems are small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Small(u128),
    /// Only what does not fit into `Small`.
    Large(Box<BigUint>),
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Amount for Number {
    const ONE: Self = Self::Small(1);

    fn is_zero(&self) -> bool {
        self.is_zero()
    }

    fn add(&mut self, other: &Self) -> Result<(), Overflow> {
        self.add(other);
        Ok(())
    }

    fn widen(&self) -> Number {
        self.clone()
    }

    fn work(&self) -> usize {
        16 + self.heap() / 4
    }
}

impl Number {
    pub(super) const ZERO: Self = Self::Small(0);

    pub(super) fn from_big(big: BigUint) -> Self {
        match u128::try_from(&big) {
            Ok(small) => Self::Small(small),
            Err(_) => Self::Large(Box::new(big)),
        }
    }

    /// Binary digits; none for 0.
    pub(super) fn bits(&self) -> u64 {
        match self {
            Self::Small(small) => (128 - small.leading_zeros()).into(),
            Self::Large(large) => large.bits(),
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    pub(super) fn to_big(&self) -> BigUint {
        match self {
            Self::Small(small) => (*small).into(),
            Self::Large(large) => (**large).clone(),
        }
    }

    /// As a big integer, without a copy.
    pub(super) fn into_big(self) -> BigUint {
        match self {
            Self::Small(small) => small.into(),
            Self::Large(large) => *large,
        }
    }

    pub(super) fn heap(&self) -> usize {
        match self {
            Self::Small(_) => 0,
            Self::Large(large) => Self::heap_of(large.bits()),
        }
    }

    /// Bytes on the heap of a number of so many binary digits.
    pub(super) fn heap_of(digits: u64) -> usize {
        if digits <= 128 {
            return 0;
        }
        // Two blocks, each with what the allocator adds.
        size_of::<BigUint>() + digits.div_ceil(8) as usize + 32
    }

    pub(super) fn add(&mut self, other: &Self) {
        *self = match (&*self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Self::Small(sum),
                None => Self::Large(Box::new(BigUint::from(*a) + *b)),
            },
            _ => Self::Large(Box::new(self.to_big() + other.to_big())),
        };
    }

    pub(super) fn multiply(&mut self, other: &Self) {
        if self.is_zero() || other.is_zero() {
            *self = Self::ZERO;
            return;
        }
        *self = match (&*self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Self::Small(product),
                None => Self::Large(Box::new(BigUint::from(*a) * *b)),
            },
            _ => Self::Large(Box::new(self.to_big() * other.to_big())),
        };
    }
}

impl Number {
    /// Takes away a number that is not larger.
    pub(super) fn subtract(&mut self, other: &Self) {
        *self = match (&mut *self, other) {
            (Self::Small(a), Self::Small(b)) => Self::Small(a.saturating_sub(*b)),
            (Self::Small(_), Self::Large(_)) => Self::ZERO,
            (Self::Large(a), Self::Small(b)) => Self::from_big(std::mem::take(&mut **a) - *b),
            (Self::Large(a), Self::Large(b)) if **a > **b => {
                Self::from_big(std::mem::take(&mut **a) - &**b)
            }
            _ => Self::ZERO,
        };
    }

    /// The quotient and the remainder by a number other than 0.
    pub(super) fn divide(&self, other: &Self) -> (Self, Self) {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => match (a.checked_div(*b), a.checked_rem(*b)) {
                (Some(quotient), Some(rest)) => (Self::Small(quotient), Self::Small(rest)),
                _ => (Self::ZERO, Self::ZERO),
            },
            (Self::Small(_), Self::Large(_)) => (Self::ZERO, self.clone()),
            (Self::Large(a), _) if !other.is_zero() => {
                let (a, b) = (&**a, other.to_big());
                (Self::from_big(a / &b), Self::from_big(a % &b))
            }
            _ => (Self::ZERO, Self::ZERO),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(match (self, other) {
            (Self::Small(a), Self::Small(b)) => a.cmp(b),
            (Self::Large(a), Self::Large(b)) => a.cmp(b),
            (Self::Small(_), Self::Large(_)) => Ordering::Less,
            (Self::Large(_), Self::Small(_)) => Ordering::Greater,
        })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(small) => small.fmt(f),
            Self::Large(large) => large.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_out_of_the_machine_and_stay_exact() {
        let mut number = Number::ONE;
        let mut big = BigUint::from(1_u32);
        for factor in 1..60_u128 {
            let factor = Number::Small(factor);
            number.multiply(&factor);
            number.add(&factor);
            big = big * factor.to_big() + factor.to_big();
            assert_eq!(number.to_big(), big);
            assert_eq!(number.heap() == 0, big.bits() <= 128);
        }
        number.multiply(&Number::ZERO);
        assert_eq!(number, Number::ZERO);
        assert!(number.is_zero() && !Number::ONE.is_zero());
        let mut most = Number::Small(u128::MAX);
        most.add(&Number::ONE);
        assert_eq!(most.to_big(), BigUint::from(1_u32) << 128);
    }

    #[test]
    fn differences_and_quotients_are_those_of_big_integers() {
        let powers = |shift: u32| (BigUint::from(1_u32) << shift) - 1_u32;
        let bigs: Vec<BigUint> = [0_u32, 1, 2, 63, 64, 65, 127, 128, 129, 200, 300]
            .into_iter()
            .flat_map(|shift| [powers(shift), powers(shift) + 1_u32])
            .collect();
        for a in &bigs {
            let number = Number::from_big(a.clone());
            assert_eq!((number.to_big(), number.bits()), (a.clone(), a.bits()));
            assert_eq!(number.to_string(), a.to_string());
            for b in &bigs {
                let other = Number::from_big(b.clone());
                assert_eq!(number.partial_cmp(&other), Some(a.cmp(b)));
                if a >= b {
                    let mut left = number.clone();
                    left.subtract(&other);
                    assert_eq!(left, Number::from_big(a - b));
                }
                if !other.is_zero() {
                    let (quotient, rest) = number.divide(&other);
                    assert_eq!(quotient, Number::from_big(a / b));
                    assert_eq!(rest, Number::from_big(a % b));
                }
            }
        }
    }

    #[test]
    fn a_word_refuses_what_does_not_fit_and_stays_as_it_is() {
        let mut word = Word(u64::MAX - 1);
        assert_eq!(word.add(&Word::ONE), Ok(()));
        assert_eq!(word.add(&Word::ONE), Err(Overflow));
        assert_eq!(word, Word(u64::MAX));
        assert_eq!(word.widen(), Number::Small(u64::MAX.into()));
        assert!(Word::default().is_zero() && !Word::ONE.is_zero());
    }
}
