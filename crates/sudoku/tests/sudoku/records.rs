//! What a reader makes of a text; and one board in three forms.

use std::io::Read;

use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Content, Reader, Record};

use super::classic;

pub(crate) const SOLVED: &str = classic::SOLVED.trim_ascii_end();
pub(crate) const LINE: &str = classic::BOARD.trim_ascii_end();

/// All records of an input.
pub(crate) fn records(input: &[u8]) -> Vec<Record> {
    records_of(Reader::new(input))
}

pub(crate) fn records_of(mut reader: Reader<impl Read>) -> Vec<Record> {
    let (mut record, mut all) = (Record::new(), Vec::new());
    while reader.next_record(&mut record).unwrap() {
        all.push(record.clone());
    }
    assert!(!reader.next_record(&mut record).unwrap());
    all
}

pub(crate) fn raw(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        record.write_raw(&mut bytes).unwrap();
    }
    bytes
}

/// `board`, `other` or the message of each record.
pub(crate) fn told(input: impl AsRef<[u8]>) -> Vec<String> {
    let records = records(input.as_ref());
    assert_eq!(raw(&records), input.as_ref());
    records
        .iter()
        .map(|record| match record.content() {
            Content::Board(_) => "board".to_owned(),
            Content::Other => "other".to_owned(),
            Content::Bad(error) => {
                assert!(error.span.end <= record.raw().len() && error.line >= record.line());
                error.to_string()
            }
            _ => unreachable!(),
        })
        .collect()
}

pub(crate) fn solution() -> Grid {
    SOLVED.parse().unwrap()
}

pub(crate) fn rows() -> Vec<String> {
    let rows = LINE.as_bytes().chunks(9);
    rows.map(|row| String::from_utf8(row.to_vec()).unwrap())
        .collect()
}

/// The board as nine lines of nine numbers.
pub(crate) fn judge() -> Vec<String> {
    let spaced = |row: String| {
        let numbers: Vec<_> = row.replace('.', "0").chars().map(String::from).collect();
        numbers.join(" ")
    };
    rows().into_iter().map(spaced).collect()
}

pub(crate) fn lines(rows: &[String]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}

/// The nine lines with one of them, from 1, replaced.
pub(crate) fn with(mut rows: Vec<String>, number: usize, row: &str) -> String {
    rows[number - 1] = row.to_owned();
    lines(&rows)
}
