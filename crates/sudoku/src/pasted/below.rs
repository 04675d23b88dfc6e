//! A grid and what belongs to it below: a board and its map of regions, the sums of cages and their
//! map, a map of cages and a list of sums. The size may stand above.

use super::board::board;
use super::cages::puzzle;
use super::found::Pasted;
use super::map::Map;
use super::words::{Line, Word, block, lines, sides, words};
use crate::regions::is_title;
use crate::shape::Shape;

/// The most lines that are looked at.
const MOST: usize = 120;

/// Reads two grids of the same size, or one and a list of sums.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let all: Vec<Line<'_>> = lines(text).take(MOST).collect();
    let first = all.first()?.word;
    let numbers: Vec<Option<i64>> = words(first).iter().map(|word| word.number()).collect();
    let size = match numbers[..] {
        [Some(rows)] => rows,
        [Some(rows), Some(columns)] if rows == columns => rows,
        _ => 0,
    };
    if let Some(side) = usize::try_from(size)
        .ok()
        .filter(|&size| Shape::has_boxes(size))
    {
        let start = all[1..].iter().position(|line| !line.is_blank())? + 1;
        return of_side(&all[start..], side, true);
    }
    sides(first).find_map(|side| of_side(&all, side, false))
}

fn of_side(lines: &[Line<'_>], side: usize, has_header: bool) -> Option<Pasted> {
    let (rows, end) = block(lines.iter().copied(), side)?;
    let grid = Map::new(&rows);
    let after = lines.iter().filter(|line| line.word.at >= end).copied();
    let is_label = |cell: &Word<'_>| cell.text.chars().all(char::is_alphanumeric);
    if let Some((sums, end)) = grid
        .sums(after.clone())
        .filter(|_| rows.iter().flatten().all(is_label))
    {
        let cages = grid.cages(&sums);
        return Some(Pasted::apart(
            end,
            cages.and_then(|cages| puzzle(side, None, None, cages)),
        ));
    }
    let is_title = |line: &Line<'_>| line.is_blank() || is_title(line.word.text);
    let skipped = after.clone().take_while(is_title).count();
    let below = block(after.skip(skipped), side).filter(|_| skipped <= 3);
    let found = below.and_then(|(below, end)| {
        let map = Map::new(&below);
        if let Some(cages) = map.cages_of_grid(&grid) {
            return Some(Pasted::apart(
                end,
                cages.and_then(|cages| puzzle(side, None, None, cages)),
            ));
        }
        let division = map.regions()?;
        let givens = board(&rows)?;
        Some(match (givens, division) {
            (Err(fault), _) | (_, Err(fault)) => Pasted::apart(end, Err(fault)),
            (Ok(givens), Ok(division)) => {
                let puzzle = puzzle(side, Some(&givens), Some(division), Vec::new());
                Pasted::in_place(end, puzzle, givens)
            }
        })
    });
    // The size above a board is that of no list of numbers.
    found.or_else(|| Some(Pasted::of(end, board(&rows).filter(|_| has_header)?)))
}
