//! Lays things over the cells of a picture of squares. Other lattices ignore them.

use super::Picture;
use super::accents::{Accent, Highlight, MarkPlace, Stroke, Swatch};
use super::overlay::{Backdrop, Cage, End, Ink, Outside, Path, Sign, Weight};

impl Picture {
    /// Sets whether what is added later by the methods below is drawn faintly. Text does not show
    /// faint things.
    pub fn faint(&mut self, faint: bool) -> &mut Self {
        self.overlay.faint = faint;
        self
    }

    /// Draws a dashed outline inside the border of some cells, with a label in the upper left one.
    /// Only pictures of squares show it.
    ///
    /// ```
    /// use quadrille::draw::Picture;
    ///
    /// let mut picture = Picture::new(1, 2);
    /// picture.set(0, 0, 0);
    /// picture.set(0, 1, 0);
    /// picture.cage([(0, 0), (0, 1)], "17");
    /// assert!(picture.to_svg().contains(">17</text>"));
    /// ```
    pub fn cage(
        &mut self,
        places: impl IntoIterator<Item = (usize, usize)>,
        label: impl Into<String>,
    ) -> &mut Cage {
        let faint = self.overlay.faint;
        added(
            &mut self.overlay.cages,
            Cage {
                places: places.into_iter().collect(),
                label: label.into(),
                ink: Ink::Black,
                faint,
            },
        )
    }

    /// Draws a line through the centres of cells. A line of one cell is a dot.
    /// Only pictures of squares show it.
    pub fn path(&mut self, places: impl IntoIterator<Item = (usize, usize)>) -> &mut Path {
        let faint = self.overlay.faint;
        added(
            &mut self.overlay.paths,
            Path {
                places: places.into_iter().collect(),
                ink: Ink::default(),
                weight: Weight::default(),
                ends: [End::Plain; 2],
                label: String::new(),
                faint,
            },
        )
    }

    /// Draws a shape behind the label of a cell.
    /// Only pictures of squares show it.
    pub fn backdrop(&mut self, place: (usize, usize), backdrop: Backdrop, ink: Ink) -> &mut Self {
        let faint = self.overlay.faint;
        self.overlay.backdrops.push((place, backdrop, ink, faint));
        self
    }

    /// Draws a sign in the middle of some cells: two or four that are neighbours.
    /// Only pictures of squares show it.
    ///
    /// ```
    /// use quadrille::draw::{Picture, Sign};
    ///
    /// let mut picture = Picture::new(1, 2);
    /// picture.set(0, 0, 0).label("3");
    /// picture.set(0, 1, 0).label("2");
    /// picture.sign([(0, 0), (0, 1)], Sign::Angle);
    /// assert_eq!(picture.to_text(false), "┌─────┐\n│ 3>2 │\n└─────┘\n");
    /// ```
    pub fn sign(
        &mut self,
        places: impl IntoIterator<Item = (usize, usize)>,
        sign: Sign,
    ) -> &mut Self {
        let faint = self.overlay.faint;
        let places = places.into_iter().collect();
        self.overlay.signs.push((places, sign, faint));
        self
    }

    /// Writes a small label into the lower right corner of a cell. Text does not show it.
    /// Only pictures of squares show it.
    pub fn corner(&mut self, place: (usize, usize), label: impl Into<String>) -> &mut Self {
        let faint = self.overlay.faint;
        self.overlay.corners.push((place, label.into(), faint));
        self
    }

    /// Writes a label outside the picture, before the first cell of a straight line. `step` is the
    /// number of rows and columns from a cell of the line to the next. Diagonals have an arrow.
    /// Labels at the same place are stacked. A label that would be inside the picture is left out.
    /// Only pictures of squares show it.
    ///
    /// ```
    /// use quadrille::draw::{Ink, Picture};
    ///
    /// let mut picture = Picture::new(1, 1);
    /// picture.set(0, 0, 0).label("7");
    /// picture.outside((0, 0), (0, 1), "12", Ink::Black);
    /// assert_eq!(picture.to_text(false), "   ┌───┐\n12 │ 7 │\n   └───┘\n");
    /// ```
    pub fn outside(
        &mut self,
        first: (usize, usize),
        step: (isize, isize),
        label: impl Into<String>,
        ink: Ink,
    ) -> &mut Self {
        let outside = Outside {
            first,
            step: (step.0.signum(), step.1.signum()),
            label: label.into(),
            ink,
            faint: self.overlay.faint,
        };
        let (row, column) = outside.place();
        let is_inside = |at: isize, size: usize| (0..size as isize).contains(&at);
        let is_near = first.0 < self.rows && first.1 < self.columns;
        if is_near && !(is_inside(row, self.rows) && is_inside(column, self.columns)) {
            self.overlay.outside.push(outside);
        }
        self
    }

    /// Adds a line of text below the picture. Only text shows it.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.overlay.notes.push(note.into());
        self
    }

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
    pub fn accent(&mut self, mark: MarkPlace, accent: Accent) -> &mut Self {
        self.overlay.accents.marks.push((mark, accent));
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

/// Appends an item and returns it.
fn added<T>(items: &mut Vec<T>, item: T) -> &mut T {
    let last = items.len();
    items.push(item);
    &mut items[last]
}
