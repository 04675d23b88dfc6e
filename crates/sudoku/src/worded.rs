//! Enums that are made of a table.

/// Makes an enum, its documentation and its table: for each value its word, the other columns, and
/// what it says.
macro_rules! worded {
    (
        $(#[$about:meta])* $name:ident of $row:ty
        $(; $variant:ident $word:literal $columns:expr, $says:literal)* $(;)?
    ) => {
        $(#[$about])*
        ///
        /// | word | what it says |
        /// |---|---|
        $(#[doc = concat!("| `", $word, "` | ", $says, " |")])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`: ", $says, ".")] $variant,)*
        }

        impl $name {
            /// All of them, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// Returns the word, as files and flags write it.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// Returns what it says.
            #[must_use]
            pub fn says(self) -> &'static str {
                match self {
                    $(Self::$variant => $says,)*
                }
            }

            /// The other columns of the table.
            fn row(self) -> $row {
                match self {
                    $(Self::$variant => $columns,)*
                }
            }
        }
    };
}

pub(crate) use worded;
