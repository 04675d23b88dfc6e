//! The mean of the probes, with bounds.

use crate::policy::EstimatePolicies;

/// An estimated number with bounds. The true number lies between them in 95 of 100 cases.
///
/// No number is NaN. Numbers beyond the range of an `f64` (about 1.8e308) are infinite: for a tree
/// of 2^2000 nodes the mean and the upper bound are infinite, and the lower bound is finite.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Interval {
    /// The estimate. It is unbiased: right on average over all seeds.
    pub mean: f64,
    /// The lower bound; always finite.
    pub low: f64,
    /// The upper bound. It is infinite after fewer than two probes. It is also infinite if a few
    /// probes make up so much of the sum that others like them may not have been drawn.
    pub high: f64,
}

impl Interval {
    pub(super) const UNKNOWN: Self = Self {
        mean: 0.0,
        low: 0.0,
        high: f64::INFINITY,
    };

    /// An interval of one number.
    #[must_use]
    pub fn exact(number: f64) -> Self {
        Self::new(number, number.min(f64::MAX), number)
    }

    #[doc(hidden)]
    #[must_use]
    pub fn new(mean: f64, low: f64, high: f64) -> Self {
        Self { mean, low, high }
    }

    /// Multiplies by a factor that is finite and not negative.
    pub(super) fn times(self, factor: f64) -> Self {
        // Infinity times zero would be NaN.
        let factor = factor.max(f64::MIN_POSITIVE);
        Self {
            mean: self.mean * factor,
            low: (self.low * factor).min(f64::MAX),
            high: self.high * factor,
        }
    }

    /// Moves both bounds away from the mean by a factor of at least 1.
    pub(super) fn widened(self, factor: f64) -> Self {
        Self {
            low: self.low / factor,
            high: self.high * factor,
            ..self
        }
    }

    /// Raises all three numbers to at least the number already counted.
    pub(super) fn at_least(self, counted: f64) -> Self {
        Self {
            mean: self.mean.max(counted),
            low: self.low.max(counted),
            high: self.high.max(counted),
        }
    }
}

/// A running mean and spread (Welford 1962).
///
/// Values are divided by the first one that is not zero, so that the squares of large values stay
/// finite. If one is infinite all the same, `overflow` is set and the other fields are meaningless.
#[derive(Clone, Copy, Default)]
pub(super) struct Mean {
    unit: f64,
    number: f64,
    mean: f64,
    squares: f64,
    largest: f64,
    overflow: bool,
}

impl Mean {
    /// Adds a value that occurred `times` times.
    pub(super) fn add(&mut self, value: f64, times: u64) {
        if self.unit == 0.0 {
            self.unit = value;
        }
        let value = if value == 0.0 { 0.0 } else { value / self.unit };
        let times = times as f64;
        self.number += times;
        let before = value - self.mean;
        self.mean += before * times / self.number;
        self.squares += before * times * (value - self.mean);
        self.largest = self.largest.max(value);
        self.overflow |= !(value.is_finite() && self.squares.is_finite());
    }

    /// Whether any value was not zero.
    pub(super) fn any(&self) -> bool {
        self.unit != 0.0
    }

    pub(super) fn interval(&self, policies: EstimatePolicies) -> Interval {
        if self.overflow {
            return Interval {
                mean: f64::INFINITY,
                ..Interval::UNKNOWN
            };
        }
        let Self {
            number,
            mean,
            largest,
            ..
        } = *self;
        let spread = policies.width * (self.squares / (number - 1.0) / number).sqrt();
        let of_largest = largest / number;
        // The share of the largest probe in the mean, less the share of an average probe.
        let is_skewed = of_largest - mean / number > policies.share * mean;
        let (low, high) = if number < 2.0 {
            (0.0, f64::INFINITY)
        } else if is_skewed {
            (mean - of_largest - spread, f64::INFINITY)
        } else {
            (
                mean - of_largest - spread,
                mean + spread + policies.unmet * of_largest,
            )
        };
        Interval {
            mean: mean * self.unit,
            low: (low.max(0.0) * self.unit).min(f64::MAX),
            high: high * self.unit.max(f64::MIN_POSITIVE),
        }
    }
}
