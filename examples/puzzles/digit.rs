//! Numbers in the names of items.

const DIGITS: &[u8; 62] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Writes a number as one character, so that names such as `r3` and `05` need no separators, as in
/// Knuth's programs. Numbers from 62 on are decimal in parentheses, such as `r(62)`, so all names
/// differ.
pub fn digit(number: usize) -> String {
    match DIGITS.get(number) {
        Some(&digit) => char::from(digit).to_string(),
        None => format!("({number})"),
    }
}

/// Reads a number from one character; the inverse of [`digit`] below 62.
pub fn value(digit: char) -> Option<usize> {
    DIGITS.iter().position(|&d| char::from(d) == digit)
}
