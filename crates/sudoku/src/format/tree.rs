//! JSON as a tree, with the place of each value in the text. Problems are read without a tree,
//! straight into their types, since they may be large; the places come from the same code.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::error::{PuzzleError, PuzzleReason};
use quadrille_core::shared::{Source, nearest_letters};
use quadrille_core::text::quantity;

/// A value and its place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) value: Value,
}

/// A value.
#[derive(Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    /// As the text has it.
    Number(String),
    Text(String),
    List(Vec<Node>),
    Object(Vec<Entry>),
}

/// A key of an object, its place, and its value.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) span: Range<usize>,
    pub(super) node: Node,
}

/// The most lists and objects inside each other.
const DEEPEST: usize = 128;

/// Reads a text as one value.
pub(super) fn read(text: &str) -> Result<Node, PuzzleError> {
    let raw: &RawValue = serde_json::from_str(text).map_err(|error| {
        let span = Source::new(text).place(text, &error);
        fault(&error).at(span)
    })?;
    node(raw, text, 0)
}

/// The error of the JSON itself.
fn fault(error: &serde_json::Error) -> PuzzleReason {
    let why = error.to_string();
    // The place is shown with the text.
    let why = why.split(" at line ").next().unwrap_or(&why);
    let why = match why.strip_prefix("EOF while parsing ") {
        Some(what) => format!("the puzzle ends inside {what}"),
        None => why.to_owned(),
    };
    not_json(why)
}

fn not_json(why: String) -> PuzzleReason {
    let format = "JSON";
    PuzzleReason::Format { format, why }
}

