//! Two grids side by side: a board and its solution, its map of regions on either side, or its map
//! of cages.

use super::board::board;
use super::cages::puzzle;
use super::fault::fault;
use super::found::Pasted;
use super::map::Map;
use super::words::{Line, Word, lines, row, signs, words};
use crate::alphabet::LARGEST_SIDE;

const LEFT: &str =
    "the left one of two boards side by side is the puzzle, the right one its solution";
const RIGHT: &str =
    "the right one of two boards side by side is the puzzle, the left one its solution";

/// Reads as many lines as a board has rows, each with two rows.
pub(super) fn read(text: &str) -> Option<Pasted> {
    let first = lines(text).next()?.word;
    let parts = words(first);
    // Groups of characters, not numbers.
    let in_groups = parts.len() == 2 || parts.iter().all(|part| signs(*part).len() > 2);
    let counts = [Some(parts.len()), in_groups.then(|| signs(first).len())];
    counts.into_iter().flatten().find_map(|cells| {
        let side = cells / 2;
        let is_side = (4..=LARGEST_SIDE).contains(&side) && cells.is_multiple_of(2);
        is_side.then(|| of_side(text, side)).flatten()
    })
}

fn of_side(text: &str, side: usize) -> Option<Pasted> {
    let (mut left, mut right, mut end): (Vec<Vec<Word<'_>>>, Vec<Vec<Word<'_>>>, usize) =
        Default::default();
    for line in lines(text).filter(|line| !line.is_blank()).take(side) {
        let mut cells = row(line.word, 2 * side)?;
        right.push(cells.split_off(side));
        left.push(cells);
        end = line.end;
    }
    (left.len() == side).then_some(())?;
    let after = || lines(text).filter(|line: &Line<'_>| line.word.at >= end);
    let (boards, map) = ([board(&left), board(&right)], Map::new(&right));
    let [givens, right_givens] =
        [&boards[0], &boards[1]].map(|board| board.as_ref()?.as_ref().ok());
    if let Some((sums, end)) = map.sums(after()) {
        let first = left[0][0].text;
        let is_blank = first == "0" || !first.contains(char::is_alphanumeric);
        let is_empty = is_blank && left.iter().flatten().all(|cell| cell.text == first);
        (givens.is_some() || is_empty).then_some(())?;
        let cages = map.cages(&sums);
        return Some(Pasted::apart(
            end,
            cages.and_then(|cages| puzzle(side, givens, None, cages)),
        ));
    }
    for (givens, map) in [(givens, map), (right_givens, Map::new(&left))] {
        if let (Some(givens), Some(division)) = (givens, map.regions()) {
            let puzzle = division.and_then(|own| puzzle(side, Some(givens), Some(own), Vec::new()));
            return Some(Pasted::in_place(end, puzzle, givens.clone()));
        }
    }
    // Further rows are those of a board of twice the side.
    let next = after().find(|line| !line.is_blank());
    if next.is_some_and(|line| row(line.word, 2 * side).is_some()) {
        return None;
    }
    let [Some(Ok(left)), Some(Ok(right))] = boards else {
        return None;
    };
    match (left.is_full(), right.is_full()) {
        (false, true) if right.extends(&left) => Some(Pasted::of(end, Ok(left)).noted(LEFT)),
        (true, false) if left.extends(&right) => Some(Pasted::of(end, Ok(right)).noted(RIGHT)),
        _ => {
            // The first row is enough to see which boards are meant.
            let span = left.places.first()?.start..right.places.get(side - 1)?.end;
            let part = "two boards side by side";
            let fault = fault(span, part, "", "a board and its solution");
            Some(Pasted::apart(end, Err(fault)))
        }
    }
}
