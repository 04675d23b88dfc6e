//! JSON with one line for each entry of the object and each element of its lists.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The depth up to which each value has a line of its own.
const DEEPEST: usize = 2;

/// Writes a value. `None` if it is not JSON.
pub(super) fn to_string(value: &impl Serialize) -> Option<String> {
    let mut text = Vec::new();
    let lines = Lines {
        depth: 0,
        is_empty: true,
    };
    value
        .serialize(&mut Serializer::with_formatter(&mut text, lines))
        .ok()?;
    text.push(b'\n');
    String::from_utf8(text).ok()
}

struct Lines {
    depth: usize,
    is_empty: bool,
}

impl Lines {
    fn open<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.is_empty = true;
        writer.write_all(bracket)
    }

    fn close<W: ?Sized + io::Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let has_lines = self.depth <= DEEPEST && !self.is_empty;
        self.depth -= 1;
        self.is_empty = false;
        if has_lines {
            self.line(writer)?;
        }
        writer.write_all(bracket)
    }

    fn line<W: ?Sized + io::Write>(&self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| writer.write_all(b"  "))
    }

    fn next<W: ?Sized + io::Write>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()> {
        self.is_empty = false;
        if !is_first {
            writer.write_all(b",")?;
        }
        match self.depth {
            ..=DEEPEST => self.line(writer),
            _ if is_first => Ok(()),
            _ => writer.write_all(b" "),
        }
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"[")
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        is_first: bool,
    ) -> io::Result<()> {
        self.next(writer, is_first)
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer, b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        is_first: bool,
    ) -> io::Result<()> {
        self.next(writer, is_first)
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
