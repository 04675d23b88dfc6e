//! Numbers in the names of items.

const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A number as one character, so that `r3` and cell `05` need no separators, as in Knuth's
/// programs. From 62 on it is decimal in parentheses, `r(62)`, so names never run out and never
/// collide.
pub fn digit(number: usize) -> String {
    match DIGITS.get(number) {
        Some(&digit) => char::from(digit).to_string(),
        None => format!("({number})"),
    }
}

/// The number that a single character stands for; the inverse of [`digit`] below 62.
pub fn value(digit: char) -> Option<usize> {
    DIGITS.iter().position(|&d| char::from(d) == digit)
}
