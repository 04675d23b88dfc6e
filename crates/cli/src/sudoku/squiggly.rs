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
    let map: Vec<String> = regions
        .chunks(SIDE)
        .map(|row| row.iter().map(|&region| letter(region)).collect())
        .collect();
    let shape: Result<Shape, _> = format!("regions\n{}", map.join("\n")).parse();
    let shape = shape.map_err(|error| (1, error.to_string()))?;
    let digits = numbers.iter().map(|number| number & 15);
    Ok(Puzzle::new(shape, Grid::new(digits.collect())))
}

fn letter(region: usize) -> char {
    char::from(b'A' + region as u8)
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

/// The region of each cell: the cells that no walls separate.
fn regions(numbers: &[u8]) -> Result<Vec<usize>, Wrong> {
    let mut region = vec![usize::MAX; CELLS];
    let mut count = 0;
    let mut open = vec![Vec::new(); CELLS];
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
                open[cell].push(next);
                open[next].push(cell);
            }
        }
    }
    for start in 0..CELLS {
        if region[start] < count {
            continue;
        }
        let (mut reached, mut size) = (vec![start], 0);
        region[start] = count;
        while let Some(cell) = reached.pop() {
            size += 1;
            for &next in &open[cell] {
                if region[next] != count {
                    region[next] = count;
                    reached.push(next);
                }
            }
        }
        if size != SIDE {
            let what = format!(
                "the region of {} has {size} cells, expected nine",
                name(start)
            );
            return Err((start / SIDE + 1, what));
        }
        count += 1;
    }
    Ok(region)
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
