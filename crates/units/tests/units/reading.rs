//! Ledgers and units from an input: read line by line.

use std::io::{self, Read};
use std::sync::Arc;

use quadrille::units::{LedgerError, Records, Unit};
use quadrille::{Assumptions, Problem};

use super::{count, pairs, record};

fn unit(problem: &Problem, part: &str) -> Unit {
    Unit::new(problem, "test", count(Assumptions::new())).part(part.parse().unwrap())
}

/// A text, and then an error.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            Err(io::Error::other("read on"))
        } else {
            self.0.read(bytes)
        }
    }
}

/// The place and the message of the error of reading an input.
#[track_caller]
fn error<T>(read: Result<T, LedgerError>) -> String {
    match read {
        Err(LedgerError::Line { name, error }) => format!("{name}: {error}"),
        Err(error) => error.to_string(),
        Ok(_) => panic!("read"),
    }
}

/// All was read before the first line was looked at.
#[test]
fn the_first_bad_line_ends_the_reading() {
    let problem = Arc::new(pairs(4));
    let line = record(&unit(&problem, "2"), "1", "");
    let unit = format!("{}\n", unit(&problem, "2"));
    let mut records = Records::new(&problem, "test");
    for (good, number) in [("", 1), ("\r\n\n", 3)] {
        let says = format!("x: line {number}, column 2: missing field `version`");
        let ledger = format!("{good}{line}{{}}\n");
        let says_after = says.replace(&format!("line {number}"), &format!("line {}", number + 1));
        let read = records.read_ledger_from("x", Failing(ledger.as_bytes()));
        assert_eq!(error(read), says_after);
        let units = format!("{good}{unit}{{}}\n");
        let read = records.read_units_from("x", Failing(units.as_bytes()));
        assert_eq!(error(read), says_after);
        let read = records.read_ledger_from("x", Failing(format!("{good}{{}}\n").as_bytes()));
        assert_eq!(error(read), says);
    }
    let read = records.read_ledger_from("x", Failing(line.as_bytes()));
    assert_eq!(error(read), "cannot read x: read on");
    let read = records.read_units_from("x", Failing(unit.as_bytes()));
    assert_eq!(error(read), "cannot read x: read on");
}

#[test]
fn a_ledger_has_lengths() {
    let problem = Arc::new(pairs(4));
    let line = record(&unit(&problem, "2"), "1", "");
    let windows = line.replace('\n', "\r\n");
    let mark = "\u{FEFF}";
    for (text, lines, torn) in [
        (String::new(), 0, 0),
        (line.clone(), 1, 0),
        (format!("{mark}{windows}\r\n\n{line}"), 4, 0),
        (format!("{line}{{\"un"), 1, 4),
        (format!("{line}\0\0\0"), 1, 3),
        (format!("{line}\0\0\0\n"), 2, 0),
        ("{\"unit\":\"3".to_owned(), 0, 10),
    ] {
        let mut records = Records::new(&problem, "test");
        let length = records.read_ledger_from("x", text.as_bytes()).unwrap();
        let bytes = text.len() as u64 - torn;
        let found = (length.lines, length.bytes, length.torn);
        assert_eq!(found, (lines, bytes, torn), "{text}");
        let mut again = Records::new(&problem, "test");
        assert_eq!(again.read_ledger("x", text.as_bytes()), Ok(bytes as usize));
        assert_eq!(records.damaged(), again.damaged());
    }
}

/// A byte order mark begins a text, not a line; and a line that is not UTF-8 has its place.
#[test]
fn every_line_is_read_like_a_part_of_the_text() {
    let problem = Arc::new(pairs(4));
    let line = record(&unit(&problem, "2"), "1", "");
    let read = |text: &[u8]| {
        let mut records = Records::new(&problem, "test");
        error(records.read_ledger_from("x", text))
    };
    let marked = read(format!("{line}\u{FEFF}{line}").as_bytes());
    assert!(
        marked.starts_with("x: line 2, column 1: invalid JSON"),
        "{marked}"
    );
    let bytes = [line.as_bytes(), b"\n{\"\xFF\n", line.as_bytes()].concat();
    assert_eq!(read(&bytes), "x: line 3, column 3: byte 0xFF is not UTF-8");
    let torn = record(&unit(&problem, "all"), "1", "0 0");
    let overlap = read(format!("\n{torn}{line}").as_bytes());
    let says = "two parts of the rest overlap: 0 and 0";
    assert!(overlap.starts_with("x: line 2, column "), "{overlap}");
    assert!(overlap.ends_with(says), "{overlap}");
}
