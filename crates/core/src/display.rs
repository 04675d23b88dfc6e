//! Values for display.

use std::fmt;

/// Formats a number with a noun, which gets an `s` unless the number is 1: `1 row`, `2 rows`.
pub fn quantity(number: impl fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// `a`, `a and b`, `a, b and c`, where `last` is `and`.
pub fn listing<T: ToString>(things: impl IntoIterator<Item = T>, last: &str) -> String {
    let names: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match names.split_last() {
        Some((end, start)) if !start.is_empty() => format!("{} {last} {end}", start.join(", ")),
        _ => names.concat(),
    }
}

/// Displays a value by a function.
struct FromFn<F>(F);

impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

/// Makes a value that displays what the function prints. `std::fmt::from_fn` needs a newer
/// compiler.
pub(crate) fn from_fn(print: impl Fn(&mut fmt::Formatter<'_>) -> fmt::Result) -> impl fmt::Display {
    FromFn(print)
}
