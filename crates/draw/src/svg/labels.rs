//! Labels in cells.

use std::fmt::{self, Write};

use super::super::PictureCell;
use super::{CELL, CORNER, Canvas, FONT, Picture, escaped};

/// The size of short labels.
const LABEL: usize = 24;

/// The largest size of small labels.
const LARGEST_MARK: usize = 12;

/// Where the label of a cell stands.
#[derive(Clone, Copy)]
pub(super) struct Spot {
    /// The middle of the label.
    pub(super) middle: (usize, usize),
    /// The size of short labels.
    pub(super) size: usize,
    /// The side of the square that the label must fit in.
    pub(super) room: usize,
}

impl Picture {
    /// Writes the labels of cells that are squares.
    pub(super) fn write_labels(&self, svg: &mut Canvas) -> fmt::Result {
        open_labels(svg)?;
        for (x, y, cell) in self.cells() {
            if cell.label.is_empty() {
                let place = ((y - self.y(0)) / CELL, (x - self.x(0)) / CELL);
                let marks = self.overlay.accents.plain(place, &cell.marks);
                let (x, y, side) = self.square_of_marks(x, y);
                write_marks(svg, x, y, side, &marks)?;
                continue;
            }
            let spot = Spot {
                middle: (x + CELL / 2, y + CELL / 2),
                size: LABEL,
                room: CELL,
            };
            write_label(svg, cell, spot)?;
        }
        writeln!(svg, "</g>")
    }

    /// The square of the small labels of the cell at these coordinates: they leave room for a label
    /// in the corner, and for the outline of a cage.
    pub(super) fn square_of_marks(&self, x: usize, y: usize) -> (usize, usize, usize) {
        let edge = if self.is_in_cage(x, y) { 5 } else { 1 };
        if self.has_corner_label(x, y) {
            let side = CELL - CORNER - edge;
            return (x + (CELL - side) / 2, y + CORNER, side);
        }
        (x + edge, y + edge, CELL - 2 * edge)
    }
}

/// The middle of a small label in the square of a cell, and its size: one of `count`, from 0.
pub(super) fn mark_spot(
    (x, y, side): (usize, usize, usize),
    count: usize,
    number: usize,
) -> ((usize, usize), usize) {
    let columns = (1..).find(|side| side * side >= count);
    let columns = columns.unwrap_or(1).max(1);
    let (row, column) = (number / columns, number % columns);
    let x = x + (2 * column + 1) * side / (2 * columns);
    let y = y + (2 * row + 1) * side / (2 * columns);
    ((x, y), (side * 4 / (5 * columns)).clamp(1, LARGEST_MARK))
}

/// Opens the group of the labels.
pub(super) fn open_labels(svg: &mut Canvas) -> fmt::Result {
    writeln!(
        svg,
        "<g{} font-family=\"{FONT}\" font-size=\"{LABEL}\" text-anchor=\"middle\">",
        svg.class(["labels"])
    )
}

/// Writes the label of a cell.
pub(super) fn write_label(svg: &mut Canvas, cell: &PictureCell, spot: Spot) -> fmt::Result {
    // A long label is smaller, so that it stays in its cell.
    let length = cell.label.chars().count().max(1);
    let size = spot.size.min(3 * spot.room / 2 / length).max(1);
    let (x, y) = (spot.middle.0, spot.middle.1 + baseline(size));
    let small = match size {
        LABEL => String::new(),
        size => format!(" font-size=\"{size}\""),
    };
    let weight = if cell.bold {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let colour = match cell {
        cell if cell.wrong => " fill=\"#b30000\"",
        cell if cell.bold || cell.colour.is_some() => "",
        _ => " fill=\"#2b5d9b\"",
    };
    let class = svg.class([
        if cell.bold { "given" } else { "value" },
        if cell.wrong { "wrong" } else { "" },
        if cell.colour.is_some() {
            "on-colour"
        } else {
            ""
        },
    ]);
    let label = escaped(&cell.label);
    writeln!(
        svg,
        "<text{class} x=\"{x}\" y=\"{y}\"{small}{weight}{colour}>{label}</text>"
    )
}

/// Writes small labels in rows that fill the square of a cell.
pub(super) fn write_marks(
    svg: &mut Canvas,
    x: usize,
    y: usize,
    side: usize,
    marks: &[String],
) -> fmt::Result {
    for (number, mark) in marks
        .iter()
        .enumerate()
        .filter(|(_, mark)| !mark.is_empty())
    {
        let ((x, y), size) = mark_spot((x, y, side), marks.len(), number);
        let y = y + baseline(size);
        let (class, mark) = (svg.class(["mark"]), escaped(mark));
        writeln!(
            svg,
            "<text{class} x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#555555\">{mark}</text>"
        )?;
    }
    Ok(())
}

/// The distance from the middle of letters of this size down to their baseline.
pub(super) fn baseline(size: usize) -> usize {
    (size * 9).div_ceil(25)
}
