//! Draws the steps of boards.

use quadrille_draw::Picture;
use quadrille_report::sudoku::Finding;
use quadrille_sudoku::{BoardPath, Grid, Shape};

use crate::sudoku::pages::Pages;

/// The stage of a whole step.
const WHOLE: u8 = 3;

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
                for number in 0..path.steps.len() {
                    let step = self.step(path, number, WHOLE);
                    pages.step(&step, self.shape, format!("step {}", number + 1));
                }
                if path.end.is_some() || path.steps.is_empty() {
                    self.end(path, pages);
                }
            }
            Finding::Hint(path, _) if path.steps.is_empty() => self.end(path, pages),
            Finding::Hint(path, stage) => {
                pages.step(&self.step(path, 0, *stage), self.shape, String::new());
            }
            _ => {}
        }
    }

    fn step(&self, path: &BoardPath, number: usize, stage: u8) -> Picture {
        let figure = path.figures.get(number).cloned().unwrap_or_default();
        let figure = match stage {
            WHOLE => figure,
            _ => figure.without_argument(),
        };
        let mut picture = self.shape.picture_of_step(&figure, self.board, self.name);
        path.steps[number].write_below(&mut picture, stage, self.name);
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
        pages.step(&picture, self.shape, note.trim_end_matches('.').to_owned());
    }
}
