//! Counts of any size.

use std::cmp::Ordering;
use std::fmt;
use std::ops::AddAssign;

use num_bigint::BigUint;

/// A number of solutions, exact however large.
///
/// ```
/// use quadrille::Count;
///
/// let mut count = Count::from(u64::MAX);
/// count += &Count::from(1);
/// assert_eq!(count.to_string(), "18446744073709551616");
/// assert_eq!(count.to_u64(), None);
/// assert!(count > u64::MAX);
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
        u64::try_from(&self.0).ok()
    }

    /// Whether it is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == BigUint::ZERO
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self(number.into())
    }
}

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

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Self) {
        self.0 += &other.0;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
