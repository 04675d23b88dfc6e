//! Pictures of cells, walls and pieces: as text for a terminal, as SVG, and on printable pages.
//!
//! A [`Picture`] is a rectangle of places, some of which hold a [`PictureCell`]. Cells with the
//! same *piece* number belong together: a wall separates two cells of different pieces, and a cell
//! from a place without one. The pieces of a tiling and the boxes of a sudoku are drawn alike.
//!
//! Lines, cages and signs can lie over the squares, and labels can stand outside:
//! [`Picture::path`], [`Picture::cage`], [`Picture::sign`], [`Picture::outside`].
//!
//! Cells and small labels can stand out, with curves between small labels and a legend below:
//! [`Picture::highlight`], [`Picture::accent`], [`Picture::link`], [`Picture::legend`].
//!
//! Cells are squares by default. They can be triangles, hexagons or sticks: [`Picture::lattice`].
//!
//! A [`Sheet`] puts several pictures, each with a caption, into one SVG document or one HTML page
//! for the printer.
//!
//! This crate knows no solver and no puzzle.
//!
//! ```
//! use quadrille::draw::Picture;
//!
//! // Two upright dominoes on a board of two rows and two columns.
//! let mut picture = Picture::new(2, 2);
//! for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
//!     picture.set(row, column, column).label("o");
//! }
//! let expected = "\
//! ┌───┬───┐
//! │ o │ o │
//! │ o │ o │
//! └───┴───┘
//! ";
//! assert_eq!(picture.to_text(false), expected);
//! ```

mod accents;
mod colours;
mod drawing;
mod html;
mod lattice;
mod lay;
mod overlay;
mod pieces;
mod sheet;
mod svg;
mod text;

pub use accents::{Accent, Highlight, MarkPlace, Stroke, Swatch};
pub use colours::Colours;
pub use drawing::Drawing;
pub use lattice::Lattice;
pub use overlay::{Backdrop, Cage, End, Ink, Path, Sign, Weight};
pub use sheet::Sheet;

use lattice::Step;
use overlay::Overlay;

/// The old name of [`PictureCell`].
#[deprecated(since = "0.2.0", note = "renamed to `PictureCell`")]
pub type Cell = PictureCell;

/// A rectangle of places, some of which hold a cell.
#[derive(Clone, Debug)]
pub struct Picture {
    rows: usize,
    columns: usize,
    /// The shape of the cells.
    lattice: Lattice,
    /// Row by row.
    places: Vec<Option<PictureCell>>,
    /// The character that text shows for a cell without a label.
    blank: char,
    /// Whether SVG separates the cells of a piece by thin lines.
    grid: bool,
    /// What lies over the cells.
    overlay: Overlay,
}

/// A cell of a [`Picture`].
#[derive(Clone, Debug, Default)]
pub struct PictureCell {
    piece: usize,
    label: String,
    bold: bool,
    wrong: bool,
    /// Small labels for a cell without a label; an empty one leaves its place free.
    marks: Vec<String>,
    /// Numbers of the shades that lie over each other.
    shades: Vec<usize>,
    /// Number of the background colour.
    colour: Option<usize>,
    /// How many times the colour is closer to white.
    tint: usize,
}

impl PictureCell {
    /// Sets the text in the cell.
    pub fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = label.into();
        self
    }

    /// Sets whether the label is bold. On a white background a label that is not bold is blue.
    pub fn bold(&mut self, bold: bool) -> &mut Self {
        self.bold = bold;
        self
    }

    /// Sets whether the cell is wrong: it is drawn in red.
    pub fn wrong(&mut self, wrong: bool) -> &mut Self {
        self.wrong = wrong;
        self
    }

    /// Sets small labels, which are drawn in a square while the cell has no label. An empty one
    /// leaves its place free. Text shows them one after the other.
    pub fn marks<M: Into<String>>(&mut self, marks: impl IntoIterator<Item = M>) -> &mut Self {
        self.marks = marks.into_iter().map(Into::into).collect();
        self
    }

    /// Adds a shade by its number, over the shades that the cell already has. There are six shades;
    /// larger numbers start again with the first.
    pub fn shade(&mut self, number: usize) -> &mut Self {
        self.shades.push(number);
        self
    }

    /// Sets the background colour by its number. There are 18 colours, which colour-blind people
    /// can distinguish, too. Larger numbers start again with the first: in SVG with a pattern, on a
    /// terminal lighter or, if it has 16 colours, underlined.
    pub fn colour(&mut self, number: usize) -> &mut Self {
        self.colour = Some(number);
        self
    }

    /// Makes the background colour lighter: each step is a third closer to white.
    pub fn tint(&mut self, steps: usize) -> &mut Self {
        self.tint = steps;
        self
    }

    /// The label as text shows it: the marks where there is no label.
    fn text(&self) -> String {
        if !self.label.is_empty() {
            return self.label.clone();
        }
        let marks = self.marks.iter().map(String::as_str);
        let marks: Vec<&str> = marks.filter(|mark| !mark.is_empty()).collect();
        let is_short = |mark: &&str| mark.chars().count() == 1;
        let separator = if marks.iter().all(is_short) { "" } else { "," };
        marks.join(separator)
    }
}

