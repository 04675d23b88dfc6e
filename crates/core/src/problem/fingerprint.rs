//! Fingerprints: hashes of problems that are equal on every machine.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{OptionId, Problem};

/// The hash of a problem: its items with their multiplicities, and its options with their colours
/// and costs. Names do not count, but the order of items and options does.
///
/// A fingerprint detects mistakes: two different problems hardly ever have the same one. It does
/// not protect against forgery.
///
/// The text has 16 hexadecimal digits: `5c1f09aa3b7d2e84`. It is the same on every machine and in
/// every version of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(u64);

/// The text of a fingerprint is invalid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("invalid fingerprint {0:?}, expected 16 hexadecimal digits")]
pub struct FingerprintError(String);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Self, FingerprintError> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let is_valid = text.len() == 16 && text.bytes().all(is_digit);
        let number = u64::from_str_radix(text, 16).ok().filter(|_| is_valid);
        number
            .map(Self)
            .ok_or_else(|| FingerprintError(text.to_owned()))
    }
}

impl Problem {
    /// Computes the fingerprint of the problem. O(size of the problem).
    ///
    /// ```
    /// use quadrille::text::dlx;
    ///
    /// let [one, renamed, other] = [&b"a b\na\nb\n"[..], b"x y\nx\ny\n", b"a b\na\na b\n"]
    ///     .map(|text| dlx::read(text).expect("a problem").fingerprint());
    /// assert_eq!(one, renamed);
    /// assert_ne!(one, other);
    /// ```
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = StableHash::START;
        hash.add_structure(self);
        for option in self.options() {
            hash.add_u64(self.cost(option) as u64);
        }
        if self.cost_decimals() > 0 {
            hash.add(self.cost_decimals() as usize);
        }
        Fingerprint(hash.0)
    }
}

/// The hash FNV-1a, with numbers in place of bytes. It is the same on all machines.
#[derive(Clone, Copy, Debug)]
pub struct StableHash(pub u64);

impl StableHash {
    /// The hash of nothing.
    pub const START: Self = Self(0xcbf2_9ce4_8422_2325);
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    /// Adds a number.
    pub fn add(&mut self, number: usize) {
        self.add_u64(number as u64);
    }

    fn add_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(Self::PRIME);
        // Mix the high bits into the low bits.
        self.0 ^= self.0 >> 32;
    }

    /// Adds bytes and their number.
    pub fn add_bytes(&mut self, bytes: &[u8]) {
        self.add(bytes.len());
        bytes.iter().for_each(|&byte| self.add(byte.into()));
    }

    /// Adds options in this order, and their number.
    pub fn add_options(&mut self, options: &[OptionId]) {
        self.add(options.len());
        options.iter().for_each(|option| self.add(option.index()));
    }

    /// Adds the items and options of a problem, without names and costs.
    pub fn add_structure(&mut self, problem: &Problem) {
        self.add(problem.item_count());
        for item in problem.items() {
            let (low, high) = match problem.multiplicity(item) {
                Some(times) => times.into_inner(),
                // A secondary item. No multiplicity has these bounds.
                None => (1, 0),
            };
            self.add(low as usize);
            self.add(high as usize);
        }
        self.add(problem.option_count());
        for option in problem.options() {
            let uses = problem.uses_of(option);
            self.add(uses.len());
            for (item, colour) in uses {
                self.add(item.index());
                self.add(colour.map_or(0, |colour| colour.code() as usize));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::text::dlx;

    fn text(problem: &str) -> String {
        let problem = dlx::read(problem.as_bytes()).unwrap();
        problem.fingerprint().to_string()
    }

    #[test]
    fn every_part_of_a_problem_changes_its_fingerprint() {
        let texts = [
            "a b | s\na s\nb s\n",
            "a b | s t\na s\nb s\n",
            "2|a b | s\na s\nb s\n",
            "0:1|a b | s\na s\nb s\n",
            "a | b s\na s\nb s\n",
            "a b | s\na s:x\nb s\n",
            "a b | s\na s:x\nb s:y\n",
            "a b | s\na s |1\nb s\n",
            "a b | s\na s\nb s |1\n",
            "a b | s\na s\nb s |-1\n",
            "a b | s\na s\nb s |0.1\n",
            "a b | s\nb s\na s\n",
        ];
        let fingerprints = texts.map(text);
        for (place, one) in fingerprints.iter().enumerate() {
            assert!(!fingerprints[..place].contains(one), "{}", texts[place]);
        }
    }

    #[test]
    fn a_fingerprint_never_changes() {
        let fingerprint = text("a b | s\na s:x |5\nb s:x\n");
        assert_eq!(fingerprint, "5b4842d90e0ac45b");
    }

    #[test]
    fn the_text_of_a_fingerprint_is_read_back() {
        let fingerprint = dlx::read(b"a\na\n").unwrap().fingerprint();
        assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
        for text in ["", "5c1f", "5C1F09AA3B7D2E84", "+c1f09aa3b7d2e84"] {
            assert!(text.parse::<super::Fingerprint>().is_err(), "{text}");
        }
    }
}
