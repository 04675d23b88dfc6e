//! A map of regions or cages: a label for each cell.

use std::collections::{BTreeMap, BTreeSet};

use super::cages::Cage;
use super::fault::{error, fault};
use super::words::{Line, Word};
use crate::format::{PuzzleError, PuzzleReason};
use crate::pieces::{cells_of, neighbours, pieces};
use crate::regions;
use crate::shape::Division;

/// A map: the cells in reading order.
pub(super) struct Map<'a> {
    /// 0 if rows and columns are not equally many.
    side: usize,
    cells: Vec<Word<'a>>,
}

/// Labels and their sums, and where they end.
pub(super) type Sums<'a> = (Vec<(Word<'a>, i64)>, usize);

impl<'a> Map<'a> {
    pub(super) fn new(rows: &[Vec<Word<'a>>]) -> Map<'a> {
        let is_square = rows.iter().all(|row| row.len() == rows.len());
        let side = if is_square { rows.len() } else { 0 };
        let cells = rows.iter().flatten().copied().collect();
        Map { side, cells }
    }

    /// Cells that touch and have equal labels, each piece in reading order.
    fn pieces(&self) -> Vec<Vec<usize>> {
        let rows = self.cells.len() / self.side.max(1);
        let is_joined =
            |&(one, other): &(usize, usize)| self.cells[one].text == self.cells[other].text;
        let joined = neighbours(rows, self.side).filter(is_joined);
        cells_of(&pieces(self.cells.len(), joined))
    }

    /// The division of a board by a map of regions, or what is wrong with such a map.
    pub(super) fn regions(&self) -> Option<Result<Division, PuzzleError>> {
        let rows = self.cells.chunks(self.side.max(1));
        let labels = |row: &[Word<'a>]| row.iter().map(|cell| cell.text).collect();
        let rows: Vec<Vec<&str>> = rows.map(labels).collect();
        let map = regions::Map::read(&rows)?;
        Some(map.map(|map| map.division()).map_err(|bad| PuzzleError {
            span: self.cells[bad.row * self.side].range(),
            reason: PuzzleReason::Shape(bad.reason),
        }))
    }

    /// The sums of labels of this map, such as `a=15 b=7`, on the lines that follow it.
    pub(super) fn sums(&self, lines: impl Iterator<Item = Line<'a>>) -> Option<Sums<'a>> {
        let (mut sums, mut end) = (Vec::new(), 0);
        for line in lines {
            if line.is_blank() && sums.is_empty() {
                continue;
            }
            let Some(more) = sums_of_line(line.word) else {
                break;
            };
            sums.extend(more);
            end = line.end;
        }
        // One wrong letter is a mistake, and other names are another text.
        let known = sums.iter().filter(|sum| self.has(sum.0)).count();
        (known > 0 && 2 * known > sums.len()).then_some((sums, end))
    }

    fn has(&self, label: Word<'_>) -> bool {
        self.cells.iter().any(|cell| cell.text == label.text)
    }

    /// The cages whose labels have sums. A label in two places is refused.
    pub(super) fn cages(&self, sums: &[(Word<'_>, i64)]) -> Result<Vec<Cage>, PuzzleError> {
        let mut by_label: BTreeMap<&str, i64> = BTreeMap::new();
        for &(label, sum) in sums {
            if !self.has(label) {
                return Err(error(label, "sum", "a letter of the map"));
            }
            if by_label.insert(label.text, sum).is_some() {
                let part = format!("two sums for {:?}", label.text);
                return Err(fault(label.range(), &part, "", "one sum for each letter"));
            }
        }
        let (mut cages, mut known) = (Vec::new(), BTreeSet::new());
        for cells in self.pieces() {
            let first = self.cells[cells[0]];
            let sum = by_label.get(first.text).copied();
            // A sign of no cage.
            if sum.is_none() && matches!(first.text, "." | "-" | "0") {
                continue;
            }
            if !known.insert(first.text) {
                let part = format!("cage {:?} of the map", first.text);
                return Err(fault(
                    first.range(),
                    &part,
                    "",
                    "cells that touch each other",
                ));
            }
            let span = first.range();
            cages.push(Cage { sum, cells, span });
        }
        Ok(cages)
    }

    /// The cages of a map whose sums stand in a grid: each in the first cell of its cage. `None` if
    /// the grid is no such one.
    pub(super) fn cages_of_grid(&self, grid: &Map<'_>) -> Option<Result<Vec<Cage>, PuzzleError>> {
        let sum = |cell: usize| grid.cells[cell].number().filter(|&sum| sum > 0);
        let (with, without): (Vec<usize>, Vec<usize>) =
            (0..grid.cells.len()).partition(|&cell| sum(cell).is_some());
        let blanks: BTreeSet<&str> = without.iter().map(|&cell| grid.cells[cell].text).collect();
        let is_blank = |text: &&str| *text == "0" || !text.contains(char::is_alphanumeric);
        let pieces = self.pieces();
        let firsts: BTreeSet<usize> = pieces.iter().map(|piece| piece[0]).collect();
        let mut outside = with.iter().filter(|cell| !firsts.contains(cell));
        let (wrong, second) = (outside.next(), outside.next());
        let is_large = with.iter().any(|&cell| sum(cell) > Some(self.side as i64));
        let is_grid =
            blanks.len() == 1 && blanks.iter().all(is_blank) && with.len() + 1 >= pieces.len();
        if !is_grid
            || !is_large
            || pieces.len() <= self.side
            || second.is_some()
            || wrong.is_some() && self.side < 6
        {
            return None;
        }
        if let Some(&cell) = wrong {
            let sum = grid.cells[cell];
            let part = format!("misplaced sum {}", sum.text);
            let expected = "it in the first cell of a cage";
            return Some(Err(fault(sum.range(), &part, "", expected)));
        }
        let cage = |cells: Vec<usize>| {
            let (sum, span) = (sum(cells[0]), grid.cells[cells[0]].range());
            Cage { sum, cells, span }
        };
        Some(Ok(pieces.into_iter().map(cage).collect()))
    }
}

fn sums_of_line(line: Word<'_>) -> Option<Vec<(Word<'_>, i64)>> {
    let parts = line.split(|c| c.is_whitespace() || ",;=:".contains(c));
    let is_sum = parts.len().is_multiple_of(2) && line.text.contains(['=', ':']);
    let pairs = parts
        .chunks_exact(2)
        .map(|pair| Some((pair[0], pair[1].number()?)));
    pairs
        .collect::<Option<Vec<_>>>()
        .filter(|pairs| is_sum && !pairs.is_empty())
}
