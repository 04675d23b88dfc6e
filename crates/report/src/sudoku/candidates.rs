//! True candidates as text and as JSON.

use std::fmt::{self, Write};

use quadrille_sudoku::{Candidates, Division, Shape};

/// The numbers of the values in a set: bit `v - 1` for value `v`.
fn numbers(shape: &Shape, values: u64) -> Vec<u32> {
    let all = (1..=64).filter(|value| values >> (value - 1) & 1 == 1);
    all.map(|value| shape.number(value)).collect()
}

/// The cells with values in their sets, by name.
pub(super) fn by_cell(shape: &Shape, all: &[u64]) -> impl Iterator<Item = (String, Vec<u32>)> {
    let cells = all.iter().enumerate().filter(|(_, values)| **values != 0);
    cells.map(|(cell, &values)| (shape.name(cell).to_string(), numbers(shape, values)))
}

/// Writes the candidates as a board with pencil marks that can be read again, and a comment for each
/// cell with values that are not decided. They are among its pencil marks, too.
pub(super) fn write_text(
    all: &Candidates,
    shape: &Shape,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let both = all.found.iter().zip(&all.open);
    let both: Vec<u64> = both.map(|(found, open)| found | open).collect();
    write_grid(&both, shape, f)?;
    for (cell, values) in by_cell(shape, &all.open) {
        write!(f, "\n# not decided: {cell} {}", join(&values, " "))?;
    }
    Ok(())
}

/// Writes a word for each cell, with the values in its set.
pub(super) fn write_grid(all: &[u64], shape: &Shape, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // Numbers of several digits need a mark between them.
    let between = if shape.side() > 9 { "," } else { "" };
    let word = |row, column| {
        let cell = shape.cell(row, column);
        let values = cell.map_or(0, |cell| all[cell]);
        join(&numbers(shape, values), between)
    };
    let widest = |column| (0..shape.rows()).map(|row| word(row, column).len()).max();
    let widths: Vec<usize> = (0..shape.columns())
        .map(|column| widest(column).unwrap_or_default())
        .collect();
    // A line of pencil marks without bars may be a map of regions. Bars show boxes of one board.
    let (bar, width) = match shape.outline().division {
        _ if !shape.is_single() => ("", shape.columns()),
        Division::Boxes { width, .. } => ("|", width),
        _ => ("|", shape.columns()),
    };
    for row in 0..shape.rows() {
        let mut line = bar.to_owned();
        for (column, &wide) in widths.iter().enumerate() {
            let word = word(row, column);
            write!(line, " {word:wide$}")?;
            if (column + 1) % width == 0 {
                write!(line, " {bar}")?;
            }
        }
        let end = if row > 0 { "\n" } else { "" };
        write!(f, "{end}{}", line.trim_end())?;
    }
    Ok(())
}

fn join(numbers: &[u32], between: &str) -> String {
    let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
    words.join(between)
}
