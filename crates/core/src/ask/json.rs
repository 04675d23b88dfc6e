//! Counts, times, stop reasons and questions as JSON.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Count, CountReason, Part, Parts, Position, Question, Stop, Want};
use crate::problem::Fingerprint;

/// Writes a number if it fits a `u64`, else a string of its digits.
impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(number) => serializer.serialize_u64(number),
            None => serializer.collect_str(self),
        }
    }
}

/// Reads a number, or a string of digits.
impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Digits(String),
        }

        match Form::deserialize(deserializer)? {
            Form::Number(number) => Ok(number.into()),
            Form::Digits(digits) => digits.parse().map_err(de::Error::custom),
        }
    }
}

/// Implements `Serialize` by the text of a type.
macro_rules! as_text {
    ($($type:ty)*) => {$(
        /// Writes the text of the value as a string.
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}
as_text! { CountReason Fingerprint Part Parts Position Question Stop Want }

/// Implements `Deserialize` by the text of a type.
macro_rules! from_text {
    ($($type:ty)*) => {$(
        /// Reads the text of the value from a string.
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }
    )*};
}
from_text! { Fingerprint Part Parts Position Question Want }

/// Reads the text of the stop reason from a string.
impl<'de> Deserialize<'de> for Stop {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let words = String::deserialize(deserializer)?;
        let stop = Stop::ALL.iter().find(|stop| stop.to_string() == words);
        stop.copied()
            .ok_or_else(|| de::Error::custom(format_args!("unknown stop reason {words:?}")))
    }
}

/// Writes a time as a number of seconds.
pub(super) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}
