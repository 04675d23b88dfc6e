//! A map of regions or cages: a label for each cell.

use std::collections::{BTreeMap, BTreeSet};

use super::cages::Cage;
use super::fault::{error, fault};
use super::words::{Line, Word};
use crate::format::PuzzleError;
use crate::shape::{Division, Outline};

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
        let (side, cells) = (self.side, &self.cells);
        let mut is_known = vec![false; cells.len()];
        let mut pieces: Vec<Vec<usize>> = Vec::new();
        for start in 0..cells.len() {
            if is_known[start] {
                continue;
            }
            is_known[start] = true;
            let (mut piece, mut at) = (vec![start], 0);
            while let Some(&cell) = piece.get(at) {
                at += 1;
                let around = [
                    cell.checked_sub(side),
                    cell.checked_sub(1).filter(|_| cell % side > 0),
                    Some(cell + 1).filter(|near| near % side > 0),
                    Some(cell + side),
                ];
                for near in around
                    .into_iter()
                    .flatten()
                    .filter(|&near| near < cells.len())
                {
                    if !is_known[near] && cells[near].text == cells[cell].text {
                        is_known[near] = true;
                        piece.push(near);
                    }
                }
            }
            piece.sort_unstable();
            pieces.push(piece);
        }
        pieces
    }

    /// The regions of a map: as many as rows, with as many cells each, which touch. A solution,
    /// whose rows have each sign once, is no map.
    pub(super) fn regions(&self) -> Option<Division> {
        if self.side == 0 {
            return None;
        }
        let (side, pieces) = (self.side, self.pieces());
        let mut rows = self.cells.chunks(side);
        let is_latin = rows.all(|row| {
            row.iter()
                .map(|cell| cell.text)
                .collect::<BTreeSet<_>>()
                .len()
                == side
        });
        if is_latin || pieces.len() != side || pieces.iter().any(|piece| piece.len() != side) {
            return None;
        }
        let boxes = Outline::square(side).division;
        if let Division::Boxes { height, width } = boxes {
            let place = |cell: usize| (cell / side / height, cell % side / width);
            if pieces
                .iter()
                .all(|piece| piece.iter().all(|&cell| place(cell) == place(piece[0])))
            {
                return Some(boxes);
            }
        }
        let mut letters = vec![' '; side * side];
        for (piece, number) in pieces.iter().zip(1..) {
            let letter = char::from_digit(number, 36)?.to_ascii_uppercase();
            piece.iter().for_each(|&cell| letters[cell] = letter);
        }
        Some(Division::Regions(letters))
    }

    /// What is wrong with a map of letters that is nearly one of regions: a region too large or too
    /// small.
    pub(super) fn fault(&self) -> Option<PuzzleError> {
        let mut counts: BTreeMap<&str, (usize, Word<'_>)> = BTreeMap::new();
        for &cell in &self.cells {
            counts.entry(cell.text).or_insert((0, cell)).0 += 1;
        }
        let is_letter =
            |label: &&str| label.len() == 1 && label.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_map = counts.len().abs_diff(self.side) <= 1 && counts.keys().all(is_letter);
        let (label, (count, first)) = counts.into_iter().find(|count| count.1.0 != self.side)?;
        let (part, found) = (
            format!("region {label} of the map"),
            format!("a list of {count} cells"),
        );
        is_map.then(|| {
            fault(
                first.range(),
                &part,
                &found,
                &format!("{} cells", self.side),
            )
        })
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
