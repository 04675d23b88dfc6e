//! The lines of a ledger or of a list of units, read one by one. A text of any length takes only
//! the memory of its longest line.

use std::io::{self, BufRead, BufReader, Read};

use serde::de::IgnoredAny;

/// The most bytes of a line. The longest records, of units with a very long rest, have millions.
const LONGEST: usize = 1 << 30;

/// How much of a line is there when it is examined before its end: more than nearly all records
/// have.
const FIRST_LOOK: usize = 1 << 20;

/// The lines of an input that may never end.
pub(super) struct InputLines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// The number of lines so far.
    count: usize,
    longest: usize,
}

/// A line of an input.
pub(super) struct InputLine<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    /// The line with its line break, if it has one. If the line cannot be a JSON object, its end
    /// may be missing.
    pub(super) bytes: &'a [u8],
}

impl InputLine<'_> {
    /// Whether the line has its line break.
    pub(super) fn is_whole(&self) -> bool {
        self.bytes.ends_with(b"\n")
    }
}

impl<R: Read> InputLines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 16, input),
            line: Vec::new(),
            count: 0,
            longest: LONGEST,
        }
    }

    /// Reads the next line; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<InputLine<'_>>> {
        self.line.clear();
        let mut enough = FIRST_LOOK.min(self.longest);
        // The line is examined only when it has doubled, so that the work stays linear.
        while self.read_up_to(enough)? {
            if self.line.trim_ascii().is_empty() {
                let what = format!("a line begins with {enough} blanks");
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            if is_no_object(&self.line) {
                self.line.truncate(whole_characters(&self.line));
                break;
            }
            if enough == self.longest {
                let what = format!("a line has {enough} bytes or more");
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
            }
            enough = enough.saturating_mul(2).min(self.longest);
        }
        if self.line.is_empty() {
            return Ok(None);
        }
        self.count += 1;
        Ok(Some(InputLine {
            number: self.count,
            bytes: &self.line,
        }))
    }

    /// Reads until the line has `enough` bytes, or to its end. Returns whether it goes on.
    fn read_up_to(&mut self, enough: usize) -> io::Result<bool> {
        let room = (enough - self.line.len()) as u64;
        let mut input = self.input.by_ref().take(room);
        input.read_until(b'\n', &mut self.line)?;
        if self.line.len() < enough || self.line.ends_with(b"\n") {
            return Ok(false);
        }
        // A long line can exceed the memory that the system grants.
        let more = self
            .line
            .try_reserve_exact(enough.min(self.longest - enough));
        more.map_err(|_| io::ErrorKind::OutOfMemory)?;
        Ok(true)
    }
}

/// Whether a text may be the beginning of a line, or what a power cut leaves of it: zeros.
pub(super) fn is_torn(text: &[u8]) -> bool {
    const START: &[u8] = b"{\"unit\":\"";
    let length = START.len().min(text.len());
    text[..length] == START[..length] || text.iter().all(|&byte| byte == 0)
}

/// Whether a line that begins like this is no JSON object, however it goes on. A line that is torn
/// at its end, or has zeros, is skipped, so it must be read to its end.
fn is_no_object(start: &[u8]) -> bool {
    let start = start.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(start);
    if is_torn(start) || start.contains(&0) {
        return false;
    }
    let parsed = serde_json::from_slice::<IgnoredAny>(start);
    parsed.is_err_and(|error| !error.is_eof()) || !start.trim_ascii_start().starts_with(b"{")
}

/// The length of a text without a character that is cut at its end.
fn whole_characters(text: &[u8]) -> usize {
    match str::from_utf8(text) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<(usize, Vec<u8>)> {
        let mut lines = InputLines::new(text);
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push((line.number, line.bytes.to_vec()));
        }
        all
    }

    #[test]
    fn lines_have_numbers_and_their_ends() {
        assert_eq!(lines(b""), []);
        let expected = [
            (1, b"a\n".to_vec()),
            (2, b"\n".to_vec()),
            (3, b"b".to_vec()),
        ];
        assert_eq!(lines(b"a\n\nb"), expected);
    }

    #[test]
    fn long_lines_are_read_whole() {
        for length in [FIRST_LOOK - 1, FIRST_LOOK, FIRST_LOOK + 1, 5 * FIRST_LOOK] {
            let object = |key: &str| {
                let name = "é".repeat((length - key.len() - 6) / 2);
                format!("{{\"{key}\":\"{name}\"}}\n").into_bytes()
            };
            let torn = [b"{\"unit\":\"}", &*vec![b'x'; length], b"\n"].concat();
            let zeros = [vec![0; length], b"\n".to_vec()].concat();
            let marked = ["\u{FEFF}".as_bytes(), &object("key")].concat();
            for line in [object("key"), object("name"), marked, torn, zeros] {
                let two = [&line[..], b"next"].concat();
                let read = lines(&two);
                assert!(read == [(1, line), (2, b"next".to_vec())], "{length}");
            }
        }
    }

    /// An endless line without an object took half of the memory of the machine.
    #[test]
    fn an_endless_line_ends_where_it_is_no_object() {
        for piece in ["{}", "[", "1", "x", "\u{20AC}", "{\"a\":1,"] {
            let text = piece.as_bytes().iter().copied().cycle();
            let mut lines = InputLines::new(Cycle(text));
            let line = lines.next().unwrap().unwrap();
            assert!(
                line.bytes.len() <= FIRST_LOOK && !line.is_whole(),
                "{piece}"
            );
            assert!(str::from_utf8(line.bytes).is_ok(), "{piece}");
        }
    }

    #[test]
    fn a_line_has_a_largest_length() {
        for (byte, length) in [(b' ', 99), (0, 100), (0, 101)] {
            let text = vec![byte; length];
            let mut lines = InputLines::new(&*text);
            lines.longest = 100;
            match lines.next() {
                Ok(line) => assert_eq!(line.unwrap().bytes.len(), 99),
                Err(error) => assert_eq!(error.to_string(), "a line has 100 bytes or more"),
            }
        }
    }

    /// An endless input.
    struct Cycle<I>(I);

    impl<I: Iterator<Item = u8>> Read for Cycle<I> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            bytes.fill_with(|| self.0.next().unwrap());
            Ok(bytes.len())
        }
    }
}
