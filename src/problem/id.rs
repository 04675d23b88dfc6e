//! Ids: positions in the flat arrays of a [`Problem`](super::Problem).

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
            /// The id of position `index`, counted from 0. Whether a problem has such a
            /// position is for that problem to say.
            #[must_use]
            pub const fn new(index: u32) -> Self {
                Self(index)
            }

            /// The position, counted from 0.
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
    /// An item of a problem: its position in the order in which items were declared.
    ItemId
}
id! {
    /// An option of a problem: its position in the order in which options were added.
    /// An option that is dropped keeps its id, so ids never shift.
    OptionId
}

/// A colour of a problem, in which an option may use a secondary item: uses in one colour agree
/// with each other.
///
/// `Option<Colour>` is as small as a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Colour(NonZeroU32);

impl Colour {
    /// The colour of position `index`, counted from 0. Whether a problem has such a position is
    /// for that problem to say. The last number there is stands for the one before it.
    #[must_use]
    pub const fn new(index: u32) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index))
    }

    /// The position, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// A number that no other colour has, and that is not 0.
    pub(crate) const fn code(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}
