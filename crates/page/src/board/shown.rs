//! A puzzle as the page shows it.

use quadrille_core::Stop;
use quadrille_draw::Picture;
use quadrille_sudoku::{Grid, Puzzle, PuzzleFormat, Shape};
use serde_json::Value;

use super::given::Given;
use crate::fault::Fault;
use crate::message::{Answer, Nothing};

/// Draws a puzzle with the values and the marks of a solver.
pub(super) fn show(fields: &Value) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let (shape, board) = (given.shape(), &given.board);
    let answer = Answer::new(Stop::Exhausted)
        .with("svg", svg(&shape.picture(board, &given.puzzle.board)))
        .with("wrong", wrong(shape, board))
        .with("rules", rules(&given.puzzle))
        .with("candidates", given.sets(&shape.pencil_marks(board)));
    Ok(answer)
}

/// A puzzle without a solver. `source` is the text that it was read from.
pub(super) fn puzzle(puzzle: &Puzzle, source: Option<&str>) -> Answer {
    let (shape, board) = (&puzzle.shape, &puzzle.board);
    let cells: Vec<String> = (0..shape.cell_count())
        .map(|cell| shape.name(cell).to_string())
        .collect();
    // Boards that overlap have no such form: the page keeps their text.
    let object = shape.is_single().then(|| serde_json::to_value(puzzle).ok());
    Answer::new(Stop::Exhausted)
        .with("puzzle", object.flatten())
        .with("source", source)
        .with("rules", rules(puzzle))
        .with("rows", shape.rows())
        .with("columns", shape.columns())
        .with("values", shape.side())
        .with("lowest", shape.lowest())
        .with("cells", cells)
        .with("svg", svg(&shape.picture(board, board)))
        .with("wrong", wrong(shape, board))
}

/// The rules as ISS text, without givens, if it can say them.
fn rules(puzzle: &Puzzle) -> Option<String> {
    let blank = puzzle.with_board(puzzle.shape.blank());
    blank.write(PuzzleFormat::Iss).ok()
}

fn wrong(shape: &Shape, board: &Grid) -> Vec<String> {
    let clashing = shape.clashing(board).into_iter().enumerate();
    let wrong = clashing.filter(|(_, is_wrong)| *is_wrong);
    wrong
        .map(|(cell, _)| shape.name(cell).to_string())
        .collect()
}

/// A picture for the page: each cell can be clicked by its name.
pub(super) fn svg(picture: &Picture) -> String {
    picture.to_svg_page(|row, column| format!("r{}c{}", row + 1, column + 1))
}
