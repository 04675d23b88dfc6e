//! Packs pieces made of unit cells, each used once, into a board: for pentominoes and soma.

use std::collections::{BTreeSet, HashMap};

use quadrille::{BuildError, Problem};

/// A cell: layer, row, column. Flat pieces lie in layer 0.
pub type Cell = [i32; 3];

/// A rotation or reflection of space.
pub type Turn = fn(Cell) -> Cell;

/// Reads the cells of a picture: `#` is a cell, `/` starts a row, a space starts a layer.
pub fn cells(picture: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (z, layer) in (0..).zip(picture.split(' ')) {
        for (y, row) in (0..).zip(layer.split('/')) {
            for (x, _) in (0..).zip(row.chars()).filter(|&(_, c)| c == '#') {
                cells.push([z, y, x]);
            }
        }
    }
    cells
}

/// All orientations of a piece that repeated turns give, each shifted to the origin, with sorted
/// cells.
pub fn orientations(piece: &[Cell], turns: &[Turn]) -> BTreeSet<Vec<Cell>> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![to_origin(piece.to_vec())];
    while let Some(piece) = waiting.pop() {
        if found.insert(piece.clone()) {
            let turned = |turn: &Turn| to_origin(piece.iter().map(|&cell| turn(cell)).collect());
            waiting.extend(turns.iter().map(turned));
        }
    }
    found
}

fn to_origin(mut piece: Vec<Cell>) -> Vec<Cell> {
    for axis in 0..3 {
        let least = piece.iter().map(|cell| cell[axis]).min().unwrap_or(0);
        for cell in &mut piece {
            cell[axis] -= least;
        }
    }
    piece.sort_unstable();
    piece
}

/// * Primary items, the pieces by their names: each is used exactly once.
/// * Primary items, the cells of the board by the names given: each is covered exactly once.
/// * Options, a piece and its cells: every orientation of every piece, at every place on the board.
pub fn packing(
    pieces: &[(&str, &str)],
    turns: &[Turn],
    board: &[(Cell, String)],
) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    let mut names = Vec::new();
    for (name, _) in pieces {
        names.push(builder.primary(name)?);
    }
    let mut items = HashMap::new();
    for (cell, name) in board {
        items.insert(*cell, builder.primary(name)?);
    }
    // All shifts within the bounding box: the corner of the box of a piece may lie in a hole.
    let end = |axis: usize| {
        board
            .iter()
            .map(|(cell, _)| cell[axis] + 1)
            .max()
            .unwrap_or(0)
    };
    let [layers, rows, columns] = [0, 1, 2].map(end);
    for (&name, (_, picture)) in names.iter().zip(pieces) {
        for piece in orientations(&cells(picture), turns) {
            for [z, y, x] in block(layers, rows, columns) {
                let shifted = piece.iter().map(|&[a, b, c]| [a + z, b + y, c + x]);
                let covered = shifted.map(|cell| items.get(&cell).copied());
                if let Some(covered) = covered.collect::<Option<Vec<_>>>() {
                    builder.option([name].into_iter().chain(covered))?;
                }
            }
        }
    }
    Ok(builder.build())
}

/// All cells of a box, layer by layer and row by row.
pub fn block(layers: i32, rows: i32, columns: i32) -> impl Iterator<Item = Cell> {
    (0..layers).flat_map(move |z| (0..rows).flat_map(move |y| (0..columns).map(move |x| [z, y, x])))
}
