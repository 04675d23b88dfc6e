//! The numbers of cells of a board, with which lines are compared.

use crate::shape::{Kind, Shape, Unit};

/// The most bytes that a line may have, its line end included: 64 KiB.
pub const LONGEST_LINE: usize = 1 << 16;

/// The numbers of cells of a board and of its rows.
#[derive(Debug, Clone)]
pub(super) struct Measure {
    pub(super) side: usize,
    pub(super) cells: usize,
    pub(super) rows: Vec<usize>,
    /// The number of rows of a band of boxes, if the board has boxes.
    pub(super) band: Option<usize>,
    /// Whether each place of the picture, row by row, has a cell; empty if all places have one.
    pub(super) places: Vec<bool>,
}

impl Measure {
    /// The measure of a shape.
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

    /// The measure of one square board.
    pub(super) fn square(side: usize) -> Measure {
        Measure {
            side,
            cells: side * side,
            rows: vec![side; side],
            band: Shape::box_height(side),
            places: Vec::new(),
        }
    }

    /// The number of cells of the row after `rows` others, or of the last row if there is no such
    /// row.
    pub(super) fn row(&self, rows: usize) -> usize {
        let cells = self.rows.get(rows).or(self.rows.last());
        cells.copied().unwrap_or_default()
    }

    /// Whether each place of a row has a cell; empty if all places have one.
    pub(super) fn places_of(&self, row: usize) -> &[bool] {
        let columns = self.places.len() / self.rows.len().max(1);
        let places = self.places.get(row * columns..(row + 1) * columns);
        places.unwrap_or_default()
    }

    /// The expected length of a board on one line that has `found` characters: that of a board of
    /// pencil marks if this is nearer.
    pub(super) fn meant(&self, found: usize) -> usize {
        let marks = self.cells * self.side;
        if self.side <= 9 && found > marks / 2 {
            marks
        } else {
            self.cells
        }
    }
}
