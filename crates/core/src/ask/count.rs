//! Exact counts of any size.

use std::cmp::Ordering;
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul, MulAssign};
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

/// An exact number of solutions, of any size.
///
/// Counts add, multiply and compare with each other and with `u64`. They convert from and into
/// [`BigUint`]. The text of a count is its decimal digits.
///
/// ```
/// use quadrille::{BigUint, Count};
///
/// let mut count = Count::from(u64::MAX);
/// count += 1;
/// assert_eq!(count.to_string(), "18446744073709551616");
/// assert_eq!((count.to_u64(), count.to_u128()), (None, Some(1 << 64)));
/// assert!(count > u64::MAX);
///
/// let total: Count = [&count, &Count::from(2)].into_iter().sum();
/// let product: Count = "92233720368547758090".parse()?;
/// assert_eq!(total * 5, product);
/// assert_eq!(BigUint::from(count), BigUint::from(2_u32).pow(64));
/// # Ok::<(), quadrille::ParseCountError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(Digits);

/// Nearly all counts are small. The derived order needs `Small` first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Digits {
    Small(u128),
    /// Only numbers that do not fit into `Small`.
    Large(Box<BigUint>),
}
use Digits::{Large, Small};

impl Count {
    /// The number 0.
    pub const ZERO: Self = Self::small(0);
    /// The number 1.
    pub const ONE: Self = Self::small(1);

    pub(crate) const fn small(number: u128) -> Self {
        Self(Small(number))
    }

    fn large(number: BigUint) -> Self {
        Self(Large(Box::new(number)))
    }

    /// Returns the count as a `u64`, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.try_into().ok()
    }

    /// Returns the count as a `u128`, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        self.try_into().ok()
    }

    /// Returns whether the count is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    /// The number of binary digits; 0 for the count 0.
    pub(crate) fn bits(&self) -> u64 {
        match &self.0 {
            Small(small) => (u128::BITS - small.leading_zeros()).into(),
            Large(large) => large.bits(),
        }
    }

    /// The memory on the heap, in bytes.
    pub(crate) fn heap(&self) -> usize {
        match &self.0 {
            Small(_) => 0,
            Large(large) => Self::heap_of(large.bits()),
        }
    }

    /// The memory on the heap of a count with this many binary digits, in bytes.
    pub(crate) fn heap_of(digits: u64) -> usize {
        if digits <= u128::BITS.into() {
            return 0;
        }
        // Two blocks, each with the overhead of the allocator.
        size_of::<BigUint>() + digits.div_ceil(8) as usize + 32
    }

    /// Subtracts another count; `None` if it is larger.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        Some(match (&self.0, &other.0) {
            (Small(a), Small(b)) => Self::small(a.checked_sub(*b)?),
            (Small(_), Large(_)) => return None,
            (Large(a), Small(b)) => Self::from(&**a - *b),
            (Large(a), Large(b)) => (a >= b).then(|| Self::from(&**a - &**b))?,
        })
    }

    /// Divides by another count, and returns quotient and remainder; `None` if it is 0.
    #[must_use]
    pub fn checked_div_rem(&self, other: &Self) -> Option<(Self, Self)> {
        Some(match (&self.0, &other.0) {
            (Small(a), Small(b)) => (
                Self::small(a.checked_div(*b)?),
                Self::small(a.checked_rem(*b)?),
            ),
            (Small(_), Large(_)) => (Self::ZERO, self.clone()),
            (Large(_), Small(0)) => return None,
            (Large(a), Small(b)) => (Self::from(&**a / *b), Self::from(&**a % *b)),
            (Large(a), Large(b)) => (Self::from(&**a / &**b), Self::from(&**a % &**b)),
        })
    }
}

impl Default for Count {
    fn default() -> Self {
        Self::ZERO
    }
}

/// An error in the text of a [`Count`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseCountError {
    /// The text is empty.
    #[error("empty count, expected digits")]
    Empty,
    /// This character is not a digit.
    #[error("invalid character {0:?} in a count, expected digits")]
    Digit(char),
}

/// The error when a [`Count`] does not fit into a `u64` or `u128`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the count does not fit into {bits} bits")]
#[non_exhaustive]
pub struct CountOverflow {
    /// The size of the number type, in bits.
    pub bits: u32,
}

impl FromStr for Count {
    type Err = ParseCountError;

    /// Parses decimal digits. Signs, spaces and separators are errors.
    fn from_str(text: &str) -> Result<Self, ParseCountError> {
        if let Some(other) = text.chars().find(|c| !c.is_ascii_digit()) {
            return Err(ParseCountError::Digit(other));
        }
        // The text consists of digits, so parsing fails only if it is empty.
        let number: BigUint = text.parse().map_err(|_| ParseCountError::Empty)?;
        Ok(number.into())
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self::small(number.into())
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        match u128::try_from(&number) {
            Ok(small) => Self::small(small),
            Err(_) => Self::large(number),
        }
    }
}

