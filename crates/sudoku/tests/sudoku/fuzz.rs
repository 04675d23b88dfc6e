//! Mutated boards for the reader of boards: see `crates/core/tests/text/fuzz.rs`.

use quadrille::sudoku::text::{Reader, Record};

use super::classic::BOARD;

#[path = "../../../core/tests/support/fuzz.rs"]
mod random;

/// Pieces of text that have a meaning in some format of boards, or break it.
const PIECES: &[&str] = &[
    "1",
    "9",
    "0",
    ".",
    "-",
    "|",
    "+",
    " ",
    "\t",
    "\n",
    "\r\n",
    "\n\n",
    "\0",
    "\u{FEFF}",
    "日",
    ",",
    ";",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ":",
    "#",
    "A",
    "g",
    "_",
    "*",
    "-------+-------+-------\n",
    "N=",
    "2",
    "size",
    ".Cage~7~R1C1~R1C2",
    ".Shape~4x4",
    "https://sudokupad.app/",
    "fpuz",
];

#[test]
fn random_bytes_never_panic() {
    let rows: String = BOARD.lines().map(|line| format!("{line}\n")).collect();
    let line: String = BOARD.split_whitespace().collect();
    let drawn = line
        .as_bytes()
        .chunks(3)
        .map(|cells| [cells, b"|"].concat());
    let corpus = vec![
        rows.into_bytes(),
        line.clone().into_bytes(),
        drawn.flatten().collect(),
    ];
    random::fuzz(&corpus, PIECES, |text| {
        let mut boards = Reader::new(text);
        let mut record = Record::default();
        while boards.next_record(&mut record).expect("a slice is read") {}
    });
}
