//! Several pictures in one document.
//!
//! A sheet is a list of parts, such as puzzles and their solutions. Every part begins on a new
//! page, and all its pages have the same layout: as many columns as give the largest pictures on a
//! page that fits both A4 and Letter.

use std::fmt::{self, Write};

use super::drawing::Drawing;
use super::svg::{CELL, FONT, escaped};

/// The part of a page for pictures, in millimetres: what A4 and Letter share, without margins and
/// the line at the top.
pub(super) const PAGE: [f64; 2] = [186.0, 232.0];
/// The room between pictures, and for a caption, in millimetres.
pub(super) const GAP: f64 = 7.0;
pub(super) const CAPTION: f64 = 7.0;
/// No cell is printed larger than this, in millimetres.
const LARGEST_CELL: f64 = 16.0;

/// Several pictures with captions, as one SVG document or as one HTML page that prints well.
///
/// ```
/// use quadrille::draw::{Picture, Sheet};
///
/// let mut sheet = Sheet::new("Two cells");
/// for caption in ["the first", "the second"] {
///     let mut picture = Picture::new(1, 1);
///     picture.set(0, 0, 0).label("7");
///     sheet.add(picture, caption);
/// }
/// assert!(sheet.to_svg().starts_with("<svg"));
/// assert!(sheet.to_html().starts_with("<!DOCTYPE html>"));
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(super) title: String,
    pub(super) parts: Vec<Part>,
    pub(super) per_page: Option<usize>,
}

/// Pictures that begin on a new page.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) heading: String,
    kind: Kind,
    pub(super) figures: Vec<(Drawing, String)>,
}

/// The role of a part in its sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The first part.
    Main,
    /// A later part. Its pages hold twice as many pictures.
    Dense,
}

/// Where the pictures of a part stand on its pages.
pub(super) struct Layout {
    pub(super) per_page: usize,
    pub(super) columns: usize,
    /// The width of one SVG unit in millimetres.
    pub(super) unit: f64,
    /// The width and the height of the largest picture, in SVG units.
    largest: [usize; 2],
}

impl Sheet {
    /// Returns a sheet without pictures. The title stands above the first part; it may be empty.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        let title = title.into();
        Self {
            parts: vec![Part::new(title.clone(), Kind::Main)],
            title,
            per_page: None,
        }
    }

    /// Sets the number of pictures on a page, at least 1. By default it depends on their size:
    /// six sudoku boards.
    pub fn per_page(&mut self, count: usize) -> &mut Self {
        self.per_page = Some(count.max(1));
        self
    }

    /// Begins a new part with a heading, such as the solutions of puzzles. It begins on a new page,
    /// and its pages hold twice as many pictures as those of the first part.
    pub fn part(&mut self, heading: impl Into<String>) -> &mut Self {
        self.parts.push(Part::new(heading.into(), Kind::Dense));
        self
    }

    /// Draws a picture and adds it with a caption, which may be empty, to the last part.
    pub fn add(&mut self, picture: impl Into<Drawing>, caption: impl Into<String>) -> &mut Self {
        if let Some(part) = self.parts.last_mut() {
            part.figures.push((picture.into(), caption.into()));
        }
        self
    }

    /// Returns the number of pictures.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.figures.len()).sum()
    }

    /// Returns whether there are no pictures.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns one SVG document. Its pages stand below each other. A single picture without title
    /// and caption is that of [`Picture::to_svg`](crate::Picture::to_svg).
    #[must_use]
    pub fn to_svg(&self) -> String {
        if let ([part], true) = (&*self.parts, self.title.is_empty())
            && let [(drawing, caption)] = &*part.figures
            && caption.is_empty()
        {
            return drawing.to_svg();
        }
        let parts = self.parts.iter().filter(|part| !part.figures.is_empty());
        let parts: Vec<(&Part, Layout)> = parts
            .map(|part| (part, part.layout(self.per_page)))
            .collect();
        // One unit of the document is a quarter of a millimetre on the printed page.
        let width = units(PAGE[0]) + 2 * SVG_MARGIN;
        let height = parts
            .iter()
            .fold(SVG_MARGIN, |top, (part, layout)| part.end(layout, top));
        let mut svg = String::with_capacity(self.size());
        // Writing into memory does not fail.
        let _ = self.write_svg(&parts, [width, height], &mut svg);
        svg
    }

    /// The bytes of all pictures and captions, about.
    fn size(&self) -> usize {
        const AROUND: usize = 256;
        let figures = self.parts.iter().flat_map(|part| &part.figures);
        let sizes = figures
            .map(|(drawing, caption)| drawing.canvas.elements.len() + caption.len() + AROUND);
        sizes.sum::<usize>() + AROUND
    }

    fn write_svg(
        &self,
        parts: &[(&Part, Layout)],
        [width, height]: [usize; 2],
        svg: &mut String,
    ) -> fmt::Result {
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">"
        )?;
        if !self.title.is_empty() {
            writeln!(svg, "<title>{}</title>", escaped(&self.title))?;
        }
        writeln!(
            svg,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        )?;
        let mut top = SVG_MARGIN;
        for (part, layout) in parts {
            part.write_svg(layout, top, svg)?;
            top = part.end(layout, top);
        }
        writeln!(svg, "</svg>")
    }
}

