//! Numbers of solutions while they are added up: machine numbers as long as they fit, then big
//! ones. Nearly all numbers of nearly all problems fit.

use num_bigint::BigUint;

/// A whole number of any size; 0 by default.
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

impl Number {
    pub(super) const ZERO: Self = Self::Small(0);
    pub(super) const ONE: Self = Self::Small(1);

    pub(super) fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// As a big number.
    pub(super) fn to_big(&self) -> BigUint {
        match self {
            Self::Small(small) => (*small).into(),
            Self::Large(large) => (**large).clone(),
        }
    }

    /// Bytes on the heap.
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
        size_of::<BigUint>() + digits.div_ceil(8) as usize
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
}
