//! Boards as a stream: long lines, memory, and what is read when.

use std::io::{self, Read, Write};

use quadrille::sudoku::text::{Content, LONGEST_LINE, Reader, Record};

use super::records::{LINE, lines, rows, told};

#[test]
fn a_long_line_is_bad_and_comes_in_pieces() {
    let long = "line 2, column 65537: line longer than 65,536 bytes";
    let tail = |length: usize| format!("{LINE}\n{LINE} {}", "x".repeat(length - 82));
    assert_eq!(told(tail(LONGEST_LINE)), ["board", "board"]);
    assert_eq!(told(tail(LONGEST_LINE - 1) + "\n"), ["board", "board"]);
    assert_eq!(told(tail(LONGEST_LINE) + "\n"), ["board", long, "other"]);
    assert_eq!(told(tail(LONGEST_LINE + 1)), ["board", long, "other"]);
    assert_eq!(
        told(tail(3 * LONGEST_LINE) + "\n" + LINE),
        ["board", long, "other", "other", "other", "board"]
    );
    let half = "line 1, column 10: incomplete board: 1 row, expected 9";
    let spaces = format!(".........\n{}", " ".repeat(2 * LONGEST_LINE));
    assert_eq!(told(spaces), [half, long, "other"]);
    let comment = format!(" #{}\n{LINE}", " ".repeat(LONGEST_LINE));
    assert_eq!(told(comment), ["other", "other", "board"]);
    let digits = "0".repeat(LONGEST_LINE);
    let count = "line 1, column 730: invalid board: 65536 cells, expected 729";
    assert_eq!(told(digits), [count]);
}

#[test]
fn memory_stays_constant() {
    for byte in *b" 05.#x\0" {
        let mut reader = Reader::new(io::repeat(byte).take(20_000_000));
        let (mut record, mut total) = (Record::new(), 0);
        while reader.next_record(&mut record).unwrap() {
            total += record.raw().len();
            assert!(record.raw().len() <= LONGEST_LINE);
        }
        assert_eq!(total, 20_000_000);
    }
}

/// Hands out one piece a read, and breaks after the last.
struct Pieces<'a>(std::slice::Iter<'a, &'a str>);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.0.next().ok_or(io::ErrorKind::ConnectionReset)?;
        (&mut *buffer).write(piece.as_bytes())
    }
}

#[test]
fn a_board_is_handed_out_before_more_is_asked_for() {
    let (nine, line) = (lines(&rows()), format!("{LINE}\n"));
    let (start, rest) = nine.split_at(13);
    let pieces = [line.as_str(), start, rest, "# c"];
    let mut reader = Reader::new(Pieces(pieces.iter()));
    let (mut record, mut waits) = (Record::new(), 0);
    let mut next = |record: &mut Record, expected: usize| {
        let more = reader.next_record_or_wait(record, || {
            waits += 1;
            Ok(())
        });
        assert_eq!(waits, expected);
        more
    };
    assert!(next(&mut record, 1).unwrap());
    assert!(next(&mut record, 3).unwrap());
    assert!(matches!(record.content(), Content::Board(_)));
    let broken = next(&mut record, 5);
    assert_eq!(broken.unwrap_err().kind(), io::ErrorKind::ConnectionReset);
    assert_eq!(
        (record.raw(), record.content()),
        (&b"# c"[..], &Content::Other)
    );
}
