//! Draws the steps of boards.

use quadrille_draw::Picture;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardPath, BoardStep, Grid, Shape, StepFigure};

use crate::sudoku::pages::Pages;

/// A board whose steps are drawn.
pub(super) struct Drawn<'a> {
    pub(super) shape: &'a Shape,
    pub(super) board: &'a Grid,
    /// The name of a value.
    pub(super) name: &'a dyn Fn(u8) -> String,
}

impl Drawn<'_> {
    /// Adds a picture of each step to the pages, and of the end of the path.
    pub(super) fn add(&self, finding: &Finding, pages: &mut Pages) {
        match finding {
            Finding::Steps(path) => {
                for (number, (step, figure)) in (1..).zip(path.steps.iter().zip(&path.figures)) {
                    let mut picture = self.picture(figure);
                    step.write_below(&mut picture, Some(number), self.name);
                    pages.step(&picture, self.shape, "");
                }
                if path.end.is_some() || path.steps.is_empty() {
                    self.end(path, pages);
                }
            }
            Finding::Hint(path, stage) => match (path.steps.first(), path.figures.first()) {
                (Some(step), Some(figure)) => {
                    pages.step(&self.hint(step, figure, *stage), self.shape, "");
                }
                _ => self.end(path, pages),
            },
            _ => {}
        }
    }

    fn picture(&self, figure: &StepFigure) -> Picture {
        self.shape.picture_of_step(figure, self.board, self.name)
    }

    /// The next step up to a stage: 1 where to look, 2 also the technique, 3 the whole step.
    fn hint(&self, step: &BoardStep, figure: &StepFigure, stage: u8) -> Picture {
        let clue = match stage {
            1 => step.to_place(self.name),
            2 => step.to_clue(self.name),
            _ => {
                let mut picture = self.picture(figure);
                step.write_below(&mut picture, None, self.name);
                return picture;
            }
        };
        let mut picture = self.picture(&figure.clone().without_argument());
        picture.paragraph(clue);
        picture
    }

    /// The board after the last step.
    fn end(&self, path: &BoardPath, pages: &mut Pages) {
        let note = match path.remark() {
            Some(remark) => remark,
            None if path.is_solved() => "solved",
            None => "not finished",
        };
        let picture = self.shape.picture_named(&path.board, self.board, self.name);
        pages.step(&picture, self.shape, note.trim_end_matches('.'));
    }
}
