//! The answers as JSON.

use quadrille_core::{Count, Stop};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// An answer with the number of its message.
#[derive(Serialize)]
pub(super) struct Numbered<'a> {
    pub(super) nonce: Option<&'a RawValue>,
    #[serde(flatten)]
    pub(super) answer: Answer,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Answer {
    /// The command was stopped.
    Canceled,
    /// There is no answer, as the message says. After `solve` and `truecandidates` the script clears
    /// the board and draws a cross in each cell: for those it means that there is no solution.
    Invalid {
        message: String,
    },
    /// The value of each cell.
    Solved {
        solution: Vec<u8>,
    },
    /// The number of solutions, or of those so far.
    #[serde(rename_all = "camelCase")]
    Count {
        #[serde(serialize_with = "exact")]
        count: Count,
        in_progress: bool,
    },
    Estimate(Estimate),
    /// For each value of each cell, the number of solutions, up to a cap; -1 if there is none, but
    /// logic does not exclude the value.
    #[serde(rename_all = "camelCase")]
    TrueCandidates {
        solutions_per_candidate: Vec<i64>,
    },
    /// A board after some steps, and the steps in words.
    #[serde(rename_all = "camelCase")]
    Logical {
        cells: Vec<Cell>,
        message: String,
        is_valid: bool,
    },
}

/// An estimated number of solutions.
#[derive(Serialize)]
pub(super) struct Estimate {
    #[serde(serialize_with = "named")]
    pub(super) estimate: f64,
    #[serde(serialize_with = "named")]
    pub(super) stderr: f64,
    pub(super) iterations: u64,
    pub(super) ci95_lower: f64,
    #[serde(serialize_with = "named")]
    pub(super) ci95_upper: f64,
    #[serde(rename = "relErrPercent", serialize_with = "named")]
    pub(super) relative_error: f64,
}

/// A cell: its value, or 0 and its candidates.
#[derive(Serialize)]
pub(super) struct Cell {
    pub(super) value: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) candidates: Option<Vec<u8>>,
}

impl Cell {
    pub(super) fn of_value(value: u8) -> Self {
        Self {
            value,
            candidates: None,
        }
    }

    /// A cell with candidates, bit `v - 1` for value `v`.
    pub(super) fn of_marks(marks: u64) -> Self {
        let values = (1..=64).filter(|value| marks >> (value - 1) & 1 == 1);
        Self {
            value: 0,
            candidates: Some(values.collect()),
        }
    }

    /// The value or the candidates, bit `v - 1` for value `v`.
    pub(super) fn marks(&self) -> u64 {
        match &self.candidates {
            Some(values) => values.iter().fold(0, |all, value| all | 1 << (value - 1)),
            None => 1 << (self.value - 1),
        }
    }
}

impl Answer {
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::Invalid {
            message: message.into(),
        }
    }

    /// The answer to a command that a limit has stopped. `known` is what is known, or empty.
    pub(super) fn stopped(stop: Stop, known: &str) -> Self {
        match stop {
            Stop::Cancelled => Self::Canceled,
            Stop::Time => Self::invalid(format!(
                "Stopped by the time limit{known}. 'quadrille serve --time 10m' allows more time."
            )),
            Stop::Memory => Self::invalid(format!(
                "Stopped by the memory limit{known}. 'quadrille serve --memory 4G' allows more memory."
            )),
            stop => Self::invalid(format!("Stopped: {stop}{known}.")),
        }
    }
}

/// A count as a number, or as a text if a script could not hold it exactly. The userscript compares
/// and shows both in the same way.
fn exact<S: Serializer>(count: &Count, serializer: S) -> Result<S::Ok, S::Error> {
    match count.to_u64() {
        Some(number) if number <= 1 << 53 => serializer.serialize_u64(number),
        _ => serializer.collect_str(count),
    }
}

/// A number, or its name if JSON cannot write it.
fn named<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if number.is_finite() {
        serializer.serialize_f64(*number)
    } else {
        serializer.serialize_str("Infinity")
    }
}