impl From<Count> for BigUint {
    fn from(count: Count) -> Self {
        match count.0 {
            Small(small) => small.into(),
            Large(large) => *large,
        }
    }
}

impl From<&Count> for BigUint {
    fn from(count: &Count) -> Self {
        count.clone().into()
    }
}

macro_rules! fits {
    ($($machine:ident)*) => {$(
        impl TryFrom<&Count> for $machine {
            type Error = CountOverflow;

            fn try_from(count: &Count) -> Result<Self, CountOverflow> {
                let small = match count.0 {
                    Small(small) => Self::try_from(small).ok(),
                    Large(_) => None,
                };
                small.ok_or(CountOverflow { bits: Self::BITS })
            }
        }

        impl TryFrom<Count> for $machine {
            type Error = CountOverflow;

            fn try_from(count: Count) -> Result<Self, CountOverflow> {
                Self::try_from(&count)
            }
        }
    )*};
}

fits! { u64 u128 }

// Operators accept one number type only, so that the compiler knows the type of a literal.
impl PartialEq<u64> for Count {
    fn eq(&self, number: &u64) -> bool {
        self.to_u64() == Some(*number)
    }
}

impl PartialOrd<u64> for Count {
    fn partial_cmp(&self, number: &u64) -> Option<Ordering> {
        let larger_than_all = Some(Ordering::Greater);
        self.to_u64()
            .map_or(larger_than_all, |own| Some(own.cmp(number)))
    }
}

macro_rules! arithmetic {
    ($assign:ident::$do_assign:ident, $operator:ident::$do:ident, $all:ident::$do_all:ident from $start:literal, $checked:ident) => {
        impl $assign<&Count> for Count {
            #[inline]
            fn $do_assign(&mut self, other: &Count) {
                let fits = match (&self.0, &other.0) {
                    (Small(a), Small(b)) => a.$checked(*b),
                    _ => None,
                };
                if let Some(small) = fits {
                    *self = Count::small(small);
                    return;
                }
                let own = BigUint::from(std::mem::take(self));
                *self = match &other.0 {
                    Small(small) => own.$do(*small),
                    Large(large) => own.$do(&**large),
                }
                .into();
            }
        }

        impl $assign for Count {
            fn $do_assign(&mut self, other: Count) {
                self.$do_assign(&other);
            }
        }

        impl $assign<u64> for Count {
            fn $do_assign(&mut self, other: u64) {
                self.$do_assign(&Count::from(other));
            }
        }

        impl<T> $operator<T> for Count
        where
            Count: $assign<T>,
        {
            type Output = Count;

            fn $do(mut self, other: T) -> Count {
                self.$do_assign(other);
                self
            }
        }

        impl<T> $operator<T> for &Count
        where
            Count: $assign<T>,
        {
            type Output = Count;

            fn $do(self, other: T) -> Count {
                self.clone().$do(other)
            }
        }

        impl<T> $all<T> for Count
        where
            Count: $assign<T>,
        {
            fn $do_all<I: Iterator<Item = T>>(numbers: I) -> Count {
                numbers.fold(Count::small($start), $operator::$do)
            }
        }
    };
}

arithmetic!(AddAssign::add_assign, Add::add, Sum::sum from 0, checked_add);
arithmetic!(MulAssign::mul_assign, Mul::mul, Product::product from 1, checked_mul);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(small) => small.fmt(f),
            Large(large) => large.fmt(f),
        }
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Count({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_big_integers() {
        let powers = |shift: u32| (BigUint::from(1_u32) << shift) - 1_u32;
        let bigs: Vec<BigUint> = [0_u32, 1, 2, 63, 64, 65, 127, 128, 129, 200, 300]
            .into_iter()
            .flat_map(|shift| [powers(shift), powers(shift) + 1_u32])
            .collect();
        for a in &bigs {
            let count = Count::from(a.clone());
            assert_eq!((BigUint::from(&count), count.bits()), (a.clone(), a.bits()));
            assert_eq!(count.to_string(), a.to_string());
            assert_eq!(count.heap() == 0, a.bits() <= 128);
            assert_eq!(count.to_u64(), u64::try_from(a).ok());
            assert_eq!(count.to_u128(), u128::try_from(a).ok());
            for b in &bigs {
                let other = Count::from(b.clone());
                assert_eq!(
                    (&count + &other, &count * &other),
                    ((a + b).into(), (a * b).into())
                );
                assert_eq!((count == other, count.cmp(&other)), (a == b, a.cmp(b)));
                assert_eq!(count.checked_sub(&other), (a >= b).then(|| (a - b).into()));
                let parts = (!other.is_zero()).then(|| ((a / b).into(), (a % b).into()));
                assert_eq!(count.checked_div_rem(&other), parts);
            }
        }
    }
}
