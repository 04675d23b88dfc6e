//! Boards whose numbers also say where walls stand, as a judge gives them.
//!
//! Each number is the digit of its cell, 0 for a blank, and 16, 32, 64 and 128 for a wall above,
//! to the right, below and to the left. Nine regions of nine cells stand between the walls.

use quadrille_core::text::quantity;
use quadrille_sudoku::{Grid, Puzzle, Shape};

const SIDE: usize = 9;
const CELLS: usize = SIDE * SIDE;
const RIGHT: u8 = 32;
const DOWN: u8 = 64;
/// The bits of walls, each with the opposite one.
const OPPOSITE: [(u8, u8); 2] = [(RIGHT, 128), (DOWN, 16)];

/// What is wrong with a board: the number of its line, from 1, and what.
pub(super) type Wrong = (usize, String);

/// Reads a board.
pub(super) fn read(text: &str) -> Result<Puzzle, Wrong> {
    let numbers = numbers(text)?;
    let regions = regions(&numbers)?;
    let firsts: Vec<usize> = (0..CELLS).filter(|&cell| regions[cell] == cell).collect();
    let letter = |first: &usize| {
        let place = firsts.iter().position(|own| own == first);
        char::from(b'A' + place.unwrap_or_default() as u8)
    };
    let rows = regions.chunks(SIDE);
    let map: Vec<String> = rows.map(|row| row.iter().map(letter).collect()).collect();
    let shape: Result<Shape, _> = format!("regions\n{}", map.join("\n")).parse();
    let shape = shape.map_err(|error| (1, error.to_string()))?;
    let digits = numbers.iter().map(|number| number & 15);
    Ok(Puzzle::new(shape, Grid::new(digits.collect())))
}

/// The numbers of all cells.
fn numbers(text: &str) -> Result<Vec<u8>, Wrong> {
    let mut numbers = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() != SIDE {
            let found = quantity(words.len(), "number");
            return Err((row + 1, format!("{found}, expected nine")));
        }
        for (column, word) in words.iter().enumerate() {
            let number = word.parse().ok().filter(|number| number & 15 <= 9);
            let number = number.ok_or_else(|| {
                let place = format!("r{}c{}", row + 1, column + 1);
                let what = "a digit from 0 to 9 plus any of 16, 32, 64 and 128";
                (row + 1, format!("{place} is {word:?}, expected {what}"))
            })?;
            numbers.push(number);
        }
    }
    match numbers.len() {
        CELLS => Ok(numbers),
        cells => {
            let rows = cells / SIDE;
            Err((
                rows.max(1),
                format!("{}, expected nine", quantity(rows, "row")),
            ))
        }
    }
}

/// The region of each cell, which has the number of its first cell: the cells that no walls
/// separate.
fn regions(numbers: &[u8]) -> Result<Vec<usize>, Wrong> {
    let mut regions: Vec<usize> = (0..CELLS).collect();
    for cell in 0..CELLS {
        for (wall, opposite) in OPPOSITE {
            let Some(next) = neighbour(cell, wall) else {
                continue;
            };
            let walls = (numbers[cell] & wall != 0, numbers[next] & opposite != 0);
            if walls.0 != walls.1 {
                let [one, other] = if walls.0 { [cell, next] } else { [next, cell] };
                let what = format!(
                    "{} has a wall towards {}, and {1} has none towards {0}",
                    name(one),
                    name(other)
                );
                return Err((cell / SIDE + 1, what));
            }
            if !walls.0 {
                let (one, other) = (regions[cell], regions[next]);
                let (kept, gone) = (one.min(other), one.max(other));
                let joined = regions.iter_mut().filter(|own| **own == gone);
                joined.for_each(|own| *own = kept);
            }
        }
    }
    for first in 0..CELLS {
        let own = regions.iter().filter(|&&own| own == regions[first]);
        let size = own.count();
        if size != SIDE {
            let what = format!(
                "the region of {} has {size} cells, expected nine",
                name(first)
            );
            return Err((first / SIDE + 1, what));
        }
    }
    Ok(regions)
}

/// The cell on the other side of a wall.
fn neighbour(cell: usize, wall: u8) -> Option<usize> {
    match wall {
        RIGHT => Some(cell + 1).filter(|next| next % SIDE > 0),
        _ => Some(cell + SIDE).filter(|&next| next < CELLS),
    }
}

fn name(cell: usize) -> String {
    format!("r{}c{}", cell / SIDE + 1, cell % SIDE + 1)
}
