//! The form of a table of policies.

use thiserror::Error;

/// A tuned number of the library.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Policy {
    /// The name: the module and the number, as in `race.probes`.
    pub name: &'static str,
    /// The default value.
    pub default: f64,
    /// The lowest and the highest value; equal if the number is compiled in.
    pub range: (f64, f64),
    /// The unit of the value, such as `nodes`; `factor` or `share` if it has none.
    pub unit: &'static str,
    /// What the number does, and what was measured with it.
    pub purpose: &'static str,
}

/// The reason why a policy cannot be set or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PolicyError {
    /// There is no policy with this name.
    #[error("unknown policy {0:?}")]
    Unknown(String),
    /// The number is compiled in.
    #[error("the policy {0:?} is compiled in and cannot be set")]
    CompiledIn(String),
    /// The value is not a number.
    #[error("the value of the policy {0:?} is not a number")]
    NotANumber(String),
}

/// A type that a policy can have.
pub(super) trait Number {
    fn get(&self) -> f64;
    fn set(&mut self, value: f64);
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            fn get(&self) -> f64 {
                *self as f64
            }
            fn set(&mut self, value: f64) {
                *self = value as Self;
            }
        }
    )*};
}
numbers! { u32 u64 usize f64 }

/// Makes the struct of each module with its rows, the constants, and their list.
macro_rules! policies {
    (
        $($room:ident $Room:ident {
            $(
                $name:ident: $type:ty = $default:expr, $low:literal..$high:literal, $unit:literal,
                    $purpose:literal;
            )*
        })*
        $(@compiled in $(
            $constant:ident $title:literal: $of:ty = $value:expr, $unit_of:literal, $use:literal;
        )*)?
    ) => {
        $(
            #[doc = concat!("The policies of the module `", stringify!($room), "`.")]
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $Room {
                $(#[doc = $purpose] pub $name: $type,)*
            }

            impl Default for $Room {
                fn default() -> Self {
                    Self { $($name: $default,)* }
                }
            }

            impl $Room {
                /// The rows of the table, each with its present value.
                pub(super) fn rows(&mut self) -> Vec<(Policy, &mut dyn Number)> {
                    vec![$((
                        Policy {
                            name: concat!(stringify!($room), ".", stringify!($name)),
                            default: { const DEFAULT: $type = $default; DEFAULT as f64 },
                            range: ($low as f64, $high as f64),
                            unit: $unit,
                            purpose: $purpose,
                        },
                        &mut self.$name,
                    ),)*]
                }
            }
        )*

        $($(
            #[doc = $use]
            pub(crate) const $constant: $of = $value;
        )*)?

        /// The numbers that are compiled in.
        pub(super) const COMPILED_IN: &[Policy] = &[$($(Policy {
            name: $title,
            default: $constant as f64,
            range: ($constant as f64, $constant as f64),
            unit: $unit_of,
            purpose: $use,
        },)*)?];
    };
}
pub(super) use policies;
