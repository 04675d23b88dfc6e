//! Units: sets of cells with different values.

use std::fmt;

/// A set of cells with different values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub(super) kind: Kind,
    /// Which of several boards that overlap it belongs to, from 1.
    pub(super) board: Option<usize>,
    /// Ascending.
    pub(super) cells: Vec<usize>,
}

/// The kind of a unit. Numbers are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
    /// A box, in reading order.
    Box(usize),
    /// A region of a map, by its letter.
    Region(char),
    /// The diagonal that falls to the right (1) or rises (2).
    Diagonal(usize),
    /// An extra box of windoku, in reading order.
    Window(usize),
    /// The cells at one place of all boxes.
    Group(usize),
    /// An extra region of a map, by its letter.
    Extra(char),
    /// Two cells a knight's move apart.
    Knight,
    /// Two by two cells, each a king's move from the others.
    King,
}

impl Unit {
    /// Returns the kind of the unit.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the number of the board that the unit belongs to, counted from 1; `None` unless
    /// several boards overlap.
    #[must_use]
    pub fn board(&self) -> Option<usize> {
        self.board
    }

    /// Whether both are rows, columns or boxes, or another kind, of one board.
    pub(crate) fn is_like(&self, other: &Unit) -> bool {
        let kinds = [self, other].map(|unit| std::mem::discriminant(&unit.kind));
        kinds[0] == kinds[1] && self.board == other.board
    }

    /// Returns the cells of the unit, ascending.
    #[must_use]
    pub fn cells(&self) -> &[usize] {
        &self.cells
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Row(number) => write!(f, "row {number}")?,
            Kind::Column(number) => write!(f, "column {number}")?,
            Kind::Box(number) => write!(f, "box {number}")?,
            Kind::Region(letter) => write!(f, "region {letter}")?,
            Kind::Diagonal(1) => write!(f, "the falling diagonal")?,
            Kind::Diagonal(_) => write!(f, "the rising diagonal")?,
            Kind::Window(number) => write!(f, "window {number}")?,
            Kind::Group(number) => write!(f, "disjoint group {number}")?,
            Kind::Extra(letter) => write!(f, "extra region {letter}")?,
            Kind::Knight => write!(f, "a knight's move")?,
            Kind::King => write!(f, "a king's move")?,
        }
        match self.board {
            Some(board) => write!(f, " of board {board}"),
            None => Ok(()),
        }
    }
}
