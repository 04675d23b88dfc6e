//! Maps of regions below the first board of an input.
//!
//! The rows of such a map arrive as titles or as invalid records, perhaps one by one, and perhaps
//! with a mistake in them. All boards of an input have the same regions, so another map must not be
//! skipped: the boards below it would be solved with the wrong regions.

use std::collections::BTreeSet;

use quadrille_sudoku::{Kind, Shape};

use super::regions::{are_regions, rows_of_line, without_spaces};

/// The fewest rows that are taken for a map with a mistake.
const FEWEST_ROWS: usize = 3;

/// The lines since the last board that may be the rows of a map, with their numbers.
#[derive(Default)]
pub(super) struct LaterMap {
    rows: Vec<(u64, String)>,
}

impl LaterMap {
    /// Takes the lines of a record without a board, which begins at a line; returns the first row
    /// of a map that does not have the regions of the shape.
    pub(super) fn take(
        &mut self,
        record: &[u8],
        line: u64,
        shape: &Shape,
    ) -> Option<(u64, String)> {
        // A row of a map is not longer. To look at the end of a longer line would only take time.
        let longest = shape.side() * shape.side() + 1;
        for (number, line) in (line..).zip(record.split(|&byte| byte == b'\n')) {
            let row: String = without_spaces(line).chars().take(longest).collect();
            if row.is_empty() || row.starts_with('#') {
                continue;
            }
            let letters = row.bytes().filter(u8::is_ascii_alphabetic).count();
            if 2 * letters <= row.len() {
                if let Some(map) = self.end(shape) {
                    return Some(map);
                }
                continue;
            }
            if self.rows.len() > 2 * shape.side() {
                self.rows.remove(0);
            }
            self.rows.push((number, row));
            match self.regions(shape) {
                Some(Regions::Other(first)) => return Some(self.rows.swap_remove(first)),
                Some(Regions::Same) => self.rows.clear(),
                None => {}
            }
        }
        None
    }

    /// Ends the lines above a board; returns the first row of a map with a mistake.
    pub(super) fn end(&mut self, shape: &Shape) -> Option<(u64, String)> {
        let is_row = |row: &(u64, String)| row.1.len().abs_diff(shape.side()) < 2;
        let rows = std::mem::take(&mut self.rows).into_iter();
        let mut rows = rows.filter(is_row).peekable();
        let first = rows.peek().cloned();
        let rows: Vec<_> = rows.collect();
        let rows: Vec<&[u8]> = rows.iter().map(|(_, row)| row.as_bytes()).collect();
        first.filter(|_| rows.len() >= FEWEST_ROWS && are_regions(&rows))
    }

    /// What the last lines are, if they are a map.
    fn regions(&self, shape: &Shape) -> Option<Regions> {
        let side = shape.side();
        let (_, last) = self.rows.last()?;
        let is_line = last.len() == side * side;
        let lines = if is_line { 1 } else { side };
        let first = self.rows.len().checked_sub(lines)?;
        let rows = self.rows[first..].iter().map(|(_, row)| &**row);
        let map = rows.collect::<Vec<_>>().join("\n");
        let of_map = format!("regions\n{map}").parse::<Shape>();
        if let Ok(of_map) = of_map
            && of_map.side() == side
            && is_map_text(&map)
        {
            return Some(if has_regions(shape, &of_map) {
                Regions::Same
            } else {
                Regions::Other(first)
            });
        }
        // One line with a mistake may be an invalid board, with few letters.
        let letters: BTreeSet<u8> = last.bytes().collect();
        let is_bad_map = is_line
            && letters.iter().all(u8::is_ascii_alphabetic)
            && letters.len().abs_diff(side) < 2
            && are_regions(&rows_of_line(last));
        is_bad_map.then_some(Regions::Other(first))
    }
}

/// The regions of a map, compared with those of the boards.
enum Regions {
    Same,
    /// The map begins with this row.
    Other(usize),
}

/// Whether a text with white space looks like a map.
pub(super) fn is_map_text(text: &str) -> bool {
    are_regions(&rows_of_line(&without_spaces(text.as_bytes())))
}

/// Whether the regions of a map are regions or boxes of a shape.
fn has_regions(shape: &Shape, map: &Shape) -> bool {
    let mut regions = map
        .units()
        .filter(|unit| matches!(unit.kind(), Kind::Region(_)));
    regions.all(|region| {
        let mut units = shape.units();
        units.any(|unit| unit.cells() == region.cells())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a map were joined and parsed anew for each piece of an endless line.
    #[test]
    fn of_a_long_line_only_the_start_is_kept() {
        let (mut map, shape) = (LaterMap::default(), Shape::classic());
        assert_eq!(map.take(&vec![b'a'; 1 << 16], 1, &shape), None);
        assert_eq!(map.rows.len(), 1);
        assert_eq!(map.rows[0].1.len(), 82);
    }
}
