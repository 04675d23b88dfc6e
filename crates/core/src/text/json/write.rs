//! Writes problems as JSON.

use std::io::{self, Write};

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::ser::Formatter;

use super::super::WriteError;
use crate::{Decimal, ItemId, OptionId, Problem};

/// Writes a problem, one option per line. O(length of the text).
///
/// Reading the text gives the same problem, with two exceptions: secondary items come after all
/// primary items, and colours are numbered in the order of the text.
///
/// # Errors
/// [`WriteError::Io`] if `out` fails. JSON can hold every problem.
pub fn write(problem: &Problem, out: &mut impl Write) -> Result<(), WriteError> {
    let mut out = io::BufWriter::new(out);
    let mut lines = serde_json::Serializer::with_formatter(&mut out, Lines::default());
    problem.serialize(&mut lines).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Serializes the object that [`write()`] writes.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = |primary| {
            let items = self.items();
            items.filter(move |&item| self.is_primary(item) == primary)
        };
        let mut object = serializer.serialize_struct("Problem", 3)?;
        let primary = Each(|| items(true).map(|item| primary(self, item)));
        object.serialize_field("primary", &primary)?;
        let secondary = Each(|| items(false).map(|item| self.name(item)));
        object.serialize_field("secondary", &secondary)?;
        let options = Each(|| self.options().map(|option| priced(self, option)));
        object.serialize_field("options", &options)?;
        object.end()
    }
}

/// Serializes the items of an option, in input order: an array of names, and of objects with name
/// and colour for items with a colour.
#[derive(Clone, Copy, Debug)]
pub struct Items<'a>(pub &'a Problem, pub OptionId);

impl Serialize for Items<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &Self(problem, option) = self;
        serializer.collect_seq(problem.uses_of(option).map(|(item, colour)| {
            let item = problem.name(item);
            match colour {
                None => Part::Plain(item),
                Some(colour) => Part::Coloured {
                    item,
                    colour: problem.colour_name(colour),
                },
            }
        }))
    }
}

/// A primary item, an item of an option, or an option. It is an object only if it has a colour, a
/// multiplicity or a cost.
#[derive(serde::Serialize)]
#[serde(untagged)]
enum Part<'a, T> {
    Plain(T),
    Coloured { item: T, colour: &'a str },
    Multiple { item: T, multiplicity: (u32, u32) },
    Priced { items: T, cost: Decimal },
}

fn primary(problem: &Problem, item: ItemId) -> Part<'_, &str> {
    let times = problem.multiplicity(item).unwrap_or(1..=1).into_inner();
    let item = problem.name(item);
    match times {
        (1, 1) => Part::Plain(item),
        multiplicity => Part::Multiple { item, multiplicity },
    }
}

fn priced(problem: &Problem, option: OptionId) -> Part<'_, Items<'_>> {
    let items = Items(problem, option);
    match problem.cost(option) {
        0 => Part::Plain(items),
        cost => Part::Priced {
            items,
            cost: problem.decimal(cost),
        },
    }
}

/// Serializes an iterator as a list.
pub struct Each<F>(pub F);

impl<F: Fn() -> I, I: IntoIterator<Item: Serialize>> Serialize for Each<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Puts each member of a problem and each option on its own line.
#[derive(Default)]
struct Lines {
    depth: usize,
    members: usize,
}

impl Lines {
    /// The options are the third member.
    const OPTIONS: usize = 3;

    fn separate(
        &self,
        breaks: bool,
        first: bool,
        out: &mut (impl Write + ?Sized),
    ) -> io::Result<()> {
        out.write_all(match (breaks, first) {
            (true, true) => b"\n",
            (true, false) => b",\n",
            (false, true) => b"",
            (false, false) => b",",
        })
    }

    fn open(&mut self, bracket: &[u8], out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        self.depth += 1;
        out.write_all(bracket)
    }

    fn close(&mut self, bracket: &[u8], out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        self.depth -= 1;
        if self.depth == 0 || (self.depth == 1 && self.members == Self::OPTIONS) {
            out.write_all(b"\n")?;
        }
        out.write_all(bracket)
    }
}

impl Formatter for Lines {
    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(b"{", out)
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(b"}", out)
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(b"[", out)
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(b"]", out)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let is_member = self.depth == 1;
        self.members += usize::from(is_member);
        self.separate(is_member, first, out)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let is_option = self.depth == 2 && self.members == Self::OPTIONS;
        self.separate(is_option, first, out)
    }
}