/// The keys and the values of an object, in order.
struct Raw<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Raw<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Raw<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw<'de>, A::Error> {
                let mut entries: Vec<(String, &RawValue)> = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
                    entries.push((key, value));
                }
                Ok(Raw(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

fn node(raw: &RawValue, text: &str, depth: usize) -> Result<Node, PuzzleError> {
    let own = raw.get();
    let start = Source::new(text).offset(own);
    let span = start..start + own.len();
    if depth > DEEPEST {
        let why = format!("lists and objects are nested more than {DEEPEST} deep");
        return Err(not_json(why).at(start..start));
    }
    let wrong = |error: serde_json::Error| fault(&error).at(span.clone());
    let value = match own.as_bytes().first() {
        Some(b'{') => {
            let Raw(entries) = serde_json::from_str(own).map_err(wrong)?;
            let (mut all, mut seen) = (Vec::new(), HashSet::new());
            let mut at = start + 1;
            for (key, raw) in entries {
                let node = node(raw, text, depth + 1)?;
                let before = &text[at..node.span.start];
                let quotes = before.find('"').zip(before.rfind('"'));
                let key_span = quotes.map_or(at..at, |(first, last)| at + first..at + last + 1);
                at = node.span.end;
                if !seen.insert(key.clone()) {
                    return Err(not_json(format!("the key {key:?} occurs twice")).at(key_span));
                }
                all.push(Entry {
                    key,
                    span: key_span,
                    node,
                });
            }
            Value::Object(all)
        }
        Some(b'[') => {
            let values: Vec<&RawValue> = serde_json::from_str(own).map_err(wrong)?;
            let nodes = values.iter().map(|raw| node(raw, text, depth + 1));
            Value::List(nodes.collect::<Result<_, _>>()?)
        }
        Some(b'"') => Value::Text(serde_json::from_str(own).map_err(wrong)?),
        Some(b't' | b'f') => Value::Bool(serde_json::from_str(own).map_err(wrong)?),
        Some(b'n') | None => Value::Null,
        Some(_) => Value::Number(own.to_owned()),
    };
    Ok(Node { span, value })
}

impl Node {
    /// The error that this value is not what a rule or key expects.
    pub(super) fn bad(&self, rule: &str, expected: impl Into<String>) -> PuzzleError {
        let text = match &self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(value) => value.to_string(),
            Value::Number(number) => number.chars().take(40).collect(),
            Value::Text(text) => text.chars().take(40).collect(),
            Value::List(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
        };
        PuzzleReason::argument(rule, text, expected).at(self.span.clone())
    }

    /// The error that a list has too few or too many elements.
    pub(super) fn bad_length(&self, rule: &str, expected: usize, noun: &str) -> PuzzleError {
        let found = match &self.value {
            Value::List(nodes) => nodes.len(),
            _ => 0,
        };
        let text = format!("a list of {}", quantity(found, noun));
        PuzzleReason::argument(rule, text, quantity(expected, noun)).at(self.span.clone())
    }

    /// Whether the value says nothing: null, false, an empty text, list or object.
    pub(super) fn is_empty(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Number(_) => false,
            Value::Text(text) => text.trim().is_empty(),
            Value::List(nodes) => nodes.is_empty(),
            Value::Object(entries) => entries.is_empty(),
        }
    }

    /// The entries of an object.
    pub(super) fn entries(&self, rule: &str) -> Result<&[Entry], PuzzleError> {
        match &self.value {
            Value::Object(entries) => Ok(entries),
            _ => Err(self.bad(rule, "an object")),
        }
    }

    /// The value of a key of an object.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Object(entries) => {
                let found = entries.iter().find(|entry| entry.key == key);
                found.map(|entry| &entry.node)
            }
            _ => None,
        }
    }

    /// The value of a key, if it says something.
    pub(super) fn full(&self, key: &str) -> Option<&Node> {
        self.get(key).filter(|node| !node.is_empty())
    }

    /// The value of a key that must be there. An error names the object as `place`.
    pub(super) fn needed(
        &self,
        key: &'static str,
        place: Option<&str>,
    ) -> Result<&Node, PuzzleError> {
        let place = place.map(str::to_owned);
        let missing = || PuzzleReason::MissingKey { key, place }.at(self.span.clone());
        self.get(key).ok_or_else(missing)
    }

    /// The values of a list.
    pub(super) fn list(&self, rule: &str) -> Result<&[Node], PuzzleError> {
        match &self.value {
            Value::List(nodes) => Ok(nodes),
            _ => Err(self.bad(rule, "a list")),
        }
    }

    /// A text.
    pub(super) fn text(&self, rule: &str) -> Result<&str, PuzzleError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.bad(rule, "a text")),
        }
    }

    /// A whole number.
    pub(super) fn number(&self, rule: &str) -> Result<i64, PuzzleError> {
        let number = match &self.value {
            Value::Number(number) => number.parse().ok(),
            _ => None,
        };
        let expected = match &self.value {
            Value::Text(_) => "a whole number without quotes",
            Value::Number(number) if number.parse::<i128>().is_ok() => "a number below 2^63",
            _ => "a whole number",
        };
        number.ok_or_else(|| self.bad(rule, expected))
    }

    /// A whole number, perhaps as a text.
    pub(super) fn loose_number(&self, rule: &str) -> Result<i64, PuzzleError> {
        match &self.value {
            Value::Text(text) => {
                let number = text.trim().parse();
                number.map_err(|_| self.bad(rule, "a whole number"))
            }
            _ => self.number(rule),
        }
    }

    /// A list of whole numbers.
    pub(super) fn numbers(&self, rule: &str) -> Result<Vec<i64>, PuzzleError> {
        self.list(rule)?
            .iter()
            .map(|node| node.number(rule))
            .collect()
    }
}

impl Entry {
    /// The error that no such key is known.
    pub(super) fn unknown<'a>(
        &self,
        place: Option<&str>,
        known: impl Iterator<Item = &'a str>,
    ) -> PuzzleError {
        const MOST: usize = 16;
        let known: Vec<&str> = known.collect();
        let reason = PuzzleReason::UnknownKey {
            key: self.key.clone(),
            place: place.map(str::to_owned),
            near: nearest_letters(&self.key, known.iter().copied()).map(str::to_owned),
            known: (1..=MOST).contains(&known.len()).then(|| known.join(", ")),
        };
        reason.at(self.span.clone())
    }
}
