//! What an argument about a picture needs: cells and small labels that stand out, curves between
//! small labels, a legend, and text below the picture. Only SVG shows them, on pictures of squares.

use std::borrow::Cow;

use super::Picture;
use super::overlay::Place;

/// How a small label stands out: [`Picture::accent`]. Each differs from the others by its shape, not
/// by its colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Accent {
    /// A pale disc behind the label.
    Pale,
    /// A full disc behind the label.
    Full,
    /// A line through the label.
    Struck,
    /// A square behind the label.
    Square,
}

/// How a cell stands out: [`Picture::highlight`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Highlight {
    /// A pale background.
    Pale,
    /// A background that lies over pale ones.
    Full,
}

/// How the curve between two small labels looks: [`Picture::link`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stroke {
    /// A solid curve.
    Solid,
    /// A dashed curve.
    Dashed,
}

/// What a line of the legend explains: [`Picture::legend`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Swatch {
    /// Small labels that stand out.
    Accent(Accent),
    /// Cells that stand out.
    Highlight(Highlight),
    /// Curves.
    Link(Stroke),
}

/// A small label: the cell, and its number among the marks of the cell, from 0.
pub type MarkPlace = ((usize, usize), usize);

/// Everything that stands out, and what explains it.
#[derive(Clone, Debug, Default)]
pub(super) struct Accents {
    pub(super) marks: Vec<(Place, usize, Accent)>,
    pub(super) cells: Vec<(Place, Highlight)>,
    pub(super) links: Vec<([MarkPlace; 2], Stroke)>,
    pub(super) legend: Vec<(Swatch, String)>,
    /// The paragraphs below the picture: whether each is bold.
    pub(super) below: Vec<(String, bool)>,
}

impl Accents {
    /// The small labels of a cell, without those that stand out.
    pub(super) fn plain<'a>(&self, place: Place, marks: &'a [String]) -> Cow<'a, [String]> {
        let mut marks = Cow::Borrowed(marks);
        for &(_, number, _) in self.marks.iter().filter(|mark| mark.0 == place) {
            if let Some(mark) = marks.to_mut().get_mut(number) {
                mark.clear();
            }
        }
        marks
    }
}

impl Picture {
    /// Makes a small label stand out: the one with this number among the marks of the cell, from 0.
    ///
    /// ```
    /// use quadrille::draw::{Accent, Picture};
    ///
    /// let mut picture = Picture::new(1, 1);
    /// picture.set(0, 0, 0).marks(["1", "2"]);
    /// picture.accent(((0, 0), 1), Accent::Struck);
    /// assert!(picture.to_svg().contains(">2</text>"));
    /// ```
    pub fn accent(&mut self, (place, number): MarkPlace, accent: Accent) -> &mut Self {
        self.overlay.accents.marks.push((place, number, accent));
        self
    }

    /// Makes a cell stand out.
    pub fn highlight(&mut self, place: (usize, usize), highlight: Highlight) -> &mut Self {
        self.overlay.accents.cells.push((place, highlight));
        self
    }

    /// Draws a curve between two small labels. It is bent so that it crosses few other labels.
    pub fn link(&mut self, ends: [MarkPlace; 2], stroke: Stroke) -> &mut Self {
        self.overlay.accents.links.push((ends, stroke));
        self
    }

    /// Adds an entry to the legend below the picture.
    pub fn legend(&mut self, swatch: Swatch, text: impl Into<String>) -> &mut Self {
        self.overlay.accents.legend.push((swatch, text.into()));
        self
    }

    /// Adds a bold line below the picture and its legend.
    pub fn heading(&mut self, text: impl Into<String>) -> &mut Self {
        self.overlay.accents.below.push((text.into(), true));
        self
    }

    /// Adds a paragraph below the picture and its legend.
    pub fn paragraph(&mut self, text: impl Into<String>) -> &mut Self {
        self.overlay.accents.below.push((text.into(), false));
        self
    }
}
