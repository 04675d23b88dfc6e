//! Ids: positions in the flat arrays of a [`Problem`](super::Problem).

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
