//! Ids: indices into the flat arrays of a [`Problem`](super::Problem).

use std::fmt;
use std::num::NonZeroU32;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize))]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// Makes the id with this index, counted from 0. It need not exist in any problem.
            #[must_use]
            pub const fn new(index: u32) -> Self {
                Self(index)
            }

            /// Returns the index, counted from 0.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// Identifies an item of a problem: its index, in the order in which items were declared.
    ItemId
}
id! {
    /// Identifies an option of a problem: its index, in the order in which options were added.
    /// Dropped options keep their ids, so ids never shift.
    OptionId
}

/// Identifies a colour of a problem. Several options of a solution may cover the same secondary
/// item if all give it the same colour.
///
/// `Option<Colour>` is as small as `Colour`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Colour(NonZeroU32);

impl Colour {
    /// Makes the colour with this index, counted from 0. It need not exist in any problem.
    /// `u32::MAX` is not available and gives the colour before it.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index))
    }

    /// Returns the index, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// A number above 0 that differs for all colours.
    pub(crate) const fn code(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}
