//! What a web page lets a person click: one transparent element over each cell.

use std::fmt::{self, Write};

use super::super::Lattice;
use super::sticks::OUTER;
use super::{CELL, Canvas, Picture, escaped};

impl Picture {
    /// Returns the picture as an SVG document for a web page. It looks like [`Picture::to_svg`],
    /// and its elements have classes, so that the style of the page can replace the colours:
    ///
    /// - `paper`, `grid` (thin lines), `wall`, `given`, `value`, `mark`, `wrong`, `shade`, `colour`
    /// - `cage`, `line` (thin), `band` (wide), `shape` (filled), `ring`, `dot`, `sign`, `small` (a
    ///   label in a corner), `outside`; each with its colour, such as `ink-grey`
    /// - `tone`, `badge`, `link` and `words`: what explains a step
    ///
    /// The last elements are transparent and have the class `cell`. Each lies over a cell, and
    /// `name` gives its `data-cell` from its row and its column, counted from 0. The places without
    /// a cell have the class `gap` instead. There is no script and no `style` attribute.
    ///
    /// ```
    /// use quadrille::draw::Picture;
    ///
    /// let mut picture = Picture::new(1, 1);
    /// picture.set(0, 0, 0).label("7").bold(true);
    /// let svg = picture.to_svg_page(|row, column| format!("r{}c{}", row + 1, column + 1));
    /// assert!(svg.contains("<text class=\"given\""));
    /// assert!(svg.contains("<rect class=\"cell\" data-cell=\"r1c1\""));
    /// ```
    #[must_use]
    pub fn to_svg_page(&self, name: impl Fn(usize, usize) -> String) -> String {
        let mut canvas = Canvas::with_classes();
        // Writing into memory does not fail.
        let _ = self
            .write_svg(&mut canvas)
            .and_then(|()| self.write_targets(&mut canvas, name));
        self.drawn(canvas).to_svg()
    }

    fn write_targets(
        &self,
        svg: &mut Canvas,
        name: impl Fn(usize, usize) -> String,
    ) -> fmt::Result {
        // A place beside a hexagon holds no hexagon.
        let parity = |place: usize| (place / self.columns + place % self.columns) % 2;
        let first = self.filled().next().map_or(0, |(place, _)| parity(place));
        for (place, cell) in self.places.iter().enumerate() {
            let (row, column) = self.row_and_column(place);
            let (element, outline, events) = match self.lattice {
                Lattice::Squares => {
                    let (x, y) = (self.x(column), self.y(row));
                    let square = format!("x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"");
                    ("rect", square, "all")
                }
                Lattice::Hexagons if parity(place) != first => continue,
                Lattice::Triangles | Lattice::Hexagons => ("polygon", self.points(place), "all"),
                Lattice::Sticks => match self.stroke(place) {
                    Some(line) => (
                        "path",
                        format!("d=\"{line}\" stroke-width=\"{OUTER}\""),
                        "stroke",
                    ),
                    None => continue,
                },
            };
            let class = svg.class([if cell.is_some() { "cell" } else { "gap" }]);
            let name = escaped(&name(row, column));
            writeln!(
                svg,
                "<{element}{class} data-cell=\"{name}\" {outline} fill=\"none\" \
                 pointer-events=\"{events}\"/>"
            )?;
        }
        Ok(())
    }
}
