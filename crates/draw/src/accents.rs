//! What an argument about a picture needs: cells and small labels that stand out, curves between
//! small labels, a legend, and text below the picture. Only SVG shows them, on pictures of squares.

use std::borrow::Cow;

/// How a small label stands out: [`Picture::accent`](super::Picture::accent). Each differs from the
/// others by its shape, not by its colour alone.
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

/// How a cell stands out: [`Picture::highlight`](super::Picture::highlight).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Highlight {
    /// A pale background.
    Pale,
    /// A background that lies over pale ones.
    Full,
}

/// How the curve between two small labels looks: [`Picture::link`](super::Picture::link).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stroke {
    /// A solid curve.
    Solid,
    /// A dashed curve.
    Dashed,
}

/// What a line of the legend explains: [`Picture::legend`](super::Picture::legend).
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
    pub(super) marks: Vec<(MarkPlace, Accent)>,
    pub(super) cells: Vec<((usize, usize), Highlight)>,
    pub(super) links: Vec<([MarkPlace; 2], Stroke)>,
    pub(super) legend: Vec<(Swatch, String)>,
    /// The paragraphs below the picture: whether each is bold.
    pub(super) below: Vec<(String, bool)>,
}

impl Accents {
    /// The small labels of a cell, without those that stand out.
    pub(super) fn plain<'a>(
        &self,
        place: (usize, usize),
        marks: &'a [String],
    ) -> Cow<'a, [String]> {
        let mut marks = Cow::Borrowed(marks);
        for &((_, number), _) in self.marks.iter().filter(|mark| mark.0.0 == place) {
            if let Some(mark) = marks.to_mut().get_mut(number) {
                mark.clear();
            }
        }
        marks
    }
}
