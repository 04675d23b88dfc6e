//! What the text of a map of regions looks like, wherever it stands.

use std::collections::HashSet;

/// A line without white space.
pub(super) fn without_spaces(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.split_whitespace().collect()
}

/// Whether rows look like regions and not like a board: most cells have an equal neighbour.
pub(super) fn are_regions(rows: &[&[u8]]) -> bool {
    let regions = rows.iter().flat_map(|row| row.iter().copied());
    let all: HashSet<u8> = regions.collect();
    let cells: usize = rows.iter().map(|row| row.len()).sum();
    let joined: usize = (0..rows.len()).map(|row| joined_cells(rows, row)).sum();
    4 * joined >= 3 * cells && 2 * all.len() >= rows.len()
}

/// The number of cells of a row with an equal neighbour.
pub(super) fn joined_cells(rows: &[&[u8]], row: usize) -> usize {
    let cell = |row: usize, column: usize| rows.get(row)?.get(column).copied();
    let is_joined = |&column: &usize| {
        let own = cell(row, column);
        let neighbours = [
            cell(row.wrapping_sub(1), column),
            cell(row + 1, column),
            cell(row, column.wrapping_sub(1)),
            cell(row, column + 1),
        ];
        let is_region = own.is_some_and(|byte| byte.is_ascii_alphanumeric() && byte != b'0');
        is_region && neighbours.contains(&own)
    };
    let columns = 0..rows.get(row).map_or(0, |row| row.len());
    columns.filter(is_joined).count()
}

/// The rows of a map on one line.
pub(super) fn rows_of_line(text: &str) -> Vec<&[u8]> {
    text.as_bytes().chunks(text.len().isqrt().max(1)).collect()
}
