//! The empty board, the pieces, and a sheet to cut them out.

use quadrille_core::Stop;
use quadrille_draw::{Picture, Sheet};
use quadrille_tile::{Board, Cell, CellGrid, Gaps, Packing, Piece, Polyform};
use serde::Serialize;
use serde_json::Value;

use super::given::Given;
use crate::fault::Fault;
use crate::job::Job;
use crate::message::{Answer, Nothing};

/// The most copies of a piece on a sheet.
const MOST_COPIES: u32 = 100;

/// A piece as the page lists it.
#[derive(Serialize)]
struct Shown<'a> {
    name: &'a str,
    cells: usize,
    copies: String,
    svg: Option<String>,
}

/// The board without pieces, and the pieces one by one.
pub(super) fn show(fields: &Value, job: &Job) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let grid = given.board.grid();
    let names: Vec<String> = given
        .board
        .cells()
        .map(|(cell, _)| grid.cell_name(cell))
        .collect();
    let optional = given.board.cells().filter(|(_, is_optional)| *is_optional);
    let optional: Vec<String> = optional.map(|(cell, _)| grid.cell_name(cell)).collect();
    let extent = |axis: usize| {
        let places = || given.board.cells().map(|(cell, _)| cell[axis]);
        let (least, most) = (places().min(), places().max());
        least.zip(most).map_or(0, |(least, most)| most - least + 1)
    };
    let mut pieces = Vec::new();
    for (number, piece) in given.pieces.iter().enumerate() {
        job.budget.poll().map_err(Fault::stopped)?;
        pieces.push(shown(number, piece));
    }
    let obstacle = match given.pieces.is_empty() {
        true => None,
        false => {
            let packing = given.packing(job)?;
            let found = packing.obstacle(job.budget.clone()).value;
            found.map(|obstacle| obstacle.describe(&packing))
        }
    };
    let answer = Answer::new(Stop::Exhausted)
        .with("svg", empty(&given.board))
        .with("cells", &names)
        .with("optional", &optional)
        .with("layers", extent(0))
        .with("rows", extent(1))
        .with("columns", extent(2))
        .with("grid", grid.name())
        .with("area", names.len())
        .with("pieces", pieces)
        .with("notes", &given.notes)
        .with("obstacle", obstacle);
    Ok(answer)
}

fn shown(number: usize, piece: &Piece) -> Shown<'_> {
    let copies = piece.copies;
    let (least, most) = (copies.least(), copies.most());
    Shown {
        name: &piece.name,
        cells: piece.shape.cells().len(),
        copies: match most {
            Some(most) if most == least => least.to_string(),
            Some(most) => format!("{least}..{most}"),
            None if least == 0 => "any".to_owned(),
            None => format!("{least}.."),
        },
        svg: alone(piece).and_then(|packing| {
            let picture = coloured(&packing, number)?;
            Some(svg(&packing, &picture))
        }),
    }
}

/// A piece on a board of its own cells.
fn alone(piece: &Piece) -> Option<Packing> {
    let cells: Vec<Cell> = piece.shape.cells().to_vec();
    let board = Board::new(piece.shape.grid(), cells, []).ok()?;
    let piece = Piece::new(piece.name.clone(), piece.shape.clone());
    let packing = Packing::new(board, vec![piece], Gaps::None).ok()?;
    packing.is_drawable().then_some(packing)
}

/// The picture of a piece that is alone, in the colour that it has among the others.
fn coloured(packing: &Packing, number: usize) -> Option<Picture> {
    // However the piece lies, it covers the same cells.
    let first = packing.problem().options().next()?;
    let mut picture = packing.picture_so_far(&[first]);
    picture.colour_kinds(|_| number);
    Some(picture)
}

/// The picture of a board without pieces.
fn empty(board: &Board) -> Option<String> {
    // Any piece will do: none of its placements is drawn.
    let cell = match board.grid() {
        CellGrid::Sticks => [0, 0, 1],
        _ => [0, 0, 0],
    };
    let shape = Polyform::new(board.grid(), [cell]).ok()?;
    let packing = Packing::new(board.clone(), vec![Piece::new("o", shape)], Gaps::Any).ok()?;
    let is_drawable = packing.is_drawable();
    is_drawable.then(|| svg(&packing, &packing.marked_picture(&[])))
}

/// A picture for the page: each cell can be clicked by its name.
pub(super) fn svg(packing: &Packing, picture: &Picture) -> String {
    picture.to_svg_page(packing.place_names())
}

/// The pieces on one sheet, each as often as it is used, to be cut out.
pub(super) fn sheet(fields: &Value) -> Result<Answer, Fault> {
    let (given, Nothing {}) = Given::read(fields)?;
    let (mut sheet, mut notes) = (Sheet::new("Pieces"), Vec::new());
    for (number, piece) in given.pieces.iter().enumerate() {
        let Some(picture) = alone(piece).and_then(|packing| coloured(&packing, number)) else {
            continue;
        };
        let copies = piece.copies.most().unwrap_or(1).max(1);
        if copies > MOST_COPIES {
            let name = &piece.name;
            notes.push(format!(
                "the sheet has {MOST_COPIES} of the {copies} copies of {name}"
            ));
        }
        for _ in 0..copies.min(MOST_COPIES) {
            sheet.add(picture.clone(), piece.name.clone());
        }
    }
    Ok(Answer::new(Stop::Exhausted)
        .with("svg", sheet.to_svg())
        .with("html", sheet.to_html())
        .with("remark", notes.join("; ")))
}
