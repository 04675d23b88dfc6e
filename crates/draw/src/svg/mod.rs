//! A picture as SVG: what is common to all lattices, and cells that are squares.

mod accents;
mod below;
mod cages;
mod canvas;
mod hatches;
mod labels;
mod outside;
mod paths;
mod polygons;
mod signs;
mod sticks;
mod targets;

use std::fmt::{self, Write};

use super::colours::{fill, shade_fill};
use super::overlay::Place;
use super::{Lattice, Picture, PictureCell};
pub(super) use canvas::Canvas;
use hatches::write_hatch;

/// The side of a cell, and the room around the picture, in the units of the picture.
pub(super) const CELL: usize = 40;
const MARGIN: usize = 4;
/// The fonts of all text.
pub(super) const FONT: &str = "Helvetica, Arial, sans-serif";
/// The opacity of a shade, so that overlapping shades look different.
const OPACITY: &str = "0.6";
/// The size of labels in a corner of a cell, and the room that they need.
const SMALL: usize = 10;
const CORNER: usize = 10;
/// The background of a wrong cell.
const WRONG: &str = "#f9c0b8";

impl Picture {
    /// Returns the picture as an SVG document.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.draw().to_svg()
    }

    /// The width and the height in SVG units.
    pub(super) fn size(&self) -> (usize, usize) {
        match self.lattice {
            Lattice::Squares => self.size_of_squares(),
            Lattice::Triangles | Lattice::Hexagons => self.size_of_polygons(),
            Lattice::Sticks => self.size_of_sticks(),
        }
    }

    fn size_of_squares(&self) -> (usize, usize) {
        let [top, right, bottom, left] = self.edges();
        (
            self.columns * CELL + 2 * MARGIN + left + right,
            self.rows * CELL + 2 * MARGIN + top + bottom + self.below().height(),
        )
    }

    /// Writes the elements of the picture.
    pub(super) fn write_svg(&self, svg: &mut Canvas) -> fmt::Result {
        match self.lattice {
            Lattice::Squares => self.write_squares(svg),
            Lattice::Triangles | Lattice::Hexagons => self.write_polygons(svg),
            Lattice::Sticks => self.write_sticks(svg),
        }
    }

    /// Writes backgrounds, paths, thin lines, walls, cages, curves, labels, signs, and what stands
    /// below.
    fn write_squares(&self, svg: &mut Canvas) -> fmt::Result {
        self.write_fills(svg)?;
        self.write_highlights(svg)?;
        self.write_backdrops(svg)?;
        self.write_paths(svg)?;
        self.write_lines(svg)?;
        self.write_cages(svg)?;
        self.write_links(svg)?;
        self.write_labels(svg)?;
        self.write_accents(svg)?;
        self.write_small_labels(svg)?;
        self.write_signs(svg)?;
        self.write_outside(svg)?;
        self.write_below(svg)
    }

    /// The coordinate of the line to the left of a column.
    fn x(&self, column: usize) -> usize {
        let [.., left] = self.edges();
        MARGIN + left + column * CELL
    }

    /// The coordinate of the line above a row.
    fn y(&self, row: usize) -> usize {
        let [top, ..] = self.edges();
        MARGIN + top + row * CELL
    }

    /// The centre of a cell.
    fn centre(&self, (row, column): Place) -> (usize, usize) {
        (self.x(column) + CELL / 2, self.y(row) + CELL / 2)
    }

    /// The cells with the coordinates of their upper left corners.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, &PictureCell)> {
        let places = self.places.iter().enumerate();
        places.filter_map(|(place, cell)| {
            let (row, column) = (place / self.columns, place % self.columns);
            Some((self.x(column), self.y(row), cell.as_ref()?))
        })
    }

    fn write_fills(&self, svg: &mut Canvas) -> fmt::Result {
        for (x, y, cell) in self.cells() {
            let place = format!("x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"");
            write_fill(svg, "rect", &place, cell)?;
            let (right, bottom) = (x + CELL, y + CELL);
            write_hatch(
                svg,
                cell,
                &[(x, y), (right, y), (right, bottom), (x, bottom)],
            )?;
        }
        Ok(())
    }

    /// Writes two paths: the thin lines, then the walls over them.
    fn write_lines(&self, svg: &mut Canvas) -> fmt::Result {
        let (mut thin, mut walls) = (String::new(), String::new());
        for row in 0..=self.rows {
            for column in 0..=self.columns {
                let is_cell = self.at(row, column).is_some();
                if self.wall_right(row, column) {
                    write!(walls, "M{} {}v{CELL}", self.x(column), self.y(row - 1))?;
                } else if is_cell {
                    write!(thin, "M{} {}v{CELL}", self.x(column), self.y(row - 1))?;
                }
                if self.wall_below(row, column) {
                    write!(walls, "M{} {}h{CELL}", self.x(column - 1), self.y(row))?;
                } else if is_cell {
                    write!(thin, "M{} {}h{CELL}", self.x(column - 1), self.y(row))?;
                }
            }
        }
        self.write_lines_and_walls(svg, &thin, &walls, "square")
    }

    /// Writes the thin lines, if they are wanted, and the walls over them. `cap` is the shape of
    /// the ends of walls.
    fn write_lines_and_walls(
        &self,
        svg: &mut Canvas,
        thin: &str,
        walls: &str,
        cap: &str,
    ) -> fmt::Result {
        if self.grid && !thin.is_empty() {
            writeln!(
                svg,
                "<path{} d=\"{thin}\" stroke=\"#000000\" stroke-opacity=\"0.4\" stroke-width=\"1\"/>",
                svg.class(["grid"])
            )?;
        }
        if !walls.is_empty() {
            writeln!(
                svg,
                "<path{} d=\"{walls}\" stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"{cap}\"/>",
                svg.class(["wall"])
            )?;
        }
        Ok(())
    }
}

/// Writes an element with its place once for each background of a cell.
fn write_fill(svg: &mut Canvas, element: &str, place: &str, cell: &PictureCell) -> fmt::Result {
    if let Some(number) = cell.colour {
        let (class, fill) = (svg.class(["colour"]), fill(number, cell.tint));
        writeln!(svg, "<{element}{class} {place} fill=\"{fill}\"/>")?;
    }
    for &number in &cell.shades {
        let (class, fill) = (svg.class(["shade"]), shade_fill(number));
        writeln!(
            svg,
            "<{element}{class} {place} fill=\"{fill}\" fill-opacity=\"{OPACITY}\"/>"
        )?;
    }
    if cell.wrong {
        let class = svg.class(["wrong"]);
        writeln!(svg, "<{element}{class} {place} fill=\"{WRONG}\"/>")?;
    }
    Ok(())
}

/// Text as it stands in XML and HTML. Characters that XML forbids are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{FFFE}' | '\u{FFFF}' => escaped.push(char::REPLACEMENT_CHARACTER),
            character if character.is_control() => escaped.push(' '),
            character => escaped.push(character),
        }
    }
    escaped
}

/// Writes elements, in a group that is nearly transparent if they are faint.
fn faintly(
    svg: &mut Canvas,
    faint: bool,
    write: impl FnOnce(&mut Canvas) -> fmt::Result,
) -> fmt::Result {
    if faint {
        writeln!(svg, "<g opacity=\"0.55\">")?;
    }
    write(svg)?;
    if faint {
        writeln!(svg, "</g>")?;
    }
    Ok(())
}
