//! Units and records as lines of JSON.
//!
//! ```json
//! {"unit":"3.17","problem":"5c1f09aa3b7d2e84","name":"pent.dlx","question":"count","times":"72",
//!  "weight":1200,"count":"123","residues":[123,123],"nodes":900,"seconds":0.01,"engine":"bits",
//!  "method":"walk","rest":"3.17.4","program":"0.1.0","version":1,"check":"9f3a01bb"}
//! ```
//!
//! The keys of a line have this order. A unit has no keys from `count` to `program`. `times` is
//! absent if it is 1. `rest` and `share`, the share of the unit that was searched, are absent if
//! the record is complete. If the question is `best`, the key `best` after `count` has the cheapest
//! solutions, and `count` is the number of solutions with the least cost. If it is `all`, the key
//! `mark` has the file of the solutions, its format, and the length of the file in bytes when the
//! record was written. `check` is a hash of all bytes of the line before it, so a line that was
//! torn or edited is detected. Counts are strings, because many readers of JSON round large
//! numbers.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Mark, Record, Unit};
use quadrille_core::Costed;
use quadrille_core::EngineName;
use quadrille_core::{Count, Method, Part, Parts, Question};
use quadrille_core::{Fingerprint, shared::StableHash};

/// The version of the format of units and records.
pub const VERSION: u32 = 1;

/// A count as a string of its digits.
pub(super) struct Digits(pub(super) Count);

impl Serialize for Digits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Digits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(de::Error::custom)
    }
}

/// A field for each key. `flatten` would group them, but could not reject unknown keys.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object")]
pub(super) struct Line {
    pub(super) unit: Part,
    pub(super) problem: Fingerprint,
    pub(super) name: String,
    pub(super) question: Question,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) times: Option<Digits>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weight: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<Digits>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) best: Vec<Costed>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mark: Option<Mark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) residues: Option<[u64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seconds: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) engine: Option<EngineName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<Method>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) rest: Option<Parts>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) share: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) program: Option<String>,
    pub(super) version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) check: Option<String>,
}

impl Line {
    fn of_unit(unit: &Unit) -> Self {
        Self {
            unit: unit.part.clone(),
            problem: unit.problem,
            name: unit.name.clone(),
            question: unit.question.clone(),
            times: (unit.times != Count::ONE).then(|| Digits(unit.times.clone())),
            weight: unit.weight,
            count: None,
            best: Vec::new(),
            mark: None,
            residues: None,
            nodes: None,
            seconds: None,
            engine: None,
            method: None,
            rest: None,
            share: None,
            program: None,
            version: VERSION,
            check: None,
        }
    }

    fn of_record(record: &Record) -> Self {
        Self {
            count: Some(Digits(record.found.count.clone())),
            best: record.found.best.clone(),
            mark: record.mark.clone(),
            residues: Some(Record::residues(&record.found.count)),
            nodes: Some(record.nodes),
            seconds: Some(record.seconds),
            engine: record.engine,
            method: Some(record.method),
            rest: (!record.is_complete()).then(|| record.rest.clone()),
            share: (!record.is_complete()).then_some(record.share),
            program: Some(record.program.clone()),
            ..Self::of_unit(&record.unit)
        }
    }

    fn write(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(&self).map_err(|_| fmt::Error)?;
        let text = text.strip_suffix('}').unwrap_or(&text);
        write!(f, "{text},\"check\":\"{}\"}}", check(text))
    }

    pub(super) fn into_unit(self) -> Unit {
        Unit {
            part: self.unit,
            problem: self.problem,
            name: self.name,
            question: self.question,
            times: self.times.map_or(Count::ONE, |digits| digits.0),
            weight: self.weight,
        }
    }
}

/// The check of a line: a hash of the bytes before it.
pub(super) fn check(before: &str) -> String {
    let mut hash = StableHash::START;
    hash.add_bytes(before.as_bytes());
    format!("{:08x}", hash.0 as u32)
}

/// Displays the line of the unit, without a line break.
impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line::of_unit(self).write(f)
    }
}

/// Displays the line of the record, without a line break.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line::of_record(self).write(f)
    }
}
