//! A picture as SVG.

mod cages;
mod outside;
mod paths;
mod signs;

use std::fmt::{self, Write};

use super::colours::{fill, shade_fill};
use super::overlay::Place;
use super::{Cell, Picture};

/// The side of a cell, and the room around the picture, in the units of the picture.
pub(super) const CELL: usize = 40;
const MARGIN: usize = 4;
/// The fonts of all text.
pub(super) const FONT: &str = "Helvetica, Arial, sans-serif";
/// The size of short labels.
const LABEL: usize = 24;
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
        let (width, height) = self.size();
        let mut svg = String::new();
        // Writing into memory does not fail.
        let _ = writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        );
        let _ = self.write_svg(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    /// The width and the height in SVG units.
    pub(super) fn size(&self) -> (usize, usize) {
        let [top, right, bottom, left] = self.edges();
        (
            self.columns * CELL + 2 * MARGIN + left + right,
            self.rows * CELL + 2 * MARGIN + top + bottom,
        )
    }

    /// Writes the elements of the picture: backgrounds, paths, thin lines, walls, cages, labels,
    /// signs.
    pub(super) fn write_svg(&self, svg: &mut String) -> fmt::Result {
        self.write_fills(svg)?;
        self.write_backdrops(svg)?;
        self.write_paths(svg)?;
        self.write_lines(svg)?;
        self.write_cages(svg)?;
        self.write_labels(svg)?;
        self.write_small_labels(svg)?;
        self.write_signs(svg)?;
        self.write_outside(svg)
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
    fn cells(&self) -> impl Iterator<Item = (usize, usize, &Cell)> {
        let places = self.places.iter().enumerate();
        places.filter_map(|(place, cell)| {
            let (row, column) = (place / self.columns, place % self.columns);
            Some((self.x(column), self.y(row), cell.as_ref()?))
        })
    }

    fn write_fills(&self, svg: &mut String) -> fmt::Result {
        for (x, y, cell) in self.cells() {
            let place = format!("x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"");
            if let Some(number) = cell.colour {
                writeln!(svg, "<rect {place} fill=\"{}\"/>", fill(number))?;
            }
            for &number in &cell.shades {
                let fill = shade_fill(number);
                writeln!(
                    svg,
                    "<rect {place} fill=\"{fill}\" fill-opacity=\"{OPACITY}\"/>"
                )?;
            }
            if cell.wrong {
                writeln!(svg, "<rect {place} fill=\"{WRONG}\"/>")?;
            }
        }
        Ok(())
    }

    /// Writes two paths: the thin lines, then the walls over them.
    fn write_lines(&self, svg: &mut String) -> fmt::Result {
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
        if self.grid && !thin.is_empty() {
            writeln!(
                svg,
                "<path d=\"{thin}\" stroke=\"#000000\" stroke-opacity=\"0.4\" stroke-width=\"1\"/>"
            )?;
        }
        if !walls.is_empty() {
            writeln!(
                svg,
                "<path d=\"{walls}\" stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
            )?;
        }
        Ok(())
    }

    fn write_labels(&self, svg: &mut String) -> fmt::Result {
        writeln!(
            svg,
            "<g font-family=\"{FONT}\" font-size=\"{LABEL}\" text-anchor=\"middle\">"
        )?;
        for (x, y, cell) in self.cells() {
            if cell.label.is_empty() {
                // Marks leave room for a label in the corner.
                let inset = if self.has_corner_label(x, y) {
                    CORNER
                } else {
                    0
                };
                write_marks(svg, x + inset / 2, y + inset, CELL - inset, &cell.marks)?;
                continue;
            }
            // A long label is smaller, so that it stays in its cell.
            let length = cell.label.chars().count();
            let size = LABEL.min(3 * CELL / 2 / length).max(1);
            let (x, y) = (x + CELL / 2, y + CELL / 2 + baseline(size));
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
            let label = escaped(&cell.label);
            writeln!(
                svg,
                "<text x=\"{x}\" y=\"{y}\"{small}{weight}{colour}>{label}</text>"
            )?;
        }
        writeln!(svg, "</g>")
    }
}

/// Writes small labels in rows that fill the square of a cell.
fn write_marks(svg: &mut String, x: usize, y: usize, side: usize, marks: &[String]) -> fmt::Result {
    let columns = (1..).find(|side| side * side >= marks.len());
    let columns = columns.unwrap_or(1).max(1);
    let width = side / columns;
    let size = (width * 4 / 5).max(1);
    for (number, mark) in marks
        .iter()
        .enumerate()
        .filter(|(_, mark)| !mark.is_empty())
    {
        let (row, column) = (number / columns, number % columns);
        let x = x + (2 * column + 1) * side / (2 * columns);
        let y = y + (2 * row + 1) * side / (2 * columns) + baseline(size);
        let mark = escaped(mark);
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"#555555\">{mark}</text>"
        )?;
    }
    Ok(())
}

/// The distance from the middle of letters of this size down to their baseline.
fn baseline(size: usize) -> usize {
    (size * 9).div_ceil(25)
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
    svg: &mut String,
    faint: bool,
    write: impl FnOnce(&mut String) -> fmt::Result,
) -> fmt::Result {
    if faint {
        svg.push_str("<g opacity=\"0.55\">\n");
    }
    write(svg)?;
    if faint {
        svg.push_str("</g>\n");
    }
    Ok(())
}
