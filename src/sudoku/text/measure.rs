//! How many cells a board has: all that lines are compared with.

use crate::sudoku::shape::{Kind, Shape, Unit};

/// The most bytes that a line may have, its line end included: 64 KiB.
pub const LONGEST_LINE: usize = 1 << 16;

/// How many cells a board has, and each of its rows.
#[derive(Debug, Clone)]
pub(super) struct Measure {
    pub(super) side: usize,
    pub(super) cells: usize,
    pub(super) rows: Vec<usize>,
    /// How many rows make a band of boxes, if the board has boxes.
    pub(super) band: Option<usize>,
    /// Of each place of the picture, row by row, whether there is a cell; empty if there is one
    /// everywhere.
    pub(super) places: Vec<bool>,
}

impl Measure {
    /// That of a shape.
    pub(super) fn of(shape: &Shape) -> Measure {
        let row = |row| (0..shape.columns()).map(move |column| shape.cell(row, column).is_some());
        let rows = (0..shape.rows()).map(|number| row(number).filter(|&is_cell| is_cell).count());
        let is_full = shape.cell_count() == shape.rows() * shape.columns();
        let shown = if is_full { 0 } else { shape.rows() };
        let is_box = |unit: &&Unit| matches!(unit.kind(), Kind::Box(_));
        let band = shape.units().find(is_box).map(|unit| {
            let rows = unit.cells().iter().map(|&cell| shape.place(cell).0);
            1 + rows.max().unwrap_or_default()
        });
        Measure {
            side: shape.side(),
            cells: shape.cell_count(),
            rows: rows.collect(),
            band,
            places: (0..shown).flat_map(row).collect(),
        }
    }

    /// That of one square board.
    pub(super) fn square(side: usize) -> Measure {
        Measure {
            side,
            cells: side * side,
            rows: vec![side; side],
            band: Shape::box_height(side),
            places: Vec::new(),
        }
    }

    /// How many cells the row after `rows` others has; that of the last row if there is no such
    /// row.
    pub(super) fn row(&self, rows: usize) -> usize {
        let cells = self.rows.get(rows).or(self.rows.last());
        cells.copied().unwrap_or_default()
    }

    /// Of each place of a row, whether there is a cell; empty if there is one everywhere.
    pub(super) fn places_of(&self, row: usize) -> &[bool] {
        let columns = self.places.len() / self.rows.len().max(1);
        let places = self.places.get(row * columns..(row + 1) * columns);
        places.unwrap_or_default()
    }

    /// How many characters a board on one line was to have that has so many: pencil marks are many
    /// more.
    pub(super) fn meant(&self, found: usize) -> usize {
        let marks = self.cells * self.side;
        if self.side <= 9 && found > marks / 2 {
            marks
        } else {
            self.cells
        }
    }
}
