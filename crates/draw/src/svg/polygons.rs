//! Cells that are triangles or hexagons.

use std::fmt::{self, Write};

use super::super::Lattice;
use super::super::lattice::points_up;
use super::hatches::write_hatch;
use super::labels::{Spot, open_labels, write_label, write_marks};
use super::{Canvas, MARGIN, Picture, PictureCell, write_fill};

/// The width of a column: half a side of a triangle, half the width of a hexagon.
const COLUMN: usize = 26;
/// The height of a row: of a triangle, and of a hexagon without its lower tip. 45 / 26 is the root
/// of 3 up to a tenth of a percent.
const ROW: usize = 45;
/// The height of the lower tip of a hexagon.
const TIP: usize = 15;

/// The shape of a cell, relative to the point where its row and its column begin.
struct Polygon {
    /// Clockwise. The side between a corner and the next has the place of its corner among
    /// [`Lattice::edges`].
    corners: &'static [(usize, usize)],
    label: Spot,
}

const UP: Polygon = Polygon {
    corners: &[(26, 0), (52, 45), (0, 45)],
    label: Spot {
        middle: (26, 30),
        size: 18,
        room: 28,
    },
};
const DOWN: Polygon = Polygon {
    corners: &[(0, 0), (52, 0), (26, 45)],
    label: Spot {
        middle: (26, 15),
        ..UP.label
    },
};
const HEXAGON: Polygon = Polygon {
    corners: &[(26, 0), (52, 15), (52, 45), (26, 60), (0, 45), (0, 15)],
    label: Spot {
        middle: (26, 30),
        size: 24,
        room: 40,
    },
};

impl Picture {
    /// The width and the height in SVG units.
    pub(super) fn size_of_polygons(&self) -> (usize, usize) {
        let tip = match self.lattice {
            Lattice::Hexagons => TIP,
            _ => 0,
        };
        (
            (self.columns + 1) * COLUMN + 2 * MARGIN,
            self.rows * ROW + tip + 2 * MARGIN,
        )
    }

    /// Writes backgrounds, thin lines, walls and labels.
    pub(super) fn write_polygons(&self, svg: &mut Canvas) -> fmt::Result {
        for (place, cell) in self.filled() {
            write_fill(svg, "polygon", &self.points(place), cell)?;
            write_hatch(svg, cell, &self.corners(place).collect::<Vec<_>>())?;
        }
        self.write_sides(svg)?;
        open_labels(svg)?;
        for (place, cell) in self.filled() {
            let label = self.polygon(place).label;
            let (x, y) = self.moved(place, label.middle);
            if cell.label.is_empty() {
                let side = label.room;
                write_marks(svg, x - side / 2, y - side / 2, side, &cell.marks)?;
            } else {
                let middle = (x, y);
                write_label(svg, cell, Spot { middle, ..label })?;
            }
        }
        writeln!(svg, "</g>")
    }

    /// Writes every side of a cell once: as a wall, or as a thin line between cells of a piece.
    fn write_sides(&self, svg: &mut Canvas) -> fmt::Result {
        let (mut thin, mut walls) = (String::new(), String::new());
        for (place, cell) in self.filled() {
            let (row, column) = self.row_and_column(place);
            let starts = self.corners(place);
            let ends = self.corners(place).cycle().skip(1);
            let steps = self.lattice.edges(row, column);
            for ((start, end), &step) in starts.zip(ends).zip(steps) {
                let other = self.place_beside((row, column), step);
                let piece = other.and_then(|other| self.piece(other));
                // The first of two cells writes the side between them.
                if piece.is_some() && other < Some(place) {
                    continue;
                }
                let is_wall = piece != Some(cell.piece);
                let lines = if is_wall { &mut walls } else { &mut thin };
                write!(lines, "M{} {}L{} {}", start.0, start.1, end.0, end.1)?;
            }
        }
        self.write_lines_and_walls(svg, &thin, &walls, "round")
    }

    /// The shape of the cell at a place.
    fn polygon(&self, place: usize) -> Polygon {
        let (row, column) = self.row_and_column(place);
        match self.lattice {
            Lattice::Hexagons => HEXAGON,
            _ if points_up(row, column) => UP,
            _ => DOWN,
        }
    }

    /// The corners of the cell at a place, clockwise.
    fn corners(&self, place: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
        let corners = self.polygon(place).corners.iter();
        corners.map(move |&corner| self.moved(place, corner))
    }

    /// The attribute with the corners of the cell at a place.
    pub(super) fn points(&self, place: usize) -> String {
        let points = self.corners(place).map(|(x, y)| format!("{x},{y}"));
        format!("points=\"{}\"", points.collect::<Vec<_>>().join(" "))
    }

    /// A point of the shape of a cell, in the units of the picture.
    fn moved(&self, place: usize, (x, y): (usize, usize)) -> (usize, usize) {
        let (row, column) = self.row_and_column(place);
        (MARGIN + column * COLUMN + x, MARGIN + row * ROW + y)
    }

    /// The cells with their places.
    pub(super) fn filled(&self) -> impl Iterator<Item = (usize, &PictureCell)> {
        let places = self.places.iter().enumerate();
        places.filter_map(|(place, cell)| Some((place, cell.as_ref()?)))
    }
}
