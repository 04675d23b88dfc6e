//! Cells that are sticks between the points of a grid.
//!
//! The sticks of a piece are thick strokes over a wider dark stroke. They join at their end points.
//! At a point that the piece shares with another one, a single stick is shorter, and two sticks
//! that form an angle cut the corner. Two pieces that both go straight through a point cross each
//! other.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::super::colours::{fill, shade_fill};
use super::super::lattice::{STICKS_AT_POINT, Step, stick};
use super::hatches::dashes;
use super::labels::{Spot, open_labels, write_label, write_marks};
use super::{Canvas, MARGIN, OPACITY, Picture, PictureCell, WRONG};

/// Half the length of a stick: the distance of two columns, and of two rows.
const HALF: usize = 28;
/// The width of a stick with and without its outline.
pub(super) const OUTER: usize = 18;
const INNER: usize = 13;
/// The width of the dashes on a stick with a pattern.
const DASH: usize = 5;
/// The radius of the dot at a grid point.
const DOT: usize = 3;
/// How much shorter a stick is at a point that it shares with other pieces.
const SHORTER: isize = 19;
/// How far from such a point two sticks begin to cut the corner.
const CUT: isize = 16;
/// The largest label, and the side of the square for it.
const LABEL: usize = 12;
const ROOM: usize = 13;

/// A point of the picture: x and y.
type Point = (isize, isize);

impl Picture {
    /// The width and the height in SVG units.
    pub(super) fn size_of_sticks(&self) -> (usize, usize) {
        // A last column of sticks ends one column further.
        let last = |places: usize| places / 2 * 2 * HALF + OUTER + 2 * MARGIN;
        (last(self.columns), last(self.rows))
    }

    /// Writes the grid points, the pieces and the labels.
    pub(super) fn write_sticks(&self, svg: &mut Canvas) -> fmt::Result {
        self.write_dots(svg)?;
        let mut pieces: BTreeMap<usize, Vec<(String, &PictureCell)>> = BTreeMap::new();
        for (place, cell) in self.filled() {
            if let Some(stroke) = self.stroke(place) {
                pieces.entry(cell.piece).or_default().push((stroke, cell));
            }
        }
        writeln!(
            svg,
            "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        )?;
        for strokes in pieces.values() {
            let all = strokes.iter().map(|(stroke, _)| stroke.as_str());
            let all: String = all.collect();
            writeln!(
                svg,
                "<path{} d=\"{all}\" stroke=\"#000000\" stroke-width=\"{OUTER}\"/>",
                svg.class(["outline"])
            )?;
            for (stroke, cell) in strokes {
                write_stroke(svg, stroke, cell)?;
            }
        }
        writeln!(svg, "</g>")?;
        if self.grid {
            self.write_dots(svg)?;
        }
        open_labels(svg)?;
        for (place, cell) in self.filled() {
            let (row, column) = self.row_and_column(place);
            if stick(row, column).is_none() {
                continue;
            }
            let (x, y) = (coordinate(column), coordinate(row));
            let spot = Spot {
                middle: (x, y),
                size: LABEL,
                room: ROOM,
            };
            if cell.label.is_empty() {
                write_marks(svg, x - ROOM / 2, y - ROOM / 2, ROOM, &cell.marks)?;
            } else {
                write_label(svg, cell, spot)?;
            }
        }
        writeln!(svg, "</g>")
    }

    /// Writes a dot at every grid point.
    fn write_dots(&self, svg: &mut Canvas) -> fmt::Result {
        writeln!(svg, "<g{} fill=\"#888888\">", svg.class(["point"]))?;
        for row in (0..self.rows).step_by(2) {
            for column in (0..self.columns).step_by(2) {
                let (x, y) = (coordinate(column), coordinate(row));
                writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{DOT}\"/>")?;
            }
        }
        writeln!(svg, "</g>")
    }

    /// The line of the stick at a place; `None` if a stick cannot be there.
    pub(super) fn stroke(&self, place: usize) -> Option<String> {
        let (row, column) = self.row_and_column(place);
        let (down, right) = stick(row, column)?;
        let mut points = self.end(place, (-down, -right));
        points.extend(self.end(place, (down, right)).into_iter().rev());
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
        Some(format!("M{}", points.join("L")))
    }

    /// The line of a stick at its end in a direction, from the end to the inside.
    fn end(&self, place: usize, (down, right): Step) -> Vec<Point> {
        let (row, column) = self.row_and_column(place);
        let piece = self.piece(place);
        let end = (
            row.saturating_add_signed(down),
            column.saturating_add_signed(right),
        );
        let point = (coordinate(end.1) as isize, coordinate(end.0) as isize);
        let at = |step: &Step| Some((*step, self.place_beside(end, *step)?));
        let others = STICKS_AT_POINT.iter().filter_map(at);
        let others = others.filter(|&(_, other)| other != place && self.piece(other).is_some());
        let (own, foreign): (Vec<_>, Vec<_>) =
            others.partition(|&(_, other)| self.piece(other) == piece);
        let inside = |length: isize| (point.0 - length * right, point.1 - length * down);
        match &*own {
            _ if foreign.is_empty() => vec![point],
            [] => vec![inside(SHORTER)],
            [((turn_down, turn_right), _)] if (*turn_down == 0) != (down == 0) => {
                let (x, y) = inside(CUT / 2);
                let middle = (x + CUT / 2 * turn_right, y + CUT / 2 * turn_down);
                vec![middle, inside(CUT)]
            }
            _ => vec![point],
        }
    }
}

/// Writes the stroke of a cell once for each of its backgrounds.
fn write_stroke(svg: &mut Canvas, stroke: &str, cell: &PictureCell) -> fmt::Result {
    let (class, colour) = match cell.colour {
        _ if cell.wrong => ("wrong", WRONG.to_owned()),
        Some(number) => ("colour", fill(number, cell.tint)),
        None => ("hollow", "#ffffff".to_owned()),
    };
    writeln!(
        svg,
        "<path{} d=\"{stroke}\" stroke=\"{colour}\" stroke-width=\"{INNER}\"/>",
        svg.class(["stick", class])
    )?;
    if let Some(dashes) = dashes(cell) {
        writeln!(
            svg,
            "<path{} d=\"{stroke}\" stroke=\"#000000\" stroke-opacity=\"0.45\" \
             stroke-width=\"{DASH}\" stroke-dasharray=\"{dashes}\" stroke-linecap=\"butt\"/>",
            svg.class(["hatch"])
        )?;
    }
    for shade in cell.shades.iter().filter(|_| !cell.wrong) {
        let shade = shade_fill(*shade);
        writeln!(
            svg,
            "<path{} d=\"{stroke}\" stroke=\"{shade}\" stroke-opacity=\"{OPACITY}\" \
             stroke-width=\"{INNER}\"/>",
            svg.class(["stick", "shade"])
        )?;
    }
    Ok(())
}

/// The coordinate of a row or a column.
fn coordinate(place: usize) -> usize {
    MARGIN + OUTER / 2 + place * HALF
}
