//! Counts of any size.

use std::cmp::Ordering;
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Mul, MulAssign};
use std::str::FromStr;

use num_bigint::BigUint;
use thiserror::Error;

/// A number of solutions, exact however large.
///
/// A count adds and multiplies with counts and with `u64`, and compares with them. It converts
/// from and into [`BigUint`], which this crate exports. Its text is its decimal digits.
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
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(BigUint);

impl Count {
    pub(crate) fn new(number: BigUint) -> Self {
        Self(number)
    }

    pub(crate) fn as_big(&self) -> &BigUint {
        &self.0
    }

    /// The count as a machine number, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.try_into().ok()
    }

    /// The count as a machine number of 128 bits, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        self.try_into().ok()
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }

    /// This count less another, `None` if the other is larger.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| Self(&self.0 - &other.0))
    }
}

/// Why a text is no [`Count`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseCountError {
    /// The text is empty.
    #[error("the text of a count is empty: expected digits")]
    Empty,
    /// This character is no digit.
    #[error("invalid character {0:?} in a count: expected digits")]
    Digit(char),
}

/// A [`Count`] does not fit into a machine number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the count does not fit into {bits} bits")]
#[non_exhaustive]
pub struct CountOverflow {
    /// The size of the machine number.
    pub bits: u32,
}

impl FromStr for Count {
    type Err = ParseCountError;

    /// Reads decimal digits, and nothing else.
    fn from_str(text: &str) -> Result<Self, ParseCountError> {
        if let Some(other) = text.chars().find(|c| !c.is_ascii_digit()) {
            return Err(ParseCountError::Digit(other));
        }
        // Of digits it refuses only none.
        let number = text.parse().map_err(|_| ParseCountError::Empty)?;
        Ok(Self(number))
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        Self(number)
    }
}

impl From<Count> for BigUint {
    fn from(count: Count) -> Self {
        count.0
    }
}

impl From<&Count> for BigUint {
    fn from(count: &Count) -> Self {
        count.0.clone()
    }
}

macro_rules! fits {
    ($($machine:ident)*) => {$(
        impl TryFrom<&Count> for $machine {
            type Error = CountOverflow;

            fn try_from(count: &Count) -> Result<Self, CountOverflow> {
                Self::try_from(&count.0).map_err(|_| CountOverflow { bits: Self::BITS })
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

// There is one machine number to compare, add and multiply with, so that the type of a literal is known.
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
    ($assign:ident::$do_assign:ident, $operator:ident::$do:ident, $all:ident::$do_all:ident from $start:literal) => {
        impl $assign<&Count> for Count {
            fn $do_assign(&mut self, other: &Count) {
                self.0.$do_assign(&other.0);
            }
        }

        impl $assign for Count {
            fn $do_assign(&mut self, other: Count) {
                self.0.$do_assign(other.0);
            }
        }

        impl $assign<u64> for Count {
            fn $do_assign(&mut self, other: u64) {
                self.0.$do_assign(other);
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
                numbers.fold(Count::from($start), $operator::$do)
            }
        }
    };
}

arithmetic!(AddAssign::add_assign, Add::add, Sum::sum from 0);
arithmetic!(MulAssign::mul_assign, Mul::mul, Product::product from 1);

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
