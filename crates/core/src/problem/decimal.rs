//! Decimal numbers: costs as people write them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A decimal number, such as a cost: `5`, `-3` or `2.25`. It is exact.
///
/// A [`Problem`](super::Problem) stores its costs as whole numbers of units, and the number of
/// decimals that all of them share: [`Problem::cost_decimals`](super::Problem::cost_decimals).
/// [`Problem::decimal`](super::Problem::decimal) converts units to a decimal number.
///
/// ```
/// use quadrille::Decimal;
///
/// let cost: Decimal = "2.50".parse()?;
/// assert_eq!((cost.units(), cost.decimals()), (25, 1));
/// assert_eq!(cost.to_string(), "2.5");
/// assert_eq!(Decimal::new(-5, 2).to_string(), "-0.05");
/// # Ok::<(), quadrille::DecimalError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    units: i64,
    /// As few as hold the number.
    decimals: u32,
}

/// A text is not a decimal number, or one that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecimalError {
    /// The text does not have the form `5`, `-3` or `2.25`.
    #[error("expected a number such as 5, -3 or 2.25")]
    Invalid,
    /// The number has too many decimals.
    #[error("expected at most 9 decimals")]
    Decimals,
    /// The number without its decimal point does not fit an `i64`.
    #[error("expected a number from -9223372036854775807 to 9223372036854775807")]
    TooLarge,
}

impl Decimal {
    /// The most decimals of a cost.
    pub const MOST_DECIMALS: u32 = 9;

    /// Makes the number of this many units of `10^-decimals`. A cost has at most
    /// [`MOST_DECIMALS`](Self::MOST_DECIMALS) of them; a number with more is written with an exponent.
    #[must_use]
    pub const fn new(mut units: i64, mut decimals: u32) -> Self {
        if units == 0 {
            decimals = 0;
        }
        while decimals > 0 && units % 10 == 0 {
            units /= 10;
            decimals -= 1;
        }
        Self { units, decimals }
    }

    /// Returns the number without its decimal point.
    #[must_use]
    pub const fn units(self) -> i64 {
        self.units
    }

    /// Returns the number of decimals: as few as hold the number.
    #[must_use]
    pub const fn decimals(self) -> u32 {
        self.decimals
    }

    /// Returns the number in units of `10^-decimals`; `None` if that is not a whole number, or does
    /// not fit.
    pub(crate) fn units_of(self, decimals: u32) -> Option<i64> {
        let more = decimals.checked_sub(self.decimals)?;
        self.units.checked_mul(10_i64.checked_pow(more)?)
    }
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Self {
        Self::new(number, 0)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.decimals == 0 {
            return self.units.fmt(f);
        }
        // Not a cost, and perhaps too long without an exponent.
        if self.decimals > Self::MOST_DECIMALS {
            return write!(f, "{}e-{}", self.units, self.decimals);
        }
        let sign = if self.units < 0 { "-" } else { "" };
        let digits = self.units.unsigned_abs().to_string();
        let places = self.decimals as usize;
        // At least one digit stands before the point.
        let digits = format!("{digits:0>width$}", width = places + 1);
        let (whole, rest) = digits.split_at(digits.len() - places);
        write!(f, "{sign}{whole}.{rest}")
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let size = text.strip_prefix('-').unwrap_or(text);
        let (whole, rest) = match size.split_once('.') {
            Some((_, "")) => return Err(DecimalError::Invalid),
            Some(parts) => parts,
            None => (size, ""),
        };
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(rest) {
            return Err(DecimalError::Invalid);
        }
        let rest = rest.trim_end_matches('0');
        if rest.len() > Self::MOST_DECIMALS as usize {
            return Err(DecimalError::Decimals);
        }
        let sign = if size.len() < text.len() { "-" } else { "" };
        let units: Result<i64, _> = format!("{sign}{whole}{rest}").parse();
        let units = units.ok().filter(|&units| units > i64::MIN);
        let units = units.ok_or(DecimalError::TooLarge)?;
        Ok(Self::new(units, rest.len() as u32))
    }
}

/// Serializes a number with all its digits.
#[cfg(feature = "json")]
impl serde::Serialize for Decimal {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.decimals == 0 {
            return serializer.serialize_i64(self.units);
        }
        let number = serde_json::value::RawValue::from_string(self.to_string());
        number
            .map_err(serde::ser::Error::custom)?
            .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_it_is_read_without_zeros_at_its_end() {
        for (text, written) in [
            ("0", "0"),
            ("-0", "0"),
            ("007", "7"),
            ("2.50", "2.5"),
            ("-0.25", "-0.25"),
            ("3.000000000000", "3"),
            ("100", "100"),
            ("0.000000001", "0.000000001"),
            ("-9223372036854775807", "-9223372036854775807"),
            ("9223372036.854775807", "9223372036.854775807"),
        ] {
            let number: Decimal = text.parse().unwrap();
            assert_eq!(number.to_string(), written);
            assert_eq!(written.parse(), Ok(number));
            assert_eq!(serde_json::to_string(&number).unwrap(), written);
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in [
            "", "-", "+1", ".5", "5.", "1e3", "1.-5", "--1", "1,5", " 1", "1.2.3",
        ] {
            assert_eq!(
                text.parse::<Decimal>(),
                Err(DecimalError::Invalid),
                "{text}"
            );
        }
        let long = "0.1234567891".parse::<Decimal>();
        assert_eq!(long, Err(DecimalError::Decimals));
        for text in [
            "9223372036854775808",
            "-9223372036854775808",
            "9223372036854775807.5",
        ] {
            assert_eq!(
                text.parse::<Decimal>(),
                Err(DecimalError::TooLarge),
                "{text}"
            );
        }
    }

    #[test]
    fn units_are_scaled_exactly() {
        let number = Decimal::new(25, 1);
        assert_eq!(number.units_of(3), Some(2500));
        assert_eq!(number.units_of(0), None);
        assert_eq!(Decimal::from(i64::MAX).units_of(1), None);
        let tiny = Decimal::new(-7, u32::MAX);
        assert_eq!(
            (tiny.to_string(), tiny.units_of(9)),
            ("-7e-4294967295".to_owned(), None)
        );
    }
}
