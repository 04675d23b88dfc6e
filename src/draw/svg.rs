//! A picture as SVG.

use std::fmt::Write;

use super::Picture;

/// The side of a cell, and the room around the picture, in the units of the picture.
const CELL: usize = 40;
const MARGIN: usize = 4;
/// Fills of the colours by number.
const COLOURS: [&str; 12] = [
    "#f4a6a0", "#f7c59f", "#f3e29f", "#c5e3a1", "#a1dcb5", "#a0dbd8", "#a5cdec", "#b3b8ec",
    "#cfb3e8", "#ecb3d8", "#d3bfa8", "#cfcfcf",
];
/// Fills of the shades by number: so light that what is written on several of them can be read.
const SHADES: [&str; 6] = [
    "#d9b3e6", "#a9c9ec", "#b5deb0", "#f4d58d", "#f2b5a7", "#b8dcd8",
];
/// How much of them is seen, so that what lies below shows too.
const OPACITY: &str = "0.6";

impl Picture {
    /// The picture as an SVG document: fills, thin lines if asked for, walls, labels.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let (width, height) = (
            self.columns * CELL + 2 * MARGIN,
            self.rows * CELL + 2 * MARGIN,
        );
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n"
        );
        // Writing into memory does not fail.
        let _ = self.write_fills(&mut svg);
        let _ = self.write_lines(&mut svg);
        let _ = self.write_labels(&mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    fn write_fills(&self, svg: &mut String) -> std::fmt::Result {
        writeln!(
            svg,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        )?;
        for row in 1..=self.rows {
            for column in 1..=self.columns {
                let Some(cell) = self.at(row, column) else {
                    continue;
                };
                let (x, y) = (line(column - 1), line(row - 1));
                let place = format!("x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"");
                if let Some(number) = cell.colour {
                    let fill = COLOURS[number % COLOURS.len()];
                    writeln!(svg, "<rect {place} fill=\"{fill}\"/>")?;
                }
                for number in &cell.shades {
                    let fill = SHADES[number % SHADES.len()];
                    writeln!(
                        svg,
                        "<rect {place} fill=\"{fill}\" fill-opacity=\"{OPACITY}\"/>"
                    )?;
                }
            }
        }
        Ok(())
    }

    /// Two paths: the thin lines, then the walls over them.
    fn write_lines(&self, svg: &mut String) -> std::fmt::Result {
        let (mut thin, mut walls) = (String::new(), String::new());
        for row in 0..=self.rows {
            for column in 0..=self.columns {
                let right = (self.at(row, column), self.at(row, column + 1));
                if self.wall_right(row, column) {
                    write!(walls, "M{} {}v{CELL}", line(column), line(row - 1))?;
                } else if right.0.is_some() {
                    write!(thin, "M{} {}v{CELL}", line(column), line(row - 1))?;
                }
                let below = (self.at(row, column), self.at(row + 1, column));
                if self.wall_below(row, column) {
                    write!(walls, "M{} {}h{CELL}", line(column - 1), line(row))?;
                } else if below.0.is_some() {
                    write!(thin, "M{} {}h{CELL}", line(column - 1), line(row))?;
                }
            }
        }
        if self.grid {
            writeln!(
                svg,
                "<path d=\"{thin}\" stroke=\"#999999\" stroke-width=\"1\"/>"
            )?;
        }
        writeln!(
            svg,
            "<path d=\"{walls}\" stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
        )
    }

    fn write_labels(&self, svg: &mut String) -> std::fmt::Result {
        writeln!(
            svg,
            "<g font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\">"
        )?;
        for row in 1..=self.rows {
            for column in 1..=self.columns {
                let Some(cell) = self.at(row, column).filter(|cell| !cell.label.is_empty()) else {
                    continue;
                };
                let (x, y) = (line(column - 1) + CELL / 2, line(row - 1) + CELL / 2 + 8);
                let style = if cell.bold {
                    "font-weight=\"bold\""
                } else {
                    "fill=\"#2b5d9b\""
                };
                let label = escaped(&cell.label);
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\" {style}>{label}</text>")?;
            }
        }
        writeln!(svg, "</g>")
    }
}

/// Where the line after so many cells is.
fn line(cells: usize) -> usize {
    MARGIN + cells * CELL
}

fn escaped(label: &str) -> String {
    label
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