/// The margin of an SVG document.
const SVG_MARGIN: usize = 20;

/// The height of a heading.
const HEADING: usize = 24;

/// Millimetres as units of an SVG document.
fn units(millimetres: f64) -> usize {
    (millimetres * 4.0).round() as usize
}

impl Layout {
    /// A size in SVG units as units of the document.
    fn scale(&self, size: usize) -> usize {
        units(size as f64 * self.unit)
    }

    /// The height of a row of pictures with their captions, in units of the document.
    fn row_height(&self) -> usize {
        self.scale(self.largest[1]) + units(CAPTION + GAP)
    }
}

impl Part {
    fn new(heading: String, kind: Kind) -> Self {
        Self {
            heading,
            kind,
            figures: Vec::new(),
        }
    }

    /// The pictures, page by page.
    pub(super) fn pages(
        &self,
        layout: &Layout,
    ) -> impl ExactSizeIterator<Item = &[(Drawing, String)]> {
        self.figures.chunks(layout.per_page)
    }

    /// Chooses the columns that give the largest pictures; the fewest of several.
    pub(super) fn layout(&self, per_page: Option<usize>) -> Layout {
        let sizes = || {
            self.figures
                .iter()
                .map(|(drawing, _)| [drawing.width, drawing.height])
        };
        let largest = [
            sizes()
                .map(|size| size[0])
                .max()
                .unwrap_or_default()
                .max(CELL),
            sizes()
                .map(|size| size[1])
                .max()
                .unwrap_or_default()
                .max(CELL),
        ];
        let usual = match largest[0] / CELL * (largest[1] / CELL) {
            0..=100 => 6,
            101..=400 => 2,
            _ => 1,
        };
        // A page with room to spare has larger puzzles, but not larger solutions.
        let least = if self.kind == Kind::Main { 1 } else { usual };
        let most = self.figures.len().max(least);
        let per_page = per_page.unwrap_or(usual).min(most);
        let per_page = match self.kind {
            Kind::Main => per_page,
            Kind::Dense => 2 * per_page,
        };
        let unit = |columns: usize| {
            let rows = per_page.div_ceil(columns);
            let width = (PAGE[0] + GAP) / columns as f64 - GAP;
            let height = (PAGE[1] + GAP) / rows as f64 - GAP - CAPTION;
            let unit = (width / largest[0] as f64).min(height / largest[1] as f64);
            unit.min(LARGEST_CELL / CELL as f64).max(0.01)
        };
        let mut columns = 1;
        for more in 2..=per_page {
            if unit(more) > unit(columns) + 1e-9 {
                columns = more;
            }
        }
        Layout {
            per_page,
            columns,
            unit: unit(columns),
            largest,
        }
    }

    /// Where the rows of pictures begin, below the heading. All places are in units from the top.
    fn rows_begin(&self, top: usize) -> usize {
        match &*self.heading {
            "" => top,
            _ => top + HEADING + units(GAP) / 2,
        }
    }

    /// Where the part ends if it begins at `top`.
    fn end(&self, layout: &Layout, top: usize) -> usize {
        let rows = self.figures.len().div_ceil(layout.columns);
        self.rows_begin(top) + rows * layout.row_height()
    }

    /// Writes the heading and the pages.
    fn write_svg(&self, layout: &Layout, top: usize, svg: &mut String) -> fmt::Result {
        let page = units(PAGE[0]);
        if !self.heading.is_empty() {
            writeln!(
                svg,
                "<text x=\"{SVG_MARGIN}\" y=\"{}\" font-family=\"{FONT}\" font-size=\"{HEADING}\" \
                 font-weight=\"bold\">{}</text>",
                top + HEADING,
                escaped(&self.heading)
            )?;
        }
        let scale = |size: usize| layout.scale(size);
        let width = scale(layout.largest[0]);
        let tops = (self.rows_begin(top)..).step_by(layout.row_height());
        let space = page.saturating_sub(layout.columns * width) / layout.columns;
        for (row, top) in self.figures.chunks(layout.columns).zip(tops) {
            let middle = |column: usize| SVG_MARGIN + (2 * column + 1) * (width + space) / 2;
            for (column, (drawing, caption)) in row.iter().enumerate() {
                let (across, down) = (drawing.width, drawing.height);
                let (w, h) = (scale(across), scale(down));
                writeln!(
                    svg,
                    "<svg x=\"{}\" y=\"{top}\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {across} {down}\">",
                    middle(column) - w / 2
                )?;
                svg.push_str(&drawing.canvas.elements);
                writeln!(svg, "</svg>")?;
                if !caption.is_empty() {
                    writeln!(
                        svg,
                        "<text x=\"{}\" y=\"{}\" font-family=\"{FONT}\" font-size=\"14\" \
                         text-anchor=\"middle\">{}</text>",
                        middle(column),
                        top + h + 18,
                        escaped(caption)
                    )?;
                }
            }
        }
        Ok(())
    }
}
