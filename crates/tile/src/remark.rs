//! Remarks on boards and pieces that can be read in two ways: which one was taken.

use super::art::{Line, is_art, lines_of_word};
use super::board_words::is_named_board;
use super::drawn::reading_of;
use super::grid::CellGrid;
use super::reading::{Doubt, Reading};
use super::words::{read_as_single_cell, selected_by_label, tetrominoes_and_pentominoes};

/// A remark: how something was read, and how to write the other meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// How it was read, in one line without a full stop.
    pub what: String,
    /// How to write what else may be meant.
    pub help: String,
}

impl Remark {
    fn new(what: impl Into<String>, help: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            help: help.into(),
        }
    }

    fn of(reading: Reading) -> Option<Self> {
        Some(match reading.doubt? {
            Doubt::IsCell(mark) => Self::new(
                format!("{mark:?} is read as a cell"),
                "draw places without a cell as '.', or draw with 0 and 1 only, where 1 is a cell",
            ),
            Doubt::Blanks => Self::new(
                "the blanks between the characters of a row are ignored",
                "draw places without a cell as '.'",
            ),
        })
    }
}

/// Returns remarks on the drawings of a text of boards, as [`drawn_boards`](super::drawn_boards)
/// reads them.
///
/// ```
/// let remarks = quadrille::tile::board_remarks("0220\n2222\n", None);
/// assert_eq!(remarks[0].what, "'0' is read as a cell");
/// assert!(quadrille::tile::board_remarks("0110\n1111\n", None).is_empty());
/// ```
#[must_use]
pub fn board_remarks(text: &str, grid: Option<CellGrid>) -> Vec<Remark> {
    Remark::of(reading_of(text, grid)).into_iter().collect()
}

/// Returns remarks on a word for a board, as [`boards`](super::boards()) reads it.
#[must_use]
pub fn board_word_remarks(word: &str, grid: Option<CellGrid>) -> Vec<Remark> {
    if is_art(word) && !is_named_board(word) {
        Remark::of(reading_of_word(word, grid))
            .into_iter()
            .collect()
    } else {
        Vec::new()
    }
}

/// Returns remarks on the drawings of a text of pieces, as [`drawn_pieces`](super::drawn_pieces)
/// reads them.
#[must_use]
pub fn drawn_piece_remarks(text: &str, grid: Option<CellGrid>) -> Vec<Remark> {
    let reading = reading_of(text, grid);
    let binary = Remark::new(
        "in a drawing of 0 and 1, 1 is read as a cell and 0 as none",
        "name pieces by letters",
    );
    let binary = reading.is_binary.then_some(binary);
    // Digits and letters name pieces, so 0 is one of them.
    let blanks = Remark::of(reading).filter(|_| reading.doubt == Some(Doubt::Blanks));
    binary.into_iter().chain(blanks).collect()
}

/// Returns remarks on words that name pieces, as [`pieces`](super::pieces()) reads them.
///
/// ```
/// let remarks = quadrille::tile::piece_remarks("O L", None);
/// assert!(remarks[0].what.starts_with("L is the pentomino"));
/// ```
#[must_use]
pub fn piece_remarks(text: &str, grid: Option<CellGrid>) -> Vec<Remark> {
    let mut remarks = Vec::new();
    if read_as_single_cell(text) {
        let what = "'x' is read as a single cell";
        remarks.push(Remark::new(what, "the pentomino is 'X'"));
    }
    let (small, large) = tetrominoes_and_pentominoes(text, grid);
    if let ([small, ..], [large, ..]) = (&*small, &*large) {
        let what = format!("{large} is the pentomino, though {small} is a tetromino");
        remarks.push(Remark::new(what, format!("the tetromino is '{large}4'")));
    }
    for (name, labels) in selected_by_label(text) {
        let what = format!(
            "{} of {name}: only this program uses these labels",
            labels.join(", ")
        );
        let help = format!("'quadrille tile BOARD {name}:{}' draws it", labels[0]);
        remarks.push(Remark::new(what, help));
    }
    remarks
}

fn reading_of_word(word: &str, grid: Option<CellGrid>) -> Reading {
    let lines = lines_of_word(Line::new(1, word));
    Reading::of(
        lines.iter().map(Line::text),
        grid.unwrap_or(CellGrid::Squares),
    )
}
