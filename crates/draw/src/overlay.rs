//! What lies over the cells of a picture: cages, lines, signs between cells, labels outside.
//!
//! SVG draws everything. Text shows signs that are one character, labels outside the picture, and
//! the notes below it.

use super::accents::Accents;

/// A row and a column, counted from 0.
pub(super) type Place = (usize, usize);

/// A colour of lines and signs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ink {
    /// Black.
    #[default]
    Black,
    /// Grey.
    Grey,
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Teal.
    Teal,
    /// Blue.
    Blue,
    /// Lavender.
    Lavender,
    /// Purple.
    Purple,
    /// Pink.
    Pink,
    /// Brown.
    Brown,
}

/// How wide a [`Path`] is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// A thin line in the full colour.
    Thin,
    /// A wide line in a pale colour.
    Medium,
    /// A wider line in a pale colour.
    #[default]
    Thick,
    /// A white band with an outline, as wide as a circle.
    Pill,
}

/// What is drawn at an end of a [`Path`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// Nothing.
    #[default]
    Plain,
    /// The head of an arrow.
    Arrow,
    /// A filled circle in the colour of the line.
    Bulb,
    /// A white circle with an outline.
    Circle,
    /// A white diamond with an outline.
    Diamond,
}

/// A shape behind the label of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backdrop {
    /// The whole cell.
    Fill,
    /// A filled circle.
    Disc,
    /// A filled square, smaller than the cell.
    Square,
    /// The outline of a circle.
    Ring,
}

/// What stands between cells: on the border of two cells, at the corner of four.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A small white circle with a text, which may be empty.
    White(String),
    /// A small black circle with a text, which may be empty.
    Black(String),
    /// A text.
    Letters(String),
    /// An angle such as `>` that points from the first cell to the second.
    Angle,
    /// A circle with lines of text.
    Ring(String),
}

/// A dashed outline inside the border of some cells: [`Picture::cage`](super::Picture::cage).
#[derive(Clone, Debug)]
pub struct Cage {
    pub(super) places: Vec<Place>,
    pub(super) label: String,
    pub(super) ink: Ink,
    pub(super) faint: bool,
}

impl Cage {
    /// Sets the colour, which is black by default.
    pub fn ink(&mut self, ink: Ink) -> &mut Self {
        self.ink = ink;
        self
    }
}

/// A line through the centres of cells: [`Picture::path`](super::Picture::path).
#[derive(Clone, Debug)]
pub struct Path {
    pub(super) places: Vec<Place>,
    pub(super) ink: Ink,
    pub(super) weight: Weight,
    pub(super) ends: [End; 2],
    pub(super) label: String,
    pub(super) faint: bool,
}

impl Path {
    /// Sets the colour, which is black by default.
    pub fn ink(&mut self, ink: Ink) -> &mut Self {
        self.ink = ink;
        self
    }

    /// Sets the width of the line, which is thick by default.
    pub fn weight(&mut self, weight: Weight) -> &mut Self {
        self.weight = weight;
        self
    }

    /// Sets what is drawn at both ends.
    pub fn ends(&mut self, first: End, last: End) -> &mut Self {
        self.ends = [first, last];
        self
    }

    /// Sets a small label at the first cell.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }
}

/// A label outside the picture, before the first cell of a straight line.
#[derive(Clone, Debug)]
pub(super) struct Outside {
    pub(super) first: Place,
    /// Rows and columns from a cell of the line to the next.
    pub(super) step: (isize, isize),
    pub(super) label: String,
    pub(super) ink: Ink,
    pub(super) faint: bool,
}

impl Outside {
    /// The row and the column of the label, which are outside the picture.
    pub(super) fn place(&self) -> (isize, isize) {
        let (row, column) = (self.first.0 as isize, self.first.1 as isize);
        (row - self.step.0, column - self.step.1)
    }

    /// The label in text, with an arrow if the line is a diagonal.
    pub(super) fn text(&self) -> String {
        let arrow = match self.step {
            (1, 1) => "↘",
            (1, -1) => "↙",
            (-1, 1) => "↗",
            (-1, -1) => "↖",
            _ => "",
        };
        format!("{}{arrow}", self.label)
    }

    /// Whether the line is a diagonal.
    pub(super) fn is_diagonal(&self) -> bool {
        self.step.0 != 0 && self.step.1 != 0
    }
}

/// Everything over the cells of a picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    pub(super) backdrops: Vec<(Place, Backdrop, Ink, bool)>,
    pub(super) paths: Vec<Path>,
    pub(super) cages: Vec<Cage>,
    pub(super) signs: Vec<(Vec<Place>, Sign, bool)>,
    /// Small labels in the lower right corners of cells.
    pub(super) corners: Vec<(Place, String, bool)>,
    pub(super) outside: Vec<Outside>,
    pub(super) notes: Vec<String>,
    pub(super) accents: Accents,
    /// Whether what is added is faint.
    pub(super) faint: bool,
}

impl Sign {
    /// The character of the sign between two places, if it is one.
    pub(super) fn character(&self, from: Place, to: Place) -> Option<char> {
        let only = |text: &str| {
            let mut letters = text.chars();
            letters.next().filter(|_| letters.next().is_none())
        };
        match self {
            Sign::White(text) if text.is_empty() => Some('○'),
            Sign::Black(text) if text.is_empty() => Some('●'),
            Sign::Letters(text) => only(text),
            Sign::Angle if from.0 == to.0 => Some(if from.1 < to.1 { '>' } else { '<' }),
            Sign::Angle => Some(if from.0 < to.0 { '∨' } else { '∧' }),
            _ => None,
        }
    }
}
