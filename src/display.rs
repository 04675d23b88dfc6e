//! Makes a `Display` value from a function. `std::fmt::from_fn` needs a newer compiler.

use std::fmt;

struct FromFn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

/// A value that prints what the function prints.
pub(crate) fn from_fn(print: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> impl fmt::Display {
    FromFn(print)
}
