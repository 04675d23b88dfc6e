//! A step of a board as a picture.

use quadrille_draw::{Accent, Highlight, MarkPlace, Picture, Stroke, Swatch};

use crate::grid::Grid;
use crate::shape::Shape;
use crate::steps::{BoardStep, CandidateRole, StepFigure};

/// How each role is drawn, and what the legend says.
const ROLES: [(CandidateRole, Accent, &str); 4] = [
    (CandidateRole::Pattern, Accent::Pale, "pattern"),
    (CandidateRole::Follows, Accent::Full, "would follow"),
    (CandidateRole::Removed, Accent::Struck, "removed"),
    (CandidateRole::Placed, Accent::Square, "placed"),
];

impl Shape {
    /// Returns a picture of the candidates of a board, which is drawn as by
    /// [`Shape::picture_named`]. Of the blank cells, all candidates are shown: bit `v - 1` for
    /// value `v`.
    #[must_use]
    pub fn picture_of_candidates(
        &self,
        board: &Grid,
        given: &Grid,
        candidates: &[u64],
        name: impl Fn(u8) -> String,
    ) -> Picture {
        let mut picture = self.picture_named(board, given, &name);
        for (cell, &own) in candidates.iter().enumerate().take(self.cell_count()) {
            let (row, column) = self.place(cell);
            let Some(drawn) = picture
                .get_mut(row, column)
                .filter(|_| board.get(cell).is_none())
            else {
                continue;
            };
            drawn.marks((1..=self.side() as u8).map(|value| {
                // An empty mark leaves its place free.
                if own >> (value - 1) & 1 == 1 {
                    name(value)
                } else {
                    String::new()
                }
            }));
        }
        picture
    }

    /// Returns a picture of a step: the board before it, its candidates, and what the step is
    /// about, with a legend. The values of `given` are bold.
    ///
    /// ```
    /// use quadrille::sudoku::{Grid, Route, Sudoku};
    ///
    /// let sudoku = Sudoku::new("4x4".parse()?);
    /// let board: Grid = "1......2....3..4".parse()?;
    /// let mut search = sudoku.search();
    /// let path = search.steps(&board, &Route::new().most(1)).value;
    /// let figures = search.figures(&board, &path).expect("there is no limit");
    /// let name = |value: u8| value.to_string();
    /// let mut picture = sudoku.shape().picture_of_step(&figures[0], &board, name);
    /// picture.paragraph(path.steps[0].to_text(name));
    /// assert!(picture.to_svg().contains(">placed</text>"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn picture_of_step(
        &self,
        figure: &StepFigure,
        given: &Grid,
        name: impl Fn(u8) -> String,
    ) -> Picture {
        let board = Grid::new(figure.values.clone());
        let mut picture = self.picture_of_candidates(&board, given, &figure.candidates, name);
        for (cells, highlight) in [
            (&figure.covers, Highlight::Pale),
            (&figure.cells, Highlight::Full),
        ] {
            for &cell in cells {
                // Where both meet, the cells of the argument are more important.
                if highlight == Highlight::Full || !figure.cells.contains(&cell) {
                    picture.highlight(self.place(cell), highlight);
                }
            }
        }
        let mark = |(cell, value): (usize, u8)| -> MarkPlace {
            (self.place(cell), usize::from(value) - 1)
        };
        for link in &figure.links {
            picture.link([link.from, link.to].map(mark), stroke(link.is_strong));
        }
        for (role, accent, text) in ROLES {
            let mut marked = figure.marked.iter().filter(|marked| marked.role == role);
            let first = marked.next();
            for marked in first.into_iter().chain(marked) {
                picture.accent(mark((marked.cell, marked.value)), accent);
            }
            if first.is_some() {
                picture.legend(Swatch::Accent(accent), text);
            }
        }
        for (cells, highlight, text) in [
            (&figure.cells, Highlight::Full, "where to look"),
            (&figure.covers, Highlight::Pale, "also involved"),
        ] {
            if !cells.is_empty() {
                picture.legend(Swatch::Highlight(highlight), text);
            }
        }
        for (is_strong, text) in [(true, "one must hold"), (false, "not both")] {
            if figure.links.iter().any(|link| link.is_strong == is_strong) {
                picture.legend(Swatch::Link(stroke(is_strong)), text);
            }
        }
        picture
    }
}

fn stroke(is_strong: bool) -> Stroke {
    match is_strong {
        true => Stroke::Solid,
        false => Stroke::Dashed,
    }
}

impl BoardStep {
    /// Writes the step in words below its picture: the technique, with a number if there are
    /// several steps, and the argument.
    pub fn write_below(
        &self,
        picture: &mut Picture,
        number: Option<usize>,
        symbol: impl Fn(u8) -> String,
    ) {
        let number = number.map_or_else(String::new, |number| format!("{number}. "));
        picture.heading(format!("{number}{}", self.technique));
        picture.paragraph(self.to_argument(symbol));
    }
}
