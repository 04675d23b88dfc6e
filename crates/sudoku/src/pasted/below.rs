//! A grid and what belongs to it below: a board and its map of regions, the sums of cages and their
//! map, a map of cages and a list of sums. The size may stand above.

use super::beside::jigsaw;
use super::board::board;
use super::cages::killer;
use super::found::Pasted;
use super::map;
use super::words::{Line, Word, block, chunks, lines, sides, signs, words};
use crate::shape::Shape;

/// The most lines that are looked at.
const MOST: usize = 120;

/// Reads two grids of the same size, or one and a list of sums.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let all: Vec<Line<'_>> = lines(text).take(MOST).collect();
    if let Some(found) = on_lines(&all) {
        return Some(found);
    }
    let header = words(all.first()?.word);
    let numbers: Vec<Option<i64>> = header.iter().map(|word| word.number()).collect();
    let size = match numbers[..] {
        [Some(rows)] => Some(rows),
        [Some(rows), Some(columns)] if rows == columns => Some(rows),
        _ => None,
    };
    let size = size
        .and_then(|size| usize::try_from(size).ok())
        .filter(|&size| Shape::has_boxes(size));
    if let Some(side) = size {
        let rest: Vec<Line<'_>> = all[1..]
            .iter()
            .copied()
            .skip_while(Line::is_blank)
            .collect();
        return of_side(&rest, side, true);
    }
    sides(all[0].word).find_map(|side| of_side(&all, side, false))
}

fn of_side(lines: &[Line<'_>], side: usize, has_header: bool) -> Option<Pasted> {
    let (rows, end) = block(lines.iter().copied(), side)?;
    let after: Vec<Line<'_>> = lines
        .iter()
        .filter(|line| line.word.at >= end)
        .copied()
        .collect();
    if let Some((sums, end)) = map::sums(after.iter().copied()) {
        let has_labels = rows
            .iter()
            .flatten()
            .all(|cell| cell.text.chars().all(char::is_alphanumeric));
        let named = sums
            .iter()
            .filter(|sum| rows.iter().flatten().any(|cell| cell.text == sum.0.text))
            .count();
        if has_labels && 2 * named > sums.len() {
            let cages = map::cages_of_labels(&rows, &sums);
            return Some(Pasted::apart(
                end,
                cages.and_then(|cages| killer(side, None, None, cages)),
            ));
        }
    }
    let is_title = |line: &&Line<'_>| line.is_blank() || is_title(line.word);
    let skipped = after.iter().take_while(is_title).count();
    let below = block(after.iter().copied().skip(skipped), side).filter(|_| skipped <= 3);
    let found = below.and_then(|(map, end)| {
        if let Some(cages) = map::cages_of_sums(&rows, &map) {
            return Some(Pasted::apart(
                end,
                cages.and_then(|cages| killer(side, None, None, cages)),
            ));
        }
        let division = map::regions(&map);
        let fault = if division.is_none() {
            map::region_fault(&map)
        } else {
            None
        };
        let is_map = division.is_some() || fault.is_some();
        let givens = board(&rows).filter(|_| is_map)?;
        Some(match (givens, fault) {
            (Err(fault), _) | (_, Some(fault)) => Pasted::apart(end, Err(fault)),
            (Ok(givens), None) => jigsaw(
                end,
                killer(side, Some(&givens), division, Vec::new()),
                &givens,
            ),
        })
    });
    found.or_else(|| {
        let board = has_header.then(|| board(&rows)).flatten()?;
        Some(Pasted::of(end, board, None))
    })
}

/// Whether a line names the map below it.
fn is_title(line: Word<'_>) -> bool {
    let text = line
        .text
        .trim()
        .trim_matches([':', '#', '[', ']'])
        .trim()
        .to_ascii_lowercase();
    [
        "regions", "region", "map", "areas", "cages", "jigsaw", "layout", "boxes",
    ]
    .contains(&&*text)
}

/// A board on one line, and its map on the same line or the next.
fn on_lines(all: &[Line<'_>]) -> Option<Pasted> {
    let first = all.first()?;
    let parts = words(first.word);
    let (cells, map, end) = match parts[..] {
        [cells, map] => (cells, map, first.end),
        [cells] => {
            let next = all.get(1)?;
            (
                cells,
                *words(next.word)
                    .first()
                    .filter(|word| word.text == next.word.text.trim())?,
                next.end,
            )
        }
        _ => return None,
    };
    let (rows, map) = (chunks(&signs(cells))?, chunks(&signs(map))?);
    let division = (rows.len() == map.len())
        .then(|| map::regions(&map))
        .flatten()?;
    let givens = board(&rows)?;
    Some(match givens {
        Err(fault) => Pasted::apart(end, Err(fault)),
        Ok(givens) => jigsaw(
            end,
            killer(rows.len(), Some(&givens), Some(division), Vec::new()),
            &givens,
        ),
    })
}