impl Picture {
    /// Returns a picture without cells.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            lattice: Lattice::default(),
            places: vec![None; rows * columns],
            blank: ' ',
            grid: false,
            overlay: Overlay::default(),
        }
    }

    /// Sets the shape of the cells, which are squares by default. It determines which cells are
    /// neighbours: set it before [`Picture::colour_kinds`] and [`Picture::label_pieces`].
    ///
    /// ```
    /// use quadrille::draw::{Lattice, Picture};
    ///
    /// let mut picture = Picture::new(1, 2);
    /// picture.lattice(Lattice::Triangles);
    /// picture.set(0, 0, 0).label("A").colour(0);
    /// picture.set(0, 1, 1).label("B").colour(1);
    /// assert_eq!(picture.to_text(false), "AB\n");
    /// assert_eq!(picture.to_svg().matches("<polygon").count(), 2);
    /// ```
    pub fn lattice(&mut self, lattice: Lattice) -> &mut Self {
        self.lattice = lattice;
        self
    }

    /// Sets the character that text shows for a cell without a label. Except on
    /// squares, only cells of a piece without any label show it, and a space becomes `#`, so that
    /// these cells are visible.
    pub fn blank(&mut self, blank: char) -> &mut Self {
        self.blank = blank;
        self
    }

    /// Separates the cells of a piece by thin lines in SVG.
    pub fn grid(&mut self) -> &mut Self {
        self.grid = true;
        self
    }

    /// Puts a cell of a piece at a row and a column, counted from 0, and returns it.
    ///
    /// # Panics
    /// If the place is outside the picture.
    pub fn set(&mut self, row: usize, column: usize, piece: usize) -> &mut PictureCell {
        assert!(
            row < self.rows && column < self.columns,
            "row {row}, column {column} is outside the picture"
        );
        self.places[row * self.columns + column].insert(PictureCell {
            piece,
            ..PictureCell::default()
        })
    }

    /// Returns the cell at a row and a column, counted from 0; `None` if there is none.
    pub fn get_mut(&mut self, row: usize, column: usize) -> Option<&mut PictureCell> {
        if column >= self.columns {
            return None;
        }
        self.places.get_mut(row * self.columns + column)?.as_mut()
    }

    /// The row and the column of a place, counted from 0.
    fn row_and_column(&self, place: usize) -> (usize, usize) {
        (place / self.columns, place % self.columns)
    }

    /// The place a step away from a row and a column, counted from 0; `None` if it is outside the
    /// picture.
    fn place_beside(&self, (row, column): (usize, usize), (down, right): Step) -> Option<usize> {
        let row = row.checked_add_signed(down)?;
        let column = column.checked_add_signed(right)?;
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// The piece of the cell at a place, if there is a cell.
    fn piece(&self, place: usize) -> Option<usize> {
        Some(self.places.get(place)?.as_ref()?.piece)
    }

    /// The cell at a place. Rows and columns count from 1 here, so that row 0 lies above the
    /// picture.
    fn at(&self, row: usize, column: usize) -> Option<&PictureCell> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        if column >= self.columns {
            return None;
        }
        self.places.get(row * self.columns + column)?.as_ref()
    }

    /// Whether a wall separates two places, counted from 1.
    fn is_wall(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let piece = |(row, column)| self.at(row, column).map(|cell| cell.piece);
        piece(a) != piece(b)
    }

    /// Whether there is a wall below a place, counted from 1.
    fn wall_below(&self, row: usize, column: usize) -> bool {
        self.is_wall((row, column), (row + 1, column))
    }

    /// Whether there is a wall to the right of a place, counted from 1.
    fn wall_right(&self, row: usize, column: usize) -> bool {
        self.is_wall((row, column), (row, column + 1))
    }
}
