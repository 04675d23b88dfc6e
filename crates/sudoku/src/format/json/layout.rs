//! JSON with one line for each entry of the object and each element of its lists.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::rule::Machine;

/// The depth up to which each value has a line of its own.
const DEEPEST: usize = 2;

/// An object with its keys in this order.
#[derive(Default)]
pub(super) struct Object<'a>(pub(super) Vec<(String, Item<'a>)>);

impl<'a> Object<'a> {
    pub(super) fn add(&mut self, key: &str, item: Item<'a>) {
        self.0.push((key.to_owned(), item));
    }

    /// Adds a key if it has a value.
    pub(super) fn extend(&mut self, key: &str, item: Option<Item<'a>>) {
        self.0.extend(item.map(|item| (key.to_owned(), item)));
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, item)| (key, item)))
    }
}

#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Item<'a> {
    Number(i64),
    Numbers(Vec<i64>),
    Text(&'a str),
    Name(String),
    Texts(Vec<String>),
    Pairs(&'a [(i64, i64)]),
    Machine(&'a Machine),
    List(Vec<Item<'a>>),
    Object(Object<'a>),
}

/// Writes a value on several lines. `None` if it is not JSON.
pub(super) fn lay_out(item: &Item<'_>) -> Option<String> {
    Some(lines(item, 0)? + "\n")
}

fn lines(item: &Item<'_>, depth: usize) -> Option<String> {
    let entry = |(key, item): &(String, Item<'_>)| {
        let (key, item) = (line(key)?, lines(item, depth + 1)?);
        Some(format!("{key}: {item}"))
    };
    let ((open, close), parts): (_, Option<Vec<String>>) = match item {
        item if depth == DEEPEST => return line(item),
        Item::Object(Object(entries)) => (('{', '}'), entries.iter().map(entry).collect()),
        Item::List(items) => {
            let parts = items.iter().map(|item| lines(item, depth + 1));
            (('[', ']'), parts.collect())
        }
        Item::Texts(texts) => (('[', ']'), texts.iter().map(line).collect()),
        item => return line(item),
    };
    let parts = parts?;
    if parts.is_empty() {
        return Some(format!("{open}{close}"));
    }
    let before = "\n".to_owned() + &"  ".repeat(depth);
    let parts = parts.join(&format!(",{before}  "));
    Some(format!("{open}{before}  {parts}{before}{close}"))
}

/// Writes a value on one line, with a space after each comma and colon.
fn line(value: &impl Serialize) -> Option<String> {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Spaced);
    value.serialize(&mut serializer).ok()?;
    String::from_utf8(text).ok()
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        is_first: bool,
    ) -> io::Result<()> {
        writer.write_all(if is_first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        is_first: bool,
    ) -> io::Result<()> {
        self.begin_array_value(writer, is_first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
